//! Moves of FORCE 3: packed into nine bits, generated from masks, applied from one table.
//!
//! A move goes from somewhere to a square: a put from the hand to a tile, a relocation from a tile to a tile, a slide
//! from the far end of the moved tiles to the hole (so that its origin is where the hole will be). A set of targets
//! turns into moves eight at a time, without a loop over its bits; that is what makes playouts fast.
//!
//! In text: `@b2` puts a pawn on b2, `a1>c3` takes a pawn from a1 to c3, `b1-b2` slides the tile on b1 into the hole
//! on b2, and `c1-b1-a1` slides two, c1 to b1 and b1 to a1.

use std::fmt;

use super::board::{ALL, KING, ORTHOGONAL, REACH, Square, Squares, TOWARDS};
use super::{Ban, Force3, Relocate};
use crate::{MoveList, PackedMove};

/// A move: bits 0–3 the target, bits 4–7 the origin (9 is the hand), bit 8 marks a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// A move taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A pawn comes from the hand.
    Put {
        /// The free tile it is put on.
        to: Square,
    },
    /// A pawn on the board changes its tile.
    Relocate {
        /// The tile it leaves.
        from: Square,
        /// The free tile it goes to.
        to: Square,
    },
    /// One tile or two slide towards the hole, with the pawns on them.
    Slide {
        /// Where the hole will be: the square of the tile farther from the hole.
        from: Square,
        /// Where the hole is.
        to: Square,
    },
}

const HAND: u16 = 9;
const SLIDE: u16 = 1 << 8;
const ORIGIN_SHIFT: u32 = 4;
const TARGET_MASK: u16 = 0b1111;

impl Move {
    /// What the move does.
    ///
    /// # Panics
    /// Never: moves come from the generator or from [`PackedMove::from_bits`], which makes a move of any bits.
    #[must_use]
    pub fn action(self) -> Action {
        let square = |index: u16| Square::new(index as u8).expect("a move is made of squares");
        let (from, to) = (self.origin(), square(self.0 & TARGET_MASK));
        match from {
            HAND => Action::Put { to },
            _ if self.is_slide() => Action::Slide { from: square(from), to },
            _ => Action::Relocate { from: square(from), to },
        }
    }

    /// The move as the eight symmetries of the board show it, itself first; the order is the same for every move.
    #[must_use]
    pub fn images(self) -> [Self; Square::SYMMETRIES] {
        std::array::from_fn(|symmetry| {
            let image = |square: u16| Square::new(square as u8).map(|square| square.image(symmetry).index() as u16);
            let (from, to) = (image(self.origin()).unwrap_or(HAND), image(self.0 & TARGET_MASK).unwrap_or(0));
            Self(self.0 & SLIDE | from << ORIGIN_SHIFT | to)
        })
    }

    /// Whether tiles move.
    #[inline]
    #[must_use]
    pub const fn is_slide(self) -> bool {
        self.0 & SLIDE != 0
    }

    #[inline]
    const fn origin(self) -> u16 {
        self.0 >> ORIGIN_SHIFT & TARGET_MASK
    }

    /// Whether some position has this move.
    const fn is_possible(self) -> bool {
        let (from, to) = (self.origin(), self.0 & TARGET_MASK);
        let squares = to < HAND && from <= HAND && from != to && self.0 < SLIDE << 1;
        squares && (!self.is_slide() || (from < HAND && REACH[to as usize] >> from & 1 == 1))
    }

    #[inline]
    pub(super) const fn effect(self) -> Effect {
        EFFECTS[self.0 as usize % EFFECTS.len()]
    }

    /// The square of the hole after this move if it is `hole` before.
    #[inline]
    pub(super) fn next_hole(self, hole: Square) -> Square {
        if self.is_slide() { Square::new(self.origin() as u8).unwrap_or(hole) } else { hole }
    }
}

impl PackedMove for Move {
    const SLOTS: usize = EFFECTS.len();

    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Self {
        let mv = Self(bits as u16);
        if mv.is_possible() { mv } else { Self(HAND << ORIGIN_SHIFT) }
    }

    fn slot(self) -> usize {
        usize::from(self.0) % Self::SLOTS
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Put { to } => write!(f, "@{to}"),
            Action::Relocate { from, to } => write!(f, "{from}>{to}"),
            Action::Slide { from, to } => match middle(from, to) {
                Some(middle) => write!(f, "{from}-{middle}-{to}"),
                None => write!(f, "{from}-{to}"),
            },
        }
    }
}

/// The square between the ends of a slide of two tiles.
fn middle(from: Square, to: Square) -> Option<Square> {
    let between = TOWARDS[from.index()][to.index()] & TOWARDS[to.index()][from.index()];
    Square::new(between.trailing_zeros() as u8)
}

/// What a move does to the sets of pawns.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// Squares that the mover's pawns leave or enter.
    flips: Squares,
    /// Squares whose tiles slide.
    tiles: Squares,
    /// By how many bits, to the left in a word of 16, they slide.
    turn: u16,
}

impl Effect {
    /// The mover's pawns after the move.
    #[inline]
    pub(super) const fn on_mover(self, pawns: Squares) -> Squares {
        self.on_other(pawns ^ self.flips)
    }

