//! The analysis of one pair of slices, ply by ply from the end back.
//!
//! First every position gets the code that follows from its jumps and crownings alone, which lead to finished tables;
//! its other quiet moves, which stay in the pair, are counted. Then the plies are gone through upwards. From a loss
//! in so many plies the quiet moves that led there are taken back: the position before is a win in one ply more. From
//! a win likewise: the position before has one move less that may not lose, and with none left it is lost. What is
//! undecided in the end is drawn. Positions with a capture never change.
//!
//! A grid has a row for each placement of the one side and a column for each of the other, and two planes of cells,
//! one for each side to move. A move of the columns' side stays in its row, one of the rows' side in its column, so
//! threads share the rows or the columns among them and never write the same cell; the cells are atomic bytes because
//! columns are not neighbours in memory, and all access is relaxed. Each chunk of a row remembers which distances it
//! ever had.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::code::{self, Best};
use super::figures::{self, Figures};
use super::material::Pair;
use super::placement::Placements;
use super::shelf::Shelf;
use super::view::View;

/// The columns of a chunk.
const CHUNK: usize = 256;
/// Bits for all distances.
const WORDS: usize = code::MOST_PLIES as usize / 64 + 1;

/// A pair solved.
#[derive(Debug)]
pub(super) struct Solved {
    /// The codes for each side to move, one if both are the same: rows of the pair's columns.
    pub(super) planes: Vec<Vec<u8>>,
    /// The figures of each.
    pub(super) figures: Vec<Figures>,
}

/// Whose turn it is in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Rows,
    Columns,
}

/// The cells of one side to move.
struct Plane {
    turn: Turn,
    cells: Vec<AtomicU8>,
    /// The distances that cells of a chunk have had, a bit each.
    marks: Vec<[AtomicU64; WORDS]>,
    captures: AtomicU64,
}

struct Grid<'a> {
    shelf: &'a Shelf,
    rows: &'a Placements,
    columns: &'a Placements,
    /// The pieces of each column as the rows' side sees them, and the other way round.
    columns_seen: Vec<u32>,
    rows_seen: Vec<u32>,
}

/// The bytes that a grid takes.
pub(super) fn bytes(pair: Pair) -> usize {
    let marks = pair.rows.placements() * pair.columns.placements().div_ceil(CHUNK) * WORDS * size_of::<u64>();
    2 * (pair.cells() + marks)
}

/// Solves a pair; `shelf` must have what its positions lead to.
pub(super) fn solve(pair: Pair, shelf: &Shelf, rows: &Placements, columns: &Placements) -> Solved {
    let seen = |placements: &Placements| placements.list().iter().map(|side| side.turned().pieces()).collect();
    let grid = Grid { shelf, rows, columns, columns_seen: seen(columns), rows_seen: seen(rows) };
    let planes = [Turn::Rows, Turn::Columns].map(|turn| grid.begin(turn));
    let [first, second] = &planes;
    let mut plies = 0;
    while planes.iter().any(|plane| plane.has_from(plies)) {
        grid.take_back_in_rows(first, second, plies);
        grid.take_back_in_columns(second, first, plies);
        plies += 1;
    }
    let kept = if pair.is_even() { 1 } else { 2 };
    let captures: Vec<u64> = planes.iter().map(|plane| plane.captures.load(Relaxed)).collect();
    let planes: Vec<Vec<u8>> = planes.into_iter().take(kept).map(Plane::finish).collect();
    let figures = planes.iter().zip(captures).map(|(plane, captures)| figures::count(plane, captures)).collect();
    Solved { planes, figures }
}

impl Plane {
    /// Whether a cell has this or a greater distance.
    fn has_from(&self, plies: u8) -> bool {
        let (word, bit) = (usize::from(plies) / 64, plies % 64);
        self.marks.iter().any(|marks| {
            marks[word].load(Relaxed) >> bit != 0 || marks[word + 1..].iter().any(|mark| mark.load(Relaxed) != 0)
        })
    }

    /// The codes.
    fn finish(self) -> Vec<u8> {
        self.cells.into_iter().map(AtomicU8::into_inner).collect()
    }
}

