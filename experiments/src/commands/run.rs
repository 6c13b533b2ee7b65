//! `fort run`: does a shard of a plan, or sees that it is done.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::Serialize;

use super::experiment;
use crate::cli::Global;
use crate::cluster::{Plan, Task};
use crate::failure::Failure;
use crate::output::{Answer, Output, thousands};
use crate::ranges;

/// Where Slurm says which task of an array it is.
const TASK: &str = "SLURM_ARRAY_TASK_ID";

const EXAMPLES: &str = "\
Examples:
  fort run --plan plan.json --shard 7
  fort run --plan plan.json                   in a Slurm job array: its task's shard
  seq 0 99 | parallel --joblog log --resume-failed fort run --plan plan.json --shard {}

A task works on one thread unless --threads says more. It may be killed at any moment,
started again, and started twice: what is finished is kept, and a shard that is done
is left as it is. Exit code 0 means that the shard is done. See fort help plan.";

/// Do a shard of a plan, or see that it is done
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The plan, as fort plan has written it
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Which shard, counted from 0 [default: that of the Slurm array task, `SLURM_ARRAY_TASK_ID`]
    #[arg(long, value_name = "K", value_parser = ranges::whole)]
    shard: Option<u64>,
}

/// What was done.
#[derive(Debug, Serialize)]
struct Report {
    shard: u64,
    file: String,
    from: u64,
    to: u64,
    items: String,
    /// Whether the shard was done before.
    already_done: bool,
}

/// Does the shard.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let plan = Plan::read(&arguments.plan)?;
    let shard = arguments.shard.map_or_else(shard_of_task, Ok)?;
    if shard >= plan.shards {
        return Err(Failure::input(format_args!(
            "shard {shard}: {} has the shards 0 to {}",
            arguments.plan.display(),
            plan.shards - 1
        )));
    }
    let threads = global.asked_threads().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN);
    let task = Task::new(&plan, shard, threads);
    let already_done = task.is_done()?;
    if !already_done {
        experiment::perform(&task)?;
    }
    let units = plan.units_of(shard);
    output.answer(&Report {
        shard,
        file: plan.shard(shard).display().to_string(),
        from: units.start,
        to: units.end,
        items: plan.items.clone(),
        already_done,
    })
}

fn shard_of_task() -> Result<u64, Failure> {
    let missing = "--shard K is missing, and this is no task of a Slurm job array";
    let task = std::env::var(TASK).map_err(|_| Failure::input(format_args!("{missing} ({TASK} is not set)")))?;
    ranges::whole(&task).map_err(|what| Failure::input(format_args!("{TASK}: {what}")))
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { shard, file, items, .. } = self;
        let (from, to) = (thousands(self.from), thousands(self.to));
        let done = if self.already_done { "done already" } else { "done" };
        writeln!(out, "shard {shard}: {items} {from}..{to} {done}, {file}")
    }
}
