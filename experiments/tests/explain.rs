//! `fort solve --explain` from outside: the words of every step are held to a table of their own, card by card, and
//! must give the solver's moves back.

#[path = "program/answers.rs"]
mod answers;
mod program;

use std::collections::HashSet;
use std::hash::Hash;

use engine::games::chessboard::Chessboard;
use engine::games::fortress::Fortress;
use engine::{MoveList, Puzzle};
use serde_json::Value;

use answers::{lines, printed};
use program::{fort_reading, text};

fn string<'a>(document: &'a Value, key: &str) -> &'a str {
    document[key].as_str().unwrap_or_else(|| panic!("{key} in {document}"))
}

/// Ten piles of cards as words.
#[derive(Clone, PartialEq)]
struct Table(Vec<Vec<String>>);

impl Table {
    fn read(deal: &str) -> Self {
        let piles = deal.split(';').next().expect("a layout").split('|');
        Self(piles.map(|pile| pile.split_whitespace().map(str::to_owned).collect()).collect())
    }

    /// The pile, from 1, that holds a card.
    fn pile_of(&self, card: &str) -> usize {
        self.0.iter().position(|pile| pile.iter().any(|other| other == card)).expect("the card is in a pile") + 1
    }

    fn pile(&self, number: usize) -> &[String] {
        &self.0[number - 1]
    }

    /// Plays a move, which takes a card with all that lies on it.
    fn play(&mut self, mv: &str) {
        let (card, to) = mv.split_once('>').expect("a move");
        let from = self.pile_of(card) - 1;
        let to = match to {
            "F" => None,
            "E" => Some(self.0.iter().position(Vec::is_empty).expect("an empty pile")),
            onto => Some(self.pile_of(onto) - 1),
        };
        let depth = self.0[from].iter().position(|other| other == card).expect("the card is there");
        let cards = self.0[from].split_off(depth);
        if let Some(to) = to {
            self.0[to].extend(cards);
        }
    }
}

/// `pile 7` or `empty pile 4` at the end of a text: its number; it must be empty or not, as said.
fn pile_number(table: &Table, words: &str) -> usize {
    let number = words.rsplit_once(' ').expect("a pile and its number").1.parse().expect("a number");
    assert_eq!(table.pile(number).is_empty(), words.contains("empty"), "{words}");
    number
}

/// `onto 9C on pile 5` or `into empty pile 4`: the pile and how the solver writes it.
fn target(table: &Table, words: &str) -> (usize, String) {
    let number = pile_number(table, words);
    match words.strip_prefix("onto ") {
        Some(onto) => {
            let card = onto.split(' ').next().expect("a card").to_owned();
            assert_eq!(table.pile(number).last(), Some(&card), "{words}");
            (number, card)
        }
        None => (number, "E".to_owned()),
    }
}

/// The cards of a list such as `AH, 2H and 4H to 7H`.
fn listed(words: &str) -> Vec<String> {
    const RANKS: &str = "A23456789TJQK";
    let mut cards = Vec::new();
    for word in words.split(", ").flat_map(|word| word.split(" and ")) {
        let Some((first, last)) = word.split_once(" to ") else {
            cards.push(word.to_owned());
            continue;
        };
        let mut rank = RANKS.find(&first[..1]).expect("a rank");
        cards.push(first.to_owned());
        while cards.last().map(String::as_str) != Some(last) {
            rank = (rank + 1) % 13;
            cards.push([&RANKS[rank..=rank], &first[1..]].concat());
        }
    }
    cards
}

