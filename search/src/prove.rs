//! Proof that a side wins within so many plies: a search that asks nothing else.
//!
//! Alpha-beta weighs what happens when there is no win; this search only asks whether there is one, leaves nothing out,
//! and so proves both answers. It looks for one ply more (where sides take turns, two) each time, and a table remembers
//! of each position how soon it is won, or how long it is not. The side that wins tries the moves that leave the fewest
//! replies first; the other side whatever has refuted such tries before.

use engine::zobrist::mix;
use engine::{Deterministic, Game, PackedMove, PathRules, Side};

use crate::limits::{Limits, MAX_DEPTH, Meter, Stop, Stopped};
use crate::order::{Order, Place, Ranked};
use crate::parallel::Root;
use crate::table::{Bound, Entry, Table};
use crate::{Features, Sense};

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win<M> {
    /// The plies to its end: no win is shorter.
    pub plies: u32,
    /// A line of that length with the longest resistance; shorter if the search was stopped while it was put together.
    pub line: Vec<M>,
}

/// The limits of the ordinary search that is worth making before a proof within `limits`: it finds most of the wins that
/// there are, and a move to play where there is none. A tenth of what there is, and little in all.
#[must_use]
pub fn first_look(limits: &Limits) -> Limits {
    const NODES: u64 = 20_000;
    let nodes = limits.nodes.map_or(NODES, |nodes| (nodes / 10).clamp(1, NODES));
    Limits { depth: limits.depth, nodes: Some(nodes), time: limits.time.map(|time| time / 10), ..Limits::NONE }
}

/// Whether `side` has a forced win within `most` plies from `root`, and if so, the shortest. `progress` is told of each
/// number of plies within which there is none, and the nodes so far.
///
/// `most` counts up to [`MAX_DEPTH`]. What is found is remembered in `table`, which may hold other searches' entries as well. A position of the game before
/// counts as a draw, as in other searches.
///
/// # Errors
/// [`Stopped`] if `stop` ended the search before the answer was known.
pub fn prove<G: Deterministic, S: Sense<G>>(
    root: &Root<'_, G>,
    (side, most): (Side, u32),
    (sense, table): (&S, &Table),
    stop: &Stop,
    progress: &mut dyn FnMut(u32, u64),
) -> Result<Option<Win<G::Move>>, Stopped> {
    let mut prover = Prover::new(root, side, (sense, table), stop);
    let is_winners_turn = root.pos.side() == side;
    let (first, step) = if G::ALTERNATES { (u32::from(is_winners_turn), 2) } else { (0, 1) };
    let mut answer = Ok(None);
    for plies in (first..=most.min(MAX_DEPTH)).step_by(step) {
        prover.keep_table_within(root, plies);
        answer = prover.win(root.pos, plies, 0);
        match answer {
            Ok(None) => progress(plies, prover.meter.report()),
            Ok(Some(_)) | Err(Stopped) => break,
        }
    }
    let win = answer.map(|plies| plies.map(|plies| Win { plies, line: prover.line(root.pos, plies) }));
    prover.meter.report();
    win
}

/// What is kept for one ply of the line under way.
struct Frame<M> {
    ranked: Ranked<M>,
    tried: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { ranked: Ranked::default(), tried: Vec::new() }
    }
}

/// In how many plies a position is won, if it is, and the move that shows it.
type Found<M> = (Option<u32>, Option<M>);

/// What tells the entries of a proof from those of other searches and of other proofs: by the side that wins, and by the
/// positions of the game that can still be repeated, since those count as draws.
fn salt<G: Game>(root: &Root<'_, G>, side: Side) -> u64 {
    const OF_SIDES: [u64; 2] = [0x5851_F42D_4C95_7F2D, 0x1405_7B7E_F767_814F];
    let repeatable = root.game.iter().rev().take(root.pos.clock() as usize + 1);
    repeatable.fold(OF_SIDES[side.index()], |salt, key| mix(salt ^ key))
}

struct Prover<'a, G: Game, S: Sense<G>> {
    sense: &'a S,
    table: &'a Table,
    uses_table: bool,
    /// Mixed into the keys of the table: see [`salt`].
    salt: u64,
    meter: Meter<'a>,
    order: Order<G::Move>,
    frames: Vec<Frame<G::Move>>,
    /// The side that is to win.
    side: Side,
    /// The keys of the game before the root.
    game: &'a [u64],
    rules: PathRules,
    only: Option<&'a [G::Move]>,
    /// The move that showed the last answer at the root.
    choice: Option<G::Move>,
}

