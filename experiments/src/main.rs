//! `fort`: self-play tournaments, solvability surveys and search benchmarks for eight games.

mod adjudication;
mod archive;
mod arena;
mod census;
mod cli;
mod cluster;
mod commands;
mod coverage;
mod drawing;
mod event;
mod external;
mod failure;
mod fields;
mod final_file;
mod journal;
mod kept;
mod line;
mod nets;
mod notation;
mod openings;
mod output;
mod pairing;
mod players;
mod ranges;
mod record;
mod referee;
mod registry;
mod report;
mod schedule;
mod spec;
mod start;
mod stats;
mod streams;
mod study;
mod survey;
mod tally;
#[cfg(test)]
mod trial;
mod uci;
mod value;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse().and_then(commands::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
