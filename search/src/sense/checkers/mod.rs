//! What the search knows of checkers: material.

use engine::games::checkers::{Checkers, Move};
use engine::{MoveList, Position, Score};

use super::{Sense, Sensed};

/// The hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckersSense;

/// A man, in units of the score.
const MAN: i32 = 100_000;

/// All moves of a side that must jump are noisy, and none else.
impl Sense<Checkers> for CheckersSense {
    type Trace = ();
    type Glance = bool;
    type Aims = ();

    const UNIT: i32 = MAN;
    const HAS_NOISE: bool = true;
    const SELECTIVE: bool = true;
    const QUIET_PLIES: u32 = 64;

    fn begin(&self, _: &Checkers) {}

    fn follow(&self, (): &(), _: &Checkers, _: Move, _: &Checkers) {}

    fn evaluate(&self, after: &Checkers, (): &()) -> Score {
        let (own, rival) = (after.mover(), !after.mover());
        let count = |side| 2 * after.men(side).count_ones() as i32 + 3 * after.kings(side).count_ones() as i32;
        Score::from_static((count(own) - count(rival)) * MAN / 2)
    }

    fn glance(&self, pos: &Checkers) -> bool {
        pos.jumpers() != 0
    }

    fn aims(&self, _: &Checkers) {}

    fn is_noisy(&self, _: &Checkers, must_jump: &bool, _: Move) -> bool {
        *must_jump
    }

    fn may_be_noisy(&self, must_jump: &bool) -> bool {
        *must_jump
    }

    fn noisy_moves(&self, pos: &Checkers, must_jump: &bool, list: &mut MoveList<Move>) {
        if *must_jump {
            pos.moves(list);
        }
    }

    fn is_threatened(&self, pos: &Checkers) -> bool {
        pos.jumpers() != 0
    }
}

impl Sensed for Checkers {
    type Sense = CheckersSense;

    const BENCH_DEPTH: u32 = 15;

    fn sense() -> CheckersSense {
        CheckersSense
    }
}
