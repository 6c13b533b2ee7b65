//! Expectiminimax for games with dice or cards: decisions maximise, chance averages, bounds cut.
//!
//! A chance node's value is the average of its branches by integer weight, rounded down to the unit (1e-7 points), in
//! every mode, so that Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004) return plain expectation's values
//! exactly. Depth d looks at d moves; in gnubg's count that is d - 1 plies. On a game without chance the value is
//! minimax's.
//!
//! What costs is the static evaluation, and most of them are made to refute moves. Three things keep them few. A decision
//! above the horizon ranks its moves by the static value of what they leave behind, and with a [`Filter`] (no longer
//! exact) it looks at the best of them only. A chance node probes the moves of its branches in turn, the most promising of
//! each first: their values add up to a lower bound that mostly is enough, and where it is not the branches go on from
//! where probing left them, so that probing costs nothing. At the horizon, where moves are tried by
//! [`Sense::promise`], the best reply to the same roll after another move comes first.
//!
//! `roll.rs` has the bounds, `choices.rs` the moves of a decision.

mod choices;
mod filter;
mod roll;

use engine::{Afterstate, Game, Node, Score, Side};

use crate::deepen::Iterate;
use crate::limits::Stopped;
use crate::order::{KILLER, Place};
use crate::table::Bound;
use crate::terminal::{changes_hands, finished_worth, seen_back, static_score, window, worth};
use crate::{Features, Sense, Worker};
use choices::{Choices, Replies};
pub use filter::Filter;
use roll::Roll;

/// Added to the key of a chance node, so that it does not meet the position it is like.
const CHANCE: u64 = 0x5851_F42D_4C95_7F2D;
/// Added to the key of what is evaluated: its static value is no search's.
const STATIC: u64 = 0x1405_7B7E_F767_814F;
/// How many moves of each branch are probed where they lead to the horizon.
const PROBES_AT_HORIZON: usize = 3;
/// How many moves of a decision at the horizon are tried by rank; the others as they come.
const RANKED_AT_HORIZON: usize = 8;

/// One thread of an expectiminimax search.
pub struct Expectiminimax<'a, G: Game, S: Sense<G>> {
    worker: Worker<'a, G, S>,
    root: Choices<G::Move>,
    rolls: Vec<Roll<G>>,
    replies: Replies<G::Move>,
    line: Vec<G::Move>,
}

/// Where a search stands: the depth that is left, in moves, and the plies from the root.
type Level = (u32, u32);
/// Alpha and beta.
type Window = (Score, Score);

const EVERYTHING: Window = (Score(-i32::MAX), Score::INFINITE);

impl<'a, G: Game, S: Sense<G>> Expectiminimax<'a, G, S> {
    /// A search by `worker`.
    #[must_use]
    pub fn new(worker: Worker<'a, G, S>) -> Self {
        let (root, rolls, line) = (Choices::default(), Vec::new(), Vec::new());
        Self { worker, root, rolls, replies: Replies::new(), line }
    }

    /// Sets the position to search.
    pub fn set_root(&mut self, pos: &G) {
        self.worker.root = Some((pos.clone(), self.worker.sense.begin(pos)));
    }

    /// Generates the moves of a decision, `depth` moves deep (at least one), and ranks them; says how many there are.
    /// It is branch `branch` of its chance node.
    fn open(
        &mut self,
        choices: &mut Choices<G::Move>,
        (pos, trace): (&G, &S::Trace),
        branch: usize,
        (depth, ply): Level,
    ) -> Result<usize, Stopped> {
        self.worker.meter.count()?;
        choices.is_open = true;
        let count = choices.ranked.generate(pos);
        if count < 2 {
            choices.ranked.rank(|_| 0);
        } else if depth > 1 && (self.worker.features.has(Features::STATIC_ORDER) || self.worker.filter.is_some()) {
            self.rank_by_value(choices, (pos, trace), (depth, ply))?;
        } else {
            self.rank_by_promise(choices, pos, branch, (depth, ply));
        }
        Ok(count)
    }

    /// Ranks moves by the static value of what they leave behind, the table's first, and leaves out what is filtered.
    fn rank_by_value(
        &mut self,
        choices: &mut Choices<G::Move>,
        (pos, trace): (&G, &S::Trace),
        (_, ply): Level,
    ) -> Result<(), Stopped> {
        for index in 0..choices.ranked.moves().len() {
            let value = self.static_value((pos, trace), choices.ranked.moves()[index], ply)?;
            choices.ranked.add_score(value.0);
        }
        if let Some(filter) = self.worker.filter
            && self.worker.sense.may_filter(pos)
        {
            choices.ranked.keep_best(filter.most, filter.margin.0);
        }
        if self.worker.features.has(Features::TABLE_MOVE)
            && let Some(best) = self.worker.look_up(pos.key()).and_then(|entry| entry.best)
        {
            choices.ranked.put_first(best);
        }
        Ok(())
    }

