//! Matches and sessions of money games in the text form that backgammon programs exchange: `.mat`, first Jellyfish's.
//!
//! A [`Record`] has names, rules and [`Game`]s; its text (`Display`) is what gnubg and XG read, and [`Record::read`] reads
//! theirs. A file is one match (`5 point match`) or one session (`0 point match`). Each game has a line with both
//! sides' points before it, then a row a turn of both, the moves with their dice, `Doubles => 2`, `Takes`, `Drops`,
//! `Beavers => 4`, and in the end `Wins 2 points` in the winner's column. That a side rolls, and that it takes a beaver,
//! goes without saying; a beaver that no roll follows is written as a double that answers a double, since gnubg would lose
//! the next roll of the file. A side that loses before the game's natural end has resigned.
//!
//! The left column is **Black**: gnubg's player 0 and XG's O, so that positions have the same identifiers there as here
//! (see [`ids`](super::ids)).
//!
//! What the form has no place for stands in lines that other programs pass over: `; [Rules "…"]` has the rule options of
//! the first game, `; [Player 1 "…"]` and `; [Player 2 "…"]` the names of the left and the right column as they are; in
//! the columns they have no blanks and colons and are cut at 31 bytes, gnubg's limit. A game that begins elsewhere than at
//! the start says so as XG does, `; Set Pos=` and an XGID's board, the cube behind it.
//!
//! (There is no definition; this is what gnubg 1.07 writes and reads, with what XG and the servers write besides.)

mod cells;
mod read;
mod write;

use super::{Backgammon, Board, Coming, Cube, Cup, Move, Options, Turn};
use crate::{Game as _, Outcome, Position as _, Side};

/// A match, or a session of money games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// White's name and Black's.
    pub players: [String; 2],
    /// The rules of the first game; the others differ in standing and Crawford rule.
    pub rules: Options,
    tags: Vec<(String, String)>,
    /// The games in order.
    pub games: Vec<Game>,
}

/// The tags that say what other parts of a [`Record`] know.
const DERIVED: [&str; 8] = ["Player 1", "Player 2", "Rules", "Variation", "Crawford", "Jacoby", "Beaver", "CubeLimit"];

impl Record {
    /// A record without games.
    #[must_use]
    pub const fn new(players: [String; 2], rules: Options) -> Self {
        Self { players, rules, tags: Vec::new(), games: Vec::new() }
    }

    /// The value of a tag, such as `Event` or `EventDate`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. Quotes and control characters are left out of the name and become blanks in the value; blanks at the ends
    /// go. What the record knows otherwise (names, rules) is written by itself and not taken here.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|letter| !letter.is_control() && *letter != '"').collect();
        let name = name.trim();
        if name.is_empty() || DERIVED.contains(&name) {
            return;
        }
        self.tags.retain(|(other, _)| other != name);
        self.tags.push((name.to_owned(), plain(value)));
    }

    /// The points of White and Black after the last game.
    #[must_use]
    pub fn score(&self) -> [u64; 2] {
        self.games.last().map_or(self.rules.standing.map(u64::from), Game::score_after)
    }
}

/// A text on one line, and without quotes, which would end it early.
fn plain(text: &str) -> String {
    let text: String =
        text.chars().map(|letter| if letter.is_control() || letter == '"' { ' ' } else { letter }).collect();
    text.trim().to_owned()
}

/// The most bytes of a name in a column.
const NAME_LENGTH: usize = 31;

/// A name as it stands in a column: no blanks, no colons, not too long for gnubg.
fn column_name(name: &str) -> String {
    let mut column: String =
        plain(name).chars().map(|letter| if letter.is_whitespace() || letter == ':' { '_' } else { letter }).collect();
    while column.len() > NAME_LENGTH {
        column.pop();
    }
    if column.is_empty() { "?".to_owned() } else { column }
}

/// A game: its positions, dice to be played in them or a decision to make about the cube, and what was done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The points of White and Black before it.
    pub score: [u64; 2],
    /// One more than moves, but where the last move leaves a roll to come.
    positions: Vec<Backgammon>,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that begins here.
    #[must_use]
    pub fn new(opening: Backgammon, score: [u64; 2]) -> Self {
        Self { score, positions: vec![opening], moves: Vec::new(), outcome: opening.outcome() }
    }

    /// The positions in order; the first is the opening, with the first roll to be played.
    #[must_use]
    pub fn positions(&self) -> &[Backgammon] {
        &self.positions
    }

    /// What was done in each position: checkers moved, or a word about the cube, `roll` among them.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Who has won how many points; `None` for a game that was not finished.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The points of White and Black after it.
    #[must_use]
    pub fn score_after(&self) -> [u64; 2] {
        let mut score = self.score;
        if let Some(Outcome::Win { side, points }) = self.outcome {
            score[side.index()] += u64::from(points);
        }
        score
    }

    /// Adds a move, which must be legal in the last position, and the dice that came after it where it is a roll's turn.
    ///
    /// # Panics
    /// If the last move left a roll to come that was not [given](Self::roll).
    pub fn push(&mut self, mv: Move) {
        let after = self.waiting().expect("the dice of the last roll are known").play(mv);
        self.moves.push(mv);
        if after.coming() == Coming::Nothing {
            let pos = *after.pending();
            self.positions.push(pos);
            self.outcome = pos.outcome();
        }
    }

    /// Adds the dice that came; without effect where no roll is to come.
    pub fn roll(&mut self, dice: [u8; 2]) {
        if let Some(cup) = self.cup() {
            self.positions.push(cup.roll(dice));
        }
    }

    /// The game ends here with a win of so many points: the other side has resigned.
    pub fn resign(&mut self, winner: Side, points: u16) {
        self.outcome = Some(Outcome::Win { side: winner, points });
    }

    /// The last position, unless a roll is to come after its move.
    #[must_use]
    pub fn waiting(&self) -> Option<&Backgammon> {
        self.positions.get(self.moves.len())
    }

    /// What the last move left behind, if that is a roll to come.
    #[must_use]
    pub fn cup(&self) -> Option<Cup> {
        let (last, mv) = (self.positions.last()?, self.moves.last()?);
        (self.positions.len() == self.moves.len()).then(|| last.play(*mv))
    }

    /// The side whose turn it is, to roll or to decide.
    fn side(&self) -> Option<Side> {
        match (self.waiting(), self.cup()) {
            (Some(pos), _) => Some(pos.side()),
            (None, Some(cup)) => Some(Backgammon::next_side(&cup)),
            (None, None) => None,
        }
    }

    /// The same game with White and Black exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let [white, black] = self.score;
        let outcome = self.outcome.map(|outcome| match outcome {
            Outcome::Win { side, points } => Outcome::Win { side: !side, points },
            Outcome::Draw => Outcome::Draw,
        });
        let positions = self.positions.iter().map(mirrored).collect();
        Self { score: [black, white], positions, moves: self.moves.clone(), outcome }
    }

    /// Whether it begins with an opening roll from the start.
    fn is_from_start(&self) -> bool {
        let pos = &self.positions[0];
        let [larger, smaller] = pos.dice;
        pos.board == Board::start() && pos.cube == Cube::CENTRED && pos.turn == Turn::Play && larger != smaller
    }
}

/// A position with White and Black exchanged.
fn mirrored(pos: &Backgammon) -> Backgammon {
    let mut mirrored = *pos;
    mirrored.board = Board::new([pos.board.counts(Side::Second), pos.board.counts(Side::First)]);
    mirrored.side = !pos.side;
    mirrored.cube.owner = pos.cube.owner.map(|owner| !owner);
    mirrored.stakes.scores.reverse();
    mirrored
}
