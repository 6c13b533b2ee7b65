//! Openings by walking: a number of plies from the start, each chosen by chance or by a book.

use std::collections::HashSet;

use engine::{Afterstate, Game, MoveList, Rng};
use rand::RngExt;

use super::{Opening, is_over};
use crate::failure::Failure;

/// The most walks drawn for one match.
const MOST_WALKS: u64 = 1 << 20;

/// Walks that may fail in a row: to reach an unfinished position, or to reach a new one.
const TRIES: u32 = 1000;

/// How a walk goes on from a position; `None` where it ends.
pub(crate) type Step<G> = Box<dyn FnMut(&G, &mut Rng) -> Option<<G as engine::Position>::Move>>;

/// Any legal move, all alike.
fn any_move<G: Game>() -> Step<G> {
    let mut list = MoveList::new();
    Box::new(move |pos, rng| {
        list.clear();
        pos.moves(&mut list);
        (!list.is_empty()).then(|| list[rng.random_range(0..list.len())])
    })
}

/// One walk of `plies` plies, or of fewer if `step` ends it, to a position that is not finished; `None` if there seems to
/// be none.
fn walk<G: Game>(rules: &G::Rules, plies: u32, rng: &mut Rng, step: &mut Step<G>) -> Option<Opening<G>> {
    let mut attempt = || {
        let mut pos = G::start(rules).sample(rng);
        let starter = pos.starter(rules);
        let mut lead = Vec::new();
        for _ in 0..plies {
            let Some(mv) = step(&pos, rng) else { break };
            pos = pos.play(mv).sample(rng);
            lead.push(mv);
        }
        if G::After::IS_CHANCE {
            lead.clear();
        }
        (!is_over(&pos, rules)).then_some(Opening { pos, starter, lead })
    };
    (0..TRIES).find_map(|_| attempt())
}

/// One walk of `plies` uniformly random plies to a position that is not finished.
pub(crate) fn random<G: Game>(rules: &G::Rules, plies: u32, rng: &mut Rng) -> Result<Opening<G>, Failure> {
    walk(rules, plies, rng, &mut any_move()).ok_or_else(|| too_long(plies))
}

/// `count` of them to different positions, or fewer if there are not so many.
pub(super) fn random_different<G: Game>(
    rules: &G::Rules,
    plies: u32,
    count: u64,
    rng: &mut Rng,
) -> Result<Vec<Opening<G>>, Failure> {
    let openings = different(rules, plies, count, rng, &mut any_move());
    if openings.is_empty() { Err(too_long(plies)) } else { Ok(openings) }
}

fn too_long(plies: u32) -> Failure {
    Failure::input(format!("--openings random:{plies}: games are over before that; give fewer plies"))
}

/// `count` walks to different positions, or fewer if there are not so many; none if walks only end in finished games.
pub(super) fn different<G: Game>(
    rules: &G::Rules,
    plies: u32,
    count: u64,
    rng: &mut Rng,
    step: &mut Step<G>,
) -> Vec<Opening<G>> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut repeats = 0;
    while (openings.len() as u64) < count.min(MOST_WALKS) && repeats < TRIES {
        let Some(opening) = walk(rules, plies, rng, step) else { break };
        if seen.insert(opening.pos.key()) {
            openings.push(opening);
            repeats = 0;
        } else {
            repeats += 1;
        }
    }
    openings
}
