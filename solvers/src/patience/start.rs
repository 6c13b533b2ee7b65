//! Playing on keys: what a search began from, the moves of a state as masks, and the moves that are made at once.
//!
//! What the rules allow comes from `masks`; nothing here is written for one set of rules. `moves` says what may go
//! where, `settle` and `unwind` what may be played without thinking, with the proofs for every set of rules.

use engine::cards::Card;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Kind, Patience, Place};

use super::masks::Masks;
use super::state::{ALL, Foundations, OPEN, State, Step, Way, each, lower, upper};

/// In [`Start::under`]: the card began on the table, or at home, from where it never moves.
const TABLE: u8 = 52;
/// The longest build that can be put on a card of its suit, less one: its first card has so many on it.
const LONGEST: u32 = 11;

/// The position a search began from: what its keys are relative to.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The rules.
    pub(super) masks: Masks,
    /// What each card rested on, a card or `TABLE`.
    under: [u8; 52],
    /// The cards that rested on the table.
    on_table: u64,
    /// The cards that rested on their lower neighbour in building.
    on_lower: u64,
    /// The cards that rested on their upper neighbour in building.
    on_upper: u64,
    /// For each card of the tableau, the cards that lay above it in its pile.
    pub(super) above: [u64; 52],
    /// The cards of the tableau that lay above a lower one of their suit.
    pub(super) blocking: u64,
    /// Whether [`unwind`](Self::unwind) is used; tests compare with a search that does without.
    pub(super) unwinds: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            masks: Masks::of(FortressRules::STANDARD),
            under: [TABLE; 52],
            on_table: 0,
            on_lower: 0,
            on_upper: 0,
            above: [0; 52],
            blocking: 0,
            unwinds: true,
        }
    }
}

