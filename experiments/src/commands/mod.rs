//! One file a command.

pub(crate) mod games;
pub(crate) mod play_match;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Games(arguments) => games::run(&arguments),
        Command::Match(arguments) => play_match::run(&arguments),
    }
}
