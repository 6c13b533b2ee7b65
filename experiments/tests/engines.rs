//! Engines outside from outside: those that crash, stall, cheat and talk nonsense lose, by that word, and the match goes on;
//! those that play along play what they would play inside.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use engine::games::backgammon::mat::Record;
use engine::games::chess::Chess;
use engine::games::portable;
use engine::{Outcome, Side};
use serde_json::Value;
use tempfile::TempDir;

/// The engine that misbehaves, of `examples/`.
fn mock_engine() -> PathBuf {
    let fort = assert_cmd::cargo::cargo_bin!("fort");
    let path = fort.parent().expect("a directory").join("examples/mock_engine");
    assert!(path.exists(), "{} is missing: cargo build --example mock_engine", path.display());
    path
}

/// A mock as a player: the protocol, what it does, from which move on, and more options. It writes its numbers into `directory`.
fn mock(tongue: &str, mode: &str, options: &str, directory: &TempDir) -> String {
    let place = directory.path().display();
    format!("{tongue}:cmd={},args={tongue} {mode} {place},{options}", mock_engine().display())
}

fn fort(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A match of two players into a directory.
fn a_match(game: &str, players: [&str; 2], games: u32, out: &TempDir) -> Command {
    let mut command = on_any_threads(game, players, games, out);
    command.args(["--threads", "2"]);
    command
}

/// The same without anything said of threads.
fn on_any_threads(game: &str, players: [&str; 2], games: u32, out: &TempDir) -> Command {
    let mut command = fort(&["match"]);
    command.args(game.split(' ')).args(["--player", players[0], "--player", players[1], "--json"]);
    command.args(["--openings", "none", "--games", &games.to_string()]).arg("--out").arg(out.path());
    command
}

fn played(command: &mut Command) -> (Output, Value) {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary = serde_json::from_slice(&output.stdout).expect("JSON");
    (output, summary)
}

fn new() -> TempDir {
    TempDir::new().expect("a directory")
}

/// The rows of `games.csv`, by column; those named `seconds…` are left out.
fn rows(out: &TempDir) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(out.path().join("games.csv")).expect("a table");
    let headers = table.headers().expect("a header").clone();
    let row = |record: csv::StringRecord| {
        let cells = headers.iter().zip(record.iter()).filter(|(name, _)| !name.starts_with("seconds"));
        cells.map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
    };
    table.records().map(|record| row(record.expect("a row"))).collect()
}

