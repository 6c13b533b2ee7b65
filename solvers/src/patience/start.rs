//! Playing on keys: what a search began from, the moves of a state as masks, and the moves that are made at once.
//!
//! What the rules allow comes from `masks`; nothing here is written for one set of rules. `moves` says what may go
//! where, `settle` what is played at once; how runs are moved, with the proofs, is in `runs`.

use engine::cards::Card;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Kind, Patience, Place};

use super::masks::Masks;
use super::state::{ALL, Foundations, OPEN, State, Step, Way, lower, upper};

/// In [`Start::places`]: the table; and home, for a card that was there and never moves.
pub(super) const TABLE: u8 = 52;
/// The longest build that can be put on a card of its suit, less one: its first card has so many on it.
const LONGEST: u32 = 11;

/// The position a search began from: what its keys are relative to.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The rules.
    pub(super) masks: Masks,
    /// For each card and each [`Way`] what it rests on then, a card or `TABLE`; for `Way::Home` what it rested on.
    places: [[u8; 4]; 52],
    /// The cards that rested on the table.
    pub(super) on_table: u64,
    /// The cards that rested on their lower neighbour in building.
    on_lower: u64,
    /// The cards that rested on their upper neighbour in building.
    on_upper: u64,
    /// For each card of the tableau, the cards that lay above it in its pile.
    pub(super) above: [u64; 52],
    /// The cards that rested on one that is no neighbour in building.
    pub(super) fixed: u64,
    /// Whether [`unwind`](Self::unwind) is used; tests compare with searches that do without the one or the other.
    pub(super) unwinds: bool,
    /// Whether [`carry`](Self::carry) moves whole runs.
    pub(super) carries: bool,
    /// Whether [`is_hopeless`](super::hope::is_hopeless) is asked.
    pub(super) asks_hope: bool,
}

/// How cards rest. What is said of cards that are home means nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rests {
    /// The cards on their lower neighbour.
    pub(super) lower: u64,
    /// The cards on their upper neighbour.
    pub(super) upper: u64,
    /// The cards on the table.
    pub(super) table: u64,
}

/// The places of a card in [`Start`]; a neighbour that it has not is never asked for.
fn places(card: u8) -> [u8; 4] {
    [TABLE, lower(card), upper(card), TABLE]
}

impl Default for Start {
    fn default() -> Self {
        Self {
            masks: Masks::of(FortressRules::STANDARD),
            places: std::array::from_fn(|card| places(card as u8)),
            on_table: 0,
            on_lower: 0,
            on_upper: 0,
            above: [0; 52],
            fixed: 0,
            unwinds: true,
            carries: true,
            asks_hope: true,
        }
    }
}

impl Start {
    /// Takes a position as the start; gives it as a state.
    pub(super) fn take<K: Kind>(&mut self, pos: &Patience<K>) -> State {
        self.masks.change(pos.laws());
        (self.on_table, self.on_lower, self.on_upper, self.fixed) = (0, 0, 0, 0);
        self.places.iter_mut().for_each(|places| places[0] = TABLE);
        let mut available = 0;
        for top in pos.available() {
            available |= 1 << top.0;
            self.take_pile(pos, top);
        }
        let heights = [0, 1, 2, 3].map(|suit| pos.home_count(suit));
        State::first(heights, pos.base().unwrap_or(OPEN), available)
    }

    /// Takes the pile that ends with `card`.
    fn take_pile<K: Kind>(&mut self, pos: &Patience<K>, mut card: Card) {
        let mut above = 0_u64;
        loop {
            self.above[card.index()] = above;
            let bit = 1 << card.0;
            above |= bit;
            let Place::On(under) = pos.place(card) else { break };
            self.places[card.index()][0] = under.0;
            let on_lower = self.masks.uppers(1 << under.0) & bit;
            let on_upper = self.masks.lowers(1 << under.0) & bit;
            self.on_lower |= on_lower;
            self.on_upper |= on_upper;
            self.fixed |= bit & !on_lower & !on_upper;
            card = under;
        }
        self.on_table |= 1 << card.0;
    }

    /// The moves of `state`: for each way the cards that can go it, with what lies on them where builds move as one.
    #[inline]
    pub(super) fn moves(&self, state: &State, foundations: &Foundations, rests: &Rests) -> [(Way, u64); 4] {
        let masks = &self.masks;
        let available = state.available;
        let home = available & foundations.next;
        if masks.moves_builds {
            return self.moves_of_builds(state, home, rests);
        }
        [
            (Way::Home, home),
            (Way::Lower, available & masks.uppers(available) & masks.onto_lower),
            (Way::Upper, available & masks.lowers(available) & masks.onto_upper),
            (Way::Table, self.filling(state, available, rests)),
        ]
    }

