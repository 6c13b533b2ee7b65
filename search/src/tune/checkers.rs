//! Checkers' evaluation as a function of its weights, and the weights as text.
//!
//! With `m` and `e` the sums of counts times weights for many pieces and for few, and `p` the phase from 0 to 1, the value for
//! Black is `p m + (1 - p) e`, as [`CheckersSense`](crate::sense::CheckersSense) works it out in whole numbers.
//!
//! As text there is a line for each place that is worth something: the term's name, the place in it from 0, and the two
//! weights, `KING_SQUARE 13 5 8`. What is not named is worth nothing.

use engine::games::checkers::{Checkers, Move};

use super::model::{Counts, Model, Tunable};
use super::pairs;
use super::pull::{Grid, Pull, row};
use super::text::BadWeights;
use crate::sense::checkers::terms::{self, Ledger, PLACES, TERMS};
use crate::sense::checkers::{FULL, count_all, phase, weights};
use crate::sense::taper::Taper;

/// The number of weights: two a place.
pub const SIZE: usize = 2 * PLACES;

/// Reads weights by place.
///
/// # Errors
/// Where a line is not like those that [`write()`] writes, or names a place twice.
pub fn read(text: &str) -> Result<Vec<Taper>, BadWeights> {
    pairs::read(text, TERMS)
}

/// Writes the weights by place that are worth something.
#[must_use]
pub fn write(places: &[Taper]) -> String {
    pairs::write(places, TERMS)
}

/// How far weights are from where they begin, how far patterns are from nothing, and how far neighbours are from being off
/// alike, in hundredths of a man.
const OTHERS: f32 = 50.0;
const PATTERNS: f32 = 15.0;
const APART: f32 = 8.0;

impl Tunable for Checkers {
    const SIZE: usize = SIZE;
    const BUILT_IN: &'static str = "search/src/sense/checkers/weights.txt";

    type Counts = CheckersCounts;

    fn built_in() -> String {
        weights::TUNED.to_owned()
    }

    fn read(text: &str) -> Result<Model, BadWeights> {
        Ok(pairs::model(&read(text)?))
    }

    fn write(model: &Model) -> String {
        write(&pairs::places(model))
    }

    fn pull(start: &Model, strength: f32) -> Pull {
        let mut pull = Pull::new(start, strength);
        if start.0.iter().any(|&weight| weight != 0.0) {
            pull.hold(0..2 * terms::PATTERN, OTHERS);
        }
        pull.hold_down(2 * terms::PATTERN..SIZE, PATTERNS);
        for grid in [
            Grid { first: terms::LEAD, columns: 25, rows: terms::LEADS },
            row(terms::KING_STEPS, terms::STEPS),
            row(terms::MAN_STEPS, terms::STEPS),
        ] {
            pull.bind_pairs(grid, APART);
        }
        pull
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_jump()
    }
}

/// What the evaluation counts in one position, by place; a place may stand several times.
#[derive(Clone, Debug, Default)]
pub struct CheckersCounts(Vec<(u32, f32)>);

impl Ledger for CheckersCounts {
    #[inline]
    fn count(&mut self, place: usize, times: i32) {
        if times != 0 {
            self.0.push((2 * place as u32, times as f32));
        }
    }
}

impl Counts<Checkers> for CheckersCounts {
    /// How the value moves with the sum for many pieces; with the other it moves by the rest.
    type Slopes = f32;

    fn count(&mut self, pos: &Checkers) {
        self.0.clear();
        count_all(pos, self);
    }

    fn value(&self, pos: &Checkers, model: &Model) -> (f32, f32) {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(weight, times) in &self.0 {
            middle += model.0[weight as usize] * times;
            end += model.0[weight as usize + 1] * times;
        }
        let in_middle = phase(pos) as f32 / FULL as f32;
        (in_middle * middle + (1.0 - in_middle) * end, in_middle)
    }

    fn add_slopes(&self, in_middle: f32, by: f32, gradient: &mut Model) {
        let (middle, end) = (in_middle * by, (1.0 - in_middle) * by);
        for &(weight, times) in &self.0 {
            gradient.0[weight as usize] += middle * times;
            gradient.0[weight as usize + 1] += end * times;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::checkers;

    use super::*;
    use crate::sense::checkers::CENTIMAN;
    use crate::sense::{CheckersSense, Sense};

    #[test]
    fn the_weights_played_with_are_as_the_tuner_writes_them() {
        assert_eq!(write(&read(weights::TUNED).expect("weights")), weights::TUNED);
        assert_eq!(Checkers::write(&Checkers::read(weights::TUNED).expect("weights")), weights::TUNED);
    }

    #[test]
    fn a_models_value_is_what_is_played_but_for_rounding() {
        let (sense, model) = (CheckersSense::default(), Checkers::read(weights::TUNED).expect("weights"));
        let mut counts = CheckersCounts::default();
        for pos in [
            checkers!("B:W21-32:B1-12"),
            checkers!("B:W18,22,24,25,29,30,K5:B1,3,7,12,14,K27,K32"),
            checkers!("B:WK4,K8,20:BK30,31,K32,9".replace("31,", "K31,").as_str()),
            checkers!("B:W10,22:BK9,K11,13"),
        ] {
            Counts::count(&mut counts, &pos);
            let value = counts.value(&pos, &model).0;
            let played = sense.evaluate(&pos, &()).0 / CENTIMAN;
            assert!((value - played as f32).abs() < 2.0, "{pos}: {value} and {played}");
        }
    }

    #[test]
    fn malformed_texts_are_refused_with_the_line() {
        for (text, line, reason) in [
            ("MAN 0 100", 1, "is not a term, a place and two weights"),
            ("MAN 0 1 2\n\nMEN 0 1 2", 3, "there is no term \"MEN\"; the terms are MAN KING"),
            ("MAN 1 1 2", 1, "\"1\" is no place of MAN: 0 to 0"),
            ("MAN 0 1 2\nMAN 0 1 2", 2, "MAN 0 is there twice"),
            ("MAN 0 1 40000", 1, "\"40000\" is not a whole number of 16 bits"),
        ] {
            let error = read(text).expect_err(reason);
            assert_eq!(error.line, line, "{error}");
            assert!(error.what.contains(reason), "{error}");
        }
    }
}
