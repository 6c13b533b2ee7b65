//! Inputs with labels, packed one behind the other.

use crate::net::{Inputs, Outputs};

/// Positions of one class as inputs, each with what should be foretold of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    ends: Vec<u32>,
    inputs: Vec<(u32, f32)>,
    labels: Vec<Outputs>,
}

impl Samples {
    /// The number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds a sample.
    ///
    /// # Panics
    /// If there are more than 2^32 active inputs in all.
    pub fn push(&mut self, inputs: &Inputs, label: &Outputs) {
        self.inputs.extend_from_slice(inputs.list());
        self.ends.push(u32::try_from(self.inputs.len()).expect("samples that fit into memory"));
        self.labels.push(*label);
    }

    /// Takes a sample's inputs, and gives its label.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn get(&self, index: usize, inputs: &mut Inputs) -> &Outputs {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        inputs.fill(&self.inputs[begin..self.ends[index] as usize]);
        &self.labels[index]
    }
}
