//! `fort train`: networks learn a game by playing it.
//!
//! A training is a number of generations. In each a candidate comes of the brain before it, by temporal differences over a
//! block of games or by fitting to labels ([`course`]), and takes the best one's place if it wins a contest. After each
//! generation all there is goes into one [checkpoint](state), from which a killed training goes on; the networks and the curve
//! in the directory are written out of it, so that they are the same to the byte as those of an undisturbed one.

mod course;
mod options;
mod state;

use std::io::{self, Write};
use std::path::PathBuf;

use engine::GameId;
use engine::games::backgammon::Backgammon;
use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use search::train::Learned;
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Answer, Output, thousands};
use crate::registry::Foreseen;
use crate::start::game_parser;
use options::Options;

const EXAMPLES: &str = "\
Examples:
  fort train fortac --out first --method td --games 100000 --hidden 64
  fort train fortac --out second --method supervised --net first/best.net

The directory gets best.net, the networks that won their contests, and curve.csv, how it
went: lower held-out costs are better, points a game are the candidate's against the best
before it. A killed training carries on with the same command.";

/// Train networks on games of self-play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game; backgammon, fortac and force3 have networks to train
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: GameId,
    /// The directory of this training; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    options: Options,
}

/// Trains a game's networks.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    match arguments.game {
        GameId::Backgammon => run_game::<Backgammon>(arguments, global, output),
        GameId::Fortac => run_game::<Fortac>(arguments, global, output),
        GameId::Force3 => run_game::<Force3>(arguments, global, output),
        game => {
            Err(Failure::input(format_args!("{game} has no networks to train; backgammon, fortac and force3 have")))
        }
    }
}

fn run_game<G: Learned + Foreseen>(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let answer = course::run::<G>(&arguments.options, &arguments.out, global, G::odds(false).as_ref(), output)?;
    output.answer(&answer)
}

/// What came of a training.
#[derive(Debug, Serialize)]
struct Trained {
    game: &'static str,
    method: &'static str,
    generations: u32,
    /// The generation of the best networks; 0 if none won its contest.
    best: u32,
    /// Weights in all networks.
    weights: usize,
    /// Games learnt from, by temporal differences.
    games: u64,
    /// Positions learnt from and held back, by fitting.
    positions: u64,
    /// The first and the last mean cost of what was not learnt from yet.
    held_out_before: Option<f64>,
    held_out_after: Option<f64>,
    out: String,
}

impl Answer for Trained {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, method, generations, best, .. } = self;
        writeln!(out, "Training      {game} by {method}, {generations} generations")?;
        match (self.games, self.positions) {
            (0, positions) => writeln!(out, "Learnt from   {} positions", thousands(positions))?,
            (games, _) => writeln!(out, "Learnt from   {} games", thousands(games))?,
        }
        if let (Some(before), Some(after)) = (self.held_out_before, self.held_out_after) {
            writeln!(out, "Held-out cost {before:.6} at first, {after:.6} at last")?;
        }
        writeln!(out, "Best          generation {best}, {} weights", thousands(self.weights as u64))?;
        writeln!(out, "Networks      {}", self.out)
    }
}
