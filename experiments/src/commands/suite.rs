//! `fort suite`: test suites of chess positions in EPD files: how many are solved.
//!
//! What a record asks is told by its operations: `bm` (one of these moves), `am` (none of these), `dm` (a mate in so many
//! moves, negative for the side to move being mated), `c1 "draw"` (the value of a draw), and `c0` of the form `f5=100,
//! Bf2=46` (points for moves, as the Strategic Test Suite has them). Positions are searched side by side, each on one
//! thread. Records that ask nothing are counted and left out.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::games::chess::epd::{self, Epd};
use engine::games::chess::{Chess, Move, Options};
use engine::{Game, GameId, Position, Score};
use rayon::prelude::*;
use search::limits::Stop;
use search::margins::Changes;
use search::parallel::{Plan, Root, alpha_beta};
use search::prove::{first_look, prove};
use search::{Features, Limits, Report, Sensed, Table};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::output::{Align, Answer, Output, Table as Columns, thousands};
use crate::registry::Solved;
use crate::start::GameArguments;
use crate::{spec, value};

const EXAMPLES: &str = "\
Examples:
  fort suite chess testdata/chess/wac.epd --time 1s
  fort suite chess testdata/chess/mates.epd --time 5s --mates 5 --failed
  fort suite chess testdata/chess/sts.epd --nodes 100000 --json

A record asks for its best moves (bm), against moves (am), for a mate in so many
moves (dm), or for a draw's value (c1 \"draw\"); points as in the Strategic Test Suite
are read from c0. Positions are searched side by side, one thread each.";

/// Solve a suite of test positions (chess: EPD)
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

/// What a record asks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    /// One of these moves.
    Best(Vec<Move>),
    /// None of these.
    Avoid(Vec<Move>),
    /// A mate within so many plies: the mover's if positive.
    Mate(i64),
    /// The value of a draw.
    Draw,
}

/// A position of the suite.
struct Problem {
    name: String,
    pos: Chess,
    questions: Vec<Question>,
    /// Points for moves, if the suite gives any.
    points: Vec<(Move, u32)>,
}

impl Problem {
    fn new(line: usize, epd: &Epd) -> Result<Self, String> {
        let name = epd.text("id").map_or_else(|| format!("line {line}"), str::to_owned);
        let mut questions = Vec::new();
        for (opcode, question) in [("bm", Question::Best as fn(_) -> _), ("am", Question::Avoid)] {
            if !epd.operands(opcode).is_empty() {
                questions.push(question(epd.moves(opcode).map_err(|error| format!("{name}: {opcode}: {error}"))?));
            }
        }
        if let Some(moves) = epd.number("dm") {
            questions.push(Question::Mate(if moves > 0 { 2 * moves - 1 } else { 2 * moves }));
        }
        if epd.text("c1") == Some("draw") {
            questions.push(Question::Draw);
        }
        let points = epd.text("c0").map_or_else(Vec::new, |text| points(&epd.pos, text));
        Ok(Self { name, pos: epd.pos, questions, points })
    }

    /// The mate that is asked for, in plies, negative for the side to move being mated.
    fn mate(&self) -> Option<i64> {
        self.questions
            .iter()
            .find_map(|question| if let Question::Mate(plies) = question { Some(*plies) } else { None })
    }

    fn is_solved_by(&self, report: &Report<Move>) -> bool {
        let mv = report.line[0];
        self.questions.iter().all(|question| match question {
            Question::Best(moves) => moves.contains(&mv),
            Question::Avoid(moves) => !moves.contains(&mv),
            Question::Draw => report.score == Score::DRAW,
            Question::Mate(plies) => report
                .score
                .plies()
                .is_some_and(|found| i64::from(found) <= plies.abs() && (report.score.0 > 0) == (*plies > 0)),
        })
    }
}

