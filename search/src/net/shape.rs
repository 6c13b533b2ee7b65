//! The sizes of a network, and where in its weights each layer lies.

use std::ops::Range;

use super::Activation;

/// Numbers that are worked on side by side: hidden layers have a multiple of it.
pub const LANES: usize = 8;
/// The most inputs.
pub const MOST_INPUTS: usize = 65_536;
/// The most units of a hidden layer.
pub const MOST_HIDDEN: usize = 1_024;
/// The most outputs.
pub const MOST_OUTPUTS: usize = 8;

/// The sizes of a network's layers and what its hidden units do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs, 1 to [`MOST_INPUTS`].
    pub inputs: usize,
    /// Units of the hidden layers, of which there are one or two: multiples of [`LANES`] up to [`MOST_HIDDEN`].
    pub hidden: Vec<usize>,
    /// Outputs, 1 to [`MOST_OUTPUTS`].
    pub outputs: usize,
    /// What hidden units do with their sums.
    pub activation: Activation,
}

/// Sizes that no network has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadShape {
    /// Not so many inputs.
    #[error("{0} inputs; accepted are 1 to {MOST_INPUTS}")]
    Inputs(usize),
    /// Not so many hidden layers.
    #[error("{0} hidden layers; accepted are one or two")]
    Layers(usize),
    /// Not so many units in a hidden layer.
    #[error("{0} hidden units; accepted are multiples of {LANES} up to {MOST_HIDDEN}")]
    Hidden(usize),
    /// Not so many outputs.
    #[error("{0} outputs; accepted are 1 to {MOST_OUTPUTS}")]
    Outputs(usize),
}

impl Shape {
    /// The shape, if there are such networks.
    ///
    /// # Errors
    /// The first size that is out of its range.
    pub fn checked(self) -> Result<Self, BadShape> {
        let fits = |&units: &usize| (1..=MOST_HIDDEN).contains(&units) && units.is_multiple_of(LANES);
        if !(1..=MOST_INPUTS).contains(&self.inputs) {
            return Err(BadShape::Inputs(self.inputs));
        }
        if !(1..=2).contains(&self.hidden.len()) {
            return Err(BadShape::Layers(self.hidden.len()));
        }
        if let Some(&units) = self.hidden.iter().find(|&units| !fits(units)) {
            return Err(BadShape::Hidden(units));
        }
        if !(1..=MOST_OUTPUTS).contains(&self.outputs) {
            return Err(BadShape::Outputs(self.outputs));
        }
        Ok(self)
    }

    /// The number of weights, biases included.
    #[must_use]
    pub fn weights(&self) -> usize {
        Layout::of(self).size()
    }
}

/// Where the layers lie in a network's weights: rows of the first layer by input, its biases; the same for the second, if
/// there is one; rows of the last layer by output, its biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) inputs: usize,
    /// Units of the first hidden layer.
    pub(crate) first: usize,
    /// Units of the second hidden layer; 0 if there is none.
    pub(crate) second: usize,
    pub(crate) outputs: usize,
}

impl Layout {
    pub(crate) fn of(shape: &Shape) -> Self {
        let units = |layer| shape.hidden.get(layer).copied().unwrap_or(0);
        Self { inputs: shape.inputs, first: units(0), second: units(1), outputs: shape.outputs }
    }

    /// Units that the outputs see.
    pub(crate) const fn last(self) -> usize {
        if self.second > 0 { self.second } else { self.first }
    }

    pub(crate) fn size(self) -> usize {
        self.last_bias().end
    }

    pub(crate) fn first_rows(self) -> Range<usize> {
        0..self.inputs * self.first
    }

    pub(crate) fn first_bias(self) -> Range<usize> {
        after(&self.first_rows(), self.first)
    }

    pub(crate) fn second_rows(self) -> Range<usize> {
        after(&self.first_bias(), self.first * self.second)
    }

    pub(crate) fn second_bias(self) -> Range<usize> {
        after(&self.second_rows(), self.second)
    }

    pub(crate) fn last_rows(self) -> Range<usize> {
        after(&self.second_bias(), self.outputs * self.last())
    }

    pub(crate) fn last_bias(self) -> Range<usize> {
        after(&self.last_rows(), self.outputs)
    }
}

fn after(range: &Range<usize>, size: usize) -> Range<usize> {
    range.end..range.end + size
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(inputs: usize, hidden: &[usize], outputs: usize) -> Shape {
        Shape { inputs, hidden: hidden.to_vec(), outputs, activation: Activation::Relu }
    }

    #[test]
    fn layers_follow_each_other() {
        assert_eq!(shape(10, &[16], 3).weights(), 10 * 16 + 16 + 3 * 16 + 3);
        let two = shape(10, &[16, 8], 3);
        assert_eq!(two.weights(), 10 * 16 + 16 + 16 * 8 + 8 + 3 * 8 + 3);
        assert_eq!(Layout::of(&two).last_rows(), 312..336);
    }

    #[test]
    fn other_sizes_are_refused() {
        for (bad, error) in [
            (shape(0, &[8], 1), BadShape::Inputs(0)),
            (shape(1, &[], 1), BadShape::Layers(0)),
            (shape(1, &[8, 8, 8], 1), BadShape::Layers(3)),
            (shape(1, &[8, 12], 1), BadShape::Hidden(12)),
            (shape(1, &[0], 1), BadShape::Hidden(0)),
            (shape(1, &[2048], 1), BadShape::Hidden(2048)),
            (shape(1, &[8], 9), BadShape::Outputs(9)),
        ] {
            assert_eq!(bad.checked(), Err(error));
        }
        assert!(shape(1, &[8, 16], 8).checked().is_ok());
    }
}
