//! A match that was played, as its journal has it: for whoever asks something of its games afterwards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine::GameId;

use crate::event::{self, Plan, Unfinished};
use crate::failure::{Context, Failure};
use crate::journal::{self, Description};
use crate::record::{FORM, UnitRecord};
use crate::tally::Heading;

/// The directory of a match.
pub(crate) struct Archive {
    journal: PathBuf,
    run: Description,
    /// Which game was played.
    pub(crate) game: GameId,
    /// What the event is.
    pub(crate) plan: Plan,
}

/// The units of a match that count, in order.
pub(crate) struct Units {
    /// By their numbers, without a gap.
    pub(crate) all: BTreeMap<u64, UnitRecord>,
    /// Whether the match is over.
    pub(crate) is_complete: bool,
}

impl Archive {
    /// Opens the directory that `fort match --out` has written, or is writing.
    pub(crate) fn open(directory: &Path) -> Result<Self, Failure> {
        let journal = directory.join("journal");
        let run = journal::description(&journal)?;
        let place = journal.display().to_string();
        let game = run.part("game").filter(|_| run.part("command") == Some("match"));
        let game = game
            .ok_or_else(|| Failure::input(format_args!("{place}: not the journal of a match")))?
            .parse()
            .bad_input(&place)?;
        if run.part("record") != Some(&FORM.to_string()) {
            return Err(Failure::input(format_args!(
                "{place}: the journal of another version, which recorded other things"
            )));
        }
        let plan = Plan::of(&run).bad_input(&place)?;
        Ok(Self { journal, run, game, plan })
    }

    /// The journal, in words.
    pub(crate) fn place(&self) -> String {
        self.journal.display().to_string()
    }

    /// What the description of the run says under this name.
    pub(crate) fn part(&self, name: &str) -> Result<&str, Failure> {
        self.run.part(name).ok_or_else(|| {
            Failure::input(format_args!("{}: not the journal of a match: it does not say {name}", self.place()))
        })
    }

    /// Whether units are series.
    pub(crate) fn is_tournament(&self) -> Result<bool, Failure> {
        Ok(self.part("tournament")? == "true")
    }

    /// What is said of the match, as far as its games need it.
    pub(crate) fn heading(&self) -> Result<Heading, Failure> {
        let luck = self.part("luck")?;
        Ok(Heading {
            game: self.game.name().to_owned(),
            rules: self.part("rules")?.to_owned(),
            players: event::players(&self.run).map(str::to_owned).collect(),
            format: (!self.plan.is_match_of_two()).then(|| self.plan.format.to_string()),
            tournament: self.is_tournament()?,
            openings: self.part("openings")?.to_owned(),
            seed: self.part("seed")?.parse().bad_input(self.place())?,
            luck: Some(luck).filter(|&luck| luck != "none").map(str::to_owned),
            sprt: self.plan.sprt,
            ..Heading::default()
        })
    }

    /// Reads the units as far as they are played without a gap.
    pub(crate) fn units(&self) -> Result<Units, Failure> {
        let mut all = BTreeMap::new();
        let mut twice = None;
        let form = Description::of("match").with("record", &FORM);
        journal::read_finished(&self.journal, &form, |line, unit, record: UnitRecord| {
            if all.insert(unit, record).is_some() {
                twice = Some((line, unit));
            }
        })?;
        if let Some((line, unit)) = twice {
            return Err(Failure::input(format_args!("{}: line {line}: unit {unit} was finished before", self.place())));
        }
        let mut counted = 0;
        let followed = event::follow::<Unfinished>(&self.plan, &all, |index, _| {
            counted = index + 1;
            Ok(())
        });
        let is_complete = match followed {
            Ok(_) => true,
            Err(Unfinished::Missing { .. }) => false,
            Err(other) => return Err(Failure::input(format_args!("{}: {other}", self.place()))),
        };
        // Short games may have come before longer ones, and games that were under way when a test decided do not count.
        all.split_off(&counted);
        Ok(Units { all, is_complete })
    }

    /// Reads all units of a match that is over.
    pub(crate) fn finished(&self) -> Result<Units, Failure> {
        let units = self.units()?;
        if units.is_complete {
            return Ok(units);
        }
        Err(Failure::input(format_args!(
            "{}: {} units are finished in order, and then one is missing; the command of the match carries on",
            self.place(),
            units.all.len()
        )))
    }
}
