//! What Star1, Star2, static order and the filter of moves save: static evaluations three moves deep, against those of plain
//! expectation.
//!
//! `cargo bench -p benches --bench stars` prints a table for FORTAC and backgammon, the latter with its own evaluation and
//! with a smooth one made by hand, and times the searches; values must be equal but with the filter, and Star2 must stay
//! within a quarter of the evaluations of plain expectation (a third in FORTAC).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use benches::group;
use criterion::{Criterion, criterion_group, criterion_main};
use engine::games::backgammon::{Backgammon, Board, Cup, Move};
use engine::games::fortac::Fortac;
use engine::rng::stream;
use engine::{Afterstate, Game, MoveList, Score, Side};
use rand::RngExt;
use search::expectiminimax::Filter;
use search::parallel::{Plan, expectiminimax};
use search::sense::backgammon::order::Outlook;
use search::{Features, Limits, Sense, Sensed, Table};

const DEPTH: u32 = 3;
const SEED: u64 = 1;
/// How many positions, and the leaves of the largest plain tree among them, so that it can be searched without bounds: fewer
/// where an evaluation is dear.
const fn extent(is_dear: bool) -> (usize, u64) {
    if is_dear { (10, 700_000) } else { (24, 4_000_000) }
}

/// An evaluation of backgammon that is not a step function: the race, points made and blots, squashed.
#[derive(Clone, Copy, Debug)]
struct Smooth;

/// What the checkers of `side` are worth beside the race, in hundredths of a point.
fn shape(board: &Board, side: Side) -> f64 {
    let counts = board.counts(side);
    let made = |point: usize| counts[point] >= 2;
    let home: f64 =
        (1..=8).filter(|&point| made(point)).map(|point| [3.0, 5.0, 7.0, 9.0, 8.0, 9.0, 6.0, 4.0][point - 1]).sum();
    let anchors = (18..=22).filter(|&point| made(point)).count() as f64 * 6.0;
    let blots: f64 = (1..=24).filter(|&point| counts[point] == 1).map(|point| 25.0 - point as f64).sum();
    let prime = (2..=8).filter(|&point| made(point) && made(point - 1)).count() as f64 * 3.0;
    let pips = f64::from(board.pips(side));
    home + anchors + prime - 0.25 * blots - 20.0 * f64::from(counts[25]) - 0.9 * pips
}

impl Sense<Backgammon> for Smooth {
    type Trace = ();
    type Glance = Outlook;
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;

    fn begin(&self, _: &Backgammon) {}

    fn aims(&self, _: &Backgammon) {}

    fn glance(&self, pos: &Backgammon) -> Outlook {
        Outlook::new(pos)
    }

    fn follow(&self, (): &(), _: &Backgammon, _: Move, _: &Cup) {}

    fn evaluate(&self, after: &Cup, (): &()) -> Score {
        let (board, side) = (after.pending().board(), after.pending().side());
        let lead = (shape(board, side) - shape(board, !side) + 4.0) / 60.0;
        Score((lead.tanh() * f64::from(Score::POINT)) as i32)
    }

    fn promise(&self, _: &Backgammon, outlook: &Outlook, mv: Move) -> i32 {
        outlook.promise(mv)
    }
}

/// The same evaluation, counted.
#[derive(Clone, Debug)]
struct Counted<S>(S, Arc<AtomicU64>);

impl<G: Game, S: Sense<G, Trace = (), Aims = ()>> Sense<G> for Counted<S> {
    type Trace = ();
    type Glance = S::Glance;
    type Aims = ();

    const UNIT: i32 = S::UNIT;
    const IS_DEAR: bool = S::IS_DEAR;

    fn begin(&self, _: &G) {}

    fn aims(&self, _: &G) {}

    fn glance(&self, pos: &G) -> S::Glance {
        self.0.glance(pos)
    }

    fn follow(&self, (): &(), _: &G, _: G::Move, _: &G::After) {}

    fn evaluate(&self, after: &G::After, (): &()) -> Score {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.evaluate(after, &())
    }

    fn promise(&self, pos: &G, glance: &S::Glance, mv: G::Move) -> i32 {
        self.0.promise(pos, glance, mv)
    }

    fn may_filter(&self, pos: &G) -> bool {
        self.0.may_filter(pos)
    }
}

