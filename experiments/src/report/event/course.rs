//! How sure it was when who is the stronger: Elo and the test's LLR after each pair, and how pairs went.

use super::own;
use crate::pairing::Contestant;
use crate::record::UnitRecord;
use crate::report::page::{Block, Part, Plot};
use crate::report::plot::{Bars, Course, Estimate, FIRST};
use crate::stats::Pentanomial;
use crate::stats::proportion::{Interval, wilson};
use crate::stats::sprt::{Bounds, Sprt};

/// Points of a curve: more could not be told apart.
const MOST_POINTS: usize = 400;

/// The pairs of a match of two, in order.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Half points of the first player, 0 to 4.
    half_points: Vec<u8>,
    /// Those of the first unit of a pair, while the second has not come.
    half_pair: Option<u8>,
    units: u64,
}

impl Pairs {
    /// Takes the next unit.
    pub(super) fn add(&mut self, unit: &UnitRecord) {
        self.units += 1;
        let half_points = unit.winner.map_or(1, |winner| if winner == own(&unit.fixture) { 2 } else { 0 });
        match self.half_pair.take() {
            Some(first) if unit.fixture.starter == Contestant::Two => self.half_points.push(first + half_points),
            _ => self.half_pair = Some(half_points),
        }
    }

    /// The units taken.
    pub(super) fn units(&self) -> u64 {
        self.units
    }

    /// The curves.
    pub(super) fn part(&self, sprt: Option<Sprt>, is_tournament: bool) -> Part {
        let unit = if is_tournament { "series" } else { "games" };
        let mut blocks: Vec<Block> = self.strength(unit).into_iter().collect();
        if let Some(sprt) = sprt {
            let note = "The log-likelihood ratio of the sequential test after each pair; the match ends where it leaves the bounds.";
            blocks.extend(Plot::block("LLR as the match went on", self.llr(sprt, unit).svg(), note));
        }
        blocks.extend(Plot::block(
            "Pairs by result",
            self.results(),
            "Two games with one opening make a pair, sides swapped; player 1's results.",
        ));
        if blocks.is_empty() {
            blocks.push(Block::Words("Too few pairs for a curve.".to_owned()));
        }
        Part::new("The course of the match", blocks)
    }

    /// Elo as it became known; where nobody has won anything from the other, there is still a score.
    fn strength(&self, unit: &str) -> Option<Block> {
        let note = "The estimate from all pairs so far, with its 95 % interval. Where its results ended a match, the last \
                    value is biased.";
        let elo = |(units, pairs): (f64, Pentanomial)| {
            let estimate = pairs.estimate();
            let (value, error) = (estimate.elo, estimate.elo_error);
            (units, Estimate { low: value - error, value, high: value + error })
        };
        let plot = |axis, points, level: f64| {
            Course { axes: [unit, axis], points, levels: vec![(level, String::new())] }.svg()
        };
        let by_elo = plot("Elo of player 1", self.after().map(elo).collect(), 0.0);
        if by_elo.is_some() {
            return Plot::block("Elo as the match went on", by_elo, note);
        }
        let score = |(units, pairs): (f64, Pentanomial)| {
            let value = pairs.estimate().score;
            let Interval { low, high } = wilson(value * units, units as u64, 0.95);
            (units, Estimate { low, value, high })
        };
        let by_score = plot("score of player 1", self.after().map(score).collect(), 0.5);
        Plot::block("Score as the match went on", by_score, "The score of all pairs so far, with its 95 % interval.")
    }

    /// All pairs after each of some, with the number of units then.
    fn after(&self) -> impl Iterator<Item = (f64, Pentanomial)> {
        let step = self.half_points.len().div_ceil(MOST_POINTS).max(1);
        let mut all = Pentanomial::default();
        let counted = self.half_points.iter().map(move |&half_points| {
            all.add(half_points.into());
            all
        });
        let last = self.half_points.len();
        let wanted = move |&(number, _): &(usize, Pentanomial)| (number + 1) % step == 0 || number + 1 == last;
        counted.enumerate().filter(wanted).map(|(number, pairs)| (2.0 * (number + 1) as f64, pairs))
    }

    fn llr(&self, sprt: Sprt, unit: &'static str) -> Course<'static> {
        let Bounds { lower, upper } = sprt.bounds();
        let point = |(units, pairs): (f64, Pentanomial)| {
            let value = sprt.llr(pairs);
            (units, Estimate { low: value, value, high: value })
        };
        let levels = vec![(lower, format!("H0 at {lower:.2}")), (upper, format!("H1 at {upper:.2}"))];
        Course { axes: [unit, "LLR"], points: self.after().map(point).collect(), levels }
    }

    fn results(&self) -> Option<String> {
        let mut counts = [0_u32; 5];
        self.half_points.iter().for_each(|&half_points| counts[usize::from(half_points)] += 1);
        let names = ["two losses", "loss and draw", "even", "draw and win", "two wins"];
        let classes = names.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), vec![count.into()])).collect();
        Bars { axes: ["", "pairs"], classes, colours: &[FIRST] }.svg()
    }
}
