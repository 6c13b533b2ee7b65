//! Alpha-beta for games without chance: fail-soft negamax over the shared table.
//!
//! The recursion is `AlphaBeta::node`; each numbered step in it is one call. `select` has the steps that leave out or
//! shorten what looks unimportant, `quiet` what happens at the horizon, [`margins`](crate::margins) by how much.
//! Iterations, aspiration and time are [`deepen`](crate::deepen)'s, threads are [`parallel`](crate::parallel)'s. With the
//! features of [`Features::SOUND`] the value is minimax's to the unit, which the agreement tests check for every subset.
//!
//! A game without chance will do; dice do not compile:
//!
//! ```
//! use engine::toy::Tree;
//! use search::{AlphaBeta, Limits, Table, Worker, limits::Stop, order::Order, sense::Noise};
//!
//! let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(64));
//! let (mut order, stop) = (Order::default(), Stop::new(&Limits::depth(1)));
//! AlphaBeta::<Tree, _, _>::new(Worker::new(&sense, &table, &mut order, &stop), &engine::NoProbe);
//! ```
//!
//! ```compile_fail,E0277
//! use engine::toy::Gamble;
//! use search::{AlphaBeta, Limits, Table, Worker, limits::Stop, order::Order, sense::Noise};
//!
//! let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(64));
//! let (mut order, stop) = (Order::default(), Stop::new(&Limits::depth(1)));
//! AlphaBeta::<Gamble, _, _>::new(Worker::new(&sense, &table, &mut order, &stop), &engine::NoProbe);
//! ```

mod kinds;
mod quiet;
mod select;

use std::cell::OnceCell;

use engine::{Deterministic, Known, MoveList, PackedMove, PathRules, Probe, Score, Value};

use crate::deepen::Iterate;
use crate::limits::Stopped;
use crate::order::{Place, Ranked};
use crate::parallel::Root;
use crate::table::{Bound, Entry};
use crate::terminal::{changes_hands, finished, known_score, seen_back, window};
use crate::{Features, Sense, Worker};
use kinds::NodeKind;

/// A visit of a node: the position with its trace, how deep to look, how far it is from the root, and the window.
struct Visit<'n, G, T> {
    pos: &'n G,
    trace: &'n T,
    depth: u32,
    ply: u32,
    alpha: Score,
    beta: Score,
}

impl<G, T> Clone for Visit<'_, G, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, T> Copy for Visit<'_, G, T> {}

/// What a search keeps for one ply of the line it is looking at.
struct Frame<M> {
    ranked: Ranked<M>,
    line: Vec<M>,
    /// The moves searched so far.
    tried: Vec<M>,
    /// The static value, [`NO_VALUE`] where a threat must be answered.
    value: Score,
    /// The kind of the move under way; `None` for a pass.
    played: Option<usize>,
    /// A move that the search of this node leaves out, to see what it would be without it.
    left_out: Option<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self {
            ranked: Ranked::default(),
            line: Vec::new(),
            tried: Vec::new(),
            value: NO_VALUE,
            played: None,
            left_out: None,
        }
    }
}

/// Stands for the static value of a node that has none.
const NO_VALUE: Score = Score(i32::MIN);

/// What a node is known to be before its moves are looked at.
#[derive(Clone, Copy)]
struct Standing {
    /// The static value as the sense gives it; [`NO_VALUE`] where a threat must be answered.
    plain: Score,
    /// The same, bettered by what earlier searches know.
    value: Score,
    /// Whether a threat must be answered.
    is_threatened: bool,
    /// Whether the static value has risen since the side's last move.
    is_improving: bool,
}

/// One thread of an alpha-beta search.
pub struct AlphaBeta<'a, G: Deterministic, S: Sense<G>, P> {
    worker: Worker<'a, G, S>,
    probe: &'a P,
    frames: Vec<Frame<G::Move>>,
    /// The keys of the game so far and of the line, for repetition; the root's is the last of the game's.
    path: Vec<u64>,
    rules: PathRules,
    /// The moves that may be played at the root, if not all.
    only: Option<Vec<G::Move>>,
    /// Whether the probe knows that the root is won or lost, but not how far off the end is.
    is_far_known: bool,
    /// Moves at the root that better lines begin with, to find the next best.
    taken: Vec<G::Move>,
    /// The depth of the iteration, and the farthest ply it has been to.
    depth: u32,
    deepest: u32,
}

