use std::collections::HashSet;

use rand::RngExt;

use super::plain::Plain;
use super::{Checkers, Options};
use crate::contract::{self, Extent};
use crate::history::{History, from_start};
use crate::perft::{distinct_moves, perft, perft_unique};
use crate::score::{Outcome, Side};
use crate::{Game, MoveList, Node, Position, checkers, rng};

fn texts(pos: &Checkers) -> Vec<String> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let mut texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn keeps_the_contract() {
    contract::check_game::<Checkers>(&Options::default(), Extent { games: 100, plies: 200 });
    contract::check_game::<Checkers>(&"repetition=never,limit=none".parse().unwrap(), Extent { games: 5, plies: 200 });
}

/// Sparse and crowded positions with many kings, where the long jumps are.
fn random_position(rng: &mut rng::Rng) -> Checkers {
    let density = rng.random_range(0.05..0.45);
    let crowned = rng.random_range(0.0..1.0);
    let mut sides = [Vec::new(), Vec::new()];
    for number in 1..=32 {
        let side = rng.random_range(0..2);
        if rng.random_bool(density) && sides[side].len() < 12 {
            let is_king = rng.random_bool(crowned) || (side == 0 && number > 28) || (side == 1 && number < 5);
            sides[side].push(format!("{}{number}", if is_king { "K" } else { "" }));
        }
    }
    if sides.iter().all(Vec::is_empty) {
        sides[0].push("1".to_owned());
    }
    let mover = if rng.random_bool(0.5) { "B" } else { "W" };
    checkers!(&format!("{mover}:W{}:B{}", sides[1].join(","), sides[0].join(",")))
}

/// The count of distinct moves by the results alone.
fn count_results(pos: &Checkers, depth: u32) -> u64 {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let results: HashSet<Checkers> = list.iter().map(|&mv| pos.play(mv)).collect();
    results.iter().map(|next| if depth == 1 { 1 } else { count_results(next, depth - 1) }).sum()
}

#[test]
fn moves_with_one_result_are_found() {
    let mut rng = rng::stream(7, 0);
    let circles =
        ["B:WK10,11,18,19:BK14", "B:WK10,11,18,19,27:BK23", "W:WK14:B10,11,18,19"].map(|text| checkers!(text));
    let mut merged = 0;
    for pos in circles.into_iter().chain((0..30_000).map(|_| random_position(&mut rng))) {
        let distinct = perft_unique(&pos, 1);
        assert_eq!(distinct, count_results(&pos, 1), "{pos}");
        assert_eq!(perft_unique(&pos, 2), count_results(&pos, 2), "{pos}");
        merged += u32::from(distinct < pos.count());
    }
    assert!(merged > 10, "moves coincided in {merged} positions");
    assert!(circles.iter().all(|pos| perft_unique(pos, 1) < pos.count()));
    // A man closes the circle, 13-9, and the king goes round.
    let before = checkers!("W:W10,13,17,18:BK22");
    assert_eq!(perft_unique(&before, 2), count_results(&before, 2));
    assert!(perft_unique(&before, 2) < perft(&before, 2));
}

#[test]
fn plain_rules_agree_on_random_positions() {
    let mut rng = rng::stream(5, 0);
    let mut longest = 0;
    for _ in 0..30_000 {
        let pos = random_position(&mut rng);
        let plain = Plain::read(&pos.to_string());
        let mut expected: Vec<(String, Plain)> = plain.moves();
        let mut found = MoveList::new();
        pos.moves(&mut found);
        let mut found: Vec<(String, Plain)> =
            found.iter().map(|&mv| (mv.to_string(), Plain::read(&pos.play(mv).to_string()))).collect();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, expected, "{pos}");
        assert_eq!(pos.count(), expected.len() as u64, "{pos}");
        longest = found.iter().map(|(text, _)| text.matches('x').count()).max().unwrap_or(0).max(longest);
    }
    assert!(longest >= 5, "the positions have long jumps: {longest}");
}

