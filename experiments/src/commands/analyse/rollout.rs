//! `fort analyse --rollout N`: games played to the end from the best moves of a position, or from a roll to come.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use engine::{Game, Registered};
use search::Sensed;
use search::rollout::{Candidate, Estimate, Judgement, Mean, Plan, Rollouts};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::nets;
use crate::output::{Align, Answer, Table, thousands};
use crate::registry::Foreseen;
use crate::start::{Start, StartArguments};
use crate::stats::Z95;

/// What belongs to a search and not to a rollout. (An option that `requires` the rollout would be let off beside these.)
const SEARCH: [&str; 5] = ["depth", "nodes", "time", "tables", "hash"];

/// What a rollout is told.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Rollouts (games with chance whose evaluation is a network)")]
pub(super) struct RolloutArguments {
    /// Instead of a search, play this many games from each of the best moves, or from the position itself if the dice are
    /// still to roll, by the networks' static values; multiples of 36 spread the first rolls evenly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[arg(conflicts_with_all = SEARCH)]
    rollout: Option<u32>,
    /// How many plies the players of a rollout look beyond static values; each costs some twenty times as much a choice
    #[arg(long, value_name = "P", conflicts_with_all = SEARCH, default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=2))]
    plies: u32,
    /// Stop the games of a rollout after this many rolls and take the networks' word [default: play to the end]
    #[arg(long, value_name = "ROLLS", conflicts_with_all = SEARCH, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    horizon: Option<u32>,
    /// Roll out at most this many moves, the best by static value
    #[arg(long, value_name = "K", conflicts_with_all = SEARCH, default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000))]
    candidates: u32,
    /// Roll out no move whose static value is by more than this many points below the best
    #[arg(long, value_name = "POINTS", conflicts_with_all = SEARCH, default_value_t = 0.16, value_parser = margin)]
    margin: f64,
}

fn margin(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=10.0).contains(value));
    value.ok_or_else(|| "accepted are 0 to 10 points, such as 0.16".to_owned())
}

impl RolloutArguments {
    /// Whether a rollout was asked for, and not a search.
    pub(super) const fn are_given(&self) -> bool {
        self.rollout.is_some()
    }
}

/// A mean and half its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Interval {
    mean: f64,
    error: f64,
}

impl From<Mean> for Interval {
    fn from(mean: Mean) -> Self {
        Self { mean: mean.mean, error: Z95 * mean.error }
    }
}

/// A number with its name.
#[derive(Debug, Serialize)]
struct Named<T> {
    name: &'static str,
    #[serde(flatten)]
    value: T,
}

#[derive(Debug, Serialize)]
struct Probability {
    probability: f64,
}

