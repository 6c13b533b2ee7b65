//! A network and its forward pass.

use rand::RngExt;

use super::lanes::{add_rows, add_scaled, dot};
use super::shape::Layout;
use super::{Accumulator, BadShape, Inputs, MOST_OUTPUTS, Shape, sigmoid};

/// What a network says: probabilities from 0 to 1, of which the first [`Shape::outputs`] mean something; the rest are 0.
pub type Outputs = [f32; MOST_OUTPUTS];

/// Layers of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    layout: Layout,
    weights: Vec<f32>,
}

/// What the units of a network gave in one pass: memory to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    /// The first layer's sums.
    pub(super) sums: Vec<f32>,
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    /// The outputs.
    pub outputs: Outputs,
}

impl Pass {
    /// Makes room for a network's units.
    #[inline]
    fn fit(&mut self, layout: Layout) {
        if self.first.len() != layout.first || self.second.len() != layout.second {
            self.sums.resize(layout.first, 0.0);
            self.first.resize(layout.first, 0.0);
            self.second.resize(layout.second, 0.0);
        }
    }

    /// The units that the outputs see.
    pub(super) fn last(&self) -> &[f32] {
        if self.second.is_empty() { &self.first } else { &self.second }
    }
}

impl Network {
    /// A network of random weights, from a seed: such that all layers' sums are of the order of one half when an eighth of the
    /// inputs are 1.
    ///
    /// # Errors
    /// If there are no networks of this shape.
    pub fn random(shape: Shape, seed: u64) -> Result<Self, BadShape> {
        let shape = shape.checked()?;
        let layout = Layout::of(&shape);
        let mut weights = vec![0.0; layout.size()];
        let mut rng = engine::rng::stream(seed, 0);
        let active = (shape.inputs / 8).max(8);
        for (range, feeding) in
            [(layout.first_rows(), active), (layout.second_rows(), layout.first), (layout.last_rows(), layout.last())]
        {
            let most = 1.0 / (feeding as f32).sqrt();
            weights[range].iter_mut().for_each(|weight| *weight = rng.random_range(-most..=most));
        }
        Ok(Self { shape, layout, weights })
    }

    /// A network of these weights, as many as [`Shape::weights`] says.
    ///
    /// # Errors
    /// If there are no networks of this shape.
    ///
    /// # Panics
    /// If the number of weights is not the shape's.
    pub fn new(shape: Shape, weights: Vec<f32>) -> Result<Self, BadShape> {
        let shape = shape.checked()?;
        let layout = Layout::of(&shape);
        assert_eq!(weights.len(), layout.size(), "as many weights as the shape has");
        Ok(Self { shape, layout, weights })
    }

