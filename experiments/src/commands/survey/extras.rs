//! What a summary tells of the things that are found out only if they are asked for: winning bases, and the wins of
//! simple policies.

use std::io::{self, Write};

use engine::cards::Card;
use search::Policy;
use serde::Serialize;

use super::summary::{Method, percent, write_histogram};
use crate::census::bases::BaseCensus;
use crate::census::policies::{PolicyCensus, Wins};
use crate::output::{Align, Table, thousands};
use crate::stats::distribution::{Class, Digest};

/// With which bases deals can be won.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BaseFigures {
    /// The deals of which every base is decided.
    pub(crate) deals: u64,
    /// The deals with an undecided base, which are not among them.
    pub(crate) undecided: u64,
    /// The number of winning bases of a deal.
    pub(crate) digest: Digest,
    pub(crate) winning: Vec<Winning>,
    pub(crate) by_base: Vec<Base>,
}

/// The deals that so many bases win.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Winning {
    pub(crate) bases: u32,
    pub(crate) deals: u64,
}

/// What a base wins of all deals, undecided ones included.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Base {
    #[serde(rename = "base")]
    pub(crate) rank: char,
    pub(crate) winnable: u64,
    pub(crate) undecided: u64,
    pub(crate) rate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl BaseFigures {
    pub(super) fn new(census: &BaseCensus, interval: Method) -> Self {
        let all = census.deals();
        let base = |(rank, (&winnable, &undecided)): (usize, (&u64, &u64))| Base {
            rank: char::from(Card::RANKS[rank]),
            winnable,
            undecided,
            rate: winnable as f64 / all as f64,
            low: interval.interval(winnable, all).low,
            high: interval.interval(winnable + undecided, all).high,
        };
        let deals = census.winning.count();
        Self {
            deals,
            undecided: census.undecided,
            digest: census.winning.digest(),
            winning: census.winning.iter().map(|(bases, deals)| Winning { bases, deals }).collect(),
            by_base: census.won_by.iter().zip(&census.undecided_by).enumerate().map(base).collect(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mean = self.digest.mean.unwrap_or_default();
        write!(out, "\nbases that win a deal, of 13: {mean:.3} on average")?;
        match self.undecided {
            0 => writeln!(out)?,
            undecided => writeln!(out, ", without {} deals with an undecided base", thousands(undecided))?,
        }
        let class = |winning: &Winning| Class { from: winning.bases, to: winning.bases, count: winning.deals };
        write_histogram(&self.winning.iter().map(class).collect::<Vec<_>>(), out)?;
        writeln!(out, "\ndeals that each base wins")?;
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left, Align::Left]);
        for &Base { rank, winnable, undecided, rate, low, high } in &self.by_base {
            let doubt = if undecided == 0 { String::new() } else { format!("{} undecided", thousands(undecided)) };
            table.row([rank.to_string(), thousands(winnable), percent(rate, 3), interval(low, high), doubt]);
        }
        table.write(out, 2)
    }
}

/// What a policy wins.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PolicyFigures {
    pub(crate) policy: &'static str,
    pub(crate) wins: u64,
    pub(crate) rate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl PolicyFigures {
    /// The figures of every policy that has played `deals` deals.
    pub(super) fn all(census: &PolicyCensus, deals: u64, interval: Method) -> Vec<Self> {
        let figures = |policy: Policy| {
            let wins = census.of(policy).map(Wins::deals)?;
            let ends = interval.interval(wins, deals);
            let rate = wins as f64 / deals as f64;
            Some(Self { policy: policy.name(), wins, rate, low: ends.low, high: ends.high })
        };
        Policy::ALL.into_iter().filter_map(figures).collect()
    }

    pub(super) fn write(all: &[Self], out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left]);
        for &Self { policy, wins, rate, low, high } in all {
            table.row([policy.to_owned(), thousands(wins), percent(rate, 3), interval(low, high)]);
        }
        table.write(out, 2)
    }
}

fn interval(low: f64, high: f64) -> String {
    format!("95 % interval {} to {}", percent(low, 3), percent(high, 3))
}
