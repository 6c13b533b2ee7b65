//! Positions that are lost at a glance: not even an easier game, in which no card is ever in the way, could be won.
//!
//! In the easier game a card that has once been available stays so for good: it can be built on, however much lies on
//! it, and whatever it may lie on can take it. What can become available at all is then found in a few rounds of masks.
//! More than half of all positions are seen to be lost like this, most often because cards lie on each other
//! crosswise, each waiting for the other's pile.
//!
//! Proof. Let `reach`, `moved` and `home` be the sets as [`is_hopeless`] leaves them, and take any line of the real
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

/// Whether `state` is seen to be lost; `false` tells nothing.
pub(super) fn is_hopeless(start: &Start, state: &State, foundations: &Foundations) -> bool {
    let masks = &start.masks;
    let mut reach = state.available | if state.empty_piles() > 0 { EMPTY_PILE } else { 0 };
    // With an open base any card can go home, and with an empty pile for any card all can be moved.
    let mut foundations = *foundations;
    if foundations.are_open() {
        return false;
    }
    let unmoved = Start::unmoved(state, &foundations);
    let (on_lower, on_upper) = (state.low & !state.high, state.high & !state.low);
    let mut moved = 0;
    loop {
        if reach & EMPTY_PILE != 0 && masks.filling == ALL {
            return false;
        }
        loop {
            let taken = foundations.next & reach;
            if taken == 0 {
                break;
            }
            foundations.home |= taken;
            foundations.next = (foundations.next | followers(taken)) & !foundations.home;
        }
        let filling = if reach & EMPTY_PILE == 0 { 0 } else { masks.filling };
        let onto = masks.uppers(reach) & masks.onto_lower | masks.lowers(reach) & masks.onto_upper;
        let firsts = if masks.moves_builds { start.firsts(reach & ALL, &start.rests(state), 12) } else { reach };
        let movable = firsts & (onto | filling) | reach & foundations.home;
        let new = movable & !moved & ALL;
        if new == 0 {
            return foundations.home != ALL;
        }
        moved |= new;
        reach |= masks.lowers(new & on_lower) | masks.uppers(new & on_upper);
        if new & state.low & state.high != 0 {
            reach |= EMPTY_PILE;
        }
        for card in each(new & unmoved) {
            reach |= 1 << start.began_on(card);
        }
    }
}
