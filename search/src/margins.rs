//! By how much the selective steps prune and reduce: each number a small function with its reason.
//!
//! Margins are in units of the evaluation, made of [`Sense::UNIT`](crate::Sense::UNIT) (a pawn in chess); depths are in
//! plies. The forms are common knowledge of chess programming; the numbers are first guesses, which no match has tried yet.

use std::sync::LazyLock;

/// The deepest node at which a static value above the window is believed.
pub(crate) const REVERSE_FUTILITY_DEPTH: u32 = 8;
/// The deepest node at which quiet moves are left out for a static value below the window.
pub(crate) const FUTILITY_DEPTH: u32 = 8;
/// The deepest node at which late quiet moves are left out.
pub(crate) const LATE_PRUNING_DEPTH: u32 = 8;
/// The deepest node at which moves are left out for losing an exchange.
pub(crate) const EXCHANGE_DEPTH: u32 = 9;
/// The deepest node at which quiescence is asked first for a static value below the window.
pub(crate) const RAZORING_DEPTH: u32 = 3;
/// The deepest node, after reduction, at which quiet moves are left out for their history.
pub(crate) const HISTORY_PRUNING_DEPTH: u32 = 4;
/// The least depth at which a side is let pass.
pub(crate) const NULL_MOVE_DEPTH: u32 = 3;
/// The least depth at which late moves are reduced.
pub(crate) const REDUCTION_DEPTH: u32 = 3;
/// The least depth at which a missing table move costs a ply.
pub(crate) const INTERNAL_REDUCTION_DEPTH: u32 = 4;
/// The least depth at which it pays to ask whether the table's move is the only good one.
pub(crate) const SINGULAR_DEPTH: u32 = 8;

/// How far above the window a static value must be to be believed: what a side can lose grows with the plies to go, and
/// less where its value is rising.
pub(crate) fn reverse_futility(unit: i32, depth: u32, improving: bool) -> i32 {
    unit * 8 / 10 * (depth as i32 - i32::from(improving))
}

/// How far below the window a static value must be for quiescence to be asked first.
pub(crate) fn razoring(unit: i32, depth: u32) -> i32 {
    unit * 3 + unit * 2 * (depth * depth) as i32
}

/// What history must say of a quiet move for it to be left out: the deeper, the worse. It says up to three times
/// [`MOST_HISTORY`](crate::order::MOST_HISTORY).
pub(crate) fn ill_history(depth: u32) -> i32 {
    -5_000 * depth as i32
}

/// How far below the window a static value must be for quiet moves to be hopeless.
pub(crate) fn futility(unit: i32, depth: u32) -> i32 {
    unit + unit * 9 / 10 * depth as i32
}

/// How many moves are looked at before the other quiet ones are left out: the square of the depth, half of it where the
/// static value is not rising.
pub(crate) fn late_moves(depth: u32, improving: bool) -> usize {
    let all = 3 + depth * depth;
    (if improving { all } else { all / 2 }) as usize
}

/// What a quiet move may lose in the exchange it starts.
pub(crate) fn quiet_exchange(unit: i32, depth: u32) -> i32 {
    -(unit * 25 / 100) * (depth * depth) as i32
}

/// What a noisy move may lose in the exchange it starts.
pub(crate) fn noisy_exchange(unit: i32, depth: u32) -> i32 {
    -(unit * 90 / 100) * depth as i32
}

/// How much less deep the search after a pass is: more where there is much depth or the static value is far above.
pub(crate) fn null_move(unit: i32, depth: u32, above: i32) -> u32 {
    4 + depth / 4 + (above / (2 * unit)).clamp(0, 3) as u32
}

/// By how much the table's move must be better than all others to be singular.
pub(crate) fn singular(unit: i32, depth: u32) -> i32 {
    unit * 2 / 100 * depth as i32
}

/// What a capture may fall short by and still be looked at in quiescence: positional gains.
pub(crate) fn delta(unit: i32) -> i32 {
    unit * 2
}

/// Reductions by depth and number of the move, both up to 63: in products of logarithms.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let plies = |depth: usize, number: usize| match (depth, number) {
        (0, _) | (_, 0) => 0,
        _ => (0.8 + (depth as f64).ln() * (number as f64).ln() / 2.3) as u8,
    };
    std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number)))
});

/// How much less deep the `number`th move (from 1) of a node is searched at first.
pub(crate) fn reduction(depth: u32, number: usize) -> i32 {
    i32::from(REDUCTIONS[depth.min(63) as usize][number.min(63)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_depth_and_later_moves_are_reduced_more() {
        for depth in 1..63 {
            for number in 1..63 {
                assert!(reduction(depth, number) <= reduction(depth + 1, number));
                assert!(reduction(depth, number) <= reduction(depth, number + 1));
                assert!(reduction(depth, number) < 10);
            }
        }
        assert!(late_moves(3, true) > late_moves(3, false));
    }
}
