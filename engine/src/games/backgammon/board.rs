//! The board: how many checkers stand where, and whose they are, in twenty bytes.
//!
//! A *place* is a number from 0 to 25. The points are 1 to 24 as White counts them, 25 is White's bar and 0 Black's: White
//! moves towards 0, Black towards 25, and each enters from the far end. What a side calls its point `n`, from 1 (the
//! ace point) to 24 and 25 (its bar), is place `n` for White and `25 - n` for Black; a mask of places is turned into
//! either side's count by reversing it ([`seen_by`]).
//!
//! A count is four binary digits in four planes, a bit a place, so that "one checker", "two or more" and "three or
//! more" are each a handful of bit operations for all places at once. Checkers that are borne off are those
//! that are missing from fifteen.

use crate::Side;

/// The checkers of a side.
pub const CHECKERS: u32 = 15;
/// The places: 24 points and two bars.
pub const PLACES: usize = 26;
/// The bar, as its owner counts.
pub const BAR: u8 = 25;
/// A side's home board, as it counts: points 1 to 6.
pub const HOME: u32 = 0b111_1110;
/// The 24 points.
pub const POINTS: u32 = 0x1FF_FFFE;

/// The place of what `side` calls its point `point` (25 is its bar).
#[inline]
#[must_use]
pub const fn place(side: Side, point: u8) -> u8 {
    match side {
        Side::First => point,
        Side::Second => BAR - point,
    }
}

/// A mask of places as `side` counts, or a mask as `side` counts as places: turning round undoes itself.
#[inline]
#[must_use]
pub const fn seen_by(side: Side, mask: u32) -> u32 {
    match side {
        Side::First => mask,
        Side::Second => mask.reverse_bits() >> 6,
    }
}

/// Where all checkers stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit p of plane k: binary digit k of the number of checkers on place p.
    planes: [u32; 4],
    /// The places with Black's checkers.
    black: u32,
}

/// The number of a side's checkers on each of its points, as it counts: index 1 to 24, and 25 for its bar. Index 0 is those
/// that are borne off.
pub type Counts = [u8; PLACES];

impl Board {
    /// No checkers.
    pub const EMPTY: Self = Self { planes: [0; 4], black: 0 };

    /// The position before the first roll.
    #[must_use]
    pub const fn start() -> Self {
        let mut side = [0; PLACES];
        (side[24], side[13], side[8], side[6]) = (2, 5, 3, 5);
        Self::new([side, side])
    }

    /// The board with these counts of White and Black, each as it counts. Index 0 is not looked at. Whether the counts are
    /// possible is for the caller to know.
    #[must_use]
    pub const fn new(counts: [Counts; 2]) -> Self {
        let mut board = Self::EMPTY;
        let mut index = 0;
        while index < 2 {
            let side = Side::BOTH[index];
            let mut point = 1;
            while point <= BAR {
                let count = counts[index][point as usize];
                let bit = 1 << place(side, point);
                let mut plane = 0;
                while plane < 4 {
                    if count >> plane & 1 == 1 {
                        board.planes[plane] |= bit;
                    }
                    plane += 1;
                }
                if count > 0 && index == 1 {
                    board.black |= bit;
                }
                point += 1;
            }
            index += 1;
        }
        board
    }

