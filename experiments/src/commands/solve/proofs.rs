//! Games in which no table fits but a win can be proved: FORTE's jousts.
//!
//! A win is printed with the number of plies in which it was forced, whether a shorter one is ruled out, and whether its
//! strategy stood when it was walked against every reply. A draw has two strategies, by which each side holds it. What is not
//! found is `unknown`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::games::forte::{Forte, Move, Options};
use engine::{Deterministic, Game, Node, Registered, Value};
use serde::Serialize;
use solvers::forte::{self, Aim, Limits, MOST_IN_TREE, MOST_PLIES};

use super::Arguments;
use super::proved_moves;
use super::tables::Asked;
use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Align, Answer, Output, Table, thousands};

/// What only games with proofs understand.
#[derive(Debug, clap::Args)]
pub(super) struct ProofArguments {
    /// FORTE: the longest win that is looked for [default: 15, then wins of any length by proof numbers]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_PLIES)))]
    plies: Option<u8>,
    /// FORTE: jousts of each thread's tree in which wins of any length are looked for by proof numbers, some hundred bytes
    /// each; 0 for none, and for no draws either [default: 8000000, with --plies 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_IN_TREE)))]
    tree: Option<u32>,
    /// FORTE: nodes after which a position is given up; a gigabyte of memory is used at most [default: 2000000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// FORTE: nodes for asking whether a shorter win is ruled out [default: 2000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    least_nodes: Option<u64>,
    /// FORTE: what each move of a position is worth, of those that are the same by symmetry one; limits are for each
    #[arg(long, conflicts_with = "all")]
    moves: bool,
    /// FORTE: write the first moves of all jousts' strategies into this file, as the program has them built in
    #[arg(long, value_name = "FILE", requires = "all")]
    book: Option<PathBuf>,
}

impl ProofArguments {
    /// The first option that was given, if any.
    pub(super) fn given(&self) -> Option<&'static str> {
        [
            ("--plies", self.plies.is_some()),
            ("--tree", self.tree.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--least-nodes", self.least_nodes.is_some()),
            ("--moves", self.moves),
            ("--book", self.book.is_some()),
        ]
        .into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
    }

    fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            plies: self.plies.unwrap_or(usual.plies),
            // Who says how long a win may be does not ask for longer ones.
            tree: match self.tree {
                Some(tree) => tree as usize,
                None if self.plies.is_some() => 0,
                None => usual.tree,
            },
            nodes: self.nodes.unwrap_or(usual.nodes),
            least_nodes: self.least_nodes.unwrap_or(usual.least_nodes),
        }
    }
}

/// What is asked of a game's proofs.
pub(crate) struct ProofTask<'a, G: Deterministic> {
    asked: &'a ProofArguments,
    /// The positions; none for the start.
    positions: Option<Asked<G>>,
    /// Whether all sets of rules are asked for.
    is_all: bool,
    rules: G::Rules,
    global: Global,
    output: &'a mut Output,
}

impl<'a, G: Deterministic + Registered> ProofTask<'a, G> {
    pub(super) fn new(arguments: &'a Arguments, global: Global, output: &'a mut Output) -> Result<Self, Failure> {
        let rules = arguments.game.rules::<G>()?;
        let positions = Asked::read(arguments, &rules)?;
        Ok(Self { asked: &arguments.proofs, positions, is_all: arguments.all, rules, global, output })
    }
}

/// A position and who wins it.
#[derive(Debug, Serialize)]
struct Proved {
    game: &'static str,
    /// The position's line in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    rules: String,
    position: String,
    #[serde(skip)]
    picture: String,
    side: &'static str,
    #[serde(flatten)]
    proof: Proof,
    /// The longest win that was looked for.
    #[serde(skip)]
    most_plies: u8,
}

/// What was found out, what it took, and whether it stood.
#[derive(Debug, Serialize)]
pub(super) struct Proof {
    pub(super) value: &'static str,
    /// Within how many plies the win can be forced.
    pub(super) plies: Option<u8>,
    /// Whether it cannot be forced sooner; that is not always known.
    least: bool,
    /// The most plies within which it cannot, as far as that is known.
    none_within: u8,
    pub(super) best: Option<String>,
    /// Whether the nodes were used up before everything had been tried.
    given_up: bool,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Nodes of the search alone, and the seconds of its parts.
    search_nodes: u64,
    search_seconds: f64,
    writing_seconds: f64,
    least_seconds: f64,
    verifying_seconds: f64,
    /// Positions that the strategy, of a draw both, has moves for.
    pub(super) strategy: Option<u64>,
    /// Replies that it was walked against.
    replies: Option<u64>,
    /// Whether it stood.
    pub(super) verified: bool,
    /// Of a draw: the positions that were looked through because no attack decides them.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<usize>,
    /// Of a draw: the moves until a position comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repetition: Option<Vec<String>>,
}

