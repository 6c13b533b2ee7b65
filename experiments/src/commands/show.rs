//! `fort show`: a position as a picture, its text, and how it stands; or as an SVG file.

use std::io::{self, Write};

use engine::{Deterministic, Game, Node, Outcome, Puzzle, Registered};
use search::Sensed;
use serde::Serialize;

use crate::drawing::{Drawn, svg};
use crate::failure::Failure;
use crate::output::{Answer, Output, counted};
use crate::registry::{Solved, Visitor, visit};
use crate::start::{Start, StartArguments};
use solvers::Solvable;

const EXAMPLES: &str = "\
Examples:
  fort show force3
  fort show fortress --deal 3
  fort show chess --svg > chess.svg
  fort show forte --position '....../....../....../....../....../...... ooooooo ooooooo A'";

/// Draw a position as text or SVG, and say whose move it is or how it ended
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
    /// Print an SVG file of the position, to be kept or looked at in a browser
    #[arg(long)]
    svg: bool,
}

#[derive(Debug, Serialize)]
struct Shown {
    game: &'static str,
    rules: String,
    position: String,
    picture: String,
    /// The side to move, or to roll or draw; none in a solitaire.
    side: Option<&'static str>,
    /// The number of legal moves; none before the dice or the draw.
    moves: Option<u64>,
    /// How a two-player game ended, if it did.
    outcome: Option<Ended>,
    /// Whether a solitaire is won; none in a two-player game.
    solved: Option<bool>,
}

/// How a two-player game ended.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ended {
    /// The name of the side that won; none for a draw.
    winner: Option<&'static str>,
    /// What the win is worth; 0 for a draw.
    points: u16,
    /// Why, in a word.
    ending: &'static str,
}

impl Ended {
    /// An outcome with the names that the game gives the sides.
    pub(crate) fn new<G: Game>(outcome: Outcome, ending: &'static str) -> Self {
        match outcome {
            Outcome::Draw => Self { winner: None, points: 0, ending },
            Outcome::Win { side, points } => Self { winner: Some(G::SIDE_NAMES[side.index()]), points, ending },
        }
    }

    /// In words: `A wins: line`, `White wins 2 points: gammon`, `a draw: repetition`.
    pub(crate) fn sentence(&self) -> String {
        match (self.winner, self.points) {
            (None, _) => format!("a draw: {}", self.ending),
            (Some(winner), 1) => format!("{winner} wins: {}", self.ending),
            (Some(winner), points) => format!("{winner} wins {points} points: {}", self.ending),
        }
    }
}

impl Shown {
    fn new<N: Node>(game: &'static str, rules: &N::Rules, node: &N) -> Self {
        Self {
            game,
            rules: rules.to_string(),
            position: node.to_string(),
            picture: node.picture(),
            side: None,
            moves: None,
            outcome: None,
            solved: None,
        }
    }

    fn game<G: Game>(game: &'static str, rules: &G::Rules, start: &Start<G>) -> Self {
        let name = |side: engine::Side| Some(G::SIDE_NAMES[side.index()]);
        match start {
            Start::Position(pos) => Self {
                side: name(pos.side()),
                moves: Some(pos.count()),
                outcome: pos.outcome().map(|outcome| Ended::new::<G>(outcome, pos.ending())),
                ..Self::new(game, rules, pos)
            },
            Start::Chance(after) => Self { side: name(G::next_side(after)), ..Self::new(game, rules, after) },
        }
    }

    fn puzzle<P: Puzzle>(game: &'static str, rules: &P::Rules, pos: &P) -> Self {
        Self { moves: Some(pos.count()), solved: Some(pos.is_solved()), ..Self::new(game, rules, pos) }
    }

    fn standing(&self) -> String {
        let moves = self.moves.map(|moves| counted(moves, "move"));
        match (&self.outcome, self.side, moves) {
            (Some(outcome), ..) => outcome.sentence(),
            (None, Some(side), Some(moves)) => format!("{side} to move, {moves}"),
            (None, Some(side), None) => format!("chance to decide, then {side}"),
            (None, None, _) if self.solved == Some(true) => "solved".to_owned(),
            (None, None, _) if self.moves == Some(0) => "no moves left".to_owned(),
            (None, None, moves) => moves.unwrap_or_default(),
        }
    }
}

