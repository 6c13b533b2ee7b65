//! A score of games that come in groups: the games of a pair share their opening, those of a series their players' form.
//!
//! Such games are not independent. Two copies of one player, say, play the same game twice from a common opening, and
//! counting both would halve the variance. The error is therefore estimated between the groups (the ratio estimator of
//! cluster sampling, Cochran 1977, chapter 3), turned into the number of independent games that would have it, and
//! Wilson's interval is taken for that number.

use super::proportion::{Interval, wilson_for_rate};

/// Groups of games, as their half points and sizes add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clusters {
    groups: u64,
    half_points: u64,
    games: u64,
    /// Sums over the groups of squared half points, of half points times games, and of squared games.
    squares: [u128; 3],
}

impl Clusters {
    /// Counts a group of `games` games, at least one, that scored `half_points` in all.
    pub(crate) fn add(&mut self, half_points: u64, games: u64) {
        let (points, size) = (u128::from(half_points), u128::from(games));
        self.groups += 1;
        self.half_points += half_points;
        self.games += games;
        for (sum, square) in self.squares.iter_mut().zip([points * points, points * size, size * size]) {
            *sum += square;
        }
    }

    /// Counts all groups of `other` too.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.groups += other.groups;
        self.half_points += other.half_points;
        self.games += other.games;
        for (sum, square) in self.squares.iter_mut().zip(other.squares) {
            *sum += square;
        }
    }

    /// The mean score of a game, 0 to 1.
    pub(crate) fn score(&self) -> f64 {
        self.half_points as f64 / 2.0 / self.games as f64
    }

    /// The 95 % interval of the score.
    pub(crate) fn interval(&self) -> Interval {
        wilson_for_rate(self.score(), self.independent_games(), 0.95)
    }

    /// The number of independent games that would leave the same error: never more than were played, and as many as
    /// there are groups where nothing varies.
    pub(crate) fn independent_games(&self) -> f64 {
        let (groups, games, score) = (self.groups as f64, self.games as f64, self.score());
        if self.groups < 2 {
            return groups;
        }
        let [points, products, sizes] = self.squares.map(|sum| sum as f64);
        let between = points / 4.0 - score * products + score * score * sizes;
        let variance = between * groups / (groups - 1.0) / (games * games);
        let independent = score * (1.0 - score) / variance;
        if independent.is_finite() && variance > 0.0 { independent.min(games) } else { groups }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::proportion::wilson;

    #[test]
    fn the_same_game_twice_counts_once() {
        let mut twice = Clusters::default();
        (0..700).for_each(|_| twice.add(4, 2));
        (0..300).for_each(|_| twice.add(0, 2));
        let (found, expected) = (twice.interval(), wilson(700.0, 1_000, 0.95));
        assert!((twice.score() - 0.7).abs() < 1e-12);
        assert!((found.low - expected.low).abs() < 2e-5 && (found.high - expected.high).abs() < 2e-5, "{found:?}");
    }

    #[test]
    fn games_alone_are_as_they_were() {
        let mut alone = Clusters::default();
        (0..700).for_each(|_| alone.add(2, 1));
        (0..300).for_each(|_| alone.add(0, 1));
        let (found, expected) = (alone.interval(), wilson(700.0, 1_000, 0.95));
        assert!((found.low - expected.low).abs() < 2e-5 && (found.high - expected.high).abs() < 2e-5, "{found:?}");
    }

    #[test]
    fn opposite_results_in_every_pair_do_not_make_games_up() {
        let mut even = Clusters::default();
        (0..50).for_each(|_| even.add(2, 2));
        assert_eq!(even.interval(), wilson(25.0, 50, 0.95));
        let mut swept = Clusters::default();
        (0..50).for_each(|_| swept.add(4, 2));
        assert_eq!(swept.interval(), wilson(50.0, 50, 0.95));
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let (mut whole, mut parts, mut other) = (Clusters::default(), Clusters::default(), Clusters::default());
        for (half_points, games) in [(4, 2), (1, 1), (3, 2), (0, 3), (2, 2)] {
            whole.add(half_points, games);
            if games == 2 { &mut parts } else { &mut other }.add(half_points, games);
        }
        parts.merge(&other);
        assert_eq!(parts, whole);
    }

    #[test]
    fn few_games_still_have_an_interval() {
        assert_eq!(Clusters::default().interval(), Interval { low: 0.0, high: 1.0 });
        let mut one = Clusters::default();
        one.add(1, 1);
        assert_eq!(one.interval(), wilson(0.5, 1, 0.95));
    }
}
