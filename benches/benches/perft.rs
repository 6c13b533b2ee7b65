//! Counting trees: the speed of generators. Of `testdata/<game>/perft.csv`, where each count has its source, the row
//! with the most nodes.

use std::hint::black_box;

use benches::{Visitor, group, visit};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::perft::{perft, perft_after};
use engine::{Afterstate, Deterministic, Game, GameId, Position, Puzzle, Registered, rng};
use search::Sensed;
use solvers::Solvable;

/// A count and what it counts.
struct Row {
    rules: String,
    position: String,
    depth: u32,
    nodes: u64,
}

/// The row of the game's file with the most nodes.
fn largest(game: GameId) -> Row {
    let path = format!("{}/../testdata/{game}/perft.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_path(&path)
        .unwrap_or_else(|error| panic!("{game} has no perft data: {path}: {error}"));
    let rows = reader.records().map(|record| {
        let record = record.unwrap_or_else(|error| panic!("{path}: {error}"));
        Row {
            rules: record[0].to_owned(),
            position: record[1].to_owned(),
            depth: record[2].parse().expect("a depth"),
            nodes: record[3].parse().expect("a count"),
        }
    });
    rows.max_by_key(|row| row.nodes).unwrap_or_else(|| panic!("{path} has no rows"))
}

/// Benches a game.
struct Bench<'a>(&'a mut Criterion);

impl Bench<'_> {
    /// Benches the largest count of a game from a position.
    fn run<P: Position + Registered>(self, start: impl Fn(&P::Rules) -> P) {
        let row = largest(P::ID);
        let rules: P::Rules = row.rules.parse().expect("rules that the game knows");
        let pos = match row.position.as_str() {
            "" => start(&rules),
            text => P::parse(text, &rules).expect("a position of the game"),
        };
        self.count(P::ID, &row, |depth| perft(black_box(&pos), depth));
    }

    fn count(self, game: GameId, row: &Row, count: impl Fn(u32) -> u64) {
        let mut group = group(self.0, "perft");
        group.throughput(Throughput::Elements(row.nodes));
        group.bench_function(format!("{game} depth {}", row.depth), |bencher| {
            bencher.iter(|| assert_eq!(count(row.depth), row.nodes, "{game} {}", row.position));
        });
    }
}

impl Visitor for Bench<'_> {
    type Output = ();

    fn deterministic<G: Deterministic + Registered + Sensed>(self) {
        self.run::<G>(G::start);
    }

    fn chance<G: Game + Registered + Sensed>(self) {
        let row = largest(G::ID);
        let rules: G::Rules = row.rules.parse().expect("rules that the game knows");
        match G::counted_from(&rules).filter(|_| row.position.is_empty()) {
            Some(after) => self.count(G::ID, &row, |depth| perft_after::<G>(black_box(after.clone()), depth)),
            None => self.run::<G>(|rules| G::start(rules).sample(&mut rng::stream(1, 0))),
        }
    }

    fn puzzle<P: Registered + Solvable>(self) {
        self.run::<P>(|rules| Puzzle::deal(rules, &mut rng::stream(1, 0)));
    }
}

fn all(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Bench(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
