//! The inner loops, written so that the compiler makes vectors of them: fixed pieces, no order left open.
//!
//! The program is built for the machine at hand (`.cargo/config.toml`), with whatever vectors that has; the additions and their order
//! are the same on all.

use super::LANES;

/// Columns whose sums stay in registers while all rows are added.
const TILE: usize = 8 * LANES;

/// `sums = start + Σ value · row`, with the rows of `rows` by number, each as long as `sums`, a multiple of [`LANES`].
#[inline]
pub(super) fn add_rows(sums: &mut [f32], start: &[f32], rows: &[f32], list: &[(u32, f32)]) {
    let width = sums.len();
    let mut column = 0;
    while column + TILE <= width {
        add_columns::<TILE>(sums, start, rows, list, column);
        column += TILE;
    }
    while column + LANES <= width {
        add_columns::<LANES>(sums, start, rows, list, column);
        column += LANES;
    }
}

// Merged into a larger function, the compiler keeps the tile in memory: half the speed.
#[inline(never)]
fn add_columns<const N: usize>(sums: &mut [f32], start: &[f32], rows: &[f32], list: &[(u32, f32)], column: usize) {
    let width = sums.len();
    let mut tile = [0.0; N];
    tile.copy_from_slice(&start[column..column + N]);
    for &(index, value) in list {
        let begin = index as usize * width + column;
        let row: &[f32; N] = rows[begin..begin + N].try_into().expect("a piece of N numbers");
        for lane in 0..N {
            tile[lane] += value * row[lane];
        }
    }
    sums[column..column + N].copy_from_slice(&tile);
}

/// `sums += by · row`; both as long, a multiple of [`LANES`].
#[inline]
pub(super) fn add_scaled(sums: &mut [f32], row: &[f32], by: f32) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += by * row[lane];
        }
    }
}

/// The sum of the products, in eight sums side by side that are added up at the end; both as long, a multiple of [`LANES`].
#[inline]
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (left, right) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}