#[test]
fn moves_coincide_only_where_they_may() {
    let mut rng = rng::stream(7, 0);
    let mut merged = 0;
    for _ in 0..200_000 {
        let pos = random_position(&mut rng);
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let results: std::collections::HashSet<Checkers> = list.iter().map(|&mv| pos.play(mv)).collect();
        assert!(pos.may_coincide(1) || results.len() == list.len(), "{pos}");
        assert_eq!(distinct_moves(&pos).len(), results.len(), "{pos}");
        merged += list.len() - results.len();
    }
    assert!(merged >= 10, "some moves coincide: {merged}");
}

#[test]
fn turning_the_board_changes_nothing() {
    let mut rng = rng::stream(6, 0);
    for _ in 0..2_000 {
        let pos = random_position(&mut rng);
        let other = pos.turned();
        assert_eq!(other.turned(), pos);
        assert_eq!(other.count(), pos.count(), "{pos}");
        assert_eq!(crate::perft::perft(&other, 3), crate::perft::perft(&pos, 3), "{pos}");
    }
}

#[test]
fn nine_jumps_fit_into_a_move() {
    // A circuit through all nine pieces that can be jumped from squares of one kind.
    let pos = checkers!("B:W6,7,8,14,15,16,22,23,24:BK1");
    let longest = texts(&pos).into_iter().max_by_key(String::len).unwrap();
    let mv = pos.find_move(&longest).unwrap();
    assert_eq!(mv.to_string(), longest);
    assert_eq!(mv.captured().count_ones() as usize, longest.matches('x').count());
}

#[test]
fn who_cannot_move_loses() {
    let blocked = checkers!("B:W6,9,10,13,14:B1,5");
    assert_eq!((blocked.outcome(), blocked.ending()), (Some(Outcome::win(Side::Second)), "blocked"));
    let bare = checkers!("W:W:BK1");
    assert_eq!((bare.outcome(), bare.ending()), (Some(Outcome::win(Side::First)), "no_pieces"));
}

#[test]
fn the_clock_counts_moves_of_kings_alone() {
    let pos = checkers!("W:WK32,21:BK1,K14:H5");
    let clock = |text: &str| pos.play(pos.find_move(text).unwrap()).clock();
    assert_eq!((clock("32-28"), clock("21-17")), (6, 0));
    let jump = checkers!("W:WK18:BK1,K14:H5");
    assert_eq!(jump.play(jump.find_move("18x9").unwrap()).clock(), 0);
}

#[test]
fn long_play_without_progress_is_drawn() {
    let rules: Options = "repetition=never,limit=2".parse().unwrap();
    let mut history = History::new(checkers!("B:WK32:BK1"), Checkers::path_rules(&rules));
    for text in ["1-5", "32-28", "5-9", "28-32"] {
        assert_eq!(history.ending(), None);
        let pos = *history.current();
        history.push(pos.play(pos.find_move(text).unwrap()));
    }
    assert_eq!(history.ending().map(|ending| (ending.outcome, ending.reason)), Some((Outcome::Draw, "move_limit")));
}

#[test]
fn the_third_occurrence_is_drawn_unless_told_otherwise() {
    let play = |rules: &str| {
        let rules: Options = rules.parse().unwrap();
        let mut history = History::new(checkers!("B:WK32:BK1"), Checkers::path_rules(&rules));
        for text in ["1-5", "32-28", "5-1", "28-32"].iter().cycle().take(8) {
            assert_eq!(history.ending(), None);
            let pos = *history.current();
            history.push(pos.play(pos.find_move(text).unwrap()));
        }
        history.ending().map(|ending| ending.reason)
    };
    assert_eq!(play(""), Some("repetition"));
    assert_eq!(play("repetition=never"), None);
    assert_eq!(from_start::<Checkers>(&Options::default()).ending(), None);
}

#[test]
fn tolerant_texts_are_read() {
    let start = Checkers::start(&Options::default());
    for text in [
        "B:B1-12:W21-32",
        " b : w 21 - 32 : b1-4, 5-8,9 ,10,11,12 . ",
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12.",
        "B:W21-32:B1-12:H0:F1",
    ] {
        assert_eq!(Checkers::parse(text, &Options::default()), Ok(start), "{text}");
    }
    assert_eq!(
        checkers!("W:BK29-K31:W1-4:H3".replace("W1-4", "W5-8").as_str()).to_string(),
        "W:W5,6,7,8:BK29,K30,K31:H3"
    );
}

