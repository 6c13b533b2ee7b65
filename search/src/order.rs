//! Which move to try first: the table's, then what the sense promises, killers and history.
//!
//! Alpha-beta's cost is decided here: with the best move first it visits about the square root of the tree.

use engine::{Game, MoveList, PackedMove};

use crate::errors::Errors;
use crate::{Features, Sense};

/// The most that history says, either way. A [promise](Sense::promise) above [`KILLER`] plus this goes first for sure.
pub const MOST_HISTORY: i32 = 1 << 14;
/// What it is worth to have cut a sibling off.
pub const KILLER: i32 = MOST_HISTORY + 1;
/// Before everything else.
const TABLE_MOVE: i32 = i32::MAX;
/// What takes a move behind all others: see [`Ranked::pick_if`].
const FALLEN: i32 = -(1 << 28);
/// Of a move that is yet to be ranked: after all that are, before those that have fallen.
const UNRANKED: i32 = FALLEN / 2 + 1;
/// Of a move that is not handed out at all.
pub(crate) const LEFT_OUT: i32 = i32::MIN;

/// The moves of one node with their scores, handed out best first.
#[derive(Clone, Debug)]
pub struct Ranked<M> {
    list: MoveList<M>,
    scores: Vec<i32>,
    next: usize,
    awaits: Awaits,
}

/// Which moves are ranked next, where that is put off until their turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaits {
    Noisy,
    Quiet,
}

impl<M> Default for Ranked<M> {
    fn default() -> Self {
        Self { list: MoveList::new(), scores: Vec::new(), next: 0, awaits: Awaits::Noisy }
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

    /// Keeps only some of the moves generated, before they are ranked.
    pub fn keep(&mut self, keep: impl Fn(M) -> bool) {
        self.list.retain(|&mv| keep(mv));
    }

    /// The same, but keeps the first move if there would be none left.
    pub fn keep_or_first(&mut self, keep: impl Fn(M) -> bool) {
        let first = self.list.first().copied();
        self.keep(keep);
        if let Some(mv) = first.filter(|_| self.list.is_empty()) {
            self.list.push(mv);
        }
    }

    /// Gives every move its score.
    pub fn rank(&mut self, score: impl Fn(M) -> i32) {
        self.scores.extend(self.list.iter().map(|&mv| score(mv)));
    }

    /// Gives the next move, in order of generation, its score.
    pub fn add_score(&mut self, score: i32) {
        self.scores.push(score);
    }

    /// Puts the move with these bits before all others that are still to come, if it is among them.
    pub fn put_first(&mut self, bits: u32) {
        if let Some(index) = self.list.iter().position(|mv| mv.to_bits() == bits) {
            self.scores[index] = TABLE_MOVE;
        }
    }

    /// Raises the score of a move, if it is among them and not the table's.
    pub fn raise(&mut self, mv: M, bonus: i32) {
        if let Some(index) = self.list.iter().position(|&other| other == mv) {
            self.scores[index] = self.scores[index].saturating_add(bonus);
        }
    }

    /// Keeps the moves of the highest scores, at most `most` of them (at least one) and none that is more than `margin`
    /// below the highest. Among equals the earliest generated stay.
    pub fn keep_best(&mut self, most: usize, margin: i32) {
        let mut sorted = self.scores.clone();
        sorted.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
        let Some(&highest) = sorted.first() else { return };
        let least = highest.saturating_sub(margin).max(sorted[most.clamp(1, sorted.len()) - 1]);
        let mut kept = 0;
        for index in 0..self.list.len() {
            if self.scores[index] >= least && kept < most.max(1) {
                self.list.swap(kept, index);
                self.scores.swap(kept, index);
                kept += 1;
            }
        }
        self.list.truncate(kept);
        self.scores.truncate(kept);
    }

    /// The next move as it lies: where all will be tried anyway and the best have been, looking for the next best costs more
    /// than it brings.
    #[inline]
    pub fn pick_any(&mut self) -> Option<M> {
        let mv = *self.list.get(self.next)?;
        self.next += 1;
        Some(mv)
    }

    /// The number of moves still to come.
    #[must_use]
    pub fn left(&self) -> usize {
        self.list.len() - self.next
    }

    /// Puts the table's move first and the ranking of all others off.
    pub fn put_off(&mut self, table_move: Option<u32>) {
        self.awaits = Awaits::Noisy;
        self.scores.resize(self.list.len(), UNRANKED);
        if let Some(bits) = table_move
            && let Some(index) = self.list.iter().position(|mv| mv.to_bits() == bits)
        {
            self.scores[index] = TABLE_MOVE;
        }
    }

    /// Ranks the noisy moves, or when those are through, the others.
    #[inline]
    fn rank_awaited(&mut self, ranker: &impl Ranker<M>) {
        let (moves, scores) = (&self.list[self.next..], &mut self.scores[self.next..]);
        let unranked = moves.iter().copied().zip(scores).filter(|(_, score)| **score == UNRANKED);
        match self.awaits {
            Awaits::Noisy => ranker.rank_noisy(unranked),
            Awaits::Quiet => ranker.rank_quiet(unranked),
        }
        self.awaits = Awaits::Quiet;
    }

    /// The next move: of the highest score, the earliest generated among equals. Selection instead of sorting, since
    /// most nodes are cut off after a move or two.
    #[inline]
    pub fn pick(&mut self) -> Option<M> {
        let (highest, best) = self.highest()?;
        debug_assert_ne!(highest, UNRANKED);
        Some(self.take(best))
    }

    /// The next move, of those whose ranking was [put off](Self::put_off), that holds what it promises. One that does not
    /// falls behind all that were not asked about; it is handed out in the end, and not asked about again. So what is dear
    /// to know of a move is worked out only for those whose turn comes.
    #[inline]
    pub fn pick_if(&mut self, ranker: &impl Ranker<M>) -> Option<M> {
        loop {
            let (highest, best) = self.highest()?;
            if highest == UNRANKED {
                self.rank_awaited(ranker);
            } else if highest == LEFT_OUT {
                return None;
            } else if highest == TABLE_MOVE || highest <= FALLEN / 2 || ranker.holds(self.list[best]) {
                return Some(self.take(best));
            } else {
                self.scores[best] = highest + FALLEN;
            }
        }
    }

    /// The highest score of those to come, and where it is.
    #[inline]
    fn highest(&self) -> Option<(i32, usize)> {
        // Two passes that compare many at a time are faster than one that remembers where the best was.
        let rest = self.scores.get(self.next..)?;
        let highest = rest.iter().copied().max()?;
        let best = rest.iter().position(|&score| score == highest)?;
        Some((highest, self.next + best))
    }

    /// Hands the move at `best` out.
    #[inline]
    fn take(&mut self, best: usize) -> M {
        let mv = self.list[best];
        // Rotating would keep the others in order of generation but costs more than it brings.
        self.list.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        mv
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

/// Answers what [`Ranked::pick_if`] asks about moves.
pub trait Ranker<M> {
    /// Gives the noisy ones of some moves their scores.
    fn rank_noisy<'m>(&self, moves: impl Iterator<Item = (M, &'m mut i32)>);
    /// Gives quiet moves their scores.
    fn rank_quiet<'m>(&self, moves: impl Iterator<Item = (M, &'m mut i32)>);
    /// Whether a move is worth its score.
    fn holds(&self, mv: M) -> bool;
}

