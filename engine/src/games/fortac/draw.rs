//! The chance in FORTAC: the deal of both hands, and the card drawn after each move.
//!
//! A [`CardDraw`] is a position but for the cards still to come, with the side that moves next already to move. What is
//! to come follows from it: with all forty cards in the deck, the deal; after a move that won, or where an empty deck
//! stays empty, nothing (one branch); else one card for the side that has just moved, each kind weighted by its copies.
//! The deal has a branch for every pair of multisets of three, weighted by the number of ways to pick them, C(40, 3)
//! times C(37, 3) in all: exact, and only 1/36 of what listing the cards one by one in order would give.
//!
//! Sampling enumerates nothing: it draws single cards.

use std::fmt;

use rand::RngExt;

use super::{Card, Cards, EmptyDeck, Fortac, FortacRules, text};
use crate::zobrist::mix;
use crate::{Afterstate, BadPosition, Node, Rng, Side};

/// All 360 hands of three.
pub static HANDS: [Cards; 360] = hands();

const fn hands() -> [Cards; 360] {
    let mut found = [Cards::NONE; 360];
    let mut number = 0;
    let mut a = 0;
    while a < 12 {
        let mut b = a;
        while b < 12 {
            let mut c = b;
            while c < 12 {
                let hand = Cards::NONE.with(Card::ALL[a]).with(Card::ALL[b]).with(Card::ALL[c]);
                if Cards::DECK.contains(hand) {
                    found[number] = hand;
                    number += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(number == 360);
    found
}

/// What a move leaves behind: a position but for the card still to draw; or the start, but for the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardDraw(Fortac);

/// What is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coming {
    /// Both hands.
    Deal,
    /// One card from these, for the side that has just moved.
    CardFrom(Cards),
    /// Nothing: the game is over, or the deck is empty and stays so.
    Nothing,
}

impl CardDraw {
    #[inline]
    pub(super) const fn new(pending: Fortac) -> Self {
        Self(pending)
    }

    /// The position but for the cards still to come: the side to move is the one that acts next.
    #[inline]
    #[must_use]
    pub const fn pending(&self) -> &Fortac {
        &self.0
    }

    /// What is still to come.
    #[inline]
    #[must_use]
    pub fn coming(&self) -> Coming {
        let Self(pos) = self;
        if pos.combo_winner().is_some() {
            Coming::Nothing
        } else if !pos.deck.is_empty() {
            if pos.deck == Cards::DECK { Coming::Deal } else { Coming::CardFrom(pos.deck) }
        } else if pos.options.deck() == EmptyDeck::Redraw {
            Coming::CardFrom(pos.discards())
        } else {
            Coming::Nothing
        }
    }

    /// The position after `card` was drawn from `pool`, which is the deck.
    #[inline]
    fn drawn(mut self, card: Card, pool: Cards) -> Fortac {
        let hand = &mut self.0.hands[(!self.0.side).index()];
        *hand = hand.with(card);
        self.0.deck = pool.without(card);
        self.0
    }

    fn dealt(mut self, red: Cards, black: Cards) -> Fortac {
        self.0.hands = [red, black];
        self.0.deck = Cards::DECK.minus(red).minus(black);
        self.0
    }

    /// The branches of a deal: a lazy list of some 129,000.
    fn deals(self) -> impl Iterator<Item = (Fortac, u32)> {
        HANDS.iter().flat_map(move |&red| {
            let rest = Cards::DECK.minus(red);
            let ways = Cards::DECK.ways(red);
            let possible = HANDS.iter().filter(move |&&black| rest.contains(black));
            possible.map(move |&black| (self.dealt(red, black), ways * rest.ways(black)))
        })
    }
}

impl Node for CardDraw {
    type Rules = FortacRules;

    #[inline]
    fn key(&self) -> u64 {
        mix(self.0.key())
    }

    fn parse(text: &str, rules: &FortacRules) -> Result<Self, BadPosition> {
        text::read_draw(text, *rules)
    }

    fn picture(&self) -> String {
        let names = <Fortac as crate::Game>::SIDE_NAMES;
        let mover = names[(!self.0.side).index()];
        let coming = match self.coming() {
            Coming::Deal => "three cards for each side to be dealt".to_owned(),
            Coming::CardFrom(_) => format!("{mover} has moved and draws a card"),
            Coming::Nothing => format!("{mover} has moved"),
        };
        text::picture(&self.0, &coming)
    }
}

impl Afterstate<Fortac> for CardDraw {
    const IS_CHANCE: bool = true;

    fn branches(self) -> impl Iterator<Item = (Fortac, u32)> {
        let (deals, pool, only) = match self.coming() {
            Coming::Deal => (Some(self.deals()), Cards::NONE, None),
            Coming::CardFrom(pool) => (None, pool, None),
            Coming::Nothing => (None, Cards::NONE, Some((self.0, 1))),
        };
        let draws = pool.kinds().map(move |card| (self.drawn(card, pool), pool.copies(card)));
        draws.chain(only).chain(deals.into_iter().flatten())
    }

    #[inline]
    fn sample(self, rng: &mut Rng) -> Fortac {
        let mut draw = |cards: Cards| cards.nth(rng.random_range(0..cards.len()));
        match self.coming() {
            Coming::CardFrom(pool) => self.drawn(draw(pool), pool),
            Coming::Nothing => self.0,
            Coming::Deal => {
                let mut deal = self;
                for side in Side::BOTH {
                    for _ in 0..3 {
                        let card = draw(deal.0.deck);
                        deal.0.deck = deal.0.deck.without(card);
                        deal.0.hands[side.index()] = deal.0.hands[side.index()].with(card);
                    }
                }
                deal.0
            }
        }
    }
}

impl fmt::Display for CardDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.coming() == Coming::Deal { f.write_str(text::DEAL) } else { text::write(f, &self.0, text::When::Moved) }
    }
}
