//! A move: one card played, one man moved. What each card allows, and what it does to the men.
//!
//! A move is written `card:from-to`, such as `hop:a4-a3`. For the swaps `to` is the other man's square, for a push the
//! square of the first man pushed. The swap of two own men changes nothing, whichever they are: it is one move a card,
//! written `trade:null` or `switch:null`.
//!
//! [`targets`] is the heart: the squares that a card lets one man go to, as a set. Generation lists them, counting adds
//! up their sizes, an evaluation asks it what a hand threatens.

use std::fmt;

use super::board::{CORNERS, DIAGONAL, HOPS, LEAPS, LINES, ORTHOGONAL, SKIPS, STEPS, Square, Squares, slides};
use super::cards::{Card, Cards};
use super::{Adjacency, NullSwap, Options};
use crate::{MoveList, PackedMove};

/// A card played and the man it moves, in twelve bits: `card << 8 | from << 4 | to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play(u16);

impl Play {
    /// `card` takes the man from `from` to `to`.
    #[inline]
    #[must_use]
    pub const fn new(card: Card, from: Square, to: Square) -> Self {
        Self((card as u16) << 8 | (from.index() as u16) << 4 | to.index() as u16)
    }

    /// `card` swaps two of the mover's own men.
    #[inline]
    #[must_use]
    pub const fn null(card: Card) -> Self {
        Self((card as u16) << 8)
    }

    /// The card played.
    #[inline]
    #[must_use]
    pub const fn card(self) -> Card {
        Card::ALL[(self.0 >> 8) as usize]
    }

    /// The square the man comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u32 >> 4)
    }

    /// The square the man goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new(self.0 as u32)
    }

    /// Whether two of the mover's own men are swapped: no man goes from a square to itself otherwise.
    #[inline]
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.from().index() == self.to().index()
    }

    /// The men of the mover and of the other side after this move.
    #[inline]
    #[must_use]
    pub(super) const fn shift(self, own: Squares, other: Squares) -> (Squares, Squares) {
        let (from, to) = (self.from().bit(), self.to().bit());
        match self.card() {
            Card::Trade | Card::Switch if self.is_null() => (own, other),
            Card::Trade | Card::Switch => (own ^ from ^ to, other ^ from ^ to),
            Card::Push => {
                let turn = (self.to().index() as u32).wrapping_sub(self.from().index() as u32) & 15;
                let pushed = from | to | (to.rotate_left(turn) & (own | other));
                (push_on(own, pushed, turn), push_on(other, pushed, turn))
            }
            _ => (own ^ from ^ to, other),
        }
    }
}

/// Moves those of `men` that stand on `pushed` one square on; a legal push has room for them.
const fn push_on(men: Squares, pushed: Squares, turn: u32) -> Squares {
    men & !pushed | (men & pushed).rotate_left(turn)
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            write!(f, "{}:null", self.card())
        } else {
            write!(f, "{}:{}-{}", self.card(), self.from(), self.to())
        }
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PackedMove for Play {
    const SLOTS: usize = 12 << 8;

    #[inline]
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self((bits % Self::SLOTS as u32) as u16)
    }

    #[inline]
    fn slot(self) -> usize {
        usize::from(self.0)
    }
}

/// The squares `card` lets the man on `from` go to, where `own` and `other` are the men of its side and of the other.
/// For the swaps these are squares of the other side's men, for a push those of the first man pushed.
#[inline]
#[must_use]
pub fn targets(card: Card, from: Square, own: Squares, other: Squares, adjacency: Adjacency) -> Squares {
    let empty = !(own | other);
    let index = from.index();
    match card {
        Card::Hop => HOPS[index] & empty,
        Card::Skip => SKIPS[index] & empty,
        Card::King => STEPS[index] & empty,
        Card::Horse => LEAPS[index] & empty,
        Card::Zip => CORNERS & empty,
        Card::Zap => !CORNERS & empty,
        Card::Rook => slides(from.bit(), empty, &ORTHOGONAL),
        Card::Bishop => slides(from.bit(), empty, &DIAGONAL),
        Card::Trade => adjacent(from, adjacency) & other,
        Card::Switch => !adjacent(from, adjacency) & other,
        Card::Jump => jumps(from, empty, adjacency),
        Card::Push => pushes(from, empty, adjacency),
    }
}

