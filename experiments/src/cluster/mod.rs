//! Beyond one machine: a long run cut into shards that any engine can hand out.
//!
//! A [`Plan`] is a run in words, cut into shards of consecutive units. The contract with the engine (a Slurm job array,
//! GNU parallel, a shell loop) is an index in and one file out: [`task`] does a shard and is idempotent, so that it
//! may be killed, started again, or started twice at once. Whole shards put together are the journal of the run, from
//! which the ordinary command makes its ordinary files: that is why they are equal byte for byte, whatever the cut.
//!
//! A command whose run can be cut (surveys, matches, the games of `fort tune`) takes a [`Portion`]: it checks
//! everything as always, and instead of doing all of its work it gives the [`Outline`] of it, does a shard of it, or adds
//! up what is there. The shards' files are in [`crate::journal::sealed`].

pub(crate) mod figures;
mod keeper;
pub(crate) mod numbers;
pub(crate) mod plan;
pub(crate) mod standing;
pub(crate) mod task;

use std::ops::Range;

use serde::de::DeserializeOwned;

use self::figures::Figures;
pub(crate) use self::plan::Plan;
pub(crate) use self::task::Task;
use crate::failure::Failure;
use crate::journal::{Description, sealed};
use crate::survey::Work;

/// Which part of a run is wanted.
#[derive(Clone, Copy)]
pub(crate) enum Portion<'a> {
    /// None of it: only what it is.
    Outline,
    /// The units of a shard.
    Shard(&'a Task<'a>),
    /// What some whole shards add up to, without doing anything.
    Sum(&'a Plan, &'a [u64]),
}

/// What a run is, before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// What its results depend on.
    pub(crate) run: Description,
    /// The number of units, counted from 0.
    pub(crate) units: u64,
    /// What they are, such as `games`.
    pub(crate) items: &'static str,
    /// The master seed.
    pub(crate) seed: u64,
    /// Whether the same command always gives the same results: no limits in time.
    pub(crate) reproducible: bool,
}

/// What came of a command.
pub(crate) enum Done<A> {
    /// The whole run was done: its answer.
    Whole(A),
    /// The run was outlined; if a shard was wanted, that is done.
    Part(Outline),
    /// Some shards were added up.
    Sum(Figures),
}

impl<A> Done<A> {
    /// The answer to a command of which no portion was wanted.
    pub(crate) fn whole(self) -> A {
        match self {
            Self::Whole(answer) => answer,
            _ => unreachable!("a command does a part of its work only where a portion is wanted"),
        }
    }
}

impl Portion<'_> {
    /// Does a part of `work`, the run of `outline`. The results of shards that are to be added up go to `absorb`, with
    /// the number of their unit, in order.
    pub(crate) fn carry_out<W: Work>(
        self,
        work: &W,
        outline: &Outline,
        mut absorb: impl FnMut(u64, W::Result),
    ) -> Result<(), Failure> {
        match self {
            Self::Outline => Ok(()),
            Self::Shard(task) => {
                task.plan.check(outline)?;
                task.perform(work)
            }
            Self::Sum(plan, shards) => {
                plan.check(outline)?;
                shards.iter().try_for_each(|&shard| add_up(plan, shard, work, &mut absorb))
            }
        }
    }
}

/// Hands the results of a whole shard on.
fn add_up<W: Work>(plan: &Plan, shard: u64, work: &W, absorb: &mut impl FnMut(u64, W::Result)) -> Result<(), Failure>
where
    W::Result: DeserializeOwned,
{
    let (run, units): (Description, Range<u64>) = (plan.describe(shard), plan.units_of(shard));
    sealed::read::<W::Result>(&plan.shard(shard), (&run, &units), |unit, result| {
        work.check(unit, &result)?;
        absorb(unit, result);
        Ok(())
    })?;
    Ok(())
}