/// Scores the moves of a position: made by [`Order::scorer`].
pub struct Scorer<'o, G: Game, S: Sense<G>> {
    pos: &'o G,
    glance: &'o S::Glance,
    sense: &'o S,
    uses_promise: bool,
    killers: [Option<G::Move>; 2],
    history: Option<&'o [i32]>,
    continuation: [Option<&'o [i16]>; 2],
    noisy: Option<&'o [i16]>,
}

impl<G: Game, S: Sense<G>> Scorer<'_, G, S> {
    /// The score of a move that is not the table's.
    #[inline]
    pub fn score(&self, mv: G::Move) -> i32 {
        let is_noisy = S::SELECTIVE && self.sense.is_noisy(self.pos, self.glance, mv);
        if is_noisy { self.noisy(mv) } else { self.quiet(mv) }
    }

    /// The score of a noisy move.
    #[inline]
    pub fn noisy(&self, mv: G::Move) -> i32 {
        let prey = self.sense.prey(mv);
        self.promise(mv) + self.noisy.map_or(0, |noisy| i32::from(noisy[mv.slot() * PREY + prey]))
    }

    /// The score of a quiet move, or of any where noisy ones have no history of their own.
    #[inline]
    pub fn quiet(&self, mv: G::Move) -> i32 {
        let slot = mv.slot();
        let mut score = self.promise(mv) + self.history.map_or(0, |history| history[slot]);
        if self.killers.contains(&Some(mv)) {
            score += if S::SELECTIVE { 4 * KILLER } else { KILLER };
        }
        for follow in self.continuation.iter().flatten() {
            score += i32::from(follow[mv.kind()]);
        }
        score
    }

    #[inline]
    fn promise(&self, mv: G::Move) -> i32 {
        if self.uses_promise { self.sense.promise(self.pos, self.glance, mv) } else { 0 }
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
    /// The [kinds](PackedMove::kind) of the moves that led here, one and two plies ago, where there are such.
    pub previous: [Option<usize>; 2],
}

/// What a searcher has learnt about moves, whatever the position. Kept from search to search within a game.
#[derive(Clone, Debug)]
pub struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<i32>; 2],
    /// By the move one ply ago and by that two plies ago: side, kind of the move before, kind of the move. Empty until a
    /// selective search asks for it.
    continuation: [Vec<i16>; 2],
    /// Of noisy moves: side, slot, prey.
    noisy: Vec<i16>,
    /// Not of moves, but learnt along with the rest.
    pub(crate) errors: Errors,
}

