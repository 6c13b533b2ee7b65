//! Who wins when both sides have few checkers, if both play for nothing else.

use super::home::Home;
use super::pairs::{Rolls, place, solve_all};
use super::plays::WAYS;

/// The chance that the side on roll wins, for all pairs of homes with at most [`super::FEW`] checkers each. No gammon
/// is possible with so few.
#[derive(Clone, Debug)]
pub struct TwoSided {
    /// Rounded to single precision, which is within 3e-8.
    chances: Vec<f32>,
}

impl TwoSided {
    /// Solves all pairs, with as many threads as the pool in which it is called has.
    #[must_use]
    pub fn build() -> Self {
        let chances = solve_all(1.0, 0.0, chance);
        Self { chances: chances.into_iter().map(|chance| chance as f32).collect() }
    }

    /// The chance that the side on roll wins, exact to 1e-7; `None` if a side has more than [`super::FEW`] checkers. A
    /// side without checkers has won, the one on roll if both have none.
    #[inline]
    #[must_use]
    pub fn win_probability(&self, mine: Home, theirs: Home) -> Option<f64> {
        place(mine, theirs).map(|at| self.chances[at].into())
    }

    /// The bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.chances)
    }
}

/// The chance to win: the best play of a roll leaves the other side the least.
fn chance(rolls: &Rolls<'_>, theirs: &[f64]) -> f64 {
    let sum: f64 = rolls
        .iter()
        .map(|(roll, homes)| {
            let left = homes.iter().map(|&home| theirs[usize::from(home)]).fold(1.0, f64::min);
            f64::from(roll.ways()) * (1.0 - left)
        })
        .sum();
    sum / WAYS
}
