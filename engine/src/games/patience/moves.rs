//! What may go where: the moves, their texts, and the two questions of the rules behind them.
//!
//! Moves come pile by pile: the available card home, onto its lower neighbour, onto its upper, to an empty pile; then,
//! where builds move as one, the same within the tableau for each card that heads one.

use std::fmt;

use super::{Kind, PILES, Patience, Place, Units};
use crate::PackedMove;
use crate::cards::Card;

/// One card moved, written `7C>8C`, `KD>E` or `AS>F`; where builds move as one, their first card with all that lies
/// on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card that moves.
    pub card: Card,
    /// Where it goes.
    pub to: Target,
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Onto the available card of another pile.
    Onto(Card),
    /// To an empty pile, one target however many there are.
    Empty,
    /// To the foundation of its suit.
    Foundation,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Target::Onto(card) => write!(f, "{}>{card}", self.card),
            Target::Empty => write!(f, "{}>E", self.card),
            Target::Foundation => write!(f, "{}>F", self.card),
        }
    }
}

impl PackedMove for Move {
    const SLOTS: usize = 52 * 54;

    fn to_bits(self) -> u32 {
        let to = match self.to {
            Target::Onto(card) => u32::from(card.0),
            Target::Empty => 52,
            Target::Foundation => 53,
        };
        u32::from(self.card.0) * 54 + to
    }

    fn from_bits(bits: u32) -> Self {
        let to = match bits % 54 {
            52 => Target::Empty,
            53 => Target::Foundation,
            card => Target::Onto(Card(card as u8)),
        };
        Self { card: Card((bits / 54 % 52) as u8), to }
    }

    fn slot(self) -> usize {
        self.to_bits() as usize
    }
}

impl<K: Kind> Patience<K> {
    /// Whether an available `card` may go to its foundation.
    #[inline]
    pub(super) fn goes_home(&self, card: Card) -> bool {
        let count = self.home_count(card.suit());
        self.base().is_none_or(|base| count < 13 && card.rank() == (base + count) % 13)
    }

    /// Calls `visit` with every legal move.
    #[inline]
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move)) {
        let tops = self.available().fold(0_u64, |tops, card| tops | 1 << card.0);
        let has_empty = self.pile_ending(None).is_some();
        let laws = self.laws();
        for last in self.available() {
            if self.goes_home(last) {
                visit(Move { card: last, to: Target::Foundation });
            }
            // A build may lie on a neighbour of its first card and end with the other: its own end is no target.
            let others = tops & !(1 << last.0);
            let mut head = Some(last);
            while let Some(card) = head {
                // Seldom is a neighbour available. These are all a card can have, and some cards of other suits.
                let bit = 1_u64 << card.0;
                if others & (bit << 1 | bit >> 1 | bit << 12 | bit >> 12) != 0 {
                    for onto in laws.targets(card).filter(|onto| others >> onto.0 & 1 == 1) {
                        visit(Move { card, to: Target::Onto(onto) });
                    }
                }
                if has_empty && self.place(card) != Place::Table && laws.may_fill(card) {
                    visit(Move { card, to: Target::Empty });
                }
                head = self.movable_below(card);
            }
        }
    }

    /// The cards that can be moved within the tableau, with what lies on them, from the pile that ends with `last`;
    /// that one first.
    #[inline]
    pub(super) fn movable(&self, last: Card) -> impl Iterator<Item = Card> {
        std::iter::successors(Some(last), |&card| self.movable_below(card))
    }

    /// The card under a movable one, if it moves with it on top.
    #[inline]
    fn movable_below(&self, card: Card) -> Option<Card> {
        if self.laws().units == Units::One {
            return None;
        }
        match self.place(card) {
            Place::On(under) => self.laws().targets(card).any(|target| target == under).then_some(under),
            _ => None,
        }
    }

    /// Makes a legal move; an empty pile is the first there is.
    pub(super) fn make(&mut self, mv: Move) {
        let from = self.pile_of(mv.card).expect("a legal move takes the last card of a pile, or a build");
        let to = match mv.to {
            Target::Foundation => {
                self.lift(from);
                return self.put_home(mv.card);
            }
            Target::Onto(card) => self.pile_ending(Some(card)),
            Target::Empty => self.pile_ending(None),
        };
        let to = to.expect("a legal move goes onto the last card of a pile or to an empty pile");
        self.shift(mv.card, from, to);
    }

    /// The pile from which a card can be moved.
    fn pile_of(&self, card: Card) -> Option<usize> {
        self.pile_ending(Some(card)).or_else(|| {
            (0..PILES).find(|&pile| self.top(pile).is_some_and(|last| self.movable(last).any(|other| other == card)))
        })
    }
}
