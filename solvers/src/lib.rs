//! Proofs, not opinions: solvers whose answers can be checked, and the code that checks them.
//!
//! [`patience`] proves deals of FORTRESS and CHESSBOARD won or lost, and lines shortest; [`exhaust`] finds verdicts
//! plainly and slowly for any puzzle, and [`replay`] plays a solution again without a line in common with either. What
//! a solver answers is a [`verdict::Verdict`], which says how it failed if it did; [`verdict::Solvable`] is the way for
//! the program to call any of them. [`backward`] solves two-player games whose positions can be numbered, from the end
//! back; [`force3`] numbers FORCE 3 for it. [`chess`] and [`checkers`] solve endings with few men and pieces, and keep
//! checkers' in files; [`backgammon`] solves bear-offs. [`signature`] runs fixed deals, for speed and as a fingerprint.
//!
//! ```
//! use engine::{Node, games::fortress::{Fortress, FortressOptions}};
//! use solvers::{Limit, Solvable, Verdict};
//!
//! let text = "2C AC|4C 3C|5C|6C|7C|8C|9C|TC|JC|KC QC ; C0 D13 H13 S13";
//! let pos = Fortress::parse(text, &FortressOptions::default())?;
//! let mut solver = Default::default();
//! let solution = Fortress::solve(&mut solver, &pos, Limit::default());
//! assert!(matches!(solution.verdict, Verdict::Winnable(_)));
//! assert_eq!(Fortress::replay(&pos, &solution.line()), Ok(13));
//! # Ok::<(), engine::BadPosition>(())
//! ```
//!
//! This crate does not use `search`, so that each can check the other.

pub mod backgammon;
pub mod backward;
pub mod checkers;
pub mod chess;
pub mod exhaust;
pub mod force3;
pub mod forte;
pub mod patience;
pub mod replay;
pub mod signature;
pub mod verdict;

pub use backward::{Numbered, Summary, Table};
pub use verdict::{Limit, Shortest, Solution, Solvable, Verdict};
