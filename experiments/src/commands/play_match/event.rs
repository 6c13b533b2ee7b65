//! An event under way: stage after stage, played or read back from the journal, counted and written down.

use std::num::NonZeroUsize;

use engine::Game;

use super::Setup;
use super::files::Files;
use crate::arena::{Arena, Staged};
use crate::cluster::figures::Figures;
use crate::cluster::{Done, Outline, Portion};
use crate::event::{NotDue, Plan, Umpire};
use crate::failure::Failure;
use crate::journal::{Description, path_in};
use crate::notation::GamesFile;
use crate::pairing::Contestant;
use crate::players::Boxed;
use crate::record::UnitRecord;
use crate::survey::{Course, Run};
use crate::tally::{Heading, Summary, Tally};

/// An event as it was asked for.
pub(super) struct Event<'a> {
    pub(super) setup: &'a Setup,
    pub(super) plan: Plan,
    pub(super) threads: usize,
    pub(super) heading: &'a Heading,
    pub(super) description: &'a Description,
    /// Where games go in the game's own form.
    pub(super) games: Option<GamesFile>,
}

impl Event<'_> {
    /// Plays what the journal lacks, and writes the files if they are wanted.
    pub(super) fn conduct<G, F>(&self, arena: &Arena<G, F>) -> Result<Summary, Failure>
    where
        G: Game,
        F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
    {
        let Plan { format, entrants, games, .. } = self.plan;
        let journal = self.setup.out.as_deref().map(path_in).transpose()?;
        let course = Course {
            units: 0..format.most_units(entrants, games),
            threads: NonZeroUsize::new(self.threads),
            journal: journal.as_deref().map(|path| (path, self.description)),
            progress: Some((if self.heading.tournament { "series" } else { "games" }, 1)),
        };
        let mut run = Run::open(&course, |index, unit: &UnitRecord| arena.check(index, unit))?;
        let mut umpire = Umpire::new(&self.plan).map_err(Failure::input)?;
        let mut count = Count { tally: Tally::default(), files: None };
        while let Some(stage) = umpire.next_stage() {
            run.expect(stage.units().end.max(self.plan.units()));
            let work = Staged { arena, stage: &stage };
            // A test that stops the match leaves no next stage.
            let _ = run.stage(&work, stage.units(), |index, unit: UnitRecord, progress| {
                let flow = umpire.add(index, &unit).map_err(|error| self.damaged(index, error))?;
                count.add(self, index, &unit)?;
                progress.tell(|| count.tally.standing(self.heading));
                Ok(flow)
            })?;
        }
        run.finish();
        let summary = count.tally.summary(self.heading, umpire.placings());
        if let Some(files) = count.files {
            files.finish(&summary)?;
        }
        Ok(summary)
    }

    /// Plays a portion of an event of one stage.
    pub(super) fn in_part<G, F>(&self, arena: &Arena<G, F>, portion: Portion<'_>) -> Result<Done<Summary>, Failure>
    where
        G: Game,
        F: Fn(usize) -> Result<Boxed<G>, Failure> + Sync,
    {
        let stage = Umpire::new(&self.plan).map_err(Failure::input)?.next_stage();
        let stage = stage.expect("an event of two players or more has games");
        let outline = Outline {
            run: self.description.clone(),
            units: stage.units().end,
            items: if self.heading.tournament { "series" } else { "games" },
            seed: self.heading.seed,
            reproducible: self.heading.reproducible,
        };
        let mut pairs = Pairs::default();
        portion.carry_out(&Staged { arena, stage: &stage }, &outline, |index, unit| pairs.add(index, unit))?;
        let Portion::Sum(plan, shards) = portion else { return Ok(Done::Part(outline)) };
        let summary = pairs.tally.summary(self.heading, Vec::new());
        let note = "Of a pair that is cut, the game that is there is not counted.";
        Ok(Done::Sum(Figures::of(plan, shards, &summary, &format!("{summary}{note}\n"))))
    }

    fn damaged(&self, index: u64, what: NotDue) -> Failure {
        let journal = self.setup.out.as_deref().map(|out| format!("{}: ", out.join("journal").display()));
        Failure::input(format_args!(
            "{}unit {index}: {what}; the journal is damaged, delete it to start again",
            journal.unwrap_or_default()
        ))
    }
}

/// What the whole pairs of an event with gaps add up to.
#[derive(Default)]
struct Pairs {
    tally: Tally,
    /// The first unit of a pair, while the second has not come.
    first: Option<(u64, UnitRecord)>,
}

impl Pairs {
    /// Takes a unit; units come in order.
    fn add(&mut self, index: u64, unit: UnitRecord) {
        match (unit.fixture.starter, self.first.take()) {
            (Contestant::One, _) => self.first = Some((index, unit)),
            (Contestant::Two, Some((before, first))) if before + 1 == index => {
                self.tally.add(&first);
                self.tally.add(&unit);
            }
            _ => {}
        }
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