fn named<T, U>(names: &[&'static str], values: &[T], of: impl Fn(&T) -> U) -> Vec<Named<U>> {
    names.iter().zip(values).map(|(&name, value)| Named { name, value: of(value) }).collect()
}

/// What is said at once, without games.
#[derive(Debug, Serialize)]
struct Static {
    equity: f64,
    probabilities: Vec<Named<Probability>>,
}

/// A node with what came of it.
#[derive(Debug, Serialize)]
struct Row {
    /// The move; none where the position itself was rolled out.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Points, without the luck.
    equity: Interval,
    probabilities: Vec<Named<Interval>>,
    /// Points as the games ended, luck and all.
    raw: Interval,
    /// The variance of a game with its luck, as a multiple of that without; none if no luck is left.
    variance_reduction: Option<f64>,
    /// Points behind the best, by pairs of games with the same dice; none of the best.
    behind: Option<Interval>,
    games: usize,
    rolls: u64,
    #[serde(rename = "static")]
    judged: Static,
}

impl Row {
    fn new(names: &[&'static str], mv: Option<String>, judgement: &Judgement, estimate: &Estimate) -> Self {
        Self {
            mv,
            equity: estimate.equity.into(),
            probabilities: named(names, &estimate.outputs, |&mean| mean.into()),
            raw: estimate.raw.into(),
            variance_reduction: Some(estimate.gain()).filter(|gain| gain.is_finite()),
            behind: None,
            games: estimate.games(),
            rolls: estimate.rolls,
            judged: Static {
                equity: judgement.equity,
                probabilities: named(names, &judgement.outputs, |&probability| Probability { probability }),
            },
        }
    }

    fn cells(&self) -> Vec<String> {
        let Interval { mean, error } = self.equity;
        let mut cells = vec![self.mv.clone().unwrap_or_else(|| "(the roll)".to_owned())];
        cells.extend([format!("{mean:+.4}"), format!("± {error:.4}")]);
        cells.push(self.behind.map_or_else(String::new, |Interval { mean, error }| format!("{mean:.4} ± {error:.4}")));
        cells.extend(self.probabilities.iter().map(|named| percent(named.value.mean)));
        cells.extend([thousands(self.games as u64), format!("{:+.4}", self.judged.equity)]);
        cells
    }
}

/// A probability of 100, one near 0 or below never as `-0.00`.
fn percent(probability: f64) -> String {
    format!("{:.2}", (probability * 1e4).round() / 100.0 + 0.0)
}

/// The answer.
#[derive(Debug, Serialize)]
pub(super) struct RolledOut {
    game: &'static str,
    rules: String,
    position: String,
    side: &'static str,
    seed: u64,
    plies: u32,
    horizon: Option<u32>,
    seconds: f64,
    /// From the best to the worst; a single row before the roll.
    candidates: Vec<Row>,
}

impl RolledOut {
    /// The abbreviation of a probability's name: `win gammon` is `wg`.
    fn heads(&self) -> Vec<String> {
        let names = self.candidates.iter().take(1).flat_map(|row| &row.probabilities);
        names
            .map(|named| match named.name.split_once(' ') {
                None => named.name.to_owned(),
                Some(_) => named.name.split(' ').filter_map(|word| word.chars().next()).collect(),
            })
            .collect()
    }
}

impl Answer for RolledOut {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}, {} to act: {}", self.game, self.side, self.position)?;
        let (heads, word) = (self.heads(), ToOwned::to_owned);
        let mut columns = vec![Align::Left];
        columns.resize(6 + heads.len(), Align::Right);
        let mut table = Table::new(&columns);
        let mut head: Vec<String> = ["move", "equity", "(95 %)", "behind"].map(word).to_vec();
        head.extend(heads);
        head.extend(["games", "static"].map(word));
        table.row(head);
        self.candidates.iter().for_each(|row| table.row(row.cells()));
        table.write(out, 0)?;
        let games: u64 = self.candidates.iter().map(|row| row.games as u64).sum();
        let speed = games as f64 / self.seconds.max(1e-6);
        writeln!(out, "played    {} games in {:.3} s, {speed:.1} a second", thousands(games), self.seconds)
    }
}

/// The command's work on a game.
pub(super) struct Task<'a> {
    pub(super) start: &'a StartArguments,
    /// The file of networks, if it is not those that are built in.
    pub(super) net: Option<&'a str>,
    pub(super) arguments: RolloutArguments,
    pub(super) global: Global,
}

/// What rolls out a game, or why nothing does.
fn rollouts<G: Registered + Sensed + Foreseen>(
    rules: &G::Rules,
    net: Option<&str>,
) -> Result<Box<dyn Rollouts<G>>, Failure> {
    // Most games end in the table: it is made before the clock runs.
    let odds = G::odds(true);
    let rollouts = match net {
        Some(file) => G::net_rollouts(nets::read(file)?, odds).bad_input(file)?,
        None => G::rollouts(odds).ok_or_else(|| {
            Failure::input(format_args!(
                "--rollout: the evaluation of {} is no network; give a file of networks with --net, or use --depth or --nodes",
                G::ID
            ))
        })?,
    };
    if *rules == G::Rules::default() {
        return Ok(rollouts);
    }
    Err(Failure::input(format_args!(
        "--rollout: the networks of {} know the standard rules alone, not {rules}; leave --rules out",
        G::ID
    )))
}

