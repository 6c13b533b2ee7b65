//! A board of squares with its files and ranks named.

use super::elements::{INK, WOOD, filled, rect, words};

/// So many files and ranks, seen with rank 1 below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    pub(super) files: u32,
    pub(super) ranks: u32,
    /// The width of a square.
    pub(super) side: u32,
    /// What is left free to the left of the squares and below them, for names.
    pub(super) margin: u32,
}

/// The wood around the squares.
const FRAME: u32 = 8;

impl Squares {
    /// The size of the board with its names.
    pub(super) const fn size(self) -> [u32; 2] {
        let around = self.margin + 2 * FRAME;
        [self.files * self.side + around, self.ranks * self.side + around]
    }

    /// The centre of a square, file and rank counted from 0.
    pub(super) const fn centre(self, file: u32, rank: u32) -> [u32; 2] {
        let half = self.side / 2;
        [self.margin + FRAME + file * self.side + half, FRAME + (self.ranks - 1 - rank) * self.side + half]
    }

    /// A rectangle that fills a square.
    pub(super) fn fill(self, file: u32, rank: u32, colour: &str) -> String {
        let [x, y] = self.centre(file, rank).map(|middle| (middle - self.side / 2) as i32);
        rect([x, y], [self.side as i32; 2], 0, &filled(colour))
    }

    /// The frame, to be drawn before the squares.
    pub(super) fn frame(self) -> String {
        let length = |squares: u32| (squares * self.side + 2 * FRAME) as i32;
        rect([self.margin as i32, 0], [length(self.files), length(self.ranks)], 4, &filled(WOOD))
    }

    /// The letters of the files and the numbers of the ranks.
    pub(super) fn names(self) -> String {
        let size = self.margin * 2 / 3;
        let below = self.size()[1] - self.margin / 2;
        let files = (0..self.files).map(|file| {
            let letter = char::from(b'a' + file as u8).to_string();
            words([self.centre(file, 0)[0], below], size, INK, &letter)
        });
        let ranks = (0..self.ranks)
            .map(|rank| words([self.margin / 2, self.centre(0, rank)[1]], size, INK, &(rank + 1).to_string()));
        files.chain(ranks).collect()
    }
}
