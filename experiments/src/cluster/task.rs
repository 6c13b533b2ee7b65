//! A task: the units of one shard, done once and for all, whatever happens to the processes that do them.
//!
//! A task writes what it finishes into a partial file of its own, a journal with the machine's name and the process id in
//! its name, and at the end a sealed file that is renamed to the shard's final name. A task that begins adopts what
//! tasks of its shard before it have left. Any number may do the same shard at the same time, on any machines: each has
//! its own files, they find the same results, and whoever comes last replaces a whole shard by a whole shard. Locks
//! only tell whether the owner of a partial file still lives, so that the files of the dead can be cleared away.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use super::Plan;
use super::keeper::Keeper;
use crate::failure::{Context, Failure};
use crate::journal::sealed::{self, BadShard, Sealing};
use crate::journal::{self, BadJournal, Description, Journal};
use crate::survey::{Course, Run, Work};

/// How the name of a partial file ends.
pub(super) const PARTIAL: &str = ".partial";
/// How the name of a sealed file ends that has not got its final name yet.
const SEALED: &str = ".sealed";

/// A shard that is to be done.
pub(crate) struct Task<'a> {
    /// The plan.
    pub(crate) plan: &'a Plan,
    /// Which shard of it.
    pub(crate) shard: u64,
    /// The number of workers.
    pub(crate) threads: NonZeroUsize,
    name: String,
    run: Description,
    units: Range<u64>,
}

/// What a task before has left.
struct Legacy {
    path: PathBuf,
    /// Locked by us, because its owner is dead; else somebody may still be writing it.
    lock: Option<File>,
}

impl<'a> Task<'a> {
    /// The task of a shard that the plan has.
    pub(crate) fn new(plan: &'a Plan, shard: u64, threads: NonZeroUsize) -> Self {
        let (run, units) = (plan.describe(shard), plan.units_of(shard));
        Self { plan, shard, threads, name: Plan::name_of(shard), run, units }
    }

    /// Whether the shard is done; a file in its place that is not the shard is an error.
    pub(crate) fn is_done(&self) -> Result<bool, BadShard> {
        match sealed::check(&self.plan.shard(self.shard), (&self.run, &self.units)) {
            Err(BadShard::Unusable { error, .. }) if error.kind() == ErrorKind::NotFound => Ok(false),
            checked => checked.map(|()| true),
        }
    }

    /// Does what is not done yet.
    pub(super) fn perform<W: Work>(&self, work: &W) -> Result<(), Failure> {
        let directory = self.plan.directory();
        fs::create_dir_all(&directory).bad_input(directory.display())?;
        match self.complete(work, &directory) {
            // Somebody else may have finished the shard meanwhile, and cleared our files away.
            Err(failure @ Failure::Running(_)) if !self.is_done().unwrap_or(false) => Err(failure),
            Err(failure @ Failure::Input(_)) => Err(failure),
            _ => {
                self.clear_away(&directory);
                Ok(())
            }
        }
    }

    fn complete<W: Work>(&self, work: &W, directory: &Path) -> Result<(), Failure> {
        let (mut journal, partial) = self.begin(work, directory)?;
        let keeper = Keeper::start(&partial, format!("{} of {}", self.name, self.plan.path().display()))?;
        self.adopt(work, &mut journal, &partial, directory)?;
        let sealed = partial.with_extension(&SEALED[1..]);
        let mut sealing = Sealing::create(&sealed, &self.run)?;
        let course = Course { units: self.units.clone(), threads: Some(self.threads), journal: None, progress: None };
        let mut run = Run::over(Some(journal), &course)?;
        let seal = |unit, result: W::Result, _: &_| {
            sealing.add(unit, &result).map(ControlFlow::<std::convert::Infallible>::Continue)
        };
        let ControlFlow::Continue(()) = run.stage(work, self.units.clone(), seal)?;
        sealing.finish()?;
        let last = self.plan.shard(self.shard);
        fs::rename(&sealed, &last).while_running(last.display())?;
        // The name is on the disk when the directory is; where directories cannot be opened there is no such thing.
        File::open(directory).and_then(|directory| directory.sync_all()).while_running(directory.display())?;
        drop(keeper);
        Ok(())
    }

