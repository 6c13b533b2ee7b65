//! How the players of a rollout choose: by static values, or by averages some plies deeper.

use engine::{Afterstate, Game};

use super::estimate::Value;
use crate::net::Outputs;
use crate::train::{Best, Brain, Desk, Learned};

/// Players that look deeper look at no more moves than this.
pub const MOST_LOOKED_AT: usize = 4;
/// They leave out what is by this many points (times what a [cube](Learned::stake) shows) worse than the best by its static
/// value.
pub const MARGIN: f32 = 0.16;

/// The best move of a position `plies` beyond static values, with what is to be expected of it; `None` if there are no
/// moves.
pub(super) fn choose<G: Learned>(brain: &Brain<G>, pos: &G, plies: u32, desk: &mut Desk<G>) -> Option<Best<G>> {
    if plies == 0 {
        return brain.best(pos, desk);
    }
    let ranked = brain.ranked(pos, desk);
    let least = ranked.first()?.points - MARGIN * G::stake(pos);
    let mut best: Option<Best<G>> = None;
    for mut candidate in ranked.into_iter().take(MOST_LOOKED_AT).take_while(|candidate| candidate.points >= least) {
        if candidate.outcome.is_none() && !brain.settles(&candidate.after) {
            let (outputs, points) = deeper(brain, &candidate.after, plies - 1, desk);
            let is_same = pos.side() == G::next_side(&candidate.after);
            (candidate.outputs, candidate.points) =
                if is_same { (outputs, points) } else { (G::turned(&outputs), -points) };
        }
        if best.as_ref().is_none_or(|best| candidate.points > best.points) {
            best = Some(candidate);
        }
    }
    best
}

/// The mean of what the best moves promise over all that chance may bring, for the side that acts next, with its points.
fn deeper<G: Learned>(brain: &Brain<G>, after: &G::After, plies: u32, desk: &mut Desk<G>) -> (Outputs, f32) {
    let side = G::next_side(after);
    let after = match decide(brain, after, desk) {
        Decided::On(after) => after,
        Decided::Over(promised) => return promised,
    };
    let (mut sum, mut weights) = (Value::default(), 0.0);
    for (pos, weight) in after.branches() {
        let best = choose(brain, &pos, plies, desk);
        sum.add(&Value::seen::<G>(side, pos.side(), promised(&pos, best.as_ref())), f64::from(weight));
        weights += f64::from(weight);
    }
    (sum.outputs.map(|output| (output / weights) as f32), (sum.points / weights) as f32)
}

/// An afterstate after the decisions that come before chance speaks.
pub(super) enum Decided<G: Learned> {
    /// The game goes on.
    On(G::After),
    /// It has ended: what was expected of it then, and what it brought, for the side that acts next after the
    /// afterstate before the decisions.
    Over((Outputs, f32)),
}

/// Makes the decisions by static values.
pub(super) fn decide<G: Learned>(brain: &Brain<G>, after: &G::After, desk: &mut Desk<G>) -> Decided<G> {
    if !G::is_open(after) {
        return Decided::On(after.clone());
    }
    let expected = brain.judge(after, desk);
    decide_by(after.clone(), &expected)
}

/// Makes the decisions by what the side that acts next expects.
pub(super) fn decide_by<G: Learned>(after: G::After, expected: &Outputs) -> Decided<G> {
    let side = G::next_side(&after);
    let decided = G::decided(after, expected);
    match G::outcome_after(&decided) {
        Some(outcome) => Decided::Over((*expected, G::finished(&decided, outcome, side).1)),
        None => Decided::On(decided),
    }
}

/// What a position promises its side to move, of which this is the best move; of a finished one its result.
pub(super) fn promised<G: Learned>(pos: &G, best: Option<&Best<G>>) -> (Outputs, f32) {
    best.map_or_else(|| finished(pos), |best| (best.outputs, best.points))
}

fn finished<G: Game + Learned>(pos: &G) -> (Outputs, f32) {
    let outcome = pos.outcome().expect("a position without moves has an outcome");
    let targets = G::targets(outcome, pos.side());
    (targets, G::equity(&targets))
}
