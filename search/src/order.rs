//! Which move to try first: the table's, then what the sense promises, killers and history.
//!
//! Alpha-beta's cost is decided here: with the best move first it visits about the square root of the tree.

use engine::{Game, MoveList, PackedMove};

use crate::{Features, Sense};

/// The most that history says, either way. A [promise](Sense::promise) above [`KILLER`] plus this goes first for sure.
pub const MOST_HISTORY: i32 = 1 << 14;
/// What it is worth to have cut a sibling off.
pub const KILLER: i32 = MOST_HISTORY + 1;
/// Before everything else.
const TABLE_MOVE: i32 = i32::MAX;

/// The moves of one node with their scores, handed out best first.
#[derive(Clone, Debug)]
pub struct Ranked<M> {
    list: MoveList<M>,
    scores: Vec<i32>,
    next: usize,
}

impl<M> Default for Ranked<M> {
    fn default() -> Self {
        Self { list: MoveList::new(), scores: Vec::new(), next: 0 }
    }
}

impl<M: PackedMove> Ranked<M> {
    /// Generates the moves of `pos`, in order of generation until ranked, and returns their number.
    pub fn generate<G: Game<Move = M>>(&mut self, pos: &G) -> usize {
        self.list.clear();
        self.scores.clear();
        self.next = 0;
        pos.moves(&mut self.list);
        self.list.len()
    }

    /// The moves, ranked or not.
    #[must_use]
    pub fn moves(&self) -> &[M] {
        &self.list
    }

    /// Keeps only the moves of which `keep` is true; to be called before ranking.
    pub fn keep(&mut self, keep: impl Fn(M) -> bool) {
        self.list.retain(|&mv| keep(mv));
    }

    /// Gives every move its score.
    pub fn rank(&mut self, score: impl Fn(M) -> i32) {
        self.scores.extend(self.list.iter().map(|&mv| score(mv)));
    }

    /// The next move: of the highest score, the earliest generated among equals. Selection instead of sorting, since
    /// most nodes are cut off after a move or two.
    #[inline]
    pub fn pick(&mut self) -> Option<M> {
        let first = self.next;
        let rest = self.scores.get(first..)?;
        let mut best = 0;
        for (index, &score) in rest.iter().enumerate().skip(1) {
            if score > rest[best] {
                best = index;
            }
        }
        let mv = *self.list.get(first + best)?;
        // Rotating would keep the others in order of generation but costs more than it brings.
        self.list.swap(first, first + best);
        self.scores.swap(first, first + best);
        self.next += 1;
        Some(mv)
    }

    /// The moves handed out so far, the last one included.
    #[must_use]
    pub fn tried(&self) -> &[M] {
        &self.list[..self.next]
    }
}

/// What one search has learnt about moves, whatever the position.
#[derive(Clone, Debug)]
pub struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<i32>; 2],
}

impl<M: PackedMove> Default for Order<M> {
    fn default() -> Self {
        Self { killers: Vec::new(), history: [vec![0; M::SLOTS], vec![0; M::SLOTS]] }
    }
}

impl<M: PackedMove> Order<M> {
    /// Ranks the generated moves of `pos`, a node at `ply`.
    #[inline]
    pub fn rank<G: Game<Move = M>, S: Sense<G>>(
        &self,
        ranked: &mut Ranked<M>,
        pos: &G,
        (sense, features): (&S, Features),
        ply: usize,
        table_move: Option<u32>,
    ) {
        let glance = sense.glance(pos);
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let history = &self.history[pos.side().index()];
        ranked.rank(|mv| {
            if features.has(Features::TABLE_MOVE) && Some(mv.to_bits()) == table_move {
                return TABLE_MOVE;
            }
            let mut score = 0;
            if features.has(Features::PROMISE) {
                score += sense.promise(pos, &glance, mv);
            }
            if features.has(Features::KILLERS) && killers.contains(&Some(mv)) {
                score += KILLER;
            }
            if features.has(Features::HISTORY) {
                score += history[mv.slot()];
            }
            score
        });
    }

    /// Remembers that the last of the `tried` moves cut a node of `depth` plies off and the ones before it did not.
    pub fn cut(&mut self, tried: &[M], side: usize, ply: usize, depth: u32) {
        let Some((&cutter, failed)) = tried.split_last() else { return };
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cutter) {
            *killers = [Some(cutter), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32 * 4;
        learn(&mut self.history[side][cutter.slot()], bonus);
        for mv in failed {
            learn(&mut self.history[side][mv.slot()], -bonus);
        }
    }
}

/// Moves a history value towards the bonus; the closer to the end of the scale, the less (so it never leaves it).
#[inline]
fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / MOST_HISTORY;
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::toy::{Child, Tree};
    use engine::{NoOptions, Node};

    #[test]
    fn moves_come_best_first_and_all_of_them() {
        let tree = Tree::parse("(1 2 3 4 5)", &NoOptions).expect("a tree");
        let mut ranked = Ranked::default();
        assert_eq!(ranked.generate(&tree), 5);
        ranked.rank(|mv: Child| [10, 50, 20, 50, 30][usize::from(mv.0)]);
        let order: Vec<u16> = std::iter::from_fn(|| ranked.pick()).map(|mv| mv.0).collect();
        assert_eq!(order[..2], [1, 3]);
        assert_eq!(order[2..], [4, 2, 0]);
    }

    #[test]
    fn history_stays_on_its_scale() {
        let mut value = 0;
        for _ in 0..10_000 {
            learn(&mut value, 1600);
        }
        assert!(value > 0 && value <= MOST_HISTORY);
        for _ in 0..10_000 {
            learn(&mut value, -1600);
        }
        assert!((-MOST_HISTORY..0).contains(&value));
    }
}
