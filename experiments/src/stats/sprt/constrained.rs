//! The most likely distribution of results of which a hypothesis would be true.
//!
//! Observed were results of scores a with frequencies p. Among the distributions q with sum q g(a) = 0 the sum of p ln q is
//! greatest for q = p / (1 + theta g(a)) (Lagrange), where theta is the root of sum p g(a) / (1 + theta g(a)) between the
//! poles. That sum falls from plus to minus infinity there, so the root is found by Newton's method within a bracket.
//!
//! For logistic Elo g(a) = a - s with the expected score s. For normalized Elo the mean must exceed one half by t standard
//! deviations sigma. That is not linear in q, but at the solution it is, to first order, with
//! g(a) = a - 1/2 - t sigma (1 + ((a - m) / sigma)^2) / 2, whose mean is exactly m - 1/2 - t sigma: a fixed point in m and sigma.

use super::Model;
use crate::stats::{NORMALIZED_ELO, Results};

/// What a score that did not occur counts.
const UNSEEN: f64 = 1e-3;

/// Frequencies of the scores.
pub(super) struct Observed {
    total: f64,
    outcomes: Vec<Outcome>,
}

struct Outcome {
    score: f64,
    probability: f64,
}

/// A distribution q of the same scores, as the observed frequencies divided by it.
pub(super) struct Likely(Vec<f64>);

impl Observed {
    /// The frequencies in `results`; none without any.
    pub(super) fn of<R: Results>(results: R) -> Option<Self> {
        let counts = results.by_score();
        let counts = counts.as_ref();
        if counts.iter().all(|&(_, count)| count == 0) {
            return None;
        }
        let weight = |count: u64| if count == 0 { UNSEEN } else { count as f64 };
        let total = counts.iter().map(|&(_, count)| weight(count)).sum::<f64>();
        let outcome = |&(score, count): &(f64, u64)| Outcome { score, probability: weight(count) / total };
        Some(Self { total, outcomes: counts.iter().map(outcome).collect() })
    }

    /// The most likely distribution by which the strength is `elo`.
    pub(super) fn most_likely<R: Results>(&self, model: Model, elo: f64) -> Likely {
        match model {
            Model::Logistic => {
                let expected = 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
                let distances: Vec<f64> = self.outcomes.iter().map(|outcome| outcome.score - expected).collect();
                self.with_mean_zero(&distances)
            }
            // The deviation of a game is that of a pair's mean times the root of two.
            Model::Normalized => self.with_deviations(elo / NORMALIZED_ELO * R::UNIT.games().sqrt()),
        }
    }

    /// The most likely distribution whose mean is `t` of its standard deviations above one half.
    fn with_deviations(&self, t: f64) -> Likely {
        // A few rounds do; the bound is for what no match asks.
        const ROUNDS: usize = 200;
        const CLOSE: f64 = 1e-9;
        let mut likely = self.uniform();
        for _ in 0..ROUNDS {
            let (mean, deviation) = self.moments(&likely);
            let distance = |outcome: &Outcome| {
                let standard = (outcome.score - mean) / deviation;
                outcome.score - 0.5 - t * deviation * (1.0 + standard * standard) / 2.0
            };
            let distances: Vec<f64> = self.outcomes.iter().map(distance).collect();
            let next = self.with_mean_zero(&distances);
            let moved = next.0.iter().zip(&likely.0).map(|(new, old)| (1.0 / new - 1.0 / old).abs());
            let change = moved.zip(&self.outcomes).map(|(moved, outcome)| moved * outcome.probability);
            let is_done = change.fold(0.0, f64::max) < CLOSE;
            likely = next;
            if is_done {
                break;
            }
        }
        likely
    }

    /// All scores alike.
    fn uniform(&self) -> Likely {
        let share = 1.0 / self.outcomes.len() as f64;
        Likely(self.outcomes.iter().map(|outcome| outcome.probability / share).collect())
    }

