//! `fort games`: every game, its kind, rule options and position text.

use std::io::Write;

use crate::failure::Failure;

/// What `fort games` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// One JSON document instead of a table
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let _ = arguments.json;
    writeln!(std::io::stdout(), "games")?;
    Ok(())
}
