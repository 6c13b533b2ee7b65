//! Proofs, not opinions: results that are certain because every line of play was looked at.
//!
//! [`backward`] solves games whose positions can be numbered, from the end back; [`force3`] numbers FORCE 3 for it.
//! The crate does not use `search`, so that each can check the other.

pub mod backward;
pub mod force3;

pub use backward::{Numbered, Summary, Table};
