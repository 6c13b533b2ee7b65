//! The line protocol: how programs play any game of two against each other, here its words.
//!
//! `PROTOCOL.md` tells it to strangers. A harness says which game it is, the rules, the positions and moves of a game as they
//! come, the legal moves, and the limits; the engine answers with a move. [`serve`] is the engine's side, with our players
//! behind it; the harness's is in [`crate::external`]. Both read and write by what stands here.

mod serve;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use engine::Score;
use search::Shown;

pub(crate) use self::serve::{Build, Server};

/// The first words, before the game: the protocol and its version.
pub(crate) const GREETING: &str = "fort 1";

/// What stands between legal moves, which may have blanks in them.
pub(crate) const BETWEEN: &str = " | ";

/// How far an engine may go for a move. What is `None` does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// Plies.
    pub(crate) depth: Option<u32>,
    /// Nodes.
    pub(crate) nodes: Option<u64>,
    /// For this move.
    pub(crate) time: Option<Duration>,
    /// What the engine's clock shows.
    pub(crate) clock: Option<Shown>,
    /// The other side's.
    pub(crate) other: Option<Shown>,
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |shown: Option<Shown>| (shown.map(|shown| shown.left), shown.map(|shown| shown.increment));
        let ((left, increment), (other_left, other_increment)) = (of(self.clock), of(self.other));
        let ms = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        let limits = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("time", ms(self.time)),
            ("clock", ms(left)),
            ("increment", ms(increment)),
            ("other_clock", ms(other_left)),
            ("other_increment", ms(other_increment)),
        ];
        f.write_str("go")?;
        limits
            .iter()
            .filter_map(|&(name, number)| Some((name, number?)))
            .try_for_each(|(name, number)| write!(f, " {name} {number}"))
    }
}

impl Go {
    /// Reads what follows the word: names and numbers. Names that are not known are left aside.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            let number = words.next().unwrap_or_default();
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number {
                return Err(format!("go: {name} is followed by a whole number, not by {number:?}"));
            }
            // All digits, so that only its size can keep it from being read.
            let number: u64 = number.parse().unwrap_or(u64::MAX);
            let ms = Duration::from_millis(number);
            let nothing = Shown { left: Duration::ZERO, increment: Duration::ZERO };
            match name {
                "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(number),
                "time" => go.time = Some(ms),
                "clock" => go.clock.get_or_insert(nothing).left = ms,
                "increment" => go.clock.get_or_insert(nothing).increment = ms,
                "other_clock" => go.other.get_or_insert(nothing).left = ms,
                "other_increment" => go.other.get_or_insert(nothing).increment = ms,
                _ => {}
            }
        }
        Ok(go)
    }
}

/// What an engine tells about its choice: its value in points for the side to move, and what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) score: Option<Score>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(score) = self.score {
            write!(f, " score {:.7}", score.points())?;
        }
        self.depth.map_or(Ok(()), |depth| write!(f, " depth {depth}"))?;
        self.nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))
    }
}

impl Facts {
    /// Takes what an `info` says; what is not understood is meant for people.
    pub(crate) fn add(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            match name {
                "score" => self.score = words.next().and_then(score).or(self.score),
                "nodes" => self.nodes = words.next().and_then(|word| word.parse().ok()).or(self.nodes),
                "depth" => self.depth = words.next().and_then(|word| word.parse().ok()).or(self.depth),
                _ => return,
            }
        }
    }
}

/// A value in points.
fn score(text: &str) -> Option<Score> {
    /// More than any game is worth; units still fit.
    const MOST: f64 = 200.0;
    let points: f64 = text.parse().ok()?;
    let is_sound = points.abs() <= MOST;
    is_sound.then(|| Score((points * f64::from(Score::POINT)).round() as i32))
}

/// A line of an engine's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// It is ready: after the greeting and after `newgame`.
    Ready,
    /// The move it plays.
    Move(String),
    /// Something about it.
    Info(String),
    /// It cannot go on, and why.
    Error(String),
    /// None of these.
    Unknown(String),
}

impl Reply {
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim().to_owned();
        match word {
            "ready" => Self::Ready,
            "move" => Self::Move(rest),
            "info" => Self::Info(rest),
            "error" => Self::Error(rest),
            _ => Self::Unknown(text.to_owned()),
        }
    }
}
