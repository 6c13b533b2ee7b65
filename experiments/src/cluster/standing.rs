//! How far the shards of a plan are.

use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::Path;

use serde::de::IgnoredAny;

use super::task::{PARTIAL, dead, files_of};
use super::{Plan, Task};
use crate::failure::{Context, Failure};
use crate::journal::{self, Description};

/// The shards of a plan by how far they are, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Whole.
    pub(crate) done: Vec<u64>,
    /// A living process has their partial file.
    pub(crate) running: Vec<u64>,
    /// Neither.
    pub(crate) missing: Vec<u64>,
    /// Units that are finished in shards that are not whole.
    pub(crate) kept_units: u64,
}

impl Standing {
    /// Looks at all files. One in the place of a shard that is damaged, or another plan's, is an error.
    pub(crate) fn of(plan: &Plan) -> Result<Self, Failure> {
        let mut standing = Self::default();
        for shard in 0..plan.shards {
            if Task::new(plan, shard, NonZeroUsize::MIN).is_done()? {
                standing.done.push(shard);
                continue;
            }
            let Partial { is_running, kept } = Partial::of(plan, shard)?;
            standing.kept_units += kept;
            if is_running { &mut standing.running } else { &mut standing.missing }.push(shard);
        }
        Ok(standing)
    }
}

/// What the partial files of a shard say.
struct Partial {
    is_running: bool,
    /// The units in the one that has the most.
    kept: u64,
}

impl Partial {
    fn of(plan: &Plan, shard: u64) -> Result<Self, Failure> {
        let directory = plan.directory();
        let files = match files_of(&directory, &Plan::name_of(shard)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            files => files.while_running(directory.display())?,
        };
        let partial = files.iter().filter(|file| file.as_os_str().to_string_lossy().ends_with(PARTIAL));
        let run = plan.describe(shard);
        let mut standing = Self { is_running: false, kept: 0 };
        for file in partial {
            standing.is_running |= file.exists() && dead(file).is_none();
            standing.kept = standing.kept.max(units_in(file, &run));
        }
        Ok(standing)
    }
}

/// The finished units of a partial file, as far as it can be read.
fn units_in(file: &Path, run: &Description) -> u64 {
    let mut units = 0;
    // What cannot be read is not counted, and done again.
    let _ = journal::read_finished::<IgnoredAny>(file, run, |_, _, _| units += 1);
    units
}
