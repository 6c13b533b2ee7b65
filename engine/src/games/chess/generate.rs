//! Legal moves, none that must be taken back: destinations in bulk, a set of squares for each man.
//!
//! In check a man may only capture the checking man or step between; a pinned man stays on its line; only the king's
//! own steps and captures en passant ask who attacks what. A [`Sink`] receives the sets, so that counting leaves is a
//! matter of counting bits, and a list is filled by walking through them.

#![allow(clippy::inline_always)] // For the same reason as in [`super::board`].

use super::attacks::{BETWEEN, BISHOP_LINES, FILE_A, FILE_H, KING, KNIGHT, RANK_1, ROOK_LINES, Squares};
use super::board::{Chess, Kind};
use super::moves::{Move, Special};
use super::options::Variant;
use super::sliding::{bishop, rook};
use crate::bitboard::Bits;
use crate::{MoveList, Side};

/// What receives the legal moves of a position.
pub trait Sink {
    /// The man on `from`, of these [`Kind`] bits, may go to each of the squares.
    fn man(&mut self, kind: u32, from: u32, to: Squares);
    /// A pawn may go to each of the squares from the square `back` places below (modulo 64); none is on a last row.
    fn pawns(&mut self, to: Squares, back: u32);
    /// The same onto the last row, where it becomes one of four.
    fn promotions(&mut self, to: Squares, back: u32);
    /// The same two steps ahead.
    fn double_steps(&mut self, to: Squares, back: u32);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: u32, to: u32);
    /// The king castles with a rook.
    fn castling(&mut self, king: u32, rook: u32);
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    All,
    /// Captures and promotions to queens; where the king is in check, all.
    Noisy,
}

