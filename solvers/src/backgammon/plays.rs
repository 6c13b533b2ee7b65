//! What a roll can make of a home board when no opponent stands in the way.
//!
//! A die moves a checker from a point above its number down, bears one off from the point of its number, and bears one
//! off from the highest point if that is below. So every die can be played while a checker is left, and "both dice, or
//! else the larger" decides nothing: if one die bears the last checker off, both orders do.

use super::home::{Home, POINTS};

/// What two dice show, whichever shows which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// The rolls that differ.
pub const ROLLS: usize = 21;

/// How many ways two dice can fall.
pub(super) const WAYS: f64 = 36.0;

impl Roll {
    /// All rolls: 1-1, 2-1, 2-2, 3-1 and so on.
    pub const ALL: [Self; ROLLS] = all();

    /// In how many of the 36 ways the dice show this: 1 if equal, 2 otherwise.
    #[must_use]
    pub const fn ways(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Whether both dice show the same, which is then played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The larger die.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller die.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }
}

const fn all() -> [Roll; ROLLS] {
    let mut rolls = [Roll { high: 1, low: 1 }; ROLLS];
    let mut at = 0;
    let mut high = 1;
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[at] = Roll { high, low };
            at += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
}

/// The positions to which a roll can be played, each once, in the order of their numbers. From no checkers there is
/// only no checkers.
#[must_use]
pub fn plays(home: Home, roll: Roll) -> Vec<Home> {
    results(home, roll).into_iter().filter_map(|number| Home::from_number(number.into())).collect()
}

/// The numbers of the positions to which a roll can be played, each once, rising.
pub(super) fn results(home: Home, roll: Roll) -> Vec<u16> {
    let mut found = Vec::with_capacity(32);
    if roll.is_double() {
        let mut homes = vec![home];
        for _ in 0..3 {
            let mut next = Vec::with_capacity(64);
            for &home in &homes {
                step(home, roll.high, |home| next.push((home.number(), home)));
            }
            next.sort_unstable_by_key(|&(number, _)| number);
            next.dedup_by_key(|&mut (number, _)| number);
            homes = next.into_iter().map(|(_, home)| home).collect();
        }
        for home in homes {
            step(home, roll.high, |home| found.push(home.number() as u16));
        }
    } else {
        for (first, second) in [(roll.high, roll.low), (roll.low, roll.high)] {
            step(home, first, |home| step(home, second, |home| found.push(home.number() as u16)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Visits what one die can make of a position; nothing stays nothing.
#[inline]
fn step(home: Home, die: u8, mut visit: impl FnMut(Home)) {
    let (counts, die) = (home.counts(), usize::from(die));
    let mut is_stuck = true;
    for point in (die..=POINTS).filter(|&point| counts[point - 1] > 0) {
        is_stuck = false;
        visit(home.moved(point, die));
    }
    if is_stuck {
        let highest = (1..die).rev().find(|&point| counts[point - 1] > 0);
        visit(highest.map_or(home, |point| home.moved(point, die)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plays as text, as [`Home`] writes them.
    fn played(counts: [u8; POINTS], high: u8, low: u8) -> Vec<String> {
        let home = Home::new(counts).expect("few checkers");
        plays(home, Roll { high, low }).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rolls_are_thirty_six_ways() {
        assert_eq!(Roll::ALL.iter().map(|roll| u32::from(roll.ways())).sum::<u32>(), 36);
        assert!(Roll::ALL.iter().all(|roll| roll.high() >= roll.low()));
    }

    #[test]
    fn checkers_leave_from_the_point_or_from_the_highest() {
        // A six takes the highest; the two bears off or moves down, before or after.
        assert_eq!(played([0, 1, 1, 0, 1, 0], 6, 2), ["0 0 0 1 0 0", "0 0 0 0 1 1", "0 0 0 1 1 0"]);
        // A checker above the four must be moved before one below is borne off.
        assert_eq!(played([0, 0, 1, 0, 1, 0], 4, 4), ["0 0 0 0 0 0"]);
        assert_eq!(played([2, 0, 0, 0, 0, 1], 5, 4), ["0 0 0 0 0 2"]);
    }

    #[test]
    fn a_last_checker_leaves_in_either_order() {
        assert_eq!(played([0, 0, 0, 1, 0, 0], 4, 1), ["0 0 0 0 0 0"]);
        assert_eq!(played([0, 0, 0, 0, 0, 1], 3, 1), ["0 0 0 0 1 0"]);
        assert_eq!(played([0; 6], 3, 1), ["0 0 0 0 0 0"]);
    }

    #[test]
    fn doubles_are_played_four_times() {
        assert_eq!(played([0, 0, 0, 0, 0, 5], 6, 6), ["1 0 0 0 0 0"]);
        assert_eq!(played([0, 2, 0, 0, 0, 0], 1, 1), ["0 0 0 0 0 0"]);
        assert_eq!(played([0, 3, 0, 0, 0, 0], 1, 1), ["0 0 0 0 1 0", "0 0 0 0 0 2"]);
    }

    #[test]
    fn every_play_lowers_the_number() {
        for number in 1..super::super::home::homes_up_to(6) {
            let home = Home::from_number(number).expect("a low number");
            for roll in Roll::ALL {
                assert!(results(home, roll).iter().all(|&result| usize::from(result) < number), "{home}");
            }
        }
    }
}
