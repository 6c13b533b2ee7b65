//! What each move of a position is worth, up to symmetry.

use engine::Position;
use engine::games::forte::{Forte, Move};
use fxhash::FxHashMap;

use super::replies::Replies;
use super::solve::{Answer, Limits, Solver, moves};

/// A move, for all that are the same by symmetry, and what was found out about it.
#[derive(Clone, Debug)]
pub struct MoveAnswer {
    /// The move.
    pub mv: Move,
    /// How many moves are the same by symmetry, this one included.
    pub same: u32,
    /// Of the position after the move, for the side that then moves.
    pub answer: Answer,
    /// The replies, of those that are the same by symmetry one.
    pub replies: usize,
    /// Where nobody is known to win, those of them that were not seen to lose.
    pub holding: Vec<Move>,
    /// To how many plies after the move all replies were tried; some may have been tried to two more.
    pub tried: u8,
}

/// Asks who wins after each move of a position, and `tell`s of one move after the other. Each has as many nodes as
/// `limits` allow, and what is found out about one helps with the next.
///
/// # Errors
/// The first of `tell`'s.
///
/// # Panics
/// If `limits.plies` is more than [`MOST_PLIES`](super::MOST_PLIES).
pub fn solve_moves<E>(pos: &Forte, limits: Limits, mut tell: impl FnMut(MoveAnswer) -> Result<(), E>) -> Result<(), E> {
    let mut solver = Solver::new(limits);
    for class in up_to_symmetry(pos) {
        let (mv, same) = (class[0], class.len() as u32);
        let next = pos.play(mv);
        let mut replies = Replies::new(&next).map(Replies::thorough);
        let all = replies.as_ref().map_or(0, |replies| replies.holding.len());
        let answer = solver.answer(&next, |solver| match &mut replies {
            Some(replies) => solver.value_by(&next, replies),
            None => solver.value(&next),
        });
        let (holding, tried) = match (answer.value, replies) {
            (None, Some(replies)) => (replies.holding, replies.tried),
            _ => (Vec::new(), 0),
        };
        tell(MoveAnswer { mv, same, answer, replies: all, holding, tried })?;
    }
    Ok(())
}

/// The moves of a position, those together that are the same by symmetry.
pub(super) fn up_to_symmetry(pos: &Forte) -> Vec<Vec<Move>> {
    let mut classes: Vec<Vec<Move>> = Vec::new();
    let mut places = FxHashMap::default();
    for mv in moves(pos) {
        let place = *places.entry(pos.play(mv).canonical()).or_insert(classes.len());
        match classes.get_mut(place) {
            Some(class) => class.push(mv),
            None => classes.push(vec![mv]),
        }
    }
    classes
}
