//! Sides, outcomes, and the one scale on which searches compare positions.

use std::fmt;
use std::ops::{Add, Neg, Not, Sub};

/// One of the two players: `First` is the one who makes the first move of a standard game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// The player who starts (A, Red, Black in checkers, White in chess).
    First = 0,
    /// The other.
    Second = 1,
}

impl Side {
    /// Both, `First` first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1, for arrays by side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a game ended. A win carries its points: 1, or more where gammons and cubes multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// `side` won `points` points.
    Win {
        /// The winner.
        side: Side,
        /// What the win is worth, at least 1.
        points: u16,
    },
}

impl Outcome {
    /// A win of one point.
    #[must_use]
    pub const fn win(side: Side) -> Self {
        Self::Win { side, points: 1 }
    }

    /// The points as `side` counts them: positive for its win, negative for its loss, 0 for a draw.
    #[inline]
    #[must_use]
    pub fn points_for(self, side: Side) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win { side: winner, points } if winner == side => i32::from(points),
            Self::Win { points, .. } => -i32::from(points),
        }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Draw => None,
            Self::Win { side, .. } => Some(side),
        }
    }
}

/// The value of a node for the side to act: fixed point, 10,000,000 units a point.
///
/// In games without chance a win of one point in n plies is worth `POINT - n`, so that shorter wins are preferred, and
/// static evaluations stay far inside, within [`Score::MAX_STATIC`]. In games with chance scores are expected points
/// in units of 1e-7; up to 200 points fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// One point, a plain win.
    pub const POINT: i32 = 10_000_000;
    /// An even position, a draw.
    pub const DRAW: Self = Self(0);
    /// Above every score; its negative is below every score.
    pub const INFINITE: Self = Self(i32::MAX);
    /// The most plies that a win can be away.
    pub const MAX_PLIES: i32 = 100_000;
    /// The largest static evaluation of a game without chance: less than any forced win.
    pub const MAX_STATIC: Self = Self(Self::POINT - Self::MAX_PLIES - 1);

    /// A win of one point, `plies` plies from here.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::POINT - plies as i32)
    }

    /// A loss of one point, `plies` plies from here.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::POINT)
    }

    /// Whether this is a forced win or loss (in a game without chance).
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > Self::MAX_STATIC.0 as u32
    }

    /// The distance of a forced win or loss of one point; `None` for other scores.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        if self.is_decided() && self.0.unsigned_abs() <= Self::POINT as u32 {
            Some(Self::POINT as u32 - self.0.unsigned_abs())
        } else {
            None
        }
    }

    /// In points: 1.0 is a plain win.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / f64::from(Self::POINT)
    }

    /// Clamps a static evaluation so that it cannot be taken for a forced result.
    #[inline]
    #[must_use]
    pub fn from_static(units: i32) -> Self {
        Self(units.clamp(-Self::MAX_STATIC.0, Self::MAX_STATIC.0))
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, units: i32) -> Self {
        Self(self.0.saturating_add(units))
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, units: i32) -> Self {
        Self(self.0.saturating_sub(units))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}
