//! Searches, written once for every game that fits.

pub mod player;
pub mod sense;

pub use player::{Choice, Player, Random};
pub use sense::{Sense, Sensed};
