//! Positions that are lost at a glance: not even an easier game, in which no card is ever in the way, could be won.
//!
//! In the easier game a card that has once been available stays so for good: it can be built on, however much lies on
//! it, and whatever it may lie on can take it. What can become available at all is then found in a few rounds of masks.
//! About a quarter of the positions met are seen to be lost like this under the standard rules (49,000 of 205,000), most
//! often because cards lie on each other crosswise, each waiting for the other's pile.
//!
//! Proof. Let `reach`, `moved` and `home` be the sets as [`Easier::is_won`] leaves them, and take any line of the real
//! game from `state`. Every card that is available at some time on it is in `reach`, every card that is moved is in
//! `moved`, and every card sent home in `home`. For consider the first card that breaks this.
//! A card that becomes available was so in `state`, or what lay on it in `state` has been moved: that is in `moved`,
//! and so the card is in `reach`. A card sent home was available, thus in `reach`, and begins its foundation or
//! follows a card of `home`: so it was taken into `home`. A card moved onto another was available, or the first of a
//! build, and the other one was available: both are in `reach` (the first of a build is added to it below, for as
//! long as builds move as one), and so the card is in `moved`. A card moved to an empty pile needs one: there was one
//! in `state`, or some card that lay on the table in `state` has been moved, which is noticed here.
//! So a line that wins sends all cards home within `home`; if that lacks a card, there is none.

use super::start::{Start, TABLE};
use super::state::{ALL, Foundations, State, each, followers};

/// In `reach`: a card on the table has been moved, so that there is an empty pile.
const EMPTY_PILE: u64 = 1 << TABLE;

/// The easier game: what has been available, moved and sent home in it.
#[derive(Clone, Copy)]
struct Easier {
    reach: u64,
    moved: u64,
    foundations: Foundations,
}

/// Whether `state` is seen to be lost; `false` tells nothing.
#[inline]
pub(super) fn is_hopeless(start: &Start, state: &State, foundations: &Foundations) -> bool {
    // With an open base any card can go home, and with an empty pile for any card all can be moved.
    !foundations.are_open() && !Easier::of(state, *foundations).is_won(start, state)
}

/// Which bases, of those of `start`, an open base may still come to, the others being seen to be lost: 13 bits.
///
/// The first card home says which of thirteen games, each with its base fixed, a line has been of all along. What can
/// be moved before any card is home, all of them have in common.
pub(super) fn hopeful_bases(start: &Start, state: &State) -> u16 {
    let common = before_any_base(start, state);
    each_base(start.bases)
        .filter(|&base| common.is_won_over(start, state, base))
        .fold(0, |bases, base| bases | 1 << base)
}

/// Whether `state` is seen to be lost, with an open base too: then over each base of `start`. `likely` is the base that
/// is asked first, and becomes the one over which `state` is not lost.
#[inline]
pub(super) fn is_lost(start: &Start, state: &State, foundations: &Foundations, likely: &mut u8) -> bool {
    if !foundations.are_open() {
        return is_hopeless(start, state, foundations);
    }
    if start.masks.filling == ALL {
        return false;
    }
    let common = before_any_base(start, state);
    if common.is_won_over(start, state, *likely) {
        return false;
    }
    let found = each_base(start.bases & !(1 << *likely)).find(|&base| common.is_won_over(start, state, base));
    *likely = found.unwrap_or(*likely);
    found.is_none()
}

/// The bases of a set of 13 bits.
fn each_base(bases: u16) -> impl Iterator<Item = u8> {
    (0..13).filter(move |base| bases >> base & 1 == 1)
}

/// What of the easier game needs no card home.
fn before_any_base(start: &Start, state: &State) -> Easier {
    let mut common = Easier::of(state, Foundations { home: 0, next: 0, safe: 0 });
    common.is_won(start, state);
    common
}

impl Easier {
    /// The easier game at its beginning.
    #[inline]
    fn of(state: &State, foundations: Foundations) -> Self {
        let reach = state.available | if state.empty_piles() > 0 { EMPTY_PILE } else { 0 };
        Self { reach, moved: 0, foundations }
    }

    /// Whether the game goes on to be won over a base, none having been asked for before.
    fn is_won_over(mut self, start: &Start, state: &State, base: u8) -> bool {
        self.foundations = Foundations::started(base, &start.masks);
        self.is_won(start, state)
    }

    /// Whether all cards can go home. Plays on until nothing is left to be done, or, where an empty pile takes every
    /// card, until there is one.
    #[inline]
    fn is_won(&mut self, start: &Start, state: &State) -> bool {
        let masks = &start.masks;
        let unmoved = Start::unmoved(state, &self.foundations);
        let (on_lower, on_upper) = (state.low & !state.high, state.high & !state.low);
        loop {
            if self.reach & EMPTY_PILE != 0 && masks.filling == ALL {
                return true;
            }
            loop {
                let taken = self.foundations.next & self.reach;
                if taken == 0 {
                    break;
                }
                self.foundations.home |= taken;
                self.foundations.next = (self.foundations.next | followers(taken)) & !self.foundations.home;
            }
            let filling = if self.reach & EMPTY_PILE == 0 { 0 } else { masks.filling };
            let onto = masks.uppers(self.reach) & masks.onto_lower | masks.lowers(self.reach) & masks.onto_upper;
            let firsts =
                if masks.moves_builds { start.firsts(self.reach & ALL, &start.rests(state), 12) } else { self.reach };
            let movable = firsts & (onto | filling) | self.reach & self.foundations.home;
            let new = movable & !self.moved & ALL;
            if new == 0 {
                return self.foundations.home == ALL;
            }
            self.moved |= new;
            self.reach |= masks.lowers(new & on_lower) | masks.uppers(new & on_upper);
            if new & state.low & state.high != 0 {
                self.reach |= EMPTY_PILE;
            }
            for card in each(new & unmoved) {
                self.reach |= 1 << start.began_on(card);
            }
        }
    }
}
