//! What the search knows of chess: material so far.

use engine::games::chess::{Chess, Kind, Move};
use engine::{Game, Score, Side};

use super::{Sense, Sensed};

/// The hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessSense;

/// Units of a score in a hundredth of a pawn.
const CENTIPAWN: i32 = 1_000;

/// What men are worth, by [`Kind::bits`], in hundredths of a pawn.
const WORTH: [i32; 8] = [0, 500, 330, 950, 100, 320, 0, 0];

impl Sense<Chess> for ChessSense {
    type Trace = ();
    type Glance = ();

    const UNIT: i32 = 100 * CENTIPAWN;
    const HAS_NOISE: bool = true;

    fn begin(&self, _: &Chess) {}

    fn glance(&self, _: &Chess) {}

    fn follow(&self, (): &(), _: &Chess, _: Move, _: &Chess) {}

    fn evaluate(&self, after: &Chess, (): &()) -> Score {
        let side = Game::side(after);
        let count = |side: Side| -> i32 {
            Kind::ALL.iter().map(|&kind| after.of(side, kind).count_ones() as i32 * WORTH[kind.bits()]).sum()
        };
        Score::from_static((count(side) - count(!side)) * CENTIPAWN)
    }

    fn promise(&self, _: &Chess, (): &(), mv: Move) -> i32 {
        mv.captured().map_or(0, |kind| (1 << 20) + WORTH[kind.bits()] * 16 - WORTH[mv.piece().bits()])
    }

    fn is_noisy(&self, _: &Chess, (): &(), mv: Move) -> bool {
        mv.captured().is_some() || mv.promoted() == Some(Kind::Queen)
    }
}

impl Sensed for Chess {
    type Sense = ChessSense;

    const BENCH_DEPTH: u32 = 6;

    fn sense() -> ChessSense {
        ChessSense
    }
}
