//! What each move of a position is worth, up to symmetry.

use engine::games::forte::{Forte, Move};
use engine::{Game, Position, Side};
use fxhash::FxHashMap;

use super::search::Stopped;
use super::solve::{Answer, Limits, Opening, Solver, Won, moves};

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
    for (mv, same) in up_to_symmetry(pos) {
        let next = pos.play(mv);
        let mut replies = Replies::new(&next);
        let all = replies.holding.len();
        let search = |solver: &mut Solver| {
            if replies.are_sorted_out { replies.search(solver, &next) } else { solver.value(&next) }
        };
        let answer = solver.answer(&next, search);
        if answer.value.is_some() {
            replies.holding.clear();
        }
        tell(MoveAnswer { mv, same, answer, replies: all, holding: replies.holding, tried: replies.tried })?;
    }
    Ok(())
}

/// The moves of a position, of those that are the same by symmetry one, with their number.
fn up_to_symmetry(pos: &Forte) -> Vec<(Move, u32)> {
    let mut classes: Vec<(Move, u32)> = Vec::new();
    let mut places = FxHashMap::default();
    for mv in moves(pos) {
        let place = *places.entry(pos.play(mv).canonical()).or_insert(classes.len());
        match classes.get_mut(place) {
            Some((_, same)) => *same += 1,
            None => classes.push((mv, 1)),
        }
    }
    classes
}

/// So few replies that hold are worth attacks that begin with any move, which take some fifty times as long.
const FEW: usize = 4;

/// The replies to a move.
struct Replies {
    /// Those that have not been seen to lose.
    holding: Vec<Move>,
    tried: u8,
    /// Whether they are looked at one by one: they are not where holes are still chosen, or the joust is over.
    are_sorted_out: bool,
}

impl Replies {
    fn new(pos: &Forte) -> Self {
        let is_over = pos.outcome().is_some();
        let holding = if is_over { Vec::new() } else { up_to_symmetry(pos).into_iter().map(|(mv, _)| mv).collect() };
        let has_begun = Side::BOTH.into_iter().all(|side| pos.in_hand(side) == 0);
        Self { holding, tried: 0, are_sorted_out: has_begun && !is_over }
    }

    /// Who wins the position, the other side attacking after each reply, and the side to move itself.
    fn search(&mut self, solver: &mut Solver, pos: &Forte) -> Result<Option<Won>, Stopped> {
        for plies in 1..=solver.limits.plies {
            if plies % 2 == 1 {
                for opening in [Opening::Threatening, Opening::Any] {
                    if let Some(won) = solver.win(pos, plies, opening)? {
                        return Ok(Some(won));
                    }
                }
                continue;
            }
            let mut opening = Opening::Threatening;
            self.attack(solver, pos, plies, opening)?;
            if (1..=FEW).contains(&self.holding.len()) {
                opening = Opening::Any;
                self.attack(solver, pos, plies, opening)?;
            }
            self.tried = plies;
            if self.holding.is_empty() {
                return solver.loss(pos, plies, opening);
            }
        }
        Ok(None)
    }

    /// Takes out the replies to a position that lose within `plies`, themselves included.
    fn attack(&mut self, solver: &Solver, pos: &Forte, plies: u8, opening: Opening) -> Result<(), Stopped> {
        let mut stopped = Ok(());
        self.holding.retain(|&mv| {
            let found = match stopped {
                Ok(()) => solver.attack(&pos.play(mv), plies - 1, opening),
                Err(Stopped) => return true,
            };
            stopped = found.map(|_| ());
            !matches!(found, Ok(Some(_)))
        });
        stopped
    }
}
