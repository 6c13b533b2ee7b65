//! The move filter: which moves above the horizon are worth a search, by their static values.

use engine::Score;

/// Keeps the best moves of a decision above the horizon by the static value of what they leave behind. A search with a
/// filter is no longer exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// At most so many moves, at least one.
    pub most: usize,
    /// Only moves that are within this of the best one; 0 or more.
    pub margin: Score,
}
