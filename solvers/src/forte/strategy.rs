//! A win written out: what the winner plays in every position that the loser can bring about; or how a drawn joust is held.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use engine::games::forte::{Forte, Move};
use engine::{Game, MoveList, Position, Side};
use fxhash::FxHashMap;

use super::duel::Duel;
use super::facts::Key;
use super::proof_numbers::{THREATS, long_win};
use super::search::{Attack, Order, Shared, Stopped};

/// What a side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The move.
    pub mv: Move,
    /// What then completes a line, unless the loser's reply prevents it: positions in which it does are not listed.
    pub threat: Option<Move>,
    /// The other side can hold out for no more plies, this move included; falls from move to move. `None` where the move only
    /// holds.
    pub within: Option<u8>,
}

/// A side's move in every position with it to move that can come about if it plays so, but for those in which
/// the move before [threatened](Planned::threat) what now wins at once. The side wins by it, or in a drawn joust holds.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Who plays so.
    pub side: Side,
    /// The moves.
    pub moves: FxHashMap<Forte, Planned>,
}

impl Strategy {
    pub(super) fn new(side: Side) -> Self {
        Self { side, moves: FxHashMap::default() }
    }
}

/// What is planned, position by position.
type Plan = FxHashMap<Forte, Planned>;

impl Strategy {
    /// Adds a move, unless one is planned that wins as soon. What is planned for the positions that follow stays good enough, so that
    /// strategies of several positions can be put together.
    pub(super) fn add(&mut self, pos: Forte, planned: Planned) {
        let sooner =
            |before: &Planned| planned.within.is_some_and(|within| before.within.is_none_or(|before| within < before));
        match self.moves.get_mut(&pos) {
            Some(before) if !sooner(before) => {}
            Some(before) => *before = planned,
            None => {
                self.moves.insert(pos, planned);
            }
        }
    }

    /// Adds all that another one plans for the same side.
    pub(super) fn merge(&mut self, other: Self) {
        other.moves.into_iter().for_each(|(pos, planned)| self.add(pos, planned));
    }
}

/// The size of a tree that finds again what has been forgotten.
const FORGOTTEN: usize = 1 << 17;

/// Why something could not be written.
enum Unwritten {
    /// The nodes are used up.
    Stopped,
    /// What was known has been forgotten and is not found again.
    Forgotten,
}

impl From<Stopped> for Unwritten {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Writes a strategy out of what a search knows.
pub(super) struct Writer<'a> {
    shared: &'a Shared,
    never: &'a AtomicBool,
    attack: Attack<'a>,
    strategy: Strategy,
    /// What is being written: it goes into the strategy when it is whole.
    draft: Plan,
}

impl<'a> Writer<'a> {
    pub(super) fn new(shared: &'a Shared, never: &'a AtomicBool, winner: Side) -> Self {
        Self::resume(shared, never, Strategy::new(winner))
    }

    /// Adds to a strategy.
    pub(super) fn resume(shared: &'a Shared, never: &'a AtomicBool, strategy: Strategy) -> Self {
        Self { shared, never, attack: Attack::new(shared, never), strategy, draft: Plan::default() }
    }

    /// What has been written.
    pub(super) fn finish(self) -> Strategy {
        self.strategy
    }

    /// Adds a position with the winner to move, in which `mv` wins within `plies`, and all that can follow. Nothing is added, and the
    /// answer is `false`, if what was known of it has been forgotten and is not found again.
    pub(super) fn write(&mut self, pos: &Forte, mv: Move, plies: u8) -> Result<bool, Stopped> {
        if self.is_planned(pos, plies) {
            return Ok(true);
        }
        let written = self.draft(pos, mv, plies);
        let draft = std::mem::take(&mut self.draft);
        match written {
            Ok(()) => draft.into_iter().for_each(|(pos, planned)| self.strategy.add(pos, planned)),
            Err(Unwritten::Forgotten) => return Ok(false),
            Err(Unwritten::Stopped) => return Err(Stopped),
        }
        Ok(true)
    }

    fn draft(&mut self, pos: &Forte, mv: Move, plies: u8) -> Result<(), Unwritten> {
        let after = pos.play(mv);
        let threat = Duel::new(&after, self.strategy.side).and_then(|duel| duel.win_on(duel.wins()));
        self.draft.insert(*pos, Planned { mv, threat, within: Some(plies) });
        if after.outcome().is_some() {
            return Ok(());
        }
        let mut replies = MoveList::new();
        after.moves(&mut replies);
        for &reply in replies.iter() {
            let next = after.play(reply);
            if threat.is_some_and(|threat| wins_at_once(&next, threat)) || self.is_planned(&next, plies - 2) {
                continue;
            }
            let (mv, within) = self.find(&next, plies - 2)?;
            self.draft(&next, mv, within)?;
        }
        Ok(())
    }

    /// Whether what has been written wins a position within `plies`: if it takes longer, it is written anew.
    fn is_planned(&self, pos: &Forte, plies: u8) -> bool {
        let planned = [&self.draft, &self.strategy.moves].into_iter().filter_map(|plan| plan.get(pos)?.within);
        planned.min().is_some_and(|within| within <= plies)
    }

    /// The move that wins a position within `plies`, and within how many it does.
    fn find(&mut self, pos: &Forte, plies: u8) -> Result<(Move, u8), Unwritten> {
        let duel = Duel::new(pos, pos.side()).expect("the joust has begun");
        let short = plies.min(THREATS);
        if let Some(found) = self.threats(duel, 1..=short)? {
            return Ok(found);
        }
        if let Some(found) = self.known(duel, Order::All, plies) {
            return Ok(found);
        }
        if let Some(found) = self.threats(duel, short + 2..=plies)? {
            return Ok(found);
        }
        if let Some((mv, _)) = self.known(duel, Order::Quiet, plies) {
            return Ok((mv, plies));
        }
        if let Some((within, mv)) = long_win(self.shared, self.never, duel, FORGOTTEN)?.filter(|win| win.0 <= plies) {
            return Ok((mv, within));
        }
        Ok((self.attack.win(duel, plies, Order::Quiet)?.ok_or(Unwritten::Forgotten)?, plies))
    }

    fn known(&self, duel: Duel, order: Order, plies: u8) -> Option<(Move, u8)> {
        let win = self.shared.facts.get(Key::new(duel, order)).win.filter(|&(within, _)| within <= plies);
        win.map(|(within, mv)| (mv, within))
    }

    /// The shortest win by threats of so many plies.
    fn threats(&mut self, duel: Duel, lengths: RangeInclusive<u8>) -> Result<Option<(Move, u8)>, Stopped> {
        for within in lengths.step_by(2) {
            if let Some(mv) = self.attack.win(duel, within, Order::Threats)? {
                return Ok(Some((mv, within)));
            }
        }
        Ok(None)
    }
}

/// Whether `threat`, which completes a line if its knight may still go there, does so.
fn wins_at_once(pos: &Forte, threat: Move) -> bool {
    pos.free() >> threat.to() & 1 == 1 && pos.play(threat).outcome().is_some()
}
