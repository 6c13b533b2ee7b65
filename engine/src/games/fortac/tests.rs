//! The numbers of the rule sheet, the plain generator's counts, the contract, and the rules one by one.

use std::collections::{BTreeMap, HashSet};

use rand::RngExt;

use super::draw::{Coming, HANDS};
use super::plain::Plain;
use super::*;
use crate::Afterstate;
use crate::contract::{Extent, check_game, check_refused};
use crate::perft::{perft, perft_after};
use crate::rng::stream;

const START: &str = "RREE/RREE/EEBB/EEBB";

/// Rule sets that between them turn every option.
const RULE_SETS: [&str; 6] = [
    "",
    "adjacency=4",
    "null_swap=off,combo=any_time",
    "deck=no_redraw,ply_cap=60",
    "adjacency=4,null_swap=off,deck=draw_game",
    "adjacency=4,combo=any_time,deck=no_redraw",
];

fn rules(text: &str) -> FortacRules {
    text.parse().expect("rules")
}

fn cards(text: &str) -> Cards {
    Cards::read(text).expect("cards")
}

/// A position in which all cards but the hands and `deck` are discarded.
fn with_deck(board: &str, side: &str, hands: [&str; 2], deck: &str, combos: &str, options: &str) -> Fortac {
    let [red, black] = hands;
    let discards = Cards::DECK.minus(cards(red)).minus(cards(black)).minus(cards(deck));
    let text = format!("{board} {side} red={red} black={black} deck={deck} discards={discards} combos={combos}");
    Fortac::parse(&text, &rules(options)).expect("a position")
}

/// A position in which no card is discarded.
fn position(board: &str, side: &str, hands: [&str; 2], combos: &str, options: &str) -> Fortac {
    let deck = Cards::DECK.minus(cards(hands[0])).minus(cards(hands[1])).to_string();
    with_deck(board, side, hands, &deck, combos, options)
}

fn texts(pos: &Fortac) -> Vec<String> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let mut texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn play(pos: &Fortac, text: &str) -> CardDraw {
    pos.play(pos.find_move(text).expect("a legal move"))
}

/// The board of a node, its first word.
fn board(node: &CardDraw) -> String {
    node.to_string().split(' ').next().expect("a word").to_owned()
}

/// Red's moves with Red to move and this hand.
fn reds(board: &str, hand: &str, options: &str) -> Vec<String> {
    let rest = Cards::DECK.minus(cards(hand));
    let black = HANDS.iter().find(|&&black| rest.contains(black)).expect("a hand for Black");
    texts(&position(board, "red", [hand, &black.to_string()], "-/-", options))
}

#[test]
fn a_node_is_32_bytes() {
    assert_eq!((size_of::<Fortac>(), size_of::<CardDraw>()), (32, 32));
}

#[test]
fn numbers_of_the_rule_sheet() {
    let fours: Vec<Squares> = (0..=Squares::MAX).filter(|men| men.count_ones() == 4).collect();
    let pairs = |&red: &Squares| fours.iter().filter(|&&black| red & black == 0).count();
    assert_eq!(fours.iter().map(pairs).sum::<usize>(), 900_900);
    assert_eq!(fours.iter().filter(|&&men| Combo::standing(men).is_some()).count(), 12);
    for (men, combo) in board::PATTERNS {
        assert_eq!(Combo::standing(men), Some(combo));
        let places = Square::of(men).map(|square| (square.index() as i32 / 4, square.index() as i32 % 4)).collect();
        assert_eq!(plain::combo(&places), Some(combo.name()));
    }
    let total: u32 = HANDS.iter().map(|&hand| Cards::DECK.ways(hand)).sum();
    assert_eq!((HANDS.iter().map(|hand| hand.to_bits()).collect::<HashSet<_>>().len(), total), (360, 9880));
}

