//! How a command fails: a message, and the exit code that goes with it.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use crate::output::name_place;

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(String),
    /// Something failed while running: exit code 1.
    Running(String),
    /// The reader of our output has gone (a closed pipe), so that what it was to read is not whole: exit code 1.
    ClosedPipe,
    /// The argument parser has its own message, colours and exit code (0 for help).
    Usage(clap::Error),
}

impl Failure {
    /// Bad input: what was wrong, where, and what would be accepted.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// A failure while running.
    pub(crate) fn running(message: impl Display) -> Self {
        Self::Running(message.to_string())
    }

    /// The same as a failure while running: what was accepted at the start is no longer bad input.
    pub(crate) fn while_running(self) -> Self {
        match self {
            Self::Input(message) => Self::Running(message),
            other => other,
        }
    }

    /// Prints the message to stderr and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Input(message) => complain(&message, 2),
            Self::Running(message) => complain(&message, 1),
            Self::ClosedPipe => complain("standard output was closed before the end; not everything was written", 1),
            Self::Usage(error) => match error.print() {
                // A complaint that cannot be made is one all the same.
                _ if error.use_stderr() => ExitCode::from(2),
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Self::from(name_place(&error)).report(),
            },
        }
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    // `eprintln!` panics where stderr is closed; nowhere is left to say that the message cannot be written.
    let _ = writeln!(std::io::stderr(), "fort: {message}");
    ExitCode::from(code)
}

impl From<search::PlayerFailed> for Failure {
    fn from(failed: search::PlayerFailed) -> Self {
        Self::running(failed)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::running(error),
        }
    }
}

/// Says where an error happened, and whose fault it is.
pub(crate) trait Context<T> {
    /// Turns an error into bad input: `place: error`.
    fn bad_input(self, place: impl Display) -> Result<T, Failure>;
    /// Turns an error into a failure while running: `place: error`.
    fn while_running(self, place: impl Display) -> Result<T, Failure>;
}

impl<T, E: Display> Context<T> for Result<T, E> {
    fn bad_input(self, place: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::input(format!("{place}: {error}")))
    }

    fn while_running(self, place: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::running(format!("{place}: {error}")))
    }
}
