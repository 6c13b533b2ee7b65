//! Where men stand, as seen from both kings: sums that a move changes by a few terms, kept in the trace.
//!
//! A square is turned so that its side plays upwards, and mirrored so that the own king stands on the right half; the
//! steps from both kings are taken on that board.

use engine::bitboard::Bits;
use engine::games::chess::{Chess, Kind};
use engine::{Game, Side};

use super::terms::{self, Ledger, step};

/// A side's outlook: how its board is turned and mirrored, and where the kings stand on it.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    turn: usize,
    king: usize,
    rival_king: usize,
    sign: i32,
}

impl Outlook {
    pub(super) fn of(pos: &Chess, side: Side) -> Self {
        let mut turn = if side == Side::First { 0 } else { 56 };
        let king = pos.king(side);
        if king % 8 < 4 {
            turn ^= 7;
        }
        let sign = if side == Side::First { 1 } else { -1 };
        Self { turn, king: king ^ turn, rival_king: pos.king(!side) ^ turn, sign }
    }

    /// The three places of a man of the side on a square.
    #[inline]
    pub(super) fn places(self, kind: Kind, square: usize) -> [usize; 3] {
        // 0 for pawns to 5 for kings.
        const ORDER: [usize; 8] = [0, 3, 2, 4, 0, 1, 5, 0];
        let (kind, square) = (ORDER[kind.bits()], square ^ self.turn);
        [
            terms::SQUARE + 64 * kind + square,
            terms::FROM_OWN_KING + terms::STEPS * kind + step(self.king, square),
            terms::FROM_OTHER_KING + terms::STEPS * kind + step(self.rival_king, square),
        ]
    }

    /// Counts a man of the side on a square so many times.
    #[inline]
    pub(super) fn count(self, kind: Kind, square: usize, times: i32, ledger: &mut impl Ledger) {
        for place in self.places(kind, square) {
            ledger.count(place, times * self.sign);
        }
    }
}

/// Counts every man.
pub(super) fn count(pos: &Chess, ledger: &mut impl Ledger) {
    for side in Side::BOTH {
        let outlook = Outlook::of(pos, side);
        for kind in Kind::ALL {
            for square in Bits(pos.of(side, kind)) {
                outlook.count(kind, square as usize, 1, ledger);
            }
        }
    }
}

/// Counts what a move that is not the king's changes.
pub(super) fn count_move(pos: &Chess, mv: engine::games::chess::Move, ledger: &mut impl Ledger) {
    use engine::games::chess::Special;
    let side = Game::side(pos);
    let outlook = Outlook::of(pos, side);
    outlook.count(mv.piece(), mv.from(), -1, ledger);
    outlook.count(mv.promoted().unwrap_or(mv.piece()), mv.to(), 1, ledger);
    if let Some(captured) = mv.captured() {
        let square = if mv.special() == Special::EnPassant { mv.to() ^ 8 } else { mv.to() };
        Outlook::of(pos, !side).count(captured, square, -1, ledger);
    }
}
