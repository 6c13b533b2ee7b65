//! Noise instead of knowledge, for testing searches: a value drawn from the key of the node.
//!
//! A search that cuts, orders or stores anything wrongly differs from minimax under noise within a few trees; under a
//! sensible evaluation such mistakes hide. The seed is part of it, so that a failure replays.

use engine::zobrist::mix;
use engine::{Game, Node, PackedMove, Score};

use super::Sense;

/// A static value of -`range` to `range` for every node, and promises as random. If `LOUD`, a quarter of the moves are
/// noisy.
#[derive(Clone, Copy, Debug)]
pub struct Noise<const LOUD: bool> {
    /// Another seed is another noise.
    pub seed: u64,
    /// The largest value, in units; small ranges make many equal values.
    pub range: i32,
}

impl<const LOUD: bool> Noise<LOUD> {
    fn draw(self, key: u64) -> u64 {
        mix(mix(key) ^ self.seed)
    }
}

impl<G: Game, const LOUD: bool> Sense<G> for Noise<LOUD> {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = 100;
    const HAS_NOISE: bool = LOUD;

    fn begin(&self, _: &G) {}

    fn follow(&self, (): &(), _: &G, _: G::Move, _: &G::After) {}

    fn evaluate(&self, after: &G::After, (): &()) -> Score {
        let values = 2 * self.range as u64 + 1;
        Score((self.draw(after.key()) % values) as i32 - self.range)
    }

    fn aims(&self, _: &G) {}

    fn glance(&self, _: &G) {}

    fn promise(&self, pos: &G, (): &(), mv: G::Move) -> i32 {
        (self.draw(pos.key() ^ u64::from(mv.to_bits())) % 40_000) as i32
    }

    fn is_noisy(&self, pos: &G, (): &(), mv: G::Move) -> bool {
        LOUD && self.draw(pos.key().rotate_left(7) ^ u64::from(mv.to_bits())).is_multiple_of(4)
    }
}
