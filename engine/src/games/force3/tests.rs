//! FORCE 3 against the published numbers, against drawn positions, and against a second program.

use std::collections::BTreeSet;

use rand::RngExt;

use super::board::{ALL, LINES, Square, Squares, has_line};
use super::plain::{Plain, State};
use super::*;
use crate::contract::{Extent, check_game, check_refused};
use crate::force3;
use crate::history::from_start;
use crate::perft::perft;
use crate::rng;

const PERFT: &str = include_str!("../../../../testdata/force3/perft.csv");
const START: &str = ".../._./... x -";

/// A row of the data: rules, position, depth, nodes, source.
fn row(line: &str) -> (Options, String, u32, u64, String) {
    // The rules are quoted where they hold commas.
    let (rules, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\",").unwrap(),
        None => line.split_once(',').unwrap(),
    };
    let fields: Vec<&str> = rest.splitn(4, ',').collect();
    let position = if fields[0].is_empty() { START } else { fields[0] };
    let [depth, nodes] = [fields[1], fields[2]].map(|number| number.parse::<u64>().unwrap());
    (rules.parse().unwrap(), position.to_owned(), depth as u32, nodes, fields[3].to_owned())
}

fn moves(pos: &Force3) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

fn texts(pos: &Force3) -> BTreeSet<String> {
    moves(pos).iter().map(ToString::to_string).collect()
}

fn after(pos: &Force3, mv: &str) -> Force3 {
    pos.play(pos.find_move(mv).unwrap())
}

#[test]
fn keeps_the_contract_under_all_rules() {
    for options in Options::all() {
        check_game::<Force3>(&options, Extent { games: 4, plies: 60 });
    }
    check_game::<Force3>(&Options::default(), Extent::default());
}

#[test]
fn the_variants_are_distinct() {
    let all: BTreeSet<String> = Options::all().map(|options| options.to_string()).collect();
    assert_eq!(all.len(), 72);
    assert_eq!(Options::all().next(), Some(Options::default()));
}

#[test]
fn placements_are_those_of_the_rules_sheet() {
    let mut by_lines = [0; 3];
    for hole in Square::all() {
        for own in 0..=ALL {
            for rival in 0..=ALL {
                if Force3::new([own, rival], hole, None, Side::First, Options::default()).is_some() {
                    by_lines[usize::from(has_line(own)) + usize::from(has_line(rival))] += 1;
                }
            }
        }
    }
    assert_eq!(by_lines, [26_673, 2_424, 36]);
}

#[test]
fn perft_agrees_with_the_data() {
    for line in PERFT.lines().skip(1) {
        let (options, position, depth, nodes, _) = row(line);
        let pos = Force3::parse(&position, &options).unwrap();
        assert_eq!(perft(&pos, depth), nodes, "{line}");
    }
}

#[test]
fn the_plain_program_agrees_with_the_data() {
    for line in PERFT.lines().skip(1) {
        let (options, position, depth, nodes, _) = row(line);
        assert_eq!(Plain::read(&position, options).perft(depth), nodes, "{line}");
    }
}

/// Random games under all rules: at each node both programs know the same next positions and the same result.
#[test]
fn the_plain_program_agrees_at_every_ply() {
    for (index, options) in Options::all().enumerate() {
        for game in 0..8 {
            let mut rng = rng::stream(game, index as u64);
            let mut pos = Force3::start(&options);
            let mut plain = Plain::read(START, options);
            for _ in 0..80 {
                let state = match pos.outcome() {
                    None => State::Playing,
                    Some(Outcome::Draw) => State::Drawn,
                    Some(Outcome::Win { side, .. }) => State::Won(Force3::SIDE_NAMES[side.index()].parse().unwrap()),
                };
                assert_eq!(state, plain.state(), "{pos} {options}");
                let list = moves(&pos);
                let fast: BTreeSet<String> = list.iter().map(|&mv| pos.play(mv).to_string()).collect();
                let slow: BTreeSet<String> = plain.successors().iter().map(Plain::text).collect();
                assert_eq!(fast, slow, "{pos} {options}");
                assert_eq!(fast.len(), list.len(), "no two moves do the same: {pos} {options}");
                if list.is_empty() {
                    break;
                }
                pos = pos.play(list[rng.random_range(0..list.len())]);
                plain = plain.successors().into_iter().find(|next| next.text() == pos.to_string()).unwrap();
            }
        }
    }
}