impl<'a, G: Deterministic, S: Sense<G>> Prover<'a, G, S> {
    fn new(root: &Root<'a, G>, side: Side, (sense, table): (&'a S, &'a Table), stop: &'a Stop) -> Self {
        Self {
            sense,
            table,
            uses_table: true,
            salt: salt(root, side),
            meter: Meter::new(stop, true),
            order: Order::default(),
            frames: Vec::new(),
            side,
            game: root.game,
            rules: root.rules,
            only: root.only,
            choice: None,
        }
    }

    /// Entries do not tell how many moves without progress led to a position: near the limit of such moves the table is
    /// not used.
    fn keep_table_within(&mut self, root: &Root<'_, G>, plies: u32) {
        self.uses_table = self.rules.clock.is_none_or(|clock| root.pos.clock() + plies < clock.plies);
    }

    fn frame(&mut self, ply: u32) -> &mut Frame<G::Move> {
        let ply = ply as usize;
        if self.frames.len() <= ply {
            self.frames.resize_with(ply + 1, Frame::default);
        }
        &mut self.frames[ply]
    }

    /// In how many plies the side wins from here, if within `plies`.
    fn win(&mut self, pos: &G, plies: u32, ply: u32) -> Result<Option<u32>, Stopped> {
        self.meter.count()?;
        if plies == 0 {
            return Ok(self.is_won(pos).then_some(0));
        }
        if ply > 0 && self.is_drawn(pos, ply) {
            return Ok(None);
        }
        let key = pos.key() ^ self.salt;
        let entry = if self.uses_table && ply > 0 { self.table.get(key) } else { None };
        match entry.map(|entry| (entry.bound, u32::from(entry.depth))) {
            Some((Bound::Lower, distance)) if distance <= plies => return Ok(Some(distance)),
            Some((Bound::Upper, distance)) if distance >= plies => return Ok(None),
            _ => {}
        }
        let mut ranked = std::mem::take(&mut self.frame(ply).ranked);
        let found = if ranked.generate(pos) == 0 {
            Ok((self.is_won(pos).then_some(0), None))
        } else if pos.side() == self.side {
            self.attack(pos, (plies, ply), &mut ranked, entry)
        } else {
            self.defend(pos, (plies, ply), &mut ranked, entry)
        };
        self.frame(ply).ranked = ranked;
        let (distance, mv) = found?;
        if ply == 0 {
            self.choice = mv;
        }
        // The root's answer may be that of some of its moves.
        if self.uses_table && ply > 0 {
            let (depth, bound) = distance.map_or((plies, Bound::Upper), |distance| (distance, Bound::Lower));
            self.table.put(key, mv, engine::Score::DRAW, depth as u8, bound);
        }
        Ok(distance)
    }

    /// The side that is to win moves: one move is enough.
    fn attack(
        &mut self,
        pos: &G,
        (plies, ply): (u32, u32),
        ranked: &mut Ranked<G::Move>,
        entry: Option<Entry>,
    ) -> Result<Found<G::Move>, Stopped> {
        if plies == 1 {
            let winner = self.winning_move(pos, ply, ranked.moves());
            return Ok((winner.map(|_| 1), winner));
        }
        let place = Place { ply: ply as usize, side: pos.side().index(), previous: [None; 2] };
        let best = entry.and_then(|entry| entry.best);
        let order = &self.order;
        ranked.rank(|mv| {
            if Some(mv.to_bits()) == best {
                i32::MAX
            } else {
                let killer = if order.is_killer(mv, place.ply) { 3 } else { 0 };
                let history = order.of_quiet(mv, place, Features::HISTORY);
                (killer - pos.play(mv).count().min(1_000) as i32) * 4_096 + history / 2
            }
        });
        self.frame(ply).tried.clear();
        while let Some(mv) = self.next_try(ranked, ply) {
            if let Some(distance) = self.win(&pos.play(mv), plies - 1, ply + 1)? {
                self.order.cut(&self.frames[ply as usize].tried, place, plies);
                return Ok((Some(distance + 1), Some(mv)));
            }
        }
        Ok((None, None))
    }

