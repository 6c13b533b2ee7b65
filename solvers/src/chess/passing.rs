//! Captures en passant, which among four men only KPKP has.
//!
//! A double step past a pawn of the other side leads to a position that no table has, since there the pawn may be
//! captured. What it is worth to the other side is the better of the same position without that right, which the table
//! has, and the capture, which leads to KPK with the pawn its own: a win or a draw, never a loss. So a step that can be
//! answered by the capture never wins; and where the capture is the only move, the table's mate or stalemate is no better
//! than it. Such steps are few; they are listed and looked at one by one in each wave.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::chess::Kind;
use engine::games::chess::attacks::Squares;

use super::ending::{Man, Placed, Placement};
use super::exits::Lookup;
use super::ground::{Ground, Spot};
use super::sweep::{ahead, beside, home_row};
use super::worth::Worth;

/// A double step past a pawn.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The side that makes it.
    side: Side,
    /// Where from: the number of the place, and the last man's square.
    spot: u32,
    from: Squares,
    /// Where to: a word of whole boards, and the last man's square.
    word: u32,
    to: Squares,
    /// The worth of the capture to the side that captures; [`Worth::NONE`] if it is illegal.
    capture: Worth,
}

/// All double steps past a pawn in an ending, and which of them answer the current question.
#[derive(Debug, Default)]
pub(super) struct Passing {
    steps: Vec<Step>,
    /// By place: the squares of the last man with such a step; empty if there are none at all.
    marked: Vec<Squares>,
}

impl Passing {
    /// Lists them.
    pub(super) fn of(ground: Ground, others: &impl Lookup) -> Self {
        if !ground.ending.has_passing() {
            return Self::default();
        }
        let mut steps = Vec::new();
        for (number, spot) in ground.all_spots() {
            steps.extend(first_steps(ground, number, spot, others));
            steps.extend(last_steps(ground, number, spot, others));
        }
        Self { steps, marked: vec![0; ground.spots()] }
    }

    /// Marks the steps of `side` that win: `lost` has what the other side loses without the capture.
    pub(super) fn mark_wins(&mut self, side: Side, lost: &[Squares]) {
        self.mark(side, |step| step.capture == Worth::NONE && lost[step.word as usize] & step.to != 0);
    }

    /// Marks the steps of `side` that do not lose in `plies`: `open` has what the other side does not win without the
    /// capture.
    pub(super) fn mark_escapes(&mut self, side: Side, plies: u8, open: &[Squares]) {
        self.mark(side, |step| {
            let wins = step.capture.plies().is_some_and(|distance| distance < plies);
            !wins && open[step.word as usize] & step.to != 0
        });
    }

    fn mark(&mut self, side: Side, is_answer: impl Fn(&Step) -> bool) {
        self.marked.fill(0);
        for step in self.steps.iter().filter(|step| step.side == side && is_answer(step)) {
            self.marked[step.spot as usize] |= step.from;
        }
    }

    /// The squares of the last man of which a step is marked.
    #[inline]
    pub(super) fn marked(&self, spot: usize) -> Squares {
        self.marked.get(spot).copied().unwrap_or(0)
    }
}

/// The steps of the first man, a pawn that goes up.
fn first_steps(ground: Ground, number: usize, spot: Spot, others: &impl Lookup) -> Vec<Step> {
    let side = Side::First;
    if home_row(side) >> spot.first & 1 == 0 {
        return Vec::new();
    }
    let behind = ahead(side, spot.first);
    let to = ahead(side, behind);
    if spot.occupied & (1 << behind | 1 << to) != 0 {
        return Vec::new();
    }
    let capture = capture(spot, behind, side, others);
    let step = |last: u32| {
        let from = 1 << last;
        Step { side, spot: number as u32, from, word: ground.word(spot.kings, to) as u32, to: from, capture }
    };
    Bits(beside(to) & !spot.occupied).map(step).collect()
}

/// The steps of the last man, a pawn that goes down.
fn last_steps(ground: Ground, number: usize, spot: Spot, others: &impl Lookup) -> Vec<Step> {
    let side = Side::Second;
    let step = |from: u32| {
        let behind = ahead(side, from as usize);
        let to = ahead(side, behind);
        let is_free = spot.occupied & (1 << behind | 1 << to | 1 << from) == 0;
        (is_free && beside(to) >> spot.first & 1 == 1).then(|| Step {
            side,
            spot: number as u32,
            from: 1 << from,
            word: ground.word(spot.kings, spot.first) as u32,
            to: 1 << to,
            capture: capture(spot, behind, side, others),
        })
    };
    Bits(home_row(side)).filter_map(step).collect()
}

/// The worth of capturing on `behind` the pawn with which `side` has passed, to the side that captures.
fn capture(spot: Spot, behind: usize, side: Side, others: &impl Lookup) -> Worth {
    let taker = Placed::new(Man { side: !side, kind: Kind::Pawn }, behind);
    others.worth(Placement::three(spot.kings, taker, side)).before()
}
