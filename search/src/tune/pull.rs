//! What one would believe of the weights before seeing a position, as a pull on them.
//!
//! Every weight lies about its centre, so far off and hardly farther: what men are worth as seen from the kings is a small
//! correction about 0, all other weights lie about where they began. And what has a neighbour, a square or a number beside
//! it, is off by much the same as that. So a place that is seldom counted follows those around it.
//!
//! Without this the fit foretells positions of the games it learnt from, and of others like them, better, and plays worse:
//! a search looks for the positions that are overrated, and every error of the weights is one it can find.
//!
//! In terms of probability each is a normal distribution with a spread given here in hundredths of a pawn; the pull is the
//! slope of its logarithm, for one position.

use super::model::{Model, SIZE};
use crate::sense::chess::terms::{self, PLACES, STEPS};

/// How far the men's corrections, and other weights, are from their centres.
const CORRECTIONS: f32 = 8.0;
const OTHERS: f32 = 50.0;
/// How far neighbours are from being off alike.
const CORRECTIONS_APART: f32 = 3.0;
const OTHERS_APART: f32 = 8.0;

/// Places that are squares or numbers in order: the first one, how many are in a row, how many rows.
#[derive(Clone, Copy)]
struct Grid {
    first: usize,
    columns: usize,
    rows: usize,
}

const fn row(first: usize, columns: usize) -> Grid {
    Grid { first, columns, rows: 1 }
}

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

impl Grid {
    /// The pairs of neighbours.
    fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        let Self { first, columns, rows } = self;
        let beside = (0..rows).flat_map(move |row| (1..columns).map(move |column| (row * columns + column, 1)));
        let above = (columns..rows * columns).map(move |place| (place, columns));
        beside.chain(above).map(move |(place, step)| (first + place - step, first + place))
    }
}

/// Two weights that are off by much the same.
struct Bond {
    weights: [usize; 2],
    strength: f32,
}

/// The pull on all weights.
pub(super) struct Pull {
    centres: Model,
    /// By weight: the pull for each hundredth of a pawn away from its centre.
    strengths: Model,
    bonds: Vec<Bond>,
}

impl Pull {
    /// The pull of so much `strength` for weights that begin at `start`.
    pub(super) fn new(start: &Model, strength: f32) -> Self {
        let by = |spread: f32| strength / (spread * spread);
        // Nothing is known of weights that begin at nothing.
        let is_known = start.0.iter().any(|&weight| weight != 0.0);
        let others = if is_known { by(OTHERS) } else { 0.0 };
        let mut pull = Self { centres: start.clone(), strengths: Model(vec![others; SIZE]), bonds: Vec::new() };
        for grid in grids() {
            pull.bond_terms(grid, by(OTHERS_APART));
        }
        for grid in corrections() {
            let weights = 2 * grid.first..2 * (grid.first + STEPS);
            pull.centres.0[weights.clone()].fill(0.0);
            pull.strengths.0[weights].fill(by(CORRECTIONS));
            pull.bond_terms(grid, by(CORRECTIONS_APART));
        }
        for grid in [row(terms::EXPOSED, 28), row(terms::NEAR_PAWN + 1, 7)] {
            let bond = |(one, two)| Bond { weights: [2 * PLACES + one, 2 * PLACES + two], strength: by(OTHERS_APART) };
            pull.bonds.extend(grid.pairs().map(bond));
        }
        pull
    }

    fn bond_terms(&mut self, grid: Grid, strength: f32) {
        for (one, two) in grid.pairs() {
            self.bonds.extend([0, 1].map(|half| Bond { weights: [2 * one + half, 2 * two + half], strength }));
        }
    }

    /// Adds the pull at `model` to a gradient.
    pub(super) fn add(&self, model: &Model, gradient: &mut Model) {
        let off = |weight: usize| model.0[weight] - self.centres.0[weight];
        for (weight, slope) in gradient.0.iter_mut().enumerate() {
            *slope += off(weight) * self.strengths.0[weight];
        }
        for Bond { weights: [one, two], strength } in &self.bonds {
            let apart = (off(*one) - off(*two)) * strength;
            gradient.0[*one] += apart;
            gradient.0[*two] -= apart;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_bound_and_nothing_else() {
        let pairs: Vec<_> = Grid { first: 100, columns: 3, rows: 2 }.pairs().collect();
        assert_eq!(pairs, [(100, 101), (101, 102), (103, 104), (104, 105), (100, 103), (101, 104), (102, 105)]);
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
        let pull = Pull::new(&start, 1.0);
        let slopes = |model: &Model| {
            let mut gradient = Model::zero();
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
