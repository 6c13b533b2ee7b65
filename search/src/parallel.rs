//! Parallel search: every thread searches the same root on the same table, and what one finds the others need not.
//!
//! The threads differ in the depth they start with and in luck, and where there is chance in the end from which they go
//! through the branches of a roll, so that they meet in the middle; there is nothing to split or to wait for. With one
//! thread a search without a time limit is the same every time. With several, the sharing of the table makes the
//! choice among equally good moves, and with [`Features::PLAY`] the value in its last units, depend on timing.

use std::sync::Mutex;

use engine::{Deterministic, Game, History, PackedMove, PathRules, Probe};

use crate::deepen::{Iterate, Progress, Report, deepen};
use crate::expectiminimax::Filter;
use crate::limits::Stop;
use crate::margins::Changes;
use crate::order::Order;
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
    /// What is set among the margins that it prunes and reduces by.
    pub margins: Changes,
    /// How many lines are wanted, at least 1: the best one, the best with another first move, and so on.
    pub lines: usize,
    /// Which moves expectiminimax looks at above the horizon; all of them without.
    pub filter: Option<Filter>,
}

impl Plan {
    /// A search for playing, on one thread.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, threads: 1, features: Features::PLAY, margins: Changes::NONE, lines: 1, filter: None }
    }

    /// One of the plan's threads, by number.
    fn worker<'a, G: Game, S: Sense<G>>(
        &self,
        sense: &'a S,
        table: &'a Table,
        order: &'a mut Order<G::Move>,
        (index, stop): (usize, &'a Stop),
    ) -> Worker<'a, G, S> {
        let worker = Worker::new(sense, table, order, stop)
            .with_features(self.features)
            .with_margins(self.margins.of(S::MARGINS))
            .with_filter(self.filter);
        if self.threads > 1 { worker.among_others(index, stop) } else { worker }
    }
}

/// Where a search starts.
#[derive(Clone, Debug)]
pub struct Root<'a, G: Game> {
    /// A position with moves.
    pub pos: &'a G,
    /// The keys of the game that led to it, for repetition; its own may be the last or absent.
    pub game: &'a [u64],
    /// What ends the game by its path.
    pub rules: PathRules,
    /// The moves to choose among, if not all; at least one.
    pub only: Option<&'a [G::Move]>,
}

impl<'a, G: Game> Root<'a, G> {
    /// A position without a history, whose path ends nothing.
    #[must_use]
    pub fn of(pos: &'a G) -> Self {
        Self { pos, game: &[], rules: PathRules::default(), only: None }
    }

    /// Where a game stands.
    #[must_use]
    pub fn of_game(game: &'a History<G>) -> Self {
        Self { pos: game.current(), game: game.keys(), rules: game.path_rules(), only: None }
    }
}

impl<G: Game> Copy for Root<'_, G> {}

/// What a searcher keeps from search to search within a game besides the table: for each thread, what it has learnt
/// about moves.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    orders: Vec<Order<M>>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Self { orders: Vec::new() }
    }
}

impl<M: PackedMove> Memory<M> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.orders.clear();
    }

    fn of_threads(&mut self, threads: usize) -> &mut [Order<M>] {
        if self.orders.len() < threads {
            self.orders.resize_with(threads, Order::default);
        }
        &mut self.orders[..threads]
    }
}

/// Alpha-beta from `root`, with an empty memory.
pub fn alpha_beta<G: Deterministic, S: Sense<G>, P: Probe<G>>(
    root: Root<'_, G>,
    means: (&S, &P, &Table),
    plan: &Plan,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    alpha_beta_until(root, means, (plan, &Stop::new(&plan.limits)), &mut Memory::default(), progress)
}

/// Alpha-beta from `root` until its limits or whoever else holds `stop` end it, with what was learnt before.
pub fn alpha_beta_until<G: Deterministic, S: Sense<G>, P: Probe<G>>(
    root: Root<'_, G>,
    (sense, probe, table): (&S, &P, &Table),
    (plan, stop): (&Plan, &Stop),
    memory: &mut Memory<G::Move>,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let make = |index, order| {
        let mut search = AlphaBeta::new(plan.worker(sense, table, order, (index, stop)), probe);
        search.set_root(&root);
        search
    };
    let fallback = root.only.and_then(|only| only.first().copied()).unwrap_or_else(|| first_move(root.pos));
    run((fallback, plan, stop), memory, make, progress)
}

/// Expectiminimax from `root`, a position with moves.
pub fn expectiminimax<G: Game, S: Sense<G>>(
    root: &G,
    (sense, table): (&S, &Table),
    plan: &Plan,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let stop = Stop::new(&plan.limits);
    let make = |index, order| {
        let mut search = Expectiminimax::new(plan.worker(sense, table, order, (index, &stop)));
        search.set_root(root);
        search
    };
    run((first_move(root), plan, &stop), &mut Memory::default(), make, progress)
}

/// Runs a search on every thread and takes the deepest answer, the first thread's among equals.
fn run<'m, G: Game, I: Iterate<G>>(
    (fallback, plan, stop): (G::Move, &Plan, &Stop),
    memory: &'m mut Memory<G::Move>,
    make: impl Fn(usize, &'m mut Order<G::Move>) -> I + Sync,
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let others = Mutex::new(Vec::new());
    let (first, rest) = memory.of_threads(plan.threads.max(1)).split_first_mut().expect("there is one thread at least");
    let mut report = std::thread::scope(|scope| {
        for (index, order) in rest.iter_mut().enumerate() {
            let (make, others) = (&make, &others);
            scope.spawn(move || {
                let first = (2 - (index as u32 & 1)).min(plan.limits.last_depth());
                let report = deepen(&mut make(index + 1, order), plan, (first, stop), fallback, &mut |_| {});
                others.lock().expect("no thread panics while it holds the lock").push(report);
            });
        }
        let report = deepen(&mut make(0, first), plan, (1, stop), fallback, progress);
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
            let make = |_, _| {
                let is_own = std::thread::current().id() == own;
                let mut search =
                    if is_own { script(&[1, 2, 3], own_depth + 1) } else { script(&[-1, -2, -3], other_depth + 1) };
                search.line = vec![moves()[usize::from(is_own)]];
                search
            };
            let plan = Plan { threads: 3, ..Plan::new(Limits::default()) };
            let stop = Stop::new(&plan.limits);
            let report = run((first_move(&root), &plan, &stop), &mut Memory::default(), make, &mut |_| {});
            assert_eq!((report.score, report.depth), (engine::Score(score), own_depth.max(other_depth)));
            assert_eq!(report.line, [moves()[usize::from(score > 0)]]);
        }
    }
}
