//! Expectiminimax for games with dice or cards: decisions maximise, chance averages, bounds cut.
//!
//! A chance node's value is the average of its branches by integer weight, rounded down to the unit (1e-7 points), in
//! every mode, so that Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004) return plain expectation's values
//! exactly. Depth d looks at d moves; in gnubg's count that is d - 1 plies. On a game without chance the value is
//! minimax's.

use engine::{Afterstate, Game, Node, Score, Side};

use crate::deepen::Iterate;
use crate::limits::Stopped;
use crate::order::{Place, Ranked};
use crate::table::Bound;
use crate::terminal::{changes_hands, finished, seen_back, terminal_score, window};
use crate::{Features, Sense, Worker};

/// Added to the key of a chance node, so that it does not meet the position it is like.
const CHANCE: u64 = 0x5851_F42D_4C95_7F2D;

/// One thread of an expectiminimax search.
pub struct Expectiminimax<'a, G: Game, S: Sense<G>> {
    worker: Worker<'a, G, S>,
    ranked: Vec<Ranked<G::Move>>,
    rolls: Vec<Roll<G>>,
    line: Vec<G::Move>,
}

/// The branches of one chance node, and what is known of their values so far.
struct Roll<G> {
    branches: Vec<Branch<G>>,
    /// The sum of the weights.
    weights: i64,
    /// The weighted sums of the branches' bounds.
    low: i64,
    high: i64,
}

struct Branch<G> {
    pos: G,
    weight: i64,
    low: i64,
    high: i64,
}

impl<G: Game> Roll<G> {
    const fn new() -> Self {
        Self { branches: Vec::new(), weights: 0, low: 0, high: 0 }
    }

    /// Takes the branches of a chance node, of which nothing is known yet but what is at stake for `side`.
    fn fill(&mut self, after: G::After, side: Side) {
        let most = |winner| i64::from(Score::POINT) * i64::from(G::most_points(&after, winner));
        let (low, high) = (-most(!side), most(side));
        self.branches.clear();
        self.branches.extend(after.branches().map(|(pos, weight)| Branch {
            pos,
            weight: i64::from(weight),
            low,
            high,
        }));
        self.weights = self.branches.iter().map(|branch| branch.weight).sum();
        self.low = low * self.weights;
        self.high = high * self.weights;
    }

    /// The average that a weighted sum makes.
    fn average(&self, sum: i64) -> Score {
        Score(sum.div_euclid(self.weights) as i32)
    }

    /// Learns that branch `index` is worth at least `low` and at most `high`.
    fn learn(&mut self, index: usize, low: i64, high: i64) {
        let branch = &mut self.branches[index];
        self.low += branch.weight * (low - branch.low);
        self.high += branch.weight * (high - branch.high);
        (branch.low, branch.high) = (low, high);
    }

    /// The value, if the bounds put it outside the window (then it is a bound) or pin it down.
    fn outside(&self, alpha: Score, beta: Score) -> Option<Score> {
        let (low, high) = (self.average(self.low), self.average(self.high));
        if low >= beta {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }

    /// The window outside which the value of branch `index` settles the node, whatever the other branches are.
    fn window(&self, index: usize, alpha: Score, beta: Score) -> (Score, Score) {
        let Branch { weight, low, high, .. } = self.branches[index];
        // The node fails low when its sum is below (alpha + 1) * weights: it is rounded down.
        let fails_low = (i64::from(alpha.0) + 1) * self.weights - 1 - (self.high - weight * high);
        let fails_high = i64::from(beta.0) * self.weights - (self.low - weight * low);
        (clamp(fails_low.div_euclid(weight)), clamp(-(-fails_high).div_euclid(weight)))
    }
}

/// A score on the scale of windows.
fn clamp(score: i64) -> Score {
    Score(score.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32)
}

impl<'a, G: Game, S: Sense<G>> Expectiminimax<'a, G, S> {
    /// A search by `worker`.
    #[must_use]
    pub fn new(worker: Worker<'a, G, S>) -> Self {
        Self { worker, ranked: Vec::new(), rolls: Vec::new(), line: Vec::new() }
    }

