//! The terms of the evaluation: what is counted, each with its place in the list of weights.
//!
//! A term is a range of places, one for each value it is counted by. Everything is counted twice: for Black, and with
//! the opposite sign for White as White sees it, so that a position and its turned twin have opposite values. The
//! evaluation tells a [`Ledger`] how often each place occurs; one ledger adds weights up, another records the counts for
//! the tuner, so that what is tuned is what is played.

use crate::sense::terms::terms;

/// Receives what the evaluation counts.
pub trait Ledger {
    /// Counts a place so many times, from Black's point of view: negative for White's.
    fn count(&mut self, place: usize, times: i32);
}

/// The ways in which men of both sides can stand on the eight squares of a window.
pub const PATTERNS: usize = 6561;
/// Windows that are not others turned round.
pub const WINDOWS: usize = 5;
/// Numbers of kings of a side that are told apart: none to four and more.
pub const KINGS_TOLD: usize = 5;
/// Leads in pieces that are told apart: one to four and more.
pub const LEADS: usize = 4;
/// Numbers of steps that are told apart.
pub const STEPS: usize = 16;

terms! { TERMS, PLACES:
    /// A man.
    MAN: 1;
    /// A king.
    KING: 1;
    /// The right to move.
    TEMPO: 1;
    /// The opposition: with as many pieces on both sides, whoever's turn it is with an odd number of them on the rows from
    /// which he would meet the other face to face.
    OPPOSITION: 1;
    /// More pieces than the other: by how many, and the number of all pieces.
    LEAD: LEADS * 25;
    /// Kings, by the number of own and of other ones.
    KINGS: KINGS_TOLD * KINGS_TOLD;
    /// A king on a square as its side sees it.
    KING_SQUARE: 32;
    /// The steps that kings can make.
    KING_STEPS: STEPS;
    /// The steps that men can make.
    MAN_STEPS: STEPS;
    /// A king that cannot make a step.
    SHUT_IN: 1;
    /// Men in a window of four rows by two files of squares: the window, how they stand.
    PATTERN: WINDOWS * PATTERNS;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_lie_one_after_the_other() {
        let end = TERMS.iter().fold(0, |at, &(name, first, size)| {
            assert_eq!(first, at, "{name}");
            at + size
        });
        assert_eq!(end, PLACES);
    }
}
