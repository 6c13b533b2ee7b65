//! The descent: Adam (Kingma and Ba 2015) on minibatches, watched on positions that are held back.
//!
//! What is minimised is the mean [`cost`] of the values against targets that blend result and search score, plus a pull
//! (see `pull.rs`) that keeps what is seldom counted where it began. The pull stands in the objective, weighed against the
//! number of positions, and not in the step (as in `AdamW`): Adam's steps have one size for every weight, so that a pull in
//! the step would hold what is counted in every position as firmly as what is counted in one.
//!
//! A gradient is summed over fixed pieces of a batch in a fixed order, so that the number of threads changes nothing.

use engine::rng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::model::{Counts, Model, Tunable};
use super::samples::{Label, Samples, cost, logistic};

/// Positions that one thread sums up at a time.
const PIECE: usize = 512;

/// How a fit goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The [scale](super::scale()) of probabilities, in hundredths of a pawn.
    pub scale: f32,
    /// The result's part of the target, from 0 to 1; the rest is the search's.
    pub result: f32,
    /// The most passes over all positions.
    pub epochs: u32,
    /// Passes without a new best before it stops.
    pub patience: u32,
    /// Positions a step.
    pub batch: usize,
    /// The first steps' size in hundredths of a pawn; it falls to a hundredth of itself along half a cosine.
    pub rate: f32,
    /// How strong the pull is; 1 if positions were independent of each other, more as they are not.
    pub pull: f32,
    /// The seed of the order of positions.
    pub seed: u64,
}

impl Plan {
    /// What is to be foretold of a position.
    #[must_use]
    pub fn target(&self, label: Label) -> f32 {
        self.result * label.points() + (1.0 - self.result) * logistic(f32::from(label.score) / self.scale)
    }
}

/// How it stands after a pass; pass 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number.
    pub number: u32,
    /// The mean cost on the positions learnt from, while the weights moved.
    pub training: f64,
    /// The mean cost on those held back.
    pub held_out: f64,
    /// The same against results alone, to compare targets by.
    pub held_out_result: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights that were best on the positions held back.
    pub model: Model,
    /// Their pass.
    pub best: Epoch,
}

/// Moves the weights from `start` until `held_out` is foretold no better, and tells `progress` of each pass.
#[must_use]
pub fn fit<G: Tunable>(
    start: Model,
    training: &Samples<G>,
    held_out: &Samples<G>,
    plan: &Plan,
    progress: &mut dyn FnMut(&Epoch),
) -> Fitted {
    let pull = G::pull(&start, plan.pull / training.len().max(1) as f32);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut best = watch(0, mean_cost(&start, training, plan).0, &start, held_out, plan);
    progress(&best);
    let mut fitted = Fitted { model: start.clone(), best };
    let mut adam = Adam::new(start);
    let steps = u64::from(plan.epochs) * training.len().div_ceil(plan.batch.max(1)) as u64;
    for number in 1..=plan.epochs {
        order.shuffle(&mut rng::stream(plan.seed, u64::from(number)));
        let mut total = 0.0;
        for batch in order.chunks(plan.batch.max(1)) {
            let (cost, mut gradient) = gradient(&adam.model, training, batch, plan);
            total += cost;
            pull.add(&adam.model, &mut gradient);
            adam.step(&gradient, plan.rate * decay(adam.steps, steps));
        }
        let epoch = watch(number, total / order.len().max(1) as f64, &adam.model, held_out, plan);
        progress(&epoch);
        if epoch.held_out < best.held_out {
            best = epoch;
            fitted = Fitted { model: adam.model.clone(), best };
        } else if number >= best.number + plan.patience {
            break;
        }
    }
    fitted
}

fn watch<G: Tunable>(number: u32, training: f64, model: &Model, held_out: &Samples<G>, plan: &Plan) -> Epoch {
    let (held_out, held_out_result) = mean_cost(model, held_out, plan);
    Epoch { number, training, held_out, held_out_result }
}

/// From 1 to a hundredth along half a cosine.
fn decay(step: u64, steps: u64) -> f32 {
    let part = step as f32 / steps.max(1) as f32;
    0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * part).cos())
}

/// The mean cost over all samples, against the targets and against results alone.
#[must_use]
pub fn mean_cost<G: Tunable>(model: &Model, samples: &Samples<G>, plan: &Plan) -> (f64, f64) {
    let pieces = samples.len().div_ceil(PIECE);
    let costs: Vec<(f64, f64)> = (0..pieces)
        .into_par_iter()
        .map_init(G::Counts::default, |counts, piece| {
            let mut costs = (0.0, 0.0);
            for index in piece * PIECE..((piece + 1) * PIECE).min(samples.len()) {
                let (pos, label) = samples.get(index);
                counts.count(pos);
                let value = counts.value(pos, model).0 / plan.scale;
                costs.0 += f64::from(cost(value, plan.target(label)));
                costs.1 += f64::from(cost(value, label.points()));
            }
            costs
        })
        .collect();
    let number = samples.len().max(1) as f64;
    let (target, result) = costs.into_iter().fold((0.0, 0.0), |sum, costs| (sum.0 + costs.0, sum.1 + costs.1));
    (target / number, result / number)
}

/// The cost of a batch, and the gradient of its mean.
#[must_use]
pub fn gradient<G: Tunable>(model: &Model, samples: &Samples<G>, batch: &[u32], plan: &Plan) -> (f64, Model) {
    let by = 1.0 / (plan.scale * batch.len().max(1) as f32);
    let pieces: Vec<(f64, Model)> = batch
        .par_chunks(PIECE)
        .map_init(G::Counts::default, |counts, piece| {
            let (mut total, mut gradient) = (0.0, Model::zero(model.0.len()));
            for &index in piece {
                let (pos, label) = samples.get(index as usize);
                counts.count(pos);
                let (value, slopes) = counts.value(pos, model);
                let (value, target) = (value / plan.scale, plan.target(label));
                total += f64::from(cost(value, target));
                counts.add_slopes(slopes, (logistic(value) - target) * by, &mut gradient);
            }
            (total, gradient)
        })
        .collect();
    pieces.into_iter().fold((0.0, Model::zero(model.0.len())), |(total, mut sum), (cost, gradient)| {
        sum.0.iter_mut().zip(&gradient.0).for_each(|(sum, part)| *sum += part);
        (total + cost, sum)
    })
}

/// Adam: steps of one size for every weight, along gradients averaged over many batches.
struct Adam {
    model: Model,
    means: Model,
    squares: Model,
    steps: u64,
}

impl Adam {
    const KEEP_MEAN: f32 = 0.9;
    const KEEP_SQUARE: f32 = 0.999;
    /// Below every gradient that means anything.
    const LEAST: f32 = 1e-10;

    fn new(model: Model) -> Self {
        let size = model.0.len();
        Self { model, means: Model::zero(size), squares: Model::zero(size), steps: 0 }
    }

    fn step(&mut self, gradient: &Model, rate: f32) {
        self.steps += 1;
        // The averages begin at 0, which these take out.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (mean_part, square_part) = (1.0 - Self::KEEP_MEAN.powi(steps), 1.0 - Self::KEEP_SQUARE.powi(steps));
        let averages = self.means.0.iter_mut().zip(&mut self.squares.0);
        for ((weight, &slope), (mean, square)) in self.model.0.iter_mut().zip(&gradient.0).zip(averages) {
            *mean += (1.0 - Self::KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - Self::KEEP_SQUARE) * (slope * slope - *square);
            *weight -= rate * (*mean / mean_part) / ((*square / square_part).sqrt() + Self::LEAST);
        }
    }
}
