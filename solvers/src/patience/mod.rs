//! The solver of FORTRESS and CHESSBOARD under all their rules: best-first, exact, made to be used for millions of
//! deals.
//!
//! `state` has the position in 128 bits, `masks` the rules, `start` the moves as masks, `runs` those that are made
//! together, `classes` the positions that are searched as one where not every card may fill an empty pile, `hope` what
//! is lost at a glance, `promise` the order, `seen` the positions met and the queue, and `search` what is done with
//! them. Nothing but what is proved is left out, the proofs stand in `runs`, `classes` and `hope`: a deal is called lost
//! only when the queue is empty, and called won only with a line.
//!
//! An open base is searched with all bases at once: positions before the first card home are then shared between the
//! thirteen games that a base fixed up front would make of it.
//!
//! The plain search without any of this is [`crate::exhaust`].

mod classes;
mod hope;
mod index;
#[cfg(test)]
mod law_tests;
mod masks;
mod promise;
mod runs;
mod search;
mod seen;
mod shortest;
mod start;
mod state;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use engine::games::chessboard::ChessboardRules;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Kind, Move, Options, Patience};

use crate::replay::{self, BadLine};
use crate::verdict::{Limit, Shortest, Solution, Solvable};
use search::Search;
pub use shortest::Shortener;

/// A solver with its memory, for one deal after another, each under its own rules.
#[derive(Debug)]
pub struct Solver<K> {
    search: Search,
    kind: PhantomData<K>,
}

impl<K> Default for Solver<K> {
    fn default() -> Self {
        Self { search: Search::default(), kind: PhantomData }
    }
}

impl<K: Kind> Solver<K> {
    /// Decides whether `pos` can be won.
    pub fn solve(&mut self, pos: &Patience<K>, limit: Limit) -> Solution<Move> {
        let first = self.search.start.take(pos);
        self.search.solve(first, limit)
    }

    /// Decides whether `pos`, in which no card is home, can be won with foundations that start at `base` (0..13).
    pub fn solve_with_base(&mut self, pos: &Patience<K>, base: u8, limit: Limit) -> Solution<Move> {
        let mut first = self.search.start.take(pos);
        first.set_base(base);
        self.search.solve(first, limit)
    }
}

/// A game of the family with the number of deals in its bench.
pub trait Benched: Kind {
    /// [`Solvable::BENCH_DEALS`].
    const DEALS: u64;
}

impl Benched for FortressRules {
    const DEALS: u64 = 100_000;
}

impl Benched for ChessboardRules {
    const DEALS: u64 = 20_000;
}

impl<K: Benched> Solvable for Patience<K> {
    type Solver = Solver<K>;
    type Shortener = Shortener;

    const BENCH_DEALS: u64 = K::DEALS;

    fn solve(solver: &mut Self::Solver, deal: &Self, limit: Limit) -> Solution<Move> {
        solver.solve(deal, limit)
    }

    fn has_open_base(deal: &Self) -> bool {
        deal.base().is_none()
    }

    fn solve_with_base(solver: &mut Self::Solver, deal: &Self, base: u8, limit: Limit) -> Solution<Move> {
        solver.solve_with_base(deal, base, limit)
    }

    fn shortest_refused(rules: &Self::Rules) -> Option<&'static str> {
        shortest::refused(rules.laws)
    }

    fn shorten(shortener: &mut Shortener, deal: &Self, known: Option<&[Move]>, limit: Limit) -> Shortest<Move> {
        shortener.shorten(deal, known, limit)
    }

    fn replay(deal: &Self, line: &str) -> Result<usize, BadLine> {
        replay::replay(&Options::<K>::from(deal.laws()).to_string(), &deal.to_string(), line)
    }
}
