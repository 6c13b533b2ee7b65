//! Parallel search: every thread searches the same root on the same table, and what one finds the others need not.
//!
//! The threads differ in the depth they start with and in luck; there is nothing to split or to wait for. With one
//! thread a search without a time limit is the same every time. With several, the sharing of the table makes the
//! choice among equally good moves, and with [`Features::PLAY`] the value in its last units, depend on timing.

use std::sync::Mutex;

use engine::{Deterministic, Game, Probe};

use crate::deepen::{Iterate, Progress, Report, deepen};
use crate::limits::Stop;
use crate::{AlphaBeta, Expectiminimax, Features, Limits, Sense, Table, Worker};

/// How a search is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// When it stops.
    pub limits: Limits,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The features it uses.
    pub features: Features,
}

impl Plan {
    /// A search for playing, on one thread.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, threads: 1, features: Features::PLAY }
    }

    /// One of the plan's threads.
    fn worker<'a, G: Game, S: Sense<G>>(&self, sense: &'a S, table: &'a Table, stop: &'a Stop) -> Worker<'a, G, S> {
        let worker = Worker::new(sense, table, stop).with_features(self.features);
        if self.threads > 1 { worker.among_others(stop) } else { worker }
    }
}

/// Alpha-beta from `root`, a position with moves; `game` are the keys of the positions before it, for repetition.
pub fn alpha_beta<G: Deterministic, S: Sense<G>, P: Probe<G>>(
    root: &G,
    game: &[u64],
    (sense, probe, table): (&S, &P, &Table),
    plan: &Plan,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let stop = Stop::new(&plan.limits);
    let make = || {
        let mut search = AlphaBeta::new(plan.worker(sense, table, &stop), probe);
        search.set_root(root, game);
        search
    };
    run(root, plan, &stop, make, progress)
}

/// Expectiminimax from `root`, a position with moves.
pub fn expectiminimax<G: Game, S: Sense<G>>(
    root: &G,
    (sense, table): (&S, &Table),
    plan: &Plan,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let stop = Stop::new(&plan.limits);
    let make = || {
        let mut search = Expectiminimax::new(plan.worker(sense, table, &stop));
        search.set_root(root);
        search
    };
    run(root, plan, &stop, make, progress)
}

/// Runs a search on every thread and takes the deepest answer, the first thread's among equals.
fn run<G: Game, I: Iterate<G>>(
    root: &G,
    plan: &Plan,
    stop: &Stop,
    make: impl Fn() -> I + Sync,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let fallback = first_move(root);
    let others = Mutex::new(Vec::new());
    let mut report = std::thread::scope(|scope| {
        for index in 1..plan.threads {
            let (make, others) = (&make, &others);
            scope.spawn(move || {
                let first = (1 + (index as u32 & 1)).min(plan.limits.last_depth());
                let report = deepen(&mut make(), &plan.limits, first, fallback, &mut |_| {});
                others.lock().expect("no thread panics while it holds the lock").push(report);
            });
        }
        let report = deepen(&mut make(), &plan.limits, 1, fallback, progress);
        stop.stop();
        report
    });
    for other in others.into_inner().expect("no thread panics while it holds the lock") {
        if other.depth > report.depth {
            report = other;
        }
    }
    report.nodes = stop.nodes();
    report
}

fn first_move<G: Game>(root: &G) -> G::Move {
    let mut moves = engine::MoveList::new();
    root.moves(&mut moves);
    *moves.first().expect("a search starts from a position with moves")
}

#[cfg(test)]
mod tests {
    use engine::games::force3::{Force3, Options};

    use super::*;
    use crate::deepen::tests::{moves, script};

    #[test]
    fn the_deepest_answer_counts_and_the_first_of_equals() {
        let (root, own) = (Force3::start(&Options::default()), std::thread::current().id());
        for (own_depth, other_depth, score) in [(2, 3, -3), (3, 2, 3), (2, 2, 2)] {
            let make = || {
                let is_own = std::thread::current().id() == own;
                let mut search =
                    if is_own { script(&[1, 2, 3], own_depth + 1) } else { script(&[-1, -2, -3], other_depth + 1) };
                search.line = vec![moves()[usize::from(is_own)]];
                search
            };
            let plan = Plan { threads: 3, ..Plan::new(Limits::default()) };
            let report = run(&root, &plan, &Stop::new(&plan.limits), make, &mut |_| {});
            assert_eq!((report.score, report.depth), (engine::Score(score), own_depth.max(other_depth)));
            assert_eq!(report.line, [moves()[usize::from(score > 0)]]);
        }
    }
}
