//! What one would believe of the weights before seeing a position, as a pull on them.
//!
//! A weight lies about its centre, so far off and hardly farther, and what has a neighbour, a square or a number beside it,
//! is off by much the same as that. So a place that is seldom counted follows those around it. Each game says what is
//! believed of its weights.
//!
//! Without this the fit foretells positions of the games it learnt from, and of others like them, better, and plays worse:
//! a search looks for the positions that are overrated, and every error of the weights is one it can find.
//!
//! In terms of probability each is a normal distribution with a spread given in hundredths of a pawn or man; the pull is
//! the slope of its logarithm, for one position.

use std::ops::Range;

use super::model::Model;

/// Places that are squares or numbers in order: the first one, how many are in a row, how many rows.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    pub(super) first: usize,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

pub(super) const fn row(first: usize, columns: usize) -> Grid {
    Grid { first, columns, rows: 1 }
}

impl Grid {
    /// The pairs of neighbours.
    pub(super) fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
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
pub struct Pull {
    centres: Model,
    /// By weight: the pull for each hundredth away from its centre.
    strengths: Model,
    bonds: Vec<Bond>,
    strength: f32,
}

impl Pull {
    /// No pull yet on weights that begin at `start`; what is added pulls with so much `strength`.
    pub(super) fn new(start: &Model, strength: f32) -> Self {
        Self { centres: start.clone(), strengths: Model::zero(start.0.len()), bonds: Vec::new(), strength }
    }

    fn by(&self, spread: f32) -> f32 {
        self.strength / (spread * spread)
    }

    /// Holds weights about where they began.
    pub(super) fn hold(&mut self, weights: Range<usize>, spread: f32) {
        let by = self.by(spread);
        self.strengths.0[weights].fill(by);
    }

    /// Holds weights about 0.
    pub(super) fn hold_down(&mut self, weights: Range<usize>, spread: f32) {
        self.centres.0[weights.clone()].fill(0.0);
        self.hold(weights, spread);
    }

    /// Binds two weights.
    pub(super) fn bind(&mut self, weights: [usize; 2], spread: f32) {
        self.bonds.push(Bond { weights, strength: self.by(spread) });
    }

    /// Binds the neighbours of a grid of places with two weights each, which begin with the first of all.
    pub(super) fn bind_pairs(&mut self, grid: Grid, spread: f32) {
        for (one, two) in grid.pairs() {
            for half in [0, 1] {
                self.bind([2 * one + half, 2 * two + half], spread);
            }
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
    }
}
