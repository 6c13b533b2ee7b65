//! Attacks along lines that may be blocked: one look-up in a table by the men that can block.
//!
//! The men on a square's lines, edges left out, are gathered into an index: by the instruction `pext` where the build's
//! CPU has it, else by a multiplication with a *magic* number (`magics`). Both tables are made at compile time
//! and tested against walks along the rays. 860 kB; half of a level-2 cache, of which a game uses little at a time.

use super::attacks::{FILE_A, FILE_H, RANK_1, RANK_8, Squares, ray};

/// Entries of the tables of rooks and of bishops: two to the number of squares that can block, summed over the board.
const ROOKS: usize = 102_400;
const BISHOPS: usize = 5_248;

/// The most sets of blockers that a square has, and the length of every square's window into its table: windows
/// overlap, the last ones reach into padding, and an index cut to 12 bits needs no check.
const WINDOW: usize = 1 << 12;

/// What is needed to find the attacks from one square.
#[derive(Clone, Copy)]
struct Square {
    /// Where men block: the lines without their last squares.
    mask: Squares,
    /// The square's attacks by the index of the men that block, and those of other squares behind them.
    attacks: &'static [Squares; WINDOW],
    #[cfg(not(target_feature = "bmi2"))]
    magic: u64,
}

/// The squares on which a man blocks a slider on `square` that starts with `first` of the directions.
const fn blockers(square: usize, first: usize) -> Squares {
    let (file, rank) = (FILE_A << (square % 8), RANK_1 << (square / 8 * 8));
    let edges = (FILE_A | FILE_H) & !file | (RANK_1 | RANK_8) & !rank;
    attacks(square, first, 0) & !edges
}

/// The attacks from `square` in four directions from `first` on, by walking.
const fn attacks(square: usize, first: usize, occupied: Squares) -> Squares {
    ray(square, first, occupied)
        | ray(square, first + 1, occupied)
        | ray(square, first + 2, occupied)
        | ray(square, first + 3, occupied)
}

const fn squares(table: &'static [Squares], first: usize) -> [Square; 64] {
    let Some(window) = table.first_chunk() else { panic!("a table is longer than a window") };
    let mut squares = [Square {
        mask: 0,
        attacks: window,
        #[cfg(not(target_feature = "bmi2"))]
        magic: 0,
    }; 64];
    let (mut square, mut rest) = (0, table);
    while square < 64 {
        let mask = blockers(square, first);
        squares[square].mask = mask;
        let Some(window) = rest.first_chunk() else { panic!("a table is padded for its last window") };
        squares[square].attacks = window;
        #[cfg(not(target_feature = "bmi2"))]
        {
            squares[square].magic = magic(square, first);
        }
        rest = rest.split_at(1 << mask.count_ones()).1;
        square += 1;
    }
    squares
}

const fn table<const N: usize>(first: usize) -> [Squares; N] {
    let mut table = [0; N];
    let (mut square, mut offset) = (0, 0);
    while square < 64 {
        let mask = blockers(square, first);
        let (mut occupied, mut number) = (0, 0);
        loop {
            table[offset + index(square, first, occupied, number)] = attacks(square, first, occupied);
            // The next subset of the mask, in the order of their `pext`.
            occupied = Squares::wrapping_sub(occupied, mask) & mask;
            number += 1;
            if occupied == 0 {
                break;
            }
        }
        offset += number;
        square += 1;
    }
    table
}

/// The index of the `number`th set of blockers, at compile time.
#[cfg(target_feature = "bmi2")]
const fn index(_: usize, _: usize, _: Squares, number: usize) -> usize {
    number
}

/// The index of a set of blockers, at compile time.
#[cfg(not(target_feature = "bmi2"))]
const fn index(square: usize, first: usize, occupied: Squares, _: usize) -> usize {
    (occupied.wrapping_mul(magic(square, first)) >> (64 - blockers(square, first).count_ones())) as usize
}

#[cfg(not(target_feature = "bmi2"))]
const fn magic(square: usize, first: usize) -> u64 {
    if first == 0 { super::magics::ROOK[square] } else { super::magics::BISHOP[square] }
}

impl Square {
    #[cfg(target_feature = "bmi2")]
    #[inline]
    #[allow(unsafe_code)] // 1.17 times the leaves of magics a second; tested against walks like them.
    fn index(&self, occupied: Squares) -> usize {
        // SAFETY: this function exists only in builds for CPUs that have the instruction.
        unsafe { std::arch::x86_64::_pext_u64(occupied, self.mask) as usize }
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[inline]
    fn index(&self, occupied: Squares) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.magic);
        (product >> (64 - self.mask.count_ones())) as usize
    }

    #[inline]
    fn attacks(&self, occupied: Squares) -> Squares {
        self.attacks[self.index(occupied) % WINDOW]
    }
}

static ROOK_SQUARES: [Square; 64] = squares(&ROOK, 0);
static BISHOP_SQUARES: [Square; 64] = squares(&BISHOP, 4);
#[allow(long_running_const_eval)] // A second of the compiler's time instead of one at every start.
static ROOK: [Squares; ROOKS + WINDOW] = table(0);
static BISHOP: [Squares; BISHOPS + WINDOW] = table(4);

/// What a rook on `square` attacks where `occupied` squares block.
#[inline]
#[must_use]
pub fn rook(square: usize, occupied: Squares) -> Squares {
    ROOK_SQUARES[square].attacks(occupied)
}

/// What a bishop on `square` attacks where `occupied` squares block.
#[inline]
#[must_use]
pub fn bishop(square: usize, occupied: Squares) -> Squares {
    BISHOP_SQUARES[square].attacks(occupied)
}

/// What a queen on `square` attacks where `occupied` squares block.
#[inline]
#[must_use]
pub fn queen(square: usize, occupied: Squares) -> Squares {
    rook(square, occupied) | bishop(square, occupied)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn the_tables_hold_what_walking_finds() {
        let mut rng = crate::rng::stream(1, 0);
        for square in 0..64 {
            for _ in 0..2_000 {
                let occupied = rng.random::<u64>() & rng.random::<u64>();
                assert_eq!(rook(square, occupied), attacks(square, 0, occupied), "{square} {occupied:x}");
                assert_eq!(bishop(square, occupied), attacks(square, 4, occupied), "{square} {occupied:x}");
            }
        }
    }
}
