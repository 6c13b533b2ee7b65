//! The board as a side sees it, its own men at the bottom: so that everything is said once, for White.

use engine::games::chess::attacks::{FILE_A, FILE_H, Squares};
use engine::games::chess::{Chess, Kind};
use engine::{Game, Side};

/// The men of both sides, turned so that `WHITE`'s side, or Black's, plays upwards. Known to the compiler, the side costs
/// nothing to ask about.
#[derive(Clone, Copy)]
pub(super) struct View<const WHITE: bool> {
    /// The own men, by [`Kind::bits`].
    own: [Squares; 8],
    /// The rival's, by [`Kind::bits`].
    rival: [Squares; 8],
    /// All own men.
    pub(super) own_men: Squares,
    /// All of the rival's.
    pub(super) rival_men: Squares,
    /// The square of the own king.
    pub(super) king: usize,
    /// The square of the rival's.
    pub(super) rival_king: usize,
}

impl View<true> {
    /// White's view of a position.
    #[inline]
    pub(super) fn of(pos: &Chess) -> Self {
        let [white, black] = Side::BOTH.map(|side| pos.men(side));
        let (mut own, mut rival) = ([0; 8], [0; 8]);
        for kind in Kind::ALL {
            let squares = pos.of_kind(kind);
            (own[kind.bits()], rival[kind.bits()]) = (squares & white, squares & black);
        }
        let king = |men: &[Squares; 8]| men[Kind::King.bits()].trailing_zeros() as usize & 63;
        Self { own, rival, own_men: white, rival_men: black, king: king(&own), rival_king: king(&rival) }
    }

    /// The same in Black's view.
    #[inline]
    pub(super) fn turned(&self) -> View<false> {
        View {
            own: self.rival.map(u64::swap_bytes),
            rival: self.own.map(u64::swap_bytes),
            own_men: self.rival_men.swap_bytes(),
            rival_men: self.own_men.swap_bytes(),
            king: self.rival_king ^ 0x38,
            rival_king: self.king ^ 0x38,
        }
    }
}

impl<const WHITE: bool> View<WHITE> {
    /// 1 for White, -1 for Black: the sign of what is good for the side.
    pub(super) const SIGN: i32 = if WHITE { 1 } else { -1 };
    /// The side, as an index.
    pub(super) const SIDE: usize = if WHITE { 0 } else { 1 };
    /// The other side, as an index.
    pub(super) const RIVAL: usize = 1 - Self::SIDE;

    #[inline]
    pub(super) fn own(&self, kind: Kind) -> Squares {
        self.own[kind.bits()]
    }

    #[inline]
    pub(super) fn rival(&self, kind: Kind) -> Squares {
        self.rival[kind.bits()]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Squares {
        self.own_men | self.rival_men
    }
}

/// The squares one row ahead.
#[inline]
pub(super) const fn ahead(squares: Squares) -> Squares {
    squares << 8
}

/// The squares one row back.
#[inline]
pub(super) const fn back(squares: Squares) -> Squares {
    squares >> 8
}

/// The squares one file beside, on both sides.
#[inline]
pub(super) const fn beside(squares: Squares) -> Squares {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// What pawns that play upwards attack.
#[inline]
pub(super) const fn pawn_attacks(pawns: Squares) -> Squares {
    beside(ahead(pawns))
}

/// What pawns that play downwards attack.
#[inline]
pub(super) const fn rival_pawn_attacks(pawns: Squares) -> Squares {
    beside(back(pawns))
}

/// The squares and all ahead of them.
#[inline]
pub(super) const fn fill_ahead(mut squares: Squares) -> Squares {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// The squares and all behind them.
#[inline]
pub(super) const fn fill_back(mut squares: Squares) -> Squares {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// The side to move's sign of what is good for White.
#[inline]
pub(super) fn sign_of(pos: &Chess) -> i32 {
    if Game::side(pos) == Side::First { 1 } else { -1 }
}