impl Proof {
    /// Of the side to move in a position; walks the strategy, if there is one.
    pub(super) fn new(pos: &Forte, answer: &forte::Answer) -> Result<Self, Failure> {
        let begun = Instant::now();
        let aim = if answer.draw.is_some() { Aim::Hold } else { Aim::Win };
        let strategies = answer.strategy.iter().chain(answer.draw.iter().flat_map(|draw| &draw.holding));
        let walks = strategies
            .map(|strategy| forte::verify(pos, strategy, aim).while_running("the strategy that was found fails"));
        let walks = walks.collect::<Result<Vec<_>, _>>()?;
        if let (Some(walk), Some(within)) = (walks.iter().filter_map(|walk| walk.plies).max(), answer.plies)
            && walk > within.into()
        {
            return Err(Failure::running(format_args!("the strategy takes {walk} plies, and {within} were told")));
        }
        let sum = |part: fn(&forte::Walk) -> u64| (!walks.is_empty()).then(|| walks.iter().map(part).sum());
        let parts = [answer.search.time, answer.writing.time, answer.least.time, begun.elapsed()];
        let [search_seconds, writing_seconds, least_seconds, verifying_seconds] = parts.map(|part| part.as_secs_f64());
        Ok(Self {
            value: word(answer.value),
            plies: answer.plies,
            least: answer.is_least(),
            none_within: answer.none_within,
            best: answer.best.map(|mv| mv.to_string()),
            given_up: answer.is_given_up,
            nodes: answer.nodes(),
            seconds: parts.iter().sum::<Duration>().as_secs_f64(),
            search_nodes: answer.search.nodes,
            search_seconds,
            writing_seconds,
            least_seconds,
            verifying_seconds,
            strategy: sum(|walk| walk.positions),
            replies: sum(|walk| walk.replies),
            verified: !walks.is_empty(),
            open: answer.draw.as_ref().map(|draw| draw.open),
            repetition: answer.draw.as_ref().map(|draw| draw.line.iter().map(ToString::to_string).collect()),
        })
    }

    /// The same for the side that has just moved.
    pub(super) fn of_the_move_before(self, mv: Move) -> Self {
        let value = match self.value {
            "win" => "loss",
            "loss" => "win",
            value => value,
        };
        let none_within = if self.none_within == 0 { 0 } else { self.none_within + 1 };
        let repetition = self.repetition.map(|line| [mv.to_string()].into_iter().chain(line).collect());
        Self { value, plies: self.plies.map(|plies| plies.saturating_add(1)), none_within, repetition, ..self }
    }
}

fn word(value: Option<Value>) -> &'static str {
    match value {
        Some(Value::Win) => "win",
        Some(Value::Loss) => "loss",
        Some(Value::Draw) => "draw",
        None => "unknown",
    }
}

impl Proved {
    /// With the answer that it tells of.
    fn new(pos: &Forte, rules: &Options, line: Option<u64>, limits: Limits) -> Result<(Self, forte::Answer), Failure> {
        let answer = forte::solve(pos, limits);
        let proved = Self {
            game: Forte::ID.name(),
            line,
            rules: rules.to_string(),
            position: pos.to_string(),
            picture: pos.picture(),
            side: Forte::SIDE_NAMES[pos.side().index()],
            proof: Proof::new(pos, &answer)?,
            most_plies: limits.plies,
        };
        Ok((proved, answer))
    }

    fn sentence(&self) -> String {
        if let Some(open) = self.proof.open {
            let best = self.proof.best.as_deref().unwrap_or("any move");
            let positions =
                if open == 1 { "one position".to_owned() } else { format!("{} positions", thousands(open as u64)) };
            return format!(
                "{} draws by {best}: neither side can force more in {positions} that no attack decides",
                self.side
            );
        }
        let Some(plies) = self.proof.plies else {
            if self.proof.given_up {
                return "no win was found for either side before the nodes (--nodes) were used up".to_owned();
            }
            return format!("no win was found for either side within {} plies", self.most_plies);
        };
        let verb = if self.proof.value == "win" { "wins" } else { "loses" };
        let by = self.proof.best.as_ref().map_or_else(String::new, |mv| format!(" by {mv}"));
        let within = if self.proof.least { "in" } else { "within" };
        format!("{} {verb} {within} {plies} plies{by}", self.side)
    }
}

