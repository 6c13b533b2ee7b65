//! Attacks: what the attacker can force within so many plies, the defender having every move.
//!
//! Three orders, each with more moves for the attacker than the one before, after Thomsen's lambda search (*Lambda-Search in
//! Game Trees*, 2000). [`Order::Threats`]: only moves that threaten to complete a line at once; the defender must block the one fort
//! where that would happen, or has lost. [`Order::Quiet`]: also moves after which the attacker, if the defender
//! passed, would win by threats. [`Order::All`]: every move; what it does not find is not there.
//!
//! The first two leave moves of the attacker out, never one of the defender, so that what they find is won. The number of
//! plies is fixed beforehand and falls with every move: no proof runs in a circle, and repetition saves nobody.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use engine::bitboard::Bits;
use engine::games::forte::Move;

use super::duel::Duel;
use super::facts::{EVER, Fact, Facts, Key, Known};

/// Which moves the attacker has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Threats to win at once.
    Threats,
    /// And what threatens to win by threats.
    Quiet,
    /// All.
    All,
}

/// The longest attack that is looked for.
pub const MOST_PLIES: u8 = 99;

/// Threats are remembered from so many plies on; shorter ones are found faster than looked up.
const LEAST_NOTED: u8 = 5;

/// A search was broken off: there were too many nodes, or its answer does not matter any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) facts: Facts,
    nodes: AtomicU64,
    most_nodes: u64,
}

impl Shared {
    /// Nothing known, and so many nodes to find out more.
    pub(super) fn new(most_nodes: u64) -> Self {
        Self { facts: Facts::new(), nodes: AtomicU64::new(0), most_nodes }
    }

    /// The nodes so far: jousts with the attacker to move whose attacks were tried.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Lets so many more nodes be searched.
    pub(super) fn allow(&mut self, more: u64) {
        self.most_nodes = self.nodes().saturating_add(more);
    }

    /// The nodes at which a search ends.
    pub(super) const fn most_nodes(&self) -> u64 {
        self.most_nodes
    }

    /// Sets the nodes at which a search ends, as they were before.
    pub(super) const fn allow_up_to(&mut self, most_nodes: u64) {
        self.most_nodes = most_nodes;
    }

    /// Whether all `duels`, with the attacker to move, are won within `plies`, on all threads; else one that is not.
    ///
    /// A thread that finds all of them begun helps with what is not done: it searches the same again, but from elsewhere among the
    /// moves of each joust, and what both find out meets in the facts.
    pub(super) fn hold_out(&self, duels: &[Duel], plies: u8, order: Order) -> Result<Option<usize>, Stopped> {
        let is_done: Vec<AtomicBool> = duels.iter().map(|_| AtomicBool::new(false)).collect();
        let (begun, holds) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let (is_stopped, threads) = (AtomicBool::new(false), rayon::current_num_threads());
        let end_all = || is_done.iter().for_each(|is_done| is_done.store(true, Relaxed));
        let try_one = |index: usize, place: Place| {
            let mut attack = Attack::new(self, &is_done[index]);
            attack.place = place;
            match attack.win(duels[index], plies, order) {
                Ok(Some(_)) => is_done[index].store(true, Relaxed),
                Ok(None) => {
                    holds.fetch_min(index, Relaxed);
                    end_all();
                }
                // Another thread may have done it, or everything has come to its end.
                Err(Stopped) if is_done[index].load(Relaxed) => {}
                Err(Stopped) => {
                    is_stopped.store(true, Relaxed);
                    end_all();
                }
            }
        };
        let work = |thread: usize| {
            let place = Place { thread, threads };
            loop {
                let index = begun.fetch_add(1, Relaxed);
                if index >= duels.len() {
                    break;
                }
                if !is_done[index].load(Relaxed) {
                    try_one(index, Place::ALONE);
                }
            }
            for index in place.turned(duels.len()) {
                if !is_done[index].load(Relaxed) {
                    try_one(index, place);
                }
            }
        };
        rayon::scope(|scope| {
            let work = &work;
            (1..threads).for_each(|thread| scope.spawn(move |_| work(thread)));
            work(0);
        });
        match holds.into_inner() {
            usize::MAX if is_stopped.into_inner() => Err(Stopped),
            usize::MAX => Ok(None),
            index => Ok(Some(index)),
        }
    }
}