impl<'a, G: Deterministic, S: Sense<G>, P: Probe<G>> AlphaBeta<'a, G, S, P> {
    /// A search by `worker` that takes what `probe` knows as it is.
    #[must_use]
    pub fn new(worker: Worker<'a, G, S>, probe: &'a P) -> Self {
        Self {
            worker,
            probe,
            frames: Vec::new(),
            path: Vec::new(),
            rules: PathRules::default(),
            only: None,
            is_far_known: false,
            taken: Vec::new(),
            depth: 0,
            deepest: 0,
        }
    }

    /// Sets the position to search, with the game that led to it (its own key may be the last or absent).
    pub fn set_root(&mut self, root: &Root<'_, G>) {
        let before = root.game.strip_suffix(&[root.pos.key()]).unwrap_or(root.game);
        self.path.clear();
        if self.worker.features.has(Features::REPETITION) {
            self.path.extend_from_slice(before);
        }
        self.rules = root.rules;
        self.only = root.only.map(<[G::Move]>::to_vec);
        self.is_far_known = false;
        if let Some(Known { value, plies: None }) = self.probe.probe(root.pos)
            && value != Value::Draw
        {
            self.is_far_known = true;
            self.keep(root.pos, value);
        }
        self.worker.root = Some((root.pos.clone(), self.worker.sense.begin(root.pos)));
    }

    /// Keeps to the moves of the root that lead to the same value as it has, as far as the probe knows.
    fn keep(&mut self, pos: &G, value: Value) {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let changed = match value {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        };
        list.retain(|&mv| {
            self.may_be_played(mv) && self.probe.probe(&pos.play(mv)).is_none_or(|known| known.value == changed)
        });
        if !list.is_empty() {
            self.only = Some(list.to_vec());
        }
    }

    fn frame(&mut self, ply: u32) -> &mut Frame<G::Move> {
        let ply = ply as usize;
        if self.frames.len() <= ply + 1 {
            self.frames.resize_with(ply + 2, Frame::default);
        }
        &mut self.frames[ply]
    }

    /// The value of a node within the window: exact inside, a bound outside.
    fn node<N: NodeKind>(&mut self, visit: Visit<'_, G, S::Trace>) -> Result<Score, Stopped> {
        let Visit { pos, depth, ply, alpha, beta, .. } = visit;
        // 1. At the horizon, only noisy moves count.
        if depth == 0 {
            return self.quiesce(visit, S::QUIET_PLIES);
        }
        self.worker.meter.count()?;
        self.frame(ply).line.clear();
        self.deepest = self.deepest.max(ply);
        let key = pos.key();
        // 2. What the path or a table of results knows of this position ends the search of it.
        if !N::IS_ROOT
            && let Some(score) = self.known(pos, key, ply)
        {
            return Ok(score);
        }
        // 3. What this search has found out here before.
        let left_out = if S::SELECTIVE { self.frames[ply as usize].left_out } else { None };
        let entry = self.worker.look_up(key);
        if (!N::IS_PRINCIPAL || !self.worker.features.has(Features::SCOUT))
            && !N::IS_ROOT
            && left_out.is_none()
            && let Some(score) = self.worker.answer(entry, (depth, ply), (alpha, beta))
        {
            return Ok(score);
        }
        // 4. Whether the node is worth searching at all, and how deep.
        let standing = self.stand(visit, entry);
        if !N::IS_ROOT
            && let Some(score) = self.settled(standing, ply)
        {
            return Ok(score);
        }
        if let Some(score) = self.settle_for_less::<N>(visit, standing, left_out)? {
            return Ok(score);
        }
        let visit = Visit { depth: self.worth_searching(depth, entry, standing), ..visit };
        let table_move = entry.and_then(|entry| entry.best);
        if let Some(bits) = table_move {
            self.worker.prefetch(pos, G::Move::from_bits(bits));
        }
        // 5. The moves, best first.
        let mut ranked = std::mem::take(&mut self.frame(ply).ranked);
        let number = ranked.generate(pos);
        if number == 0 {
            self.frame(ply).ranked = ranked;
            return Ok(finished(pos, ply));
        }
        let glance = self.worker.sense.glance(pos);
        if standing.is_threatened {
            self.keep_answers(&mut ranked, (pos, &glance));
        }
        let place = self.place(pos, ply);
        self.rank(&mut ranked, (pos, &glance), place, table_move);
        // 6. Each of them, until one is too good.
        self.path.push(key);
        let here =
            Here { visit, standing, glance, is_only: number == 1, aims: OnceCell::new(), place, entry, left_out };
        let (best, best_move) = self.try_moves::<N>(&here, &mut ranked)?;
        self.path.pop();
        self.frame(ply).ranked = ranked;
        // 7. Remember it.
        if left_out.is_none() {
            let bound = Bound::of(best, alpha, beta);
            self.worker.store(key, best_move, best, (visit.depth, ply), bound);
            self.learn_error(&here, best_move, (best, bound));
        }
        Ok(best)
    }