impl Answer for Shown {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}\n{}", self.picture.trim_end_matches('\n'), self.position, self.standing())
    }
}

/// The position as an SVG file.
struct Draw<'a>(&'a StartArguments);

impl Draw<'_> {
    fn game<G: Game + Drawn>(&self) -> Result<String, Failure> {
        let rules = self.0.game.rules::<G>()?;
        let pos = match self.0.node::<G>(&rules)? {
            Start::Position(pos) => pos,
            Start::Chance(after) => G::pending(&after),
        };
        Ok(drawn(&rules, pos))
    }
}

fn drawn<P: Drawn>(rules: &P::Rules, pos: P) -> String {
    svg(&P::board(rules), &P::scenes(&[pos]).concat())
}

impl Visitor for Draw<'_> {
    type Output = Result<String, Failure>;

    fn deterministic<G: Deterministic + Drawn>(self) -> Self::Output {
        self.game::<G>()
    }

    fn chance<G: Game + Drawn>(self) -> Self::Output {
        self.game::<G>()
    }

    fn puzzle<P: Solvable + Drawn>(self) -> Self::Output {
        let rules = self.0.game.rules::<P>()?;
        Ok(drawn(&rules, self.0.puzzle::<P>(&rules)?))
    }
}

struct Show<'a>(&'a StartArguments);

impl Show<'_> {
    fn game<G: Game + Registered>(&self) -> Result<Shown, Failure> {
        let rules = self.0.game.rules::<G>()?;
        Ok(Shown::game::<G>(G::ID.name(), &rules, &self.0.node(&rules)?))
    }
}

impl Visitor for Show<'_> {
    type Output = Result<Shown, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        self.game::<G>()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        self.game::<G>()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let rules = self.0.game.rules::<P>()?;
        Ok(Shown::puzzle::<P>(P::ID.name(), &rules, &self.0.puzzle(&rules)?))
    }
}

/// Prints the position.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    if arguments.svg && output.is_json() {
        return Err(Failure::input("--svg: the answer is an SVG file, which has no JSON"));
    }
    if arguments.svg {
        let text = visit(arguments.start.id(), Draw(&arguments.start))?;
        output.write_all(text.as_bytes())?;
        return Ok(());
    }
    let shown = visit(arguments.start.id(), Show(&arguments.start))?;
    output.answer(&shown)
}

#[cfg(test)]
mod tests {
    use engine::toy::{Child, Gamble, Tree};
    use engine::{NoOptions, Position, Side};

    use super::*;

    fn shown(text: &str) -> Shown {
        let tree = Tree::parse(text, &NoOptions).expect("a tree");
        Shown::game("tree", &NoOptions, &Start::Position(tree))
    }

    #[test]
    fn a_position_shows_its_text_and_the_side_to_move() {
        let mut text = Vec::new();
        shown("~(1 (2 3))").write(&mut text).expect("memory takes everything");
        assert_eq!(String::from_utf8_lossy(&text), "~(1 (2 3))\n\n~(1 (2 3))\nsecond to move, 2 moves\n");
    }

    #[test]
    fn a_finished_game_shows_its_outcome() {
        assert_eq!(shown("0").standing(), "a draw: leaf");
        assert_eq!(shown("-1").standing(), "second wins: leaf");
        assert_eq!(shown("3").standing(), "first wins 3 points: leaf");
        let ended = Ended::new::<Tree>(Outcome::win(Side::First), "leaf");
        assert_eq!(shown("1").outcome, Some(ended));
    }

    #[test]
    fn a_chance_node_says_who_acts_after_it() {
        let gamble = Gamble::parse("([1 (2 3)])", &NoOptions).expect("a gamble");
        let shown = Shown::game::<Gamble>("gamble", &NoOptions, &Start::Chance(gamble.play(Child(0))));
        assert_eq!(shown.standing(), "chance to decide, then second");
        assert_eq!(shown.moves, None);
    }
}
