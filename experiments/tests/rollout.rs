//! `fort analyse --rollout`: what is known exactly, what does not depend on threads, what is refused.

mod program;

use engine::Side;
use engine::games::backgammon::board::PLACES;
use engine::games::backgammon::{Backgammon, Board};
use serde_json::Value;
use solvers::backgammon::{Cube, Doubling, Home, shared};

use program::{fort_reading, text};

/// Both sides have three checkers at home; the side on roll wins with probability 0.772002215 (gnubg's two-sided table).
const BEAR_OFF: (&str, f64) = ("UAAAgAIAAAAAAA", 0.772_002_215);
/// The same with dice.
const BEAR_OFF_31: &str = "UAAAgAIAAAAAAA:31";

fn rollout(position: &str, options: &str) -> Value {
    let fixed = ["analyse", "backgammon", "--position", position, "--json"];
    let output = fort_reading(&[&fixed[..], &options.split(' ').collect::<Vec<_>>()].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(answer["seconds"].take().as_f64().is_some());
    answer
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

#[test]
fn a_bear_off_is_worth_what_the_table_says_in_any_number_of_games() {
    let (position, exact) = BEAR_OFF;
    for games in [1, 36] {
        let answer = rollout(position, &format!("--rollout {games}"));
        let row = &answer["candidates"][0];
        assert_eq!(row["probabilities"][0]["name"], "win");
        for (found, expected) in [(&row["probabilities"][0], exact), (&row["equity"], 2.0 * exact - 1.0)] {
            assert!((number(&found["mean"]) - expected).abs() < 2e-6, "{found}, not {expected}");
            assert!(number(&found["error"]) < 1e-6, "{found}");
        }
    }
    let raw = &rollout(position, "--rollout 36")["candidates"][0]["raw"];
    assert!((number(&raw["mean"]) - (2.0 * exact - 1.0)).abs() < 2e-6, "36 games see every roll once: {raw}");
    assert!(number(&raw["error"]) > 0.05, "{raw}");
}

/// Checkers of White and Black on their points 1 to 6, White to double or to roll, in a money game.
fn homes(white: [u8; 6], black: [u8; 6]) -> (String, Home, Home) {
    let mut counts = [[0; PLACES]; 2];
    counts[0][1..7].copy_from_slice(&white);
    counts[1][1..7].copy_from_slice(&black);
    let cup = Backgammon::before_roll(Board::new(counts), Side::First, &"cube=money".parse().expect("rules"));
    let home = |counts| Home::new(counts).expect("a home");
    (cup.to_string(), home(white), home(black))
}

#[test]
fn the_cube_is_worth_what_the_table_says() {
    let tables = shared().cubeful();
    let mut actions = Vec::new();
    for (white, black) in [
        ([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 0]),
        ([1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0]),
        ([4, 0, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0]),
        ([0, 1, 2, 0, 2, 1], [0, 0, 2, 1, 2, 1]),
        ([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 1, 1]),
    ] {
        let (position, mine, theirs) = homes(white, black);
        let answer = rollout(&position, "--rollout 36 --rules cube=money");
        let points = |row: usize| number(&answer["candidates"][row]["equity"]["mean"]);
        let exact = |cube| tables.equity(mine, theirs, cube).expect("few checkers");
        // A roll, then the table: what is theirs cannot be turned here, so that doubling leaves twice that.
        let (taken, best) = (2.0 * exact(Cube::Theirs), exact(Cube::Centred));
        assert!((points(1) - taken).abs() < 2e-6, "{position}: {} taken, exactly {taken}", points(1));
        assert!((points(2) - 1.0).abs() < 1e-9, "{position}");
        let found = points(0).max(points(1).min(points(2)));
        assert!((found - best).abs() < 2e-6, "{position}: {found}, exactly {best}");
        let action = answer["cube_action"].as_str().expect("an action").to_owned();
        let expected = match tables.doubling(mine, theirs, Cube::Centred).expect("few checkers") {
            Doubling::Roll => "no double, take",
            Doubling::Take => "double, take",
            Doubling::Pass => "double, drop",
        };
        assert_eq!(action, expected, "{position}");
        actions.push(action);
    }
    actions.sort_unstable();
    actions.dedup();
    assert_eq!(actions.len(), 3, "all answers are asked for: {actions:?}");
}

#[test]
fn moves_far_behind_are_given_up_early() {
    let options = "--rollout 432 --horizon 2 --candidates 3 --margin 1";
    let all = rollout("4HPwATDgc/ABMA:31", options);
    let answer = rollout("4HPwATDgc/ABMA:31", &format!("{options} --stop-at 3 --least 36"));
    let (rows, all) = (answer["candidates"].as_array().expect("rows"), all["candidates"].as_array().expect("rows"));
    assert_eq!((rows.len(), &rows[0]["move"], &rows[0]["games"]), (3, &"8/5 6/5".into(), &144.into()));
    assert!(all.iter().all(|row| row["games"] == 432), "without the option all are played");
    assert!(all[1..].iter().all(|row| number(&row["behind"]["mean"]) > number(&row["behind"]["error"])));
}

#[test]
fn moves_are_ranked_and_threads_change_nothing() {
    let options = "--rollout 40 --horizon 2 --candidates 3 --margin 1 --seed 9";
    let answer = rollout("4HPwATDgc/ABMA:31", options);
    let rows = answer["candidates"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[0]["move"], &rows[0]["behind"]), (3, &"8/5 6/5".into(), &Value::Null));
    assert!(number(&rows[0]["equity"]["mean"]) > number(&rows[1]["equity"]["mean"]));
    assert!(number(&rows[1]["behind"]["mean"]) > 0.0);
    for threads in [1, 2] {
        assert_eq!(rollout("4HPwATDgc/ABMA:31", &format!("{options} --threads {threads}")), answer);
    }
}

/// The networks that come with the program, as a file.
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/src/sense/backgammon/backgammon.net");

#[test]
fn a_file_of_networks_is_rolled_out_and_searched_by() {
    let options = "--rollout 10 --horizon 2 --candidates 2";
    let answer = rollout("4HPwATDgc/ABMA:31", options);
    assert_eq!(rollout("4HPwATDgc/ABMA:31", &format!("{options} --net {SHIPPED}")), answer);
    let [own, file] = ["--depth 1", &format!("--depth 1 --net {SHIPPED}")].map(|options| rollout(BEAR_OFF_31, options));
    assert_eq!((&own["move"], &own["score"]), (&file["move"], &file["score"]));
}

#[test]
fn the_text_has_a_row_a_move() {
    let arguments = ["analyse", "backgammon", "--position", "4HPwATDgc/ABMA:31", "--rollout", "2", "--horizon", "1"];
    let output = fort_reading(&arguments, b"");
    let text = text(&output.stdout);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("backgammon, White to act: 4HPwATDgc/ABMA:31"));
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    assert_eq!(head.join(" "), "move equity (95 %) behind win wg wb lg lb games static");
    assert!(lines.next().expect("a move").starts_with("8/5 6/5  "), "{text}");
}

