//! The board in one cache line: four planes of bits, the key, who checks and who is pinned, and the counters.
//!
//! A man's kind is three bits, one in each of three planes, chosen so that the planes are what a generator asks for:
//! `ortho` has what moves like a rook, `diag` what moves like a bishop, and the queen is both; `other` marks the three
//! kinds that jump or step, told apart by the other two bits. A fourth plane has the white men. So a move changes four
//! words whatever moves and whatever is captured, and a copy is 64 bytes.
//!
//! [`Chess::play`] keeps the key and works out who gives check and who is pinned for the side that moves next: both
//! are needed by every generation, and checks by the search as well.

// Played and counted where the side is known, a board stays in registers, and what nobody asks for is not worked out:
// 1.4 times the leaves a second, and 1.3 times the boards in a search. The compiler would not inline that much by itself.
#![allow(clippy::inline_always)]

use super::attacks::{BETWEEN, BISHOP_LINES, KING, KNIGHT, PAWN, ROOK_LINES, Squares};
use super::moves::{Move, Special};
use super::options::Variant;
use super::sliding::{bishop, rook};
use crate::Side;
use crate::bitboard::Bits;
use crate::zobrist;

/// A kind of man. The bits say how it moves: 1 like a rook, 2 like a bishop, 4 otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Moves like a rook.
    Rook = 1,
    /// Moves like a bishop.
    Bishop = 2,
    /// Moves like both.
    Queen = 3,
    /// Steps forward and captures aslant.
    Pawn = 4,
    /// Jumps.
    Knight = 5,
    /// Steps anywhere.
    King = 6,
}

impl Kind {
    /// All of them, from the cheapest to the king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// What a pawn can become.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The kind with these bits, `None` for 0 and 7.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            1 => Some(Self::Rook),
            2 => Some(Self::Bishop),
            3 => Some(Self::Queen),
            4 => Some(Self::Pawn),
            5 => Some(Self::Knight),
            6 => Some(Self::King),
            _ => None,
        }
    }

    /// The bits, 1 to 6: for tables by kind.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> usize {
        self as usize
    }

    /// The letter in a FEN, small.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Queen => 'q',
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::King => 'k',
        }
    }

    /// The kind of a letter, large or small.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// No square for an en-passant capture.
pub(super) const NO_EN_PASSANT: u8 = 64;

/// Men, rights and counters of a position, with its rules' variant in the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct Chess {
    ortho: Squares,
    diag: Squares,
    other: Squares,
    white: Squares,
    key: u64,
    /// The men that give check to the side to move.
    checkers: Squares,
    /// The lines on which men of the side to move are pinned, from beside the king up to the pinning man. Lines like a
    /// rook's and like a bishop's are told apart by the king's own.
    pins: Squares,
    /// The rooks that may still castle: a bit a file, White's in the low byte.
    castling: u16,
    /// The square behind a pawn that has just made a double step, only while a capture there is legal.
    en_passant: u8,
    /// Plies since the last capture or pawn's move.
    clock: u8,
    /// The number of the move pair, from 1.
    number: u16,
    side: Side,
    variant: Variant,
}

/// The keys of men by [`Kind`] and colour, then those of castling rights, en passant and the side to move.
struct Keys {
    men: [[[u64; 64]; 8]; 2],
    castling: [u64; 16],
    en_passant: [u64; 8],
    side: u64,
}

static KEYS: Keys = {
    let numbers: [u64; 1024 + 25] = zobrist::table(0xC4E5_5000);
    let mut keys = Keys { men: [[[0; 64]; 8]; 2], castling: [0; 16], en_passant: [0; 8], side: numbers[1048] };
    let mut index = 0;
    // No man (0) has the key 0, so that a capture of nothing changes nothing.
    while index < 1024 {
        let kind = index / 64 % 8;
        if kind != 0 {
            keys.men[index / 512][kind][index % 64] = numbers[index];
        }
        index += 1;
    }
    while index < 1024 + 16 {
        keys.castling[index - 1024] = numbers[index];
        index += 1;
    }
    while index < 1024 + 24 {
        keys.en_passant[index - 1040] = numbers[index];
        index += 1;
    }
    keys
};

/// The squares of the first and eighth row as the bits of [`Chess::castling`].
#[inline]
const fn corners(squares: Squares) -> u16 {
    (squares as u8) as u16 | ((squares >> 56) as u16) << 8
}

