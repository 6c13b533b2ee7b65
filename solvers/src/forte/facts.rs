//! What attacks have found out, shared by all threads.
//!
//! A table of a few fixed parts with a lock each, so that threads seldom wait for one another. Keys are whole jousts, so that a
//! fact is never another joust's. A part doubles until it has its share of the memory; then what cost the least gives way: that
//! may cost time, never the truth.

use std::sync::{Mutex, MutexGuard};

use engine::games::forte::{Move, board};
use engine::{PackedMove, zobrist};

use super::duel::{Duel, Image};
use super::search::Order;

/// Parts with a lock each.
const PARTS: usize = 1024;

/// Facts that are looked at together; they fill a line of the cache.
const IN_BUCKET: usize = 4;

/// The entries of all parts together, at most: a gigabyte of 16 bytes each.
const MOST_ENTRIES: usize = 1 << 26;

/// More plies than any attack has: what fails within so many never succeeds.
pub(super) const EVER: u8 = u8::MAX;

/// What is known of attacks of one order, with the attacker to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fact {
    /// The attacker wins within so many plies by this move, if one is known.
    pub(super) win: Option<(u8, Move)>,
    /// The attacker does not win by attacks of this order within so many plies.
    pub(super) none: u8,
}

impl Fact {
    /// Whether the attacker wins within `plies`, as far as that is known.
    pub(super) fn within(self, plies: u8) -> Known {
        match self.win {
            Some((win, mv)) if win <= plies => Known::Wins(mv),
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

/// A joust, an order and a fact: in each word a side's knights without the gap between forts and holes, and above them the
/// order and the move, or the plies of the win, zero if none is known, and the plies without one.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    attacker: u64,
    defender: u64,
}

/// The bits that a side's knights take.
const KNIGHTS: u64 = (1 << 48) - 1;
/// The bits of the first word that say what an entry is about: knights and order.
const ABOUT: u64 = (1 << 50) - 1;

impl Entry {
    const ORDER: u32 = 48;
    const MOVE: u32 = 50;
    const WIN: u32 = 48;
    const NONE: u32 = 56;

    /// Nothing known of a joust yet; never all zero, since an attacker has knights.
    fn blank(duel: Duel, order: Order) -> Self {
        let compact = |knights: u64| knights & board::FORTS | knights >> board::FIRST_HOLE << (board::FIRST_HOLE - 7);
        Self { attacker: compact(duel.attacker) | (order as u64) << Self::ORDER, defender: compact(duel.defender) }
    }

    fn is_about(self, other: Self) -> bool {
        (self.attacker ^ other.attacker) & ABOUT == 0 && (self.defender ^ other.defender) & KNIGHTS == 0
    }

    fn is_blank(self) -> bool {
        self.attacker == 0
    }

    fn fact(self) -> Fact {
        let win = (self.defender >> Self::WIN) as u8;
        let mv = Move::from_bits((self.attacker >> Self::MOVE) as u32);
        Fact { win: (win > 0).then_some((win, mv)), none: (self.defender >> Self::NONE) as u8 }
    }

    fn set(&mut self, fact: Fact) {
        let (win, mv) = fact.win.map_or((0, 0), |(win, mv)| (win, mv.to_bits()));
        self.attacker = self.attacker & ABOUT | u64::from(mv) << Self::MOVE;
        self.defender = self.defender & KNIGHTS | u64::from(win) << Self::WIN | u64::from(fact.none) << Self::NONE;
    }

    /// What it costs to find out again, roughly.
    fn worth(self) -> (u64, u8) {
        let fact = self.fact();
        ((self.attacker & ABOUT) >> Self::ORDER, fact.win.map_or(fact.none, |(win, _)| win))
    }

    fn hash(self) -> u64 {
        zobrist::mix_all([self.attacker & ABOUT, self.defender & KNIGHTS])
    }
}

/// Some of the facts.
#[derive(Debug, Default)]
struct Part {
    /// As many as a power of two, or none.
    buckets: Vec<[Entry; IN_BUCKET]>,
    entries: usize,
}

impl Part {
    /// Where an entry would be; the buckets must not be none.
    fn bucket(&self, hash: u64) -> usize {
        (hash / PARTS as u64) as usize & (self.buckets.len() - 1)
    }

    fn get(&self, about: Entry, hash: u64) -> Fact {
        if self.buckets.is_empty() {
            return Fact::default();
        }
        let bucket = &self.buckets[self.bucket(hash)];
        bucket.iter().find(|entry| entry.is_about(about)).map_or_else(Fact::default, |entry| entry.fact())
    }

    /// The place for an entry, which may hold another.
    fn place(&mut self, about: Entry, hash: u64) -> &mut Entry {
        loop {
            if !self.buckets.is_empty() {
                let index = self.bucket(hash);
                let bucket = &self.buckets[index];
                if let Some(way) = bucket.iter().position(|entry| entry.is_about(about)) {
                    return &mut self.buckets[index][way];
                }
                if let Some(way) = bucket.iter().position(|entry| entry.is_blank()) {
                    self.entries += 1;
                    return &mut self.buckets[index][way];
                }
                let room = self.buckets.len() * IN_BUCKET;
                // One full bucket among empty ones is no reason to grow.
                if self.entries < room / 2 || room >= MOST_ENTRIES / PARTS {
                    let worst = (0..IN_BUCKET).min_by_key(|&way| bucket[way].worth()).unwrap_or(0);
                    return &mut self.buckets[index][worst];
                }
            }
            self.grow();
        }
    }

    fn grow(&mut self) {
        let buckets = (2 * self.buckets.len()).max(1);
        let old = std::mem::replace(&mut self.buckets, vec![[Entry::default(); IN_BUCKET]; buckets]);
        for entry in old.into_iter().flatten().filter(|entry| !entry.is_blank()) {
            // A bucket's entries go to two, so that each finds a blank.
            let index = self.bucket(entry.hash());
            let blank = self.buckets[index].iter_mut().find(|entry| entry.is_blank());
            *blank.expect("a bucket's entries fit where it goes") = entry;
        }
    }
}

/// What facts are found by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    about: Entry,
    image: Image,
    hash: u64,
}

impl Key {
    pub(super) fn new(duel: Duel, order: Order) -> Self {
        let (duel, image) = duel.canonical();
        let about = Entry::blank(duel, order);
        Self { about, image, hash: about.hash() }
    }
}

#[derive(Debug, Default)]
#[repr(align(128))]
struct Padded(Mutex<Part>);

/// Facts by joust and order; jousts that are the same by symmetry share theirs.
#[derive(Debug)]
pub(super) struct Facts {
    parts: Vec<Padded>,
}

impl Facts {
    pub(super) fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| Padded::default()).collect() }
    }

    /// What is known of an attack.
    pub(super) fn get(&self, key: Key) -> Fact {
        let fact = self.part(key.hash).get(key.about, key.hash);
        Fact { win: fact.win.map(|(plies, mv)| (plies, key.image.of_move(mv))), ..fact }
    }

    /// Adds to what is known.
    pub(super) fn note(&self, key: Key, fact: Fact) {
        let win = fact.win.map(|(plies, mv)| (plies, key.image.of_move(mv)));
        let mut part = self.part(key.hash);
        let entry = part.place(key.about, key.hash);
        if !entry.is_about(key.about) {
            *entry = key.about;
        }
        let before = entry.fact();
        let is_sooner = |&(plies, _): &(u8, Move)| before.win.is_none_or(|(before, _)| plies < before);
        entry.set(Fact { win: win.filter(is_sooner).or(before.win), none: before.none.max(fact.none) });
    }

    /// # Panics
    /// Never: no thread panics while it holds a part.
    fn part(&self, hash: u64) -> MutexGuard<'_, Part> {
        self.parts[hash as usize % PARTS].0.lock().expect("no thread panics while it holds a part")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joust of a knight each, by number.
    fn joust(number: u64) -> Duel {
        let fort = |number: u64| 1 << board::fort((number % 6) as u32, (number / 6 % 6) as u32);
        Duel {
            attacker: fort(number) | 1 << (board::FIRST_HOLE + (number / 1296 % 7) as u32),
            defender: fort(number / 36),
        }
    }

    #[test]
    fn facts_are_found_again_by_all_images_and_by_no_other_order() {
        let facts = Facts::new();
        let numbers = || (0..9_072).filter(|number| number % 36 != number / 36 % 36);
        let mv = |duel: Duel| duel.attacks(!0).next().expect("a move");
        for number in numbers() {
            let duel = joust(number);
            let win = Fact { win: Some((5, mv(duel))), none: 3 };
            facts.note(Key::new(duel, Order::Quiet), win);
            facts.note(Key::new(duel, Order::Quiet), Fact { win: Some((7, mv(duel))), none: 1 });
        }
        for number in numbers() {
            let duel = joust(number);
            let fact = facts.get(Key::new(duel, Order::Quiet));
            let (plies, found) = fact.win.expect("a win was noted");
            assert_eq!((plies, fact.none), (5, 3));
            // It may have been noted for an image, whose first move is another.
            assert!(duel.attacks(!0).any(|legal| legal == found), "{found}");
            assert_eq!(facts.get(Key::new(duel, Order::Threats)), Fact::default());
        }
    }

    #[test]
    fn what_costs_least_gives_way_in_a_full_bucket() {
        let about = |number| Entry::blank(joust(number), Order::Quiet);
        let mut part = Part { buckets: vec![[Entry::default(); IN_BUCKET]], entries: 0 };
        for (number, none) in [(0, 9), (1, 3), (2, 5), (3, 7)] {
            let entry = part.place(about(number), 0);
            *entry = about(number);
            entry.set(Fact { win: None, none });
        }
        // As if there were a second bucket with nothing in it, so that the part does not grow.
        part.entries = 0;
        assert!(part.place(about(4), 0).is_about(about(1)));
        part.entries = 4;
        assert!(part.place(about(4), 0).is_blank());
        assert_eq!(part.buckets.len(), 2);
    }
}
