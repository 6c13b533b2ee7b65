//! The steps by which a search leaves out or shortens what looks unimportant. They act in games whose sense is
//! [selective](crate::Sense::SELECTIVE) and are compiled away in others; each has a [feature](Features::SELECTIVE) and a
//! margin in [`margins`](crate::margins) of its own.

use engine::{Deterministic, Probe, Score};

use super::kinds::{All, NodeKind};
use super::{AlphaBeta, Here, NO_VALUE, Standing, Step, Visit};
use crate::limits::Stopped;
use crate::order::{LEFT_OUT, Place, Ranked, Ranker, Scorer};
use crate::table::{Bound, Entry, from_table};
use crate::terminal::{changes_hands, known_score, seen_back, window};
use crate::{Features, Sense};

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> AlphaBeta<'_, G, S, P> {
    #[inline]
    fn may(&self, feature: Features) -> bool {
        S::SELECTIVE && self.worker.features.has(feature)
    }

    /// Keeps the moves that may answer a threat, or any one if none does: all lose alike.
    #[inline]
    pub(super) fn keep_answers(&self, ranked: &mut Ranked<G::Move>, (pos, glance): (&G, &S::Glance)) {
        if S::TELLS_ANSWERS {
            ranked.keep_or_first(|mv| self.worker.sense.may_answer(pos, glance, mv));
        }
    }

    /// What a node is known to be before its moves are looked at.
    pub(super) fn stand(&mut self, visit: Visit<'_, G, S::Trace>, entry: Option<Entry>) -> Standing {
        let mut standing = Standing { plain: NO_VALUE, value: NO_VALUE, is_threatened: false, is_improving: false };
        if !S::SELECTIVE {
            return standing;
        }
        let ply = visit.ply as usize;
        standing.is_threatened = self.worker.sense.is_threatened(visit.pos);
        if !standing.is_threatened {
            standing.plain = self.worker.sense.evaluate(visit.pos, visit.trace);
            standing.value = self.corrected(visit, standing.plain);
        }
        self.frames[ply].value = standing.value;
        if standing.is_threatened {
            return standing;
        }
        let before = |back: usize| ply.checked_sub(back).map_or(NO_VALUE, |ply| self.frames[ply].value);
        let earlier = if before(2) == NO_VALUE { before(4) } else { before(2) };
        standing.is_improving = self.may(Features::IMPROVING) && standing.value > earlier;
        standing.value = self.bettered(standing.value, entry, visit.ply);
        standing
    }

    /// The score of a node whose static value is no estimate.
    #[inline]
    pub(super) fn settled(&self, standing: Standing, ply: u32) -> Option<Score> {
        let known = self.worker.sense.settles(standing.plain).filter(|_| self.may(Features::SETTLED))?;
        Some(known_score(known, ply))
    }

    /// A static value, replaced by what the table knows where that is nearer to the truth.
    #[inline]
    pub(super) fn bettered(&self, value: Score, entry: Option<Entry>, ply: u32) -> Score {
        let Some(entry) = entry.filter(|_| S::SELECTIVE && self.worker.features.has(Features::TABLE)) else {
            return value;
        };
        let known = from_table(entry.score, ply);
        let is_better = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => known > value,
            Bound::Upper => known < value,
        };
        if is_better && !known.is_decided() { known } else { value }
    }

    /// A static value, corrected by what searches of positions of the same kin have found.
    #[inline]
    pub(super) fn corrected(&self, visit: Visit<'_, G, S::Trace>, plain: Score) -> Score {
        if !self.may(Features::CORRECTION) {
            return plain;
        }
        let error = |kin| self.worker.order.errors.expected(visit.pos.side(), kin);
        plain + self.worker.sense.kin(visit.trace).map_or(0, error)
    }

    /// Remembers by how much a static value was wrong, where a quiet move or none was best: what captures bring is not
    /// the static value's to know.
    pub(super) fn learn_error(
        &mut self,
        here: &Here<'_, G, S>,
        best_move: Option<G::Move>,
        (best, bound): (Score, Bound),
    ) {
        let Visit { pos, trace, depth, .. } = here.visit;
        let (plain, sense) = (here.standing.plain, self.worker.sense);
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => best < plain,
            Bound::Upper => best > plain,
        };
        if !self.may(Features::CORRECTION)
            || here.standing.is_threatened
            || best.is_decided()
            || says_nothing
            || best_move.is_some_and(|mv| sense.is_noisy(pos, &here.glance, mv))
        {
            return;
        }
        if let Some(kin) = sense.kin(trace) {
            self.worker.order.errors.learn(pos.side(), kin, (best.0 - plain.0, depth), S::UNIT);
        }
    }

    /// A value for the whole node without looking at its moves, where the window is out of reach.
    #[inline]
    pub(super) fn settle_for_less<N: NodeKind>(
        &mut self,
        visit: Visit<'_, G, S::Trace>,
        standing: Standing,
        left_out: Option<G::Move>,
    ) -> Result<Option<Score>, Stopped> {
        if !S::SELECTIVE || N::IS_PRINCIPAL || standing.is_threatened || left_out.is_some() {
            return Ok(None);
        }
        let Visit { depth, alpha, beta, .. } = visit;
        let margins = self.worker.margins;
        // Far below the window and near the horizon, only captures can help.
        if self.may(Features::RAZORING)
            && depth <= margins.razoring_depth as u32
            && standing.value + margins.of_razoring(S::UNIT, depth) <= alpha
        {
            let score = self.quiesce(visit, S::QUIET_PLIES)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if beta.is_decided() || standing.value < beta {
            return Ok(None);
        }
        // Far above the window and near the horizon, the static value is believed.
        let margin = margins.of_reverse_futility(S::UNIT, depth, standing.is_improving);
        if self.may(Features::REVERSE_FUTILITY)
            && depth <= margins.reverse_futility_depth as u32
            && standing.value - margin >= beta
        {
            return Ok(Some(standing.value));
        }
        if self.may(Features::NULL_MOVE) && depth >= margins.null_depth as u32 {
            return self.pass::<N>(visit, standing);
        }
        Ok(None)
    }

    /// Null move: if the side may even pass and stay above the window, a move will do so all the more.
    fn pass<N: NodeKind>(
        &mut self,
        visit: Visit<'_, G, S::Trace>,
        standing: Standing,
    ) -> Result<Option<Score>, Stopped> {
        let Visit { pos, trace, depth, ply, beta, .. } = visit;
        let has_just_been_passed = ply > 0 && self.frames[ply as usize - 1].played.is_none();
        if has_just_been_passed {
            return Ok(None);
        }
        let Some((next, trace)) = self.worker.sense.pass(pos, trace) else { return Ok(None) };
        let less = self.worker.margins.of_null_move(S::UNIT, depth, standing.value.0 - beta.0);
        self.frames[ply as usize].played = None;
        let turns = changes_hands::<G>(pos.side(), next.side());
        let (low, high) = window(turns, beta - 1, beta);
        let below = Visit {
            pos: &next,
            trace: &trace,
            depth: depth.saturating_sub(less),
            ply: ply + 1,
            alpha: low,
            beta: high,
        };
        self.path.push(pos.key());
        let score = seen_back(turns, self.node::<N::Scout>(below)?);
        self.path.pop();
        // A mate found after a pass is no mate.
        Ok((score >= beta).then_some(if score.is_decided() { beta } else { score }))
    }

    /// The depth to search a node to: a ply less where no move is known to start with.
    #[inline]
    pub(super) fn worth_searching(&self, depth: u32, entry: Option<Entry>, standing: Standing) -> u32 {
        let knows_move = entry.is_some_and(|entry| entry.best.is_some());
        let shortens = self.may(Features::INTERNAL_REDUCTION)
            && depth >= self.worker.margins.internal_depth as u32
            && !knows_move
            && !standing.is_threatened;
        depth - u32::from(shortens)
    }

    /// Ranks the moves of a node. Where nodes are cut off so early that most moves need none, each kind of them is ranked
    /// when its turn comes.
    #[inline]
    pub(super) fn rank(
        &self,
        ranked: &mut Ranked<G::Move>,
        of: (&G, &S::Glance),
        place: Place,
        table_move: Option<u32>,
    ) {
        let features = self.worker.features;
        if S::SELECTIVE {
            ranked.put_off(table_move.filter(|_| features.has(Features::TABLE_MOVE)));
        } else {
            self.worker.order.rank(ranked, of, (self.worker.sense, features), place, table_move);
        }
    }

    /// The next move to try: noisy ones that lose in the exchange they start come last.
    #[inline]
    pub(super) fn next_move<N: NodeKind>(
        &self,
        here: &Here<'_, G, S>,
        ranked: &mut Ranked<G::Move>,
        scores: (Score, Score),
    ) -> Option<G::Move> {
        if !S::SELECTIVE {
            return ranked.pick();
        }
        let number = ranked.tried().len() + 1;
        ranked.pick_if(&Turns {
            search: self,
            here,
            leaves_quiet_out: || self.leaves_quiet_out::<N>(here, number, scores),
        })
    }

    /// How deep to search a move, the `number`th of the node.
    #[inline]
    pub(super) fn step<N: NodeKind>(
        &mut self,
        here: &Here<'_, G, S>,
        mv: G::Move,
        next: &G,
        (number, has_fallen): (usize, bool),
    ) -> Result<Step, Stopped> {
        let depth = here.visit.depth;
        if !S::SELECTIVE {
            return Ok(Step { reduced: depth - 1, depth: depth - 1 });
        }
        let threatens = self.worker.sense.is_threatened(next);
        let full = (depth - 1).saturating_add_signed(self.extension::<N>(here, mv, threatens)?);
        let less = if number > 1 { self.reduction::<N>(here, mv, (threatens, has_fallen), number) } else { 0 };
        let least = full.min(1);
        Ok(Step { reduced: full.saturating_add_signed(-less).clamp(least, full), depth: full })
    }

    /// Whether a move need not be searched: near the horizon, and unlikely to bring the value into the window. Where that
    /// goes for all quiet moves to come, they are dropped from the list, but for those that threaten.
    #[inline]
    pub(super) fn is_hopeless<N: NodeKind>(
        &self,
        here: &Here<'_, G, S>,
        mv: G::Move,
        ranked: &mut Ranked<G::Move>,
        (best, alpha): (Score, Score),
    ) -> bool {
        if !S::SELECTIVE || N::IS_ROOT || best <= -Score::MAX_STATIC {
            return false;
        }
        let (sense, margins, pos) = (self.worker.sense, &self.worker.margins, here.visit.pos);
        let (depth, number) = (here.visit.depth, ranked.tried().len());
        if sense.is_noisy(pos, &here.glance, mv) {
            // Only those that lose have fallen behind.
            return ranked.has_fallen()
                && depth <= margins.exchange_depth as u32
                && !sense.holds(pos, mv, margins.of_noisy_exchange(S::UNIT, depth));
        }
        if self.leaves_quiet_out::<N>(here, number, (best, alpha)) && !here.threatens(sense, mv) {
            ranked.drop_standing(|mv| here.threatens(sense, mv));
            return true;
        }
        let depth = self.depth_of_late(here, number);
        if self.may(Features::HISTORY_PRUNING)
            && depth <= margins.history_depth as u32
            && self.worker.order.of_quiet(mv, here.place, self.worker.features) < margins.of_history(depth)
            && !here.threatens(sense, mv)
        {
            return true;
        }
        self.may(Features::EXCHANGES)
            && depth <= margins.exchange_depth as u32
            && !sense.holds(pos, mv, margins.of_quiet_exchange(S::UNIT, depth))
    }

    /// Whether quiet moves from the `number`th on need not be searched if they make no threat: there were enough before
    /// them, or the static value is too far below the window.
    #[inline]
    fn leaves_quiet_out<N: NodeKind>(
        &self,
        here: &Here<'_, G, S>,
        number: usize,
        (best, alpha): (Score, Score),
    ) -> bool {
        if N::IS_ROOT || best <= -Score::MAX_STATIC {
            return false;
        }
        let (depth, standing, margins) = (here.visit.depth, here.standing, &self.worker.margins);
        let are_late = self.may(Features::LATE_PRUNING)
            && depth <= margins.late_depth as u32
            && number > margins.of_late_moves(depth, standing.is_improving);
        let depth = self.depth_of_late(here, number);
        let are_futile = self.may(Features::FUTILITY)
            && depth <= margins.futility_depth as u32
            && !standing.is_threatened
            && standing.value + margins.of_futility(S::UNIT, depth) <= alpha;
        are_late || are_futile
    }

    /// The depth that the `number`th move is likely to be searched to.
    #[inline]
    fn depth_of_late(&self, here: &Here<'_, G, S>, number: usize) -> u32 {
        let depth = here.visit.depth;
        let reduction =
            if self.may(Features::REDUCTIONS) { self.worker.margins.of_reduction(depth, number) } else { 0 };
        depth.saturating_add_signed(-reduction).max(1)
    }

    /// Plies by which a move is searched deeper (or, where others do as well, less deep).
    fn extension<N: NodeKind>(&mut self, here: &Here<'_, G, S>, mv: G::Move, threatens: bool) -> Result<i32, Stopped> {
        // Lines may not grow without end.
        if here.visit.ply >= 2 * self.depth {
            return Ok(0);
        }
        if !N::IS_ROOT
            && self.may(Features::SINGULAR)
            && let Some(longer) = self.singular(here, mv)?
        {
            return Ok(longer);
        }
        if !self.may(Features::EXTENSIONS) {
            return Ok(0);
        }
        let margins = &self.worker.margins;
        let forced = if here.is_only { margins.forced_extension } else { 0 };
        if margins.threat_extension == 0 || !threatens || !self.worker.sense.holds(here.visit.pos, mv, 0) {
            return Ok(forced);
        }
        Ok(forced.max(margins.threat_extension))
    }

    /// Asks, where the table's move is about to be searched, whether all others are worse by a margin: then it is
    /// searched deeper. If even without it the node is above the window, it is searched less deep.
    fn singular(&mut self, here: &Here<'_, G, S>, mv: G::Move) -> Result<Option<i32>, Stopped> {
        use engine::PackedMove;
        let Visit { depth, ply, beta, .. } = here.visit;
        let Some(entry) = here.entry else { return Ok(None) };
        if depth < self.worker.margins.singular_depth as u32
            || entry.best != Some(mv.to_bits())
            || u32::from(entry.depth) + 3 < depth
            || entry.bound == Bound::Upper
            || entry.score.is_decided()
            || here.left_out.is_some()
        {
            return Ok(None);
        }
        let edge = from_table(entry.score, ply) - self.worker.margins.of_singular(S::UNIT, depth);
        self.frames[ply as usize].left_out = Some(mv);
        let without = Visit { depth: (depth - 1) / 2, alpha: edge - 1, beta: edge, ..here.visit };
        // The node is on the path already.
        let key = self.path.pop();
        let tried = std::mem::take(&mut self.frames[ply as usize].tried);
        let score = self.node::<All>(without)?;
        self.frames[ply as usize].tried = tried;
        self.path.extend(key);
        self.frames[ply as usize].left_out = None;
        Ok(if score < edge {
            Some(1)
        } else if entry.score >= beta {
            Some(-1)
        } else {
            None
        })
    }

    /// Plies by which a late move is searched less deep at first.
    fn reduction<N: NodeKind>(
        &self,
        here: &Here<'_, G, S>,
        mv: G::Move,
        (threatens, has_fallen): (bool, bool),
        number: usize,
    ) -> i32 {
        let depth = here.visit.depth;
        if !self.may(Features::REDUCTIONS) || depth < self.worker.margins.reduction_depth as u32 {
            return 0;
        }
        let (order, standing) = (&self.worker.order, here.standing);
        let mut less = self.worker.margins.of_reduction(depth, number);
        if self.worker.sense.is_noisy(here.visit.pos, &here.glance, mv) {
            return if has_fallen { less / 2 } else { 0 };
        }
        less += i32::from(N::IS_CUT) - i32::from(N::IS_PRINCIPAL);
        less -= i32::from(threatens) + i32::from(standing.is_threatened);
        less -= i32::from(order.is_killer(mv, here.place.ply));
        less += i32::from(self.may(Features::IMPROVING) && !standing.is_improving);
        less -= order.of_quiet(mv, here.place, self.worker.features) / self.worker.margins.reduction_history;
        less.max(0)
    }
}

