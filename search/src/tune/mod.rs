//! Tuning of hand-made evaluations on positions of games: pure computation, no files.
//!
//! [`Samples`] are positions with what a search and the game's end said of them. A [`Model`] is the weights as real
//! numbers; it gives a position the [value](model) that the evaluation gives it, and how that value moves with each
//! weight. [`fit()`] moves the weights so that values foretell results, until positions held back from it are foretold no
//! better. [`text`] reads and writes the weights that are played with.
//!
//! A position is kept as it is (68 bytes with its labels) and counted anew whenever it is looked at, which costs less
//! than reading its hundred and more counts from memory would.
//!
//! The method is what Texel's author described in 2014 (logistic regression of results on the evaluation), with
//! gradients instead of a local search, and with the search's own scores in the target.

pub mod checkers;
pub mod chess;
pub mod fit;
pub mod forte;
pub mod model;
mod pairs;
pub mod pull;
pub mod samples;
pub mod text;

pub use fit::{Epoch, Fitted, Plan, fit};
pub use model::{Counts, Model, Tunable};
pub use samples::{Label, Samples, scale};
