//! Every search with every set of sound features agrees with minimax to the unit, on trees written as text.

use engine::rng::{Rng, stream};
use engine::toy::{Gamble, Tree};
use engine::{Deterministic, Game, MoveList, NoOptions, NoProbe, Node, Position, Score};
use rand::RngExt;
use search::deepen::deepen;
use search::limits::Stop;
use search::minimax::{expectation, minimax, settle, static_value};
use search::order::Order;
use search::parallel::{Plan, Root};
use search::sense::Noise;
use search::{AlphaBeta, Expectiminimax, Features, Iterate, Limits, Sense, Table, Worker};

type Quiet = Noise<false>;
type Loud = Noise<true>;

/// A random tree: few distinct leaves, so that there are equal values, and repeated parts, so that there are
/// transpositions.
fn random_tree(rng: &mut Rng, depth: u32, chance: bool, parts: &mut Vec<String>) -> String {
    if depth == 0 || rng.random_range(0..10) == 0 {
        return rng.random_range(-2..=2_i32).to_string();
    }
    if !parts.is_empty() && rng.random_range(0..4) == 0 {
        return parts[rng.random_range(0..parts.len())].clone();
    }
    let branching = rng.random_range(1..=4);
    let mut children: Vec<String> = Vec::new();
    for _ in 0..branching {
        if chance && rng.random_range(0..3) > 0 {
            let mut branches = Vec::new();
            for _ in 0..rng.random_range(1..=4) {
                let weight = rng.random_range(1..=3_u32);
                // The same side acts on all branches of a chance node but where an opening roll decides it.
                let part = random_tree(rng, depth - 1, chance, parts);
                branches.push(format!("{weight}:{part}"));
            }
            children.push(format!("[{}]", branches.join(" ")));
        } else {
            children.push(random_tree(rng, depth - 1, chance, parts));
        }
    }
    let again = if rng.random_range(0..5) == 0 { "+" } else { "" };
    let tree = format!("{again}({})", children.join(" "));
    parts.push(tree.clone());
    tree
}

fn trees<N: Node<Rules = NoOptions>>(count: u64, depth: u32, chance: bool) -> impl Iterator<Item = (u64, N)> {
    (0..count).map(move |seed| {
        let mut rng = stream(seed, u64::from(chance));
        let inner = random_tree(&mut rng, depth, chance, &mut Vec::new());
        let text = format!("({inner} {})", random_tree(&mut rng, depth, chance, &mut Vec::new()));
        (seed, N::parse(&text, &NoOptions).unwrap_or_else(|error| panic!("{text}: {error}")))
    })
}

/// Every subset of the sound features, with tables that answer for their own depth only.
fn sound_sets() -> impl Iterator<Item = Features> {
    (0..1_u32 << Features::EACH_SOUND.len()).map(|set| {
        let chosen = Features::EACH_SOUND.into_iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        chosen.fold(Features::SAME_DEPTH, |all, (_, feature)| all | feature)
    })
}

/// The value at the end of a deepening search, with a small table so that entries are replaced.
fn alpha_beta<G: Deterministic, S: Sense<G>>(pos: &G, sense: &S, depth: u32, features: Features) -> Score {
    let (table, stop) = (Table::with_bytes(1 << 11), Stop::new(&Limits::default()));
    let mut order = Order::default();
    let mut search = AlphaBeta::new(Worker::new(sense, &table, &mut order, &stop).with_features(features), &NoProbe);
    search.set_root(&Root::of(pos));
    deepened(pos, &mut search, depth)
}

fn expectiminimax<G: Game, S: Sense<G>>(pos: &G, sense: &S, depth: u32, features: Features) -> Score {
    let (table, stop) = (Table::with_bytes(1 << 11), Stop::new(&Limits::default()));
    let mut order = Order::default();
    let mut search = Expectiminimax::new(Worker::new(sense, &table, &mut order, &stop).with_features(features));
    search.set_root(pos);
    deepened(pos, &mut search, depth)
}

fn deepened<G: Game>(pos: &G, search: &mut impl Iterate<G>, depth: u32) -> Score {
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    let plan = Plan::new(Limits::depth(depth));
    deepen(search, &plan, (1, &Stop::new(&plan.limits)), moves[0], &mut |_| {}).score
}

