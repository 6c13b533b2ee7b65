//! The two who meet in a game, and where they sit. Who meets whom, and who starts, says [`crate::schedule`].

use std::ops::Not;

use engine::Side;
use serde::{Deserialize, Serialize};

/// One of the two players of a meeting, by the order on the command line; unlike a [`Side`], the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Contestant {
    /// The one that was given first.
    One,
    /// The other.
    Two,
}

impl Contestant {
    /// 0 or 1, for arrays by player.
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, for people.
    pub(crate) fn number(self) -> usize {
        self.index() + 1
    }
}

impl Not for Contestant {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// Which player sits on which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seats {
    first: Contestant,
}

impl Seats {
    /// The seats in which `contestant` has `side`.
    pub(crate) fn with(contestant: Contestant, side: Side) -> Self {
        match side {
            Side::First => Self { first: contestant },
            Side::Second => Self { first: !contestant },
        }
    }

    /// Who has `side`.
    pub(crate) fn of(self, side: Side) -> Contestant {
        match side {
            Side::First => self.first,
            Side::Second => !self.first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_have_two_sides() {
        for side in Side::BOTH {
            let seats = Seats::with(Contestant::Two, side);
            assert_eq!((seats.of(side), seats.of(!side)), (Contestant::Two, Contestant::One));
        }
    }
}
