//! What a survey tells: `summary.json` as it serializes, `summary.txt` as it prints.
//!
//! Both follow from the census alone: no time, date or thread is in them, so that the same deals give the same bytes.
//! The time goes to the terminal only, in a [`Report`].
//!
//! Undecided deals are neither won nor lost: of n deals, k winnable and u undecided, the share of winnable ones is
//! between k/n and (k + u)/n, and the interval is taken at each end.
//!
//! What tells deals apart at a glance is in [`super::mobility`], what was asked beside the verdict in
//! [`super::extras`].

use std::fmt;
use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::extras::{BaseFigures, PolicyFigures};
use super::files::Subject;
use super::mobility::{Count, Level, levels, write_levels};
use super::shortest::ShortestFigures;
use crate::census::{Census, Group};
use crate::coverage::Coverage;
use crate::output::{Align, Answer, Table, thousands, write_line};
use crate::stats::distribution::{Class, Digest};
use crate::stats::proportion::{Interval, clopper_pearson, wilson};

/// The confidence of intervals.
const CONFIDENCE: f64 = 0.95;
/// The width in moves of the classes of solution lengths.
const LENGTH_CLASS: u32 = 20;

/// How an interval is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Method {
    /// Wilson's score interval
    Wilson,
    /// The exact interval of Clopper and Pearson, somewhat too long
    Exact,
}

impl Method {
    /// The interval of a share of which `successes` out of `trials` are seen.
    pub(crate) fn interval(self, successes: u64, trials: u64) -> Interval {
        match self {
            Self::Wilson => wilson(successes as f64, trials, CONFIDENCE),
            Self::Exact => clopper_pearson(successes, trials, CONFIDENCE),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson",
            Self::Exact => "Clopper-Pearson",
        }
    }
}

/// What is said of a survey before it begins.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) subject: Subject,
    /// The deals; one range, unless shards are missing.
    pub(crate) deals: Coverage,
}

/// A survey in figures.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) seed: u64,
    /// The first deal.
    pub(crate) from: u64,
    /// One more than the last.
    pub(crate) to: u64,
    pub(crate) limit: u32,
    /// The deals between the first and the last that are not counted: the first of each range, and one more than its
    /// last. None but where a merger was told to do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) missing: Vec<[u64; 2]>,
    pub(crate) deals: u64,
    pub(crate) winnable: u64,
    pub(crate) unwinnable: u64,
    pub(crate) undecided: u64,
    /// The share of winnable deals, and what it would be if all undecided ones were winnable.
    pub(crate) rate: f64,
    pub(crate) rate_high: f64,
    /// The interval: its lower end at `rate`, its upper end at `rate_high`.
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) interval: Method,
    pub(crate) confidence: f64,
    pub(crate) stored: Stored,
    pub(crate) moves: Moves,
    pub(crate) playable: Vec<Level>,
    pub(crate) buildable: Vec<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bases: Option<BaseFigures>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) policies: Vec<PolicyFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shortest: Option<ShortestFigures>,
}

/// Positions stored for a deal.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Stored {
    pub(crate) all: Digest,
    pub(crate) winnable: Digest,
    pub(crate) unwinnable: Digest,
    pub(crate) histogram: Vec<Class>,
}

/// Lengths of the solutions found, which are not the shortest.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Moves {
    #[serde(flatten)]
    pub(crate) digest: Digest,
    pub(crate) histogram: Vec<Class>,
}

