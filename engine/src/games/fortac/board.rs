//! The 4x4 board as sets of squares in 16 bits, the lines on it, and the combos.
//!
//! Square `a1` is bit 0, `d1` bit 3, `d4` bit 15: files run from left to right, ranks from the bottom up, and the
//! first row of a text is rank 4. Everything that a square reaches on an empty board is a table made at compile time.
//! The board is so small that each square has exactly three lines with room for two more squares (one along its rank,
//! one along its file, one diagonal): all jumps and pushes happen on those.
//!
//! Next: [`super::moves`] for the cards' moves over these tables.

use std::fmt;

/// A set of squares: bit `4 * rank + file`.
pub type Squares = u16;

/// The four corners.
pub const CORNERS: Squares = 0x9009;
/// The four squares in the middle.
pub const CENTRE: Squares = 0x0660;
/// Where the men start, Red's and Black's: `RREE/RREE/EEBB/EEBB`.
pub const START: [Squares; 2] = [0x3300, 0x00CC];

/// One of the sixteen squares, `4 * rank + file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number; only the lowest four bits count.
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index as u8 & 15)
    }

    /// 0..16, for arrays by square.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Squares {
        1 << (self.0 & 15)
    }

    /// The squares of a set, lowest first.
    #[inline]
    pub fn of(set: Squares) -> impl Iterator<Item = Self> {
        crate::bitboard::Bits(u64::from(set)).map(Self::new)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 4), self.0 / 4 + 1)
    }
}

/// A step to a neighbouring square, for whole sets: drop those that would leave the board, then turn the word.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    may_go: Squares,
    turn: u32,
}

impl Direction {
    const fn new(files: i32, ranks: i32) -> Self {
        Self { may_go: leap_from(files, ranks), turn: (4 * ranks + files).rem_euclid(16) as u32 }
    }

    /// The squares one step on from those of `set`; what would leave the board is gone.
    #[inline]
    #[must_use]
    pub const fn step(self, set: Squares) -> Squares {
        (set & self.may_go).rotate_left(self.turn)
    }
}

/// Along ranks and files.
pub const ORTHOGONAL: [Direction; 4] =
    [Direction::new(1, 0), Direction::new(-1, 0), Direction::new(0, 1), Direction::new(0, -1)];
/// Along diagonals.
pub const DIAGONAL: [Direction; 4] =
    [Direction::new(1, 1), Direction::new(-1, 1), Direction::new(1, -1), Direction::new(-1, -1)];

/// The neighbours of each square along its rank and file.
pub const HOPS: [Squares; 16] = leaps([(1, 0), (-1, 0), (0, 1), (0, -1)]);
/// The diagonal neighbours of each square.
pub const SKIPS: [Squares; 16] = leaps([(1, 1), (-1, 1), (1, -1), (-1, -1)]);
/// The eight neighbours of each square.
pub const STEPS: [Squares; 16] = union(HOPS, SKIPS);
/// The knight's leaps from each square.
pub const LEAPS: [Squares; 16] =
    union(leaps([(1, 2), (-1, 2), (1, -2), (-1, -2)]), leaps([(2, 1), (-2, 1), (2, -1), (-2, -1)]));

/// Where `square + (files, ranks)` lies, if on the board.
const fn leap(square: i32, files: i32, ranks: i32) -> Option<i32> {
    let (file, rank) = (square % 4 + files, square / 4 + ranks);
    if 0 <= file && file < 4 && 0 <= rank && rank < 4 { Some(4 * rank + file) } else { None }
}

