//! The laws as masks: what the search asks of the rules, answered for all cards at once.
//!
//! The seventy-two sets of rules would make as many copies of the search if they were types, and branches in its inner
//! loop if they were asked one by one. As masks they cost an AND for each kind of move. They are worked out when the
//! laws change, not for every deal.

use engine::cards::Card;
use engine::games::patience::{Build, Circular, Laws, Units};

use super::state::{ACES, ALL, KINGS};

/// A set of rules.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    /// What they were made from.
    laws: Laws,
    /// The Kings that have an upper neighbour in building: the Ace of their suit.
    wrapping: u64,
    /// The cards that may be put on their lower neighbour, and thus the cards that may lie there in a build.
    pub(super) onto_lower: u64,
    /// The cards that may be put on their upper neighbour.
    pub(super) onto_upper: u64,
    /// The cards that may go to an empty pile.
    pub(super) filling: u64,
    /// Whether builds move as one.
    pub(super) moves_builds: bool,
    /// Whether single cards move, and are built both ways: then what lies on a neighbour can be taken back there.
    pub(super) is_reversible: bool,
    /// For each base the cards that go home as soon as they can: [`Laws::is_safe`].
    safe: [u64; 13],
}

impl Masks {
    /// The masks of some laws.
    pub(super) fn of(laws: Laws) -> Self {
        let of_all =
            |is: &dyn Fn(Card) -> bool| Card::all().filter(|&card| is(card)).fold(0, |set, card| set | 1 << card.0);
        Self {
            laws,
            wrapping: if laws.circular == Circular::On { KINGS } else { 0 },
            onto_lower: if laws.build == Build::Down { 0 } else { ALL },
            onto_upper: if laws.build == Build::Up { 0 } else { ALL },
            filling: of_all(&|card| laws.may_fill(card)),
            moves_builds: laws.units == Units::Build,
            is_reversible: laws.units == Units::One && laws.build == Build::Both,
            safe: std::array::from_fn(|base| of_all(&|card| laws.is_safe(card, base as u8))),
        }
    }

    /// Becomes the masks of `laws`.
    #[inline]
    pub(super) fn change(&mut self, laws: Laws) {
        if self.laws != laws {
            *self = Self::of(laws);
        }
    }

    /// The cards that go home as soon as they can, over a base.
    #[inline]
    pub(super) fn safe(&self, base: u8) -> u64 {
        self.safe[usize::from(base)]
    }

    /// The upper neighbours of a set of cards in building.
    #[inline]
    pub(super) fn uppers(&self, cards: u64) -> u64 {
        (cards & !KINGS) << 1 | (cards & self.wrapping) >> 12
    }

    /// The lower neighbours of a set of cards in building.
    #[inline]
    pub(super) fn lowers(&self, cards: u64) -> u64 {
        (cards & !ACES) >> 1 | cards << 12 & self.wrapping
    }
}