/// The moves that the words of a step ask for. A build carried leaves open how: only its effect is asked for.
fn expand(table: &Table, words: &str, moves: &[&str]) -> Vec<String> {
    if let Some(cards) = words.strip_prefix("all that is left goes home: ") {
        return listed(cards).iter().map(|card| format!("{card}>F")).collect();
    }
    if let Some((card, _)) = words.split_once(" goes home: the base is ") {
        let (card, pile) = card.split_once(" from ").expect("its pile");
        assert_eq!(table.pile_of(card), pile_number(table, pile), "{words}");
        assert!(words.ends_with(&format!("every foundation begins with {}", &card[..1])), "{words}");
        return vec![format!("{card}>F")];
    }
    if let Some(parts) = words.strip_suffix(" go home").or(words.strip_suffix(" goes home")) {
        let mut all = Vec::new();
        for part in parts.split(", then ") {
            let (cards, pile) = part.split_once(" from pile ").expect("a pile");
            for card in listed(cards) {
                assert_eq!(table.pile_of(&card).to_string(), pile, "{words}");
                all.push(format!("{card}>F"));
            }
        }
        return all;
    }
    if let Some(turn) = words.strip_prefix("turn ") {
        let (cards, rest) = turn.split_once(" from pile ").expect("where from");
        let (pile, to) = rest.split_once(" over ").expect("where to");
        let first = target(table, to).1;
        let mut onto = first.as_str();
        let mut all = Vec::new();
        for card in cards.split(' ') {
            assert_eq!(table.pile_of(card).to_string(), pile, "{words}");
            all.push(format!("{card}>{onto}"));
            onto = card;
        }
        assert!(all.len() > 1, "{words}");
        return all;
    }
    let (cards, rest) = words.split_once(" from pile ").expect("where from");
    let (pile, to) = rest.split_once(' ').expect("where to");
    let cards: Vec<String> = cards.split(' ').map(str::to_owned).collect();
    let from: usize = pile.parse().expect("a number");
    assert!(table.pile(from).ends_with(&cards), "{words}");
    match to.split_once(", through ") {
        None => {
            assert_eq!(to.ends_with(", as one"), cards.len() > 1, "{words}");
            vec![format!("{}>{}", cards[0], target(table, to.trim_end_matches(", as one")).1)]
        }
        Some((to, between)) => {
            let (to, _) = target(table, to);
            let mut expected = table.clone();
            let depth = expected.pile(from).len() - cards.len();
            expected.0[from - 1].truncate(depth);
            expected.0[to - 1].extend(cards.iter().cloned());
            let between: Vec<usize> =
                between.split(", ").flat_map(|word| word.split(" and ")).map(|pile| pile_number(table, pile)).collect();
            let mut played = table.clone();
            for mv in moves {
                let card = mv.split('>').next().expect("a card");
                played.play(mv);
                assert!(cards.iter().any(|other| other == card), "{words}: only these cards move");
                let now = played.pile_of(card);
                assert!(now == from || now == to || between.contains(&now), "{words}: {mv}");
            }
            assert!(played == expected && cards.len() > 1, "{words}");
            moves.iter().map(|&mv| mv.to_owned()).collect()
        }
    }
}

/// Holds the steps of a solved deal to its moves; gives how many there are.
fn check(solved: &Value) -> usize {
    let mut table = Table::read(string(solved, "deal"));
    let all: Vec<&str> = string(solved, "moves").split_whitespace().collect();
    let steps = solved["steps"].as_array().expect("steps");
    let mut told = 0;
    for step in steps {
        let (first, last) = (step["first"].as_u64().expect("a number"), step["last"].as_u64().expect("a number"));
        let moves: Vec<&str> = string(step, "moves").split(' ').collect();
        assert_eq!((first as usize, last as usize), (told + 1, told + moves.len()));
        assert_eq!(moves, all[told..told + moves.len()]);
        assert_eq!(expand(&table, string(step, "text"), &moves), moves, "{step}");
        for mv in &moves {
            table.play(mv);
        }
        told += moves.len();
    }
    assert_eq!(told, all.len());
    steps.len()
}

#[test]
fn the_steps_of_a_hundred_wins_of_each_game_give_the_moves_back() {
    for (game, deals) in [("fortress", "0..600"), ("chessboard", "0..150")] {
        let mut seen = [0; 4];
        let mut won = 0;
        for solved in lines(&["solve", game, "--deal", deals, "--seed", "3", "--explain"], "") {
            if solved["verdict"] != "winnable" {
                assert_eq!(solved["steps"], Value::Array(Vec::new()));
                continue;
            }
            won += 1;
            let steps = check(&solved);
            assert!(steps < string(&solved, "moves").split(' ').count(), "something is told as one");
            for step in solved["steps"].as_array().expect("steps") {
                for (count, sign) in seen.iter_mut().zip(["turn ", ", through ", " go home", "the base is "]) {
                    *count += usize::from(string(step, "text").contains(sign));
                }
            }
        }
        assert!(won >= 100, "{game}: {won}");
        let bases = if game == "chessboard" { won } else { 0 };
        assert!(seen[0] > won && seen[1] > 0 && seen[2] > won && seen[3] == bases, "{game}: {seen:?}");
    }
}

/// Where builds move as one, a move may carry several cards, and is told so.
#[test]
fn builds_that_move_as_one_are_told_as_they_move() {
    let options = ["solve", "fortress", "--rules", "units=build", "--raw", "--limit", "200000", "--deal", "7"];
    let solved = &lines(&[&options[..], &["--explain"]].concat(), "")[0];
    check(solved);
    let steps = solved["steps"].as_array().expect("steps");
    assert!(steps.iter().any(|step| string(step, "text").ends_with(", as one")), "{solved}");
}

/// A run turned over, cards going home, and the end, as a person reads them.
#[test]
fn a_small_solution_is_told_in_words() {
    let deal = "4C 9C 8C|TC|5C 6C 7C|JC||QC KC||||3C ; C2 D13 H13 S13";
    let shown = printed(&["solve", "fortress", "--text", deal, "--explain"], "");
    let told = "\
1.  3C from pile 10 goes home
2.  turn 8C 9C from pile 1 over into empty pile 5 (moves 2 to 3)
3.  4C from pile 1 goes home
4.  turn 7C 6C from pile 3 over into empty pile 1 (moves 5 to 6)
5.  5C from pile 3, then 6C and 7C from pile 1 go home (moves 7 to 9)
6.  9C from pile 5 onto TC on pile 2
7.  8C from pile 5, then 9C and TC from pile 2, then JC from pile 4 go home
    (moves 11 to 14)

 1       [JC]      6  QC KC
 2       [KD]      7
 3       [KH]      8
 4       [KS]      9
 5                10

8.  KC from pile 6 into empty pile 1
9.  all that is left goes home: QC and KC (moves 16 to 17)

won: all cards are home after 17 moves
";
    assert!(shown.ends_with(told), "{shown}");
    check(&lines(&["solve", "fortress", "--text", deal, "--explain"], "")[0]);
}

