//! The program from outside: what holds whatever games there are.

mod program;

use std::io::pipe;
use std::process::{Output, Stdio};

use assert_cmd::cargo::cargo_bin;

use program::{fort_reading, text};

fn fort(arguments: &[&str]) -> Output {
    fort_reading(arguments, b"")
}

const COMMANDS: [&str; 16] = [
    "games",
    "show",
    "moves",
    "perft",
    "analyse",
    "play",
    "solve",
    "study",
    "survey",
    "merge",
    "match",
    "bench",
    "tour",
    "uci",
    "engine",
    "completions",
];

#[test]
fn bare_fort_prints_its_help_on_stderr() {
    let output = fort(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    for command in COMMANDS {
        assert!(text(&output.stderr).contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn help_goes_to_stdout_with_examples() {
    let main = fort(&["--help"]);
    assert_eq!(main.status.code(), Some(0));
    assert!(text(&main.stdout).contains("Exit codes: 0 done"));
    for command in COMMANDS {
        let help = fort(&[command, "--help"]);
        assert_eq!(help.status.code(), Some(0), "{command}");
        let text = text(&help.stdout);
        assert!(text.contains("Examples:\n") && text.contains("--json") && text.contains("--threads"), "{text}");
        assert_eq!(fort(&["help", command]).stdout, help.stdout, "{command}");
    }
}

#[test]
fn the_version_names_the_commit() {
    let output = fort(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    let version = text(&output.stdout).trim();
    let commit = version
        .strip_prefix(concat!("fort ", env!("CARGO_PKG_VERSION"), " (commit "))
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or_else(|| panic!("{version}"));
    let hash = commit.strip_suffix("+changes").unwrap_or(commit);
    let is_hash = hash.len() >= 12 && hash.chars().all(|digit| digit.is_ascii_hexdigit());
    assert!(is_hash || hash == "unknown", "{version}");
}

#[test]
fn malformed_command_lines_are_refused_with_a_reason() {
    let table: &[(&[&str], &str)] = &[
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["--frobnicate"], "unexpected argument '--frobnicate'"),
        (&["games", "forte"], "unexpected argument 'forte'"),
        (&["games", "--json", "--json"], "cannot be used multiple times"),
        (&["games", "--threads", "0"], "0 is not in 1..=1024"),
        (&["games", "--threads", "1000000"], "1000000 is not in 1..=1024"),
        (&["survey", "fortress", "--deals", "9", "--seed", "-1"], "\"-1\" is not a whole number below 2^64"),
        (&["games", "--threads", "two"], "invalid digit"),
        (&["games", "--threads"], "a value is required"),
        (&["moves"], "<GAME>"),
        (&["moves", "ludo"], "invalid value 'ludo' for '<GAME>'"),
        (&["moves", ""], "<GAME>"),
        (&["show", "Ludo\n"], "<GAME>"),
        (&["perft", "ludo", "--depth", "1"], "invalid value 'ludo' for '<GAME>'"),
        (&["play", "ludo"], "invalid value 'ludo' for '<GAME>'"),
        (&["uci", "--json"], "which has no JSON"),
        (&["completions"], "<SHELL>"),
        (&["completions", "cmd"], "possible values: bash"),
    ];
    for (arguments, reason) in table {
        let output = fort(arguments);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn the_list_of_games_is_one_json_document_wherever_json_stands() {
    let output = fort(&["games", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = list["games"].as_array().expect("a list of games");
    let mut names: Vec<&str> = games.iter().map(|game| game["game"].as_str().expect("a name")).collect();
    for game in games {
        assert!(["deterministic", "chance", "puzzle"].contains(&game["kind"].as_str().expect("a kind")), "{game}");
        assert!(game["rules"].is_array(), "{game}");
        assert!(game["position"].is_string() && game["implemented"] == true, "{game}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), games.len(), "no game twice");
    assert_eq!(fort(&["--json", "games"]).stdout, output.stdout);
    assert_eq!(fort(&["games", "--threads", "3", "--json"]).stdout, output.stdout);
}

#[test]
fn every_game_that_is_listed_is_shown() {
    let list: serde_json::Value = serde_json::from_slice(&fort(&["games", "--json"]).stdout).expect("JSON");
    let games = list["games"].as_array().expect("a list of games");
    assert_eq!(games.len(), 8);
    for game in games {
        let name = game["game"].as_str().expect("a name");
        assert_eq!(fort(&["show", name]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = fort(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
        let json: serde_json::Value =
            serde_json::from_slice(&fort(&["completions", shell, "--json"]).stdout).expect("JSON");
        assert_eq!(json["script"], script, "{shell}");
    }
}

#[test]
fn a_reader_that_has_gone_is_told_of_without_a_panic() {
    for arguments in [&["games"][..], &["games", "--json"], &["completions", "bash"], &["--help"], &["--version"]] {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let output = std::process::Command::new(cargo_bin!("fort"))
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(
            text(&output.stderr),
            "fort: standard output was closed before the end; not everything was written\n",
            "{arguments:?}"
        );
    }
}

#[test]
fn a_complaint_that_nobody_reads_is_no_panic() {
    for arguments in [&["frobnicate"][..], &[]] {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let status = std::process::Command::new(cargo_bin!("fort"))
            .args(arguments)
            .stderr(writer)
            .status()
            .expect("the program starts");
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_with_its_place() {
    for argument in ["games", "--help", "--version"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
        let output = std::process::Command::new(cargo_bin!("fort"))
            .arg(argument)
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{argument}");
        let message = text(&output.stderr);
        assert!(message.starts_with("fort: standard output: "), "{argument}: {message}");
    }
}
