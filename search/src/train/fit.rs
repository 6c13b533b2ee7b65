//! Fitting a network to labels: `AdamW` (Loshchilov and Hutter 2019) on minibatches, watched on samples that are held back.
//!
//! A gradient is summed over fixed pieces of a batch in a fixed order, so that the number of threads changes nothing.

use engine::rng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::Samples;
use crate::net::slope::{Cost, Deltas, add};
use crate::net::{Inputs, Network, Pass};

/// Samples that one thread sums up at a time.
const PIECE: usize = 64;

/// How a fit goes about it.
#[derive(Clone, Debug, PartialEq)]
pub struct FitPlan {
    /// Passes over all samples.
    pub epochs: u32,
    /// Samples a step.
    pub batch: usize,
    /// The first steps' size; it falls to a hundredth of itself along half a cosine.
    pub rate: f32,
    /// What part of each weight a step of size 1 would take away.
    pub decay: f32,
    /// What is to be small.
    pub cost: Cost,
    /// The seed of the order of samples.
    pub seed: u64,
}

impl Default for FitPlan {
    fn default() -> Self {
        Self { epochs: 20, batch: 256, rate: 1e-3, decay: 1e-2, cost: Cost::Entropy, seed: 1 }
    }
}

/// How it stands after a pass; pass 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number.
    pub number: u32,
    /// The mean cost on the samples learnt from, while the weights moved.
    pub training: f64,
    /// The mean cost on those held back.
    pub held_out: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights that were best on the samples held back.
    pub network: Network,
    /// All passes.
    pub epochs: Vec<Epoch>,
}

/// Moves the weights of a network that begins at `start` and gives those that foretell `held_out` best; tells `progress` of
/// each pass. Without samples held back the last weights are the best.
#[must_use]
pub fn fit(
    start: &Network,
    training: &Samples,
    held_out: &Samples,
    plan: &FitPlan,
    progress: &mut dyn FnMut(&Epoch),
) -> Fitted {
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let before = Epoch {
        number: 0,
        training: mean_cost(start, training, plan.cost),
        held_out: mean_cost(start, held_out, plan.cost),
    };
    progress(&before);
    let mut fitted = Fitted { network: start.clone(), epochs: vec![before] };
    let mut least = before.held_out;
    let mut adam = Adam::new(start.clone());
    let batch = plan.batch.max(1);
    let steps = u64::from(plan.epochs) * training.len().div_ceil(batch) as u64;
    for number in 1..=plan.epochs {
        order.shuffle(&mut rng::stream(plan.seed, u64::from(number)));
        let mut total = 0.0;
        for batch in order.chunks(batch) {
            let (cost, gradient) = gradient(&adam.network, training, batch, plan.cost);
            total += cost;
            adam.step(&gradient, plan.rate * decay(adam.steps, steps), plan.decay);
        }
        let training = total / order.len().max(1) as f64;
        let epoch = Epoch { number, training, held_out: mean_cost(&adam.network, held_out, plan.cost) };
        progress(&epoch);
        fitted.epochs.push(epoch);
        if epoch.held_out < least || held_out.is_empty() {
            least = epoch.held_out;
            fitted.network = adam.network.clone();
        }
    }
    fitted
}

/// From 1 to a hundredth along half a cosine.
fn decay(step: u64, steps: u64) -> f32 {
    let part = step as f32 / steps.max(1) as f32;
    0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * part).cos())
}

