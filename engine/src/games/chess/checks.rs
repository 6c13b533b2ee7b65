//! Which moves give check, known before they are played: a search asks that of most moves it leaves out.

use super::attacks::{BETWEEN, BISHOP_LINES, KNIGHT, LINE, PAWN, ROOK_LINES, Squares};
use super::board::{Chess, Kind};
use super::moves::Move;
use super::sliding::{bishop, rook};
use crate::bitboard::Bits;

/// From where the side to move would give check, and which of its men would uncover one by leaving a line.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// By [`Kind::bits`].
    from: [Squares; 8],
    /// The men that alone stand between the king and a slider behind them.
    covers: Squares,
    king: usize,
}

impl Chess {
    /// Where checks can be given to the side that is not to move.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let side = self.side();
        let (king, occupied, own) = (self.king(!side), self.occupied(), self.men(side));
        let (straight, aslant) = (rook(king, occupied), bishop(king, occupied));
        let mut from = [0; 8];
        from[Kind::Pawn.bits()] = PAWN[(!side).index()][king];
        from[Kind::Knight.bits()] = KNIGHT[king];
        from[Kind::Bishop.bits()] = aslant;
        from[Kind::Rook.bits()] = straight;
        from[Kind::Queen.bits()] = straight | aslant;
        let sliders = ROOK_LINES[king] & self.rook_movers() | BISHOP_LINES[king] & self.bishop_movers();
        let covers = Bits(sliders & own)
            .map(|slider| BETWEEN[king][slider as usize] & occupied)
            .filter(|between| between.is_power_of_two())
            .fold(0, |covers, cover| covers | cover & own);
        Checks { from, covers, king }
    }
}

impl Checks {
    /// Whether a legal move of the position that these checks are of gives check.
    ///
    /// ```
    /// use engine::{Node, Position, games::chess::Chess};
    /// let pos = Chess::parse("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", &Default::default())?;
    /// let checks = pos.checks();
    /// let gives_check = |text: &str| checks.given_by(&pos, pos.find_move(text).unwrap());
    /// assert!(gives_check("e5g6") && gives_check("e5f7") && !gives_check("f1f2"));
    /// # Ok::<(), engine::BadPosition>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn given_by(&self, pos: &Chess, mv: Move) -> bool {
        // A pawn that becomes something else may check along the line that it has left; castling moves two men.
        if mv.touches_another() || mv.promoted().is_some() {
            return pos.play(mv).checkers() != 0;
        }
        let is_direct = self.from[mv.placed_bits() as usize] >> mv.to() & 1 == 1;
        let uncovers = self.covers >> mv.from() & 1 == 1 && LINE[self.king][mv.from()] >> mv.to() & 1 == 0;
        is_direct || uncovers
    }
}
