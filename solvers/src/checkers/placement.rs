//! The placements of a side's pieces by number, as that side sees them, and the quiet moves between them, taken back.
//!
//! Men are numbered among the 28 squares on which they can stand, kings among the squares that the men leave, both by
//! the combinatorial number system: a set {a < b < c} is number (a over 1) + (b over 2) + (c over 3). The men count
//! most.

use engine::bitboard::Bits;
use engine::games::checkers::board::{ALL, Set, packed, unpacked};

use super::material::{BINOMIAL, Material};

/// A side's pieces on the board as it sees them: sets of squares without gaps, square 1 in bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) men: u32,
    pub(super) kings: u32,
}

/// The number of a set among all with as many squares.
#[inline]
fn rank(set: u32) -> usize {
    Bits(set.into()).zip(1..).map(|(square, count): (u32, usize)| BINOMIAL[square as usize][count] as usize).sum()
}

/// The set of `count` squares with this number.
fn unrank(mut number: u32, count: usize) -> u32 {
    let mut set = 0;
    for count in (1..=count).rev() {
        // The highest square whose sets do not all come later.
        let square = (0..32).rev().find(|&square| BINOMIAL[square][count] <= number).unwrap_or(0);
        number -= BINOMIAL[square][count];
        set |= 1 << square;
    }
    set
}

impl Placement {
    /// The pieces.
    pub(super) const fn pieces(self) -> u32 {
        self.men | self.kings
    }

    /// The material.
    #[inline]
    pub(super) const fn material(self) -> Material {
        Material { men: self.men.count_ones() as usize, kings: self.kings.count_ones() as usize }
    }

    /// As the other side sees it, or what the other side sees so.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Self { men: self.men.reverse_bits(), kings: self.kings.reverse_bits() }
    }

    /// The number among all placements of the material.
    #[inline]
    pub(super) fn number(self) -> usize {
        let men = self.men.count_ones() as usize;
        let kings = Bits(self.kings.into()).zip(1..).map(|(square, count): (u32, usize)| {
            let below = (self.men & ((1 << square) - 1)).count_ones();
            BINOMIAL[(square - below) as usize][count] as usize
        });
        let ways = BINOMIAL[32 - men][self.kings.count_ones() as usize] as usize;
        rank(self.men) * ways + kings.sum::<usize>()
    }

    /// The placement with a number below [`Material::placements`].
    pub(super) fn of(material: Material, number: usize) -> Self {
        let ways = BINOMIAL[32 - material.men][material.kings] as usize;
        let men = unrank((number / ways) as u32, material.men);
        let mut left = unrank((number % ways) as u32, material.kings);
        let mut kings = 0;
        // The squares without men, lowest first, one of `left` after the other.
        for square in Bits((!men).into()) {
            kings |= (left & 1) << square;
            left >>= 1;
        }
        Self { men, kings }
    }
}

/// A quiet move taken back: the square where the piece stood before, and the number of that placement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retraction(u32);

impl Retraction {
    const SQUARE_BITS: u32 = 5;

    /// Whether one of `pieces`, in the mover's view, stands where the piece came from.
    #[inline]
    pub(super) const fn is_blocked(self, pieces: u32) -> bool {
        pieces >> (self.0 & 31) & 1 != 0
    }

    /// The number of the placement before the move.
    #[inline]
    pub(super) const fn before(self) -> usize {
        (self.0 >> Self::SQUARE_BITS) as usize
    }
}

/// All placements of a material with the quiet moves that may have led to each; men that were crowned are left out, as
/// those moves come from another material. About 60 bytes a placement with five pieces.
#[derive(Debug)]
pub(super) struct Placements {
    list: Vec<Placement>,
    /// Where the retractions of each begin, and where the last end.
    starts: Vec<u32>,
    retractions: Vec<Retraction>,
}

impl Placements {
    pub(super) fn of(material: Material) -> Self {
        let list: Vec<Placement> = (0..material.placements()).map(|number| Placement::of(material, number)).collect();
        let (mut starts, mut retractions) = (vec![0], Vec::new());
        for &placement in &list {
            retract(placement, &mut retractions);
            starts.push(retractions.len() as u32);
        }
        Self { list, starts, retractions }
    }

    /// All, in the order of their numbers.
    #[inline]
    pub(super) fn list(&self) -> &[Placement] {
        &self.list
    }

    /// The bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.list) + size_of_val(&*self.starts) + size_of_val(&*self.retractions)
    }

    /// The moves that may have led to a placement, blocked or not.
    #[inline]
    pub(super) fn retractions(&self, number: usize) -> &[Retraction] {
        &self.retractions[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// Appends the moves that may have led to a placement.
fn retract(placement: Placement, list: &mut Vec<Retraction>) {
    let free = ALL & !unpacked(placement.pieces());
    let mut push = |before: Placement, from: u32| {
        list.push(Retraction((before.number() as u32) << Retraction::SQUARE_BITS | from.trailing_zeros()));
    };
    for square in Bits(placement.kings.into()) {
        let at: Set = unpacked(1 << square);
        for from in Bits((at << 4 | at << 5 | at >> 4 | at >> 5) & free) {
            let from = packed(1 << from);
            push(Placement { kings: placement.kings ^ 1 << square | from, ..placement }, from);
        }
    }
    for square in Bits(placement.men.into()) {
        let at: Set = unpacked(1 << square);
        for from in Bits((at >> 4 | at >> 5) & free) {
            let from = packed(1 << from);
            push(Placement { men: placement.men ^ 1 << square | from, ..placement }, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_list() {
        for (men, kings) in [(0, 1), (1, 0), (2, 1), (1, 3), (4, 0)] {
            let material = Material { men, kings };
            let placements = Placements::of(material);
            assert_eq!(placements.list().len(), material.placements());
            for (number, placement) in placements.list().iter().enumerate() {
                assert_eq!((placement.number(), placement.material()), (number, material));
                assert_eq!(placement.men & (placement.kings | 0xF000_0000), 0, "{placement:?}");
            }
        }
    }

    #[test]
    fn what_is_taken_back_can_be_played() {
        let placements = Placements::of(Material { men: 1, kings: 1 });
        for number in 0..placements.list().len() {
            let after = placements.list()[number].pieces();
            for &retraction in placements.retractions(number) {
                let before = placements.list()[retraction.before()].pieces();
                assert_eq!((before & after).count_ones(), 1);
                assert!(retraction.is_blocked(before & !after) && !retraction.is_blocked(after));
            }
        }
        // A king on 18 came from four squares, a man on 10 from two.
        let number = Placement { men: 1 << 9, kings: 1 << 17 }.number();
        assert_eq!(placements.retractions(number).len(), 6);
    }
}
