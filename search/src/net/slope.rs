//! How a network's cost moves with its weights: back-propagation.
//!
//! A [`Pass`] of a network, compared with targets, gives [`Deltas`]: how the cost moves with each unit's sum.
//! [`add`] adds the slopes along all weights, times a factor, to a list of numbers laid out like the weights: to a gradient, or
//! with a negative factor to the weights themselves.

use super::lanes::{add_scaled, dot};
use super::{Inputs, MOST_OUTPUTS, Network, Outputs, Pass};

/// What is to be small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The sum of half the squares of the outputs' errors.
    Squares,
    /// The cross entropy, which takes a small probability's error more seriously.
    #[default]
    Entropy,
}

impl Cost {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Squares, Self::Entropy];

    /// The name on the command line and in recipes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["squares", "entropy"][self as usize]
    }

    /// The cost of outputs where `targets` would be right, both from 0 to 1; the cross entropy less that of the targets
    /// themselves, so that 0 is the least.
    #[must_use]
    pub fn of(self, outputs: &[f32], targets: &[f32]) -> f64 {
        let both = outputs.iter().zip(targets).map(|(&output, &target)| (f64::from(output), f64::from(target)));
        match self {
            Self::Squares => both.map(|(output, target)| (output - target) * (output - target) / 2.0).sum(),
            Self::Entropy => both
                .map(|(output, target)| {
                    let part = |target: f64, output: f64| {
                        if target > 0.0 { target * (target / output.max(1e-9)).ln() } else { 0.0 }
                    };
                    part(target, output) + part(1.0 - target, 1.0 - output)
                })
                .sum(),
        }
    }

    /// How the cost moves with an output's sum.
    fn slope(self, output: f32, target: f32) -> f32 {
        match self {
            Self::Squares => (output - target) * output * (1.0 - output),
            Self::Entropy => output - target,
        }
    }
}

/// How the cost moves with the sum of each unit: memory to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Deltas {
    outputs: Outputs,
    second: Vec<f32>,
    first: Vec<f32>,
}

impl Deltas {
    /// Takes those of a pass of `network` for targets, one an output.
    pub fn set(&mut self, network: &Network, pass: &Pass, targets: &Outputs, cost: Cost) {
        let (layout, activation) = (network.layout(), network.shape().activation);
        self.outputs = [0.0; MOST_OUTPUTS];
        for ((delta, &output), &target) in self.outputs.iter_mut().zip(&pass.outputs).zip(targets).take(layout.outputs)
        {
            *delta = cost.slope(output, target);
        }
        self.second.resize(layout.second, 0.0);
        self.first.resize(layout.first, 0.0);
        let Self { outputs, second, first } = self;
        let last = if layout.second > 0 { &mut *second } else { &mut *first };
        last.fill(0.0);
        let rows = network.weights()[layout.last_rows()].chunks_exact(layout.last());
        rows.zip(&*outputs).for_each(|(row, &delta)| add_scaled(last, row, delta));
        activation.slope(pass.last(), last);
        if layout.second > 0 {
            let rows = network.weights()[layout.second_rows()].chunks_exact(layout.second);
            rows.zip(&mut *first).for_each(|(row, delta)| *delta = dot(row, second));
            activation.slope(&pass.first, first);
        }
    }
}

/// Adds `by` times the cost's slope along each weight to `sums`, which is laid out like the weights of the network that the
/// pass and the deltas belong to.
///
/// # Panics
/// If `sums` is shorter than the weights.
pub fn add(sums: &mut [f32], network: &Network, (inputs, pass): (&Inputs, &Pass), deltas: &Deltas, by: f32) {
    add_all(sums, network.layout(), (inputs, pass), deltas, by);
}

/// Moves the weights of the network that the pass and the deltas belong to: down along the slope by `step` times it.
pub fn descend(network: &mut Network, reached: (&Inputs, &Pass), deltas: &Deltas, step: f32) {
    let layout = network.layout();
    add_all(network.weights_mut(), layout, reached, deltas, -step);
}

