//! The 3x3 board: squares, sets of squares, lines, and where the hole can go.
//!
//! Squares are numbered from 0 (`a1`) along the ranks to 8 (`c3`); a set of squares is nine bits. All tables are made
//! at compile time from the same few rays.
//!
//! Next: [`super::moves`] makes moves of these tables.

use std::fmt;

/// A set of squares: bit i stands for square i, the bits above the ninth are clear.
pub type Squares = u16;

/// All nine squares.
pub const ALL: Squares = 0b111_111_111;

/// The eight lines of three: ranks, files, diagonals.
pub const LINES: [Squares; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// One of the nine squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 9;
    /// `b2`, where the hole is when a game starts.
    pub const CENTRE: Self = Self(4);

    /// Square `index`, counted from `a1` along the ranks; `None` from 9 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// The number of the square, from 0 to 8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this square alone.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }

    /// The squares `a1` to `c3`, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number of symmetries of the board.
    pub const SYMMETRIES: usize = 8;

    /// Where a symmetry takes the square: 0 leaves the board as it is, bit 0 turns the files round, bit 1 the ranks, and
    /// bit 2 then swaps files and ranks.
    #[must_use]
    pub const fn image(self, symmetry: usize) -> Self {
        let (file, rank) = (self.0 % 3, self.0 / 3);
        let file = if symmetry & 1 == 0 { file } else { 2 - file };
        let rank = if symmetry & 2 == 0 { rank } else { 2 - rank };
        if symmetry & 4 == 0 { Self(rank * 3 + file) } else { Self(file * 3 + rank) }
    }

    /// The square of that name, such as `b2`.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [file @ b'a'..=b'c', rank @ b'1'..=b'3'] => Some(Self((rank - b'1') * 3 + (file - b'a'))),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

/// Steps to a neighbour as (files, ranks): the four along ranks and files first, then the diagonals.
const STEPS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares met from `from` in direction `step`, at most `longest` of them.
const fn ray(from: usize, step: (i8, i8), longest: u32) -> Squares {
    let (mut file, mut rank) = (from as i8 % 3 + step.0, from as i8 / 3 + step.1);
    let mut met: Squares = 0;
    while 0 <= file && file < 3 && 0 <= rank && rank < 3 && met.count_ones() < longest {
        met |= 1 << (rank * 3 + file);
        file += step.0;
        rank += step.1;
    }
    met
}

/// By square: the union of its rays along the first `directions` of [`STEPS`].
const fn rays(directions: usize, longest: u32) -> [Squares; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT * directions {
        table[index / directions] |= ray(index / directions, STEPS[index % directions], longest);
        index += 1;
    }
    table
}

/// By square: the neighbours along ranks and files.
pub const ORTHOGONAL: [Squares; Square::COUNT] = rays(4, 1);
/// By square: the neighbours, diagonal ones included.
pub const KING: [Squares; Square::COUNT] = rays(8, 1);
/// By hole: the squares it can go to, which are the other four of its rank and file. The near ones take a slide of one
/// tile, the far ones of two.
pub const REACH: [Squares; Square::COUNT] = rays(4, 2);

/// By hole and another square of its rank or file: all squares that the hole can go to in that direction; 0 for other
/// squares.
pub const TOWARDS: [[Squares; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < 4 * Square::COUNT * Square::COUNT {
        let (step, hole, square) = (STEPS[index % 4], index / 4 / Square::COUNT, index / 4 % Square::COUNT);
        let squares = ray(hole, step, 2);
        if squares >> square & 1 == 1 {
            table[hole][square] = squares;
        }
        index += 1;
    }
    table
};

const HAS_LINE: [bool; 1 << Square::COUNT] = {
    let mut table = [false; 1 << Square::COUNT];
    let mut index = 0;
    while index < table.len() * LINES.len() {
        let (pawns, line) = (index / LINES.len(), LINES[index % LINES.len()]);
        table[pawns] |= pawns as Squares & line == line;
        index += 1;
    }
    table
};

/// Whether `pawns` fill a line.
#[inline]
#[must_use]
pub const fn has_line(pawns: Squares) -> bool {
    HAS_LINE[(pawns & ALL) as usize]
}
