//! The legal moves, listed or counted.
//!
//! Everything is told the side to move at compile time, so that a direction is one shift. A jump stays on the board until it
//! ends: what has been jumped still blocks and may not be jumped again, and the square it started from counts as empty.

use super::board::{Checkers, Set, crown_row, step};
use super::moves::{Move, Path};
use crate::bitboard::Bits;
use crate::{MoveList, Side};

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View<const BLACK: bool> {
    own: Set,
    kings: Set,
    rival: Set,
    empty: Set,
}

impl<const BLACK: bool> View<BLACK> {
    const SIDE: Side = if BLACK { Side::First } else { Side::Second };
    /// The directions of men.
    const FORWARD: [u32; 2] = if BLACK { [0, 1] } else { [2, 3] };
    /// Those of kings alone.
    const BACKWARD: [u32; 2] = if BLACK { [2, 3] } else { [0, 1] };

    #[inline(always)]
    #[allow(clippy::inline_always)] // The parts stay in registers: see `count_after`.
    pub(super) const fn new(pos: &Checkers) -> Self {
        let own = pos.of(Self::SIDE);
        Self { own, kings: own & pos.kings, rival: pos.pieces[1 - Self::SIDE.index()], empty: pos.empty() }
    }

    /// The pieces of `movers` that can jump in `direction`.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    const fn jumpers_in(&self, movers: Set, direction: u32) -> Set {
        // From the empty squares backwards: the opposite direction has the other bit 1.
        let over = step(self.empty, direction ^ 2) & self.rival;
        step(over, direction ^ 2) & movers
    }

    /// The pieces that can jump.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) const fn jumpers(&self) -> Set {
        let [left, right] = Self::FORWARD;
        let forward = self.jumpers_in(self.own, left) | self.jumpers_in(self.own, right);
        if self.kings == 0 {
            return forward;
        }
        let [left, right] = Self::BACKWARD;
        forward | self.jumpers_in(self.kings, left) | self.jumpers_in(self.kings, right)
    }

    /// The number of quiet moves.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) const fn count_quiet(&self) -> u64 {
        let [left, right] = Self::FORWARD;
        let mut count =
            (step(self.own, left) & self.empty).count_ones() + (step(self.own, right) & self.empty).count_ones();
        if self.kings != 0 {
            let [left, right] = Self::BACKWARD;
            count += (step(self.kings, left) & self.empty).count_ones();
            count += (step(self.kings, right) & self.empty).count_ones();
        }
        count as u64
    }

    /// Whether there is a quiet move.
    #[inline]
    pub(super) const fn has_quiet(&self) -> bool {
        let [left, right] = Self::FORWARD;
        let forward = step(self.own, left) | step(self.own, right);
        let [left, right] = Self::BACKWARD;
        let backward = step(self.kings, left) | step(self.kings, right);
        (forward | backward) & self.empty != 0
    }

    /// The number of legal moves.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn count(&self) -> u64 {
        let jumpers = self.jumpers();
        if jumpers == 0 { self.count_quiet() } else { self.count_jumps(jumpers) }
    }

    /// Appends the legal moves.
    #[inline]
    pub(super) fn list(&self, list: &mut MoveList<Move>) {
        let jumpers = self.jumpers();
        if jumpers == 0 { self.list_quiet(list) } else { self.list_jumps(jumpers, list) }
    }

    fn list_quiet(&self, list: &mut MoveList<Move>) {
        let men = self.own & !self.kings;
        for direction in Self::FORWARD {
            self.list_steps(men, direction, false, list);
        }
        if self.kings != 0 {
            for direction in [0, 1, 2, 3] {
                self.list_steps(self.kings, direction, true, list);
            }
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn list_steps(&self, movers: Set, direction: u32, is_king: bool, list: &mut MoveList<Move>) {
        let mut targets = Bits(step(movers, direction) & self.empty);
        list.push_many(targets.len(), || {
            let to = targets.next().unwrap_or_default();
            let from = to.wrapping_add_signed(-super::board::DIRECTIONS[direction as usize]);
            Move::quiet(from, to, direction, is_king)
        });
    }

    /// Appends the jumps of `jumpers`.
    #[inline]
    fn list_jumps(&self, jumpers: Set, list: &mut MoveList<Move>) {
        for from in Bits(jumpers) {
            let bit = 1 << from;
            let is_king = bit & self.kings != 0;
            let jump = Jump { at: bit, rival: self.rival, empty: self.empty | bit, is_king };
            jump.each::<BLACK>(Path::EMPTY, &mut |end, path| {
                list.push(Move::jump(from, end.trailing_zeros(), path, is_king));
            });
        }
    }

    /// The number of paths that `jumpers` can take.
    #[inline(never)]
    fn count_jumps(&self, jumpers: Set) -> u64 {
        let mut count = 0;
        for from in Bits(jumpers) {
            let bit = 1 << from;
            let jump = Jump { at: bit, rival: self.rival, empty: self.empty | bit, is_king: bit & self.kings != 0 };
            count += jump.count::<BLACK>();
        }
        count
    }
}

/// A jump under way.
#[derive(Clone, Copy)]
struct Jump {
    at: Set,
    /// What can still be jumped.
    rival: Set,
    /// Where it can land: the square it started from is among them.
    empty: Set,
    is_king: bool,
}

impl Jump {
    /// The jump one step further, if there is one in this direction.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    const fn further(self, direction: u32) -> Option<Self> {
        let over = step(self.at, direction) & self.rival;
        let land = step(over, direction) & self.empty;
        if land == 0 { None } else { Some(Self { at: land, rival: self.rival ^ over, ..self }) }
    }

    const fn directions<const BLACK: bool>(self) -> &'static [u32] {
        match (self.is_king, BLACK) {
            (true, _) => &[0, 1, 2, 3],
            (false, true) => &[0, 1],
            (false, false) => &[2, 3],
        }
    }

    /// Whether a man has just been crowned, which ends his turn.
    const fn is_crowned<const BLACK: bool>(self) -> bool {
        let row = crown_row(if BLACK { Side::First } else { Side::Second });
        !self.is_king && self.at & row != 0
    }

    /// Hands every whole path to `take`: where it ends, and its steps.
    fn each<const BLACK: bool>(self, path: Path, take: &mut impl FnMut(Set, Path)) {
        let mut is_over = true;
        if !self.is_crowned::<BLACK>() {
            for &direction in self.directions::<BLACK>() {
                if let Some(next) = self.further(direction) {
                    is_over = false;
                    next.each::<BLACK>(path.and(direction), take);
                }
            }
        }
        if is_over {
            take(self.at, path);
        }
    }

    fn count<const BLACK: bool>(self) -> u64 {
        if self.is_crowned::<BLACK>() {
            return 1;
        }
        let further = self.directions::<BLACK>().iter().filter_map(|&direction| self.further(direction));
        further.map(Self::count::<BLACK>).sum::<u64>().max(1)
    }
}

