//! A chess engine that speaks the UCI protocol, as a player.
//!
//! The engine hears the game from where it began, so that it sees repetitions, and the limits of its specification. An
//! option that it does not have is a failure at the start. In Chess960 it must have `UCI_Chess960`.

use engine::games::chess::{Chess, Move, Options, Variant};
use engine::{History, Rng, Score, Side};
use search::{Answer, Choice, Clocks, Player, Shown, Terms};

use super::process::Trouble;
use super::talk::{Talk, Wait};
use super::{legal_moves, move_between};
use crate::spec::{Engine, Outside, Time};
use crate::uci::{find, read_score};

/// A running engine.
pub(super) struct UciEngine {
    talk: Talk,
    /// The game as it was told last: its positions, and the moves between them.
    positions: Vec<Chess>,
    moves: Vec<String>,
}

impl UciEngine {
    /// Starts an engine and sets its options.
    pub(super) fn start(outside: &Outside, engine: &Engine, rules: Options) -> Result<Self, Trouble> {
        let talk = Talk::start(outside, engine)?;
        let mut engine = Self { talk, positions: Vec::new(), moves: Vec::new() };
        engine.talk.pipes.say("uci");
        let wait = engine.talk.patience();
        let mut names = Vec::new();
        loop {
            let text = engine.talk.hear(wait)?;
            let words: Vec<&str> = text.split_whitespace().collect();
            match words[..] {
                ["uciok", ..] => break,
                ["option", ref rest @ ..] => names.extend(option_name(rest)),
                _ => {}
            }
        }
        engine.set_up(&names, rules)?;
        engine.begin_game()?;
        Ok(engine)
    }

    fn set_up(&mut self, names: &[String], rules: Options) -> Result<(), Trouble> {
        let mut settings = self.talk.engine.settings.clone();
        if rules.variant == Variant::Chess960 {
            settings.push(("UCI_Chess960".to_owned(), "true".to_owned()));
        }
        for (name, value) in settings {
            let Some(known) = names.iter().find(|known| known.eq_ignore_ascii_case(&name)) else {
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                let command = self.talk.pipes.command.clone();
                return Err(Trouble::Unfit {
                    command,
                    what: format!("has no option {name:?}; its options are {known}"),
                });
            };
            self.talk.pipes.say(&match value.as_str() {
                "" => format!("setoption name {known}"),
                value => format!("setoption name {known} value {value}"),
            });
        }
        Ok(())
    }

    fn begin_game(&mut self) -> Result<(), Trouble> {
        self.positions.clear();
        self.moves.clear();
        self.talk.pipes.say("ucinewgame\nisready");
        let wait = self.talk.patience();
        // Whatever it still had to say about the game before comes first.
        while self.talk.hear(wait)?.trim() != "readyok" {}
        Ok(())
    }

    /// The game as far as it has come.
    fn position(&mut self, game: &History<Chess>) -> String {
        if !game.positions().starts_with(&self.positions) {
            self.positions.clear();
            self.moves.clear();
        }
        for pos in &game.positions()[self.positions.len()..] {
            match self.positions.last().map(|last| move_between(last, pos)) {
                Some(Some(mv)) => self.moves.push(mv.to_string()),
                // No move leads here: the game begins anew.
                Some(None) => (self.positions, self.moves) = (Vec::new(), Vec::new()),
                None => {}
            }
            self.positions.push(*pos);
        }
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        format!("position fen {}{moves}", self.positions[0])
    }