/// The processes that a mock has been.
fn numbers(directory: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(directory.path().join("numbers")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn is_running(pid: &str) -> bool {
    Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().expect("kill runs").success()
}

/// Nobody is left, or at least soon.
fn assert_gone(directory: &TempDir) {
    let pids = numbers(directory);
    assert!(!pids.is_empty(), "it was started");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if !pids.iter().any(|pid| is_running(pid)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("somebody is left of {pids:?}");
}

/// What can go wrong, by which options, and by which word a game is lost then; the last words are in the warning.
const FAULTS: [(&str, &str, &str, &str); 10] = [
    ("crash 1", "nodes=9", "crash", "(exit status: 3); it said: out of ideas"),
    ("hangup 1", "nodes=9", "crash", "ended the connection"),
    ("illegal 1", "nodes=9", "illegal_move", "it answers \"a1a1\""),
    ("nonsense 1", "nodes=9", "nonsense", ""),
    ("endless 1", "nodes=9", "nonsense", "and another thing"),
    ("stall 1", "nodes=9,timeout=300ms", "stall", "has not answered after 0.3 s"),
    ("flood 1", "nodes=9,timeout=300ms", "stall", "it said: info string and another thing"),
    ("stall 1", "time=100ms,margin=200ms", "time", "has not moved after 0.3 s"),
    ("flood 1", "clock=200ms,margin=100ms", "time", "its time and margin"),
    ("slow 1", "time=100ms,margin=200ms", "time", "has not moved after 0.3 s"),
];

fn check_faults(tongue: &str, game: &str) {
    for (mode, options, word, said) in FAULTS {
        let (directory, out) = (new(), new());
        let player = mock(tongue, mode, options, &directory);
        let (output, summary) = played(&mut a_match(game, [&player, "random"], 4, &out));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!((&summary["losses"], &summary["endings"][word]), (&4.into(), &4.into()), "{mode}: {summary}");
        assert_eq!(message.matches(&format!("player 1 loses a game by {word}: ")).count(), 1, "{mode}: {message}");
        assert!(message.contains(said) && message.contains(&format!("the player {tongue}:cmd=")), "{mode}: {message}");
        for row in rows(&out) {
            let expected = if row["starter"] == "1" { "0-1" } else { "1-0" };
            assert_eq!((row["result"].as_str(), row["ended"].as_str(), row["points"].as_str()), (expected, word, "1"));
        }
        assert!(numbers(&directory).len() >= 4, "it is started again for each game");
        assert_gone(&directory);
    }
}

#[test]
fn uci_engines_lose_by_what_they_do() {
    check_faults("uci", "chess");
}

#[test]
fn line_engines_lose_by_what_they_do() {
    check_faults("line", "checkers");
}

#[test]
fn who_plays_along_loses_nothing_so() {
    for (tongue, game) in [("uci", "chess"), ("line", "chess"), ("line", "fortac"), ("line", "backgammon")] {
        // What is said about a game that is over is no answer in the next one.
        for mode in ["well 0", "afterwards 0"] {
            let (directory, out) = (new(), new());
            let options = if tongue == "uci" { "depth=3" } else { "clock=60s+1s" };
            let player = mock(tongue, mode, options, &directory);
            let (output, summary) = played(&mut a_match(game, [&player, "random"], 4, &out));
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            let endings = summary["endings"].as_object().expect("endings");
            assert!(endings.keys().all(|word| search::Fault::of_word(word).is_none()), "{summary}");
            assert!(summary["nodes"][0].as_u64() >= Some(300), "what it tells is counted: {summary}");
            assert_gone(&directory);
        }
    }
}

#[test]
fn players_inside_are_held_to_their_clocks_too() {
    let out = new();
    // A search ends when its time is over; without a margin that is too late.
    let player = "alphabeta:time=1ms,margin=0ms";
    let (output, summary) = played(&mut a_match("chess", [player, "random"], 4, &out));
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!((&summary["losses"], &summary["endings"]["time"]), (&4.into(), &4.into()), "{summary}");
    assert!(
        message.contains("player 1 at ") && message.contains("where it had 1 ms and a margin of 0 ms"),
        "{message}"
    );
}

#[test]
fn who_cannot_be_started_is_refused_before_anything_is_written() {
    let directory = new();
    let out = directory.path().join("out");
    let lacking = mock("uci", "well 0", "depth=1,option.Contempt=3", &directory);
    for (player, reason) in [
        ("uci:cmd=/no/such/engine,depth=1", "/no/such/engine cannot be started: No such file"),
        ("line:cmd=/no/such/engine", "/no/such/engine cannot be started: No such file"),
        ("line:cmd=false", "false ended (exit status: 1)"),
        ("uci:cmd=sleep,args=60,depth=1,timeout=200ms", "sleep has not answered after 0.2 s"),
        ("line:cmd=cat", "cat says \"fort 1 chess\" where a line \"ready\""),
        (&lacking, "has no option \"Contempt\"; its options are Skill Level"),
    ] {
        let arguments = ["match", "chess", "--player", player, "--player", "random", "--games", "2"];
        let output = fort(&arguments).arg("--out").arg(&out).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason), "{message} should say {reason}");
        assert!(!out.exists(), "{player}");
    }
    let known = mock("uci", "well 0", "depth=1,option.skill level=3", &directory);
    played(&mut a_match("chess", [&known, "random"], 1, &new()));
}

#[test]
fn who_cannot_be_started_again_ends_the_match_and_the_same_command_goes_on() {
    let (directory, out) = (new(), new());
    let starts = directory.path().join("starts");
    fs::write(&starts, "so many letters, so many starts").expect("writable");
    let player = mock("line", "crash 1", "nodes=9", &directory);
    let mut command = on_any_threads("checkers", [&player, "random"], 40, &out);
    let output = command.args(["--threads", "1"]).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("ended (exit status: 4); it said: no more starts"), "{message}");
    let journal = fs::read_to_string(out.path().join("journal")).expect("kept");
    assert!((2..40).contains(&journal.lines().count()) && !out.path().join("games.csv").exists(), "{journal}");
    fs::remove_file(starts).expect("there");
    let (_, summary) = played(&mut a_match("checkers", [&player, "random"], 40, &out));
    assert_eq!((&summary["complete"], &summary["losses"]), (&true.into(), &40.into()));
    assert_gone(&directory);
}

