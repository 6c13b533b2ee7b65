//! The positions met, each once and exactly, and the queue of those to be expanded.
//!
//! A node is 24 bytes. With the [`Index`] and the queue a position takes up to 50 bytes.
//!
//! The queue has a place for each sum of moves made and bound, and within it for each bound: the least sum comes first,
//! and of these the least bound, which is the furthest on its way.

use super::super::index::{Index, Vacancy};
use super::super::state::{State, Step};
use super::tableau::Key;

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
    index: Index<1024, 2>,
}

impl Nodes {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.met.clear();
        self.index.clear();
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
    pub(super) fn find(&self, state: &State) -> Result<u32, Vacancy> {
        let key = Key::of(state);
        self.index.find(state, |number| self.met[number as usize].key == key)
    }

    /// Adds a node where [`find`](Self::find) has just said; gives its number.
    #[inline]
    pub(super) fn insert(&mut self, vacancy: Vacancy, node: Node) -> u32 {
        let number = self.len();
        self.met.push(node);
        if self.index.enter(vacancy, number) {
            self.index.grow(self.met.iter().map(|node| node.key.state()));
        }
        number
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
