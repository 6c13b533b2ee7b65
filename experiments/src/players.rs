//! From a [`Spec`] to a player of a game: the one place where the program's grammar meets searches and tables.
//!
//! There is a function for each kind of game, because alpha-beta asks for a game without chance. Players are made
//! once a worker and told [`new_game`](Player::new_game) before each game. In a match every game is played on one
//! thread unless a player has `threads=N`, and games run side by side.

use std::sync::Arc;

use engine::{Deterministic, Forecast, Game, Node, Registered};
use search::player::{AlphaBetaPlayer, Budget, ExpectiminimaxPlayer, Greedy, Habits, Perfect, ProvingPlayer};
use search::terms::Clock;
use search::{Features, Player, Random, Sensed, Terms};

use crate::external::{self, Hosts};
use crate::failure::{Context, Failure};
use crate::nets;
use crate::registry::{Foreseen, Solved};
use crate::spec::{self, Limits, Spec, Time};

/// A player of `G`.
pub(crate) type Boxed<G> = Box<dyn Player<G>>;

/// A player of a game without chance. Tables are solved when a player asks for them, and shared.
pub(crate) fn deterministic<G: Deterministic + Registered + Sensed + Solved + Hosts>(
    spec: &Spec,
    rules: &<G as Node>::Rules,
    threads: usize,
) -> Result<Boxed<G>, Failure> {
    match spec {
        Spec::AlphaBeta(player) => alpha_beta::<G>(player, threads),
        // Tables of endings alone would leave a player without a thought for most of the game.
        Spec::Perfect => match G::whole_table(rules) {
            Some(table) => Ok(Box::new(Perfect::new(table))),
            None => Err(Failure::input(format_args!("the player perfect needs a solved game; {} is not", G::ID))),
        },
        _ => any(spec, rules, threads, None),
    }
}

fn alpha_beta<G: Deterministic + Registered + Sensed + Solved>(
    player: &spec::AlphaBeta,
    threads: usize,
) -> Result<Boxed<G>, Failure> {
    let bytes = player.hash.map(|mebibytes| (mebibytes as usize) << 20);
    let threads = player.threads.map_or(threads, |threads| threads as usize);
    let (sense, look) = (sense::<G>(player.weights)?, look::<G>(player.tables, player.limits.time.is_some())?);
    let features = Features::PLAY - player.without;
    let habits = Habits { bytes, threads, features, margins: player.margins, filter: None };
    let budget = budget(&player.limits);
    match G::prover().filter(|_| features.has(Features::PROVER)) {
        Some(prover) => Ok(Box::new(ProvingPlayer::new(sense, look, prover, budget, habits))),
        None => Ok(Box::new(AlphaBetaPlayer::new(sense, look, budget, habits))),
    }
}

/// What a search looks up: tables that are kept, or those that are solved as they are asked for.
pub(crate) fn look<G: Registered + Solved>(kept: Option<&str>, is_timed: bool) -> Result<G::Look, Failure> {
    let Some(path) = kept else { return Ok(G::look(is_timed)) };
    G::look_into(path.as_ref()).unwrap_or_else(|| {
        Err(Failure::input(format_args!(
            "tables={path}: {} has no tables to look into; chess and checkers have",
            G::ID
        )))
    })
}

/// What a player knows: what is built in, or that with the weights of a file.
fn sense<G: Registered + Sensed>(file: Option<&str>) -> Result<G::Sense, Failure> {
    let Some(file) = file else { return Ok(G::sense()) };
    let text = std::fs::read_to_string(file).bad_input(file)?;
    match G::sense_with(&text) {
        Some(sense) => sense.bad_input(file),
        None => Err(Failure::input(format_args!(
            "weights={file}: {} has no weights to exchange; chess, checkers and forte have",
            G::ID
        ))),
    }
}

/// What is known of the odds of a game.
type Odds<G> = Option<Arc<dyn Forecast<G>>>;

/// A player of a game with chance. Tables of odds are solved when they are first asked, or beforehand where time counts.
pub(crate) fn chance<G: Game + Registered + Sensed + Foreseen + Hosts>(
    spec: &Spec,
    rules: &G::Rules,
    threads: usize,
) -> Result<Boxed<G>, Failure> {
    let is_timed = matches!(spec, Spec::Expectiminimax(player) if player.limits.time.is_some());
    any(spec, rules, threads, G::odds(is_timed))
}

/// A player of any game of two.
fn any<G: Game + Registered + Sensed + Hosts>(
    spec: &Spec,
    rules: &G::Rules,
    threads: usize,
    odds: Odds<G>,
) -> Result<Boxed<G>, Failure> {
    match spec {
        Spec::Random => Ok(Box::new(Random)),
        Spec::Greedy => Ok(Box::new(Greedy::new(G::sense_with_odds(odds)))),
        Spec::Expectiminimax(player) => {
            let habits = Habits { threads, filter: player.filter, ..Habits::default() };
            let budget = budget(&player.limits);
            match player.net {
                Some(file) => with_net(file, odds, budget, &habits),
                None => Ok(Box::new(ExpectiminimaxPlayer::new(G::sense_with_odds(odds), budget, habits))),
            }
        }
        Spec::Outside(outside) => external::start(outside, rules),
        Spec::AlphaBeta(_) => Err(Failure::input(format_args!(
            "the player alphabeta is for games without chance, and {} has it; use expectiminimax",
            G::ID
        ))),
        Spec::Perfect => Err(Failure::input(format_args!("the player perfect needs a solved game; {} is not", G::ID))),
    }
}

/// A player who goes by the networks of a file.
fn with_net<G: Game + Registered + Sensed>(
    file: &str,
    odds: Odds<G>,
    budget: Budget,
    habits: &Habits,
) -> Result<Boxed<G>, Failure> {
    Ok(G::by_nets(nets::read(file)?, odds).bad_input(file)?.player(budget, *habits))
}

fn budget(limits: &Limits) -> Budget {
    let Limits { depth, nodes, soft_nodes, time, margin } = *limits;
    let (time, clock) = match time {
        Some(Time::Clock { start, increment }) => (None, Some(Clock { start, increment })),
        Some(Time::Move(time)) => (Some(time), None),
        None => (None, None),
    };
    let limits = search::Limits { depth, nodes, soft_nodes, time, ..search::Limits::NONE };
    Budget { limits, clock, margin: margin.unwrap_or(Terms::MARGIN) }
}
