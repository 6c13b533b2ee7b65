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
    /// Where each list ends, by side and roll.
    ends: Vec<u32>,
    numbers: Vec<u16>,
}

impl Replies {
    fn new() -> Self {
        let (mut ends, mut numbers) = (Vec::with_capacity(SIDES * ROLLS), Vec::new());
        for home in (0..SIDES).filter_map(Home::from_number) {
            for roll in Roll::ALL {
                numbers.extend(results(home, roll));
                ends.push(numbers.len() as u32);
            }
        }
        Self { ends, numbers }
    }

    /// The rolls with what they can make of a side that has checkers left.
    fn of(&self, side: usize) -> impl Iterator<Item = (Roll, &[u16])> {
        let at = side * ROLLS;
        let mut start = self.ends[at - 1] as usize;
        Roll::ALL.into_iter().zip(&self.ends[at..]).map(move |(roll, &end)| {
            let list = &self.numbers[start..end as usize];
            start = end as usize;
            (roll, list)
        })
    }
}

/// Solves all pairs. `won` is the value for the side on roll if it has no checkers left, `lost` if the other has none;
/// `solve` finds that of a pair from the rolls of the side on roll, with the numbers of the homes to which each leads,
/// and the values for the other side against every home.
pub(super) fn solve_all<V: Copy + Send + Sync>(
    won: V,
    lost: V,
    solve: impl Fn(&mut dyn Iterator<Item = (Roll, &[u16])>, &[V]) -> V + Sync,
) -> Vec<V> {
    let replies = Replies::new();
    let mut values = vec![lost; SIDES * SIDES];
    values[..SIDES].fill(won);
    let mut sides: Vec<Vec<usize>> = vec![Vec::new(); PIPS + 1];
    for home in (1..SIDES).filter_map(Home::from_number) {
        sides[usize::from(home.pips())].push(home.number());
    }
    for pips in 2..=2 * PIPS {
        // Rows: a side that waits, and those that roll against it.
        let theirs = (1..pips).filter(|&theirs| theirs <= PIPS && pips - theirs <= PIPS);
        let rows: Vec<(usize, &[usize])> = theirs
            .flat_map(|theirs| sides[theirs].iter().map(|&row| (row, &*sides[pips - theirs])).collect::<Vec<_>>())
            .collect();
        let row = |&(theirs, mine): &(usize, &[usize])| -> Vec<V> {
            let row = &values[theirs * SIDES..][..SIDES];
            mine.iter().map(|&mine| solve(&mut replies.of(mine), row)).collect()
        };
        let solved: Vec<Vec<V>> = rows.par_iter().map(row).collect();
        for ((theirs, mine), solved) in rows.into_iter().zip(solved) {
            mine.iter().zip(solved).for_each(|(mine, value)| values[mine * SIDES + theirs] = value);
        }
    }
    values
}
