//! What men do where they stand: mobility, threats, attacks on the king, passed pawns' ways. Worked out at every node.

use engine::bitboard::Bits;
use engine::games::chess::Kind;
use engine::games::chess::attacks::{DARK, FILE_A, KING, KNIGHT, Squares};
use engine::games::chess::sliding::{bishop, queen, rook};

use super::terms::{self, Ledger};
use super::view::{View, ahead, back, beside, fill_ahead, fill_back, pawn_attacks, rival_pawn_attacks};

const CENTRE: Squares = (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5) & 0xFFFF_FF00;
const OUTPOSTS: Squares = 0x0000_FFFF_FF00_0000;

/// What a side attacks, in its own view.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By [`Kind::bits`].
    by: [Squares; 8],
    all: Squares,
    /// Attacked more than once.
    twice: Squares,
}

impl Attacks {
    #[inline]
    fn add(&mut self, kind: Kind, squares: Squares) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[kind.bits()] |= squares;
    }

    #[inline]
    fn turned(&self) -> Self {
        Self { by: self.by.map(u64::swap_bytes), all: self.all.swap_bytes(), twice: self.twice.swap_bytes() }
    }
}

/// The squares around a king, and those before it once more ahead.
fn ring(king: usize) -> Squares {
    let around = KING[king] | 1 << king;
    around | back(around)
}

/// Counts the terms of both sides; `passed` are the passed pawns in White's view.
#[inline]
pub(super) fn count(white: &View<true>, passed: Squares, ledger: &mut impl Ledger) {
    let black = &white.turned();
    let (by_white, by_black) = (men(white, ledger), men(black, ledger));
    side(white, passed, (&by_white, &by_black.turned()), ledger);
    side(black, passed.swap_bytes(), (&by_black, &by_white.turned()), ledger);
}

/// Counts the terms of a side but for those of single men.
#[inline]
fn side<const WHITE: bool>(
    view: &View<WHITE>,
    passed: Squares,
    (own, rival): (&Attacks, &Attacks),
    ledger: &mut impl Ledger,
) {
    threats(view, own, rival, ledger);
    king_attack(view, own, rival, ledger);
    passed_pawns(view, passed & view.own_men, (own, rival), ledger);
    space(view, rival, ledger);
}

/// What is asked of every man of a side: what it may go to, what is around the rival's king, how the board is filled.
#[derive(Clone, Copy)]
struct Around {
    worthwhile: Squares,
    ring: Squares,
    occupied: Squares,
}

/// Mobility and what belongs to single men; returns what the side attacks.
#[inline]
fn men<const WHITE: bool>(view: &View<WHITE>, ledger: &mut impl Ledger) -> Attacks {
    let (pawns, rival_pawns, occupied) = (view.own(Kind::Pawn), view.rival(Kind::Pawn), view.occupied());
    let mut attacks = Attacks::default();
    attacks.add(Kind::King, KING[view.king]);
    let by_pawns = pawn_attacks(pawns);
    attacks.add(Kind::Pawn, by_pawns);
    let stuck = pawns & (back(occupied) | 0xFF_FF00);
    let worthwhile = !(stuck | 1 << view.king | rival_pawn_attacks(rival_pawns));
    let around = Around { worthwhile, ring: ring(view.rival_king), occupied };
    // Sliders see through men that attack along with them.
    let no_queens = Around { occupied: occupied ^ view.own(Kind::Queen), ..around };
    let no_rooks = Around { occupied: no_queens.occupied ^ view.own(Kind::Rook), ..around };
    each(view, (Kind::Knight, 0, terms::KNIGHT_MOBILITY), around, |square, _| KNIGHT[square], &mut attacks, ledger);
    each(view, (Kind::Bishop, 1, terms::BISHOP_MOBILITY), no_queens, bishop, &mut attacks, ledger);
    each(view, (Kind::Rook, 2, terms::ROOK_MOBILITY), no_rooks, rook, &mut attacks, ledger);
    each(view, (Kind::Queen, 3, terms::QUEEN_MOBILITY), around, queen, &mut attacks, ledger);
    minors_and_rooks(view, by_pawns, ledger);
    attacks
}