    fn go(&self, side: Side) -> String {
        let limits = &self.talk.engine.limits;
        let Clocks { own, other } = self.talk.clocks;
        // Without a clock of its own an engine has no use for the other's.
        let other = other.filter(|_| own.is_some());
        let (white, black) = if side == Side::First { (own, other) } else { (other, own) };
        let clock = |[left, increment]: [&str; 2], shown: Option<Shown>| {
            let Shown { left: time, increment: gain } = shown?;
            Some(format!("{left} {} {increment} {}", time.as_millis().max(1), gain.as_millis()))
        };
        let time = match limits.time {
            Some(Time::Move(time)) => Some(format!("movetime {}", time.as_millis())),
            _ => None,
        };
        let parts = [
            Some("go".to_owned()),
            clock(["wtime", "winc"], white),
            clock(["btime", "binc"], black),
            time,
            limits.nodes.map(|nodes| format!("nodes {nodes}")),
            limits.depth.map(|depth| format!("depth {depth}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn ask(&mut self, game: &History<Chess>, legal: &[Move]) -> Result<Choice<Move>, Trouble> {
        if let Some(trouble) = self.talk.trouble.take() {
            return Err(trouble);
        }
        let question = format!("{}\n{}", self.position(game), self.go(game.current().side()));
        self.talk.pipes.skip();
        let wait = self.talk.for_move();
        self.talk.pipes.say(&question);
        let (text, told) = self.best_move(wait)?;
        match find(legal, &text) {
            Some(mv) => Ok(Choice { mv, score: told.score, nodes: told.nodes, depth: told.depth }),
            None if is_move(&text) => {
                Err(Trouble::Illegal { answer: text, why: format!("not a legal move in {}", game.current()) })
            }
            None => {
                let text: String = text.chars().take(80).collect();
                Err(self.talk.pipes.nonsense(format!("answers \"bestmove {text}\", which names no move")))
            }
        }
    }

    /// What it answers, and what it told before.
    fn best_move(&mut self, wait: Wait) -> Result<(String, Told), Trouble> {
        let mut told = Told::default();
        loop {
            let text = self.talk.hear(wait)?;
            let mut words = text.split_whitespace();
            match words.next() {
                Some("bestmove") => return Ok((words.next().unwrap_or_default().to_owned(), told)),
                Some("info") => told.add(words),
                _ => {}
            }
        }
    }
}

/// The name in `option name … type …`.
fn option_name(words: &[&str]) -> Option<String> {
    let [first, rest @ ..] = words else { return None };
    let end = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
    (*first == "name").then(|| rest[..end].join(" "))
}

/// Whether a text has the form of a move, the null move and what engines say where they see none included.
fn is_move(text: &str) -> bool {
    let is_square = |at: usize| matches!(text.as_bytes()[at..], [b'a'..=b'h', b'1'..=b'8', ..]);
    matches!(text, "0000" | "(none)" | "NULL")
        || matches!(text.len(), 4 | 5)
            && is_square(0)
            && is_square(2)
            && text[4..].bytes().all(|b| b.is_ascii_alphabetic())
}

/// What an engine tells about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Told {
    score: Option<Score>,
    nodes: u64,
    depth: u32,
}

impl Told {
    /// Reads an `info`. Of several lines of play the first counts, of scores the last that is no bound.
    fn add<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let words: Vec<&str> = words.collect();
        let after = |name: &str| {
            let at = words.iter().position(|&word| word == name)?;
            words.get(at + 1).copied()
        };
        if words.first() == Some(&"string") || after("multipv").is_some_and(|number| number != "1") {
            return;
        }
        let number = |name: &str| after(name).and_then(|text| text.parse().ok());
        self.nodes = number("nodes").unwrap_or(self.nodes);
        self.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(self.depth);
        if words.contains(&"lowerbound") || words.contains(&"upperbound") {
            return;
        }
        if let Some(kind) = after("score")
            && let Some(value) = after(kind).and_then(|text| text.parse().ok())
        {
            self.score = read_score(kind, value).or(self.score);
        }
    }
}

impl Player<Chess> for UciEngine {
    fn new_game(&mut self) {
        self.talk.clocks = Clocks::default();
        // What went wrong is said when it is asked for a move.
        self.talk.trouble = self.begin_game().err();
    }

    fn terms(&self) -> Terms {
        self.talk.terms()
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.talk.clocks = *clocks;
    }

    fn choose(&mut self, game: &History<Chess>, _: &mut Rng) -> Answer<Move> {
        let pos = game.current();
        let legal = legal_moves(pos);
        if let [only] = *legal {
            return Ok(Choice::unsearched(only));
        }
        self.ask(game, &legal).map_err(|trouble| self.talk.failed(pos, &trouble))
    }
}

#[cfg(test)]
mod tests {
    use search::sense::chess::CENTIPAWN;

    use super::*;

    fn told(lines: &[&str]) -> Told {
        let mut told = Told::default();
        for line in lines {
            told.add(line.split_whitespace().skip(1));
        }
        told
    }

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let lines = [
            "info depth 3 seldepth 5 multipv 1 score cp 31 nodes 900 nps 5 pv e2e4",
            "info depth 3 multipv 2 score cp 25 nodes 999 pv d2d4",
            "info depth 4 score cp 80 lowerbound nodes 1500",
            "info string score cp 1000 depth 99",
            "info currmove e2e4",
        ];
        assert_eq!(told(&lines), Told { score: Some(Score(31 * CENTIPAWN)), nodes: 1500, depth: 4 });
        assert_eq!(told(&["info depth 9 score mate -2"]).score, Some(Score::loss_in(4)));
        assert_eq!(told(&["info score", "info score cp x", "info depth -1", "info"]), Told::default());
    }

    #[test]
    fn names_of_options_may_have_blanks() {
        let words: Vec<&str> = "name Skill Level type spin default 20".split(' ').collect();
        assert_eq!(option_name(&words).as_deref(), Some("Skill Level"));
        assert_eq!(option_name(&["id"]), None);
    }

    #[test]
    fn what_looks_like_a_move_is_an_illegal_one() {
        for text in ["e2e5", "a7a8q", "0000", "(none)"] {
            assert!(is_move(text), "{text}");
        }
        for text in ["", "e4", "e2e4e5", "é2e4", "good", "i9i9", "e2e4é"] {
            assert!(!is_move(text), "{text}");
        }
    }
}
