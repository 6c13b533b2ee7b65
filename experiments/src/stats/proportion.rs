//! Intervals of proportions: of how many deals can be won, how many points the first player scores.
//!
//! [`wilson`] is the score interval (Wilson 1927), good for any number of trials; [`clopper_pearson`] is the exact one
//! (Clopper and Pearson 1934), never too short and somewhat too long. Both are checked to ten digits against
//! `testdata/statistics/proportion_reference.csv`. No trials say nothing: from 0 to 1.

use serde::{Deserialize, Serialize};
use statrs::distribution::{Beta, ContinuousCDF, Normal};

/// An interval of a proportion, within 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Interval {
    /// The lower end.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
}

impl Interval {
    /// All that a proportion can be.
    const EVERYTHING: Self = Self { low: 0.0, high: 1.0 };
}

/// Wilson's interval for `successes` out of `trials`, with `confidence` such as 0.95.
///
/// Successes may be halves: with draws as half a success the interval errs on the long side, because a draw varies
/// less than a win and a loss.
pub(crate) fn wilson(successes: f64, trials: u64, confidence: f64) -> Interval {
    wilson_for_rate(successes / trials as f64, trials as f64, confidence)
}

/// The same for a rate and a number of independent trials, which may be a fraction.
pub(crate) fn wilson_for_rate(rate: f64, trials: f64, confidence: f64) -> Interval {
    if trials <= 0.0 {
        return Interval::EVERYTHING;
    }
    let z = Normal::standard().inverse_cdf(f64::midpoint(1.0, confidence));
    let shrink = 1.0 + z * z / trials;
    let middle = (rate + z * z / (2.0 * trials)) / shrink;
    let half = z / shrink * (rate * (1.0 - rate) / trials + z * z / (4.0 * trials * trials)).sqrt();
    // At the ends the formula gives exactly 0 and 1, but rounding does not.
    let low = if rate <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if rate >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

/// The exact interval for `successes` out of `trials`, with `confidence` such as 0.95.
pub(crate) fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let failures = trials.saturating_sub(successes) as f64;
    let successes = successes as f64;
    let low = beta_quantile(successes, failures + 1.0, tail).unwrap_or(0.0);
    let high = beta_quantile(successes + 1.0, failures, 1.0 - tail).unwrap_or(1.0);
    Interval { low, high }
}

/// The quantile of a beta distribution, `None` where a parameter is 0.
///
/// Found by halving until the ends are neighbouring numbers, and so to full relative precision: a library's inverse
/// stops at an absolute one, too coarse for rates of one in a million.
fn beta_quantile(a: f64, b: f64, probability: f64) -> Option<f64> {
    let beta = Beta::new(a, b).ok()?;
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if beta.cdf(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = include_str!("../../../testdata/statistics/proportion_reference.csv");

    #[test]
    fn intervals_are_those_of_the_reference() {
        let mut checked = 0;
        for row in csv::Reader::from_reader(REFERENCE.as_bytes()).records() {
            let row = row.expect("a row");
            let number = |column: usize| row[column].parse::<f64>().expect("a number");
            let (k, n): (u64, u64) = (row[0].parse().expect("a count"), row[1].parse().expect("a count"));
            let ours = [wilson(k as f64, n, number(2)), clopper_pearson(k, n, number(2))];
            let theirs = [(number(3), number(4)), (number(5), number(6))];
            for (ours, (low, high)) in ours.into_iter().zip(theirs) {
                assert!((ours.low - low).abs() <= 1e-8 && (ours.high - high).abs() <= 1e-8, "{k} of {n}: {ours:?}");
            }
            checked += 1;
        }
        assert_eq!(checked, 10);
    }

    #[test]
    fn draws_count_half() {
        let with_draws = wilson(50.0, 100, 0.95);
        assert!((with_draws.low + with_draws.high - 1.0).abs() < 1e-12, "{with_draws:?}");
        assert!(wilson(50.5, 100, 0.95).low > with_draws.low);
    }
}
