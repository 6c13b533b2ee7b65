//! A win written out: what the winner plays in every position that the loser can bring about.

use std::sync::atomic::AtomicBool;

use engine::games::forte::{Forte, Move};
use engine::{Game, MoveList, Position, Side};
use fxhash::FxHashMap;

use super::duel::Duel;
use super::search::{Attack, Order, Shared, Stopped};

/// What the winner plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The move.
    pub mv: Move,
    /// What then completes a line, unless the loser's reply prevents it: positions in which it does are not listed.
    pub threat: Option<Move>,
}

/// The winner's move in every position with the winner to move that can come about if he plays so, but for those in which
/// the move before [threatened](Planned::threat) what now wins at once.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Who wins.
    pub winner: Side,
    /// The moves.
    pub moves: FxHashMap<Forte, Planned>,
}

impl Strategy {
    pub(super) fn new(winner: Side) -> Self {
        Self { winner, moves: FxHashMap::default() }
    }
}

/// Writes a strategy out of what a search knows.
pub(super) struct Writer<'a> {
    attack: Attack<'a>,
    strategy: Strategy,
}

impl<'a> Writer<'a> {
    pub(super) fn new(shared: &'a Shared, never: &'a AtomicBool, winner: Side) -> Self {
        Self { attack: Attack::new(shared, never), strategy: Strategy::new(winner) }
    }

    /// What has been written.
    pub(super) fn finish(self) -> Strategy {
        self.strategy
    }

    /// Adds a position with the winner to move, in which `mv` wins within `plies`, and all that can follow.
    ///
    /// # Panics
    /// If it does not win.
    pub(super) fn write(&mut self, pos: &Forte, mv: Move, plies: u8) -> Result<(), Stopped> {
        let after = pos.play(mv);
        let threat = Duel::new(&after, self.strategy.winner).and_then(|duel| duel.win_on(duel.wins()));
        self.strategy.moves.insert(*pos, Planned { mv, threat });
        if after.outcome().is_some() {
            return Ok(());
        }
        let mut replies = MoveList::new();
        after.moves(&mut replies);
        for &reply in replies.iter() {
            let next = after.play(reply);
            if threat.is_some_and(|threat| wins_at_once(&next, threat)) || self.strategy.moves.contains_key(&next) {
                continue;
            }
            let (mv, within) = self.find(&next, plies - 2)?;
            self.write(&next, mv, within)?;
        }
        Ok(())
    }

    /// The move that wins a position within `plies`, and within how many it does.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn find(&mut self, pos: &Forte, plies: u8) -> Result<(Move, u8), Stopped> {
        let duel = Duel::new(pos, pos.side()).expect("the joust has begun");
        for within in (1..=plies).step_by(2) {
            if let Some(mv) = self.attack.win(duel, within, Order::Threats)? {
                return Ok((mv, within));
            }
        }
        let mv = self.attack.win(duel, plies, Order::Quiet)?.expect("what was found is found again");
        Ok((mv, plies))
    }
}

/// Whether `threat`, which completes a line if its knight may still go there, does so.
fn wins_at_once(pos: &Forte, threat: Move) -> bool {
    pos.free() >> threat.to() & 1 == 1 && pos.play(threat).outcome().is_some()
}
