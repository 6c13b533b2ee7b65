//! `fort uci` from outside: what a graphical board sees on its pipe.

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use program::{fort_reading, text};

const PATIENCE: Duration = Duration::from_secs(60);

/// The program at work, with its lines and when they came.
struct Fort {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Fort {
    fn start() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fort"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send((Instant::now(), line));
            }
        });
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) -> Instant {
        self.input.write_all(format!("{line}\n").as_bytes()).expect("the program reads");
        Instant::now()
    }

    /// The line that begins so, and when it came.
    fn hear(&self, beginning: &str) -> (Instant, String) {
        loop {
            let heard = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {beginning}"));
            if heard.1.starts_with(beginning) {
                return heard;
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// What the program says to a whole script.
fn heard(script: &str) -> String {
    let output = fort_reading(&["uci"], script.as_bytes());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{script}");
    text(&output.stdout).to_owned()
}

#[test]
fn a_handshake_a_game_and_a_farewell() {
    let mut fort = Fort::start();
    fort.say("uci");
    fort.hear("uciok");
    for line in ["setoption name Hash value 8", "ucinewgame", "isready"] {
        fort.say(line);
    }
    fort.hear("readyok");
    fort.say("position startpos moves e2e4 e7e5");
    fort.say("go wtime 1000 btime 1000 winc 10 binc 10");
    fort.hear("bestmove ");
    fort.say("go depth 5");
    fort.hear("info depth 5 ");
    fort.hear("bestmove ");
    fort.quit();
}

#[test]
fn a_stop_is_answered_at_once() {
    let mut fort = Fort::start();
    let mut latencies = Vec::new();
    for round in 0..12 {
        fort.say(["position startpos", "position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1"][round / 2 % 2]);
        fort.say(["go infinite", "go ponder wtime 1000 btime 1000"][round % 2]);
        std::thread::sleep(Duration::from_millis(120));
        let asked = fort.say("stop");
        latencies.push(fort.hear("bestmove ").0.saturating_duration_since(asked));
    }
    latencies.sort_unstable();
    println!("from stop to bestmove: median {:?}, most {:?}", latencies[6], latencies[11]);
    // 20 ms on a machine with nothing else to do; one that tests other things besides is late now and then.
    assert!(latencies[6] < Duration::from_millis(100), "{latencies:?}");
    fort.quit();
}

#[test]
fn a_time_for_a_move_is_kept() {
    let mut fort = Fort::start();
    fort.say("isready");
    fort.hear("readyok");
    let asked = fort.say("go movetime 300");
    let took = fort.hear("bestmove ").0 - asked;
    assert!((Duration::from_millis(250)..Duration::from_millis(900)).contains(&took), "{took:?}");
    fort.quit();
}

#[test]
fn pondering_ends_with_the_hit_and_a_clock() {
    let mut fort = Fort::start();
    fort.say("position startpos moves e2e4 e7e5");
    fort.say("go ponder wtime 500 btime 500");
    std::thread::sleep(Duration::from_millis(600));
    let asked = fort.say("ponderhit");
    let (answered, _) = fort.hear("bestmove ");
    assert!(answered > asked, "not before the hit");
    assert!(answered - asked < Duration::from_millis(1500), "{:?}", answered - asked);
    fort.quit();
}

#[test]
fn a_piped_search_is_finished_after_the_input_ends() {
    let said = heard("position startpos\ngo depth 5");
    assert!(said.contains("info depth 5 ") && said.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(heard("go infinite\n").lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(heard(""), "");
    assert_eq!(heard("quit\nuci\n"), "");
}

#[test]
fn scripts_are_answered_in_order() {
    for (script, expected) in [
        ("setoption name MultiPV value 2\ngo depth 2", " multipv 2 "),
        ("go depth 2 searchmoves h2h4", "bestmove h2h4"),
        ("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1\ngo depth 5", " score mate 2 "),
        ("setoption name UCI_ShowWDL value true\ngo depth 1", " wdl "),
        ("go perft 4", "Nodes searched: 197281\n"),
        (
            "setoption name UCI_Chess960 value true\n\
             position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1\n\
             go depth 1 searchmoves a2a3",
            "bestmove a2a3",
        ),
        (
            "setoption name UCI_Chess960 value true\nposition fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1\nd",
            "Fen: r3k2r/8/8/8/8/8/8/R4RK1 b ha - 1 1\n",
        ),
        ("position startpos moves e2e4 e2e4\nd", "PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
        ("position fen R6k/6pp/8/8/8/8/8/7K b - - 0 1\ngo depth 3", "bestmove 0000\n"),
        ("setoption name Hash value 99999999", "info string Hash does not take \"99999999\"; it takes a whole number"),
        ("setoption name Threads value 0", "it takes a whole number from 1 to 256"),
        ("setoption name Threads value 4\ngo depth 5", "bestmove "),
        ("\u{1b}\u{0}garbage\ngo depth 1", "info string unknown command"),
    ] {
        let said = heard(script);
        assert!(said.contains(expected), "{script}: {said}");
    }
    // Bytes that are no text.
    let output = fort_reading(&["uci"], b"\xff\xfe\x80\nposition fen \xc3\x28\ngo depth 1\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("bestmove "));
}

#[test]
fn a_single_command_can_stand_on_the_command_line() {
    let bench = fort_reading(&["uci", "bench", "2"], b"");
    assert_eq!(bench.status.code(), Some(0));
    assert!(text(&bench.stdout).contains("\nNodes searched  : "));
    let go = fort_reading(&["uci", "--threads", "2", "go", "depth", "3"], b"");
    assert!(text(&go.stdout).contains("\nbestmove "));
}
