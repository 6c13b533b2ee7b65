//! What a search knows beyond the rules: evaluation, ordering, and which moves are noisy.
//!
//! A [`Sense`] belongs to one game; its state along a line (sums, accumulators) travels in its trace. The search is
//! generic over it, so that a hand-made evaluation, a network, or noise for tests plug in alike.

mod chess;
mod force3;
mod fortac;
mod forte;
mod noise;

use engine::{Game, Score};

pub use chess::ChessSense;
pub use force3::Force3Sense;
pub use fortac::FortacSense;
pub use forte::ForteSense;
pub use noise::Noise;

/// What a search knows beyond the rules.
pub trait Sense<G: Game>: Clone + Send + Sync {
    /// What is kept along a line of play: piece-square sums, a network's accumulators; `()` if nothing.
    type Trace: Clone + Send;

    /// What is worth working out once before the moves of a position are looked at one by one; `()` if nothing.
    type Glance;

    /// A small advantage (a pawn in chess) in the units of [`evaluate`](Self::evaluate): what margins are made of.
    const UNIT: i32;

    /// Whether [`is_noisy`](Self::is_noisy) ever says yes. If not, quiescence is compiled away.
    const HAS_NOISE: bool = false;

    /// The trace of a position, from scratch.
    fn begin(&self, pos: &G) -> Self::Trace;

    /// The trace after `mv` was played in `pos` and led to `after`. Chance does not change it: it equals
    /// [`begin`](Self::begin) of every position that can follow `after`.
    fn follow(&self, trace: &Self::Trace, pos: &G, mv: G::Move, after: &G::After) -> Self::Trace;

    /// The static value of what a move leaves behind, for the side that acts next, strictly inside
    /// [`Score::MAX_STATIC`]. Only asked of nodes that are not finished.
    fn evaluate(&self, after: &G::After, trace: &Self::Trace) -> Score;

    /// Looks at a position whose moves are about to be ranked.
    fn glance(&self, pos: &G) -> Self::Glance;

    /// How promising a move looks before it is searched: higher is tried earlier, 0 says nothing. History weighs up to
    /// [`MOST_HISTORY`](crate::order::MOST_HISTORY), a killer one more; what must come first is above both.
    fn promise(&self, _pos: &G, _glance: &Self::Glance, _mv: G::Move) -> i32 {
        0
    }

    /// Whether a move changes so much that a static value before it means little: quiescence looks at such moves.
    fn is_noisy(&self, _pos: &G, _glance: &Self::Glance, _mv: G::Move) -> bool {
        false
    }

    /// Whether any move can be noisy: `false` only if none [is](Self::is_noisy), and then quiescence generates nothing.
    fn may_be_noisy(&self, _glance: &Self::Glance) -> bool {
        Self::HAS_NOISE
    }
}

/// A game that the searches know more of than its rules: the link from its type to its [`Sense`].
pub trait Sensed: Game {
    /// What is known.
    type Sense: Sense<Self>;

    /// The depth of the [bench](crate::signature): about a second of searching; less where a ply more would take ten,
    /// or where the whole game is soon searched.
    const BENCH_DEPTH: u32;

    /// The sense that players use unless told otherwise.
    fn sense() -> Self::Sense;
}
