//! What a position is worth to the side to move, in a byte that orders: late losses, draws, wins, the soonest last.

use engine::{Known, Value};

/// A value with its distance in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth(pub(super) i8);

/// The code of a win in no plies, which there is not.
const NEAREST: i8 = 126;

impl Worth {
    /// Of no move at all: less than everything.
    pub(super) const NONE: Self = Self(i8::MIN);
    /// Of no legal position: the king of the side that has moved could be captured.
    pub(super) const ILLEGAL: Self = Self(i8::MAX);
    /// A draw.
    pub(super) const DRAW: Self = Self(0);
    /// The most plies that have a code.
    pub(super) const MOST_PLIES: u8 = NEAREST as u8 - 1;

    /// What is known after a wave of wins (odd plies) or losses (even plies).
    pub(super) const fn decided(plies: u8) -> Self {
        if plies.is_multiple_of(2) { Self(plies as i8 - NEAREST) } else { Self(NEAREST - plies as i8) }
    }

    /// What a move is worth that leads to a position worth this to the other side.
    #[inline]
    pub(super) const fn before(self) -> Self {
        match self {
            Self::ILLEGAL => Self::NONE,
            Self::DRAW => Self::DRAW,
            Self(code) => Self(if code > 0 { 1 - code } else { -code - 1 }),
        }
    }

    /// The plies to mate, `None` for a draw.
    pub(super) const fn plies(self) -> Option<u8> {
        match self {
            Self::NONE | Self::ILLEGAL | Self::DRAW => None,
            Self(code) => Some(NEAREST as u8 - code.unsigned_abs()),
        }
    }

    /// The same for everybody.
    #[inline]
    pub(super) fn known(self) -> Known {
        let value = match self.0 {
            0 => Value::Draw,
            1.. => Value::Win,
            _ => Value::Loss,
        };
        Known { value, plies: self.plies().map(u16::from) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_adds_a_ply_and_changes_sides() {
        for plies in 0..Worth::MOST_PLIES {
            assert_eq!(Worth::decided(plies).before(), Worth::decided(plies + 1));
            assert_eq!(Worth::decided(plies).plies(), Some(plies));
        }
        assert_eq!((Worth::DRAW.before(), Worth::ILLEGAL.before()), (Worth::DRAW, Worth::NONE));
    }

    #[test]
    fn sooner_wins_and_later_losses_are_more() {
        let ascending =
            [Worth::NONE, Worth::decided(0), Worth::decided(80), Worth::DRAW, Worth::decided(81), Worth::decided(1)];
        assert!(ascending.is_sorted());
        assert_eq!(Worth::decided(7).known(), Known { value: Value::Win, plies: Some(7) });
        assert_eq!(Worth::decided(8).known(), Known { value: Value::Loss, plies: Some(8) });
    }
}
