//! The board, its squares as bits of a word, and the position.
//!
//! Squares are numbered 1 to 32 by players, from the corner at Black's right hand, four to a row:
//!
//! ```text
//!       1   2   3   4      Black's first row
//!     5   6   7   8
//!       9  10  11  12
//!    13  14  15  16
//!      17  18  19  20
//!    21  22  23  24
//!      25  26  27  28
//!    29  30  31  32        White's first row
//! ```
//!
//! In a [`Set`] a square is one of 35 bits: behind every eight squares a bit stays empty. A step is then a shift by 4 or
//! 5 from every square alike, and what leaves the board at its edges falls on an empty bit or beyond the last: no
//! masks by row or file.

use crate::zobrist;
use crate::{BadPosition, Side};

/// A set of squares: bits of [`ALL`].
pub type Set = u64;

/// All squares.
pub const ALL: Set = 0x7_FBFD_FEFF;
/// The row in which Black's men are crowned: squares 29 to 32.
pub const LAST: Set = 0x7_8000_0000;
/// The row in which White's men are crowned: squares 1 to 4.
pub const FIRST: Set = 0xF;
/// The pieces of a side, at most.
pub const PIECES: u32 = 12;
/// The number of squares.
pub const SQUARES: u32 = 32;
/// Bits that squares have among them, the empty ones included.
pub const BITS: usize = 35;

/// The directions by number: down the diagram to the left (+4) and right (+5), then the opposite steps (-4, -5). Black's
/// men take the first two, White's the others.
pub const DIRECTIONS: [i32; 4] = [4, 5, -4, -5];

/// The bit of a square by its number from 1.
///
/// # Panics
/// If there is no such square.
#[must_use]
pub const fn square(number: u32) -> Set {
    assert!(number >= 1 && number <= SQUARES, "squares have numbers from 1 to 32");
    1 << bit_of(number)
}

/// The index of a square's bit, by its number from 1.
#[inline]
#[must_use]
pub const fn bit_of(number: u32) -> u32 {
    number - 1 + (number - 1) / 8
}

/// The number, from 1, of the square whose bit has this index.
#[inline]
#[must_use]
pub const fn number_of(bit: u32) -> u32 {
    bit + 1 - bit / 9
}

/// The board turned half round: what Black sees at a square becomes what White sees there.
#[inline]
#[must_use]
pub const fn turned(set: Set) -> Set {
    set.reverse_bits() >> (64 - BITS)
}

/// The set without its gaps: square 1 is bit 0, square 32 bit 31.
#[inline]
#[must_use]
pub const fn packed(set: Set) -> u32 {
    (set & 0xFF | set >> 1 & 0xFF00 | set >> 2 & 0xFF_0000 | set >> 3 & 0xFF00_0000) as u32
}

/// The inverse of [`packed`].
#[inline]
#[must_use]
pub const fn unpacked(squares: u32) -> Set {
    let set = squares as u64;
    set & 0xFF | (set & 0xFF00) << 1 | (set & 0xFF_0000) << 2 | (set & 0xFF00_0000) << 3
}

/// The row in which a side's men are crowned.
#[inline]
#[must_use]
pub const fn crown_row(side: Side) -> Set {
    match side {
        Side::First => LAST,
        Side::Second => FIRST,
    }
}

/// A set one step on in one of [`DIRECTIONS`]; off the board it leaves [`ALL`].
#[inline(always)]
#[allow(clippy::inline_always)] // With a known direction this is one shift.
pub(super) const fn step(set: Set, direction: u32) -> Set {
    match direction & 3 {
        0 => set << 4,
        1 => set << 5,
        2 => set >> 4,
        _ => set >> 5,
    }
}

/// A position of English draughts: 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checkers {
    /// Black's pieces, then White's.
    pub(super) pieces: [Set; 2],
    /// The kings of both.
    pub(super) kings: Set,
    pub(super) side: Side,
    pub(super) clock: u16,
}

impl Checkers {
    /// A position; `pieces` and among them `kings` as sets, Black's first.
    ///
    /// # Errors
    /// Says what could not stand like that: as `check` has it. The place is always 1.
    pub fn new(pieces: [Set; 2], kings: Set, side: Side, clock: u16) -> Result<Self, BadPosition> {
        let pos = Self { pieces, kings, side, clock };
        pos.check().map_err(|what| BadPosition { what, at: 1 })?;
        Ok(pos)
    }

