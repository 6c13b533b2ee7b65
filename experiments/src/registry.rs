//! What the program asks of a game of each kind, and the way from a name to a type.

use std::sync::Arc;

use engine::games::chess::Chess;
use engine::games::force3::{Force3, Options};
use engine::games::forte::Forte;
use engine::{Deterministic, Game, Node, Probe, Registered};
use search::Sensed;
use solvers::{Numbered, Solvable, Summary, Table};

use crate::commands::solve::Told;

engine::visitor! {
    /// A command's work on a game, generic over its type.
    pub(crate) trait Visitor {
        deterministic: Deterministic + Registered + Sensed + Solved;
        chance: Game + Registered + Sensed;
        puzzle: Registered + Solvable + Told;
    }
}

/// A complete table of results.
pub(crate) trait Complete<G: Deterministic>: Probe<G> {
    /// The game in figures.
    fn summary(&self) -> Summary;
}

impl<G: Numbered> Complete<G> for Table<G> {
    fn summary(&self) -> Summary {
        self.summary()
    }
}

/// Where the solvers' tables meet the games: a game without chance that may have a complete table of results.
pub(crate) trait Solved: Deterministic {
    /// All sets of rules that can be solved, the standard rules first; none if the game cannot be.
    fn variants() -> Vec<Self::Rules> {
        Vec::new()
    }

    /// Solves the game under these rules, anew; `None` if it cannot be.
    fn solve(_rules: &Self::Rules) -> Option<Box<dyn Complete<Self>>> {
        None
    }

    /// The table for these rules, solved at the first call and kept; `None` if the game has no table.
    fn table(_rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        None
    }
}

impl Solved for Chess {}

impl Solved for Forte {}

impl Solved for Force3 {
    fn variants() -> Vec<Options> {
        Options::all().collect()
    }

    fn solve(rules: &Options) -> Option<Box<dyn Complete<Self>>> {
        Some(Box::new(Table::<Self>::solve(rules)))
    }

    fn table(rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(solvers::force3::shared(rules))
    }
}
