//! An event apart from playing it: which units are due, what they add up to, and when it is over.
//!
//! A [`Plan`] says what an event is; an [`Umpire`] follows it through its stages, unit by unit in the order of their numbers. Who
//! plays a match and who reads its journal ask the same umpire, so that both end at the same unit: of a match that a sequential
//! test may stop, the journal can hold units that were under way when it did, and those do not count.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::fields::Fields;
use crate::journal::Description;
use crate::pairing::Contestant;
use crate::record::UnitRecord;
use crate::schedule::{Fixture, Format, Placing, Schedule, Stage};
use crate::stats::Pentanomial;
use crate::stats::sprt::{Design, Model, Sprt, Verdict};

/// What an event is, as far as its course depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    /// Who meets whom.
    pub(crate) format: Format,
    /// The number of players, at least 2.
    pub(crate) entrants: usize,
    /// Units of each meeting; of a match that a test may stop, at most so many.
    pub(crate) games: u64,
    /// What may stop a match of two.
    pub(crate) sprt: Option<Sprt>,
}

impl Plan {
    /// The plan that the description of a journal has.
    pub(crate) fn of(run: &Description) -> Result<Self, String> {
        let part =
            |name: &str| run.part(name).ok_or_else(|| format!("not the journal of a match: it does not say {name}"));
        let sprt = match part("sprt")? {
            "none" => None,
            text => Some(text.parse::<Test>()?.0),
        };
        let games = part("games")?.parse().map_err(|error| format!("games: {error}"))?;
        Ok(Self { format: part("format")?.parse()?, entrants: players(run).count(), games, sprt })
    }

    /// Whether two players meet once and for all.
    pub(crate) fn is_match_of_two(&self) -> bool {
        self.entrants == 2 && self.format == Format::RoundRobin
    }

    /// The units of the event, without those of level meetings that go on.
    pub(crate) fn units(&self) -> u64 {
        self.format.units(self.entrants, self.games)
    }

    /// Checks that players and games fit the format.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Self { format, entrants, games, sprt } = *self;
        if entrants < 2 {
            return Err(format!("a match has two players or more, --player for each; {entrants} given"));
        }
        if sprt.is_some() && !self.is_match_of_two() {
            return Err(format!("--sprt: it tells two players apart; {entrants} given, in the format {format}"));
        }
        if !games.is_multiple_of(2) && !self.is_match_of_two() {
            return Err(format!(
                "--games {games}: an even number where more than two play or the format is {format}, so that both \
                 have both sides"
            ));
        }
        format.schedule(entrants, games).map(drop).map_err(|what| format!("--format {what}"))
    }
}

/// The players that the description of a journal names, in order.
pub(crate) fn players(run: &Description) -> impl Iterator<Item = &str> {
    (1..).map_while(|number| run.part(&player_part(number)))
}

/// Where a description has the player of this number, counted from 1.
pub(crate) fn player_part(number: usize) -> String {
    format!("player {number}")
}

/// Follows an event.
pub(crate) struct Umpire {
    schedule: Box<dyn Schedule>,
    sprt: Option<Sprt>,
    stage: Option<Stage>,
    /// Half points in the meetings of the stage.
    scores: Vec<[u64; 2]>,
    pairs: Pentanomial,
    /// The half points of the first unit of a pair, while the second has not come.
    half_pair: Option<u32>,
    verdict: Verdict,
}

/// A unit that is not the one due at its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game of this match")]
pub(crate) struct NotDue;

impl Umpire {
    /// The umpire of an event that [fits](Plan::check) its format.
    pub(crate) fn new(plan: &Plan) -> Result<Self, String> {
        Ok(Self {
            schedule: plan.format.schedule(plan.entrants, plan.games)?,
            sprt: plan.sprt,
            stage: None,
            scores: Vec::new(),
            pairs: Pentanomial::default(),
            half_pair: None,
            verdict: Verdict::Continue,
        })
    }

