//! `fort survey`: how many deals of a solitaire can be won.
//!
//! The deals of a range are cut into about a thousand blocks that workers solve one after another (see
//! [`crate::survey`]); deal I comes from the stream of (seed, I), so nothing depends on threads, kills or how a range
//! is cut. With `--out` finished blocks are journalled, and the directory then holds `summary.json`, `summary.txt`,
//! `census.json` ([`files`]) and, with `--rows`, `deals.csv`.
//!
//! Winning lines are played again by [`solvers::replay`], which shares no code with the solver: those of the deals
//! whose index is a multiple of `--check`. To check them all takes half as long again in FORTRESS and a third in
//! CHESSBOARD, so that one in 64 is the default, for about a hundredth. What is counted is in [`crate::census`], what
//! is told of it in [`summary`], and [`asked`] has the questions that cost extra.

mod asked;
pub(crate) mod extras;
pub(crate) mod files;
pub(crate) mod mobility;
pub(crate) mod shortest;
pub(crate) mod summary;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use engine::{Deterministic, Game, Registered, rng};
use search::Sensed;
use solvers::{Limit, Solvable, Verdict};

use crate::census::policies::Policies;
use crate::census::{Asked, Block, Census, Row, columns};
use crate::cli::Global;
use crate::cluster::figures::Figures;
use crate::cluster::{Done, Outline, Portion};
use crate::commands::solve::{MOST_STORED, Tools, replayed};
use crate::coverage::Coverage;
use crate::failure::{Context, Failure};
use crate::final_file::FinalTable;
use crate::journal::{Description, path_in};
use crate::output::Output;
use crate::ranges;
use crate::registry::{Solved, Visitor, visit};
use crate::start::GameArguments;
use crate::survey::{self, Blocks, Course, Work};

use self::asked::Dealt;
use self::files::{Counted, DEALS, Subject};
use self::summary::{Heading, Method, Report, Summary};

const EXAMPLES: &str = "\
Examples:
  fort survey fortress --deals 100000
  fort survey chessboard --deals 0..20000 --seed 7 --json
  fort survey fortress --deals 0..1000000 --out results/scratch/fortress --rows
  fort survey chessboard --deals 2000 --bases         which bases win
  fort survey fortress --deals 20000 --policies random,greedy,lookahead
  fort survey fortress --deals 10000 --shortest       in how few moves they can be won
  fort survey fortress --deals 5000000..10000000 --out b    a shard, for fort merge

Row I of a survey is what `fort solve GAME --deal I` solves, with the same --seed.
Results do not depend on --threads. With --out the run is journalled; after a kill
the same command carries on and ends with the same files.";

/// Find out how many deals of a solitaire can be won
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    setup: Setup,
}

/// What is the same for every deal.
#[derive(Clone, Debug, clap::Args)]
struct Setup {
    /// The deals A <= i < B of the seed, counted from 0; a single N means 0..N
    #[arg(long, value_name = "A..B", value_parser = ranges::first_or_range, allow_hyphen_values = true)]
    deals: Range<u64>,
    /// The master seed: all deals follow from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    seed: u64,
    /// Positions stored for one deal before it is given up as undecided
    #[arg(long, value_name = "N", default_value_t = Limit::default().positions,
        value_parser = clap::value_parser!(u32).range(1..=MOST_STORED))]
    limit: u32,
    /// How the 95 % interval of the share of winnable deals is computed
    #[arg(long, value_enum, default_value_t = Method::Wilson)]
    interval: Method,
    /// Play the winning line of every Nth deal again by independent code; 1 checks them all
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..))]
    check: u64,
    /// Solve each deal with each of the 13 bases fixed too, and count those that win (games whose base is open)
    #[arg(long)]
    bases: bool,
    /// Let simple policies play each deal too: some of random, greedy, lookahead, separated by commas
    #[arg(long, value_name = "LIST")]
    policies: Option<Policies>,
    /// Find the shortest line of each winnable deal too, storing at most so many positions for it [default: 4000000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "4000000",
        value_parser = clap::value_parser!(u32).range(1..=MOST_STORED))]
    shortest: Option<u32>,
    /// Keep a journal and write summary.json, summary.txt and census.json into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write deals.csv too, a row a deal
    #[arg(long, requires = "out")]
    rows: bool,
}

impl Setup {
    fn asked(&self) -> Asked {
        Asked { bases: self.bases, policies: self.policies.unwrap_or_default(), shortest: self.shortest }
    }
}

/// A survey as it was asked for.
struct Order<'a> {
    setup: &'a Setup,
    rules: &'a str,
    threads: usize,
    portion: Option<Portion<'a>>,
}

/// Surveys and prints the summary.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let report = ordered(arguments, global.threads(), None)?.whole();
    output.answer(&report)?;
    if !output.is_json()
        && let Some(directory) = &arguments.setup.out
    {
        writeln!(output, "files in {}", directory.display())?;
    }
    Ok(())
}

/// Checks a survey and does a portion of it, without writing its files.
pub(super) fn part(arguments: &Arguments, portion: Portion<'_>) -> Result<Done<Report>, Failure> {
    ordered(arguments, 1, Some(portion))
}

