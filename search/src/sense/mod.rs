//! What a search knows beyond the rules: evaluation, ordering, and which moves are noisy.
//!
//! A [`Sense`] belongs to one game; its state along a line (sums, accumulators) travels in its trace. The search is
//! generic over it, so that a hand-made evaluation, a network, or noise for tests plug in alike.

pub mod fortac;

use engine::{Game, Score};

/// What a search knows beyond the rules.
pub trait Sense<G: Game>: Clone + Send + Sync {
    /// What is kept along a line of play: piece-square sums, a network's accumulators; `()` if nothing.
    type Trace: Clone + Send;

    /// The trace of a node, from scratch.
    fn begin(&self, after: &G::After) -> Self::Trace;

    /// The trace after `mv` was played in `pos` and led to `after`; equals [`begin`](Self::begin) of `after`.
    fn follow(&self, trace: &Self::Trace, pos: &G, mv: G::Move, after: &G::After) -> Self::Trace;

    /// The static value of what a move leaves behind, for the side that acts next, strictly inside
    /// [`Score::MAX_STATIC`]. Only asked of nodes that are not finished.
    fn evaluate(&self, after: &G::After, trace: &Self::Trace) -> Score;

    /// How promising a move looks before it is searched: higher is tried earlier. 0 says nothing.
    fn promise(&self, _pos: &G, _mv: G::Move) -> i32 {
        0
    }

    /// Whether a move changes so much that a static value before it means little: quiescence looks at such moves.
    fn is_noisy(&self, _pos: &G, _mv: G::Move) -> bool {
        false
    }
}

/// A game that the searches know more of than its rules: the link from its type to its [`Sense`].
pub trait Sensed: Game {
    /// What is known.
    type Sense: Sense<Self>;

    /// The sense that players use unless told otherwise.
    fn sense() -> Self::Sense;
}
