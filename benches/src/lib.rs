//! Criterion benches of perft, search, solvers and playouts, for every game of the registry; each asserts its answer,
//! so that nothing is ever measured that is wrong.
//!
//! `cargo bench -p benches` takes two to three minutes; `cargo bench -p benches -- --test` runs each work once and only
//! checks the answers, and `cargo bench -p benches --bench playouts -- force3` picks by name. Criterion compares with
//! its own last run; for quick figures over all games, and for a file to compare with, there is `fort bench`.
//!
//! Here is what the benches share: the way from names to types, where answers are recorded, and how long to measure.
//! A game that is added to the registry is benched too, and does not compile or fails until its answers are there.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use engine::{Deterministic, Game, GameId, Registered};
use search::Sensed;
use solvers::Solvable;

engine::visitor! {
    /// A bench of a game, generic over its type.
    pub trait Visitor {
        deterministic: Deterministic + Registered + Sensed;
        chance: Game + Registered + Sensed;
        puzzle: Registered + Solvable;
    }
}

/// The nodes that `signature.txt` records for a game's bench search, or the positions stored by its solver.
///
/// # Panics
/// If the file has no line for the game.
#[must_use]
pub fn signature(game: GameId) -> u64 {
    let lines = include_str!("../../signature.txt").lines();
    let mut entries = lines.filter_map(|line| line.split_once(' '));
    let (_, nodes) = entries.find(|(name, _)| *name == game.name()).unwrap_or_else(|| {
        panic!("signature.txt has no line for {game}: cargo run --release -- bench --signature > signature.txt")
    });
    nodes.parse().expect("a line of signature.txt is a name and a number")
}

/// A group of benches for work of up to a second: ten samples, in some three seconds or as long as ten runs take.
pub fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    group
}
