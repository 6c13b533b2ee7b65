//! `fort tour`: all three jobs in small, in under a minute: matches, solvability surveys, the search benchmark.
//!
//! The tour is a list of command lines, each shown and then run as if it had been typed, so that what it does can be
//! repeated, changed and read about with `fort help`. At the end all that has left files becomes a page.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Parser;

use crate::cli::{Cli, Global};
use crate::commands;
use crate::failure::{Context, Failure};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  fort tour
  fort tour --out /tmp/tour --threads 1";

/// Show all three jobs in small: matches, surveys, the benchmark; under a minute
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory for the journals, tables and summaries; what an earlier tour left there is replaced
    #[arg(long, value_name = "DIR", default_value = "results/tour")]
    out: PathBuf,
}

/// A stop of the tour: what it shows, the command line, and the folder for its files if it has any.
struct Stop {
    title: &'static str,
    line: &'static str,
    folder: Option<&'static str>,
}

impl Stop {
    /// The words of its command line.
    fn words(&self, out: &Path) -> Vec<String> {
        let mut words: Vec<String> = self.line.split(' ').map(str::to_owned).collect();
        if let Some(folder) = self.folder {
            words.extend(["--out".to_owned(), out.join(folder).display().to_string()]);
        }
        words
    }
}

const STOPS: [Stop; 11] = [
    Stop {
        title: "A match in FORCE 3: alpha-beta against random moves. It must not lose a game.",
        line: "match force3 --player alphabeta:depth=6 --player random --games 200",
        folder: Some("force3"),
    },
    Stop {
        title: "FORTE: what one more ply is worth. Two games make a pair with a common opening, sides swapped.",
        line: "match forte --player alphabeta:depth=3 --player alphabeta:depth=2 --games 400",
        folder: Some("forte"),
    },
    Stop {
        title: "Chess: what twice the nodes are worth.",
        line: "match chess --player alphabeta:nodes=1000 --player alphabeta:nodes=500 --games 100",
        folder: Some("chess"),
    },
    Stop {
        title: "Checkers: two more plies, from each three-move ballot with both sides.",
        line: "match checkers --player alphabeta:depth=6 --player alphabeta:depth=4 --games 288 --openings ballots",
        folder: Some("checkers"),
    },
    Stop {
        title: "Backgammon: a ply more for the network. Pairs share their dice, and the luck in them can be taken off.",
        line: "match backgammon --player expectiminimax:plies=1 --player expectiminimax:plies=0 --games 60 --luck static",
        folder: Some("backgammon"),
    },
    Stop {
        title: "FORTAC, a game with chance: expectiminimax against the best static value. Pairs share their cards.",
        line: "match fortac --player expectiminimax:plies=1 --player greedy --games 400",
        folder: Some("fortac"),
    },
    Stop {
        title: "How often can FORTRESS be won? Published: 20.240 % of 1,000,000 deals (Wolter 2014).",
        line: "survey fortress --deals 0..100000",
        folder: Some("fortress"),
    },
    Stop {
        title: "And CHESSBOARD? Nobody has published it.",
        line: "survey chessboard --deals 0..50000",
        folder: Some("chessboard"),
    },
    Stop { title: "One deal, and how it is won.", line: "solve fortress --deal 8", folder: None },
    Stop { title: "FORCE 3 solved outright, every position of it.", line: "solve force3", folder: None },
    Stop { title: "How fast is all this, on one core of this machine?", line: "bench", folder: None },
];

/// What the tour makes of the files of its stops.
const PAGES: &str =
    "Each match and survey as a page for a browser, with plots and a board on which its games can be stepped through.";

/// Walks from stop to stop.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let (begun, out) = (Instant::now(), &arguments.out);
    for (index, stop) in STOPS.iter().enumerate() {
        if let Some(folder) = stop.folder {
            forget(&out.join(folder))?;
        }
        if !output.is_json() {
            writeln!(output, "{}. {}\n", index + 1, stop.title)?;
        }
        show(&stop.words(out), global, output)?;
        if !output.is_json() {
            writeln!(output)?;
        }
    }
    if !output.is_json() {
        writeln!(output, "{}. {PAGES}\n", STOPS.len() + 1)?;
    }
    for folder in STOPS.iter().filter_map(|stop| stop.folder) {
        show(&["report".to_owned(), out.join(folder).display().to_string()], global, output)?;
    }
    if !output.is_json() {
        let (seconds, files) = (begun.elapsed().as_secs_f64(), out.display());
        writeln!(
            output,
            "\nThat was the tour: {seconds:.0} s. Its files are in {files}; `fort help` tells what else there is."
        )?;
    }
    Ok(())
}

/// Shows a command line and does it.
fn show(words: &[String], global: Global, output: &mut Output) -> Result<(), Failure> {
    if !output.is_json() {
        let gap = if words[0] == "report" { "" } else { "\n" };
        writeln!(output, "$ fort {}{gap}", words.join(" "))?;
        output.flush()?;
    }
    let cli = Cli::try_parse_from([String::from("fort")].iter().chain(words)).map_err(Failure::Usage)?;
    commands::perform(cli.command, global, output)?;
    output.flush()?;
    Ok(())
}

/// Removes the journal of an earlier tour, so that this one shows real work.
fn forget(folder: &Path) -> Result<(), Failure> {
    let journal = folder.join("journal");
    match std::fs::remove_file(&journal) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).bad_input(journal.display()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stop_is_a_command_line() {
        for stop in &STOPS {
            let words = stop.words(Path::new("somewhere"));
            let line = words.join(" ");
            Cli::try_parse_from(["fort".to_owned()].iter().chain(&words))
                .unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
