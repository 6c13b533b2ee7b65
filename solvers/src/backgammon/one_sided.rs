//! One side alone: in how many rolls its checkers are off, or the first of them.
//!
//! Whoever plays so makes the mean number of rolls least; among plays of equal mean those with the least variance. The
//! chances of a race between two such sides are near those of best play, but not the same: who is behind should take
//! risks, and who is ahead should avoid them. [`super::TwoSided`] is exact where it reaches.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::distribution::{Distributions, fewer, no_more};
use super::home::{CHECKERS, HOMES, Home, homes_up_to};
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

/// What is known of the rolls that a position takes.
#[derive(Clone, Copy)]
struct Race {
    mean: f64,
    variance: f64,
    /// The chances of 0, 1, 2, … rolls.
    chances: [f64; MOST_ROLLS],
}

impl Race {
    /// It is over.
    const fn over() -> Self {
        let mut chances = [0.0; MOST_ROLLS];
        chances[0] = 1.0;
        Self { mean: 0.0, variance: 0.0, chances }
    }

    /// Whether it is better to be here than there.
    fn is_before(&self, other: &Self) -> bool {
        let ahead = other.mean - self.mean;
        if ahead.abs() < SAME_MEAN { self.variance < other.variance } else { ahead > 0.0 }
    }
}

impl OneSided {
    /// Solves all positions, with as many threads as the pool in which it is called has.
    #[must_use]
    pub fn build() -> Self {
        // Which of the two is solved first is all the same, but both together would need twice the memory.
        let first_off = races(SAVED)[SAVED..].iter().map(|race| &race.chances[..]).collect();
        let races = races(1);
        Self {
            means: races.iter().map(|race| race.mean).collect(),
            deviations: races.iter().map(|race| race.variance.sqrt()).collect(),
            all_off: races.iter().map(|race| &race.chances[..]).collect(),
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

/// The races of all positions, if those with numbers below `goal` are at theirs.
fn races(goal: usize) -> Vec<Race> {
    let mut races = vec![Race::over(); HOMES];
    // A play leads to fewer pips, so positions with equally many do not wait for each other.
    let mut waves: Vec<Vec<Home>> = vec![Vec::new(); 6 * usize::from(CHECKERS) + 1];
    for home in (goal..HOMES).filter_map(Home::from_number) {
        waves[usize::from(home.pips())].push(home);
    }
    for wave in waves {
        let solved: Vec<Race> = wave.par_iter().map(|&home| solve(home, &races)).collect();
        for (home, race) in wave.into_iter().zip(solved) {
            races[home.number()] = race;
        }
    }
    races
}

/// The race from a position, from those with lower numbers.
fn solve(home: Home, races: &[Race]) -> Race {
    let mut race = Race { mean: 1.0, variance: 0.0, chances: [0.0; MOST_ROLLS] };
    let mut mean_square = 0.0;
    for roll in Roll::ALL {
        let share = f64::from(roll.ways()) / WAYS;
        let next = results(home, roll).into_iter().map(|number| &races[usize::from(number)]);
        let best = next.reduce(|best, next| if next.is_before(best) { next } else { best });
        let best = best.expect("every roll can be played");
        race.mean += share * best.mean;
        mean_square += share * (best.variance + best.mean * best.mean);
        for (chance, before) in race.chances[1..].iter_mut().zip(&best.chances) {
            *chance += share * before;
        }
    }
    // One roll more moves the mean, not what lies around it.
    let mean = race.mean - 1.0;
    race.variance = (mean_square - mean * mean).max(0.0);
    race
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_race_is_longer_than_its_place() {
        let races = races(1);
        assert!(races.iter().all(|race| race.chances[MOST_ROLLS - 1] == 0.0));
        for race in &races {
            let mean: f64 = race.chances.iter().zip(0..).map(|(chance, rolls)| chance * f64::from(rolls)).sum();
            assert!((race.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((mean - race.mean).abs() < 1e-11);
        }
    }
}
