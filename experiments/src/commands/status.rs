//! `fort status`: which shards of a plan are done.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use crate::cluster::standing::Standing;
use crate::cluster::{Plan, numbers};
use crate::failure::Failure;
use crate::output::{Answer, Output, thousands};

const EXAMPLES: &str = "\
Examples:
  fort status --plan plan.json
  fort status --plan plan.json --missing      the shards to be done, a line each
  sbatch --array=$(fort status --plan plan.json --missing --format slurm) job.sh

A shard is running if a living process holds its files, as far as the locks of the
file system tell. It is missing if it is neither done nor running.";

/// Tell which shards of a plan are done, running and missing
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The plan, as fort plan has written it
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Print the missing shards and nothing else
    #[arg(long)]
    missing: bool,
    /// How --missing prints them
    #[arg(long, value_enum, default_value_t = Format::Text, requires = "missing")]
    format: Format,
}

/// A form for lists of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A number a line
    Text,
    /// As sbatch --array takes them, such as 7,12-15
    Slurm,
}

/// How far the shards are.
#[derive(Debug, Serialize)]
struct Report {
    plan: String,
    hash: String,
    shards: u64,
    done: u64,
    running: u64,
    missing: u64,
    /// As Slurm writes them.
    running_shards: String,
    missing_shards: String,
    units: u64,
    items: String,
    /// Units in shards that are done, and in others.
    done_units: u64,
    kept_units: u64,
}

/// Looks at the shards.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let plan = Plan::read(&arguments.plan)?;
    let standing = Standing::of(&plan)?;
    if arguments.missing && !output.is_json() {
        return match arguments.format {
            Format::Slurm if standing.missing.is_empty() => Ok(()),
            Format::Slurm => Ok(writeln!(output, "{}", numbers::write(&standing.missing))?),
            Format::Text => Ok(standing.missing.iter().try_for_each(|shard| writeln!(output, "{shard}"))?),
        };
    }
    output.answer(&Report {
        plan: arguments.plan.display().to_string(),
        shards: plan.shards,
        done: standing.done.len() as u64,
        running: standing.running.len() as u64,
        missing: standing.missing.len() as u64,
        running_shards: numbers::write(&standing.running),
        missing_shards: numbers::write(&standing.missing),
        done_units: standing.done.iter().map(|&shard| plan.count_of(shard)).sum(),
        kept_units: standing.kept_units,
        units: plan.units,
        items: plan.items,
        hash: plan.hash,
    })
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { plan, hash, items, .. } = self;
        let [shards, done, running, missing] = [self.shards, self.done, self.running, self.missing].map(thousands);
        let [units, done_units, kept] = [self.units, self.done_units, self.kept_units].map(thousands);
        writeln!(out, "{plan}: plan {hash}, {shards} shards, {units} {items}")?;
        writeln!(out, "done          {done}, with {done_units} {items}")?;
        let list = |list: &str| if list.is_empty() { String::new() } else { format!(": {list}") };
        writeln!(out, "running       {running}{}", list(&self.running_shards))?;
        writeln!(out, "missing       {missing}{}", list(&self.missing_shards))?;
        writeln!(out, "In shards that are not done, {kept} {items} are finished and kept.")
    }
}
