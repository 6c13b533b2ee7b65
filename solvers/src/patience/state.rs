//! A position in 128 bits, exactly, and what can be done with it in a few machine words.
//!
//! Building is in suit, so each card of the tableau rests in one of four ways: as in the position that the search
//! began from, on its lower neighbour, on its upper neighbour, or on the table. Two bits a card say which, in two
//! planes of 52 bits; the four heights of the foundations (4 bits each) and their base (4 bits) fill up the 128. That
//! is the whole position, blind to the order of the piles: equal keys, equal positions, so no proof rests on a hash.
//! (One digit to the base 5 a card would do as well, but two planes can be read by masks, all cards at once.) Where
//! two ways coincide, because a card began on its neighbour or on the table, the first one is written.
//!
//! The available cards are kept beside the key, since they would cost a walk over the piles.

use std::marker::PhantomData;

use engine::cards::Card;
use engine::games::patience::{Kind, Move, PILES, Patience, Place, Target};

/// All cards.
const ALL: u64 = (1 << 52) - 1;
/// One bit a suit: the Aces.
const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// One bit a suit: the Kings.
const KINGS: u64 = ACES << 12;
/// In [`Start::under`]: the card began on the table.
const TABLE: u8 = 52;
/// The base while it is open.
const OPEN: u8 = 13;
/// Where the base stands in the low word.
const BASE_SHIFT: u32 = 60;

/// The position a search began from: what its keys are relative to.
#[derive(Clone, Debug)]
pub(super) struct Start<K> {
    /// What each card of the tableau rested on, a card or `TABLE`.
    under: [u8; 52],
    /// The cards that rested on the table.
    bottom: u64,
    kind: PhantomData<K>,
}

impl<K: Kind> Default for Start<K> {
    fn default() -> Self {
        Self { under: [TABLE; 52], bottom: 0, kind: PhantomData }
    }
}

/// How a move ends, two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Lower = 1,
    Upper = 2,
    Table = 3,
    Home = 0,
}

/// A card and how its move ends, packed: `card * 4 + way`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(pub(super) u8);

impl Step {
    pub(super) fn new(card: u8, way: Way) -> Self {
        Self(card << 2 | way as u8)
    }

    fn card(self) -> u8 {
        self.0 >> 2
    }

    fn way(self) -> Way {
        match self.0 & 3 {
            1 => Way::Lower,
            2 => Way::Upper,
            3 => Way::Table,
            _ => Way::Home,
        }
    }

    /// The move in the game's own type.
    pub(super) fn to_move<K: Kind>(self) -> Move {
        let card = self.card();
        let to = match self.way() {
            Way::Lower => Target::Onto(Card(lower::<K>(card))),
            Way::Upper => Target::Onto(Card(upper::<K>(card))),
            Way::Table => Target::Empty,
            Way::Home => Target::Foundation,
        };
        Move { card: Card(card), to }
    }
}

/// A position: the key in two words, and the available cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The lower plane; above it the heights of clubs and diamonds, and the base.
    pub(super) low: u64,
    /// The upper plane; above it the heights of hearts and spades.
    pub(super) high: u64,
    /// The last cards of the piles.
    pub(super) available: u64,
}

/// What the foundations wait for, in masks; follows from the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// The cards that would be taken.
    pub(super) next: u64,
    /// The cards that go home at once when they can: see [`engine::Puzzle::safe_move`] for the proof.
    safe: u64,
}

/// The card below in suit. Only asked where there is one.
#[inline]
fn lower<K: Kind>(card: u8) -> u8 {
    if K::CIRCULAR && ACES >> card & 1 == 1 { card + 12 } else { card - 1 }
}

/// The card above in suit. Only asked where there is one.
#[inline]
fn upper<K: Kind>(card: u8) -> u8 {
    if K::CIRCULAR && KINGS >> card & 1 == 1 { card - 12 } else { card + 1 }
}

/// The upper neighbours of a set of cards.
#[inline]
fn uppers<K: Kind>(cards: u64) -> u64 {
    let wrapped = if K::CIRCULAR { (cards & KINGS) >> 12 } else { 0 };
    (cards & !KINGS) << 1 | wrapped
}

/// The lower neighbours of a set of cards.
#[inline]
fn lowers<K: Kind>(cards: u64) -> u64 {
    let wrapped = if K::CIRCULAR { (cards & ACES) << 12 } else { 0 };
    (cards & !ACES) >> 1 | wrapped
}

impl<K: Kind> Start<K> {
    /// Takes a position as the start; gives it as a state.
    pub(super) fn take(&mut self, pos: &Patience<K>) -> State {
        self.bottom = 0;
        for card in Card::all() {
            self.under[card.index()] = match pos.place(card) {
                Place::On(under) => under.0,
                Place::Table => {
                    self.bottom |= 1 << card.0;
                    TABLE
                }
                Place::Home => TABLE,
            };
        }
        let heights = |suit| u64::from(pos.home_count(suit)) << 52 | u64::from(pos.home_count(suit + 1)) << 56;
        State {
            low: heights(0) | u64::from(pos.base().unwrap_or(OPEN)) << BASE_SHIFT,
            high: heights(2),
            available: pos.available().fold(0, |cards, card| cards | 1 << card.0),
        }
    }

