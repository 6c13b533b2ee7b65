//! gnubg's stand-ins from outside: who cheats loses, and nobody is left behind when a match is killed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A program that listens where gnubg is told to, writes down its number, and answers everything by `{answer}`.
const MOCK: &str = r#"#!/usr/bin/env python3
import os, socket, sys, time
place = open(sys.argv[-1]).read().split("external ")[1].strip()
listener = socket.socket(socket.AF_UNIX)
listener.bind(place)
listener.listen(1)
peer = listener.accept()[0].makefile("rw")
for line in peer:
    with open(os.path.dirname(sys.argv[0]) + "/numbers", "a") as numbers:
        print(os.getpid(), os.path.dirname(place), file=numbers, flush=True)
    {answer}
"#;

fn mock(answer: &str) -> TempDir {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("program");
    fs::write(&path, MOCK.replace("{answer}", answer)).expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("allowed");
    directory
}

fn fort(mock: &TempDir) -> Command {
    let player = format!("gnubg:plies=0,cmd={},timeout=20s", mock.path().join("program").display());
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.args(["match", "backgammon", "--player", &player, "--player", "random", "--games", "10", "--threads", "2"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The processes and directories of the mock programs that were asked.
fn numbers(mock: &TempDir) -> Vec<(String, String)> {
    let text = fs::read_to_string(mock.path().join("numbers")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(pid, place)| (pid.to_owned(), place.to_owned())).collect()
}

fn is_running(pid: &str) -> bool {
    Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().expect("kill runs").success()
}

/// Waits until `happens`, but not for long.
fn within_seconds(happens: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if happens() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

#[test]
fn an_illegal_move_loses_the_game_and_the_match_goes_on() {
    let mock = mock("print('24/1', file=peer, flush=True)");
    let output = fort(&mock).arg("--json").stdout(Stdio::piped()).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(message.contains("the player gnubg:plies=0,cmd=") && message.contains("it answers \"24/1\""), "{message}");
    assert_eq!(message.matches("illegal_move").count(), 1, "it is said once: {message}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&summary["losses"], &summary["endings"]["illegal_move"]), (&10.into(), &10.into()), "{summary}");
    assert!(numbers(&mock).iter().all(|(pid, _)| !is_running(pid)), "nobody is left");
}

#[test]
fn who_is_killed_leaves_nobody_behind() {
    let mock = mock("time.sleep(60)");
    let mut played = fort(&mock).spawn().expect("it runs");
    assert!(within_seconds(|| !numbers(&mock).is_empty()), "it is asked");
    played.kill().expect("killed");
    played.wait().expect("it is gone");
    for (pid, place) in numbers(&mock) {
        assert!(within_seconds(|| !is_running(&pid)), "{pid} is still there");
        assert!(within_seconds(|| !Path::new(&place).exists()), "{place} is still there");
    }
}