impl Chess {
    /// Hands all legal moves to `sink`.
    #[inline]
    pub fn generate<S: Sink>(&self, sink: &mut S) {
        match self.side() {
            Side::First => self.generate_as::<true, S>(sink, !0),
            Side::Second => self.generate_as::<false, S>(sink, !0),
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count_as<const WHITE: bool>(&self) -> u64 {
        let mut counter = Counter::default();
        self.generate_as::<WHITE, _>(&mut counter, !0);
        counter.0
    }

    /// Hands the legal captures, promotions among them, and all other promotions to `sink`.
    #[inline]
    pub fn generate_noisy<S: Sink>(&self, sink: &mut S) {
        match self.side() {
            Side::First => self.generate_as::<true, S>(sink, self.men(Side::Second)),
            Side::Second => self.generate_as::<false, S>(sink, self.men(Side::First)),
        }
    }

    /// The legal moves to squares of `wanted`; of quiet pawn moves onto the last row all.
    #[inline(always)]
    fn generate_as<const WHITE: bool, S: Sink>(&self, sink: &mut S, wanted: Squares) {
        let side = if WHITE { Side::First } else { Side::Second };
        let (own, occupied) = (self.men(side), self.occupied());
        let king = (self.of_kind(Kind::King) & own).trailing_zeros() as usize & 63;
        let steps = self.safe_for_king::<WHITE>(king, own, KING[king] & !own & wanted);
        sink.man(Kind::King as u32, king as u32, steps);
        let checkers = self.checkers();
        let evasions = if checkers == 0 {
            !0
        } else if checkers.is_power_of_two() {
            checkers | BETWEEN[king][checkers.trailing_zeros() as usize & 63]
        } else {
            return;
        };
        let targets = wanted & evasions & !own;
        let (free, pins) = (own & !self.pins(), self.pins());
        for from in Bits(self.of_kind(Kind::Knight) & free) {
            sink.man(Kind::Knight as u32, from, KNIGHT[from as usize] & targets);
        }
        for from in Bits(self.bishop_movers() & free) {
            sink.man(self.bits_at(from), from, bishop(from as usize, occupied) & targets);
        }
        for from in Bits(self.rook_movers() & free) {
            sink.man(self.bits_at(from), from, rook(from as usize, occupied) & targets);
        }
        if own & pins != 0 {
            let pinned = own & pins;
            let (aslant, straight) = (pins & BISHOP_LINES[king], pins & ROOK_LINES[king]);
            for from in Bits(self.bishop_movers() & pinned & aslant) {
                sink.man(self.bits_at(from), from, bishop(from as usize, occupied) & targets & aslant);
            }
            for from in Bits(self.rook_movers() & pinned & straight) {
                sink.man(self.bits_at(from), from, rook(from as usize, occupied) & targets & straight);
            }
        }
        self.pawn_moves::<WHITE, S>(sink, king, own, (wanted, evasions));
        if checkers == 0 && wanted == !0 && self.castling(side) != 0 {
            self.castlings::<WHITE, S>(sink, (king, own), steps);
        }
    }

    /// The squares of `steps` that are safe for the king of the side to move, which does not shield them by standing
    /// where it does.
    #[inline(always)]
    fn safe_for_king<const WHITE: bool>(&self, king: usize, own: Squares, steps: Squares) -> Squares {
        let rival = self.occupied() & !own;
        let occupied = self.occupied() & !(1 << king);
        let pawns = self.of_kind(Kind::Pawn) & rival;
        let beneath = if WHITE {
            (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7
        } else {
            (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9
        };
        let rival_king = (self.of_kind(Kind::King) & rival).trailing_zeros() as usize & 63;
        let (knights, rooks) = (self.of_kind(Kind::Knight) & rival, self.rook_movers() & rival);
        let bishops = self.bishop_movers() & rival;
        let mut safe = steps & !beneath & !KING[rival_king];
        // Few squares are asked one by one who attacks them; of many the few sliders' attacks are taken off.
        if safe.count_ones() > (rooks | bishops).count_ones() {
            for from in Bits(knights) {
                safe &= !KNIGHT[from as usize];
            }
            for from in Bits(rooks) {
                safe &= !rook(from as usize, occupied);
            }
            for from in Bits(bishops) {
                safe &= !bishop(from as usize, occupied);
            }
            return safe;
        }
        for to in Bits(safe) {
            let attackers = KNIGHT[to as usize] & knights
                | rook(to as usize, occupied) & rooks
                | bishop(to as usize, occupied) & bishops;
            safe &= !(u64::from(attackers != 0) << to);
        }
        safe
    }

    #[inline(always)]
    fn pawn_moves<const WHITE: bool, S: Sink>(
        &self,
        sink: &mut S,
        king: usize,
        own: Squares,
        (wanted, evasions): (Squares, Squares),
    ) {
        let pins = self.pins();
        let pawns = self.of_kind(Kind::Pawn) & own;
        let (empty, rivals) = (!self.occupied(), self.occupied() & !own);
        let (last, third) = if WHITE { (RANK_1 << 56, RANK_1 << 16) } else { (RANK_1, RANK_1 << 40) };
        let (ahead, left, right) = if WHITE { (8, 7, 9) } else { (64 - 8, 64 - 9, 64 - 7) };
        let up = |squares: Squares| squares.rotate_left(ahead);
        let up_left = |squares: Squares| (squares & !FILE_A).rotate_left(left);
        let up_right = |squares: Squares| (squares & !FILE_H).rotate_left(right);
        let free = pawns & !pins;
        let (mut single, mut to_left, mut to_right) = (up(free), up_left(free), up_right(free));
        let pinned = pawns & pins;
        if pinned != 0 {
            let (aslant, straight) = (pins & BISHOP_LINES[king], pins & ROOK_LINES[king]);
            single |= up(pinned & straight) & straight;
            to_left |= up_left(pinned & aslant) & aslant;
            to_right |= up_right(pinned & aslant) & aslant;
        }
        single &= empty;
        let double = up(single & third) & empty & evasions & wanted;
        single &= evasions & (wanted | last);
        to_left &= rivals & evasions;
        to_right &= rivals & evasions;
        sink.pawns(single & !last, ahead);
        sink.double_steps(double, ahead * 2);
        sink.pawns(to_left & !last, left);
        sink.pawns(to_right & !last, right);
        if (single | to_left | to_right) & last != 0 {
            sink.promotions(single & last, ahead);
            sink.promotions(to_left & last, left);
            sink.promotions(to_right & last, right);
        }
        if let Some(to) = self.en_passant() {
            for from in Bits(self.en_passant_takers(to)) {
                sink.en_passant(from, to as u32);
            }
        }
    }

    /// Castling: nothing between, no check on the king's way, of which `steps` are known to be safe. In Chess960 king
    /// and rook may pass through each other's squares, and the rook may have shielded the king.
    #[inline(always)]
    fn castlings<const WHITE: bool, S: Sink>(&self, sink: &mut S, (king, own): (usize, Squares), steps: Squares) {
        let side = if WHITE { Side::First } else { Side::Second };
        for rook in Bits(self.castling(side)) {
            let (king_to, rook_to) = Move::castling(king as u32, rook, false).castled();
            let rook = rook as usize;
            // What mostly forbids it is seen at once.
            if BETWEEN[king][rook] & self.occupied() != 0 {
                continue;
            }
            let path = |from: usize, to: usize| BETWEEN[from][to] | 1 << to;
            let others = self.occupied() & !(1 << king) & !(1 << rook);
            if (path(king, king_to) | path(rook, rook_to)) & others != 0 {
                continue;
            }
            let way = path(king, king_to) & !(1 << king);
            let unsure = way & !steps;
            let is_safe = unsure & KING[king] & !own == 0
                && self.safe_for_king::<WHITE>(king, own, unsure) == unsure
                && (self.variant() != Variant::Chess960 || self.attackers(king_to, !side, others | 1 << rook_to) == 0);
            if is_safe {
                sink.castling(king as u32, rook as u32);
            }
        }
    }
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
    #[inline]
    fn man(&mut self, _: u32, _: u32, to: Squares) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline]
    fn pawns(&mut self, to: Squares, _: u32) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline]
    fn promotions(&mut self, to: Squares, _: u32) {
        self.0 += 4 * u64::from(to.count_ones());
    }

    #[inline]
    fn double_steps(&mut self, to: Squares, _: u32) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline]
    fn en_passant(&mut self, _: u32, _: u32) {
        self.0 += 1;
    }

    #[inline]
    fn castling(&mut self, _: u32, _: u32) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(super) struct Lister<'a> {
    board: &'a Chess,
    list: &'a mut MoveList<Move>,
}

impl<'a> Lister<'a> {
    pub(super) fn new(board: &'a Chess, list: &'a mut MoveList<Move>) -> Self {
        Self { board, list }
    }
}

const PAWN_BITS: u32 = Kind::Pawn as u32;

impl Lister<'_> {
    /// Adds a move to each of the squares.
    #[inline]
    fn add(&mut self, to: Squares, mv: impl Fn(u32) -> Move) {
        let mut rest = to;
        self.list.push_many(to.count_ones() as usize, || {
            let to = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            mv(to)
        });
    }
}