    /// Its sizes.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All weights: rows of the first layer by input, its biases, the same for the second layer, rows of the last by output,
    /// its biases.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(crate) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn first_rows(&self) -> &[f32] {
        &self.weights[self.layout.first_rows()]
    }

    pub(super) fn first_bias(&self) -> &[f32] {
        &self.weights[self.layout.first_bias()]
    }

    /// The outputs for a list of inputs, all below [`Shape::inputs`]; `pass` keeps what all units gave.
    ///
    /// # Panics
    /// If an input's number is too large.
    #[inline]
    pub fn evaluate<'a>(&self, inputs: &Inputs, pass: &'a mut Pass) -> &'a Outputs {
        pass.fit(self.layout);
        self.pass(inputs, pass);
        &pass.outputs
    }

    /// The outputs for inputs whose first sums are known.
    ///
    /// # Panics
    /// If the accumulator is another network's.
    #[inline]
    pub fn finish<'a>(&self, accumulator: &Accumulator, pass: &'a mut Pass) -> &'a Outputs {
        pass.fit(self.layout);
        pass.sums.copy_from_slice(accumulator.sums());
        self.rest(pass);
        &pass.outputs
    }

    /// All layers.
    #[inline]
    fn pass(&self, inputs: &Inputs, pass: &mut Pass) {
        add_rows(&mut pass.sums, self.first_bias(), self.first_rows(), inputs.list());
        self.rest(pass);
    }

    /// All layers but the sums of the first.
    #[inline]
    fn rest(&self, pass: &mut Pass) {
        let (layout, activation) = (self.layout, self.shape.activation);
        activation.apply(&pass.sums, &mut pass.first);
        if layout.second > 0 {
            let mut sums = [0.0; super::MOST_HIDDEN];
            let sums = &mut sums[..layout.second];
            sums.copy_from_slice(&self.weights[layout.second_bias()]);
            for (row, &unit) in self.weights[layout.second_rows()].chunks_exact(layout.second).zip(&pass.first) {
                // Half of the units give nothing.
                if unit != 0.0 {
                    add_scaled(sums, row, unit);
                }
            }
            activation.apply(sums, &mut pass.second);
        }
        let rows = self.weights[layout.last_rows()].chunks_exact(layout.last());
        let units = if layout.second > 0 { &pass.second } else { &pass.first };
        let mut sums = [0.0; MOST_OUTPUTS];
        for ((sum, row), bias) in sums.iter_mut().zip(rows).zip(&self.weights[layout.last_bias()]) {
            *sum = dot(row, units) + bias;
        }
        let outputs = sums.map(sigmoid);
        pass.outputs = [0.0; MOST_OUTPUTS];
        pass.outputs[..layout.outputs].copy_from_slice(&outputs[..layout.outputs]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Activation;
    use super::*;

    fn network(hidden: &[usize], activation: Activation) -> Network {
        let shape = Shape { inputs: 50, hidden: hidden.to_vec(), outputs: 3, activation };
        Network::random(shape, 7).expect("a shape")
    }

    fn some_inputs(seed: u64) -> Inputs {
        let mut rng = engine::rng::stream(seed, 1);
        let mut inputs = Inputs::new();
        (0..50).filter(|index| (index + seed).is_multiple_of(3)).for_each(|index| {
            inputs.push(index as usize, rng.random_range(0.0..1.0));
        });
        inputs
    }

    /// The outputs by the definition, in double precision.
    fn plain(network: &Network, inputs: &Inputs) -> Vec<f64> {
        let (shape, mut weights) = (network.shape(), network.weights().iter().map(|&weight| f64::from(weight)));
        let mut units = vec![0.0; shape.inputs];
        inputs.list().iter().for_each(|&(index, value)| units[index as usize] = f64::from(value));
        for &width in &shape.hidden {
            let mut sums = vec![0.0; width];
            for unit in &units {
                for sum in &mut sums {
                    *sum += unit * weights.next().expect("a weight");
                }
            }
            for sum in &mut sums {
                *sum += weights.next().expect("a bias");
            }
            units = sums
                .iter()
                .map(|&sum| match shape.activation {
                    Activation::Relu => sum.max(0.0),
                    Activation::Leaky => sum.max(sum / 64.0),
                    Activation::Sigmoid => 1.0 / (1.0 + (-sum).exp()),
                })
                .collect();
        }
        let mut sums: Vec<f64> = (0..shape.outputs)
            .map(|_| units.iter().map(|unit| unit * weights.next().expect("a weight")).sum::<f64>())
            .collect();
        for sum in &mut sums {
            *sum += weights.next().expect("a bias");
        }
        sums.iter().map(|sum| 1.0 / (1.0 + (-sum).exp())).collect()
    }

    #[test]
    fn outputs_are_those_of_the_definition() {
        let mut pass = Pass::default();
        for hidden in [&[8][..], &[40], &[128], &[48, 16], &[8, 104]] {
            for activation in Activation::ALL {
                let network = network(hidden, activation);
                for seed in 0..5 {
                    let inputs = some_inputs(seed);
                    let outputs = *network.evaluate(&inputs, &mut pass);
                    for (output, exact) in outputs.iter().zip(plain(&network, &inputs)) {
                        assert!((f64::from(*output) - exact).abs() < 2e-6, "{hidden:?} {activation:?}");
                    }
                    assert!(outputs[3..].iter().all(|&unused| unused == 0.0));
                }
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_network_and_another_another() {
        assert_eq!(network(&[16], Activation::Relu), network(&[16], Activation::Relu));
        let shape = network(&[16], Activation::Relu).shape().clone();
        assert_ne!(Network::random(shape, 8).expect("a shape"), network(&[16], Activation::Relu));
    }
}
