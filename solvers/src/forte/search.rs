//! Attacks: what the attacker can force within so many plies, the defender having every move.
//!
//! Three orders, each with more moves for the attacker than the one before, after Thomsen's lambda search (*Lambda-Search in
//! Game Trees*, 2000). [`Order::Threats`]: only moves that threaten to complete a line at once; the defender must block the one fort
//! where that would happen, or has lost. [`Order::Quiet`]: also moves after which the attacker, if the defender
//! passed, would win by threats. [`Order::All`]: every move; what it does not find is not there.
//!
//! The first two leave moves of the attacker out, never one of the defender, so that what they find is won. The number of
//! plies is fixed beforehand and falls with every move: no proof runs in a circle, and repetition saves nobody.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::games::forte::Move;
use rayon::prelude::*;

use super::duel::Duel;
use super::facts::{Facts, Known};

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

impl Order {
    pub(super) const COUNT: usize = 3;
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
    facts: Facts,
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

    /// Lets the nodes be counted anew from here.
    pub(super) fn allow(&mut self, more: u64) {
        self.most_nodes = self.nodes().saturating_add(more);
    }

    /// Whether all `duels`, with the attacker to move, are won within `plies`, on all threads; else one that is not.
    pub(super) fn hold_out(&self, duels: &[Duel], plies: u8, order: Order) -> Result<Option<usize>, Stopped> {
        let is_over = AtomicBool::new(false);
        let holds = AtomicU64::new(u64::MAX);
        let try_one = |attack: &mut Attack<'_>, (index, &duel): (usize, &Duel)| {
            if is_over.load(Relaxed) {
                return;
            }
            match attack.win(duel, plies, order) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    holds.fetch_min(index as u64, Relaxed);
                    is_over.store(true, Relaxed);
                }
                Err(Stopped) => is_over.store(true, Relaxed),
            }
        };
        duels.par_iter().enumerate().for_each_init(|| Attack::new(self, &is_over), try_one);
        match holds.into_inner() {
            u64::MAX if is_over.into_inner() => Err(Stopped),
            u64::MAX => Ok(None),
            index => Ok(Some(index as usize)),
        }
    }
}

/// One thread's part of a search.
pub(super) struct Attack<'a> {
    shared: &'a Shared,
    is_over: &'a AtomicBool,
    /// Nodes that are not in the shared count yet.
    nodes: u64,
    /// By plies: the defender's move that held out last.
    holders: Vec<Option<Move>>,
}

impl Drop for Attack<'_> {
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
    }
}

impl<'a> Attack<'a> {
    /// Ready to search until `is_over`.
    pub(super) fn new(shared: &'a Shared, is_over: &'a AtomicBool) -> Self {
        Self { shared, is_over, nodes: 0, holders: vec![None; usize::from(MOST_PLIES) + 1] }
    }

    fn count(&mut self) -> Result<(), Stopped> {
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
        if let Some((_, mv)) = self.shortest_threats(duel, plies)? {
            return Ok(Some(mv));
        }
        if order == Order::Threats || plies < 3 {
            return Ok(None);
        }
        match self.shared.facts.get(duel, order).within(plies) {
            Known::Wins(mv) => return Ok(Some(mv)),
            Known::Fails => return Ok(None),
            Known::Nothing => self.count()?,
        }
        let mut found = None;
        for mv in self.candidates(duel, plies, order)? {
            if self.is_won_after(duel.attacked(mv), plies - 1, order)? {
                found = Some(mv);
                break;
            }
        }
        self.shared.facts.note(duel, order, plies, found);
        Ok(found)
    }