/// Counts the mobility of the men of a kind and their attacks on the king; `number` is the kind's among attackers.
#[inline]
fn each<const WHITE: bool>(
    view: &View<WHITE>,
    (kind, number, mobility): (Kind, usize, usize),
    around: Around,
    reach: impl Fn(usize, Squares) -> Squares,
    attacks: &mut Attacks,
    ledger: &mut impl Ledger,
) {
    for square in Bits(view.own(kind)) {
        let squares = reach(square as usize, around.occupied);
        attacks.add(kind, squares);
        ledger.count(mobility + (squares & around.worthwhile).count_ones() as usize, View::<WHITE>::SIGN);
        let on_ring = squares & around.ring;
        if on_ring != 0 {
            ledger.endanger(View::<WHITE>::RIVAL, terms::ATTACKERS + number, 1);
            ledger.endanger(View::<WHITE>::RIVAL, terms::RING_ATTACKS, on_ring.count_ones() as i32);
        }
    }
}

fn minors_and_rooks<const WHITE: bool>(view: &View<WHITE>, by_pawns: Squares, ledger: &mut impl Ledger) {
    let (pawns, rival_pawns, sign) = (view.own(Kind::Pawn), view.rival(Kind::Pawn), View::<WHITE>::SIGN);
    let (knights, bishops, rooks) = (view.own(Kind::Knight), view.own(Kind::Bishop), view.own(Kind::Rook));
    let number = |squares: Squares| squares.count_ones() as i32;
    // Where rival pawns can never attack.
    let safe_from_pawns = !beside(fill_back(back(rival_pawns)));
    let outposts = OUTPOSTS & by_pawns & safe_from_pawns;
    ledger.count(terms::OUTPOST, sign * number(knights & outposts));
    ledger.count(terms::OUTPOST + 1, sign * number(bishops & outposts));
    ledger.count(terms::BEHIND_PAWN, sign * number((knights | bishops) & back(pawns | rival_pawns)));
    if number(bishops) > 1 {
        ledger.count(terms::BISHOP_PAIR, sign);
    }
    for square in Bits(bishops) {
        let colour = if DARK >> square & 1 == 1 { DARK } else { !DARK };
        ledger.count(terms::BISHOP_PAWNS + number(pawns & colour) as usize, sign);
    }
    let own_files = fill_ahead(fill_back(pawns));
    let rival_files = fill_ahead(fill_back(rival_pawns));
    ledger.count(terms::ROOK_FILE, sign * number(rooks & !own_files & !rival_files));
    ledger.count(terms::ROOK_FILE + 1, sign * number(rooks & !own_files & rival_files));
    let seventh = 0xFF << 48;
    if rival_pawns & seventh != 0 || view.rival_king >= 56 {
        ledger.count(terms::ROOK_SEVENTH, sign * number(rooks & seventh));
    }
}

fn threats<const WHITE: bool>(view: &View<WHITE>, own: &Attacks, rival: &Attacks, ledger: &mut impl Ledger) {
    let sign = View::<WHITE>::SIGN;
    let number = |squares: Squares| squares.count_ones() as i32;
    let by_pawns = own.by[Kind::Pawn.bits()];
    let minors = own.by[Kind::Knight.bits()] | own.by[Kind::Bishop.bits()];
    for (index, kind) in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].into_iter().enumerate() {
        let men = view.rival(kind);
        ledger.count(terms::PAWN_THREAT + index, sign * number(men & by_pawns));
        ledger.count(terms::MINOR_THREAT + index, sign * number(men & minors & !by_pawns));
    }
    let rooks = own.by[Kind::Rook.bits()] & !by_pawns;
    for (index, kind) in [Kind::Knight, Kind::Bishop, Kind::Queen].into_iter().enumerate() {
        ledger.count(terms::ROOK_THREAT + index, sign * number(view.rival(kind) & rooks));
    }
    let loose = view.rival_men & own.all & !rival.all & !view.rival(Kind::King);
    ledger.count(terms::HANGING, sign * number(loose));
    ledger.count(terms::KING_THREAT, sign * number(loose & own.by[Kind::King.bits()]));
    // Steps that a pawn can make without being lost at once.
    let empty = !view.occupied();
    let steps = ahead(view.own(Kind::Pawn)) & empty;
    let steps = (steps | ahead(steps & 0xFF_0000) & empty) & !rival.by[Kind::Pawn.bits()] & (own.all | !rival.all);
    let targets = view.rival_men & !view.rival(Kind::Pawn) & !by_pawns;
    ledger.count(terms::PAWN_STEP_THREAT, sign * number(pawn_attacks(steps) & targets));
}

