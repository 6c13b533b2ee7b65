//! The search: the most promising position first, until one is won or none is left.

use engine::games::patience::Move;

use super::hope::is_hopeless;
use super::promise::promise;
use super::seen::{MOST_NODES, Queue, Seen};
use super::start::Start;
use super::state::{Foundations, State, Step, each};
use crate::verdict::{Limit, Solution, Verdict};

/// A search with its memory. It knows the rules from the position it started from, and nothing of the game's name.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) start: Start,
    pub(super) seen: Seen,
    queue: Queue,
}

impl Search {
    /// Decides whether `first`, as taken by `start`, can be won.
    pub(super) fn solve(&mut self, first: State, limit: Limit) -> Solution<Move> {
        let verdict = match self.run(first, limit) {
            Ok(Some(last)) => Verdict::Winnable(self.line(first, last)),
            Ok(None) => Verdict::Unwinnable,
            Err(limit) => Verdict::Undecided(limit),
        };
        Solution { verdict, stored: self.seen.len() }
    }

    /// Searches from `first`; the node that is won, or `None` if there is none.
    fn run(&mut self, first: State, limit: Limit) -> Result<Option<u32>, Limit> {
        let most = limit.positions.min(MOST_NODES);
        self.seen.clear();
        self.queue.clear();
        let (mut state, mut foundations) = (first, Foundations::of(&first, &self.start.masks));
        self.start.settle(&mut state, &mut foundations, |_| {});
        let vacancy = self.seen.vacancy(&state).expect("nothing has been met yet");
        let root = self.seen.fill(vacancy, &state, 0, Step(0));
        if state.is_solved() {
            return Ok(Some(root));
        }
        if self.start.asks_hope && is_hopeless(&self.start, &state, &foundations) {
            return Ok(None);
        }
        self.queue.push(&mut self.seen, root, promise(&self.start, &state, &foundations));
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
        let foundations = Foundations::of(&state, &self.start.masks);
        let rests = self.start.rests(&state);
        for (way, cards) in self.start.moves(&state, &foundations, &rests) {
            for card in each(cards) {
                let step = Step::new(card, way);
                let (mut next, mut foundations) = (state, foundations);
                let goes_back = self.start.carry(&mut next, &mut foundations, step, &rests, |_| {});
                self.start.settle(&mut next, &mut foundations, |_| {});
                let Some(vacancy) = self.seen.vacancy(&next) else { continue };
                // What can be taken back is no more hopeless than what was stored already.
                if !goes_back && self.start.asks_hope && is_hopeless(&self.start, &next, &foundations) {
                    continue;
                }
                let number = self.seen.fill(vacancy, &next, node, step);
                if next.is_solved() {
                    return Some(number);
                }
                self.queue.push(&mut self.seen, number, promise(&self.start, &next, &foundations));
            }
        }
        None
    }

    /// The whole line from `first` to a node, automatic moves included.
    fn line(&self, first: State, last: u32) -> Vec<Move> {
        let steps: Vec<Step> = self.seen.steps_back(last).collect();
        let mut line = Vec::with_capacity(128);
        let (mut state, mut foundations) = (first, Foundations::of(&first, &self.start.masks));
        self.start.settle(&mut state, &mut foundations, |step| line.push(step.to_move()));
        for step in steps.into_iter().rev() {
            let rests = self.start.rests(&state);
            self.start.carry(&mut state, &mut foundations, step, &rests, |step| line.push(step.to_move()));
            self.start.settle(&mut state, &mut foundations, |step| line.push(step.to_move()));
        }
        line
    }
}