    /// Ranks moves by what they promise without an evaluation.
    fn rank_by_promise(&mut self, choices: &mut Choices<G::Move>, pos: &G, branch: usize, (depth, ply): Level) {
        // A decision at the horizon is cheaper than the table.
        let table_move = if depth > 1 { self.worker.look_up(pos.key()).and_then(|entry| entry.best) } else { None };
        let (sense, features) = (self.worker.sense, self.worker.features);
        let place = place(pos, ply);
        self.worker.order.rank(&mut choices.ranked, (pos, &sense.glance(pos)), (sense, features), place, table_move);
        if ply > 0 && features.has(Features::KILLERS) {
            let replies = self.replies.at(ply as usize, branch);
            for (reply, bonus) in replies.into_iter().zip([4 * KILLER, 2 * KILLER]) {
                if let Some(mv) = reply {
                    choices.ranked.raise(mv, bonus);
                }
            }
        }
    }

    /// Tries the moves of an open decision, `most` of them at most, until one is too good or none is left; says whether
    /// it is through.
    fn try_moves(
        &mut self,
        choices: &mut Choices<G::Move>,
        (pos, trace): (&G, &S::Trace),
        most: usize,
        (depth, ply): Level,
        (alpha, beta): Window,
    ) -> Result<bool, Stopped> {
        for _ in 0..most {
            let is_any_as_good = depth == 1 && choices.ranked.tried().len() >= RANKED_AT_HORIZON;
            let next = if is_any_as_good { choices.ranked.pick_any() } else { choices.ranked.pick() };
            let Some(mv) = next else { return Ok(true) };
            let score = self.move_value((pos, trace), mv, (depth, ply), (alpha.max(choices.best), beta))?;
            if score <= choices.best {
                continue;
            }
            choices.best = score;
            if score <= alpha {
                continue;
            }
            choices.best_move = Some(mv);
            if ply == 0 {
                self.worker.raised = Some((mv, score));
            }
            if score >= beta {
                self.worker.order.cut(choices.ranked.tried(), place(pos, ply), depth);
                return Ok(true);
            }
        }
        Ok(choices.ranked.left() == 0)
    }

    /// Remembers what came of a decision above the horizon that is through.
    fn remember(&self, choices: &Choices<G::Move>, pos: &G, level: Level, (alpha, beta): Window) {
        if level.0 > 1 {
            let bound = Bound::of(choices.best, alpha, beta);
            self.worker.store(pos.key(), choices.best_move, choices.best, level, bound);
        }
    }

