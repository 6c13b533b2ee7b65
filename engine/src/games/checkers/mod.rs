//! Checkers: English draughts, by the rules of the World Checkers/Draughts Federation:
//!
//! 1. Twelve men a side on the 32 dark squares; Black moves first.
//! 2. Men step diagonally forward to an empty square, kings forward and backward, one step.
//! 3. A piece jumps over a neighbour of the other side to the empty square behind it and takes it; men forward only.
//!    Who can jump must, and goes on jumping with that piece as long as it can; which jump is free to choose.
//! 4. Jumped pieces stay on the board until the move ends and are jumped once only; the square a jump started from counts
//!    as empty.
//! 5. A man that reaches the last row becomes a king, and the move ends there.
//! 6. Who cannot move loses.
//! 7. The third occurrence of a position is a draw (`repetition=never`: it is not), and so are 40 moves by each side
//!    without a capture or a man's move (`limit`).
//!
//! [`Checkers`] is 32 bytes. [`board`] has the squares, `generate` the legal moves, [`moves`] their 32 bits, [`text`]
//! PDN's FEN, `short` the texts of moves.

pub mod board;
mod generate;
pub mod moves;
mod options;
pub mod pdn;
#[cfg(test)]
mod plain;
mod short;
#[cfg(test)]
mod tests;
pub mod text;

pub use board::{Checkers, Set};
pub use moves::Move;
pub use options::{MOST_MOVES, Options, Repetition};

use generate::{Black, View, White};

use crate::history::Clock;
use crate::score::{Outcome, Side};
use crate::{BadPosition, Deterministic, Game, GameId, IllegalMove, MoveList, Node, PathRules, Position, Registered};

impl Node for Checkers {
    type Rules = Options;

    #[inline]
    fn key(&self) -> u64 {
        self.key_of()
    }

    fn parse(text: &str, _: &Options) -> Result<Self, BadPosition> {
        text::parse(text)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl Position for Checkers {
    type Move = Move;
    type After = Self;

    #[inline]
    fn moves(&self, list: &mut MoveList<Move>) {
        match self.side {
            Side::First => View::<Black>::new(self).list(list),
            Side::Second => View::<White>::new(self).list(list),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // A call returns the position in memory, and reading it at once waits for the stores.
    fn play(&self, mv: Move) -> Self {
        match self.side {
            Side::First => self.after::<Black>(mv),
            Side::Second => self.after::<White>(mv),
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        match self.side {
            Side::First => View::<Black>::new(self).count(),
            Side::Second => View::<White>::new(self).count(),
        }
    }

    /// Without a list of moves, and with the sides known, a leaf's parent is counted in a few instructions.
    #[inline]
    fn count_pairs(&self, _: &mut MoveList<Move>) -> u64 {
        match self.side {
            Side::First => View::<Black>::new(self).count_pairs(),
            Side::Second => View::<White>::new(self).count_pairs(),
        }
    }

    /// Only kings' jumps can: see `may_circle`. What a king of tomorrow can do is not looked at.
    #[inline]
    fn may_coincide(&self, plies: u32) -> bool {
        match plies {
            0 => false,
            1 => self.may_circle(self.side) && self.jumpers() & self.kings != 0 && self.count() > 1,
            2 => Side::BOTH.into_iter().any(|side| self.may_circle(side)),
            _ => true,
        }
    }

    /// The full and the short form: see `short`.
    fn find_move(&self, text: &str) -> Result<Move, IllegalMove> {
        short::find_move(self, text)
    }
}

impl Game for Checkers {
    const SIDE_NAMES: [&'static str; 2] = ["black", "white"];

    fn start(_: &Options) -> Self {
        Self::START
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn next_side(after: &Self) -> Side {
        after.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.has_moves() { None } else { Some(Outcome::win(!self.side)) }
    }

    #[inline]
    fn outcome_after(after: &Self) -> Option<Outcome> {
        after.outcome()
    }

    fn ending(&self) -> &'static str {
        if self.of(self.side) == 0 { "no_pieces" } else { "blocked" }
    }

    #[inline]
    fn clock(&self) -> u32 {
        u32::from(self.clock)
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self.pieces == earlier.pieces && self.kings == earlier.kings && self.side == earlier.side
    }

    fn path_rules(rules: &Options) -> PathRules {
        PathRules {
            repetitions: (rules.repetition == Repetition::Threefold).then_some(3),
            clock: rules.limit.map(|moves| Clock { plies: 2 * u32::from(moves), reason: "move_limit" }),
            ply_cap: None,
        }
    }
}

impl Deterministic for Checkers {}

impl Registered for Checkers {
    const ID: GameId = GameId::Checkers;
    const TITLE: &'static str = "Checkers (English draughts)";
    const TEXT_FORM: &'static str = text::TEXT_FORM;
}
