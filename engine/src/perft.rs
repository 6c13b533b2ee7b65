//! Counting the game tree: the oldest test of a move generator.
//!
//! Depth counts moves. Chance branches between moves are counted once each, without weight; those after the last move
//! are not. Depth 0 is 1, and a line that ends earlier counts nothing.

use crate::{Afterstate, MoveList, Node, Position};

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
    list.clear();
    pos.moves(list);
    if depth == 2 {
        return list.iter().map(|&mv| pos.count_after(mv)).sum();
    }
    list.iter().map(|&mv| inner_after::<P>(pos.play(mv), depth - 1, rest)).sum()
}

fn inner_after<P: Position>(after: P::After, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    after.branches().map(|(next, _)| inner(&next, depth, lists)).sum()
}

/// The count with moves of one position that lead to the same node taken once.
#[must_use]
pub fn perft_unique<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut lists = vec![MoveList::<P::Move>::new(); depth as usize];
    inner_unique(pos, depth, &mut lists)
}

fn inner_unique<P: Position>(pos: &P, depth: u32, lists: &mut [MoveList<P::Move>]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    if depth == 1 && !pos.may_coincide() {
        return pos.count();
    }
    list_distinct(pos, list);
    if depth == 1 {
        return list.len() as u64;
    }
    let branches = list.iter().flat_map(|&mv| pos.play(mv).branches());
    branches.map(|(next, _)| inner_unique(&next, depth - 1, rest)).sum()
}

/// The moves of `pos` that lead to distinct nodes, in order of generation: of several with the same result the first.
#[must_use]
pub fn distinct_moves<P: Position>(pos: &P) -> MoveList<P::Move> {
    let mut list = MoveList::new();
    list_distinct(pos, &mut list);
    list
}

fn list_distinct<P: Position>(pos: &P, list: &mut MoveList<P::Move>) {
    list.clear();
    pos.moves(list);
    if !pos.may_coincide() {
        return;
    }
    let mut found: Vec<(u64, P::After)> = Vec::with_capacity(list.len());
    list.retain(|&mv| {
        let after = pos.play(mv);
        let key = after.key();
        let is_new = !found.iter().any(|(other, old)| *other == key && *old == after);
        if is_new {
            found.push((key, after));
        }
        is_new
    });
}

/// [`perft`] split by the first move, in order of generation.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list.iter().map(|&mv| (mv, if depth <= 1 { 1 } else { perft_after::<P>(pos.play(mv), depth - 1) })).collect()
}
