//! The state of a game in 72 bytes: what each card rests on, the ends of the ten piles, the foundations, the laws.
//!
//! The two halves say the same thing twice and are kept in step by `lift` and `put`: `under` is what a solver keys
//! on and what equality means, the piles' ends are what the move generator and the text need.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::{Base, Kind, Laws};
use crate::cards::Card;
use crate::zobrist::mix;

/// The number of tableau piles.
pub const PILES: usize = 10;

/// The lengths of the piles of a deal, left wing top to bottom, then right wing.
pub(super) const DEALT: [usize; PILES] = [6, 5, 5, 5, 5, 6, 5, 5, 5, 5];

/// In `under`: the card is the first of its pile.
const TABLE: u8 = 52;
/// In `under`: the card is on its foundation.
const HOME: u8 = 53;
/// In `tops`: the pile is empty.
const EMPTY: u8 = 52;
/// In `base`: no card is home and the rules leave the base open.
const OPEN: u8 = 13;

/// What a card rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Another card of the tableau.
    On(Card),
    /// Nothing: it is the first card of its pile.
    Table,
    /// The foundation of its suit.
    Home,
}

/// A position of FORTRESS or CHESSBOARD. Equality, hash and key are blind to the order of the piles.
#[derive(Clone, Copy, Debug)]
pub struct Patience<K> {
    under: [u8; 52],
    tops: [u8; PILES],
    home: [u8; 4],
    base: u8,
    laws: Laws,
    kind: PhantomData<K>,
}

impl<K> PartialEq for Patience<K> {
    fn eq(&self, other: &Self) -> bool {
        // The rest follows: a pile's end is what nothing rests on, a foundation's height is how many cards are home.
        self.under == other.under && self.base == other.base && self.laws == other.laws
    }
}

impl<K> Eq for Patience<K> {}

impl<K> Hash for Patience<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_of_rests().hash(state);
    }
}

impl<K> Patience<K> {
    /// The hash of all that equality compares.
    pub(super) fn hash_of_rests(&self) -> u64 {
        self.under.chunks(8).fold(u64::from(self.base), |hash, chunk| {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            mix(hash ^ word)
        })
    }
}

impl<K: Kind> Patience<K> {
    /// Ten empty piles and empty foundations: what a reader fills.
    pub(super) fn bare(laws: Laws) -> Self {
        let base = if laws.base == Base::Ace { 0 } else { OPEN };
        Self { under: [HOME; 52], tops: [EMPTY; PILES], home: [0; 4], base, laws, kind: PhantomData }
    }

    /// The deal of a deck, first card first.
    pub(super) fn from_deck(deck: &[Card; 52], laws: Laws) -> Self {
        let mut deal = Self::bare(laws);
        let mut cards = deck.iter();
        for (pile, length) in DEALT.into_iter().enumerate() {
            for &card in cards.by_ref().take(length) {
                deal.put(card, pile);
            }
        }
        deal
    }

    /// The rules it is played by.
    #[inline]
    #[must_use]
    pub fn laws(&self) -> Laws {
        self.laws
    }

    /// What `card` rests on.
    #[inline]
    #[must_use]
    pub fn place(&self, card: Card) -> Place {
        match self.under[card.index()] {
            TABLE => Place::Table,
            HOME => Place::Home,
            under => Place::On(Card(under)),
        }
    }

    /// The available card of a pile (0..10), its last; `None` if the pile is empty.
    #[inline]
    #[must_use]
    pub fn top(&self, pile: usize) -> Option<Card> {
        let top = self.tops[pile];
        (top != EMPTY).then_some(Card(top))
    }

    /// The available cards, pile by pile.
    pub fn available(&self) -> impl Iterator<Item = Card> {
        self.tops.into_iter().filter(|&top| top != EMPTY).map(Card)
    }

    /// The first pile whose end is `top`; an empty one for `None`.
    pub(super) fn pile_ending(&self, top: Option<Card>) -> Option<usize> {
        let wanted = top.map_or(EMPTY, |card| card.0);
        self.tops.iter().position(|&top| top == wanted)
    }

    /// The cards of a pile, last card first.
    pub(super) fn pile_from_end(&self, pile: usize) -> impl Iterator<Item = Card> {
        std::iter::successors(self.top(pile), |&card| match self.place(card) {
            Place::On(under) => Some(under),
            _ => None,
        })
    }

    /// The number of cards on the foundation of a suit (0..4), 0..=13.
    #[inline]
    #[must_use]
    pub fn home_count(&self, suit: u8) -> u8 {
        self.home[usize::from(suit)]
    }

    /// The rank (0..13) that starts the foundations; `None` while it is open.
    #[inline]
    #[must_use]
    pub fn base(&self) -> Option<u8> {
        (self.base != OPEN).then_some(self.base)
    }

    /// The number of cards that are not home.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u32 {
        52 - self.home.iter().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Puts a card that is nowhere at the end of a pile.
    pub(super) fn put(&mut self, card: Card, pile: usize) {
        let top = self.tops[pile];
        self.under[card.index()] = if top == EMPTY { TABLE } else { top };
        self.tops[pile] = card.0;
    }

    /// Takes the last card of a pile, which is then nowhere.
    pub(super) fn lift(&mut self, pile: usize) {
        let under = self.under[usize::from(self.tops[pile])];
        self.tops[pile] = if under == TABLE { EMPTY } else { under };
    }

    /// Moves `card` and all that lies on it from its pile to the end of another.
    pub(super) fn shift(&mut self, card: Card, from: usize, to: usize) {
        let last = self.tops[from];
        let (under, target) = (self.under[card.index()], self.tops[to]);
        self.tops[from] = if under == TABLE { EMPTY } else { under };
        self.under[card.index()] = if target == EMPTY { TABLE } else { target };
        self.tops[to] = last;
    }

    /// Puts a card that is nowhere on its foundation; the first one decides an open base.
    pub(super) fn put_home(&mut self, card: Card) {
        self.under[card.index()] = HOME;
        self.home[usize::from(card.suit())] += 1;
        if self.base == OPEN {
            self.base = card.rank();
        }
    }

    /// Sets up foundations of the given heights (0..=13) over `base`; their cards must be nowhere.
    pub(super) fn set_foundations(&mut self, home: [u8; 4], base: Option<u8>) {
        self.home = home;
        self.base = base.unwrap_or(OPEN);
    }
}