#[test]
fn lines_are_the_eight_of_the_board() {
    let lines: BTreeSet<Squares> = (0..=ALL).filter(|&set| set.count_ones() == 3 && has_line(set)).collect();
    assert_eq!(lines, BTreeSet::from(LINES));
}

#[test]
fn a_double_slide_carries_both_pawns() {
    let pos = force3!("x . o / . . . / _ o x  x -");
    assert_eq!(after(&pos, "c1-b1-a1"), force3!("x . o / . . . / o x _  o a1"));
    assert_eq!(after(&pos, "b1-a1"), force3!("x . o / . . . / o _ x  o a1"));
    assert_eq!(after(&pos, "a3-a2-a1"), force3!("_ . o / x . . / . o x  o a1"));
}

#[test]
fn the_three_bans_differ_after_a_double() {
    let slides = |options: &str, before: &str| -> BTreeSet<String> {
        let pos = force3!(&format!("... / ... / _..  o {before}"), options);
        texts(&pos).into_iter().filter(|text| text.contains('-')).collect()
    };
    let all = ["a2-a1", "a3-a2-a1", "b1-a1", "c1-b1-a1"].map(str::to_owned);
    let without = |banned: &[&str]| all.iter().filter(|text| !banned.contains(&text.as_str())).cloned().collect();
    assert_eq!(slides("ban=tile", "c1"), without(&["b1-a1", "c1-b1-a1"]));
    assert_eq!(slides("ban=tile", "b1"), without(&["b1-a1", "c1-b1-a1"]));
    assert_eq!(slides("ban=position", "c1"), without(&["c1-b1-a1"]));
    assert_eq!(slides("ban=position", "b1"), without(&["b1-a1"]));
    assert_eq!(slides("ban=none", "-"), without(&[]));
}

#[test]
fn a_pawn_walks_as_far_as_the_rules_say() {
    let walks = |options: &str| -> Vec<String> {
        let pos = force3!("x x o / o _ . / . o x  x -", options);
        texts(&pos).into_iter().filter(|text| text.starts_with("c1>")).collect()
    };
    assert_eq!(walks(""), ["c1>a1", "c1>c2"]);
    assert_eq!(walks("relocate=king"), ["c1>c2"]);
    assert_eq!(texts(&force3!("x . . / . . . / . _ .  x -", "relocate=orth")).len(), 7 + 2 + 4);
    assert_eq!(texts(&force3!("x . . / . . . / . _ .  x -", "relocate=king")).len(), 7 + 3 + 4);
}

#[test]
fn a_gift_wins_at_once_or_after_the_reply() {
    let given = |options: &str| after(&force3!("o o _ / x . o / x . .  x -", options), "c2-c3");
    assert_eq!(given("").outcome(), Some(Outcome::win(Side::Second)));
    assert_eq!(given("").ending(), "gift");

    let pending = given("slide=mover_only");
    assert_eq!(pending.outcome(), None);
    assert_eq!(after(&pending, "b2-c2").outcome(), Some(Outcome::win(Side::Second)), "the line still stands");
    assert_eq!(after(&pending, "b2-c2").ending(), "line");
    assert_eq!(after(&pending, "a3>c1").outcome(), None, "the owner broke it");
}

#[test]
fn both_lines_are_judged_by_the_option() {
    let both = |options: &str| after(&force3!("x x _ / o o x / . . o  o -", options), "c1-c2-c3");
    assert_eq!(both("").outcome(), Some(Outcome::Draw));
    assert_eq!(both("").ending(), "both");
    assert_eq!(both("both=mover_wins").outcome(), Some(Outcome::win(Side::Second)));
    assert_eq!(both("both=mover_loses").outcome(), Some(Outcome::win(Side::First)));

    let on = both("both=continue");
    assert_eq!(on, force3!("x x x / o o o / . . _  x c3", "both=continue"));
    assert_eq!(on.outcome(), None);
    assert_eq!(after(&on, "b1-c1").outcome(), None, "both still stand");
    assert_eq!(after(&on, "a3>a1").outcome(), Some(Outcome::win(Side::Second)), "only o's line is left");
    let pending = after(&both("both=continue,slide=mover_only"), "a3>a1");
    assert_eq!(pending.outcome(), None, "only the opponent's: as the other option says");
    assert_eq!(after(&pending, "b1-c1").outcome(), Some(Outcome::win(Side::Second)));
}

