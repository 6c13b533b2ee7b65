//! What the search knows of FORTE: threats and forks exactly, open lines and reach by tuned weights.
//!
//! A knight reaches more than half the board, so three in an open line are nearly always a threat to win at once. What is sure
//! within three plies is told exactly: whether the side to move wins now, whether it can parry what it cannot win
//! against, and whether it can fork (`forks.rs`). Below that, [`terms`] are counted for both sides, with weights that
//! `fort tune forte` fits to games. Everything is shifts and population counts over whole boards, so there is nothing to keep
//! along the line of play.
//!
//! A side under a threat is *threatened* in the search's words: only moves that win or parry are looked at.
//! Geometry: [`engine::games::forte::board`].

mod forks;
pub mod terms;
pub(crate) mod weights;

use engine::bitboard::Bits;
use engine::games::forte::board::{self, FORTS, WIDTH};
use engine::games::forte::{Forte, Move};
use engine::{Game, Known, Score, Side, Value};

use super::{Sense, Sensed};
use crate::Margins;
use crate::tune::forte as text;
use crate::tune::text::BadWeights;
use forks::{Lines, forks, reach, wins};
use terms::TOLD;
use weights::{WEIGHTS, Weights};

/// The evaluation with its weights.
#[derive(Clone, Copy, Debug)]
pub struct ForteSense {
    weights: &'static Weights,
}

impl Default for ForteSense {
    fn default() -> Self {
        Self { weights: &WEIGHTS }
    }
}

/// Units of a score in a hundredth of what weights are given in.
pub const HUNDREDTH: i32 = 1_000;

/// Less the plies that are left: a win or loss that is sure, as a static value, far above sums of weights.
const SURE: i32 = Score::POINT / 2;

/// Counts everything that the evaluation of a position is made of, for both sides: each time the place and whether it is the
/// side to move's.
pub(crate) fn count_all(pos: &Forte, mut count: impl FnMut(usize, bool)) {
    let (own, enemy) = (pos.knights(pos.side()), pos.knights(!pos.side()));
    let (lines, theirs) = (Lines::of(own, enemy), Lines::of(enemy, own));
    count(terms::TEMPO, true);
    count_side((own, enemy), (&lines, &theirs), |place| count(place, true));
    count_side((enemy, own), (&theirs, &lines), |place| count(place, false));
}

/// Counts what the side with the knights `own` has.
#[inline]
fn count_side((own, enemy): (u64, u64), (lines, theirs): (&Lines, &Lines), mut count: impl FnMut(usize)) {
    let number = |set: u64| set.count_ones() as usize;
    let (mut others, mut can_reach) = (own, 0);
    while others != 0 {
        can_reach |= board::TARGETS[others.trailing_zeros() as usize & 63];
        others &= others - 1;
    }
    for (index, &lines) in lines.counts.iter().enumerate() {
        (0..lines).for_each(|_| count(terms::LINES + index));
    }
    count(terms::DEVELOPED + number(own & FORTS).min(7));
    count(terms::THIRDS + number(lines.thirds & can_reach).min(TOLD - 1));
    count(terms::CROSSINGS + number(lines.crossings & can_reach).min(TOLD - 1));
    count(terms::REACH + number(can_reach & !(own | enemy)) / 4);
    count(terms::BLOCKERS + number(theirs.blockers).min(7));
    for fort in Bits(own & FORTS) {
        count(terms::FORT + terms::nook(fort / WIDTH, fort % WIDTH));
    }
}

/// Whether a win is sure within three plies, or a threat is to be answered: then the terms say nothing.
pub(crate) fn is_sharp(pos: &Forte) -> bool {
    let (own, enemy, free) = (pos.knights(pos.side()), pos.knights(!pos.side()), pos.free());
    wins(own, free) != 0 || wins(enemy, free) != 0 || forks(own, enemy, &Lines::of(own, enemy))
}

impl ForteSense {
    /// The same evaluation with other weights.
    #[must_use]
    pub const fn with(weights: &'static Weights) -> Self {
        Self { weights }
    }

    /// What the terms say for the side to move, whose lines and the other's are given.
    #[inline]
    fn balance(self, (own, enemy): (u64, u64), (lines, theirs): (&Lines, &Lines)) -> i32 {
        let mut sum = self.weights.moving[terms::TEMPO];
        count_side((own, enemy), (lines, theirs), |place| sum += self.weights.moving[place]);
        count_side((enemy, own), (theirs, lines), |place| sum -= self.weights.waiting[place]);
        sum
    }
}

/// The forts that matter at once, of a position whose moves are about to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// The forts on which the side to move wins.
    wins: u64,
    /// The forts on which the other side threatens to; none if the side to move is the first.
    parries: u64,
}

impl Sense<Forte> for ForteSense {
    type Trace = ();
    type Glance = Threats;
    type Aims = ();

    const UNIT: i32 = 100 * HUNDREDTH;
    const HAS_NOISE: bool = true;
    const SELECTIVE: bool = true;
    const TELLS_ANSWERS: bool = true;
    const MARGINS: Margins = Margins { threat_extension: 0, late_moves: 20, ..Margins::USUAL };

    fn begin(&self, _: &Forte) {}

    fn aims(&self, _: &Forte) {}