#[test]
fn reds_moves_at_the_start_card_by_card() {
    // Trade: one enemy and the null swap; Switch: no two of the own men are not adjacent.
    let table = [
        ("hop", 4),
        ("skip", 4),
        ("jump", 4),
        ("trade", 2),
        ("switch", 15),
        ("rook", 8),
        ("king", 8),
        ("horse", 8),
        ("bishop", 4),
        ("zip", 8),
        ("zap", 24),
        ("push", 4),
    ];
    for (card, moves) in table {
        for other in Card::NAMES.into_iter().filter(|&other| other != card) {
            let hand = if Cards::DECK.copies(Card::read(card).expect("a card")) > 2 {
                format!("3{card}")
            } else {
                format!("2{card}+{other}")
            };
            let played = format!("{card}:");
            let found = reds(START, &hand, "").iter().filter(|text| text.starts_with(&played)).count();
            assert_eq!(found, moves, "{card} in {hand}");
        }
    }
    assert!(reds(START, "3trade", "").contains(&"trade:null".to_owned()));
    assert_eq!(reds(START, "3trade", "null_swap=off"), ["trade:b3-c2"]);
    assert_eq!(reds(START, "3trade", "adjacency=4"), ["trade:null"]);
    assert_eq!(reds(START, "3switch", "adjacency=4").len(), 16 + 1);
}

#[test]
fn zip_goes_from_corner_to_corner() {
    assert_eq!(
        reds("REEE/ERRE/ERBB/EEBB", "2zip+push", "").iter().filter(|text| text.starts_with("zip:a4")).count(),
        2,
        "from the corner a4 to the empty corners a1 and d4"
    );
}

#[test]
fn pushes_move_one_or_two_men_and_never_off_the_board() {
    let pos = position("RRBE/REEE/EEBB/EEBR", "red", ["3push", "hop+skip+king"], "-/-", "");
    assert_eq!(board(&play(&pos, "push:a4-b4")), "ERRB/REEE/EEBB/EEBR", "two men on, the last to d4");
    assert_eq!(board(&play(&pos, "push:b4-c4")), "RERB/REEE/EEBB/EEBR", "one man on");
    assert_eq!(board(&play(&pos, "push:d1-c2")), "RRBE/RBEE/EERB/EEBE", "diagonally");
    assert!(pos.find_move("push:a3-a4").is_err(), "a4 has the edge behind it");
    assert_eq!(
        reds("RRBE/REEE/EEBB/EEBR", "3push", "adjacency=4"),
        ["push:a4-a3", "push:a4-b4", "push:b4-c4", "push:d1-c1", "push:d1-d2"]
    );
    assert!(!reds("RBBB/RREE/REEE/BEEE", "3push", "").contains(&"push:a4-b4".to_owned()), "three men are too many");
}

#[test]
fn jumps_go_over_one_man_of_either_colour_and_no_further() {
    assert_eq!(reds("RBEE/REBE/EBEE/BERR", "3jump", ""), ["jump:a4-a2", "jump:a4-c4", "jump:d1-b1"]);
    let (eight, four) = (reds("RREE/RREE/EEEB/EBBB", "3jump", ""), reds("RREE/RREE/EEEB/EBBB", "3jump", "adjacency=4"));
    assert_eq!(eight, ["jump:a3-c3", "jump:a4-a2", "jump:a4-c2", "jump:a4-c4", "jump:b4-b2"]);
    assert_eq!(four, ["jump:a3-c3", "jump:a4-a2", "jump:a4-c4", "jump:b4-b2"]);
}

#[test]
fn the_second_type_of_combo_wins_at_once_and_nothing_is_drawn() {
    let almost = "RRRE/EEER/EEBB/EEBB";
    let after = play(&position(almost, "red", ["3hop", "3skip"], "corners/-", ""), "hop:d3-d4");
    assert_eq!(after.coming(), Coming::Nothing);
    let [(end, 1)] = after.branches().collect::<Vec<_>>()[..] else { panic!("one branch") };
    assert_eq!((end.outcome(), end.ending()), (Some(Outcome::win(Side::First)), "combos"));
    assert_eq!((end.hand(Side::First), end.count()), (cards("2hop"), 0));

    for made in ["-/-", "orthogonal/-"] {
        let after = play(&position(almost, "red", ["3hop", "3skip"], made, ""), "hop:d3-d4");
        assert!(
            matches!(after.coming(), Coming::CardFrom(_)),
            "the first combo, or one of the same type: play goes on"
        );
        assert!(after.to_string().ends_with("combos=orthogonal/-"), "{after}");
    }
}

#[test]
fn a_combo_counts_when_its_owners_move_makes_it() {
    // Black pushes the last of Red's men into rank 4.
    let pushed = |options| {
        let pos = with_deck("RRRE/EEER/EEEB/EBBB", "black", ["3trade", "3push"], "zip", "-/-", options);
        play(&pos, "push:d2-d3")
    };
    let after = pushed("");
    assert_eq!(board(&after), "RRRR/EEEB/EEEE/EBBB");
    assert!(after.pending().made(Side::First).is_empty());
    let passed = play(&after.sample(&mut stream(1, 0)), "trade:null");
    assert!(passed.pending().made(Side::First).is_empty(), "it stood before Red's move");
    assert_eq!(pushed("combo=any_time").pending().made(Side::First), Combos::NONE.with(Combo::Orthogonal));
}

