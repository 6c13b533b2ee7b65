//! Who wins, or that nobody does, where no attack is found: positions that can be left only by losing.
//!
//! A position is *open* as long as no attack of its side to move is found. From many, nearly all moves lose to an attack of the other
//! side, and the few others lead to open positions again: these are taken up one after the other until who wins is settled
//! among them. Then they are a small finite game. A side that can bring the other to where an attack wins has won; where neither can, each has
//! a move that keeps the position open, and as there are finitely many, one comes back until the joust is drawn.
//!
//! What has not been taken up counts once as lost by the one side and once as lost by the other: where both come to the same, it does
//! not matter.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::games::forte::{Forte, Move};
use engine::{Game, Position, Side, Value};
use fxhash::{FxHashMap, FxHashSet};
use rayon::prelude::*;

use super::duel::Duel;
use super::proof_numbers::long_win;
use super::search::Stopped;
use super::solve::{Draw, Effort, Found, Opening, Solver, Won, moves};
use super::strategy::{Planned, Strategy, Writer};

/// The trees of the first round have so many jousts, those of the next ones so many times as many.
const SMALLEST_TREE: usize = 1 << 15;
const GROWTH: usize = 8;

/// So many positions may be taken up in the first round, and so many times as many in each further one.
const FIRST_ROUND: usize = 32;
const MORE: usize = 16;

/// Attacks of so many plies, that begin with what threatens, come before the first trees, and two more before each larger one.
const FIRST_PLIES: u8 = 9;

/// What it takes to show that a side holds is summed up so many times, counts so much less a move further away, of several replies
/// the others so much less than the one that takes the most, and is no greater than that.
const SWEEPS: usize = 30;
const NEARER: f64 = 0.7;
const OTHERS: f64 = 0.5;
const MOST_COST: f64 = 1e6;

/// The place of the position that is asked about.
const ROOT: usize = 0;

/// A position, after whoever's move.
struct Node {
    pos: Forte,
    /// The side to move wins by an attack within so many plies.
    won: Option<u8>,
    /// Trees of so many jousts were searched for one.
    tried: usize,
    /// What its moves lead to, if it has been taken up.
    moves: Option<Vec<(Move, usize)>>,
}

/// Who wins a position within how many plies; `None` if neither side can force it.
type Settled = Option<(Side, u32)>;

/// What each position comes to if the first side, and if the second one, is the pessimist.
struct Bounds([Vec<Settled>; 2]);

impl Bounds {
    /// Whether it is not known if a side holds a position: it does not where it is the pessimist, and does where the other one is.
    fn is_undecided(&self, side: Side, place: usize) -> bool {
        let is_lost = |settled: Settled| settled.is_some_and(|(winner, _)| winner != side);
        is_lost(self.0[side.index()][place]) && !is_lost(self.0[(!side).index()][place])
    }
}

/// Positions and what is known of them.
pub(super) struct Standoff {
    nodes: Vec<Node>,
    places: FxHashMap<Forte, usize>,
    /// How each side wins where it does so by an attack.
    attacks: [Strategy; 2],
    /// What writing that took since it was last asked.
    writing: Effort,
    /// The jousts of the trees of the next round, and the positions that it may take up.
    next: (usize, usize),
}

impl Standoff {
    /// Nothing known yet of this position.
    pub(super) fn new(pos: &Forte) -> Self {
        let mut standoff = Self {
            nodes: Vec::new(),
            places: FxHashMap::default(),
            attacks: Side::BOTH.map(Strategy::new),
            writing: Effort::default(),
            next: (SMALLEST_TREE, FIRST_ROUND),
        };
        standoff.place(pos);
        standoff
    }

    /// What the position comes to, if its open descendants tell it in trees of up to `most` jousts; what has been found out before is
    /// not looked for again.
    pub(super) fn look_through(&mut self, solver: &Solver, most: usize) -> Result<Option<Found>, Stopped> {
        loop {
            let (size, positions) = (self.next.0.min(most), self.next.1);
            let is_last = size == most;
            let is_settled = self.round(solver, size, if is_last { usize::MAX } else { positions })?;
            if is_settled || is_last {
                return Ok(if is_settled { self.found() } else { None });
            }
            self.next = (GROWTH * size, MORE * positions);
        }
    }

    /// What writing took since this was asked last.
    pub(super) fn writing(&mut self) -> Effort {
        std::mem::take(&mut self.writing)
    }