    /// What the foundations of `state` wait for.
    #[inline]
    pub(super) fn waiting(&self, state: &State) -> Waiting {
        let base = state.base();
        if base == OPEN {
            return Waiting { next: ALL, safe: 0 };
        }
        let next = (0..4).fold(0, |next, suit| {
            let height = state.height(suit);
            let rank = (base + height) % 13;
            next | u64::from(height < 13) << (suit * 13 + rank)
        });
        Waiting { next, safe: if K::BASE_IS_SAFE { ALL } else { ALL & !(ACES << base) } }
    }

    /// The moves of `state` as masks of the cards that can make them: onto the lower neighbour, the upper, to an empty
    /// pile, home.
    #[inline]
    pub(super) fn moves(&self, state: &State, waiting: Waiting) -> [(Way, u64); 4] {
        let available = state.available;
        let has_empty = (available.count_ones() as usize) < PILES;
        let (low, high) = (state.low, state.high);
        let alone = low & high | !low & !high & self.bottom;
        [
            (Way::Home, available & waiting.next),
            (Way::Lower, available & uppers::<K>(available)),
            (Way::Upper, available & lowers::<K>(available)),
            (Way::Table, if has_empty { available & !alone } else { 0 }),
        ]
    }

    /// Makes a move, and keeps `waiting` in step.
    #[inline]
    pub(super) fn play(&self, state: &mut State, waiting: &mut Waiting, step: Step) {
        let card = step.card();
        let bit = 1_u64 << card;
        let began = self.under[usize::from(card)];
        let under = match (state.high >> card & 1) << 1 | state.low >> card & 1 {
            1 => lower::<K>(card),
            2 => upper::<K>(card),
            3 => TABLE,
            _ => began,
        };
        if under != TABLE {
            state.available |= 1 << under;
        }
        state.low &= !bit;
        state.high &= !bit;
        let target = match step.way() {
            Way::Lower => lower::<K>(card),
            Way::Upper => upper::<K>(card),
            Way::Table => TABLE,
            Way::Home => return Self::go_home(state, waiting, card),
        };
        if target != TABLE {
            state.available &= !(1 << target);
        }
        if target != began {
            let way = step.way() as u64;
            state.low |= (way & 1) << card;
            state.high |= (way >> 1) << card;
        }
    }

    /// Puts a lifted card on its foundation.
    #[inline]
    fn go_home(state: &mut State, waiting: &mut Waiting, card: u8) {
        let (suit, rank) = (card / 13, card % 13);
        state.available &= !(1 << card);
        if state.base() == OPEN {
            state.low ^= u64::from(OPEN ^ rank) << BASE_SHIFT;
            *waiting = Waiting { next: ACES << rank, safe: ALL & !(ACES << rank) };
        }
        *(if suit < 2 { &mut state.low } else { &mut state.high }) += 1 << (52 + 4 * (suit & 1));
        waiting.next ^= 1 << card;
        if state.height(suit) < 13 {
            waiting.next |= uppers::<K>(1 << card);
        }
    }

    /// Sends home every card that may go at once, and tells which.
    #[inline]
    pub(super) fn settle(&self, state: &mut State, waiting: &mut Waiting, mut tell: impl FnMut(Step)) {
        loop {
            let ready = state.available & waiting.next & waiting.safe;
            if ready == 0 {
                return;
            }
            let step = Step::new(ready.trailing_zeros() as u8, Way::Home);
            self.play(state, waiting, step);
            tell(step);
        }
    }
}

impl State {
    /// The base rank, or `OPEN`.
    #[inline]
    fn base(&self) -> u8 {
        (self.low >> BASE_SHIFT) as u8
    }

    /// The same position with the base fixed before any card is home.
    pub(super) fn with_base(mut self, rank: u8) -> Self {
        self.low = self.low & !(15 << BASE_SHIFT) | u64::from(rank) << BASE_SHIFT;
        self
    }

    /// The height of a foundation, 0..=13.
    #[inline]
    fn height(&self, suit: u8) -> u8 {
        let word = if suit < 2 { self.low } else { self.high };
        (word >> (52 + 4 * (suit & 1)) & 15) as u8
    }

    /// The number of cards that are home.
    #[inline]
    pub(super) fn home(&self) -> u32 {
        u32::from((0..4).map(|suit| self.height(suit)).sum::<u8>())
    }

    /// Whether all cards are home: then none is available.
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.available == 0
    }

    /// The number of cards that lie where the search did not begin with them.
    #[inline]
    pub(super) fn moved(&self) -> u32 {
        ((self.low | self.high) & ALL).count_ones()
    }

    /// The number of empty piles.
    #[inline]
    pub(super) fn empty_piles(&self) -> u32 {
        PILES as u32 - self.available.count_ones()
    }
}
