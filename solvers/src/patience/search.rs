//! The search: the most promising position first, until one is won or none is left.

use std::ops::ControlFlow;

use engine::games::patience::Move;

use super::hope::{hopeful_bases, is_hopeless, is_lost};
use super::promise::promise;
use super::seen::{MOST_NODES, Queue, Seen};
use super::start::{Shortcut, Start};
use super::state::{Foundations, State, Step, each};
use crate::verdict::{Limit, Solution, Verdict};

/// A search with its memory. It knows the rules from the position it started from, and nothing of the game's name.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) start: Start,
    pub(super) seen: Seen,
    queue: Queue,
    /// The base over which the last position was not hopeless.
    likely_base: u8,
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
        let gathers = self.gathers();
        if gathers && self.start.uses(Shortcut::Hope) && foundations.are_open() {
            self.start.bases = hopeful_bases(&self.start, &state);
        }
        self.after(&mut state, &mut foundations, |_| {});
        let vacancy = self.seen.vacancy(&state).expect("nothing has been met yet");
        let root = self.seen.fill(vacancy, &state, 0, Step(0));
        if state.is_solved() {
            return Ok(Some(root));
        }
        if self.start.uses(Shortcut::Hope) && is_lost(&self.start, &state, &foundations, &mut self.likely_base) {
            return Ok(None);
        }
        self.queue.push(&mut self.seen, root, promise(&self.start, &state, &foundations));
        while let Some(node) = self.queue.pop(&self.seen) {
            let won = if gathers { self.expand_class(node) } else { self.expand(node) };
            if let Some(won) = won {
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
                if !goes_back && self.start.uses(Shortcut::Hope) && is_hopeless(&self.start, &next, &foundations) {
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

    /// Whether the nodes stand for classes.
    fn gathers(&self) -> bool {
        self.start.uses(Shortcut::Classes) && self.start.masks.has_classes
    }

    /// Plays what is played at once.
    fn after(&self, state: &mut State, foundations: &mut Foundations, tell: impl FnMut(Step)) {
        if self.gathers() {
            self.start.tidy(state, foundations, tell);
        } else {
            self.start.settle(state, foundations, tell);
        }
    }

    /// Follows every move out of the class of a node; the first node met that is won.
    fn expand_class(&mut self, node: u32) -> Option<u32> {
        let Self { start, seen, queue, likely_base } = self;
        let state = seen.state(node);
        let foundations = Foundations::of(&state, &start.masks);
        let see = |before: &State, _: &[Step], step| {
            let (mut next, mut foundations) = (*before, foundations);
            start.play(&mut next, &mut foundations, step);
            start.tidy(&mut next, &mut foundations, |_| {});
            let Some(vacancy) = seen.vacancy(&next) else { return ControlFlow::Continue(()) };
            if start.uses(Shortcut::Hope) && is_lost(start, &next, &foundations, likely_base) {
                return ControlFlow::Continue(());
            }
            let number = seen.fill(vacancy, &next, node, step);
            if next.is_solved() {
                return ControlFlow::Break(number);
            }
            queue.push(seen, number, promise(start, &next, &foundations));
            ControlFlow::Continue(())
        };
        start.visit(&state, &foundations, see).break_value()
    }

    /// The whole line from `first` to a node, automatic moves included.
    fn line(&self, first: State, last: u32) -> Vec<Move> {
        let steps: Vec<Step> = self.seen.steps_back(last).collect();
        let mut line = Vec::with_capacity(128);
        let (mut state, mut foundations) = (first, Foundations::of(&first, &self.start.masks));
        self.after(&mut state, &mut foundations, |step| line.push(step.to_move()));
        for step in steps.into_iter().rev() {
            if self.gathers() {
                let reach = |before: &State, shifts: &[Step], possible: Step| {
                    if possible != step {
                        return ControlFlow::Continue(());
                    }
                    line.extend(shifts.iter().map(|step| step.to_move()));
                    ControlFlow::Break(*before)
                };
                let reached = self.start.visit(&state, &foundations, reach).break_value();
                state = reached.expect("the step was found in this class");
                self.start.play(&mut state, &mut foundations, step);
                line.push(step.to_move());
            } else {
                let rests = self.start.rests(&state);
                self.start.carry(&mut state, &mut foundations, step, &rests, |step| line.push(step.to_move()));
            }
            self.after(&mut state, &mut foundations, |step| line.push(step.to_move()));
        }
        line
    }
}
