//! `fort suite`: test suites of positions, a record a line: how many are solved.
//!
//! How a record is written is the game's to say ([`Notated::SUITES`]); what its operations ask is the same in every game
//! and stands in [`problem`]. Positions are searched side by side, each on one thread. Records that ask nothing are counted
//! and left out.

mod problem;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::{Deterministic, Game, GameId, Registered, Score, record};
use rayon::prelude::*;
use search::limits::Stop;
use search::margins::Changes;
use search::parallel::{Memory, Plan, Root, alpha_beta};
use search::prove::{first_look, prove};
use search::proving::{self, Ally};
use search::{Features, Limits, Report, Sensed, Table};
use serde::Serialize;
use solvers::Solvable;

use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::notation::{Notated, Suites};
use crate::output::{Align, Answer, Output, Table as Columns, thousands};
use crate::registry::{Solved, Visitor, visit};
use crate::start::GameArguments;
use crate::{players, spec, value};

use self::problem::Problem;

const EXAMPLES: &str = "\
Examples:
  fort suite chess testdata/chess/wac.epd --time 1s
  fort suite chess testdata/chess/mates.epd --time 5s --mates 5 --failed
  fort suite chess testdata/chess/sts.epd --nodes 100000 --json
  fort suite checkers testdata/checkers/problems.txt --time 5s
  fort suite forte testdata/forte/wins.txt --time 1s

A record asks for its best moves (bm), against moves (am), for a mate, or a win, in so many
moves of the winner's (dm), for a result (result win, draw or loss of the side to move), or for a
draw's value to the unit (c1 \"draw\"); points as in the Strategic Test Suite are read
from c0. A value within 0.30 is a draw, above it a win; tables of endgames know
better where they reach. Positions are searched side by side, one thread each.";

/// Solve a suite of test positions (chess: EPD; checkers, FORTE: positions with EPD's operations)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("limit").required(true).multiple(true).args(["depth", "nodes", "time"]))]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The file, a position a line
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop a position's search after this depth in plies, from 1 to 127
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Stop it after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop it after this time, such as `50ms` or `2s`
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Do without these selective features, names joined by `+`
    #[arg(long, value_name = "NAMES", value_parser = without)]
    without: Option<Features>,
    /// Other margins for pruning and reducing, such as `futility:70+late_moves:5`
    #[arg(long, value_name = "MARGINS", value_parser = margins)]
    margins: Option<Changes>,
    /// Only mates in up to so many moves
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    mates: Option<u32>,
    /// Show each position that was not solved
    #[arg(long)]
    failed: bool,
    /// Memory of each search's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Look endgames up in these tables: a file of `fort solve chess --out`, a directory of `fort solve checkers --out`
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
}

fn time(text: &str) -> Result<Duration, String> {
    spec::duration(text).ok_or_else(|| "accepted are 1ms to 86400s, such as 50ms or 2s".to_owned())
}

fn without(text: &str) -> Result<Features, String> {
    spec::features(text).ok_or_else(|| format!("accepted are {}", spec::feature_names()))
}

fn margins(text: &str) -> Result<Changes, String> {
    spec::margins(text).ok_or_else(|| format!("accepted are {}", spec::margin_names()))
}

