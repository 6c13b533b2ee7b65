//! Alpha-beta for games without chance: fail-soft negamax over the shared table.
//!
//! The recursion is `AlphaBeta::node`; each numbered step in it is one call. Iterations, aspiration and time are
//! [`deepen`](crate::deepen)'s, threads are [`parallel`](crate::parallel)'s. With the features of
//! [`Features::SOUND`] the value is minimax's to the unit, which the agreement tests check for every subset.
//!
//! A game without chance will do; dice do not compile:
//!
//! ```
//! use engine::toy::Tree;
//! use search::{AlphaBeta, Limits, Table, Worker, limits::Stop, sense::Noise};
//!
//! let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(64));
//! let stop = Stop::new(&Limits::depth(1));
//! AlphaBeta::<Tree, _, _>::new(Worker::new(&sense, &table, &stop), &engine::NoProbe);
//! ```
//!
//! ```compile_fail,E0277
//! use engine::toy::Gamble;
//! use search::{AlphaBeta, Limits, Table, Worker, limits::Stop, sense::Noise};
//!
//! let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(64));
//! let stop = Stop::new(&Limits::depth(1));
//! AlphaBeta::<Gamble, _, _>::new(Worker::new(&sense, &table, &stop), &engine::NoProbe);
//! ```

use engine::{Deterministic, Probe, Score};

use crate::deepen::Iterate;
use crate::limits::Stopped;
use crate::order::Ranked;
use crate::table::Bound;
use crate::terminal::{changes_hands, finished, known_score, seen_back, window};
use crate::{Features, Sense, Worker};

/// The kind of a node, known at compile time: no booleans in the recursion.
trait NodeKind {
    /// Whether the node may lie on the principal variation: it is searched with an open window and keeps its line.
    const IS_PRINCIPAL: bool;
    /// Whether it is where the search started.
    const IS_ROOT: bool;
}

struct Root;
struct Principal;
struct Scout;

impl NodeKind for Root {
    const IS_PRINCIPAL: bool = true;
    const IS_ROOT: bool = true;
}

impl NodeKind for Principal {
    const IS_PRINCIPAL: bool = true;
    const IS_ROOT: bool = false;
}

impl NodeKind for Scout {
    const IS_PRINCIPAL: bool = false;
    const IS_ROOT: bool = false;
}

/// What a search keeps for one ply of the line it is looking at.
struct Frame<M> {
    ranked: Ranked<M>,
    line: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { ranked: Ranked::default(), line: Vec::new() }
    }
}

/// One thread of an alpha-beta search.
pub struct AlphaBeta<'a, G: Deterministic, S: Sense<G>, P> {
    worker: Worker<'a, G, S>,
    probe: &'a P,
    frames: Vec<Frame<G::Move>>,
    /// The keys of the game so far and of the line, for repetition; the root's is the last of the game's.
    path: Vec<u64>,
}

impl<'a, G: Deterministic, S: Sense<G>, P: Probe<G>> AlphaBeta<'a, G, S, P> {
    /// The most noisy moves in a row that quiescence follows.
    pub const QUIET_PLIES: u32 = 8;

    /// A search by `worker` that takes what `probe` knows as it is.
    #[must_use]
    pub fn new(worker: Worker<'a, G, S>, probe: &'a P) -> Self {
        Self { worker, probe, frames: Vec::new(), path: Vec::new() }
    }

    /// Sets the position to search and the keys of the game that led to it (its own may be the last or absent).
    pub fn set_root(&mut self, pos: &G, game: &[u64]) {
        let before = game.strip_suffix(&[pos.key()]).unwrap_or(game);
        self.path.clear();
        if self.worker.features.has(Features::REPETITION) {
            self.path.extend_from_slice(before);
        }
        self.worker.root = Some((pos.clone(), self.worker.sense.begin(pos)));
    }

    fn frame(&mut self, ply: u32) -> &mut Frame<G::Move> {
        let ply = ply as usize;
        if self.frames.len() <= ply + 1 {
            self.frames.resize_with(ply + 2, Frame::default);
        }
        &mut self.frames[ply]
    }

    /// The value of a node that is not the root's, within the window: exact inside, a bound outside.
    fn node<N: NodeKind>(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        // 1. At the horizon, only noisy moves count.
        if depth == 0 {
            return self.quiesce(pos, trace, (Self::QUIET_PLIES, ply), (alpha, beta));
        }
        self.worker.meter.count()?;
        self.frame(ply).line.clear();
        let key = pos.key();
        // 2. What the path or a table of results knows of this position ends the search of it.
        if !N::IS_ROOT
            && let Some(score) = self.known(pos, key, ply)
        {
            return Ok(score);
        }
        // 3. What this search has found out here before.
        let entry = self.worker.look_up(key);
        if (!N::IS_PRINCIPAL || !self.worker.features.has(Features::SCOUT))
            && !N::IS_ROOT
            && let Some(score) = self.worker.answer(entry, (depth, ply), (alpha, beta))
        {
            return Ok(score);
        }
        // 4. The moves, best first.
        let mut ranked = std::mem::take(&mut self.frame(ply).ranked);
        if ranked.generate(pos) == 0 {
            self.frame(ply).ranked = ranked;
            return Ok(finished(pos, ply));
        }
        let table_move = entry.and_then(|entry| entry.best);
        self.worker.order.rank(&mut ranked, pos, (self.worker.sense, self.worker.features), ply as usize, table_move);
        // 5. Each of them, until one is too good.
        self.path.push(key);
        let (best, best_move) = self.try_moves::<N>(pos, trace, &mut ranked, (depth, ply), (alpha, beta))?;
        self.path.pop();
        self.frame(ply).ranked = ranked;
        // 6. Remember it.
        self.worker.store(key, best_move, best, (depth, ply), Bound::of(best, alpha, beta));
        Ok(best)
    }

