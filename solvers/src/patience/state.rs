//! A position in 128 bits, exactly, and sets of cards as masks.
//!
//! Building is in suit, so each card of the tableau rests in one of four ways: as in the position that the search
//! began from, on its lower neighbour, on its upper neighbour, or on the table. Two bits a card say which, in two
//! planes of 52 bits; the four heights of the foundations (4 bits each) and their base (4 bits) fit above them. That
//! is the whole position, blind to the order of the piles: equal keys, equal positions, so no proof rests on a hash.
//! (One digit to the base 5 a card would do as well, but two planes can be read by masks, all cards at once.) Where
//! two ways coincide, because a card began on its neighbour or on the table, the first one is written.
//!
//! The available cards are kept beside the key, since finding them again would cost a walk over the piles. What is
//! done with a state is in `start`, which knows what the keys are relative to.

use engine::cards::Card;
use engine::games::patience::{Move, PILES, Target};

use super::masks::Masks;

/// All cards, one bit each by [`Card::index`].
pub(super) const ALL: u64 = (1 << 52) - 1;
/// One bit a suit: the Aces. Shifted by a rank, the four cards of that rank.
pub(super) const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// One bit a suit: the Kings.
pub(super) const KINGS: u64 = ACES << 12;
/// The base rank while it is open.
pub(super) const OPEN: u8 = 13;
/// Where the base stands in the low word.
const BASE_SHIFT: u32 = 60;

/// How a move ends, in two bits; those of a card that stays in the tableau are its bits in the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// On the foundation.
    Home = 0,
    /// On the lower neighbour.
    Lower = 1,
    /// On the upper neighbour.
    Upper = 2,
    /// In an empty pile.
    Table = 3,
}

/// A card and how its move ends in eight bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(pub(super) u8);

impl Step {
    #[inline]
    pub(super) fn new(card: u8, way: Way) -> Self {
        Self(card << 2 | way as u8)
    }

    #[inline]
    pub(super) fn card(self) -> u8 {
        self.0 >> 2
    }

    #[inline]
    pub(super) fn way(self) -> Way {
        match self.0 & 3 {
            1 => Way::Lower,
            2 => Way::Upper,
            3 => Way::Table,
            _ => Way::Home,
        }
    }

    /// The move in the game's own type.
    pub(super) fn to_move(self) -> Move {
        let card = self.card();
        let to = match self.way() {
            Way::Lower => Target::Onto(Card(lower(card))),
            Way::Upper => Target::Onto(Card(upper(card))),
            Way::Table => Target::Empty,
            Way::Home => Target::Foundation,
        };
        Move { card: Card(card), to }
    }
}

/// The lower neighbour of a card that has one: an Ace has one only where building is circular.
#[inline]
pub(super) fn lower(card: u8) -> u8 {
    if ACES >> card & 1 == 1 { card + 12 } else { card - 1 }
}

/// The upper neighbour of a card that has one: a King has one only where building is circular.
#[inline]
pub(super) fn upper(card: u8) -> u8 {
    if KINGS >> card & 1 == 1 { card - 12 } else { card + 1 }
}

/// The cards that follow those of a set on their foundations, Ace after King: whatever the rules of building.
#[inline]
pub(super) fn followers(cards: u64) -> u64 {
    (cards & !KINGS) << 1 | (cards & KINGS) >> 12
}

/// The cards of a set, lowest first.
#[inline]
pub(super) fn each(mut cards: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = cards.trailing_zeros();
        cards &= cards.wrapping_sub(1);
        (card < 64).then_some(card as u8)
    })
}

/// A position: the key in two words, and the available cards, which follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The lower plane; above it the heights of clubs and diamonds, and the base.
    pub(super) low: u64,
    /// The upper plane; above it the heights of hearts and spades.
    pub(super) high: u64,
    /// The last cards of the piles.
    pub(super) available: u64,
}

impl State {
    /// The state a search begins from: every card rests as it began.
    pub(super) fn first(heights: [u8; 4], base: u8, available: u64) -> Self {
        let pair = |suit: usize| u64::from(heights[suit]) << 52 | u64::from(heights[suit + 1]) << 56;
        Self { low: pair(0) | u64::from(base) << BASE_SHIFT, high: pair(2), available }
    }

    /// The base rank (0..13), or [`OPEN`].
    #[inline]
    pub(super) fn base(&self) -> u8 {
        (self.low >> BASE_SHIFT) as u8
    }

    /// Sets the base.
    #[inline]
    pub(super) fn set_base(&mut self, rank: u8) {
        self.low = self.low & !(15 << BASE_SHIFT) | u64::from(rank) << BASE_SHIFT;
    }

    /// The height of a foundation, 0..=13.
    #[inline]
    pub(super) fn height(&self, suit: u8) -> u8 {
        let word = if suit < 2 { self.low } else { self.high };
        (word >> (52 + 4 * (suit & 1)) & 15) as u8
    }

    /// Adds one card to a foundation.
    #[inline]
    pub(super) fn raise(&mut self, suit: u8) {
        let word = if suit < 2 { &mut self.low } else { &mut self.high };
        *word += 1 << (52 + 4 * (suit & 1));
    }

    /// The cards that have been moved and are not home.
    #[inline]
    pub(super) fn moved(&self) -> u64 {
        (self.low | self.high) & ALL
    }

    /// Whether all cards are home: then none is available.
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.available == 0
    }

    /// The number of empty piles: every other pile has one available card.
    #[inline]
    pub(super) fn empty_piles(&self) -> u32 {
        PILES as u32 - self.available.count_ones()
    }
}

/// For each base and height the ranks of a foundation, one bit each.
const HOME: [[u16; 16]; 13] = {
    let mut table = [[0; 16]; 13];
    let mut base = 0;
    while base < 13 {
        let mut height = 0;
        while height <= 13 {
            let run = ((1_u32 << height) - 1) << base;
            table[base][height] = ((run | run >> 13) & 0x1FFF) as u16;
            height += 1;
        }
        base += 1;
    }
    table
};

/// The foundations as masks; they follow from the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foundations {
    /// The cards that are home.
    pub(super) home: u64,
    /// The cards that would be taken next.
    pub(super) next: u64,
    /// The cards that go home as soon as they can: [`engine::Puzzle::safe_move`] has the proof. While the base is open
    /// there are none.
    pub(super) safe: u64,
}

impl Foundations {
    /// Those of a state.
    #[inline]
    pub(super) fn of(state: &State, masks: &Masks) -> Self {
        let base = state.base();
        if base == OPEN {
            return Self { home: 0, next: ALL, safe: 0 };
        }
        let of_height = &HOME[usize::from(base)];
        let home = (0..4)
            .fold(0, |home, suit| home | u64::from(of_height[usize::from(state.height(suit) & 15)]) << (13 * suit));
        // A card is taken if the one before it is home or it begins its foundation.
        Self { home, next: (followers(home) | ACES << base) & !home, safe: masks.safe(base) }
    }

    /// Empty foundations over a base.
    #[inline]
    pub(super) fn started(base: u8, masks: &Masks) -> Self {
        Self { home: 0, next: ACES << base, safe: masks.safe(base) }
    }

    /// Puts a card on its foundation.
    #[inline]
    pub(super) fn take(&mut self, card: u8) {
        self.home |= 1 << card;
        self.next = (self.next | followers(1 << card)) & !self.home;
    }

    /// Whether the base is open.
    #[inline]
    pub(super) fn are_open(&self) -> bool {
        self.next == ALL
    }
}
