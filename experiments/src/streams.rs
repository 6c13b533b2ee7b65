//! Random streams by purpose: what is drawn for one thing never shifts what is drawn for another.
//!
//! Each game of a match has streams of its own, from the run's seed and an index: one for the dice and cards, shared
//! by the two games of a pair, and one for each player. See [`engine::rng`].

use engine::Rng;
use engine::zobrist::mix;

/// What a stream is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The random openings of a match.
    Opening = 1,
    /// Dice and cards; the index is a pair's.
    Chance = 2,
    /// The choices of a random player; the index is twice a game's, plus the player's.
    Player = 3,
    /// The random opening of a game of a series; the index is a pair's, shifted, plus the game's number.
    SeriesOpening = 4,
    /// A policy's choices in a deal of a survey, a purpose for each policy; the index is the deal's.
    RandomPolicy = 5,
    GreedyPolicy = 6,
    LookaheadPolicy = 7,
    /// The opening of a game that a tuner plays against itself; the index is the game's.
    SelfPlay = 8,
    /// A match by chance alone, of a sequential test; the index is the match's.
    Sprt = 9,
}

/// The stream of item `index` for a purpose, in a run with master seed `seed`.
pub(crate) fn stream(seed: u64, purpose: Purpose, index: u64) -> Rng {
    engine::rng::stream(mix(seed ^ mix(purpose as u64)), index)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::RngExt;

    use super::*;

    #[test]
    fn purposes_have_different_streams() {
        let first = |seed, purpose, index| stream(seed, purpose, index).random::<u64>();
        let mut all = HashSet::new();
        for purpose in [
            Purpose::Opening,
            Purpose::Chance,
            Purpose::Player,
            Purpose::SeriesOpening,
            Purpose::RandomPolicy,
            Purpose::GreedyPolicy,
            Purpose::LookaheadPolicy,
            Purpose::SelfPlay,
            Purpose::Sprt,
        ] {
            (0..10).for_each(|seed| (0..10).for_each(|index| assert!(all.insert(first(seed, purpose, index)))));
        }
    }
}
