//! `fort play` on a solitaire from outside, with real deals: what it says is held to solvers that it does not use.

mod program;

use engine::games::chessboard::Chessboard;
use engine::games::fortress::Fortress;
use engine::{MoveList, Registered, rng};
use rand::RngExt;
use serde_json::Value;
use solvers::{Limit, Solvable, Verdict};

use program::{fort_reading, text};

const LOST: &str = "this position can no longer be won: undo takes the move back";

/// The dialogue of a game and its record.
fn played(game: &str, deal: u64, more: &[&str], input: &str) -> (String, Value) {
    let index = deal.to_string();
    let arguments = [&["play", game, "--deal", &index, "--seed", "2", "--json"], more].concat();
    let output = fort_reading(&arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (text(&output.stderr).to_owned(), serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// The prompts before which `words` are said, each as the number of moves played by then.
fn said(dialogue: &str, words: &str) -> Vec<usize> {
    let mut moves = 0;
    let mut places = Vec::new();
    for line in dialogue.lines() {
        match line.strip_prefix("move ").and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => moves = number,
            // What is said below a board is said before the prompt of the next move.
            None if line == words => places.push(moves),
            None => {}
        }
    }
    places
}

fn is_winnable<P: Solvable>(pos: &P) -> bool {
    match P::solve(&mut P::Solver::default(), pos, Limit::default()).verdict {
        Verdict::Winnable(_) => true,
        Verdict::Unwinnable => false,
        Verdict::Undecided(limit) => panic!("undecided after {limit}: {pos}"),
    }
}

/// Random games: the word that the deal is lost comes at the first position that is, and only there.
fn check_random_games<P: Solvable + Registered>(deals: u64) {
    let game = P::ID.name();
    let mut lost_on_the_way = 0;
    for deal in 0..deals {
        let mut pos = P::deal(&P::Rules::default(), &mut rng::stream(2, deal));
        let mut choices = rng::stream(77, deal);
        let start = is_winnable(&pos);
        let mut moves = Vec::new();
        let mut lost = None;
        let mut list = MoveList::new();
        while moves.len() < 40 {
            list.clear();
            pos.moves(&mut list);
            if list.is_empty() {
                break;
            }
            let mv = list[choices.random_range(0..list.len())];
            pos = pos.play(mv);
            moves.push(mv.to_string());
            if lost.is_none() && !is_winnable(&pos) {
                lost = Some(moves.len());
            }
        }
        let (dialogue, record) = played(game, deal, &[], &(moves.join("\n") + "\n"));
        assert_eq!(record["moves"].as_array().expect("moves").len(), moves.len());
        assert_eq!(record["winnable"], start, "{game} {deal}");
        assert_eq!(record["end_winnable"], lost.is_none() && start, "{game} {deal}");
        let expected: Vec<usize> = lost.filter(|_| start).into_iter().collect();
        assert_eq!(said(&dialogue, LOST), expected, "{game} {deal}: {dialogue}");
        assert_eq!(dialogue.contains("this deal cannot be won\n"), !start, "{game} {deal}: {dialogue}");
        lost_on_the_way += expected.len();
        // The same moves on one line, and then all taken back.
        let undo = "undo ".repeat(moves.len());
        let (dialogue, _) = played(game, deal, &[], &format!("{}\n{undo}\n", moves.join(" ")));
        let again = dialogue.matches("this position can be won again\n").count();
        assert_eq!((dialogue.matches(LOST).count(), again), (expected.len(), expected.len()), "{dialogue}");
        let (silent, _) = played(game, deal, &["--no-watch"], &(moves.join("\n") + "\n"));
        assert!(!silent.contains(" be won"), "{silent}");
    }
    assert!(lost_on_the_way > 3, "{game}: {lost_on_the_way}");
}

#[test]
fn fortress_tells_of_the_move_that_loses() {
    check_random_games::<Fortress>(40);
}

#[test]
fn chessboard_tells_of_the_move_that_loses() {
    check_random_games::<Chessboard>(12);
}

/// Whoever follows the hints wins, in as many moves as the first hint said, watched or not.
#[test]
fn hints_lead_to_the_win_in_as_many_moves_as_told() {
    let mut won = 0;
    for deal in 0..8 {
        let index = deal.to_string();
        let output = fort_reading(&["solve", "chessboard", "--deal", &index, "--seed", "2", "--json"], b"");
        let solved: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let line = solved["moves"].as_str().expect("moves");
        if line.is_empty() {
            assert!(played("chessboard", deal, &["--no-watch"], "hint\n").0.contains("\nthis deal cannot be won\n"));
            continue;
        }
        let moves: Vec<&str> = line.split(' ').collect();
        let counts = (1..=moves.len()).rev();
        let expected = moves.iter().zip(counts).map(|(mv, count)| {
            let noun = if count == 1 { "move" } else { "moves" };
            format!("{mv}, to win in {count} {noun}")
        });
        let expected: Vec<String> = expected.collect();
        let input = moves.iter().map(|mv| ["hint\n", mv, "\n"].concat()).collect::<String>();
        for watch in [&[][..], &["--no-watch"]] {
            let (dialogue, record) = played("chessboard", deal, watch, &input);
            let hints: Vec<&str> = dialogue.lines().filter(|line| line.contains(", to win in ")).collect();
            assert_eq!((hints, &record["solved"]), (expected.iter().map(String::as_str).collect(), &true.into()));
        }
        won += 1;
    }
    assert!(won > 3, "{won}");
}

#[test]
fn the_deal_and_what_can_be_typed_stand_at_the_start() {
    let (dialogue, _) = played("fortress", 5, &[], "");
    let expected = "fortress, deal 5 of seed 2\ntype a move, or one of: moves hint home undo show help quit\n";
    assert!(dialogue.starts_with(expected), "{dialogue}");
    let (dialogue, record) = played("fortress", 5, &["--rules", "units=build"], "");
    assert!(dialogue.starts_with("fortress (units=build), deal 5 of seed 2\n"), "{dialogue}");
    assert_eq!(record["solved"], false);
    let given = "2c|||||||||kc qc jc 10c 9c 8c 7c 6c 5c 4c 3c ; c1 d13 h13 s13";
    let output = fort_reading(&["play", "fortress", "--position", given], b"home\n");
    let shown = text(&output.stdout);
    assert!(shown.starts_with("fortress, the position given\n"), "{shown}");
    assert!(shown.contains("\n12 moves: 2C>F 3C>F 4C>F ") && shown.ends_with("\nsolved in 12 moves\n"), "{shown}");
}

#[test]
fn small_letters_and_bad_words_on_a_line() {
    let given = "2C|||||||||KC QC JC TC 9C 8C 7C 6C 5C 4C 3C ; C1 D13 H13 S13";
    let output = fort_reading(&["play", "fortress", "--position", given], b"2c>f 3c>f 9C>F hint quit\nquit\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("\"9C>F\" is not a legal move here; legal are: 4C>F"), "{shown}");
    assert!(shown.contains("\nnot played: hint quit\n\n 1 "), "{shown}");
    let refused = fort_reading(&["play", "force3", "--no-watch"], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--no-watch: force3 is a two-player game"), "{}", text(&refused.stderr));
}
