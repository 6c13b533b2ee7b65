//! What pawns and kings alone decide, kept in the trace until one of them moves: pawn structure, passed pawns, shelter.

use engine::Side;
use engine::games::chess::attacks::{FILE_A, Squares};
use engine::games::chess::{Chess, Kind};

use super::terms::{self, Ledger};
use super::view::{View, ahead, back, beside, fill_ahead, fill_back, pawn_attacks, rival_pawn_attacks};

/// Counts the terms of both sides and returns the passed pawns, in White's view.
pub(super) fn count(white: &View<true>, ledger: &mut impl Ledger) -> Squares {
    let black = &white.turned();
    pawns(white, ledger);
    shelter(white, ledger);
    pawns(black, ledger);
    shelter(black, ledger);
    passed(white) | passed(black).swap_bytes()
}

/// The pawns of the view's side that no rival pawn can stop.
fn passed<const WHITE: bool>(view: &View<WHITE>) -> Squares {
    let (own, rival) = (view.own(Kind::Pawn), view.rival(Kind::Pawn));
    let front = fill_back(back(rival));
    own & !front & !beside(front) & !fill_back(back(own))
}

/// A number that positions with the same pawns share, and others hardly ever.
pub(super) fn key(pos: &Chess) -> u64 {
    let of = |side| pos.of(side, Kind::Pawn);
    // Odd constants of many bits, from the golden ratio and the square root of two.
    let mixed =
        of(Side::First).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ of(Side::Second).wrapping_mul(0xB504_F333_F9DE_6485);
    (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn row(square: u32) -> usize {
    square as usize / 8
}

fn pawns<const WHITE: bool>(view: &View<WHITE>, ledger: &mut impl Ledger) {
    let (own, rival, sign) = (view.own(Kind::Pawn), view.rival(Kind::Pawn), View::<WHITE>::SIGN);
    let number = |squares: Squares| squares.count_ones() as i32;
    let files = fill_ahead(fill_back(own));
    let isolated = own & !beside(files);
    let open = isolated & !fill_back(back(rival));
    ledger.count(terms::ISOLATED, sign * number(isolated & !open));
    ledger.count(terms::ISOLATED_OPEN, sign * number(open));
    ledger.count(terms::DOUBLED, sign * number(own & fill_ahead(ahead(own))));
    // No pawn beside or behind can come to protect it, and a rival pawn guards the square before it.
    let supported = beside(fill_ahead(own));
    let backward = own & !supported & !isolated & back(rival_pawn_attacks(rival));
    ledger.count(terms::BACKWARD, sign * number(backward));
    for square in bits(own & beside(own)) {
        ledger.count(terms::PHALANX + row(square), sign);
    }
    for square in bits(own & pawn_attacks(own)) {
        ledger.count(terms::PROTECTED + row(square), sign);
    }
    for square in bits(passed(view)) {
        ledger.count(terms::PASSED + row(square), sign);
    }
}

fn bits(squares: Squares) -> engine::bitboard::Bits {
    engine::bitboard::Bits(squares)
}

/// The pawns on the three files around the king.
fn shelter<const WHITE: bool>(view: &View<WHITE>, ledger: &mut impl Ledger) {
    let (own, rival) = (view.own(Kind::Pawn), view.rival(Kind::Pawn));
    let king_file = view.king % 8;
    let before_king = fill_ahead(0xFF << (view.king & 0x38));
    let mut nearest = 0;
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let on_file = FILE_A << file;
        let edge = file.min(7 - file);
        let first = |pawns: Squares| match pawns & on_file & before_king {
            0 => 0,
            some => row(some.trailing_zeros()),
        };
        let (shield, storm) = (first(own), first(rival));
        ledger.count(terms::SHELTER + 8 * edge + shield, View::<WHITE>::SIGN);
        if shield != 0 && storm == shield + 1 {
            ledger.count(terms::BLOCKED_STORM + storm, View::<WHITE>::SIGN);
        } else {
            ledger.count(terms::STORM + 8 * edge + storm, View::<WHITE>::SIGN);
        }
        if storm != 0 && (nearest == 0 || storm < nearest) {
            nearest = storm;
        }
        if own & on_file == 0 {
            ledger.endanger(View::<WHITE>::SIDE, terms::OPEN_FILE + usize::from(file != king_file), 1);
        }
    }
    ledger.endanger(View::<WHITE>::SIDE, terms::NEAR_PAWN + nearest, 1);
}
