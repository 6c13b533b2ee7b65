//! The report of a survey, from its census: how many deals can be won, and what tells them apart; with solutions to step through.
//!
//! A census keeps no solutions. Those that are shown are found again by the solver from the deals' numbers, and played again
//! by the rules before they are drawn.

use std::ops::Range;
use std::path::Path;

use engine::{Deterministic, Game, GameId, Registered, rng};
use plotters::style::RGBColor;
use solvers::{Limit, Solvable, Verdict};

use super::page::{Block, Cell, Page, Part, Plot, Table};
use super::plot::{Bars, Estimate, Estimates, FIRST, NEITHER, SECOND};
use super::reel::{Caption, Reel};
use super::some_of;
use crate::census::Census;
use crate::commands::solve::replayed;
use crate::commands::survey::extras::{BaseFigures, PolicyFigures};
use crate::commands::survey::files::{Counted, Subject};
use crate::commands::survey::mobility::Level;
use crate::commands::survey::summary::{Heading, Method, Summary, percent};
use crate::drawing::Drawn;
use crate::failure::{Context, Failure};
use crate::output::{counted, thousands};
use crate::registry::{Visitor, visit};
use crate::stats::distribution::{Class, Digest, Distribution};

/// The width in moves of the classes of shortest lines and of those found first.
const SHORTEST_CLASS: u32 = 2;
const LENGTH_CLASS: u32 = 10;

/// The colours of verdicts.
const VERDICTS: [RGBColor; 3] = [FIRST, SECOND, NEITHER];

/// A finished survey to tell of.
pub(crate) struct Survey<'a> {
    counted: &'a Counted,
    /// The deals whose solutions are shown.
    replays: Range<u64>,
}

/// Makes the page of the survey in a directory. `replays` are counted from its first deal.
pub(crate) fn page(directory: &Path, replays: &Range<u64>) -> Result<Page, Failure> {
    let counted = Counted::read(directory)?.ok_or_else(|| {
        let what = "the survey is not finished; the command that began it carries on, and fort status tells of shards";
        Failure::input(format_args!("{}: {what}", directory.display()))
    })?;
    let game: GameId = counted.subject.game.parse().bad_input(directory.display())?;
    let hull = counted.deals.hull();
    some_of(replays, hull.end - hull.start)?;
    let inside = |deal: u64| hull.start.saturating_add(deal).min(hull.end);
    visit(game, Survey { counted: &counted, replays: inside(replays.start)..inside(replays.end) })
}

impl Visitor for Survey<'_> {
    type Output = Result<Page, Failure>;

    fn deterministic<G: Deterministic + Registered>(self) -> Self::Output {
        Err(Failure::input(format_args!("{}: a survey is of a solitaire", G::ID)))
    }

    fn chance<G: Game + Registered>(self) -> Self::Output {
        Err(Failure::input(format_args!("{}: a survey is of a solitaire", G::ID)))
    }

    fn puzzle<P: Registered + Solvable + Drawn>(self) -> Self::Output {
        let Counted { subject, deals, census, .. } = self.counted;
        let heading = Heading { subject: subject.clone(), deals: deals.clone() };
        let summary = Summary::new(heading, census, Method::Wilson);
        Ok(Page {
            title: format!("How often {} can be won", subject.game),
            facts: facts(subject, &summary),
            warnings: missing(&summary),
            parts: parts(&summary, census),
            reel: self.reel::<P>()?,
        })
    }
}

impl Survey<'_> {
    /// The solutions of the deals that are shown.
    fn reel<P: Registered + Solvable + Drawn>(&self) -> Result<Option<Reel>, Failure> {
        let Subject { rules, seed, limit, .. } = &self.counted.subject;
        let rules: P::Rules = rules.parse().bad_input("rules")?;
        let mut reel = Reel::new(P::board(&rules), "solution");
        let mut solver = P::Solver::default();
        for range in self.counted.deals.ranges() {
            for index in range.start.max(self.replays.start)..range.end.min(self.replays.end) {
                let deal = P::deal(&rules, &mut rng::stream(*seed, index));
                let solution = P::solve(&mut solver, &deal, Limit { positions: *limit });
                let Verdict::Winnable(moves) = &solution.verdict else { continue };
                replayed::<P>(&deal, &solution).while_running(format_args!("deal {index} of seed {seed}"))?;
                let mut positions = vec![deal];
                for &mv in moves {
                    let next = positions[positions.len() - 1].play(mv);
                    positions.push(next);
                }
                let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let caption = Caption {
                    name: format!("deal {index}"),
                    heading: format!("Deal {index} of seed {seed}"),
                    end: "won".to_owned(),
                    result: "won".to_owned(),
                    ..Caption::default()
                };
                reel.add(caption, &positions, words);
            }
        }
        let Range { start, end } = self.replays;
        reel.note = format!(
            "The solver's lines, not the shortest, of the winnable deals from {start} to {end}; fort report --replays A..B takes others."
        );
        Ok((reel.len() > 0).then_some(reel))
    }
}

