//! Programs that crash, stall, cheat or talk nonsense; and the real ones, where they are installed.
//!
//! The former are scripts in Python, which is all that these tests need. They are given the same arguments as the program they
//! stand for.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine::games::backgammon::board::PLACES;
use engine::games::backgammon::{Backgammon, Board, Options};
use engine::{Afterstate, Game, History, Node, PathRules, Position, Side, rng};
use tempfile::TempDir;

use super::*;
use crate::spec::Spec;

/// A program that listens where gnubg is told to, and answers by `{body}`, which sees a `line` and says a text, or more.
const MOCK: &str = r#"#!/usr/bin/env python3
import os, socket, sys, time
commands = open(sys.argv[-1]).read().split("\n")
place = [command.split(" ", 1)[1] for command in commands if command.startswith("external ")][0]
print("some words at the start\n")
with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(place)
    listener.listen(1)
    client, _ = listener.accept()
    peer = client.makefile("rw", newline="\n")
    def say(text):
        peer.write(text)
        peer.flush()
    for line in peer:
"#;

/// A mock program on disk, as a player's specification.
fn mock(body: &str) -> (TempDir, Outside) {
    let script = format!("{MOCK}        {body}\n");
    written(&script, "timeout=2s")
}

fn written(script: &str, options: &str) -> (TempDir, Outside) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("program");
    fs::write(&path, script).expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("allowed");
    let outside = outside(&format!("gnubg:plies=0,cmd={},{options}", path.display()));
    (directory, outside)
}

fn outside(spec: &str) -> Outside {
    match spec.parse() {
        Ok(Spec::Outside(outside)) => outside,
        other => panic!("{spec}: {other:?}"),
    }
}

fn game(text: &str) -> History<Backgammon> {
    let pos = Backgammon::parse(text, &Options::default()).expect(text);
    History::new(pos, PathRules::default())
}

/// What the player answers to 3-1 at the start.
fn asked(outside: &Outside) -> Result<String, String> {
    let mut player = Outsider::start(outside).map_err(|trouble| trouble.to_string())?;
    let choice = player.choose(&game("4HPwATDgc/ABMA:31"), &mut rng::stream(1, 0));
    choice.map(|choice| choice.mv.to_string()).map_err(|failed| format!("{}: {failed}", failed.fault.word()))
}

#[test]
fn a_program_that_plays_along_is_understood() {
    for (answer, meant) in [("8/5 6/5 ", "8/5 6/5"), ("24/20", "24/20"), ("6/5 8/5\\r", "8/5 6/5")] {
        let (_directory, outside) = written(&format!("{MOCK}        say('{answer}\\n')\n"), "timeout=60s");
        assert_eq!(asked(&outside).as_deref(), Ok(meant));
    }
}

