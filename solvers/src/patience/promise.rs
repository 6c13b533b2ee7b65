//! How near to a win a position looks: the order of the search, and nothing more. No verdict depends on it.
//!
//! Five counts, weighed by trying on random deals (6,000 to 20,000 of each game; the figures are stored positions a
//! won deal, FORTRESS / CHESSBOARD): cards home alone need 4,600 / 5,600; with empty piles 960 / 1,200; with all five,
//! and runs unwound, 530 / 790.

use engine::games::patience::{Base, Kind, PILES};

use super::start::Start;
use super::state::{Foundations, State, each};

/// A card that is not home.
const LEFT: u32 = 8;
/// An empty pile, as a pile that is none.
const FILLED: u32 = 3;
/// A card, resting as it began, above a card that its foundation waits for.
const COVER: u32 = 2;
/// A card, resting as it began, above a lower one of its suit: it must be moved away before it can go home.
const BLOCKER: u32 = 2;
/// A card that has been moved but is not home: keeps the search from shuffling cards to and fro.
const MOVED: u32 = 1;

/// More than any deal comes to (about 620); odd layouts that come to more share the last place. A multiple of 64.
pub(super) const PROMISES: usize = 704;

/// How far from a win `state` looks, 0..[`PROMISES`].
#[inline]
pub(super) fn promise<K: Kind>(start: &Start<K>, state: &State, foundations: &Foundations) -> usize {
    let unmoved = Start::<K>::unmoved(state, foundations);
    // While the base is open the foundations wait for every card, which tells nothing.
    let wanted =
        if foundations.home == 0 && matches!(K::STANDARD.base, Base::Free) { 0 } else { foundations.next & unmoved };
    let covers: u32 = each(wanted).map(|card| (start.above[usize::from(card)] & unmoved).count_ones()).sum();
    let filled = PILES as u32 - state.empty_piles();
    let value = LEFT * (52 - foundations.home.count_ones())
        + FILLED * filled
        + COVER * covers
        + BLOCKER * (unmoved & start.blocking).count_ones()
        + MOVED * state.moved().count_ones();
    (value as usize).min(PROMISES - 1)
}
