//! Players that are programs outside: which one, and how it is started.

use std::fmt;
use std::time::Duration;

use search::Terms;
use search::terms::Clock;

use super::limits::{Counting, exclude, text_of};
use super::options::{Given, quoted};
use super::{BadSpec, Limits, SET_OPTION, Time, duration, file_name, whole};

/// A program outside as a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// Which one.
    pub(crate) program: Program,
    /// What it is started by, if not by its usual name; kept as long as our program runs.
    pub(crate) command: Option<&'static str>,
    /// How long it may take to start, and for an answer, if not [`Outside::PATIENCE`].
    timeout: Option<Duration>,
}

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// GNU Backgammon, looking so many plies ahead (0 is its static evaluation).
    Gnubg {
        /// At most [`Outside::MOST_PLIES`].
        plies: u8,
    },
    /// Tesauro's benchmark player, from the Python package `gnubg-nn`.
    Pubeval,
    /// Any program that speaks a protocol we know.
    Engine(Engine),
}

/// A protocol that engines speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tongue {
    /// That of chess engines.
    Uci,
    /// Our own: see `PROTOCOL.md`.
    Line,
}

/// An engine, apart from its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Engine {
    pub(crate) tongue: Tongue,
    /// The words behind the command.
    pub(crate) arguments: Vec<String>,
    /// How far it may go. An engine that speaks [`Tongue::Line`] may know that itself.
    pub(crate) limits: Limits,
    /// What is set, by name, in the order of the names; UCI only.
    pub(crate) settings: Vec<(String, String)>,
}

impl Engine {
    /// What a referee holds it to.
    pub(crate) fn terms(&self) -> Terms {
        let margin = self.limits.margin.unwrap_or(Terms::MARGIN);
        match self.limits.time {
            None => Terms { margin, ..Terms::FREE },
            Some(Time::Move(time)) => Terms { time: Some(time), clock: None, margin },
            Some(Time::Clock { start, increment }) => {
                Terms { time: None, clock: Some(Clock { start, increment }), margin }
            }
        }
    }
}

/// What is read so far.
#[derive(Default)]
struct Reading {
    plies: Option<u8>,
    command: Option<&'static str>,
    arguments: Vec<String>,
    limits: Limits,
    settings: Vec<(String, String)>,
    timeout: Option<Duration>,
}

impl Outside {
    /// How far gnubg looks at most.
    pub(crate) const MOST_PLIES: u8 = 3;
    /// How long a program may take, unless it is told: a slow machine with gnubg at 3 plies takes seconds.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// Reads the options of a program outside; `None` if `kind` is none.
    pub(super) fn read(kind: &'static str, options: &[Given]) -> Option<Result<Self, BadSpec>> {
        let is_known = matches!(kind, "gnubg" | "pubeval" | "uci" | "line");
        is_known.then(|| Self::with(kind, options))
    }

    fn with(kind: &'static str, options: &[Given]) -> Result<Self, BadSpec> {
        let mut reading = Reading::default();
        for (index, given) in options.iter().enumerate() {
            let option = given.option;
            let says_the_same = |other: &&Given| {
                other.option == option && other.of.eq_ignore_ascii_case(&given.of) || exclude(option, other.option)
            };
            if let Some(other) = options[..index].iter().find(says_the_same) {
                return Err(BadSpec::Twice { kind, option, other: other.option });
            }
            let bad = || BadSpec::BadValue { kind, option, value: given.value.clone() };
            reading.set(kind, given).ok_or_else(bad)?;
        }
        reading.finish(kind)
    }

    /// How long it may take to start, and for each answer.
    pub(crate) fn patience(&self) -> Duration {
        self.timeout.unwrap_or(Self::PATIENCE)
    }

    /// Whether it is taken to play the same at the next run. An engine that is told no limit knows one itself, or plays at random.
    pub(super) fn is_reproducible(&self) -> bool {
        match &self.program {
            Program::Gnubg { .. } | Program::Pubeval => true,
            Program::Engine(Engine { limits, .. }) => {
                limits.time.is_none() && (limits.depth.is_some() || limits.nodes.is_some())
            }
        }
    }
}

impl Reading {
    fn set(&mut self, kind: &str, given: &Given) -> Option<()> {
        let value = given.value.as_str();
        match given.option {
            "plies" if kind == "gnubg" => self.plies = Some(plies(value)?),
            "cmd" => self.command = Some(file_name(value)?),
            "args" => self.arguments = words(value)?,
            "timeout" => self.timeout = Some(duration(value)?),
            SET_OPTION if given.of.is_empty() => return None,
            SET_OPTION => self.settings.push((given.of.clone(), value.to_owned())),
            option => self.limits.set(option, value)?,
        }
        Some(())
    }

    fn finish(mut self, kind: &'static str) -> Result<Outside, BadSpec> {
        let program = match kind {
            "gnubg" => Program::Gnubg { plies: self.plies.ok_or(BadSpec::NoLimit { kind })? },
            "pubeval" => Program::Pubeval,
            _ => {
                self.command.ok_or(BadSpec::NoCommand { kind })?;
                self.limits.check(kind)?;
                let tongue = if kind == "uci" { Tongue::Uci } else { Tongue::Line };
                if tongue == Tongue::Uci && self.limits == Limits::default() {
                    return Err(BadSpec::NoLimit { kind });
                }
                self.settings.sort();
                Program::Engine(Engine {
                    tongue,
                    arguments: self.arguments,
                    limits: self.limits,
                    settings: self.settings,
                })
            }
        };
        Ok(Outside { program, command: self.command, timeout: self.timeout })
    }
}

fn plies(text: &str) -> Option<u8> {
    whole(text).and_then(|plies| u8::try_from(plies).ok()).filter(|&plies| plies <= Outside::MOST_PLIES)
}

/// Words between blanks; `'…'` keeps blanks within one. `None` if it is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_open = false;
    for character in text.chars() {
        match character {
            '\'' => {
                is_open = !is_open;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !is_open => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    (!is_open).then_some(words)
}

/// Words as they are read back.
fn line_of(words: &[String]) -> String {
    let written = words.iter().map(|word| {
        if word.is_empty() || word.contains(char::is_whitespace) { format!("'{word}'") } else { word.clone() }
    });
    written.collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = self.command.map(|command| format!("cmd={}", quoted(command)));
        let timeout = self.timeout.map(|timeout| format!("timeout={}", text_of(timeout)));
        let mut options = Vec::new();
        let kind = match &self.program {
            Program::Gnubg { plies } => {
                options.push(format!("plies={plies}"));
                options.extend(command);
                "gnubg"
            }
            Program::Pubeval => {
                options.extend(command);
                "pubeval"
            }
            Program::Engine(engine) => {
                options.extend(command);
                options.extend(engine.options());
                if engine.tongue == Tongue::Uci { "uci" } else { "line" }
            }
        };
        options.extend(timeout);
        f.write_str(kind)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

impl Engine {
    fn options(&self) -> Vec<String> {
        let arguments = line_of(&self.arguments);
        let mut options = Vec::new();
        options.extend((!arguments.is_empty()).then(|| format!("args={}", quoted(&arguments))));
        options.extend(self.limits.options(Counting::Depth));
        options.extend(self.settings.iter().map(|(name, value)| {
            let name = format!("option.{name}");
            let name = if name.contains('=') { format!("\"{}\"", name.replace('"', "\"\"")) } else { quoted(&name) };
            format!("{name}={}", quoted(value))
        }));
        options
    }
}
