//! The transposition table: lock-free, shared by all threads of a search, sixteen bytes an entry.
//!
//! An entry is two words. The first holds the move and the score; the second the low 48 bits of the key, the depth, the
//! bound and the generation, with the first word's digest mixed into the key bits (R. Hyatt's lockless hashing). An
//! entry torn by two writers fails the digest and is not found. The bucket is chosen by the key's high bits, so 48 bits
//! and those that choose the bucket are compared; such keys serve a cache, not a proof.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{PackedMove, Score};

use crate::memory::{prefetch, with_large_pages};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score is this.
    Exact = 3,
}

impl Bound {
    /// What a fail-soft search with the window (`alpha`, `beta`) says by returning `score`.
    #[inline]
    #[must_use]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score <= alpha {
            Self::Upper
        } else if score >= beta {
            Self::Lower
        } else {
            Self::Exact
        }
    }

    /// Whether a stored score answers a search with the window (`alpha`, `beta`).
    #[inline]
    #[must_use]
    pub fn answers(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// An entry as it is read: decoded, and belonging to the key that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The bits of the best move known, if there was one.
    pub best: Option<u32>,
    /// The score, seen from its own node (see [`to_table`]).
    pub score: Score,
    /// The depth it was searched to, in plies.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
}

const WAYS: usize = 4;
const KEY_BITS: u64 = (1 << 48) - 1;
/// Marks "no move". A move whose bits are all ones would be forgotten by the table, which costs ordering only.
const NO_MOVE: u32 = u32::MAX;
const GENERATIONS: u8 = 64;

#[derive(Debug, Default)]
struct Slot {
    content: AtomicU64,
    tag: AtomicU64,
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// The table. Reading and writing need no lock and no `&mut`.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl Table {
    /// The memory of a table unless told otherwise, in bytes.
    pub const DEFAULT_BYTES: usize = 16 << 20;

    /// An empty table of about this many bytes, at least one bucket.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = with_large_pages(count);
        buckets.resize_with(count, Bucket::default);
        Self { buckets, generation: 0 }
    }

    /// A table that is large enough for a search of this many nodes, and no larger than the default.
    #[must_use]
    pub fn for_nodes(nodes: Option<u64>) -> Self {
        let entries = nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(2));
        Self::with_bytes(entries.saturating_mul(16).min(Self::DEFAULT_BYTES as u64) as usize)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot.content.get_mut() = 0;
            *slot.tag.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// Starts a new search: older entries stay readable and are the first to be replaced.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Asks for the memory of `key`, which will be looked up soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known under `key`.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let (content, tag) = slot.load();
            (tag != 0 && tag >> 16 == signed_key(key, content)).then(|| decode(content, tag))
        })
    }

    /// Stores an entry: over the one with the same key, else over the least valuable of its bucket.
    #[inline]
    pub fn put<M: PackedMove>(&self, key: u64, best: Option<M>, score: Score, depth: u8, bound: Bound) {
        let bucket = self.bucket(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut best = best.map_or(NO_MOVE, PackedMove::to_bits);
        for (index, slot) in bucket.0.iter().enumerate() {
            let (content, tag) = slot.load();
            if tag != 0 && tag >> 16 == signed_key(key, content) {
                // A search that found no best move (all moves failed low) keeps the one known before.
                if best == NO_MOVE {
                    best = content as u32;
                }
                victim = index;
                break;
            }
            let worth = self.worth(tag);
            if worth < least {
                (least, victim) = (worth, index);
            }
        }
        let content = u64::from(best) | u64::from(score.0.cast_unsigned()) << 32;
        let low = u64::from(depth) << 8 | u64::from(self.generation) << 2 | bound as u64;
        bucket.0[victim].store(content, signed_key(key, content) << 16 | low);
    }

    /// How much a slot deserves to stay: deep entries of recent searches the most, empty slots nothing.
    #[inline]
    fn worth(&self, tag: u64) -> i32 {
        if tag == 0 {
            return i32::MIN;
        }
        let generation = (tag >> 2) as u8 % GENERATIONS;
        let age = (GENERATIONS + self.generation - generation) % GENERATIONS;
        i32::from((tag >> 8) as u8) - 4 * i32::from(age)
    }

    /// The share of slots in use, in thousandths, from a sample.
    #[must_use]
    pub fn per_mille_full(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used =
            sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| slot.tag.load(Ordering::Relaxed) != 0).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, u64) {
        (self.content.load(Ordering::Relaxed), self.tag.load(Ordering::Relaxed))
    }

    #[inline]
    fn store(&self, content: u64, tag: u64) {
        self.content.store(content, Ordering::Relaxed);
        self.tag.store(tag, Ordering::Relaxed);
    }
}