    /// What of this could not stand on a board: a bit off the board, two pieces on a square, more than twelve of a side, a
    /// man in the row where he would be a king, no piece at all.
    pub(super) fn check(&self) -> Result<(), String> {
        let [black, white] = self.pieces;
        if (black | white | self.kings) & !ALL != 0 || self.kings & !(black | white) != 0 {
            return Err("a bit outside the board, or a king that is no piece".to_owned());
        }
        if black & white != 0 {
            let number = number_of((black & white).trailing_zeros());
            return Err(format!("square {number} has a black and a white piece"));
        }
        if black | white == 0 {
            return Err("there is no piece on the board".to_owned());
        }
        for side in Side::BOTH {
            let [name, crown] = match side {
                Side::First => ["black", "last"],
                Side::Second => ["white", "first"],
            };
            let count = self.of(side).count_ones();
            if count > PIECES {
                return Err(format!("{count} {name} pieces; a side has at most {PIECES}"));
            }
            let crowned = self.men(side) & crown_row(side);
            if crowned != 0 {
                let number = number_of(crowned.trailing_zeros());
                return Err(format!("a {name} man on {number}, in the {crown} row, would be a king: K{number}"));
            }
        }
        Ok(())
    }

    /// The start: twelve men a side, Black to move.
    pub(super) const START: Self =
        Self { pieces: [unpacked(0xFFF), unpacked(0xFFF0_0000)], kings: 0, side: Side::First, clock: 0 };

    /// The pieces of a side.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Side) -> Set {
        self.pieces[side.index()]
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub const fn men(&self, side: Side) -> Set {
        self.of(side) & !self.kings
    }

    /// The kings of a side.
    #[inline]
    #[must_use]
    pub const fn kings(&self, side: Side) -> Set {
        self.of(side) & self.kings
    }

    /// The squares on which nothing stands.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> Set {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// The number of pieces on the board.
    #[inline]
    #[must_use]
    pub const fn count_pieces(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// Whether a side might have two jumps with the same result, were it to move.
    ///
    /// Those are jumps of one piece that take the same pieces and end on the same square. All squares where a piece lands
    /// are two rows and two columns apart, so that each taken piece joins two of them, the same two in both jumps. Where
    /// the joined squares have no circle, there is one way through all of them; a circle takes four pieces, and somebody
    /// who goes back: a king.
    #[inline]
    pub(super) const fn may_circle(&self, side: Side) -> bool {
        self.kings(side) != 0 && self.pieces[1 - side.index()].count_ones() >= 4
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.side
    }

    /// The plies since the last capture or man's move.
    #[inline]
    #[must_use]
    pub const fn plies_without_progress(&self) -> u16 {
        self.clock
    }

    /// The same position with the board turned and the colours exchanged: what it is for one side to move here, it is
    /// for the other there.
    #[must_use]
    pub fn turned(&self) -> Self {
        let [black, white] = self.pieces;
        Self { pieces: [turned(white), turned(black)], kings: turned(self.kings), side: !self.side, clock: self.clock }
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { side: !self.side, ..*self }
    }

    /// Both colours and the kings are 35 bits each and the side is one: three words, each fully mixed in. The clock is
    /// left out: positions that differ in it repeat each other.
    #[inline]
    pub(super) const fn key_of(&self) -> u64 {
        let side = (self.side.index() as u64) << 63;
        zobrist::mix_all([self.pieces[0] | side, self.pieces[1], self.kings])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_bits_and_numbers() {
        let all = (1..=SQUARES).fold(0, |set, number| {
            assert_eq!(number_of(bit_of(number)), number);
            assert_eq!(packed(square(number)), 1 << (number - 1));
            assert_eq!(turned(square(number)), square(33 - number));
            set | square(number)
        });
        assert_eq!(all, ALL);
        assert_eq!(unpacked(u32::MAX), ALL);
        assert_eq!((LAST, FIRST), (unpacked(0xF000_0000), unpacked(0xF)));
    }

    #[test]
    fn steps_reach_the_neighbours_of_the_diagram() {
        let neighbours = |number| {
            let mut all: Vec<u32> = (0..4)
                .map(|direction| step(square(number), direction) & ALL)
                .filter(|&set| set != 0)
                .map(|set| number_of(set.trailing_zeros()))
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(neighbours(1), [5, 6]);
        assert_eq!(neighbours(4), [8]);
        assert_eq!(neighbours(5), [1, 9]);
        assert_eq!(neighbours(12), [8, 16]);
        assert_eq!(neighbours(15), [10, 11, 18, 19]);
        assert_eq!(neighbours(18), [14, 15, 22, 23]);
        assert_eq!(neighbours(28), [24, 32]);
        assert_eq!(neighbours(29), [25]);
        assert_eq!(neighbours(32), [27, 28]);
    }
}
