//! Who meets whom, and who starts: from the index of a game to its pair and its seats.
//!
//! Games `2p` and `2p + 1` are pair `p`: the same opening (and the same dice), sides swapped, so that neither player
//! gains by an opening that favours a side. The first `--player` starts the even games. If the number of games is odd,
//! the last one stands alone.

use std::ops::Not;

use engine::Side;
use serde::{Deserialize, Serialize};

/// One of the two players of a match, by the order on the command line; unlike a [`Side`], the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Contestant {
    /// The first `--player`.
    One,
    /// The second `--player`.
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

/// The pair that the game or series `index` belongs to.
pub(crate) fn pair(index: u64) -> u64 {
    index / 2
}

/// Who starts the game or series `index`.
pub(crate) fn starter(index: u64) -> Contestant {
    if index.is_multiple_of(2) { Contestant::One } else { Contestant::Two }
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
    fn both_start_once_in_a_pair() {
        for index in [0, 2, 100] {
            assert_eq!(pair(index), pair(index + 1));
            assert_eq!((starter(index), starter(index + 1)), (Contestant::One, Contestant::Two));
        }
        assert_ne!(pair(1), pair(2));
    }

    #[test]
    fn two_players_have_two_sides() {
        for side in Side::BOTH {
            let seats = Seats::with(Contestant::Two, side);
            assert_eq!((seats.of(side), seats.of(!side)), (Contestant::Two, Contestant::One));
        }
    }
}
