//! Wins of any length, looked for where there is the least left to prove.
//!
//! Proof-number search in depth-first order (Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002):
//! every joust has a number of others that must at least be proved to prove it, and one of those that must be refuted to refute it, and the
//! search goes where these are smallest. The attacker has every move; those that threaten nothing begin with a greater number. A
//! win's length is not bounded beforehand, so that long and narrow wins are found that deepening by plies does not come to.
//!
//! A joust that comes back on the way to itself counts as refuted. What is proved rests on what had been proved before, so that no proof runs in a
//! circle; what is refuted may be so by this way to it alone, and is no fact.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use engine::games::forte::Move;
use fxhash::FxHashMap;

use super::duel::Duel;
use super::facts::{Fact, Key};
use super::search::{Attack, MOST_PLIES, Order, Shared, Stopped, Threats};

/// More than any number of a joust that is open.
const INFINITE: u32 = u32::MAX / 2;

/// The most jousts that a tree can be allowed.
pub const MOST_IN_TREE: u32 = 1 << 28;

/// Threats alone are followed for so many plies, the tree sees what is longer: of 3 to 25 the one that took the least time.
pub(super) const THREATS: u8 = 7;

/// The first proof number of a move that threatens nothing: as many replies might stop what comes after it.
const QUIET: u32 = 40;

/// The place of the joust that is asked about.
const ROOT: u32 = 0;

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mover {
    Attacker,
    Defender,
}

/// A joust in the tree.
#[derive(Clone, Debug)]
struct Node {
    duel: Duel,
    mover: Mover,
    /// Whether it is being looked at.
    is_on_path: bool,
    /// Whether its children are known.
    is_expanded: bool,
    /// Of a proved one: within so many plies. Else, of the defender's: within so many after the replies that stop nothing.
    plies: u8,
    proof: u32,
    disproof: u32,
    /// Among the children of all.
    children: Range<u32>,
}

/// A tree of jousts, those that are the same by symmetry in one place; about a hundred bytes each.
struct ProofNumbers<'a> {
    shared: &'a Shared,
    attack: Attack<'a>,
    nodes: Vec<Node>,
    children: Vec<u32>,
    places: FxHashMap<(Duel, Mover), u32>,
    /// The moves that the attacker has.
    order: Order,
    /// As many jousts as may come into it.
    most: usize,
    is_full: bool,
}

/// Up to where a joust is looked at: until one of its numbers is as great.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

impl Bounds {
    const NONE: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// From the number of the side to move and of the other.
    fn of(mover: Mover, own: u32, other: u32) -> Self {
        match mover {
            Mover::Attacker => Self { proof: own, disproof: other },
            Mover::Defender => Self { proof: other, disproof: own },
        }
    }

    /// The number of the side to move and the other one.
    fn seen_by(self, mover: Mover) -> (u32, u32) {
        match mover {
            Mover::Attacker => (self.proof, self.disproof),
            Mover::Defender => (self.disproof, self.proof),
        }
    }
}

/// Within how many plies the attacker, who is to move, wins, and by which move: looked for in trees of `most` jousts until
/// `is_over`. A tree in which all moves but the first threaten stays
/// small; what it does not find may be found with all moves.
pub(super) fn long_win(
    shared: &Shared,
    is_over: &AtomicBool,
    duel: Duel,
    most: usize,
) -> Result<Option<(u8, Move)>, Stopped> {
    match ProofNumbers::new(shared, is_over, Order::Quiet, most).win(duel)? {
        None => ProofNumbers::new(shared, is_over, Order::All, most).win(duel),
        found => Ok(found),
    }
}

impl<'a> ProofNumbers<'a> {
    /// With nothing in it yet; looked at until `is_over`, or `most` jousts are in it.
    fn new(shared: &'a Shared, is_over: &'a AtomicBool, order: Order, most: usize) -> Self {
        Self {
            shared,
            attack: Attack::new(shared, is_over),
            nodes: Vec::new(),
            children: Vec::new(),
            places: FxHashMap::default(),
            order,
            most,
            is_full: false,
        }
    }

    /// Within how many plies the attacker, who is to move, wins, and by which move; `None` if it was not seen before the tree was full.
    fn win(&mut self, duel: Duel) -> Result<Option<(u8, Move)>, Stopped> {
        if let Threats::Win(plies, mv) = self.attack.threats(duel, THREATS)? {
            return Ok(Some((plies, mv)));
        }
        self.node(duel, Mover::Attacker, 1);
        match self.look(ROOT, Bounds::NONE, 0) {
            Err(Stopped) if !self.is_full => return Err(Stopped),
            _ => {}
        }
        let is_proved = self.nodes[ROOT as usize].proof == 0;
        Ok(self.shared.facts.get(Key::new(duel, Order::All)).win.filter(|_| is_proved))
    }

    /// The place of a joust in the tree, where it may be new.
    fn node(&mut self, duel: Duel, mover: Mover, proof: u32) -> u32 {
        let duel = duel.canonical().0;
        let next = self.nodes.len() as u32;
        let place = *self.places.entry((duel, mover)).or_insert(next);
        if place == next {
            let known = match mover {
                Mover::Attacker => self.shared.facts.get(Key::new(duel, Order::All)).win,
                Mover::Defender => None,
            };
            let (plies, proof, disproof) = known.map_or((0, proof, 1), |(plies, _)| (plies, 0, INFINITE));
            let (is_on_path, is_expanded) = (false, known.is_some());
            self.nodes.push(Node { duel, mover, is_on_path, is_expanded, plies, proof, disproof, children: 0..0 });
        }
        place
    }

