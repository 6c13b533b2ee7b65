//! Searches, written once for every game that fits.

pub mod sense;

pub use sense::Sense;
