//! The fewest moves that win a deal of FORTRESS, CHESSBOARD or a variant in which single cards move.
//!
//! Every card goes home once, so the shortest line is the one with the fewest moves within the tableau, and only
//! these are counted. The method is A*: positions in order of the moves made and a bound on those to come; when none
//! is left whose sum is below the length of a line found, that line is proved shortest. Why nothing shorter is missed:
//!
//! - `tableau` has the position, its moves, and which cards go home without being asked ([`Tableau::settle`]);
//! - `bound` proves the bound, which is never more than what is needed, and falls by 1 at most from move to move;
//! - a position that is seen to be lost ([`super::hope`]) is left out, and so is one whose sum is no less than a line
//!   found;
//! - `nodes` keeps positions by exact keys.
//!
//! Then on a shortest line there is always a position in the queue that has been reached in as few moves as
//! the line takes, or the line's end has been: the queue cannot pass the line's length before it is found. A game whose
//! base is open is searched as thirteen games with one queue, each bounded for its own base.
//!
//! When the limit is reached, the first sum in the queue is what every line has at least.

mod bound;
mod nodes;
mod tableau;
#[cfg(test)]
mod tests;

use engine::games::patience::{Kind, Laws, Move, Patience, Target, Units};

use super::state::{Step, Way, each};
use crate::verdict::{Limit, Shortest, Verdict};
use bound::Bounds;
use nodes::{NONE, Node, Nodes, Queue};
use tableau::{Origin, Tableau};

/// Why shortest lines are not looked for; `None` if they are.
pub(super) fn refused(laws: Laws) -> Option<&'static str> {
    (laws.units != Units::One).then_some(
        "with units=build a move takes many cards, but the proof counts the cards that must be moved; \
         expected units=one",
    )
}

/// Finds shortest lines; with its memory, for one deal after another.
#[derive(Debug, Default)]
pub struct Shortener {
    nodes: Nodes,
    queue: Queue,
    bounds: Bounds,
    /// A line is worth finding if it has fewer moves within the tableau.
    ceiling: u32,
    /// The end of the best line found.
    end: Option<u32>,
}

/// A way to a position.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The node before, or [`NONE`].
    back: u32,
    /// The moves made.
    made: u32,
    step: Step,
    /// What the bound is at least.
    least: u32,
}

impl Shortener {
    /// Finds the shortest line that wins `pos`, or bounds its length. `known` is a line that wins, if there is one.
    ///
    /// Where builds move as one, nothing is searched: the bound counts cards.
    pub fn shorten<K: Kind>(&mut self, pos: &Patience<K>, known: Option<&[Move]>, limit: Limit) -> Shortest<Move> {
        let within = |line: &[Move]| line.iter().filter(|mv| mv.to != Target::Foundation).count() as u32;
        self.nodes.clear();
        self.queue.clear();
        self.end = None;
        self.ceiling = known.map_or(u16::MAX.into(), within);
        let mut line = known.map(<[_]>::to_vec);
        let (mut least, mut is_finished) = (0, false);
        if refused(pos.laws()).is_none() {
            let origin = Origin::new(pos);
            is_finished = self.search(&origin, pos.base(), limit);
            least = if is_finished { self.ceiling } else { self.queue.least_sum().min(self.ceiling) };
            line = self.end.map(|end| self.line(&origin, end)).or(line);
        }
        let verdict = match line {
            Some(line) => Verdict::Winnable(line),
            None if is_finished => Verdict::Unwinnable,
            None => Verdict::Undecided(limit),
        };
        Shortest { verdict, lower: pos.left() + least, stored: self.nodes.len() }
    }

    /// Searches until the best line is proved shortest; `false` if the limit is reached first.
    fn search(&mut self, origin: &Origin, base: Option<u8>, limit: Limit) -> bool {
        for base in base.map_or(0..13, |base| base..base + 1) {
            let arrival = Arrival { back: NONE, made: 0, step: Step(0), least: 0 };
            origin.tableau(base).settle(0, &mut |tableau| self.arrive(origin, tableau, arrival));
        }
        while let Some(number) = self.queue.pop(&self.nodes) {
            if self.nodes.node(number).sum() >= self.ceiling {
                return true;
            }
            self.expand(origin, number);
            if self.nodes.len() > limit.positions {
                return false;
            }
        }
        true
    }

    /// Follows every move of a node.
    fn expand(&mut self, origin: &Origin, number: u32) {
        let node = self.nodes.node(number);
        let tableau = origin.decode(node.key);
        let held = tableau.held();
        let least = u32::from(node.bound).saturating_sub(1);
        for (way, cards) in origin.moves(&tableau) {
            for card in each(cards) {
                let step = Step::new(card, way);
                let arrival = Arrival { back: number, made: u32::from(node.made) + 1, step, least };
                let mut next = tableau;
                origin.play(&mut next, step);
                next.settle(held, &mut |tableau| self.arrive(origin, tableau, arrival));
            }
        }
    }

    /// Takes note of a settled tableau, if it is new or reached in fewer moves than before, and may still be on a line
    /// that is worth finding.
    fn arrive(&mut self, origin: &Origin, tableau: &Tableau, arrival: Arrival) {
        let Arrival { back, made, step, least } = arrival;
        if made >= self.ceiling {
            return;
        }
        let number = match self.nodes.find(&tableau.state) {
            Ok(number) => {
                let node = self.nodes.node_mut(number);
                if u32::from(node.made) <= made {
                    return;
                }
                *node = Node { back, made: made as u16, step, ..*node };
                number
            }
            Err(vacancy) => {
                if origin.is_hopeless(tableau) {
                    return;
                }
                let bound = self.bounds.bound(origin, tableau, least, self.ceiling - made);
                if made + bound >= self.ceiling {
                    return;
                }
                let node = Node { key: tableau.key(), back, made: made as u16, bound: bound as u8, step };
                self.nodes.insert(vacancy, node)
            }
        };
        if tableau.state.is_solved() {
            self.ceiling = made;
            self.end = Some(number);
        } else {
            self.queue.push(number, &self.nodes.node(number));
        }
    }

    /// The whole line to a node, home moves included.
    fn line(&self, origin: &Origin, end: u32) -> Vec<Move> {
        let way = std::iter::successors(Some(end), |&number| {
            let back = self.nodes.node(number).back;
            (back != NONE).then_some(back)
        });
        let mut nodes: Vec<Node> = way.map(|number| self.nodes.node(number)).collect();
        nodes.reverse();
        let mut line = Vec::with_capacity(128);
        let mut tableau = origin.tableau(origin.decode(nodes[0].key).state.base());
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                line.push(node.step.to_move());
                origin.play(&mut tableau, node.step);
            }
            // Whatever the order in which they went, none of these moves needs another one in between.
            let home = origin.decode(node.key).foundations.home;
            while let Some(card) = each(tableau.state.available & tableau.foundations.next & home).next() {
                tableau.send_home(card);
                line.push(Step::new(card, Way::Home).to_move());
            }
        }
        line
    }
}
