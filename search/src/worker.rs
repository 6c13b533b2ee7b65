//! What every thread of every search works with: the sense, the shared table, the count of nodes, the order of moves.
//!
//! [`AlphaBeta`](crate::AlphaBeta) and [`Expectiminimax`](crate::Expectiminimax) are made of a worker and differ in
//! what they do with it. Here stands once how a table entry is kept and when it answers a search.

use engine::{Afterstate, Game, Score};

use crate::expectiminimax::Filter;
use crate::limits::{Meter, Stop};
use crate::order::Order;
use crate::table::{Bound, Entry, Table, from_table, to_table};
use crate::{Features, Margins, Sense};

/// One thread's means.
pub struct Worker<'a, G: Game, S: Sense<G>> {
    pub(crate) sense: &'a S,
    table: &'a Table,
    pub(crate) features: Features,
    pub(crate) margins: Margins,
    pub(crate) filter: Option<Filter>,
    /// The number of the thread, 0 if it is alone.
    pub(crate) index: usize,
    pub(crate) meter: Meter<'a>,
    pub(crate) order: &'a mut Order<G::Move>,
    pub(crate) root: Option<(G, S::Trace)>,
    /// The best root move of the iteration under way, once one has raised alpha.
    pub(crate) raised: Option<(G::Move, Score)>,
}

impl<'a, G: Game, S: Sense<G>> Worker<'a, G, S> {
    /// A worker alone on its table, with the features for playing.
    #[must_use]
    pub fn new(sense: &'a S, table: &'a Table, order: &'a mut Order<G::Move>, stop: &'a Stop) -> Self {
        order.start_search();
        if S::SELECTIVE {
            order.prepare_for_selection();
        }
        let (features, margins) = (Features::PLAY, S::MARGINS);
        Self {
            sense,
            table,
            features,
            margins,
            filter: None,
            index: 0,
            meter: Meter::new(stop, true),
            order,
            root: None,
            raised: None,
        }
    }

    /// The same with other features.
    #[must_use]
    pub fn with_features(mut self, features: Features) -> Self {
        self.features = features;
        self
    }

    /// The same with other margins.
    #[must_use]
    pub fn with_margins(mut self, margins: Margins) -> Self {
        self.margins = margins;
        self
    }

    /// The same with a filter of moves, for expectiminimax.
    #[must_use]
    pub fn with_filter(mut self, filter: Option<Filter>) -> Self {
        self.filter = filter;
        self
    }

    /// The same as one of several threads, the first of which has the number 0.
    #[must_use]
    pub fn among_others(mut self, index: usize, stop: &'a Stop) -> Self {
        self.index = index;
        self.meter = Meter::new(stop, false);
        self
    }

    /// Starts an iteration: the root, and nothing raised yet.
    pub(crate) fn begin(&mut self) -> (G, S::Trace) {
        self.raised = None;
        self.root.clone().expect("a root is set before the first iteration")
    }

    /// Nodes so far, told to the other threads as well.
    pub(crate) fn nodes(&mut self) -> u64 {
        self.meter.report();
        self.meter.nodes()
    }

    /// Asks for the table's memory of what a move that may soon be tried leads to: waiting for it is much of a node's time.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &G, mv: G::Move) {
        if self.uses_table()
            && let Some(key) = self.sense.likely_key(pos, mv)
        {
            self.table.prefetch(key);
        }
    }

    /// What the table has under `key`.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<Entry> {
        if self.uses_table() { self.table.get(key) } else { None }
    }

    /// Keeps what a search of `depth` at `ply` has found.
    #[inline]
    pub(crate) fn store(&self, key: u64, best: Option<G::Move>, score: Score, (depth, ply): (u32, u32), bound: Bound) {
        if self.uses_table() {
            let score = if G::After::IS_CHANCE { score } else { to_table(score, ply) };
            self.table.put(key, best, score, depth as u8, bound);
        }
    }

    /// The score of an entry, if it answers a search of `depth` at `ply` with this window.
    #[inline]
    pub(crate) fn answer(
        &self,
        entry: Option<Entry>,
        (depth, ply): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        let (score, bound) = self.known(entry, (depth, ply))?;
        bound.answers(score, alpha, beta).then_some(score)
    }

    /// What an entry says of a search of `depth` at `ply`.
    pub(crate) fn known(&self, entry: Option<Entry>, (depth, ply): (u32, u32)) -> Option<(Score, Bound)> {
        let entry = entry.filter(|_| self.features.has(Features::TABLE))?;
        if !is_deep_enough::<G>(entry, depth, self.features.has(Features::SAME_DEPTH)) {
            return None;
        }
        let score = if G::After::IS_CHANCE { entry.score } else { from_table(entry.score, ply) };
        Some((score, entry.bound))
    }

    #[inline]
    fn uses_table(&self) -> bool {
        self.features.has(Features::TABLE) || self.features.has(Features::TABLE_MOVE)
    }
}

/// Whether an entry's depth serves a search of `depth`. What is proved within the entry's own depth (a forced win or
/// loss no farther than it was searched) is proved for any deeper search too, to the same distance, where there is no
/// chance and all wins are worth the same.
#[inline]
fn is_deep_enough<G: Game>(entry: Entry, depth: u32, same_depth: bool) -> bool {
    let searched = u32::from(entry.depth);
    let keeps_proofs = !G::After::IS_CHANCE && G::MAX_POINTS == 1;
    searched == depth
        || (searched > depth && !same_depth)
        || (searched < depth && keeps_proofs && entry.score.plies().is_some_and(|plies| plies <= searched))
}

#[cfg(test)]
mod tests {
    use engine::games::force3::Force3;
    use engine::games::fortac::Fortac;
    use engine::toy::Tree;

    use super::*;

    #[test]
    fn an_entry_serves_its_depth_and_what_is_proved_within_it_serves_any() {
        let entry = |depth, score| Entry { best: None, score, depth, bound: Bound::Exact };
        let static_value = Score(17);
        for (depth, score, searched, same_depth, serves) in [
            (4, static_value, 4, true, true),
            (3, static_value, 4, false, false),
            (5, static_value, 4, false, true),
            (5, static_value, 4, true, false),
            (3, Score::win_in(3), 9, true, true),
            (3, Score::loss_in(2), 9, true, true),
            // Beyond the depth only quiescence has been: a farther defence was not looked for.
            (3, Score::win_in(5), 9, false, false),
        ] {
            let found = is_deep_enough::<Force3>(entry(depth, score), searched, same_depth);
            assert_eq!(found, serves, "an entry of depth {depth} with {score} for {searched} plies");
        }
        let win = entry(3, Score::win_in(3));
        assert!(!is_deep_enough::<Tree>(win, 9, false), "where wins differ a larger one may be farther away");
        assert!(!is_deep_enough::<Fortac>(win, 9, false), "with chance a score near a point is no distance");
    }
}
