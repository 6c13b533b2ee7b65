//! Tuning of the hand-made evaluation of chess on games: pure computation, no files.
//!
//! [`text`] reads and writes weights. The program's `fort tune chess` plays the games, keeps them, and shows how it goes.

pub mod text;
