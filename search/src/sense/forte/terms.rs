//! The terms of the evaluation: what is counted of each side, each with its place in the list of weights.
//!
//! Everything is counted for both sides alike. Each place has two weights, for the side to move and for the other, since what
//! the one will do next the other can only hope for.

use crate::sense::terms::terms;

/// Numbers of forts that are told apart.
pub const TOLD: usize = 16;

terms! { TERMS, PLACES:
    /// The right to move.
    TEMPO: 1;
    /// Open lines with one, two and three knights.
    LINES: 3;
    /// Knights that have left their holes.
    DEVELOPED: 8;
    /// Forts that a knight can go to and that make three of an open line.
    THIRDS: TOLD;
    /// Those that do in two lines at once.
    CROSSINGS: TOLD;
    /// Forts that some knight can go to, in fours.
    REACH: 10;
    /// Knights that stand alone against three of the other side.
    BLOCKERS: 8;
    /// A knight on a fort, by row and column from the nearer edge.
    FORT: 9;
}

/// The place of a fort among the nine that differ up to symmetry.
pub(super) fn nook(row: u32, column: u32) -> usize {
    let inwards = |at: u32| if at < 3 { at } else { 5 - at };
    (3 * inwards(row) + inwards(column)) as usize
}