impl Answer for Proved {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}\n", self.picture.trim_end_matches('\n'), self.position)?;
        writeln!(out, "{}", self.sentence())?;
        if self.proof.plies.is_some() && !self.proof.least {
            let sooner = "whether it can be forced sooner is not known";
            match self.proof.none_within {
                0 => writeln!(out, "{sooner}")?,
                none => writeln!(out, "{sooner}, but not within {none} plies")?,
            }
        }
        if let Some(line) = &self.proof.repetition {
            writeln!(out, "until a position comes back: {}", line.join(" "))?;
        }
        if let (Some(positions), Some(replies)) = (self.proof.strategy, self.proof.replies) {
            let (positions, replies) = (thousands(positions), thousands(replies));
            let (strategy, stood) = match self.proof.repetition {
                Some(_) => ("the two strategies have", "they stood"),
                None => ("the strategy has", "it stood"),
            };
            writeln!(out, "{strategy} moves for {positions} positions; against all {replies} replies {stood}")?;
        }
        let Proof { nodes, seconds, search_seconds, writing_seconds, least_seconds, verifying_seconds, .. } =
            self.proof;
        write!(
            out,
            "{} nodes, {seconds:.1} s: search {search_seconds:.1}, writing {writing_seconds:.1}, ",
            thousands(nodes)
        )?;
        writeln!(out, "asking for shorter wins {least_seconds:.1}, verifying {verifying_seconds:.1}")
    }
}

/// Solves the start, positions, or all default jousts.
pub(crate) fn solve(task: ProofTask<'_, Forte>) -> Result<(), Failure> {
    let ProofTask { asked, positions, is_all, rules, global, output } = task;
    let (limits, pool) = (asked.limits(), global.pool()?);
    if let Some(cap) = rules.ply_cap {
        let why = "a forced win is proved for jousts without a cap; leave it out";
        return Err(Failure::input(format_args!("--rules ply_cap={cap}: {why}")));
    }
    if is_all {
        return every_joust((limits, asked.book.as_deref()), &pool, output);
    }
    let positions = match positions {
        Some(asked) => asked.into_list(),
        None => vec![(None, Forte::start(&rules))],
    };
    for (number, (line, pos)) in positions.iter().enumerate() {
        if asked.moves {
            pool.install(|| proved_moves::solve(pos, &rules, *line, limits, output))?;
            continue;
        }
        let (proved, _) = pool.install(|| Proved::new(pos, &rules, *line, limits))?;
        if number > 0 && !output.is_json() {
            writeln!(output)?;
        }
        output.answer(&proved)?;
        output.flush()?;
    }
    Ok(())
}

/// All jousts that a tournament can come to.
fn every_joust(
    (limits, book): (Limits, Option<&Path>),
    pool: &rayon::ThreadPool,
    output: &mut Output,
) -> Result<(), Failure> {
    use Align::{Left, Right};
    let mut book = book.map(Book::create).transpose()?;
    let mut table = Table::new(&[Right, Right, Left, Left, Right, Left, Right, Right, Left]);
    let titles = ["A", "B", "starts", "value", "plies", "best", "positions", "nodes", "verified"];
    table.row(titles.map(str::to_owned));
    for rules in Options::every_joust() {
        let (proved, answer) = pool.install(|| Proved::new(&Forte::start(&rules), &rules, None, limits))?;
        if let Some(book) = &mut book {
            book.add(&Forte::start(&rules), &answer)?;
        }
        if output.is_json() {
            output.answer(&proved)?;
            output.flush()?;
            continue;
        }
        let [a, b] = rules.knights.map(|knights| knights.to_string());
        let proof = proved.proof;
        table.row([
            a,
            b,
            proved.side.to_owned(),
            proof.value.to_owned(),
            proof.plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string()),
            proof.best.unwrap_or_else(|| "-".to_owned()),
            proof.strategy.map_or_else(|| "-".to_owned(), thousands),
            thousands(proof.nodes),
            if proof.verified { "yes" } else { "no" }.to_owned(),
        ]);
    }
    if let Some(book) = book {
        book.file.finish()?;
    }
    if output.is_json() { Ok(()) } else { Ok(table.write(output, 0)?) }
}

/// A file of the first moves of strategies: jousts that are the same with the sides exchanged are there once.
struct Book {
    file: FinalFile,
    name: String,
    seen: HashSet<Forte>,
}

impl Book {
    fn create(path: &Path) -> Result<Self, Failure> {
        Ok(Self { file: FinalFile::create(path)?, name: path.display().to_string(), seen: HashSet::new() })
    }

    fn add(&mut self, start: &Forte, answer: &forte::Answer) -> Result<(), Failure> {
        let (Some(strategy), Some(plies)) = (&answer.strategy, answer.plies) else { return Ok(()) };
        if self.seen.insert(start.canonical()) {
            for line in forte::first_moves(start, strategy, plies) {
                writeln!(self.file, "{line}").while_running(&self.name)?;
            }
        }
        Ok(())
    }
}