fn moves<G: Game>(pos: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// The leaves of plain expectation.
fn leaves<G: Game>(pos: &G, depth: u32) -> u64 {
    if depth == 1 {
        return pos.count();
    }
    let below = |after: G::After| after.branches().map(|(next, _)| leaves(&next, depth - 1)).sum::<u64>();
    moves(pos).iter().map(|&mv| below(pos.play(mv))).sum()
}

/// Positions with a choice: from random games, and three in four from games by static value alone.
fn positions<G: Game, S: Sense<G, Trace = ()>>(sense: &S) -> Vec<G> {
    let value = |pos: &G, mv: G::Move| {
        let after = pos.play(mv);
        let side = G::next_side(&after);
        let score = match G::outcome_after(&after) {
            Some(outcome) => Score(outcome.points_for(side) * Score::POINT),
            None => sense.evaluate(&after, &()),
        };
        if side == pos.side() { score } else { -score }
    };
    let (count, most_leaves) = extent(S::IS_DEAR);
    let walk = |index: u64| {
        let mut rng = stream(SEED, index);
        let mut pos = G::start(&Default::default()).sample(&mut rng);
        for _ in 0..rng.random_range(0..50) {
            let list = moves(&pos);
            let chosen = if index.is_multiple_of(4) {
                *list.get(rng.random_range(0..list.len().max(1)))?
            } else {
                *list.iter().max_by_key(|&&mv| value(&pos, mv))?
            };
            pos = pos.play(chosen).sample(&mut rng);
        }
        (moves(&pos).len() > 1 && leaves(&pos, DEPTH) <= most_leaves).then_some(pos)
    };
    (0..).filter_map(walk).take(count).collect()
}

/// The searches that are compared: plain expectation first.
fn searches() -> [(&'static str, Features, Option<Filter>); 6] {
    let filter = Filter { most: 8, margin: Score(Score::POINT / 100 * 16) };
    let order = Features::STATIC_ORDER;
    [
        ("plain", Features::NONE, None),
        ("Star1", Features::SOUND - Features::STAR2 - order, None),
        ("Star1, static order", Features::SOUND - Features::STAR2, None),
        ("Star2", Features::SOUND - order, None),
        ("Star2, static order", Features::SOUND, None),
        ("Star2, filter 8:0.16", Features::SOUND, Some(filter)),
    ]
}

/// What a search of all positions took and said.
struct Taken {
    values: Vec<Score>,
    evaluations: u64,
    time: Duration,
}

fn search<G: Game, S: Sense<G, Trace = (), Aims = ()>>(
    positions: &[G],
    sense: &S,
    (features, filter): (Features, Option<Filter>),
    table: &mut Table,
) -> Taken {
    let count = Arc::new(AtomicU64::new(0));
    let counted = Counted(sense.clone(), Arc::clone(&count));
    let plan = Plan { features, filter, ..Plan::new(Limits::depth(DEPTH)) };
    let (mut values, mut time) = (Vec::new(), Duration::ZERO);
    for pos in positions {
        table.clear();
        let began = Instant::now();
        values.push(expectiminimax(pos, (&counted, table), &plan, &mut |_| {}).score);
        time += began.elapsed();
    }
    Taken { values, evaluations: count.load(Ordering::Relaxed), time }
}

/// Prints the table of a game, checks it, and times the searches with bounds.
fn compare<G: Game, S: Sense<G, Trace = (), Aims = ()>>(criterion: &mut Criterion, name: &str, sense: &S, goal: u64) {
    let positions = positions::<G, S>(sense);
    let plain: u64 = positions.iter().map(|pos| leaves(pos, DEPTH)).sum();
    let mut table = Table::with_bytes(Table::DEFAULT_BYTES);
    println!("\n{name}: {} positions, {DEPTH} moves deep, {plain} leaves", positions.len());
    println!("{:22} {:>12} {:>8} {:>10}", "search", "evaluations", "share", "seconds");
    let mut exact: Option<Vec<Score>> = None;
    for (label, features, filter) in searches() {
        let Taken { values, evaluations, time } = search(&positions, sense, (features, filter), &mut table);
        let share = 100.0 * evaluations as f64 / plain as f64;
        println!("{label:22} {evaluations:>12} {share:>6.2} % {:>10.3}", time.as_secs_f64());
        let exact = exact.get_or_insert_with(|| values.clone());
        assert!(filter.is_some() || values == *exact, "{name}, {label}: another value than plain expectation's");
        let is_star2 = features.has(Features::STAR2);
        assert!(!is_star2 || evaluations * goal <= plain, "{name}, {label}: {evaluations} evaluations of {plain}");
    }
    let mut group = group(criterion, "stars");
    for (label, features, filter) in searches().into_iter().skip(3) {
        group.bench_function(format!("{name} {label}"), |bencher| {
            bencher.iter_custom(|runs| {
                (0..runs).map(|_| search(&positions, sense, (features, filter), &mut table).time).sum::<Duration>()
            });
        });
    }
}

fn all(criterion: &mut Criterion) {
    compare::<Fortac, _>(criterion, "fortac", &Fortac::sense(), 3);
    compare::<Backgammon, _>(criterion, "backgammon", &Backgammon::sense(), 4);
    compare::<Backgammon, _>(criterion, "backgammon, smooth", &Smooth, 4);
}

criterion_group!(benches, all);
criterion_main!(benches);
