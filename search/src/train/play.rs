//! A game between two brains, or a brain and itself, and the trail it leaves.

use engine::{Afterstate, Game, History, Outcome, PathRules, Rng};
use rand::RngExt;

use super::{Brain, Desk, Learned};

/// How games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// What part of the moves is made at random, from 0 to 1.
    pub explore: f32,
    /// The plies after which a game is broken off as a draw, besides what the rules say.
    pub most_plies: u32,
}

/// What moves of a game left behind, but for finished games and the start, and how it ended.
#[derive(Clone, Debug)]
pub struct Trail<G: Game> {
    /// The afterstates in order. With each: whether what followed was the best move in the eyes of who made it.
    pub steps: Vec<(G::After, bool)>,
    /// The result.
    pub outcome: Outcome,
}

/// Plays a game from where lessons begin, the brains by side. Dice and opening moves come from `chance`, what part of the
/// other moves is random from `whim`.
///
/// # Panics
/// Never: while a game is not over there are moves.
#[must_use]
pub fn play<G: Learned>(
    brains: [&Brain<G>; 2],
    style: Style,
    (chance, whim): (&mut Rng, &mut Rng),
    desk: &mut Desk<G>,
) -> Trail<G> {
    let (start, rules) = G::lesson();
    let rules = PathRules { ply_cap: Some(rules.ply_cap.unwrap_or(u32::MAX).min(style.most_plies)), ..rules };
    let mut history = History::new(start.sample(chance), rules);
    let mut steps: Vec<(G::After, bool)> = Vec::new();
    loop {
        if let Some(ending) = history.ending() {
            return Trail { steps, outcome: ending.outcome };
        }
        let pos: &G = history.current();
        let is_opening = history.plies() < G::OPENING_PLIES;
        let is_random = is_opening || style.explore > 0.0 && whim.random::<f32>() < style.explore;
        let after = if is_random {
            let rng = if is_opening { &mut *chance } else { &mut *whim };
            desk.list.clear();
            pos.moves(&mut desk.list);
            pos.play(desk.list[rng.random_range(0..desk.list.len())])
        } else {
            brains[pos.side().index()].best(pos, desk).expect("a game that is not over has moves").after
        };
        if let Some(last) = steps.last_mut() {
            last.1 = !is_random;
        }
        if let Some(outcome) = G::outcome_after(&after) {
            return Trail { steps, outcome };
        }
        steps.push((after.clone(), true));
        let next = after.sample(chance);
        history.push(next);
    }
}
