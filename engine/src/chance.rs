//! Chance as a type: what a move leaves behind before the dice are rolled or the card is drawn.
//!
//! A game without chance has `After = Self` and gets [`Afterstate`] for nothing, once for all: a single branch that
//! compiles away. A game with chance names the node with the dice still to roll; an alpha-beta over it does not
//! compile (see [`Deterministic`](crate::Deterministic)).

use rand::RngExt;

use crate::rng::Rng;
use crate::{Node, Position};

/// What a move leaves behind: a node from which chance, if there is any, leads to positions.
pub trait Afterstate<P: Position>: Node<Rules = P::Rules> {
    /// Whether there is chance at all. `false` only for the one implementation of games without it.
    const IS_CHANCE: bool;

    /// Every position that can follow, with its integer weight: exact, positive, none twice. The probabilities are
    /// the weights divided by their sum, which fits 32 bits.
    fn branches(self) -> impl Iterator<Item = (P, u32)>;

    /// Hands `take` every branch. The same as a loop over [`branches`](Self::branches), but a position that is its own
    /// afterstate is not moved once more: where leaves are counted, that copy waits for the stores of the move.
    #[inline]
    fn each_branch(self, mut take: impl FnMut(&P, u32)) {
        self.branches().for_each(|(pos, weight)| take(&pos, weight));
    }

    /// One of them, drawn by weight.
    #[must_use]
    fn sample(self, rng: &mut Rng) -> P {
        let total: u64 = self.clone().branches().map(|(_, weight)| u64::from(weight)).sum();
        let mut left = rng.random_range(0..total);
        for (pos, weight) in self.branches() {
            if left < u64::from(weight) {
                return pos;
            }
            left -= u64::from(weight);
        }
        unreachable!("the drawn number is below the sum of the weights")
    }
}

impl<P: Position<After = P>> Afterstate<P> for P {
    const IS_CHANCE: bool = false;

    #[inline]
    fn branches(self) -> impl Iterator<Item = (P, u32)> {
        std::iter::once((self, 1))
    }

    #[inline]
    fn each_branch(self, mut take: impl FnMut(&P, u32)) {
        take(&self, 1);
    }

    #[inline]
    fn sample(self, _: &mut Rng) -> P {
        self
    }
}
