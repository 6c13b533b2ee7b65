//! FORTE against the numbers of its rules and against itself.

use std::collections::HashSet;

use super::*;
use crate::contract::{self, Extent};
use crate::perft::perft;
use crate::{History, history};

fn options(text: &str) -> Options {
    text.parse().expect("options")
}

fn start(text: &str) -> Forte {
    Forte::start(&options(text))
}

fn read(text: &str) -> Forte {
    Forte::parse(text, &Options::default()).expect("a position")
}

/// Plays moves written one after the other.
fn line(mut pos: Forte, moves: &str) -> Forte {
    for text in moves.split(' ') {
        pos = pos.play(pos.find_move(text).expect("a legal move"));
    }
    pos
}

#[test]
fn first_plies_count_as_published() {
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start(""), depth)), [1, 36, 2_520, 205_088]);
    assert_eq!(start("a=6").count(), 30);
    assert_eq!(start("a=5").count(), 24);
    assert_eq!(start("a=6,b=5,first=B").count(), 24);
    let pos = start("");
    assert_eq!(moves::count_knights(pos.knights(Side::First), pos.free()), 72, "without the rule for the first move");
}

#[test]
fn distinct_positions_count_as_published() {
    let mut level = HashSet::from([start("")]);
    let mut list = MoveList::new();
    for (distinct, up_to_symmetry) in [(36, 9), (2_520, 630), (124_320, 31_080)] {
        level = level
            .iter()
            .flat_map(|pos| {
                list.clear();
                pos.moves(&mut list);
                list.iter().map(|&mv| pos.play(mv)).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(level.len(), distinct);
        assert_eq!(level.iter().map(|pos| pos.canonical()).collect::<HashSet<_>>().len(), up_to_symmetry);
        assert_eq!(
            level.iter().map(Forte::key).collect::<HashSet<_>>().len(),
            distinct,
            "keys of few positions differ"
        );
    }
}

#[test]
fn symmetries_are_the_same_game() {
    for text in [
        "....A./...ABB/A...../..B.A./....../...... o.o.... .oo..oo B",
        ".AA.../.A..../....../..BB../..B.../...... o..oo.o oo..oo. A",
        "....../....../....../....../....../...... oooooo. .ooooo. B",
    ] {
        let pos = read(text);
        for image in [pos.mirrored(), pos.flipped(), pos.turned(), pos.canonical()] {
            assert_eq!(perft(&image, 3), perft(&pos, 3), "{text} and {image}");
            assert_eq!(image.canonical(), pos.canonical());
        }
        assert_eq!(pos.turned().side(), !pos.side());
        assert_eq!(pos.turned().turned(), pos);
    }
    let pos = start("b=5,setup=free");
    assert_eq!(pos.turned().in_hand(Side::First), 5, "knights in hand change sides too");
}

#[test]
fn first_move_comes_from_a_marked_hole_and_the_reply_is_free() {
    let pos = start("a=5");
    assert!(pos.find_move("h3>c4").is_err());
    let reply = line(pos, "h1>b4");
    assert!(reply.find_move("h3>c4").is_ok());
    assert_eq!(reply.count(), 70);
}

#[test]
fn four_in_a_line_win() {
    let pos = read("....../....../....../...B../..B.../AAA.BB ..oo..o ooo.... A");
    let won = line(pos, "h3>d1");
    assert_eq!(won.outcome(), Some(Outcome::win(Side::First)));
    assert_eq!((won.count(), won.ending()), (0, "line"));
    assert!(line(pos, "h3>d6").outcome().is_none());
    assert!(read("...B../..B.../.B..../B.AAA./....../...... ....ooo o..oo.. A").outcome().is_some(), "a diagonal");
}

#[test]
fn rules_of_fewer_knights() {
    let holes = |text| start(text).to_string().split(' ').skip(1).collect::<Vec<_>>().join(" ");
    assert_eq!(holes("a=6,b=6"), "oooooo. .oooooo A");
    assert_eq!(holes("a=5,b=5,first=B"), ".ooooo. .ooooo. B");
}

#[test]
fn free_set_up_takes_turns() {
    // The starter has fewer: he chooses, the other passes, he starts.
    let pos = start("a=6,setup=free");
    assert!(pos.to_string().ends_with(" ??????? ??????? A"));
    assert_eq!(pos.count(), 7);
    let pos = line(pos, "setup:ooo.ooo");
    assert!(pos.to_string().ends_with(" ooo.ooo ??????? B"));
    assert_eq!(pos.count(), 1);
    let pos = line(pos, "pass");
    assert!(pos.to_string().ends_with(" ooo.ooo ooooooo A"));
    assert_eq!(pos.count(), 36);

    // Only the other has fewer: he chooses, the starter starts.
    let pos = start("a=5,first=B,setup=free");
    assert!(pos.to_string().ends_with(" ??????? ooooooo A"));
    assert_eq!(pos.count(), 21);
    let pos = line(pos, "setup:o.o.ooo");
    assert!(pos.to_string().ends_with(" o.o.ooo ooooooo B"));

    // Both have fewer.
    let pos = line(start("a=5,b=6,first=B,setup=free"), "setup:.oooooo setup:..ooooo");
    assert!(pos.to_string().ends_with(" ..ooooo .oooooo B"));
    assert_eq!(pos.count(), 30);

    // Nobody has.
    assert_eq!(start("setup=free"), start(""));
}

#[test]
fn third_repetition_and_ply_cap_draw() {
    let end = |rules: &str| {
        let mut game: History<Forte> = history::from_start(&options(rules));
        // Both sides step out once, then go to and fro: the position of ply 2 stands again at plies 6 and 10.
        let mut moves = ["h0>a1", "h0>a6"].into_iter().chain(["a1>a2", "a6>a5", "a2>a1", "a5>a6"].into_iter().cycle());
        while game.ending().is_none() {
            let next = line(*game.current(), moves.next().expect("an endless cycle"));
            game.push(next);
        }
        (game.plies(), game.ending().map(|ending| ending.reason))
    };
    assert_eq!(end(""), (10, Some("repetition")));
    assert_eq!(end("ply_cap=7"), (7, Some("ply_cap")));
}

#[test]
fn contract_holds_under_every_kind_of_options() {
    for (text, games) in [
        ("", 10),
        ("a=6,b=5,first=B,ply_cap=40", 4),
        ("a=5,b=5", 4),
        ("a=6,setup=free", 3),
        ("b=5,setup=free", 3),
        ("a=5,b=6,first=B,setup=free", 3),
    ] {
        contract::check_game::<Forte>(&options(text), Extent { games, plies: 60 });
    }
}

#[test]
fn blanks_may_repeat() {
    let text = "  ....../....../....../....../....../......  ooooooo\tooooooo   A ";
    assert_eq!(read(text), start(""));
}

#[test]
fn malformed_positions_are_refused_with_place_and_reason() {
    let empty = "....../....../....../....../....../......";
    let table: Vec<(String, &str)> = vec![
        (String::new(), "at character 1: six rows of forts missing"),
        (empty.to_owned(), "at character 42: the holes of A missing"),
        (format!("{empty} ooooooo"), "the holes of B missing"),
        (format!("{empty} ooooooo ooooooo"), "the side to move missing"),
        (format!("{empty} ooooooo ooooooo C"), "at character 59: \"C\" is no side"),
        (format!("{empty} ooooooo ooooooo a"), "\"a\" is no side"),
        (format!("{empty} ooooooo ooooooo A A"), "at character 61: nothing follows"),
        ("...../....../....../....../....../...... ooooooo ooooooo A".into(), "at character 6: row 6 has 5 forts"),
        ("......./....../....../....../....../...... ooooooo ooooooo A".into(), "at character 7: row 6 has more"),
        ("....../....../....../....../....../..... ooooooo ooooooo A".into(), "at character 41: row 1 has 5 forts"),
        ("....../....../....../....../...... ooooooo ooooooo A".into(), "at character 35: 5 rows, not 6"),
        (format!("{empty}/...... ooooooo ooooooo A"), "at character 42: more than six rows"),
        ("..x.../....../....../....../....../...... ooooooo ooooooo A".into(), "at character 3: 'x' in the rows"),
        ("..\u{1F600}.../....../....../....../....../...... ooooooo ooooooo A".into(), "at character 3: "),
        (format!("{empty} oooooo ooooooo A"), "at character 49: 6 holes of A"),
        (format!("{empty} ooooooo oooooooo A"), "at character 58: more than seven holes of B"),
        (format!("{empty} ooxoooo ooooooo A"), "at character 45: 'x' in the holes of A"),
        (format!("{empty} ooo?ooo ooooooo A"), "at character 46: '?' in the holes of A"),
        (format!("{empty} \u{e9}oooooo ooooooo A"), "at character 43: "),
        (format!("{empty} ??????? ooooooo A"), "need the rule option setup=free"),
        (format!("{empty} ..ooo.. ooooooo A"), "at character 43: A cannot start"),
        (format!("{empty} ....... ooooooo A"), "A has no knight"),
        (format!("{empty} ooooooo ....... A"), "at character 51: B has no knight"),
        ("A...../....../....../....../....../...... ooooooo ooooooo B".into(), "at character 43: A has 8 knights"),
        ("AAAA../....../....../....../....../...... ....ooo oo..... A".into(), "the side to move has four"),
        ("AAAA../....../BBBB../....../....../...... ....ooo oo..... A".into(), "both sides have four"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, reason)| (text.as_str(), *reason)).collect();
    contract::check_refused::<Forte>(&Options::default(), &table);
    let board = "A...../....../....../....../....../......";
    let table = [
        (format!("{empty} ??????? ooooooo B"), "at character 59: A still chooses holes"),
        (format!("{empty} ??????? ..ooo.. A"), "at character 51: B cannot start"),
        (format!("{board} ooooo.. ??????? B"), "at character 51: B chooses holes before"),
        (format!("{empty} ?????? ??????? B"), "'?' in the holes of A"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, reason)| (text.as_str(), *reason)).collect();
    contract::check_refused::<Forte>(&options("a=6,setup=free"), &table);
}

#[test]
fn picture_shows_holes_forts_and_the_side_to_move() {
    let pos = line(start("a=6"), "h1>b4 h6>f1");
    let expected = "    h0  h1  h2  h3  h4  h5  h6   holes of B
    B   B   B   B   B   B   .
 6  | . | . | . | . | . | . |
    |---+---+---+---+---+---|
 5  | . | . | . | . | . | . |
    |---+---+---+---+---+---|
 4  | . | A | . | . | . | . |
    |---+---+---+---+---+---|
 3  | . | . | . | . | . | . |
    |---+---+---+---+---+---|
 2  | . | . | . | . | . | . |
    |---+---+---+---+---+---|
 1  | . | . | . | . | . | B |
    A   .   A   A   A   A   .
    h0  h1  h2  h3  h4  h5  h6   holes of A
      a   b   c   d   e   f
A to move
";
    assert_eq!(pos.picture(), expected);
}