fn ordered(arguments: &Arguments, threads: usize, portion: Option<Portion<'_>>) -> Result<Done<Report>, Failure> {
    let GameArguments { game, rules } = &arguments.game;
    visit(*game, Order { setup: &arguments.setup, rules, threads, portion })
}

impl Visitor for Order<'_> {
    type Output = Result<Done<Report>, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        Err(two_players::<G>())
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        Err(two_players::<G>())
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let rules: P::Rules = self.rules.parse().bad_input("--rules")?;
        conduct::<P>(&self, rules)
    }
}

fn two_players<G: Registered>() -> Failure {
    Failure::input(format_args!("{} is a game of two players; a survey is of a solitaire, and see fort match", G::ID))
}

/// Deals in blocks.
struct Survey<'a, P: Solvable> {
    setup: &'a Setup,
    rules: P::Rules,
    blocks: Blocks,
    /// The deals solved by this run.
    solved: AtomicU64,
}

impl<'a, P: Solvable> Survey<'a, P> {
    fn new(setup: &'a Setup, rules: P::Rules) -> Self {
        let blocks = Blocks::new(setup.deals.clone(), block_size(&setup.deals, setup.rows));
        Self { setup, rules, blocks, solved: AtomicU64::new(0) }
    }
}

impl<P: Solvable> Work for Survey<'_, P> {
    type Tools = Tools<P>;
    type Result = Block;

    fn tools(&self) -> Result<Tools<P>, Failure> {
        Ok(Tools::<P>::default())
    }

    fn unit(&self, tools: &mut Tools<P>, unit: u64) -> Result<Block, Failure> {
        let mut block = Block::new(self.setup.rows);
        for index in self.blocks.items(unit) {
            block.add(self.row(tools, index)?);
            self.solved.fetch_add(1, Ordering::Relaxed);
        }
        Ok(block)
    }

    fn check(&self, unit: u64, block: &Block) -> Result<(), String> {
        let items = self.blocks.items(unit);
        block.check(items.end - items.start, self.setup.rows, self.setup.asked())
    }
}

impl<P: Solvable> Survey<'_, P> {
    /// Finds out about deal `index` what is asked.
    fn row(&self, (solver, shortener): &mut Tools<P>, index: u64) -> Result<Row, Failure> {
        let &Setup { seed, limit, check, .. } = self.setup;
        let (limit, replays) = (Limit { positions: limit }, index.is_multiple_of(check));
        let place = || format!("deal {index} of seed {seed}");
        let deal = self.deal(index);
        let solution = P::solve(solver, &deal, limit);
        if replays && matches!(solution.verdict, Verdict::Winnable(_)) {
            replayed::<P>(&deal, &solution).while_running(place())?;
        }
        let mut row = Row::of(&solution, deal.mobility());
        let asked = self.setup.asked();
        if asked != Asked::default() {
            let dealt = Dealt { deal: &deal, seed, index, fate: row.fate };
            row.extra = dealt.answer(asked, solver, limit, replays).while_running(place())?;
            if let (Some(positions), Some(line)) = (asked.shortest, solution.verdict.moves()) {
                let fewest = dealt.fewest(shortener, line, Limit { positions }, replays);
                row.extra.fewest = Some(fewest.while_running(place())?);
            }
        }
        Ok(row)
    }

    fn deal(&self, index: u64) -> P {
        P::deal(&self.rules, &mut rng::stream(self.setup.seed, index))
    }
}

/// Deals in a block: about a thousand blocks, so that a kill loses little and a journal stays small; few enough that
/// no worker waits long for the last one, and enough that handing them out costs nothing. Rows wait in memory for
/// their turn, so blocks of them are no larger than that allows.
fn block_size(deals: &Range<u64>, rows: bool) -> u64 {
    ((deals.end - deals.start) / 1000).clamp(16, if rows { 100_000 } else { 1_000_000 })
}

/// Surveys, and writes the files if they are wanted.
fn conduct<P: Registered + Solvable>(order: &Order<'_>, rules: P::Rules) -> Result<Done<Report>, Failure> {
    let setup = order.setup;
    let subject = Subject {
        game: P::ID.name().to_owned(),
        rules: rules.to_string(),
        seed: setup.seed,
        limit: setup.limit,
        asked: setup.asked(),
    };
    let began = Instant::now();
    let survey = Survey::<P>::new(setup, rules);
    asked::check(setup.asked(), &survey.rules, &survey.deal(setup.deals.start))?;
    if let Some(portion) = order.portion {
        return in_part(&survey, subject, portion);
    }
    let census = count(&survey, &describe(&subject, setup), order.threads)?;
    let seconds = began.elapsed().as_secs_f64();
    let heading = Heading { subject, deals: Coverage::of(setup.deals.clone()) };
    let summary = Summary::new(heading.clone(), &census, setup.interval);
    if let Some(directory) = &setup.out {
        Counted::new(&heading, census).write(&summary, directory)?;
    }
    Ok(Done::Whole(Report { summary, seconds, solved_now: survey.solved.into_inner() }))
}

