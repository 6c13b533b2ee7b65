//! Every search with every set of sound features agrees with minimax on the real games, under noise and with their own
//! evaluations.

use engine::games::checkers::Checkers;
use engine::games::chess::{Chess, Move};
use engine::games::force3::{Force3, Options};
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::{Deterministic, Game, MoveList, NoProbe, Node, Position, Score};
use search::deepen::Report;
use search::minimax::{expectation, minimax, settle, static_value};
use search::parallel::{Plan, Root, alpha_beta, expectiminimax};
use search::sense::{ChessSense, Noise};
use search::signature::positions;
use search::{Features, Limits, Sense, Sensed, Table};

fn sets() -> impl Iterator<Item = Features> {
    let each = Features::EACH_SOUND;
    let alone = each.into_iter().map(|feature| Features::SAME_DEPTH | feature);
    let all_but_one = each.into_iter().map(|feature| Features::SOUND - feature);
    alone.chain(all_but_one).chain([Features::SOUND, Features::SAME_DEPTH])
}

fn plan(depth: u32, features: Features) -> Plan {
    Plan { features, ..Plan::new(Limits::depth(depth)) }
}

fn searched<G: Deterministic, S: Sense<G>>(pos: &G, sense: &S, depth: u32, features: Features) -> Report<G::Move> {
    let table = Table::with_bytes(1 << 16);
    alpha_beta(Root::of(pos), (sense, &NoProbe, &table), &plan(depth, features), &mut |_| {})
}

fn agrees<G: Deterministic, S: Sense<G>>(pos: &G, sense: &S, depth: u32) {
    let truth = minimax(pos, depth, 0, &static_value(sense));
    for features in sets() {
        assert_eq!(searched(pos, sense, depth, features).score, truth, "{features:?} in {pos}");
        let table = Table::with_bytes(1 << 16);
        let averaged = expectiminimax(pos, (sense, &table), &plan(depth, features), &mut |_| {}).score;
        assert_eq!(averaged, truth, "expectiminimax with {features:?} in {pos}");
    }
}

fn settles<G: Deterministic, S: Sense<G>>(pos: &G, sense: &S, depth: u32) {
    let plies = S::QUIET_PLIES;
    let truth = minimax(pos, depth, 0, &|leaf, ply| settle(sense, leaf, plies, ply));
    for features in sets().map(|set| set | Features::QUIESCENCE) {
        assert_eq!(searched(pos, sense, depth, features).score, truth, "{features:?} in {pos}");
    }
}

fn every_way<G: Deterministic + Sensed>(depth: u32) {
    for (seed, pos) in positions::<G>().into_iter().enumerate() {
        agrees(&pos, &Noise::<false> { seed: seed as u64, range: 20 }, depth);
        agrees(&pos, &G::sense(), depth);
        settles(&pos, &G::sense(), depth.min(2));
    }
}

#[test]
fn searches_agree_on_force3() {
    every_way::<Force3>(4);
}

#[test]
fn searches_agree_on_force3_with_other_rules() {
    for rules in ["ban=none,relocate=orth", "ban=position,slide=mover_only,both=continue"] {
        let rules = rules.parse().expect("rules");
        agrees(&Force3::start(&rules), &Noise::<false> { seed: 3, range: 20 }, 4);
        agrees(&Force3::start(&rules), &Force3::sense(), 4);
    }
}

#[test]
fn searches_agree_on_checkers() {
    every_way::<Checkers>(4);
}

#[test]
fn searches_agree_on_forte() {
    every_way::<Forte>(2);
}

/// Chess with a short quiescence, which minimax can follow without bounds.
#[derive(Clone)]
struct Short(ChessSense);

impl Sense<Chess> for Short {
    type Trace = <ChessSense as Sense<Chess>>::Trace;
    type Glance = ();
    type Aims = ();
    const UNIT: i32 = ChessSense::UNIT;
    const HAS_NOISE: bool = true;
    const SELECTIVE: bool = true;
    const QUIET_PLIES: u32 = 2;

    fn begin(&self, pos: &Chess) -> Self::Trace {
        self.0.begin(pos)
    }

