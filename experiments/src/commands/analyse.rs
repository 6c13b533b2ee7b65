//! `fort analyse`: the best move of a position, by alpha-beta or, where there is chance, expectiminimax.
//!
//! The search deepens until a limit is reached or the value is proved, and shows each iteration as it ends. With `--rollout`
//! games are played instead (`rollout`). A game that is solved whole is looked up, and needs no limit.

mod rollout;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use engine::{Deterministic, Game, Probe, Registered};
use search::parallel::{Memory, Plan, Root, alpha_beta, expectiminimax};
use search::proving::{self, Ally};
use search::terminal::known_score;
use search::{Limits, Report, Sensed, Table};
use serde::Serialize;

use crate::cli::Global;
use crate::commands::solve::exact::Exact;
use crate::failure::{Context, Failure};
use crate::nets;
use crate::output::{Answer, Output, thousands};
use crate::players;
use crate::registry::{Foreseen, Solved, Visitor, visit};
use crate::spec;
use crate::start::StartArguments;
use crate::value::{self, Value};
use rollout::RolloutArguments;
use solvers::Solvable;

const EXAMPLES: &str = "\
Examples:
  fort analyse force3
  fort analyse force3 --depth 8
  fort analyse forte --nodes 1000000 --threads 1
  fort analyse fortac --seed 5 --time 2s --json
  fort analyse backgammon --position '4HPwATDgc/ABMA:31' --rollout 1296
  fort analyse backgammon --position 4HPwATDgc/ABMA --rollout 1296 --horizon 11
  fort analyse backgammon --position 4HPwATDgc/ABMA --rules cube=money --rollout 1296 --stop-at 3

The score is for the side to move. Games without chance: small advantages (about a
pawn in chess), forced results as \"win in N\" plies; the JSON key `score` is in the
evaluation's own units, a win in N plies 10,000,000 - N, and `value` is what people
see. Games with chance: expected points, a game's or, in a match (`match=N`), the match's, of
which a win counts 1 and a loss -1.
With one thread, limits in depth and nodes give the same answer every time.

FORCE 3 is solved: the value and the plies to the end are told of the position and of
every move (`exact` in JSON), with or without a search, and without a limit none is made.

A rollout plays games from each candidate, with the same dice for all of them, and takes
the luck off every result: `equity` is points a game with half its 95 % interval, then
probabilities in percent (wg: win gammon or better; lb: lose backgammon), `static` what
the networks say at once. The answer depends on the seed and not on the threads. Points are
cubeless, or with --rules cube=money[,jacoby=on,beavers=on] cubeful, for each that the cube shows
at the start: both sides double, take and drop by what the networks expect, and before a roll
the rows are what a double may come to. A game that is dropped counts with the
probabilities expected then.";

/// Find the best move of a position
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("limit").multiple(true).args(["depth", "nodes", "time", "rollout"]))]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
    /// Stop after this depth in plies, from 1 to 127
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after this time: milliseconds, or a duration such as `50ms` or `2s`
    #[arg(long, value_name = "MS", value_parser = time)]
    time: Option<Duration>,
    /// Memory of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Look endgames up in these tables: a file of `fort solve chess --out`, a directory of `fort solve checkers --out`
    #[arg(long, value_name = "PATH")]
    tables: Option<String>,
    /// Judge by the networks of this file, made by `fort train` (backgammon, fortac, force3)
    #[arg(long, value_name = "FILE", conflicts_with = "tables")]
    net: Option<String>,
    #[command(flatten)]
    rollout: RolloutArguments,
}

fn time(text: &str) -> Result<Duration, String> {
    let text = if text.bytes().all(|byte| byte.is_ascii_digit()) { format!("{text}ms") } else { text.to_owned() };
    spec::duration(&text).ok_or_else(|| "accepted are 1ms to 86400s, such as 500, 50ms or 2s".to_owned())
}

impl Arguments {
    /// Whether the search has an end.
    fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// Whether a search was asked for, even where a table knows the answer.
    fn asks_for_a_search(&self) -> bool {
        self.is_limited() || self.net.is_some() || self.tables.is_some()
    }

    fn plan(&self, global: Global) -> Plan {
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: self.time, ..Limits::NONE };
        Plan { threads: global.threads(), ..Plan::new(limits) }
    }
}

#[derive(Debug, Serialize)]
struct Analysis {
    game: &'static str,
    rules: String,
    position: String,
    side: &'static str,
    #[serde(rename = "move")]
    best: String,
    score: Value,
    /// The score as people read it.
    value: String,
    /// In a game of a match: the chance to win the match, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    match_chance: Option<f64>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    threads: usize,
    /// Whether the same command gives the same answer every time.
    reproducible: bool,
    /// What the table of the whole game knows, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Exact>,
}

