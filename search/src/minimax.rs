//! Minimax: the ten lines of truth. Every other search must agree with them.
//!
//! Slow on purpose: no windows, no tables, no ordering. [`minimax`] is for games without chance, [`expectation`] for
//! all; [`settle`] is the quiescence search that alpha-beta's horizon must equal.

use engine::{Afterstate, Deterministic, Game, MoveList, Score};

use crate::Sense;
use crate::terminal::{changes_hands, finished, finished_worth, seen_back, static_score, worth};

/// The value of `pos`, `depth` plies deep, for its side to move; `horizon` values the positions at depth 0 that still
/// have moves, given their ply.
pub fn minimax<G: Deterministic>(pos: &G, depth: u32, ply: u32, horizon: &impl Fn(&G, u32) -> Score) -> Score {
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    if moves.is_empty() {
        return finished(pos, ply);
    }
    if depth == 0 {
        return horizon(pos, ply);
    }
    let value =
        |next: G| seen_back(changes_hands::<G>(pos.side(), next.side()), minimax(&next, depth - 1, ply + 1, horizon));
    moves.iter().map(|&mv| value(pos.play(mv))).fold(-Score::INFINITE, Ord::max)
}

/// A horizon that takes the static value.
pub fn static_value<G: Deterministic, S: Sense<G>>(sense: &S) -> impl Fn(&G, u32) -> Score {
    move |pos, ply| static_score(sense, sense.evaluate(pos, &sense.begin(pos)), ply)
}

/// A horizon that plays noisy moves out, at most `plies` of them in a row, or stands on the static value.
pub fn settle<G: Deterministic, S: Sense<G>>(sense: &S, pos: &G, plies: u32, ply: u32) -> Score {
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    if moves.is_empty() {
        return finished(pos, ply);
    }
    let stand = static_score(sense, sense.evaluate(pos, &sense.begin(pos)), ply);
    if plies == 0 {
        return stand;
    }
    // A threat must be answered: no standing, and every move counts.
    let is_threatened = sense.is_threatened(pos);
    let glance = sense.glance(pos);
    let noisy = moves.iter().filter(|&&mv| is_threatened || sense.is_noisy(pos, &glance, mv)).map(|&mv| {
        let next = pos.play(mv);
        seen_back(changes_hands::<G>(pos.side(), next.side()), settle(sense, &next, plies - 1, ply + 1))
    });
    let stand = if is_threatened { -Score::INFINITE } else { stand };
    noisy.max().map_or(stand, |best| best.max(stand))
}

/// The value of a decision, `depth` moves deep (at least one): 1 is the choice by static value alone. Chance nodes are
/// averaged by weight and rounded down to the unit.
pub fn expectation<G: Game, S: Sense<G>>(sense: &S, pos: &G, depth: u32, ply: u32) -> Score {
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    let value = |mv: G::Move| {
        let after = pos.play(mv);
        let next_side = G::next_side(&after);
        let score = match G::outcome_after(&after) {
            Some(outcome) => worth(sense, pos, outcome, next_side, ply + 1),
            None if depth == 1 => {
                let value = sense.evaluate(&after, &sense.follow(&sense.begin(pos), pos, mv, &after));
                static_score(sense, value, ply + 1)
            }
            None => average(sense, after, depth - 1, ply + 1),
        };
        seen_back(changes_hands::<G>(pos.side(), next_side), score)
    };
    moves.iter().map(|&mv| value(mv)).max().unwrap_or_else(|| finished_worth(sense, pos, ply))
}

fn average<G: Game, S: Sense<G>>(sense: &S, after: G::After, depth: u32, ply: u32) -> Score {
    let side = G::next_side(&after);
    let (mut sum, mut weights) = (0_i64, 0_i64);
    for (pos, weight) in after.branches() {
        let score = seen_back(pos.side() != side, expectation(sense, &pos, depth, ply));
        sum += i64::from(weight) * i64::from(score.0);
        weights += i64::from(weight);
    }
    Score(sum.div_euclid(weights) as i32)
}
