//! What a cell of a table holds while it is worked out: a byte.
//!
//! Distances are in plies: an even number is a loss for the side to move, an odd one a win.

use engine::{Known, Value};

/// No position: two pieces on a square.
pub(super) const NOWHERE: u8 = 0;
/// The most plies that have a code.
pub(super) const MOST_PLIES: u8 = 190;
/// Undecided with no quiet move left that may not lose; with `n` left the code is `n` more.
const UNDECIDED: u8 = 192;
/// The most quiet moves that are counted.
const MOST_MOVES: u8 = 60;
/// Not lost, since a man can be crowned with a draw; perhaps won.
pub(super) const SAFE: u8 = UNDECIDED + MOST_MOVES + 1;
/// A draw for good.
pub(super) const DRAWN: u8 = u8::MAX;

/// Won or lost in so many plies.
#[inline]
pub(super) const fn decided(plies: u8) -> u8 {
    plies + 1
}

/// With so many quiet moves of which it is not known that they lose.
#[inline]
pub(super) const fn undecided(moves: u8) -> u8 {
    debug_assert!(moves <= MOST_MOVES, "a side has few pieces");
    UNDECIDED + moves
}

/// The plies to the end, if it is won or lost; of a finished table everything else is drawn or [`NOWHERE`].
#[inline]
pub(super) const fn plies(code: u8) -> Option<u8> {
    if code != NOWHERE && code <= decided(MOST_PLIES) { Some(code - 1) } else { None }
}

/// The quiet moves left, if they are counted.
#[inline]
pub(super) const fn moves_left(code: u8) -> Option<u8> {
    if code > UNDECIDED && code < SAFE { Some(code - UNDECIDED) } else { None }
}

/// What a code of a finished table says.
#[inline]
pub(super) fn known(code: u8) -> Known {
    match plies(code) {
        None => Known { value: Value::Draw, plies: None },
        Some(plies) => {
            let value = if plies.is_multiple_of(2) { Value::Loss } else { Value::Win };
            Known { value, plies: Some(plies.into()) }
        }
    }
}

/// The best of some moves, on a scale: late losses, draws, early wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Best(i16);

impl Best {
    /// Of no moves.
    pub(super) const NONE: Self = Self(i16::MIN);
    /// Of a move that takes the last piece.
    pub(super) const WINS_AT_ONCE: Self = Self::of(1);
    const DRAW: Self = Self(0);
    /// Beyond all plies.
    const FAR: i16 = 256;

    /// Of one move, after which it is this many plies to the end from before it.
    const fn of(plies: u8) -> Self {
        if plies.is_multiple_of(2) { Self(plies as i16 - Self::FAR) } else { Self(Self::FAR - plies as i16) }
    }

    /// Of a move that leads to a position of a finished table with this code.
    #[inline]
    pub(super) const fn before(code: u8) -> Self {
        match plies(code) {
            None => Self::DRAW,
            Some(plies) => Self::of(plies + 1),
        }
    }

    /// The code of a position whose best move this is.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        match self.0 {
            0 => DRAWN,
            1.. => decided((Self::FAR - self.0) as u8),
            _ => decided((self.0 + Self::FAR) as u8),
        }
    }

    /// Whether it wins.
    pub(super) const fn is_win(self) -> bool {
        self.0 > 0
    }

    /// Whether it draws.
    pub(super) const fn is_draw(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_their_plies() {
        for count in 0..=MOST_PLIES {
            assert_eq!(plies(decided(count)), Some(count));
            assert_eq!(moves_left(decided(count)), None);
        }
        for count in 1..=MOST_MOVES {
            assert_eq!((moves_left(undecided(count)), plies(undecided(count))), (Some(count), None));
        }
        assert_eq!([NOWHERE, SAFE, DRAWN].map(|code| (plies(code), moves_left(code))), [(None, None); 3]);
    }

    #[test]
    fn early_wins_are_best_and_late_losses_better_than_early_ones() {
        let after = [decided(1), decided(7), SAFE, decided(8), decided(0)];
        let order = after.map(Best::before);
        assert!(order.is_sorted() && order[0] > Best::NONE);
        assert_eq!(order.map(Best::code), [decided(2), decided(8), DRAWN, decided(9), decided(1)]);
        assert_eq!(Best::WINS_AT_ONCE.code(), decided(1));
    }
}
