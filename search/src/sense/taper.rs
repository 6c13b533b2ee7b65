//! A value for the middlegame and one for the endgame, added and scaled as one word.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in hundredths of a pawn: the middlegame's in the high half of the word, the endgame's in the low half,
/// which borrows from the other when negative. Sums stay correct while each value is within 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taper(i32);

impl Taper {
    /// Nothing in both.
    pub const ZERO: Self = Self(0);

    /// A pair of values.
    #[must_use]
    pub const fn new(middle: i32, end: i32) -> Self {
        Self((middle << 16).wrapping_add(end))
    }

    /// The middlegame's value.
    #[inline]
    #[must_use]
    pub const fn middle(self) -> i32 {
        // The low half has borrowed one if it is negative; half of its range added gives it back.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// The endgame's value.
    #[inline]
    #[must_use]
    pub const fn end(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl Add for Taper {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Taper {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Taper {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Taper {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

impl Neg for Taper {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_back() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -400), (12_000, -12_000)] {
            let pair = Taper::new(middle, end);
            assert_eq!((pair.middle(), pair.end()), (middle, end));
            let sum = pair * 2 - Taper::new(1, 1);
            assert_eq!((sum.middle(), sum.end()), (2 * middle - 1, 2 * end - 1));
            assert_eq!(((-pair).middle(), (-pair).end()), (-middle, -end));
        }
    }
}
