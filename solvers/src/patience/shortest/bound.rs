//! A number of moves within the tableau below which no position can be won: the cards that must be moved at all.
//!
//! **The bound.** Take any line that wins, and let M be the cards that it moves within the tableau. A card `d` not in M
//! stays where it is until it goes home, so every card `c` below it goes home later: `d` before `c`. Within a suit the
//! order is given. So there is an order of all cards that keeps the suits' orders and has every `d` outside M before
//! all the cards below it; call M *enough* if there is such an order. The line has at least as many moves within the
//! tableau as M has cards, and the bound is the size of the least M that is enough. (It is the least number of moves
//! of an easier game in which empty piles never run out: then each card of M goes to one of its own.)
//!
//! **Blockers.** A card above one of its own suit that goes home earlier is in every M that is enough.
//!
//! **The rest** is found by sending cards home as far as M allows. While a card that its foundation waits for has
//! nothing above it but cards of M and cards at home, it goes home; this hinders nothing later. If all go, M is
//! enough. If not, one of the cards waited for, at most one a suit, is the next to go home in whatever order, and then
//! all that lies above it belongs to M. So each of them is tried; one whose cover holds all that covers another can
//! wait, since the other would be free with it. What may still be needed depends on the foundations' heights alone
//! (whatever lay above a card at home is home or in M), so a failure is remembered by them.
//!
//! **Held base cards.** For each base card that is held back, the last card of its suit will be put on it
//! ([`Tableau::settle`] has the proof). It then lies on a card that goes home earlier, and must be moved once more. So
//! the last card is in M, and counts twice. Different base cards have different last cards.
//!
//! **From one position to the next** the bound falls by 1 at most. Let a move of `d` and some home moves lead from P to
//! Q, and let M be enough for Q. Then M with `d` is enough for P: beneath all other cards lies what lay there, and the
//! cards that go home in between go first. What counts twice in P does so in Q, unless `d` has been put on a held base
//! card. Then `d` lies above a card that goes home earlier, and is in M. If it is the last of its suit, M is enough for
//! P, and 1 is added for the base card. If not, it is the card after the base card; both can go home first in P, so
//! M without `d` is enough there; put the last card in its stead, and 1 is added for the base card again.

use super::tableau::{NONE, Origin, Tableau};
use crate::patience::state::each;

/// The failures that are remembered: a power of two.
const REMEMBERED: usize = 1024;

/// What a state of the easier game comes to: the cards that hinder no other any more, and those waited for.
#[derive(Clone, Copy, Debug)]
struct Relaxed {
    /// The cards at home and those of M.
    gone: u64,
    /// The card that each foundation waits for, or [`NONE`].
    next: [u8; 4],
}

/// A state of the easier game from which `budget` more cards in M are not enough.
#[derive(Clone, Copy, Debug, Default)]
struct Failure {
    /// Which bound it belongs to.
    asked: u64,
    next: u32,
    budget: u32,
}

/// Works out bounds.
#[derive(Debug)]
pub(super) struct Bounds {
    failures: Box<[Failure; REMEMBERED]>,
    /// The number of bounds asked for.
    asked: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { failures: Box::new([Failure::default(); REMEMBERED]), asked: 0 }
    }
}

impl Bounds {
    /// The bound of a settled tableau that is known to be at least `least`; if it is `most` or more,
    /// any number from `most` up.
    pub(super) fn bound(&mut self, origin: &Origin, tableau: &Tableau, least: u32, most: u32) -> u32 {
        let order = origin.order(tableau);
        let held = tableau.held();
        let lasts = each(held).fold(0, |lasts, card| lasts | order.last & 0x1FFF << (card / 13 * 13));
        let forced = tableau.blockers | lasts;
        let sure = forced.count_ones() + held.count_ones();
        let mut first = Relaxed { gone: tableau.foundations.home | forced, next: [NONE; 4] };
        each(tableau.foundations.next).for_each(|card| first.next[usize::from(card / 13)] = card);
        self.asked += 1;
        let mut budget = least.saturating_sub(sure);
        while sure + budget < most && !self.is_enough(origin, tableau, first, budget) {
            budget += 1;
        }
        sure + budget
    }

    /// Whether all cards can go home with at most `budget` more in M.
    fn is_enough(&mut self, origin: &Origin, tableau: &Tableau, mut relaxed: Relaxed, budget: u32) -> bool {
        if relaxed.send_home(origin, tableau) {
            return true;
        }
        let next = u32::from_le_bytes(relaxed.next);
        let slot = next.wrapping_mul(0x9E37_79B1) as usize >> 22;
        let failure = self.failures[slot];
        if budget == 0 || failure.asked == self.asked && failure.next == next && failure.budget >= budget {
            return false;
        }
        let covers = relaxed.covers(tableau);
        for (suit, &cover) in covers.iter().enumerate() {
            let can_wait =
                |(other, &smaller): (usize, &u64)| smaller & !cover == 0 && (smaller != cover || other < suit);
            let cost = cover.count_ones();
            if cost > budget || covers.iter().enumerate().any(can_wait) {
                continue;
            }
            let freed = Relaxed { gone: relaxed.gone | cover, ..relaxed };
            if self.is_enough(origin, tableau, freed, budget - cost) {
                return true;
            }
        }
        self.failures[slot] = Failure { asked: self.asked, next, budget };
        false
    }
}

impl Relaxed {
    /// Sends home all cards that can go; whether that is all there are.
    #[inline]
    fn send_home(&mut self, origin: &Origin, tableau: &Tableau) -> bool {
        let order = origin.order(tableau);
        loop {
            let before = self.gone;
            let mut is_done = true;
            for next in &mut self.next {
                while *next != NONE && tableau.above[usize::from(*next)] & !self.gone == 0 {
                    self.gone |= 1 << *next;
                    *next = order.after[usize::from(*next)];
                }
                is_done &= *next == NONE;
            }
            if is_done {
                return true;
            }
            if self.gone == before {
                return false;
            }
        }
    }

    /// What lies above each card waited for; all cards and more, where there is none.
    #[inline]
    fn covers(&self, tableau: &Tableau) -> [u64; 4] {
        self.next.map(|card| if card == NONE { u64::MAX } else { tableau.above[usize::from(card)] & !self.gone })
    }
}
