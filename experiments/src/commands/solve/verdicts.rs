//! Deals solved side by side, and what is said of each: in JSON a line a deal, in the order they were given; for
//! people a single deal whole, with its picture and its moves, and of many a line each.
//!
//! Every winning line is played again by [`Solvable::replay`] before it is printed.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use engine::{Mobility, Registered};
use serde::{Deserialize, Serialize};
use solvers::exhaust::exhaust;
use solvers::{Limit, Solution, Solvable, Verdict};

use super::SolitaireArguments;
use super::deals::Source;
use super::explain::{Step, Told, write_loss, write_steps};
use super::shortest::Lengths;
use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Answer, Output, counted, thousands, write_line};
use crate::survey::{self, Blocks, Course, Work};

/// The most deals that a worker takes at once.
const BLOCK: u64 = 32;

/// What is known of a deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Solved {
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The deal's index in its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    /// The deal's line in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    deal: String,
    verdict: String,
    stored: u32,
    /// Distinct positions of the plain search.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_states: Option<u32>,
    /// The available cards that can be moved, and those that can be built onto another.
    playable: u32,
    buildable: u32,
    /// The number of moves, none if the deal is not won.
    length: Option<usize>,
    /// The moves, or nothing.
    moves: String,
    /// The moves told in words, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    /// The most cards that can be brought home, where the deal is lost, words were asked for, and it could be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_home: Option<u32>,
    #[serde(flatten)]
    lengths: Option<Lengths>,
}

/// Plays the winning line of a solution again; gives it as text. A solution without a win has an empty line.
///
/// # Errors
/// A line that is no win, which is a bug in the solver.
pub(crate) fn replayed<P: Solvable>(deal: &P, solution: &Solution<P::Move>) -> Result<String, String> {
    let line = solution.line();
    let Verdict::Winnable(moves) = &solution.verdict else { return Ok(line) };
    let why = match P::replay(deal, &line) {
        Ok(count) if count == moves.len() => return Ok(line),
        Ok(count) => format!("{count} moves are read where {} were found", moves.len()),
        Err(error) => error.to_string(),
    };
    Err(format!("the line found is no win, which is a bug in the solver, please report it: {why}: {deal}: {line}"))
}

/// What a worker solves with: one for verdicts, one for shortest lines.
pub(crate) type Tools<P> = (<P as Solvable>::Solver, <P as Solvable>::Shortener);

/// Deals in blocks, solved.
struct Task<'a, P: Solvable> {
    source: &'a Source<P>,
    blocks: Blocks,
    limit: Limit,
    raw: bool,
    /// How far to go for the shortest line, if that is asked for.
    shortest: Option<Limit>,
    explain: bool,
}

impl<P: Solvable + Registered + Told> Work for Task<'_, P> {
    type Tools = Tools<P>;
    type Result = Vec<Solved>;

    fn tools(&self) -> Result<Tools<P>, Failure> {
        Ok(Tools::<P>::default())
    }

    fn unit(&self, tools: &mut Tools<P>, unit: u64) -> Result<Vec<Solved>, Failure> {
        self.blocks.items(unit).map(|item| self.solve(tools, item)).collect()
    }
}

impl<P: Solvable + Registered + Told> Task<'_, P> {
    fn solve(&self, (solver, shortener): &mut Tools<P>, item: u64) -> Result<Solved, Failure> {
        let source = self.source;
        let deal = source.deal(item);
        let mut solution = if self.raw { exhaust(&deal, self.limit) } else { P::solve(solver, &deal, self.limit) };
        let lengths = self.shortest.map(|limit| Lengths::shorten(shortener, &deal, &mut solution, limit));
        let Mobility { playable, buildable } = deal.mobility();
        Ok(Solved {
            seed: source.seed(),
            index: source.index(item),
            line: source.line(item),
            deal: deal.to_string(),
            verdict: solution.verdict.word().to_owned(),
            stored: solution.stored,
            raw_states: self.raw.then_some(solution.stored),
            playable,
            buildable,
            length: solution.verdict.moves().map(<[_]>::len),
            moves: replayed(&deal, &solution).map_err(Failure::running)?,
            steps: self.explain.then(|| deal.steps(solution.verdict.moves().unwrap_or_default())),
            most_home: match solution.verdict {
                Verdict::Unwinnable if self.explain => deal.most_home(self.limit.positions),
                _ => None,
            },
            lengths,
        })
    }
}

