//! Playing on keys: what a search began from, the moves of a state as masks, and the moves that are made at once.
//!
//! Everything a rule variant would change is in `moves` (what may go where), `settle` and `unwind` (what may be
//! played without thinking, with the proofs), and the neighbours in `state`.

use std::marker::PhantomData;

use engine::cards::Card;
use engine::games::patience::{Kind, Patience, Place};

use super::state::{ALL, Foundations, OPEN, State, Step, Way, each, lower, lowers, upper, uppers};

/// In [`Start::under`]: the card began on the table, or at home, from where it never moves.
const TABLE: u8 = 52;

/// The position a search began from: what its keys are relative to.
#[derive(Clone, Debug)]
pub(super) struct Start<K> {
    /// What each card rested on, a card or `TABLE`.
    under: [u8; 52],
    /// The cards that rested on the table.
    on_table: u64,
    /// The cards that rested on their lower neighbour.
    on_lower: u64,
    /// For each card of the tableau, the cards that lay above it in its pile.
    pub(super) above: [u64; 52],
    /// The cards of the tableau that lay above a lower one of their suit.
    pub(super) blocking: u64,
    /// Whether [`unwind`](Self::unwind) is used; tests compare with a search that does without.
    pub(super) unwinds: bool,
    kind: PhantomData<K>,
}

impl<K: Kind> Default for Start<K> {
    fn default() -> Self {
        Self {
            under: [TABLE; 52],
            on_table: 0,
            on_lower: 0,
            above: [0; 52],
            blocking: 0,
            unwinds: true,
            kind: PhantomData,
        }
    }
}

impl<K: Kind> Start<K> {
    /// Takes a position as the start; gives it as a state.
    pub(super) fn take(&mut self, pos: &Patience<K>) -> State {
        (self.on_table, self.on_lower, self.blocking) = (0, 0, 0);
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
    fn take_pile(&mut self, pos: &Patience<K>, mut card: Card) {
        let mut above = 0_u64;
        loop {
            self.above[card.index()] = above;
            let higher = 0x1FFF << card.rank() & 0x1FFF;
            self.blocking |= above & higher << (13 * card.suit());
            above |= 1 << card.0;
            let Place::On(under) = pos.place(card) else { break };
            self.under[card.index()] = under.0;
            self.on_lower |= uppers::<K>(1 << under.0) & 1 << card.0;
            card = under;
        }
        self.on_table |= 1 << card.0;
    }

    /// The moves of `state`: for each way the cards that can go it.
    #[inline]
    pub(super) fn moves(&self, state: &State, foundations: &Foundations) -> [(Way, u64); 4] {
        let available = state.available;
        let alone = state.low & state.high | !state.low & !state.high & self.on_table;
        [
            (Way::Home, available & foundations.next),
            (Way::Lower, available & uppers::<K>(available)),
            (Way::Upper, available & lowers::<K>(available)),
            (Way::Table, if state.empty_piles() > 0 { available & !alone } else { 0 }),
        ]
    }

    /// Makes a move, and keeps `foundations` in step.
    #[inline]
    pub(super) fn play(&self, state: &mut State, foundations: &mut Foundations, step: Step) {
        let card = step.card();
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
        state.low &= !(1 << card);
        state.high &= !(1 << card);
        let target = match step.way() {
            Way::Lower => lower::<K>(card),
            Way::Upper => upper::<K>(card),
            Way::Table => TABLE,
            Way::Home => return Self::go_home(state, foundations, card),
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
    fn go_home(state: &mut State, foundations: &mut Foundations, card: u8) {
        let (suit, rank) = (card / 13, card % 13);
        state.available &= !(1 << card);
        if state.base() == OPEN {
            state.set_base(rank);
            *foundations = Foundations::started::<K>(rank);
        }
        state.raise(suit);
        foundations.home |= 1 << card;
        foundations.next = (foundations.next | uppers::<K>(1 << card)) & !foundations.home;
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
    /// neighbours, each resting on the one before and `t` the last card of the pile, and let there be an empty pile or
    /// let `t+1` be available. Then `t` goes there, `t-1` onto `t`, and so on down to `w+1`.
    ///
    /// This loses no win. Each of these moves takes a card from its neighbour, and so can be taken back at once: both
    /// are available after it, and may be built on each other. Thus the positions before and after each of them can be
    /// reached from each other, and so can the first and the last: if either can be won, so can both. In the last `w`
    /// is available and goes home safely. (A variant in which an empty pile does not take every card, or cards are
    /// built one way only, must not use this.)
    #[inline]
    fn unwind(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) -> bool {
        // Base cards under circular building are no part of a run: they may be home already, and are not safe.
        let began_on_lower = !state.low & !state.high & self.on_lower;
        let on_lower = (state.low & !state.high | began_on_lower) & foundations.safe & !foundations.home & ALL;
        let covers = uppers::<K>(foundations.next & foundations.safe) & on_lower;
        if covers == 0 || !self.unwinds {
            return false;
        }
        for cover in each(covers) {
            let mut top = 1_u64 << cover;
            while uppers::<K>(top) & on_lower != 0 {
                top = uppers::<K>(top);
            }
            let onto_upper = uppers::<K>(top) & state.available != 0;
            if top & state.available == 0 || !onto_upper && state.empty_piles() == 0 {
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
                (top, way) = (lowers::<K>(top), Way::Upper);
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