impl Start {
    /// Takes a position as the start; gives it as a state.
    pub(super) fn take<K: Kind>(&mut self, pos: &Patience<K>) -> State {
        self.masks.change(pos.laws());
        (self.on_table, self.on_lower, self.on_upper, self.blocking) = (0, 0, 0, 0);
        self.under = [TABLE; 52];
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
            let higher = 0x1FFF << card.rank() & 0x1FFF;
            self.blocking |= above & higher << (13 * card.suit());
            let bit = 1 << card.0;
            above |= bit;
            let Place::On(under) = pos.place(card) else { break };
            self.under[card.index()] = under.0;
            self.on_lower |= self.masks.uppers(1 << under.0) & bit;
            self.on_upper |= self.masks.lowers(1 << under.0) & bit;
            card = under;
        }
        self.on_table |= 1 << card.0;
    }

    /// The moves of `state`: for each way the cards that can go it, with what lies on them where builds move as one.
    #[inline]
    pub(super) fn moves(&self, state: &State, foundations: &Foundations) -> [(Way, u64); 4] {
        let masks = &self.masks;
        let available = state.available;
        let home = available & foundations.next;
        if masks.moves_builds {
            return self.moves_of_builds(state, home);
        }
        [
            (Way::Home, home),
            (Way::Lower, available & masks.uppers(available) & masks.onto_lower),
            (Way::Upper, available & masks.lowers(available) & masks.onto_upper),
            (Way::Table, self.filling(state, available)),
        ]
    }

    /// Those of some movable cards that can go to an empty pile.
    #[inline]
    fn filling(&self, state: &State, movable: u64) -> u64 {
        let alone = state.low & state.high | !state.low & !state.high & self.on_table;
        if state.empty_piles() > 0 { movable & self.masks.filling & !alone } else { 0 }
    }

    /// The moves where a build moves as one, named by the card that is its first.
    ///
    /// A build's first card can be moved as the last card of a pile can, for what lies on it goes with it. But its own
    /// last card is no place for it, although it can be its neighbour: if just these two are the build, or if it is
    /// all thirteen cards of a suit.
    fn moves_of_builds(&self, state: &State, home: u64) -> [(Way, u64); 4] {
        let masks = &self.masks;
        let on_lower = self.on_lower(state) & masks.onto_lower;
        let on_upper = self.on_upper(state) & masks.onto_upper;
        let (mut rising, mut falling) = (state.available, state.available);
        for _ in 0..LONGEST {
            rising |= masks.lowers(rising & on_lower);
            falling |= masks.uppers(falling & on_upper);
        }
        let movable = rising | falling;
        let whole_suits = masks.lowers(rising & on_lower) | masks.uppers(falling & on_upper);
        [
            (Way::Home, home),
            (Way::Lower, movable & masks.uppers(state.available & !on_upper) & masks.onto_lower),
            (Way::Upper, movable & masks.lowers(state.available & !on_lower) & masks.onto_upper),
            (Way::Table, self.filling(state, movable | whole_suits)),
        ]
    }

    /// The cards that rest on their lower neighbour, and some that are home.
    #[inline]
    fn on_lower(&self, state: &State) -> u64 {
        (state.low & !state.high | !state.low & !state.high & self.on_lower) & ALL
    }

    /// The cards that rest on their upper neighbour, and some that are home.
    #[inline]
    fn on_upper(&self, state: &State) -> u64 {
        (!state.low & state.high | !state.low & !state.high & self.on_upper) & ALL
    }

    /// Makes a move, and keeps `foundations` in step.
    ///
    /// Of a build only the first card changes its place; the last one was available and stays so.
    #[inline]
    pub(super) fn play(&self, state: &mut State, foundations: &mut Foundations, step: Step) {
        let card = step.card();
        let began = self.under[usize::from(card)];
        let under = match (state.high >> card & 1) << 1 | state.low >> card & 1 {
            1 => lower(card),
            2 => upper(card),
            3 => TABLE,
            _ => began,
        };
        if under != TABLE {
            state.available |= 1 << under;
        }
        state.low &= !(1 << card);
        state.high &= !(1 << card);
        let target = match step.way() {
            Way::Lower => lower(card),
            Way::Upper => upper(card),
            Way::Table => TABLE,
            Way::Home => return self.go_home(state, foundations, card),
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

    /// Turns over a run that lies on a card wanted by its foundation, so that the card is free to go home, and the run
    /// after it. `false` if there is none.
    ///
    /// Let `w` be a card that would go home at once if it were available, under a run `w+1 … t` of its upper
    /// neighbours, each resting on the one before and `t` the last card of the pile, and let `t` have a place to go:
    /// let `t+1` be available, or let there be an empty pile that may take `t`. Then `t` goes there, `t-1` onto `t`,
    /// and so on down to `w+1`.
    ///
    /// This loses no win where cards are built both ways. Each of these moves takes a card from its neighbour, and so
    /// can be taken back at once: both are available after it, and may be built on each other. Thus the positions
    /// before and after each of them can be reached from each other, and so can the first and the last: if either can
    /// be won, so can both. In the last `w` is available and goes home safely.
    ///
    /// Nothing else in the rules matters. Whether a place may be filled is asked for `t` alone, the only card that
    /// goes to an empty pile. None of the run is home: it lies in the tableau. Where cards are built one way only, a
    /// move of the run could not be taken back, and nothing is unwound; where builds move as one, no `w` with a card
    /// on it is safe.
    #[inline]
    fn unwind(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) -> bool {
        let masks = &self.masks;
        // A card that is home has no bits in the planes, and would pass for one that rests as it began.
        let on_lower = self.on_lower(state) & !foundations.home;
        let covers = masks.uppers(foundations.next & foundations.safe) & on_lower;
        if covers == 0 || !self.unwinds || !masks.is_reversible {
            return false;
        }
        for cover in each(covers) {
            let mut top = 1_u64 << cover;
            while masks.uppers(top) & on_lower != 0 {
                top = masks.uppers(top);
            }
            let onto_upper = masks.uppers(top) & state.available != 0;
            let to_table = state.empty_piles() > 0 && top & masks.filling != 0;
            if top & state.available == 0 || !onto_upper && !to_table {
                continue;
            }
            let mut way = if onto_upper { Way::Upper } else { Way::Table };
            loop {
                let step = Step::new(top.trailing_zeros() as u8, way);
                self.play(state, foundations, step);
                tell(step);
                if top == 1 << cover {
                    return true;
                }
                (top, way) = (masks.lowers(top), Way::Upper);
            }
        }
        false
    }

    /// The cards of the tableau that still rest as they began.
    #[inline]
    pub(super) fn unmoved(state: &State, foundations: &Foundations) -> u64 {
        ALL & !state.moved() & !foundations.home
    }
}
