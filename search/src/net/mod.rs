//! Networks: sparse inputs, one or two hidden layers, a few probabilities as outputs. Plain Rust, no files, no threads.
//!
//! A [`Network`] of some [`Shape`] takes a list of [`Inputs`] and gives [`Outputs`]; a [`Pass`] is the memory it needs. Where
//! many lists differ little, an [`Accumulator`] keeps the first layer's sums and follows the differences. [`slope`] says how
//! to move the weights so that outputs come nearer to targets. [`file`](mod@file) turns the [`Nets`] of a game into bytes and
//! back.
//!
//! All arithmetic is `f32`, added up in a fixed order, eight numbers side by side, and never fused: the same weights and inputs
//! give the same bits on every machine, however wide its vectors are.
//!
//! Next: [`train`](crate::train) has what a game says of its inputs and outputs, and how networks learn.

mod accumulator;
mod activation;
pub mod file;
mod half;
mod inputs;
mod lanes;
mod network;
mod shape;
pub mod slope;

pub use accumulator::Accumulator;
pub use activation::{Activation, sigmoid};
pub use file::{BadNet, Nets, Precision};
pub use inputs::Inputs;
pub use network::{Network, Outputs, Pass};
pub use shape::{BadShape, LANES, MOST_HIDDEN, MOST_INPUTS, MOST_OUTPUTS, Shape};
