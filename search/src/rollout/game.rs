//! One game of a rollout, with the luck in it.

use engine::{Afterstate, Side};

use super::choose::{choose, promised};
use super::dice::Dice;
use super::estimate::{Values, values};
use super::{Plan, add, seen_by};
use crate::train::{Best, Brain, Desk, Learned};

/// A game that is longer than this many moves is judged as it stands: two bad networks could go on for ever.
const MOST_MOVES: u32 = 10_000;

/// What came of a game, output by output, as one side sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Played {
    /// Its result, or what was known of it when it ended early.
    pub(super) result: Values,
    /// How much of that was luck.
    pub(super) luck: Values,
    /// The number of rolls.
    pub(super) rolls: u32,
}

/// A node after chance has spoken.
struct Came<G: Learned> {
    pos: G,
    /// The best move by static values; none if the game is over.
    best: Option<Best<G>>,
    /// What that promises the viewer.
    value: Values,
}

/// Plays game `number` from an afterstate as `viewer` sees it.
pub(super) fn play<G: Learned>(
    brain: &Brain<G>,
    (after, viewer): (&G::After, Side),
    plan: &Plan,
    number: u64,
    desk: &mut Desk<G>,
) -> Played {
    let mut played = Played::default();
    if let Some(outcome) = G::outcome_after(after) {
        played.result = values(&G::targets(outcome, viewer));
        return played;
    }
    let mut dice = Dice::new(plan.seed, number);
    let mut after = after.clone();
    for _ in 0..MOST_MOVES {
        let came = roll(brain, (&after, viewer), &mut dice, &mut played.luck, desk);
        let side = came.pos.side();
        let chosen = match came.best {
            Some(_) if plan.plies > 0 => choose(brain, &came.pos, plan.plies, desk),
            best => best,
        };
        played.result = match &chosen {
            Some(chosen) => values(&seen_by::<G>(viewer, side, chosen.outputs)),
            None => came.value,
        };
        let Some(chosen) = chosen else { break };
        let is_far = plan.horizon.is_some_and(|horizon| dice.count() >= horizon);
        if chosen.outcome.is_some() || is_far || brain.known(&chosen.after).is_some() {
            break;
        }
        after = chosen.after;
    }
    played.rolls = dice.count();
    played
}

/// Lets chance speak: adds the luck that it brings the viewer to `luck`. Where chance has no choice there is none.
fn roll<G: Learned>(
    brain: &Brain<G>,
    (after, viewer): (&G::After, Side),
    dice: &mut Dice,
    luck: &mut Values,
    desk: &mut Desk<G>,
) -> Came<G> {
    let mut came = |pos: G| {
        let best = brain.best(&pos, desk);
        let value = values(&seen_by::<G>(viewer, pos.side(), promised(&pos, best.as_ref())));
        Came { pos, best, value }
    };
    let total: u32 = after.clone().branches().map(|(_, weight)| weight).sum();
    let mut branches = after.clone().branches();
    let (only, _) = branches.next().expect("chance leads somewhere");
    if branches.next().is_none() {
        return came(only);
    }
    let throw = dice.throw(total);
    let (mut mean, mut passed, mut found) = (Values::default(), 0, None);
    for (pos, weight) in after.clone().branches() {
        let one = came(pos);
        add(&mut mean, &one.value, f64::from(weight) / f64::from(total));
        if (passed..passed + weight).contains(&throw) {
            found = Some(one);
        }
        passed += weight;
    }
    let found = found.expect("the throw is below the sum of the weights");
    add(luck, &found.value, 1.0);
    add(luck, &mean, -1.0);
    found
}
