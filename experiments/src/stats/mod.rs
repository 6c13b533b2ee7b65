//! Statistics of matches: from counts of results to scores, Elo and likelihoods, as pure functions.
//!
//! A game scores 1, 1/2 or 0. A *pair* is one opening (or the same dice) played twice with sides swapped; its score is
//! the mean of the two, one of 0, 1/4, 1/2, 3/4, 1. Results within a pair depend on each other through the opening, so
//! where a match consists of pairs its error is estimated from them ([`Pentanomial`]), else from single games
//! ([`Trinomial`]). Both become an [`Estimate`] by the formulas of the match runners fastchess and fishtest, and are
//! tested against their answers (`testdata/statistics/stats_reference.csv`).
//!
//! Degenerate counts give what the formulas tend to: all games won is infinite Elo, no games at all is not a number.
//! JSON writes both as `null`. Proportions with exact and approximate intervals:
//! [`proportion`]; scores compared with each other: [`comparison`]; how often each value occurred: [`distribution`]; means of points:
//! [`means`]; when a match has shown enough: [`sprt`].

pub(crate) mod clusters;
pub(crate) mod comparison;
pub(crate) mod distribution;
pub(crate) mod means;
pub(crate) mod proportion;
pub(crate) mod ratings;
pub(crate) mod sprt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::pairing::Contestant;

/// The 97.5 % point of the normal distribution: half the width of a 95 % interval in standard errors.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Points of normalized Elo for a difference of one standard deviation a game: 800 / ln 10.
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Counts of results by their score: of single games ([`Trinomial`]) or of pairs ([`Pentanomial`]).
pub(crate) trait Results: Copy + Default {
    /// What is counted.
    const UNIT: Unit;

    /// Every score that there is, 0 to 1 in rising order, with the number of results.
    fn by_score(self) -> impl AsRef<[(f64, u64)]>;

    /// Counts one more result, by its half points.
    fn count(&mut self, half_points: u32);
}

/// Single games by result, as one player counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trinomial {
    /// Games won.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
}

impl Trinomial {
    /// The number of games.
    pub(crate) fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game that `winner` won as `own` counts it; gives its half points, 0 to 2.
    pub(crate) fn add(&mut self, winner: Option<Contestant>, own: Contestant) -> u32 {
        match winner {
            None => {
                self.draws += 1;
                1
            }
            Some(winner) if winner == own => {
                self.wins += 1;
                2
            }
            Some(_) => {
                self.losses += 1;
                0
            }
        }
    }

    /// What single games say.
    pub(crate) fn estimate(self) -> Estimate {
        Estimate::of(self)
    }
}

impl Results for Trinomial {
    const UNIT: Unit = Unit::Game;

    fn by_score(self) -> impl AsRef<[(f64, u64)]> {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
    }

    fn count(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// Pairs by the two results, as one player counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pentanomial {
    /// Both games lost.
    #[serde(rename = "LL")]
    pub(crate) two_losses: u64,
    /// A loss and a draw.
    #[serde(rename = "LD")]
    pub(crate) loss_and_draw: u64,
    /// A win and a loss, or two draws.
    pub(crate) even: u64,
    /// A win and a draw.
    #[serde(rename = "WD")]
    pub(crate) win_and_draw: u64,
    /// Both games won.
    #[serde(rename = "WW")]
    pub(crate) two_wins: u64,
}

impl Pentanomial {
    /// The number of pairs.
    pub(crate) fn pairs(self) -> u64 {
        self.two_losses + self.loss_and_draw + self.even + self.win_and_draw + self.two_wins
    }

    /// Counts a pair by its score in half points, 0 to 4.
    pub(crate) fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.two_losses += 1,
            1 => self.loss_and_draw += 1,
            2 => self.even += 1,
            3 => self.win_and_draw += 1,
            _ => self.two_wins += 1,
        }
    }

    /// What pairs say.
    pub(crate) fn estimate(self) -> Estimate {
        Estimate::of(self)
    }
}

impl Results for Pentanomial {
    const UNIT: Unit = Unit::Pair;

    fn by_score(self) -> impl AsRef<[(f64, u64)]> {
        [
            (0.0, self.two_losses),
            (0.25, self.loss_and_draw),
            (0.5, self.even),
            (0.75, self.win_and_draw),
            (1.0, self.two_wins),
        ]
    }

    fn count(&mut self, half_points: u32) {
        self.add(half_points);
    }
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Single games.
    Game,
    /// Pairs of games.
    Pair,
}

impl Unit {
    /// The number of games in one.
    pub(crate) fn games(self) -> f64 {
        match self {
            Self::Game => 1.0,
            Self::Pair => 2.0,
        }
    }
}

/// How much stronger a player is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The mean score, 0 to 1.
    pub(crate) score: f64,
    /// The standard error of the score.
    pub(crate) standard_error: f64,
    /// The Elo difference; infinite if everything was won or lost.
    pub(crate) elo: f64,
    /// Half the width of its 95 % interval; infinite if the interval reaches a score of 0 or 1.
    pub(crate) elo_error: f64,
    /// The normalized Elo difference: by standard deviations a game instead of by score.
    pub(crate) normalized_elo: f64,
    /// Half the width of its 95 % interval; infinite if the difference is.
    pub(crate) normalized_elo_error: f64,
    /// The likelihood of superiority, 0 to 1.
    pub(crate) superiority: f64,
}