impl Sink for Lister<'_> {
    #[inline]
    fn man(&mut self, kind: u32, from: u32, to: Squares) {
        let board = self.board;
        self.add(to, |to| Move::plain(from, to, kind, board.bits_at(to)));
    }

    #[inline]
    fn pawns(&mut self, to: Squares, back: u32) {
        let board = self.board;
        // A step straight ahead captures nothing.
        let captured = |to| if back.is_multiple_of(8) { 0 } else { board.bits_at(to) };
        self.add(to, |to| Move::plain(to.wrapping_sub(back) & 63, to, PAWN_BITS, captured(to)));
    }

    fn promotions(&mut self, to: Squares, back: u32) {
        for to in Bits(to) {
            for kind in Kind::PROMOTIONS {
                self.list.push(Move::promotion(to.wrapping_sub(back) & 63, to, kind, self.board.bits_at(to)));
            }
        }
    }

    #[inline]
    fn double_steps(&mut self, to: Squares, back: u32) {
        self.add(to, |to| Move::plain(to.wrapping_sub(back) & 63, to, PAWN_BITS, 0).with(Special::DoubleStep));
    }

    fn en_passant(&mut self, from: u32, to: u32) {
        self.list.push(Move::plain(from, to, PAWN_BITS, 0).with(Special::EnPassant));
    }

    fn castling(&mut self, king: u32, rook: u32) {
        self.list.push(Move::castling(king, rook, self.board.variant() == Variant::Chess960));
    }
}
