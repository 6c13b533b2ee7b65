//! Moves: a knight to a fort, or the choice of holes before the joust.
//!
//! Sixteen bits: from and to, six bits each, as numbered by [`super::board`]; a choice of holes has the top bit
//! and the seven holes. Written `h1>b3` from a hole, `c4>f5` on the board, `setup:ooo.ooo` for the choice of holes (left
//! to right as A sees them), and `pass` for the choice of a side that keeps all seven and so has none.

use std::fmt;

use super::board::{self, FIRST_HOLE, HOLE_COUNT, TARGETS, WIDTH};
use crate::bitboard::Bits;
use crate::{MoveList, PackedMove};

/// One turn of FORTE.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// The mark of a choice of holes.
const SET_UP: u16 = 1 << 15;
/// All seven holes.
const ALL_HOLES: u16 = (1 << HOLE_COUNT) - 1;

impl Move {
    /// A knight from a fort or hole to a fort, by their bits.
    #[inline]
    #[must_use]
    pub const fn knight(from: u32, to: u32) -> Self {
        Self((from << 6 | to) as u16)
    }

    /// Knights into the holes of a set of seven bits, hole 0 lowest.
    #[must_use]
    pub const fn set_up(holes: u32) -> Self {
        Self(SET_UP | holes as u16 & ALL_HOLES)
    }

    /// The holes that a set-up move fills; `None` for a knight's move.
    #[inline]
    #[must_use]
    pub const fn holes(self) -> Option<u32> {
        if self.0 & SET_UP == 0 { None } else { Some((self.0 & ALL_HOLES) as u32) }
    }

    /// The bit a knight leaves, below 64.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u32 {
        self.0 as u32 >> 6 & 63
    }

    /// The bit a knight goes to, below 64.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u32 {
        self.0 as u32 & 63
    }
}

impl PackedMove for Move {
    const SLOTS: usize = 1 << 12;

    #[inline]
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits as u16)
    }

    /// From and to; a choice of holes shares the slot of some knight's move.
    #[inline]
    fn slot(self) -> usize {
        usize::from(self.0) % Self::SLOTS
    }

    const KINDS: usize = 2 * FIRST_HOLE as usize;

    /// Where to, and whether from a hole: knights are alike, and reach nearly everything.
    #[inline]
    fn kind(self) -> usize {
        let (from, to) = (self.from(), self.to());
        (to % FIRST_HOLE + if from >= FIRST_HOLE { FIRST_HOLE } else { 0 }) as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.holes() {
            Some(holes) if holes == u32::from(ALL_HOLES) => f.write_str("pass"),
            Some(holes) => {
                f.write_str("setup:")?;
                write_holes(f, holes)
            }
            None => {
                write_place(f, self.from())?;
                f.write_str(">")?;
                write_place(f, self.to())
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Seven holes, `o` for a knight and `.` for none.
pub(super) fn write_holes(f: &mut impl fmt::Write, holes: u32) -> fmt::Result {
    (0..HOLE_COUNT).try_for_each(|hole| f.write_char(if holes >> hole & 1 == 1 { 'o' } else { '.' }))
}

/// A hole as `h0`..`h6`, a fort as `a1`..`f6`.
fn write_place(f: &mut impl fmt::Write, bit: u32) -> fmt::Result {
    if bit >= FIRST_HOLE {
        write!(f, "h{}", bit - FIRST_HOLE)
    } else {
        write!(f, "{}{}", char::from(b'a' + (bit % WIDTH) as u8), bit / WIDTH + 1)
    }
}

/// Appends the moves of the knights of `from` to the forts of `free`.
#[inline]
pub(super) fn push_knights(from: u64, free: u64, list: &mut MoveList<Move>) {
    for from in Bits(from) {
        for to in Bits(TARGETS[from as usize & 63] & free) {
            list.push(Move::knight(from, to));
        }
    }
}

/// The number of moves that [`push_knights`] appends.
#[inline]
pub(super) fn count_knights(from: u64, free: u64) -> u64 {
    Bits(from).map(|from| u64::from((TARGETS[from as usize & 63] & free).count_ones())).sum()
}

/// The ways to put `knights` of them into seven holes, at most one in each.
pub(super) fn set_ups(knights: u32) -> impl Iterator<Item = Move> {
    (0..1 << board::HOLE_COUNT).filter(move |holes: &u32| holes.count_ones() == knights).map(Move::set_up)
}