impl Task<'_> {
    fn plan(&self) -> Plan {
        let RolloutArguments { rollout, plies, horizon, .. } = self.arguments;
        Plan { games: u64::from(rollout.unwrap_or(1)), plies, horizon, seed: self.start.seed }
    }

    /// Rolls out the moves of a position, or the node that the text names.
    pub(super) fn run<G: Game + Registered + Sensed + Foreseen>(self) -> Result<RolledOut, Failure> {
        let rules = self.start.game.rules::<G>()?;
        let rollouts = rollouts::<G>(&rules, self.net)?;
        let node = self.start.node::<G>(&rules)?;
        let pool = self.global.pool()?;
        let begun = Instant::now();
        let (position, side, candidates) = match node {
            Start::Position(pos) if pos.outcome().is_some() => {
                return Err(Failure::input(format_args!("the game is over in {pos}; there is nothing to roll out")));
            }
            Start::Position(pos) => (pos.to_string(), pos.side(), self.moves(&*rollouts, &pos, &pool)),
            Start::Chance(after) => {
                let side = G::next_side(&after);
                let estimate = pool.install(|| rollouts.roll(&after, side, &self.plan()));
                let row = Row::new(rollouts.output_names(), None, &rollouts.judge(&after, side), &estimate);
                (after.to_string(), side, vec![row])
            }
        };
        Ok(RolledOut {
            game: G::ID.name(),
            rules: rules.to_string(),
            position,
            side: G::SIDE_NAMES[side.index()],
            seed: self.start.seed,
            plies: self.arguments.plies,
            horizon: self.arguments.horizon,
            seconds: begun.elapsed().as_secs_f64(),
            candidates,
        })
    }

    /// The rows of the candidate moves, from the best to the worst.
    fn moves<G: Sensed>(&self, rollouts: &dyn Rollouts<G>, pos: &G, pool: &rayon::ThreadPool) -> Vec<Row> {
        let RolloutArguments { candidates: most, margin, .. } = self.arguments;
        let mut candidates = rollouts.candidates(pos);
        let least = candidates.first().map_or(0.0, |best| best.judgement.equity) - margin;
        candidates.truncate(most as usize);
        candidates.retain(|candidate| candidate.judgement.equity >= least);
        let count = candidates.len();
        let roll = |(index, candidate): (usize, Candidate<G>)| {
            let estimate = pool.install(|| rollouts.roll(&candidate.after, pos.side(), &self.plan()));
            self.show(format_args!("{} of {count}: {} {:+.4}", index + 1, candidate.mv, estimate.equity.mean));
            (candidate, estimate)
        };
        let mut rolled: Vec<(Candidate<G>, Estimate)> = candidates.into_iter().enumerate().map(roll).collect();
        rolled.sort_by(|a, b| b.1.equity.mean.total_cmp(&a.1.equity.mean));
        let row = |(index, (candidate, estimate)): (usize, &(Candidate<G>, Estimate))| {
            let behind = (index > 0).then(|| rolled[0].1.minus(estimate).into());
            let mv = Some(candidate.mv.to_string());
            Row { behind, ..Row::new(rollouts.output_names(), mv, &candidate.judgement, estimate) }
        };
        rolled.iter().enumerate().map(row).collect()
    }

    /// Shows a person on standard error how far the work is.
    fn show(&self, line: std::fmt::Arguments<'_>) {
        if !self.global.json && io::stderr().is_terminal() {
            // Nobody is left to tell if standard error cannot be written.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}

/// Why there are no rollouts in a game without chance.
pub(super) fn refused(game: &str) -> Failure {
    Failure::input(format_args!("--rollout: there is no chance in {game}; use --depth, --nodes or --time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_points_and_percents_have_no_minus_nought() {
        assert_eq!(margin("0.16"), Ok(0.16));
        assert!(["-1", "11", "x", "NaN"].iter().all(|text| margin(text).is_err()));
        assert_eq!((percent(-0.000_001), percent(0.123_45)), ("0.00".to_owned(), "12.35".to_owned()));
    }
}
