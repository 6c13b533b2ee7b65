//! Portable notation: games with tags, moves, comments and a result, as files of chess (PGN) and of draughts (PDN) have them.
//!
//! What a [`Game`] keeps: the start position, tags, the moves played, the comments and glyphs at each, the result. Side
//! variations are passed over, to any depth. [`games`] goes on with the next game after an error, whose line it tells;
//! what is written is read back as it was. A result `1-0` means that the side which begins the game has won, `0-1` the
//! other: in chess that is White, in English draughts Black.
//!
//! What differs from game to game is [`Portable`]: see [`pgn`](super::chess::pgn) and [`pdn`](super::checkers::pdn).
//! `read` has the reader, `lexer` its words, `write`(mod@write) the writer.

mod lexer;
mod read;
mod write;

pub use read::{BadGame, Games, Tag, games};

use crate::{Deterministic, Outcome, Side};

/// A game whose records are kept in this form: what is its own in them.
pub trait Portable: Deterministic {
    /// The tags that name the players, [`Side::First`]'s before the other's.
    const SEATS: [&'static str; 2];
    /// The tags that say what other parts of a [`Game`] know: result and start position.
    const DERIVED: &'static [&'static str];
    /// Whether the tag `Result` counts where the moves end with `*` or without any result. A result behind the moves
    /// comes before it everywhere.
    const RESULT_IN_TAG: bool = false;
    /// Whether `*` directly behind a move praises the move and is no result.
    const STAR_PRAISES: bool = false;
    /// Whether a number without a point is passed over as a move's. Where squares are numbers it is half a move.
    const BARE_NUMBERS: bool = true;

    /// The position that the game starts from, by its tags, those of [`Portable::DERIVED`].
    ///
    /// # Errors
    /// Says which tag is wrong, and what would be accepted.
    fn set_up(tags: &[Tag]) -> Result<Self, BadGame>;

    /// Whether games begin here, so that no tag need give the position.
    fn is_usual_start(&self) -> bool;

    /// A tag that says which kind of game it is, if there must be one.
    fn kind_tag(&self) -> Option<[&'static str; 2]>;

    /// The number of the first pair of moves of a game from here.
    fn first_number(&self) -> u32 {
        1
    }

    /// What a word says of the result, if it does.
    #[must_use]
    fn read_result(word: &str) -> Option<Mark> {
        Mark::read(word)
    }

    /// The legal move that a word means, a judgement such as `!?` still behind it and a number no longer before it;
    /// `None` if it says nothing.
    ///
    /// # Errors
    /// Says why it is no move here, and what would be.
    fn read_move(&self, word: &str) -> Result<Option<Self::Move>, String>;

    /// A legal move as files have it.
    fn write_move(&self, mv: Self::Move) -> String;
}

/// What stands behind the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The game has this result.
    Over(Outcome),
    /// The game is not over, or nobody knows: `*`.
    Open,
}

impl Mark {
    /// The mark that a word is, as both forms have it.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(Self::Over(Outcome::win(Side::First))),
            "0-1" => Some(Self::Over(Outcome::win(Side::Second))),
            "1/2-1/2" | "1/2" => Some(Self::Over(Outcome::Draw)),
            "*" => Some(Self::Open),
            _ => None,
        }
    }

    /// The result, if there is one.
    const fn result(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Open => None,
        }
    }
}

/// The tags that come first in every game, the players' behind them; their value is `?` where it is not known.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// A game as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<G: Portable> {
    /// The position the game starts from.
    pub start: G,
    tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub intro: String,
    /// The moves, each legal where its turn comes.
    pub plies: Vec<Ply<G::Move>>,
    /// The result; `None` for a game that is not over.
    pub result: Option<Outcome>,
}

/// A move and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, 7 the only move, and many more.
    pub glyphs: Vec<u8>,
    /// The comment after the move, such as score and depth; empty if there is none.
    pub comment: String,
}

impl<G: Portable> Game<G> {
    /// A game without moves, tags and result.
    #[must_use]
    pub const fn new(start: G) -> Self {
        Self { start, tags: Vec::new(), intro: String::new(), plies: Vec::new(), result: None }
    }

    /// Adds a move, which must be legal after those before, and a comment, which may be empty.
    pub fn push(&mut self, mv: G::Move, comment: &str) {
        self.plies.push(Ply { mv, glyphs: Vec::new(), comment: tidy(comment) });
    }

    /// The value of a tag; `None` if it is not there or, in the tags that every game has, not known. Start position,
    /// kind of game and result are not among the tags: [`Game`] has them as fields.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// All tags in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag, such as `Termination`. Characters that no tag can have are left out of the name (letters, digits and
    /// `_+#=:-` remain) and become blanks in the value. The tags of [`Portable::DERIVED`] are written from the fields
    /// and not taken here.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&character| is_of_tag(character)).collect();
        if name.is_empty() || G::DERIVED.contains(&name.as_str()) {
            return;
        }
        self.tags.retain(|(other, _)| *other != name);
        if roster::<G>().any(|other| other == name) && value == unknown(&name) {
            return;
        }
        let value = value.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
        let at = self.tags.partition_point(|(other, _)| place::<G>(other) <= place::<G>(&name));
        self.tags.insert(at, (name, value));
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> G {
        self.plies.iter().fold(self.start.clone(), |pos, ply| pos.play(ply.mv))
    }
}

/// The tags that every game has, in their order.
fn roster<G: Portable>() -> impl Iterator<Item = &'static str> {
    ROSTER.into_iter().chain(G::SEATS)
}

/// Where a tag is written: the first ones in their order, then all others.
fn place<G: Portable>(name: &str) -> usize {
    roster::<G>().position(|other| other == name).unwrap_or(ROSTER.len() + G::SEATS.len())
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

/// A result as it is written.
const fn mark(result: Option<Outcome>) -> &'static str {
    match result {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Win { side: Side::First, .. }) => "1-0",
        Some(Outcome::Win { side: Side::Second, .. }) => "0-1",
    }
}