/// A thread among those that search the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    thread: usize,
    threads: usize,
}

impl Place {
    const ALONE: Self = Self { thread: 0, threads: 1 };

    /// The indices of a list, begun so far from its front as the thread is among the threads.
    fn turned(self, len: usize) -> impl Iterator<Item = usize> {
        let first = self.thread * len / self.threads;
        (first..len).chain(0..first)
    }
}

/// One thread's part of a search.
pub(super) struct Attack<'a> {
    shared: &'a Shared,
    is_over: &'a AtomicBool,
    /// Where among a joust's moves this thread begins.
    place: Place,
    /// Nodes that are not in the shared count yet.
    nodes: u64,
    /// By plies: the defender's move that held out last.
    holders: Vec<Option<Move>>,
    /// The threats still to be tried of all nodes above, those of a node together.
    untried: Vec<Move>,
}

/// What threats alone come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    /// They win within so many plies and not sooner, by this move.
    Win(u8, Move),
    /// They do not win within so many plies.
    Fail(u8),
}

impl Drop for Attack<'_> {
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
    }
}

impl<'a> Attack<'a> {
    /// Ready to search until `is_over`.
    pub(super) fn new(shared: &'a Shared, is_over: &'a AtomicBool) -> Self {
        let holders = vec![None; usize::from(MOST_PLIES) + 1];
        Self { shared, is_over, place: Place::ALONE, nodes: 0, holders, untried: Vec::new() }
    }

    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        const PORTION: u64 = 1 << 10;
        self.nodes += 1;
        if self.nodes == PORTION {
            self.nodes = 0;
            let before = self.shared.nodes.fetch_add(PORTION, Relaxed);
            if before + PORTION >= self.shared.most_nodes {
                return Err(Stopped);
            }
        }
        if self.is_over.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// The attacker's move that wins within `plies`, by attacks of this order.
    pub(super) fn win(&mut self, duel: Duel, plies: u8, order: Order) -> Result<Option<Move>, Stopped> {
        // What was stopped leaves its threats behind.
        self.untried.clear();
        match self.threats(duel, plies)? {
            Threats::Win(_, mv) => Ok(Some(mv)),
            Threats::Fail(_) if order == Order::Threats => Ok(None),
            Threats::Fail(_) => self.quiet_win(duel, plies, order),
        }
    }

    /// The same where threats alone do not win.
    fn quiet_win(&mut self, duel: Duel, plies: u8, order: Order) -> Result<Option<Move>, Stopped> {
        if plies < 3 {
            return Ok(None);
        }
        let key = Key::new(duel, order);
        match self.shared.facts.get(key).within(plies) {
            Known::Wins(mv) => return Ok(Some(mv)),
            Known::Fails => return Ok(None),
            Known::Nothing => self.count()?,
        }
        let attempts = self.attempts(duel, plies, order)?;
        for attempt in self.place.turned(attempts.len()).map(|index| attempts[index]) {
            if self.is_won_after(duel.attacked(attempt.mv), plies - 1, order, attempt.passed)? {
                self.shared.facts.note(key, Fact { win: Some((plies, attempt.mv)), none: 0 });
                return Ok(Some(attempt.mv));
            }
        }
        self.shared.facts.note(key, Fact { win: None, none: plies });
        Ok(None)
    }

    /// The attacker's moves that are tried, first those that would win the soonest if the defender passed.
    pub(super) fn candidates(&mut self, duel: Duel, plies: u8, order: Order) -> Result<Vec<Move>, Stopped> {
        self.untried.clear();
        Ok(self.attempts(duel, plies, order)?.into_iter().map(|attempt| attempt.mv).collect())
    }

    /// The same, with what would come after a pass.
    pub(super) fn attempts(&mut self, duel: Duel, plies: u8, order: Order) -> Result<Vec<Attempt>, Stopped> {
        let mut found = Vec::new();
        for mv in duel.safe_attacks() {
            match self.threats(duel.attacked(mv), plies - 2)? {
                Threats::Win(plies, next) => found.push(Attempt { mv, passed: Some((plies, next)) }),
                Threats::Fail(_) if order == Order::All => found.push(Attempt { mv, passed: None }),
                Threats::Fail(_) => {}
            }
        }
        found.sort_by_key(|attempt| attempt.passed.map_or(u8::MAX, |(plies, _)| plies));
        Ok(found)
    }

