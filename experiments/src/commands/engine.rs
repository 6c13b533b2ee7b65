//! `fort engine`: our players for other programs' harnesses, in every game of two.

use std::io;

use engine::{Deterministic, Game, GameId, Registered};
use search::Sensed;

use crate::cli::Global;
use crate::external::Hosts;
use crate::failure::Failure;
use crate::line::{Build, Server};
use crate::output::Output;
use crate::players;
use crate::registry::{Foreseen, Solved, Visitor, visit};
use crate::spec::{Limits, Spec};
use crate::start::game_parser;
use solvers::Solvable;

const EXAMPLES: &str = "\
Examples:
  fort engine forte
  fort engine backgammon --player expectiminimax:plies=1
  printf 'fort 1 force3\\nnewgame\\nposition .../._./... x -\\ngo depth 6\\n' | fort engine force3
  fort match forte --player line:cmd=fort,args=\"engine forte\",nodes=1000 --player greedy --games 10

The protocol is lines on standard input and output: PROTOCOL.md in experiments/ has
it on a page, and clients/reference.py is an engine in Python that speaks it. Limits
of --player count; what it leaves open, go says. For chess there is also fort uci.";

/// Play for a program that speaks the line protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game; `fort games` tells about each
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: GameId,
    /// Who plays, as in `fort match` [default: alphabeta, or expectiminimax in games with chance, as far as `go` allows]
    #[arg(long, value_name = "SPEC")]
    player: Option<Spec>,
    /// What is random follows from it: game I draws from stream I
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    seed: u64,
}

struct Offer<'a> {
    arguments: &'a Arguments,
    threads: usize,
}

impl Offer<'_> {
    fn serve<G: Game + Registered>(&self, usual: &str, build: Build<'_, G>) -> Result<(), Failure> {
        let usual: Spec = usual.parse().expect("the usual player is one");
        let (unlimited, limits) = without_limits(usual);
        let asked = self.arguments.player.clone().unwrap_or(unlimited);
        let server = Server::<G>::new(asked, limits, build, self.arguments.seed)?;
        server.run(io::stdin().lock(), io::stdout())
    }
}

/// A player and its limits, apart.
fn without_limits(mut spec: Spec) -> (Spec, Limits) {
    let limits = match &mut spec {
        Spec::AlphaBeta(player) => std::mem::take(&mut player.limits),
        Spec::Expectiminimax(player) => std::mem::take(&mut player.limits),
        _ => Limits::default(),
    };
    (spec, limits)
}

impl Visitor for Offer<'_> {
    type Output = Result<(), Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Hosts>(self) -> Self::Output {
        let threads = self.threads;
        self.serve::<G>("alphabeta:nodes=200000", &|spec, rules| players::deterministic(spec, rules, threads))
    }

    fn chance<G: Game + Registered + Sensed + Hosts + Foreseen>(self) -> Self::Output {
        let threads = self.threads;
        self.serve::<G>("expectiminimax:plies=1", &|spec, rules| players::chance(spec, rules, threads))
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        Err(Failure::input(format_args!("{} is a game of one player; the line protocol is for two", P::ID)))
    }
}

/// Answers until there is nothing more to answer.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        return Err(Failure::input("fort engine speaks the line protocol, which has no JSON"));
    }
    visit(arguments.game, Offer { arguments, threads: global.asked_threads().unwrap_or(1) })
}