impl Chess {
    /// An empty board, White to move: to be filled by [`put`](Self::put) and then [`set`](Self::set).
    pub(super) const fn empty(variant: Variant) -> Self {
        Self {
            ortho: 0,
            diag: 0,
            other: 0,
            white: 0,
            key: 0,
            checkers: 0,
            pins: 0,
            castling: 0,
            en_passant: NO_EN_PASSANT,
            clock: 0,
            number: 1,
            side: Side::First,
            variant,
        }
    }

    /// Puts a man on an empty square.
    pub(super) fn put(&mut self, side: Side, kind: Kind, square: usize) {
        let bits = kind as u64;
        self.ortho |= (bits & 1) << square;
        self.diag |= (bits >> 1 & 1) << square;
        self.other |= (bits >> 2) << square;
        self.white |= u64::from(side == Side::First) << square;
        self.key ^= KEYS.men[side.index()][kind.bits()][square];
    }

    /// Sets what is not men, and works out checks, pins and the key. An en-passant square is kept only if a capture
    /// there is legal.
    pub(super) fn set(&mut self, side: Side, castling: u16, en_passant: u8, clock: u8, number: u16) {
        (self.side, self.castling, self.clock, self.number) = (side, castling, clock, number);
        if side == Side::Second {
            self.key ^= KEYS.side;
        }
        self.key ^= castling_key(castling);
        self.look_at_king();
        if en_passant != NO_EN_PASSANT {
            *self = self.with_en_passant(en_passant);
        }
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub const fn men(&self, side: Side) -> Squares {
        match side {
            Side::First => self.white,
            Side::Second => self.occupied() & !self.white,
        }
    }

    /// All men.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Squares {
        self.ortho | self.diag | self.other
    }

    /// Rooks and queens of both sides.
    #[inline]
    #[must_use]
    pub const fn rook_movers(&self) -> Squares {
        self.ortho & !self.other
    }

    /// Bishops and queens of both sides.
    #[inline]
    #[must_use]
    pub const fn bishop_movers(&self) -> Squares {
        self.diag & !self.other
    }