#[test]
fn if_both_gain_by_one_move_the_movers_combo_counts_first() {
    // Black's trade puts its own men on the corners and Red's in the centre.
    let trade = |combos, options| {
        let pos = position("BEEB/ERRE/EBRE/REEB", "black", ["3hop", "3trade"], combos, options);
        let after = play(&pos, "trade:b2-a1");
        let combos = after.to_string().rsplit_once("combos=").expect("combos").1.to_owned();
        (combos, after.pending().combo_winner())
    };
    let any_time = "combo=any_time";
    assert_eq!(trade("-/-", any_time), ("centre/corners".to_owned(), None));
    assert_eq!(trade("-/-", ""), ("-/corners".to_owned(), None));
    assert_eq!(trade("diagonal/diagonal", any_time), ("diagonal/corners+diagonal".to_owned(), Some(Side::Second)));
    assert_eq!(trade("diagonal/-", any_time), ("centre+diagonal/corners".to_owned(), Some(Side::First)));
}

#[test]
fn who_has_no_move_loses() {
    let blocked = position("RBBR/EEEE/EEEE/RBBR", "red", ["3jump", "3hop"], "-/-", "");
    assert_eq!((blocked.outcome(), blocked.ending()), (Some(Outcome::win(Side::Second)), "no_move"));
    let no_pass = position(START, "red", ["3trade", "3hop"], "-/-", "adjacency=4,null_swap=off");
    assert_eq!(no_pass.outcome(), Some(Outcome::win(Side::Second)));
    assert_eq!(position(START, "red", ["3trade", "3hop"], "-/-", "adjacency=4").outcome(), None);
}

#[test]
fn an_empty_deck_is_made_of_the_discards_and_the_card_just_played() {
    let pos = with_deck(START, "red", ["3hop", "3skip"], "-", "-/-", "");
    let after = play(&pos, "hop:a3-a2");
    let Coming::CardFrom(pool) = after.coming() else { panic!("a card is drawn") };
    assert_eq!((pool.len(), pool.copies(Card::Hop)), (35, 2));
    let next = after.sample(&mut stream(1, 0));
    assert_eq!((next.deck().len(), next.discards(), next.hand(Side::First).len()), (34, Cards::NONE, 3));
}

#[test]
fn hands_shrink_where_nothing_is_redrawn() {
    let mut pos = with_deck(START, "red", ["2hop+king", "2skip+king"], "zip", "-/-", "deck=no_redraw");
    let mut sizes = Vec::new();
    while pos.outcome().is_none() {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let [(next, 1)] = pos.play(list[0]).branches().collect::<Vec<_>>()[..] else { panic!("one branch") };
        pos = next;
        sizes.push(Side::BOTH.map(|side| pos.hand(side).len()));
    }
    assert_eq!(sizes, [[3, 3], [3, 2], [2, 2], [2, 1], [1, 1], [1, 0], [0, 0]]);
    assert_eq!((pos.outcome(), pos.ending()), (Some(Outcome::win(Side::First)), "no_card"), "it is Black's turn");
}

#[test]
fn an_empty_deck_may_draw_the_game_but_not_undo_a_win() {
    let end = |combos| {
        let pos = with_deck("RRRE/EEER/EEBB/EEBB", "red", ["3hop", "3skip"], "-", combos, "deck=draw_game");
        play(&pos, "hop:d3-d4").sample(&mut stream(1, 0))
    };
    let (drawn, won) = (end("-/-"), end("corners/-"));
    assert_eq!((drawn.outcome(), drawn.ending(), drawn.count()), (Some(Outcome::Draw), "deck", 0));
    assert_eq!((won.outcome(), won.ending()), (Some(Outcome::win(Side::First)), "combos"));
}

