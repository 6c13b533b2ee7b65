//! Proofs, not opinions: solvers whose answers can be checked, and the code that checks them.
//!
//! [`patience`] proves deals of FORTRESS and CHESSBOARD won or lost, [`exhaust`] does the same plainly and slowly for
//! any puzzle, and [`replay`] plays a solution again without a line in common with either. What a solver answers is
//! a [`verdict::Verdict`], which says how it failed if it did; [`verdict::Solvable`] is the way for the program to
//! call any of them.
//!
//! This crate does not use `search`, so that each can check the other.

pub mod exhaust;
pub mod patience;
pub mod replay;
pub mod verdict;

pub use verdict::{Limit, Solution, Solvable, Verdict};
