//! The tables against the rules: what is known of a position must follow from what is known one ply on, by the engine's
//! move generator, with which the solver shares no code.

use engine::games::checkers::Checkers;
use engine::games::checkers::board::unpacked;
use engine::{Known, MoveList, Position, Probe, Side, Value};

use super::material::Slice;
use super::placement::Placement;
use super::tables::{Tables, before, better};

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pos}: the tables have {told:?}, its moves give {deduced:?}")]
pub struct Mistake {
    /// The position.
    pub pos: Checkers,
    /// What the tables have.
    pub told: Known,
    /// What follows.
    pub deduced: Known,
}

impl Tables {
    /// Checks `samples` cells of a slice, spread over all of it, or all if there are no more, and says how many had a
    /// position. Plies are compared where both are known.
    ///
    /// # Errors
    /// With the first position whose value does not follow.
    pub fn verify(&self, slice: Slice, samples: u64) -> Result<u64, Mistake> {
        let [movers, rivals] = [slice.mover, slice.rival].map(|material| material.placements() as u64);
        let cells = movers * rivals;
        // Steps by the golden ratio: evenly spread however many they are.
        let stride = if samples >= cells { 1 } else { (cells as f64 * 0.618_033_988_749_895) as u64 | 1 };
        let mut checked = 0;
        for sample in 0..samples.min(cells) {
            let cell = (u128::from(sample) * u128::from(stride) % u128::from(cells)) as u64;
            let mover = Placement::of(slice.mover, (cell / rivals) as usize);
            let rival = Placement::of(slice.rival, (cell % rivals) as usize).turned();
            let pieces = [mover, rival].map(|side| unpacked(side.pieces()));
            let Ok(pos) = Checkers::new(pieces, unpacked(mover.kings | rival.kings), Side::First, 0) else { continue };
            self.check(&pos)?;
            checked += 1;
        }
        Ok(checked)
    }

    /// Checks a position that the tables have, and the same with the colours exchanged.
    fn check(&self, pos: &Checkers) -> Result<(), Mistake> {
        for pos in [*pos, pos.turned()] {
            let told = self.known(&pos);
            let deduced = self.deduced(&pos);
            let is_same = told.plies.zip(deduced.plies).is_none_or(|(told, deduced)| told == deduced);
            if told.value != deduced.value || !is_same {
                return Err(Mistake { pos, told, deduced });
            }
        }
        Ok(())
    }

    fn known(&self, pos: &Checkers) -> Known {
        self.probe(pos).expect("a move makes no pieces")
    }

    fn deduced(&self, pos: &Checkers) -> Known {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let moves = list.iter().map(|&mv| before(self.known(&pos.play(mv))));
        moves.reduce(better).unwrap_or(Known { value: Value::Loss, plies: Some(0) })
    }
}