fn add_all(sums: &mut [f32], layout: super::shape::Layout, (inputs, pass): (&Inputs, &Pass), deltas: &Deltas, by: f32) {
    for &(index, value) in inputs.list() {
        let begin = index as usize * layout.first;
        add_scaled(&mut sums[begin..begin + layout.first], &deltas.first, by * value);
    }
    add_scaled(&mut sums[layout.first_bias()], &deltas.first, by);
    if layout.second > 0 {
        let rows = sums[layout.second_rows()].chunks_exact_mut(layout.second);
        rows.zip(&pass.first).filter(|(_, unit)| **unit != 0.0).for_each(|(row, unit)| {
            add_scaled(row, &deltas.second, by * unit);
        });
        add_scaled(&mut sums[layout.second_bias()], &deltas.second, by);
    }
    let rows = sums[layout.last_rows()].chunks_exact_mut(layout.last());
    rows.zip(&deltas.outputs).for_each(|(row, delta)| add_scaled(row, pass.last(), by * delta));
    sums[layout.last_bias()].iter_mut().zip(&deltas.outputs).for_each(|(sum, delta)| *sum += by * delta);
}

#[cfg(test)]
mod tests {
    use super::super::{Activation, Shape};
    use super::*;

    fn outputs(values: &[f32]) -> Outputs {
        let mut outputs = Outputs::default();
        outputs[..values.len()].copy_from_slice(values);
        outputs
    }

    #[test]
    fn gradients_are_finite_differences() {
        let mut inputs = Inputs::new();
        inputs.fill(&[(1, 1.0), (2, 0.5), (6, 1.0), (11, 2.0)]);
        let targets = outputs(&[0.1, 0.9]);
        for hidden in [vec![8], vec![16, 8]] {
            for activation in Activation::ALL {
                for cost in Cost::ALL {
                    let shape = Shape { inputs: 12, hidden: hidden.clone(), outputs: 2, activation };
                    let mut network = Network::random(shape, 3).expect("a shape");
                    let (mut pass, mut deltas) = (Pass::default(), Deltas::default());
                    network.evaluate(&inputs, &mut pass);
                    deltas.set(&network, &pass, &targets, cost);
                    let mut gradient = vec![0.0; network.weights().len()];
                    add(&mut gradient, &network, (&inputs, &pass), &deltas, 1.0);
                    let mut cost_with = |place: usize, weight: f32| {
                        let old = std::mem::replace(&mut network.weights_mut()[place], weight);
                        let value = cost.of(&network.evaluate(&inputs, &mut pass)[..2], &targets[..2]);
                        network.weights_mut()[place] = old;
                        (value, old)
                    };
                    for (place, &slope) in gradient.iter().enumerate() {
                        let step = 4e-3;
                        let (_, weight) = cost_with(place, 0.0);
                        let difference = cost_with(place, weight + step).0 - cost_with(place, weight - step).0;
                        let measured = difference / f64::from(2.0 * step);
                        let error = (f64::from(slope) - measured).abs();
                        assert!(error < 1e-3, "{hidden:?} {activation:?} {cost:?} {place}: {slope} {measured}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_down_the_slope_learn_xor() {
        for activation in Activation::ALL {
            let shape = Shape { inputs: 2, hidden: vec![16], outputs: 1, activation };
            let mut network = Network::random(shape, 1).expect("a shape");
            let (mut inputs, mut pass, mut deltas) = (Inputs::new(), Pass::default(), Deltas::default());
            for step in 0..20_000_u32 {
                let (a, b) = (step & 1 == 1, step & 2 == 2);
                inputs.clear();
                inputs.push_if(0, a);
                inputs.push_if(1, b);
                let target = f32::from(u8::from(a != b));
                let output = network.evaluate(&inputs, &mut pass)[0];
                if step >= 19_996 {
                    assert!((output - target).abs() < 0.1, "{activation:?} {a} {b}: {output}");
                }
                deltas.set(&network, &pass, &outputs(&[target]), Cost::Entropy);
                descend(&mut network, (&inputs, &pass), &deltas, 0.2);
            }
        }
    }
}