    /// Starts a partial file that nobody else has.
    fn begin<W: Work>(&self, work: &W, directory: &Path) -> Result<(Journal, PathBuf), Failure> {
        let owner = format!("{}.{}.{}", self.name, machine(), std::process::id());
        for number in 1.. {
            // Process ids come again, in containers all the time.
            let name = if number == 1 { format!("{owner}{PARTIAL}") } else { format!("{owner}-{number}{PARTIAL}") };
            let path = directory.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => {
                    created.bad_input(path.display())?;
                    let check = |unit, result: &W::Result| work.check(unit, result);
                    return Ok((Journal::open(&path, &self.run, &self.units, check)?, path));
                }
            }
        }
        unreachable!("some number is free")
    }

    /// Takes over what is finished in the partial files of others, and clears away those of the dead.
    fn adopt<W: Work>(&self, work: &W, own: &mut Journal, path: &Path, directory: &Path) -> Result<(), Failure> {
        let mut adopted = Vec::new();
        for other in self.files(directory)? {
            if other == path || !other.as_os_str().to_string_lossy().ends_with(PARTIAL) {
                continue;
            }
            if let Some(legacy) = Legacy::find(other, &self.run)? {
                self.take_over(work, own, &legacy)?;
                adopted.push(legacy);
            }
        }
        own.sync()?;
        for legacy in adopted.iter().filter(|legacy| legacy.lock.is_some()) {
            // What is left lying about is cleared away at the end.
            let _ = fs::remove_file(&legacy.path);
        }
        Ok(())
    }

    /// Copies the finished units of a partial file. It may be damaged, by a machine that went down: what is behind the
    /// damage is done again.
    fn take_over<W: Work>(&self, work: &W, own: &mut Journal, legacy: &Legacy) -> Result<(), Failure> {
        let mut failed = Ok(());
        let read = journal::read_finished(&legacy.path, &self.run, |_, unit, result: W::Result| {
            let is_good = self.units.contains(&unit) && work.check(unit, &result).is_ok();
            if failed.is_ok() && is_good && !own.has(unit) {
                failed = own.append(unit, &result);
            }
        });
        failed?;
        match read {
            Err(BadJournal::BadLine { path, line, what }) => {
                let _ = writeln!(
                    io::stderr(),
                    "fort: {}: line {line}: {what}; units from there on are done again",
                    path.display()
                );
                Ok(())
            }
            // Its shard was finished meanwhile by somebody else, who cleared it away.
            Err(BadJournal::Unusable { error, .. }) if error.kind() == ErrorKind::NotFound => Ok(()),
            other => Ok(other?),
        }
    }

    /// Removes all files of the shard but the final one. Who still does the shard finds at its end that it is done.
    fn clear_away(&self, directory: &Path) {
        for file in self.files(directory).unwrap_or_default() {
            let _ = fs::remove_file(file);
        }
    }

    /// The files of the shard but the final one.
    fn files(&self, directory: &Path) -> Result<Vec<PathBuf>, Failure> {
        files_of(directory, &self.name).while_running(directory.display())
    }
}

impl Legacy {
    /// A partial file of the shard that `run` describes; `None` if nothing is in it, or it is gone.
    fn find(path: PathBuf, run: &Description) -> Result<Option<Self>, Failure> {
        let lock = dead(&path);
        match journal::description(&path) {
            Ok(there) if there == *run => Ok(Some(Self { path, lock })),
            Ok(there) => Err(Failure::input(BadShard::Another { path, differences: run.differences(&there) })),
            // Just begun, or killed before its header was written.
            Err(BadJournal::BadLine { .. }) => Ok(None),
            Err(BadJournal::Unusable { error, .. }) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(other) => Err(other.into()),
        }
    }
}

/// The lock of a partial file, if its owner is dead.
pub(super) fn dead(path: &Path) -> Option<File> {
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().is_ok().then_some(file)
}

/// The files in a directory whose names begin with a shard's and a dot.
pub(super) fn files_of(directory: &Path, shard: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().strip_prefix(shard).is_some_and(|rest| rest.starts_with('.')) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// The name of this machine, or of the node that Slurm takes it for.
fn machine() -> String {
    let name = std::env::var("SLURMD_NODENAME")
        .or_else(|_| fs::read_to_string("/proc/sys/kernel/hostname"))
        .or_else(|_| std::env::var("HOSTNAME"))
        .unwrap_or_default();
    let name: String = name.trim().chars().filter(|char| char.is_ascii_alphanumeric() || *char == '-').collect();
    if name.is_empty() { "machine".to_owned() } else { name }
}