/// How a position went.
#[derive(Debug, Serialize)]
struct Verdict {
    name: String,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    value: String,
    depth: u32,
    nodes: u64,
    solved: bool,
    points: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Suite {
    file: String,
    positions: usize,
    /// Records of the file that ask nothing.
    asking_nothing: usize,
    solved: usize,
    /// Points won and to be won, where the suite gives any.
    points: Option<(u32, u32)>,
    nodes: u64,
    seconds: f64,
    results: Vec<Verdict>,
    #[serde(skip)]
    shows_failed: bool,
}

impl Suite {
    /// What came of the problems of a file since `begun`.
    fn new<G: Deterministic + Sensed>(
        arguments: &Arguments,
        (problems, asking_nothing): (&[Problem<G>], usize),
        results: Vec<Verdict>,
        begun: Instant,
    ) -> Self {
        let all: Option<u32> = problems.iter().map(Problem::most_points).sum();
        Self {
            file: arguments.file.display().to_string(),
            positions: results.len(),
            asking_nothing,
            solved: results.iter().filter(|result| result.solved).count(),
            points: all.map(|all| (results.iter().filter_map(|result| result.points).sum(), all)),
            nodes: results.iter().map(|result| result.nodes).sum(),
            seconds: begun.elapsed().as_secs_f64(),
            results,
            shows_failed: arguments.failed,
        }
    }
}

impl Answer for Suite {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.shows_failed {
            let mut table = Columns::new(&[Align::Left, Align::Left, Align::Right, Align::Right, Align::Left]);
            for result in self.results.iter().filter(|result| !result.solved) {
                let (depth, position) = (result.depth.to_string(), result.position.clone());
                table.row([result.name.clone(), result.mv.clone(), result.value.clone(), depth, position]);
            }
            table.write(out, 0)?;
        }
        let share = 100.0 * self.solved as f64 / self.positions.max(1) as f64;
        writeln!(out, "solved    {} of {} ({share:.1} %)", self.solved, self.positions)?;
        if self.asking_nothing > 0 {
            writeln!(out, "left out  {} that ask nothing", self.asking_nothing)?;
        }
        if let Some((won, all)) = self.points {
            writeln!(
                out,
                "points    {} of {} ({:.1} %)",
                thousands(won.into()),
                thousands(all.into()),
                f64::from(won * 100) / f64::from(all)
            )?;
        }
        writeln!(out, "searched  {} nodes in {:.1} s", thousands(self.nodes), self.seconds)
    }
}

/// Reads the problems of a file; also how many of its records ask nothing.
fn problems<G: Deterministic + Sensed>(
    arguments: &Arguments,
    suites: &Suites<G>,
    rules: &G::Rules,
) -> Result<(Vec<Problem<G>>, usize), Failure> {
    let name = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file).bad_input(&name)?;
    let (mut problems, mut asking_nothing) = (Vec::new(), 0);
    for (index, record) in record::read_lines(&text, |line| (suites.read)(line, rules)).enumerate() {
        let record = record.bad_input(&name)?;
        let problem =
            Problem::new(index + 1, &record).map_err(|what| Failure::input(format_args!("{name}: {what}")))?;
        if problem.asks_nothing() {
            asking_nothing += 1;
            continue;
        }
        if problem.pos.outcome().is_some() {
            return Err(Failure::input(format_args!("{name}: {}: the game is over", problem.name)));
        }
        let is_within = |most| problem.mate().is_some_and(|plies| plies.unsigned_abs().div_ceil(2) <= u64::from(most));
        if arguments.mates.is_none_or(is_within) {
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        return Err(Failure::input(format_args!(
            "{name}: no positions to solve: {asking_nothing} records without bm, am, dm, result or c1 \"draw\""
        )));
    }
    Ok((problems, asking_nothing))
}

/// Whether a game has test suites.
struct HasSuites;

impl Visitor for HasSuites {
    type Output = bool;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Notated>(self) -> bool {
        G::SUITES.is_some()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> bool {
        false
    }

    fn puzzle<P: Registered + Solvable>(self) -> bool {
        false
    }
}

fn without_suites(game: GameId) -> Failure {
    let games: Vec<&str> = GameId::ALL.iter().filter(|&&id| visit(id, HasSuites)).map(|id| id.name()).collect();
    Failure::input(format_args!("{game} has no test suites; these games have: {}", games.join(" ")))
}

/// Solves the suite of a game.
struct Solve<'a> {
    arguments: &'a Arguments,
    global: Global,
}

