//! FORTE, Garrett J. Donner 1980: four in a row with knights that slide along pathways between forts.
//!
//! 1. 36 forts, six rows of six. Seven pathways up the board, one on each side of every column, with a hole at either
//!    end; five across, only between neighbouring rows. Each side has seven knights, in the holes at its end.
//! 2. A knight moves along one pathway beside it and into any empty fort on either side of that pathway; nothing on the
//!    way blocks it. There are no captures, and no knight goes back to a hole.
//! 3. The joust's first move comes from hole 0, 1, 5 or 6; the reply is free.
//! 4. Four own knights on neighbouring forts in a row, a column or a diagonal win the joust.
//! 5. The [tournament](Tournament) goes to three jousts; the winner of one plays on with a knight less.
//! 6. With six knights the owner's right-most hole is empty, with five both end holes (option `setup=free`: the holes
//!    he chooses, by a set-up move before the joust; the starter sets up first).
//! 7. The sheet knows no draw: a position that stands for the third time is one, and option `ply_cap` can add more.
//!
//! Source: the rule sheet of 1980; the numbers 7, 6, 36 and the marked holes are read off its diagrams. The draws, and how
//! holes are chosen, are ours. Next: [`board`] for the geometry, [`Move`] for how moves are written, `text.rs` for positions.

pub mod board;
mod moves;
mod options;
mod text;
mod tournament;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use options::{Options, Setup};
pub use tournament::Tournament;

use crate::games::{GameId, Registered};
use crate::zobrist::mix_all;
use crate::{BadPosition, Deterministic, Game, MoveList, Node, Outcome, PathRules, Position, Series, Side};

use board::{FIRST_HOLE, FORTS, HOLES, OPENING_HOLES};

/// The first of the bits that count knights still to be put into holes.
const IN_HAND: u32 = 56;

/// A position of a joust.
///
/// Each side is one word: its knights in forts and holes as numbered by [`board`], and from bit 56 up the number of knights
/// that its owner has still to put into holes. That number is zero once the joust has begun; before a joust with a free
/// set-up it is not zero for a side that has still to choose. A side with all seven knights that sits opposite
/// a choosing starter chooses too, but has one way to: it passes, so that the sides take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forte {
    words: [u64; 2],
    side: Side,
}

impl Forte {
    /// The knights of a side in forts and holes, as bits of [`board`].
    #[inline]
    #[must_use]
    pub const fn knights(&self, side: Side) -> u64 {
        self.words[side.index()] & (FORTS | HOLES)
    }

    /// The empty forts.
    #[inline]
    #[must_use]
    pub const fn free(&self) -> u64 {
        FORTS & !(self.words[0] | self.words[1])
    }

    /// The number of knights that a side has still to put into holes: 0, or 5 to 7 before the joust.
    #[inline]
    #[must_use]
    pub const fn in_hand(&self, side: Side) -> u32 {
        (self.words[side.index()] >> IN_HAND) as u32
    }

    /// The same board with the other side to move.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { words: self.words, side: Side::BOTH[1 - self.side.index()] }
    }

    /// The left-right mirror image: the same game, with columns and holes the other way round.
    #[must_use]
    pub fn mirrored(self) -> Self {
        self.map(board::mirrored)
    }

    /// The rows the other way round and the holes where they are: the same game, as holes serve all rows alike.
    #[must_use]
    pub fn flipped(self) -> Self {
        self.map(board::flipped)
    }

    /// The board turned half round and the sides swapped, the side to move too: the same game for whoever moves.
    #[must_use]
    pub fn turned(self) -> Self {
        let Self { words: [a, b], side } = self.map(board::turned);
        Self { words: [b, a], side: !side }
    }

    /// The representative of the up to eight positions that are the same by symmetry: A moves, and the words are least.
    #[must_use]
    pub fn canonical(self) -> Self {
        let pos = if self.side == Side::First { self } else { self.turned() };
        let mirrored = pos.mirrored();
        let images = [mirrored, pos.flipped(), mirrored.flipped()];
        images.into_iter().fold(pos, |least, image| if image.words < least.words { image } else { least })
    }

    fn map(self, image: impl Fn(u64) -> u64) -> Self {
        const COUNTS: u64 = !0 << IN_HAND;
        Self { words: self.words.map(|word| image(word) | word & COUNTS), ..self }
    }

    /// The knights that may move: all of the mover's, but for the joust's first move.
    #[inline]
    fn movable(&self) -> u64 {
        let own = self.knights(self.side);
        if (self.words[0] | self.words[1]) & FORTS == 0 { own & OPENING_HOLES } else { own }
    }

    /// Whether the side that has just moved has won.
    #[inline]
    const fn is_won(&self) -> bool {
        board::has_line(self.words[1 - self.side.index()])
    }
}

