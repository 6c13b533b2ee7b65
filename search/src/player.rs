//! Players: whatever chooses a move. A `dyn Player` is called once a move, never once a node.

use engine::{Game, History, MoveList, Rng, Score};
use rand::RngExt;

/// A chosen move and what the choice cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move, if the player has an opinion.
    pub score: Option<Score>,
    /// Nodes searched for it.
    pub nodes: u64,
    /// The depth reached, in plies.
    pub depth: u32,
}

/// Whatever chooses a move.
pub trait Player<G: Game>: Send {
    /// Forgets everything: a new game starts with empty tables.
    fn new_game(&mut self);

    /// Chooses a legal move in the current position of `game`, which has at least one. Everything random comes from
    /// `rng`.
    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Choice<G::Move>;
}

/// Every legal move with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut list = MoveList::new();
        game.current().moves(&mut list);
        Choice { mv: list[rng.random_range(0..list.len())], score: None, nodes: 0, depth: 0 }
    }
}
