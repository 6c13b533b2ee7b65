//! The branches of one chance node, and the integer arithmetic of their bounds.

use engine::{Afterstate, Game, Score};

use super::choices::Choices;

/// The branches of one chance node, and what is known of their values so far.
pub(super) struct Roll<G: Game> {
    pub(super) branches: Vec<Branch<G>>,
    /// The moves of each branch. There may be more of them, from a node with more branches.
    pub(super) choices: Vec<Choices<G::Move>>,
    /// In which order the branches are searched.
    pub(super) order: Vec<usize>,
    /// The sum of the weights.
    weights: i64,
    /// The weighted sums of the branches' bounds.
    low: i64,
    high: i64,
}

pub(super) struct Branch<G> {
    pub(super) pos: G,
    weight: i64,
    /// At least this, and at most that, as the node's side sees it.
    low: i64,
    high: i64,
}

impl<G: Game> Roll<G> {
    pub(super) const fn new() -> Self {
        Self { branches: Vec::new(), choices: Vec::new(), order: Vec::new(), weights: 0, low: 0, high: 0 }
    }

    /// Takes the branches of a chance node, of which nothing is known yet but what is at stake: all values are in this window.
    pub(super) fn fill(&mut self, after: G::After, (low, high): (Score, Score)) {
        let (low, high) = (i64::from(low.0), i64::from(high.0));
        self.branches.clear();
        self.branches.extend(after.branches().map(|(pos, weight)| Branch {
            pos,
            weight: i64::from(weight),
            low,
            high,
        }));
        let count = self.branches.len();
        if self.choices.len() < count {
            self.choices.resize_with(count, Choices::default);
        }
        self.choices[..count].iter_mut().for_each(Choices::close);
        self.order.clear();
        self.order.extend(0..count);
        self.weights = self.branches.iter().map(|branch| branch.weight).sum();
        self.low = low * self.weights;
        self.high = high * self.weights;
    }

    /// Puts first the branches that weigh much and have few moves: they bring the sums on at the least cost.
    pub(super) fn sort_by_cost(&mut self) {
        let (branches, choices) = (&self.branches, &self.choices);
        self.order.sort_by_key(|&index| choices[index].moves_left() as i64 * self.weights / branches[index].weight);
    }

    /// The average that the sum of the lower bounds makes.
    pub(super) fn low(&self) -> Score {
        self.average(self.low)
    }

    /// The average that a weighted sum makes.
    fn average(&self, sum: i64) -> Score {
        Score(sum.div_euclid(self.weights) as i32)
    }

    /// Whether the value of branch `index` is known to the unit.
    pub(super) fn is_known(&self, index: usize) -> bool {
        let Branch { low, high, .. } = self.branches[index];
        low >= high
    }

    /// Learns that branch `index` is worth at least `low`.
    pub(super) fn learn_low(&mut self, index: usize, low: Score) {
        let branch = &mut self.branches[index];
        let low = branch.low.max(i64::from(low.0));
        self.low += branch.weight * (low - branch.low);
        branch.low = low;
    }

    /// Learns that branch `index` is worth at most `high`.
    pub(super) fn learn_high(&mut self, index: usize, high: Score) {
        let branch = &mut self.branches[index];
        let high = branch.high.min(i64::from(high.0));
        self.high += branch.weight * (high - branch.high);
        branch.high = high;
    }

    /// The value, if the bounds put it outside the window (then it is a bound) or pin it down.
    pub(super) fn outside(&self, alpha: Score, beta: Score) -> Option<Score> {
        let (low, high) = (self.average(self.low), self.average(self.high));
        if low >= beta {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// The window outside which the value of branch `index` settles the node, whatever the other branches are.
    pub(super) fn window(&self, index: usize, alpha: Score, beta: Score) -> (Score, Score) {
        let Branch { weight, low, high, .. } = self.branches[index];
        // The node fails low when its sum is below (alpha + 1) * weights: it is rounded down.
        let fails_low = (i64::from(alpha.0) + 1) * self.weights - 1 - (self.high - weight * high);
        let fails_high = i64::from(beta.0) * self.weights - (self.low - weight * low);
        (clamp(fails_low.div_euclid(weight)), clamp(-(-fails_high).div_euclid(weight)))
    }
}

/// A score on the scale of windows.
fn clamp(score: i64) -> Score {
    Score(score.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32)
}
