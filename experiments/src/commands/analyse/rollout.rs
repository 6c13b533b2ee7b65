//! `fort analyse --rollout N`: games played to the end from the best moves of a position, or from a roll to come.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use engine::{Afterstate, Game, Registered, Score, Side};
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
    /// Go on with no move that is behind the best by this many standard errors of their difference, and stop once none is left;
    /// about the cube, once all that it can come to differ by as much
    #[arg(long, value_name = "ERRORS", conflicts_with_all = SEARCH, value_parser = errors)]
    stop_at: Option<f64>,
    /// With --stop-at: look for the first time after this many games of each
    #[arg(long, value_name = "N", conflicts_with_all = SEARCH, default_value_t = BLOCK, requires = "stop_at")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    least: u32,
}

/// Games are played, and shown to a person, by so many: each first throw comes four times.
const BLOCK: u32 = 144;

fn errors(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.5..=20.0).contains(value));
    value.ok_or_else(|| "accepted are 0.5 to 20 standard errors, such as 2.5".to_owned())
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

/// A mean of points, for each that the cube shows.
fn per(Mean { mean, error }: Mean, stake: f64) -> Interval {
    Mean { mean: mean / stake, error: error / stake }.into()
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
    /// Points, without the luck, for each that the cube showed at the start.
    equity: Interval,
    probabilities: Vec<Named<Interval>>,
    /// Points as the games ended, luck and all.
    raw: Interval,
    /// The variance of a game with its luck, as a multiple of that without; none if no luck is left.
    variance_reduction: Option<f64>,
    /// Points behind the best, by pairs of games with the same dice; none of the best. About the cube, behind what the best decisions
    /// of both sides come to.
    behind: Option<Interval>,
    games: usize,
    rolls: u64,
    #[serde(rename = "static")]
    judged: Static,
}

