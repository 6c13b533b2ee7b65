//! Which openings are fair, and which positions are solved.

use std::sync::{Arc, OnceLock};

use engine::{Deterministic, History, NoProbe, Node, Registered, Value};
use search::player::{AlphaBetaPlayer, Budget, Habits};
use search::{Limits, Player, Sense, Sensed};

use crate::adjudication::Table;
use crate::failure::Failure;
use crate::openings::{Judge, is_fair};
use crate::registry::Solved;

/// Tells positions in which both sides have about the same chances: where there is a prover, neither has a short forced win; in a solved game they are
/// drawn; else a short search sees less than half a small advantage in them.
pub(super) fn judge<G>(rules: &<G as Node>::Rules) -> Judge<G>
where
    G: Deterministic + Registered + Sensed + Solved,
{
    // Solved when the first opening is judged: most matches have none to judge.
    let (table, rules) = (OnceLock::new(), rules.clone());
    Arc::new(move |pos: &G| {
        if let Some(mut prover) = G::prover() {
            return is_fair(&mut *prover, pos);
        }
        let table = table.get_or_init(|| G::whole_table(&rules));
        if let Some(known) = table.as_ref().and_then(|table| table.probe(pos)) {
            return known.value == Value::Draw;
        }
        is_even(&History::new(pos.clone(), G::path_rules(&rules)))
    })
}

/// Whether a search of some thousand nodes sees less than half a small advantage.
fn is_even<G: Deterministic + Sensed>(game: &History<G>) -> bool {
    const NODES: u64 = 5_000;
    let budget = Budget::of_move(Limits { nodes: Some(NODES), ..Limits::NONE });
    let mut player = AlphaBetaPlayer::new(G::sense(), NoProbe, budget, Habits::default());
    // Its choice depends on nothing random.
    let choice = player.choose(game, &mut engine::rng::stream(0, 0));
    let score = choice.ok().and_then(|choice| choice.score);
    score.is_some_and(|score| 2 * score.0.abs() < G::Sense::UNIT)
}

/// The tables that tell results of positions.
pub(super) fn solved<G>(rules: &<G as Node>::Rules) -> Result<Table<G>, Failure>
where
    G: Deterministic + Registered + Solved,
{
    match G::table(rules) {
        Some(table) => Ok(Box::new(move |pos| table.probe(pos))),
        None => Err(Failure::input(format_args!("--adjudicate-tables: there are no tables of results for {}", G::ID))),
    }
}
