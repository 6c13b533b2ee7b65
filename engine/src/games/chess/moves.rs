//! Moves of chess in 25 bits, which say all that playing them takes: squares, man, what it becomes, what it captures.

use std::fmt;

use super::board::Kind;
use crate::PackedMove;

/// What a move is besides a man going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Special {
    /// Nothing.
    None = 0,
    /// A pawn's two steps.
    DoubleStep = 1,
    /// A pawn captured beside the target square.
    EnPassant = 2,
    /// King and rook; the target square is the rook's.
    Castling = 3,
}

/// A move: bits 0-5 from, 6-11 to, 12-14 the man, 15-17 what stands on the target afterwards, 18-20 what is captured
/// (0 for nothing), 21-22 [`Special`], 23 whether castling is written as in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    /// A move of a man of `piece` bits that keeps its kind.
    #[inline]
    pub(super) const fn plain(from: u32, to: u32, piece: u32, captured: u32) -> Self {
        Self(from | to << 6 | piece << 12 | piece << 15 | captured << 18)
    }

    /// The same as something special.
    #[inline]
    pub(super) const fn with(self, special: Special) -> Self {
        Self(self.0 | (special as u32) << 21)
    }

    /// A pawn that becomes `kind`.
    #[inline]
    pub(super) const fn promotion(from: u32, to: u32, kind: Kind, captured: u32) -> Self {
        Self(from | to << 6 | (Kind::Pawn as u32) << 12 | (kind as u32) << 15 | captured << 18)
    }

    /// Castling of a king on `from` with the rook on `rook`.
    #[inline]
    pub(super) const fn castling(from: u32, rook: u32, is_960: bool) -> Self {
        Self::plain(from, rook, Kind::King as u32, 0).with(Special::Castling).written(is_960)
    }

    const fn written(self, is_960: bool) -> Self {
        Self(self.0 | (is_960 as u32) << 23)
    }

    /// The square the man comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square it goes to; in castling the rook's.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    #[inline]
    pub(super) const fn piece_bits(self) -> u32 {
        self.0 >> 12 & 7
    }

    #[inline]
    pub(super) const fn placed_bits(self) -> u32 {
        self.0 >> 15 & 7
    }

    #[inline]
    pub(super) const fn captured_bits(self) -> u32 {
        self.0 >> 18 & 7
    }

    /// The man that moves.
    #[inline]
    #[must_use]
    pub const fn piece(self) -> Kind {
        match Kind::from_bits(self.piece_bits() as u8) {
            Some(kind) => kind,
            None => Kind::Pawn,
        }
    }

    /// What a pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Kind> {
        if self.piece_bits() == self.placed_bits() { None } else { Kind::from_bits(self.placed_bits() as u8) }
    }

    /// What is captured, en passant too.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Option<Kind> {
        match self.special() {
            Special::EnPassant => Some(Kind::Pawn),
            _ => Kind::from_bits(self.captured_bits() as u8),
        }
    }

    /// What it is besides.
    #[inline]
    #[must_use]
    pub const fn special(self) -> Special {
        match self.0 >> 21 & 3 {
            0 => Special::None,
            1 => Special::DoubleStep,
            2 => Special::EnPassant,
            _ => Special::Castling,
        }
    }

    /// Whether it is a pawn's two steps.
    #[inline]
    pub(super) const fn is_double_step(self) -> bool {
        self.0 & 3 << 21 == (Special::DoubleStep as u32) << 21
    }

    /// Whether a second man moves or is taken off besides: castling and captures en passant.
    #[inline]
    pub(super) const fn touches_another(self) -> bool {
        self.0 & 1 << 22 != 0
    }

    /// Where king and rook stand after castling.
    #[must_use]
    pub const fn castled(self) -> (usize, usize) {
        let row = self.from() & 0o70;
        if self.to() > self.from() { (row + 6, row + 5) } else { (row + 2, row + 3) }
    }

    /// The square the moved man stands on afterwards.
    #[inline]
    #[must_use]
    pub const fn lands(self) -> usize {
        match self.special() {
            Special::Castling => self.castled().0,
            _ => self.to(),
        }
    }
}

/// A square as people write it.
#[must_use]
pub fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// The square of a name such as `e4`.
#[must_use]
pub fn square_of(name: &str) -> Option<usize> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(usize::from(file - b'a') + 8 * usize::from(row - b'1')),
        _ => None,
    }
}

/// As in the UCI protocol: `e2e4`, `e7e8q`; castling as the king's two steps, or in Chess960 as the king onto its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if self.0 >> 23 & 1 == 1 { self.to() } else { self.lands() };
        write!(f, "{}{}", square_name(self.from()), square_name(to))?;
        match self.promoted() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PackedMove for Move {
    const SLOTS: usize = 8 * 64;

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// By man and target.
    #[inline]
    fn slot(self) -> usize {
        (self.0 >> 6 & 0x1FF) as usize
    }
}