    /// Those of some movable cards that can go to an empty pile.
    #[inline]
    fn filling(&self, state: &State, movable: u64, rests: &Rests) -> u64 {
        if state.empty_piles() > 0 { movable & self.masks.filling & !rests.table } else { 0 }
    }

    /// The moves where a build moves as one, named by the card that is its first.
    ///
    /// A build's first card can be moved as the last card of a pile can, for what lies on it goes with it. But its own
    /// last card is no place for it, although it can be its neighbour: if just these two are the build, or if it is
    /// all thirteen cards of a suit.
    fn moves_of_builds(&self, state: &State, home: u64, rests: &Rests) -> [(Way, u64); 4] {
        let masks = &self.masks;
        let movable = self.firsts(state.available, rests, LONGEST);
        let onto_upper_self = rests.lower & masks.onto_lower;
        let onto_lower_self = rests.upper & masks.onto_upper;
        let lower_ends = state.available & !onto_lower_self;
        let upper_ends = state.available & !onto_upper_self;
        [
            (Way::Home, home),
            (Way::Lower, movable & masks.uppers(lower_ends) & masks.onto_lower),
            (Way::Upper, movable & masks.lowers(upper_ends) & masks.onto_upper),
            (Way::Table, self.filling(state, self.firsts(movable, rests, 1), rests)),
        ]
    }

    /// The first cards of the builds that end with a card of `ends` and have up to `longest` cards more.
    pub(super) fn firsts(&self, ends: u64, rests: &Rests, longest: u32) -> u64 {
        let masks = &self.masks;
        let on_lower = rests.lower & masks.onto_lower;
        let on_upper = rests.upper & masks.onto_upper;
        let (mut rising, mut falling) = (ends, ends);
        for _ in 0..longest {
            rising |= masks.lowers(rising & on_lower);
            falling |= masks.uppers(falling & on_upper);
        }
        rising | falling
    }

    /// How the cards of `state` rest.
    #[inline]
    pub(super) fn rests(&self, state: &State) -> Rests {
        let unmoved = !state.low & !state.high & ALL;
        Rests {
            lower: (state.low & !state.high | unmoved & self.on_lower) & ALL,
            upper: (state.high & !state.low | unmoved & self.on_upper) & ALL,
            table: (state.low & state.high | unmoved & self.on_table) & ALL,
        }
    }

    /// Makes a move, and keeps `foundations` in step.
    ///
    /// Of a build only the first card changes its place; the last one was available and stays so.
    #[inline]
    pub(super) fn play(&self, state: &mut State, foundations: &mut Foundations, step: Step) {
        let (card, way) = (step.card(), step.way() as usize);
        let places = &self.places[usize::from(card)];
        let under = places[((state.high >> card & 1) << 1 | state.low >> card & 1) as usize];
        state.available |= 1 << under & ALL;
        state.low &= !(1 << card);
        state.high &= !(1 << card);
        if step.way() == Way::Home {
            return self.go_home(state, foundations, card);
        }
        let target = places[way];
        state.available &= !(1 << target);
        // Where two ways come to the same, the card rests as it began.
        let way = if target == places[0] { 0 } else { way as u64 };
        state.low |= (way & 1) << card;
        state.high |= (way >> 1) << card;
    }

    /// Puts a card that has just been lifted on its foundation.
    #[inline]
    fn go_home(&self, state: &mut State, foundations: &mut Foundations, card: u8) {
        let (suit, rank) = (card / 13, card % 13);
        state.available &= !(1 << card);
        if state.base() == OPEN {
            state.set_base(rank);
            *foundations = Foundations::started(rank, &self.masks);
        }
        state.raise(suit);
        foundations.take(card);
    }

    /// Sends home every card that may go at once, unwinding runs where that frees one; tells every step.
    #[inline]
    pub(super) fn settle(&self, state: &mut State, foundations: &mut Foundations, mut tell: impl FnMut(Step)) {
        loop {
            let ready = state.available & foundations.next & foundations.safe;
            if ready != 0 {
                let step = Step::new(ready.trailing_zeros() as u8, Way::Home);
                self.play(state, foundations, step);
                tell(step);
            } else if !self.unwind(state, foundations, &mut tell) {
                return;
            }
        }
    }

    /// What a card rested on, a card or `TABLE`.
    #[inline]
    pub(super) fn began_on(&self, card: u8) -> u8 {
        self.places[usize::from(card)][0]
    }

    /// The cards of the tableau that still rest as they began.
    #[inline]
    pub(super) fn unmoved(state: &State, foundations: &Foundations) -> u64 {
        ALL & !state.moved() & !foundations.home
    }
}
