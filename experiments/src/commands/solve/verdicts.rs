//! Deals solved side by side, and what is said of each: in JSON a line a deal, in the order they were given; for
//! people a single deal whole, with its picture and its moves, and of many a line each.
//!
//! Every winning line is played again by [`Solvable::replay`] before it is printed.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use engine::Registered;
use serde::{Deserialize, Serialize};
use solvers::exhaust::exhaust;
use solvers::{Limit, Solution, Solvable, Verdict};

use super::SolitaireArguments;
use super::deals::Source;
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
    /// The legal moves of the deal.
    playable: u32,
    /// The number of moves, none if the deal is not won.
    length: Option<usize>,
    /// The moves, or nothing.
    moves: String,
    #[serde(flatten)]
    lengths: Option<Lengths>,
}

/// What is known of the fewest moves, where that is asked; nothing of a deal that is not won.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Lengths {
    /// The fewest moves, if that is proved.
    shortest: Option<u32>,
    /// No line has fewer moves.
    lower: Option<u32>,
    /// The length of the best line known.
    upper: Option<u32>,
    /// The length of the line that was found first.
    found: Option<usize>,
}

/// What is asked about deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether they can be won.
    Verdict,
    /// The same, of the plain search.
    Plain,
    /// In how few moves they can be won, too.
    Shortest,
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
type Tools<P> = (<P as Solvable>::Solver, <P as Solvable>::Shortener);

/// Deals in blocks, solved.
struct Task<'a, P: Solvable> {
    source: &'a Source<P>,
    blocks: Blocks,
    limit: Limit,
    question: Question,
    shortest_limit: Limit,
}

impl<P: Solvable + Registered> Work for Task<'_, P> {
    type Tools = Tools<P>;
    type Result = Vec<Solved>;

    fn tools(&self) -> Result<Tools<P>, Failure> {
        Ok(Tools::<P>::default())
    }

    fn unit(&self, tools: &mut Tools<P>, unit: u64) -> Result<Vec<Solved>, Failure> {
        self.blocks.items(unit).map(|item| self.solve(tools, item)).collect()
    }
}

impl<P: Solvable + Registered> Task<'_, P> {
    fn solve(&self, (solver, shortener): &mut Tools<P>, item: u64) -> Result<Solved, Failure> {
        let source = self.source;
        let deal = source.deal(item);
        let mut solution = match self.question {
            Question::Plain => exhaust(&deal, self.limit),
            Question::Verdict | Question::Shortest => P::solve(solver, &deal, self.limit),
        };
        let lengths = (self.question == Question::Shortest).then(|| self.shorten(shortener, &deal, &mut solution));
        Ok(Solved {
            seed: source.seed(),
            index: source.index(item),
            line: source.line(item),
            deal: deal.to_string(),
            verdict: solution.verdict.word().to_owned(),
            stored: solution.stored,
            raw_states: (self.question == Question::Plain).then_some(solution.stored),
            playable: solution.playable,
            length: solution.verdict.moves().map(<[_]>::len),
            moves: replayed(&deal, &solution).map_err(Failure::running)?,
            lengths,
        })
    }

    /// Puts the shortest line in the place of the line of a solution, if it has one.
    fn shorten(&self, shortener: &mut P::Shortener, deal: &P, solution: &mut Solution<P::Move>) -> Lengths {
        let Some(line) = solution.verdict.moves() else { return Lengths::default() };
        let found = line.len();
        let shortest = P::shorten(shortener, deal, Some(line), self.shortest_limit);
        let lengths = Lengths {
            shortest: shortest.proved(),
            lower: Some(shortest.lower),
            upper: shortest.upper(),
            found: Some(found),
        };
        *solution = Solution { verdict: shortest.verdict, stored: shortest.stored, ..*solution };
        lengths
    }
}

/// Solves all deals of `source` and prints each as soon as those before it are printed.
pub(super) fn solve<P: Solvable + Registered>(
    source: &Source<P>,
    asked: &SolitaireArguments,
    global: Global,
    output: &mut Output,
) -> Result<(), Failure> {
    let items = source.items();
    let threads = global.threads();
    let question = match (asked.raw, asked.shortest) {
        (true, _) => Question::Plain,
        (_, true) => Question::Shortest,
        _ => Question::Verdict,
    };
    // The others take long for one deal.
    let most = if question == Question::Verdict { BLOCK } else { 1 };
    let block = ((items.end - items.start) / (8 * threads as u64)).clamp(1, most);
    let task = Task {
        source,
        blocks: Blocks::new(items, block),
        limit: asked.limit(Limit::default()),
        question,
        shortest_limit: asked.limit(Limit::SHORTEST),
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
        return Ok(write_whole::<P>(&deal, &solved, task.limit, output)?);
    }
    let mut totals = Totals::default();
    survey::run(&task, &course, |_, block| {
        for solved in block {
            totals.add(&solved);
            output.answer(&solved)?;
        }
        Ok(output.flush()?)
    })?;
    if !output.is_json() {
        writeln!(output, "{totals}")?;
    }
    Ok(())
}

/// A deal with its picture and all that is known of it.
fn write_whole<P: Solvable + Registered>(
    deal: &P,
    solved: &Solved,
    limit: Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let of = match (solved.index, solved.seed) {
        (Some(index), Some(seed)) => format!(", deal {index} of seed {seed}"),
        _ => String::new(),
    };
    writeln!(out, "{}{of}\n\n{}\n{}\n", P::ID, deal.picture(), solved.deal)?;
    let states = match solved.raw_states {
        Some(states) => counted(states.into(), "distinct position"),
        None => counted(solved.stored.into(), "position") + " stored",
    };
    match (solved.verdict.as_str(), solved.length) {
        (_, Some(length)) => {
            match solved.lengths {
                None => writeln!(out, "winnable in {}; {states}", counted(length as u64, "move"))?,
                Some(ref lengths) => writeln!(out, "{lengths}; {states}")?,
            }
            write_line(solved.moves.split(' '), 2, out)
        }
        ("undecided", _) => writeln!(out, "undecided: given up after {limit} (--limit)"),
        (verdict, _) => writeln!(out, "{verdict}: every line was tried; {states}"),
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shortest, lower: Some(lower), upper: Some(upper), found: Some(found) } = *self else {
            return f.write_str("not won");
        };
        match shortest {
            Some(shortest) => write!(f, "winnable in {}, which is the minimum", counted(shortest.into(), "move"))?,
            None => write!(f, "winnable; the minimum is between {lower} and {upper} moves")?,
        }
        write!(f, "; {found} by the first line found")
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
            write!(f, "{} lines proved shortest; ", thousands(proved))?;
        }
        f.write_str("--json gives the moves")
    }
}
