//! What the search knows of checkers: an evaluation by patterns of men with tuned weights, and that jumps are forced.
//!
//! [`terms`] lists what is counted: men in nine overlapping windows of eight squares, kings by number and square,
//! mobility, the opposition. Each weight is a pair for many pieces and for few, blended by the pieces left ([`phase`]).
//! The weights in `weights.txt` are tuned on the engine's own games by `fort tune checkers`, which reads the same counts
//! that are played with.
//!
//! A side that must jump is *threatened* in the search's words: no static value means anything, and all its moves count
//! as noisy.

pub mod terms;
pub(crate) mod weights;
mod windows;

use std::cmp::Ordering;

use engine::bitboard::Bits;
use engine::games::checkers::Move;
use engine::games::checkers::board::{self, Checkers, Set};
use engine::{MoveList, Position, Score, Side};

use super::taper::Taper;
use super::{Sense, Sensed};
use crate::Margins;
use crate::tune::checkers as text;
use crate::tune::text::BadWeights;
use terms::Ledger;
pub use weights::{WEIGHTS, Weights};

/// The evaluation with its weights.
#[derive(Clone, Copy, Debug)]
pub struct CheckersSense {
    weights: &'static Weights,
}

impl Default for CheckersSense {
    fn default() -> Self {
        Self { weights: &WEIGHTS }
    }
}

impl CheckersSense {
    /// The same evaluation with other weights.
    #[must_use]
    pub const fn with(weights: &'static Weights) -> Self {
        Self { weights }
    }
}

/// Units of a score in a hundredth of a man.
pub const CENTIMAN: i32 = 1_000;
/// The [`phase`] with all pieces on the board.
pub const FULL: i32 = 20;

/// How much of a value is that of many pieces: [`FULL`] at the start, 0 with four pieces or fewer.
#[inline]
#[must_use]
pub fn phase(pos: &Checkers) -> i32 {
    (pos.count_pieces() as i32 - 4).clamp(0, FULL)
}

/// Adds weights up.
struct Sum {
    weights: &'static Weights,
    total: Taper,
}

impl Ledger for Sum {
    #[inline]
    fn count(&mut self, place: usize, times: i32) {
        self.total += self.weights.terms[place] * times;
    }
}

/// Counts everything that the evaluation of a position is made of but for the blend: for the tuner.
pub fn count_all(pos: &Checkers, ledger: &mut impl Ledger) {
    count(pos, ledger);
    for (window, &pattern) in patterns(pos).iter().enumerate() {
        if let Some((place, sign)) = windows::place(window, pattern) {
            ledger.count(place, sign);
        }
    }
}

#[inline]
fn patterns(pos: &Checkers) -> [usize; windows::WINDOWS] {
    windows::patterns(board::packed(pos.men(Side::First)), board::packed(pos.men(Side::Second)))
}

/// The rows, the second, fourth and so on, from which Black's pieces meet White's face to face when it is Black's turn; of
/// White it is the others.
const FACING_ROWS: Set = board::unpacked(0xF0F0_F0F0);

/// Counts all terms but the patterns.
#[inline]
fn count(pos: &Checkers, ledger: &mut impl Ledger) {
    let to_move = if pos.mover() == Side::First { 1 } else { -1 };
    let [black, white] = Side::BOTH.map(|side| pos.of(side));
    let [black_men, white_men] = Side::BOTH.map(|side| pos.men(side));
    let [black_kings, white_kings] = Side::BOTH.map(|side| pos.kings(side));
    let number = |set: Set| set.count_ones() as i32;
    ledger.count(terms::MAN, number(black_men) - number(white_men));
    ledger.count(terms::KING, number(black_kings) - number(white_kings));
    ledger.count(terms::TEMPO, to_move);
    let lead = number(black) - number(white);
    if lead == 0 {
        let rows = if pos.mover() == Side::First { FACING_ROWS } else { !FACING_ROWS };
        let is_odd = ((black | white) & rows).count_ones() & 1 == 1;
        ledger.count(terms::OPPOSITION, if is_odd { to_move } else { -to_move });
    } else {
        let place = (lead.unsigned_abs() as usize).min(terms::LEADS) - 1;
        ledger.count(terms::LEAD + 25 * place + pos.count_pieces() as usize, lead.signum());
    }
    let empty = pos.empty();
    let steps = |to: [Set; 2]| {
        let steps = (to[0] & empty).count_ones() + (to[1] & empty).count_ones();
        terms::MAN_STEPS + (steps as usize).min(terms::STEPS - 1)
    };
    ledger.count(steps([black_men << 4, black_men << 5]), 1);
    ledger.count(steps([white_men >> 4, white_men >> 5]), -1);
    if black_kings | white_kings != 0 {
        count_kings([black_kings, white_kings], empty, ledger);
    }
}

