//! The board's symmetries, on squares and on sets of squares, and the pairs of kings that differ under them.
//!
//! Without pawns a position keeps its value under the eight symmetries of the square, with pawns under the exchange of
//! left and right. Of the 3,612 places for two kings 462 or 1,806 remain.

use std::sync::LazyLock;

use engine::games::chess::attacks::{KING, Squares};

/// One of the eight: bit 1 exchanges left and right, bit 2 above and below, bit 4 then files and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    /// The first `count` of them: 2 where there are pawns, otherwise 8.
    fn first(count: u8) -> impl Iterator<Item = Self> {
        (0..count).map(Self)
    }

    /// Where a square goes.
    #[inline]
    pub(super) fn square(self, square: usize) -> usize {
        let flipped = square ^ (usize::from(self.0 & 1) * 7) ^ (usize::from(self.0 >> 1 & 1) * 56);
        if self.0 & 4 == 0 { flipped } else { flipped >> 3 | (flipped & 7) << 3 }
    }

    /// Where a set of squares goes.
    #[inline]
    pub(super) fn squares(self, squares: Squares) -> Squares {
        let sideways = if self.0 & 1 == 0 { squares } else { squares.reverse_bits().swap_bytes() };
        let flipped = if self.0 & 2 == 0 { sideways } else { sideways.swap_bytes() };
        if self.0 & 4 == 0 { flipped } else { transpose(flipped) }
    }
}

/// Exchanges files and rows: squares of 1, 2 and 4 a side change places across the diagonal.
fn transpose(squares: Squares) -> Squares {
    let swap = |word: u64, mask: u64, shift: u32| {
        let moved = (word ^ word >> shift) & mask;
        word ^ moved ^ moved << shift
    };
    let ones = swap(squares, 0x00AA_00AA_00AA_00AA, 7);
    let twos = swap(ones, 0x0000_CCCC_0000_CCCC, 14);
    swap(twos, 0x0000_0000_F0F0_F0F0, 28)
}

/// A place for two kings among those that stand for all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Its number.
    pub(super) number: u16,
    /// The symmetry that takes the kings there.
    pub(super) symmetry: Symmetry,
}

/// The places for two kings, one of each kind under the symmetries.
#[derive(Debug)]
pub(super) struct Kings {
    /// By number: the squares of the two kings.
    pub(super) pairs: Vec<[usize; 2]>,
    /// How many symmetries there are.
    symmetries: u8,
    /// By the squares of the kings.
    slots: Vec<Option<Slot>>,
}

impl Kings {
    /// For endings with or without pawns.
    pub(super) fn of(has_pawns: bool) -> &'static Self {
        static WITH_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(2, |[king, _]| king % 8 < 4));
        static WITHOUT: LazyLock<Kings> = LazyLock::new(|| Kings::new(8, stands_for_all));
        if has_pawns { &WITH_PAWNS } else { &WITHOUT }
    }

    fn new(symmetries: u8, is_kept: impl Fn([usize; 2]) -> bool) -> Self {
        let places = || (0..64).flat_map(|king| (0..64).map(move |other| [king, other]));
        let is_legal = |[king, other]: [usize; 2]| king != other && KING[king] >> other & 1 == 0;
        let pairs: Vec<_> = places().filter(|&kings| is_legal(kings) && is_kept(kings)).collect();
        let slot = |kings: [usize; 2]| {
            Symmetry::first(symmetries).find_map(|symmetry| {
                let number = pairs.binary_search(&kings.map(|king| symmetry.square(king))).ok()? as u16;
                Some(Slot { number, symmetry })
            })
        };
        let slots = places().map(slot).collect();
        Self { pairs, symmetries, slots }
    }

    /// The place that stands for these kings, `None` if they touch.
    #[inline]
    pub(super) fn slot(&self, [king, other]: [usize; 2]) -> Option<Slot> {
        self.slots[king << 6 | other]
    }

    /// The symmetries that take kings of [`pairs`](Self::pairs) to different places. Two kings on the diagonal stay
    /// there when files and rows are exchanged; such places, apart from the kings, are kept twice.
    #[inline]
    pub(super) fn images(&self, kings: [usize; 2]) -> impl Iterator<Item = Symmetry> {
        let on_diagonal = |square: usize| square / 8 == square % 8;
        let is_own_image = self.symmetries == 8 && kings.into_iter().all(on_diagonal);
        Symmetry::first(if is_own_image { 4 } else { self.symmetries })
    }

    /// How many places a numbered one stands for.
    pub(super) fn weight(&self, number: usize) -> u64 {
        self.images(self.pairs[number]).count() as u64
    }
}

/// Whether the first king is in the triangle a1-d1-d4 and, if it is on the diagonal, the second not above it.
fn stands_for_all([king, other]: [usize; 2]) -> bool {
    let (file, row) = (king % 8, king / 8);
    file < 4 && row <= file && (row < file || other / 8 <= other % 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_where_their_squares_go() {
        for symmetry in Symmetry::first(8) {
            for square in 0..64 {
                assert_eq!(symmetry.squares(1 << square), 1 << symmetry.square(square), "{symmetry:?} {square}");
            }
        }
    }

    #[test]
    fn kings_have_their_known_numbers_of_places() {
        for (has_pawns, count) in [(false, 462), (true, 1_806)] {
            let kings = Kings::of(has_pawns);
            assert_eq!(kings.pairs.len(), count);
            assert_eq!((0..count).map(|number| kings.weight(number)).sum::<u64>(), 3_612);
            assert_eq!(kings.slots.iter().flatten().count(), 3_612);
        }
    }
}
