//! Random games from fixed seeds: moves per second on one core, with the exact numbers of games and moves.
//!
//! The numbers follow from the seed, the order of generation and the generator of random numbers; a change of any of
//! them is a change of every recorded result that chance had a part in.

use std::hint::black_box;

use benches::{Visitor, group, visit};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::playout::{Played, playouts};
use engine::{Afterstate, Deterministic, Game, GameId, Position, Puzzle, Registered, Rng};
use search::Sensed;
use solvers::Solvable;

/// At least this many moves are played.
const MOVES: u64 = 1_000_000;
/// No game goes on for longer.
const LONGEST_GAME: u32 = 1_000;
const SEED: u64 = 1;

/// What is played with that seed.
fn expected(game: GameId) -> Played {
    let (games, moves) = match game {
        GameId::Forte => (9_250, 1_000_055),
        GameId::Force3 => (43_869, 1_000_023),
        GameId::Chess => (1_234, 1_000_837),
        GameId::Checkers => (14_039, 1_000_023),
        GameId::Backgammon => (10_302, 1_000_054),
        GameId::Fortac => (2_362, 1_000_156),
        GameId::Fortress => (228_116, 1_000_017),
        GameId::Chessboard => (175_820, 1_000_003),
    };
    Played { games, moves }
}

/// Benches a game.
struct Bench<'a>(&'a mut Criterion);

impl Bench<'_> {
    fn run<P: Position + Registered>(self, start: impl Fn(&mut Rng) -> P) {
        let expected = expected(P::ID);
        let mut group = group(self.0, "playouts");
        group.throughput(Throughput::Elements(expected.moves));
        group.bench_function(P::ID.name(), |bencher| {
            bencher.iter(|| {
                let played = playouts(MOVES, LONGEST_GAME, black_box(SEED), &start);
                assert_eq!(played, expected, "{}", P::ID);
            });
        });
    }
}

impl Visitor for Bench<'_> {
    type Output = ();

    fn deterministic<G: Deterministic + Registered + Sensed>(self) {
        let rules = G::Rules::default();
        self.run(|_| G::start(&rules));
    }

    fn chance<G: Game + Registered + Sensed>(self) {
        let rules = G::Rules::default();
        self.run(|rng| G::start(&rules).sample(rng));
    }

    fn puzzle<P: Registered + Solvable>(self) {
        let rules = P::Rules::default();
        self.run::<P>(|rng| Puzzle::deal(&rules, rng));
    }
}

fn all(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Bench(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
