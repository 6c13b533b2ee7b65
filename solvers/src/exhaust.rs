//! The plain search: every position that can be reached, stored whole, with nothing assumed and nothing left out.
//!
//! No automatic moves, no pruning, no order: what it says of a lost deal rests on the rules and the equality of
//! positions alone, and the number of positions it counts can be compared with any other exact search. It is there
//! to check the fast solvers, and is no use on won deals of any size.

use std::hash::Hash;

use engine::{MoveList, Puzzle};
use fxhash::FxHashSet;

use crate::verdict::{Limit, Solution, Verdict};

/// Searches everything that can be reached from `deal`, depth first, until it is won or nothing is left.
///
/// [`Solution::stored`] counts distinct positions, the start included; where the deal is lost, these are all there
/// are.
#[must_use]
pub fn exhaust<P: Puzzle + Hash>(deal: &P, limit: Limit) -> Solution<P::Move> {
    let mut seen = FxHashSet::from_iter([deal.clone()]);
    // Every position met, with the index of the one before it and the move between them.
    let mut nodes: Vec<(P, usize, Option<P::Move>)> = vec![(deal.clone(), 0, None)];
    let mut open = vec![0];
    let mut list = MoveList::new();
    let verdict = loop {
        let Some(index) = open.pop() else { break Verdict::Unwinnable };
        let pos = nodes[index].0.clone();
        if pos.is_solved() {
            break Verdict::Winnable(line_to(&nodes, index));
        }
        list.clear();
        pos.moves(&mut list);
        for &mv in list.iter() {
            let next = pos.play(mv);
            if seen.insert(next.clone()) {
                open.push(nodes.len());
                nodes.push((next, index, Some(mv)));
            }
        }
        if nodes.len() > limit.positions as usize {
            break Verdict::Undecided(limit);
        }
    };
    Solution { verdict, stored: nodes.len() as u32 }
}

/// The moves from the first node to the node `index`.
fn line_to<P, M: Copy>(nodes: &[(P, usize, Option<M>)], mut index: usize) -> Vec<M> {
    let mut line = Vec::new();
    while let (_, parent, Some(mv)) = &nodes[index] {
        line.push(*mv);
        index = *parent;
    }
    line.reverse();
    line
}