/// The squares that count as adjacent to `square`.
#[inline]
#[must_use]
pub const fn adjacent(square: Square, adjacency: Adjacency) -> Squares {
    match adjacency {
        Adjacency::Eight => STEPS[square.index()],
        Adjacency::Four => HOPS[square.index()],
    }
}

/// `set` if `when`, else the empty set, without a branch.
#[inline]
const fn only_if(when: bool, set: Squares) -> Squares {
    (when as Squares).wrapping_neg() & set
}

/// The number of a square's [`LINES`] that count: the diagonal one comes last.
#[inline]
const fn lines_used(adjacency: Adjacency) -> usize {
    match adjacency {
        Adjacency::Eight => 3,
        Adjacency::Four => 2,
    }
}

#[inline]
fn jumps(from: Square, empty: Squares, adjacency: Adjacency) -> Squares {
    let lines = &LINES[from.index()][..lines_used(adjacency)];
    lines.iter().fold(0, |set, line| set | only_if(line.near & empty == 0, line.beyond & empty))
}

#[inline]
fn pushes(from: Square, empty: Squares, adjacency: Adjacency) -> Squares {
    let lines = &LINES[from.index()][..lines_used(adjacency)];
    // The neighbour must be a man, and one of the two squares behind it empty: if the nearer one is not, it is a second
    // man to push.
    lines.iter().fold(0, |set, line| set | only_if((line.beyond | line.far) & empty != 0, line.near & !empty))
}

/// Whether `card` is a swap that two of the men of `own` can make with each other.
#[inline]
#[must_use]
pub fn can_swap_own(card: Card, own: Squares, adjacency: Adjacency) -> bool {
    match card {
        Card::Trade => Square::of(own).any(|man| adjacent(man, adjacency) & own != 0),
        Card::Switch => Square::of(own).any(|man| !(adjacent(man, adjacency) | man.bit()) & own != 0),
        _ => false,
    }
}

/// What a turn has to go by: the mover's hand, both sides' men, and the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) hand: Cards,
    pub(super) own: Squares,
    pub(super) other: Squares,
    pub(super) options: Options,
}

impl Turn {
    /// Appends every move.
    #[inline]
    pub(super) fn list(self, list: &mut MoveList<Play>) {
        for card in self.hand.kinds() {
            for from in Square::of(self.own) {
                for to in Square::of(self.targets(card, from)) {
                    list.push(Play::new(card, from, to));
                }
            }
            if self.has_null_swap(card) {
                list.push(Play::null(card));
            }
        }
    }

    /// The number of moves.
    #[inline]
    pub(super) fn count(self) -> u32 {
        let of = |card| {
            let men = Square::of(self.own).map(|from| self.targets(card, from).count_ones());
            men.sum::<u32>() + u32::from(self.has_null_swap(card))
        };
        self.hand.kinds().map(of).sum()
    }

    /// Whether there is a move at all.
    #[inline]
    pub(super) fn has_move(self) -> bool {
        let with = |card| Square::of(self.own).any(|from| self.targets(card, from) != 0) || self.has_null_swap(card);
        self.hand.kinds().any(with)
    }

    #[inline]
    fn targets(self, card: Card, from: Square) -> Squares {
        targets(card, from, self.own, self.other, self.options.adjacency())
    }

    #[inline]
    fn has_null_swap(self, card: Card) -> bool {
        card.is_swap()
            && self.options.null_swap() == NullSwap::On
            && can_swap_own(card, self.own, self.options.adjacency())
    }
}