impl Node for Forte {
    type Rules = Options;

    #[inline]
    fn key(&self) -> u64 {
        // No word uses its top bit: at most seven knights are in hand.
        mix_all([self.words[0], self.words[1] | (self.side as u64) << 63])
    }

    fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        text::parse(text, rules)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl Position for Forte {
    type Move = Move;
    type After = Self;

    #[inline]
    fn moves(&self, list: &mut MoveList<Move>) {
        match self.in_hand(self.side) {
            _ if self.is_won() => {}
            0 => moves::push_knights(self.movable(), self.free(), list),
            knights => moves::set_ups(knights).for_each(|mv| list.push(mv)),
        }
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let mut words = self.words;
        let own = &mut words[self.side.index()];
        *own = match mv.holes() {
            None => *own ^ (1 << mv.from() | 1 << mv.to()),
            Some(holes) => u64::from(holes) << FIRST_HOLE,
        };
        Self { words, side: !self.side }
    }

    #[inline]
    fn count(&self) -> u64 {
        match self.in_hand(self.side) {
            _ if self.is_won() => 0,
            0 => moves::count_knights(self.movable(), self.free()),
            knights => moves::set_ups(knights).count() as u64,
        }
    }
}

impl Game for Forte {
    const SIDE_NAMES: [&'static str; 2] = ["A", "B"];

    fn start(rules: &Options) -> Self {
        let (first, second) = (rules.first, !rules.first);
        let mut words = Side::BOTH.map(|side| u64::from(fixed_holes(side, rules.knights[side.index()])) << FIRST_HOLE);
        if !rules.has_set_up_moves() {
            return Self { words, side: first };
        }
        let in_hand = |side: Side| u64::from(rules.knights[side.index()]) << IN_HAND;
        words[second.index()] = in_hand(second);
        if rules.knights[first.index()] == Options::ALL_KNIGHTS {
            return Self { words, side: second };
        }
        words[first.index()] = in_hand(first);
        Self { words, side: first }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn starter(&self, rules: &Options) -> Side {
        rules.first
    }

    #[inline]
    fn next_side(after: &Self) -> Side {
        after.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_won().then_some(Outcome::win(!self.side))
    }

    fn outcome_after(after: &Self) -> Option<Outcome> {
        after.outcome()
    }

    fn ending(&self) -> &'static str {
        "line"
    }

    fn path_rules(rules: &Options) -> PathRules {
        PathRules { repetitions: Some(3), ply_cap: rules.ply_cap, ..PathRules::default() }
    }

    fn series(rules: &Options) -> Option<Box<dyn Series<Self>>> {
        Some(Box::new(Tournament::new(*rules)))
    }
}

impl Deterministic for Forte {}

impl Registered for Forte {
    const ID: GameId = GameId::Forte;
    const TITLE: &'static str = "FORTE (Garrett J. Donner, 1980)";
    const TEXT_FORM: &'static str = "rows 6 to 1 of . A B, parted by /; holes 0..6 of A, then of B (o a knight, . none, \
        ??????? still to be chosen); side to move: \
        ....../....../....../....../....../...... ooooooo ooooooo A";
}

/// The holes that the rule sheet fills with so many knights (diagram 5): from the owner's seat the right-most hole stays empty
/// with six, both end holes with five. B sits opposite, so that his right-most hole is number 0.
const fn fixed_holes(side: Side, knights: u8) -> u8 {
    match (knights, side) {
        (5, _) => 0b011_1110,
        (6, Side::First) => 0b011_1111,
        (6, Side::Second) => 0b111_1110,
        _ => 0b111_1111,
    }
}
