//! The evaluation as a function of its weights: values, and how they move with each weight.
//!
//! [`Tunable`] is what a game says of its evaluation: how many weights, what is counted in a position, what the value is
//! as a real number, and what one would believe of the weights beforehand. [`chess`](super::chess) and
//! [`checkers`](super::checkers) say it.

use engine::Deterministic;

use super::pull::Pull;
use super::text::BadWeights;
use crate::Sensed;

/// Weights as real numbers, or anything else of which there is one a weight: gradients, moments.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(pub Vec<f32>);

impl Model {
    /// So many, all 0.
    #[must_use]
    pub fn zero(size: usize) -> Self {
        Self(vec![0.0; size])
    }
}

/// A game whose evaluation has weights that can be tuned. Weights and values are in hundredths of the sense's
/// [unit](crate::Sense::UNIT).
pub trait Tunable: Deterministic + Sensed {
    /// The number of weights.
    const SIZE: usize;

    /// Where the weights that are built in lie in the repository.
    const BUILT_IN: &'static str;

    /// What is counted in one position.
    type Counts: Counts<Self>;

    /// The weights that are built in, as text.
    fn built_in() -> String;

    /// Reads weights.
    ///
    /// # Errors
    /// Where the text is not like what [`write`](Self::write) writes.
    fn read(text: &str) -> Result<Model, BadWeights>;

    /// Writes the nearest weights that can be played with.
    fn write(model: &Model) -> String;

    /// What pulls weights that begin at `start`, with so much strength.
    fn pull(start: &Model, strength: f32) -> Pull;

    /// Whether a position's value can be told without a search, given the move that one chose.
    fn is_quiet(&self, mv: Self::Move) -> bool;
}

/// What an evaluation counts in one position.
pub trait Counts<G>: Default + Send {
    /// How a value moves with what is summed up: factors that are the same for all weights of a kind.
    type Slopes: Copy;

    /// Counts a position, forgetting the last.
    fn count(&mut self, pos: &G);

    /// The value for the side that moves first in a game, in hundredths of the unit, of the position that was counted, and
    /// its slopes.
    fn value(&self, pos: &G, model: &Model) -> (f32, Self::Slopes);

    /// Adds `by` times the value's slope along each weight to `gradient`.
    fn add_slopes(&self, slopes: Self::Slopes, by: f32, gradient: &mut Model);
}
