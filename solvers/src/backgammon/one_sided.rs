//! One side alone: in how many rolls its checkers are off, or the first of them.
//!
//! Whoever plays so makes the mean number of rolls least; among plays of equal mean those with the least variance. The
//! chances of a race between two such sides are near those of best play, but not the same: who is behind should take
//! risks, and who is ahead should avoid them. Against [`super::TwoSided`], which is exact where it reaches, they are
//! wrong by 0.0009 on average over all its pairs and by 0.0139 at most.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::distribution::{Distributions, fewer, no_more};
use super::home::{CHECKERS, HOMES, Home, POINTS, homes_up_to};
use super::plays::{Roll, WAYS, results};

/// More rolls than any position takes. Unless only the ace point is held, a roll brings three pips; after at most 25
/// of those at most eight rolls take the rest off.
const MOST_ROLLS: usize = 36;

/// Means that differ by less are equal.
const SAME_MEAN: f64 = 1e-11;

/// The positions with fewer than all checkers, which save the gammon.
const SAVED: usize = homes_up_to(CHECKERS as usize - 1);

/// For every home of up to 15 checkers, how many rolls it takes to bear them all off, and to bear off the first.
#[derive(Clone, Debug)]
pub struct OneSided {
    means: Vec<f64>,
    deviations: Vec<f64>,
    /// By number.
    all_off: Distributions,
    /// By number less [`SAVED`].
    first_off: Distributions,
}

/// The chances of a gammon for the side on roll, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gammons {
    /// That it wins one.
    pub win: f64,
    /// That it loses one.
    pub loss: f64,
}

/// The mean and the variance of the rolls that a position takes.
#[derive(Clone, Copy)]
struct Moments {
    mean: f64,
    variance: f64,
}

impl Moments {
    /// Whether it is better to be here than there.
    fn is_before(self, other: Self) -> bool {
        let ahead = other.mean - self.mean;
        if ahead.abs() < SAME_MEAN { self.variance < other.variance } else { ahead > 0.0 }
    }
}

/// The chances of 0, 1, 2, … rolls.
type Chances = [f64; MOST_ROLLS];

/// What is known of the rolls that all positions take, by number.
struct Races {
    /// Apart from the chances, which are only looked at when the best play is known.
    moments: Vec<Moments>,
    chances: Vec<Chances>,
}

impl OneSided {
    /// Solves all positions, with as many threads as the pool in which it is called has.
    #[must_use]
    pub fn build() -> Self {
        // One after the other, as both together would need twice the memory.
        let first_off = Races::to(SAVED).chances[SAVED..].iter().map(|chances| &chances[..]).collect();
        let Races { moments, chances } = Races::to(1);
        Self {
            means: moments.iter().map(|moments| moments.mean).collect(),
            deviations: moments.iter().map(|moments| moments.variance.sqrt()).collect(),
            all_off: chances.iter().map(|chances| &chances[..]).collect(),
            first_off,
        }
    }

    /// The mean number of rolls to bear all off.
    #[inline]
    #[must_use]
    pub fn mean_rolls(&self, home: Home) -> f64 {
        self.means[home.number()]
    }

    /// The standard deviation of the number of rolls to bear all off.
    #[inline]
    #[must_use]
    pub fn sd_rolls(&self, home: Home) -> f64 {
        self.deviations[home.number()]
    }

    /// The chances that all are off after 0, 1, 2, … rolls. They add up to 1 within 1e-6.
    #[inline]
    #[must_use]
    pub fn distribution(&self, home: Home) -> &[f32] {
        self.all_off.get(home.number())
    }

    /// The chances that the first checker is off after 0, 1, 2, … rolls if that is what the side plays for; 0 rolls if
    /// there are fewer than 15, as the others are off.
    #[inline]
    #[must_use]
    pub fn until_first_off(&self, home: Home) -> &[f32] {
        home.number().checked_sub(SAVED).map_or(&[1.0], |at| self.first_off.get(at))
    }

    /// The chance that the side on roll wins the race, if both play for their least mean.
    #[must_use]
    pub fn win_probability(&self, mine: Home, theirs: Home) -> f64 {
        no_more(self.distribution(mine), self.distribution(theirs))
    }

    /// The chances of gammons, if whoever may lose one plays to save it and the other for its least mean.
    #[must_use]
    pub fn gammons(&self, mine: Home, theirs: Home) -> Gammons {
        Gammons {
            win: no_more(self.distribution(mine), self.until_first_off(theirs)),
            loss: fewer(self.distribution(theirs), self.until_first_off(mine)),
        }
    }

    /// The bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let numbers = size_of_val(&*self.means) + size_of_val(&*self.deviations);
        numbers + self.all_off.bytes() + self.first_off.bytes()
    }
}

impl Races {
    /// The races of all positions to those with numbers below `goal`.
    fn to(goal: usize) -> Self {
        let mut over = [0.0; MOST_ROLLS];
        over[0] = 1.0;
        let at_goal = Moments { mean: 0.0, variance: 0.0 };
        let mut races = Self { moments: vec![at_goal; HOMES], chances: vec![over; HOMES] };
        // A play leads to fewer pips, so positions with equally many do not wait for each other.
        let mut waves: Vec<Vec<Home>> = vec![Vec::new(); POINTS * usize::from(CHECKERS) + 1];
        for home in (goal..HOMES).filter_map(Home::from_number) {
            waves[usize::from(home.pips())].push(home);
        }
        for wave in waves {
            let solved: Vec<(Moments, Chances)> = wave.par_iter().map(|&home| races.solve(home)).collect();
            for (home, (moments, chances)) in wave.into_iter().zip(solved) {
                races.moments[home.number()] = moments;
                races.chances[home.number()] = chances;
            }
        }
        races
    }

    /// The race from a position, from those with lower numbers.
    fn solve(&self, home: Home) -> (Moments, Chances) {
        let (mut mean, mut mean_square, mut chances) = (0.0, 0.0, [0.0; MOST_ROLLS]);
        for roll in Roll::ALL {
            let share = f64::from(roll.ways()) / WAYS;
            let best = self.best(home, roll);
            let Moments { mean: left, variance } = self.moments[best];
            mean += share * left;
            mean_square += share * (variance + left * left);
            for (chance, before) in chances[1..].iter_mut().zip(&self.chances[best]) {
                *chance += share * before;
            }
        }
        // One roll more moves the mean, not what lies around it.
        let variance = (mean_square - mean * mean).max(0.0);
        (Moments { mean: mean + 1.0, variance }, chances)
    }

    /// The number of the position to which it is best to play a roll.
    fn best(&self, home: Home, roll: Roll) -> usize {
        let plays = results(home, roll).into_iter().map(usize::from);
        let better =
            |best: usize, next: usize| if self.moments[next].is_before(self.moments[best]) { next } else { best };
        plays.reduce(better).expect("every roll can be played")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_race_is_longer_than_its_place() {
        let races = Races::to(1);
        for (chances, moments) in races.chances.iter().zip(&races.moments) {
            assert!(chances[MOST_ROLLS - 1] == 0.0);
            let mean: f64 = chances.iter().zip(0..).map(|(chance, rolls)| chance * f64::from(rolls)).sum();
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((mean - moments.mean).abs() < 1e-11);
        }
    }
}