/// The key's low 48 bits with a digest of the content mixed in.
#[inline]
const fn signed_key(key: u64, content: u64) -> u64 {
    (key & KEY_BITS) ^ (content.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16)
}

#[inline]
fn decode(content: u64, tag: u64) -> Entry {
    let bound = match tag & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    let best = content as u32;
    Entry {
        best: (best != NO_MOVE).then_some(best),
        score: Score(((content >> 32) as u32).cast_signed()),
        depth: (tag >> 8) as u8,
        bound,
    }
}

/// A score as its own node sees it: forced wins are counted from the node, not from the root `ply` plies above.
#[inline]
#[must_use]
pub fn to_table(score: Score, ply: u32) -> Score {
    shift(score, ply as i32)
}

/// The inverse of [`to_table`].
#[inline]
#[must_use]
pub fn from_table(score: Score, ply: u32) -> Score {
    shift(score, -(ply as i32))
}

#[inline]
fn shift(score: Score, plies: i32) -> Score {
    if !score.is_decided() {
        score
    } else if score.0 > 0 {
        score + plies
    } else {
        score - plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::toy::Child;

    #[test]
    fn entries_come_back_and_others_do_not() {
        let table = Table::with_bytes(1 << 22);
        let key = 0x0123_4567_89AB_CDEF;
        table.put(key, Some(Child(7)), Score(-42), 9, Bound::Lower);
        let entry = table.get(key).expect("just stored");
        assert_eq!(entry, Entry { best: Some(7), score: Score(-42), depth: 9, bound: Bound::Lower });
        for bit in 0..64 {
            assert_eq!(table.get(key ^ 1 << bit), None, "bit {bit} of the key is compared");
        }
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::with_bytes(64);
        table.put(5, Some(Child(1)), Score(10), 3, Bound::Exact);
        table.buckets[0].0[0].content.store(0xFFFF, Ordering::Relaxed);
        assert_eq!(table.get(5), None);
    }

    #[test]
    fn shallow_entries_go_first_and_a_known_move_stays() {
        let table = Table::with_bytes(64);
        for key in 0..4 {
            table.put(key, Some(Child(key as u16)), Score(0), 10 + key as u8, Bound::Exact);
        }
        table.put(9, Some(Child(9)), Score(0), 5, Bound::Exact);
        assert_eq!(table.get(0), None);
        assert!((1..4).all(|key| table.get(key).is_some()));
        table.put::<Child>(9, None, Score(1), 6, Bound::Upper);
        assert_eq!(table.get(9).and_then(|entry| entry.best), Some(9));
    }

    #[test]
    fn entries_of_earlier_searches_go_before_shallow_ones_of_this() {
        let mut table = Table::with_bytes(64);
        table.put(0, Some(Child(0)), Score(0), 10, Bound::Exact);
        (0..3).for_each(|_| table.age());
        (1..=4).for_each(|key| table.put(key, Some(Child(0)), Score(0), 1, Bound::Exact));
        assert_eq!(table.get(0), None, "ten plies deep, but three searches old");
        assert!((1..=4).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn a_cleared_table_is_a_new_one() {
        let mut table = Table::with_bytes(64);
        table.age();
        (0..4).for_each(|key| table.put(key, Some(Child(1)), Score(7), 5, Bound::Exact));
        table.clear();
        assert_eq!(table.per_mille_full(), 0);
        assert!((0..4).all(|key| table.get(key).is_none()));
        assert_eq!(table.generation, 0);
    }

    #[test]
    fn table_scores_count_from_their_own_node() {
        for score in [Score::win_in(12), Score::loss_in(12), Score(17), Score::DRAW] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(Score::win_in(12), 5), Score::win_in(7));
    }
}