#[test]
fn the_third_repetition_is_a_draw() {
    let mut game = from_start::<Force3>(&Options::default());
    for text in ["@a1", "@c1", "a1>a2", "c1>c2"] {
        game.push(after(game.current(), text));
    }
    for text in ["a2>a1", "c2>c1", "a1>a2", "c1>c2", "a2>a1", "c2>c1"] {
        assert_eq!(game.ending(), None, "{}", game.current());
        game.push(after(game.current(), text));
    }
    assert_eq!(game.ending(), Some(crate::Ending { outcome: Outcome::Draw, reason: "repetition" }));
}

#[test]
fn malformed_positions_are_refused_with_the_place() {
    check_refused::<Force3>(
        &Options::default(),
        &[
            ("", "at character 1: expected a square"),
            ("x.o/._./o.", "at character 11: expected a square: x, o, . (free tile) or _ (hole), found the end"),
            ("x.o/.q./o.. x -", "at character 6: expected a square: x, o, . (free tile) or _ (hole), found 'q'"),
            ("x.o./_./o.. x -", "at character 4: expected \"/\""),
            ("x./_./o.. x -", "at character 3: expected a square"),
            ("x.o/.../o.. x -", "at character 12: the board has no hole"),
            ("x.o/._./o._ x -", "at character 11: a second hole"),
            ("xxo/x_x/o.. x -", "at character 7: a fourth x"),
            ("oox/x_o/..o x -", "at character 11: a fourth o"),
            ("x.o/._./o..", "at character 12: expected the side to move: x or o, found the end"),
            ("x.o/._./o.. z -", "at character 13: expected the side to move"),
            ("x.o/._./o.. x", "at character 14: expected the square the hole stood on"),
            ("x.o/._./o.. x d1", "at character 15: expected the square"),
            ("x.o/._./o.. x b\u{e9}", "at character 15: expected the square"),
            ("x.o/._./o.. x a1", "at character 15: no slide took the hole from a1 to b2"),
            ("x.o/._./o.. x b2", "at character 15: no slide took the hole from b2 to b2"),
            ("x.o/._./o.. x b1 -", "at character 18: expected nothing more"),
            ("\u{1F600}", "at character 1: expected a square"),
        ],
    );
    let none = "ban=none".parse().unwrap();
    check_refused::<Force3>(&none, &[("x.o/._./o.. x b1", "at character 15: under ban=none no slide is remembered")]);
}

/// Cut off or changed in one place, a text is refused or is another position that prints and reads back.
#[test]
fn mangled_positions_never_panic() {
    let options = Options::default();
    let text = "x.o/._./o.x x b3";
    let read = |mangled: &str| Force3::parse(mangled, &options).ok();
    assert!((0..text.len()).all(|end| read(&text[..end]).is_none()));
    let mut changed = 0;
    for (at, replacement) in (0..text.len()).flat_map(|at| "xo._/-ab12 \u{e9}".chars().map(move |c| (at, c))) {
        let mangled = format!("{}{replacement}{}", &text[..at], &text[at + 1..]);
        if let Some(pos) = read(&mangled) {
            assert_eq!(read(&pos.to_string()), Some(pos), "{mangled}");
            changed += usize::from(pos.to_string() != text);
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn illegal_moves_are_refused() {
    let pos = force3!("x . o / . _ . / o . x  x b3");
    for text in ["@b2", "@a3", "a3>c3", "b3-b2", "c1>c1", "c3>b3", "a2-c2", "@d4", "b1-b2-b3", "@b1 "] {
        assert_eq!(pos.find_move(text).is_ok(), text == "@b1 ", "{text}");
    }
}

#[test]
fn parts_that_are_no_position_are_refused() {
    let new = |pawns, before| Force3::new(pawns, Square::CENTRE, before, Side::First, Options::default());
    let square = |name| Square::read(name);
    assert!(new([0b111, 0b111_000_000], square("b1")).is_some());
    assert!(new([0b11, 0b110], None).is_none(), "two pawns on one tile");
    assert!(new([Square::CENTRE.bit(), 0], None).is_none(), "a pawn in the hole");
    assert!(new([0b1111, 0], None).is_none(), "four pawns");
    assert!(new([1 << 9, 0], None).is_none(), "off the board");
    assert!(new([0, 0], square("a1")).is_none(), "the hole does not go diagonally");
}

#[test]
fn any_bits_are_some_move() {
    use crate::PackedMove;
    for bits in 0..=u32::from(u16::MAX) {
        let mv = Move::from_bits(bits);
        assert!(mv.slot() < Move::SLOTS && !mv.to_string().is_empty());
        assert_eq!(Move::from_bits(mv.to_bits()), mv);
    }
}
