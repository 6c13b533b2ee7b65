//! Chess's evaluation as a function of its weights.
//!
//! With `m` and `e` the sums of counts times weights for middlegame and endgame, `w` and `b` the dangers of White's and
//! Black's kings (never below 0), `p` the phase from 0 to 1 and `s` the share of its endgame value that a lead keeps, the
//! value for White is
//!
//! ```text
//! p (m + (b² - w²) / DANGER_SQUARE) + (1 - p) s (e + (b - w) / DANGER_LINEAR)
//! ```
//!
//! as [`ChessSense`](crate::sense::ChessSense) works it out in whole numbers. Its slope along a weight is the count times
//! one of four factors that are the same for all weights of a kind ([`Slopes`]). `beliefs` has what pulls the weights,
//! [`text`] how they are written.

mod beliefs;
#[cfg(test)]
mod tests;
pub mod text;

use engine::games::chess::{Chess, Move};

use super::model::{Counts, Model, Tunable};
use super::pull::Pull;
use super::text::BadWeights;
use crate::sense::chess::terms::{DANGER_PLACES, Ledger, PLACES};
use crate::sense::chess::{DANGER_LINEAR, DANGER_SQUARE, FULL, WEIGHTS, Weights, count_all, phase, share};
use crate::sense::taper::Taper;

/// The number of weights: two a place, then the dangers.
pub const SIZE: usize = 2 * PLACES + DANGER_PLACES;

/// Weights as they are played with, as a model: middlegame and endgame side by side, the dangers behind them.
#[must_use]
pub fn model_of(weights: &Weights) -> Model {
    let pairs = weights.terms.iter().flat_map(|pair| [pair.middle() as f32, pair.end() as f32]);
    Model(pairs.chain(weights.dangers.iter().map(|&danger| f32::from(danger))).collect())
}

/// The nearest weights that can be played with.
#[must_use]
pub fn weights_of(model: &Model) -> Weights {
    let mut weights = Weights { terms: [Taper::ZERO; PLACES], dangers: [0; DANGER_PLACES] };
    let (pairs, dangers) = model.0.split_at(2 * PLACES);
    // A float beyond the range becomes its end.
    let whole = |weight: f32| weight.round() as i16;
    for (place, pair) in weights.terms.iter_mut().zip(pairs.chunks_exact(2)) {
        *place = Taper::new(i32::from(whole(pair[0])), i32::from(whole(pair[1])));
    }
    for (place, &danger) in weights.dangers.iter_mut().zip(dangers) {
        *place = whole(danger);
    }
    weights
}

impl Tunable for Chess {
    const SIZE: usize = SIZE;
    const BUILT_IN: &'static str = "search/src/sense/chess/weights.in";

    type Counts = ChessCounts;

    fn built_in() -> String {
        text::write(&WEIGHTS)
    }

    fn read(text: &str) -> Result<Model, BadWeights> {
        text::read(text).map(|weights| model_of(&weights))
    }

    fn write(model: &Model) -> String {
        text::write(&weights_of(model))
    }

    fn pull(start: &Model, strength: f32) -> Pull {
        beliefs::pull(start, strength)
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_check() && mv.captured().is_none() && mv.promoted().is_none()
    }
}

/// What the evaluation counts in one position, by place; a place may stand several times.
#[derive(Clone, Debug, Default)]
pub struct ChessCounts {
    terms: Vec<(u16, i16)>,
    dangers: [Vec<(u16, i16)>; 2],
}

impl Ledger for ChessCounts {
    #[inline]
    fn count(&mut self, place: usize, times: i32) {
        if times != 0 {
            self.terms.push((place as u16, times as i16));
        }
    }

    #[inline]
    fn endanger(&mut self, king: usize, place: usize, times: i32) {
        if times != 0 {
            self.dangers[king].push((place as u16, times as i16));
        }
    }
}

/// How a value moves with what is summed up: middlegame, endgame, danger of White's king, of Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slopes {
    middle: f32,
    end: f32,
    dangers: [f32; 2],
}

impl Counts<Chess> for ChessCounts {
    type Slopes = Slopes;

    fn count(&mut self, pos: &Chess) {
        self.terms.clear();
        self.dangers.iter_mut().for_each(Vec::clear);
        count_all(pos, self);
    }

    #[inline]
    fn value(&self, pos: &Chess, model: &Model) -> (f32, Slopes) {
        let (pairs, dangers) = model.0.split_at(2 * PLACES);
        let (mut middle, mut end) = (0.0, 0.0);
        for &(place, times) in &self.terms {
            let (place, times) = (2 * usize::from(place), f32::from(times));
            middle += pairs[place] * times;
            end += pairs[place + 1] * times;
        }
        let danger = |king: usize| {
            let sum: f32 =
                self.dangers[king].iter().map(|&(place, times)| dangers[usize::from(place)] * f32::from(times)).sum();
            sum.max(0.0)
        };
        let [white, black] = [danger(0), danger(1)];
        middle += (black * black - white * white) / DANGER_SQUARE as f32;
        end += (black - white) / DANGER_LINEAR as f32;
        let in_middle = phase(pos) as f32 / FULL as f32;
        let in_end = (1.0 - in_middle) * share(pos, end > 0.0) as f32 / 64.0;
        let slope = |danger: f32| {
            // A danger below 0 counts as none, and then no weight in it matters.
            if danger > 0.0 {
                in_middle * 2.0 * danger / DANGER_SQUARE as f32 + in_end / DANGER_LINEAR as f32
            } else {
                0.0
            }
        };
        let slopes = Slopes { middle: in_middle, end: in_end, dangers: [-slope(white), slope(black)] };
        (in_middle * middle + in_end * end, slopes)
    }

    #[inline]
    fn add_slopes(&self, slopes: Slopes, by: f32, gradient: &mut Model) {
        let (pairs, dangers) = gradient.0.split_at_mut(2 * PLACES);
        let (middle, end) = (slopes.middle * by, slopes.end * by);
        for &(place, times) in &self.terms {
            let (place, times) = (2 * usize::from(place), f32::from(times));
            pairs[place] += middle * times;
            pairs[place + 1] += end * times;
        }
        for (counts, slope) in self.dangers.iter().zip(slopes.dangers) {
            if slope != 0.0 {
                for &(place, times) in counts {
                    dangers[usize::from(place)] += slope * by * f32::from(times);
                }
            }
        }
    }
}
