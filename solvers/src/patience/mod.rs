//! The solver of FORTRESS and CHESSBOARD: best-first, exact, made to be used for millions of deals.
//!
//! `state` has the position in 128 bits, `start` its moves as masks and those that are made at once, with their
//! proofs, `promise` the order, `seen` the positions met and the queue, and this file the search. Nothing but what is
//! proved is left out: a deal is called lost only when the queue is empty, and called won only with a line.
//!
//! CHESSBOARD is searched with its base open, all bases at once: positions before the first card home are then
//! shared between the thirteen games that a base fixed up front would make of it.
//!
//! The plain search without any of this is [`crate::exhaust`].

mod promise;
mod seen;
mod shortest;
mod start;
mod state;
#[cfg(test)]
mod tests;

use engine::games::chessboard::ChessboardRules;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Kind, Move, Options, Patience};

use crate::replay::{self, BadLine};
use crate::verdict::{Limit, Shortest, Solution, Solvable, Verdict};
use promise::promise;
use seen::{MOST_NODES, Queue, Seen};
pub use shortest::Shortener;
use start::Start;
use state::{Foundations, State, Step, each};

/// A solver with its memory, for one deal after another.
#[derive(Debug)]
pub struct Solver<K> {
    start: Start<K>,
    seen: Seen,
    queue: Queue,
}

impl<K: Kind> Default for Solver<K> {
    fn default() -> Self {
        Self { start: Start::default(), seen: Seen::default(), queue: Queue::default() }
    }
}

impl<K: Kind> Solver<K> {
    /// Decides whether `pos` can be won.
    pub fn solve(&mut self, pos: &Patience<K>, limit: Limit) -> Solution<Move> {
        let first = self.start.take(pos);
        self.solve_state(first, limit)
    }

    fn solve_state(&mut self, first: State, limit: Limit) -> Solution<Move> {
        let verdict = match self.search(first, limit) {
            Ok(Some(last)) => Verdict::Winnable(self.line(first, last)),
            Ok(None) => Verdict::Unwinnable,
            Err(limit) => Verdict::Undecided(limit),
        };
        Solution { verdict, stored: self.seen.len() }
    }

    /// Searches from `first`; the node that is won, or `None` if there is none.
    fn search(&mut self, first: State, limit: Limit) -> Result<Option<u32>, Limit> {
        let most = limit.positions.min(MOST_NODES);
        self.seen.clear();
        self.queue.clear();
        if let Some(won) = self.store(first, Foundations::of::<K>(&first), 0, Step(0)) {
            return Ok(Some(won));
        }
        while let Some(node) = self.queue.pop(&self.seen) {
            if let Some(won) = self.expand(node) {
                return Ok(Some(won));
            }
            if self.seen.len() > most {
                return Err(limit);
            }
        }
        Ok(None)
    }

    /// Follows every move of a node; the first node met that is won.
    fn expand(&mut self, node: u32) -> Option<u32> {
        let state = self.seen.state(node);
        let foundations = Foundations::of::<K>(&state);
        for (way, cards) in self.start.moves(&state, &foundations) {
            for card in each(cards) {
                let step = Step::new(card, way);
                let (mut next, mut foundations) = (state, foundations);
                self.start.play(&mut next, &mut foundations, step);
                if let Some(won) = self.store(next, foundations, node, step) {
                    return Some(won);
                }
            }
        }
        None
    }

    /// Settles a state reached from the node `from` by `step`, and stores it if it is new; its node, if that is won.
    #[inline]
    fn store(&mut self, mut state: State, mut foundations: Foundations, from: u32, step: Step) -> Option<u32> {
        self.start.settle(&mut state, &mut foundations, |_| {});
        let node = self.seen.insert(&state, from, step)?;
        if state.is_solved() {
            return Some(node);
        }
        self.queue.push(&mut self.seen, node, promise(&self.start, &state, &foundations));
        None
    }

    /// The whole line from `first` to a node, automatic moves included.
    fn line(&self, first: State, last: u32) -> Vec<Move> {
        let steps: Vec<Step> = self.seen.steps_back(last).collect();
        let mut line = Vec::with_capacity(128);
        let (mut state, mut foundations) = (first, Foundations::of::<K>(&first));
        self.start.settle(&mut state, &mut foundations, |step| line.push(step.to_move::<K>()));
        for step in steps.into_iter().rev() {
            line.push(step.to_move::<K>());
            self.start.play(&mut state, &mut foundations, step);
            self.start.settle(&mut state, &mut foundations, |step| line.push(step.to_move::<K>()));
        }
        line
    }
}

impl<K: Kind> Solver<K> {
    /// Decides whether `pos`, in which no card is home, can be won with foundations that start at `base` (0..13).
    pub fn solve_with_base(&mut self, pos: &Patience<K>, base: u8, limit: Limit) -> Solution<Move> {
        let mut first = self.start.take(pos);
        first.set_base(base);
        self.solve_state(first, limit)
    }
}

fn replay_as_text<K: Kind>(deal: &Patience<K>, line: &str) -> Result<usize, BadLine> {
    replay::replay(&Options::<K>::from(deal.laws()).to_string(), &deal.to_string(), line)
}

impl Solvable for Patience<FortressRules> {
    type Solver = Solver<FortressRules>;
    type Shortener = Shortener;

    const BENCH_DEALS: u64 = 100_000;

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
        replay_as_text(deal, line)
    }
}

impl Solvable for Patience<ChessboardRules> {
    type Solver = Solver<ChessboardRules>;
    type Shortener = Shortener;

    const BENCH_DEALS: u64 = 20_000;

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
        replay_as_text(deal, line)
    }
}
