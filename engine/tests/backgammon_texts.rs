//! Backgammon's texts against whatever a generator of nonsense comes up with: what is read prints, and reads again equal.

#[path = "texts/spoiled.rs"]
mod spoiled;

use engine::games::backgammon::{Backgammon, Cup, Options};
use engine::{Afterstate, Game, MoveList, Node, Position, rng};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::RngExt;
use spoiled::spoiled;

/// Position IDs with dice, with Match IDs, XGIDs.
const POSITIONS: &[&str] = &[
    "4HPwATDgc/ABMA:31",
    "4HPwATDgc/ABMA:66:black",
    "sGfwATDgc/ABMA:black",
    "4HPwATDgc/ABMA:cAkAAAAAAAAA",
    "4HPwATDgc/ABMA:cAkAAAAAAAAA:roll",
    "jGfkASjg8wcBMA:QYkqASAAIAAA",
    "27YBAAB8PgCAAA:42",
    "AwAAIAMAAAAAAA:66",
    "start",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:2:3:0:5:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:2:4:0:5:10",
    "XGID=aB-B-BC-A-a--B---b-cbbbd--:0:0:1:52:0:0:3:0:10",
    "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
];

const RULES: &[&str] = &["", "score=wins", "cube=money", "cube=money,jacoby=on,beavers=on", "match=5,standing=4-2"];

const MOVES: &[&str] = &[
    "8/5 6/5",
    "24/18*/15(2)",
    "bar/20",
    "6/off",
    "6/off(4)",
    "24/23*/22*/21*/20*",
    "bar/24* 13/11(2)",
    "pass",
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "13/7*/2",
    "8/4(2), 6/4(2)",
];

/// A node that was read prints something that reads as the same node.
fn check<N: Node>(text: &str, rules: &N::Rules) {
    if let Ok(node) = N::parse(text, rules) {
        let printed = node.to_string();
        assert_eq!(N::parse(&printed, rules).as_ref(), Ok(&node), "{text:?} printed {printed:?}");
        assert!(!node.picture().is_empty());
    }
}

/// What follows from a position that was read can be played.
fn check_moves(text: &str, rules: Options) {
    let Ok(pos) = Backgammon::parse(text, &rules) else { return };
    let mut list = MoveList::new();
    pos.moves(&mut list);
    assert_eq!(list.is_empty(), pos.outcome().is_some(), "{text:?}: moves until it is over");
    assert_eq!(list.len() as u64, if pos.outcome().is_some() { 0 } else { pos.count() }, "{text:?}");
    for mv in list.iter() {
        assert_eq!(pos.find_move(&mv.to_string()).as_ref(), Ok(mv), "{text:?}");
        let _ = pos.play(*mv);
    }
}

fn check_everything(text: &str) {
    for rules in RULES {
        let rules: Options = rules.parse().expect("rules");
        check::<Backgammon>(text, &rules);
        check::<Cup>(text, &rules);
        check_moves(text, rules);
    }
}

/// A position of a random game.
fn somewhere(seed: u64, plies: usize) -> Backgammon {
    let mut rng = rng::stream(seed, 0);
    let mut pos = Backgammon::start(&Options::default()).sample(&mut rng);
    for _ in 0..plies {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let next = pos.play(list[rng.random_range(0..list.len())]);
        if Backgammon::outcome_after(&next).is_some() {
            break;
        }
        pos = next.sample(&mut rng);
    }
    pos
}

#[test]
fn what_an_identifier_leaves_to_the_rules_must_fit_them() {
    // A turned cube in a game without a match, read where the rules say that it is the Crawford game.
    let text = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:2:3:1:0:2";
    assert!(Cup::parse(text, &"cube=money".parse().expect("rules")).is_ok());
    let refused = Cup::parse(text, &"match=5,standing=4-2".parse().expect("rules"));
    assert!(refused.expect_err("refused").to_string().contains("Crawford game"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(2), ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn spoiled_positions_are_read_or_refused(text in spoiled(POSITIONS, "[A-Oa-o0-9+/:=-]{0,4}|.{0,2}")) {
        check_everything(&text);
    }

    #[test]
    fn any_identifier_is_read_or_refused(
        position in "[A-D]{0,4}[A-Za-z0-9+/]{4,8}[A]{2,6}", dice in "(:[1-6]{2})?(:[A-Za-z0-9+/]{10}AA)?(:black)?(:roll)?"
    ) {
        check_everything(&format!("{position}{dice}"));
    }

    #[test]
    fn noise_is_no_position(text in ".{0,40}") {
        check_everything(&text);
    }

    #[test]
    fn spoiled_moves_are_legal_or_refused(
        seed in any::<u64>(), plies in 0..80_usize, text in spoiled(MOVES, "[0-9/*() bfor]{0,4}|.{0,2}")
    ) {
        let pos = somewhere(seed, plies);
        if let Ok(mv) = pos.find_move(&text) {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            prop_assert!(list.contains(&mv));
            prop_assert_eq!(pos.find_move(&mv.to_string()), Ok(mv));
        }
    }
}
