//! What a race with few checkers is worth when there is a doubling cube and money is played for.
//!
//! A value is what the side on roll wins on average, less what it loses, with the cube's present number as the unit,
//! before it decides whether to double. Both play checkers and cube as well as can be. The rules of the cube are those
//! of money play: who may double does so before rolling, any number of times, without limit and without beavers; who
//! passes loses the cube's number; who takes owns the cube at twice the number. With at most six checkers no gammon is
//! possible, so the Jacoby rule changes nothing.
//!
//! With E(c) the value of a pair with the cube at c (mine, centred, theirs, as the side on roll sees it), R(c) that of
//! rolling without a double, and c' the cube as the other side sees it:
//!
//! - R(c) = the mean over rolls of the best play's -E(c') for the other side, or 1 if it bears the last checker off;
//! - E(theirs) = R(theirs);
//! - E(mine) = max(R(mine), D) and E(centred) = max(R(centred), D), where D = min(1, 2 R(theirs)) is a double, which
//!   the other side passes or takes.

use super::home::Home;
use super::pairs::{Rolls, place, solve_all};
use super::plays::WAYS;

/// Who owns the doubling cube, as the side on roll sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cube {
    /// The side on roll: it alone may double.
    Mine,
    /// Nobody: both may double.
    Centred,
    /// The other side: the side on roll may not double.
    Theirs,
}

/// What the side on roll should do before it rolls, and the other side then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubling {
    /// Not double, or not be allowed to.
    Roll,
    /// Double, and the other side takes.
    Take,
    /// Double, and the other side passes.
    Pass,
}

/// The values of a pair by [`Cube`], in its order.
type Values<T> = [T; 3];

/// Equities in money play with a cube, for all pairs of homes with at most [`super::FEW`] checkers each.
#[derive(Clone, Debug)]
pub struct Cubeful {
    /// Rounded to single precision, which is within 3e-8 of values from -1 to 1.
    values: Vec<Values<f32>>,
}

impl Cubeful {
    /// Solves all pairs, with as many threads as the pool in which it is called has.
    #[must_use]
    pub fn build() -> Self {
        // A race that is over is paid at the cube's number, whoever owns it.
        let values = solve_all([1.0; 3], [-1.0; 3], values);
        Self { values: values.into_iter().map(|values| values.map(|value| value as f32)).collect() }
    }

    /// The equity of the side on roll before it doubles or rolls, in units of the cube, from -1 to 1, exact to 1e-7;
    /// `None` if a side has more than [`super::FEW`] checkers.
    #[inline]
    #[must_use]
    pub fn equity(&self, mine: Home, theirs: Home, cube: Cube) -> Option<f64> {
        place(mine, theirs).map(|at| self.values[at][cube as usize].into())
    }

    /// Whether to double, and what the other side then does; `None` if a side has more than [`super::FEW`] checkers.
    /// Where doubling and rolling are worth the same the answer is to double, where taking and passing are, to take.
    #[must_use]
    pub fn doubling(&self, mine: Home, theirs: Home, cube: Cube) -> Option<Doubling> {
        let values = self.values[place(mine, theirs)?];
        let taken = 2.0 * values[Cube::Theirs as usize];
        // Doubling and taking the lesser are exact in single precision: no rounding comes between these.
        Some(if cube == Cube::Theirs || values[cube as usize] > taken.min(1.0) {
            Doubling::Roll
        } else if taken > 1.0 {
            Doubling::Pass
        } else {
            Doubling::Take
        })
    }

    /// The bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.values)
    }
}

/// The equities of a pair: the best play of a roll leaves the other side the least, with each cube another.
fn values(rolls: &Rolls<'_>, theirs: &[Values<f64>]) -> Values<f64> {
    let mut sums = [0.0; 3];
    for (roll, homes) in rolls.iter() {
        let mut left = [f64::INFINITY; 3];
        for &home in homes {
            let values = theirs[usize::from(home)];
            left = [left[0].min(values[0]), left[1].min(values[1]), left[2].min(values[2])];
        }
        // What is mine is theirs when they look at it.
        left.reverse();
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum -= f64::from(roll.ways()) * left;
        }
    }
    let [mine, centred, theirs] = sums.map(|sum| sum / WAYS);
    let double = (2.0 * theirs).min(1.0);
    [mine.max(double), centred.max(double), theirs]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(counts: [u8; 6]) -> Home {
        Home::new(counts).expect("few checkers")
    }

    #[test]
    fn last_rolls_and_cubes() {
        let tables = Cubeful::build();
        let near = |mine, theirs, cube, wanted: f64| {
            let found = tables.equity(mine, theirs, cube).expect("few checkers");
            assert!((found - wanted).abs() < 1e-7, "{mine}, {theirs}, {cube:?}: {found} is not {wanted}");
        };
        // Five and two are off with 19 of the 36 rolls, and there is no second: a double, and a take.
        let (five_two, ace) = (home([0, 1, 0, 0, 1, 0]), home([1, 0, 0, 0, 0, 0]));
        for (cube, wanted) in [(Cube::Mine, 4.0 / 36.0), (Cube::Centred, 4.0 / 36.0), (Cube::Theirs, 2.0 / 36.0)] {
            near(five_two, ace, cube, wanted);
        }
        assert_eq!(tables.doubling(five_two, ace, Cube::Centred), Some(Doubling::Take));
        assert_eq!(tables.doubling(five_two, ace, Cube::Theirs), Some(Doubling::Roll));
        // Two rolls each: 13/18 without a cube, far too good to take.
        let aces = home([4, 0, 0, 0, 0, 0]);
        near(aces, aces, Cube::Theirs, 13.0 / 18.0);
        near(aces, aces, Cube::Mine, 1.0);
        assert_eq!(tables.doubling(aces, aces, Cube::Mine), Some(Doubling::Pass));
        // Six and one are off with 15 of the 36: no double.
        let six_one = home([1, 0, 0, 0, 0, 1]);
        near(six_one, ace, Cube::Centred, -6.0 / 36.0);
        assert_eq!(tables.doubling(six_one, ace, Cube::Centred), Some(Doubling::Roll));
        assert_eq!(tables.doubling(home([7, 0, 0, 0, 0, 0]), ace, Cube::Centred), None);
    }

    #[test]
    fn a_cube_is_worth_having() {
        let tables = Cubeful::build();
        for values in &tables.values {
            assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)), "{values:?}");
            // Nobody need use it.
            assert!(values[0] >= values[1] && values[1] >= values[2], "{values:?}");
        }
    }
}