    /// The attacker's moves that are tried, first those that would win the soonest if the defender passed.
    pub(super) fn candidates(&mut self, duel: Duel, plies: u8, order: Order) -> Result<Vec<Move>, Stopped> {
        let mut found = Vec::new();
        for mv in duel.attacks(parries(duel)) {
            let after = duel.attacked(mv);
            if after.losses() != 0 {
                continue;
            }
            match self.shortest_threats(after, plies - 2)? {
                Some((passed, _)) => found.push((passed, mv)),
                None if order == Order::All => found.push((u8::MAX, mv)),
                None => {}
            }
        }
        found.sort_by_key(|&(passed, _)| passed);
        Ok(found.into_iter().map(|(_, mv)| mv).collect())
    }

    /// Whether the attacker wins within `plies` against every move of the defender, who moves.
    fn is_won_after(&mut self, duel: Duel, plies: u8, order: Order) -> Result<bool, Stopped> {
        let wins = duel.wins();
        let mut replies: Vec<Move> = match wins.count_ones() {
            0 => duel.replies().collect(),
            1 => duel.blocks(wins.trailing_zeros()).collect(),
            _ => return Ok(true),
        };
        let holder = self.holders[usize::from(plies)];
        if let Some(place) = holder.and_then(|holder| replies.iter().position(|&mv| mv == holder)) {
            replies.swap(0, place);
        }
        // Most replies do not stop the threats; those that do are looked at after all of these.
        let mut stopping = Vec::new();
        for mv in replies {
            if self.shortest_threats(duel.defended(mv), plies - 1)?.is_none() {
                stopping.push(mv);
            }
        }
        for mv in stopping {
            if self.win(duel.defended(mv), plies - 1, order)?.is_none() {
                self.holders[usize::from(plies)] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The plies and the first move of the shortest win by threats alone, if there is one within `plies`.
    fn shortest_threats(&mut self, duel: Duel, plies: u8) -> Result<Option<(u8, Move)>, Stopped> {
        for within in (1..=plies).step_by(2) {
            if let Some(mv) = self.threats(duel, within)? {
                return Ok(Some((within, mv)));
            }
        }
        Ok(None)
    }

    /// The attacker's move that wins within `plies` by threats alone.
    fn threats(&mut self, duel: Duel, plies: u8) -> Result<Option<Move>, Stopped> {
        let wins = duel.wins();
        if wins != 0 {
            return Ok(duel.win_on(wins));
        }
        if plies < 3 {
            return Ok(None);
        }
        if plies >= LEAST_NOTED {
            match self.shared.facts.get(duel, Order::Threats).within(plies) {
                Known::Wins(mv) => return Ok(Some(mv)),
                Known::Fails => return Ok(None),
                Known::Nothing => {}
            }
        }
        self.count()?;
        let found = self.best_threat(duel, plies)?;
        if plies >= LEAST_NOTED {
            self.shared.facts.note(duel, Order::Threats, plies, found);
        }
        Ok(found)
    }

    fn best_threat(&mut self, duel: Duel, plies: u8) -> Result<Option<Move>, Stopped> {
        let mut single = Vec::new();
        for mv in duel.approaches(parries(duel)) {
            let after = duel.attacked(mv);
            let wins = after.wins();
            if wins == 0 || after.losses() != 0 {
                continue;
            }
            if wins.count_ones() > 1 || after.blocks(wins.trailing_zeros()).next().is_none() {
                return Ok(Some(mv));
            }
            single.push((mv, wins.trailing_zeros()));
        }
        if plies < 5 {
            return Ok(None);
        }
        'moves: for (mv, fort) in single {
            let after = duel.attacked(mv);
            for reply in after.blocks(fort) {
                if self.threats(after.defended(reply), plies - 2)?.is_none() {
                    continue 'moves;
                }
            }
            return Ok(Some(mv));
        }
        Ok(None)
    }
}

/// Where the attacker may go: anywhere, or only where the defender would complete a line; nowhere if that is in two places.
fn parries(duel: Duel) -> u64 {
    let losses = duel.losses();
    match losses.count_ones() {
        0 => !0,
        1 => losses,
        _ => 0,
    }
}
