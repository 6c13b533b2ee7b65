//! How near to a win a position looks: the order of the search, and nothing more. No verdict depends on it.
//!
//! What counts most is the number of cards that lie *fixed*, on a card that is no neighbour of theirs: such a card
//! moves once and never back, while all others can be put to and fro. The weights were found by random steps on 12,000
//! FORTRESS and 3,000 CHESSBOARD deals, then rounded; no single one matters much, on other deals the rounded ones do as
//! well. The figures are stored positions a won deal, FORTRESS / CHESSBOARD: cards home alone need 4,600 / 5,600; with
//! empty piles, covers and blockers, fixed cards counted like loose ones, 530 / 790; like this 255 / 470.

use super::start::Start;
use super::state::{ALL, Foundations, State, each, followers};

/// A card that is not home.
const LEFT: u32 = 4;
/// A card that lies on one that is no neighbour.
const FIXED: u32 = 10;
/// A card, resting as it began, above a card that its foundation waits for.
const COVER: u32 = 2;
/// The same above the card after that one.
const LATER_COVER: u32 = 1;
/// A card that has been moved to a neighbour: keeps the search from shuffling cards to and fro.
const MOVED: u32 = 4;

/// More than any deal comes to; odd layouts that come to more share the last place. A multiple of 64.
pub(super) const PROMISES: usize = 704;

/// How far from a win `state` looks, 0..[`PROMISES`].
#[inline]
pub(super) fn promise(start: &Start, state: &State, foundations: &Foundations) -> usize {
    let unmoved = Start::unmoved(state, foundations);
    // What lay above a card that has been moved has been moved before.
    let covers =
        |cards| -> u32 { each(cards).map(|card| (start.above[usize::from(card)] & unmoved).count_ones()).sum() };
    let mut value = LEFT * (52 - foundations.home.count_ones())
        + FIXED * (unmoved & start.fixed).count_ones()
        + MOVED * ((state.low ^ state.high) & ALL).count_ones();
    // While the base is open the foundations wait for every card, which tells nothing.
    if !foundations.are_open() {
        let later = followers(foundations.next) & !foundations.home;
        value += COVER * covers(foundations.next) + LATER_COVER * covers(later);
    }
    (value as usize).min(PROMISES - 1)
}
