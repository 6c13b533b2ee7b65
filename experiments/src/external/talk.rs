//! What engines have in common whatever they speak: a name, pipes, limits, and how long they are waited for.

use std::fmt::Display;
use std::time::{Duration, Instant};

use search::{Clocks, PlayerFailed, Terms};

use super::pipes::Pipes;
use super::process::Trouble;
use crate::spec::{Engine, Outside};

/// An engine that was started.
pub(super) struct Talk {
    /// The player, as its specification is written.
    name: String,
    pub(super) engine: Engine,
    pub(super) pipes: Pipes,
    /// How long it may take where no time is set.
    patience: Duration,
    terms: Terms,
    pub(super) clocks: Clocks,
    /// What went wrong while nobody waited for a move.
    pub(super) trouble: Option<Trouble>,
}

/// How long an answer is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    until: Instant,
    after: Duration,
    is_for_move: bool,
}

impl Talk {
    pub(super) fn start(outside: &Outside, engine: &Engine) -> Result<Self, Trouble> {
        let pipes = Pipes::start(outside.command.unwrap_or_default(), &engine.arguments)?;
        Ok(Self {
            name: outside.to_string(),
            engine: engine.clone(),
            pipes,
            patience: outside.patience(),
            terms: engine.terms(),
            clocks: Clocks::default(),
            trouble: None,
        })
    }

    pub(super) const fn terms(&self) -> Terms {
        self.terms
    }

    /// For an answer that is no move.
    pub(super) fn patience(&self) -> Wait {
        Wait { until: Instant::now() + self.patience, after: self.patience, is_for_move: false }
    }

    /// For a move: as long as it may take, or else as long as anybody waits.
    pub(super) fn for_move(&self) -> Wait {
        let clock = self.terms.clock.map(|clock| self.clocks.own.map_or(clock.start, |shown| shown.left));
        match clock.into_iter().chain(self.terms.time).min() {
            None => self.patience(),
            Some(time) => {
                let after = time + self.terms.margin;
                Wait { until: Instant::now() + after, after, is_for_move: true }
            }
        }
    }

    /// The next line.
    pub(super) fn hear(&mut self, wait: Wait) -> Result<String, Trouble> {
        self.pipes.hear(
            wait.until,
            |pipes| {
                if wait.is_for_move { pipes.late(wait.after) } else { pipes.silent(wait.after) }
            },
        )
    }

    /// What is said of the player when it fails.
    pub(super) fn failed(&self, pos: &impl Display, trouble: &Trouble) -> PlayerFailed {
        failed(&self.name, pos, trouble)
    }
}

/// What is said of a player that fails.
pub(super) fn failed(name: &str, pos: &impl Display, trouble: &Trouble) -> PlayerFailed {
    PlayerFailed { fault: trouble.fault(), message: format!("the player {name} at {pos}: {trouble}") }
}