    /// Mean and standard deviation of a distribution.
    fn moments(&self, likely: &Likely) -> (f64, f64) {
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let terms = self.outcomes.iter().zip(&likely.0);
            terms.map(|(outcome, ratio)| outcome.probability / ratio * value(outcome.score)).sum::<f64>()
        };
        let mean = mean_of(&|score| score);
        (mean, mean_of(&|score| (score - mean).powi(2)).sqrt())
    }

    /// The most likely distribution by which the mean of these `distances` is 0.
    fn with_mean_zero(&self, distances: &[f64]) -> Likely {
        let theta = self.root(distances);
        Likely(distances.iter().map(|distance| 1.0 + theta * distance).collect())
    }

    /// The multiplier theta; 0 if the distances are all on one side, where there is none.
    fn root(&self, distances: &[f64]) -> f64 {
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || greatest <= 0.0 {
            return 0.0;
        }
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        let mut theta = 0.0;
        // Halving alone takes about sixty steps; Newton's steps are taken where they stay inside.
        for _ in 0..200 {
            let (value, slope) = self.sum_and_slope(distances, theta);
            if value > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let newton = theta - value / slope;
            let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            let is_done = (next - theta).abs() <= 1e-16 + 4.0 * f64::EPSILON * theta.abs();
            if is_done || next <= low || next >= high {
                break;
            }
            theta = next;
        }
        theta
    }

    /// The sum whose root is looked for, and its slope, which is negative.
    fn sum_and_slope(&self, distances: &[f64], theta: f64) -> (f64, f64) {
        self.outcomes.iter().zip(distances).fold((0.0, 0.0), |(sum, slope), (outcome, distance)| {
            let ratio = distance / (1.0 + theta * distance);
            (sum + outcome.probability * ratio, slope - outcome.probability * ratio * ratio)
        })
    }

    /// ln of how many times more likely the results are with `higher` than with `lower`.
    pub(super) fn log_likelihood_ratio(&self, lower: &Likely, higher: &Likely) -> f64 {
        let terms = self.outcomes.iter().zip(lower.0.iter().zip(&higher.0));
        self.total * terms.map(|(outcome, (low, high))| outcome.probability * (low / high).ln()).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Trinomial};

    /// Counts of every kind, with nothing and with one kind only among them.
    fn every_pair() -> impl Iterator<Item = Pentanomial> {
        const SOME: [u64; 4] = [0, 1, 40, 100_000];
        (1..4_usize.pow(5)).map(|code| {
            let [two_losses, loss_and_draw, even, win_and_draw, two_wins] =
                std::array::from_fn(|place| SOME[code / 4_usize.pow(place as u32) % 4]);
            Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins }
        })
    }

    #[test]
    fn the_hypothesis_is_true_of_the_distribution_whatever_was_counted() {
        for pairs in every_pair() {
            let observed = Observed::of(pairs).expect("results");
            for elo in [-200.0, -50.0, -1.75, 0.0, 0.25, 10.0, 200.0] {
                let (mean, deviation) = observed.moments(&observed.most_likely::<Pentanomial>(Model::Normalized, elo));
                let found = (mean - 0.5) / (2.0_f64.sqrt() * deviation) * NORMALIZED_ELO;
                assert!((found - elo).abs() < 1e-4, "{pairs:?} {elo}: {found}");
            }
            for elo in [-1_000.0, -50.0, 0.0, 10.0, 1_000.0] {
                let (mean, _) = observed.moments(&observed.most_likely::<Pentanomial>(Model::Logistic, elo));
                let expected = 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
                assert!((mean - expected).abs() < 1e-4, "{pairs:?} {elo}: {mean}");
            }
        }
    }

    #[test]
    fn a_distribution_adds_up_to_one() {
        let games = Trinomial { wins: 30, draws: 0, losses: 1 };
        let observed = Observed::of(games).expect("results");
        for (model, elo) in [(Model::Logistic, 5.0), (Model::Normalized, -5.0)] {
            let Likely(ratios) = observed.most_likely::<Trinomial>(model, elo);
            let sum: f64 =
                observed.outcomes.iter().zip(ratios).map(|(outcome, ratio)| outcome.probability / ratio).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }
}
