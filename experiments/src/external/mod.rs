//! Players that are programs outside: GNU Backgammon, and Tesauro's pubeval.
//!
//! Such a program is started by us, one for each worker thread, listens at a socket in a directory of its own, and is asked
//! for one move after the other: a line out, a line back ([`peer`]). What it answers becomes a move only by matching a
//! legal one. A program that crashes, keeps silent or answers nonsense makes the command fail with a message that names
//! the player, the position and the answer; it is never waited for without end, and does not outlive us.
//!
//! [`gnubg`] and [`pubeval`] say how each is started and what its lines mean.

mod gnubg;
mod peer;
mod pubeval;
#[cfg(test)]
mod tests;

use engine::games::backgammon::{Backgammon, Move};
use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::{Game, History, MoveList, Position, Registered, Rng};
use search::{Answer, Choice, Player, PlayerFailed};

use self::peer::{Fault, Peer};
use crate::failure::Failure;
use crate::players::Boxed;
use crate::spec::{Outside, Program};

/// A game that programs outside may play. By default none does.
pub(crate) trait Hosts: Game + Registered {
    /// Starts a program as a player.
    fn outsider(outside: &Outside) -> Result<Boxed<Self>, Failure> {
        Err(Failure::input(format_args!("the player {outside} is for backgammon; {} has no such player", Self::ID)))
    }
}

impl Hosts for Chess {}
impl Hosts for Checkers {}
impl Hosts for Force3 {}
impl Hosts for Fortac {}
impl Hosts for Forte {}

impl Hosts for Backgammon {
    fn outsider(outside: &Outside) -> Result<Boxed<Self>, Failure> {
        let player = Outsider::start(outside);
        player
            .map(|player| Box::new(player) as Boxed<Self>)
            .map_err(|fault| Failure::running(format_args!("{outside}: {fault}")))
    }
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
    fn start(outside: &Outside) -> Result<Self, Fault> {
        let (peer, protocol) = match outside.program {
            Program::Gnubg { plies } => (gnubg::start(plies, outside)?, gnubg::PROTOCOL),
            Program::Pubeval => (pubeval::start(outside)?, pubeval::PROTOCOL),
        };
        Ok(Self { name: outside.to_string(), peer, protocol })
    }

    fn ask(&mut self, pos: &Backgammon) -> Result<Move, String> {
        let answer = self.peer.ask(&(self.protocol.request)(pos)).map_err(|fault| fault.to_string())?;
        let read = (self.protocol.read)(pos, &answer);
        pos.find_move(&read).map_err(|error| format!("it answers {answer:?}: {error}"))
    }
}

impl Player<Backgammon> for Outsider {
    fn new_game(&mut self) {}

    /// A move without an alternative is not asked for.
    fn choose(&mut self, game: &History<Backgammon>, _: &mut Rng) -> Answer<Move> {
        let pos = game.current();
        let mut list = MoveList::new();
        pos.moves(&mut list);
        if let [only] = *list {
            return Ok(Choice::unsearched(only));
        }
        match self.ask(pos) {
            Ok(mv) => Ok(Choice::unsearched(mv)),
            Err(what) => Err(PlayerFailed(format!("the player {} at {pos}: {what}", self.name))),
        }
    }
}