    /// The best score of the ranked moves of a node, tried until one is too good, and the last that raised alpha.
    #[inline]
    fn try_moves<N: NodeKind>(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        ranked: &mut Ranked<G::Move>,
        (depth, ply): (u32, u32),
        (mut alpha, beta): (Score, Score),
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        while let Some(mv) = ranked.pick() {
            let is_first = best == -Score::INFINITE;
            let score = self.child::<N>(pos, trace, mv, is_first, (depth, ply), (alpha, beta))?;
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
                self.worker.order.cut(ranked.tried(), pos.side().index(), ply as usize, depth);
                break;
            }
        }
        Ok((best, best_move))
    }

    /// The value of a move. After the first, a move is only asked whether it is better (a search with an empty window,
    /// which is cheap); the few that are get a full search.
    fn child<N: NodeKind>(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        mv: G::Move,
        is_first: bool,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        let next = pos.play(mv);
        let next_trace = self.worker.sense.follow(trace, pos, mv, &next);
        let turns = changes_hands::<G>(pos.side(), next.side());
        let below = (depth - 1, ply + 1);
        if !self.worker.features.has(Features::SCOUT) {
            let score = self.node::<Principal>(&next, &next_trace, below, window(turns, alpha, beta))?;
            return Ok(seen_back(turns, score));
        }
        if !N::IS_PRINCIPAL {
            let score = self.node::<Scout>(&next, &next_trace, below, window(turns, alpha, beta))?;
            return Ok(seen_back(turns, score));
        }
        if !is_first {
            let score = self.node::<Scout>(&next, &next_trace, below, window(turns, alpha, alpha + 1))?;
            let score = seen_back(turns, score);
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        let score = self.node::<Principal>(&next, &next_trace, below, window(turns, alpha, beta))?;
        Ok(seen_back(turns, score))
    }

    /// A repetition's draw, or what the probe knows.
    fn known(&self, pos: &G, key: u64, ply: u32) -> Option<Score> {
        if self.worker.features.has(Features::REPETITION) && self.path.contains(&key) {
            return Some(Score::DRAW);
        }
        self.probe.probe(pos).map(|known| known_score(known, ply))
    }

    /// Puts `mv` before the line of the next ply.
    fn extend_line(&mut self, mv: G::Move, ply: u32) {
        let (upper, lower) = self.frames.split_at_mut(ply as usize + 1);
        let (here, next) = (&mut upper[ply as usize].line, &lower[0].line);
        here.clear();
        here.push(mv);
        here.extend_from_slice(next);
    }

    /// The value of a node at the horizon: the side to move may stand on the static value or play a noisy move.
    fn quiesce(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        (plies, ply): (u32, u32),
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        self.worker.meter.count()?;
        self.frame(ply).line.clear();
        let sense = self.worker.sense;
        let looks = S::HAS_NOISE && plies > 0 && self.worker.features.has(Features::QUIESCENCE);
        let glance = looks.then(|| sense.glance(pos)).filter(|glance| sense.may_be_noisy(glance));
        // 1. Without noise there is nothing to generate; the rules say whether the game is over.
        let Some(glance) = glance else {
            return Ok(match pos.outcome() {
                Some(_) => finished(pos, ply),
                None => sense.evaluate(pos, trace),
            });
        };
        let mut ranked = std::mem::take(&mut self.frame(ply).ranked);
        if ranked.generate(pos) == 0 {
            self.frame(ply).ranked = ranked;
            return Ok(finished(pos, ply));
        }
        // 2. Standing is one of the choices.
        let mut best = sense.evaluate(pos, trace);
        alpha = alpha.max(best);
        // 3. The noisy moves are the others.
        if best < beta {
            ranked.keep(|mv| sense.is_noisy(pos, &glance, mv));
            ranked.rank(|mv| sense.promise(pos, &glance, mv));
            while let Some(mv) = ranked.pick() {
                let next = pos.play(mv);
                let next_trace = sense.follow(trace, pos, mv, &next);
                let turns = changes_hands::<G>(pos.side(), next.side());
                let score = self.quiesce(&next, &next_trace, (plies - 1, ply + 1), window(turns, alpha, beta))?;
                best = best.max(seen_back(turns, score));
                alpha = alpha.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        self.frame(ply).ranked = ranked;
        Ok(best)
    }
}

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> Iterate<G> for AlphaBeta<'_, G, S, P> {
    const HAS_DISTANCES: bool = true;

    fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let (pos, trace) = self.worker.begin();
        let path = self.path.len();
        let result = self.node::<Root>(&pos, &trace, (depth, 0), (alpha, beta));
        self.path.truncate(path);
        result
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

    fn uses_aspiration(&self) -> bool {
        self.worker.features.has(Features::ASPIRATION)
    }

    fn window(&self) -> i32 {
        S::UNIT / 2
    }
}
