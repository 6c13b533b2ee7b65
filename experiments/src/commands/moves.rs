//! `fort moves`: the legal moves of a position and where they lead.

use std::io::{self, Write};

use engine::{Deterministic, Game, MoveList, Position, Registered};
use search::Sensed;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table, counted};
use crate::registry::{Solved, Visitor, visit};
use crate::start::StartArguments;
use solvers::Solvable;

const EXAMPLES: &str = "\
Examples:
  fort moves force3
  fort moves fortac --seed 7                  the first hands as seed 7 deals them
  fort moves fortress --deal 12 --json        one JSON document
  fort show forte --json | jq -r .position | fort moves forte --position -

In a game with chance a move leads to the position before the dice or the draw.";

/// List the legal moves of a position and the positions they lead to
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
}

#[derive(Debug, Serialize)]
struct Listing {
    game: &'static str,
    position: String,
    /// The side to move; none in a solitaire.
    side: Option<&'static str>,
    moves: Vec<Move>,
}

#[derive(Debug, Serialize)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    to: String,
}

impl Listing {
    fn new<P: Position>(
        game: &'static str,
        side: Option<&'static str>,
        pos: &P,
        write: impl Fn(&P::After) -> String,
    ) -> Self {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let moves = list.iter().map(|&mv| Move { mv: mv.to_string(), to: write(&pos.play(mv)) }).collect();
        Self { game, position: pos.to_string(), side, moves }
    }
}

impl Answer for Listing {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = counted(self.moves.len() as u64, "move");
        let side = self.side.map(|side| format!(" for {side}")).unwrap_or_default();
        writeln!(out, "{}: {count}{side} in {}", self.game, self.position)?;
        let mut table = Table::new(&[Align::Left; 2]);
        for mv in &self.moves {
            table.row([mv.mv.clone(), mv.to.clone()]);
        }
        table.write(out, 2)
    }
}

struct List<'a>(&'a StartArguments);

impl List<'_> {
    fn game<G: Game + Registered>(&self) -> Result<Listing, Failure> {
        let pos: G = self.0.position(&self.0.game.rules::<G>()?)?;
        Ok(Listing::new(G::ID.name(), Some(G::SIDE_NAMES[pos.side().index()]), &pos, G::write_result))
    }
}

impl Visitor for List<'_> {
    type Output = Result<Listing, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        self.game::<G>()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        self.game::<G>()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let pos: P = self.0.puzzle(&self.0.game.rules::<P>()?)?;
        Ok(Listing::new(P::ID.name(), None, &pos, P::write_result))
    }
}

/// Prints the moves.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let moves = visit(arguments.start.id(), List(&arguments.start))?;
    output.answer(&moves)
}

#[cfg(test)]
mod tests {
    use engine::toy::{Gamble, Tree};
    use engine::{NoOptions, Node};

    use super::*;

    #[test]
    fn moves_and_their_results_as_json() {
        let tree = Tree::parse("(1 (-3 2))", &NoOptions).expect("a tree");
        let json = serde_json::to_string(&Listing::new("tree", Some("first"), &tree, Tree::to_string)).expect("JSON");
        assert_eq!(
            json,
            r#"{"game":"tree","position":"(1 (-3 2))","side":"first","moves":[{"move":"0","to":"~1"},{"move":"1","to":"~(-3 2)"}]}"#
        );
    }

    #[test]
    fn a_move_leads_to_the_node_before_chance() {
        let gamble = Gamble::parse("([2:3 -4])", &NoOptions).expect("a gamble");
        let moves = Listing::new("gamble", None, &gamble, ToString::to_string);
        assert_eq!(moves.moves[0].to, "~[2:3 -4]");
        let mut text = Vec::new();
        moves.write(&mut text).expect("memory takes everything");
        assert_eq!(String::from_utf8_lossy(&text), "gamble: 1 move in ([2:3 -4])\n  0  ~[2:3 -4]\n");
    }
}