/// The order of a node's moves, asked for as their turns come.
struct Turns<'s, 'a, G: Deterministic, S: Sense<G>, P, L> {
    search: &'s AlphaBeta<'a, G, S, P>,
    here: &'s Here<'s, G, S>,
    leaves_quiet_out: L,
}

impl<G, S, P, L> Ranker<G::Move> for Turns<'_, '_, G, S, P, L>
where
    G: Deterministic,
    S: Sense<G>,
    P: Probe<G>,
    L: Fn() -> bool,
{
    #[inline]
    fn rank_noisy<'m>(&self, moves: impl Iterator<Item = (G::Move, &'m mut i32)>) {
        let (scorer, sense, here) = (self.scorer(), self.search.worker.sense, self.here);
        for (mv, score) in moves.filter(|&(mv, _)| sense.is_noisy(here.visit.pos, &here.glance, mv)) {
            *score = scorer.noisy(mv);
        }
    }

    /// Where quiet moves will be left out unless they threaten, the others need no score.
    #[inline]
    fn rank_quiet<'m>(&self, moves: impl Iterator<Item = (G::Move, &'m mut i32)>) {
        let (scorer, sense) = (self.scorer(), self.search.worker.sense);
        if (self.leaves_quiet_out)() {
            for (mv, score) in moves {
                *score = if self.here.threatens(sense, mv) { scorer.quiet(mv) } else { LEFT_OUT };
            }
        } else {
            moves.for_each(|(mv, score)| *score = scorer.quiet(mv));
        }
    }

    #[inline]
    fn holds(&self, mv: G::Move) -> bool {
        let (sense, here) = (self.search.worker.sense, self.here);
        !self.search.may(Features::EXCHANGES)
            || !sense.is_noisy(here.visit.pos, &here.glance, mv)
            || sense.holds(here.visit.pos, mv, 0)
    }
}

impl<'s, G: Deterministic, S: Sense<G>, P, L> Turns<'s, '_, G, S, P, L> {
    #[inline]
    fn scorer(&self) -> Scorer<'s, G, S> {
        let (worker, here) = (&self.search.worker, self.here);
        worker.order.scorer((here.visit.pos, &here.glance), (worker.sense, worker.features), here.place)
    }
}