#[test]
fn malformed_texts_are_refused_with_their_reason() {
    contract::check_refused::<Checkers>(
        &Options::default(),
        &[
            ("", "character 1: expected the side to move, B or W, found the end"),
            ("X:W1:B2", "the side to move is B or W, not 'X'"),
            ("B", "the pieces of B are missing"),
            ("B:W21", "character 6: the pieces of B are missing"),
            ("B:W21:W22:B1", "character 7: W is there twice"),
            ("B:W33:B1", "character 4: a square from 1 to 32: 33 is more than 32"),
            ("B:W0:B1", "squares have numbers from 1 to 32, not 0"),
            ("B:W99999999999999:B1", "99999999999999 is more than 32"),
            ("B:W21,:B1", "expected a square from 1 to 32, found ':'"),
            ("B:W21,21:B1", "square 21 is there twice"),
            ("B:W21:B21", "square 21 is there twice"),
            ("B:W24-21:B1", "the range 24-21 runs backwards"),
            ("B:WQ21:B1", "expected a square from 1 to 32, found 'Q'"),
            ("B:W21:B1:Z", "expected W or B with its pieces, H or F, found 'Z'"),
            ("B:W21:B1:H", "expected plies without progress, found the end"),
            ("B:W21:B1:H70000", "70000 is more than 65535"),
            ("B:W3:B1", "a white man on 3, in the first row, would be a king: K3"),
            ("B:W21:B30", "a black man on 30, in the last row, would be a king: K30"),
            ("B:W:B", "there is no piece"),
            ("B:W20-32:B1-12", "13 white pieces; a side has at most 12"),
            ("B:W21:B1 x", "expected \":\""),
            ("B:W21:B1..", "expected \":\""),
            ("B:W21é:B1", "expected \":\""),
        ],
    );
}

#[test]
fn moves_are_found_by_short_and_long_texts() {
    let find = |pos: &Checkers, text: &str| pos.find_move(text).map(|mv| mv.to_string());
    let triple = checkers!("B:W11,12,13,19,22,27,28,30:B2,3,6,7,10");
    for text in ["7x16x23x32", "7x32", "7-32", "7:32", "07x32!", "7x16x32", " 7x32* "] {
        assert_eq!(find(&triple, text).as_deref(), Ok("7x16x23x32"), "{text}");
    }
    assert_eq!(triple.pdn(triple.find_move("7x32").unwrap()), "7x32");
    for text in ["7x16", "7x23x16x32", "7", "7x", "x32", "7x032", "32x7", "7 32", "7x32x", "2-9"] {
        assert!(find(&triple, text).is_err(), "{text}");
    }
    // Two ways with different results.
    let diamond = checkers!("B:W14,15,22,K23:B10");
    assert_eq!(
        diamond.find_move("10x26").unwrap_err().to_string(),
        "\"10x26\" is not a legal move here; it may mean 10x17x26 or 10x19x26"
    );
    assert_eq!(diamond.pdn(diamond.find_move("10x17x26").unwrap()), "10x17x26");
    // Two ways round the same circle: either will do.
    let circle = checkers!("B:WK10,11,18,19:BK14");
    assert!(find(&circle, "14x14").is_ok());
    // A short jump, and a long one with the same ends.
    let both = checkers!("B:WK10,11,18,19,27:BK23");
    assert_eq!(find(&both, "23x32").as_deref(), Ok("23x32"));
    let long = both.find_move("23x14x7x16x23x32").unwrap();
    assert_eq!(both.pdn(long), "23x14x7x16x23x32");
    // A cross says that something is taken.
    let start = Checkers::start(&Options::default());
    assert_eq!(find(&start, "09-13").as_deref(), Ok("9-13"));
    assert!(find(&start, "9x13").is_err());
}

#[test]
fn pictures_show_the_board_as_it_is_numbered() {
    let picture = checkers!("W:W21,K3:B1,K32:H1").picture();
    let rows: Vec<&str> = picture.lines().collect();
    assert_eq!(rows[0], "   b   .   W   .     1-4");
    assert_eq!(rows[5], " w   .   .   .      21-24");
    assert_eq!(rows[8], "b w men, B W kings; white to move, 1 ply without a capture or a man's move");
}
