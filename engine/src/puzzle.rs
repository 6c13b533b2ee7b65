//! One player against the deal.

use crate::Position;
use crate::rng::Rng;

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
}