    /// The counts of `side`, as it counts; index 0 holds what is borne off.
    #[must_use]
    pub fn counts(&self, side: Side) -> Counts {
        let mut counts = [0; PLACES];
        let (mut total, mut left) = (0, self.owned(side));
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let count = self.digits(at);
            counts[place(side, at) as usize] = count;
            total += count;
        }
        counts[0] = (CHECKERS as u8).saturating_sub(total);
        counts
    }

    /// The number of `side`'s checkers on what it calls `point`.
    #[inline]
    #[must_use]
    pub const fn count(&self, side: Side, point: u8) -> u8 {
        let place = place(side, point);
        if self.owned(side) >> place & 1 == 0 {
            return 0;
        }
        self.digits(place)
    }

    /// The number of checkers on a place, whose they are.
    #[inline]
    const fn digits(&self, place: u8) -> u8 {
        let [a, b, c, d] = self.planes;
        ((a >> place & 1) | (b >> place & 1) << 1 | (c >> place & 1) << 2 | (d >> place & 1) << 3) as u8
    }

    /// The places with checkers.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u32 {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// The places with `side`'s checkers.
    #[inline]
    #[must_use]
    pub const fn owned(&self, side: Side) -> u32 {
        match side {
            Side::First => self.occupied() & !self.black,
            Side::Second => self.black,
        }
    }

    /// The places with two or more checkers, whose they are.
    #[inline]
    #[must_use]
    pub const fn made(&self) -> u32 {
        let [_, b, c, d] = self.planes;
        b | c | d
    }

    /// The places with three or more checkers, whose they are.
    #[inline]
    #[must_use]
    pub const fn spares(&self) -> u32 {
        let [a, b, c, d] = self.planes;
        a & b | c | d
    }

    /// The four planes, whose checkers they are: digit k of the count on place p is bit p of plane k.
    #[inline]
    #[must_use]
    pub const fn planes(&self) -> [u32; 4] {
        self.planes
    }

    /// The number of `side`'s checkers that are still on the board or the bar.
    #[inline]
    #[must_use]
    pub const fn remaining(&self, side: Side) -> u32 {
        self.count_in(side, !0)
    }

    /// The number of `side`'s checkers on the places of a mask.
    #[inline]
    #[must_use]
    pub const fn count_in(&self, side: Side, mask: u32) -> u32 {
        let mine = self.owned(side) & mask;
        let [a, b, c, d] = self.planes;
        (a & mine).count_ones()
            + 2 * (b & mine).count_ones()
            + 4 * (c & mine).count_ones()
            + 8 * (d & mine).count_ones()
    }

    /// The points that `side` would have to be moved in all to bear every checker off.
    #[must_use]
    pub fn pips(&self, side: Side) -> u32 {
        let mine = self.owned(side);
        let mut sum = 0;
        for (digit, plane) in self.planes.into_iter().enumerate() {
            let mut left = seen_by(side, plane & mine);
            while left != 0 {
                sum += left.trailing_zeros() << digit;
                left &= left - 1;
            }
        }
        sum
    }

    /// Whether the sides can still meet: some checker has one of the other side before it.
    #[inline]
    #[must_use]
    pub const fn is_contact(&self) -> bool {
        let (white, black) = (self.owned(Side::First), self.owned(Side::Second));
        // White's last checker is its highest place, Black's its lowest.
        white != 0 && black != 0 && white.ilog2() > black.trailing_zeros()
    }

    /// Moves a checker of `side` from its point `from` to its point `to`, or off if that is 0, and sends a blot there to
    /// the bar. There must be a checker, and the target must not be held by the other side.
    #[inline]
    pub const fn step(&mut self, side: Side, from: u8, to: u8) {
        self.take(side, 1 << place(side, from));
        if to == 0 {
            return;
        }
        let target = 1 << place(side, to);
        if self.owned(other(side)) & target != 0 {
            // The blot's own digit serves the checker that comes.
            self.black ^= target;
            self.put(other(side), 1 << place(other(side), BAR));
        } else {
            self.put(side, target);
        }
    }

    #[inline]
    const fn take(&mut self, side: Side, bit: u32) {
        let mut borrow = bit;
        let mut plane = 0;
        while plane < 4 {
            let digit = self.planes[plane];
            self.planes[plane] = digit ^ borrow;
            borrow &= !digit;
            plane += 1;
        }
        if let Side::Second = side {
            self.black &= !bit | self.occupied();
        }
    }

    #[inline]
    const fn put(&mut self, side: Side, bit: u32) {
        let mut carry = bit;
        let mut plane = 0;
        while plane < 4 {
            let digit = self.planes[plane];
            self.planes[plane] = digit ^ carry;
            carry &= digit;
            plane += 1;
        }
        if let Side::Second = side {
            self.black |= bit;
        }
    }

    /// The five words of which the board is made, for keys.
    pub(super) const fn words(&self) -> [u32; 5] {
        let [a, b, c, d] = self.planes;
        [a, b, c, d, self.black]
    }
}

/// `!side`, where constants need it.
#[inline]
const fn other(side: Side) -> Side {
    match side {
        Side::First => Side::Second,
        Side::Second => Side::First,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_alike_for_both() {
        let board = Board::start();
        assert_eq!(board.counts(Side::First), board.counts(Side::Second));
        for side in Side::BOTH {
            assert_eq!((board.pips(side), board.remaining(side), board.count(side, 13)), (167, 15, 5));
        }
        assert!(board.is_contact());
        assert_eq!(board.made(), board.occupied());
    }

    #[test]
    fn a_hit_sends_the_blot_to_its_bar() {
        for side in Side::BOTH {
            let mut board = Board::start();
            board.step(side, 24, 20);
            board.step(!side, 8, 5);
            assert_eq!(board.count(!side, 5), 1);
            assert_eq!((board.count(side, 20), board.count(side, BAR)), (0, 1));
            assert_eq!((board.remaining(side), board.remaining(!side)), (15, 15));
            assert_eq!((board.pips(side), board.pips(!side)), (167 - 4 + 5, 164));
        }
    }

    #[test]
    fn checkers_come_and_go_by_the_dozen() {
        let mut counts = [[0; PLACES]; 2];
        counts[0][6] = 15;
        counts[1][1] = 15;
        let mut board = Board::new(counts);
        for left in (0..15).rev() {
            board.step(Side::First, 6, 5);
            board.step(Side::Second, 1, 0);
            assert_eq!((board.count(Side::First, 6), board.count(Side::First, 5)), (left, 15 - left));
            assert_eq!(board.remaining(Side::Second), u32::from(left));
        }
        assert_eq!(board.owned(Side::Second), 0);
        assert_eq!(board.counts(Side::Second)[0], 15);
    }
}
