//! The board itself as inputs.

use engine::games::backgammon::board::{HOME, POINTS};

use super::seen::Seen;
use crate::net::Inputs;

/// Inputs of a block: a number a point, the bar as 25.
const BLOCK: usize = 25;
/// Three blocks of what is on a point, one of what is above three, and three inputs of what is borne off.
pub(super) const OF_A_SIDE: usize = 4 * BLOCK + 3;
/// What a racer sees of each side besides.
pub(super) const OF_A_RACER: usize = 4;

/// Adds a side's checkers: blots, two or more, three or more, half of what is above three; and what is off.
pub(super) fn add(seen: &Seen, begin: usize, inputs: &mut Inputs) {
    for (block, mask) in [seen.mine & !seen.made, seen.made, seen.spares].into_iter().enumerate() {
        each(mask, |point| inputs.push(begin + block * BLOCK + point - 1, 1.0));
    }
    let [ones, twos, fours, eights] = seen.planes;
    let more = fours | eights;
    each(more, |point| {
        let digit = |plane: u32| (plane >> point & 1) as u8;
        let number = digit(ones) + 2 * digit(twos) + 4 * digit(fours) + 8 * digit(eights);
        inputs.push(begin + 3 * BLOCK + point - 1, f32::from(number - 3) / 2.0);
    });
    let off = 15_u32.saturating_sub(seen.count(!0));
    for third in 0..3 {
        let part = off.saturating_sub(5 * third).min(5);
        inputs.push(begin + 4 * BLOCK + third as usize, part as f32 / 5.0);
    }
}

/// Adds what decides a race: pips, pips to bring all home, points without a checker at home, crossovers.
pub(super) fn add_race(seen: &Seen, begin: usize, inputs: &mut Inputs) {
    inputs.push(begin, seen.pips_above(0) as f32 / 100.0);
    inputs.push(begin + 1, seen.pips_above(6) as f32 / 50.0);
    inputs.push(begin + 2, (HOME & !seen.mine).count_ones() as f32 / 6.0);
    let crossovers: u32 = (1..4).map(|quarter| seen.count(POINTS & !0 << (6 * quarter + 1))).sum();
    inputs.push(begin + 3, crossovers as f32 / 15.0);
}

/// Calls `take` with the number of each bit.
#[inline]
fn each(mut mask: u32, mut take: impl FnMut(usize)) {
    while mask != 0 {
        take(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}
