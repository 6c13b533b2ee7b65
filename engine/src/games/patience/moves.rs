//! What may go where: the moves, their texts, and the two questions of the rules behind them.
//!
//! Moves come pile by pile: for each available card home, onto its lower neighbour, onto its upper, to an empty pile.

use std::fmt;

use super::{Kind, Patience, Place};
use crate::PackedMove;
use crate::cards::Card;

/// One card moved, written `7C>8C`, `KD>E` or `AS>F`.
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

/// The card one rank lower in suit on which `card` may be built, if there is one.
#[inline]
fn lower<K: Kind>(card: Card) -> Option<Card> {
    match card.rank() {
        0 => K::CIRCULAR.then(|| Card::new(card.suit(), 12)),
        rank => Some(Card::new(card.suit(), rank - 1)),
    }
}

/// The card one rank higher in suit on which `card` may be built, if there is one.
#[inline]
fn upper<K: Kind>(card: Card) -> Option<Card> {
    match card.rank() {
        12 => K::CIRCULAR.then(|| Card::new(card.suit(), 0)),
        rank => Some(Card::new(card.suit(), rank + 1)),
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
        for card in self.available() {
            if self.goes_home(card) {
                visit(Move { card, to: Target::Foundation });
            }
            for onto in [lower::<K>(card), upper::<K>(card)].into_iter().flatten() {
                if tops >> onto.0 & 1 == 1 {
                    visit(Move { card, to: Target::Onto(onto) });
                }
            }
            if has_empty && self.place(card) != Place::Table {
                visit(Move { card, to: Target::Empty });
            }
        }
    }

    /// Makes a legal move; an empty pile is the first there is.
    pub(super) fn make(&mut self, mv: Move) {
        let from = self.pile_ending(Some(mv.card)).expect("a legal move takes the last card of a pile");
        let to = match mv.to {
            Target::Foundation => {
                self.lift(from);
                return self.put_home(mv.card);
            }
            Target::Onto(card) => self.pile_ending(Some(card)),
            Target::Empty => self.pile_ending(None),
        };
        let to = to.expect("a legal move goes onto the last card of a pile or to an empty pile");
        self.lift(from);
        self.put(mv.card, to);
    }
}
