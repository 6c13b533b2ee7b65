//! `fort perft`: the number of move sequences of a given length, the oldest test of a move generator.
//!
//! The tree is split below its root and counted by all threads; the sum does not depend on their number. What is
//! counted, and how chance counts, is said in [`engine::perft`]. [`file`](mod@file) checks files of published counts.

mod file;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::perft::{distinct_moves, perft, perft_after, perft_unique};
use engine::{Afterstate, Deterministic, Game, MoveList, Position, Registered};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use search::Sensed;
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table, thousands};
use crate::registry::{Solved, Visitor, visit};
use crate::start::{Start, StartArguments};
use solvers::Solvable;

use self::file::{Limits, Report};

const EXAMPLES: &str = "\
Examples:
  fort perft forte --depth 3
  fort perft force3 --depth 5 --rules ban=position
  fort perft fortress --deal 4 --depth 3 --divide
  fort perft chess --file testdata/chess/perft.epd --most 1000000

Depth 0 counts 1; lines that end earlier count nothing; the branches of a chance
node count once each, without weight. The time grows as the number of nodes does:
try small depths first.

A file has a position and its counts by depth a line, POSITION ;D1 20 ;D2 400 (U instead
of D: as --unique counts); lines that begin with # are left out. All counts are checked, or those of at most --depth
moves and --most nodes; the exit code is 1 if one differs.";

/// The deepest count that can be asked for.
const MOST_DEPTH: u32 = 127;

/// Count the move sequences of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
    /// The length in moves, from 0 to 127
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_DEPTH)))]
    #[arg(required_unless_present = "file")]
    depth: Option<u32>,
    /// Games without chance: check this file's counts
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "deal", "divide", "unique"])]
    file: Option<PathBuf>,
    /// Leave out the file's counts above this
    #[arg(long, value_name = "NODES", value_parser = crate::ranges::whole, requires = "file")]
    most: Option<u64>,
    /// Show the count behind each first move too
    #[arg(long)]
    divide: bool,
    /// Count moves of one position that lead to the same result once
    #[arg(long)]
    unique: bool,
}

/// Whether moves of one position with the same result count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merge {
    Nothing,
    SameResults,
}

#[derive(Debug, Serialize)]
struct Perft {
    game: &'static str,
    position: String,
    depth: u32,
    unique: bool,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

/// The count behind one branch of the root.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Part {
    #[serde(flatten)]
    branch: Branch,
    nodes: u64,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Branch {
    /// A first move.
    Move(String),
    /// What chance gives where the root is a chance node.
    Position(String),
}

impl Answer for Perft {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(parts) = &self.divide {
            let mut table = Table::new(&[Align::Left, Align::Right]);
            for Part { branch: Branch::Move(text) | Branch::Position(text), nodes } in parts {
                table.row([text.clone(), thousands(*nodes)]);
            }
            table.write(out, 2)?;
        }
        let Self { game, depth, seconds, .. } = self;
        write!(out, "{game}, depth {depth}: {} nodes in {seconds:.3} s", thousands(self.nodes))?;
        // Below a millisecond the speed is that of the clock.
        if *seconds >= 0.001 {
            write!(out, " ({} nodes/s)", thousands((self.nodes as f64 / seconds) as u64))?;
        }
        writeln!(out)
    }
}

/// The counts behind the branches of a root, in order; their sum is the root's own count. `depth` is at least 1.
fn parts<P: Position>(start: &Start<P>, depth: u32, merge: Merge) -> Vec<Part> {
    match start {
        Start::Position(pos) => first_moves(pos, merge)
            .into_par_iter()
            .map(|(mv, after)| Part {
                branch: Branch::Move(mv.to_string()),
                nodes: count_after::<P>(after, depth - 1, merge),
            })
            .collect(),
        Start::Chance(after) => {
            let branches: Vec<P> = after.clone().branches().map(|(pos, _)| pos).collect();
            branches
                .into_par_iter()
                .map(|pos| Part { branch: Branch::Position(pos.to_string()), nodes: count(&pos, depth, merge) })
                .collect()
        }
    }
}

fn first_moves<P: Position>(pos: &P, merge: Merge) -> Vec<(P::Move, P::After)> {
    match merge {
        Merge::SameResults => distinct_moves(pos),
        Merge::Nothing => {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            list.iter().map(|&mv| (mv, pos.play(mv))).collect()
        }
    }
}

fn count<P: Position>(pos: &P, depth: u32, merge: Merge) -> u64 {
    match merge {
        Merge::Nothing => perft(pos, depth),
        Merge::SameResults => perft_unique(pos, depth),
    }
}

fn count_after<P: Position>(after: P::After, depth: u32, merge: Merge) -> u64 {
    match merge {
        _ if depth == 0 => 1,
        Merge::Nothing => perft_after::<P>(after, depth),
        Merge::SameResults => after.branches().map(|(pos, _)| perft_unique(&pos, depth)).sum(),
    }
}

struct Count<'a> {
    arguments: &'a Arguments,
    global: Global,
}

