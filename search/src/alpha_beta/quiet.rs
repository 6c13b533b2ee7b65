//! Quiescence: the value of a node at the horizon, where the side to move may stand on the static value or play a noisy
//! move. A side that must answer a threat may not stand, and all its moves count.

use engine::{Deterministic, Probe, Score};

use super::{AlphaBeta, Visit};
use crate::limits::Stopped;
use crate::order::Ranked;
use crate::table::{Bound, Entry};
use crate::terminal::{changes_hands, finished, seen_back, static_score, window};
use crate::{Features, Sense};

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> AlphaBeta<'_, G, S, P> {
    pub(super) fn quiesce(&mut self, visit: Visit<'_, G, S::Trace>, plies: u32) -> Result<Score, Stopped> {
        let Visit { pos, trace, ply, .. } = visit;
        self.worker.meter.count()?;
        self.frame(ply).line.clear();
        self.deepest = self.deepest.max(ply);
        let sense = self.worker.sense;
        if S::SELECTIVE && self.worker.features.has(Features::REPETITION) && pos.is_dead() {
            return Ok(Score::DRAW);
        }
        if S::SELECTIVE
            && let Some(score) = self.ask(pos, ply)
        {
            return Ok(score);
        }
        // 1. Without noise there is nothing to generate; the rules say whether the game is over.
        let looks = S::HAS_NOISE && plies > 0 && self.worker.features.has(Features::QUIESCENCE);
        let hangs = looks && self.may_not_stand(pos, plies);
        let glance = looks.then(|| sense.glance(pos)).filter(|glance| hangs || sense.may_be_noisy(glance));
        let Some(glance) = glance else {
            return Ok(match pos.outcome() {
                Some(_) => finished(pos, ply),
                None => static_score(sense, sense.evaluate(pos, trace), ply),
            });
        };
        // 2. Standing is one of the choices, and mostly good enough. A threat must be answered.
        let is_threatened = hangs || sense.is_threatened(pos);
        let stand = if is_threatened {
            -Score::INFINITE
        } else if pos.outcome().is_some() {
            return Ok(finished(pos, ply));
        } else {
            self.corrected(visit, static_score(sense, sense.evaluate(pos, trace), ply))
        };
        if stand >= visit.beta {
            return Ok(stand);
        }
        // 3. What this search has found out here before: later than elsewhere, since by now the table's memory is there.
        let uses_table = S::SELECTIVE && self.worker.features.has(Features::QUIET_TABLE);
        let entry = if uses_table { self.worker.look_up(pos.key()) } else { None };
        if let Some(score) = self.worker.answer(entry, (0, ply), (visit.alpha, visit.beta)) {
            return Ok(score);
        }
        let stand = if is_threatened { stand } else { self.bettered(stand, entry, ply) };
        // 4. The noisy moves are the other choices.
        let mut ranked = std::mem::take(&mut self.frame(ply).ranked);
        let result = self.play_out(visit, plies, (&glance, stand), (&mut ranked, entry));
        self.frame(ply).ranked = ranked;
        let (best, best_move) = result?;
        if uses_table {
            self.worker.store(pos.key(), best_move, best, (0, ply), Bound::of(best, visit.alpha, visit.beta));
        }
        Ok(best)
    }

    /// Whether something hangs so early in quiescence that standing on the static value is not allowed.
    #[inline]
    fn may_not_stand(&self, pos: &G, plies: u32) -> bool {
        S::SELECTIVE
            && S::QUIET_PLIES - plies < self.worker.margins.hanging_plies as u32
            && self.worker.sense.hangs(pos)
    }

    /// The value of standing, minus infinity where a threat forbids it, or of the best noisy move, and that move. Where
    /// quiescence begins, quiet moves that threaten count too.
    #[inline]
    fn play_out(
        &mut self,
        visit: Visit<'_, G, S::Trace>,
        plies: u32,
        (glance, stand): (&S::Glance, Score),
        (ranked, entry): (&mut Ranked<G::Move>, Option<Entry>),
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let Visit { pos, ply, .. } = visit;
        let (sense, features) = (self.worker.sense, self.worker.features);
        let is_threatened = stand == -Score::INFINITE;
        let mut found = Found { stand, best: stand, best_move: None };
        if is_threatened {
            if ranked.generate(pos) == 0 {
                return Ok((finished(pos, ply), None));
            }
            self.keep_answers(ranked, (pos, glance));
            let place = self.place(pos, ply);
            self.worker.order.rank(ranked, (pos, glance), (sense, features), place, entry.and_then(|entry| entry.best));
        } else {
            ranked.generate_noisy(pos, sense, glance);
            ranked.rank(|mv| sense.promise(pos, glance, mv));
        }
        self.try_all(visit, plies, ranked, &mut found)?;
        let looks_for_threats = S::SELECTIVE && plies == S::QUIET_PLIES && features.has(Features::QUIET_CHECKS);
        if looks_for_threats && !is_threatened && found.best < visit.beta {
            let aims = sense.aims(pos);
            ranked.generate(pos);
            ranked.keep(|mv| {
                !sense.is_noisy(pos, glance, mv) && sense.threatens(pos, &aims, mv) && sense.holds(pos, mv, 0)
            });
            ranked.rank(|_| 0);
            self.try_all(visit, plies, ranked, &mut found)?;
        }
        Ok((found.best, found.best_move))
    }

    /// Tries the ranked moves until one is too good.
    #[inline]
    fn try_all(
        &mut self,
        visit: Visit<'_, G, S::Trace>,
        plies: u32,
        ranked: &mut Ranked<G::Move>,
        found: &mut Found<G::Move>,
    ) -> Result<(), Stopped> {
        let Visit { pos, trace, ply, beta, .. } = visit;
        let sense = self.worker.sense;
        while let Some(mv) = ranked.pick() {
            self.worker.prefetch(pos, mv);
            let alpha = visit.alpha.max(found.best);
            let may_be_left_out = S::SELECTIVE && found.stand > -Score::INFINITE && found.best > -Score::MAX_STATIC;
            if may_be_left_out && self.is_hopeless_capture(pos, mv, (found.stand, alpha)) {
                continue;
            }
            let next = pos.play(mv);
            let trace = &sense.follow(trace, pos, mv, &next);
            let turns = changes_hands::<G>(pos.side(), next.side());
            let (low, high) = window(turns, alpha, beta);
            if S::SELECTIVE {
                self.frames[ply as usize].played = Some(engine::PackedMove::kind(mv));
            }
            let below = Visit { pos: &next, trace, depth: 0, ply: ply + 1, alpha: low, beta: high };
            let score = seen_back(turns, self.quiesce(below, plies - 1)?);
            if score > alpha {
                found.best_move = Some(mv);
            }
            found.best = found.best.max(score);
            if score >= beta {
                break;
            }
        }
        Ok(())
    }

    /// Whether a capture cannot bring the value into the window, or loses in the exchange it starts.
    #[inline]
    fn is_hopeless_capture(&self, pos: &G, mv: G::Move, (stand, alpha): (Score, Score)) -> bool {
        let (sense, features) = (self.worker.sense, self.worker.features);
        let gain = sense.gain(pos, mv);
        // What wins nothing at once is there for the threat it makes.
        let falls_short =
            features.has(Features::DELTA) && gain > 0 && stand + gain + self.worker.margins.of_delta(S::UNIT) <= alpha;
        falls_short || features.has(Features::EXCHANGES) && !sense.holds(pos, mv, 0)
    }
}

/// What quiescence has found of a node: the value of standing, the best value, and the move that it belongs to if that
/// is in the window.
struct Found<M> {
    stand: Score,
    best: Score,
    best_move: Option<M>,
}