impl Summary {
    /// The figures of a census that is complete.
    pub(crate) fn new(heading: Heading, census: &Census, interval: Method) -> Self {
        let all = census.all();
        let deals = all.deals();
        let [winnable, unwinnable, undecided] =
            [&census.winnable, &census.unwinnable, &census.undecided].map(Group::deals);
        let share = |count: u64| count as f64 / deals as f64;
        let Heading { subject, deals: coverage } = heading;
        Self {
            game: subject.game,
            rules: subject.rules,
            seed: subject.seed,
            from: coverage.hull().start,
            to: coverage.hull().end,
            limit: subject.limit,
            missing: coverage.gaps().into_iter().map(|gap| [gap.start, gap.end]).collect(),
            deals,
            winnable,
            unwinnable,
            undecided,
            rate: share(winnable),
            rate_high: share(winnable + undecided),
            low: interval.interval(winnable, deals).low,
            high: interval.interval(winnable + undecided, deals).high,
            interval,
            confidence: CONFIDENCE,
            stored: Stored {
                all: all.stored.digest(),
                winnable: census.winnable.stored.digest(),
                unwinnable: census.unwinnable.stored.digest(),
                histogram: all.stored.doubling_classes(),
            },
            moves: Moves { digest: census.lengths.digest(), histogram: census.lengths.even_classes(LENGTH_CLASS) },
            playable: levels(census, &all, Count::Playable),
            buildable: levels(census, &all, Count::Buildable),
            bases: census.bases.as_ref().map(|bases| BaseFigures::new(bases, interval)),
            shortest: census.fewest.as_ref().map(|fewest| ShortestFigures::new(fewest, census)),
            policies: census.policies.as_ref().map_or_else(Vec::new, |wins| PolicyFigures::all(wins, deals, interval)),
        }
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, from, to, seed, limit, .. } = self;
        let rules = if self.rules.is_empty() { String::new() } else { format!(" ({})", self.rules) };
        let limit = thousands(u64::from(*limit));
        writeln!(out, "{game}{rules}: deals {from}..{to} of seed {seed}, at most {limit} positions each\n")?;
        self.write_missing(out)?;
        self.write_verdicts(out)?;
        writeln!(out)?;
        let Self { stored, moves, .. } = self;
        let digests = [
            ("positions stored", &stored.all),
            ("  winnable deals", &stored.winnable),
            ("  unwinnable deals", &stored.unwinnable),
            ("moves of solutions", &moves.digest),
        ];
        write_digests(&digests, out)?;
        writeln!(out, "\npositions stored")?;
        write_histogram(&self.stored.histogram, out)?;
        if !self.moves.histogram.is_empty() {
            writeln!(out, "\nmoves of the solutions found (not the shortest)")?;
            write_histogram(&self.moves.histogram, out)?;
        }
        if let Some(shortest) = &self.shortest {
            shortest.write(out)?;
        }
        if !self.policies.is_empty() {
            writeln!(out, "\nwhat simple policies win")?;
            PolicyFigures::write(&self.policies, out)?;
        }
        for (what, levels) in [("moved", &self.playable), ("built onto another", &self.buildable)] {
            writeln!(out, "\navailable cards that can be {what}, such deals, and those with as many or more")?;
            write_levels(levels, out)?;
        }
        self.bases.as_ref().map_or(Ok(()), |bases| bases.write(out))
    }

    fn write_missing(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.missing.is_empty() {
            return Ok(());
        }
        let missing = thousands(self.to - self.from - self.deals);
        writeln!(out, "NOT COMPLETE: {missing} of these deals are missing:")?;
        write_line(self.missing.iter().map(|[from, to]| format!("{from}..{to}")), 2, out)?;
        writeln!(out)
    }

    fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        let share = |count: u64| percent(count as f64 / self.deals as f64, 3);
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left]);
        let (low, high) = (percent(self.low, 3), percent(self.high, 3));
        let interval = format!("95 % interval {low} to {high} ({})", self.interval.name());
        table.row(["winnable".into(), thousands(self.winnable), share(self.winnable), interval]);
        table.row(["unwinnable".into(), thousands(self.unwinnable), share(self.unwinnable), String::new()]);
        let widening = if self.undecided == 0 { "" } else { "the interval allows for either" };
        table.row(["undecided".into(), thousands(self.undecided), share(self.undecided), widening.into()]);
        table.row(["all".into(), thousands(self.deals), String::new(), String::new()]);
        table.write(out, 2)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// A row a distribution.
pub(super) fn write_digests(digests: &[(&str, &Digest)], out: &mut dyn Write) -> io::Result<()> {
    let mut columns = [Align::Right; 8];
    columns[0] = Align::Left;
    let mut table = Table::new(&columns);
    table.row(["", "min", "median", "90 %", "99 %", "99.9 %", "max", "mean"].map(str::to_owned));
    for &(name, digest) in digests {
        let Digest { min, median, p90, p99, p99_9, max, mean, .. } = *digest;
        let cell = |value: Option<u32>| value.map_or_else(|| "-".to_owned(), |value| thousands(value.into()));
        let mean = mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
        table.row([name.to_owned(), cell(min), cell(median), cell(p90), cell(p99), cell(p99_9), cell(max), mean]);
    }
    table.write(out, 2)
}

pub(crate) fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * share)
}

/// A row a class, with a bar.
pub(super) fn write_histogram(classes: &[Class], out: &mut dyn Write) -> io::Result<()> {
    const BAR: u64 = 40;
    let all: u64 = classes.iter().map(|class| class.count).sum();
    let most = classes.iter().map(|class| class.count).max().unwrap_or(1).max(1);
    let mut table = Table::new(&[Align::Right, Align::Left, Align::Right, Align::Right, Align::Left]);
    for &Class { from, to, count } in classes {
        let end = if from == to { String::new() } else { format!("to {}", thousands(to.into())) };
        // A class with anything in it has at least one mark.
        let bar = "#".repeat((count * BAR).div_ceil(most) as usize);
        table.row([thousands(from.into()), end, thousands(count), percent(count as f64 / all as f64, 2), bar]);
    }
    table.write(out, 2)
}

/// A summary with what the run took, for the terminal.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(super) summary: Summary,
    /// The time of this run.
    pub(super) seconds: f64,
    /// The deals solved in it; the others stood in the journal.
    pub(super) solved_now: u64,
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.summary.write(out)?;
        let (seconds, now) = (self.seconds, self.solved_now);
        let rate = thousands((now as f64 / seconds.max(1e-9)) as u64);
        match self.summary.deals - now {
            0 => writeln!(out, "\n{} deals in {seconds:.2} s, {rate} a second", thousands(now)),
            read if now == 0 => writeln!(out, "\nall {} deals stood in the journal", thousands(read)),
            read => {
                let (now, read) = (thousands(now), thousands(read));
                writeln!(out, "\n{now} deals in {seconds:.2} s, {rate} a second; {read} stood in the journal")
            }
        }
    }
}
