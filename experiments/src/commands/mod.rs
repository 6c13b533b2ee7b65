//! One file a command.
//!
//! A command turns its arguments into one answer, or fails. What needs a game's type is a visitor of
//! [`crate::registry`]; what it finds out is an [`Answer`](crate::output::Answer).

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod engine;
mod experiment;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod merge;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod slurm;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod status;
pub(crate) mod study;
pub(crate) mod suite;
pub(crate) mod survey;
pub(crate) mod tour;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod uci;

use std::io::Write;

use crate::cli::{Cli, Command, Global};
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    let global = cli.global;
    let mut output = Output::new(global.json);
    let done = perform(cli.command, global, &mut output);
    // What was written before a failure is still the reader's.
    let flushed = output.flush().map_err(Failure::from);
    done.and(flushed)
}

/// Runs one command.
fn perform(command: Command, global: Global, output: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Games(arguments) => games::run(&arguments, output),
        Command::Show(arguments) => show::run(&arguments, output),
        Command::Moves(arguments) => moves::run(&arguments, output),
        Command::Perft(arguments) => perft::run(&arguments, global, output),
        Command::Analyse(arguments) => analyse::run(&arguments, global, output),
        Command::Play(arguments) => play::run(&arguments, global, output),
        Command::Solve(arguments) => solve::run(&arguments, global, output),
        Command::Suite(arguments) => suite::run(&arguments, global, output),
        Command::Survey(arguments) => survey::run(&arguments, global, output),
        Command::Plan(arguments) => plan::run(&arguments, output),
        Command::Run(arguments) => run::run(&arguments, global, output),
        Command::Status(arguments) => status::run(&arguments, output),
        Command::Slurm(arguments) => slurm::run(&arguments, output),
        Command::Merge(arguments) => merge::run(&arguments, global, output),
        Command::Match(arguments) => play_match::run(&arguments, global, output),
        Command::Study(arguments) => study::run(&arguments, output),
        Command::Export(arguments) => export::run(&arguments, output),
        Command::Report(arguments) => report::run(&arguments, output),
        Command::Sprt(arguments) => sprt::run(&arguments, global, output),
        Command::Tune(arguments) => tune::run(&arguments, global, output),
        Command::Train(arguments) => train::run(&arguments, global, output),
        Command::Bench(arguments) => bench::run(&arguments, global, output),
        Command::Tour(arguments) => tour::run(&arguments, global, output),
        Command::Uci(arguments) => uci::run(&arguments, global, output),
        Command::Engine(arguments) => engine::run(&arguments, global, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
    }
}
