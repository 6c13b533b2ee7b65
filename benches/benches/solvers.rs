//! The solvers: deals per second with the counts of verdicts, shortest lines with their lengths, the plain search with the
//! published numbers of positions, FORCE 3's table with the published results, and endings of chess.

use std::hint::black_box;

use benches::{Visitor, group, signature, visit};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::games::chess::{self, Chess};
use engine::games::force3::Options;
use engine::{Deterministic, Game, GameId, Known, Node, Probe, Registered, Value, rng};
use rand::RngExt;
use search::Sensed;
use solvers::chess::Endings;
use solvers::exhaust::exhaust;
use solvers::signature::{SEED, Tally, tally};
use solvers::{Limit, Solvable, Summary, Verdict};

/// The bench's deals by verdict: winnable, unwinnable, undecided.
fn verdicts(game: GameId) -> [u64; 3] {
    match game {
        GameId::Fortress => [20_049, 79_951, 0],
        GameId::Chessboard => [15_195, 4_805, 0],
        other => panic!("{other} is no solitaire, or its verdicts are not recorded"),
    }
}

/// Benches a solitaire's solver.
struct Solve<'a>(&'a mut Criterion);

impl Visitor for Solve<'_> {
    type Output = ();

    /// Two-player games have solvers of their own, below.
    fn deterministic<G: Deterministic + Registered + Sensed>(self) {}

    fn chance<G: Game + Registered + Sensed>(self) {}

    fn puzzle<P: Registered + Solvable>(self) {
        let [winnable, unwinnable, undecided] = verdicts(P::ID);
        let expected = Tally { winnable, unwinnable, undecided, stored: signature(P::ID) };
        let mut group = group(self.0, "solve deals");
        group.throughput(Throughput::Elements(P::BENCH_DEALS));
        group.bench_function(P::ID.name(), |bencher| {
            bencher.iter(|| assert_eq!(tally::<P>(), expected, "{}", P::ID));
        });
    }
}

fn deals(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Solve(criterion));
    }
}

/// The first deals of the bench whose shortest lines are looked for, how many of them can be won, and the moves of all
/// their shortest lines together.
fn fewest(game: GameId) -> (u64, usize, u32) {
    match game {
        GameId::Fortress => (100, 25, 2_158),
        GameId::Chessboard => (30, 22, 1_748),
        other => panic!("{other} is no solitaire, or its shortest lines are not recorded"),
    }
}

/// Benches the proof of shortest lines.
struct Shorten<'a>(&'a mut Criterion);

impl Visitor for Shorten<'_> {
    type Output = ();

    fn deterministic<G: Deterministic + Registered + Sensed>(self) {}

    fn chance<G: Game + Registered + Sensed>(self) {}

    fn puzzle<P: Registered + Solvable>(self) {
        let (count, winnable, moves) = fewest(P::ID);
        let mut solver = P::Solver::default();
        let dealt = (0..count).map(|index| P::deal(&P::Rules::default(), &mut rng::stream(SEED, index)));
        let won: Vec<(P, Vec<P::Move>)> = dealt
            .filter_map(|deal| {
                let line = P::solve(&mut solver, &deal, Limit::default()).verdict.moves()?.to_vec();
                Some((deal, line))
            })
            .collect();
        assert_eq!(won.len(), winnable, "{}", P::ID);
        let mut group = group(self.0, "prove shortest lines");
        group.throughput(Throughput::Elements(winnable as u64));
        group.bench_function(P::ID.name(), |bencher| {
            let mut shortener = P::Shortener::default();
            bencher.iter(|| {
                let proved = won.iter().map(|(deal, line)| {
                    P::shorten(&mut shortener, black_box(deal), Some(line), Limit::SHORTEST).proved()
                });
                assert_eq!(proved.sum::<Option<u32>>(), Some(moves), "{}", P::ID);
            });
        });
    }
}

fn shortest(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Shorten(criterion));
    }
}

/// Lost deals with more positions than this are left to the tests.
const MOST_POSITIONS: u32 = 20_000;