impl<M: PackedMove> Default for Order<M> {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            history: [vec![0; M::SLOTS], vec![0; M::SLOTS]],
            continuation: [Vec::new(), Vec::new()],
            noisy: Vec::new(),
            errors: Errors::default(),
        }
    }
}

impl<M: PackedMove> Order<M> {
    /// Makes room for what only selective searches learn.
    pub fn prepare_for_selection(&mut self) {
        if self.noisy.is_empty() {
            self.continuation = [0, 1].map(|_| vec![0; 2 * M::KINDS * M::KINDS]);
            self.noisy = vec![0; 2 * M::SLOTS * PREY];
            self.errors.prepare();
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
        let scorer = self.scorer((pos, glance), (sense, features), place);
        ranked.rank(|mv| {
            if features.has(Features::TABLE_MOVE) && Some(mv.to_bits()) == table_move {
                TABLE_MOVE
            } else {
                scorer.score(mv)
            }
        });
    }

    /// What scores the moves of `pos`: all that is the same for each of them looked up once.
    #[inline]
    pub fn scorer<'o, G: Game<Move = M>, S: Sense<G>>(
        &'o self,
        (pos, glance): (&'o G, &'o S::Glance),
        (sense, features): (&'o S, Features),
        place: Place,
    ) -> Scorer<'o, G, S> {
        let killers = if features.has(Features::KILLERS) { self.killers.get(place.ply).copied() } else { None };
        let side = place.side * M::KINDS;
        let follow = |(table, previous): (&'o Vec<i16>, Option<usize>)| {
            let previous = previous.filter(|_| S::SELECTIVE && features.has(Features::CONTINUATION))?;
            Some(&table[(side + previous) * M::KINDS..][..M::KINDS])
        };
        let [first, second] = &self.continuation;
        let tells_noisy = S::SELECTIVE && features.has(Features::NOISY_HISTORY);
        Scorer {
            pos,
            glance,
            sense,
            uses_promise: features.has(Features::PROMISE),
            killers: killers.unwrap_or_default(),
            history: features.has(Features::HISTORY).then(|| &self.history[place.side][..M::SLOTS]),
            continuation: [follow((first, place.previous[0])), follow((second, place.previous[1]))],
            noisy: tells_noisy.then(|| &self.noisy[place.side * M::SLOTS * PREY..][..M::SLOTS * PREY]),
        }
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
    (side * M::KINDS + previous) * M::KINDS + mv.kind()
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

    /// Moves from 6 on are quiet; `refuted` ones do not hold.
    struct Turns<'t> {
        refuted: &'t [u16],
        leaves_out: &'t [u16],
    }

    impl Ranker<Child> for Turns<'_> {
        fn rank_noisy<'m>(&self, moves: impl Iterator<Item = (Child, &'m mut i32)>) {
            moves.filter(|(mv, _)| mv.0 < 6).for_each(|(mv, score)| *score = 1_000 + i32::from(mv.0));
        }

        fn rank_quiet<'m>(&self, moves: impl Iterator<Item = (Child, &'m mut i32)>) {
            for (mv, score) in moves {
                *score = if self.leaves_out.contains(&mv.0) { LEFT_OUT } else { i32::from(mv.0) };
            }
        }

        fn holds(&self, mv: Child) -> bool {
            !self.refuted.contains(&mv.0)
        }
    }

    fn order_of(turns: &Turns<'_>, table_move: Option<u32>) -> Vec<u16> {
        let tree = Tree::parse("(1 2 3 4 5 6 7 8 9 10)", &NoOptions).expect("a tree");
        let mut ranked = Ranked::default();
        ranked.generate(&tree);
        ranked.put_off(table_move);
        let mut order = Vec::new();
        while let Some(mv) = ranked.pick_if(turns) {
            order.push(mv.0);
            assert_eq!(ranked.has_fallen(), turns.refuted.contains(&mv.0) && Some(u32::from(mv.0)) != table_move);
        }
        order
    }

    #[test]
    fn moves_are_ranked_when_their_turn_comes() {
        let turns = |refuted, leaves_out| Turns { refuted, leaves_out };
        assert_eq!(order_of(&turns(&[], &[]), None), [5, 4, 3, 2, 1, 0, 9, 8, 7, 6]);
        assert_eq!(order_of(&turns(&[], &[]), Some(7)), [7, 5, 4, 3, 2, 1, 0, 9, 8, 6]);
        assert_eq!(order_of(&turns(&[4, 5, 2], &[]), Some(2)), [2, 3, 1, 0, 9, 8, 7, 6, 5, 4]);
        assert_eq!(order_of(&turns(&[5], &[9, 6]), Some(0)), [0, 4, 3, 2, 1, 8, 7, 5]);
        assert_eq!(order_of(&turns(&[], &[]), Some(99)).len(), 10, "a table move of another position is none");
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
