//! The solver of FORTRESS and CHESSBOARD: best-first, exact, made to be used for millions of deals.
//!
//! `state` has the position in 128 bits and its moves as masks, `seen` the positions met and the queue, and this file
//! the search. Safe moves ([`engine::Puzzle::safe_move`], with the proof) are played automatically, nothing else is
//! left out: a deal is called lost only when the queue is empty, and called won only with a line.
//!
//! CHESSBOARD is searched with its base open, all bases at once: positions before the first card home are then
//! shared between the thirteen games that a base fixed up front would make of it.

mod seen;
mod state;
#[cfg(test)]
mod tests;

use engine::games::chessboard::ChessboardRules;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Kind, Move, Patience};

use crate::replay::{self, BadLine, Solitaire};
use crate::verdict::{Limit, Solution, Solvable, Verdict};
use seen::{MOST_NODES, PROMISES, Queue, Seen};
use state::{Start, State, Step, Waiting, Way};

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
        let waiting = self.start.waiting(&first);
        let playable = self.start.moves(&first, waiting).iter().map(|(_, cards)| cards.count_ones()).sum();
        let verdict = match self.search(first, waiting, limit) {
            Ok(Some(last)) => Verdict::Winnable(self.line(first, last)),
            Ok(None) => Verdict::Unwinnable,
            Err(limit) => Verdict::Undecided(limit),
        };
        Solution { verdict, stored: self.seen.len(), playable }
    }

    /// Searches from `first`; the node that is won, or `None` if there is none.
    fn search(&mut self, first: State, waiting: Waiting, limit: Limit) -> Result<Option<u32>, Limit> {
        let most = limit.positions.min(MOST_NODES);
        self.seen.clear();
        self.queue.clear();
        let (mut state, mut waiting) = (first, waiting);
        self.start.settle(&mut state, &mut waiting, |_| {});
        let root = self.seen.insert(&state, 0, Step(0));
        if state.is_solved() {
            return Ok(root);
        }
        self.queue.push(&mut self.seen, 0, promise(&state));
        while let Some(node) = self.queue.pop(&self.seen) {
            let state = self.seen.state(node);
            let waiting = self.start.waiting(&state);
            for (way, mut cards) in self.start.moves(&state, waiting) {
                while cards != 0 {
                    let step = Step::new(cards.trailing_zeros() as u8, way);
                    cards &= cards - 1;
                    if let Some(won) = self.follow(state, waiting, node, step) {
                        return Ok(Some(won));
                    }
                }
            }
            if self.seen.len() > most {
                return Err(limit);
            }
        }
        Ok(None)
    }

    /// Follows one step and stores what it leads to; the node, if that is won.
    #[inline]
    fn follow(&mut self, mut state: State, mut waiting: Waiting, from: u32, step: Step) -> Option<u32> {
        self.start.play(&mut state, &mut waiting, step);
        self.start.settle(&mut state, &mut waiting, |_| {});
        let node = self.seen.insert(&state, from, step)?;
        if state.is_solved() {
            return Some(node);
        }
        self.queue.push(&mut self.seen, node, promise(&state));
        None
    }

    /// The whole line from `first` to a node, automatic moves included.
    fn line(&self, first: State, last: u32) -> Vec<Move> {
        let steps: Vec<Step> = self.seen.steps_back(last).collect();
        let mut line = Vec::new();
        let (mut state, mut waiting) = (first, self.start.waiting(&first));
        self.start.settle(&mut state, &mut waiting, |step| line.push(step.to_move::<K>()));
        for step in steps.into_iter().rev() {
            line.push(step.to_move::<K>());
            self.start.play(&mut state, &mut waiting, step);
            self.start.settle(&mut state, &mut waiting, |step| line.push(step.to_move::<K>()));
        }
        line
    }
}

/// How near to a win a position looks; 0 is best.
#[inline]
fn promise(state: &State) -> usize {
    (52 - state.home()) as usize
}

impl Solver<ChessboardRules> {
    /// Decides whether `pos`, in which no card is home, can be won with foundations that start at `base` (0..13).
    pub fn solve_with_base(&mut self, pos: &Patience<ChessboardRules>, base: u8, limit: Limit) -> Solution<Move> {
        let first = self.start.take(pos).with_base(base);
        self.solve_state(first, limit)
    }
}

impl Solvable for Patience<FortressRules> {
    type Solver = Solver<FortressRules>;

    fn solve(solver: &mut Self::Solver, deal: &Self, limit: Limit) -> Solution<Move> {
        solver.solve(deal, limit)
    }

    fn replay(deal: &str, line: &str) -> Result<usize, BadLine> {
        replay::replay(Solitaire::Fortress, deal, line)
    }
}

impl Solvable for Patience<ChessboardRules> {
    type Solver = Solver<ChessboardRules>;

    fn solve(solver: &mut Self::Solver, deal: &Self, limit: Limit) -> Solution<Move> {
        solver.solve(deal, limit)
    }

    fn replay(deal: &str, line: &str) -> Result<usize, BadLine> {
        replay::replay(Solitaire::Chessboard, deal, line)
    }
}
