//! The weights: what each place of each term is worth.

use super::terms::{DANGER_PLACES, PLACES};
use crate::sense::taper::Taper;

/// What each place of each term is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By place, in hundredths of a pawn for middlegame and endgame.
    pub terms: [Taper; PLACES],
    /// By place of what endangers a king.
    pub dangers: [i16; DANGER_PLACES],
}

/// The weights that are played with, tuned by `fort tune chess`.
pub static WEIGHTS: Weights = Weights { terms: paired(&TUNED.0), dangers: TUNED.1 };

/// Pairs for middlegame and endgame, then the dangers: as the tuner writes them.
static TUNED: ([[i16; 2]; PLACES], [i16; DANGER_PLACES]) = include!("weights.in");

const fn paired(pairs: &[[i16; 2]; PLACES]) -> [Taper; PLACES] {
    let mut terms = [Taper::ZERO; PLACES];
    let mut place = 0;
    while place < PLACES {
        terms[place] = Taper::new(pairs[place][0] as i32, pairs[place][1] as i32);
        place += 1;
    }
    terms
}
