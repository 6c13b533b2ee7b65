//! What the search knows of chess: a hand-made evaluation with tuned weights, the order of captures, null move.
//!
//! [`terms`] lists what is counted. `placement` (men as seen from both kings) and `structure` (pawns, shelter) are kept
//! in the trace along the line of play; `activity` (mobility, threats, attacks on the king) is worked out at every
//! node. Each value is a pair for middlegame and endgame, blended by the men left ([`phase`]); attacks on a king add up
//! to a danger that counts by its square. `drawish` knows endings that a lead does not win.
//!
//! The weights in `weights.in` are tuned on the engine's own games by `fort tune chess`, which reads the same counts that
//! are played with.

mod activity;
mod drawish;
mod placement;
mod structure;
pub mod terms;
mod view;
mod weights;

use engine::games::chess::attacks::Squares;
use engine::games::chess::checks::Checks;
use engine::games::chess::{Chess, Kind, Move};
use engine::{Game, MoveList, Score};

use super::taper::Taper;
use super::{Sense, Sensed};
use crate::tune::chess::text;
use crate::tune::text::BadWeights;
use terms::Ledger;
use view::{View, sign_of};
pub use weights::{WEIGHTS, Weights};

/// The hand-made evaluation with its weights.
#[derive(Clone, Copy, Debug)]
pub struct ChessSense {
    weights: &'static Weights,
}

impl Default for ChessSense {
    fn default() -> Self {
        Self { weights: &WEIGHTS }
    }
}

impl ChessSense {
    /// The same evaluation with other weights.
    #[must_use]
    pub const fn with(weights: &'static Weights) -> Self {
        Self { weights }
    }
}

/// Units of a score in a hundredth of a pawn.
pub const CENTIPAWN: i32 = 1_000;

/// What men are worth in an exchange, by [`Kind::bits`], in hundredths of a pawn.
const WORTH: [i32; 8] = [0, 500, 330, 950, 100, 320, 10_000, 0];

/// The men on the board for the blend of middlegame and endgame: [`FULL`] at the start, 0 with kings and pawns alone.
#[inline]
#[must_use]
pub fn phase(pos: &Chess) -> i32 {
    let number = |kind| pos.of_kind(kind).count_ones() as i32;
    let men = number(Kind::Knight) + number(Kind::Bishop) + 2 * number(Kind::Rook) + 4 * number(Kind::Queen);
    men.min(FULL)
}

/// The [`phase`] with all men on the board.
pub const FULL: i32 = 24;

/// What a danger costs, in hundredths of a pawn in the middlegame: its square over this.
pub const DANGER_SQUARE: i32 = 512;
/// And in the endgame: the danger over this.
pub const DANGER_LINEAR: i32 = 16;

/// What is kept along a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The sum of `placement`, from White's point of view.
    placement: Taper,
    /// The sums of `structure`.
    structure: Taper,
    danger: [i32; 2],
    passed: Squares,
    /// Stands for where the pawns are.
    pawns: u64,
}

/// Adds weights up.
struct Sum {
    weights: &'static Weights,
    total: Taper,
    danger: [i32; 2],
}

impl Sum {
    const fn new(weights: &'static Weights) -> Self {
        Self { weights, total: Taper::ZERO, danger: [0; 2] }
    }
}

impl Ledger for Sum {
    #[inline]
    fn count(&mut self, place: usize, times: i32) {
        self.total += self.weights.terms[place] * times;
    }

    #[inline]
    fn endanger(&mut self, king: usize, place: usize, times: i32) {
        self.danger[king] += i32::from(self.weights.dangers[place]) * times;
    }
}

/// Counts everything that the evaluation of a position is made of but for the blend and `drawish`: for the tuner.
pub fn count_all(pos: &Chess, ledger: &mut impl Ledger) {
    let view = View::of(pos);
    placement::count(pos, ledger);
    let passed = structure::count(&view, ledger);
    activity::count(&view, passed, ledger);
    ledger.count(terms::TEMPO, sign_of(pos));
}

/// The part of its value in sixty-fourths that a lead in the endgame keeps; `white_leads` says whose it is.
#[must_use]
pub fn share(pos: &Chess, white_leads: bool) -> i32 {
    drawish::share(pos, white_leads)
}

impl ChessSense {
    fn placement(self, pos: &Chess) -> Taper {
        let mut sum = Sum::new(self.weights);
        placement::count(pos, &mut sum);
        sum.total
    }

    /// The trace after a move that changed what pawns and kings decide.
    fn with_structure(self, pos: &Chess, placement: Taper) -> Trace {
        let mut sum = Sum::new(self.weights);
        let passed = structure::count(&View::of(pos), &mut sum);
        Trace { placement, structure: sum.total, danger: sum.danger, passed, pawns: structure::key(pos) }
    }

    /// The value for White in hundredths of a pawn.
    fn value(self, pos: &Chess, trace: &Trace) -> i32 {
        let mut sum = Sum { total: trace.placement + trace.structure, danger: trace.danger, weights: self.weights };
        activity::count(&View::of(pos), trace.passed, &mut sum);
        sum.count(terms::TEMPO, sign_of(pos));
        let danger = |king: usize| sum.danger[king].max(0);
        let [white, black] = [danger(0), danger(1)];
        let middle = sum.total.middle() + (black * black - white * white) / DANGER_SQUARE;
        let end = sum.total.end() + (black - white) / DANGER_LINEAR;
        let end = end * drawish::share(pos, end > 0) / 64;
        let phase = phase(pos);
        (middle * phase + end * (FULL - phase)) / FULL
    }
}