    /// Sets the position to search.
    pub fn set_root(&mut self, pos: &G) {
        self.worker.root = Some((pos.clone(), self.worker.sense.begin(pos)));
    }

    /// The value of a decision, `depth` moves deep (at least one): its best move's.
    fn decide(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        (depth, ply): (u32, u32),
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        self.worker.meter.count()?;
        // 1. What this search has found out here before. A decision at the horizon is cheaper than the table.
        let key = pos.key();
        let entry = if depth > 1 { self.worker.look_up(key) } else { None };
        if ply > 0
            && let Some(score) = self.worker.answer(entry, (depth, ply), (alpha, beta))
        {
            return Ok(score);
        }
        // 2. The moves, best first.
        let mut ranked = take(&mut self.ranked, ply, Ranked::default);
        if ranked.generate(pos) == 0 {
            self.ranked[ply as usize] = ranked;
            return Ok(finished(pos, ply));
        }
        let table_move = entry.and_then(|entry| entry.best);
        let place = Place { ply: ply as usize, side: pos.side().index(), previous: [None; 2] };
        let (sense, features) = (self.worker.sense, self.worker.features);
        self.worker.order.rank(&mut ranked, (pos, &sense.glance(pos)), (sense, features), place, table_move);
        // 3. Each of them, until one is too good.
        let (old_alpha, mut best, mut best_move) = (alpha, -Score::INFINITE, None);
        while let Some(mv) = ranked.pick() {
            let score = self.move_value(pos, trace, mv, (depth, ply), (alpha, beta))?;
            best = best.max(score);
            if score <= alpha {
                continue;
            }
            (alpha, best_move) = (score, Some(mv));
            if ply == 0 {
                self.worker.raised = Some((mv, score));
            }
            if score >= beta {
                self.worker.order.cut(ranked.tried(), place, depth);
                break;
            }
        }
        self.ranked[ply as usize] = ranked;
        // 4. Remember it.
        if ply == 0 {
            self.line.clear();
            self.line.extend(best_move);
        }
        if depth > 1 {
            self.worker.store(key, best_move, best, (depth, ply), Bound::of(best, old_alpha, beta));
        }
        Ok(best)
    }

    /// The value of a move: of what it leaves behind.
    fn move_value(
        &mut self,
        pos: &G,
        trace: &S::Trace,
        mv: G::Move,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        let after = pos.play(mv);
        let next_side = G::next_side(&after);
        let turns = changes_hands::<G>(pos.side(), next_side);
        let score = if let Some(outcome) = G::outcome_after(&after) {
            terminal_score::<G>(outcome, next_side, ply + 1)
        } else {
            let trace = self.worker.sense.follow(trace, pos, mv, &after);
            if depth == 1 {
                self.worker.meter.count()?;
                self.worker.sense.evaluate(&after, &trace)
            } else {
                self.average(after, &trace, next_side, (depth - 1, ply + 1), window(turns, alpha, beta))?
            }
        };
        Ok(seen_back(turns, score))
    }

    /// The value of a chance node, as `side` sees it, with decisions `depth` moves deep behind it.
    fn average(
        &mut self,
        after: G::After,
        trace: &S::Trace,
        side: Side,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        // 1. What this search has found out here before.
        let key = after.key() ^ CHANCE;
        let entry = if G::After::IS_CHANCE { self.worker.look_up(key) } else { None };
        if let Some(score) = self.worker.answer(entry, (depth, ply), (alpha, beta)) {
            return Ok(score);
        }
        let mut roll = take(&mut self.rolls, ply, Roll::new);
        roll.fill(after, side);
        let probes = self.worker.features.has(Features::STAR2) && roll.branches.len() > 1;
        // 2. Star2: a lower bound of every branch from its most promising move may be enough.
        let mut settled = None;
        if probes {
            settled = self.probe_branches(&mut roll, trace, side, (depth, ply), (alpha, beta))?;
        }
        // 3. Star1: every branch, with the window that the bounds of the others leave it.
        if settled.is_none() {
            settled = self.search_branches(&mut roll, trace, side, (depth, ply), (alpha, beta))?;
        }
        let score = settled.unwrap_or_else(|| roll.average(roll.low));
        self.rolls[ply as usize] = roll;
        // 4. Remember it.
        if G::After::IS_CHANCE {
            self.worker.store(key, None, score, (depth, ply), Bound::of(score, alpha, beta));
        }
        Ok(score)
    }

