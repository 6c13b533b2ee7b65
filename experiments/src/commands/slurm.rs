//! `fort slurm`: the batch script of a plan.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cluster::Plan;
use crate::failure::{Context, Failure};
use crate::output::Output;

/// Arrays of more tasks are refused by many clusters.
const USUAL_ARRAY: u64 = 1000;

const EXAMPLES: &str = "\
Examples:
  fort slurm --plan plan.json --time 01:00:00 --mem 500M > job.sh
  sbatch --wait job.sh
  sbatch --wait --array=$(fort status --plan plan.json --missing --format slurm) job.sh

A node that fails has its shards requeued by Slurm; a task that fails on a healthy
node is not, and is started again by the last line. Both carry on where the last
run was.";

/// Print the Slurm batch script of a plan
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The plan, as fort plan has written it
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// The most time that a shard takes, as sbatch has it: 30, 01:00:00, 2-00 [default: the partition's]
    #[arg(long, value_name = "TIME", value_parser = word)]
    time: Option<String>,
    /// The memory of a task, as sbatch has it
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = word)]
    mem: String,
    /// The processors, and threads, of a task
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    cpus: u16,
    /// The partition [default: the cluster's]
    #[arg(long, value_name = "NAME", value_parser = word)]
    partition: Option<String>,
    /// The program on the nodes [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
}

/// Reads a value that stands in the script as it is.
fn word(text: &str) -> Result<String, String> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_:.,+".contains(char);
    let is_word = !text.is_empty() && text.chars().all(is_plain);
    if is_word { Ok(text.to_owned()) } else { Err("letters, digits and - _ : . , + are accepted".to_owned()) }
}

/// Prints the script.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let plan = Plan::read(&arguments.plan)?;
    if output.is_json() {
        return Err(Failure::input("--json: the answer is a script"));
    }
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().while_running("cannot find this program")?,
    };
    let directory = std::env::current_dir().while_running("cannot find the current directory")?;
    // Slurm opens the logs before a task could make the directory, and a task without a log fails.
    let shards = plan.directory();
    std::fs::create_dir_all(&shards).bad_input(shards.display())?;
    let script = Script {
        path: named(&arguments.plan.canonicalize().bad_input(arguments.plan.display())?)?,
        shards: named(&shards.canonicalize().bad_input(shards.display())?)?,
        directory: named(&directory)?,
        program: named(&program)?,
        plan: &plan,
        arguments,
    };
    Ok(write!(output, "{script}")?)
}

/// A batch script.
struct Script<'a> {
    plan: &'a Plan,
    arguments: &'a Arguments,
    /// Where the plan is, its shards, the directory to work in, and the program.
    path: String,
    shards: String,
    directory: String,
    program: String,
}

impl fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, arguments, path, shards, directory, program } = self;
        let Arguments { time, mem, cpus, partition, .. } = arguments;
        writeln!(f, "#!/bin/bash")?;
        writeln!(f, "#SBATCH --job-name=fort-{}", plan.hash)?;
        writeln!(f, "#SBATCH --array=0-{}", plan.shards - 1)?;
        writeln!(f, "#SBATCH --requeue")?;
        writeln!(f, "#SBATCH --open-mode=append")?;
        writeln!(f, "#SBATCH --cpus-per-task={cpus}")?;
        writeln!(f, "#SBATCH --mem={mem}")?;
        for (name, value) in [("time", time), ("partition", partition)] {
            value.as_ref().map_or(Ok(()), |value| writeln!(f, "#SBATCH --{name}={value}"))?;
        }
        writeln!(f, "#SBATCH --chdir=\"{directory}\"")?;
        writeln!(f, "#SBATCH --output=\"{shards}/slurm-%A_%a.log\"")?;
        writeln!(f, "# What is missing in the end, with this file as job.sh:")?;
        writeln!(f, "#   sbatch --array=$(\"{program}\" status --plan \"{path}\" --missing --format slurm) job.sh")?;
        if plan.shards > USUAL_ARRAY {
            writeln!(f, "# Many clusters take arrays of about {USUAL_ARRAY} tasks at most (scontrol show config,")?;
            writeln!(f, "# MaxArraySize): plan fewer shards, or submit --array=0-999 and so on.")?;
        }
        // Without a shell in between, signals reach the program itself.
        writeln!(f, "exec \"{program}\" run --plan \"{path}\" --threads {cpus}")
    }
}

/// A path that both the shell and sbatch understand between quotes.
fn named(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().filter(|text| !text.contains(['"', '\\', '$', '`', '\n', '!', '%']));
    text.map(str::to_owned)
        .ok_or_else(|| Failure::input(format_args!("{}: no path that a batch script can name", path.display())))
}