    /// The men of a kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn of_kind(&self, kind: Kind) -> Squares {
        match kind {
            Kind::Rook => self.ortho & !self.diag & !self.other,
            Kind::Bishop => self.diag & !self.ortho & !self.other,
            Kind::Queen => self.ortho & self.diag,
            Kind::Pawn => self.other & !self.ortho & !self.diag,
            Kind::Knight => self.other & self.ortho,
            Kind::King => self.other & self.diag,
        }
    }

    /// The men of a kind and side.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Side, kind: Kind) -> Squares {
        self.of_kind(kind) & self.men(side)
    }

    /// The square of a side's king.
    #[inline]
    #[must_use]
    pub const fn king(&self, side: Side) -> usize {
        // The mask tells the compiler what the rules promise: there is a king.
        self.of(side, Kind::King).trailing_zeros() as usize & 63
    }

    /// The bits of the kind of man on a square, 0 if there is none.
    #[inline]
    #[must_use]
    pub(super) const fn bits_at(&self, square: u32) -> u32 {
        ((self.ortho >> square & 1) | (self.diag >> square & 1) << 1 | (self.other >> square & 1) << 2) as u32
    }

    /// The man on a square.
    #[must_use]
    pub const fn at(&self, square: usize) -> Option<(Side, Kind)> {
        let side = if self.white >> square & 1 == 1 { Side::First } else { Side::Second };
        match Kind::from_bits(self.bits_at(square as u32) as u8) {
            Some(kind) => Some((side, kind)),
            None => None,
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The variant played.
    #[inline]
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The 64-bit key: men, side, castling rights and a possible en-passant capture; not the counters.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The men that give check to the side to move.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Squares {
        self.checkers
    }

    /// The lines on which men of the side to move are pinned to their king, pinning men included.
    #[inline]
    #[must_use]
    pub const fn pins(&self) -> Squares {
        self.pins
    }

    /// The square behind a pawn that may be captured en passant.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<usize> {
        if self.en_passant == NO_EN_PASSANT { None } else { Some(self.en_passant as usize) }
    }

    /// The rooks with which a side may still castle.
    #[inline]
    #[must_use]
    pub const fn castling(&self, side: Side) -> Squares {
        match side {
            Side::First => (self.castling & 0xFF) as u64,
            Side::Second => ((self.castling >> 8) as u64) << 56,
        }
    }

    /// Plies since the last capture or pawn's move; it stops counting at 255.
    #[inline]
    #[must_use]
    pub const fn clock(&self) -> u32 {
        self.clock as u32
    }

    /// The number of the move pair, from 1.
    #[inline]
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number as u32
    }

    /// The men of `by` that attack a square, if `occupied` squares block.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: usize, by: Side, occupied: Squares) -> Squares {
        let men = rook(square, occupied) & self.rook_movers()
            | bishop(square, occupied) & self.bishop_movers()
            | KNIGHT[square] & self.of_kind(Kind::Knight)
            | PAWN[(!by).index()][square] & self.of_kind(Kind::Pawn)
            | KING[square] & self.of_kind(Kind::King);
        men & self.men(by)
    }

    /// Works out who checks and who is pinned for the side to move.
    fn look_at_king(&mut self) {
        match self.side {
            Side::First => self.look_at_king_of::<true>(),
            Side::Second => self.look_at_king_of::<false>(),
        }
    }

    #[inline(always)]
    fn look_at_king_of<const WHITE: bool>(&mut self) {
        let occupied = self.occupied();
        let own = if WHITE { self.white } else { occupied & !self.white };
        let rival = occupied & !own;
        let king = (self.of_kind(Kind::King) & own).trailing_zeros() as usize & 63;
        self.checkers = KNIGHT[king] & self.of_kind(Kind::Knight) & rival
            | PAWN[usize::from(!WHITE)][king] & self.of_kind(Kind::Pawn) & rival;
        self.pins = 0;
        let aligned = (ROOK_LINES[king] & self.rook_movers() | BISHOP_LINES[king] & self.bishop_movers()) & rival;
        for slider in Bits(aligned) {
            let between = BETWEEN[king][slider as usize];
            let blockers = between & occupied;
            if blockers == 0 {
                self.checkers |= 1 << slider;
            } else if blockers.is_power_of_two() && blockers & own != 0 {
                self.pins |= between | 1 << slider;
            }
        }
    }

    /// The board on which a pawn has just passed `square` and may be captured there, if it may.
    #[cold]
    #[inline(never)]
    fn with_en_passant(mut self, square: u8) -> Self {
        if self.en_passant_takers(usize::from(square)) != 0 {
            self.en_passant = square;
            self.key ^= KEYS.en_passant[usize::from(square) % 8];
        }
        self
    }

    /// The pawns that may capture en passant on `to`. By value, so that a board in registers need not be in memory.
    #[cold]
    #[inline(never)]
    pub(super) fn en_passant_takers(self, to: usize) -> Squares {
        let takers = PAWN[(!self.side).index()][to] & self.of(self.side, Kind::Pawn);
        Bits(takers)
            .filter(|&from| self.can_capture_en_passant(from as usize, to))
            .fold(0, |takers, from| takers | 1 << from)
    }

    /// Whether the king of the side to move is safe after a capture en passant, with both pawns gone from their row.
    fn can_capture_en_passant(&self, from: usize, to: usize) -> bool {
        let victim: Squares = 1 << (to ^ 8);
        let (side, king) = (self.side, self.king(self.side));
        let occupied = self.occupied() & !(1 << from) & !victim | 1 << to;
        self.attackers(king, !side, occupied) & !victim == 0
    }

    /// The board after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        match self.side {
            Side::First => self.play_as::<true, true>(mv),
            Side::Second => self.play_as::<false, true>(mv),
        }
    }

    /// The board after a legal move of the side that `WHITE` names; `KEYED` or with key and counters left as they were,
    /// which is enough to count moves.
    #[inline(always)]
    pub(super) fn play_as<const WHITE: bool, const KEYED: bool>(&self, mv: Move) -> Self {
        let mut next = *self;
        let (own, rival) = if WHITE { (0, 1) } else { (1, 0) };
        let (from, to) = (mv.from(), mv.to());
        let (piece, placed, captured) = (mv.piece_bits(), mv.placed_bits(), mv.captured_bits());
        let keep = !(1 << from | 1 << to);
        next.ortho = self.ortho & keep | u64::from(placed & 1) << to;
        next.diag = self.diag & keep | u64::from(placed >> 1 & 1) << to;
        next.other = self.other & keep | u64::from(placed >> 2) << to;
        next.white = self.white & keep | u64::from(WHITE) << to;
        if KEYED {
            next.key ^= KEYS.men[own][piece as usize][from]
                ^ KEYS.men[own][placed as usize][to]
                ^ KEYS.men[rival][captured as usize][to]
                ^ KEYS.side;
            let resets = piece == Kind::Pawn as u32 || captured != 0;
            next.clock = if resets { 0 } else { self.clock.saturating_add(1) };
            next.number = self.number.saturating_add(u16::from(!WHITE));
        }
        if self.en_passant != NO_EN_PASSANT {
            next.key ^= KEYS.en_passant[usize::from(self.en_passant) % 8];
            next.en_passant = NO_EN_PASSANT;
        }
        if self.castling != 0 {
            next.lose_rights::<WHITE>(!keep, piece);
        }
        next.side = if WHITE { Side::Second } else { Side::First };
        if mv.touches_another() {
            next = next.finish_special::<WHITE>(mv);
        }
        if WHITE {
            next.look_at_king_of::<false>();
        } else {
            next.look_at_king_of::<true>();
        }
        // Where no pawn stands beside the square, the board need not leave the registers.
        let theirs = if WHITE { !next.white } else { next.white };
        if mv.is_double_step()
            && self.variant != Variant::Boxed
            && PAWN[own][to ^ 8] & next.of_kind(Kind::Pawn) & theirs != 0
        {
            next = next.with_en_passant((to ^ 8) as u8);
        }
        next
    }

    /// Castling rights end where a rook or king moves or is captured.
    #[inline]
    fn lose_rights<const WHITE: bool>(&mut self, touched: Squares, piece: u32) {
        let row = if WHITE { 0xFF } else { 0xFF00 };
        let lost = self.castling & (corners(touched) | if piece == Kind::King as u32 { row } else { 0 });
        if lost != 0 {
            self.key ^= castling_key(lost);
            self.castling &= !lost;
        }
    }

    /// The second half of castling and of captures en passant. In castling the king's move is given as onto its rook's
    /// square, where the first half has put it.
    #[inline(never)]
    fn finish_special<const WHITE: bool>(mut self, mv: Move) -> Self {
        let (own, rival) = if WHITE { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
        match mv.special() {
            Special::EnPassant => self.take(rival, Kind::Pawn, mv.to() ^ 8),
            Special::Castling => {
                let (king, rook) = mv.castled();
                self.take(own, Kind::King, mv.to());
                // The rook's key was never taken out: no man was captured.
                self.key ^= KEYS.men[own.index()][Kind::Rook.bits()][mv.to()];
                self.put(own, Kind::King, king);
                self.put(own, Kind::Rook, rook);
            }
            Special::None | Special::DoubleStep => {}
        }
        self
    }

    /// Takes a man off.
    fn take(&mut self, side: Side, kind: Kind, square: usize) {
        let keep = !(1 << square);
        self.ortho &= keep;
        self.diag &= keep;
        self.other &= keep;
        self.white &= keep;
        self.key ^= KEYS.men[side.index()][kind.bits()][square];
    }

    /// The key after a legal move, but for rights that it ends and what it does beside its two squares: known long before
    /// the move is [played](Self::play).
    #[inline]
    #[must_use]
    pub fn likely_key(&self, mv: Move) -> u64 {
        let (own, rival) = (self.side.index(), 1 - self.side.index());
        self.key
            ^ KEYS.men[own][mv.piece_bits() as usize][mv.from()]
            ^ KEYS.men[own][mv.placed_bits() as usize][mv.to()]
            ^ KEYS.men[rival][mv.captured_bits() as usize][mv.to()]
            ^ KEYS.side
    }

    /// The board with the other side to move, as if a move had been passed up: what a search asks to see threats. Only
    /// sensible when no check is given.
    #[must_use]
    pub fn pass(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.key ^= KEYS.side;
        next.clock = self.clock.saturating_add(1);
        if self.en_passant != NO_EN_PASSANT {
            next.key ^= KEYS.en_passant[usize::from(self.en_passant) % 8];
            next.en_passant = NO_EN_PASSANT;
        }
        next.look_at_king();
        next
    }
}

/// The key of a set of castling rights.
fn castling_key(rights: u16) -> u64 {
    Bits(u64::from(rights)).fold(0, |key, right| key ^ KEYS.castling[right as usize])
}

impl Chess {
    /// Whether two positions are the same for the rule of repetition: all but the counters.
    #[inline]
    pub(super) fn is_same_but_for_counters(&self, other: &Self) -> bool {
        Self { clock: other.clock, number: other.number, ..*self } == *other
    }

    /// The position with other counters.
    #[must_use]
    pub const fn with_counters(self, clock: u8, number: u16) -> Self {
        Self { clock, number, ..self }
    }
}