#[test]
fn a_match_with_crashes_killed_again_and_again_ends_like_an_undisturbed_one() {
    let (directory, undisturbed, killed) = (new(), new(), new());
    let player = mock("line", "moody 0", "depth=1", &directory);
    let (_, summary) = played(&mut a_match("checkers", [&player, "random"], 60, &undisturbed));
    let crashes = summary["endings"]["crash"].as_u64().expect("a number");
    assert!((5..60).contains(&crashes), "{summary}");
    for round in 0..6 {
        let mut child = a_match("checkers", [&player, "random"], 60, &killed).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(40 + 25 * round));
        child.kill().expect("killed");
        child.wait().expect("it is gone");
        assert_gone(&directory);
    }
    played(&mut a_match("checkers", [&player, "random"], 60, &killed));
    assert_eq!(rows(&killed), rows(&undisturbed));
    let read = |out: &TempDir, name: &str| fs::read_to_string(out.path().join(name)).expect(name);
    for name in ["summary.json", "summary.txt", "games.pdn"] {
        assert!(read(&killed, name) == read(&undisturbed, name), "{name} differs");
    }
}

#[test]
fn who_is_killed_leaves_nobody_behind() {
    // The end of its input does not end it, and a shell stands between us and it.
    for shell in [false, true] {
        let (directory, out) = (new(), new());
        let (engine, place) = (mock_engine(), directory.path().display().to_string());
        let (command, wrapped) = if shell {
            ("sh".to_owned(), format!("-c '{} line stall 0 {place}; true'", engine.display()))
        } else {
            (engine.display().to_string(), format!("line stall 0 {place}"))
        };
        let player = format!("line:cmd={command},args={wrapped},nodes=9,timeout=60s");
        let mut child = a_match("checkers", [&player, "random"], 4, &out).spawn().expect("it runs");
        let begun = Instant::now();
        // One that was tried, and one for each thread.
        while numbers(&directory).len() < 3 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(100));
        child.kill().expect("killed");
        child.wait().expect("it is gone");
        assert_gone(&directory);
    }
}

#[test]
fn files_of_games_say_who_lost_and_how() {
    let (directory, out) = (new(), new());
    let player = mock("uci", "moody 0", "depth=1", &directory);
    played(&mut a_match("chess", [&player, "random"], 10, &out));
    let text = fs::read_to_string(out.path().join("games.pgn")).expect("games");
    let games: Vec<_> = portable::games::<Chess>(&text).map(|game| game.expect("a game")).collect();
    let mut crashes = 0;
    for (game, row) in games.iter().zip(rows(&out)) {
        assert_eq!(game.tag("Termination"), Some(row["ended"].as_str()));
        if row["ended"] == "crash" {
            let loser = if game.tag("White") == Some("random") { Side::Second } else { Side::First };
            assert_eq!(game.result, Some(Outcome::win(!loser)));
            assert_eq!(game.plies.len().to_string(), row["plies"]);
            crashes += 1;
        }
    }
    assert!(crashes > 0 && games.len() == 10);
}