impl Count<'_> {
    fn game<G: Game + Registered>(&self) -> Result<Perft, Failure> {
        let start = &self.arguments.start;
        let rules = start.game.rules::<G>()?;
        match G::counted_from(&rules).filter(|_| start.position.is_none()) {
            Some(after) => self.count(&Start::<G>::Chance(after)),
            None => self.count(&start.node::<G>(&rules)?),
        }
    }

    fn count<P: Position + Registered>(&self, start: &Start<P>) -> Result<Perft, Failure> {
        let &Arguments { divide, unique, .. } = self.arguments;
        let depth = self.arguments.depth.expect("the grammar asks for --depth unless there is a file");
        let merge = if unique { Merge::SameResults } else { Merge::Nothing };
        let pool = self.global.pool()?;
        let began = Instant::now();
        let parts = if depth == 0 { Vec::new() } else { pool.install(|| parts(start, depth, merge)) };
        let seconds = began.elapsed().as_secs_f64();
        Ok(Perft {
            game: P::ID.name(),
            position: match start {
                Start::Position(pos) => pos.to_string(),
                Start::Chance(after) => after.to_string(),
            },
            depth,
            unique,
            nodes: if depth == 0 { 1 } else { parts.iter().map(|part| part.nodes).sum() },
            seconds,
            divide: divide.then_some(parts),
        })
    }
}

impl Visitor for Count<'_> {
    type Output = Result<Perft, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        self.game::<G>()
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        self.game::<G>()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let start = &self.arguments.start;
        let pos: P = start.puzzle(&start.game.rules::<P>()?)?;
        self.count(&Start::Position(pos))
    }
}

/// Checks a file of counts.
struct Check<'a> {
    arguments: &'a Arguments,
    path: &'a Path,
    global: Global,
}

impl Check<'_> {
    fn refuse(&self) -> Result<Report, Failure> {
        let game = self.arguments.start.id();
        Err(Failure::input(format_args!("--file: {game} has chance or one player; files are for games without chance")))
    }
}

impl Visitor for Check<'_> {
    type Output = Result<Report, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Self::Output {
        let limits = Limits {
            depth: self.arguments.depth.unwrap_or(MOST_DEPTH),
            nodes: self.arguments.most.unwrap_or(u64::MAX),
        };
        let rules = self.arguments.start.game.rules::<G>()?;
        file::check::<G>(self.path, &rules, limits, &self.global.pool()?)
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Self::Output {
        self.refuse()
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        self.refuse()
    }
}

/// Prints the count, or what a file's counts come to.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let id = arguments.start.id();
    let Some(path) = &arguments.file else {
        return output.answer(&visit(id, Count { arguments, global })?);
    };
    let report = visit(id, Check { arguments, path, global })?;
    output.answer(&report)?;
    report.verdict()
}

#[cfg(test)]
mod tests {
    use engine::toy::{Child, Gamble, Tree};
    use engine::{NoOptions, Node};

    use super::*;

    fn tree(text: &str) -> Start<Tree> {
        Start::Position(Tree::parse(text, &NoOptions).expect("a tree"))
    }

    fn nodes(parts: &[Part]) -> Vec<u64> {
        parts.iter().map(|part| part.nodes).collect()
    }

    #[test]
    fn parts_add_up_to_the_count() {
        let start = tree("(1 (-3 2) (0 5 (1 1 1)))");
        let Start::Position(pos) = &start else { unreachable!("a tree is a position") };
        assert_eq!(nodes(&parts(&start, 1, Merge::Nothing)), [1, 1, 1]);
        assert_eq!(nodes(&parts(&start, 2, Merge::Nothing)), [0, 2, 3]);
        assert_eq!(nodes(&parts(&start, 3, Merge::Nothing)), [0, 0, 3]);
        for depth in 1..=4 {
            assert_eq!(nodes(&parts(&start, depth, Merge::Nothing)).iter().sum::<u64>(), perft(pos, depth));
            assert_eq!(nodes(&parts(&start, depth, Merge::SameResults)).iter().sum::<u64>(), perft_unique(pos, depth));
        }
    }

    #[test]
    fn moves_with_the_same_result_are_merged() {
        let start = tree("((1 1) (1 1) 7)");
        assert_eq!(nodes(&parts(&start, 2, Merge::Nothing)), [2, 2, 0]);
        let merged = parts(&start, 2, Merge::SameResults);
        assert_eq!(nodes(&merged), [1, 0]);
        assert_eq!(merged[1].branch, Branch::Move("2".to_owned()));
    }

    #[test]
    fn a_chance_root_counts_its_branches_once_each() {
        let gamble = Gamble::parse("([2:(3 4) (5 6 7)])", &NoOptions).expect("a gamble");
        let start = Start::<Gamble>::Chance(gamble.play(Child(0)));
        assert_eq!(nodes(&parts(&start, 1, Merge::Nothing)), [2, 3]);
        assert_eq!(nodes(&parts(&Start::Position(gamble), 2, Merge::Nothing)), [5]);
    }

    #[test]
    fn a_part_names_its_move_in_json() {
        let json = serde_json::to_string(&parts(&tree("(1)"), 1, Merge::Nothing)).expect("JSON");
        assert_eq!(json, r#"[{"move":"0","nodes":1}]"#);
    }
}