impl Sense<Chess> for ChessSense {
    type Trace = Trace;
    type Glance = ();
    type Aims = Checks;

    const UNIT: i32 = 100 * CENTIPAWN;
    const HAS_NOISE: bool = true;
    const SELECTIVE: bool = true;
    const WINS_BY_THREATS: bool = true;
    const QUIET_PLIES: u32 = 32;
    const WINDOW: i32 = 20 * CENTIPAWN;

    fn begin(&self, pos: &Chess) -> Trace {
        self.with_structure(pos, self.placement(pos))
    }

    fn glance(&self, _: &Chess) {}

    #[inline]
    fn follow(&self, trace: &Trace, pos: &Chess, mv: Move, after: &Chess) -> Trace {
        let is_king = mv.piece() == Kind::King;
        let placement = if is_king {
            self.placement(after)
        } else {
            let mut sum = Sum::new(self.weights);
            placement::count_move(pos, mv, &mut sum);
            trace.placement + sum.total
        };
        if is_king || mv.piece() == Kind::Pawn || mv.captured() == Some(Kind::Pawn) {
            self.with_structure(after, placement)
        } else {
            Trace { placement, ..*trace }
        }
    }

    #[inline]
    fn evaluate(&self, after: &Chess, trace: &Trace) -> Score {
        let value = self.value(after, trace) * sign_of(after);
        // What material alone can give stays below what a search must prove.
        Score(value.clamp(-9_000, 9_000) * CENTIPAWN)
    }

    #[inline]
    fn kin(&self, trace: &Trace) -> Option<u64> {
        Some(trace.pawns)
    }

    /// Captures before all quiet moves, of the dearest man by the cheapest; then queens.
    #[inline]
    fn promise(&self, _: &Chess, (): &(), mv: Move) -> i32 {
        match (mv.captured(), mv.promoted()) {
            (None, None) => 0,
            (captured, promoted) => {
                let won = captured.map_or(0, |kind| WORTH[kind.bits()]);
                let made = match promoted {
                    Some(Kind::Queen) => WORTH[Kind::Queen.bits()],
                    // There is hardly ever a reason for another.
                    Some(_) => return UNDERPROMOTION,
                    None => 0,
                };
                CAPTURE + 32 * (won + made) - mv.piece() as i32
            }
        }
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, (): &(), mv: Move) -> bool {
        match mv.promoted() {
            None => mv.captured().is_some(),
            Some(kind) => kind == Kind::Queen,
        }
    }

    fn noisy_moves(&self, pos: &Chess, (): &(), list: &mut MoveList<Move>) {
        pos.noisy_moves(list);
        list.retain(|&mv| self.is_noisy(pos, &(), mv));
    }

    #[inline]
    fn is_threatened(&self, pos: &Chess) -> bool {
        pos.is_check()
    }

    #[inline]
    fn threatens(&self, pos: &Chess, aims: &Checks, mv: Move) -> bool {
        aims.given_by(pos, mv)
    }

    #[inline]
    fn aims(&self, pos: &Chess) -> Checks {
        pos.checks()
    }

    /// Not with pawns alone, where to move is often a burden, nor in check.
    #[inline]
    fn pass(&self, pos: &Chess, trace: &Trace) -> Option<(Chess, Trace)> {
        let side = Game::side(pos);
        let has_men = pos.men(side) & !pos.of_kind(Kind::Pawn) & !pos.of_kind(Kind::King) != 0;
        (has_men && !pos.is_check()).then(|| (pos.pass(), *trace))
    }

    #[inline]
    fn gain(&self, _: &Chess, mv: Move) -> i32 {
        let made = mv.promoted().map_or(0, |kind| WORTH[kind.bits()] - WORTH[Kind::Pawn.bits()]);
        (mv.captured().map_or(0, |kind| WORTH[kind.bits()]) + made) * CENTIPAWN
    }

    #[inline]
    fn holds(&self, pos: &Chess, mv: Move, least: i32) -> bool {
        pos.exchange_gains(mv, least / CENTIPAWN, &WORTH)
    }

    #[inline]
    fn likely_key(&self, pos: &Chess, mv: Move) -> Option<u64> {
        Some(pos.likely_key(mv))
    }

    #[inline]
    fn prey(&self, mv: Move) -> usize {
        mv.captured().map_or(0, Kind::bits)
    }
}

/// The promise of a capture: above what history and killers say of quiet moves.
const CAPTURE: i32 = 1 << 20;
/// The promise of a promotion to less than a queen: below all others.
const UNDERPROMOTION: i32 = -(1 << 25);

impl Sensed for Chess {
    type Sense = ChessSense;

    const BENCH_DEPTH: u32 = 11;

    fn sense() -> ChessSense {
        ChessSense::default()
    }

    fn sense_with(weights: &str) -> Option<Result<ChessSense, BadWeights>> {
        Some(text::read(weights).map(|weights| ChessSense::with(Box::leak(Box::new(weights)))))
    }
}

#[cfg(test)]
mod tests;
