//! Counting the game tree: the oldest test of a move generator.
//!
//! Depth counts moves. Chance branches between moves are counted once each, without weight; those after the last move
//! are not. Depth 0 is 1, and a line that ends earlier counts nothing.

use crate::{Afterstate, MoveList, Position};

/// The number of move sequences of length `depth` from `pos`.
///
/// ```
/// use engine::{toy::Tree, Node};
/// let tree = Tree::parse("(1 (-3 2) (0 5))", &Default::default()).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|depth| engine::perft::perft(&tree, depth)), [1, 3, 4, 0]);
/// ```
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut lists = vec![MoveList::<P::Move>::new(); depth as usize];
    inner(pos, depth, &mut lists)
}

/// The count from a node before chance: the sum over its branches.
#[must_use]
pub fn perft_after<P: Position>(after: P::After, depth: u32) -> u64 {
    let mut lists = vec![MoveList::<P::Move>::new(); depth as usize];
    inner_after::<P>(after, depth, &mut lists)
}

fn inner<P: Position>(pos: &P, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    match depth {
        0 => return 1,
        1 => return pos.count(),
        _ => {}
    }
    let Some((list, rest)) = lists.split_first_mut() else { unreachable!("one list a ply") };
    if depth == 2 {
        return pos.count_pairs(list);
    }
    list.clear();
    pos.moves(list);
    list.iter().map(|&mv| inner_after::<P>(pos.play(mv), depth - 1, rest)).sum()
}

fn inner_after<P: Position>(after: P::After, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    after.each_branch(|next, _| count += inner(next, depth, lists));
    count
}

/// The count with moves of one position that lead to the same node taken once.
#[must_use]
pub fn perft_unique<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut lists = vec![MoveList::<P::Move>::new(); depth as usize];
    inner_unique(pos, depth, &mut lists)
}

fn inner_unique<P: Position>(pos: &P, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    if !pos.may_coincide(depth) {
        return inner(pos, depth, lists);
    }
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    pos.distinct_moves(list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut count = 0;
    for &mv in list.iter() {
        pos.play(mv).each_branch(|next, _| count += inner_unique(next, depth - 1, rest));
    }
    count
}

/// The distinct nodes that the moves of `pos` lead to, in order of generation.
#[must_use]
pub fn results<P: Position>(pos: &P) -> Vec<P::After> {
    distinct_moves(pos).into_iter().map(|(_, after)| after).collect()
}

/// The moves of `pos` that lead to distinct nodes, each with its node, in order of generation: of several moves with
/// the same result the first.
#[must_use]
pub fn distinct_moves<P: Position>(pos: &P) -> Vec<(P::Move, P::After)> {
    let mut list = MoveList::new();
    pos.distinct_moves(&mut list);
    list.iter().map(|&mv| (mv, pos.play(mv))).collect()
}

/// [`perft`] split by the first move, in order of generation.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list.iter().map(|&mv| (mv, if depth <= 1 { 1 } else { perft_after::<P>(pos.play(mv), depth - 1) })).collect()
}
