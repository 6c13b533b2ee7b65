//! `fort tune`: tunes an evaluation on games that the engine plays against itself.
//!
//! Two steps that can be run apart: with `--games` the command [plays](games) what the data file, a journal, lacks; without,
//! or with `--out`, it [fits](fitting) the weights to the [positions](samples) of all games there. The file may be read while another process
//! still adds games to it.

mod fitting;
mod games;
mod samples;

use std::convert::Infallible;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use engine::GameId;
use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::forte::Forte;
use search::tune::Model;
use serde::Serialize;
use serde::de::IgnoredAny;

use crate::cli::Global;
use crate::cluster::figures::Figures;
use crate::cluster::{Done, Outline, Portion};
use crate::failure::{Context, Failure};
use crate::journal::{Description, read_finished};
use crate::output::{Answer, Output, thousands};
use crate::start::game_parser;
use crate::survey::{self, Course};
use games::{Played, SelfPlay, SelfPlayed};

const EXAMPLES: &str = "\
Examples:
  fort tune chess --games 20000 --nodes 2000 --data games
  fort tune chess --data games --out new.in
  fort tune chess --data games --data older --out new.in --weights good.in
  fort match chess --player alphabeta:nodes=2000,weights=new.in \\
    --player alphabeta:nodes=2000 --openings random:8 --games 400

The error is the mean logistic cost on positions of games that the fit never sees:
lower is better. A killed run carries on with the same command.";

/// Tune an evaluation on games of the engine against itself
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game; chess, checkers and forte have weights to tune
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: GameId,
    /// The file of games, a journal; several to fit to all of them
    #[arg(long, value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
    /// Play until the file has so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The master seed: all that is random follows from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    seed: u64,
    /// The weights to play with and to start from [default: those that are built in]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    fit: fitting::Options,
}

/// Plays, fits, or both.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    match arguments.game {
        GameId::Chess => run_game::<Chess>(arguments, global, output),
        GameId::Checkers => run_game::<Checkers>(arguments, global, output),
        GameId::Forte => run_game::<Forte>(arguments, global, output),
        game => Err(no_weights(game)),
    }
}

fn no_weights(game: GameId) -> Failure {
    Failure::input(format_args!("{game} has no weights to tune; chess, checkers and forte have"))
}

/// The weights to play with.
fn model<G: SelfPlayed>(arguments: &Arguments) -> Result<Model, Failure> {
    let text = match &arguments.weights {
        Some(path) => std::fs::read_to_string(path).bad_input(path.display())?,
        None => G::built_in(),
    };
    let name = arguments.weights.as_ref().map_or_else(|| G::BUILT_IN.to_owned(), |path| path.display().to_string());
    G::read(&text).bad_input(name)
}

fn run_game<G: SelfPlayed>(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let model = model::<G>(arguments)?;
    if let Some(games) = arguments.games {
        output.answer(&play::<G>(arguments, games, &model, global)?)?;
    }
    if arguments.games.is_none() || arguments.fit.out.is_some() {
        let asked = (&arguments.fit, arguments.seed);
        let fitted = fitting::run::<G>(asked, (&arguments.data, &description(arguments.game)), model, global, output)?;
        output.answer(&fitted)?;
    }
    Ok(())
}

/// What every file of games is a journal of.
fn description(game: GameId) -> Description {
    Description::of("tune").with("game", &game)
}

/// What the games were like.
#[derive(Debug, Default, Serialize)]
struct Generated {
    file: String,
    games: u64,
    plies: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    #[serde(skip)]
    sides: [&'static str; 2],
}

impl Generated {
    /// No games yet.
    fn of<G: SelfPlayed>(file: String) -> Self {
        Self { file, sides: G::SIDE_NAMES, ..Self::default() }
    }

