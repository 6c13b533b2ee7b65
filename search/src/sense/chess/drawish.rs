//! Endings that a lead does not win: what part of its endgame value it keeps.

use engine::Side;
use engine::games::chess::attacks::DARK;
use engine::games::chess::{Chess, Kind};

/// All of it, in sixty-fourths.
const ALL: i32 = 64;

/// The part of its endgame value that a lead keeps, in sixty-fourths.
pub(super) fn share(pos: &Chess, white_leads: bool) -> i32 {
    let (leader, other) = if white_leads { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
    let number = |side: Side, kind: Kind| pos.of(side, kind).count_ones() as i32;
    let pawns = number(leader, Kind::Pawn);
    // Without pawns a lead of a minor man is hardly ever enough.
    if pawns == 0 {
        let men = |side| {
            3 * (number(side, Kind::Knight) + number(side, Kind::Bishop))
                + 5 * number(side, Kind::Rook)
                + 9 * number(side, Kind::Queen)
        };
        let (own, rival) = (men(leader), men(other));
        let two_knights = own == 6 && number(leader, Kind::Knight) == 2;
        if own < 5 || two_knights && number(other, Kind::Pawn) == 0 {
            return 0;
        }
        if own - rival <= 3 {
            return 8;
        }
    }
    let bishops = pos.of_kind(Kind::Bishop);
    let one_each = number(leader, Kind::Bishop) == 1 && number(other, Kind::Bishop) == 1;
    if one_each && (bishops & DARK).is_power_of_two() {
        let others = pos.rook_movers() | pos.of_kind(Kind::Knight);
        return if others == 0 { 24 + 4 * pawns.min(6) } else { 44 + 2 * pawns };
    }
    (ALL - 16 + 5 * pawns).min(ALL)
}