/// Solves all deals of `source` and prints each as soon as those before it are printed.
pub(super) fn solve<P: Solvable + Registered + Told>(
    source: &Source<P>,
    asked: &SolitaireArguments,
    global: Global,
    output: &mut Output,
) -> Result<(), Failure> {
    let items = source.items();
    let threads = global.threads();
    // The plain search and the shortest line take long for one deal.
    let most = if asked.raw || asked.shortest { 1 } else { BLOCK };
    let block = ((items.end - items.start) / (8 * threads as u64)).clamp(1, most);
    let task = Task {
        source,
        blocks: Blocks::new(items, block),
        limit: asked.limit(Limit::default()),
        raw: asked.raw,
        shortest: asked.shortest.then(|| asked.limit(Limit::SHORTEST)),
        explain: asked.explain,
    };
    let course = Course {
        units: task.blocks.units(),
        threads: NonZeroUsize::new(threads),
        journal: None,
        // Where answers appear as they are found, they are progress enough.
        progress: (!io::stdout().is_terminal()).then_some(("deals", block)),
    };
    if source.is_single() && !output.is_json() {
        let item = source.items().start;
        let deal = source.deal(item);
        let solved = task.solve(&mut Tools::<P>::default(), item)?;
        return Ok(write_whole(&deal, &solved, task.limit, output)?);
    }
    let mut totals = Totals::default();
    survey::run(&task, &course, |unit, block| {
        for (item, solved) in task.blocks.items(unit).zip(block) {
            totals.add(&solved);
            if task.explain && !output.is_json() {
                write_whole(&source.deal(item), &solved, task.limit, output)?;
                writeln!(output)?;
            } else {
                output.answer(&solved)?;
            }
        }
        Ok(output.flush()?)
    })?;
    if !output.is_json() {
        writeln!(output, "{totals}")?;
    }
    Ok(())
}

/// A deal with its picture and all that is known of it.
fn write_whole<P: Solvable + Registered + Told>(
    deal: &P,
    solved: &Solved,
    limit: Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let of = match (solved.index, solved.seed) {
        (Some(index), Some(seed)) => format!(", deal {index} of seed {seed}"),
        _ => solved.line.map(|line| format!(", line {line}")).unwrap_or_default(),
    };
    writeln!(out, "{}{of}\n\n{}\n{}\n", P::ID, deal.picture(), solved.deal)?;
    let states = match solved.raw_states {
        Some(states) => counted(states.into(), "distinct position"),
        None => counted(solved.stored.into(), "position") + " stored",
    };
    match (solved.verdict.as_str(), solved.length) {
        (_, Some(length)) => {
            let winnable = match &solved.lengths {
                Some(lengths) => lengths.to_string(),
                None => format!("winnable in {}", counted(length as u64, "move")),
            };
            let Some(steps) = &solved.steps else {
                writeln!(out, "{winnable}; {states}")?;
                return write_line(solved.moves.split(' '), 2, out);
            };
            writeln!(out, "{winnable}; {states}; told in {}:\n", counted(steps.len() as u64, "step"))?;
            write_steps(deal, steps, out)
        }
        ("undecided", _) => writeln!(out, "undecided: given up after {limit} (--limit)"),
        (verdict, _) => {
            let lines = if solved.raw_states.is_some() { "tried" } else { "tried or shown to be lost" };
            writeln!(out, "{verdict}: every line was {lines}; {states}")?;
            if solved.steps.is_some() {
                write_loss(deal, solved.most_home, out)?;
            }
            Ok(())
        }
    }
}

impl Answer for Solved {
    /// A line of a list.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match (self.index, self.line) {
            (Some(index), _) => format!("deal {index}"),
            (_, Some(line)) => format!("line {line}"),
            _ => "deal".to_owned(),
        };
        let kind = if self.raw_states.is_some() { "distinct" } else { "stored" };
        write!(out, "{name:<12} {:<10} {:>9} {kind}", self.verdict, thousands(u64::from(self.stored)))?;
        match (self.length, &self.lengths) {
            (Some(length), None) => writeln!(out, "  {length:>5} moves"),
            (Some(length), Some(Lengths { shortest: Some(_), .. })) => {
                writeln!(out, "  {length:>5} moves, the minimum")
            }
            (Some(length), Some(Lengths { lower, .. })) => {
                writeln!(out, "  {length:>5} moves, no less than {}", lower.unwrap_or_default())
            }
            (None, _) => writeln!(out),
        }
    }
}

/// How many deals had which verdict.
#[derive(Debug, Default)]
struct Totals {
    winnable: u64,
    unwinnable: u64,
    undecided: u64,
    /// Winnable deals whose shortest line is known, where that is asked.
    proved: Option<u64>,
}

impl Totals {
    fn add(&mut self, solved: &Solved) {
        *match solved.verdict.as_str() {
            "winnable" => &mut self.winnable,
            "unwinnable" => &mut self.unwinnable,
            _ => &mut self.undecided,
        } += 1;
        if let Some(lengths) = &solved.lengths {
            *self.proved.get_or_insert(0) += u64::from(lengths.shortest.is_some());
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { winnable, unwinnable, undecided, proved } = *self;
        let all = counted(winnable + unwinnable + undecided, "deal");
        let [winnable, unwinnable, undecided] = [winnable, unwinnable, undecided].map(thousands);
        write!(f, "{all}: {winnable} winnable, {unwinnable} unwinnable, {undecided} undecided; ")?;
        if let Some(proved) = proved {
            write!(f, "{} proved shortest; ", counted(proved, "line"))?;
        }
        f.write_str("--json gives the moves")
    }
}
