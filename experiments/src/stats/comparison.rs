//! Whether scores differ from each other, and which of many do.
//!
//! Two scores are compared by the pooled test of two proportions: if both were equal, their difference would have the
//! variance of the common score. Games that depend on each other count as the number of independent ones that would leave the same
//! error ([`Clusters`]). Where many are tested, some differ by chance: [`benjamini_hochberg`] holds the share of false ones among
//! those that are called different (Benjamini and Hochberg 1995).

use statrs::distribution::{ContinuousCDF, Normal};

use super::clusters::Clusters;

/// The share of false discoveries that is accepted among those that are marked.
pub(crate) const FALSE_DISCOVERIES: f64 = 0.05;

/// The probability that two scores differ as much as these or more, if both have the same mean; 1 where nothing varies.
pub(crate) fn differ(one: &Clusters, other: &Clusters) -> f64 {
    let (n, m) = (one.independent_games(), other.independent_games());
    if n <= 0.0 || m <= 0.0 {
        return 1.0;
    }
    let mean = (one.score() * n + other.score() * m) / (n + m);
    two_sided((one.score() - other.score()) / (mean * (1.0 - mean) * (1.0 / n + 1.0 / m)).sqrt())
}

/// The probability that a score is as far from one half as this or farther, if one half is the mean.
pub(crate) fn differs_from_half(scores: &Clusters) -> f64 {
    let games = scores.independent_games();
    if games <= 0.0 { 1.0 } else { two_sided((scores.score() - 0.5) * 2.0 * games.sqrt()) }
}

/// Both tails of the standard normal distribution beyond `deviations`.
fn two_sided(deviations: f64) -> f64 {
    if deviations.is_nan() { 1.0 } else { 2.0 * Normal::standard().cdf(-deviations.abs()) }
}

/// Adjusts probabilities for their number: the least share of false discoveries at which each would be called one.
pub(crate) fn benjamini_hochberg(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[other].total_cmp(&probabilities[one]));
    let count = probabilities.len() as f64;
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut least = 1.0_f64;
    for (above, &index) in order.iter().enumerate() {
        // The rank counts from the smallest, the order from the greatest.
        least = least.min(probabilities[index] * count / (count - above as f64));
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64) -> Clusters {
        let mut all = Clusters::default();
        (0..wins).for_each(|_| all.add(2, 1));
        (0..losses).for_each(|_| all.add(0, 1));
        all
    }

    /// By hand the variance is that of the games; estimated from groups, 100 games count as 99.
    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 2e-3
    }

    #[test]
    fn a_difference_by_hand() {
        // 60 of 100 and 45 of 100: pooled 0.525, z = 0.15 / sqrt(0.525 * 0.475 / 50) = 2.1240, both tails 0.0337.
        assert!(close(differ(&games(60, 40), &games(45, 55)), 0.0337));
        // 60 of 100 against one half: z = 2, both tails 0.0455.
        assert!(close(differs_from_half(&games(60, 40)), 0.0455));
        assert!(close(differs_from_half(&games(40, 60)), 0.0455));
    }

    #[test]
    fn nothing_is_shown_where_nothing_varies_or_nothing_is_there() {
        let none = Clusters::default();
        for (one, other) in [(games(9, 0), games(5, 0)), (games(5, 5), none), (none, none)] {
            assert!((differ(&one, &other) - 1.0).abs() < 1e-12);
        }
        assert!((differs_from_half(&none) - 1.0).abs() < 1e-12);
        assert!(differ(&games(30, 0), &games(0, 30)) < 1e-9);
    }

    #[test]
    fn the_same_games_twice_show_no_more_than_once() {
        let mut twice = Clusters::default();
        (0..60).for_each(|_| twice.add(4, 2));
        (0..40).for_each(|_| twice.add(0, 2));
        assert!((differs_from_half(&twice) - differs_from_half(&games(60, 40))).abs() < 2e-3);
    }

    #[test]
    fn adjusted_by_hand() {
        // Six ranks: 6p/1, 6p/2, ... and from the greatest down never more than the one above.
        let adjusted = benjamini_hochberg(&[0.03, 0.001, 0.9, 0.02, 0.035, 0.4]);
        let expected = [0.0525, 0.006, 0.9, 0.0525, 0.0525, 0.48];
        assert!(
            adjusted.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12),
            "{adjusted:?}"
        );
        assert!(benjamini_hochberg(&[]).is_empty());
    }
}