    /// Whether the attacker wins within `plies` against every move of the defender, who moves; `passed` is what would
    /// win if he passed, and within how many plies.
    fn is_won_after(
        &mut self,
        duel: Duel,
        plies: u8,
        order: Order,
        passed: Option<(u8, Move)>,
    ) -> Result<bool, Stopped> {
        // Nearly all attacks of all orders fail, and mostly the reply that held out last does so again.
        if order == Order::All && self.holds_again(duel, plies)? {
            return Ok(false);
        }
        let mut stopping = self.stopping(duel, plies, passed)?.moves;
        let holder = self.holders[usize::from(plies)];
        if let Some(place) = holder.and_then(|holder| stopping.iter().position(|&mv| mv == holder)) {
            stopping.swap(0, place);
        }
        for mv in self.place.turned(stopping.len()).map(|index| stopping[index]) {
            if self.quiet_win(duel.defended(mv), plies - 1, order)?.is_none() {
                self.holders[usize::from(plies)] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The replies of the defender, who moves, after which threats alone do not win within `plies`; `passed` is as in
    /// [`is_won_after`](Self::is_won_after).
    pub(super) fn stopping(&mut self, duel: Duel, plies: u8, passed: Option<(u8, Move)>) -> Result<Stopping, Stopped> {
        let reach = duel.reach();
        let wins = reach & duel.free();
        match wins.count_ones() {
            0 => {
                // A knight that leaves a fort of the attacker's reach opens a line there.
                let mut replies = duel.replies().filter(|mv| reach >> mv.from() & 1 == 0);
                if plies < 4 {
                    // Nothing threatens that could be carried out in the one move that is left.
                    return Ok(Stopping { moves: replies.next().into_iter().collect(), plies: 1 });
                }
                let fork = passed.filter(|&(plies, _)| plies == 3).map(|(_, mv)| Fork::new(duel, mv));
                let replies = replies.filter(|&mv| fork.is_none_or(|fork| !fork.wins(duel.defended(mv))));
                self.stopping_of(duel, replies, plies)
            }
            1 => {
                let fort = wins.trailing_zeros();
                let blocks = Bits(duel.blockers(fort, reach)).map(|from| Move::knight(from, fort));
                self.stopping_of(duel, blocks, plies)
            }
            _ => Ok(Stopping { moves: Vec::new(), plies: 1 }),
        }
    }

    /// Those of `replies`, none of which opens a line to the attacker, after which threats alone do not win.
    fn stopping_of(&mut self, duel: Duel, replies: impl Iterator<Item = Move>, plies: u8) -> Result<Stopping, Stopped> {
        let mut stopping = Stopping { moves: Vec::new(), plies: 3 };
        for mv in replies {
            match self.more_threats(duel.defended(mv), plies - 1)? {
                Threats::Win(win, _) => stopping.plies = stopping.plies.max(win),
                Threats::Fail(_) => stopping.moves.push(mv),
            }
        }
        Ok(stopping)
    }

    /// Whether the reply that held out last with as many plies left, if it can be made, holds out against all attacks.
    fn holds_again(&mut self, duel: Duel, plies: u8) -> Result<bool, Stopped> {
        let Some(mv) = self.holders[usize::from(plies)] else { return Ok(false) };
        if duel.defender >> mv.from() & duel.free() >> mv.to() & 1 == 0 {
            return Ok(false);
        }
        let next = duel.defended(mv);
        Ok(matches!(self.threats(next, plies - 1)?, Threats::Fail(_))
            && self.quiet_win(next, plies - 1, Order::All)?.is_none())
    }

    /// The shortest win by threats alone within `plies`.
    pub(super) fn threats(&mut self, duel: Duel, plies: u8) -> Result<Threats, Stopped> {
        match duel.win_on(duel.wins()) {
            Some(mv) => Ok(Threats::Win(1, mv)),
            None => self.more_threats(duel, plies),
        }
    }

    /// The same where no move completes a line.
    fn more_threats(&mut self, duel: Duel, plies: u8) -> Result<Threats, Stopped> {
        if plies < 3 {
            return Ok(Threats::Fail(1));
        }
        let key = (plies >= LEAST_NOTED).then(|| Key::new(duel, Order::Threats));
        let mut none = 1;
        if let Some(key) = key {
            let fact = self.shared.facts.get(key);
            match fact.win {
                Some((win, mv)) if win <= plies => return Ok(Threats::Win(win, mv)),
                _ if fact.none >= plies => return Ok(Threats::Fail(fact.none)),
                _ => none = none.max(fact.none),
            }
        }
        self.count()?;
        let begin = self.untried.len();
        let found = match self.fork(duel) {
            Some(mv) => Threats::Win(3, mv),
            None => self.single_threats(duel, plies, begin, none.max(3))?,
        };
        self.untried.truncate(begin);
        if let Some(key) = key {
            let fact = match found {
                Threats::Win(win, mv) => Fact { win: Some((win, mv)), none: win - 2 },
                Threats::Fail(none) => Fact { win: None, none },
            };
            self.shared.facts.note(key, fact);
        }
        Ok(found)
    }

    /// The move that threatens to complete a line and cannot be blocked. If there is none, all moves that threaten to are
    /// put on the stack of those untried.
    fn fork(&mut self, duel: Duel) -> Option<Move> {
        for mv in duel.approaches() {
            let after = duel.attacked(mv);
            let reach = after.reach();
            let wins = reach & after.free();
            if wins == 0 {
                continue;
            }
            if wins & (wins - 1) != 0 || after.blockers(wins.trailing_zeros(), reach) == 0 {
                return Some(mv);
            }
            self.untried.push(mv);
        }
        None
    }

    /// What the threats on the stack from `begin` on come to, none of which wins within `none` plies.
    fn single_threats(&mut self, duel: Duel, plies: u8, begin: usize, mut none: u8) -> Result<Threats, Stopped> {
        let end = self.untried.len();
        while none < plies {
            let within = none + 2;
            none = EVER;
            for index in begin..end {
                let mv = self.untried[index];
                match self.threat(duel.attacked(mv), within - 1)? {
                    None => return Ok(Threats::Win(within, mv)),
                    Some(fails) => none = none.min(fails),
                }
            }
        }
        Ok(Threats::Fail(none))
    }

    /// After a threat: if the defender can block it so that threats do not win within `plies`, within how many plies from
    /// the threat on they do not.
    fn threat(&mut self, duel: Duel, plies: u8) -> Result<Option<u8>, Stopped> {
        let reach = duel.reach();
        let fort = (reach & duel.free()).trailing_zeros();
        for from in Bits(duel.blockers(fort, reach)) {
            if let Threats::Fail(none) = self.more_threats(duel.defended(Move::knight(from, fort)), plies - 1)? {
                return Ok(Some(none.saturating_add(2)));
            }
        }
        Ok(None)
    }
}

/// Replies that stop threats.
#[derive(Clone, Debug)]
pub(super) struct Stopping {
    /// After these, threats alone do not win.
    pub(super) moves: Vec<Move>,
    /// After the others they do, within so many plies.
    pub(super) plies: u8,
}

/// A move of the attacker that is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub(super) mv: Move,
    /// What would win by threats if the defender passed after it, and within how many plies.
    pub(super) passed: Option<(u8, Move)>,
}

/// A threat to complete a line that cannot be blocked while the defender stands as he does, to be looked at again when one of
/// his knights stands elsewhere.
#[derive(Clone, Copy, Debug)]
struct Fork {
    mv: Move,
    /// The attacker after the move, and where he could complete a line then.
    attacker: u64,
    reach: u64,
}

impl Fork {
    fn new(duel: Duel, mv: Move) -> Self {
        let after = duel.attacked(mv);
        Self { mv, attacker: after.attacker, reach: after.reach() }
    }

    /// Whether it still wins, the attacker having stood still.
    fn wins(self, duel: Duel) -> bool {
        let after = Duel { attacker: self.attacker, ..duel };
        let wins = self.reach & after.free();
        let is_free = duel.free() >> self.mv.to() & 1 == 1;
        let is_safe = || duel.danger() & !self.attacker == 0;
        let is_fork = || wins & (wins - 1) != 0 || after.blockers(wins.trailing_zeros(), self.reach) == 0;
        is_free && wins != 0 && is_fork() && is_safe()
    }
}
