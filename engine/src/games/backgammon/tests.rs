//! The generator against the plain one, the contract, the rules one by one.

use std::collections::BTreeSet;

use rand::RngExt;

use super::plain::{Plain, results};
use super::*;
use crate::Afterstate;
use crate::contract::{Extent, check_game, check_refused};
use crate::perft::perft_after;
use crate::rng::stream;

fn position(text: &str) -> Backgammon {
    Backgammon::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn texts(pos: &Backgammon) -> Vec<String> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list.iter().map(ToString::to_string).collect()
}

/// The board as `side` sees it.
fn plain(board: &Board, side: Side) -> Plain {
    let (mine, theirs) = (board.counts(side), board.counts(!side));
    let mut plain = [0; 26];
    for point in 1..=24 {
        plain[point] = mine[point] as i8 - theirs[25 - point] as i8;
    }
    (plain[25], plain[0]) = (mine[25] as i8, -(theirs[25] as i8));
    plain
}

/// What the generator finds, which must not be found twice.
fn found(pos: &Backgammon) -> BTreeSet<Plain> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    if list[0].as_word() == Some(Word::Pass) {
        return BTreeSet::new();
    }
    let boards: BTreeSet<Plain> = list.iter().map(|&mv| plain(pos.play(mv).pending().board(), pos.side())).collect();
    assert_eq!(boards.len(), list.len(), "{pos}: two moves with one result");
    boards
}

/// A random board: some checkers anywhere, gathered more or less.
fn random_board(rng: &mut crate::Rng) -> Board {
    loop {
        let mut counts = [[0_u8; 26]; 2];
        let reach = *[6, 7, 12, 24].get(rng.random_range(0..4)).expect("four");
        for side in &mut counts {
            for _ in 0..rng.random_range(1..=15) {
                side[rng.random_range(1..=reach)] += 1;
            }
            if rng.random_range(0..4) == 0 {
                side[25] = rng.random_range(0..=3).min(15 - side[1..25].iter().sum::<u8>());
            }
        }
        if ids::check_counts(counts).is_ok() {
            return Board::new(counts);
        }
    }
}

#[test]
fn a_node_is_32_bytes() {
    assert_eq!((size_of::<Backgammon>(), size_of::<Cup>(), size_of::<Board>()), (32, 32, 20));
}

#[test]
fn the_generator_finds_what_the_plain_one_does() {
    let mut rng = stream(1, 6);
    for _ in 0..4_000 {
        let board = random_board(&mut rng);
        for side in Side::BOTH {
            if board.owned(side) == 0 || board.owned(!side) == 0 {
                continue;
            }
            for (dice, _) in dice::ROLLS {
                let pos = Backgammon::before_roll(board, side, &Options::default()).roll(dice);
                let found = found(&pos);
                assert_eq!(found, results(plain(&board, side), dice), "{pos}");
                assert_eq!(pos.count(), found.len().max(1) as u64, "{pos}");
            }
        }
    }
}

#[test]
fn the_tree_has_the_published_size() {
    let start = Cup::parse("4HPwATDgc/ABMA", &Options::default()).expect("a cup");
    assert_eq!([1, 2].map(|depth| perft_after::<Backgammon>(start, depth)), [447, 202_782]);
}

#[test]
fn the_contract_holds() {
    for rules in [
        "",
        "score=wins",
        "cube=money",
        "cube=money,jacoby=on,beavers=on",
        "match=5,standing=4-2",
        "match=7,standing=3-6,crawford=past",
        "match=64,crawford=off",
    ] {
        check_game::<Backgammon>(&rules.parse().expect("rules"), Extent { games: 20, plies: 300 });
    }
}

#[test]
fn identifiers_are_those_of_gnubg() {
    let pos = position("4HPwATDgc/ABMA:13");
    assert_eq!((pos.side(), pos.dice(), pos.board()), (Side::First, [3, 1], &Board::start()));
    let after = pos.play(pos.find_move("8/5 6/5").expect("legal"));
    assert_eq!(after.to_string(), "sGfwATDgc/ABMA:black");
    let money: Options = "cube=money".parse().expect("rules");
    let start = Backgammon::parse("4HPwATDgc/ABMA:cAkAAAAAAAAA", &money).expect("a Match ID");
    assert_eq!(start.stakes().length, 0);
}

#[test]
fn texts_of_moves_are_read_tolerantly() {
    let pos = position("4HPwATDgc/ABMA:31");
    for text in ["8/5 6/5", "6/5 8/5", " 6/5,8/5 ", "8/5* 6/5"] {
        let found = pos.find_move(text).map(|mv| mv.to_string());
        if text.contains('*') {
            assert!(found.is_err(), "there is nothing to hit");
        } else {
            assert_eq!(found.as_deref(), Ok("8/5 6/5"), "{text}");
        }
    }
    for (text, written) in
        [("24/23 24/21", "24/23 24/21"), ("24/20", "24/20"), ("24/21/20", "24/20"), ("24/23 23/20", "24/20")]
    {
        assert_eq!(pos.find_move(text).map(|mv| mv.to_string()).as_deref(), Ok(written), "{text}");
    }
    let double = position("4HPwATDgc/ABMA:11");
    for text in ["8/7(2) 6/5(2)", "6/5 8/7 6/5 8/7", "6/5(2) 8/7(2)"] {
        assert_eq!(double.find_move(text).map(|mv| mv.to_string()).as_deref(), Ok("8/7(2) 6/5(2)"), "{text}");
    }
    for text in ["", "8/5", "5/8 6/5", "8/5 6/5 6/5", "bar/3", "8/5(9)", "8/5(", "//", "99/5", "8/5 6/5 pass", "pass"] {
        assert!(pos.find_move(text).is_err(), "{text}");
    }
}

