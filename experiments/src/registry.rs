//! What the program asks of a game of each kind, and the way from a name to a type.

use engine::{Deterministic, Game, Puzzle, Registered};
use search::Sensed;

engine::visitor! {
    /// A command's work on a game, generic over its type.
    pub(crate) trait Visitor {
        deterministic: Deterministic + Registered + Sensed;
        chance: Game + Registered + Sensed;
        puzzle: Puzzle + Registered;
    }
}
