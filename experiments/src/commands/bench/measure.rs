//! Fixed work and the time it takes.
//!
//! Of several runs the best counts, and all of them must give the same amounts. The constants say what the work is;
//! with another constant, times compare with earlier ones no more. The search's own are [`Sensed::BENCH_DEPTH`] and
//! [`Solvable::BENCH_DEALS`].

use std::time::Instant;

use engine::perft::perft;
use engine::playout::playouts;
use engine::{Afterstate, Deterministic, Game, Position, Registered, Rng, rng};
use search::Sensed;
use search::signature::Work;
use solvers::Solvable;

use super::Speed;
use crate::failure::Failure;
use crate::registry::{Solved, Visitor, visit};

/// A time below this is measured again, until the runs take this long together.
const LEAST_SECONDS: f64 = 0.3;
/// or there are this many of them.
const MOST_SHORT_RUNS: u32 = 100;
/// The counted trees have at least this many leaves, as few levels as that takes.
const LEAST_LEAVES: u64 = 5_000_000;
/// The deepest trees to be counted, for games that hardly branch.
const MOST_LEVELS: u32 = 40;
/// The random games have at least this many moves,
const RANDOM_MOVES: u64 = 2_000_000;
/// and none of them has more than this.
const LONGEST_GAME: u32 = 1_000;
/// The seed of the random games.
const SEED: u64 = 1;
/// How many deals of a solitaire have their trees counted.
const COUNTED_DEALS: u64 = 12;

/// Fixed work that was done: how much of it, and the time it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) amount: u64,
    seconds: f64,
}

impl Timed {
    /// Does the work and takes the time.
    fn of(work: impl FnOnce() -> u64) -> Self {
        let began = Instant::now();
        let amount = work();
        Self { amount, seconds: began.elapsed().as_secs_f64() }
    }

    fn per_second(self) -> u64 {
        speed(self.amount, self.seconds)
    }
}

impl From<Work> for Timed {
    fn from(work: Work) -> Self {
        Self { amount: work.nodes, seconds: work.time.as_secs_f64() }
    }
}

/// Does the fixed work of a game's search or solver: the nodes.
pub(super) struct Fingerprint;

impl Visitor for Fingerprint {
    type Output = Timed;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Timed {
        search::signature::alpha_beta::<G>().into()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Timed {
        search::signature::expectiminimax::<G>().into()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Timed {
        Timed::of(|| solvers::signature::tally::<P>().stored)
    }
}

/// Measures a game.
#[derive(Clone, Copy)]
pub(super) struct Measure {
    /// How often, at least.
    pub(super) repeat: u32,
}

/// An amount a second; a clock that has not moved says a nanosecond.
fn speed(amount: u64, seconds: f64) -> u64 {
    (amount as f64 / seconds.max(1e-9)).round() as u64
}

impl Measure {
    /// Has the work done as often as asked, short work more often: the best.
    fn best(self, work: impl Fn() -> Timed) -> Result<Timed, Failure> {
        let mut best = work();
        let (mut runs, mut total) = (1, best.seconds);
        while runs < self.repeat || (total < LEAST_SECONDS && runs < MOST_SHORT_RUNS) {
            let again = work();
            if again.amount != best.amount {
                return Err(Failure::running(format_args!(
                    "fixed work gave {} the first time and {} later; the bench must not depend on chance",
                    best.amount, again.amount
                )));
            }
            runs += 1;
            total += again.seconds;
            best.seconds = best.seconds.min(again.seconds);
        }
        Ok(best)
    }

    /// Counts trees from `positions`, all to the same depth.
    fn generator<P: Position>(self, positions: &[P]) -> Result<Timed, Failure> {
        let count = |depth| positions.iter().map(|pos| perft(pos, depth)).sum::<u64>();
        let depth = (1..MOST_LEVELS).find(|&depth| count(depth) >= LEAST_LEAVES).unwrap_or(MOST_LEVELS);
        self.best(|| Timed::of(|| count(depth)))
    }

    fn measure<P: Position + Registered>(
        self,
        positions: &[P],
        start: impl Fn(&mut Rng) -> P,
        deals: Option<u64>,
    ) -> Result<Speed, Failure> {
        let search = self.best(|| visit(P::ID, Fingerprint))?;
        let generator = self.generator(positions)?;
        let random = self.best(|| Timed::of(|| playouts(RANDOM_MOVES, LONGEST_GAME, SEED, &start).moves))?;
        Ok(Speed {
            game: P::ID.name(),
            nodes: search.amount,
            seconds: search.seconds,
            nps: search.per_second(),
            signature: search.amount,
            perft_nps: generator.per_second(),
            playout_moves_per_second: random.per_second(),
            deals_per_second: deals.map(|deals| speed(deals, search.seconds)),
            change: None,
        })
    }

    fn game<G: Game + Registered>(self) -> Result<Speed, Failure> {
        let rules = G::Rules::default();
        self.measure(&search::signature::positions::<G>(), |rng| G::start(&rules).sample(rng), None)
    }
}

impl Visitor for Measure {
    type Output = Result<Speed, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        self.game::<G>()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        self.game::<G>()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let deal = |rng: &mut Rng| P::deal(&P::Rules::default(), rng);
        let deals: Vec<P> = (0..COUNTED_DEALS).map(|index| deal(&mut rng::stream(SEED, index))).collect();
        self.measure(&deals, deal, Some(P::BENCH_DEALS))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn best(repeat: u32, runs: &[(u64, f64)]) -> Result<Timed, Failure> {
        let runs = RefCell::new(runs.iter());
        let work = || {
            let &(amount, seconds) = runs.borrow_mut().next().expect("no more runs than asked for");
            Timed { amount, seconds }
        };
        Measure { repeat }.best(work)
    }

    #[test]
    fn the_best_of_the_runs_counts() {
        let timed = best(3, &[(7, 2.0), (7, 1.0), (7, 3.0)]).expect("the same amount each time");
        assert_eq!((timed.amount, timed.seconds, timed.per_second()), (7, 1.0, 7));
    }

    #[test]
    fn short_runs_are_repeated() {
        let timed = best(1, &[(7, 0.125), (7, 0.125), (7, 0.0625)]).expect("the same amount each time");
        assert_eq!(timed.per_second(), 112);
        assert!(best(1, &[(7, 0.0); MOST_SHORT_RUNS as usize]).is_ok());
    }

    #[test]
    fn work_that_is_not_fixed_is_refused() {
        assert!(matches!(best(2, &[(7, 1.0), (8, 1.0)]), Err(Failure::Running(message)) if message.contains("7 the")));
    }
}
