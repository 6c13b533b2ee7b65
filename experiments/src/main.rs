//! `fort`: self-play tournaments, solvability surveys and search benchmarks for eight games.

mod cli;
mod commands;
mod failure;
mod output;
mod registry;
mod start;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse().and_then(commands::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