/// In the Crawford game White, who needs a point, wins the match or leaves one point to go for each.
#[test]
fn in_a_match_equity_is_the_chance_to_win_it() {
    let (position, win) = BEAR_OFF;
    let answer = rollout(position, "--rules match=5,standing=4-3 --rollout 36");
    let chance = win + (1.0 - win) * (1.0 - 0.5);
    assert_eq!(answer["match"], true, "{answer}");
    let equity = number(&answer["candidates"][0]["equity"]["mean"]);
    assert!((equity - (2.0 * chance - 1.0)).abs() < 1e-5, "{answer}");
}

#[test]
fn what_cannot_be_rolled_out_is_refused() {
    for (arguments, expected) in [
        ("chess --rollout 5", "there is no chance in chess"),
        ("fortress --rollout 5", "there is no chance in fortress"),
        ("fortac --rollout 5", "the evaluation of fortac is no network"),
        ("backgammon --rollout 5 --rules score=wins", "count gammons"),
        ("backgammon --rollout 5 --stop-at 0", "0.5 to 20 standard errors"),
        ("backgammon --rollout 5 --least 9", "--stop-at"),
        ("backgammon --position 4HPwATDgc/ABMA --rollout 5 --stop-at 2", "there is nothing to compare"),
        ("backgammon --depth 1 --stop-at 2", "cannot be used with"),
        ("backgammon --rollout 5 --depth 2", "cannot be used with"),
        ("backgammon --depth 2 --plies 1", "cannot be used with"),
        ("backgammon --rollout 0", "0"),
        ("backgammon --rollout 5 --margin -1", "0 to 10 points"),
        ("backgammon --rollout 5 --net /no/such/file", "/no/such/file"),
        ("backgammon --depth 1 --net Cargo.toml", "Cargo.toml: not a network"),
        (&format!("fortac --rollout 5 --net {SHIPPED}"), "a network for the game"),
        (&format!("chess --depth 1 --net {SHIPPED}"), "no networks"),
        (&format!("force3 --rollout 1 --net {SHIPPED}"), "there is no chance in force3"),
    ] {
        let words: Vec<&str> = ["analyse"].into_iter().chain(arguments.split(' ')).collect();
        let output = fort_reading(&words, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(text(&output.stderr).contains(expected), "{arguments}: {}", text(&output.stderr));
    }
}
