//! From a [`Spec`] to a player of a game: the one place where the program's grammar meets searches and tables.
//!
//! There is a function for each kind of game, because alpha-beta asks for a game without chance. Players are made
//! once a worker and told [`new_game`](Player::new_game) before each game. In a match every game is played on one
//! thread, and games run side by side.

use engine::{Deterministic, Game, NoProbe, Node, Registered};
use search::player::{AlphaBetaPlayer, Budget, ExpectiminimaxPlayer, Greedy, Perfect};
use search::{Player, Random, Sensed};

use crate::failure::Failure;
use crate::registry::Solved;
use crate::spec::{Limits, Spec, Time};

/// A player of `G`.
pub(crate) type Boxed<G> = Box<dyn Player<G>>;

/// A player of a game without chance. Tables are solved when a player asks for them, and shared.
pub(crate) fn deterministic<G: Deterministic + Registered + Sensed + Solved>(
    spec: &Spec,
    rules: &<G as Node>::Rules,
    threads: usize,
) -> Result<Boxed<G>, Failure> {
    match spec {
        Spec::AlphaBeta(limits) => {
            Ok(Box::new(AlphaBetaPlayer::new(G::sense(), NoProbe, budget(limits), None, threads)))
        }
        // Tables of endings alone would leave a player without a thought for most of the game.
        Spec::Perfect => match G::table(rules).filter(|_| G::ENDINGS.is_none()) {
            Some(table) => Ok(Box::new(Perfect::new(table))),
            None => Err(Failure::input(format_args!("the player perfect needs a solved game; {} is not", G::ID))),
        },
        _ => chance(spec, threads),
    }
}

/// A player of any game of two.
pub(crate) fn chance<G: Game + Registered + Sensed>(spec: &Spec, threads: usize) -> Result<Boxed<G>, Failure> {
    match spec {
        Spec::Random => Ok(Box::new(Random)),
        Spec::Greedy => Ok(Box::new(Greedy::new(G::sense()))),
        Spec::Expectiminimax(limits) => {
            Ok(Box::new(ExpectiminimaxPlayer::new(G::sense(), budget(limits), None, threads)))
        }
        Spec::AlphaBeta(_) => Err(Failure::input(format_args!(
            "the player alphabeta is for games without chance, and {} has it; use expectiminimax",
            G::ID
        ))),
        Spec::Perfect => Err(Failure::input(format_args!("the player perfect needs a solved game; {} is not", G::ID))),
    }
}

fn budget(limits: &Limits) -> Budget {
    let Limits { depth, nodes, time } = *limits;
    match time {
        Some(Time::Clock { start, increment }) => Budget::Clock { start, increment },
        Some(Time::Move(time)) => Budget::Move(search::Limits { depth, nodes, time: Some(time) }),
        None => Budget::Move(search::Limits { depth, nodes, time: None }),
    }
}
