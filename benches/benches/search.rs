//! The fixed searches of `search::signature`: nodes per second, with the node counts of `signature.txt`.

use std::time::Duration;

use benches::{Visitor, group, signature, visit};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{Deterministic, Game, GameId, Registered};
use search::Sensed;
use search::signature::{Work, alpha_beta, expectiminimax};
use solvers::Solvable;

/// Benches a game.
struct Bench<'a>(&'a mut Criterion);

impl Bench<'_> {
    /// Benches by the time of the searches alone, without that of clearing tables between them.
    fn run(self, game: GameId, name: &str, search: impl Fn() -> Work) {
        let nodes = signature(game);
        let mut group = group(self.0, "search");
        group.throughput(Throughput::Elements(nodes));
        let once = || {
            let work = search();
            assert_eq!(work.nodes, nodes, "{game}: see signature.txt");
            work.time
        };
        group.bench_function(format!("{game} {name}"), |bencher| {
            bencher.iter_custom(|runs| (0..runs).map(|_| once()).sum::<Duration>());
        });
    }
}

impl Visitor for Bench<'_> {
    type Output = ();

    fn deterministic<G: Deterministic + Registered + Sensed>(self) {
        self.run(G::ID, "alpha-beta", alpha_beta::<G>);
    }

    fn chance<G: Game + Registered + Sensed>(self) {
        self.run(G::ID, "expectiminimax", expectiminimax::<G>);
    }

    /// Solitaires are solved, not searched: see `solvers.rs`.
    fn puzzle<P: Registered + Solvable>(self) {}
}

fn all(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Bench(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