/// The points for moves in a comment `f5=100, Bf2=46`; none if it is another comment.
fn points(pos: &Chess, text: &str) -> Vec<(Move, u32)> {
    let point = |part: &str| {
        let (mv, points) = part.trim().split_once('=').filter(|(mv, _)| !mv.is_empty())?;
        // A promotion has an equals sign of its own.
        let (mv, points) =
            points.rsplit_once('=').map_or((mv.to_owned(), points), |(rest, p)| (format!("{mv}={rest}"), p));
        Some((pos.find_move(&mv).ok()?, points.trim().parse().ok()?))
    };
    text.split(',').map(point).collect::<Option<_>>().unwrap_or_default()
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
fn problems(arguments: &Arguments, rules: Options) -> Result<(Vec<Problem>, usize), Failure> {
    let name = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file).bad_input(&name)?;
    let (mut problems, mut asking_nothing) = (Vec::new(), 0);
    for (index, epd) in epd::records(&text, &rules).enumerate() {
        let epd = epd.bad_input(&name)?;
        let problem = Problem::new(index + 1, &epd).map_err(|what| Failure::input(format_args!("{name}: {what}")))?;
        if problem.questions.is_empty() {
            asking_nothing += 1;
            continue;
        }
        if problem.pos.outcome().is_some() {
            return Err(Failure::input(format_args!("{name}: {}: the game is over", problem.name)));
        }
        let is_asked_for = |most: u32| {
            let within = |question: &Question| matches!(question, Question::Mate(plies) if plies.unsigned_abs().div_ceil(2) <= u64::from(most));
            problem.questions.iter().any(within)
        };
        if arguments.mates.is_none_or(is_asked_for) {
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        return Err(Failure::input(format_args!(
            "{name}: no positions to solve: {asking_nothing} records without bm, am, dm or c1 \"draw\""
        )));
    }
    Ok((problems, asking_nothing))
}

/// Searches the positions and prints how many were solved.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    if arguments.game.game != GameId::Chess {
        return Err(Failure::input(format_args!("{} has no test suites; chess has", arguments.game.game)));
    }
    let rules: Options = arguments.game.rules::<Chess>()?;
    let (problems, asking_nothing) = problems(arguments, rules)?;
    let features = Features::PLAY - arguments.without.unwrap_or(Features::NONE);
    let margins = arguments.margins.unwrap_or_default();
    let limits = Limits { depth: arguments.depth, nodes: arguments.nodes, time: arguments.time, ..Limits::NONE };
    let begun = Instant::now();
    let results = global.pool()?.install(|| {
        problems
            .par_iter()
            .map(|problem| solve(problem, Plan { features, margins, ..Plan::new(limits) }, rules, arguments.hash))
            .collect::<Vec<_>>()
    });
    let most = |problem: &Problem| problem.points.iter().map(|&(_, points)| points).max();
    let all: Option<u32> = problems.iter().map(most).sum();
    let suite = Suite {
        file: arguments.file.display().to_string(),
        positions: results.len(),
        asking_nothing,
        solved: results.iter().filter(|result| result.solved).count(),
        points: all.map(|all| (results.iter().filter_map(|result| result.points).sum(), all)),
        nodes: results.iter().map(|result| result.nodes).sum(),
        seconds: begun.elapsed().as_secs_f64(),
        results,
        shows_failed: arguments.failed,
    };
    output.answer(&suite)
}

/// Looks for a mate within `plies` by proof, within what is `left` of the limits, and adds to the report what was found out.
fn prove_mate(
    root: Root<'_, Chess>,
    plies: i64,
    means: (&<Chess as Sensed>::Sense, &Table),
    left: &Limits,
    report: &mut Report<Move>,
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

fn solve(problem: &Problem, plan: Plan, rules: Options, hash: u32) -> Verdict {
    let (sense, table) = (Chess::sense(), Table::with_bytes((hash as usize) << 20));
    let root = Root { rules: Chess::path_rules(&rules), ..Root::of(&problem.pos) };
    let look = Chess::look(!plan.limits.is_reproducible());
    let (mate, begun) = (problem.mate(), Instant::now());
    // Proving a mate is another search's work.
    let first = if mate.is_some() { Plan { limits: first_look(&plan.limits), ..plan } } else { plan };
    let mut report = alpha_beta(root, (&sense, &look, &table), &first, &mut |_| {});
    if let Some(mate) = mate.filter(|_| !problem.is_solved_by(&report)) {
        let nodes = plan.limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes).max(1));
        let time = plan.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        prove_mate(root, mate, (&sense, &table), &Limits { nodes, time, ..plan.limits }, &mut report);
    }
    let points = problem.points.iter().find(|&&(mv, _)| mv == report.line[0]).map_or(0, |&(_, points)| points);
    Verdict {
        name: problem.name.clone(),
        position: problem.pos.to_string(),
        mv: problem.pos.san(report.line[0]),
        value: value::text::<Chess>(report.score),
        depth: report.depth,
        nodes: report.nodes,
        solved: problem.is_solved_by(&report),
        points: (!problem.points.is_empty()).then_some(points),
    }
}