    /// Where a position is, which may be new.
    fn place(&mut self, pos: &Forte) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(*pos).or_insert(next);
        if place == next {
            self.nodes.push(Node { pos: *pos, won: None, tried: 0, moves: None });
        }
        place
    }

    /// Takes up to so many positions up, with trees of up to so many jousts; whether the first one is settled.
    fn round(&mut self, solver: &Solver, size: usize, positions: usize) -> Result<bool, Stopped> {
        let mut taken_up = 0;
        loop {
            let bounds = Bounds(Side::BOTH.map(|side| self.settle(side)));
            let sides: Vec<Side> = Side::BOTH.into_iter().filter(|&side| bounds.is_undecided(side, ROOT)).collect();
            if sides.is_empty() {
                return Ok(true);
            }
            let paths: Vec<Vec<usize>> = sides.into_iter().map(|side| self.focus(side, &bounds)).collect();
            // So that the threads have work for each side.
            let few = rayon::current_num_threads().div_ceil(paths.len());
            let nearest = |is_wanted: &dyn Fn(&Node) -> bool| -> FxHashSet<usize> {
                let wanted = |path: &Vec<usize>| {
                    path.iter().copied().filter(|&place| is_wanted(&self.nodes[place])).take(few).collect::<Vec<_>>()
                };
                paths.iter().flat_map(wanted).collect()
            };
            let stale = nearest(&|node| node.tried < size);
            if !stale.is_empty() {
                self.look_for_attacks(solver, &stale.into_iter().collect::<Vec<_>>(), size)?;
                continue;
            }
            let next = nearest(&|node| node.moves.is_none());
            // Attacks that end soon do not look at it.
            if solver.shared().nodes() >= solver.shared().most_nodes() {
                return Err(Stopped);
            }
            if next.is_empty() || taken_up >= positions {
                return Ok(false);
            }
            taken_up += next.len();
            self.take_up(solver, &next.into_iter().collect::<Vec<_>>(), size)?;
        }
    }

    /// Finds what the moves of some positions lead to.
    fn take_up(&mut self, solver: &Solver, places: &[usize], size: usize) -> Result<(), Stopped> {
        let mut anew = FxHashSet::default();
        for &place in places {
            let pos = self.nodes[place].pos;
            let all: Vec<(Move, usize)> = moves(&pos).map(|mv| (mv, self.place(&pos.play(mv)))).collect();
            anew.extend(all.iter().map(|&(_, next)| next).filter(|&next| self.nodes[next].tried < size));
            self.nodes[place].moves = Some(all);
        }
        let looked = self.look_for_attacks(solver, &anew.into_iter().collect::<Vec<_>>(), size);
        if looked.is_err() {
            for &place in places {
                self.nodes[place].moves = None;
            }
        }
        looked
    }

    /// Looks for an attack of the side to move in each of some positions, and writes it out.
    fn look_for_attacks(&mut self, solver: &Solver, places: &[usize], size: usize) -> Result<(), Stopped> {
        let shared = solver.shared();
        let never = AtomicBool::new(false);
        let written = Side::BOTH.map(|side| std::mem::replace(&mut self.attacks[side.index()], Strategy::new(side)));
        let writers = written.map(|strategy| Mutex::new((Writer::resume(shared, &never, strategy), Effort::default())));
        let found: Vec<Result<Option<u8>, Stopped>> = places
            .par_iter()
            .map(|&place| {
                let Node { pos, won, .. } = self.nodes[place];
                if won.is_some() {
                    return Ok(won);
                }
                let Some((plies, mv)) = attack(solver, &pos, size)? else { return Ok(None) };
                let mut writer = writers[pos.side().index()].lock().unwrap_or_else(PoisonError::into_inner);
                let begun = Instant::now();
                let is_whole = writer.0.write(&pos, mv, plies)?;
                writer.1 += Effort { nodes: 0, time: begun.elapsed() };
                Ok(is_whole.then_some(plies))
            })
            .collect();
        for (writer, attacks) in writers.into_iter().zip(&mut self.attacks) {
            let (writer, effort) = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
            *attacks = writer.finish();
            self.writing += effort;
        }
        for (&place, found) in places.iter().zip(&found) {
            if let &Ok(won) = found {
                let node = &mut self.nodes[place];
                (node.won, node.tried) = (won, size);
            }
        }
        if found.contains(&Err(Stopped)) { Err(Stopped) } else { Ok(()) }
    }

    /// What each position comes to if those that have not been taken up are lost by `pessimist`, whoever is to move.
    fn settle(&self, pessimist: Side) -> Vec<Settled> {
        let known = |node: &Node| match node.won {
            Some(won) => Some((node.pos.side(), won.into())),
            None => node.moves.is_none().then_some((!pessimist, 0)),
        };
        let mut settled: Vec<Settled> = self.nodes.iter().map(known).collect();
        let mut open: Vec<usize> = (0..settled.len()).filter(|&place| settled[place].is_none()).collect();
        let longest = settled.iter().flatten().map(|&(_, plies)| plies).max().unwrap_or(0);
        // Those that are settled within fewer plies come first, so that a side that wins does so as soon as it can.
        for plies in 1.. {
            let now: Vec<(usize, Side)> =
                open.iter().filter_map(|&place| Some((place, self.settled_at(&settled, place, plies)?))).collect();
            if now.is_empty() && plies > longest {
                break;
            }
            for (place, side) in now {
                settled[place] = Some((side, plies));
            }
            open.retain(|&place| settled[place].is_none());
        }
        settled
    }

    /// Who wins an open position within so many plies, by those that are settled within fewer.
    fn settled_at(&self, settled: &[Settled], place: usize, plies: u32) -> Option<Side> {
        let side = self.nodes[place].pos.side();
        let mut all_lose = true;
        for &(_, next) in self.nodes[place].moves.iter().flatten() {
            match settled[next] {
                Some((winner, within)) if within < plies && winner == side => return Some(side),
                Some((_, within)) if within < plies => {}
                _ => all_lose = false,
            }
        }
        all_lose.then_some(!side)
    }

    /// The positions that show that a side holds the first one, if it plays what seems to take the least: the nearest first.
    fn focus(&self, side: Side, bounds: &Bounds) -> Vec<usize> {
        let costs = self.costs(side, bounds);
        let mut seen = FxHashSet::from_iter([ROOT]);
        let (mut queue, mut all) = (VecDeque::from([ROOT]), Vec::new());
        while let Some(place) = queue.pop_front() {
            all.push(place);
            let Node { pos, moves: Some(moves), .. } = &self.nodes[place] else { continue };
            let open = undecided(moves, side, bounds);
            if pos.side() == side {
                let least = open.min_by(|&one, &other| costs[one].total_cmp(&costs[other]));
                queue.extend(least.filter(|&next| seen.insert(next)));
            } else {
                queue.extend(open.filter(|&next| seen.insert(next)));
            }
        }
        all
    }

    /// What it seems to take to show that a side holds each position, in positions to take up, those further away counting less.
    fn costs(&self, side: Side, bounds: &Bounds) -> Vec<f64> {
        let mut costs = vec![0.0; self.nodes.len()];
        let mut inner: Vec<(usize, Vec<usize>)> = Vec::new();
        for (place, node) in self.nodes.iter().enumerate().rev().filter(|&(place, _)| bounds.is_undecided(side, place))
        {
            match &node.moves {
                None => costs[place] = 1.0,
                Some(moves) => inner.push((place, undecided(moves, side, bounds).collect())),
            }
        }
        // As often as that, they have gone up to what is as far away as counts.
        for _ in 0..SWEEPS {
            for (place, below) in &inner {
                let below = below.iter().map(|&next| costs[next]);
                let cost = if self.nodes[*place].pos.side() == side {
                    below.fold(f64::INFINITY, f64::min)
                } else {
                    let (most, sum) = below.fold((0.0, 0.0), |(most, sum): (f64, f64), one| (most.max(one), sum + one));
                    most + OTHERS * (sum - most)
                };
                costs[*place] = (NEARER * cost).min(MOST_COST);
            }
        }
        costs
    }

    /// What the first position comes to, which is settled; `None` for wins of more plies than can be told.
    fn found(&mut self) -> Option<Found> {
        let bounds = Side::BOTH.map(|side| self.settle(side));
        let pos = self.nodes[ROOT].pos;
        let Some((winner, _)) = bounds[0][ROOT] else { return Some(Found::Drawn(self.draw(&bounds))) };
        // As long as it takes if nothing that has not been taken up helps.
        let (_, plies) = bounds[winner.index()][ROOT]?;
        let strategy = self.plan(winner, &bounds[winner.index()]);
        let best = match strategy.moves.get(&pos) {
            Some(planned) => Some(planned.mv),
            // The move that holds out the longest.
            None => self.longest(&bounds[winner.index()]),
        };
        let value = if winner == pos.side() { Value::Win } else { Value::Loss };
        Some(Found::Won(Won { value, plies: u8::try_from(plies).ok()?, best, strategy }))
    }

    fn longest(&self, settled: &[Settled]) -> Option<Move> {
        let moves = self.nodes[ROOT].moves.iter().flatten();
        moves.max_by_key(|&&(_, next)| settled[next].map(|(_, plies)| plies)).map(|&(mv, _)| mv)
    }

    /// How each side holds the first position.
    fn draw(&mut self, bounds: &[Vec<Settled>; 2]) -> Draw {
        let holding = Side::BOTH.map(|side| self.plan(side, &bounds[side.index()]));
        let open = self.nodes.iter().filter(|node| node.won.is_none() && node.moves.is_some()).count();
        let (mut pos, mut line, mut seen) = (self.nodes[ROOT].pos, Vec::new(), FxHashSet::default());
        while seen.insert(pos) {
            let Some(planned) = holding[pos.side().index()].moves.get(&pos) else { break };
            line.push(planned.mv);
            pos = pos.play(planned.mv);
        }
        Draw { holding, open, line }
    }

    /// What a side plays so as to win where it can, and not to lose where it need not, with what becomes of each position if
    /// that side is the pessimist.
    fn plan(&mut self, side: Side, settled: &[Settled]) -> Strategy {
        let mut strategy = std::mem::replace(&mut self.attacks[side.index()], Strategy::new(side));
        for (place, node) in self.nodes.iter().enumerate() {
            let own = |settled: Settled| settled.is_none_or(|(winner, _)| winner == side);
            let Some(moves) = node.moves.as_ref().filter(|_| node.pos.side() == side && own(settled[place])) else {
                continue;
            };
            // A win before a draw, and a short win before a long one.
            let rank = |&&(_, next): &&(Move, usize)| settled[next].map_or(u32::MAX, |(_, plies)| plies);
            let Some(&(mv, _)) = moves.iter().filter(|&&(_, next)| own(settled[next])).min_by_key(rank) else {
                continue;
            };
            let within = settled[place].and_then(|(_, plies)| u8::try_from(plies).ok());
            strategy.add(node.pos, Planned { mv, threat: None, within });
        }
        strategy
    }
}