/// The squares from which a leap by `(files, ranks)` stays on the board.
const fn leap_from(files: i32, ranks: i32) -> Squares {
    let mut set = 0;
    let mut square = 0;
    while square < 16 {
        if leap(square, files, ranks).is_some() {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

const fn leaps(offsets: [(i32, i32); 4]) -> [Squares; 16] {
    let mut table = [0; 16];
    let mut square = 0;
    while square < 16 {
        let mut i = 0;
        while i < 4 {
            if let Some(to) = leap(square, offsets[i].0, offsets[i].1) {
                table[square as usize] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn union(a: [Squares; 16], b: [Squares; 16]) -> [Squares; 16] {
    let mut table = [0; 16];
    let mut square = 0;
    while square < 16 {
        table[square] = a[square] | b[square];
        square += 1;
    }
    table
}

/// The squares that follow a square in line; `far` is the empty set where the board ends after two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line {
    /// The neighbour.
    pub near: Squares,
    /// The square behind it.
    pub beyond: Squares,
    /// The square behind that, or nothing.
    pub far: Squares,
}

/// The three lines of each square that hold two more squares or three: along the rank, along the file, diagonal.
pub const LINES: [[Line; 3]; 16] = lines();

const fn lines() -> [[Line; 3]; 16] {
    let mut table = [[Line { near: 0, beyond: 0, far: 0 }; 3]; 16];
    let mut square = 0;
    while square < 16 {
        // Towards the opposite half of the board there is room for two, away from it there is not.
        let (files, ranks) = (if square % 4 < 2 { 1 } else { -1 }, if square / 4 < 2 { 1 } else { -1 });
        let square_index = square as usize;
        table[square_index] = [line(square, files, 0), line(square, 0, ranks), line(square, files, ranks)];
        square += 1;
    }
    table
}

const fn line(square: i32, files: i32, ranks: i32) -> Line {
    Line {
        near: set_of(leap(square, files, ranks)),
        beyond: set_of(leap(square, 2 * files, 2 * ranks)),
        far: set_of(leap(square, 3 * files, 3 * ranks)),
    }
}

const fn set_of(square: Option<i32>) -> Squares {
    match square {
        Some(square) => 1 << square,
        None => 0,
    }
}

/// The squares a man slides to from `from` over the squares of `empty`, in the given directions.
#[inline]
#[must_use]
pub fn slides(from: Squares, empty: Squares, directions: &[Direction; 4]) -> Squares {
    let mut reached = 0;
    for direction in directions {
        let first = direction.step(from) & empty;
        let second = direction.step(first) & empty;
        reached |= first | second | direction.step(second) & empty;
    }
    reached
}

/// A type of combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Combo {
    /// The four corners.
    Corners,
    /// The four squares in the middle.
    Centre,
    /// Any rank or file.
    Orthogonal,
    /// Either long diagonal.
    Diagonal,
}

impl Combo {
    /// All four types, in order.
    pub const ALL: [Self; 4] = [Self::Corners, Self::Centre, Self::Orthogonal, Self::Diagonal];

    /// The type's name as it is written in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["corners", "centre", "orthogonal", "diagonal"][self as usize]
    }

    /// The combo that four men on exactly these squares make.
    #[inline]
    #[must_use]
    pub const fn standing(men: Squares) -> Option<Self> {
        match men {
            CORNERS => Some(Self::Corners),
            CENTRE => Some(Self::Centre),
            0x000F | 0x00F0 | 0x0F00 | 0xF000 | 0x1111 | 0x2222 | 0x4444 | 0x8888 => Some(Self::Orthogonal),
            0x8421 | 0x1248 => Some(Self::Diagonal),
            _ => None,
        }
    }
}

impl fmt::Display for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The twelve patterns with their types.
pub const PATTERNS: [(Squares, Combo); 12] = [
    (CORNERS, Combo::Corners),
    (CENTRE, Combo::Centre),
    (0x000F, Combo::Orthogonal),
    (0x00F0, Combo::Orthogonal),
    (0x0F00, Combo::Orthogonal),
    (0xF000, Combo::Orthogonal),
    (0x1111, Combo::Orthogonal),
    (0x2222, Combo::Orthogonal),
    (0x4444, Combo::Orthogonal),
    (0x8888, Combo::Orthogonal),
    (0x8421, Combo::Diagonal),
    (0x1248, Combo::Diagonal),
];

/// A set of types of combo: those that a side has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Combos(u8);

impl Combos {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The bits, four of them.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The set with `combo` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, combo: Combo) -> Self {
        Self(self.0 | 1 << combo as u8)
    }

    /// Whether `combo` is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, combo: Combo) -> bool {
        self.0 >> combo as u8 & 1 == 1
    }

    /// The number of types.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no combo has been made.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types, in order.
    pub fn iter(self) -> impl Iterator<Item = Combo> {
        Combo::ALL.into_iter().filter(move |&combo| self.contains(combo))
    }
}

impl fmt::Display for Combos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let names: Vec<&str> = self.iter().map(Combo::name).collect();
        f.write_str(&names.join("+"))
    }
}