    /// The value of a move: of what it leaves behind.
    fn move_value(
        &mut self,
        (pos, trace): (&G, &S::Trace),
        mv: G::Move,
        (depth, ply): Level,
        (alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        if depth == 1 {
            return self.static_value((pos, trace), mv, ply);
        }
        let after = pos.play(mv);
        let next_side = G::next_side(&after);
        let turns = changes_hands::<G>(pos.side(), next_side);
        let score = if let Some(outcome) = G::outcome_after(&after) {
            worth(self.worker.sense, pos, outcome, next_side, ply + 1)
        } else {
            let trace = self.worker.sense.follow(trace, pos, mv, &after);
            self.average(after, &trace, next_side, (depth - 1, ply + 1), window(turns, alpha, beta))?
        };
        Ok(seen_back(turns, score))
    }

    /// The static value of a move at `ply`: of what it leaves behind.
    #[inline]
    fn static_value(&mut self, (pos, trace): (&G, &S::Trace), mv: G::Move, ply: u32) -> Result<Score, Stopped> {
        let after = pos.play(mv);
        let next_side = G::next_side(&after);
        let score = if let Some(outcome) = G::outcome_after(&after) {
            worth(self.worker.sense, pos, outcome, next_side, ply + 1)
        } else {
            let value = self.evaluate(&after, (pos, trace), mv, next_side)?;
            static_score(self.worker.sense, value, ply + 1)
        };
        Ok(seen_back(changes_hands::<G>(pos.side(), next_side), score))
    }

    /// The static value of what a move leaves behind, from the table where that is cheaper.
    #[inline]
    fn evaluate(
        &mut self,
        after: &G::After,
        (pos, trace): (&G, &S::Trace),
        mv: G::Move,
        side: Side,
    ) -> Result<Score, Stopped> {
        let key = if S::IS_DEAR { after.key() ^ STATIC } else { 0 };
        if S::IS_DEAR
            && let Some((value, _)) = self.worker.known(self.worker.look_up(key), (0, 0))
        {
            return Ok(value);
        }
        self.worker.meter.count()?;
        let value = self.worker.sense.evaluate(after, &self.worker.sense.follow(trace, pos, mv, after));
        debug_assert!(
            is_possible(self.worker.sense, after, side, value),
            "{value:?} of {after} is more than can be won"
        );
        if S::IS_DEAR {
            self.worker.store(key, None, value, (0, 0), Bound::Exact);
        }
        Ok(value)
    }

    /// The value of a chance node, as `side` sees it, with decisions `depth` moves deep behind it.
    fn average(
        &mut self,
        after: G::After,
        trace: &S::Trace,
        side: Side,
        (depth, ply): Level,
        (alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        // 1. What this search has found out here before.
        let key = after.key() ^ CHANCE;
        let entry = if G::After::IS_CHANCE { self.worker.look_up(key) } else { None };
        if let Some(score) = self.worker.answer(entry, (depth, ply), (alpha, beta)) {
            return Ok(score);
        }
        let mut roll = take(&mut self.rolls, ply);
        let [high, most_lost] = [side, !side].map(|winner| self.worker.sense.most_worth(&after, winner));
        roll.fill(after, (-most_lost, high));
        self.turn(&mut roll, depth);
        let probes = self.worker.features.has(Features::STAR2) && roll.branches.len() > 1;
        // 2. Star2: a lower bound of every branch from its most promising moves may be enough.
        let mut settled = None;
        if probes {
            settled = self.probe_branches(&mut roll, (trace, side), (depth, ply), (alpha, beta))?;
        }
        // 3. Star1: every branch, with the window that the bounds of the others leave it.
        if settled.is_none() {
            settled = self.go_round(&mut roll, (trace, side), usize::MAX, (depth, ply), (alpha, beta))?;
        }
        let score = settled.unwrap_or_else(|| roll.low());
        self.rolls[ply as usize] = roll;
        // 4. Remember it.
        if G::After::IS_CHANCE {
            self.worker.store(key, None, score, (depth, ply), Bound::of(score, alpha, beta));
        }
        Ok(score)
    }

    /// Every other thread begins at the other end: what one has finished is in the table when the other comes there.
    fn turn(&self, roll: &mut Roll<G>, depth: u32) {
        if depth > 1 && self.worker.index % 2 == 1 {
            roll.order.reverse();
        }
    }

    /// Tries moves of each branch in turn: where the side to move can choose, one move's value is a lower bound.
    fn probe_branches(
        &mut self,
        roll: &mut Roll<G>,
        (trace, side): (&S::Trace, Side),
        level: Level,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let rounds = if level.0 == 1 { PROBES_AT_HORIZON } else { 1 };
        for _ in 0..rounds {
            let settled = self.go_round(roll, (trace, side), 1, level, window)?;
            if settled.is_some() {
                return Ok(settled);
            }
        }
        roll.sort_by_cost();
        self.turn(roll, level.0);
        Ok(None)
    }

    /// Tries `most` moves of every branch that is not known yet, until the bounds settle the node. A single move is a probe:
    /// it says nothing where the other side chooses.
    fn go_round(
        &mut self,
        roll: &mut Roll<G>,
        (trace, side): (&S::Trace, Side),
        most: usize,
        level: Level,
        (alpha, beta): Window,
    ) -> Result<Option<Score>, Stopped> {
        let is_probe = most == 1;
        let cuts = is_probe || self.worker.features.has(Features::STAR1);
        for place in 0..roll.branches.len() {
            let index = roll.order[place];
            if roll.is_known(index) || is_probe && roll.branches[index].pos.side() != side {
                continue;
            }
            self.go_on(roll, index, (trace, side), most, level, (alpha, beta))?;
            if cuts && let Some(score) = roll.outside(alpha, beta) {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Tries moves of a branch, `most` of them at most, from where it was left, and learns what their values say of it.
    fn go_on(
        &mut self,
        roll: &mut Roll<G>,
        index: usize,
        (trace, side): (&S::Trace, Side),
        most: usize,
        (depth, ply): Level,
        (alpha, beta): Window,
    ) -> Result<(), Stopped> {
        let turns = roll.branches[index].pos.side() != side;
        if !roll.choices[index].is_open && self.begin_branch(roll, index, (trace, turns), (depth, ply))? {
            return Ok(());
        }
        let cuts = self.worker.features.has(Features::STAR1);
        let (alpha, beta) = if cuts { roll.window(index, alpha, beta) } else { EVERYTHING };
        let (low, high) = window(turns, alpha, beta);
        let (pos, choices) = (&roll.branches[index].pos, &mut roll.choices[index]);
        let is_through = self.try_moves(choices, (pos, trace), most, (depth, ply), (low, high))?;
        let best = choices.best;
        if is_through {
            self.remember(choices, pos, (depth, ply), (low, high));
            if let Some(mv) = choices.best_move {
                self.replies.note(ply as usize, index, mv);
            }
        }
        if best > low {
            learn(roll, index, turns, (best, Bound::Lower));
        }
        if is_through && best < high {
            learn(roll, index, turns, (best, Bound::Upper));
        }
        Ok(())
    }

    /// Opens a branch, or finds that it needs no search: it is over, or the table knows it.
    fn begin_branch(
        &mut self,
        roll: &mut Roll<G>,
        index: usize,
        (trace, turns): (&S::Trace, bool),
        level: Level,
    ) -> Result<bool, Stopped> {
        let pos = &roll.branches[index].pos;
        // A decision at the horizon is cheaper than the table.
        let known = if level.0 > 1 { self.worker.known(self.worker.look_up(pos.key()), level) } else { None };
        if let Some(known) = known {
            learn(roll, index, turns, known);
            if roll.is_known(index) {
                return Ok(true);
            }
        }
        let (pos, choices) = (&roll.branches[index].pos, &mut roll.choices[index]);
        if self.open(choices, (pos, trace), index, level)? > 0 {
            return Ok(false);
        }
        let score = finished_worth(self.worker.sense, pos, level.1);
        learn(roll, index, turns, (score, Bound::Exact));
        Ok(true)
    }
}

/// Learns of a branch what its side to move knows, which is not the node's if it `turns`.
fn learn<G: Game>(roll: &mut Roll<G>, index: usize, turns: bool, (score, bound): (Score, Bound)) {
    let score = seen_back(turns, score);
    if bound == Bound::Exact || (bound == Bound::Lower) != turns {
        roll.learn_low(index, score);
    }
    if bound == Bound::Exact || (bound == Bound::Upper) != turns {
        roll.learn_high(index, score);
    }
}

/// Whether a value is within what can still be won: without that bounds would cut what they should not.
fn is_possible<G: Game, S: Sense<G>>(sense: &S, after: &G::After, side: Side, value: Score) -> bool {
    (-sense.most_worth(after, !side)..=sense.most_worth(after, side)).contains(&value)
}

fn place<G: Game>(pos: &G, ply: u32) -> Place {
    Place { ply: ply as usize, side: pos.side().index(), previous: [None; 2] }
}

/// Takes the buffer of a ply out of its stack; whoever takes it puts it back.
fn take<G: Game>(stack: &mut Vec<Roll<G>>, ply: u32) -> Roll<G> {
    let ply = ply as usize;
    while stack.len() <= ply {
        stack.push(Roll::new());
    }
    std::mem::replace(&mut stack[ply], Roll::new())
}

impl<G: Game, S: Sense<G>> Iterate<G> for Expectiminimax<'_, G, S> {
    const HAS_DISTANCES: bool = !G::After::IS_CHANCE;

    fn iterate(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        let (pos, trace) = self.worker.begin();
        let mut choices = std::mem::take(&mut self.root);
        choices.close();
        if self.open(&mut choices, (&pos, &trace), 0, (depth, 0))? == 0 {
            return Ok(finished_worth(self.worker.sense, &pos, 0));
        }
        self.try_moves(&mut choices, (&pos, &trace), usize::MAX, (depth, 0), (alpha, beta))?;
        self.remember(&choices, &pos, (depth, 0), (alpha, beta));
        self.line.clear();
        self.line.extend(choices.best_move);
        let score = choices.best;
        self.root = choices;
        Ok(score)
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

    /// A window at the root cuts little where the first move's value must be known to the unit anyway, and with chance
    /// values change from depth to depth by more than a window: it costs more than it brings.
    fn uses_aspiration(&self) -> bool {
        !G::After::IS_CHANCE && self.worker.features.has(Features::ASPIRATION)
    }

    fn window(&self) -> i32 {
        S::WINDOW
    }
}
