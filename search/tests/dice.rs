//! Expectiminimax in backgammon: plain expectation's values to the unit, with every feature alone and without each, with a
//! cube too; and what a filter of moves leaves out.

use engine::games::backgammon::board::{BAR, Counts};
use engine::games::backgammon::{Backgammon, Board, Cup, Move, Options, Turn};
use engine::{Afterstate, Game, MoveList, Position, Score, Side};
use search::expectiminimax::Filter;
use search::minimax::expectation;
use search::parallel::{Plan, expectiminimax};
use search::sense::Noise;
use search::signature::positions;
use search::{Features, Limits, Report, Sense, Sensed, Table};

/// Every sound feature alone, all but each, all, none; and the ways to cut in every combination.
fn sets() -> impl Iterator<Item = Features> {
    let each = Features::EACH_SOUND;
    let alone = each.into_iter().map(|feature| Features::SAME_DEPTH | feature);
    let all_but_one = each.into_iter().map(|feature| Features::SOUND - feature);
    let ways = [Features::STAR1, Features::STAR2, Features::STATIC_ORDER, Features::TABLE];
    let some = (0..16_u32).map(move |set| {
        let chosen = ways.into_iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        chosen.fold(Features::SAME_DEPTH, |all, (_, feature)| all | feature)
    });
    alone.chain(all_but_one).chain(some).chain([Features::SOUND])
}

fn search<S: Sense<Backgammon>>(pos: &Backgammon, sense: &S, plan: &Plan) -> Report<Move> {
    expectiminimax(pos, (sense, &Table::with_bytes(1 << 18)), plan, &mut |_| {})
}

fn agrees<S: Sense<Backgammon>>(pos: &Backgammon, sense: &S, depth: u32) {
    let truth = expectation(sense, pos, depth, 0);
    for features in sets() {
        let plan = Plan { features, ..Plan::new(Limits::depth(depth)) };
        assert_eq!(search(pos, sense, &plan).score, truth, "{features:?} in {pos}");
    }
    let plan = Plan { features: Features::SOUND, threads: 2, ..Plan::new(Limits::depth(depth)) };
    assert_eq!(search(pos, sense, &plan).score, truth, "two threads in {pos}");
}

fn noise(seed: usize) -> Noise<false> {
    Noise { seed: seed as u64, range: 9_000_000 }
}

/// White to play these dice, with checkers on these points as each side counts.
fn few(white: &[u8], black: &[u8], dice: [u8; 2], options: Options) -> Backgammon {
    let counts = |points: &[u8]| {
        let mut counts: Counts = [0; 26];
        for &point in points {
            counts[usize::from(point)] += 1;
        }
        counts
    };
    let board = Board::new([counts(white), counts(black)]);
    Backgammon::before_roll(board, Side::First, &options).roll(dice)
}

#[test]
fn two_moves_deep_it_is_plain_expectation() {
    for (seed, pos) in positions::<Backgammon>().into_iter().enumerate() {
        agrees(&pos, &noise(seed), 2);
        agrees(&pos, &Backgammon::sense(), 2);
    }
}

#[test]
fn three_moves_deep_it_is_plain_expectation_with_few_checkers() {
    let options = Options::default();
    for (seed, (white, black)) in
        [(&[6, 2][..], &[3, 1][..]), (&[BAR, 3], &[4, 1]), (&[20, 4], &[6, 6]), (&[24, 1, 1], &[22, 2])]
            .into_iter()
            .enumerate()
    {
        let pos = few(white, black, [4, 1], options);
        agrees(&pos, &noise(seed), 3);
        agrees(&pos, &Backgammon::sense(), 3);
    }
}

