//! PGN: games with tags, comments and results, read from one text and written to one.
//!
//! ```
//! use engine::games::chess::{Chess, pgn};
//! use engine::{Position, Side, Outcome};
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 {the king's pawn} e5 2. f4 $6 (2. Nf3 Nc6) exf4 1-0\n";
//! let game = pgn::games(text).next().expect("one game")?;
//! assert_eq!(game.tag("White"), Some("Anderssen"));
//! assert_eq!(game.plies[0].comment, "the king's pawn");
//! assert_eq!((game.plies.len(), game.result), (4, Some(Outcome::win(Side::First))));
//! assert!(game.to_string().contains("1. e4 {the king's pawn} 1... e5 2. f4 $6 exf4 1-0"));
//! # Ok::<(), pgn::BadPgn>(())
//! ```
//!
//! What a [`Game`] keeps: the start position, tags, the moves played, the comments and glyphs at each, the result. Side
//! variations are passed over, to any depth. [`games`] goes on with the next game after an error, whose line it tells.
//! The form is that of the PGN standard (Edwards 1994); `[Variant "Chess960"]` is what Chess960 files have come to use.

mod read;
mod write;

pub use read::{BadPgn, Games, games};

use super::{Chess, Move, Options, Variant};
use crate::{Game as _, Outcome};

/// The tags that come first in every game, without the result; their value is `?` where it is not known.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];
/// The tags that say what other parts of a [`Game`] know.
const DERIVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// A game as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position the game starts from, with its variant.
    pub start: Chess,
    tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub intro: String,
    /// The moves, each legal where its turn comes.
    pub plies: Vec<Ply>,
    /// The result; `None` for a game that is not over.
    pub result: Option<Outcome>,
}

/// A move and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and many more.
    pub glyphs: Vec<u8>,
    /// The comment after the move, such as score and depth; empty if there is none.
    pub comment: String,
}

impl Game {
    /// A game without moves, tags and result.
    #[must_use]
    pub const fn new(start: Chess) -> Self {
        Self { start, tags: Vec::new(), intro: String::new(), plies: Vec::new(), result: None }
    }

    /// Adds a move, which must be legal after those before, and a comment, which may be empty.
    pub fn push(&mut self, mv: Move, comment: &str) {
        self.plies.push(Ply { mv, glyphs: Vec::new(), comment: tidy(comment) });
    }

    /// The value of a tag; `None` if it is not there or, in the tags that every game has, not known. Start position,
    /// variant and result are not among the tags: [`Game`] has them as fields.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// All tags in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag, such as `Termination`. Characters that no tag can have are left out of the name (letters, digits and
    /// `_+#=:-` remain) and become blanks in the value. `Result`, `FEN`, `SetUp` and `Variant` are written from the
    /// fields and not taken here.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&character| is_of_tag(character)).collect();
        if name.is_empty() || DERIVED.contains(&name.as_str()) {
            return;
        }
        self.tags.retain(|(other, _)| *other != name);
        if ROSTER.contains(&name.as_str()) && value == unknown(&name) {
            return;
        }
        let value = value.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
        let at = self.tags.partition_point(|(other, _)| place(other) <= place(&name));
        self.tags.insert(at, (name, value));
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> Chess {
        self.plies.iter().fold(self.start, |pos, ply| pos.play(ply.mv))
    }

    /// Whether the game begins where games of its variant do, so that no tag need say it.
    fn begins_at_start(&self) -> bool {
        self.start.variant() != Variant::Chess960 && self.start == Chess::start(&Options::of(self.start.variant()))
    }
}

/// Where a tag is written: the first ones in their order, then all others.
fn place(name: &str) -> usize {
    ROSTER.iter().position(|&other| other == name).unwrap_or(ROSTER.len())
}

/// What stands in a tag that every game has while nobody knows better.
fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

fn is_of_tag(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_+#=:-".contains(character)
}

/// A comment as it can be written: blanks and line ends become single blanks, and no brace closes it early.
fn tidy(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ").replace('}', ")")
}

/// A result's mark in a file.
const fn mark(result: Option<Outcome>) -> &'static str {
    match result {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Win { side: crate::Side::First, .. }) => "1-0",
        Some(Outcome::Win { side: crate::Side::Second, .. }) => "0-1",
    }
}
