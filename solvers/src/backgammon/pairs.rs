//! Pairs of homes with at most six checkers each, solved from the end back.
//!
//! A play lowers the mover's pips, so pairs with equally many pips together do not wait for each other: 72 waves.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::home::{Home, homes_up_to};
use super::plays::{ROLLS, Roll, results};

/// The most checkers of a side in a pair.
pub const FEW: u8 = 6;

/// The homes with at most [`FEW`] checkers.
pub(super) const SIDES: usize = homes_up_to(FEW as usize);

/// The most pips of such a home.
const PIPS: usize = 6 * FEW as usize;

/// Where the value of a pair stands, if both sides have at most [`FEW`] checkers.
#[inline]
pub(super) fn place(mine: Home, theirs: Home) -> Option<usize> {
    let (mine, theirs) = (mine.number(), theirs.number());
    (mine < SIDES && theirs < SIDES).then_some(mine * SIDES + theirs)
}

/// What every roll can make of every side, as lists of numbers.
struct Replies {
    /// Where each list begins, by side and roll, and where the last ends.
    starts: Vec<u32>,
    numbers: Vec<u16>,
}

/// What every roll can make of one side.
pub(super) struct Rolls<'a> {
    starts: &'a [u32],
    numbers: &'a [u16],
}

impl Replies {
    fn new() -> Self {
        let (mut starts, mut numbers) = (vec![0], Vec::new());
        for home in (0..SIDES).filter_map(Home::from_number) {
            for roll in Roll::ALL {
                numbers.extend(results(home, roll));
                starts.push(numbers.len() as u32);
            }
        }
        Self { starts, numbers }
    }

    fn of(&self, side: usize) -> Rolls<'_> {
        Rolls { starts: &self.starts[side * ROLLS..=(side + 1) * ROLLS], numbers: &self.numbers }
    }
}

impl<'a> Rolls<'a> {
    /// Every roll with the numbers of the homes to which it can be played.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Roll, &'a [u16])> {
        let lists = self.starts.windows(2).map(|ends| &self.numbers[ends[0] as usize..ends[1] as usize]);
        Roll::ALL.into_iter().zip(lists)
    }
}

/// Solves all pairs. `won` is the value for the side on roll if it has no checkers left, `lost` if only the other has
/// none; `solve` finds that of a pair from what the rolls of the side on roll lead to, and from the values for the
/// other side, on roll then, against every home.
pub(super) fn solve_all<V: Copy + Send + Sync>(
    won: V,
    lost: V,
    solve: impl Fn(&Rolls<'_>, &[V]) -> V + Sync,
) -> Vec<V> {
    let replies = Replies::new();
    let mut values = vec![lost; SIDES * SIDES];
    values[..SIDES].fill(won);
    let mut sides: Vec<Vec<usize>> = vec![Vec::new(); PIPS + 1];
    for home in (1..SIDES).filter_map(Home::from_number) {
        sides[usize::from(home.pips())].push(home.number());
    }
    for pips in 2..=2 * PIPS {
        // A side that waits, whose values are read, and all that roll against it.
        let mut rows: Vec<(usize, &[usize])> = Vec::new();
        for waiting in pips.saturating_sub(PIPS).max(1)..=PIPS.min(pips - 1) {
            rows.extend(sides[waiting].iter().map(|&theirs| (theirs, &*sides[pips - waiting])));
        }
        let row = |&(theirs, mine): &(usize, &[usize])| -> Vec<V> {
            let values = &values[theirs * SIDES..][..SIDES];
            mine.iter().map(|&mine| solve(&replies.of(mine), values)).collect()
        };
        let solved: Vec<Vec<V>> = rows.par_iter().map(row).collect();
        for ((theirs, mine), solved) in rows.into_iter().zip(solved) {
            for (mine, value) in mine.iter().zip(solved) {
                values[mine * SIDES + theirs] = value;
            }
        }
    }
    values
}
