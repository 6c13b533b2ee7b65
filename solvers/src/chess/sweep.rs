//! Moves of whole sets: from where a man reaches a set of squares, all 64 origins at once.

use engine::Side;
use engine::games::chess::Kind;
use engine::games::chess::attacks::{FILE_A, FILE_H, KING, KNIGHT, PAWN, RANK_1, Squares};
use engine::games::chess::sliding::{bishop, queen, rook};

use super::ending::Man;

/// Where a pawn can stand.
pub(super) const PAWN_ROWS: Squares = !(RANK_1 | RANK_1 << 56);

/// What a man attacks from a square.
#[inline]
pub(super) fn attacks(man: Man, square: usize, occupied: Squares) -> Squares {
    match man.kind {
        Kind::Rook => rook(square, occupied),
        Kind::Bishop => bishop(square, occupied),
        Kind::Queen => queen(square, occupied),
        Kind::Pawn => PAWN[man.side.index()][square],
        Kind::Knight => KNIGHT[square],
        Kind::King => KING[square],
    }
}

/// From where such a man attacks a square.
#[inline]
pub(super) fn attackers(man: Man, square: usize, occupied: Squares) -> Squares {
    // Only pawns attack another way than they are attacked.
    attacks(Man { side: !man.side, ..man }, square, occupied)
}

/// The row from which a side's pawns make their double steps.
pub(super) const fn home_row(side: Side) -> Squares {
    match side {
        Side::First => RANK_1 << 8,
        Side::Second => RANK_1 << 48,
    }
}

/// The square a pawn's step ahead. The pawn must not be on its last row.
#[inline]
pub(super) const fn ahead(side: Side, square: usize) -> usize {
    match side {
        Side::First => square + 8,
        Side::Second => square - 8,
    }
}

/// The squares beside a square, in its row.
#[inline]
pub(super) const fn beside(square: usize) -> Squares {
    let set: Squares = 1 << square;
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The squares a pawn's step back.
#[inline]
const fn back(side: Side, squares: Squares) -> Squares {
    match side {
        Side::First => squares >> 8,
        Side::Second => squares << 8,
    }
}

/// From where a pawn reaches `targets` by a single step.
#[inline]
pub(super) const fn single_steps(side: Side, targets: Squares) -> Squares {
    back(side, targets)
}

/// From where a pawn reaches `targets` by a double step over `empty` squares.
#[inline]
pub(super) const fn double_steps(side: Side, targets: Squares, empty: Squares) -> Squares {
    back(side, back(side, targets) & empty) & home_row(side)
}

/// From which of the `empty` squares a man other than a pawn moves to one of `targets`, itself empty.
#[inline]
pub(super) fn origins(kind: Kind, targets: Squares, empty: Squares) -> Squares {
    match kind {
        Kind::Rook => rook_origins(targets, empty),
        Kind::Bishop => bishop_origins(targets, empty),
        Kind::Queen => rook_origins(targets, empty) | bishop_origins(targets, empty),
        Kind::Knight => knight_origins(targets),
        Kind::King | Kind::Pawn => 0,
    }
}

/// Slides `squares` over `empty` ones, `1 << SHIFT` at a time; `keep` leaves out what would turn up at the other edge.
#[inline]
fn slide<const SHIFT: u32, const UP: bool>(squares: Squares, empty: Squares, keep: Squares) -> Squares {
    let shift = |set: Squares, steps: u32| if UP { set << (SHIFT * steps) } else { set >> (SHIFT * steps) };
    let way = empty & keep;
    let ones = squares | way & shift(squares, 1);
    let way_twos = way & shift(way, 1);
    let threes = ones | way_twos & shift(ones, 2);
    let way_fours = way_twos & shift(way_twos, 2);
    let all = threes | way_fours & shift(threes, 4);
    shift(all, 1) & way
}

#[inline]
fn rook_origins(targets: Squares, empty: Squares) -> Squares {
    slide::<8, true>(targets, empty, !0)
        | slide::<8, false>(targets, empty, !0)
        | slide::<1, true>(targets, empty, !FILE_A)
        | slide::<1, false>(targets, empty, !FILE_H)
}

#[inline]
fn bishop_origins(targets: Squares, empty: Squares) -> Squares {
    slide::<9, true>(targets, empty, !FILE_A)
        | slide::<7, true>(targets, empty, !FILE_H)
        | slide::<9, false>(targets, empty, !FILE_H)
        | slide::<7, false>(targets, empty, !FILE_A)
}

#[inline]
fn knight_origins(targets: Squares) -> Squares {
    let (left, right) = ((targets & !FILE_A) >> 1, (targets & !FILE_H) << 1);
    let (far_left, far_right) = ((left & !FILE_A) >> 1, (right & !FILE_H) << 1);
    let (near, far) = (left | right, far_left | far_right);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

#[cfg(test)]
mod tests {
    use engine::bitboard::Bits;
    use rand::RngExt;

    use super::*;

    #[test]
    fn origins_are_the_squares_whose_attacks_reach_a_target() {
        let mut rng = engine::rng::stream(5, 0);
        for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
            let man = Man { side: Side::First, kind };
            for _ in 0..1_000 {
                let empty = rng.random::<u64>() | rng.random::<u64>();
                let targets = rng.random::<u64>() & rng.random::<u64>() & empty;
                let reaches = |square: &u32| attacks(man, *square as usize, !empty) & targets != 0;
                let expected = Bits(empty).filter(reaches).fold(0, |set, square| set | 1_u64 << square);
                assert_eq!(origins(kind, targets, empty) & empty, expected, "{kind:?} {targets:x} {empty:x}");
            }
        }
    }

    #[test]
    fn pawns_step_back_to_where_they_came_from() {
        let row = |number: u32| RANK_1 << (8 * number);
        assert_eq!(single_steps(Side::First, row(3)), row(2));
        assert_eq!(double_steps(Side::First, row(3) | row(4), !(1 << 16)), row(1) & !(1 << 8));
        assert_eq!(double_steps(Side::Second, row(4), !(1 << 47)), row(6) & !(1 << 55));
        assert_eq!((beside(24), beside(30), beside(31)), (1 << 25, 1 << 29 | 1 << 31, 1 << 30));
    }
}