/// The mean cost over all samples; 0 if there are none.
#[must_use]
pub fn mean_cost(network: &Network, samples: &Samples, cost: Cost) -> f64 {
    let outputs = network.shape().outputs;
    let costs: Vec<f64> = (0..samples.len().div_ceil(PIECE))
        .into_par_iter()
        .map_init(<(Inputs, Pass)>::default, |(inputs, pass), piece| {
            let places = piece * PIECE..((piece + 1) * PIECE).min(samples.len());
            places
                .map(|index| {
                    let label = samples.get(index, inputs);
                    cost.of(&network.evaluate(inputs, pass)[..outputs], &label[..outputs])
                })
                .sum()
        })
        .collect();
    costs.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The cost of a batch, and the gradient of its mean.
fn gradient(network: &Network, samples: &Samples, batch: &[u32], cost: Cost) -> (f64, Vec<f32>) {
    let (outputs, by) = (network.shape().outputs, 1.0 / batch.len().max(1) as f32);
    let pieces: Vec<(f64, Vec<f32>)> = batch
        .par_chunks(PIECE)
        .map_init(<(Inputs, Pass, Deltas)>::default, |(inputs, pass, deltas), piece| {
            let (mut total, mut sums) = (0.0, vec![0.0; network.weights().len()]);
            for &index in piece {
                let label = samples.get(index as usize, inputs);
                total += cost.of(&network.evaluate(inputs, pass)[..outputs], &label[..outputs]);
                deltas.set(network, pass, label, cost);
                add(&mut sums, network, (inputs, pass), deltas, by);
            }
            (total, sums)
        })
        .collect();
    let mut pieces = pieces.into_iter();
    let first = pieces.next().unwrap_or_else(|| (0.0, vec![0.0; network.weights().len()]));
    pieces.fold(first, |(total, mut sums), (cost, piece)| {
        sums.iter_mut().zip(&piece).for_each(|(sum, part)| *sum += part);
        (total + cost, sums)
    })
}

/// Adam: steps of one size for every weight, along gradients averaged over many batches; weights shrink beside it.
struct Adam {
    network: Network,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u64,
}

impl Adam {
    const KEEP_MEAN: f32 = 0.9;
    const KEEP_SQUARE: f32 = 0.999;
    /// Below every gradient that means anything.
    const LEAST: f32 = 1e-8;

    fn new(network: Network) -> Self {
        let size = network.weights().len();
        Self { network, means: vec![0.0; size], squares: vec![0.0; size], steps: 0 }
    }

    fn step(&mut self, gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        // The averages begin at 0, which these take out.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (mean_part, square_part) = (1.0 - Self::KEEP_MEAN.powi(steps), 1.0 - Self::KEEP_SQUARE.powi(steps));
        let averages = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in self.network.weights_mut().iter_mut().zip(gradient).zip(averages) {
            *mean += (1.0 - Self::KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - Self::KEEP_SQUARE) * (slope * slope - *square);
            let along = (*mean / mean_part) / ((*square / square_part).sqrt() + Self::LEAST);
            *weight -= rate * (along + decay * *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Activation, Outputs, Precision, Shape};

    /// The parity of five bits, with a sixth that says nothing.
    fn parity() -> Samples {
        let mut samples = Samples::default();
        for bits in 0..64_u32 {
            let mut inputs = Inputs::new();
            (0..6).for_each(|index| inputs.push_if(index, bits >> index & 1 == 1));
            let mut label = Outputs::default();
            label[0] = ((bits & 31).count_ones() & 1) as f32;
            samples.push(&inputs, &label);
        }
        samples
    }

    fn network(activation: Activation) -> Network {
        let shape = Shape { inputs: 6, hidden: vec![32, 16], outputs: 1, activation };
        Network::random(shape, 2).expect("a shape")
    }

    #[test]
    fn parity_is_learnt() {
        let samples = parity();
        let plan = FitPlan { epochs: 400, batch: 16, rate: 0.01, decay: 1e-4, ..FitPlan::default() };
        for activation in [Activation::Relu, Activation::Leaky] {
            let fitted = fit(&network(activation), &samples, &samples, &plan, &mut |_| ());
            let cost = mean_cost(&fitted.network, &samples, Cost::Entropy);
            assert!(cost < 0.01, "{activation:?}: {cost}");
            let least = fitted.epochs.iter().map(|epoch| epoch.held_out).fold(f64::INFINITY, f64::min);
            assert!((cost - least).abs() < 1e-12);
        }
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        let samples = parity();
        // Batches of more than one piece.
        let plan = FitPlan { epochs: 5, batch: 4 * PIECE, ..FitPlan::default() };
        let mut many = Samples::default();
        let mut inputs = Inputs::new();
        for index in 0..1_000 {
            let label = *samples.get(index % 64, &mut inputs);
            many.push(&inputs, &label);
        }
        let fitted = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let fitted = pool.install(|| fit(&network(Activation::Relu), &many, &samples, &plan, &mut |_| ()));
            let nets = crate::net::Nets {
                game: String::new(),
                encoding: String::new(),
                recipe: String::new(),
                classes: vec![(String::new(), fitted.network)],
            };
            (nets.to_bytes(Precision::Single), fitted.epochs)
        };
        assert!(fitted(1) == fitted(2));
    }
}