    /// Where a node stands, for the order of its moves.
    fn place(&self, pos: &G, ply: u32) -> Place {
        let ply = ply as usize;
        let played = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].played);
        let previous = if S::SELECTIVE { [played(1), played(2)] } else { [None; 2] };
        Place { ply, side: pos.side().index(), previous }
    }

    /// The best score of the ranked moves of a node, tried until one is too good, and the last that raised alpha.
    #[inline]
    fn try_moves<N: NodeKind>(
        &mut self,
        here: &Here<'_, G, S>,
        ranked: &mut Ranked<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let Visit { pos, depth, ply, mut alpha, beta, .. } = here.visit;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        self.frame(ply).tried.clear();
        while let Some(mv) = self.next_move::<N>(here, ranked, (best, alpha)) {
            if N::IS_ROOT && !self.may_be_played(mv) || S::SELECTIVE && here.left_out == Some(mv) {
                continue;
            }
            self.worker.prefetch(pos, mv);
            if self.is_hopeless::<N>(here, mv, ranked, (best, alpha)) {
                continue;
            }
            let next = pos.play(mv);
            let step = self.step::<N>(here, mv, &next, (ranked.tried().len(), ranked.has_fallen()))?;
            self.frame(ply).tried.push(mv);
            let is_first = best == -Score::INFINITE;
            let score = self.child::<N>(here, (mv, &next), is_first, step, alpha)?;
            best = best.max(score);
            if score <= alpha {
                continue;
            }
            (alpha, best_move) = (score, Some(mv));
            if N::IS_PRINCIPAL {
                self.extend_line(mv, ply);
            }
            if N::IS_ROOT {
                self.worker.raised = Some((mv, score));
            }
            if score >= beta {
                self.learn(here, depth);
                break;
            }
        }
        // Nothing but the move left out.
        if best == -Score::INFINITE {
            best = here.visit.alpha;
        }
        Ok((best, best_move))
    }

    /// Whether a move may be played at the root.
    fn may_be_played(&self, mv: G::Move) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&mv)) && !self.taken.contains(&mv)
    }

    /// Remembers for the order of moves which one has cut a node off.
    fn learn(&mut self, here: &Here<'_, G, S>, depth: u32) {
        let (sense, place, pos) = (self.worker.sense, here.place, here.visit.pos);
        let tried = &self.frames[place.ply].tried;
        if S::SELECTIVE {
            let prey = |mv| sense.is_noisy(pos, &here.glance, mv).then(|| sense.prey(mv));
            self.worker.order.cut_selective(tried, prey, place, depth);
        } else {
            self.worker.order.cut(tried, place, depth);
        }
    }

    /// The value of a move. After the first, a move is only asked whether it is better (a search with an empty window,
    /// which is cheap, and first less deep where the step says so); the few that are get a full search.
    fn child<N: NodeKind>(
        &mut self,
        here: &Here<'_, G, S>,
        (mv, next): (G::Move, &G),
        is_first: bool,
        step: Step,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let Visit { pos, trace, ply, beta, .. } = here.visit;
        let trace = &self.worker.sense.follow(trace, pos, mv, next);
        self.frames[ply as usize].played = Some(mv.kind());
        let turns = changes_hands::<G>(pos.side(), next.side());
        let below = |depth, beta| {
            let (alpha, beta) = window(turns, alpha, beta);
            Visit { pos: next, trace, depth, ply: ply + 1, alpha, beta }
        };
        if !self.worker.features.has(Features::SCOUT) {
            let score = self.node::<kinds::Principal>(below(step.depth, beta))?;
            return Ok(seen_back(turns, score));
        }
        if !N::IS_PRINCIPAL || !is_first {
            let edge = if N::IS_PRINCIPAL { alpha + 1 } else { beta };
            let mut score = self.node::<N::Scout>(below(step.reduced, edge))?;
            if step.reduced < step.depth && seen_back(turns, score) > alpha {
                score = self.node::<N::Scout>(below(step.depth, edge))?;
            }
            let score = seen_back(turns, score);
            if !N::IS_PRINCIPAL || score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        let score = self.node::<kinds::Principal>(below(step.depth, beta))?;
        Ok(seen_back(turns, score))
    }

    /// What is known without searching: that the game is drawn by the path or for want of means, or what the probe knows.
    fn known(&self, pos: &G, key: u64, ply: u32) -> Option<Score> {
        if self.worker.features.has(Features::REPETITION) && (self.repeats(pos, key) || self.is_called_off(pos)) {
            return Some(Score::DRAW);
        }
        self.ask(pos, ply)
    }

    /// What the probe knows of a position, as a score. Where the root is won or lost as it stands and nobody knows how far
    /// off the end is, the same of other positions says nothing: a search that believed it would see no way forward.
    #[inline]
    fn ask(&self, pos: &G, ply: u32) -> Option<Score> {
        let known = self.probe.probe(pos)?;
        let is_of_use = !self.is_far_known || known.plies.is_some() || known.value == Value::Draw;
        is_of_use.then(|| known_score(known, ply))
    }

    /// Whether the position stood before, in the line or in the game.
    fn repeats(&self, pos: &G, key: u64) -> bool {
        if self.rules.clock.is_none() {
            return self.path.contains(&key);
        }
        // Nothing older than the last capture can stand again, and only where the same side moves.
        self.path.iter().rev().take(pos.clock() as usize).skip(1).step_by(2).any(|&other| other == key)
    }

    /// Whether the game is drawn here though there are moves: nobody can win, or nothing has happened for too long.
    fn is_called_off(&self, pos: &G) -> bool {
        let is_over_time = self.rules.clock.is_some_and(|clock| pos.clock() >= clock.plies);
        pos.is_dead() || is_over_time && pos.outcome().is_none_or(|outcome| outcome == engine::Outcome::Draw)
    }

    /// Puts `mv` before the line of the next ply.
    fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (upper, lower) = self.frames.split_at_mut(ply as usize + 1);
        let (here, next) = (&mut upper[ply as usize].line, &lower[0].line);
        here.clear();
        here.push(mv);
        here.extend_from_slice(next);
    }
}

