//! Which steps a search takes: a set of named features, so that every combination can be tested against minimax.

use std::ops::{BitOr, Sub};

/// A set of search features.
///
/// ```
/// use search::Features;
/// let plain = Features::SOUND - Features::TABLE;
/// assert!(plain.has(Features::KILLERS) && !plain.has(Features::TABLE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u16);

impl Features {
    /// Nothing: alpha-beta over the moves as generated, or plain expectation.
    pub const NONE: Self = Self(0);
    /// The transposition table ends searches of positions seen before.
    pub const TABLE: Self = Self(1 << 0);
    /// The table's move is tried first.
    pub const TABLE_MOVE: Self = Self(1 << 1);
    /// Moves are ordered by what [`Sense::promise`](crate::Sense::promise) says.
    pub const PROMISE: Self = Self(1 << 2);
    /// Moves that cut a sibling off are tried early.
    pub const KILLERS: Self = Self(1 << 3);
    /// Moves that cut often are tried early.
    pub const HISTORY: Self = Self(1 << 4);
    /// Principal variation search: all moves but the first are asked only whether they are better.
    pub const SCOUT: Self = Self(1 << 5);
    /// Aspiration: each iteration starts with a narrow window around the last one's score.
    pub const ASPIRATION: Self = Self(1 << 6);
    /// Table entries serve only searches of exactly their depth (and proven results any deeper one), so that a
    /// search of depth d returns minimax's value of depth d to the unit. Off, deeper entries serve too.
    pub const SAME_DEPTH: Self = Self(1 << 7);
    /// A position that stood before, in the line or in the game, counts as a draw. Depends on the path, so the table
    /// may then hold a value that another path would not give.
    pub const REPETITION: Self = Self(1 << 8);
    /// Quiescence looks at noisy moves below the horizon.
    pub const QUIESCENCE: Self = Self(1 << 9);
    /// Star1: bounds of the score cut chance nodes off.
    pub const STAR1: Self = Self(1 << 10);
    /// Star2: one move of each branch is probed first for a lower bound.
    pub const STAR2: Self = Self(1 << 11);

    /// The features that never change the value of a search, one by one.
    pub const EACH_SOUND: [Self; 9] = [
        Self::TABLE,
        Self::TABLE_MOVE,
        Self::PROMISE,
        Self::KILLERS,
        Self::HISTORY,
        Self::SCOUT,
        Self::ASPIRATION,
        Self::STAR1,
        Self::STAR2,
    ];

    /// All features that never change the value of a search: its value is minimax's.
    pub const SOUND: Self = Self(0b1100_1111_1111);

    /// What players use.
    pub const PLAY: Self = Self(0b1111_0111_1111);

    /// Whether all of `features` are in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, features: Self) -> bool {
        self.0 & features.0 == features.0
    }
}

impl BitOr for Features {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Features {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_sets_hold_what_they_say() {
        let all = Features::EACH_SOUND.into_iter().fold(Features::SAME_DEPTH, BitOr::bitor);
        assert_eq!(all, Features::SOUND);
        let play = (Features::SOUND - Features::SAME_DEPTH) | Features::REPETITION | Features::QUIESCENCE;
        assert_eq!(play, Features::PLAY);
    }
}