impl Answer for Analysis {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_searched = self.nodes > 0;
        let source = if is_searched { format!("depth {}", self.depth) } else { "by the table".to_owned() };
        writeln!(out, "{}, {} to move: {}", self.game, self.side, self.position)?;
        writeln!(out, "best move {}   score {}   {source}", self.best, self.value)?;
        writeln!(out, "line      {}", self.pv.join(" "))?;
        if let Some(chance) = self.match_chance {
            writeln!(out, "match     won with {:.2} %", 100.0 * chance)?;
        }
        if is_searched {
            let speed = (self.nodes as f64 / self.seconds.max(1e-6)) as u64;
            let (nodes, speed) = (thousands(self.nodes), thousands(speed));
            writeln!(out, "searched  {nodes} nodes in {:.3} s, {speed} a second", self.seconds)?;
        }
        match &self.exact {
            None => Ok(()),
            Some(exact) => {
                writeln!(out, "\nby the table of the whole game: {}", exact.phrase())?;
                exact.write_moves(out)
            }
        }
    }
}

/// Shows the iterations of a search to a person on standard error.
struct Iterations {
    begun: Instant,
    is_shown: bool,
}

impl Iterations {
    fn show<G: Sensed>(&self, report: &Report<G::Move>) {
        if !self.is_shown {
            return;
        }
        let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
        // Nobody is left to tell if standard error cannot be written.
        let _ = writeln!(
            io::stderr(),
            "depth {:3}  score {:>12}  nodes {:>14}  {:8.3} s  {}",
            report.depth,
            value::text::<G>(report.score),
            thousands(report.nodes),
            self.begun.elapsed().as_secs_f64(),
            line.join(" ")
        );
    }
}

struct Analyse<'a> {
    arguments: &'a Arguments,
    plan: Plan,
    is_shown: bool,
}

impl Analyse<'_> {
    /// Analyses with the search that the kind of game asks for.
    fn with<G: Registered + Sensed>(
        self,
        (rules, pos): (G::Rules, G),
        search: impl FnOnce(&G, &G::Rules, &Table, &Plan, &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move>,
    ) -> Analysis {
        let table = Table::with_bytes((self.arguments.hash as usize) << 20);
        let shown = Iterations { begun: Instant::now(), is_shown: self.is_shown };
        let report = search(&pos, &rules, &table, &self.plan, &mut |report| shown.show::<G>(report));
        Analysis {
            game: G::ID.name(),
            rules: rules.to_string(),
            position: pos.to_string(),
            side: G::SIDE_NAMES[pos.side().index()],
            best: report.line[0].to_string(),
            score: Value::of::<G>(report.score),
            value: value::text::<G>(report.score),
            match_chance: G::match_chance(&pos, report.score),
            depth: report.depth,
            nodes: report.nodes,
            seconds: shown.begun.elapsed().as_secs_f64(),
            pv: report.line.iter().map(ToString::to_string).collect(),
            threads: self.plan.threads,
            reproducible: self.plan.threads == 1 && self.plan.limits.is_reproducible(),
            exact: None,
        }
    }

    /// Refuses a search without an end.
    fn check_limit<G: Registered>(&self) -> Result<(), Failure> {
        if self.arguments.is_limited() {
            return Ok(());
        }
        Err(Failure::input(format_args!(
            "a search of {} needs a limit: --depth N, --nodes N or --time MS (in backgammon also --rollout N); without \
             one only a game that is solved whole is told, by its table",
            G::ID
        )))
    }

    /// The rules and the position that were asked for, in which there must be a move to find.
    fn unfinished<G: Game>(&self) -> Result<(G::Rules, G), Failure> {
        let start = &self.arguments.start;
        let rules = start.game.rules::<G>()?;
        let pos: G = start.position(&rules)?;
        if pos.outcome().is_some() {
            return Err(Failure::input(format_args!("the game is over in {pos}; there is no move to find")));
        }
        Ok((rules, pos))
    }

    /// Looks the position up in the table of the whole game, without a search.
    fn look_up<G: Deterministic + Registered + Sensed>(
        &self,
        (rules, pos): (&G::Rules, &G),
        table: &dyn Probe<G>,
    ) -> Option<Analysis> {
        let begun = Instant::now();
        let exact = Exact::new(pos, table)?;
        let score = known_score(table.probe(pos)?, 0);
        let pv = best_line(pos, table);
        Some(Analysis {
            game: G::ID.name(),
            rules: rules.to_string(),
            position: pos.to_string(),
            side: G::SIDE_NAMES[pos.side().index()],
            best: pv.first()?.clone(),
            score: Value::of::<G>(score),
            value: exact.phrase(),
            match_chance: None,
            depth: 0,
            nodes: 0,
            seconds: begun.elapsed().as_secs_f64(),
            pv,
            threads: self.plan.threads,
            reproducible: true,
            exact: Some(exact),
        })
    }

    /// A search, by networks if they are given.
    fn search<G: Deterministic + Registered + Sensed + Solved>(
        self,
        start: (G::Rules, G),
    ) -> Result<Analysis, Failure> {
        self.check_limit::<G>()?;
        if let Some(file) = &self.arguments.net {
            let search = G::by_nets(nets::read(file)?, None).bad_input(file)?.search();
            return Ok(self.with::<G>(start, |pos, _, table, plan, progress| search(pos, table, plan, progress)));
        }
        let sense = G::sense();
        let look = players::look::<G>(self.arguments.tables.as_deref(), !self.plan.limits.is_reproducible())?;
        Ok(self.with::<G>(start, |pos, rules, table, plan, progress| {
            let root = Root { rules: G::path_rules(rules), ..Root::of(pos) };
            match G::prover() {
                Some(mut prover) => {
                    let ally = Ally { prover: &mut *prover, memory: &mut Memory::default(), is_winning: false };
                    proving::search(root, (&sense, &look, table), ally, plan, progress).0
                }
                None => alpha_beta(root, (&sense, &look, table), plan, progress),
            }
        }))
    }
}

