//! What is agreed between a player and whoever referees his games: how long he may think, and how he can fail.
//!
//! A referee reads the [`Terms`] of a player once a game, keeps his clock, tells him what the [`Clocks`] show, and gives
//! the game to the other side when he is late or [fails](PlayerFailed). Each [`Fault`] has the word by which records and
//! summaries of matches count it.

use std::time::Duration;

/// A clock for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time at the start.
    pub start: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// For each move.
    pub time: Option<Duration>,
    /// For the game.
    pub clock: Option<Clock>,
    /// How much later than that an answer may come before the game is lost.
    pub margin: Duration,
}

impl Terms {
    /// The margin unless another is agreed: a busy machine may leave a program waiting for so long through no fault of its own.
    pub const MARGIN: Duration = Duration::from_millis(100);

    /// No limit in time.
    pub const FREE: Self = Self { time: None, clock: None, margin: Self::MARGIN };
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What is left.
    pub left: Duration,
    /// What the next move adds.
    pub increment: Duration,
}

/// What the clocks show before a move; nothing for a player without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// That of the player who is to move.
    pub own: Option<Shown>,
    /// That of the other.
    pub other: Option<Shown>,
}

/// How a player can fail, by the word that counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// `time`: it did not move in its time and the margin.
    Time,
    /// `illegal_move`: it answered with a move that is not legal.
    IllegalMove,
    /// `crash`: its program ended, or closed the connection.
    Crash,
    /// `stall`: without a limit in time it kept silent for longer than anybody waits.
    Stall,
    /// `nonsense`: it answered something that is no answer.
    Nonsense,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Time, Self::IllegalMove, Self::Crash, Self::Stall, Self::Nonsense];

    /// The word that counts it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::IllegalMove => "illegal_move",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Nonsense => "nonsense",
        }
    }

    /// The fault that a word counts.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.word() == word)
    }
}

/// A player that did not choose a move: a program outside that crashed, keeps silent, cheats, or talks nonsense, or
/// anybody who thought for too long. Of themselves the players of this crate never fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PlayerFailed {
    /// What it did.
    pub fault: Fault,
    /// The same for people, with all that is known.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_a_word_of_its_own() {
        for fault in Fault::ALL {
            assert_eq!(Fault::of_word(fault.word()), Some(fault));
        }
        assert_eq!(Fault::of_word("mate"), None);
    }
}