    /// The other side moves: no move may be left over.
    fn defend(
        &mut self,
        pos: &G,
        (plies, ply): (u32, u32),
        ranked: &mut Ranked<G::Move>,
        entry: Option<Entry>,
    ) -> Result<Found<G::Move>, Stopped> {
        let place = Place { ply: ply as usize, side: pos.side().index(), previous: [None; 2] };
        let glance = self.sense.glance(pos);
        let best = entry.and_then(|entry| entry.best);
        self.order.rank(ranked, (pos, &glance), (self.sense, Features::SOUND), place, best);
        self.frame(ply).tried.clear();
        let (mut longest, mut resists) = (0, None);
        while let Some(mv) = self.next_try(ranked, ply) {
            let Some(distance) = self.win(&pos.play(mv), plies - 1, ply + 1)? else {
                self.order.cut(&self.frames[ply as usize].tried, place, plies);
                return Ok((None, Some(mv)));
            };
            if distance >= longest {
                (longest, resists) = (distance, Some(mv));
            }
        }
        Ok((Some(longest + 1), resists))
    }

    /// The best of the moves left that may be played, which then counts as tried.
    fn next_try(&mut self, ranked: &mut Ranked<G::Move>, ply: u32) -> Option<G::Move> {
        let mv = std::iter::from_fn(|| ranked.pick()).find(|&mv| self.may_be_played(mv, ply))?;
        self.frame(ply).tried.push(mv);
        Some(mv)
    }

    /// A move that wins at once.
    fn winning_move(&self, pos: &G, ply: u32, moves: &[G::Move]) -> Option<G::Move> {
        let aims = self.sense.aims(pos);
        let can_win = |mv| !S::WINS_BY_THREATS || self.sense.threatens(pos, &aims, mv);
        moves.iter().copied().find(|&mv| self.may_be_played(mv, ply) && can_win(mv) && self.is_won(&pos.play(mv)))
    }

    /// Whether the game is over, and won by the side.
    fn is_won(&self, pos: &G) -> bool {
        (!S::WINS_BY_THREATS || self.sense.is_threatened(pos))
            && pos.outcome().is_some_and(|outcome| outcome.winner() == Some(self.side))
    }

    fn may_be_played(&self, mv: G::Move, ply: u32) -> bool {
        ply > 0 || self.only.is_none_or(|only| only.contains(&mv))
    }

    /// Whether nobody can win here, nothing has happened for too long, or the position stood in the game before.
    fn is_drawn(&self, pos: &G, ply: u32) -> bool {
        let is_over_time = self.rules.clock.is_some_and(|clock| pos.clock() >= clock.plies);
        let within_reach = (pos.clock() + 1).saturating_sub(ply) as usize;
        pos.is_dead()
            || is_over_time && !self.is_won(pos)
            || self.game.iter().rev().take(within_reach).any(|&key| key == pos.key())
    }

    /// The winning line of so many plies, with the longest resistance, as far as it can be told before the search is
    /// stopped: at least its first move, if there is any.
    fn line(&mut self, root: &G, plies: u32) -> Vec<G::Move> {
        let (mut pos, mut line) = (root.clone(), Vec::new());
        let choice = self.choice;
        for left in (1..=plies).rev() {
            let Ok(Some(mv)) = self.next_of_line(&pos, left, line.len() as u32) else { break };
            pos = pos.play(mv);
            line.push(mv);
        }
        if line.is_empty() {
            line.extend(choice);
        }
        line
    }

    /// A move of a position that is won in exactly `plies` plies, to one that is won in a ply less.
    fn next_of_line(&mut self, pos: &G, plies: u32, ply: u32) -> Result<Option<G::Move>, Stopped> {
        let mut list = engine::MoveList::new();
        pos.moves(&mut list);
        let is_attack = pos.side() == self.side;
        for &mv in list.iter() {
            if !self.may_be_played(mv, ply) {
                continue;
            }
            let next = pos.play(mv);
            let is_faster = !is_attack && plies > 1 && self.win(&next, plies - 2, ply + 1)?.is_some();
            if !is_faster && self.win(&next, plies - 1, ply + 1)?.is_some() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