#[test]
fn a_forfeit_in_backgammon_is_a_resignation_for_what_the_cube_shows() {
    for (game, tournament) in
        [("backgammon --rules cube=money", false), ("backgammon --rules match=3 --tournament", true)]
    {
        let (directory, out) = (new(), new());
        let player = mock("line", "moody 0", "depth=1", &directory);
        played(&mut a_match(game, [&player, "random"], 20, &out));
        let rows = rows(&out);
        assert!(rows.iter().any(|row| row["ended"] == "crash" && row["points"] != "1"), "some after a double");
        let names: Vec<String> = if tournament {
            (0..20).map(|index| format!("matches/{}.{}.mat", index / 2 + 1, index % 2 + 1)).collect()
        } else {
            vec!["games.mat".to_owned()]
        };
        let read = |name: &String| Record::read(&fs::read_to_string(out.path().join(name)).expect(name)).expect(name);
        let games: Vec<_> = names.iter().map(read).flat_map(|record| record.games).collect();
        assert_eq!(games.len(), rows.len());
        for (game, row) in games.iter().zip(&rows) {
            let won =
                matches!(game.outcome(), Some(Outcome::Win { points, .. }) if points.to_string() == row["points"]);
            assert!(won, "{:?} is not {row:?}", game.outcome());
        }
    }
}

/// The columns that are the same wherever a player is, and those of them that UCI leaves alone: our engine tells the nodes of whole
/// iterations there.
const ALL: [&str; 5] = ["opening", "moves", "result", "ended", "nodes_1"];
const GAME: [&str; 4] = ["opening", "moves", "result", "ended"];

/// What a player plays against chance, inside and outside.
fn check_same(game: &str, inside: &str, outside: &str, columns: &[&str]) {
    let outs = [new(), new()];
    for (player, out) in [inside, outside].into_iter().zip(&outs) {
        played(&mut a_match(game, [player, "random"], 4, out));
    }
    let of = |out: &TempDir| -> Vec<Vec<String>> {
        rows(out).iter().map(|row| columns.iter().map(|&name| row[name].clone()).collect()).collect()
    };
    let (inside, outside) = (of(&outs[0]), of(&outs[1]));
    assert!(inside.iter().flatten().all(|cell| !cell.is_empty()));
    assert_eq!(inside, outside, "{game}");
}

#[test]
fn over_the_line_protocol_players_play_what_they_play_inside() {
    let fort = assert_cmd::cargo::cargo_bin!("fort").display().to_string();
    for (game, player) in [
        ("forte", "alphabeta:nodes=300"),
        ("force3", "alphabeta:nodes=300"),
        ("chess", "alphabeta:nodes=300"),
        ("chess --rules variant=chess960,start=17,draws=automatic", "alphabeta:nodes=100"),
        ("checkers", "alphabeta:nodes=300"),
        ("fortac", "expectiminimax:nodes=300"),
        ("backgammon", "expectiminimax:plies=0"),
        ("backgammon --rules match=3 --tournament", "expectiminimax:plies=0"),
    ] {
        let name = game.split(' ').next().expect("a word");
        check_same(game, player, &format!("line:cmd={fort},args=engine {name} --player {player}"), &ALL);
    }
    // Limits that the player leaves open come with each move.
    check_same("forte", "alphabeta:nodes=300", &format!("line:cmd={fort},args=engine forte,nodes=300"), &ALL);
    check_same("fortac", "expectiminimax:depth=1", &format!("line:cmd={fort},args=engine fortac,depth=1"), &ALL);
}

#[test]
fn over_uci_our_engine_plays_what_it_plays_inside() {
    let fort = assert_cmd::cargo::cargo_bin!("fort").display().to_string();
    let outside = format!("uci:cmd={fort},args=uci,nodes=500,option.Hash=1");
    check_same("chess", "alphabeta:nodes=500,hash=1", &outside, &GAME);
    check_same("chess --rules variant=chess960,start=5", "alphabeta:nodes=500,hash=1", &outside, &GAME);
}

#[test]
fn an_engine_that_cannot_be_offered_is_refused() {
    for (arguments, reason) in [
        (&["engine", "fortress"][..], "fortress is a game of one player"),
        (&["engine", "forte", "--json"], "has no JSON"),
        (&["engine", "forte", "--player", "gnubg:plies=0"], "is for backgammon"),
        (&["engine", "fortac", "--player", "alphabeta:depth=3"], "alphabeta is for games without chance"),
    ] {
        let output = fort(arguments).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason), "{message}");
    }
}
