//! The grammar of the command line: the commands, and the options that every command understands.
//!
//! Each command's own arguments stand in the command's file, with the help text that a stranger reads; groups that
//! several commands share (`GAME`, `--rules`, `--position`) stand in [`crate::start`]. Verbs and option names are a
//! promise to scripts: add, never rename.

use std::num::NonZeroUsize;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    analyse, bench, completions, engine, export, games, merge, moves, perft, plan, play, play_match, report, run, show,
    slurm, solve, sprt, status, study, suite, survey, tour, train, tune, uci,
};
use crate::failure::{Context, Failure};

/// The version of the program, with the commit it is built from.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("FORT_COMMIT"), ")");

const EXAMPLES: &str = "\
Examples:
  fort games                        what can be played
  fort show force3                  a board and how it is written
  fort perft forte --depth 3        count the positions three moves away
  fort solve fortress --deal 3      can this deal be won, and how
  fort survey fortress --deals 1000 how many deals can be won
  fort uci                          a chess engine for graphical boards
  fort engine forte                 an engine for other programs' harnesses
  fort help perft                   more about one command

Exit codes: 0 done, 1 a failure while running, 2 bad usage or bad input.";

/// Self-play tournaments, solvability surveys and search benchmarks for board and card games.
#[derive(Debug, Parser)]
#[command(name = "fort", version = VERSION, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// How to do it.
    #[command(flatten)]
    pub(crate) global: Global,
}

/// The commands. What each is for stands with its arguments: docs here would take the place of those in its help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(games::Arguments),
    Show(show::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Analyse(analyse::Arguments),
    Play(play::Arguments),
    Solve(solve::Arguments),
    Suite(suite::Arguments),
    Survey(survey::Arguments),
    Plan(plan::Arguments),
    Run(run::Arguments),
    Status(status::Arguments),
    Slurm(slurm::Arguments),
    Merge(merge::Arguments),
    Match(play_match::Arguments),
    Study(study::Arguments),
    Export(export::Arguments),
    Report(report::Arguments),
    Sprt(sprt::Arguments),
    Tune(tune::Arguments),
    Train(train::Arguments),
    Bench(bench::Arguments),
    Tour(tour::Arguments),
    Uci(uci::Arguments),
    Engine(engine::Arguments),
    Completions(completions::Arguments),
}

/// What every command understands.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Options for every command")]
pub(crate) struct Global {
    /// Answer with JSON on standard output instead of text for people
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Threads to work with; only a search for a single move (`analyse`, `play`) may depend on it [default: all
    /// cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Global {
    /// The number of threads that `--threads` asks for.
    pub(crate) fn threads(self) -> usize {
        self.asked_threads().unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// The same, which is not zero.
    pub(crate) fn workers(self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads()).unwrap_or(NonZeroUsize::MIN)
    }

    /// The same, where it was given.
    pub(crate) fn asked_threads(self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// That many threads, ready to work.
    pub(crate) fn pool(self) -> Result<rayon::ThreadPool, Failure> {
        pool_of(self.threads())
    }
}

/// Reads the command line.
pub(crate) fn parse() -> Result<Cli, Failure> {
    let matches = grammar().try_get_matches().map_err(Failure::Usage)?;
    Cli::from_arg_matches(&matches).map_err(Failure::Usage)
}

/// Reads the words of a command, as if they stood behind `fort`.
pub(crate) fn parse_words(words: &[String]) -> Result<Cli, Failure> {
    let line = std::iter::once("fort").chain(words.iter().map(String::as_str));
    let matches = grammar().try_get_matches_from(line).map_err(Failure::Usage)?;
    Cli::from_arg_matches(&matches).map_err(Failure::Usage)
}

/// The grammar. A negative number is a value, which is refused with what is accepted, and not an unknown option.
fn grammar() -> clap::Command {
    Cli::command().mut_subcommands(|command| {
        command.mut_args(|argument| {
            let takes_values = argument.get_action().takes_values();
            argument.allow_negative_numbers(takes_values)
        })
    })
}

/// So many threads that share out work.
pub(crate) fn pool_of(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .while_running(format_args!("cannot start {threads} threads"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        grammar().debug_assert();
    }

    #[test]
    fn a_negative_number_is_refused_as_a_value() {
        for line in ["moves force3 --seed -1", "perft forte --depth -3", "match forte --player random --games -2"] {
            let refusal = grammar().try_get_matches_from(["fort"].into_iter().chain(line.split(' ')));
            let message = refusal.expect_err(line).to_string();
            assert!(message.contains("invalid value '-"), "{line}: {message}");
        }
    }

    #[test]
    fn every_command_says_what_it_is_for_and_gives_examples() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains(&format!("fort {}", command.get_name())), "{}: {after}", command.get_name());
        }
    }
}