    #[inline]
    fn glance(&self, pos: &Forte) -> Threats {
        let (own, enemy, free) = (pos.knights(pos.side()), pos.knights(!pos.side()), pos.free());
        let wins = forks::wins(own, free);
        Threats { wins, parries: if wins == 0 { forks::wins(enemy, free) } else { 0 } }
    }

    fn follow(&self, (): &(), _: &Forte, _: Move, _: &Forte) {}

    fn evaluate(&self, after: &Forte, (): &()) -> Score {
        let (own, enemy, free) = (after.knights(after.side()), after.knights(!after.side()), after.free());
        if wins(own, free) != 0 {
            return Score(SURE - 1);
        }
        let (lines, theirs) = (Lines::of(own, enemy), Lines::of(enemy, own));
        let threats = wins(enemy, free);
        if threats == 0 {
            if forks(own, enemy, &lines) {
                return Score(SURE - 3);
            }
        } else if threats.count_ones() > 1 || threats & !reach(own) != 0 {
            return Score(2 - SURE);
        }
        let balance = self.balance((own, enemy), (&lines, &theirs)) * HUNDREDTH;
        Score(balance.clamp(-SURE / 2, SURE / 2))
    }

    #[inline]
    fn settles(&self, value: Score) -> Option<Known> {
        let plies = SURE.wrapping_sub(value.0.wrapping_abs());
        let value = if value.0 > 0 { Value::Win } else { Value::Loss };
        (1..4).contains(&plies).then_some(Known { value, plies: Some(plies as u16) })
    }

    #[inline]
    fn is_threatened(&self, pos: &Forte) -> bool {
        let (own, enemy, free) = (pos.knights(pos.side()), pos.knights(!pos.side()), pos.free());
        wins(enemy, free) != 0 && wins(own, free) == 0
    }

    #[inline]
    fn threatens(&self, pos: &Forte, (): &(), mv: Move) -> bool {
        if mv.holes().is_some() {
            return false;
        }
        let (own, enemy) = after_move(pos, mv);
        let free = FORTS & !(own | enemy);
        wins(own, free) != 0 && wins(enemy, free) == 0
    }

    #[inline]
    fn may_answer(&self, _: &Forte, glance: &Threats, mv: Move) -> bool {
        glance.parries >> mv.to() & 1 == 1
    }

    /// Passing may be best only where every move spoils something, which seven knights hardly ever come to.
    #[inline]
    fn pass(&self, pos: &Forte, (): &()) -> Option<(Forte, ())> {
        let is_begun = Side::BOTH.into_iter().all(|side| pos.in_hand(side) == 0);
        is_begun.then(|| (pos.passed(), ()))
    }

    /// Wins, then moves onto a fort where the enemy would win, then by the number of forts that would win next, then by
    /// the number of lines through the fort.
    fn promise(&self, pos: &Forte, glance: &Threats, mv: Move) -> i32 {
        if mv.holes().is_some() {
            return 0;
        }
        let (own, enemy) = after_move(pos, mv);
        if glance.wins >> mv.to() & 1 == 1 && board::has_line(own) {
            return 1 << 20;
        }
        let parries = glance.parries >> mv.to() & 1;
        let threats = board::completions(own, FORTS & !(own | enemy)).count_ones();
        let lines = LINES_THROUGH[mv.to() as usize] - LINES_THROUGH[mv.from() as usize];
        (parries as i32) * (1 << 16) + (threats as i32) * (1 << 8) + lines
    }

    /// Moves that parry: elsewhere what is sure needs no move to tell.
    #[inline]
    fn is_noisy(&self, _: &Forte, glance: &Threats, mv: Move) -> bool {
        glance.parries >> mv.to() & 1 == 1
    }

    #[inline]
    fn may_be_noisy(&self, glance: &Threats) -> bool {
        glance.parries != 0
    }
}

impl Sensed for Forte {
    type Sense = ForteSense;

    const BENCH_DEPTH: u32 = 12;

    fn sense() -> ForteSense {
        ForteSense::default()
    }

    fn sense_with(weights: &str) -> Option<Result<ForteSense, BadWeights>> {
        Some(text::read(weights).map(|places| ForteSense::with(Box::leak(Box::new(Weights::of(&places))))))
    }
}

/// The mover's knights and the other's after a knight's move.
#[inline]
fn after_move(pos: &Forte, mv: Move) -> (u64, u64) {
    let own = pos.knights(pos.side()) ^ (1 << mv.from() | 1 << mv.to());
    (own, pos.knights(!pos.side()))
}

/// How many of the 54 lines go through each fort; none through a hole.
const LINES_THROUGH: [i32; 64] = lines_through();

const fn lines_through() -> [i32; 64] {
    let mut table = [0; 64];
    let mut fort = 0;
    while fort < table.len() {
        let mut way = 0;
        while way < board::DIRECTIONS.len() {
            let starts = board::line_starts(board::DIRECTIONS[way]);
            let mut step = 0;
            while step < 4 {
                let back = step * board::DIRECTIONS[way];
                if back <= fort as u32 && starts >> (fort as u32 - back) & 1 == 1 {
                    table[fort] += 1;
                }
                step += 1;
            }
            way += 1;
        }
        fort += 1;
    }
    table
}

#[cfg(test)]
mod tests;
