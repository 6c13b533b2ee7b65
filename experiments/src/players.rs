//! From a [`Spec`] to a player of a game: the one place where the program's grammar meets the searches.
//!
//! There is a function for each kind of game, because alpha-beta asks for a game without chance. Players are made
//! once a worker and told [`new_game`](search::Player::new_game) before each game.

use engine::{Deterministic, Game, Registered};
use search::{Player, Random, Sensed};

use crate::failure::Failure;
use crate::spec::Spec;

/// A player of `G`.
pub(crate) type Boxed<G> = Box<dyn Player<G>>;

/// A player of a game without chance.
pub(crate) fn deterministic<G: Deterministic + Registered + Sensed>(spec: &Spec) -> Result<Boxed<G>, Failure> {
    any_game(spec).ok_or_else(|| not_available::<G>(spec))
}

/// A player of a game with chance.
pub(crate) fn chance<G: Game + Registered + Sensed>(spec: &Spec) -> Result<Boxed<G>, Failure> {
    any_game(spec).ok_or_else(|| not_available::<G>(spec))
}

/// The players that need nothing but the rules.
pub(crate) fn any_game<G: Game>(spec: &Spec) -> Option<Boxed<G>> {
    match spec {
        Spec::Random => Some(Box::new(Random)),
        Spec::Greedy | Spec::AlphaBeta(_) | Spec::Expectiminimax(_) | Spec::Perfect => None,
    }
}

fn not_available<G: Registered>(spec: &Spec) -> Failure {
    Failure::input(format!("the player {spec} is not available for {}", G::ID))
}