/// The lost deals of the reference, each with the number of positions that can be reached.
fn lost_deals<P: Registered + Solvable>() -> Vec<(P, u32)> {
    let rows = include_str!("../../testdata/patience/reference.csv").lines().skip(1);
    let deals = rows.filter_map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let positions = fields[4].split(';').find_map(|part| part.strip_prefix("raw_states="))?;
        let deal = || P::parse(fields[1], &P::Rules::default()).expect("a deal of the game");
        (fields[0] == P::ID.name() && fields[2] == "unwinnable")
            .then(|| (deal(), positions.parse().expect("a number of positions")))
    });
    deals.filter(|&(_, positions)| positions <= MOST_POSITIONS).collect()
}

/// Benches the plain search on a solitaire's lost deals.
struct Exhaust<'a>(&'a mut Criterion);

impl Visitor for Exhaust<'_> {
    type Output = ();

    fn deterministic<G: Deterministic + Registered + Sensed>(self) {}

    fn chance<G: Game + Registered + Sensed>(self) {}

    fn puzzle<P: Registered + Solvable>(self) {
        let deals = lost_deals::<P>();
        assert!(!deals.is_empty(), "the reference has lost deals of {}", P::ID);
        let mut group = group(self.0, "exhaust lost deals");
        group.throughput(Throughput::Elements(deals.iter().map(|&(_, positions)| u64::from(positions)).sum()));
        group.bench_function(P::ID.name(), |bencher| {
            bencher.iter(|| {
                for (deal, positions) in &deals {
                    let solution = exhaust(black_box(deal), Limit { positions: MOST_POSITIONS });
                    assert_eq!((solution.verdict, solution.stored), (Verdict::Unwinnable, *positions), "{deal}");
                }
            });
        });
    }
}

fn plain(criterion: &mut Criterion) {
    for &game in GameId::ALL {
        visit(game, Exhaust(criterion));
    }
}

/// FORCE 3's whole table, for each of the rules on returning slides.
fn force3(criterion: &mut Criterion) {
    let published = [
        ("ban=tile", 15, [128_529, 91_365, 32_096, 5_068]),
        ("ban=position", 9, [128_561, 90_001, 30_080, 8_480]),
        ("ban=none", 9, [26_673, 16_901, 4_680, 5_092]),
    ];
    let mut group = group(criterion, "solve force3");
    for (rules, plies, [positions, win, loss, draw]) in published {
        let start = Known { value: Value::Win, plies: Some(plies) };
        let expected = Summary { positions, win, loss, draw, start };
        let options: Options = rules.parse().expect("rules of FORCE 3");
        group.throughput(Throughput::Elements(positions));
        group.bench_function(rules, |bencher| {
            bencher.iter(|| {
                let table = solvers::force3::Table::solve(black_box(&options));
                assert_eq!(table.summary(), expected, "{rules}");
            });
        });
    }
}

/// Legal positions of king and queen against king and rook, at random.
fn queen_against_rook(count: usize) -> Vec<Chess> {
    let mut rng = rng::stream(SEED, 0);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = [b'1'; 64];
        for letter in *b"KQkr" {
            board[rng.random_range(0..64)] = letter;
        }
        let rows: Vec<_> = board.chunks(8).map(|row| String::from_utf8_lossy(row)).collect();
        // Where men met on a square, a king is missing or a table of fewer men asked.
        positions.extend(Chess::parse(&format!("{} w - -", rows.join("/")), &chess::Options::default()));
    }
    positions
}

/// Endings of chess: a table solved, from what it leads to on, and looked up.
fn endings(criterion: &mut Criterion) {
    const POSITIONS: usize = 10_000;
    let mut group = group(criterion, "chess endings");
    let ending = "KQKR".parse().expect("an ending");
    group.bench_function("solve KQKR", |bencher| {
        bencher.iter(|| assert_eq!(Endings::default().table(black_box(ending)).counts()[0].longest_win, 69));
    });
    let (endings, positions) = (Endings::default(), queen_against_rook(POSITIONS));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("probe KQKR", |bencher| {
        bencher.iter(|| {
            let is_win = |pos: &&Chess| endings.probe(pos).is_some_and(|known| known.value == Value::Win);
            let wins = black_box(&positions).iter().filter(is_win).count();
            assert!(wins > POSITIONS * 9 / 10, "{wins}");
        });
    });
}

criterion_group!(benches, deals, shortest, plain, force3, endings);
criterion_main!(benches);
