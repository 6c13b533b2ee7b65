//! What a training is asked for, and the recipe that says so.

use std::path::PathBuf;

use search::net::slope::Cost;
use search::net::{Activation, MOST_HIDDEN};

use crate::failure::Failure;

/// How to train.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Options {
    /// How networks learn: td (temporal differences, from nothing) or supervised (labels one ply deeper than they see)
    #[arg(long, value_name = "METHOD", default_value = "td")]
    pub(super) method: Method,
    /// The networks to begin with [default: random ones]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hidden", "activation"])]
    pub(super) net: Option<PathBuf>,
    /// Units of the hidden layer, a multiple of 8; two layers as 128,32
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "128", value_parser = units)]
    pub(super) hidden: Vec<usize>,
    /// What hidden units do with their sums: relu, leaky or sigmoid
    #[arg(long, value_name = "KIND", default_value = "sigmoid", value_parser = activation)]
    pub(super) activation: Activation,
    /// What is to be small: entropy, or squares of errors
    #[arg(long, value_name = "KIND", default_value = "entropy", value_parser = cost)]
    pub(super) cost: Cost,
    /// Generations: contests, and points at which a killed training goes on [default: 20 by td, 10 supervised]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) generations: Option<u32>,
    /// Pairs of games in a contest; 0 for none, the last networks are the best then
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    pub(super) gate: u64,
    /// By how many standard errors a candidate must be ahead
    #[arg(long, value_name = "N", default_value_t = 0.0, value_parser = not_negative)]
    pub(super) gate_errors: f32,
    /// The part of moves made at random in self-play, from 0 to 1 [default: 0 by td, 0.1 supervised]
    #[arg(long, value_name = "PART", value_parser = part)]
    pub(super) explore: Option<f32>,
    /// Plies after which a game of self-play is broken off as a draw
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) plies: u32,
    /// The master seed: all that is random follows from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    pub(super) seed: u64,
    /// Write weights in 16 bits: half the bytes
    #[arg(long)]
    pub(super) half: bool,
    #[command(flatten)]
    pub(super) differences: Differences,
    #[command(flatten)]
    pub(super) fit: Fit,
}

/// Options of `--method td`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of --method td")]
pub(super) struct Differences {
    /// Games in all [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) games: Option<u64>,
    /// How much of a target lies beyond the next move, from 0 to 1 [default: 0]
    #[arg(long, value_name = "PART", value_parser = part)]
    pub(super) lambda: Option<f32>,
    /// The first and the last game's steps' size [default: 0.1..0.004]
    #[arg(long, value_name = "A..B", value_parser = alpha)]
    pub(super) alpha: Option<(f32, f32)>,
}

/// Options of `--method supervised`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of --method supervised")]
pub(super) struct Fit {
    /// Positions labelled in a generation [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub(super) positions: Option<u64>,
    /// Passes over them [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) epochs: Option<u32>,
    /// Positions a step [default: 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) batch: Option<u32>,
    /// The first steps' size [default: 0.001]
    #[arg(long, value_name = "STEP", value_parser = positive)]
    pub(super) rate: Option<f32>,
    /// What part of each weight a step of size 1 takes away [default: 0.01]
    #[arg(long, value_name = "PART", value_parser = not_negative)]
    pub(super) decay: Option<f32>,
}

/// How networks learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Method {
    Td,
    Supervised,
}

impl Method {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Td => "td",
            Self::Supervised => "supervised",
        }
    }
}

impl Options {
    /// The number of generations.
    pub(super) fn generations(&self) -> u32 {
        self.generations.unwrap_or(match self.method {
            Method::Td => 20,
            Method::Supervised => 10,
        })
    }

    /// The part of moves made at random.
    pub(super) fn explore(&self) -> f32 {
        self.explore.unwrap_or(match self.method {
            Method::Td => 0.0,
            Method::Supervised => 0.1,
        })
    }