#[test]
fn a_way_over_a_blot_is_told_by_its_mark() {
    // One checker on 13, two ways to 2, a blot on 7.
    let pos = position("ADAIAAYEAAAAAA:65");
    let texts: BTreeSet<String> = texts(&pos).into_iter().collect();
    assert_eq!(texts, ["13/2", "13/7*/2", "13/7* 6/1"].map(str::to_owned).into());
    for (text, written) in [("13/2", "13/2"), ("13/7/2", "13/7*/2"), ("13/8/2", "13/2"), ("13/7*/2", "13/7*/2")] {
        assert_eq!(pos.find_move(text).map(|mv| mv.to_string()).as_deref(), Ok(written), "{text}");
    }
}

#[test]
fn wins_are_single_gammon_or_backgammon() {
    // White bears its last checker off; Black has borne off one, none, none with a checker in White's home.
    let won = |counts: [u8; 26], rules: &str| {
        let mut white = [0; 26];
        white[1] = 1;
        let options: Options = rules.parse().expect("rules");
        let pos = Backgammon::before_roll(Board::new([white, counts]), Side::First, &options).roll([2, 1]);
        pos.play(pos.find_move("1/off").expect("legal")).pending().outcome()
    };
    let with = |places: &[(usize, u8)]| {
        let mut counts = [0; 26];
        for &(point, count) in places {
            counts[point] = count;
        }
        counts
    };
    for (counts, points) in [
        (with(&[(6, 14)]), 1),
        (with(&[(6, 15)]), 2),
        (with(&[(18, 15)]), 2),
        (with(&[(6, 14), (19, 1)]), 3),
        (with(&[(6, 14), (25, 1)]), 3),
        (with(&[(6, 13), (25, 1)]), 1),
    ] {
        assert_eq!(won(counts, ""), Some(Outcome::Win { side: Side::First, points }));
        assert_eq!(won(counts, "score=wins"), Some(Outcome::Win { side: Side::First, points: 1 }));
        assert_eq!(won(counts, "cube=money,jacoby=on"), Some(Outcome::Win { side: Side::First, points: 1 }));
    }
}

#[test]
fn the_cube_goes_to_who_takes_it() {
    let options: Options = "cube=money,beavers=on".parse().expect("rules");
    let say = |pos: Backgammon, word: &str| *pos.play(pos.find_move(word).expect("legal")).pending();
    let choice = *Backgammon::before_roll(Board::start(), Side::First, &options).pending();
    assert_eq!(texts(&choice), ["roll", "double"]);
    let offered = say(choice, "double");
    assert_eq!((offered.side(), texts(&offered)), (Side::Second, vec!["take".into(), "drop".into(), "beaver".into()]));
    assert_eq!(say(offered, "drop").outcome(), Some(Outcome::win(Side::First)));
    let taken = say(offered, "take");
    assert_eq!((taken.side(), taken.cube()), (Side::First, Cube { doublings: 1, owner: Some(Side::Second) }));
    let beavered = say(offered, "beaver");
    assert_eq!((beavered.side(), texts(&beavered)), (Side::First, vec!["take".into(), "drop".into()]));
    assert_eq!(say(beavered, "drop").outcome(), Some(Outcome::Win { side: Side::Second, points: 2 }));
    assert_eq!(say(beavered, "take").cube(), Cube { doublings: 2, owner: Some(Side::Second) });
}

#[test]
fn bad_texts_are_refused_with_their_reason() {
    check_refused::<Backgammon>(
        &Options::default(),
        &[
            ("", "14 characters, not 0"),
            ("4HPwATDgc/ABMA", "with the dice behind it"),
            ("4HPwATDgc/ABM:31", "14 characters, not 13"),
            ("4HPwATDgc/ABM?:31", "character 14"),
            ("4HPwATDgc/ABMA:30", "two dice"),
            ("4HPwATDgc/ABMA:31:31", "a second one"),
            ("4HPwATDgc/ABMA:31:white", "neither"),
            ("4HPwATDgc/ABMA:AQEAAAAAAAAA", "these rules have none"),
            ("/////////////w:31", "more checkers"),
            ("AAAAAAAAAAAAAA:31", "no checker"),
            ("start", "opening roll"),
            ("XGID=-b----E-C---eE---c-e----B-:0:0:1", "nine numbers"),
            ("XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "26 letters"),
        ],
    );
}

#[test]
fn sampling_follows_the_weights() {
    let mut rng = stream(7, 7);
    let start = Backgammon::start(&Options::default());
    let cup = Backgammon::before_roll(Board::start(), Side::First, &Options::default());
    let mut doubles = 0;
    for _ in 0..36_000 {
        let opening = start.sample(&mut rng).dice();
        assert_ne!(opening[0], opening[1]);
        let [a, b] = cup.sample(&mut rng).dice();
        assert!(a >= b);
        doubles += u32::from(a == b);
    }
    assert!((5_700..6_300).contains(&doubles), "{doubles}");
    assert_eq!(cup.branches().map(|(_, weight)| weight).sum::<u32>(), 36);
    assert_eq!(start.branches().map(|(_, weight)| weight).sum::<u32>(), 30);
}