impl Grid<'_> {
    /// The chunks of a row.
    fn chunks(&self) -> usize {
        self.columns_seen.len().div_ceil(CHUNK)
    }

    /// The columns of a chunk.
    fn chunk(&self, number: usize) -> std::ops::Range<usize> {
        number * CHUNK..((number + 1) * CHUNK).min(self.columns_seen.len())
    }

    /// The position of a cell as the side to move sees it; `None` if two pieces would stand on a square.
    fn view(&self, turn: Turn, row: usize, column: usize) -> Option<View> {
        if self.rows.list()[row].pieces() & self.columns_seen[column] != 0 {
            return None;
        }
        let (rows, columns) = (self.rows.list()[row], self.columns.list()[column]);
        Some(match turn {
            Turn::Rows => View::new(rows, columns),
            Turn::Columns => View::new(columns, rows),
        })
    }

    /// A plane with the first codes.
    fn begin(&self, turn: Turn) -> Plane {
        let (rows, columns) = (self.rows_seen.len(), self.columns_seen.len());
        let cells = std::iter::repeat_with(|| AtomicU8::new(code::NOWHERE)).take(rows * columns).collect();
        let marks = std::iter::repeat_with(Default::default).take(rows * self.chunks()).collect();
        let plane = Plane { turn, cells, marks, captures: AtomicU64::new(0) };
        (0..rows).into_par_iter().for_each(|row| {
            let mut captures = 0;
            for column in 0..columns {
                let Some(view) = self.view(turn, row, column) else { continue };
                let first = self.shelf.first_code(&view);
                captures += u64::from(first.is_capture);
                match code::plies(first.code) {
                    Some(plies) => self.decide(&plane, row, column, plies),
                    None => plane.cells[row * columns + column].store(first.code, Relaxed),
                }
            }
            plane.captures.fetch_add(captures, Relaxed);
        });
        plane
    }

    /// Writes a distance. Two threads must not do so for one chunk at a time.
    fn decide(&self, plane: &Plane, row: usize, column: usize, plies: u8) {
        plane.cells[row * self.columns_seen.len() + column].store(code::decided(plies), Relaxed);
        let mark = &plane.marks[row * self.chunks() + column / CHUNK][usize::from(plies) / 64];
        mark.store(mark.load(Relaxed) | 1 << (plies % 64), Relaxed);
    }

    /// Hands over the columns of the cells of a chunk that are decided in so many plies.
    #[inline]
    fn each_decided(&self, plane: &Plane, row: usize, chunk: usize, plies: u8, mut take: impl FnMut(usize)) {
        let mark = &plane.marks[row * self.chunks() + chunk][usize::from(plies) / 64];
        if mark.load(Relaxed) >> (plies % 64) & 1 == 0 {
            return;
        }
        let range = self.chunk(chunk);
        let start = row * self.columns_seen.len();
        let cells = &plane.cells[start + range.start..start + range.end];
        for (column, cell) in range.zip(cells) {
            if cell.load(Relaxed) == code::decided(plies) {
                take(column);
            }
        }
    }

    /// Takes back the moves of the columns' side that led to positions of `from`, where the rows' side is to move.
    fn take_back_in_rows(&self, from: &Plane, to: &Plane, plies: u8) {
        (0..self.rows_seen.len()).into_par_iter().for_each(|row| {
            for chunk in 0..self.chunks() {
                self.each_decided(from, row, chunk, plies, |column| {
                    for retraction in self.columns.retractions(column) {
                        if !retraction.is_blocked(self.rows_seen[row]) {
                            self.arrive(to, row, retraction.before(), plies);
                        }
                    }
                });
            }
        });
    }

    /// Takes back the moves of the rows' side that led to positions of `from`, where the columns' side is to move.
    fn take_back_in_columns(&self, from: &Plane, to: &Plane, plies: u8) {
        (0..self.chunks()).into_par_iter().for_each(|chunk| {
            for row in 0..self.rows_seen.len() {
                self.each_decided(from, row, chunk, plies, |column| {
                    for retraction in self.rows.retractions(row) {
                        if !retraction.is_blocked(self.columns_seen[column]) {
                            self.arrive(to, retraction.before(), column, plies);
                        }
                    }
                });
            }
        });
    }

    /// A quiet move from this cell leads to a position that is decided in so many plies.
    #[inline]
    fn arrive(&self, plane: &Plane, row: usize, column: usize, plies: u8) {
        let cell = &plane.cells[row * self.columns_seen.len() + column];
        let code = cell.load(Relaxed);
        if plies.is_multiple_of(2) {
            let is_better = match code::plies(code) {
                // Later by a crowning; a capture stays what it is.
                Some(now) => {
                    now > plies + 1 && self.view(plane.turn, row, column).is_some_and(|pos| pos.jumpers() == 0)
                }
                None => code == code::SAFE || code::moves_left(code).is_some(),
            };
            if is_better {
                self.decide(plane, row, column, plies + 1);
            }
        } else if let Some(moves) = code::moves_left(code) {
            if moves > 1 {
                cell.store(code::undecided(moves - 1), Relaxed);
            } else {
                self.decide(plane, row, column, self.loss(plane.turn, row, column, plies + 1));
            }
        }
    }

    /// The plies of a lost position whose quiet moves lose in `plies` at most, together with those that crown a man.
    fn loss(&self, turn: Turn, row: usize, column: usize, plies: u8) -> u8 {
        let best = self.view(turn, row, column).map_or(Best::NONE, |view| self.shelf.best_crowning(&view));
        if best == Best::NONE { plies } else { code::plies(best.code()).unwrap_or(0).max(plies) }
    }
}
