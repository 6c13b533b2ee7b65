//! Players that are programs outside: which one, and how it is started.

use std::fmt;
use std::time::Duration;

use super::options::quoted;
use super::{BadSpec, duration, file_name, text_of, whole};

/// A program outside as a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// Which one.
    pub(crate) program: Program,
    /// What it is started by, if not by its usual name; kept as long as our program runs.
    pub(crate) command: Option<&'static str>,
    /// How long it may take to start, and for an answer, if not [`Outside::PATIENCE`].
    timeout: Option<Duration>,
}

/// A program that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// GNU Backgammon, looking so many plies ahead (0 is its static evaluation).
    Gnubg {
        /// At most [`Outside::MOST_PLIES`].
        plies: u8,
    },
    /// Tesauro's benchmark player, from the Python package `gnubg-nn`.
    Pubeval,
}

impl Outside {
    /// How far gnubg looks at most.
    pub(crate) const MOST_PLIES: u8 = 3;
    /// How long a program may take, unless it is told: a slow machine with gnubg at 3 plies takes seconds.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// Reads the options of a program outside; `None` if `kind` is none.
    pub(super) fn read(kind: &'static str, options: &[(&'static str, String)]) -> Option<Result<Self, BadSpec>> {
        let program = match kind {
            "gnubg" => None,
            "pubeval" => Some(Program::Pubeval),
            _ => return None,
        };
        Some(Self::with(kind, program, options))
    }

    fn with(kind: &'static str, program: Option<Program>, options: &[(&'static str, String)]) -> Result<Self, BadSpec> {
        let (mut program, mut command, mut timeout) = (program, None, None);
        for (index, &(option, ref value)) in options.iter().enumerate() {
            if options[..index].iter().any(|(other, _)| *other == option) {
                return Err(BadSpec::Twice { kind, option, other: option });
            }
            let bad = || BadSpec::BadValue { kind, option, value: value.clone() };
            match option {
                "plies" => program = Some(Program::Gnubg { plies: plies(value).ok_or_else(bad)? }),
                "cmd" => command = Some(file_name(value).ok_or_else(bad)?),
                _ => timeout = Some(duration(value).ok_or_else(bad)?),
            }
        }
        let program = program.ok_or(BadSpec::NoLimit { kind })?;
        Ok(Self { program, command, timeout })
    }

    /// How long it may take to start, and for each answer.
    pub(crate) fn patience(&self) -> Duration {
        self.timeout.unwrap_or(Self::PATIENCE)
    }
}

fn plies(text: &str) -> Option<u8> {
    whole(text).and_then(|plies| u8::try_from(plies).ok()).filter(|&plies| plies <= Outside::MOST_PLIES)
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, plies) = match self.program {
            Program::Gnubg { plies } => ("gnubg", Some(format!("plies={plies}"))),
            Program::Pubeval => ("pubeval", None),
        };
        let command = self.command.map(|command| format!("cmd={}", quoted(command)));
        let timeout = self.timeout.map(|timeout| format!("timeout={}", text_of(timeout)));
        let options: Vec<String> = [plies, command, timeout].into_iter().flatten().collect();
        f.write_str(kind)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}