    /// The next stage, after all units of the last one; `None` at the end.
    pub(crate) fn next_stage(&mut self) -> Option<Stage> {
        self.stage = if self.is_decided() { None } else { self.schedule.next(&self.scores) };
        self.scores = self.stage.as_ref().map_or_else(Vec::new, |stage| vec![[0; 2]; stage.meetings.len()]);
        self.stage.clone()
    }

    /// Takes the next unit of the stage; breaks off if the event is over by it.
    pub(crate) fn add(&mut self, index: u64, unit: &UnitRecord) -> Result<ControlFlow<()>, NotDue> {
        let stage = self.stage.as_ref().filter(|stage| stage.units().contains(&index)).ok_or(NotDue)?;
        let (meeting, fixture) = stage.fixture(index);
        if unit.fixture != fixture {
            return Err(NotDue);
        }
        match unit.winner {
            Some(winner) => self.scores[meeting][winner.index()] += 2,
            None => self.scores[meeting].iter_mut().for_each(|half_points| *half_points += 1),
        }
        if let Some(sprt) = self.sprt {
            self.test(sprt, fixture, unit.winner);
        }
        Ok(if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Looks at the results after each pair.
    fn test(&mut self, sprt: Sprt, fixture: Fixture, winner: Option<Contestant>) {
        let half_points = winner.map_or(1, |winner| if winner == Contestant::One { 2 } else { 0 });
        match self.half_pair.take() {
            Some(first) if fixture.starter == Contestant::Two => {
                self.pairs.add(first + half_points);
                self.verdict = sprt.verdict(sprt.llr(self.pairs));
            }
            _ => self.half_pair = Some(half_points),
        }
    }

    /// Whether a test has stopped the match.
    fn is_decided(&self) -> bool {
        self.verdict != Verdict::Continue
    }

    /// What the format says of the entrants so far.
    pub(crate) fn placings(&self) -> Vec<Placing> {
        self.schedule.placings()
    }
}

/// Why the units of a journal are no finished event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfinished {
    /// Some are missing.
    #[error("{there} units are finished and unit {missing} is not; the command of the match carries on")]
    Missing { there: usize, missing: u64 },
    /// One is not what is due there.
    #[error("unit {0}: not a game of this match")]
    NotDue(u64),
    /// The plan is none.
    #[error("{0}")]
    Plan(String),
}

/// Hands those units of a finished event that count to `each`, in order. Gives what the format says of the entrants.
pub(crate) fn follow<E: From<Unfinished>>(
    plan: &Plan,
    units: &BTreeMap<u64, UnitRecord>,
    mut each: impl FnMut(u64, &UnitRecord) -> Result<(), E>,
) -> Result<Vec<Placing>, E> {
    let mut umpire = Umpire::new(plan).map_err(Unfinished::Plan)?;
    while let Some(stage) = umpire.next_stage() {
        for index in stage.units() {
            let unit = units.get(&index).ok_or(Unfinished::Missing { there: units.len(), missing: index })?;
            let flow = umpire.add(index, unit).map_err(|NotDue| Unfinished::NotDue(index))?;
            each(index, unit)?;
            if flow.is_break() {
                break;
            }
        }
    }
    Ok(umpire.placings())
}

/// A sequential test as `--sprt` has it: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test(pub(crate) Sprt);

const TEST_FORM: &str = "elo0=X,elo1=Y[,alpha=0.05][,beta=0.05][,model=normalized|logistic]";

impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fields = Fields::read(text, &["elo0", "elo1", "alpha", "beta", "model"], TEST_FORM)?;
        let model = fields.get::<String>("model", "normalized, logistic")?.map(|name| {
            let named = <Model as clap::ValueEnum>::from_str(&name, false);
            named.map_err(|_| format!("model does not take {name:?}; accepted: normalized, logistic"))
        });
        let design = Design {
            elo0: fields.need("elo0", "a number")?,
            elo1: fields.need("elo1", "a number")?,
            alpha: fields.get("alpha", "a number")?.unwrap_or(0.05),
            beta: fields.get("beta", "a number")?.unwrap_or(0.05),
            model: model.transpose()?.unwrap_or_default(),
        };
        Sprt::new(design).map(Self).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Design { elo0, elo1, alpha, beta, model } = self.0.design();
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}
