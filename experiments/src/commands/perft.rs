//! `fort perft`: the number of move sequences of a given length, the oldest test of a move generator.
//!
//! The tree is split below its root and counted by all threads; the sum does not depend on their number. What is
//! counted, and how chance counts, is said in [`engine::perft`].

use std::io::{self, Write};
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

const EXAMPLES: &str = "\
Examples:
  fort perft forte --depth 3
  fort perft force3 --depth 5 --rules ban=position
  fort perft fortress --deal 4 --depth 3 --divide

Depth 0 counts 1; lines that end earlier count nothing; the branches of a chance
node count once each, without weight. The time grows as the number of nodes does:
try small depths first.";

/// Count the move sequences of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
    /// The length in moves, from 0 to 127
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=127))]
    depth: u32,
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
        self.count::<G>(&start.node(&start.game.rules::<G>()?)?)
    }

    fn count<P: Position + Registered>(&self, start: &Start<P>) -> Result<Perft, Failure> {
        let &Arguments { depth, divide, unique, .. } = self.arguments;
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

/// Prints the count.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let perft = visit(arguments.start.id(), Count { arguments, global })?;
    output.answer(&perft)
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