    /// Searches the branches of a chance node one after the other, until their bounds settle it.
    fn search_branches(
        &mut self,
        roll: &mut Roll<G>,
        trace: &S::Trace,
        side: Side,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        let cuts = self.worker.features.has(Features::STAR1);
        for index in 0..roll.branches.len() {
            if roll.branches[index].low == roll.branches[index].high {
                continue;
            }
            let (low, high) = if cuts { roll.window(index, alpha, beta) } else { (-Score::INFINITE, Score::INFINITE) };
            let pos = roll.branches[index].pos.clone();
            let turns = pos.side() != side;
            let score = seen_back(turns, self.decide(&pos, trace, (depth, ply), window(turns, low, high))?);
            let known = i64::from(score.0);
            match Bound::of(score, low, high) {
                Bound::Exact => roll.learn(index, known, known),
                Bound::Upper => roll.learn(index, roll.branches[index].low, known),
                Bound::Lower => roll.learn(index, known, roll.branches[index].high),
            }
            if cuts && let Some(score) = roll.outside(alpha, beta) {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Tries one move of each branch: where the side to move can choose, one move's value is a lower bound.
    fn probe_branches(
        &mut self,
        roll: &mut Roll<G>,
        trace: &S::Trace,
        side: Side,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        for index in 0..roll.branches.len() {
            let pos = roll.branches[index].pos.clone();
            if pos.side() != side {
                continue;
            }
            self.worker.meter.count()?;
            let mut ranked = take(&mut self.ranked, ply, Ranked::default);
            let count = ranked.generate(&pos);
            let table_move = if depth > 1 { self.worker.look_up(pos.key()).and_then(|entry| entry.best) } else { None };
            let place = Place { ply: ply as usize, side: pos.side().index(), previous: [None; 2] };
            let (sense, features) = (self.worker.sense, self.worker.features);
            self.worker.order.rank(&mut ranked, (&pos, &sense.glance(&pos)), (sense, features), place, table_move);
            let first = ranked.pick();
            self.ranked[ply as usize] = ranked;
            let Some(mv) = first else {
                let score = i64::from(finished(&pos, ply).0);
                roll.learn(index, score, score);
                continue;
            };
            let (low, high) = roll.window(index, alpha, beta);
            let score = self.move_value(&pos, trace, mv, (depth, ply), (low, high))?;
            let known = i64::from(score.0);
            if count == 1 && score > low && score < high {
                roll.learn(index, known, known);
            } else if score > low {
                roll.learn(index, known.max(roll.branches[index].low), roll.branches[index].high);
            }
            if let Some(score) = roll.outside(alpha, beta) {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}

/// Takes the buffer of a ply out of its stack; whoever takes it puts it back.
fn take<T>(stack: &mut Vec<T>, ply: u32, make: impl Fn() -> T) -> T {
    let ply = ply as usize;
    while stack.len() <= ply {
        stack.push(make());
    }
    std::mem::replace(&mut stack[ply], make())
}

impl<G: Game, S: Sense<G>> Iterate<G> for Expectiminimax<'_, G, S> {
    const HAS_DISTANCES: bool = !G::After::IS_CHANCE;

    fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let (pos, trace) = self.worker.begin();
        self.decide(&pos, &trace, (depth, 0), (alpha, beta))
    }

    fn line(&self) -> &[G::Move] {
        &self.line
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
        S::WINDOW
    }
}
