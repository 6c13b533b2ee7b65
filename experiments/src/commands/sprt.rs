//! `fort sprt`: whether the results of a match have shown enough, and how long a match will take that stops by itself.
//!
//! With counts it answers what the test says of them ([`Report`]); with `--simulate` it plays matches by chance ([`plan`]).
//! The test itself is [`crate::stats::sprt`].

mod plan;

use std::io::{self, Write};

use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Answer, Output, counted, thousands};
use crate::stats::proportion::{Interval, wilson};
use crate::stats::sprt::{Bounds, Design, Model, Sprt, Verdict};
use crate::stats::{Estimate, Pentanomial, Results, Trinomial, elo};

const EXAMPLES: &str = "\
Examples:
  fort sprt --pairs 34,635,1322,712,50 --elo0 0 --elo1 5
  fort sprt --wdl 36433,68692,36027 --elo0 -1.75 --elo1 0.25 --json
  fort sprt --pairs 34,54,63,64,75 --elo0 0 --elo1 10 --model logistic --alpha 0.1
  fort sprt --simulate 1000 --elo0 0 --elo1 5 --draws 0.6
  fort sprt --simulate 1000 --elo0 0 --elo1 5 --elo -2,0,2.5,5,8

H0 says that the first player is stronger by elo0, H1 that it is by elo1. The match
may stop when the log-likelihood ratio (LLR) reaches ln(beta/(1-alpha)), where H0 is
accepted, or ln((1-beta)/alpha), where H1 is. Counts are to be looked at after whole
pairs, and the match to be stopped the first time a bound is reached.

Models: normalized Elo, the default as in fastchess, measures by standard deviations
a game, so that matches take as long whatever the draws and the openings; logistic
Elo is that of the score.

Simulated matches consist of pairs. A game is drawn with the chance --draws between
equals, and openings favour a side by --bias Elo.";

/// Tell whether a match has shown which player is stronger (SPRT)
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    group = ArgGroup::new("results").required(true).args(["wdl", "pairs", "simulate"])
)]
pub(crate) struct Arguments {
    /// Single games won, drawn and lost
    #[arg(long, value_name = "W,D,L", value_parser = wins_draws_losses, allow_hyphen_values = true)]
    wdl: Option<Trinomial>,
    /// Pairs of games (the same opening, sides swapped) by both results
    #[arg(long, value_name = "LL,LD,EVEN,WD,WW", value_parser = pairs, allow_hyphen_values = true)]
    pairs: Option<Pentanomial>,
    /// Play so many matches by chance at each strength of --elo instead: how often do they err, how long do they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    simulate: Option<u64>,
    /// The strength by H0
    #[arg(long, value_name = "ELO")]
    elo0: f64,
    /// The strength by H1, above that of H0
    #[arg(long, value_name = "ELO")]
    elo1: f64,
    /// How often H1 may be accepted although H0 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    alpha: f64,
    /// How often H0 may be accepted although H1 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    beta: f64,
    /// The unit of elo0 and elo1
    #[arg(long, value_enum, default_value_t)]
    model: Model,
    #[command(flatten)]
    plan: plan::Options,
}

fn wins_draws_losses(text: &str) -> Result<Trinomial, String> {
    let [wins, draws, losses] = counts(text, "wins, draws and losses", "W,D,L such as 60,25,40")?;
    Ok(Trinomial { wins, draws, losses })
}

fn pairs(text: &str) -> Result<Pentanomial, String> {
    let [two_losses, loss_and_draw, even, win_and_draw, two_wins] =
        counts(text, "pairs", "LL,LD,EVEN,WD,WW such as 3,20,51,30,6")?;
    Ok(Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins })
}

/// Reads as many counts as are asked for.
fn counts<const N: usize>(text: &str, what: &str, form: &str) -> Result<[u64; N], String> {
    // Sums of counts stay exact as floating point numbers.
    const MOST: u64 = 1_000_000_000_000;
    let mut counts = [0; N];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != N {
        return Err(format!("{} instead of {N} numbers of {what}; accepted: {form}", parts.len()));
    }
    for (place, (count, part)) in counts.iter_mut().zip(parts).enumerate() {
        *count = crate::ranges::whole(part.trim()).ok().filter(|&count| count <= MOST).ok_or_else(|| {
            format!("number {}, {part:?}, is not a whole number up to 10^12; accepted: {form}", place + 1)
        })?;
    }
    Ok(counts)
}

/// Tests the counts, or plays by chance.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let &Arguments { elo0, elo1, alpha, beta, model, .. } = arguments;
    let design = Design { elo0, elo1, alpha, beta, model };
    let sprt = Sprt::new(design).map_err(|error| Failure::input(format_args!("--{error}")))?;
    match (arguments.wdl, arguments.pairs, arguments.simulate) {
        (Some(games), ..) => output.answer(&Report::new(&sprt, games, Counts::Games(games))),
        (_, Some(pairs), _) => output.answer(&Report::new(&sprt, pairs, Counts::Pairs(pairs))),
        (_, _, matches) => output.answer(&arguments.plan.run(&sprt, matches.unwrap_or(1), global)?),
    }
}

/// What was counted.
#[derive(Clone, Copy, Debug)]
enum Counts {
    Games(Trinomial),
    Pairs(Pentanomial),
}

/// What the test says of counts.
#[derive(Debug, Serialize)]
struct Report {
    llr: f64,
    lower_bound: f64,
    upper_bound: f64,
    verdict: Verdict,
    /// Elo, and half its 95 % interval; `null` where not finite.
    elo: f64,
    elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    /// The likelihood of superiority, 0 to 1.
    los: f64,
    /// The mean score, 0 to 1.
    score: f64,
    games: u64,
    #[serde(flatten)]
    design: Design,
    /// Of a stopped match: Elo that is as often too high as too low, and its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    unbiased_elo: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unbiased_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unbiased_high: Option<f64>,
    #[serde(skip)]
    counts: Counts,
}