impl Estimate {
    /// The estimate from the counts of results.
    fn of<R: Results>(results: R) -> Self {
        let counts = results.by_score();
        let (counts, unit) = (counts.as_ref(), R::UNIT);
        let total = counts.iter().map(|&(_, count)| count).sum::<u64>() as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            counts.iter().map(|&(score, count)| value(score) * count as f64).sum::<f64>() / total
        };
        let score = mean_of(&|score| score);
        let variance = mean_of(&|other| (other - score).powi(2));
        let standard_error = (variance / total).sqrt();
        let (low, high) = (score - Z95 * standard_error, score + Z95 * standard_error);
        let normalized_elo = deviations(score, (unit.games() * variance).sqrt()) * NORMALIZED_ELO;
        let normalized_elo_error = Z95 / (unit.games() * total).sqrt() * NORMALIZED_ELO;
        Self {
            score,
            standard_error,
            elo: elo(score),
            elo_error: (elo(high) - elo(low)) / 2.0,
            normalized_elo,
            // Without a deviation to measure by, the usual error of the measure says nothing.
            normalized_elo_error: if normalized_elo.is_infinite() { f64::INFINITY } else { normalized_elo_error },
            superiority: normal_below(deviations(score, standard_error)),
        }
    }
}

/// The Elo difference that a score stands for; scores of 0 and below and of 1 and above are infinitely far.
pub(crate) fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// How many `deviation`s the score is above one half; an even score is none, even if nothing deviates.
fn deviations(score: f64, deviation: f64) -> f64 {
    if score - 0.5 == 0.0 { 0.0 } else { (score - 0.5) / deviation }
}

/// The probability that a standard normal variable is below `x`.
fn normal_below(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { Normal::standard().cdf(x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = include_str!("../../../testdata/statistics/stats_reference.csv");

    fn close(ours: f64, theirs: f64, tolerance: f64) -> bool {
        ours.is_infinite() && ours.total_cmp(&theirs).is_eq() || (ours - theirs).abs() <= tolerance
    }

    #[test]
    fn elo_and_its_error_are_those_of_two_other_programs() {
        let mut rows = csv::Reader::from_reader(REFERENCE.as_bytes());
        let header = rows.headers().expect("a header").clone();
        let mut checked = 0;
        for row in rows.records() {
            let row = row.expect("a row");
            let text = |name: &str| &row[header.iter().position(|column| column == name).expect("a column")];
            if text("fc_elo").is_empty() {
                continue;
            }
            let count = |name: &str| text(name).parse::<u64>().expect("a count");
            let number = |name: &str| text(name).parse::<f64>().expect("a number");
            let estimate = match text("kind") {
                "tri" => Trinomial { wins: count("c1"), draws: count("c2"), losses: count("c3") }.estimate(),
                _ => Pentanomial {
                    two_losses: count("c1"),
                    loss_and_draw: count("c2"),
                    even: count("c3"),
                    win_and_draw: count("c4"),
                    two_wins: count("c5"),
                }
                .estimate(),
            };
            let id = text("id");
            assert!(close(estimate.elo, number("fc_elo"), 1e-3), "{id}: {estimate:?}");
            assert!(close(estimate.normalized_elo, number("fc_nelo"), 1e-3), "{id}: {estimate:?}");
            let los = 100.0 * estimate.superiority;
            let of_either = ["fc_los_pct", "ft_los_pct"].iter().any(|name| close(los, number(name), 0.005));
            assert!(of_either, "{id}: {los}");
            if number("fc_elo").is_finite() {
                assert!(close(estimate.elo_error, number("fc_elo_err95"), 1e-3), "{id}: {estimate:?}");
                assert!(close(estimate.normalized_elo_error, number("fc_nelo_err95"), 1e-3), "{id}: {estimate:?}");
            }
            checked += 1;
        }
        assert_eq!(checked, 18);
    }

    #[test]
    fn nothing_but_wins_is_infinitely_better() {
        let estimate = Trinomial { wins: 3, ..Trinomial::default() }.estimate();
        assert!(estimate.elo.is_infinite() && estimate.elo > 0.0);
        assert!(!estimate.elo_error.is_finite());
        assert!(estimate.normalized_elo.is_infinite() && estimate.normalized_elo_error.is_infinite());
        assert!((estimate.superiority - 1.0).abs() < 1e-12);
        let opposite = Pentanomial { two_losses: 3, ..Pentanomial::default() }.estimate();
        assert!(opposite.elo.is_infinite() && opposite.elo < 0.0);
        assert!(opposite.superiority.abs() < 1e-12);
    }

    #[test]
    fn nothing_but_draws_is_even() {
        let estimate = Trinomial { draws: 5, ..Trinomial::default() }.estimate();
        for (value, expected) in [(estimate.elo, 0.0), (estimate.elo_error, 0.0), (estimate.superiority, 0.5)] {
            assert!((value - expected).abs() < 1e-12, "{estimate:?}");
        }
    }

    #[test]
    fn an_interval_that_reaches_the_end_is_infinitely_wide() {
        let estimate = Trinomial { wins: 3, draws: 0, losses: 1 }.estimate();
        assert!(estimate.elo.is_finite() && estimate.elo_error.is_infinite());
    }

    #[test]
    fn no_games_are_no_number_and_json_null() {
        let estimate = Trinomial::default().estimate();
        assert!(estimate.score.is_nan() && estimate.elo.is_nan() && estimate.superiority.is_nan());
        assert_eq!(serde_json::to_string(&estimate.elo).expect("JSON"), "null");
        assert_eq!(serde_json::to_string(&f64::INFINITY).expect("JSON"), "null");
    }

    #[test]
    fn pairs_are_counted_by_half_points() {
        let mut pairs = Pentanomial::default();
        for half_points in [0, 1, 2, 2, 3, 4, 4] {
            pairs.add(half_points);
        }
        let expected = Pentanomial { two_losses: 1, loss_and_draw: 1, even: 2, win_and_draw: 1, two_wins: 2 };
        assert_eq!((pairs, pairs.pairs()), (expected, 7));
    }
}