/// The places to which moves lead of which it is not known whether a side holds them.
fn undecided(moves: &[(Move, usize)], side: Side, bounds: &Bounds) -> impl Iterator<Item = usize> {
    moves.iter().map(|&(_, next)| next).filter(move |&next| bounds.is_undecided(side, next))
}

/// Within how many plies the side to move wins by an attack, and by which move: looked for in trees of up to `size` jousts, and
/// before each by attacks of a length that costs about as much.
fn attack(solver: &Solver, pos: &Forte, size: usize) -> Result<Option<(u8, Move)>, Stopped> {
    let Some(duel) = Duel::new(pos, pos.side()) else { return Ok(None) };
    let never = AtomicBool::new(false);
    let (mut tried, mut plies, mut tree) = (0, FIRST_PLIES, SMALLEST_TREE);
    loop {
        for plies in (tried + 1..=plies.min(solver.limits.plies)).step_by(2) {
            if let Some(mv) = solver.attack(pos, plies, Opening::Threatening)? {
                return Ok(Some((plies, mv)));
            }
        }
        let found = long_win(solver.shared(), &never, duel, tree.min(size))?;
        if found.is_some() || tree >= size {
            return Ok(found);
        }
        (tried, plies, tree) = (plies + 1, plies + 2, GROWTH * tree);
    }
}