impl Checkers {
    /// The pieces of the side to move that can jump; if there are any, all legal moves are jumps.
    #[inline]
    #[must_use]
    pub const fn jumpers(&self) -> Set {
        match self.side {
            Side::First => View::<true>::new(self).jumpers(),
            Side::Second => View::<false>::new(self).jumpers(),
        }
    }

    /// Whether the side to move has a legal move.
    #[inline]
    #[must_use]
    pub const fn has_moves(&self) -> bool {
        match self.side {
            Side::First => View::<true>::new(self).has_quiet() || View::<true>::new(self).jumpers() != 0,
            Side::Second => View::<false>::new(self).has_quiet() || View::<false>::new(self).jumpers() != 0,
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    #[allow(clippy::inline_always)] // With the side known and the result only counted, half of it falls away.
    #[must_use]
    pub(super) fn after<const BLACK: bool>(&self, mv: Move) -> Self {
        let (own, rival) = if BLACK { (0, 1) } else { (1, 0) };
        let mut next = *self;
        let (from, to) = (1 << mv.from(), 1 << mv.to());
        let captured = mv.captured();
        next.pieces[own] = (next.pieces[own] & !from) | to;
        next.pieces[rival] &= !captured;
        // A king takes its crown along; a man gets one in the last row.
        let crowned = if mv.is_king() { to } else { to & crown_row(View::<BLACK>::SIDE) };
        next.kings = (next.kings & !(from | captured)) | crowned;
        next.side = if BLACK { Side::Second } else { Side::First };
        next.clock = if mv.is_king() && captured == 0 { next.clock.saturating_add(1) } else { 0 };
        next
    }
}
