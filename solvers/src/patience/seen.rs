//! The positions met, each once, with the way back to the start; and the queue of those still to be looked at.
//!
//! A node is 32 bytes: the exact key, the available cards, the node before it with the step between them, and the next
//! node in its queue. Between deals only the smallest [`Index`] is cleared: most deals die within a dozen positions.

use super::index::{self, Index, Vacancy};
use super::promise::PROMISES;
use super::state::{State, Step};

/// A limit on the number of nodes that leaves room for one position's moves.
pub(super) const MOST_NODES: u32 = index::MOST - 255;
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

/// Every position met, once.
#[derive(Debug, Default)]
pub(super) struct Seen {
    nodes: Vec<Node>,
    index: Index<256, 4>,
}

impl Seen {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.index.clear();
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
        let is = |number: u32| {
            let other = &self.nodes[number as usize].state;
            other.low == state.low && other.high == state.high
        };
        self.index.find(state, is).err()
    }

    /// Adds the position to which a vacancy belongs, reached from the node `from` by `step`; its number.
    #[inline]
    pub(super) fn fill(&mut self, vacancy: Vacancy, state: &State, from: u32, step: Step) -> u32 {
        let number = self.len();
        self.nodes.push(Node { state: *state, back: from << 8 | u32::from(step.0), after: NONE });
        if self.index.enter(vacancy, number) {
            self.index.grow(self.nodes.iter().map(|node| node.state));
        }
        number
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