/// The line that a table takes for the best: to the end, or in a draw, which need not have one, the first move.
fn best_line<G: Deterministic>(pos: &G, table: &dyn Probe<G>) -> Vec<String> {
    let mut pos = pos.clone();
    let mut line = Vec::new();
    while pos.outcome().is_none()
        && let Some(exact) = Exact::new(&pos, table)
    {
        let best = exact.best[0].clone();
        let Ok(mv) = pos.find_move(&best) else { break };
        pos = pos.play(mv);
        line.push(best);
        if exact.distance.is_none() {
            break;
        }
    }
    line
}

impl Visitor for Analyse<'_> {
    type Output = Result<Analysis, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        let start = self.unfinished::<G>()?;
        let (rules, pos) = &start;
        let looked_up = G::whole_table(rules).and_then(|table| self.look_up((rules, pos), table.as_ref()));
        match looked_up {
            Some(looked_up) if !self.arguments.asks_for_a_search() => Ok(looked_up),
            looked_up => Ok(Analysis { exact: looked_up.and_then(|looked_up| looked_up.exact), ..self.search(start)? }),
        }
    }

    fn chance<G: Game + Registered + Sensed + Foreseen>(self) -> Self::Output {
        self.check_limit::<G>()?;
        let start = self.unfinished::<G>()?;
        let odds = G::odds(!self.plan.limits.is_reproducible());
        if let Some(file) = &self.arguments.net {
            let search = G::by_nets(nets::read(file)?, odds).bad_input(file)?.search();
            return Ok(self.with::<G>(start, |pos, _, table, plan, progress| search(pos, table, plan, progress)));
        }
        let sense = G::sense_with_odds(odds);
        Ok(self.with::<G>(start, |pos, _, table, plan, progress| expectiminimax(pos, (&sense, table), plan, progress)))
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        Err(Failure::input(format_args!("{} is a solitaire; fort solve {} finds its solutions", P::ID, P::ID)))
    }
}

/// Rolls the position out instead.
struct RollOut<'a>(rollout::Task<'a>);

impl Visitor for RollOut<'_> {
    type Output = Result<rollout::RolledOut, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        Err(rollout::refused(G::ID.name()))
    }

    fn chance<G: Game + Registered + Sensed + Foreseen>(self) -> Self::Output {
        self.0.run::<G>()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        Err(rollout::refused(P::ID.name()))
    }
}

/// Searches the position, or rolls it out, and prints what was found.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    if arguments.rollout.are_given() {
        let (start, net) = (&arguments.start, arguments.net.as_deref());
        let task = rollout::Task { start, net, arguments: arguments.rollout, global };
        return output.answer(&visit(arguments.start.id(), RollOut(task))?);
    }
    let is_shown = !output.is_json() && io::stderr().is_terminal();
    let plan = arguments.plan(global);
    let analysis = visit(arguments.start.id(), Analyse { arguments, plan, is_shown })?;
    output.answer(&analysis)
}