/// How the rival's king is attacked by the view's side.
fn king_attack<const WHITE: bool>(view: &View<WHITE>, own: &Attacks, rival: &Attacks, ledger: &mut impl Ledger) {
    let (king, occupied) = (view.rival_king, view.occupied());
    let victim = View::<WHITE>::RIVAL;
    let number = |squares: Squares| squares.count_ones() as i32;
    let others = rival.by[Kind::Pawn.bits()]
        | rival.by[Kind::Knight.bits()]
        | rival.by[Kind::Bishop.bits()]
        | rival.by[Kind::Rook.bits()];
    let weak = own.all & !others & (!rival.twice | own.twice);
    ledger.endanger(victim, terms::DANGER_BASE, 1);
    ledger.endanger(victim, terms::WEAK_RING, number(weak & ring(king)));
    if view.own(Kind::Queen) == 0 {
        ledger.endanger(victim, terms::NO_QUEEN, 1);
    }
    // A square from which to check is safe if nothing takes there, or only the king, and the man is protected.
    let safe = !view.own_men & (!rival.all | weak & own.twice & !others);
    let (straight, aslant) = (rook(king, occupied), bishop(king, occupied));
    let mut unsafe_checks = 0;
    for (index, (kind, from)) in
        [(Kind::Knight, KNIGHT[king]), (Kind::Bishop, aslant), (Kind::Rook, straight), (Kind::Queen, straight | aslant)]
            .into_iter()
            .enumerate()
    {
        let checks = own.by[kind.bits()] & from & !view.own_men;
        ledger.endanger(victim, terms::SAFE_CHECK + index, i32::from(checks & safe != 0));
        unsafe_checks |= checks & !safe;
    }
    ledger.endanger(victim, terms::UNSAFE_CHECK, number(unsafe_checks));
    let cover = queen(king, view.rival_men);
    ledger.endanger(victim, terms::EXPOSED + (cover & !view.rival_men).count_ones() as usize, 1);
}

fn passed_pawns<const WHITE: bool>(
    view: &View<WHITE>,
    passed: Squares,
    (own, rival): (&Attacks, &Attacks),
    ledger: &mut impl Ledger,
) {
    let (sign, occupied) = (View::<WHITE>::SIGN, view.occupied());
    for square in Bits(passed) {
        let (square, row) = (square as usize, square as usize / 8);
        let way = fill_ahead(1 << square) & !(1 << square);
        let next = ahead(1 << square);
        if occupied & next == 0 {
            ledger.count(terms::PASSED_FREE + row, sign);
            if way & (rival.all | view.rival_men) & !own.by[Kind::Pawn.bits()] == 0 {
                ledger.count(terms::PASSED_SAFE + row, sign);
            }
        }
        if row >= 3 {
            let distance = |king: usize| {
                let before = square + 8;
                (king % 8).abs_diff(before % 8).max((king / 8).abs_diff(before / 8))
            };
            ledger.count(terms::PASSED_OWN_KING + distance(view.king), sign);
            ledger.count(terms::PASSED_OTHER_KING + distance(view.rival_king), sign);
        }
        let behind = fill_back(1 << square) & rook(square, occupied);
        ledger.count(terms::ROOK_BEHIND_PASSED, sign * i32::from(behind & view.own(Kind::Rook) != 0));
        ledger.count(terms::ROOK_BEHIND_PASSED + 1, sign * i32::from(behind & view.rival(Kind::Rook) != 0));
    }
}

fn space<const WHITE: bool>(view: &View<WHITE>, rival: &Attacks, ledger: &mut impl Ledger) {
    let behind = fill_back(back(view.own(Kind::Pawn)));
    let free = CENTRE & !view.own(Kind::Pawn) & !rival.by[Kind::Pawn.bits()];
    ledger.count(terms::SPACE, View::<WHITE>::SIGN * (free.count_ones() + (free & behind).count_ones()) as i32);
}