fn facts(subject: &Subject, summary: &Summary) -> Vec<(String, String)> {
    let Subject { game, rules, seed, limit, .. } = subject;
    let mut facts = vec![("game", game.clone())];
    if !rules.is_empty() {
        facts.push(("rules", rules.replace(',', ", ")));
    }
    facts.push(("deals", format!("{} ({}..{} of seed {seed})", thousands(summary.deals), summary.from, summary.to)));
    facts.push(("given up after", format!("{} positions", thousands(u64::from(*limit)))));
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn missing(summary: &Summary) -> Vec<String> {
    if summary.missing.is_empty() {
        return Vec::new();
    }
    let there = summary.to - summary.from;
    vec![format!("{} of these {} deals are missing.", thousands(there - summary.deals), thousands(there))]
}

fn parts(summary: &Summary, census: &Census) -> Vec<Part> {
    let parts = [
        Some(verdicts(summary)),
        Some(distributions(summary, census)),
        Some(mobility(summary)),
        (!summary.policies.is_empty()).then(|| policies(summary)),
        summary.bases.as_ref().map(bases),
    ];
    parts.into_iter().flatten().collect()
}

fn verdicts(summary: &Summary) -> Part {
    let Summary { deals, winnable, unwinnable, undecided, rate, low, high, .. } = summary;
    let row = |name: &str, count: u64, words: String| {
        let share = percent(count as f64 / *deals as f64, 3);
        vec![Cell::words(name), Cell::number(thousands(count)), Cell::number(share), Cell::words(words)]
    };
    let interval = format!("95 % interval {} to {}", percent(*low, 3), percent(*high, 3));
    let doubt = if *undecided == 0 { "" } else { "the interval allows for either" };
    let rows = vec![
        row("winnable", *winnable, interval),
        row("unwinnable", *unwinnable, String::new()),
        row("undecided", *undecided, doubt.to_owned()),
    ];
    let head = ["verdict", "deals", "share", ""].map(str::to_owned).to_vec();
    let table = Table { caption: String::new(), head, rows };
    let share = |share: f64| 100.0 * share;
    let estimate = Estimate { low: share(*low), value: share(*rate), high: share(*high) };
    let plot = Estimates {
        axis: "% of deals winnable, with the 95 % interval",
        rows: vec![("winnable".to_owned(), estimate)],
        level: None,
    };
    let blocks = [Some(Block::Table(table)), Plot::block("Winnable deals", plot.svg(), "")];
    Part::new("How many deals can be won", blocks.into_iter().flatten().collect())
}

/// Classes with what each distribution has in them.
fn classes(classes: &[Class], counted: &[&Distribution]) -> Vec<(String, Vec<f64>)> {
    let named = |class: &Class| {
        let counts = counted.iter().map(|distribution| distribution.within(*class) as f64);
        (class.to_string(), counts.collect())
    };
    classes.iter().map(named).collect()
}

fn distributions(summary: &Summary, census: &Census) -> Part {
    let verdicts = [&census.winnable.stored, &census.unwinnable.stored, &census.undecided.stored];
    let all = census.all().stored;
    let stored = Bars {
        axes: ["positions stored", "deals"],
        classes: classes(&all.doubling_classes(), &verdicts),
        colours: &VERDICTS,
    };
    let names = ["winnable", "unwinnable", "undecided"].map(str::to_owned);
    let lengths = classes(&census.lengths.even_classes(LENGTH_CLASS), &[&census.lengths]);
    let lengths = Bars { axes: ["moves of the solution found", "deals"], classes: lengths, colours: &[FIRST] };
    let mut blocks = vec![Block::Table(digests(summary))];
    let legend = VERDICTS.into_iter().zip(names).collect();
    blocks.extend(Plot::with_legend(
        "Positions stored for a deal",
        stored.svg(),
        legend,
        "What it takes to settle a deal; each class is twice as wide as the one before.",
    ));
    blocks.extend(Plot::block(
        "Lengths of solutions",
        lengths.svg(),
        "Automatic moves included; the solutions found are not the shortest.",
    ));
    if let Some(fewest) = &census.fewest {
        let proved = classes(&fewest.proved.even_classes(SHORTEST_CLASS), &[&fewest.proved]);
        let proved = Bars { axes: ["fewest moves that win", "deals"], classes: proved, colours: &[FIRST] };
        blocks.extend(Plot::block(
            "Shortest solutions",
            proved.svg(),
            "Of the deals whose shortest solution is proved.",
        ));
    }
    Part::new("Distributions", blocks)
}

fn digests(summary: &Summary) -> Table {
    let rows = [
        ("positions stored", &summary.stored.all),
        ("positions stored, winnable", &summary.stored.winnable),
        ("positions stored, unwinnable", &summary.stored.unwinnable),
        ("moves of solutions", &summary.moves.digest),
    ];
    let shortest = summary.shortest.as_ref().map(|shortest| ("fewest moves", &shortest.moves));
    let row = |(name, digest): (&str, &Digest)| {
        let Digest { min, median, p90, p99, p99_9, max, mean, .. } = *digest;
        let cell =
            |value: Option<u32>| Cell::number(value.map_or_else(|| "-".to_owned(), |value| thousands(value.into())));
        let mean = Cell::number(mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}")));
        [Cell::words(name)].into_iter().chain([min, median, p90, p99, p99_9, max].map(cell)).chain([mean]).collect()
    };
    let head = ["", "min", "median", "90 %", "99 %", "99.9 %", "max", "mean"].map(str::to_owned).to_vec();
    Table { caption: String::new(), head, rows: rows.into_iter().chain(shortest).map(row).collect() }
}

/// What can be told from a deal at a glance.
fn mobility(summary: &Summary) -> Part {
    let plot = |levels: &[Level], title: &str, what: &str| {
        let row = |level: &Level| {
            let (cards, deals, winnable) = (level.count.of(), level.share.deals, level.share.winnable);
            let interval = Method::Wilson.interval(winnable, deals);
            let [low, value, high] = [interval.low, level.share.rate, interval.high].map(|share| 100.0 * share);
            (format!("{} ({})", counted(cards.into(), "card"), counted(deals, "deal")), Estimate { low, value, high })
        };
        let axis = format!("% of the deals with so many cards {what} that are winnable");
        let plot = Estimates { axis: &axis, rows: levels.iter().map(row).collect(), level: Some(100.0 * summary.rate) };
        Plot::block(title, plot.svg(), "")
    };
    let blocks = [
        plot(&summary.playable, "By cards that can be moved", "to move"),
        plot(&summary.buildable, "By cards that can be built onto another", "to build"),
    ];
    Part::new("What a deal shows at a glance", blocks.into_iter().flatten().collect())
}

fn policies(summary: &Summary) -> Part {
    let row = |PolicyFigures { policy, rate, low, high, .. }: &PolicyFigures| {
        let [low, value, high] = [low, rate, high].map(|share| 100.0 * share);
        ((*policy).to_owned(), Estimate { low, value, high })
    };
    let mut rows: Vec<(String, Estimate)> = summary.policies.iter().map(row).collect();
    let [low, value, high] = [summary.low, summary.rate, summary.high].map(|share| 100.0 * share);
    rows.push(("(winnable)".to_owned(), Estimate { low, value, high }));
    let plot = Estimates { axis: "% of deals won", rows, level: None };
    Part::new("What simple policies win", Plot::block("Deals won", plot.svg(), "").into_iter().collect())
}

fn bases(bases: &BaseFigures) -> Part {
    let winning = bases.winning.iter().map(|winning| (winning.bases.to_string(), vec![winning.deals as f64])).collect();
    let winning =
        Bars { axes: ["bases of 13 with which a deal can be won", "deals"], classes: winning, colours: &[FIRST] };
    let row = |base: &crate::commands::survey::extras::Base| {
        let [low, value, high] = [base.low, base.rate, base.high].map(|share| 100.0 * share);
        (base.rank.to_string(), Estimate { low, value, high })
    };
    let each =
        Estimates { axis: "% of deals that the base wins", rows: bases.by_base.iter().map(row).collect(), level: None };
    let blocks =
        [Plot::block("Winning bases of a deal", winning.svg(), ""), Plot::block("What each base wins", each.svg(), "")];
    Part::new("Bases", blocks.into_iter().flatten().collect())
}
