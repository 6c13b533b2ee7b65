//! FORTE's evaluation as a function of its weights, and the weights as text.
//!
//! The value is linear: for each place what the side to move has of it times one weight, less what the other side has times
//! another. As text there is a line for each place that is worth something, as for checkers: the two weights are the side to move's and the other's.

use engine::games::forte::{Forte, Move};
use engine::{Game, Side};

use super::model::{Counts, Model, Tunable};
use super::pairs;
use super::pull::{Pull, row};
use super::text::BadWeights;
use crate::sense::forte::terms::{self, PLACES, TERMS};
use crate::sense::forte::{count_all, is_sharp, weights};
use crate::sense::taper::Taper;

/// Reads weights by place.
///
/// # Errors
/// Where a line is not like those that the tuner writes, or names a place twice.
pub fn read(text: &str) -> Result<Vec<Taper>, BadWeights> {
    pairs::read(text, TERMS)
}

/// How far weights are from where they begin, and how far neighbours are from being off alike, in hundredths.
const OFF: f32 = 60.0;
const APART: f32 = 15.0;

impl Tunable for Forte {
    const SIZE: usize = 2 * PLACES;
    const BUILT_IN: &'static str = "search/src/sense/forte/weights.txt";

    type Counts = ForteCounts;

    fn built_in() -> String {
        weights::TUNED.to_owned()
    }

    fn read(text: &str) -> Result<Model, BadWeights> {
        Ok(pairs::model(&read(text)?))
    }

    fn write(model: &Model) -> String {
        pairs::write(&pairs::places(model), TERMS)
    }

    fn pull(start: &Model, strength: f32) -> Pull {
        let mut pull = Pull::new(start, strength);
        pull.hold(0..Self::SIZE, OFF);
        for &(_, first, size) in TERMS.iter().filter(|term| term.1 != terms::FORT) {
            pull.bind_pairs(row(first, size), APART);
        }
        pull
    }

    /// Where neither side can win at once and the side to move cannot fork.
    fn is_quiet(&self, _: Move) -> bool {
        !is_sharp(self)
    }
}

/// What the evaluation counts in one position: by weight, for A.
#[derive(Clone, Debug, Default)]
pub struct ForteCounts(Vec<(u32, f32)>);

impl Counts<Forte> for ForteCounts {
    type Slopes = ();

    fn count(&mut self, pos: &Forte) {
        self.0.clear();
        let mover = if pos.side() == Side::First { 1.0 } else { -1.0 };
        count_all(pos, |place, is_mover| {
            let weight = 2 * place as u32 + u32::from(!is_mover);
            self.0.push((weight, if is_mover { mover } else { -mover }));
        });
    }

    fn value(&self, _: &Forte, model: &Model) -> (f32, ()) {
        (self.0.iter().map(|&(weight, times)| model.0[weight as usize] * times).sum(), ())
    }

    fn add_slopes(&self, (): (), by: f32, gradient: &mut Model) {
        for &(weight, times) in &self.0 {
            gradient.0[weight as usize] += by * times;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Node;
    use engine::games::forte::Options;

    use super::*;
    use crate::sense::forte::HUNDREDTH;
    use crate::sense::{ForteSense, Sense};

    #[test]
    fn the_weights_played_with_are_as_the_tuner_writes_them() {
        assert_eq!(Forte::write(&Forte::read(weights::TUNED).expect("weights")), weights::TUNED);
    }

    #[test]
    fn a_models_value_is_what_is_played() {
        let (sense, model) = (ForteSense::default(), Forte::read(weights::TUNED).expect("weights"));
        let mut counts = ForteCounts::default();
        for text in [
            "....../....../....../....../....../...... ooooooo ooooooo A",
            "....../..B.../..A.../..AB../....../...... oo..ooo oo..ooo B",
            "....../A.B.../..A.../..AB../.B..../...... oo..o.o oo..o.o A",
        ] {
            let pos = Forte::parse(text, &Options::default()).expect("a position");
            Counts::count(&mut counts, &pos);
            let value = counts.value(&pos, &model).0 * if pos.side() == Side::First { 1.0 } else { -1.0 };
            let played = sense.evaluate(&pos, &()).0 / HUNDREDTH;
            assert!((value - played as f32).abs() < 1.0, "{pos}: {value} and {played}");
        }
    }
}
