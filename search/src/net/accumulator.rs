//! The first layer's sums, kept while inputs change.

use super::lanes::add_rows;
use super::{Inputs, Network};

/// The sums of a network's first layer for some inputs.
///
/// Sums that followed differences equal fresh ones up to rounding, some 1e-6: who wants the same bits every time starts each
/// difference at the same sums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accumulator(Vec<f32>);

impl Accumulator {
    /// The sums, one a unit.
    pub(super) fn sums(&self) -> &[f32] {
        &self.0
    }

    /// Takes the sums of these inputs.
    ///
    /// # Panics
    /// If an input's number is too large for the network.
    #[inline]
    pub fn set(&mut self, network: &Network, inputs: &Inputs) {
        self.0.resize(network.layout().first, 0.0);
        let sums = &mut self.0;
        add_rows(sums, network.first_bias(), network.first_rows(), inputs.list());
    }

    /// Takes the sums of inputs that differ from those of `base` by [`difference`](Inputs::set_difference).
    ///
    /// # Panics
    /// If an input's number is too large for the network, or `base` is another network's.
    #[inline]
    pub fn set_from(&mut self, network: &Network, base: &Self, difference: &Inputs) {
        self.0.resize(network.layout().first, 0.0);
        let sums = &mut self.0;
        add_rows(sums, &base.0, network.first_rows(), difference.list());
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::{Activation, Pass, Shape};
    use super::*;

    #[test]
    fn sums_follow_differences() {
        let shape = Shape { inputs: 40, hidden: vec![48], outputs: 2, activation: Activation::Relu };
        let network = Network::random(shape, 1).expect("a shape");
        let (mut rng, mut pass) = (engine::rng::stream(1, 0), Pass::default());
        let mut random = || {
            let mut inputs = Inputs::new();
            (0..40).for_each(|index| inputs.push_if(index, rng.random_range(0..4) == 0));
            inputs
        };
        let (mut base, mut fresh, mut followed) = Default::default();
        let mut difference = Inputs::new();
        for _ in 0..50 {
            let (old, new) = (random(), random());
            Accumulator::set(&mut base, &network, &old);
            Accumulator::set(&mut fresh, &network, &new);
            difference.set_difference(&old, &new);
            Accumulator::set_from(&mut followed, &network, &base, &difference);
            assert!(fresh.0.iter().zip(&followed.0).all(|(fresh, followed)| (fresh - followed).abs() < 1e-5));
            let straight = *network.evaluate(&new, &mut pass);
            assert_eq!(network.finish(&fresh, &mut pass).map(f32::to_bits), straight.map(f32::to_bits));
        }
    }
}