#[test]
fn an_explanation_draws_the_layout_on_its_way_and_fits_the_screen() {
    let shown = printed(&["solve", "chessboard", "--deal", "1", "--explain"], "");
    assert!(shown.matches("\n 1  ").count() > 3, "{shown}");
    assert!(shown.lines().filter(|line| !line.contains('|')).all(|line| line.chars().count() <= 80), "{shown}");
    let many = printed(&["solve", "chessboard", "--deal", "0..3", "--explain"], "");
    assert!(many.contains("chessboard, deal 2 of seed 1\n"), "{many}");
    assert!(many.lines().last().is_some_and(|line| line.starts_with("3 deals: ")), "{many}");
}

/// The most cards that come home, by a search of everything that knows no safe moves.
fn most_home<P: Puzzle + Hash>(deal: &str, rules: &str) -> u64 {
    let rules = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
    let first = P::parse(deal, &rules).expect("a deal");
    let mut seen = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut least = 52;
    while let Some(pos) = open.pop() {
        least = least.min(pos.lower_bound());
        let mut list = MoveList::new();
        pos.moves(&mut list);
        open.extend(list.iter().map(|&mv| pos.play(mv)).filter(|next| seen.insert(next.clone())));
    }
    u64::from(52 - least)
}

#[test]
fn of_a_lost_deal_it_is_told_how_many_cards_come_home() {
    for (game, rules, deals) in [
        ("fortress", "", "0..80"),
        ("fortress", "units=build", "0..60"),
        ("fortress", "build=down,empty=kings", "0..60"),
        ("chessboard", "", "0..60"),
        ("chessboard", "units=build,build=up,empty=none", "0..60"),
    ] {
        let mut different = HashSet::new();
        let options = ["solve", game, "--rules", rules, "--deal", deals, "--raw", "--limit", "20000", "--explain"];
        for solved in lines(&options, "").iter().filter(|solved| solved["verdict"] == "unwinnable") {
            let most = solved["most_home"].as_u64().expect("a count");
            let expected = match game {
                "fortress" => most_home::<Fortress>(string(solved, "deal"), rules),
                _ => most_home::<Chessboard>(string(solved, "deal"), rules),
            };
            assert_eq!(most, expected, "{game} {rules}: {solved}");
            different.insert(most);
        }
        assert!(different.len() > 2, "{game} {rules}: {different:?}");
    }
    let shown = printed(&["solve", "fortress", "--deal", "0", "--explain"], "");
    assert!(shown.ends_with("positions stored\nthe most cards that any line brings home: 1 of 52\n"), "{shown}");
    let undecided = printed(&["solve", "chessboard", "--deal", "1", "--limit", "20", "--explain"], "");
    assert!(undecided.ends_with("undecided: given up after 20 stored positions (--limit)\n"), "{undecided}");
}

#[test]
fn without_explain_nothing_is_told_and_two_player_games_refuse_it() {
    let plain = &lines(&["solve", "chessboard", "--deal", "1"], "")[0];
    assert!(plain["steps"].is_null() && plain["most_home"].is_null(), "{plain}");
    let output = fort_reading(&["solve", "force3", "--explain"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--explain: force3 is a two-player game"), "{}", text(&output.stderr));
}

/// A deal as other programs write it is printed as ours.
#[test]
fn deals_are_read_as_other_programs_write_them() {
    let ours = &lines(&["solve", "chessboard", "--deal", "4"], "")[0];
    let deal = string(ours, "deal");
    let lower = deal.to_lowercase().replace('t', "10");
    let windows = format!("\u{feff}# from elsewhere\r\n\r\n{}  \t\r\n", deal.replace(' ', "\t"));
    for (arguments, input) in [
        (&["--file", "-"][..], windows.as_str()),
        (&["--text", "-"], &format!("\u{feff}{deal}\r\n")),
        (&["--text", "-"], &deal.replace('|', " \r\n")),
        (&["--text", &lower], ""),
        (&["--text", &deal.replace('S', "\u{2660}").replace('H', "\u{2665}")], ""),
    ] {
        let read = &lines(&[&["solve", "chessboard"], arguments].concat(), input)[0];
        for key in ["deal", "verdict", "moves"] {
            assert_eq!(read[key], ours[key], "{arguments:?}");
        }
    }
    let wide: Vec<u8> = deal.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let output = fort_reading(&["solve", "chessboard", "--file", "-"], &[b"\xff\xfe", wide.as_slice()].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1: byte 1 is not UTF-8 text"), "{}", text(&output.stderr));
}
