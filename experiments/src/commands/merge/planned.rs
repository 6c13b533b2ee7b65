//! `fort merge --plan`: the shards of a plan as one run.
//!
//! Whole shards in their order are the journal of the run. It is put where the ordinary command keeps it, and then that
//! command makes its files from it and finds nothing left to do, so that they cannot differ from those of one run.
//! Where shards are missing, what is there is added up only if that is asked for, into files with names of their own.

use std::io::Write;
use std::path::Path;

use crate::cli::Global;
use crate::cluster::figures::Figures;
use crate::cluster::standing::Standing;
use crate::cluster::{Plan, numbers};
use crate::commands::experiment;
use crate::failure::{Context, Failure};
use crate::journal::{self, BadJournal, path_in, sealed};
use crate::output::{Output, counted};

/// Merges the shards and lets the ordinary command finish.
pub(super) fn run(
    plan: &Path,
    out: Option<&Path>,
    allow_partial: bool,
    global: Global,
    output: &mut Output,
) -> Result<(), Failure> {
    let plan = Plan::read(plan)?;
    let out = out.map_or_else(|| plan.merged(), Path::to_owned);
    let standing = Standing::of(&plan)?;
    let missing: Vec<u64> = (0..plan.shards).filter(|shard| standing.done.binary_search(shard).is_err()).collect();
    if missing.is_empty() {
        return whole(&plan, &out, global, output);
    }
    if !allow_partial || standing.done.is_empty() {
        let without = if standing.done.is_empty() { "" } else { ", or do without with --allow-partial" };
        return Err(Failure::input(format_args!(
            "{}: {} of {} are not done: {}; fort run does them{without}",
            plan.path().display(),
            missing.len(),
            counted(plan.shards, "shard"),
            numbers::write(&missing)
        )));
    }
    path_in(&out)?;
    let figures = experiment::add_up(&plan, &standing.done)?;
    figures.write_into(&out)?;
    output.answer(&figures)?;
    if !output.is_json() {
        writeln!(output, "files in {}", out.display())?;
    }
    Ok(())
}

/// Merges all shards.
fn whole(plan: &Plan, out: &Path, global: Global, output: &mut Output) -> Result<(), Failure> {
    path_in(out)?;
    let journal = experiment::journal(plan, out);
    check(plan, &journal)?;
    // The run must be what the command says here and now, or the command would refuse the journal after it was written.
    plan.check(&experiment::outline(&plan.command, global.workers())?)?;
    let shards: Vec<_> =
        (0..plan.shards).map(|shard| (plan.shard(shard), plan.describe(shard), plan.units_of(shard))).collect();
    let shards = shards.iter().map(|(path, run, units)| (path.as_path(), run.clone(), units.clone()));
    sealed::join(&journal, &plan.run, shards)?;
    Figures::remove_from(out)?;
    let directory = out.to_str().ok_or_else(|| Failure::input(format_args!("--out {}: not UTF-8", out.display())))?;
    experiment::finish(plan, directory, global, output)
}

/// Refuses to replace the journal of another run.
fn check(plan: &Plan, journal: &Path) -> Result<(), Failure> {
    if !journal.try_exists().bad_input(journal.display())? {
        return Ok(());
    }
    let differences = plan.run.differences(&journal::description(journal)?);
    if differences.is_empty() {
        return Ok(());
    }
    Err(BadJournal::AnotherRun { path: journal.to_owned(), differences }.into())
}