#[test]
fn the_deal_has_every_pair_of_hands_with_its_weight() {
    let start = Fortac::start(&FortacRules::default());
    let (mut branches, mut total) = (0_u32, 0_u64);
    let mut moves = 0;
    for (pos, weight) in start.branches() {
        branches += 1;
        total += u64::from(weight);
        moves += pos.count();
    }
    assert_eq!(total, 9880 * 7770, "C(40, 3) * C(37, 3)");
    let black_hands = |red: Cards| HANDS.iter().filter(|&&black| Cards::DECK.minus(red).contains(black)).count();
    assert_eq!(branches as usize, HANDS.iter().map(|&red| black_hands(red)).sum::<usize>());
    let plain_moves = |&red: &Cards| {
        let black = *HANDS.iter().find(|&&black| Cards::DECK.minus(red).contains(black)).expect("a hand");
        let pos = position(START, "red", [&red.to_string(), &black.to_string()], "-/-", "");
        Plain::read(&pos.to_string(), "").perft(1) * black_hands(red) as u64
    };
    assert_eq!(moves, HANDS.iter().map(plain_moves).sum::<u64>());
    assert_eq!(perft_after::<Fortac>(start, 1), moves);
}

#[test]
fn sampling_follows_the_weights() {
    const SAMPLES: u32 = 40_000;
    let near = |found: u32, probability: f64| {
        let (n, p) = (f64::from(SAMPLES), probability);
        let error = (n * p * (1.0 - p)).sqrt();
        assert!((f64::from(found) - n * p).abs() < 5.0 * error, "{found} of {SAMPLES} is not {p}");
    };
    let mut rng = stream(7, 0);
    let pos = with_deck(START, "red", ["3hop", "3skip"], "hop+2jump+4push+zip", "-/-", "");
    let after = play(&pos, "hop:a3-a2");
    let mut drawn = BTreeMap::new();
    (0..SAMPLES).for_each(|_| *drawn.entry(after.sample(&mut rng).to_string()).or_insert(0) += 1);
    for (next, weight) in after.branches() {
        near(drawn[&next.to_string()], f64::from(weight) / 8.0);
    }
    // The deal: each side holds a Rook with the same probability, 1 - C(38, 3) / C(40, 3).
    let start = Fortac::start(&FortacRules::default());
    let deals: Vec<Fortac> = (0..SAMPLES).map(|_| start.sample(&mut rng)).collect();
    for side in Side::BOTH {
        let with_rook = deals.iter().filter(|deal| deal.hand(side).copies(Card::Rook) > 0).count();
        near(with_rook as u32, 1.0 - 8436.0 / 9880.0);
    }
}

/// The rows of `testdata/fortac/perft.csv`: rules, position, depth, nodes.
fn perft_rows() -> Vec<(&'static str, &'static str, u32, u64)> {
    let data = include_str!("../../../../testdata/fortac/perft.csv");
    let mut lines = data.lines();
    assert_eq!(lines.next(), Some("rules,position,depth,nodes,source"));
    let row = |line: &'static str| {
        let [rules, position, depth, nodes, _] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (rules, position, depth.parse().expect("a depth"), nodes.parse().expect("a count"))
    };
    lines.map(row).collect()
}

#[test]
fn perft_agrees_with_the_data() {
    let rows = perft_rows();
    assert!(rows.len() >= 20);
    for (options, position, depth, nodes) in rows {
        let pos = Fortac::parse(position, &rules(options)).expect("a position");
        assert_eq!(perft(&pos, depth), nodes, "{options:?} {position} depth {depth}");
    }
}

#[test]
fn the_data_agree_with_the_plain_generator() {
    for (options, position, depth, nodes) in perft_rows() {
        assert_eq!(Plain::read(position, options).perft(depth), nodes, "{options:?} {position} depth {depth}");
    }
}

#[test]
fn random_games_agree_with_the_plain_generator() {
    for options in RULE_SETS {
        let (mut checked, mut rng) = (0, stream(3, 0));
        while checked < 60 {
            let mut pos = Fortac::start(&rules(options)).sample(&mut rng);
            for ply in 0..200 {
                let plain = Plain::read(&pos.to_string(), options);
                // A text does not tell the plain generator that a game is over.
                let mut list = MoveList::new();
                pos.moves(&mut list);
                if pos.outcome().is_some() {
                    break;
                }
                assert_eq!(texts(&pos), plain.move_texts(), "{options:?} {pos}");
                if ply % 10 == 9 {
                    assert_eq!(perft(&pos, 2), plain.perft(2), "{options:?} {pos}");
                    checked += 1;
                }
                pos = pos.play(list[rng.random_range(0..list.len())]).sample(&mut rng);
            }
        }
    }
}

#[test]
fn contract_is_kept_under_every_option() {
    for options in RULE_SETS {
        check_game::<Fortac>(&rules(options), Extent { games: 5, plies: 150 });
    }
}

