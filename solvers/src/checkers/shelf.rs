//! Finished tables with distances, a byte a cell, as the work on later ones looks them up.

use super::code::{self, Best};
use super::material::{Pair, Slice};
use super::view::{After, View};

/// A finished slice: the [codes](super::code) of its cells.
#[derive(Debug)]
struct Plane {
    slice: Slice,
    /// A row a placement of the material that has the rows.
    cells: Vec<u8>,
    /// How far apart cells are whose mover's, and whose rival's placements are neighbours.
    strides: [usize; 2],
}

/// Finished slices by their number.
#[derive(Debug)]
pub(super) struct Shelf {
    planes: Vec<Option<Plane>>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self { planes: std::iter::repeat_with(|| None).take(Slice::NUMBERS).collect() }
    }
}

impl Shelf {
    /// Puts the planes of a pair there: with the rows' side to move, and with the columns' unless that is the same.
    pub(super) fn put(&mut self, pair: Pair, planes: Vec<Vec<u8>>) {
        let row = pair.columns.placements();
        for ((slice, cells), strides) in pair.slices().zip(planes).zip([[row, 1], [1, row]]) {
            self.planes[slice.number()] = Some(Plane { slice, cells, strides });
        }
    }

    /// Takes away what is not needed.
    pub(super) fn keep(&mut self, is_needed: impl Fn(Slice) -> bool) {
        for plane in &mut self.planes {
            plane.take_if(|plane| !is_needed(plane.slice));
        }
    }

    /// Takes the codes of a slice away.
    pub(super) fn take(&mut self, slice: Slice) -> Option<Vec<u8>> {
        self.planes[slice.number()].take().map(|plane| plane.cells)
    }

    /// The bytes of all tables.
    pub(super) fn bytes(&self) -> usize {
        self.planes.iter().flatten().map(|plane| plane.cells.len()).sum()
    }

    /// The code of what stands after a move, for the side that is to move then; its table must be there.
    #[inline]
    pub(super) fn code(&self, After { mover, rival }: After) -> u8 {
        let slice = Slice { mover: rival.material(), rival: mover.material() };
        let plane =
            self.planes[slice.number()].as_ref().expect("tables are made behind those that their positions lead to");
        plane.cells[plane.strides[0] * rival.number() + plane.strides[1] * mover.number()]
    }

    #[inline]
    fn before(&self, after: After) -> Best {
        if after.rival.pieces() == 0 { Best::WINS_AT_ONCE } else { Best::before(self.code(after)) }
    }

    /// The best jump.
    pub(super) fn best_jump(&self, view: &View, jumpers: u64) -> Best {
        let mut best = Best::NONE;
        view.each_jump(jumpers, |after| best = best.max(self.before(after)));
        best
    }

    /// The best move that crowns a man, [`Best::NONE`] if there is none.
    #[inline]
    pub(super) fn best_crowning(&self, view: &View) -> Best {
        let mut best = Best::NONE;
        view.each_crowning(|after| best = best.max(self.before(after)));
        best
    }

    /// The code that a position begins with, before its quiet moves are known.
    #[inline]
    pub(super) fn first_code(&self, view: &View) -> FirstCode {
        let jumpers = view.jumpers();
        if jumpers != 0 {
            return FirstCode { code: self.best_jump(view, jumpers).code(), is_capture: true };
        }
        let moves = view.count_quiet();
        let best = self.best_crowning(view);
        let code = if best.is_win() {
            best.code()
        } else if best.is_draw() {
            code::SAFE
        } else if moves > 0 {
            code::undecided(moves as u8)
        } else if best == Best::NONE {
            code::decided(0)
        } else {
            best.code()
        };
        FirstCode { code, is_capture: false }
    }
}

/// What is known of a position by the moves that lead to finished tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstCode {
    /// The code.
    pub(super) code: u8,
    /// Whether the side to move must jump, so that the code is its last.
    pub(super) is_capture: bool,
}
