//! `fort export`: the games of a match in another form, made from its journal.
//!
//! A table has a row a game with the columns of `games.csv`: as CSV, as JSON Lines with numbers as numbers, or as
//! [Parquet](parquet). The forms that games have of their own (PGN, PDN, `.mat`) are those that `fort match --out` writes.

mod own;
mod parquet;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  fort export DIR --form jsonl | jq .ended
  fort export DIR --form parquet --to games.parquet
  fort export DIR --form csv --partial    the games so far of a match that is still played
  fort export DIR --form pgn --to games.pgn
  fort export DIR --form mat --to games   backgammon matches have a file each, in a directory

Everything is made from the journal, so that it says the same as the summary whatever became of the other files.";

/// Write the games of a match as CSV, JSON Lines, Parquet, PGN, PDN or .mat
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory of a match, from `fort match --out`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// What to write: pgn is for chess, pdn for checkers, mat for backgammon
    #[arg(long, value_name = "FORM")]
    form: Form,
    /// Where to: a file, or for matches of backgammon a directory [default: standard output]
    #[arg(long, value_name = "PATH")]
    to: Option<PathBuf>,
    /// Of a match that is not over, the games so far; without this it is refused
    #[arg(long)]
    partial: bool,
}

/// What games can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Csv,
    Jsonl,
    Parquet,
    Pgn,
    Pdn,
    Mat,
}

/// Writes the games.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let archive = Archive::open(&arguments.directory)?;
    let units = if arguments.partial { archive.units()? } else { archive.finished()? };
    let heading = archive.heading()?;
    let to = arguments.to.as_deref();
    let played = own::Games { archive: &archive, heading: &heading, units: &units.all };
    match arguments.form {
        Form::Csv => into(to, output, |out| table::csv(&heading, &units.all, out)),
        Form::Jsonl => into(to, output, |out| table::json_lines(&heading, &units.all, out)),
        Form::Parquet => {
            let path = to.ok_or_else(|| Failure::input("--form parquet: it is no text; give a file, --to FILE"))?;
            parquet::write(path, &heading, &units.all)
        }
        Form::Pgn => played.write("pgn", to, output),
        Form::Pdn => played.write("pdn", to, output),
        Form::Mat => played.write("mat", to, output),
    }
}

/// Writes into a file, which is there whole or not at all, or to standard output.
fn into(
    to: Option<&Path>,
    output: &mut Output,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = to else { return write(output) };
    let mut file = FinalFile::create(path)?;
    write(&mut file)?;
    file.flush().while_running(path.display())?;
    file.finish()
}
