//! `fort suite`: what is asked, what counts as solved, what is refused.

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use program::{fort_reading, text};

fn suite_of(game: &str, file: &Path, arguments: &[&str]) -> Output {
    let file = file.to_str().expect("a path in UTF-8");
    fort_reading(&[&["suite", game, file, "--threads", "2"], arguments].concat(), b"")
}

fn suite(file: &Path, arguments: &[&str]) -> Output {
    suite_of("chess", file, arguments)
}

/// What a suite of chess prints as JSON.
fn solved(file: &Path, arguments: &[&str]) -> Value {
    solved_of("chess", file, arguments)
}

/// What a suite of `testdata/` or of `lines` prints as JSON.
fn solved_of(game: &str, file: &Path, arguments: &[&str]) -> Value {
    let output = suite_of(game, file, &[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}: {}", file.display(), text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn testdata(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/chess").join(name)
}

/// A file of these lines.
fn file(lines: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), lines).expect("written");
    file
}

#[test]
fn draws_by_rule_are_found_and_valued() {
    let suite = solved(&testdata("draw_rules.epd"), &["--depth", "10"]);
    assert_eq!((&suite["positions"], &suite["solved"], &suite["asking_nothing"]), (&12.into(), &12.into(), &8.into()));
}

/// In few nodes already; at a second a position all 160 are found. The lengths are by two programs written apart.
#[test]
fn fortes_forced_wins_are_found_with_their_lengths() {
    let wins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/forte/wins.txt");
    let suite = solved_of("forte", &wins, &["--nodes", "60000"]);
    let count = suite["solved"].as_u64().expect("a number");
    assert!(suite["positions"] == 160 && count >= 152, "{count} of 160");
    let alone = solved_of("forte", &wins, &["--nodes", "60000", "--without", "prover"]);
    assert!(alone["solved"].as_u64().expect("a number") >= 140, "without the prover {}", alone["solved"]);
}

#[test]
fn the_search_solves_most_of_win_at_chess_and_of_short_mates() {
    let suite = solved(&testdata("wac.epd"), &["--nodes", "15000"]);
    let count = suite["solved"].as_u64().expect("a number");
    assert!(suite["positions"] == 300 && count >= 170, "{count} of 300");
    let suite = solved(&testdata("mates.epd"), &["--nodes", "200000", "--mates", "5"]);
    let (count, all) = (suite["solved"].as_u64().expect("a number"), suite["positions"].as_u64().expect("a number"));
    assert!(all == 58 && count >= 48, "{count} of {all}");
}

#[test]
fn every_kind_of_question_is_asked() {
    let lines = file(concat!(
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1; id \"right\";\n",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#; id \"wrong\";\n",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - c1 \"draw\"; id \"no draw\";\n",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm -1; id \"not mated\";\n",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; c0 \"Ra8#=100, Ra7=3\"; id \"points\";\n",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"nothing\";\n",
    ));
    let suite = solved(lines.path(), &["--depth", "3"]);
    assert_eq!(names(&suite, true), ["right", "points"]);
    assert_eq!(names(&suite, false), ["wrong", "no draw", "not mated"]);
    assert_eq!(suite["asking_nothing"], 1);
    assert_eq!(suite["results"][4]["points"], 100);
    let output = suite_text(&lines);
    assert!(
        output.contains("solved    2 of 5 (40.0 %)") && output.contains("left out  1 that ask nothing"),
        "{output}"
    );
}

/// The names of the positions that were solved, or were not.
fn names(suite: &Value, solved: bool) -> Vec<&str> {
    let results = suite["results"].as_array().expect("results").iter();
    results.filter(|result| result["solved"] == solved).filter_map(|result| result["name"].as_str()).collect()
}

#[test]
fn checkers_asks_for_moves_and_results() {
    let lines = file(concat!(
        "B:WK13:BK2,K3 result win; id \"won by the tables\";\n",
        "B:WK1:BK32 result draw; id \"drawn by the tables\";\n",
        "B:WK1:BK32 result win; id \"not won\";\n",
        "W:W10:B2,3 result loss; id \"lost\";\n",
        "B:W21,22,23,24,25,26,27,28:B1,2,3 result loss; id \"lost by its value\";\n",
        "B:W10:B7 bm 7x14; dm 1; id \"taken\";\n",
        "W:W10:B7,8 am 10x3; id \"no other move\";\n",
        "W:W10:B7,8 id \"nothing\";\n",
    ));
    let suite = solved_of("checkers", lines.path(), &["--depth", "6"]);
    let right = ["won by the tables", "drawn by the tables", "lost", "lost by its value", "taken"];
    assert_eq!(names(&suite, true), right, "{suite}");
    assert_eq!(names(&suite, false), ["not won", "no other move"]);
    assert_eq!((&suite["asking_nothing"], &suite["results"][5]["move"]), (&1.into(), &"7x14".into()));
}

#[test]
fn the_search_solves_most_endgames_of_checkers() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/checkers/endgames.txt");
    let suite = solved_of("checkers", &file, &["--nodes", "20000"]);
    let count = suite["solved"].as_u64().expect("a number");
    assert!(suite["positions"] == 47 && count >= 33, "{count} of 47");
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    let lines = file("B:W10:B7 result won; id \"a word\";\n");
    for (game, arguments, complaint) in [
        ("force3", &["--depth", "3"][..], "force3 has no test suites; these games have: forte chess checkers"),
        ("fortac", &["--depth", "3"], "fortac has no test suites"),
        ("forte", &["--depth", "3"], "line 1, at character 2: ':' in the rows"),
        ("fortress", &["--depth", "3"], "fortress has no test suites"),
        ("checkers", &["--depth", "3"], "a word: result: \"won\" is none; accepted are win, draw and loss"),
    ] {
        let output = suite_of(game, lines.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{game}");
        assert!(text(&output.stderr).contains(complaint), "{game}: {}", text(&output.stderr));
    }
    let output = suite_of("checkers", lines.path(), &["--depth", "3", "--tables", "no such directory"]);
    assert_eq!(output.status.code(), Some(2));
}

fn suite_text(lines: &tempfile::NamedTempFile) -> String {
    text(&suite(lines.path(), &["--depth", "3", "--failed"]).stdout).to_owned()
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (lines, complaint) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"nothing\";\n", "no positions to solve: 1 records without"),
        ("", "no positions to solve"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - bm Kh8; id \"over\";\n", "over"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Qa8; id \"no queen\";\n", "no queen: bm"),
        ("6k1/5ppp/8/8/8/8/8/R5 w - - bm Ra8;\n", "row"),
    ] {
        let file = file(lines);
        let output = suite(file.path(), &["--depth", "3"]);
        assert_eq!(output.status.code(), Some(2), "{lines}");
        assert!(text(&output.stderr).contains(complaint), "{lines}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{lines}");
    }
}
