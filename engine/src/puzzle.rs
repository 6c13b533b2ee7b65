//! One player against the deal.

use crate::Position;
use crate::rng::Rng;

/// What there is to move in a position, as a player counts it who looks a deal over before deciding to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility {
    /// The available pieces (in patience the last cards of the piles) that have a legal move, be it as part of a run.
    pub playable: u32,
    /// Those of them that can be built onto another: what is left where every card may start a foundation.
    pub buildable: u32,
}

/// A one-player game without hidden information or chance after the deal.
///
/// A position without moves is over; it is won exactly if it [is solved](Puzzle::is_solved). Whether a won position
/// still has moves is the game's affair.
pub trait Puzzle: Position<After = Self> {
    /// A deal, every one equally likely.
    fn deal(rules: &Self::Rules, rng: &mut Rng) -> Self;

    /// Whether the puzzle is won.
    fn is_solved(&self) -> bool;

    /// A move that can be made at once without losing a win, if the rules prove one: the proof stands with the
    /// implementation.
    fn safe_move(&self) -> Option<Self::Move>;

    /// A number of single moves below which the puzzle cannot be won from here: 0 if solved, never more than the
    /// least number of moves.
    fn lower_bound(&self) -> u32;

    /// What there is to move; every legal move, for a puzzle that does not count pieces.
    fn mobility(&self) -> Mobility {
        let moves = self.count() as u32;
        Mobility { playable: moves, buildable: moves }
    }
}
