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
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        Self { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
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
}

impl Estimate {
    pub(super) fn of<G: Learned>(games: &[Played]) -> Self {
        let adjusted = |game: &Played| {
            let mut value = game.result;
            value.add(&game.luck, -1.0);
            value
        };
        let points: Vec<f64> = games.iter().map(|game| adjusted(game).points).collect();
        let output = |place: usize| Mean::of(games.iter().map(|game| adjusted(game).outputs[place]));
        Self {
            equity: Mean::of(points.iter().copied()),
            outputs: (0..G::OUTPUTS).map(output).collect(),
            raw: Mean::of(games.iter().map(|game| game.result.points)),
            rolls: games.iter().map(|game| u64::from(game.rolls)).sum(),
            points,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.points.len()
    }

    /// The points by which this is better than another node for the same viewer, rolled out by the same plan: its error is
    /// that of pairs of games with the same dice.
    ///
    /// # Panics
    /// If the other has another number of games.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Mean {
        assert_eq!(self.games(), other.games(), "estimates by the same plan");
        Mean::of(self.points.iter().zip(&other.points).map(|(a, b)| a - b))
    }

    /// By what factor taking the luck off has lowered the variance of a game; infinite if nothing is left of it.
    #[must_use]
    pub fn gain(&self) -> f64 {
        (self.raw.error / self.equity.error).powi(2)
    }
}