    /// The other side's pawns after the move.
    #[inline]
    pub(super) const fn on_other(self, pawns: Squares) -> Squares {
        (pawns & !self.tiles) | (pawns & self.tiles).rotate_left(self.turn as u32)
    }
}

/// By the bits of a move: its effect. Bits that are no move's have none.
const EFFECTS: [Effect; 1 << 9] = {
    let mut table = [Effect { flips: 0, tiles: 0, turn: 0 }; 1 << 9];
    let mut bits = 0;
    while bits < table.len() {
        let mv = Move(bits as u16);
        let (from, to) = (mv.origin() as usize, bits & TARGET_MASK as usize);
        if mv.is_possible() && mv.is_slide() {
            let squares = 1 << from | 1 << to | (TOWARDS[from][to] & TOWARDS[to][from]);
            let steps = squares.count_ones() as i32 - 1;
            table[bits].tiles = squares ^ 1 << to;
            table[bits].turn = ((to as i32 - from as i32) / steps).rem_euclid(16) as u16;
        } else if mv.is_possible() {
            table[bits].flips = (1 << from | 1 << to) & ALL;
        }
        bits += 1;
    }
    table
};

/// By ban, hole, and where the hole stood before (9: the last ply was no slide): where the hole may go.
const SLIDES: [[[Squares; Square::COUNT + 1]; Square::COUNT]; 3] = {
    let mut table = [[[0; Square::COUNT + 1]; Square::COUNT]; 3];
    let mut hole = 0;
    while hole < Square::COUNT {
        let mut before = 0;
        while before <= Square::COUNT {
            let slid = before < Square::COUNT;
            table[Ban::Tile as usize][hole][before] = REACH[hole] & !(if slid { TOWARDS[hole][before] } else { 0 });
            table[Ban::Position as usize][hole][before] = REACH[hole] & !(if slid { 1 << before } else { 0 });
            table[Ban::None as usize][hole][before] = REACH[hole];
            before += 1;
        }
        hole += 1;
    }
    table
};

/// Moves are made in lanes of this many: no set of targets is larger, for one square is the hole.
const LANES: usize = 8;

/// By set of squares: its squares in order, the rest of the lanes zero.
const LISTED: [[u16; LANES]; 1 << Square::COUNT] = {
    let mut table = [[0; LANES]; 1 << Square::COUNT];
    let mut set = 0;
    while set < table.len() {
        let (mut left, mut lane) = (set, 0);
        while left != 0 && lane < LANES {
            table[set][lane] = left.trailing_zeros() as u16;
            left &= left - 1;
            lane += 1;
        }
        set += 1;
    }
    table
};

/// A buffer with room for the most moves there are (two pawns alone on the board: 6 puts, 12 relocations, 4 slides)
/// and the unused lanes of the last write.
struct Buffer {
    moves: [Move; 32],
    len: usize,
}

impl Buffer {
    /// Adds one move for each of `squares`, the square's number times `scale` joined with `rest`.
    #[inline]
    fn add(&mut self, squares: Squares, scale: u16, rest: u16) {
        let lanes = LISTED[(squares & ALL) as usize].map(|square| Move((square * scale) | rest));
        self.moves[self.len..self.len + LANES].copy_from_slice(&lanes);
        self.len += squares.count_ones() as usize;
    }
}

impl Force3 {
    /// Where the hole may go.
    #[inline]
    pub(super) fn slides(&self) -> Squares {
        SLIDES[self.options.ban as usize][self.hole.index()][usize::from(self.before).min(Square::COUNT)]
    }

    /// Tiles that a pawn may be put on.
    #[inline]
    pub(super) fn puts(&self) -> Squares {
        if self.own.count_ones() < 3 { self.free() } else { 0 }
    }

    /// Tiles that a pawn on `from` may be taken to.
    #[inline]
    pub(super) fn relocations(&self, from: usize) -> Squares {
        match self.options.relocate {
            Relocate::Any => self.free(),
            Relocate::King => self.free() & KING[from],
            Relocate::Orthogonal => self.free() & ORTHOGONAL[from],
        }
    }

    /// Appends the moves of a game that is not over.
    #[inline]
    pub(super) fn generate(&self, list: &mut MoveList<Move>) {
        const ORIGIN: u16 = 1 << ORIGIN_SHIFT;
        let mut buffer = Buffer { moves: [Move(0); 32], len: 0 };
        buffer.add(self.puts(), 1, HAND * ORIGIN);
        let mut pawns = self.own & ALL;
        while pawns != 0 {
            let from = pawns.trailing_zeros() as u16;
            buffer.add(self.relocations(usize::from(from)), 1, from * ORIGIN);
            pawns &= pawns - 1;
        }
        buffer.add(self.slides(), ORIGIN, SLIDE | self.hole.index() as u16);
        list.extend_from_slice(&buffer.moves[..buffer.len]);
    }

    /// The number of moves of a game that is not over.
    pub(super) fn count_moves(&self) -> u32 {
        let pawns = crate::bitboard::Bits(u64::from(self.own));
        let relocations: u32 = pawns.map(|from| self.relocations(from as usize).count_ones()).sum();
        self.puts().count_ones() + relocations + self.slides().count_ones()
    }
}
