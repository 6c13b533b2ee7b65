//! Moves of checkers in 32 bits, the whole path of a jump included.

use std::fmt;

use super::board::{DIRECTIONS, Set, number_of, step};
use crate::PackedMove;

/// A move: bits 0-5 the bit of the square it starts from, 6-11 of that where it ends, 12-30 its steps in order, two bits
/// each (a [direction](DIRECTIONS)), closed by a one; 31 whether a king moves. Nine jumps, the most there can be, fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// Where the steps begin.
const STEPS: u32 = 12;
const KING: u32 = 1 << 31;

impl Move {
    /// One step to an empty square.
    #[inline]
    pub(super) const fn quiet(from: u32, to: u32, direction: u32, is_king: bool) -> Self {
        Self(from | to << 6 | direction << STEPS | 4 << STEPS | if is_king { KING } else { 0 })
    }

    /// A jump along `path`.
    #[inline]
    pub(super) const fn jump(from: u32, to: u32, path: Path, is_king: bool) -> Self {
        Self(from | to << 6 | path.closed() << STEPS | if is_king { KING } else { 0 })
    }

    /// The index of the bit it starts from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u32 {
        self.0 & 63
    }

    /// The index of the bit it ends on.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u32 {
        self.0 >> 6 & 63
    }

    /// Whether a king moves.
    #[inline]
    #[must_use]
    pub const fn is_king(self) -> bool {
        self.0 & KING != 0
    }

    const fn direction(self) -> u32 {
        self.0 >> STEPS & 3
    }

    /// Whether it captures. (A jump never ends on a square beside the one it came from: those are of the other colour of a
    /// chequered board of rows.)
    #[inline]
    #[must_use]
    pub const fn is_jump(self) -> bool {
        self.from() as i32 + DIRECTIONS[self.direction() as usize] != self.to() as i32
    }

    /// The steps, first to last, as directions.
    fn steps(self) -> impl Iterator<Item = u32> {
        let mut rest = (self.0 & !KING) >> STEPS;
        std::iter::from_fn(move || {
            let direction = rest & 3;
            rest >>= 2;
            // The closing one alone is left after the last step.
            (rest != 0).then_some(direction)
        })
    }

    /// The squares of the pieces it takes; none of a quiet move.
    #[inline]
    #[must_use]
    pub fn captured(self) -> Set {
        if !self.is_jump() {
            return 0;
        }
        let mut rest = (self.0 & !KING) >> STEPS;
        let (mut at, mut captured) = (1 << self.from(), 0);
        while rest > 1 {
            let over = step(at, rest);
            captured |= over;
            at = step(over, rest);
            rest >>= 2;
        }
        captured
    }

    /// The indices of the bits of the squares it touches, the first and the last included.
    pub fn path(self) -> impl Iterator<Item = u32> {
        let stride = if self.is_jump() { 2 } else { 1 };
        let mut at = self.from() as i32;
        let landed = self.steps().map(move |direction| {
            at += stride * DIRECTIONS[direction as usize];
            at as u32
        });
        std::iter::once(self.from()).chain(landed)
    }

    /// The short form: first and last square alone, `7x32`.
    #[must_use]
    pub fn short(self) -> String {
        let mark = if self.is_jump() { 'x' } else { '-' };
        format!("{}{mark}{}", number_of(self.from()), number_of(self.to()))
    }
}

/// The steps of a jump while it grows.
#[derive(Clone, Copy)]
pub(super) struct Path {
    steps: u32,
    length: u32,
}

impl Path {
    pub(super) const EMPTY: Self = Self { steps: 0, length: 0 };

    /// One step more.
    #[inline]
    pub(super) const fn and(self, direction: u32) -> Self {
        Self { steps: self.steps | direction << self.length, length: self.length + 2 }
    }

    const fn closed(self) -> u32 {
        self.steps | 1 << self.length
    }
}

/// The full form: every square that is touched, `9-13`, `7x16x23x32`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_jump() { 'x' } else { '-' };
        for (index, bit) in self.path().enumerate() {
            if index > 0 {
                write!(f, "{mark}")?;
            }
            write!(f, "{}", number_of(bit))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PackedMove for Move {
    const SLOTS: usize = 512;

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// By man or king, target and the direction of the first step.
    #[inline]
    fn slot(self) -> usize {
        (self.0 >> 6 & 0xFF | self.0 >> 31 << 8) as usize
    }
}
