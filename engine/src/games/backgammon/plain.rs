//! The rules once more, slowly: every order of the dice is tried on an array, and results are compared whole.

use std::collections::BTreeSet;

/// White's view of a board: own checkers positive, the other side's negative, from the mover's point 1; 25 is the own bar,
/// 0 the other's (negative).
pub(super) type Plain = [i8; 26];

/// All distinct boards to which a roll can be played; empty if it cannot.
pub(super) fn results(board: Plain, dice: [u8; 2]) -> BTreeSet<Plain> {
    let orders =
        if dice[0] == dice[1] { vec![vec![dice[0]; 4]] } else { vec![vec![dice[0], dice[1]], vec![dice[1], dice[0]]] };
    let mut found: Vec<(usize, u8, Plain)> = Vec::new();
    for order in &orders {
        explore(board, order, 0, order[0], &mut found);
    }
    let longest = found.iter().map(|&(used, _, _)| used).max().unwrap_or(0);
    let longest_only: Vec<_> = found.into_iter().filter(|&(used, _, _)| used == longest && used > 0).collect();
    // Of two dice that can be played only one at a time, the larger.
    let largest = longest_only.iter().map(|&(_, first, _)| first).max().unwrap_or(0);
    let is_single = longest == 1 && dice[0] != dice[1];
    longest_only.into_iter().filter(|&(_, first, _)| !is_single || first == largest).map(|(.., board)| board).collect()
}

fn explore(board: Plain, dice: &[u8], used: usize, first: u8, found: &mut Vec<(usize, u8, Plain)>) {
    let mut is_stuck = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in 1..=25 {
            if let Some(next) = step(board, from, die as usize) {
                is_stuck = false;
                explore(next, rest, used + 1, first, found);
            }
        }
    }
    if is_stuck {
        found.push((used, first, board));
    }
}

fn step(board: Plain, from: usize, die: usize) -> Option<Plain> {
    if board[from] <= 0 || (board[25] > 0 && from != 25) {
        return None;
    }
    let mut next = board;
    next[from] -= 1;
    if from > die {
        let to = from - die;
        match board[to] {
            ..=-2 => return None,
            -1 => {
                next[to] = 1;
                next[0] -= 1;
            }
            _ => next[to] += 1,
        }
        return Some(next);
    }
    let is_home = (7..=25).all(|point| board[point] <= 0);
    let is_highest = (from + 1..=6).all(|point| board[point] <= 0);
    (is_home && (from == die || is_highest)).then_some(next)
}
