//! The bench: fixed deals whose counts are the fingerprint of a solver's behaviour.
//!
//! A change that is meant to be neutral leaves the number of stored positions alone; any other says why it changed.
//! The verdicts may not change at all. The numbers stand in `signature.txt` beside those of the searches, and the
//! tests compare them.

use engine::rng;

use crate::verdict::{Limit, Solvable, Verdict};

/// The master seed of the bench's deals; deal i is row i of the survey with this seed.
pub const SEED: u64 = 1;

/// What became of the deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deals that can be won.
    pub winnable: u64,
    /// Deals that cannot.
    pub unwinnable: u64,
    /// Deals on which the solver gave up.
    pub undecided: u64,
    /// The positions stored for all of them.
    pub stored: u64,
}

/// Solves the first [`Solvable::BENCH_DEALS`] deals of [`SEED`], one after the other with one solver.
#[must_use]
pub fn tally<P: Solvable>() -> Tally {
    tally_of::<P>(P::BENCH_DEALS)
}

/// Solves the first `deals` deals of [`SEED`].
#[must_use]
pub fn tally_of<P: Solvable>(deals: u64) -> Tally {
    let mut solver = P::Solver::default();
    let mut tally = Tally::default();
    for index in 0..deals {
        let deal = P::deal(&P::Rules::default(), &mut rng::stream(SEED, index));
        let solution = P::solve(&mut solver, &deal, Limit::default());
        *match solution.verdict {
            Verdict::Winnable(_) => &mut tally.winnable,
            Verdict::Unwinnable => &mut tally.unwinnable,
            Verdict::Undecided(_) => &mut tally.undecided,
        } += 1;
        tally.stored += u64::from(solution.stored);
    }
    tally
}
