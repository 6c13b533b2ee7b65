//! How the players of a rollout choose: by static values, or by averages some plies deeper.

use engine::{Afterstate, Game};

use super::seen_by;
use crate::net::{MOST_OUTPUTS, Outputs};
use crate::train::{Best, Brain, Desk, Learned};

/// Players that look deeper look at no more moves than this.
pub const MOST_LOOKED_AT: usize = 4;
/// They leave out what is by this many points worse than the best by its static value.
pub const MARGIN: f32 = 0.16;

/// The best move of a position `plies` beyond static values, with what is to be expected of it; `None` if there are no
/// moves.
pub(super) fn choose<G: Learned>(brain: &Brain<G>, pos: &G, plies: u32, desk: &mut Desk<G>) -> Option<Best<G>> {
    if plies == 0 {
        return brain.best(pos, desk);
    }
    let ranked = brain.ranked(pos, desk);
    let least = ranked.first()?.0 - MARGIN;
    let mut best: Option<(f32, Best<G>)> = None;
    for (_, mut candidate) in ranked.into_iter().take(MOST_LOOKED_AT).take_while(|(value, _)| *value >= least) {
        if candidate.outcome.is_none() && brain.known(&candidate.after).is_none() {
            let side = G::next_side(&candidate.after);
            candidate.outputs = seen_by::<G>(pos.side(), side, deeper(brain, &candidate.after, plies - 1, desk));
        }
        let equity = G::equity(&candidate.outputs);
        if best.as_ref().is_none_or(|(highest, _)| equity > *highest) {
            best = Some((equity, candidate));
        }
    }
    best.map(|(_, best)| best)
}

/// The mean of what the best moves promise over all that chance may bring, for the side that acts next.
fn deeper<G: Learned>(brain: &Brain<G>, after: &G::After, plies: u32, desk: &mut Desk<G>) -> Outputs {
    let (mut sum, mut weights) = ([0.0; MOST_OUTPUTS], 0.0);
    for (pos, weight) in after.clone().branches() {
        let best = choose(brain, &pos, plies, desk);
        let outputs = seen_by::<G>(G::next_side(after), pos.side(), promised(&pos, best.as_ref()));
        let weight = weight as f32;
        weights += weight;
        sum.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += weight * output);
    }
    sum.map(|sum| sum / weights)
}

/// What a position promises its side to move, of which this is the best move; of a finished one its result.
pub(super) fn promised<G: Learned>(pos: &G, best: Option<&Best<G>>) -> Outputs {
    best.map_or_else(|| finished(pos), |best| best.outputs)
}

fn finished<G: Game + Learned>(pos: &G) -> Outputs {
    let outcome = pos.outcome().expect("a position without moves has an outcome");
    G::targets(outcome, pos.side())
}
