//! The positions met, each once and exactly, and the queue of those to be expanded.
//!
//! A node is 24 bytes. The table of an open-addressing hash holds node numbers only and is compared with the nodes'
//! keys, so that a collision costs time and never truth. With the table and the queue a position takes up to 50 bytes.
//!
//! The queue has a place for each sum of moves made and bound, and within it for each bound: the least sum comes first,
//! and of these the least bound, which is the furthest on its way.

use super::super::state::Step;
use super::tableau::Key;

/// The entries of the smallest table.
const SMALLEST: usize = 1024;
/// In [`Node::back`]: none, the node is a start.
pub(super) const NONE: u32 = u32::MAX;
/// More than any bound: the cards, and an extra move for a base card of each suit.
const BOUNDS: usize = 64;

/// A position met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    /// The node before, or [`NONE`].
    pub(super) back: u32,
    /// The fewest moves within the tableau that have led here.
    pub(super) made: u16,
    /// Those that are needed from here, at least.
    pub(super) bound: u8,
    /// The move from the node before.
    pub(super) step: Step,
}

impl Node {
    /// The moves within the tableau of any line through this node, at least.
    #[inline]
    pub(super) fn sum(&self) -> u32 {
        u32::from(self.made) + u32::from(self.bound)
    }

    /// Its place in the queue.
    #[inline]
    fn place(&self) -> usize {
        self.sum() as usize * BOUNDS + usize::from(self.bound)
    }
}

/// Every position met.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    met: Vec<Node>,
    /// The number of a node plus one; 0 is free. Its length is a power of two and at least twice the number of nodes.
    table: Vec<u32>,
    /// The part of the table in use.
    size: usize,
}

/// A place in the table that has no node: what [`Nodes::find`] gives for a new position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free(usize);

impl Nodes {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.met.clear();
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
        self.met.len() as u32
    }

    /// A node by its number.
    #[inline]
    pub(super) fn node(&self, number: u32) -> Node {
        self.met[number as usize]
    }

    /// A node by its number, to be reached in fewer moves.
    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.met[number as usize]
    }

    /// The number of a position's node, or where it belongs.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Result<u32, Free> {
        let mut slot = self.slot(key);
        loop {
            match self.table[slot] {
                0 => return Err(Free(slot)),
                entry if self.met[entry as usize - 1].key == key => return Ok(entry - 1),
                _ => slot = (slot + 1) & (self.size - 1),
            }
        }
    }

    /// Adds a node where [`find`](Self::find) has just said; gives its number.
    #[inline]
    pub(super) fn insert(&mut self, free: Free, node: Node) -> u32 {
        let number = self.len();
        self.met.push(node);
        self.table[free.0] = number + 1;
        if self.met.len() * 2 > self.size {
            self.grow();
        }
        number
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        let low = key.low.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let high = (key.high ^ low.rotate_right(29)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        ((high ^ high >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.size - 1)
    }

    /// Doubles the table and enters all nodes anew.
    #[cold]
    fn grow(&mut self) {
        self.resize(self.size * 2);
        for number in 0..self.met.len() {
            let mut slot = self.slot(self.met[number].key);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.size - 1);
            }
            self.table[slot] = number as u32 + 1;
        }
    }
}

/// The nodes to be expanded.
#[derive(Debug, Default)]
pub(super) struct Queue {
    places: Vec<Vec<u32>>,
    /// All places before this one are empty.
    first: usize,
}

impl Queue {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.places.iter_mut().for_each(Vec::clear);
        self.first = self.places.len();
    }

    /// Adds a node.
    #[inline]
    pub(super) fn push(&mut self, number: u32, node: &Node) {
        let place = node.place();
        if place >= self.places.len() {
            self.places.resize(place + 1, Vec::new());
        }
        self.places[place].push(number);
        self.first = self.first.min(place);
    }

    /// No node that is left has a smaller sum than this.
    pub(super) fn least_sum(&self) -> u32 {
        (self.first / BOUNDS) as u32
    }

    /// Takes the first node. Nodes that have been reached in fewer moves since they were put here are left out: they
    /// stand in another place as well.
    pub(super) fn pop(&mut self, nodes: &Nodes) -> Option<u32> {
        while self.first < self.places.len() {
            match self.places[self.first].pop() {
                Some(number) if nodes.node(number).place() == self.first => return Some(number),
                Some(_) => {}
                None => self.first += 1,
            }
        }
        None
    }
}
