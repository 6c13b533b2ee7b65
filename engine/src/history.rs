//! What depends on the path: repetition, ply caps, and how a game is called off.
//!
//! Positions know what their own rules remember (Force 3's last slide); a [`History`] knows the positions a game went
//! through and says when the path ends it. It keeps whole positions and compares them, so that no hash collision can
//! end a game. Perft does not ask it; searches get the [keys](History::keys).

use crate::score::Outcome;
use crate::{Game, Node};

/// What ends a game by its path. The default is that nothing does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathRules {
    /// The game is drawn when a position stands for this time (3 in most games).
    pub repetitions: Option<u32>,
    /// The game is drawn when so many plies brought nothing that cannot be undone.
    pub clock: Option<Clock>,
    /// The game is drawn after this number of plies, counted from where the history begins: in a match that is the
    /// position the opening led to.
    pub ply_cap: Option<u32>,
}

/// A limit of [`Game::clock`], and what an ending by it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The plies at which the game is drawn.
    pub plies: u32,
    /// The word in a match's record, such as `fifty_moves`.
    pub reason: &'static str,
}

/// How a game ended: the result and the reason in a word, as the record of a match shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// Why: the game's own word (`line`, `mate`), `insufficient_material`, `repetition`, the [clock's](Clock::reason), or
    /// `ply_cap`.
    pub reason: &'static str,
}

/// The positions of one game, first to last.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    rules: PathRules,
    positions: Vec<G>,
    keys: Vec<u64>,
}

impl<G: Game> History<G> {
    /// A game that starts at `pos`.
    #[must_use]
    pub fn new(pos: G, rules: PathRules) -> Self {
        let keys = vec![pos.key()];
        Self { rules, positions: vec![pos], keys }
    }

    /// Goes on to `pos`, the position after a move (and after chance).
    pub fn push(&mut self, pos: G) {
        self.keys.push(pos.key());
        self.positions.push(pos);
    }

    /// The position the game stands at.
    ///
    /// # Panics
    /// Never: a history starts with a position and only grows.
    #[must_use]
    pub fn current(&self) -> &G {
        self.positions.last().expect("a history is never empty")
    }

    /// All positions, first to last, the current one included.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The keys of all positions, first to last, the current one included.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.positions.len() as u32 - 1
    }

    /// The rules by which the path can end this game.
    #[must_use]
    pub fn path_rules(&self) -> PathRules {
        self.rules
    }

    /// How many times the current position has stood, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let (pos, key) = (self.current(), pos_key(&self.keys));
        self.keys.iter().zip(&self.positions).filter(|&(&other, old)| other == key && pos.repeats(old)).count() as u32
    }

    /// How the game has ended, if it has: by its own rules first, then by the path.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let pos = self.current();
        if let Some(outcome) = pos.outcome() {
            return Some(Ending { outcome, reason: pos.ending() });
        }
        if pos.is_dead() {
            return Some(Ending { outcome: Outcome::Draw, reason: "insufficient_material" });
        }
        if self.rules.repetitions.is_some_and(|times| self.occurrences() >= times) {
            return Some(Ending { outcome: Outcome::Draw, reason: "repetition" });
        }
        if let Some(clock) = self.rules.clock
            && pos.clock() >= clock.plies
        {
            return Some(Ending { outcome: Outcome::Draw, reason: clock.reason });
        }
        if self.rules.ply_cap.is_some_and(|cap| self.plies() >= cap) {
            return Some(Ending { outcome: Outcome::Draw, reason: "ply_cap" });
        }
        None
    }
}

fn pos_key(keys: &[u64]) -> u64 {
    *keys.last().expect("a history is never empty")
}

/// The start of a game as a history, without chance: for games whose [`Game::start`] is a position.
#[must_use]
pub fn from_start<G: Game<After = G>>(rules: &<G as Node>::Rules) -> History<G> {
    History::new(G::start(rules), G::path_rules(rules))
}
