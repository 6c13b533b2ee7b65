//! An event under way: stage after stage, played or read back from the journal, counted and written down.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};

use engine::Game;

use super::Setup;
use super::files::Files;
use crate::arena::{Arena, Staged};
use crate::failure::Failure;
use crate::journal::{Description, path_in};
use crate::notation::GamesFile;
use crate::pairing::Contestant;
use crate::players::Boxed;
use crate::record::UnitRecord;
use crate::schedule::{Schedule, Stage};
use crate::survey::{Course, Run};
use crate::tally::{Heading, Summary, Tally};

/// An event as it was asked for.
pub(super) struct Event<'a> {
    pub(super) setup: &'a Setup,
    pub(super) threads: usize,
    pub(super) heading: &'a Heading,
    pub(super) description: &'a Description,
    /// Where games go in the game's own form.
    pub(super) games: Option<GamesFile>,
}

impl Event<'_> {
    /// Plays what the journal lacks, and writes the files if they are wanted.
    pub(super) fn conduct<G, F>(&self, arena: &Arena<G, F>, mut schedule: Box<dyn Schedule>) -> Result<Summary, Failure>
    where
        G: Game,
        F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
    {
        let journal = self.setup.out.as_deref().map(path_in).transpose()?;
        let course = Course {
            units: self.units(),
            threads: NonZeroUsize::new(self.threads),
            journal: journal.as_deref().map(|path| (path, self.description)),
            progress: Some((if self.heading.tournament { "series" } else { "games" }, 1)),
        };
        let mut run = Run::open(&course, |index, unit: &UnitRecord| arena.check(index, unit))?;
        let mut count = Count { tally: Tally::default(), files: None };
        let mut scores = Vec::new();
        while let Some(stage) = schedule.next(&scores) {
            run.expect(stage.units().end.max(self.setup.format.units(self.setup.players.len(), self.setup.games)));
            scores = vec![[0; 2]; stage.meetings.len()];
            let work = Staged { arena, stage: &stage };
            let flow = run.stage(&work, stage.units(), |index, unit: UnitRecord, _| {
                let meeting = self.expected(&stage, index, &unit)?;
                add_score(&mut scores[meeting], unit.winner);
                count.add(self, index, &unit)?;
                Ok(ControlFlow::<()>::Continue(()))
            })?;
            if flow.is_break() {
                break;
            }
        }
        run.finish();
        let summary = count.tally.summary(self.heading, schedule.placings());
        if let Some(files) = count.files {
            files.finish(&summary)?;
        }
        Ok(summary)
    }

    /// The numbers that units may have.
    fn units(&self) -> Range<u64> {
        0..self.setup.format.most_units(self.setup.players.len(), self.setup.games)
    }

    /// The index of the meeting that unit `index` of `stage` is of. A journal could have another.
    fn expected(&self, stage: &Stage, index: u64, unit: &UnitRecord) -> Result<usize, Failure> {
        let (meeting, fixture) = stage.fixture(index);
        if unit.fixture == fixture {
            return Ok(meeting);
        }
        let place =
            self.setup.out.as_deref().map_or_else(String::new, |out| format!("{}: ", out.join("journal").display()));
        Err(Failure::input(format_args!(
            "{place}unit {index}: not a game of this match; the journal is damaged, delete it to start again"
        )))
    }
}

fn add_score(scores: &mut [u64; 2], winner: Option<Contestant>) {
    match winner {
        Some(winner) => scores[winner.index()] += 2,
        None => scores.iter_mut().for_each(|half_points| *half_points += 1),
    }
}

/// What units add up to.
struct Count<'a> {
    tally: Tally,
    /// Not touched before the journal has turned out to be this run's.
    files: Option<Files<'a>>,
}

impl<'a> Count<'a> {
    fn add(&mut self, event: &Event<'a>, index: u64, unit: &UnitRecord) -> Result<(), Failure> {
        self.tally.add(unit);
        let Some(directory) = &event.setup.out else { return Ok(()) };
        let files = match &mut self.files {
            Some(files) => files,
            None => self.files.insert(Files::create(directory, event.heading, event.games)?),
        };
        files.add(index, unit)
    }
}