/// A node whose moves are being tried.
struct Here<'n, G: Deterministic, S: Sense<G>> {
    visit: Visit<'n, G, S::Trace>,
    standing: Standing,
    glance: S::Glance,
    /// Whether there is one move only.
    is_only: bool,
    /// Worked out when the first move is asked whether it threatens.
    aims: OnceCell<S::Aims>,
    place: Place,
    entry: Option<Entry>,
    left_out: Option<G::Move>,
}

impl<G: Deterministic, S: Sense<G>> Here<'_, G, S> {
    /// Whether a move makes a threat.
    #[inline]
    fn threatens(&self, sense: &S, mv: G::Move) -> bool {
        let pos = self.visit.pos;
        sense.threatens(pos, self.aims.get_or_init(|| sense.aims(pos)), mv)
    }
}

/// How deep a move is searched: at first, and where that says that it is better than what is known.
#[derive(Clone, Copy)]
struct Step {
    reduced: u32,
    depth: u32,
}

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> Iterate<G> for AlphaBeta<'_, G, S, P> {
    const HAS_DISTANCES: bool = true;

    fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let (pos, trace) = self.worker.begin();
        let path = self.path.len();
        self.depth = depth;
        let result = self.node::<kinds::Root>(Visit { pos: &pos, trace: &trace, depth, ply: 0, alpha, beta });
        self.path.truncate(path);
        self.frames.iter_mut().for_each(|frame| frame.left_out = None);
        result
    }

    fn leave_out(&mut self, taken: &[G::Move]) {
        self.taken.clear();
        self.taken.extend_from_slice(taken);
    }

    fn line(&self) -> &[G::Move] {
        self.frames.first().map_or(&[], |frame| &frame.line)
    }

    fn raised(&self) -> Option<(G::Move, Score)> {
        self.worker.raised
    }

    fn nodes(&mut self) -> u64 {
        self.worker.nodes()
    }

    fn deepest(&self) -> u32 {
        self.deepest
    }

    fn uses_aspiration(&self) -> bool {
        self.worker.features.has(Features::ASPIRATION)
    }

    fn window(&self) -> i32 {
        S::WINDOW
    }
}
