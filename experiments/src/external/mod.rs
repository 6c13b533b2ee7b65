//! Players that are programs outside: engines over their protocols, GNU Backgammon, and Tesauro's pubeval.
//!
//! Such a program is started by us, one for each worker thread, and is asked for one move after the other, over its standard
//! input and output ([`pipes`]) or a socket in a directory of its own ([`peer`]). What it answers becomes a move only by
//! matching a legal one. A program that crashes, keeps silent, moves illegally or answers nonsense is said to have
//! [failed](search::PlayerFailed), with a message that names the player, the position and its last words; it is never waited for
//! without end, and does not outlive us ([`process`]). A move without an alternative is not asked for.
//!
//! [`uci_engine`] plays chess by the UCI protocol, [`line_engine`] any game by our own, which [`crate::line`] has;
//! [`gnubg`] and [`pubeval`] say how each is started and what its lines mean.

mod gnubg;
mod line_engine;
mod peer;
mod pipes;
mod process;
mod pubeval;
mod talk;
#[cfg(test)]
mod tests;
mod uci_engine;

use engine::games::backgammon::{Backgammon, Move};
use engine::games::checkers::Checkers;
use engine::games::chess::{Chess, Variant};
use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::{Afterstate, Game, History, MoveList, Position, Registered, Rng};
use search::{Answer, Choice, Player};

use self::line_engine::LineEngine;
use self::peer::Peer;
use self::process::Trouble;
use self::uci_engine::UciEngine;
use crate::failure::Failure;
use crate::players::Boxed;
use crate::spec::{Engine, Outside, Program, Tongue};

/// A game that may have programs of its own kind. By default there is none, and engines speak [`crate::line`].
pub(crate) trait Hosts: Game + Registered {
    /// Starts a program that plays this game and no other; `None` if this is none.
    fn own(_outside: &Outside, _rules: &Self::Rules) -> Option<Result<Boxed<Self>, Failure>> {
        None
    }
}

impl Hosts for Checkers {}
impl Hosts for Force3 {}
impl Hosts for Fortac {}
impl Hosts for Forte {}

impl Hosts for Chess {
    fn own(outside: &Outside, rules: &Self::Rules) -> Option<Result<Boxed<Self>, Failure>> {
        match &outside.program {
            Program::Engine(engine) if engine.tongue == Tongue::Uci && rules.variant == Variant::Boxed => {
                let why = "UCI engines know chess and Chess960, and no variant=boxed";
                Some(Err(Failure::input(format_args!("{outside}: {why}"))))
            }
            Program::Engine(engine) if engine.tongue == Tongue::Uci => {
                Some(boxed(outside, UciEngine::start(outside, engine, *rules)))
            }
            _ => None,
        }
    }
}

impl Hosts for Backgammon {
    fn own(outside: &Outside, _: &Self::Rules) -> Option<Result<Boxed<Self>, Failure>> {
        match outside.program {
            Program::Engine(_) => None,
            _ => Some(boxed(outside, Outsider::start(outside))),
        }
    }
}

/// Starts a program as a player of `G` by these rules.
pub(crate) fn start<G: Hosts>(outside: &Outside, rules: &G::Rules) -> Result<Boxed<G>, Failure> {
    if let Some(own) = G::own(outside, rules) {
        return own;
    }
    match &outside.program {
        Program::Engine(engine @ Engine { tongue: Tongue::Line, .. }) => {
            boxed(outside, LineEngine::<G>::start(outside, engine, rules))
        }
        Program::Engine(_) => Err(Failure::input(format_args!(
            "the player {outside} is for chess; engines for {} speak the line protocol: line:cmd=PATH",
            G::ID
        ))),
        _ => Err(Failure::input(format_args!("the player {outside} is for backgammon; {} has no such player", G::ID))),
    }
}

/// A player that was started, or bad input: what cannot be started was not well named.
fn boxed<G: Game>(outside: &Outside, started: Result<impl Player<G> + 'static, Trouble>) -> Result<Boxed<G>, Failure> {
    match started {
        Ok(player) => Ok(Box::new(player)),
        Err(trouble) => Err(Failure::input(format_args!("{outside}: {trouble}"))),
    }
}

/// The legal moves of a position.
fn legal_moves<G: Game>(pos: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// A move that leads from a position to the next one of a game, which does not keep its moves.
fn move_between<G: Game>(pos: &G, next: &G) -> Option<G::Move> {
    let leads = |mv: G::Move| pos.play(mv).branches().any(|(came, _)| came == *next);
    legal_moves(pos).iter().copied().find(|&mv| leads(mv))
}

/// What is said to a program and how its answers are read.
struct Protocol {
    /// What to ask in a position.
    request: fn(&Backgammon) -> String,
    /// The move that an answer means.
    read: fn(&Backgammon, &str) -> String,
}

/// A program outside that plays backgammon.
struct Outsider {
    /// The player, as its specification is written.
    name: String,
    peer: Peer,
    protocol: Protocol,
}

impl Outsider {
    fn start(outside: &Outside) -> Result<Self, Trouble> {
        let (peer, protocol) = match outside.program {
            Program::Gnubg { plies } => (gnubg::start(plies, outside)?, gnubg::PROTOCOL),
            _ => (pubeval::start(outside)?, pubeval::PROTOCOL),
        };
        Ok(Self { name: outside.to_string(), peer, protocol })
    }

    fn ask(&mut self, pos: &Backgammon) -> Result<Move, Trouble> {
        let answer = self.peer.ask(&(self.protocol.request)(pos))?;
        let read = (self.protocol.read)(pos, &answer);
        pos.find_move(&read).map_err(|error| Trouble::Illegal { answer, why: error.to_string() })
    }
}

impl Player<Backgammon> for Outsider {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<Backgammon>, _: &mut Rng) -> Answer<Move> {
        let pos = game.current();
        if let [only] = *legal_moves(pos) {
            return Ok(Choice::unsearched(only));
        }
        match self.ask(pos) {
            Ok(mv) => Ok(Choice::unsearched(mv)),
            Err(trouble) => Err(talk::failed(&self.name, pos, &trouble)),
        }
    }
}
