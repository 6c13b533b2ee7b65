//! What is counted of a slice.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use super::code;

/// A slice in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// All positions with the material and the side to move.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// In which the side to move must jump.
    pub captures: u64,
    /// The plies of the longest win, 0 if there is none.
    pub longest_win: u8,
    /// How many positions are won in as many plies and no fewer.
    pub longest_wins: u64,
    /// The plies of the longest loss, 0 if there is none; a loss in 0 plies is the end of the game.
    pub longest_loss: u8,
}

impl Figures {
    /// The bytes of the figures in a file.
    pub(super) const BYTES: usize = 6 * 8 + 2;

    pub(super) fn to_bytes(self) -> Vec<u8> {
        let Self { positions, win, draw, loss, captures, longest_win, longest_wins, longest_loss } = self;
        let counts = [positions, win, draw, loss, captures, longest_wins];
        counts.into_iter().flat_map(u64::to_le_bytes).chain([longest_win, longest_loss]).collect()
    }

    /// From [`BYTES`](Self::BYTES) bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let count = |number: usize| (0..8).rev().fold(0, |count, at| count << 8 | u64::from(bytes[8 * number + at]));
        let [positions, win, draw, loss, captures, longest_wins] = [0, 1, 2, 3, 4, 5].map(count);
        let [longest_win, longest_loss] = [bytes[48], bytes[49]];
        Self { positions, win, draw, loss, captures, longest_win, longest_wins, longest_loss }
    }
}

/// Counts a finished plane in which `captures` positions have a jump.
pub(super) fn count(plane: &[u8], captures: u64) -> Figures {
    let counts = plane
        .par_chunks(1 << 16)
        .map(|cells| {
            let mut counts = [0_u64; 256];
            for &cell in cells {
                counts[usize::from(cell)] += 1;
            }
            counts
        })
        .reduce(|| [0; 256], |one, other| std::array::from_fn(|code| one[code] + other[code]));
    let mut figures = Figures { captures, ..Figures::default() };
    for (code, &count) in (0..=u8::MAX).zip(&counts) {
        if code == code::NOWHERE || count == 0 {
            continue;
        }
        figures.positions += count;
        match code::plies(code) {
            None => figures.draw += count,
            Some(plies) if plies.is_multiple_of(2) => {
                figures.loss += count;
                figures.longest_loss = plies;
            }
            Some(plies) => {
                figures.win += count;
                (figures.longest_win, figures.longest_wins) = (plies, count);
            }
        }
    }
    figures
}
