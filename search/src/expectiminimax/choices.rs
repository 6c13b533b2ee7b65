//! The moves of one decision while they are tried: probed first, perhaps, and gone on with later.

use engine::{PackedMove, Score};

use crate::order::Ranked;

/// The moves of a decision, and what came of those that were tried.
pub(super) struct Choices<M> {
    pub(super) ranked: Ranked<M>,
    /// Whether the moves have been generated.
    pub(super) is_open: bool,
    /// The best value so far, and its move if it was above the window's lower edge.
    pub(super) best: Score,
    pub(super) best_move: Option<M>,
}

impl<M> Default for Choices<M> {
    fn default() -> Self {
        Self { ranked: Ranked::default(), is_open: false, best: -Score::INFINITE, best_move: None }
    }
}

impl<M: PackedMove> Choices<M> {
    /// Makes ready for another decision.
    pub(super) fn close(&mut self) {
        self.is_open = false;
        (self.best, self.best_move) = (-Score::INFINITE, None);
    }

    /// The number of moves that have not been tried.
    pub(super) fn moves_left(&self) -> usize {
        if self.is_open { self.ranked.left() } else { 0 }
    }
}

/// For each ply and branch of chance, the moves that were best of late: where the roll is the same and only the move before
/// it another, the best reply often stays.
pub(super) struct Replies<M> {
    plies: Vec<Vec<[Option<M>; 2]>>,
}

impl<M: PackedMove> Replies<M> {
    pub(super) const fn new() -> Self {
        Self { plies: Vec::new() }
    }

    /// The last two best moves at this place, the latest first.
    pub(super) fn at(&self, ply: usize, branch: usize) -> [Option<M>; 2] {
        self.plies.get(ply).and_then(|branches| branches.get(branch)).copied().unwrap_or_default()
    }

    /// Remembers a best move.
    pub(super) fn note(&mut self, ply: usize, branch: usize, mv: M) {
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, Vec::new);
        }
        let branches = &mut self.plies[ply];
        if branches.len() <= branch {
            branches.resize(branch + 1, [None; 2]);
        }
        let replies = &mut branches[branch];
        if replies[0] != Some(mv) {
            *replies = [Some(mv), replies[0]];
        }
    }
}