    /// Refuses options of the method that was not asked for.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Differences { games, lambda, alpha } = &self.differences;
        let Fit { positions, epochs, batch, rate, decay } = &self.fit;
        let (other, given) = match self.method {
            Method::Td => (
                "supervised",
                [
                    ("--positions", positions.is_some()),
                    ("--epochs", epochs.is_some()),
                    ("--batch", batch.is_some()),
                    ("--rate", rate.is_some()),
                    ("--decay", decay.is_some()),
                ],
            ),
            Method::Supervised => (
                "td",
                [
                    ("--games", games.is_some()),
                    ("--lambda", lambda.is_some()),
                    ("--alpha", alpha.is_some()),
                    ("", false),
                    ("", false),
                ],
            ),
        };
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::input(format_args!("{option}: accepted with --method {other} only"))),
            None if self.hidden.len() > 2 => Err(Failure::input("--hidden: accepted are one or two layers")),
            None => Ok(()),
        }
    }

    /// The recipe: the command with all that its result depends on. `start` says what the networks began as.
    pub(super) fn recipe(&self, game: &str, start: &str) -> String {
        let mut recipe = format!(
            "fort train {game} --method {} {start} --cost {} --generations {} --gate {} --gate-errors {} --explore {} \
             --plies {} --seed {}",
            self.method.name(),
            self.cost.name(),
            self.generations(),
            self.gate,
            self.gate_errors,
            self.explore(),
            self.plies,
            self.seed
        );
        let more = match self.method {
            Method::Td => {
                let (games, lambda, (first, last)) = self.differences.values();
                format!(" --games {games} --lambda {lambda} --alpha {first}..{last}")
            }
            Method::Supervised => {
                let Fit { positions, epochs, batch, rate, decay } = self.fit.filled();
                let [positions, epochs, batch] =
                    [positions, epochs.map(u64::from), batch.map(u64::from)].map(Option::unwrap_or_default);
                let [rate, decay] = [rate, decay].map(Option::unwrap_or_default);
                format!(" --positions {positions} --epochs {epochs} --batch {batch} --rate {rate} --decay {decay}")
            }
        };
        recipe.push_str(&more);
        if self.half {
            recipe.push_str(" --half");
        }
        recipe
    }
}

impl Differences {
    /// Games, lambda, and the steps' sizes.
    pub(super) fn values(&self) -> (u64, f32, (f32, f32)) {
        (self.games.unwrap_or(100_000), self.lambda.unwrap_or(0.0), self.alpha.unwrap_or((0.1, 0.004)))
    }
}

impl Fit {
    /// The same with a value for each.
    pub(super) fn filled(&self) -> Self {
        Self {
            positions: self.positions.or(Some(100_000)),
            epochs: self.epochs.or(Some(20)),
            batch: self.batch.or(Some(256)),
            rate: self.rate.or(Some(0.001)),
            decay: self.decay.or(Some(0.01)),
        }
    }
}

fn units(text: &str) -> Result<usize, String> {
    let accepted = |units: &usize| (8..=MOST_HIDDEN).contains(units) && units.is_multiple_of(8);
    text.parse().ok().filter(accepted).ok_or_else(|| format!("accepted are multiples of 8 up to {MOST_HIDDEN}"))
}

fn activation(text: &str) -> Result<Activation, String> {
    let found = Activation::ALL.into_iter().find(|activation| activation.name() == text);
    found.ok_or_else(|| "accepted are relu, leaky and sigmoid".into())
}

fn cost(text: &str) -> Result<Cost, String> {
    let found = Cost::ALL.into_iter().find(|cost| cost.name() == text);
    found.ok_or_else(|| "accepted are entropy and squares".into())
}

fn part(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|part| (0.0..=1.0).contains(part)).ok_or_else(|| "accepted are 0 to 1, such as 0.7".into())
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "accepted are numbers above 0, such as 0.001".into())
}

fn not_negative(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| "accepted are numbers from 0 up, such as 1.5".into())
}

fn alpha(text: &str) -> Result<(f32, f32), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (positive(first), positive(last)) {
        (Ok(first), Ok(last)) if last <= first => Ok((first, last)),
        _ => Err("accepted are falling steps such as 0.1..0.004, or one such as 0.02".into()),
    }
}