/// Values worked out by hand, for the root's side to move, in points and plies to the end.
#[test]
fn minimax_itself_is_right_on_trees_one_can_see_through() {
    for (text, points, plies) in [
        ("(1 (-1 1) 0)", 1, 1),
        ("((1 -1) (0 1))", 0, 0),
        // The same side moves again: First picks the 1 inside.
        ("(+(-1 1))", 1, 2),
        // Second picks, twice running, the worst for First.
        ("((1 +(1 -1)))", -1, 3),
        // Second is on move and counts the other way round.
        ("~(1 -1)", 1, 1),
        ("~((1 -1))", -1, 2),
        // The nearer win, the farther loss, the larger win.
        ("(((1)) 1)", 1, 1),
        ("(-1 ((-1)))", -1, 3),
        ("(1 ((2)))", 2, 3),
    ] {
        let tree = Tree::parse(text, &NoOptions).expect(text);
        let value = Score(points * Score::POINT - points.signum() * plies);
        let sense = Quiet { seed: 1, range: 0 };
        assert_eq!(minimax(&tree, 9, 0, &static_value(&sense)), value, "{text}");
        assert_eq!(alpha_beta(&tree, &sense, 9, Features::SOUND), value, "{text}");
        assert_eq!(expectiminimax(&tree, &sense, 9, Features::SOUND), value, "{text}");
    }
}

/// Expectations worked out by hand, in points for the root's side to move.
#[test]
fn expectation_itself_is_right_on_trees_one_can_see_through() {
    for (text, points) in [
        ("([3:2 -1])", 1.25),
        ("([2:(1 -1) (3 2)] 0)", 0.0),
        ("([2:(1 -1) +(3 2)])", 1.0 / 3.0),
        ("~([3:2 -1])", -1.25),
    ] {
        let gamble = Gamble::parse(text, &NoOptions).expect(text);
        let sense = Quiet { seed: 1, range: 0 };
        for value in [expectation(&sense, &gamble, 4, 0), expectiminimax(&gamble, &sense, 4, Features::SOUND)] {
            assert!((value.points() - points).abs() < 1.1e-7, "{text}: {} for {points}", value.points());
        }
    }
}

/// A one-point win proved at a shallow depth is not the last word where a deeper search wins two.
#[test]
fn a_larger_win_farther_away_is_found() {
    let tree = Tree::parse("((-1 ((-2))))", &NoOptions).expect("a tree");
    let sense = Quiet { seed: 1, range: 0 };
    let truth = minimax(&tree, 5, 0, &static_value(&sense));
    assert_eq!(truth, Score(4 - 2 * Score::POINT));
    // Without scouting the table also answers on the principal variation.
    for features in [Features::SOUND, Features::SOUND - Features::SCOUT] {
        assert_eq!(alpha_beta(&tree, &sense, 5, features), truth, "{features:?}");
    }
}

/// A tree in which the same part stands at several depths: a deep entry must not serve a shallow search.
#[test]
fn an_entry_serves_its_own_depth_only() {
    for (seed, tree) in trees::<Tree>(3_000, 8, false) {
        let sense = Quiet { seed, range: 50 };
        let truth = minimax(&tree, 5, 0, &static_value(&sense));
        assert_eq!(alpha_beta(&tree, &sense, 5, Features::SOUND), truth, "seed {seed}: {tree}");
    }
}

#[test]
fn star2_is_exact_on_many_deeper_trees() {
    for (seed, gamble) in trees::<Gamble>(800, 5, true) {
        let sense = Quiet { seed, range: 1_000_000_000 };
        let truth = expectation(&sense, &gamble, 4, 0);
        assert_eq!(expectiminimax(&gamble, &sense, 4, Features::SOUND), truth, "seed {seed}: {gamble}");
    }
}

#[test]
fn alpha_beta_is_minimax_with_every_set_of_sound_features() {
    for (seed, tree) in trees::<Tree>(60, 5, false) {
        let sense = Quiet { seed, range: 50 };
        let truth = minimax(&tree, 4, 0, &static_value(&sense));
        for features in sound_sets() {
            assert_eq!(alpha_beta(&tree, &sense, 4, features), truth, "seed {seed}, {features:?}: {tree}");
        }
    }
}

/// In a tree nothing repeats along a line, whatever stands in other lines.
#[test]
fn only_the_line_itself_repeats() {
    let features = Features::SOUND | Features::REPETITION;
    let (same_twice, sense) = ("((3 (2 4)) ((2 4)))", Quiet { seed: 1, range: 0 });
    let tree = Tree::parse(same_twice, &NoOptions).expect(same_twice);
    assert_eq!(alpha_beta(&tree, &sense, 9, features), Score(4 * Score::POINT - 3));
    for (seed, tree) in trees::<Tree>(100, 5, false) {
        let sense = Quiet { seed, range: 9 };
        let truth = minimax(&tree, 4, 0, &static_value(&sense));
        assert_eq!(alpha_beta(&tree, &sense, 4, features), truth, "seed {seed}: {tree}");
    }
}

#[test]
fn quiescence_settles_what_minimax_settles() {
    for (seed, tree) in trees::<Tree>(200, 7, false) {
        let sense = Loud { seed, range: 5 };
        let plies = <Loud as Sense<Tree>>::QUIET_PLIES;
        let truth = minimax(&tree, 2, 0, &|pos, ply| settle(&sense, pos, plies, ply));
        // With quiescence the table's proved wins beyond the horizon are not minimal, so only plain sets are exact.
        let features = Features::SOUND | Features::QUIESCENCE;
        assert_eq!(alpha_beta(&tree, &sense, 2, features), truth, "seed {seed}: {tree}");
    }
}

