//! The bench: fixed searches whose node counts are the fingerprint of the search's behaviour.
//!
//! A change that is meant to be neutral leaves the counts alone; any other says which changed and why. The counts stand
//! in `signature.txt` and CI compares them. The time is that of the searches alone, without the clearing of tables
//! between them, which would be most of it where searches are short.

use std::time::{Duration, Instant};

use engine::{Afterstate, Deterministic, Game, MoveList, NoProbe, rng};
use rand::RngExt;

use crate::parallel::{self, Plan, Root};
use crate::{Limits, Sensed, Table};

/// How many positions the bench searches.
pub const POSITIONS: usize = 12;

const SEED: u64 = 20_261_127;

/// The positions of the bench: the start, then ends of random games broken off after 1, 2, 3, … plies.
#[must_use]
pub fn positions<G: Game>() -> Vec<G> {
    (0..).filter_map(|index| walk(index, index as usize % POSITIONS)).take(POSITIONS).collect()
}

/// The position after this many random plies, unless the game is over by then.
fn walk<G: Game>(index: u64, plies: usize) -> Option<G> {
    let mut rng = rng::stream(SEED, index);
    let mut list = MoveList::new();
    let mut pos = G::start(&Default::default()).sample(&mut rng);
    for _ in 0..plies {
        list.clear();
        pos.moves(&mut list);
        if list.is_empty() {
            return None;
        }
        pos = pos.play(list[rng.random_range(0..list.len())]).sample(&mut rng);
    }
    pos.outcome().is_none().then_some(pos)
}

/// What the searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes: the same every time.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// Alpha-beta over the bench's positions, each to the game's bench depth on an empty table.
#[must_use]
pub fn alpha_beta<G: Deterministic + Sensed>() -> Work {
    let sense = G::sense();
    let plan = Plan::new(Limits::depth(G::BENCH_DEPTH));
    let search =
        |pos: &G, table: &Table| parallel::alpha_beta(Root::of(pos), (&sense, &NoProbe, table), &plan, &mut |_| {});
    total(|pos, table| search(pos, table).nodes)
}

/// Expectiminimax over the bench's positions, each to the game's bench depth on an empty table.
#[must_use]
pub fn expectiminimax<G: Game + Sensed>() -> Work {
    let sense = G::sense();
    let plan = Plan::new(Limits::depth(G::BENCH_DEPTH));
    total(|pos: &G, table| parallel::expectiminimax(pos, (&sense, table), &plan, &mut |_| {}).nodes)
}

fn total<G: Game>(nodes: impl Fn(&G, &Table) -> u64) -> Work {
    let mut table = Table::with_bytes(Table::DEFAULT_BYTES);
    let mut work = Work::default();
    for pos in positions::<G>() {
        table.clear();
        let began = Instant::now();
        work.nodes += nodes(&pos, &table);
        work.time += began.elapsed();
    }
    work
}
