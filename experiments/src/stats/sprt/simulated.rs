//! Matches by chance: how often a test errs, and how long it takes.
//!
//! A game's chances are those of the model of Rao and Kupper (1967), as in Bayesian Elo: with a difference d and a draw
//! margin e, in Elo, the player wins with the chance 1 / (1 + 10^((e - d) / 400)) and loses with 1 / (1 + 10^((e + d) / 400)).
//! Openings favour the one side or the other by a bias, which is added to the difference in one game of a pair and
//! subtracted in the other; given that, both games are independent. Two biased games are more often one each, so that pairs
//! vary less than two games by themselves, as real ones do.

use engine::Rng;
use rand::RngExt;

use super::{Model, Sprt, Verdict};
use crate::stats::{NORMALIZED_ELO, Results, elo};

/// What the games of a match are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Conditions {
    /// The share of draws between equals, below 1.
    pub(crate) draws: f64,
    /// By how much an opening favours a side, in Elo.
    pub(crate) bias: f64,
}

impl Conditions {
    /// The chances of a pair by its half points, 0 to 4, if the first player's strength is `elo`.
    pub(crate) fn pairs(self, model: Model, strength: f64) -> [f64; 5] {
        let margin = self.margin();
        let pair = |difference: f64| {
            let [one, two] = [difference + self.bias, difference - self.bias].map(|sum| game(sum, margin));
            let mut chances = [0.0; 5];
            for (first, chance) in one.into_iter().enumerate() {
                for (second, other) in two.into_iter().enumerate() {
                    chances[first + second] += chance * other;
                }
            }
            chances
        };
        // The strength rises with the difference, far beyond what a hypothesis may name.
        pair(rising(-10_000.0, 10_000.0, |difference| strength_of(&pair(difference), model) >= strength))
    }

    /// The draw margin by which equals draw so often.
    fn margin(self) -> f64 {
        rising(0.0, 10_000.0, |margin| game(self.bias, margin)[1] >= self.draws)
    }
}

/// The chances of a loss, a draw and a win.
fn game(difference: f64, margin: f64) -> [f64; 3] {
    let expected = |sum: f64| 1.0 / (1.0 + 10.0_f64.powf(-sum / 400.0));
    let (win, loss) = (expected(difference - margin), expected(-difference - margin));
    [loss, (1.0 - win - loss).max(0.0), win]
}

/// The strength that a pair's chances stand for.
fn strength_of(chances: &[f64; 5], model: Model) -> f64 {
    let (mean, variance) = moments(chances);
    match model {
        Model::Logistic => elo(mean),
        Model::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO,
    }
}

/// The mean and the variance of the score, 0 to 1, by the chances of half points.
fn moments(chances: &[f64]) -> (f64, f64) {
    let most = chances.len() as f64 - 1.0;
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        chances.iter().enumerate().map(|(half_points, chance)| chance * value(half_points as f64 / most)).sum::<f64>()
    };
    let mean = mean_of(&|score| score);
    (mean, mean_of(&|score| (score - mean).powi(2)))
}

