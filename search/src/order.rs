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
/// What takes a move behind all others: see [`Ranked::pick_if`].
const FALLEN: i32 = -(1 << 28);

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

    /// Generates the noisy moves of `pos` alone.
    pub fn generate_noisy<G: Game<Move = M>, S: Sense<G>>(&mut self, pos: &G, sense: &S, glance: &S::Glance) {
        self.list.clear();
        self.scores.clear();
        self.next = 0;
        sense.noisy_moves(pos, glance, &mut self.list);
    }

    /// Gives every move its score.
    pub fn rank(&mut self, score: impl Fn(M) -> i32) {
        self.scores.extend(self.list.iter().map(|&mv| score(mv)));
    }

    /// The next move: of the highest score, the earliest generated among equals. Selection instead of sorting, since
    /// most nodes are cut off after a move or two.
    #[inline]
    pub fn pick(&mut self) -> Option<M> {
        self.pick_if(|_, _| true)
    }

    /// The next move of which `stands` is true. One of which it is not falls behind all that were not asked about; it is
    /// handed out in the end, and not asked about again. So what is dear to know of a move is worked out only for those
    /// whose turn comes.
    #[inline]
    pub fn pick_if(&mut self, stands: impl Fn(M, i32) -> bool) -> Option<M> {
        loop {
            let first = self.next;
            // Two passes that compare many at a time are faster than one that remembers where the best was.
            let rest = self.scores.get(first..)?;
            let highest = rest.iter().copied().max()?;
            let best = first + rest.iter().position(|&score| score == highest)?;
            let mv = self.list[best];
            if highest > FALLEN / 2 && !stands(mv, highest) {
                self.scores[best] = highest + FALLEN;
                continue;
            }
            // Rotating would keep the others in order of generation but costs more than it brings.
            self.list.swap(first, best);
            self.scores.swap(first, best);
            self.next += 1;
            return Some(mv);
        }
    }

    /// Whether the move handed out last had [fallen](Self::pick_if) behind.
    #[inline]
    #[must_use]
    pub fn has_fallen(&self) -> bool {
        self.next > 0 && self.scores[self.next - 1] <= FALLEN / 2
    }

    /// Leaves out all moves still to come but those that have [fallen](Self::pick_if) behind and those that `keep` keeps.
    pub fn drop_standing(&mut self, keep: impl Fn(M) -> bool) {
        let mut kept = self.next;
        for index in self.next..self.list.len() {
            if self.scores[index] <= FALLEN / 2 || keep(self.list[index]) {
                self.list.swap(kept, index);
                self.scores.swap(kept, index);
                kept += 1;
            }
        }
        self.list.truncate(kept);
        self.scores.truncate(kept);
    }

    /// The moves handed out so far, the last one included.
    #[must_use]
    pub fn tried(&self) -> &[M] {
        &self.list[..self.next]
    }
}

/// The number of kinds of things that noisy moves take: see [`Sense::prey`].
pub const PREY: usize = 8;
/// Where a node stands when its moves are ranked, or one of them has cut it off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Plies from the root.
    pub ply: usize,
    /// The side to move, as an index.
    pub side: usize,
    /// The [slots](PackedMove::slot) of the moves that led here, one and two plies ago, where there are such.
    pub previous: [Option<usize>; 2],
}

/// What a searcher has learnt about moves, whatever the position. Kept from search to search within a game.
#[derive(Clone, Debug)]
pub struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<i32>; 2],
    /// By the move one ply ago and by that two plies ago: side, slot of the move before, slot of the move. Empty until a
    /// selective search asks for it.
    continuation: [Vec<i16>; 2],
    /// Of noisy moves: side, slot, prey.
    noisy: Vec<i16>,
}

impl<M: PackedMove> Default for Order<M> {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            history: [vec![0; M::SLOTS], vec![0; M::SLOTS]],
            continuation: [Vec::new(), Vec::new()],
            noisy: Vec::new(),
        }
    }
}

impl<M: PackedMove> Order<M> {
    /// Makes room for what only selective searches learn.
    pub fn prepare_for_selection(&mut self) {
        if self.noisy.is_empty() {
            self.continuation = [0, 1].map(|_| vec![0; 2 * M::SLOTS * M::SLOTS]);
            self.noisy = vec![0; 2 * M::SLOTS * PREY];
        }
    }

    /// Forgets the killers, which belong to plies of the last search.
    pub fn start_search(&mut self) {
        self.killers.clear();
    }