#[test]
fn whatever_goes_wrong_is_said() {
    let begun = Instant::now();
    for (body, fault, reasons) in [
        ("sys.exit('out of ideas')", "crash", &["ended (exit status: 1); it said: out of ideas"][..]),
        ("os.kill(os.getpid(), 9)", "crash", &["ended (signal: 9"]),
        ("os._exit(0)", "crash", &["ended (exit status: 0); it said: some words at the start"]),
        ("peer.close(); client.close(); time.sleep(60)", "crash", &["ended the connection"]),
        ("time.sleep(60)", "stall", &["has not answered after 2 s"]),
        ("[(say('8'), time.sleep(0.1)) for _ in range(600)]", "stall", &["has not answered after 2 s"]),
        ("say('8' * 100000)", "nonsense", &["answers with more than a line: \"8888"]),
        ("say('8/5 6/5\\n8/5 6/5\\n')", "nonsense", &["answers with more than a line"]),
        ("say('\\n')", "illegal_move", &["it answers \"\": \"\" is not a legal move"]),
        ("say('good luck\\n')", "illegal_move", &["it answers \"good luck\":", "legal are: "]),
        ("say('8/4 6/5\\n')", "illegal_move", &["it answers \"8/4 6/5\":"]),
        ("say('double\\n')", "illegal_move", &["it answers \"double\":"]),
        ("client.send(b'\\xff\\x00\\n')", "illegal_move", &["it answers \"\u{FFFD}\\0\""]),
    ] {
        let (_directory, outside) = mock(body);
        let message = asked(&outside).expect_err(body);
        let start = format!("{fault}: the player {outside} at 4HPwATDgc/ABMA:31: ");
        for reason in reasons.iter().chain([&start.as_str()]) {
            assert!(message.contains(reason), "{body}: {message}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "nothing is waited for without end");
}

/// The standard rules of any game.
fn standard<R: engine::Rules>() -> R {
    R::default()
}

#[test]
fn a_program_that_cannot_be_had_is_refused() {
    for (script, options, reason) in [
        (
            "#!/bin/sh\necho no such option >&2\nexit 3\n",
            "timeout=9s",
            "ended (exit status: 3); it said: no such option",
        ),
        ("#!/bin/sh\nexec sleep 60\n", "timeout=300ms", "does not listen after 0.3 s"),
        ("#!/no/such/interpreter\n", "timeout=9s", "cannot be started: No such file"),
    ] {
        let (_directory, outside) = written(script, options);
        let message = asked(&outside).expect_err(script);
        assert!(message.contains(reason), "{message}");
    }
    let message = asked(&outside("gnubg:plies=0,cmd=/no/such/program")).expect_err("not there");
    assert!(message.contains("/no/such/program cannot be started") && message.contains("apt-get install"), "{message}");
    let message = asked(&outside("pubeval:cmd=/no/such/python")).expect_err("not there");
    assert!(message.contains("pip install gnubg-nn"), "{message}");
    for (result, reason) in [
        (start::<Fortac>(&outside("pubeval"), &standard()).err(), "is for backgammon"),
        (start::<Chess>(&outside("gnubg:plies=1"), &standard()).err(), "is for backgammon"),
        (start::<Forte>(&outside("uci:cmd=x,depth=1"), &standard()).err(), "is for chess; engines for forte speak"),
        (start::<Backgammon>(&outside("uci:cmd=x,depth=1"), &standard()).err(), "is for chess"),
        (
            start::<Chess>(&outside("uci:cmd=x,depth=1"), &"variant=boxed".parse().expect("rules")).err(),
            "no variant=boxed",
        ),
        (start::<Forte>(&outside("line:cmd=/no/such/program"), &standard()).err(), "cannot be started"),
    ] {
        let Some(Failure::Input(message)) = result else { panic!("{result:?}") };
        assert!(message.contains(reason), "{message}");
    }
}

/// The mocks' process and directory, by what they write into their own directory.
fn pid_of(directory: &TempDir) -> (u32, PathBuf) {
    let text = fs::read_to_string(directory.path().join("pid")).expect("it was asked");
    let (pid, place) = text.split_once(' ').expect("two words");
    (pid.parse().expect("a number"), PathBuf::from(place))
}

fn is_running(pid: u32) -> bool {
    let signal = Command::new("kill").args(["-0", &pid.to_string()]).stderr(Stdio::null()).status();
    signal.expect("kill runs").success()
}

const TELLS_ITS_NUMBER: &str = "print(os.getpid(), place, file=open(os.path.dirname(sys.argv[0]) + '/pid', 'w'), \
                                end='', flush=True); say('8/5 6/5\\n')";

#[test]
fn a_program_ends_with_its_player() {
    let (directory, outside) = mock(TELLS_ITS_NUMBER);
    let mut player = Outsider::start(&outside).expect("a player");
    assert!(player.choose(&game("4HPwATDgc/ABMA:31"), &mut rng::stream(1, 0)).is_ok());
    let (pid, place) = pid_of(&directory);
    assert!(is_running(pid) && place.exists());
    drop(player);
    assert!(!is_running(pid) && !place.parent().expect("a directory").exists());
}

#[test]
fn a_move_without_an_alternative_is_not_asked_for() {
    let (_directory, outside) = mock("sys.exit('asked')");
    let mut player = Outsider::start(&outside).expect("a player");
    for (position, only) in [("27YBAAB8PgCAAA:42", "pass"), ("AACAARAAAAAAAA:54", "10/5")] {
        let choice = player.choose(&game(position), &mut rng::stream(1, 0)).expect("nobody is asked");
        assert_eq!(choice.mv.to_string(), only);
    }
}

/// Positions of games in which `player` meets itself; what it says must be legal everywhere.
fn plays_itself(player: &mut Outsider, rules: &str, games: u64) {
    let rules: Options = rules.parse().expect("rules");
    for index in 0..games {
        let mut rng = rng::stream(7, index);
        let mut history = History::new(Backgammon::start(&rules).sample(&mut rng), PathRules::default());
        while history.ending().is_none() {
            let choice = player.choose(&history, &mut rng).unwrap_or_else(|failed| panic!("{failed}"));
            let pos = history.current().play(choice.mv).sample(&mut rng);
            history.push(pos);
        }
    }
}

/// The player, if its program is installed.
fn installed(spec: &str) -> Option<Outsider> {
    let player = Outsider::start(&outside(spec));
    player.inspect_err(|fault| eprintln!("{spec} is not tested: {fault}")).ok()
}

#[test]
fn gnubg_plays_known_openings_and_nothing_illegal() {
    let Some(mut player) = installed("gnubg:plies=0") else { return };
    for (dice, play) in [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("65", "24/13")] {
        let position = game(&format!("4HPwATDgc/ABMA:{dice}"));
        for _ in 0..2 {
            let choice = player.choose(&position, &mut rng::stream(1, 0)).expect("a choice");
            assert_eq!(choice.mv.to_string(), play, "{dice}");
        }
    }
    for rules in ["", "cube=money,beavers=on", "match=3,standing=1-0", "match=5,standing=4-4,crawford=past"] {
        plays_itself(&mut player, rules, 4);
    }
}

#[test]
fn gnubg_drops_what_is_lost_and_takes_what_is_won() {
    let Some(mut player) = installed("gnubg:plies=0") else { return };
    let (mut far, mut home) = ([0; PLACES], [0; PLACES]);
    (far[20], far[13], far[8], far[6]) = (2, 5, 3, 5);
    home[1] = 2;
    for rules in ["cube=money", "match=7"] {
        let rules: Options = rules.parse().expect("rules");
        for (counts, answer) in [([home, far], "drop"), ([far, home], "take")] {
            let pos = *Backgammon::before_roll(Board::new(counts), Side::First, &rules).pending();
            let offered = *pos.play(pos.find_move("double").expect("legal")).pending();
            let choice = player.choose(&History::new(offered, Backgammon::path_rules(&rules)), &mut rng::stream(1, 0));
            assert_eq!(choice.expect("a choice").mv.to_string(), answer, "{rules}");
        }
    }
}

#[test]
fn pubeval_plays_known_openings_and_nothing_illegal() {
    let Some(mut player) = installed("pubeval") else { return };
    for (dice, play) in [("31", "8/5 6/5"), ("52", "13/11 13/8")] {
        let choice = player.choose(&game(&format!("4HPwATDgc/ABMA:{dice}")), &mut rng::stream(1, 0)).expect("a choice");
        assert_eq!(choice.mv.to_string(), play, "{dice}");
    }
    for rules in ["", "cube=money", "match=3"] {
        plays_itself(&mut player, rules, 20);
    }
}
