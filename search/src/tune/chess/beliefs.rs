//! What is believed of chess's weights beforehand: what men are worth as seen from the kings is a small correction about 0,
//! all other weights lie about where they began.

use super::{PLACES, SIZE};
use crate::sense::chess::terms::{self, STEPS};
use crate::tune::model::Model;
use crate::tune::pull::{Grid, Pull, row};

/// How far the men's corrections, and other weights, are from their centres.
const CORRECTIONS: f32 = 8.0;
const OTHERS: f32 = 50.0;
/// How far neighbours are from being off alike.
const CORRECTIONS_APART: f32 = 3.0;
const OTHERS_APART: f32 = 8.0;

/// The terms counted by a number, and by squares; what is counted by kind has no neighbours.
fn grids() -> Vec<Grid> {
    let mut grids = vec![
        row(terms::KNIGHT_MOBILITY, 9),
        row(terms::BISHOP_MOBILITY, 14),
        row(terms::ROOK_MOBILITY, 15),
        row(terms::QUEEN_MOBILITY, 28),
        row(terms::BISHOP_PAWNS, 9),
        row(terms::PHALANX, 8),
        row(terms::PROTECTED, 8),
        row(terms::PASSED, 8),
        row(terms::PASSED_FREE, 8),
        row(terms::PASSED_SAFE, 8),
        row(terms::PASSED_OWN_KING, 8),
        row(terms::PASSED_OTHER_KING, 8),
        row(terms::BLOCKED_STORM, 8),
    ];
    // By the edge, then by row; row 0 stands for no pawn at all.
    for first in [terms::SHELTER, terms::STORM] {
        grids.extend((0..4).map(|edge| row(first + 8 * edge + 1, 7)));
    }
    grids.extend((0..6).map(|kind| Grid { first: terms::SQUARE + 64 * kind, columns: 8, rows: 8 }));
    grids
}

/// The men's corrections: a kind's steps are numbered in rows of sixteen.
fn corrections() -> impl Iterator<Item = Grid> {
    [terms::FROM_OWN_KING, terms::FROM_OTHER_KING]
        .into_iter()
        .flat_map(|first| (0..6).map(move |kind| Grid { first: first + STEPS * kind, columns: 16, rows: STEPS / 16 }))
}

/// The pull of so much `strength` for weights that begin at `start`.
pub(super) fn pull(start: &Model, strength: f32) -> Pull {
    let mut pull = Pull::new(start, strength);
    // Nothing is known of weights that begin at nothing.
    if start.0.iter().any(|&weight| weight != 0.0) {
        pull.hold(0..SIZE, OTHERS);
    }
    for grid in grids() {
        pull.bind_pairs(grid, OTHERS_APART);
    }
    for grid in corrections() {
        pull.hold_down(2 * grid.first..2 * (grid.first + STEPS), CORRECTIONS);
        pull.bind_pairs(grid, CORRECTIONS_APART);
    }
    for grid in [row(terms::EXPOSED, 28), row(terms::NEAR_PAWN + 1, 7)] {
        for (one, two) in grid.pairs() {
            pull.bind([2 * PLACES + one, 2 * PLACES + two], OTHERS_APART);
        }
    }
    pull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_bound_within_a_term() {
        let lists = [terms::TERMS];
        for grid in grids().into_iter().chain(corrections()) {
            let last = grid.first + grid.columns * grid.rows;
            let is_inside = |&&(_, first, size): &&(&str, usize, usize)| grid.first >= first && last <= first + size;
            assert_eq!(lists.iter().flat_map(|list| list.iter()).filter(is_inside).count(), 1, "{}", grid.first);
        }
    }

    #[test]
    fn the_pull_is_to_the_centre_and_to_the_neighbours() {
        let start = Model(vec![5.0; SIZE]);
        let pull = pull(&start, 1.0);
        let slopes = |model: &Model| {
            let mut gradient = Model::zero(SIZE);
            pull.add(model, &mut gradient);
            gradient
        };
        let at_start = slopes(&start);
        assert!(at_start.0[2 * terms::TEMPO].abs() < 1e-9 && at_start.0[2 * terms::SPACE].abs() < 1e-9);
        // The corrections' centre is 0, wherever they begin.
        assert!((at_start.0[2 * terms::FROM_OWN_KING] - 5.0 / (CORRECTIONS * CORRECTIONS)).abs() < 1e-6);
        let mut moved = start.clone();
        let weight = 2 * (terms::ROOK_MOBILITY + 3);
        moved.0[weight] += 10.0;
        let slopes = slopes(&moved);
        let bond = 10.0 / (OTHERS_APART * OTHERS_APART);
        assert!((slopes.0[weight] - 2.0 * bond - 10.0 / (OTHERS * OTHERS)).abs() < 1e-6);
        assert!((slopes.0[weight - 2] + bond).abs() < 1e-6 && (slopes.0[weight + 2] + bond).abs() < 1e-6);
        assert!(slopes.0[weight + 1].abs() < 1e-9 && slopes.0[weight + 4].abs() < 1e-9);
    }
}
