//! `fort bench`: how fast the program works on fixed work, and the fingerprint of what it does.
//!
//! Each game is measured three ways: its search or solver over the positions or deals of [`search::signature`] and
//! [`solvers::signature`], its generator by counting trees, and random games. All are fixed work on one thread, so that
//! a time can be compared with any other taken on the same machine; the best of `--repeat` runs counts (of more where
//! they are short), for whatever else the machine does only ever makes it slower. `compare` sets two benches side by side.

mod compare;
mod measure;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use engine::GameId;
use indicatif::ProgressBar;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::{Serialize, Serializer};

use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Align, Answer, Output, Table, counted, thousands};
use crate::registry::visit;
use crate::start::game_parser;
use compare::{Before, Change};
use measure::{Fingerprint, Measure};

const EXAMPLES: &str = "\
Examples:
  fort bench
  fort bench forte --repeat 5
  fort bench --save before.json
  fort bench --compare before.json
  fort bench --signature

Nodes are those of the search to a fixed depth, or the positions that the solver
stores for fixed deals: they are the same on every machine and change only when
the search does. Everything is timed on one thread, whatever --threads says;
--signature, which times nothing, uses all.";

/// Measure the speed of search, solver, move generator and random games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game [default: all of them]
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: Option<GameId>,
    /// Print the nodes alone, a line a game: exactly the file signature.txt
    #[arg(long, conflicts_with_all = ["save", "compare", "repeat"])]
    signature: bool,
    /// Measure everything this often (what is short more often), and give the best
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Write what was measured into a file, as JSON
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compare with what --save wrote before
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

impl Arguments {
    fn games(&self) -> Vec<GameId> {
        self.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game])
    }
}

/// What was measured of one game. Speeds are per second.
#[derive(Debug, Serialize)]
struct Speed {
    game: &'static str,
    /// Nodes searched; of a solitaire, positions stored.
    nodes: u64,
    /// The best time for them.
    seconds: f64,
    nps: u64,
    /// The nodes again, under the name by which `signature.txt` knows them.
    signature: u64,
    /// Leaves counted by the generator.
    perft_nps: u64,
    playout_moves_per_second: u64,
    /// Solitaires only.
    #[serde(skip_serializing_if = "Option::is_none")]
    deals_per_second: Option<u64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
}

/// The bench as a whole.
#[derive(Debug, Serialize)]
struct Bench {
    games: Vec<Speed>,
    threads: u32,
    repeat: u32,
}

impl Answer for Bench {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = [Align::Right; 7];
        columns[0] = Align::Left;
        let mut table = Table::new(&columns);
        table.row(["game", "nodes", "seconds", "nodes/s", "deals/s", "perft/s", "random moves/s"].map(str::to_owned));
        for speed in &self.games {
            table.row([
                speed.game.to_owned(),
                thousands(speed.nodes),
                format!("{:.3}", speed.seconds),
                thousands(speed.nps),
                speed.deals_per_second.map(thousands).unwrap_or_default(),
                thousands(speed.perft_nps),
                thousands(speed.playout_moves_per_second),
            ]);
        }
        table.write(out, 0)?;
        let runs = counted(u64::from(self.repeat), "run");
        writeln!(out, "\nOne thread; the best of {runs}, of more where a run is short.")?;
        compare::write(&self.games, out)
    }
}

/// The bench of one game: the same table, but in JSON the game's object alone.
#[derive(Debug)]
struct One(Bench);

impl Serialize for One {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.games.first().serialize(serializer)
    }
}

impl Answer for One {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(out)
    }
}

/// The fingerprint alone.
#[derive(Debug, Serialize)]
struct Signatures {
    games: Vec<Signature>,
}

#[derive(Debug, Serialize)]
struct Signature {
    game: &'static str,
    signature: u64,
}

impl Answer for Signatures {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.games.iter().try_for_each(|Signature { game, signature }| writeln!(out, "{game} {signature}"))
    }
}

/// Measures and tells, or prints the fingerprint.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    if arguments.signature {
        return output.answer(&signatures(&arguments.games(), global)?);
    }
    // What is wrong with a file is said before the work, not after it.
    let before = arguments.compare.as_deref().map(Before::read).transpose()?;
    let save = arguments.save.as_deref().map(FinalFile::create).transpose()?;
    let mut bench = measure(arguments)?;
    if let Some(mut file) = save {
        let text = serde_json::to_string_pretty(&bench).while_running("--save")?;
        writeln!(file, "{text}").while_running("--save")?;
        file.finish()?;
    }
    if let Some(before) = before {
        for speed in &mut bench.games {
            speed.change = before.change(speed);
        }
    }
    if arguments.game.is_some() { output.answer(&One(bench)) } else { output.answer(&bench) }
}

fn signatures(games: &[GameId], global: Global) -> Result<Signatures, Failure> {
    let signature = |&game: &GameId| Signature { game: game.name(), signature: visit(game, Fingerprint).amount };
    Ok(Signatures { games: global.pool()?.install(|| games.par_iter().map(signature).collect()) })
}

fn measure(arguments: &Arguments) -> Result<Bench, Failure> {
    let games = arguments.games();
    let progress =
        if io::stderr().is_terminal() { ProgressBar::new(games.len() as u64) } else { ProgressBar::hidden() };
    let measure = Measure { repeat: arguments.repeat };
    let games = games.into_iter().map(|game| visit(game, measure).inspect(|_| progress.inc(1)));
    let games = games.collect::<Result<_, _>>();
    progress.finish_and_clear();
    Ok(Bench { games: games?, threads: 1, repeat: arguments.repeat })
}
