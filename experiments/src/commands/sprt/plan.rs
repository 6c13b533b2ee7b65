//! Matches by chance that stop by the test: how often they err, and how long they take.
//!
//! Each match has its own random stream, whatever the strength and the threads, so that strengths are compared by the same luck.

use std::io::{self, Write};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Align, Answer, Table, counted, thousands};
use crate::stats::Pentanomial;
use crate::stats::proportion::{Interval, wilson};
use crate::stats::sprt::simulated::{Conditions, longest, play};
use crate::stats::sprt::{Bounds, Design, Sprt, Verdict};
use crate::streams::{Purpose, stream};

/// The most pairs that are played, by what is foreseen: some minutes.
const MOST_PAIRS: f64 = 2e10;

/// The options that give counts instead.
const COUNTS: [&str; 2] = ["wdl", "pairs"];

/// What the matches are like.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options for --simulate")]
pub(super) struct Options {
    /// The true strengths to play at [default: elo0,elo1]
    #[arg(long, value_name = "ELO,…", value_delimiter = ',', allow_hyphen_values = true, conflicts_with_all = COUNTS)]
    elo: Vec<f64>,
    /// The share of draws between equals
    #[arg(long, value_name = "RATE", default_value_t = 0.3, conflicts_with_all = COUNTS)]
    draws: f64,
    /// By how much openings favour a side, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 100.0, conflicts_with_all = COUNTS)]
    bias: f64,
    /// The master seed: all that is random follows from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1, conflicts_with_all = COUNTS)]
    seed: u64,
}

/// What to expect of matches.
#[derive(Debug, Serialize)]
pub(super) struct Expectation {
    #[serde(flatten)]
    design: Design,
    lower_bound: f64,
    upper_bound: f64,
    draws: f64,
    bias: f64,
    seed: u64,
    /// Matches at each strength.
    matches: u64,
    strengths: Vec<Strength>,
}

/// What happened at one true strength.
#[derive(Debug, Serialize)]
struct Strength {
    /// The true strength, in the model's unit.
    elo: f64,
    /// How often H1 was accepted, and the 95 % interval of that rate.
    accepts_h1: f64,
    accepts_h1_low: f64,
    accepts_h1_high: f64,
    /// The same of H0.
    accepts_h0: f64,
    accepts_h0_low: f64,
    accepts_h0_high: f64,
    mean_pairs: f64,
    median_pairs: f64,
}

impl Options {
    /// Plays so many matches at each strength.
    pub(super) fn run(&self, sprt: &Sprt, matches: u64, global: Global) -> Result<Expectation, Failure> {
        let design = sprt.design();
        let conditions = self.conditions()?;
        let strengths = if self.elo.is_empty() { vec![design.elo0, design.elo1] } else { self.elo.clone() };
        check(sprt, matches, &strengths, conditions)?;
        let Bounds { lower, upper } = sprt.bounds();
        let pool = global.pool()?;
        let play_at = |elo: f64| pool.install(|| Strength::by_chance(sprt, (elo, conditions), matches, self.seed));
        Ok(Expectation {
            design,
            lower_bound: lower,
            upper_bound: upper,
            draws: self.draws,
            bias: self.bias,
            seed: self.seed,
            matches,
            strengths: strengths.into_iter().map(play_at).collect(),
        })
    }

    fn conditions(&self) -> Result<Conditions, Failure> {
        let &Self { draws, bias, .. } = self;
        if !(0.0..=0.99).contains(&draws) {
            return Err(Failure::input(format_args!("--draws {draws}: from 0 to 0.99 is accepted")));
        }
        if !(0.0..=1_000.0).contains(&bias) {
            return Err(Failure::input(format_args!("--bias {bias}: from 0 to 1000 is accepted")));
        }
        Ok(Conditions { draws, bias })
    }
}

/// Refuses strengths that nobody has, and work without end.
fn check(sprt: &Sprt, matches: u64, strengths: &[f64], conditions: Conditions) -> Result<(), Failure> {
    let Design { model, .. } = sprt.design();
    let most = model.most();
    if let Some(elo) = strengths.iter().find(|elo| elo.is_nan() || elo.abs() > most) {
        let unit = model.unit();
        return Err(Failure::input(format_args!("--elo {elo}: from {} to {most} {unit} is accepted", -most)));
    }
    let pairs = longest::<Pentanomial>(sprt, &conditions.pairs(model, 0.0));
    let all = pairs * matches as f64 * strengths.len() as f64;
    if all > MOST_PAIRS {
        let (pairs, most) = (thousands(pairs as u64), thousands(MOST_PAIRS as u64));
        let matches = counted(matches, "match").replace("matchs", "matches");
        return Err(Failure::input(format_args!(
            "--simulate: {matches} of up to {pairs} pairs, about, at each strength are more than {most} pairs; accepted: \
             fewer matches, or elo0 and elo1 farther apart"
        )));
    }
    Ok(())
}

impl Strength {
    fn by_chance(sprt: &Sprt, (elo, conditions): (f64, Conditions), matches: u64, seed: u64) -> Self {
        let chances = conditions.pairs(sprt.design().model, elo);
        let one = |index| play::<Pentanomial>(sprt, &chances, &mut stream(seed, Purpose::Sprt, index));
        let played: Vec<_> = (0..matches).into_par_iter().map(one).collect();
        let accepted = |verdict| played.iter().filter(|played| played.verdict == verdict).count() as f64;
        let rate = |verdict| (accepted(verdict) / matches as f64, wilson(accepted(verdict), matches, 0.95));
        let (accepts_h1, Interval { low: accepts_h1_low, high: accepts_h1_high }) = rate(Verdict::H1);
        let (accepts_h0, Interval { low: accepts_h0_low, high: accepts_h0_high }) = rate(Verdict::H0);
        let mut pairs: Vec<u64> = played.iter().map(|played| played.units).collect();
        pairs.sort_unstable();
        Self {
            elo,
            accepts_h1,
            accepts_h1_low,
            accepts_h1_high,
            accepts_h0,
            accepts_h0_low,
            accepts_h0_high,
            mean_pairs: pairs.iter().sum::<u64>() as f64 / matches as f64,
            median_pairs: f64::midpoint(pairs[(pairs.len() - 1) / 2] as f64, pairs[pairs.len() / 2] as f64),
        }
    }
}

impl Answer for Expectation {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        super::write_design(self.design, out)?;
        writeln!(out, "Bounds        {:.4} and {:.4}", self.lower_bound, self.upper_bound)?;
        let matches = thousands(self.matches);
        writeln!(
            out,
            "Simulated     {matches} at each strength, {} % draws between equals, openings {} Elo, seed {}\n",
            100.0 * self.draws,
            self.bias,
            self.seed
        )?;
        let mut table = Table::new(&[Align::Right; 6]);
        let unit = format!("true {}", self.design.model.unit());
        table.row([&unit, "accept H1", "95 %", "accept H0", "mean pairs", "median"].map(str::to_owned));
        for strength in &self.strengths {
            let percent = |rate: f64| format!("{:.1} %", 100.0 * rate);
            table.row([
                strength.elo.to_string(),
                percent(strength.accepts_h1),
                format!("{:.1} to {:.1}", 100.0 * strength.accepts_h1_low, 100.0 * strength.accepts_h1_high),
                percent(strength.accepts_h0),
                thousands(strength.mean_pairs.round() as u64),
                thousands(strength.median_pairs.round() as u64),
            ]);
        }
        table.write(out, 0)
    }
}
