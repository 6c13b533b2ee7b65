//! The grammar of the command line. Each command's arguments stand in the command's file.

use clap::{Parser, Subcommand};

use crate::commands::{games, play_match};
use crate::failure::Failure;

/// A game-playing engine and self-play research harness.
#[derive(Debug, Parser)]
#[command(name = "fort", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games: kind, rule options with defaults, position text
    Games(games::Arguments),
    /// Play a match of two players and say who is stronger
    Match(play_match::Arguments),
}

/// Reads the command line.
pub(crate) fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(Failure::Usage)
}