#[cfg(test)]
mod tests {
    use engine::Node;
    use engine::games::forte::Options;

    use super::*;
    use crate::forte::{Aim, Limits, verify};

    /// Known wins of either side, and what comes of them a move later, where no attack but threats is looked for: put together
    /// from what lies further on.
    #[test]
    fn wins_and_losses_are_put_together_for_either_side() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/forte/forced_wins.csv");
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("the file");
        let mut put_together = [[0; 2]; 2];
        for row in reader.records().map(|row| row.expect("a row")) {
            let (text, Ok(plies)) = ([&row[0], &row[1], &row[2], &row[3]].join(" "), row[4].parse::<u8>()) else {
                continue;
            };
            let won = Forte::parse(&text, &Options::default()).expect("a position");
            let lost = won.play(won.find_move(&row[5]).expect("a legal move"));
            for (pos, value, plies) in [(won, Value::Win, plies), (lost, Value::Loss, plies - 1)] {
                let solver = Solver::new(Limits { plies: 1, tree: 1, nodes: 300_000, least_nodes: 1 });
                let mut standoff = Standoff::new(&pos);
                let Ok(Some(Found::Won(found))) = standoff.look_through(&solver, 1) else { continue };
                assert_eq!(found.value, value, "{pos}");
                let walk = verify(&pos, &found.strategy, Aim::Win).expect("it works");
                let walked = walk.plies.expect("a win") as u8;
                assert!((plies..=found.plies).contains(&walked), "{pos}: {walk:?} of {}", found.plies);
                put_together[pos.side().index()][usize::from(value == Value::Win)] +=
                    u32::from(standoff.nodes[ROOT].won.is_none());
            }
        }
        assert!(put_together.iter().flatten().all(|&count| count > 1), "{put_together:?}");
    }
}