    /// Counts a game.
    fn add(&mut self, game: &Played) {
        self.games += 1;
        self.plies += game.scores.len() as u64;
        match game.first {
            1 => self.first_wins += 1,
            0 => self.draws += 1,
            _ => self.second_wins += 1,
        }
    }
}

impl Answer for Generated {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [games, plies] = [self.games, self.plies].map(thousands);
        writeln!(out, "Games         {games} in {}, {plies} plies", self.file)?;
        let [first, draws, second] = [self.first_wins, self.draws, self.second_wins].map(thousands);
        let [one, other] = self.sides;
        writeln!(out, "Results       {first} won by {one}, {draws} drawn, {second} won by {other}")
    }
}

/// Up to which game the data file has been filled, 0 if it cannot be read: opening it will say why.
fn number_there(data: &Path, description: &Description) -> u64 {
    let mut there = 0;
    let read = read_finished::<IgnoredAny>(data, description, |_, unit, _| there = there.max(unit + 1));
    read.map_or(0, |()| there)
}

/// The games that are asked for, as work, and what their file is a journal of.
fn self_play<G: SelfPlayed>(arguments: &Arguments, model: &Model) -> (SelfPlay<G>, Description) {
    let weights = G::write(model);
    let sense = G::sense_with(&weights).and_then(Result::ok).expect("a game that is tuned reads what its tuner writes");
    let checksum = crc32fast::hash(weights.as_bytes());
    let description = description(arguments.game)
        .with("nodes", &arguments.nodes)
        .with("seed", &arguments.seed)
        .with("weights", &format_args!("checksum {checksum:08x}"));
    (SelfPlay { nodes: arguments.nodes, seed: arguments.seed, sense }, description)
}

/// Plays the games that the data file lacks.
fn play<G: SelfPlayed>(arguments: &Arguments, games: u64, model: &Model, global: Global) -> Result<Generated, Failure> {
    let [data] = arguments.data.as_slice() else {
        return Err(Failure::input("--games: the games go into one file, --data once"));
    };
    let there = number_there(data, &description(arguments.game));
    if there > games {
        let path = data.display();
        return Err(Failure::input(format_args!(
            "{path}: there are {there} games already; give --games {there} or more"
        )));
    }
    let (work, description) = self_play::<G>(arguments, model);
    let course = Course {
        units: 0..games,
        threads: NonZeroUsize::new(global.threads()),
        journal: Some((data, &description)),
        progress: Some(("games", 1)),
    };
    let mut generated = Generated::of::<G>(data.display().to_string());
    survey::run(&work, &course, |_, game| {
        generated.add(&game);
        Ok(())
    })?;
    Ok(generated)
}

/// Plays a portion of the games, without a file.
pub(super) fn part(arguments: &Arguments, portion: Portion<'_>) -> Result<Done<Infallible>, Failure> {
    match arguments.game {
        GameId::Chess => game_part::<Chess>(arguments, portion),
        GameId::Checkers => game_part::<Checkers>(arguments, portion),
        GameId::Forte => game_part::<Forte>(arguments, portion),
        game => Err(no_weights(game)),
    }
}

fn game_part<G: SelfPlayed>(arguments: &Arguments, portion: Portion<'_>) -> Result<Done<Infallible>, Failure> {
    let units = arguments.games.ok_or_else(|| {
        Failure::input("tune: --games N is missing; the games can be cut into shards, the fit to them cannot")
    })?;
    if arguments.fit.out.is_some() {
        return Err(Failure::input("--out: the fit cannot be cut into shards; play the games first"));
    }
    let (work, run) = self_play::<G>(arguments, &model::<G>(arguments)?);
    let outline = Outline { run, units, items: "games", seed: arguments.seed, reproducible: true };
    let mut generated = Generated::of::<G>("these shards".to_owned());
    portion.carry_out(&work, &outline, |_, game| generated.add(&game))?;
    let Portion::Sum(plan, shards) = portion else { return Ok(Done::Part(outline)) };
    let mut text = Vec::new();
    generated.write(&mut text).while_running("figures")?;
    Ok(Done::Sum(Figures::of(plan, shards, &generated, &String::from_utf8_lossy(&text))))
}