impl Row {
    /// What was rolled out, with points in so many.
    fn new(names: &[&'static str], mv: Option<String>, rolled: (&Judgement, &Estimate), stake: f64) -> Self {
        let (judgement, estimate) = rolled;
        Self {
            mv,
            equity: per(estimate.equity, stake),
            probabilities: named(names, &estimate.outputs, |&mean| mean.into()),
            raw: per(estimate.raw, stake),
            variance_reduction: Some(estimate.gain()).filter(|gain| gain.is_finite()),
            behind: None,
            games: estimate.games(),
            rolls: estimate.rolls,
            judged: Static {
                equity: judgement.equity / stake,
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
    /// What the best decisions about the cube are, where the position asks for one.
    cube_action: Option<String>,
    /// Whether equity is that of a match: twice the chance to win it, less one.
    #[serde(rename = "match")]
    is_match: bool,
    /// From the best to the worst, about the cube all that it can come to; a single row before the roll.
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
        if let Some(action) = &self.cube_action {
            writeln!(out, "cube      {action}")?;
        }
        if self.is_match {
            writeln!(out, "equity    of the match: twice the chance to win it, less one")?;
        }
        let gains = self.candidates.iter().filter_map(|row| row.variance_reduction);
        if let Some(least) = gains.min_by(f64::total_cmp) {
            writeln!(out, "luck      taken off: the variance of a game is {least:.1} times less, or better")?;
        }
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

/// What is rolled out, with the games so far.
struct Rolled<G: Game> {
    moves: Vec<G::Move>,
    after: G::After,
    judgement: Judgement,
    estimate: Option<Estimate>,
    /// Whether more games are to be played.
    is_open: bool,
}

impl<G: Game> Rolled<G> {
    fn new(Candidate { moves, after, judgement }: Candidate<G>) -> Self {
        Self { moves, after, judgement, estimate: None, is_open: true }
    }

    /// The move, or what is decided; nothing before a roll.
    fn name(&self) -> String {
        self.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    fn estimate(&self) -> &Estimate {
        self.estimate.as_ref().expect("a block of games has been played")
    }

    fn mean(&self) -> f64 {
        self.estimate().equity.mean
    }

    /// Whether this and another differ by so many standard errors.
    fn differs(&self, other: &Self, errors: f64) -> bool {
        let Mean { mean, error } = self.estimate().minus(other.estimate());
        mean.abs() > errors * error
    }
}

fn equities<G: Game>(candidates: &[Candidate<G>]) -> Vec<f64> {
    candidates.iter().map(|candidate| candidate.judgement.equity).collect()
}

/// Ends the games of moves that are behind the best by so many standard errors, and of all if none is left to be told from it.
/// About the cube, whose answers are decided by different sides, either all go on or none.
fn close<G: Game>(all: &mut [Rolled<G>], errors: f64) {
    let Some(best) = (0..all.len()).max_by(|&a, &b| all[a].mean().total_cmp(&all[b].mean())) else { return };
    if all.iter().any(|one| one.moves.len() > 1) {
        let is_clear = |(place, one): (usize, &Rolled<G>)| all[..place].iter().all(|other| one.differs(other, errors));
        let is_open = !all.iter().enumerate().all(is_clear);
        for one in all {
            one.is_open = is_open;
        }
        return;
    }
    for place in 0..all.len() {
        all[place].is_open &= place == best || !all[best].differs(&all[place], errors);
    }
    let is_alone = all.iter().filter(|one| one.is_open).count() < 2;
    for one in all {
        one.is_open &= !is_alone;
    }
}

/// What rolls out a game, or why nothing does.
fn rollouts<G: Registered + Sensed + Foreseen>(net: Option<&str>) -> Result<Box<dyn Rollouts<G>>, Failure> {
    let odds = G::odds(false);
    let rollouts = match net {
        Some(file) => G::by_nets(nets::read(file)?, odds).bad_input(file)?.rollouts(),
        None => G::rollouts(odds).ok_or_else(|| {
            Failure::input(format_args!(
                "--rollout: the evaluation of {} is no network; give a file of networks with --net, or use --depth or --nodes",
                G::ID
            ))
        })?,
    };
    Ok(rollouts)
}

impl Task<'_> {
    fn plan(&self) -> Plan {
        let RolloutArguments { rollout, plies, horizon, .. } = self.arguments;
        Plan { begin: 0, games: u64::from(rollout.unwrap_or(1)), plies, horizon, seed: self.start.seed }
    }

    /// Rolls out the moves of a position, or the node that the text names.
    pub(super) fn run<G: Game + Registered + Sensed + Foreseen>(self) -> Result<RolledOut, Failure> {
        let rules = self.start.game.rules::<G>()?;
        let rollouts = rollouts::<G>(self.net)?;
        let node = self.start.node::<G>(&rules)?;
        let pos = match &node {
            Start::Position(pos) => pos.clone(),
            Start::Chance(after) => after.clone().branches().next().expect("chance leads somewhere").0,
        };
        rollouts.knows(&pos, &rules).map_err(|why| Failure::input(format_args!("--rollout: {why}")))?;
        let pool = self.global.pool()?;
        // Most games end in the tables: they are solved before the clock runs.
        let _ = G::odds(true);
        let begun = Instant::now();
        let (position, side, (cube_action, candidates)) = match node {
            Start::Position(pos) if pos.outcome().is_some() => {
                return Err(Failure::input(format_args!("the game is over in {pos}; there is nothing to roll out")));
            }
            Start::Chance(_) if self.arguments.stop_at.is_some() => {
                return Err(Failure::input("--stop-at: the dice are still to roll, and there is nothing to compare"));
            }
            Start::Position(pos) => (pos.to_string(), pos.side(), self.choices(&*rollouts, &pos, &pool)),
            Start::Chance(after) => {
                let (side, stake) = (G::next_side(&after), rollouts.stake(&pos));
                let judgement = rollouts.judge(&after, side);
                let rolled = Rolled { moves: Vec::new(), after, judgement, estimate: None, is_open: true };
                let rolled = self.roll(&*rollouts, side, vec![rolled], &pool).remove(0);
                let row = Row::new(rollouts.output_names(), None, (&rolled.judgement, rolled.estimate()), stake);
                (rolled.after.to_string(), side, (None, vec![row]))
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
            cube_action,
            is_match: G::match_chance(&pos, Score::DRAW).is_some(),
            candidates,
        })
    }

    /// The rows of what the side to move can choose among, and what to do about the cube if that is the question.
    fn choices<G: Sensed>(
        &self,
        rollouts: &dyn Rollouts<G>,
        pos: &G,
        pool: &rayon::ThreadPool,
    ) -> (Option<String>, Vec<Row>) {
        let RolloutArguments { candidates: most, margin, .. } = self.arguments;
        let mut candidates = rollouts.candidates(pos);
        let stake = rollouts.stake(pos);
        let is_about_moves = rollouts.advice(pos, &equities(&candidates)).is_none();
        if is_about_moves {
            let least = candidates.first().map_or(0.0, |best| best.judgement.equity) - margin * stake;
            candidates.truncate(most as usize);
            candidates.retain(|candidate| candidate.judgement.equity >= least);
        }
        let mut rolled = self.roll(rollouts, pos.side(), candidates.into_iter().map(Rolled::new).collect(), pool);
        let mut best = (0, None);
        if is_about_moves {
            rolled.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        } else {
            let means: Vec<f64> = rolled.iter().map(Rolled::mean).collect();
            best = rollouts.advice(pos, &means).map_or((0, None), |(place, action)| (place, Some(action)));
        }
        let row = |(index, one): (usize, &Rolled<G>)| {
            let behind = (index != best.0).then(|| per(rolled[best.0].estimate().minus(one.estimate()), stake));
            let row = Row::new(rollouts.output_names(), Some(one.name()), (&one.judgement, one.estimate()), stake);
            Row { behind, ..row }
        };
        let rows = rolled.iter().enumerate().map(row).collect();
        (best.1, rows)
    }

    /// Plays the games of all, block by block, until there are enough of them.
    fn roll<G: Sensed>(
        &self,
        rollouts: &dyn Rollouts<G>,
        side: Side,
        mut all: Vec<Rolled<G>>,
        pool: &rayon::ThreadPool,
    ) -> Vec<Rolled<G>> {
        let plan = self.plan();
        for begin in (0..plan.games).step_by(BLOCK as usize) {
            let games = u64::from(BLOCK).min(plan.games - begin);
            for one in all.iter_mut().filter(|one| one.is_open) {
                let part = pool.install(|| rollouts.roll(&one.after, side, &Plan { begin, games, ..plan }));
                one.estimate = Some(one.estimate.take().map_or_else(|| part.clone(), |before| before.joined(&part)));
                let Mean { mean, error } = one.estimate().equity;
                let played = thousands(begin + games);
                self.show(format_args!("{played:>9} games  {:<24} {mean:+.4} ± {:.4}", one.name(), Z95 * error));
            }
            let is_soon = begin + games < u64::from(self.arguments.least);
            if let Some(errors) = self.arguments.stop_at.filter(|_| !is_soon) {
                close(&mut all, errors);
            }
        }
        all
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
