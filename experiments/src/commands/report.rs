//! `fort report`: a directory as one HTML page with tables, plots and a replayer.

use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

use serde::Serialize;

use crate::archive::Archive;
use crate::commands::survey::files::CENSUS;
use crate::failure::Failure;
use crate::final_file::FinalFile;
use crate::journal::{self, Description};
use crate::output::{Answer, Output, counted};
use crate::ranges;
use crate::registry::visit;
use crate::report::event::Event;
use crate::report::page::Page;
use crate::report::survey;

const EXAMPLES: &str = "\
Examples:
  fort match force3 --player alphabeta:nodes=1000 --player perfect --games 200 --openings random:4 --out DIR
  fort report DIR                          DIR/report.html: open it in a browser
  fort report DIR --to match.html --replays 1000..2000
  fort survey chessboard --deals 2000 --out SURVEY
  fort report SURVEY --replays 20          with the solutions of the winnable deals among the first 20

The page needs nothing but itself: it can be sent, kept and opened from the disk, and loads nothing from elsewhere.
Of a match that is still played it tells of the games so far. #line=3&ply=10 behind its address opens that
position; the arrow keys step.";

/// Write what a match or a survey found as one HTML page, with plots and a replayer
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory of a match, from `fort match --out`, or of a finished survey, from `fort survey --out`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The file to write [default: report.html in DIR]
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// The games A <= i < B, or deals counted from the survey's first, that can be replayed; a single N means the first N [default: 1000; of a
    /// survey 100]
    #[arg(long, value_name = "A..B", value_parser = ranges::first_or_range, allow_hyphen_values = true)]
    replays: Option<Range<u64>>,
}

/// What was written.
#[derive(Debug, Serialize)]
struct Written {
    file: String,
    bytes: usize,
    plots: usize,
    /// Games or solutions that can be replayed.
    lines: usize,
}

impl Answer for Written {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { file, bytes, plots, lines } = self;
        let size = *bytes as f64 / 1e6;
        let (plots, lines) = (counted(*plots as u64, "plot"), counted(*lines as u64, "line"));
        writeln!(out, "{file}: {plots}, {lines} to step through, {size:.1} MB")
    }
}

/// Writes the page.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let page = page(arguments)?;
    let to = arguments.to.clone().unwrap_or_else(|| arguments.directory.join("report.html"));
    let html = page.html();
    FinalFile::write(&to, &html)?;
    let lines = page.reel.as_ref().map_or(0, crate::report::reel::Reel::len);
    output.answer(&Written { file: to.display().to_string(), bytes: html.len(), plots: page.plots(), lines })
}

fn page(arguments: &Arguments) -> Result<Page, Failure> {
    let Arguments { directory, replays, .. } = arguments;
    let replays = |usual: u64| replays.clone().unwrap_or(0..usual);
    if !directory.is_dir() {
        return Err(Failure::input(format_args!("{}: there is no such directory", directory.display())));
    }
    let journal = directory.join("journal");
    let run = if journal.exists() { Some(journal::description(&journal)?) } else { None };
    match run.as_ref().and_then(|run| Description::part(run, "command")) {
        Some("match") => {
            let archive = Archive::open(directory)?;
            visit(archive.game, Event { archive: &archive, replays: &replays(1000) })
        }
        Some("survey") => survey::page(directory, &replays(100)),
        // What fort merge has put together has no journal.
        None if directory.join(CENSUS).exists() => survey::page(directory, &replays(100)),
        None => Err(Failure::input(format_args!(
            "{}: neither a match nor a survey: there is no journal and no {CENSUS}; the directory of fort match --out or of \
             fort survey --out is expected",
            directory.display()
        ))),
        Some(other) => Err(Failure::input(format_args!(
            "{}: the journal of fort {other}; a report is of a match or a survey",
            journal.display()
        ))),
    }
}