/// Doubles, takes and beavers are decisions by whom it falls to, not by turns.
#[test]
fn with_a_cube_it_is_plain_expectation() {
    for rules in ["cube=money", "cube=money,jacoby=on,beavers=on", "match=3,standing=1-0"] {
        let options: Options = rules.parse().expect("options");
        let pos = few(&[8, 3], &[5, 2], [3, 2], options);
        let mut moves = MoveList::new();
        pos.moves(&mut moves);
        let choice = pos.play(moves[0]).branches().next().expect("a position").0;
        assert_eq!(choice.turn(), Turn::Choice);
        let take = choice.play(choice.find_move("double").expect("a double")).branches().next().expect("a position").0;
        for (seed, pos) in [pos, choice, take].iter().enumerate() {
            agrees(pos, &noise(seed), 3);
            agrees(pos, &Backgammon::sense(), 3);
        }
        agrees(&choice, &noise(9), 4);
    }
}

#[test]
fn a_filter_leaves_out_what_is_worse_by_a_margin_and_never_the_best() {
    let plan = |filter| Plan { filter, features: Features::SOUND, ..Plan::new(Limits::depth(2)) };
    for pos in positions::<Backgammon>() {
        let all = search(&pos, &Backgammon::sense(), &plan(None));
        let wide = Filter { most: 10_000, margin: Score(20 * Score::POINT) };
        assert_eq!(search(&pos, &Backgammon::sense(), &plan(Some(wide))).score, all.score, "{pos}");
        let narrow =
            search(&pos, &Backgammon::sense(), &plan(Some(Filter { most: 2, margin: Score(Score::POINT / 20) })));
        assert!(narrow.score <= all.score, "{pos}");
        // With a single move left the choice is that by static value.
        let one = search(&pos, &Backgammon::sense(), &plan(Some(Filter { most: 1, ..wide })));
        let sense = Backgammon::sense();
        let value = |mv| sense.evaluate(&pos.play(mv), &());
        let mut moves = MoveList::new();
        pos.moves(&mut moves);
        let is_over = |&mv: &_| Backgammon::outcome_after(&pos.play(mv)).is_some();
        if !moves.iter().any(is_over) {
            assert_eq!(moves.iter().map(|&mv| value(mv)).min(), Some(value(one.line[0])), "{pos}");
        }
    }
}

/// A static value says nothing of a double.
#[test]
fn a_filter_leaves_decisions_about_the_cube_alone() {
    let options: Options = "cube=money".parse().expect("options");
    let choice = Backgammon::before_roll(Board::start(), Side::First, &options);
    let choice = choice.branches().next().expect("a position").0;
    assert_eq!(choice.turn(), Turn::Choice);
    let plan = |filter| Plan { filter, features: Features::SOUND, ..Plan::new(Limits::depth(2)) };
    let filter = Filter { most: 1, margin: Score(0) };
    let both = [None, Some(filter)].map(|filter| search(&choice, &noise(3), &plan(filter)).score);
    assert_eq!(both[0], both[1]);
}

/// Noise of which the search keeps the values in its table.
#[derive(Clone)]
struct Dear(Noise<false>);

impl Sense<Backgammon> for Dear {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = 100;
    const IS_DEAR: bool = true;

    fn begin(&self, _: &Backgammon) {}

    fn aims(&self, _: &Backgammon) {}

    fn glance(&self, _: &Backgammon) {}

    fn follow(&self, (): &(), _: &Backgammon, _: Move, _: &Cup) {}

    fn evaluate(&self, after: &Cup, (): &()) -> Score {
        Sense::<Backgammon>::evaluate(&self.0, after, &())
    }
}

#[test]
fn kept_static_values_are_the_same() {
    for (seed, pos) in positions::<Backgammon>().into_iter().enumerate() {
        agrees(&pos, &Dear(noise(seed)), 2);
    }
    agrees(&few(&[BAR, 3], &[4, 1], [4, 1], Options::default()), &Dear(noise(1)), 3);
}

#[test]
fn stars_and_static_order_save_most_evaluations() {
    let nodes = |features| -> u64 {
        let plan = Plan { features, ..Plan::new(Limits::depth(2)) };
        positions::<Backgammon>().iter().map(|pos| search(pos, &Backgammon::sense(), &plan).nodes).sum()
    };
    let (plain, all) = (nodes(Features::SAME_DEPTH), nodes(Features::SOUND));
    assert!(4 * all < plain, "{all} nodes with everything, {plain} without");
}
