//! The positions met, each once, with the way back to the start; and the queue of those still to be looked at.
//!
//! A node is 32 bytes: the exact key, the available cards, the node before it with the step between them, and the next
//! node in its queue. The table of an open-addressing hash holds only node numbers with eight bits of hash, and is
//! compared with the nodes' keys, so that a collision costs time and never truth. Between deals only the smallest
//! table is cleared: most deals die within a dozen positions.

use super::promise::PROMISES;
use super::state::{State, Step};

/// The entries of the smallest table.
const SMALLEST: usize = 256;
/// A limit on the number of nodes that leaves room for one position's moves: their numbers have 24 bits.
pub(super) const MOST_NODES: u32 = (1 << 24) - 256;
/// The end of a queue.
const NONE: u32 = u32::MAX;

/// A position met.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    /// The number of the node before, times 256, plus the step from there.
    back: u32,
    /// The next node in the same queue.
    after: u32,
}

/// Where a position that has not been met belongs in the table, until another one is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vacancy {
    slot: usize,
    tag: u32,
}

/// Every position met, once.
#[derive(Debug, Default)]
pub(super) struct Seen {
    nodes: Vec<Node>,
    /// The number of a node plus one, times 256, plus eight bits of its hash; 0 is free. Its length is a power of two
    /// and at least twice the number of nodes.
    table: Vec<u32>,
    /// The part of the table in use.
    size: usize,
}

/// Mixes a key into 64 bits of which the upper ones are good.
#[inline]
fn hash(state: &State) -> u64 {
    let low = state.low.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let high = (state.high ^ low.rotate_right(29)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (high ^ high >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Seen {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.resize(SMALLEST);
    }

    /// Makes the table `size` entries, all free.
    fn resize(&mut self, size: usize) {
        self.size = size;
        if self.table.len() < size {
            self.table.resize(size, 0);
        }
        self.table[..size].fill(0);
    }

    /// The number of positions.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The position of a node.
    #[inline]
    pub(super) fn state(&self, node: u32) -> State {
        self.nodes[node as usize].state
    }

    /// The place in the table for a position, or `None` if it was met before.
    #[inline]
    pub(super) fn vacancy(&self, state: &State) -> Option<Vacancy> {
        let hash = hash(state);
        let tag = hash as u32 & 255;
        let mut slot = self.slot(hash);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Some(Vacancy { slot, tag });
            }
            if entry & 255 == tag {
                let other = &self.nodes[(entry >> 8) as usize - 1].state;
                if other.low == state.low && other.high == state.high {
                    return None;
                }
            }
            slot = (slot + 1) & (self.size - 1);
        }
    }

    /// Adds the position to which a vacancy belongs, reached from the node `from` by `step`; its number.
    #[inline]
    pub(super) fn fill(&mut self, vacancy: Vacancy, state: &State, from: u32, step: Step) -> u32 {
        let number = self.len();
        self.nodes.push(Node { state: *state, back: from << 8 | u32::from(step.0), after: NONE });
        self.table[vacancy.slot] = (number + 1) << 8 | vacancy.tag;
        if self.nodes.len() * 2 > self.size {
            self.grow();
        }
        number
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.size - 1)
    }

    /// Doubles the table twice and enters all nodes anew.
    #[cold]
    fn grow(&mut self) {
        self.resize(self.size * 4);
        for number in 0..self.nodes.len() {
            let hash = hash(&self.nodes[number].state);
            let mut slot = self.slot(hash);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.size - 1);
            }
            self.table[slot] = (number as u32 + 1) << 8 | hash as u32 & 255;
        }
    }

    /// The steps from the start to a node, last step first.
    pub(super) fn steps_back(&self, node: u32) -> impl Iterator<Item = Step> {
        // The start is node 0.
        std::iter::successors(Some(node), |&node| Some(self.nodes[node as usize].back >> 8))
            .take_while(|&node| node != 0)
            .map(|node| Step(self.nodes[node as usize].back as u8))
    }
}

/// The nodes still to be looked at: the most promising first, of these the last one met.
#[derive(Debug)]
pub(super) struct Queue {
    /// The last node met of each promise; means something only where `filled` has the bit.
    heads: [u32; PROMISES],
    filled: [u64; PROMISES / 64],
}

impl Default for Queue {
    fn default() -> Self {
        Self { heads: [NONE; PROMISES], filled: [0; PROMISES / 64] }
    }
}

impl Queue {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.filled = [0; PROMISES / 64];
    }

    /// Adds a node; 0 is the best promise.
    #[inline]
    pub(super) fn push(&mut self, seen: &mut Seen, node: u32, promise: usize) {
        let (word, bit) = (promise / 64, 1 << (promise % 64));
        let head = if self.filled[word] & bit == 0 { NONE } else { self.heads[promise] };
        seen.nodes[node as usize].after = head;
        self.heads[promise] = node;
        self.filled[word] |= bit;
    }

    /// Takes the best node.
    #[inline]
    pub(super) fn pop(&mut self, seen: &Seen) -> Option<u32> {
        let word = self.filled.iter().position(|&word| word != 0)?;
        let promise = word * 64 + self.filled[word].trailing_zeros() as usize;
        let node = self.heads[promise];
        self.heads[promise] = seen.nodes[node as usize].after;
        if self.heads[promise] == NONE {
            self.filled[word] &= self.filled[word] - 1;
        }
        Some(node)
    }
}
