//! From a line to a command, by the UCI protocol: words separated by blanks.
//!
//! As the protocol asks, unknown words before a command are skipped (`joho debug on` is `debug on`), and so are unknown
//! words within `go`. Whatever is skipped or cannot be read is told. Nothing here knows the rules of chess: positions
//! and moves stay text.

use std::time::Duration;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Who are you, and what can be set?
    Uci,
    /// Are you there?
    IsReady,
    /// What follows is another game.
    NewGame,
    /// The position to think about.
    Position(Setup),
    /// Search.
    Go(Box<Go>),
    /// Count the tree below each move.
    Perft(u32),
    /// End the search and answer.
    Stop,
    /// The expected move was played: the search is on the engine's own time now.
    PonderHit,
    /// End.
    Quit,
    /// Set an option.
    SetOption { name: String, value: Option<String> },
    /// Show the board.
    Display,
    /// Show the static value.
    Eval,
    /// Search the fixed positions, to this depth if it is given.
    Bench(Option<u32>),
    /// Say more, or not.
    Debug(bool),
    /// There is nothing to register.
    Register,
}

/// A position by its beginning and the moves that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    /// The FEN it starts from, if not the start position.
    pub(super) fen: Option<String>,
    /// The moves played from there.
    pub(super) moves: Vec<String>,
}

/// How to search. What is `None` or empty does not limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// What the clocks of White and Black show; nothing for a clock that has run out.
    pub(super) clocks: [Option<Duration>; 2],
    /// What each move adds.
    pub(super) increments: [Duration; 2],
    /// Moves to the next time control.
    pub(super) moves_to_control: Option<u32>,
    /// Plies.
    pub(super) depth: Option<u32>,
    /// Nodes.
    pub(super) nodes: Option<u64>,
    /// Exactly this long.
    pub(super) move_time: Option<Duration>,
    /// A mate in so many moves is looked for.
    pub(super) mate: Option<u32>,
    /// Until it is told to stop.
    pub(super) is_infinite: bool,
    /// On the opponent's time, until he plays.
    pub(super) is_ponder: bool,
    /// The moves to choose among, if not all.
    pub(super) only: Option<Vec<String>>,
}

/// A line as it was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// What it asks for, if anything.
    pub(super) command: Option<Command>,
    /// What could not be understood.
    pub(super) complaints: Vec<String>,
}

const WORDS: &str = "uci isready ucinewgame position go stop ponderhit quit setoption d eval bench debug register";

/// Reads a line.
pub(super) fn read(line: &str) -> Reading {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut reading = Reading::default();
    let Some(at) = words.iter().position(|word| WORDS.split(' ').any(|known| known == *word)) else {
        if !words.is_empty() {
            reading.complain(format!("unknown command {}; the commands are {WORDS}", quoted(&words.join(" "))));
        }
        return reading;
    };
    if at > 0 {
        reading.complain(format!("skipped {}", quoted(&words[..at].join(" "))));
    }
    reading.command = reading.command_of(words[at], &words[at + 1..]);
    reading
}

/// A text of somebody else's within a message: without control characters, and not endless.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl Reading {
    fn complain(&mut self, complaint: String) {
        self.complaints.push(complaint);
    }

    fn command_of(&mut self, word: &str, rest: &[&str]) -> Option<Command> {
        Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => return self.position(rest),
            "go" => return Some(self.go(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "setoption" => return self.set_option(rest),
            "d" => Command::Display,
            "eval" => Command::Eval,
            "bench" => Command::Bench(rest.first().and_then(|text| self.number("bench", text)).map(saturated)),
            "debug" => return self.debug(rest),
            _ => Command::Register,
        })
    }

    fn position(&mut self, words: &[&str]) -> Option<Command> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let moves = words[end..].iter().skip(1).map(|&word| word.to_owned()).collect();
        match words[..end] {
            ["startpos"] => Some(Command::Position(Setup { fen: None, moves })),
            ["fen", ref fields @ ..] => Some(Command::Position(Setup { fen: Some(fields.join(" ")), moves })),
            _ => {
                self.complain(format!(
                    "position is followed by startpos or fen and the fields of one, then perhaps by moves, not by {}",
                    quoted(&words[..end].join(" "))
                ));
                None
            }
        }
    }

    /// `setoption name N… [value V…]`: both may have blanks in them.
    fn set_option(&mut self, words: &[&str]) -> Option<Command> {
        let [first, words @ ..] = words else {
            self.complain("setoption is followed by name, the name, and mostly value and a value".to_owned());
            return None;
        };
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        if *first != "name" || end == 0 {
            self.complain("setoption is followed by name, the name, and mostly value and a value".to_owned());
            return None;
        }
        let value = words.get(end + 1..).map(|value| value.join(" "));
        Some(Command::SetOption { name: words[..end].join(" "), value })
    }

    fn debug(&mut self, words: &[&str]) -> Option<Command> {
        match words.first() {
            Some(&"on") => Some(Command::Debug(true)),
            Some(&"off") => Some(Command::Debug(false)),
            _ => {
                self.complain("debug is followed by on or off".to_owned());
                None
            }
        }
    }

    fn go(&mut self, words: &[&str]) -> Command {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.is_infinite = true,
                "ponder" => go.is_ponder = true,
                "searchmoves" => {
                    let moves = go.only.get_or_insert_default();
                    while let Some(text) = words.next_if(|text| !LIMITS.contains(text)) {
                        moves.push(text.to_owned());
                    }
                }
                _ if LIMITS.contains(&word) => {
                    let Some(number) = words.next_if(|text| !LIMITS.contains(text)) else {
                        self.complain(format!("{word} is followed by a number"));
                        continue;
                    };
                    let Some(number) = self.number(word, number) else { continue };
                    if word == "perft" {
                        return Command::Perft(saturated(number));
                    }
                    go.limit(word, number);
                }
                _ => self.complain(format!("go: skipped {}", quoted(word))),
            }
        }
        Command::Go(Box::new(go))
    }

    /// A whole number; clocks of programs run below zero, which is read as zero.
    fn number(&mut self, word: &str, text: &str) -> Option<u64> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.complain(format!("{word}: {} is no whole number", quoted(text)));
            return None;
        }
        // All digits, so that only its size can keep it from being read.
        Some(if digits.len() < text.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
    }
}