    fn follow(&self, trace: &Self::Trace, pos: &Chess, mv: Move, after: &Chess) -> Self::Trace {
        self.0.follow(trace, pos, mv, after)
    }

    fn evaluate(&self, after: &Chess, trace: &Self::Trace) -> Score {
        self.0.evaluate(after, trace)
    }

    fn aims(&self, _: &Chess) {}

    fn glance(&self, _: &Chess) {}

    fn promise(&self, pos: &Chess, (): &(), mv: Move) -> i32 {
        self.0.promise(pos, &(), mv)
    }

    fn is_noisy(&self, pos: &Chess, (): &(), mv: Move) -> bool {
        self.0.is_noisy(pos, &(), mv)
    }

    fn noisy_moves(&self, pos: &Chess, (): &(), list: &mut MoveList<Move>) {
        self.0.noisy_moves(pos, &(), list);
    }

    fn is_threatened(&self, pos: &Chess) -> bool {
        self.0.is_threatened(pos)
    }
}

#[test]
fn searches_agree_on_chess() {
    let texts = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "k7/8/1K6/8/8/8/8/7Q b - - 0 1",
    ];
    let rules = engine::games::chess::Options::default();
    let given = texts.map(|text| Chess::parse(text, &rules).expect("a position"));
    for (seed, pos) in positions::<Chess>().into_iter().step_by(4).chain(given).enumerate() {
        agrees(&pos, &Noise::<false> { seed: seed as u64, range: 20 }, 2);
        agrees(&pos, &Chess::sense(), 2);
        settles(&pos, &Short(Chess::sense()), 1);
    }
}

#[test]
fn expectiminimax_agrees_with_plain_expectation_on_fortac() {
    for (seed, pos) in positions::<Fortac>().into_iter().enumerate().step_by(3) {
        averages(&pos, &Noise::<false> { seed: seed as u64, range: 9_000_000 }, 2);
        averages(&pos, &Fortac::sense(), 2);
    }
}

fn averages<G: Game, S: Sense<G>>(pos: &G, sense: &S, depth: u32) {
    let truth = expectation(sense, pos, depth, 0);
    for features in sets() {
        let table = Table::with_bytes(1 << 16);
        let report = expectiminimax(pos, (sense, &table), &plan(depth, features), &mut |_| {});
        assert_eq!(report.score, truth, "{features:?} in {pos}");
    }
}

/// Alpha-beta finds the wins that the position has, at their shortest.
#[test]
fn a_win_is_found_at_its_shortest() {
    let rules = "a=7,b=7".parse().expect("rules");
    let text = "....../....../....A./.B..../..A..B/...... ooo.o.o oo.oo.o A";
    let pos = Forte::parse(text, &rules).expect("a position");
    let report = searched(&pos, &Forte::sense(), 5, Features::PLAY);
    assert_eq!((report.score.plies(), report.line[0].to_string().as_str()), (Some(3), "h4>d3"));
}

/// The same search twice is the same to the node.
#[test]
fn a_search_on_one_thread_repeats_itself() {
    for pos in positions::<Forte>().into_iter().take(3) {
        let search = || searched(&pos, &Forte::sense(), 3, Features::PLAY);
        assert_eq!(search(), search());
    }
}

/// Moves that lead back into the game so far are draws to a player, and nothing special to minimax.
#[test]
fn what_the_game_went_through_counts_as_a_draw() {
    let pos = Force3::start(&Options::default());
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    let (last, others) = moves.split_last().expect("moves");
    let mut game: Vec<u64> = others.iter().map(|&mv| pos.play(mv).key()).collect();
    let score = |game: &[u64], features| {
        let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(1 << 16));
        let plan = plan(2, features);
        alpha_beta(Root { game, ..Root::of(&pos) }, (&sense, &NoProbe, &table), &plan, &mut |_| {}).score
    };
    let plain = score(&[], Features::SOUND);
    assert_ne!(plain, Score::DRAW, "the test would show nothing");
    game.push(pos.play(*last).key());
    assert_eq!(score(&game, Features::PLAY), Score::DRAW);
    assert_eq!(score(&game, Features::SOUND), plain);
}