    /// Looks at a joust until one of its numbers reaches its bound.
    fn look(&mut self, place: u32, bounds: Bounds, depth: u8) -> Result<(), Stopped> {
        if !self.nodes[place as usize].is_expanded {
            self.expand(place)?;
        }
        self.nodes[place as usize].is_on_path = true;
        let looked = self.look_below(place, bounds, depth);
        let node = &mut self.nodes[place as usize];
        node.is_on_path = false;
        if node.proof == 0 {
            self.prove(place);
        }
        looked
    }

    fn look_below(&mut self, place: u32, bounds: Bounds, depth: u8) -> Result<(), Stopped> {
        while let Some((child, bounds)) = self.sum_up(place, bounds) {
            if depth + 2 > MOST_PLIES {
                // Longer wins are not told.
                let node = &mut self.nodes[place as usize];
                (node.proof, node.disproof) = (INFINITE, 0);
                break;
            }
            self.look(child, bounds, depth + 1)?;
        }
        Ok(())
    }

    /// Sets a joust's numbers from those of its children; the child to look at next and up to where, if none has reached its bound.
    fn sum_up(&mut self, place: u32, bounds: Bounds) -> Option<(u32, Bounds)> {
        let Node { mover, ref children, .. } = self.nodes[place as usize];
        // Of the numbers of the side to move the least counts; of the others the greatest, and one for each child more: their sum would
        // count what many children share once for each.
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
        let (mut greatest, mut open) = (0, 0);
        for &child in &self.children[children.start as usize..children.end as usize] {
            let Node { is_on_path, proof, disproof, .. } = self.nodes[child as usize];
            let numbers = if is_on_path { Bounds { proof: INFINITE, disproof: 0 } } else { Bounds { proof, disproof } };
            let (own, other) = numbers.seen_by(mover);
            if other > 0 {
                greatest = greatest.max(other);
                open += 1;
            }
            if own < least {
                (second, least, best) = (least, own, Some(child));
            } else {
                second = second.min(own);
            }
        }
        let more = if open > 0 { open - 1 } else { 0 };
        let all = if greatest >= INFINITE { INFINITE } else { greatest + more };
        let sum = Bounds::of(mover, least, all);
        let node = &mut self.nodes[place as usize];
        (node.proof, node.disproof) = (sum.proof, sum.disproof);
        let (own, other) = bounds.seen_by(mover);
        // A little further than to where another child is as good: to change between them costs.
        let own_next = own.min(second.saturating_add(1 + second / 4)).min(INFINITE);
        let other_next = if other >= INFINITE { INFINITE } else { other.saturating_sub(more) };
        best.filter(|_| least < own && all < other).map(|child| (child, Bounds::of(mover, own_next, other_next)))
    }

    /// Finds a joust's children.
    fn expand(&mut self, place: u32) -> Result<(), Stopped> {
        if self.nodes.len() > self.most {
            self.is_full = true;
            return Err(Stopped);
        }
        self.attack.count()?;
        let Node { duel, mover, .. } = self.nodes[place as usize];
        let mut children = match mover {
            Mover::Attacker => self.attacks(place, duel)?,
            Mover::Defender => self.replies(place, duel)?,
        };
        children.sort_unstable();
        children.dedup();
        let start = self.children.len() as u32;
        self.children.extend(children);
        let node = &mut self.nodes[place as usize];
        node.children = start..self.children.len() as u32;
        node.is_expanded = true;
        Ok(())
    }

    /// The jousts after the attacker's moves.
    fn attacks(&mut self, place: u32, duel: Duel) -> Result<Vec<u32>, Stopped> {
        // With few knights on the board nothing threatens.
        let order = if place == ROOT { Order::All } else { self.order };
        let attempts = self.attack.attempts(duel, THREATS + 2, order)?;
        let children = attempts.into_iter().map(|attempt| {
            // The sooner the threats would win, the fewer replies stop them.
            let proof = attempt.passed.map_or(QUIET, |(plies, _)| plies.into());
            self.node(duel.attacked(attempt.mv), Mover::Defender, proof)
        });
        Ok(children.collect())
    }

    /// The jousts after those of the defender's replies that stop the threats.
    fn replies(&mut self, place: u32, duel: Duel) -> Result<Vec<u32>, Stopped> {
        let passed = match self.attack.threats(duel, THREATS)? {
            Threats::Win(plies, mv) => Some((plies, mv)),
            Threats::Fail(_) => None,
        };
        let stopping = self.attack.stopping(duel, THREATS + 1, passed)?;
        self.nodes[place as usize].plies = 1 + stopping.plies;
        Ok(stopping.moves.into_iter().map(|mv| self.node(duel.defended(mv), Mover::Attacker, 1)).collect())
    }

    /// Says within how many plies a proved joust is won.
    fn prove(&mut self, place: u32) {
        let Node { duel, mover, plies, ref children, .. } = self.nodes[place as usize];
        let children = &self.children[children.start as usize..children.end as usize];
        let proved = children.iter().map(|&child| &self.nodes[child as usize]).filter(|child| child.proof == 0);
        let plies = match mover {
            Mover::Defender => proved.map(|child| child.plies.saturating_add(1)).fold(plies, u8::max),
            Mover::Attacker => {
                // It may have been a fact before.
                let Some(best) = proved.min_by_key(|child| child.plies) else { return };
                let leads_there = |&mv: &Move| duel.attacked(mv).canonical().0 == best.duel;
                let mv = duel.attacks(!0).find(leads_there).expect("a move leads to each child");
                let plies = best.plies.saturating_add(1);
                self.shared.facts.note(Key::new(duel, Order::All), Fact { win: Some((plies, mv)), none: 0 });
                plies
            }
        };
        self.nodes[place as usize].plies = plies;
    }
}
