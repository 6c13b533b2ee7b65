//! An engine for tests that misbehaves on purpose: `mock_engine uci|line MODE [N [DIRECTORY]]`.
//!
//! It answers with some legal move, the same in the same position, until it is asked for move N (from 0, in its whole life), where
//! it does what MODE says; `well` does nothing of the kind, and `moody` ends at some positions, the same in every life. With a directory it writes down its process number there,
//! into the file `numbers`.

use std::io::{BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use std::time::Duration;

use engine::games::chess::{Chess, Options};
use engine::{MoveList, Node, Position};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(3600);

struct Mock {
    is_uci: bool,
    mode: String,
    /// Moves until it misbehaves.
    left: u64,
    position: String,
    /// The legal moves.
    moves: Vec<String>,
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // Who does not listen any more will end us.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

impl Mock {
    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" => say("id name Mock\noption name Skill Level type spin default 20 min 0 max 20\nuciok"),
            "fort" => say("ready Mock"),
            "isready" => say("readyok"),
            // Nobody has asked for a move.
            "ucinewgame" if self.mode == "afterwards" => say("bestmove a1a1"),
            "newgame" if self.mode == "afterwards" => say("move a1a1\nready"),
            "newgame" => say("ready"),
            "position" if self.is_uci => self.set_up(rest),
            "position" => rest.clone_into(&mut self.position),
            "moves" => self.moves = rest.split(" | ").map(str::to_owned).collect(),
            "go" => self.go(),
            "quit" => exit(0),
            _ => {}
        }
    }

    fn set_up(&mut self, text: &str) {
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let fen = fen.trim_start_matches("fen ");
        let start = Chess::parse(fen, &Options::default()).expect("the harness sends positions");
        let pos = moves.split_whitespace().fold(start, |pos, mv| pos.play(pos.find_move(mv).expect("and moves")));
        let mut list = MoveList::new();
        pos.moves(&mut list);
        self.moves = list.iter().map(ToString::to_string).collect();
        self.position = pos.to_string();
    }

    fn go(&mut self) {
        if self.left == 0 {
            self.misbehave();
        }
        self.left = self.left.saturating_sub(1);
        let sum: usize = self.position.bytes().map(usize::from).sum();
        if self.mode == "moody" && sum.is_multiple_of(19) {
            exit(5);
        }
        let mv = &self.moves[sum % self.moves.len()];
        if self.is_uci {
            say(&format!("info depth 3 score cp 20 nodes 100 pv {mv}\nbestmove {mv}"));
        } else {
            say(&format!("info score 0.02 depth 3 nodes 100\nmove {mv}"));
        }
    }

    fn misbehave(&self) {
        let answer = if self.is_uci { "bestmove" } else { "move" };
        match self.mode.as_str() {
            "crash" => {
                eprintln!("out of ideas");
                exit(3);
            }
            "stall" => std::thread::sleep(FOR_EVER),
            "slow" => std::thread::sleep(Duration::from_millis(700)),
            "illegal" => say(&format!("{answer} a1a1")),
            "nonsense" if self.is_uci => say("bestmove well-played"),
            "nonsense" => say("good luck"),
            "flood" => loop {
                say("info string and another thing");
            },
            "endless" => loop {
                print!("and another thing ");
            },
            "hangup" => {
                let error = Command::new("sh").args(["-c", "exec >&-; sleep 3600"]).exec();
                panic!("there is no shell: {error}");
            }
            _ => {}
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize| arguments.get(index).cloned().unwrap_or_default();
    let mut mock = Mock {
        is_uci: word(0) == "uci",
        mode: word(1),
        left: word(2).parse().unwrap_or(u64::MAX),
        position: String::new(),
        moves: Vec::new(),
    };
    if let Some(directory) = arguments.get(3) {
        let directory = std::path::Path::new(directory);
        let numbers = std::fs::OpenOptions::new().create(true).append(true).open(directory.join("numbers"));
        writeln!(numbers.expect("the directory is there"), "{}", std::process::id()).expect("it has room");
        // It starts as often as the file says, one letter a time.
        let starts = directory.join("starts");
        if let Ok(left) = std::fs::read_to_string(&starts) {
            if left.is_empty() {
                eprintln!("no more starts");
                exit(4);
            }
            std::fs::write(&starts, &left[1..]).expect("it has room");
        }
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        mock.hear(line.trim());
    }
}