/// The words that may follow `go`.
const LIMITS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Milliseconds, up to a year.
fn milliseconds(number: u64) -> Duration {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    Duration::from_millis(number).min(YEAR)
}

impl Go {
    fn limit(&mut self, word: &str, number: u64) {
        match word {
            "wtime" => self.clocks[0] = Some(milliseconds(number)),
            "btime" => self.clocks[1] = Some(milliseconds(number)),
            "winc" => self.increments[0] = milliseconds(number),
            "binc" => self.increments[1] = milliseconds(number),
            // 0 is what some programs send for "to the end of the game".
            "movestogo" => self.moves_to_control = Some(saturated(number)).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(saturated(number)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(saturated(number).max(1)),
            _ => self.move_time = Some(milliseconds(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        let reading = read(line);
        assert_eq!(reading.complaints, [""; 0], "{line}");
        reading.command.expect(line)
    }

    fn go(line: &str) -> Go {
        match command(line) {
            Command::Go(go) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn plain_commands_are_their_words() {
        for (line, expected) in [
            ("uci", Command::Uci),
            ("  isready \r", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Display),
            ("eval", Command::Eval),
            ("bench", Command::Bench(None)),
            ("bench 5", Command::Bench(Some(5))),
            ("debug\ton", Command::Debug(true)),
            ("debug off", Command::Debug(false)),
            ("register later", Command::Register),
            ("register name A code 1", Command::Register),
            ("go perft 4", Command::Perft(4)),
        ] {
            assert_eq!(command(line), expected, "{line}");
        }
    }

    #[test]
    fn positions_have_a_beginning_and_moves() {
        let setup = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Command::Position(Setup { fen: fen.map(str::to_owned), moves })
        };
        assert_eq!(command("position startpos"), setup(None, &[]));
        assert_eq!(command("position startpos moves e2e4 e7e5"), setup(None, &["e2e4", "e7e5"]));
        assert_eq!(command("position fen 8/8 w  - - 0 1"), setup(Some("8/8 w - - 0 1"), &[]));
        assert_eq!(command("position fen 8/8 w - - moves a1a2"), setup(Some("8/8 w - -"), &["a1a2"]));
        assert_eq!(command("position startpos moves"), setup(None, &[]));
    }

    #[test]
    fn options_may_have_blanks_in_name_and_value() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(command("setoption name Hash value 32"), option("Hash", Some("32")));
        assert_eq!(command("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(command("setoption name Move Overhead value 5"), option("Move Overhead", Some("5")));
        assert_eq!(command("setoption name Style value very solid"), option("Style", Some("very solid")));
        assert_eq!(command("setoption name X value"), option("X", Some("")));
    }

    #[test]
    fn go_takes_limits_in_any_order() {
        assert_eq!(go("go"), Go::default());
        assert_eq!(
            go("go wtime 60000 btime -5 winc 1000 binc 20 movestogo 40"),
            Go {
                clocks: [Some(ms(60_000)), Some(ms(0))],
                increments: [ms(1000), ms(20)],
                moves_to_control: Some(40),
                ..Go::default()
            }
        );
        assert_eq!(
            go("go infinite searchmoves e2e4 d2d4 depth 3"),
            Go {
                is_infinite: true,
                only: Some(vec!["e2e4".to_owned(), "d2d4".to_owned()]),
                depth: Some(3),
                ..Go::default()
            }
        );
        assert_eq!(go("go ponder movetime 7 mate 3 nodes 0").nodes, Some(1));
        assert_eq!(go("go movestogo 0 nodes 99999999999999999999").nodes, Some(u64::MAX));
    }

    #[test]
    fn what_cannot_be_read_is_told_and_skipped() {
        for (line, complaint, is_command) in [
            ("joho debug on", "skipped \"joho\"", true),
            ("xyzzy", "unknown command \"xyzzy\"; the commands are uci isready", false),
            ("position", "position is followed by startpos or fen", false),
            ("position e2e4", "not by \"e2e4\"", false),
            ("position startpos e2e4", "not by \"startpos e2e4\"", false),
            ("setoption", "setoption is followed by name", false),
            ("setoption Hash value 3", "setoption is followed by name", false),
            ("setoption name value 3", "setoption is followed by name", false),
            ("debug", "debug is followed by on or off", false),
            ("go depth", "depth is followed by a number", true),
            ("go depth infinite", "depth is followed by a number", true),
            ("go depth x", "depth: \"x\" is no whole number", true),
            ("go movetime -", "movetime: \"-\" is no whole number", true),
            ("go fast", "go: skipped \"fast\"", true),
            ("bench x", "bench: \"x\" is no whole number", true),
            ("\u{1b}[2J", "unknown command \"\\u{1b}[2J\"", false),
        ] {
            let reading = read(line);
            assert_eq!(reading.command.is_some(), is_command, "{line}");
            assert!(reading.complaints.iter().any(|told| told.contains(complaint)), "{line}: {reading:?}");
        }
        assert_eq!(read("   "), Reading::default());
        assert!(quoted(&"é".repeat(1000)).chars().count() < 70);
    }
}
