//! `fort tune` from outside: games, a fit, and a player with the weights that came of it; killed, and with bad input.

#[path = "program/answers.rs"]
mod answers;
mod program;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use answers::{lines, printed};
use program::{fort_reading, text};
use tempfile::TempDir;

/// A few quick games into a file.
const PLAY: [&str; 7] = ["tune", "chess", "--nodes", "40", "--games", "60", "--data"];

fn play(data: &Path, more: &[&str]) -> Vec<serde_json::Value> {
    lines(&[&PLAY[..], &[data.to_str().expect("UTF-8")], more].concat(), "")
}

/// The lines of a journal in order of their units: threads and kills change the order in which games end.
fn sorted(data: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(data).expect("a journal");
    let mut lines: Vec<String> = text.lines().map(|line| line[9..].to_owned()).collect();
    lines.sort();
    lines
}

#[test]
fn killed_ten_times_it_plays_the_same_games() {
    let directory = TempDir::new().expect("a directory");
    let [undisturbed, killed] = ["undisturbed", "killed"].map(|name| directory.path().join(name));
    let answer = play(&undisturbed, &["--threads", "1"]);
    assert_eq!(answer[0]["games"], 60);
    for round in 0..10 {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
        let mut child = command.args(PLAY).arg(&killed).stdout(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(20 + 13 * round));
        child.kill().expect("killed");
        child.wait().expect("it is gone");
    }
    assert_eq!(play(&killed, &["--threads", "2"]), {
        let mut answer = answer;
        answer[0]["file"] = killed.to_str().expect("UTF-8").into();
        answer
    });
    assert_eq!(sorted(&killed), sorted(&undisturbed));
}

#[test]
fn games_make_weights_that_a_player_can_use() {
    let directory = TempDir::new().expect("a directory");
    let [data, out] = ["games", "new.in"].map(|name| directory.path().join(name));
    let out_text = out.to_str().expect("UTF-8");
    let answers = play(&data, &["--out", out_text, "--epochs", "3"]);
    let fitted = &answers[1];
    assert_eq!(fitted["games"], 60);
    assert!(fitted["after"].as_f64() <= fitted["before"].as_f64(), "{fitted}");
    let from_zero =
        printed(&["tune", "chess", "--data", data.to_str().expect("UTF-8"), "--out", out_text, "--from-zero"], "");
    assert!(from_zero.starts_with("pass,training,held_out,held_out_result,seconds\n0,0."), "{from_zero}");
    let player = format!("alphabeta:nodes=50,weights={out_text}");
    let line = ["match", "chess", "--player", &player, "--player", "alphabeta:nodes=50", "--games", "2"];
    assert_eq!(lines(&line, "")[0]["games"], 2);
}

#[test]
fn bad_input_is_exit_code_2_and_a_message() {
    let directory = TempDir::new().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("UTF-8").to_owned();
    let (data, weights) = (path("games"), path("bad.in"));
    printed(&["tune", "chess", "--nodes", "20", "--games", "2", "--data", &data], "");
    std::fs::write(&weights, "(\n    [\n        [1, x],\n").expect("written");
    let torn = path("torn");
    let whole = std::fs::read_to_string(&data).expect("readable");
    std::fs::write(&torn, whole.replacen("\"first\":", "\"other\":", 1)).expect("written");
    for (line, reason) in [
        ("tune force3 --data games".to_owned(), "force3 has no weights to tune; chess, checkers and forte have"),
        ("tune chess --games 4".to_owned(), "--data"),
        (format!("tune chess --games 0 --data {data}"), "1..="),
        (format!("tune chess --games 4 --data {data} --data {data}"), "--data once"),
        (format!("tune chess --nodes 20 --games 4 --seed 2 --data {data}"), "seed is \"1\" there and \"2\" here"),
        (format!("tune chess --nodes 20 --games 1 --data {data}"), "give --games 2 or more"),
        ("tune chess --data /no/such/file".to_owned(), "/no/such/file"),
        (format!("tune chess --data {torn}"), "line 2: the checksum does not fit"),
        (format!("tune chess --data {weights}"), "line 1: "),
        (format!("tune chess --data {data} --lambda 2"), "accepted are 0 to 1"),
        (format!("tune chess --data {data} --rate 0"), "numbers above 0"),
        (format!("tune chess --data {data} --weights {weights}"), "line 3: \"x\" is not a whole number"),
        (
            format!("match chess --player random --games 2 --player alphabeta:depth=1,weights={weights}"),
            "line 3: \"x\" is not a whole number",
        ),
        (
            format!("match force3 --player random --games 2 --player alphabeta:depth=1,weights={weights}"),
            "force3 has no weights to exchange; chess, checkers and forte have",
        ),
        (
            format!("match forte --player random --games 2 --player alphabeta:depth=1,weights={weights}"),
            "line 1: \"(\" is not a term, a place and two weights",
        ),
        ("match chess --player random --games 2 --player alphabeta:depth=1,weights=/no/file".to_owned(), "/no/file"),
    ] {
        let output = fort_reading(&line.split(' ').collect::<Vec<_>>(), b"");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
    }
}
