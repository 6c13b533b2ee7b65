//! `fort plan`: a survey, a match or games to learn from, cut into shards for many machines.
//!
//! Everything is checked here, once, before a cluster is asked for anything; see [`crate::cluster`].

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::Serialize;

use super::experiment;
use crate::cluster::Plan;
use crate::cluster::plan::MOST_SHARDS;
use crate::failure::Failure;
use crate::output::{Answer, Output, counted, thousands};
use crate::tally::NOT_REPRODUCIBLE;

const EXAMPLES: &str = "\
Examples:
  fort plan --shards 100 -o plan.json survey fortress --deals 0..100000000
  fort plan --shards 50 -o plan.json match force3 --player alphabeta:depth=8 \\
    --player greedy --games 20000
  fort plan --shards 40 -o plan.json tune chess --games 100000 --nodes 2000

The words after the options are those of the ordinary command, without --out (for
tune: --data), --threads and --json. Then, on any machine that sees the same files:
  fort run --plan plan.json --shard 0         a shard, from 0 to N-1
  fort status --plan plan.json                how far it is
  fort merge --plan plan.json --out DIR       the files of the ordinary command
  fort slurm --plan plan.json > job.sh        a Slurm job array of all shards

Shard k of N has the units from kT/N to (k+1)T/N of T. Size shards to minutes: each
costs a start of the program. Paths in the words are relative to the directory in
which fort run starts.";

/// Cut a survey, a match or self-play games into shards for many machines
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// How many shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_SHARDS))]
    shards: u64,
    /// The file of the plan; shards go into a directory beside it, plan.shards for plan.json
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The ordinary command: survey, match or tune with its arguments
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// What was planned.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    hash: String,
    shards: u64,
    units: u64,
    items: String,
    /// The units of the largest shard.
    largest: u64,
    reproducible: bool,
}

/// Checks the command and writes its plan.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let Arguments { shards, output: path, command } = arguments;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let outline = experiment::outline(command, threads)?;
    let plan = Plan::new(path, command.clone(), outline, *shards)?;
    if plan.directory() == *path || plan.merged() == *path {
        return Err(Failure::input(format_args!(
            "-o {}: its shards would have the same name; give a name such as plan.json",
            path.display()
        )));
    }
    plan.write()?;
    let largest = plan.units.div_ceil(plan.shards);
    let Plan { hash, shards, units, items, reproducible, .. } = plan;
    output.answer(&Report { file: path.display().to_string(), hash, shards, units, items, largest, reproducible })
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { file, hash, shards, units, items, largest, .. } = self;
        let (shards, units, largest) = (counted(*shards, "shard"), thousands(*units), thousands(*largest));
        writeln!(out, "{file}: plan {hash}, {units} {items} in {shards} of at most {largest}")?;
        if self.reproducible {
            return Ok(());
        }
        writeln!(out, "{NOT_REPRODUCIBLE}")
    }
}
