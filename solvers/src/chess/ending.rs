//! Endings by their material, and how any few men on a board become one of them.
//!
//! An ending is written as its men, the stronger side's first: KRKP, KBNK. With up to four men there are 35 besides
//! bare kings. The stronger side has the more men or, with a man each, the one that comes first in Q, R, B, N, P; in a
//! table it is [`Side::First`] and its pawns go up.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use engine::Side;
use engine::games::chess::Kind;

/// The kinds besides the king, strongest first.
const KINDS: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// The place of a kind in [`KINDS`], by its bits.
const RANKS: [u8; 8] = {
    let mut ranks = [0; 8];
    let mut rank = 0;
    while rank < KINDS.len() {
        ranks[KINDS[rank].bits()] = rank as u8;
        rank += 1;
    }
    ranks
};

/// A man other than a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Man {
    pub(super) side: Side,
    pub(super) kind: Kind,
}

/// The material of an ending with three or four men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The stronger of two men besides the kings.
    pub(super) first: Option<Man>,
    /// The weaker of two men, or the only one. If there is a pawn, this is one.
    pub(super) last: Man,
}

/// A name that is no ending's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ending {name:?}; endings are written as KRK, KBNK, KQKR, the stronger side first")]
pub struct UnknownEnding {
    /// The name as given.
    pub name: String,
}

impl Ending {
    /// Numbers of endings are below this; some are nobody's.
    pub(super) const NUMBERS: usize = 55;

    /// All endings of up to `men` men, each after those that its captures and promotions lead to.
    #[must_use]
    pub fn all(men: usize) -> Vec<Self> {
        let strong = |kind| Man { side: Side::First, kind };
        let three = KINDS.map(|kind| Self { first: None, last: strong(kind) });
        let pairs = (0..KINDS.len()).flat_map(|last| (0..=last).map(move |first| (KINDS[first], KINDS[last])));
        let four = pairs.flat_map(|(first, last)| {
            Side::BOTH.map(|side| Self { first: Some(strong(first)), last: Man { side, kind: last } })
        });
        three.into_iter().chain(four).filter(|ending| ending.count() <= men).collect()
    }

    /// The number of men, kings included.
    #[must_use]
    pub const fn count(self) -> usize {
        if self.first.is_some() { 4 } else { 3 }
    }

    /// A number for arrays.
    #[inline]
    pub(super) fn number(self) -> usize {
        let last = usize::from(RANKS[self.last.kind.bits()]);
        match self.first {
            None => last,
            Some(first) => 5 + 25 * self.last.side.index() + 5 * usize::from(RANKS[first.kind.bits()]) + last,
        }
    }

    pub(super) fn has_pawns(self) -> bool {
        self.last.kind == Kind::Pawn
    }

    /// Whether two like men are on one side, so that they may change places.
    pub(super) fn has_twins(self) -> bool {
        self.first == Some(self.last)
    }

    /// Whether both sides have the same, so that either may be the stronger.
    pub(super) fn is_even(self) -> bool {
        self.first.is_some_and(|first| first.kind == self.last.kind && first.side != self.last.side)
    }

    /// Whether a pawn may pass one of the other side.
    pub(super) fn has_passing(self) -> bool {
        self.has_pawns() && self.is_even()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |man: Man| man.kind.letter().to_ascii_uppercase();
        let last = letter(self.last);
        match (self.first, self.last.side) {
            (None, _) => write!(f, "K{last}K"),
            (Some(first), Side::First) => write!(f, "K{}{last}K", letter(first)),
            (Some(first), Side::Second) => write!(f, "K{}K{last}", letter(first)),
        }
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(name: &str) -> Result<Self, UnknownEnding> {
        let found = Self::all(4).into_iter().find(|ending| ending.to_string() == name);
        found.ok_or_else(|| UnknownEnding { name: name.to_owned() })
    }
}

/// A man with its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) man: Man,
    pub(super) square: usize,
}

impl Placed {
    pub(super) const fn new(man: Man, square: usize) -> Self {
        Self { man, square }
    }

    /// The man as the other side's, the board turned over.
    fn exchanged(self) -> Self {
        Self { man: Man { side: !self.man.side, ..self.man }, square: turned_over(self.square) }
    }
}

/// A position as its ending's table sees it, but for symmetries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) ending: Ending,
    /// The stronger side's king first.
    pub(super) kings: [usize; 2],
    /// The squares of the ending's first man (0 if there is none) and last.
    pub(super) men: [usize; 2],
    /// The side to move.
    pub(super) side: Side,
}

impl Placement {
    /// Two kings and a man.
    #[inline]
    pub(super) fn three(kings: [usize; 2], man: Placed, side: Side) -> Self {
        if man.man.side == Side::Second {
            return Self::three(exchanged(kings), man.exchanged(), !side);
        }
        Self { ending: Ending { first: None, last: man.man }, kings, men: [0, man.square], side }
    }

    /// Two kings and two men.
    #[inline]
    pub(super) fn four(kings: [usize; 2], men: [Placed; 2], side: Side) -> Self {
        let rank = |placed: Placed| RANKS[placed.man.kind.bits()];
        let [one, other] = men;
        let (first, last) = match rank(one).cmp(&rank(other)) {
            Ordering::Less => (one, other),
            // In an even ending the side to move counts as the stronger, so that half a table will do.
            Ordering::Equal if one.man.side == side => (one, other),
            Ordering::Equal | Ordering::Greater => (other, one),
        };
        let (kings, first, last, side) = match first.man.side {
            Side::First => (kings, first, last, side),
            Side::Second => (exchanged(kings), first.exchanged(), last.exchanged(), !side),
        };
        let ending = Ending { first: Some(first.man), last: last.man };
        Self { ending, kings, men: [first.square, last.square], side }
    }
}

/// The kings with the sides exchanged and the board turned over.
fn exchanged([king, other]: [usize; 2]) -> [usize; 2] {
    [turned_over(other), turned_over(king)]
}

/// The square in its place when the board is turned over.
const fn turned_over(square: usize) -> usize {
    square ^ 0b111_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_thirty_five_endings_with_names_and_numbers() {
        let all = Ending::all(4);
        assert_eq!((all.len(), Ending::all(3).len(), Ending::all(2).len()), (35, 5, 0));
        let mut numbers: Vec<_> = all.iter().map(|ending| ending.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 35);
        assert!(numbers.iter().all(|&number| number < Ending::NUMBERS));
        for ending in all {
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
        for name in ["KK", "KRKQ", "KKR", "krk", "KQQQK"] {
            assert!(name.parse::<Ending>().is_err(), "{name}");
        }
    }
}