/// Where a condition becomes true that stays true from there on.
fn rising(mut low: f64, mut high: f64, is_true: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if is_true(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// A match that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played<R> {
    /// What was counted until then.
    pub(crate) results: R,
    /// The number of units.
    pub(crate) units: u64,
    /// What was accepted; never [`Verdict::Continue`].
    pub(crate) verdict: Verdict,
}

/// Plays until the test ends; `chances` are those of a unit's half points.
pub(crate) fn play<R: Results>(sprt: &Sprt, chances: &[f64], rng: &mut Rng) -> Played<R> {
    // A score is about one half away from halfway between the hypotheses, and no more.
    let step = slope::<R>(sprt, chances) / 2.0;
    let (mut results, mut units) = (R::default(), 0);
    let mut unseen = 1;
    loop {
        for _ in 0..unseen {
            results.count(draw(chances, rng));
        }
        units += unseen;
        let llr = sprt.llr(results);
        let verdict = sprt.verdict(llr);
        if verdict != Verdict::Continue {
            return Played { results, units, verdict };
        }
        // As long as no bound can be reached there is nothing to look at. The factor is for the early results, whose
        // deviation need not be the true one yet.
        let distance = (llr - sprt.bounds().lower).min(sprt.bounds().upper - llr);
        unseen = ((distance / (2.0 * step)) as u64).clamp(1, 1 + units / 2);
    }
}

/// How much the log-likelihood ratio grows, about, for every point of score above halfway.
fn slope<R: Results>(sprt: &Sprt, chances: &[f64]) -> f64 {
    let (_, variance) = moments(chances);
    let [lower, higher] = sprt.scores(variance.sqrt(), R::UNIT);
    (higher - lower) / variance
}

/// The mean number of units if the strength is halfway between the hypotheses, where matches take longest.
pub(crate) fn longest<R: Results>(sprt: &Sprt, chances: &[f64]) -> f64 {
    // Without drift a Brownian motion takes the product of the distances, by the variance.
    let (_, variance) = moments(chances);
    let slope = slope::<R>(sprt, chances);
    -sprt.bounds().lower * sprt.bounds().upper / (slope * slope * variance)
}

/// Half points by chance.
fn draw(chances: &[f64], rng: &mut Rng) -> u32 {
    let mut rest = rng.random::<f64>();
    for (half_points, chance) in chances.iter().enumerate() {
        rest -= chance;
        if rest < 0.0 {
            return half_points as u32;
        }
    }
    // Rounding may leave a rest.
    chances.len() as u32 - 1
}

#[cfg(test)]
mod tests {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    use super::super::Design;
    use super::*;
    use crate::stats::proportion::wilson;
    use crate::stats::{Pentanomial, Trinomial};
    use crate::streams::{Purpose, stream};

    const CONDITIONS: Conditions = Conditions { draws: 0.4, bias: 120.0 };

    fn sprt(elo1: f64, beta: f64, model: Model) -> Sprt {
        Sprt::new(Design { elo0: 0.0, elo1, alpha: 0.05, beta, model }).expect("a design")
    }

    fn many<R: Results + Send>(sprt: &Sprt, chances: &[f64], seed: u64) -> Vec<Played<R>> {
        let one = |index| play(sprt, chances, &mut stream(seed, Purpose::Sprt, index));
        (0..1_000).into_par_iter().map(one).collect()
    }

    /// The 95 % interval of the rate of a verdict in a thousand matches.
    fn low_of(played: &[Played<impl Results>], verdict: Verdict) -> f64 {
        let count = played.iter().filter(|played| played.verdict == verdict).count();
        wilson(count as f64, played.len() as u64, 0.95).low
    }

    #[test]
    fn pairs_have_the_strength_the_draws_and_the_dependence_asked_for() {
        for (model, elo) in [(Model::Logistic, 20.0), (Model::Normalized, -30.0), (Model::Normalized, 0.0)] {
            let chances = CONDITIONS.pairs(model, elo);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((strength_of(&chances, model) - elo).abs() < 1e-6, "{model:?} {elo}: {chances:?}");
        }
        let [.., draws, _] = [0.0, game(120.0, CONDITIONS.margin())[1], 0.0];
        assert!((draws - 0.4).abs() < 1e-9, "{draws}");
        // Independent games of the same score vary as much as 0.6 / 4 / 2.
        let (_, variance) = moments(&CONDITIONS.pairs(Model::Logistic, 0.0));
        assert!(variance < 0.6 / 8.0 - 0.005, "{variance}");
        let unbiased = Conditions { draws: 0.4, bias: 0.0 }.pairs(Model::Logistic, 0.0);
        assert!((moments(&unbiased).1 - 0.6 / 8.0).abs() < 1e-9);
        assert_eq!(
            Conditions { draws: 0.0, bias: 0.0 }.pairs(Model::Logistic, 0.0).map(|chance| chance > 1e-9),
            [true, false, true, false, true]
        );
    }

    #[test]
    fn errors_are_no_more_often_than_allowed() {
        for (model, elo1, beta) in [(Model::Normalized, 14.0, 0.05), (Model::Logistic, 12.0, 0.1)] {
            let sprt = sprt(elo1, beta, model);
            for (elo, error, allowed) in [(0.0, Verdict::H1, 0.05), (elo1, Verdict::H0, beta)] {
                let played: Vec<Played<Pentanomial>> = many(&sprt, &CONDITIONS.pairs(model, elo), 11);
                let low = low_of(&played, error);
                assert!(low <= allowed, "{model:?} {elo}: {low}");
                // Nor far less often, for then matches would be too long.
                assert!(low_of(&played, error) > allowed / 5.0, "{model:?} {elo}: {low}");
            }
        }
    }

    #[test]
    fn single_games_err_no_more_often_either() {
        let sprt = sprt(20.0, 0.05, Model::Normalized);
        // 30 % draws; the variance is near 0.7 / 4.
        for (elo, error) in [(0.0, Verdict::H1), (20.0, Verdict::H0)] {
            let lead = elo / NORMALIZED_ELO * (0.7_f64 / 4.0).sqrt();
            let played: Vec<Played<Trinomial>> = many(&sprt, &[0.35 - lead, 0.3, 0.35 + lead], 12);
            assert!(low_of(&played, error) <= 0.05, "{elo}");
            assert!(played.iter().all(|played| played.units == played.results.games()));
        }
    }

    #[test]
    fn looking_seldom_changes_little() {
        let sprt = sprt(20.0, 0.05, Model::Normalized);
        let chances = CONDITIONS.pairs(Model::Normalized, 20.0);
        let every_pair = |index| {
            let mut rng = stream(3, Purpose::Sprt, index);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.count(draw(&chances, &mut rng));
                let verdict = sprt.verdict(sprt.llr(pairs));
                if verdict != Verdict::Continue {
                    return Played { results: pairs, units: pairs.pairs(), verdict };
                }
            }
        };
        for index in 0..200 {
            let seldom = play::<Pentanomial>(&sprt, &chances, &mut stream(3, Purpose::Sprt, index));
            assert_eq!(seldom, every_pair(index), "{index}");
        }
    }

    #[test]
    fn the_length_is_about_what_was_foreseen() {
        let sprt = sprt(20.0, 0.05, Model::Normalized);
        let chances = CONDITIONS.pairs(Model::Normalized, 10.0);
        let played: Vec<Played<Pentanomial>> = many(&sprt, &chances, 13);
        let mean = played.iter().map(|played| played.units).sum::<u64>() as f64 / played.len() as f64;
        let foreseen = longest::<Pentanomial>(&sprt, &chances);
        assert!((mean / foreseen - 1.0).abs() < 0.1, "{mean} and {foreseen}");
    }
}