    /// Ranks the generated moves of `pos`.
    #[inline]
    pub fn rank<G: Game<Move = M>, S: Sense<G>>(
        &self,
        ranked: &mut Ranked<M>,
        (pos, glance): (&G, &S::Glance),
        (sense, features): (&S, Features),
        place: Place,
        table_move: Option<u32>,
    ) {
        let killers = self.killers.get(place.ply).copied().unwrap_or_default();
        let history = &self.history[place.side];
        ranked.rank(|mv| {
            if features.has(Features::TABLE_MOVE) && Some(mv.to_bits()) == table_move {
                return TABLE_MOVE;
            }
            let mut score = 0;
            if features.has(Features::PROMISE) {
                score += sense.promise(pos, glance, mv);
            }
            if S::SELECTIVE && sense.is_noisy(pos, glance, mv) {
                return score + self.of_noisy(mv, sense.prey(mv), place, features);
            }
            if features.has(Features::KILLERS) && killers.contains(&Some(mv)) {
                score += if S::SELECTIVE { 4 * KILLER } else { KILLER };
            }
            if features.has(Features::HISTORY) {
                score += history[mv.slot()];
            }
            if S::SELECTIVE {
                score += self.of_continuation(mv, place, features);
            }
            score
        });
    }

    /// What history says of a quiet move, in all.
    #[inline]
    pub fn of_quiet(&self, mv: M, place: Place, features: Features) -> i32 {
        let alone = if features.has(Features::HISTORY) { self.history[place.side][mv.slot()] } else { 0 };
        alone + self.of_continuation(mv, place, features)
    }

    #[inline]
    fn of_continuation(&self, mv: M, place: Place, features: Features) -> i32 {
        if !features.has(Features::CONTINUATION) {
            return 0;
        }
        let said = |(table, previous): (&Vec<i16>, Option<usize>)| {
            previous.map_or(0, |previous| i32::from(table[after::<M>(place.side, previous, mv)]))
        };
        self.continuation.iter().zip(place.previous).map(said).sum()
    }

    #[inline]
    fn of_noisy(&self, mv: M, prey: usize, place: Place, features: Features) -> i32 {
        if features.has(Features::NOISY_HISTORY) {
            i32::from(self.noisy[(place.side * M::SLOTS + mv.slot()) * PREY + prey])
        } else {
            0
        }
    }

    /// Whether a move is a killer of its ply.
    #[inline]
    pub fn is_killer(&self, mv: M, ply: usize) -> bool {
        self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(mv)))
    }

    /// Remembers that the last of the `tried` moves cut a node of `depth` plies off and the ones before it did not.
    pub fn cut(&mut self, tried: &[M], place: Place, depth: u32) {
        let Some((&cutter, failed)) = tried.split_last() else { return };
        self.kill(cutter, place.ply);
        let bonus = (depth * depth).min(400) as i32 * 4;
        let history = &mut self.history[place.side];
        learn(&mut history[cutter.slot()], bonus);
        for mv in failed {
            learn(&mut history[mv.slot()], -bonus);
        }
    }

    /// The same where noisy moves, told by `prey`, have a history of their own and quiet ones one by the moves before.
    pub fn cut_selective(&mut self, tried: &[M], prey: impl Fn(M) -> Option<usize>, place: Place, depth: u32) {
        let Some((&cutter, failed)) = tried.split_last() else { return };
        let bonus = (170 * depth as i32 - 80).min(1_700);
        let is_quiet = prey(cutter).is_none();
        if is_quiet {
            self.kill(cutter, place.ply);
        }
        self.learn_move(cutter, prey(cutter), place, bonus);
        for &mv in failed {
            let prey = prey(mv);
            // That a capture cut says nothing against the quiet moves, which come later.
            if is_quiet || prey.is_some() {
                self.learn_move(mv, prey, place, -bonus);
            }
        }
    }

    fn learn_move(&mut self, mv: M, prey: Option<usize>, place: Place, bonus: i32) {
        if let Some(prey) = prey {
            return learn_short(&mut self.noisy[(place.side * M::SLOTS + mv.slot()) * PREY + prey], bonus);
        }
        learn(&mut self.history[place.side][mv.slot()], bonus);
        for (table, previous) in self.continuation.iter_mut().zip(place.previous) {
            if let Some(previous) = previous {
                learn_short(&mut table[after::<M>(place.side, previous, mv)], bonus);
            }
        }
    }

    fn kill(&mut self, cutter: M, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cutter) {
            *killers = [Some(cutter), killers[0]];
        }
    }
}

/// The place of a move in the history by the move before.
#[inline]
fn after<M: PackedMove>(side: usize, previous: usize, mv: M) -> usize {
    (side * M::SLOTS + previous) * M::SLOTS + mv.slot()
}

/// Moves a history value towards the bonus; the closer to the end of the scale, the less (so it never leaves it).
#[inline]
fn learn(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / MOST_HISTORY;
}

/// The same in sixteen bits.
#[inline]
fn learn_short(value: &mut i16, bonus: i32) {
    let mut wide = i32::from(*value);
    learn(&mut wide, bonus);
    *value = wide as i16;
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