#[test]
fn different_positions_have_different_keys() {
    let start = Fortac::start(&FortacRules::default());
    let mut nodes: Vec<(u64, Fortac)> = Vec::new();
    for (pos, _) in start.branches().step_by(60) {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let next = list.iter().flat_map(|&mv| pos.play(mv).branches());
        nodes.extend(next.map(|(next, _)| (next.key(), next)));
    }
    assert!(nodes.len() > 400_000);
    nodes.sort_by_key(|&(key, _)| key);
    for pair in nodes.windows(2) {
        assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "{} and {}", pair[0].1, pair[1].1);
    }
}

#[test]
fn malformed_positions_are_refused_with_place_and_reason() {
    let rest = "deck=2hop+3skip+3jump+4trade+4switch+2rook+king+4horse+4bishop+zip+2zap+4push discards=hop combos=-/-";
    let good = format!("{START} red red=hop+jump+zip black=skip+trade+king {}", rest.replace("4trade", "3trade"));
    let fortac = rules("");
    assert_eq!(Fortac::parse(&good, &fortac).expect("a position").to_string(), good);
    let table = [
        ("", "character 1: the text ends where the board"),
        (START, "character 20: the text ends where the side"),
        (&good.replacen("RREE/", "RRER/", 1), "character 1: red has 5 men"),
        (&good.replace("RREE/RREE", "RRXE/RREE"), "character 3: a board is four rows"),
        (&good.replace("/EEBB ", "/EEBBE "), "character 20: a board is four rows"),
        (&good.replace("/EEBB ", "/EEB "), "character 19: a board is four rows"),
        (&good.replace(" red ", " white "), "character 21: \"red\" or \"black\" to move"),
        (&good.replace("red=", "rot="), "character 25: \"red=…\" is expected"),
        (&good.replace("red=hop", "red=hope"), "character 29: \"hope\" is no card"),
        (&good.replace("+jump+zip ", "+3zip "), "character 33: there are only 2 cards zip"),
        (&good.replace("+jump+zip ", "+zip "), "hands, deck and discards have 3 cards jump together, not 4"),
        (&good.replace("discards=hop", "discards=-"), "have 3 cards hop together, not 4"),
        (
            &good.replace("hop+jump+zip", "jump+zip").replace("discards=hop", "discards=2hop"),
            "red should have three cards",
        ),
        (&good.replace("-/-", "-"), "the combos are written red's/black's"),
        (&good.replace("-/-", "-/square"), "\"square\" is no combo"),
        (&good.replace("-/-", "corners+corners/-"), "corners is given twice"),
        (&good.replace("-/-", "corners+centre/corners+centre"), "both sides have two combos"),
        (&good.replace("-/-", "corners+centre+diagonal/-"), "no side has more than two"),
        (&good.replace("-/-", "corners+centre/-"), "the side that has just moved two"),
        (&good.replace(" red ", " red-moved "), "black should have"),
        (&format!("{good} x"), "the text should end before this"),
        ("deal", "the text ends where the side"),
        ("\u{1F600}", "character 2: the text ends where the side"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, reason)| (*text, *reason)).collect();
    check_refused::<Fortac>(&fortac, &table);
    check_refused::<CardDraw>(
        &fortac,
        &[
            (&good, "here a side is to move"),
            ("dealt", "the text ends where the side"),
            ("deal deal deal deal deal deal deal", "a board is four"),
        ],
    );
    let umlaut = Fortac::parse(&good.replace("zap", "zäp"), &fortac).expect_err("no card");
    assert_eq!(umlaut.at, good.find("2zap").expect("it is in the deck") + 1, "characters are counted, not bytes");
}

#[test]
fn the_picture_shows_men_hands_and_combos() {
    let pos = position(START, "red", ["2hop+zip", "king+push+rook"], "-/corners", "");
    let expected = "\
4  R R . .   red    hop hop zip            no combo yet
3  R R . .   black  rook king push         corners
2  . . B B   34 cards in the deck, 0 discarded
1  . . B B   red to move
   a b c d
";
    assert_eq!(pos.picture(), expected);
}

#[test]
fn bad_rules_are_refused() {
    for text in ["adjacency=6", "null_swap=maybe", "combo=never", "deck=0", "ply_cap=0", "ply_cap=1000001", "ply_cap=x"]
    {
        assert!(text.parse::<FortacRules>().is_err(), "{text}");
    }
}
