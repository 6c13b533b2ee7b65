//! Attacks along lines that may be blocked: one look-up in a table by the men that can block.
//!
//! The men on a square's lines, edges left out, are gathered into an index: by the instruction `pext` where the build's
//! CPU has it, else by a multiplication with a *magic* number ([`super::magics`]). Both tables are made at compile time
//! and tested against walks along the rays. 860 kB; half of a level-2 cache, of which a game uses little at a time.

use super::attacks::{FILE_A, FILE_H, RANK_1, RANK_8, Squares, ray};

/// Entries of the table of rooks and of bishops: two to the number of squares that can block, summed over the board.
const ROOKS: usize = 102_400;
const BISHOPS: usize = 5_248;

/// What is needed to find the attacks from one square.
#[derive(Clone, Copy)]
struct Square {
    /// Where men block: the lines without their last squares.
    mask: Squares,
    /// Where the square's attacks begin in the table.
    offset: u32,
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

const fn squares(first: usize) -> [Square; 64] {
    let mut table = [Square {
        mask: 0,
        offset: 0,
        #[cfg(not(target_feature = "bmi2"))]
        magic: 0,
    }; 64];
    let (mut square, mut offset) = (0, 0);
    while square < 64 {
        let mask = blockers(square, first);
        table[square].mask = mask;
        table[square].offset = offset;
        #[cfg(not(target_feature = "bmi2"))]
        {
            table[square].magic = if first == 0 { super::magics::ROOK[square] } else { super::magics::BISHOP[square] };
        }
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

const fn table<const N: usize>(squares: &[Square; 64], first: usize) -> [Squares; N] {
    let mut table = [0; N];
    let mut square = 0;
    while square < 64 {
        let here = squares[square];
        let (mut occupied, mut number) = (0, 0);
        loop {
            table[index(here, occupied, number)] = attacks(square, first, occupied);
            // The next subset of the mask, in the order of their `pext`.
            occupied = occupied.wrapping_sub(here.mask) & here.mask;
            number += 1;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

/// The place of the `number`th set of blockers in the table, at compile time.
#[cfg(target_feature = "bmi2")]
const fn index(square: Square, _: Squares, number: usize) -> usize {
    square.offset as usize + number
}

/// The place of a set of blockers in the table, at compile time.
#[cfg(not(target_feature = "bmi2"))]
const fn index(square: Square, occupied: Squares, _: usize) -> usize {
    square.offset as usize + (occupied.wrapping_mul(square.magic) >> (64 - square.mask.count_ones())) as usize
}

impl Square {
    #[cfg(target_feature = "bmi2")]
    #[inline]
    #[allow(unsafe_code)] // Twice as many positions a second as by magics; tested against walks like them.
    fn place(self, occupied: Squares) -> usize {
        // SAFETY: this function exists only in builds for CPUs that have the instruction.
        let gathered = unsafe { std::arch::x86_64::_pext_u64(occupied, self.mask) };
        self.offset as usize + gathered as usize
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[inline]
    fn place(self, occupied: Squares) -> usize {
        index(self, occupied & self.mask, 0)
    }
}

static ROOK_SQUARES: [Square; 64] = squares(0);
static BISHOP_SQUARES: [Square; 64] = squares(4);
#[allow(long_running_const_eval)] // A second of the compiler's time instead of one at every start.
static ROOK: [Squares; ROOKS] = table(&squares(0), 0);
static BISHOP: [Squares; BISHOPS] = table(&squares(4), 4);

/// What a rook on `square` attacks where `occupied` squares block.
#[inline]
#[must_use]
pub fn rook(square: usize, occupied: Squares) -> Squares {
    ROOK[ROOK_SQUARES[square].place(occupied)]
}

/// What a bishop on `square` attacks where `occupied` squares block.
#[inline]
#[must_use]
pub fn bishop(square: usize, occupied: Squares) -> Squares {
    BISHOP[BISHOP_SQUARES[square].place(occupied)]
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
