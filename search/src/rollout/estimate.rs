//! What many games come to: means with their standard errors.

use engine::Side;

use super::game::Played;
use crate::net::{MOST_OUTPUTS, Outputs};
use crate::train::Learned;

/// What a node promises the viewer, with 64 bits, as sums need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// The outputs.
    pub(super) outputs: [f64; MOST_OUTPUTS],
    /// The points, cube and all.
    pub(super) points: f64,
}

impl Value {
    /// What outputs and points of `side` are to `viewer`.
    pub(super) fn seen<G: Learned>(viewer: Side, side: Side, (outputs, points): (Outputs, f32)) -> Self {
        let points = f64::from(points);
        if viewer == side {
            Self { outputs: outputs.map(f64::from), points }
        } else {
            Self { outputs: G::turned(&outputs).map(f64::from), points: -points }
        }
    }

    /// Adds another value times a weight.
    pub(super) fn add(&mut self, other: &Self, weight: f64) {
        self.outputs.iter_mut().zip(&other.outputs).for_each(|(sum, output)| *sum += weight * output);
        self.points += weight * other.points;
    }
}

/// A mean over games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error, from the variance between games: a little too large, as games with other first throws are not
    /// drawn but counted out. 0 of a single game.
    pub error: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut tally = Tally::default();
        values.for_each(|value| tally.add(value));
        tally.mean()
    }
}

/// A mean while it is added up: Welford's way, so that equal values give an error of zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    count: f64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let distance = value - self.mean;
        self.mean += distance / self.count;
        self.squares += distance * (value - self.mean);
    }

    fn join(&mut self, other: &Self) {
        let count = self.count + other.count;
        let distance = other.mean - self.mean;
        self.mean += distance * other.count / count;
        self.squares += other.squares + distance * distance * self.count * other.count / count;
        self.count = count;
    }

    fn mean(&self) -> Mean {
        Mean { mean: self.mean, error: (self.squares / (self.count - 1.0).max(1.0) / self.count).sqrt() }
    }
}

/// What a rollout found out, as one side sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Expected points, without the luck.
    pub equity: Mean,
    /// The probabilities, named by [`Rollouts::output_names`](super::Rollouts::output_names), without the luck: means of
    /// what is no probability game by game, so that one near 0 or 1 may come out a little beyond.
    pub outputs: Vec<Mean>,
    /// Expected points as the games ended, luck and all: the same in expectation, less exact.
    pub raw: Mean,
    /// Rolls in all games together.
    pub rolls: u64,
    /// The points of each game without the luck, for [`Estimate::minus`].
    points: Vec<f64>,
    /// What the means are made of: points, raw points, outputs.
    tallies: Vec<Tally>,
}

impl Estimate {
    pub(super) fn of<G: Learned>(games: &[Played]) -> Self {
        let mut tallies = vec![Tally::default(); 2 + G::OUTPUTS];
        let mut points = Vec::with_capacity(games.len());
        for game in games {
            let mut value = game.result;
            value.add(&game.luck, -1.0);
            points.push(value.points);
            let values = [value.points, game.result.points].into_iter().chain(value.outputs);
            tallies.iter_mut().zip(values).for_each(|(tally, value)| tally.add(value));
        }
        Self::new(points, tallies, games.iter().map(|game| u64::from(game.rolls)).sum())
    }

    fn new(points: Vec<f64>, tallies: Vec<Tally>, rolls: u64) -> Self {
        let means: Vec<Mean> = tallies.iter().map(Tally::mean).collect();
        Self { equity: means[0], raw: means[1], outputs: means[2..].to_vec(), rolls, points, tallies }
    }

    /// This with the games of another estimate of the same node, which come after its own in their plan.
    #[must_use]
    pub fn joined(mut self, later: &Self) -> Self {
        self.points.extend_from_slice(&later.points);
        self.tallies.iter_mut().zip(&later.tallies).for_each(|(tally, later)| tally.join(later));
        Self::new(self.points, self.tallies, self.rolls + later.rolls)
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.points.len()
    }

    /// The points by which this is better than another node for the same viewer, rolled out by the same plan: its error is
    /// that of pairs of games with the same dice. Of games that only one of them has nothing is made.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Mean {
        Mean::of(self.points.iter().zip(&other.points).map(|(a, b)| a - b))
    }

    /// By what factor taking the luck off has lowered the variance of a game; infinite if nothing is left of it.
    #[must_use]
    pub fn gain(&self) -> f64 {
        (self.raw.error / self.equity.error).powi(2)
    }
}
