//! A side's checkers in its home board, and their number among all such positions.
//!
//! With s(p) checkers on point p or above, the number is the sum over the points of (s(p) + 6 - p over 7 - p). So
//! positions with few checkers come first (924 have at most six), and whatever a play leads to has a lower number
//! than where it began: no play makes any s(p) larger.

use std::fmt;

/// The most checkers of a side.
pub const CHECKERS: u8 = 15;

/// The points of a home board.
pub const POINTS: usize = 6;

/// The positions of at most [`CHECKERS`] checkers in a home board: (21 over 6).
pub const HOMES: usize = homes_up_to(CHECKERS as usize);

/// What `s` checkers on point `at` + 1 or above contribute to the number: `WEIGHT[at][s]`.
const WEIGHT: [[u16; CHECKERS as usize + 1]; POINTS] = weights();

/// Checkers of one side in its home board, at most 15 on the points 1 to 6; the others are borne off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Home([u8; POINTS]);

/// Why counts are no position of a home board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHome {
    /// A side has no more than 15 checkers.
    #[error("{checkers} checkers; a side has at most {CHECKERS}")]
    TooMany {
        /// How many there would be.
        checkers: u16,
    },
}

/// n over k, for small numbers.
const fn binomial(n: usize, k: usize) -> usize {
    let (mut ways, mut at) = (1, 0);
    while at < k {
        ways = ways * (n - at) / (at + 1);
        at += 1;
    }
    ways
}

const fn weights() -> [[u16; CHECKERS as usize + 1]; POINTS] {
    let mut table = [[0; CHECKERS as usize + 1]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut above = 1;
        while above <= CHECKERS as usize {
            table[at][above] = binomial(above + POINTS - 1 - at, POINTS - at) as u16;
            above += 1;
        }
        at += 1;
    }
    table
}

/// The positions with at most so many checkers, which are those with the lowest numbers.
#[must_use]
pub const fn homes_up_to(checkers: usize) -> usize {
    binomial(checkers + POINTS, POINTS)
}

impl Home {
    /// No checker left.
    pub const EMPTY: Self = Self([0; POINTS]);

    /// The position with so many checkers on the points 1, 2, 3, 4, 5, 6, in this order.
    ///
    /// # Errors
    ///
    /// If there are more than 15.
    pub fn new(counts: [u8; POINTS]) -> Result<Self, BadHome> {
        let checkers = counts.iter().map(|&count| u16::from(count)).sum();
        if checkers > CHECKERS.into() { Err(BadHome::TooMany { checkers }) } else { Ok(Self(counts)) }
    }

    /// The position with a number, if it is below [`HOMES`].
    #[must_use]
    pub fn from_number(number: usize) -> Option<Self> {
        if number >= HOMES {
            return None;
        }
        let (mut rest, mut counts) = (number as u16, [0; POINTS]);
        for at in 0..POINTS {
            let above = WEIGHT[at].partition_point(|&weight| weight <= rest) - 1;
            rest -= WEIGHT[at][above];
            // So far a checker counts on every point up to its own.
            counts[at] = above as u8;
            if at > 0 {
                counts[at - 1] -= counts[at];
            }
        }
        Some(Self(counts))
    }

    /// The number, below [`HOMES`]; the empty home has 0.
    #[inline]
    #[must_use]
    pub fn number(self) -> usize {
        let (mut above, mut number) = (0, 0);
        for at in (0..POINTS).rev() {
            above += usize::from(self.0[at]);
            number += usize::from(WEIGHT[at][above]);
        }
        number
    }

    /// How many checkers stand on the points 1 to 6, in this order.
    #[inline]
    #[must_use]
    pub const fn counts(self) -> [u8; POINTS] {
        self.0
    }

    /// The checkers that are not borne off.
    #[inline]
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.0.iter().sum()
    }

    /// The pips that bring all checkers off, if none is wasted.
    #[must_use]
    pub fn pips(self) -> u16 {
        self.0.iter().zip(1..).map(|(&count, point)| u16::from(count) * point).sum()
    }

    /// After a checker on `point`, which must be there, moves down by `pips`, or off.
    pub(super) fn moved(self, point: usize, pips: usize) -> Self {
        let mut counts = self.0;
        counts[point - 1] -= 1;
        if point > pips {
            counts[point - pips - 1] += 1;
        }
        Self(counts)
    }
}

/// The checkers on the points 6 to 1, as they stand from left to right: `0 0 2 1 0 3`.
impl fmt::Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three, four, five, six] = self.0;
        write!(f, "{six} {five} {four} {three} {two} {one}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_go_back() {
        assert_eq!((HOMES, homes_up_to(6), homes_up_to(14)), (54_264, 924, 38_760));
        for number in 0..HOMES {
            let home = Home::from_number(number).expect("a low number");
            assert_eq!(home.number(), number);
            assert_eq!(Home::new(home.counts()), Ok(home));
            assert!(number < homes_up_to(home.checkers().into()));
        }
        assert_eq!(Home::from_number(HOMES), None);
        assert_eq!(Home::new([0, 0, 0, 0, 0, 15]).map(Home::number), Ok(HOMES - 1));
    }

    #[test]
    fn too_many_checkers_are_refused() {
        let refused = Home::new([15, 0, 0, 0, 0, 1]);
        assert_eq!(refused, Err(BadHome::TooMany { checkers: 16 }));
        assert_eq!(Home::new([255; 6]), Err(BadHome::TooMany { checkers: 1_530 }));
        assert_eq!(refused.expect_err("sixteen").to_string(), "16 checkers; a side has at most 15");
    }

    #[test]
    fn a_home_reads_from_the_six_point_down() {
        let home = Home::new([3, 0, 1, 2, 0, 0]).expect("six checkers");
        assert_eq!((home.to_string().as_str(), home.checkers(), home.pips()), ("0 0 2 1 0 3", 6, 14));
    }
}
