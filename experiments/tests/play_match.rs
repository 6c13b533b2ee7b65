//! `fort match` from outside: killed for real, with bad input, with a closed pipe.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

const MATCH: [&str; 9] =
    ["match", "force3", "--player", "random", "--player", "random", "--games", "40000", "--openings=random:2"];

fn fort(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn out(command: &mut Command, directory: &TempDir) {
    command.arg("--out").arg(directory.path());
}

/// A final file, without the column `seconds` if it is the table.
fn final_file(directory: &TempDir, name: &str) -> String {
    let text = std::fs::read_to_string(directory.path().join(name)).expect(name);
    if name != "games.csv" {
        return text;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let seconds = rows[0].iter().position(|column| column == "seconds").expect("a column");
    let cells = rows.iter().flat_map(|row| {
        row.iter().enumerate().filter(|(column, _)| *column != seconds).map(|(_, cell)| format!("{cell}\n"))
    });
    cells.collect()
}

fn lines(journal: &Path) -> usize {
    std::fs::read(journal).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
}

#[test]
fn killed_twenty_times_it_ends_like_an_undisturbed_match() {
    let directories = [TempDir::new().expect("a directory"), TempDir::new().expect("a directory")];
    let [undisturbed, killed] = &directories;
    let mut command = fort(&MATCH);
    out(&mut command, undisturbed);
    assert!(command.args(["--threads", "1"]).status().expect("it runs").success());
    let journal = killed.path().join("journal");
    for round in 0..20 {
        let before = lines(&journal);
        let mut command = fort(&MATCH);
        out(&mut command, killed);
        let mut child = command.args(["--threads", if round % 2 == 0 { "4" } else { "1" }]).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(5 + 7 * round % 20));
        child.kill().expect("killed");
        child.wait().expect("it is gone");
        assert!(lines(&journal) >= before, "round {round}: nothing finished is lost");
    }
    let mut command = fort(&MATCH);
    out(&mut command, killed);
    assert!(command.status().expect("it runs").success());
    assert_eq!(lines(&journal), 40_001, "a header and each game once");
    for name in ["games.csv", "summary.json", "summary.txt"] {
        assert!(final_file(killed, name) == final_file(undisturbed, name), "{name} differs");
    }
}

#[test]
fn bad_input_is_exit_code_2_and_a_message() {
    let random = "match force3 --player random --player random";
    for (line, reason) in [
        ("match nosuch --player random --player random --games 2".to_owned(), "[possible values: forte"),
        ("match force3 --player random --games 2".to_owned(), "two players"),
        ("match force3 --player random --player chess --games 2".to_owned(), "the players are random"),
        ("match force3 --player random --player alphabeta:depth=0 --games 2".to_owned(), "1 to 127"),
        ("match force3 --player random --player alphabeta:depth=128 --games 2".to_owned(), "1 to 127"),
        (format!("{random} --games 0"), "1..="),
        (format!("{random} --games -1"), "invalid value '-1' for '--games <N>'"),
        (format!("{random} --games 2 --rules ban=nothing"), "--rules: rule option ban"),
        (format!("{random} --games 2 --openings /no/such/file"), "/no/such/file"),
        (format!("{random} --games 2 --out /dev/null/x"), "/dev/null/x"),
        (format!("{random} --games 2 --out /dev/null"), "--out /dev/null: not a directory"),
        (format!("{random} --games 2 --threads 0"), "1..=1024"),
    ] {
        let output = fort(&line.split(' ').collect::<Vec<_>>()).stderr(Stdio::piped()).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
    }
}

#[test]
fn the_journal_of_another_run_is_exit_code_2() {
    let directory = TempDir::new().expect("a directory");
    let run = |seed: &str| {
        let mut command = fort(&["match", "force3", "--player", "random", "--player", "random", "--games", "2"]);
        out(&mut command, &directory);
        command.args(["--seed", seed]).stderr(Stdio::piped()).output().expect("it runs")
    };
    assert!(run("1").status.success());
    let refused = run("2");
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("seed is \"1\" there and \"2\" here"), "{message}");
}

#[test]
fn a_closed_pipe_is_not_a_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = fort(&["match", "force3", "--player", "random", "--player", "random", "--games", "2"]);
    let output = command.stdout(writer).stderr(Stdio::piped()).spawn().expect("it runs").wait_with_output();
    let output = output.expect("it ends");
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(1), "fort: standard output was closed before the end; not everything was written\n")
    );
}