fn count_kings([black, white]: [Set; 2], empty: Set, ledger: &mut impl Ledger) {
    let told = |kings: Set| (kings.count_ones() as usize).min(terms::KINGS_TOLD - 1);
    let (mine, theirs) = (told(black), told(white));
    match mine.cmp(&theirs) {
        Ordering::Less => ledger.count(terms::KINGS + terms::KINGS_TOLD * theirs + mine, -1),
        Ordering::Equal => {}
        Ordering::Greater => ledger.count(terms::KINGS + terms::KINGS_TOLD * mine + theirs, 1),
    }
    for (kings, sign) in [(black, 1), (white, -1)] {
        if kings == 0 {
            continue;
        }
        let steps = [kings << 4, kings << 5, kings >> 4, kings >> 5].map(|to| (to & empty).count_ones());
        let steps = steps.iter().sum::<u32>() as usize;
        ledger.count(terms::KING_STEPS + steps.min(terms::STEPS - 1), sign);
        let free = kings & (empty << 4 | empty << 5 | empty >> 4 | empty >> 5);
        ledger.count(terms::SHUT_IN, sign * (kings ^ free).count_ones() as i32);
        for square in Bits(board::packed(kings).into()) {
            // White's squares as White sees them.
            let square = if sign > 0 { square } else { 31 - square };
            ledger.count(terms::KING_SQUARE + square as usize, sign);
        }
    }
}

impl CheckersSense {
    /// The value for Black in hundredths of a man.
    #[inline]
    fn value(self, pos: &Checkers) -> i32 {
        let mut sum = Sum { weights: self.weights, total: Taper::ZERO };
        count(pos, &mut sum);
        for (table, pattern) in self.weights.patterns.iter().zip(patterns(pos)) {
            sum.total += table[pattern];
        }
        let phase = phase(pos);
        (sum.total.middle() * phase + sum.total.end() * (FULL - phase)) / FULL
    }
}

impl Sense<Checkers> for CheckersSense {
    type Trace = ();
    /// Whether the side to move must jump.
    type Glance = bool;
    type Aims = ();

    const UNIT: i32 = 100 * CENTIMAN;
    const HAS_NOISE: bool = true;
    const SELECTIVE: bool = true;
    const QUIET_PLIES: u32 = 64;
    const MARGINS: Margins = Margins {
        threat_extension: 0,
        hanging_plies: 1,
        reverse_futility: 50,
        futility_base: 60,
        futility: 60,
        razoring: 120,
        ..Margins::USUAL
    };
    const WINDOW: i32 = 20 * CENTIMAN;

    fn begin(&self, _: &Checkers) {}

    fn follow(&self, (): &(), _: &Checkers, _: Move, _: &Checkers) {}

    #[inline]
    fn evaluate(&self, after: &Checkers, (): &()) -> Score {
        let value = self.value(after);
        let value = if after.mover() == Side::First { value } else { -value };
        // What weights alone can give stays below what a search must prove.
        Score(value.clamp(-9_000, 9_000) * CENTIMAN)
    }

    #[inline]
    fn glance(&self, pos: &Checkers) -> bool {
        pos.jumpers() != 0
    }

    fn aims(&self, _: &Checkers) {}

    #[inline]
    fn is_noisy(&self, _: &Checkers, must_jump: &bool, _: Move) -> bool {
        *must_jump
    }

    #[inline]
    fn may_be_noisy(&self, must_jump: &bool) -> bool {
        *must_jump
    }

    fn noisy_moves(&self, pos: &Checkers, must_jump: &bool, list: &mut MoveList<Move>) {
        if *must_jump {
            pos.moves(list);
        }
    }

    #[inline]
    fn is_threatened(&self, pos: &Checkers) -> bool {
        pos.jumpers() != 0
    }

    #[inline]
    fn hangs(&self, pos: &Checkers) -> bool {
        pos.passed().jumpers() != 0
    }

    /// The more pieces a jump takes, kings above all, the better it looks.
    #[inline]
    fn promise(&self, pos: &Checkers, must_jump: &bool, mv: Move) -> i32 {
        if !must_jump {
            return 0;
        }
        let captured = mv.captured();
        let kings = captured & (pos.kings(Side::First) | pos.kings(Side::Second));
        JUMP * (2 * captured.count_ones() + kings.count_ones()) as i32
    }

    #[inline]
    fn threatens(&self, pos: &Checkers, (): &(), mv: Move) -> bool {
        pos.play(mv).jumpers() != 0
    }
}

/// The promise of half a man taken: above what history says.
const JUMP: i32 = 1 << 17;

impl Sensed for Checkers {
    type Sense = CheckersSense;

    const BENCH_DEPTH: u32 = 18;

    fn sense() -> CheckersSense {
        CheckersSense::default()
    }

    fn sense_with(weights: &str) -> Option<Result<CheckersSense, BadWeights>> {
        Some(text::read(weights).map(|places| CheckersSense::with(Box::leak(Box::new(Weights::of(&places))))))
    }
}

#[cfg(test)]
mod tests;
