//! What pieces there are: of a side, of both, and the order in which tables are made.
//!
//! A [`Slice`] is the positions of one material with one side to move, and what a table is of. Whoever is to move
//! plays up the board, as Black does: a position with White to move is turned. Quiet moves lead from a slice to the
//! one with the sides exchanged, so both are solved together, as a [`Pair`]; everything else leads to fewer pieces or
//! fewer men.

use std::fmt;

/// The most pieces of a position with a table.
pub const MOST_PIECES: usize = 6;
/// The most pieces of a side: the other has one at least.
pub(super) const MOST_OF_A_SIDE: usize = MOST_PIECES - 1;

/// `BINOMIAL[n][k]`: in how many ways `k` of `n` squares can be chosen.
pub(super) const BINOMIAL: [[u32; MOST_OF_A_SIDE + 1]; 33] = {
    let mut table = [[0; MOST_OF_A_SIDE + 1]; 33];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_OF_A_SIDE && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The pieces of a side: from one to [`MOST_PIECES`]` - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// How many men.
    pub men: usize,
    /// How many kings.
    pub kings: usize,
}

impl Material {
    /// How many materials of a side there are.
    pub(super) const NUMBERS: usize = MOST_OF_A_SIDE * (MOST_OF_A_SIDE + 3) / 2;

    /// All with this many pieces, fewer men first.
    fn of(pieces: usize) -> impl Iterator<Item = Self> {
        (0..=pieces).map(move |men| Self { men, kings: pieces - men })
    }

    /// How many pieces.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }

    /// From 0, below [`Self::NUMBERS`].
    #[inline]
    pub(super) const fn number(self) -> usize {
        let pieces = self.pieces();
        pieces * (pieces + 1) / 2 - 1 + self.men
    }

    /// The number of ways to place them: men stand on 28 squares, kings on what is left of 32.
    #[must_use]
    pub const fn placements(self) -> usize {
        BINOMIAL[28][self.men] as usize * BINOMIAL[32 - self.men][self.kings] as usize
    }

    /// With a man crowned, if there is one.
    fn crowned(self) -> Option<Self> {
        Some(Self { men: self.men.checked_sub(1)?, kings: self.kings + 1 })
    }
}

/// `2m1k`: two men and a king.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k", self.men, self.kings)
    }
}

/// The positions of one material, one side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// What the side to move has.
    pub mover: Material,
    /// What the other side has.
    pub rival: Material,
}

impl Slice {
    /// How many slices have a number.
    pub(super) const NUMBERS: usize = Material::NUMBERS * Material::NUMBERS;

    /// How many pieces.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.mover.pieces() + self.rival.pieces()
    }

    /// From 0, below [`Self::NUMBERS`].
    #[inline]
    pub(super) const fn number(self) -> usize {
        self.mover.number() * Material::NUMBERS + self.rival.number()
    }

    /// The slice after a move that changes nothing.
    pub(super) const fn exchanged(self) -> Self {
        Self { mover: self.rival, rival: self.mover }
    }
}

/// `2m1k-0m2k`, the side to move first.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mover, self.rival)
    }
}

/// A material of both sides with either to move. The side with fewer placements is a table's rows, the other its
/// columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The material with fewer placements.
    pub(super) rows: Material,
    /// The other.
    pub(super) columns: Material,
}

impl Pair {
    /// All with up to this many pieces, each behind those that its positions lead to.
    pub(super) fn up_to(pieces: usize) -> Vec<Self> {
        let mut pairs = Vec::new();
        for pieces in 2..=pieces.min(MOST_PIECES) {
            for few in 1..=pieces / 2 {
                for rows in Material::of(few) {
                    let columns = Material::of(pieces - few);
                    pairs.extend(columns.filter_map(|columns| {
                        let is_new = few < pieces - few || rows.men <= columns.men;
                        is_new.then(|| Self::new(rows, columns))
                    }));
                }
            }
        }
        pairs
    }

    pub(super) fn new(one: Material, other: Material) -> Self {
        let [rows, columns] = if one.placements() <= other.placements() { [one, other] } else { [other, one] };
        Self { rows, columns }
    }

    /// How many pieces.
    pub(super) const fn pieces(self) -> usize {
        self.rows.pieces() + self.columns.pieces()
    }

    /// Whether both sides have the same, so that there is one slice only.
    pub(super) fn is_even(self) -> bool {
        self.rows == self.columns
    }

    /// With the rows' side to move.
    pub(super) const fn first(self) -> Slice {
        Slice { mover: self.rows, rival: self.columns }
    }

    /// The slices: with the rows' side to move and, unless both have the same, with the columns'.
    pub(super) fn slices(self) -> impl Iterator<Item = Slice> {
        let second = (!self.is_even()).then(|| self.first().exchanged());
        [Some(self.first()), second].into_iter().flatten()
    }

    /// The slices with as many pieces to which its positions lead: a man is crowned, and the other side is to move.
    pub(super) fn crowned(self) -> Vec<Slice> {
        let after = |Slice { mover, rival }| Some(Slice { mover: rival, rival: mover.crowned()? });
        self.slices().filter_map(after).collect()
    }

    /// The number of cells of one of its slices: every placement of one side with every one of the other.
    pub(super) const fn cells(self) -> usize {
        self.rows.placements() * self.columns.placements()
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())
    }
}
