//! A mean over games that come in pairs, and its error.
//!
//! The two games of a pair depend on each other through opening and dice, so the error is estimated between pairs where
//! every game has its pair, else between games. Values are whole numbers in a unit of the caller's, so that sums are exact
//! and do not depend on their order.

use serde::Serialize;

use super::Z95;

/// Values of games, as they add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Means {
    games: Sums,
    pairs: Sums,
    /// The value of the first game of a pair, while the second has not come.
    open: Option<i64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sums {
    fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// The standard error of the mean, with the variance of the values as they are.
    fn standard_error(&self) -> f64 {
        // Exact until the division: a difference of two large squares.
        let count = i128::from(self.count);
        let variance = (count * self.squares - self.sum * self.sum) as f64 / (self.count as f64).powi(2);
        (variance / self.count as f64).sqrt()
    }
}

/// A mean a game, and half its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

impl Means {
    /// Adds the next game's value; the second of a pair comes after the first.
    pub(crate) fn add(&mut self, value: i64) {
        self.games.add(value);
        match self.open.take() {
            Some(first) => self.pairs.add(first + value),
            None => self.open = Some(value),
        }
    }

    /// The mean value of a game in units of `unit`; not a number without games.
    pub(crate) fn estimate(&self, unit: f64) -> Mean {
        let error = if self.open.is_none() { self.pairs.standard_error() / 2.0 } else { self.games.standard_error() };
        Mean { mean: self.games.mean() / unit, error: Z95 * error / unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Mean {
        let mut means = Means::default();
        for &value in values {
            means.add(value);
        }
        means.estimate(10.0)
    }

    fn close(found: Mean, mean: f64, standard_error: f64) -> bool {
        (found.mean - mean).abs() < 1e-12 && (found.error - Z95 * standard_error).abs() < 1e-12
    }

    #[test]
    fn pairs_are_what_varies() {
        // Means of pairs: 1.5 and 0.5, in units of ten; their deviation is 0.5, of two.
        assert!(close(of(&[10, 20, 30, -20]), 1.0, 0.5 / 2.0_f64.sqrt()));
        assert!(close(of(&[30, -30, 10, -10]), 0.0, 0.0));
        // An odd game out: -1, 1 and 3 deviate by the root of 8/3.
        assert!(close(of(&[10, -10, 30]), 1.0, (8.0_f64 / 3.0 / 3.0).sqrt()));
    }

    #[test]
    fn large_values_do_not_cancel_out() {
        let far = 1_900_000_000;
        assert!(close(of(&[far, far, far, far]), far as f64 / 10.0, 0.0));
        assert!(of(&[]).mean.is_nan());
    }
}
