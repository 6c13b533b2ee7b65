//! What the program asks of a game of each kind, and the way from a name to a type.

use std::sync::Arc;

use engine::games::force3::Force3;
use engine::games::forte::Forte;
use engine::{Deterministic, Game, Node, Probe, Registered};
use search::Sensed;
use solvers::Solvable;

engine::visitor! {
    /// A command's work on a game, generic over its type.
    pub(crate) trait Visitor {
        deterministic: Deterministic + Registered + Sensed + Solved;
        chance: Game + Registered + Sensed;
        puzzle: Registered + Solvable;
    }
}

/// Where the solvers' tables meet the games: a game without chance that may have a complete table of results.
pub(crate) trait Solved: Deterministic {
    /// The table for these rules, solved at the first call and kept; `None` if the game has no table.
    fn table(_rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        None
    }
}

impl Solved for Forte {}

impl Solved for Force3 {
    fn table(rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(solvers::force3::shared(rules))
    }
}