/// Does a portion of a survey.
fn in_part<P: Solvable>(
    survey: &Survey<'_, P>,
    subject: Subject,
    portion: Portion<'_>,
) -> Result<Done<Report>, Failure> {
    let Survey { setup, blocks, .. } = survey;
    let outline = Outline {
        run: describe(&subject, setup),
        units: blocks.units().end,
        items: "blocks of deals",
        seed: setup.seed,
        reproducible: true,
    };
    let mut census = Census::default();
    let mut there: Option<Coverage> = None;
    portion.carry_out(survey, &outline, |unit, block| {
        match block {
            Block::Census(part) => census.merge(&part),
            Block::Rows(rows) => rows.iter().for_each(|row| census.add(row)),
        }
        let items = Coverage::of(blocks.items(unit));
        there = Some(there.as_ref().map_or_else(|| items.clone(), |before| before.joined(&items)));
    })?;
    match (portion, there) {
        (Portion::Sum(plan, shards), Some(deals)) => {
            let summary = Summary::new(Heading { subject, deals }, &census, setup.interval);
            Ok(Done::Sum(Figures::of(plan, shards, &summary, &summary.to_string())))
        }
        _ => Ok(Done::Part(outline)),
    }
}

/// Solves what the journal lacks and adds everything up; writes `deals.csv` if it is wanted.
fn count<P: Solvable>(survey: &Survey<'_, P>, description: &Description, threads: usize) -> Result<Census, Failure> {
    let Survey { setup, blocks, .. } = survey;
    let journal = setup.out.as_deref().map(path_in).transpose()?;
    if let Some(directory) = setup.out.as_deref().filter(|_| journal.as_deref().is_some_and(|path| !path.exists())) {
        Counted::forget(directory)?;
    }
    let course = Course {
        units: blocks.units(),
        threads: NonZeroUsize::new(threads),
        journal: journal.as_deref().map(|path| (path, description)),
        progress: Some(("deals", block_size(&setup.deals, setup.rows))),
    };
    let mut census = Census::default();
    let mut table = None;
    survey::run(survey, &course, |unit, block| {
        let rows = match block {
            Block::Census(part) => {
                census.merge(&part);
                return Ok(());
            }
            Block::Rows(rows) => rows,
        };
        for (index, row) in blocks.items(unit).zip(&rows) {
            census.add(row);
            if let Some(directory) = &setup.out {
                let table = match &mut table {
                    Some(table) => table,
                    None => table.insert(FinalTable::create(directory.join(DEALS), &columns(setup.asked()))?),
                };
                table.row(row.cells(index, setup.asked()))?;
            }
        }
        Ok(())
    })?;
    table.map_or(Ok(()), FinalTable::finish)?;
    Ok(census)
}

fn describe(subject: &Subject, setup: &Setup) -> Description {
    let Range { start, end } = setup.deals;
    subject.describe(Description::of("survey")).with("deals", &format_args!("{start}..{end}")).with("rows", &setup.rows)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use engine::games::chessboard::{Chessboard, ChessboardOptions};

    use super::*;

    /// A command line without the game.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        setup: Setup,
    }

    /// A range of deals, and their census.
    fn surveyed(range: Range<u64>, options: &str) -> (Heading, Census) {
        let line = format!("survey --deals {}..{}{options}", range.start, range.end);
        let Line { setup } = Line::try_parse_from(line.split(' ')).expect("a command line");
        let subject = Subject {
            game: "chessboard".to_owned(),
            rules: String::new(),
            seed: setup.seed,
            limit: setup.limit,
            asked: setup.asked(),
        };
        let survey = Survey::<Chessboard>::new(&setup, ChessboardOptions::default());
        let census = count(&survey, &describe(&subject, &setup), 2).expect("counted");
        (Heading { subject, deals: Coverage::of(range) }, census)
    }

    #[test]
    fn disjoint_ranges_merge_into_the_same_summary_as_one_run() {
        let everything = " --limit 900 --bases --policies greedy,lookahead --shortest=2000";
        for options in ["", " --limit 300 --interval exact", " --check 1", everything] {
            let (heading, whole) = surveyed(3..503, options);
            let (_, mut parts) = surveyed(200..503, options);
            parts.merge(&surveyed(3..10, options).1);
            parts.merge(&surveyed(10..200, options).1);
            let [one, merged] = [whole, parts].map(|census| Summary::new(heading.clone(), &census, Method::Wilson));
            assert_eq!(one.to_string(), merged.to_string());
            let json = |summary| serde_json::to_string(summary).expect("JSON");
            assert_eq!(json(&one), json(&merged), "{options}");
        }
    }

    #[test]
    fn blocks_are_about_a_thousand() {
        const LARGE: u64 = 10_000_000_000;
        for (deals, size) in [(1, 16), (16_000, 16), (100_000, 100), (100_000_000, 100_000), (LARGE, 1_000_000)] {
            assert_eq!(block_size(&(5..5 + deals), false), size);
            assert_eq!(block_size(&(5..5 + deals), true), size.min(100_000));
        }
    }
}