impl Visitor for Solve<'_> {
    type Output = Result<Suite, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Notated>(self) -> Self::Output {
        let Self { arguments, global } = self;
        let suites = G::SUITES.ok_or_else(|| without_suites(G::ID))?;
        let rules = arguments.game.rules::<G>()?;
        let (problems, asking_nothing) = problems(arguments, &suites, &rules)?;
        let limits = Limits { depth: arguments.depth, nodes: arguments.nodes, time: arguments.time, ..Limits::NONE };
        let features = Features::PLAY - arguments.without.unwrap_or(Features::NONE);
        let margins = arguments.margins.unwrap_or_default();
        let look = players::look::<G>(arguments.tables.as_deref(), !limits.is_reproducible())?;
        let solver = Solver {
            plan: Plan { features, margins, ..Plan::new(limits) },
            rules: &rules,
            look: &look,
            hash: (arguments.hash as usize) << 20,
            write: suites.write,
        };
        let begun = Instant::now();
        let results: Vec<Verdict> =
            global.pool()?.install(|| problems.par_iter().map(|problem| solver.solve(problem)).collect());
        Ok(Suite::new(arguments, (&problems, asking_nothing), results, begun))
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        Err(without_suites(G::ID))
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        Err(without_suites(P::ID))
    }
}

/// How the positions of a suite are searched.
struct Solver<'a, G: Solved> {
    plan: Plan,
    rules: &'a G::Rules,
    look: &'a G::Look,
    /// Bytes of each search's table.
    hash: usize,
    write: fn(&G, G::Move) -> String,
}

impl<G: Solved + Sensed> Solver<'_, G> {
    fn solve(&self, problem: &Problem<G>) -> Verdict {
        let Self { plan, look, .. } = *self;
        let (sense, table) = (G::sense(), Table::with_bytes(self.hash));
        let root = Root { rules: G::path_rules(self.rules), ..Root::of(&problem.pos) };
        let (mate, begun) = (problem.mate(), Instant::now());
        // Proving a mate is another search's work.
        let first = if mate.is_some() { Plan { limits: first_look(&plan.limits), ..plan } } else { plan };
        let means = (&sense, look, &table);
        let mut report = match G::prover().filter(|_| plan.features.has(Features::PROVER)) {
            Some(mut prover) => {
                let ally = Ally { prover: &mut *prover, memory: &mut Memory::default(), is_winning: false };
                proving::search(root, means, ally, &plan, &mut |_| {}).0
            }
            None => alpha_beta(root, means, &first, &mut |_| {}),
        };
        if let Some(mate) = mate.filter(|_| !problem.is_solved_by(&report, look)) {
            let nodes = plan.limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes).max(1));
            let time = plan.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            prove_mate(root, mate, (&sense, &table), &Limits { nodes, time, ..plan.limits }, &mut report);
        }
        Verdict {
            name: problem.name.clone(),
            position: problem.pos.to_string(),
            mv: (self.write)(&problem.pos, report.line[0]),
            value: value::text::<G>(report.score),
            depth: report.depth,
            nodes: report.nodes,
            solved: problem.is_solved_by(&report, look),
            points: problem.points_for(report.line[0]),
        }
    }
}

/// Looks for a mate within `plies` by proof, within what is `left` of the limits, and adds to the report what was found out.
fn prove_mate<G: Deterministic + Sensed>(
    root: Root<'_, G>,
    plies: i64,
    means: (&G::Sense, &Table),
    left: &Limits,
    report: &mut Report<G::Move>,
) {
    let side = if plies > 0 { root.pos.side() } else { !root.pos.side() };
    let most = u32::try_from(plies.unsigned_abs()).unwrap_or(u32::MAX).min(left.last_depth());
    let stop = Stop::new(left);
    let proof = prove(&root, (side, most), means, &stop, &mut |_, _| {});
    report.nodes += stop.nodes();
    if let Ok(Some(win)) = proof {
        report.score = if plies > 0 { Score::win_in(win.plies) } else { Score::loss_in(win.plies) };
        (report.line, report.depth) = (win.line, win.plies);
    }
}

/// Searches the positions and prints how many were solved.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    output.answer(&visit(arguments.game.game, Solve { arguments, global })?)
}
