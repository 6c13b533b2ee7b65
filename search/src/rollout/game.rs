//! One game of a rollout, with the luck in it.

use engine::{Afterstate, Side};

use super::choose::{Decided, choose, decide_by, promised};
use super::dice::Dice;
use super::estimate::Value;
use super::{Plan, seen_by};
use crate::train::{Best, Brain, Desk, Learned};

/// A game that is longer than this many moves is judged as it stands: two bad networks could go on for ever.
const MOST_MOVES: u32 = 10_000;
/// Luck is told by the best of so many moves that look likely. Its mean is zero whatever moves are looked at; all of them (twenty
/// in the mean, for each of 21 rolls) would take the error of as many games down by another twelfth, in four times the time.
const MOST_LIKELY: usize = 4;

/// What came of a game, output by output, as one side sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Played {
    /// Its result, or what was known of it when it ended early.
    pub(super) result: Value,
    /// How much of that was luck.
    pub(super) luck: Value,
    /// The number of rolls.
    pub(super) rolls: u32,
}

/// A node of chance: what may come, and what that is worth to the viewer.
pub(super) struct Chances<G> {
    positions: Vec<G>,
    weights: Vec<u32>,
    /// What each position's best move promises, of those that were looked at.
    values: Vec<Value>,
    /// The mean of that.
    mean: Value,
}

impl<G: Learned> Chances<G> {
    /// Looks at no more than `most` moves of each position.
    pub(super) fn new(brain: &Brain<G>, (after, viewer): (&G::After, Side), most: usize, desk: &mut Desk<G>) -> Self {
        let (positions, weights): (Vec<G>, Vec<u32>) = after.clone().branches().unzip();
        let (mut values, mut mean) = (Vec::new(), Value::default());
        // Where chance has no choice there is no luck.
        if positions.len() > 1 {
            let total = f64::from(weights.iter().sum::<u32>());
            let best = brain.best_likely(&positions, most, desk);
            let value = |(pos, best): (&G, &Option<Best<G>>)| {
                Value::seen::<G>(viewer, pos.side(), promised(pos, best.as_ref()))
            };
            values = positions.iter().zip(&best).map(value).collect();
            values.iter().zip(&weights).for_each(|(value, &weight)| mean.add(value, f64::from(weight) / total));
        }
        Self { positions, weights, values, mean }
    }

    /// Lets chance speak: the position that comes. Adds the luck that this brings the viewer to `luck`.
    fn throw(&self, dice: &mut Dice, luck: &mut Value) -> &G {
        if self.values.is_empty() {
            return self.positions.first().expect("chance leads somewhere");
        }
        let mut rest = dice.throw(self.weights.iter().sum());
        let falls_here = |&weight: &u32| {
            let is_so = rest < weight;
            rest = rest.wrapping_sub(weight);
            is_so
        };
        let place = self.weights.iter().position(falls_here).expect("the throw is below the sum of the weights");
        luck.add(&self.values[place], 1.0);
        luck.add(&self.mean, -1.0);
        &self.positions[place]
    }
}

/// Plays game `number` from the chances of a node, as `viewer` sees it.
pub(super) fn play<G: Learned>(
    brain: &Brain<G>,
    (first, viewer): (&Chances<G>, Side),
    (plan, number): (&Plan, u64),
    desk: &mut Desk<G>,
) -> Played {
    let mut played = Played::default();
    let mut dice = Dice::new(plan.seed, number);
    let mut pos = first.throw(&mut dice, &mut played.luck).clone();
    for _ in 0..MOST_MOVES {
        let (side, chosen) = (pos.side(), choose(brain, &pos, plan.plies, desk));
        played.result = Value::seen::<G>(viewer, side, promised(&pos, chosen.as_ref()));
        let Some(chosen) = chosen else { break };
        let is_far = plan.horizon.is_some_and(|horizon| dice.count() >= horizon);
        if chosen.outcome.is_some() || is_far || brain.settles(&chosen.after) {
            break;
        }
        let next = G::next_side(&chosen.after);
        match decide_by::<G>(chosen.after, &seen_by::<G>(next, side, chosen.outputs)) {
            Decided::On(after) => {
                let chances = Chances::new(brain, (&after, viewer), MOST_LIKELY, desk);
                pos = chances.throw(&mut dice, &mut played.luck).clone();
            }
            Decided::Over(promised) => {
                played.result = Value::seen::<G>(viewer, next, promised);
                break;
            }
        }
    }
    played.rolls = dice.count();
    played
}