impl Report {
    fn new<R: Results>(sprt: &Sprt, results: R, counts: Counts) -> Self {
        let Bounds { lower, upper } = sprt.bounds();
        let llr = sprt.llr(results);
        let (estimate, games) = match counts {
            Counts::Games(games) => (games.estimate(), games.games()),
            Counts::Pairs(pairs) => (pairs.estimate(), 2 * pairs.pairs()),
        };
        let Estimate { score, elo, elo_error, normalized_elo, normalized_elo_error, superiority, .. } = estimate;
        let unbiased = sprt.unbiased(results);
        Self {
            llr,
            lower_bound: lower,
            upper_bound: upper,
            verdict: sprt.verdict(llr),
            elo,
            elo_error,
            nelo: normalized_elo,
            nelo_error: normalized_elo_error,
            los: superiority,
            score,
            games,
            design: sprt.design(),
            unbiased_elo: unbiased.map(|found| found.elo),
            unbiased_low: unbiased.map(|found| found.low),
            unbiased_high: unbiased.map(|found| found.high),
            counts,
        }
    }

    /// How far the ratio is on its way to the bound on its side, in words.
    fn way(&self) -> String {
        let (bound, name) = if self.llr < 0.0 { (self.lower_bound, "lower") } else { (self.upper_bound, "upper") };
        format!("{:.1} % of the {name} bound", 100.0 * self.llr / bound)
    }

    fn words(&self) -> String {
        let Design { elo0, elo1, model, .. } = self.design;
        let unit = model.unit();
        match self.verdict {
            Verdict::H0 => format!("H0 is accepted: rather {elo0} {unit} than {elo1}; the match may stop"),
            Verdict::H1 => format!("H1 is accepted: rather {elo1} {unit} than {elo0}; the match may stop"),
            Verdict::Continue => "neither hypothesis is accepted yet; the match goes on".to_owned(),
        }
    }
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_design(self.design, out)?;
        writeln!(out, "LLR           {:.4}, {}", self.llr, self.way())?;
        writeln!(out, "Bounds        {:.4} and {:.4}", self.lower_bound, self.upper_bound)?;
        writeln!(out, "Verdict       {}", self.words())?;
        if self.games == 0 {
            return writeln!(out, "Games         none");
        }
        self.write_strength(out)?;
        writeln!(out, "LOS           {:.2} %", 100.0 * self.los)?;
        writeln!(out, "Score         {:.4} in {}", self.score, counted(self.games, "game"))?;
        self.counts.write(out)
    }
}

impl Report {
    fn write_strength(&self, out: &mut dyn Write) -> io::Result<()> {
        let from = match self.counts {
            Counts::Games(_) => "games",
            Counts::Pairs(_) => "pairs",
        };
        if self.elo.is_finite() && self.elo_error.is_finite() {
            writeln!(out, "Elo           {:+.2} ± {:.2} (95 %, from {from})", self.elo, self.elo_error)?;
        } else {
            // Where the formula has no width the score's interval still says how far it must be at least.
            let Interval { low, high } = wilson(self.score * self.games as f64, self.games, 0.95);
            let (low, high) = (elo(low), elo(high));
            writeln!(out, "Elo           {:+.2} ({low:+.2} to {high:+.2}, 95 %, from the score's interval)", self.elo)?;
        }
        match (self.unbiased_elo, self.unbiased_low, self.unbiased_high) {
            (Some(middle), Some(low), Some(high)) => {
                writeln!(
                    out,
                    "Unbiased Elo  {middle:+.2} ({low:+.2} to {high:+.2}, 95 %), if the match stopped here by this test,"
                )?;
                writeln!(out, "              by which plain Elo comes out too far from the middle")?;
            }
            _ if self.verdict != Verdict::Continue => {
                writeln!(out, "              of a match that this test has stopped it is too far from the middle")?;
            }
            _ => {}
        }
        if self.nelo.is_finite() {
            writeln!(out, "nElo          {:+.2} ± {:.2}", self.nelo, self.nelo_error)
        } else {
            writeln!(out, "nElo          {:+}", self.nelo)
        }
    }
}

impl Counts {
    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Games(games) => {
                let Trinomial { wins, draws, losses } = games;
                let share = 100.0 * draws as f64 / games.games() as f64;
                let [won, drawn, lost] = [wins, draws, losses].map(thousands);
                writeln!(out, "Games         {won} won, {drawn} drawn ({share:.1} %), {lost} lost")
            }
            Self::Pairs(pairs) => {
                let Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins } = pairs;
                let share = 100.0 * even as f64 / pairs.pairs() as f64;
                let [won, lost] = [win_and_draw + two_wins, two_losses + loss_and_draw];
                let ratio = if lost == 0 { String::new() } else { format!(", ratio {:.2}", won as f64 / lost as f64) };
                let [won, even, lost] = [won, even, lost].map(thousands);
                writeln!(out, "Pairs         {won} won, {even} even ({share:.1} %), {lost} lost{ratio}")
            }
        }
    }
}

/// What is tested, in a line.
fn write_design(design: Design, out: &mut dyn Write) -> io::Result<()> {
    let Design { elo0, elo1, alpha, beta, model } = design;
    let unit = model.unit();
    writeln!(out, "SPRT          H0 {elo0} {unit}, H1 {elo1} {unit}, alpha {alpha}, beta {beta}")
}
