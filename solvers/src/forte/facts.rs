//! What attacks have found out, shared by all threads.

use std::sync::{Mutex, MutexGuard};

use engine::games::forte::Move;
use fxhash::FxHashMap;

use super::duel::Duel;
use super::search::Order;

/// Parts with a lock each, so that threads seldom wait for one another.
const PARTS: usize = 64;

/// What is known of attacks of one order, with the attacker to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact {
    /// The attacker wins within so many plies, if a move is known.
    win: u8,
    /// The attacker does not win by attacks of this order within so many plies.
    none: u8,
    /// The move that wins.
    mv: Option<Move>,
}

impl Fact {
    /// Whether the attacker wins within `plies`, as far as that is known.
    pub(super) fn within(self, plies: u8) -> Known {
        match self.mv {
            Some(mv) if self.win <= plies => Known::Wins(mv),
            _ if self.none >= plies => Known::Fails,
            _ => Known::Nothing,
        }
    }
}

/// What is known of an attack within so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It wins by this move.
    Wins(Move),
    /// It does not win.
    Fails,
    /// It has not been looked for.
    Nothing,
}

/// Facts by joust and order; jousts that are the same by symmetry share theirs.
#[derive(Debug)]
pub(super) struct Facts {
    parts: Vec<Mutex<FxHashMap<Duel, [Fact; Order::COUNT]>>>,
}

impl Facts {
    pub(super) fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| Mutex::default()).collect() }
    }

    /// What is known of an attack.
    pub(super) fn get(&self, duel: Duel, order: Order) -> Fact {
        let (key, image) = duel.canonical();
        let fact = self.part(key).get(&key).map_or_else(Fact::default, |facts| facts[order as usize]);
        Fact { mv: fact.mv.map(|mv| image.of_move(mv)), ..fact }
    }

    /// Notes that the attacker wins within `plies` by a move, or not at all.
    pub(super) fn note(&self, duel: Duel, order: Order, plies: u8, mv: Option<Move>) {
        let (key, image) = duel.canonical();
        let mut part = self.part(key);
        let fact = &mut part.entry(key).or_default()[order as usize];
        match mv {
            Some(_) if fact.mv.is_some() && fact.win <= plies => {}
            Some(mv) => (fact.win, fact.mv) = (plies, Some(image.of_move(mv))),
            None => fact.none = fact.none.max(plies),
        }
    }

    /// # Panics
    /// Never: no thread panics while it holds a part.
    fn part(&self, key: Duel) -> MutexGuard<'_, FxHashMap<Duel, [Fact; Order::COUNT]>> {
        let hash = engine::zobrist::mix_all([key.attacker, key.defender]);
        self.parts[hash as usize % PARTS].lock().expect("no thread panics while it holds a part")
    }
}
