//! What the results of a stopped match mean in the light of the rule that stopped it.
//!
//! The log-likelihood ratio wanders like a Brownian motion whose drift tells the strength. It stops the sooner at the upper
//! bound the greater the drift, so that stops are ordered: early at the upper bound, late there, late at the lower one, early
//! there (the stage-wise ordering; Siegmund 1985, chapter III; for SPRTs of engines by M. Van den Bergh). The estimate is the
//! strength by which the stop seen, or a higher one, has the chance one half, so that in the long run it is as often too high as too low; the ends
//! of the interval are those where that chance is 2.5 % and 97.5 %.
//!
//! The variance is taken from the results, and that bounds are overshot by a part of a step is neglected, so the method is
//! for matches of at least some dozens of units.

use super::brownian::Brownian;
use super::{Sprt, Verdict};
use crate::stats::{Estimate, Results, elo};

/// A strength in logistic Elo, and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unbiased {
    /// As often too high as too low.
    pub(crate) elo: f64,
    /// The lower end of the interval.
    pub(crate) low: f64,
    /// The upper end of the interval.
    pub(crate) high: f64,
}

impl Sprt {
    /// The median-unbiased strength, where the results have just ended the test; none while it goes on, none where nothing
    /// varies, and none where the ratio is so far beyond a bound that the test cannot have ended with the last unit.
    ///
    /// Results that came in after the end (games that were running) are to be left out.
    pub(crate) fn unbiased<R: Results>(&self, results: R) -> Option<Unbiased> {
        let llr = self.llr(results);
        let verdict = self.verdict(llr);
        let units = results.by_score().as_ref().iter().map(|&(_, count)| count).sum::<u64>() as f64;
        let Estimate { standard_error, .. } = Estimate::of(results);
        let variance = standard_error * standard_error * units;
        // Where nothing varies there is no Brownian motion.
        if verdict == Verdict::Continue || variance.is_nan() || variance <= 0.0 {
            return None;
        }
        let [lower, higher] = self.scores(variance.sqrt(), R::UNIT);
        // The ratio grows by this much for every point of score above halfway.
        let slope = (higher - lower) / variance;
        let halfway = f64::midpoint(lower, higher);
        // A score is about one half away from halfway; twice that allows for what the ratio differs from the motion.
        if llr < self.bounds.lower - slope || llr > self.bounds.upper + slope {
            return None;
        }
        let stop = Stop { is_upper: verdict == Verdict::H1, units, variance: slope * slope * variance };
        let at = |chance: f64| elo(halfway + self.drift_at(stop, chance) / slope);
        Some(Unbiased { elo: at(0.5), low: at(0.025), high: at(0.975) })
    }

    /// The drift by which this stop, or one that says more for H1, has the `chance`.
    fn drift_at(&self, stop: Stop, chance: f64) -> f64 {
        let bound = if stop.is_upper { self.bounds.upper } else { self.bounds.lower };
        // Ten deviations to either side of the mean slope are surely too little and too much.
        let (mean, range) = (bound / stop.units, 10.0 * (stop.variance / stop.units).sqrt());
        let (mut low, mut high) = (mean - range, mean + range);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let motion = Brownian { drift: middle, variance: stop.variance, bounds: self.bounds };
            // At the lower bound all later stops, and all at the upper bound, say more for H1.
            let above = if stop.is_upper {
                motion.reaches_upper(stop.units)
            } else {
                1.0 - motion.mirrored().reaches_upper(stop.units)
            };
            if above < chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// Where and when a test ended.
#[derive(Clone, Copy, Debug)]
struct Stop {
    is_upper: bool,
    units: f64,
    /// That of the log-likelihood ratio, a unit.
    variance: f64,
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{Conditions, play};
    use super::super::{Design, Model, Sprt, Verdict};
    use crate::stats::proportion::wilson;
    use crate::stats::{Pentanomial, Trinomial};
    use crate::streams::{Purpose, stream};

    /// How often, of many stopped matches at a true strength, the estimate is too high, and the interval right, and how often the
    /// plain estimate is too high.
    fn errors(truth: f64, matches: u64) -> [f64; 3] {
        let design = Design { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
        let sprt = Sprt::new(design).expect("a design");
        let chances = Conditions { draws: 0.3, bias: 100.0 }.pairs(Model::Logistic, truth);
        let mut counts = [0_u64; 3];
        for index in 0..matches {
            let played = play::<Pentanomial>(&sprt, &chances, &mut stream(5, Purpose::Sprt, index));
            let found = sprt.unbiased(played.results).expect("the match has ended");
            let plain = played.results.estimate().elo;
            let is_so = [found.elo > truth, found.low <= truth && truth <= found.high, plain > truth];
            counts.iter_mut().zip(is_so).for_each(|(count, is_so)| *count += u64::from(is_so));
        }
        counts.map(|count| count as f64 / matches as f64)
    }

    #[test]
    fn it_is_as_often_too_high_as_too_low() {
        const MATCHES: u64 = 1_000;
        for truth in [-5.0, 5.0, 12.0] {
            let [high, right, _] = errors(truth, MATCHES);
            let half = wilson(high * MATCHES as f64, MATCHES, 0.999);
            assert!(half.low < 0.5 && half.high > 0.5, "{truth}: too high {high}");
            let covered = wilson(right * MATCHES as f64, MATCHES, 0.999);
            assert!(covered.low < 0.95 && covered.high > 0.95, "{truth}: right {right}");
        }
    }

    #[test]
    fn plain_estimates_are_too_far_from_the_middle() {
        let [_, _, high] = errors(12.0, 1_000);
        assert!(high > 0.6, "{high}");
    }

    #[test]
    fn a_match_that_goes_on_or_went_on_has_none() {
        let design = Design { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let sprt = Sprt::new(design).expect("a design");
        assert_eq!(sprt.unbiased(Trinomial { wins: 10, draws: 5, losses: 9 }), None);
        let nothing_varies = Trinomial { wins: 1_000_000, draws: 0, losses: 0 };
        assert_eq!(sprt.verdict(sprt.llr(nothing_varies)), Verdict::H1);
        assert_eq!(sprt.unbiased(nothing_varies), None);
        // The ratio is three times the bound: the test ended long before.
        let ran_on = Trinomial { wins: 34, draws: 0, losses: 356 };
        assert_eq!(sprt.verdict(sprt.llr(ran_on)), Verdict::H0);
        assert_eq!(sprt.unbiased(ran_on), None);
    }

    #[test]
    fn an_estimate_is_nearer_to_the_middle_than_the_plain_one() {
        let design = Design { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let sprt = Sprt::new(design).expect("a design");
        let is_end = |games: &Trinomial| sprt.verdict(sprt.llr(*games)) == Verdict::H1;
        let games =
            (1_250..2_000).map(|wins| Trinomial { wins, draws: 3_000, losses: 1_250 }).find(is_end).expect("an end");
        let found = sprt.unbiased(games).expect("ended");
        assert!(found.low < found.elo && found.elo < found.high, "{found:?}");
        assert!(found.elo < games.estimate().elo && found.elo > 0.0, "{found:?}");
    }
}