#[test]
fn expectiminimax_without_chance_is_minimax() {
    for (seed, tree) in trees::<Tree>(40, 5, false) {
        let sense = Quiet { seed, range: 50 };
        let truth = minimax(&tree, 4, 0, &static_value(&sense));
        assert_eq!(expectation(&sense, &tree, 4, 0), truth, "plain expectation, seed {seed}: {tree}");
        for features in sound_sets() {
            assert_eq!(expectiminimax(&tree, &sense, 4, features), truth, "seed {seed}, {features:?}: {tree}");
        }
    }
}

#[test]
fn expectiminimax_is_plain_expectation_with_every_set_of_sound_features() {
    for (seed, gamble) in trees::<Gamble>(60, 4, true) {
        let sense = Quiet { seed, range: 10_000_000 };
        let truth = expectation(&sense, &gamble, 3, 0);
        for features in sound_sets() {
            assert_eq!(expectiminimax(&gamble, &sense, 3, features), truth, "seed {seed}, {features:?}: {gamble}");
        }
    }
}

#[test]
fn a_window_gives_the_value_inside_and_a_true_bound_outside() {
    for (seed, gamble) in trees::<Gamble>(100, 4, true) {
        let sense = Quiet { seed, range: 3_000_000 };
        let truth = expectation(&sense, &gamble, 3, 0);
        for (alpha, beta) in
            [(-2, -1), (-1, 0), (0, 1), (-1, 2)].map(|(a, b)| (Score(a * 3_333_333), Score(b * 3_333_333)))
        {
            let (table, stop) = (Table::with_bytes(1 << 11), Stop::new(&Limits::default()));
            let mut order = Order::default();
            let mut search =
                Expectiminimax::new(Worker::new(&sense, &table, &mut order, &stop).with_features(Features::SOUND));
            search.set_root(&gamble);
            let value = search.iterate(3, alpha, beta).expect("nothing limits this search");
            let holds = match value {
                low if low <= alpha => truth <= low,
                high if high >= beta => truth >= high,
                inside => truth == inside,
            };
            assert!(holds, "seed {seed}: {value:?} for {truth:?} in {alpha:?}..{beta:?}: {gamble}");
        }
    }
}

#[test]
fn stars_cut_and_the_value_stays() {
    let count = |features| {
        trees::<Gamble>(40, 6, true)
            .map(|(seed, gamble)| {
                let (table, stop) = (Table::with_bytes(1 << 11), Stop::new(&Limits::default()));
                let mut order = Order::default();
                let sense = Quiet { seed, range: 1_000_000_000 };
                let mut search =
                    Expectiminimax::new(Worker::new(&sense, &table, &mut order, &stop).with_features(features));
                search.set_root(&gamble);
                let value = search.iterate(5, -Score::INFINITE, Score::INFINITE).expect("nothing limits this search");
                (value, Iterate::<Gamble>::nodes(&mut search))
            })
            .fold((Vec::new(), 0), |(mut values, nodes), (value, more)| {
                values.push(value);
                (values, nodes + more)
            })
    };
    let (plain_values, plain_nodes) = count(Features::NONE);
    let (star_values, star_nodes) = count(Features::STAR1);
    assert_eq!(plain_values, star_values);
    assert!(star_nodes < plain_nodes, "{star_nodes} nodes with Star1, {plain_nodes} without");
}

#[test]
fn a_search_that_is_stopped_still_answers() {
    let (_, tree) = trees::<Tree>(8, 6, false).last().expect("trees");
    let table = Table::with_bytes(1 << 11);
    for nodes in [1, 2, 3, 10, 100] {
        let plan = Plan::new(Limits::nodes(nodes));
        let sense = Quiet { seed: 1, range: 9 };
        let report = search::parallel::alpha_beta(Root::of(&tree), (&sense, &NoProbe, &table), &plan, &mut |_| {});
        assert!(tree.find_move(&report.line[0].to_string()).is_ok());
        assert!(report.nodes <= nodes);
    }
}

#[test]
fn threads_share_a_table_and_agree_on_the_value() {
    for (seed, tree) in trees::<Tree>(20, 6, false) {
        let sense = Quiet { seed, range: 50 };
        let truth = minimax(&tree, 5, 0, &static_value(&sense));
        let table = Table::with_bytes(1 << 12);
        let limits = Limits::depth(5);
        let plan = Plan { threads: 3, features: Features::SOUND, ..Plan::new(limits) };
        let report = search::parallel::alpha_beta(Root::of(&tree), (&sense, &NoProbe, &table), &plan, &mut |_| {});
        assert_eq!(report.score, truth, "seed {seed}: {tree}");
    }
}
