//! The legal moves, listed or counted.
//!
//! Everything is told the side to move by its type, so that a direction is one shift. A jumped piece stays on the board until
//! the jump ends: it still blocks and may not be jumped again, and the square the jump started from counts as empty.

use std::marker::PhantomData;

use super::board::{Checkers, DIRECTIONS, Set, crown_row, step};
use super::moves::{Move, Path};
use crate::bitboard::Bits;
use crate::{MoveList, Side};

/// The side to move, as a type.
pub(super) trait Seat: Copy {
    /// The other side.
    type Other: Seat<Other = Self>;
    const SIDE: Side;
    /// The directions of men.
    const FORWARD: [u32; 2];
    /// Those of kings alone.
    const BACKWARD: [u32; 2];
    /// Where men are crowned.
    const CROWN: Set = crown_row(Self::SIDE);
}

/// Black is to move.
#[derive(Clone, Copy)]
pub(super) struct Black;

/// White is to move.
#[derive(Clone, Copy)]
pub(super) struct White;

impl Seat for Black {
    type Other = White;
    const SIDE: Side = Side::First;
    const FORWARD: [u32; 2] = [0, 1];
    const BACKWARD: [u32; 2] = [2, 3];
}

impl Seat for White {
    type Other = Black;
    const SIDE: Side = Side::Second;
    const FORWARD: [u32; 2] = [2, 3];
    const BACKWARD: [u32; 2] = [0, 1];
}

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View<S> {
    own: Set,
    rival: Set,
    /// The kings of both.
    kings: Set,
    empty: Set,
    seat: PhantomData<S>,
}

#[allow(clippy::inline_always)] // Where leaves are counted, the board of their parent then stays in registers.
impl<S: Seat> View<S> {
    /// Of a position in which this side is to move.
    #[inline(always)]
    pub(super) const fn new(pos: &Checkers) -> Self {
        let (own, rival) = (pos.of(S::SIDE), pos.pieces[1 - S::SIDE.index()]);
        Self { own, rival, kings: pos.kings, empty: pos.empty(), seat: PhantomData }
    }

    /// The squares from which a jump in `direction` is possible.
    #[inline(always)]
    const fn takeoffs(&self, direction: u32) -> Set {
        // From the empty squares backwards: the opposite direction has the other bit 1.
        let over = step(self.empty, direction ^ 2) & self.rival;
        step(over, direction ^ 2)
    }

    /// The pieces that can jump.
    #[inline(always)]
    pub(super) const fn jumpers(&self) -> Set {
        let [left, right] = S::FORWARD;
        let forward = self.own & (self.takeoffs(left) | self.takeoffs(right));
        let kings = self.own & self.kings;
        if kings == 0 {
            return forward;
        }
        let [left, right] = S::BACKWARD;
        forward | kings & (self.takeoffs(left) | self.takeoffs(right))
    }

    /// The squares to which `movers` can step in `direction`.
    #[inline(always)]
    const fn targets(&self, movers: Set, direction: u32) -> Set {
        step(movers, direction) & self.empty
    }

    /// Whether there is a quiet move.
    #[inline]
    const fn has_quiet(&self) -> bool {
        let kings = self.own & self.kings;
        let [left, right] = S::FORWARD;
        let forward = self.targets(self.own, left) | self.targets(self.own, right);
        let [left, right] = S::BACKWARD;
        forward | self.targets(kings, left) | self.targets(kings, right) != 0
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) const fn has_moves(&self) -> bool {
        self.has_quiet() || self.jumpers() != 0
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.own & self.kings != 0 {
            return self.count_with_kings();
        }
        // Steps and jumps are both counted, which costs less than a guess whether there is a jump.
        let [left, right] = S::FORWARD;
        let quiet = self.targets(self.own, left).count_ones() + self.targets(self.own, right).count_ones();
        let jumps = self.count_jumps_of_men(self.own);
        if jumps == 0 { quiet.into() } else { jumps }
    }

    #[inline(never)]
    fn count_with_kings(&self) -> u64 {
        let (men, kings) = (self.own & !self.kings, self.own & self.kings);
        if self.jumpers() == 0 {
            let quiet = |movers, directions: [u32; 2]| {
                directions.into_iter().map(|direction| self.targets(movers, direction).count_ones()).sum::<u32>()
            };
            return u64::from(quiet(self.own, S::FORWARD) + quiet(kings, S::BACKWARD));
        }
        let mut count = self.count_jumps_of_men(men);
        self.each_jump_of_kings(kings, |_, _| count += 1);
        count
    }

    /// The number of sequences of two legal moves.
    pub(super) fn count_pairs(&self) -> u64 {
        let jumpers = self.jumpers();
        let mut count = 0;
        if jumpers != 0 {
            self.each_jump(jumpers, |from, end| count += self.jumped(from, end).count());
            return count;
        }
        let (men, kings) = (self.own & !self.kings, self.own & self.kings);
        for direction in S::FORWARD {
            self.each_target(men, direction, |from, to| count += self.stepped(from, to, to & S::CROWN).count());
        }
        if kings != 0 {
            for direction in [0, 1, 2, 3] {
                self.each_target(kings, direction, |from, to| count += self.stepped(from, to, from | to).count());
            }
        }
        count
    }

    /// Hands `take` each step of `movers` in `direction`: the square it starts from and the one it ends on.
    #[inline(always)]
    fn each_target(&self, movers: Set, direction: u32, mut take: impl FnMut(Set, Set)) {
        let mut targets = self.targets(movers, direction);
        while targets != 0 {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            take(step(to, direction ^ 2), to);
        }
    }

    /// What the other side sees after a step; `crowns` are the squares on which there is a king where there was none, or
    /// the other way round.
    #[inline(always)]
    const fn stepped(&self, from: Set, to: Set, crowns: Set) -> View<S::Other> {
        let moved = from | to;
        View {
            own: self.rival,
            rival: self.own ^ moved,
            kings: self.kings ^ crowns,
            empty: self.empty ^ moved,
            seat: PhantomData,
        }
    }

    /// What the other side sees after a jump from `from` that ended so.
    #[inline(always)]
    const fn jumped(&self, from: Set, end: Jump<S>) -> View<S::Other> {
        let captured = self.rival ^ end.rival;
        let crowned = if end.is_king { end.at } else { end.at & S::CROWN };
        View {
            own: end.rival,
            rival: (self.own ^ from) | end.at,
            kings: (self.kings & !(from | captured)) | crowned,
            empty: ((self.empty | from) ^ end.at) | captured,
            seat: PhantomData,
        }
    }

    /// Appends the legal moves.
    #[inline]
    pub(super) fn list(&self, list: &mut MoveList<Move>) {
        let jumpers = self.jumpers();
        if jumpers == 0 { self.list_quiet(list) } else { self.list_jumps(jumpers, list) }
    }

    fn list_quiet(&self, list: &mut MoveList<Move>) {
        let (men, kings) = (self.own & !self.kings, self.own & self.kings);
        for direction in S::FORWARD {
            self.list_steps(men, direction, false, list);
        }
        if kings != 0 {
            for direction in [0, 1, 2, 3] {
                self.list_steps(kings, direction, true, list);
            }
        }
    }

    #[inline(always)]
    fn list_steps(&self, movers: Set, direction: u32, is_king: bool, list: &mut MoveList<Move>) {
        let mut targets = Bits(self.targets(movers, direction));
        list.push_many(targets.len(), || {
            let to = targets.next().unwrap_or_default();
            let from = to.wrapping_add_signed(-DIRECTIONS[direction as usize]);
            Move::quiet(from, to, direction, is_king)
        });
    }

    /// Appends the jumps of `jumpers`.
    fn list_jumps(&self, jumpers: Set, list: &mut MoveList<Move>) {
        self.each_jump(jumpers, |from, end| {
            let (from, to) = (from.trailing_zeros(), end.at.trailing_zeros());
            list.push(Move::jump(from, to, end.path, end.is_king));
        });
    }

    /// Men are counted all at once. They only go forward, so what they have jumped and left behind cannot matter: a man that
    /// lands where another could take off goes on as that one would.
    #[inline(always)]
    fn count_jumps_of_men(&self, men: Set) -> u64 {
        let [left, right] = S::FORWARD;
        let takeoffs = [self.takeoffs(left), self.takeoffs(right)];
        let further = takeoffs[0] | takeoffs[1];
        let jumpers = [men & takeoffs[0], men & takeoffs[1]];
        let landed = [step(step(jumpers[0], left), left), step(step(jumpers[1], right), right)];
        let count = u64::from(jumpers[0].count_ones() + jumpers[1].count_ones());
        if (landed[0] | landed[1]) & further == 0 {
            return count;
        }
        count + Self::count_more(landed[0] & further, takeoffs) + Self::count_more(landed[1] & further, takeoffs)
    }

    /// By how many the jumps of men grow that have landed on these squares and go on; `takeoffs` are the squares from which
    /// men can jump, by direction.
    fn count_more(landed: Set, takeoffs: [Set; 2]) -> u64 {
        // One path becomes as many as there are ways to go on.
        Bits(landed).map(|at| Self::count_ways(1 << at, takeoffs) - 1).sum()
    }

    /// The number of ways in which a man can go on from `at`, at least one.
    fn count_ways(at: Set, takeoffs: [Set; 2]) -> u64 {
        let [left, right] = S::FORWARD;
        let mut ways = 0;
        if at & takeoffs[0] != 0 {
            ways += Self::count_ways(step(step(at, left), left), takeoffs);
        }
        if at & takeoffs[1] != 0 {
            ways += Self::count_ways(step(step(at, right), right), takeoffs);
        }
        ways.max(1)
    }

    /// Hands `take` every path of `jumpers` when it has ended, with the square it started from.
    #[inline(always)]
    fn each_jump(&self, jumpers: Set, mut take: impl FnMut(Set, Jump<S>)) {
        let [left, right] = S::FORWARD;
        let further = self.takeoffs(left) | self.takeoffs(right);
        let men = jumpers & !self.kings;
        for direction in S::FORWARD {
            let mut landed = step(step(men & self.takeoffs(direction), direction), direction);
            while landed != 0 {
                let at = landed & landed.wrapping_neg();
                landed ^= at;
                let over = step(at, direction ^ 2);
                let from = step(over, direction ^ 2);
                let jump = self.jump(from).after(at, over, direction);
                // Most jumps of men take one piece.
                if at & further == 0 { take(from, jump) } else { jump.each(&mut |end| take(from, end)) }
            }
        }
        if jumpers & self.kings != 0 {
            self.each_jump_of_kings(jumpers & self.kings, take);
        }
    }

    #[inline(always)]
    fn each_jump_of_kings(&self, mut kings: Set, mut take: impl FnMut(Set, Jump<S>)) {
        while kings != 0 {
            let from = kings & kings.wrapping_neg();
            kings ^= from;
            let jump = self.jump(from);
            jump.each_further(&mut |end| take(from, end));
        }
    }

    /// A jump that is about to begin.
    #[inline(always)]
    const fn jump(&self, from: Set) -> Jump<S> {
        Jump {
            at: from,
            rival: self.rival,
            empty: self.empty | from,
            is_king: from & self.kings != 0,
            path: Path::EMPTY,
            seat: PhantomData,
        }
    }
}

/// A jump under way.
#[derive(Clone, Copy)]
struct Jump<S> {
    at: Set,
    /// What can still be jumped.
    rival: Set,
    /// Where it can land: the square it started from is among them.
    empty: Set,
    is_king: bool,
    path: Path,
    seat: PhantomData<S>,
}

impl<S: Seat> Jump<S> {
    /// The jump one step further, if there is one in this direction.
    #[inline(always)]
    #[allow(clippy::inline_always)] // As in `View`: a jump is five words, which a call would put into memory.
    const fn further(self, direction: u32) -> Option<Self> {
        let over = step(self.at, direction) & self.rival;
        let land = step(over, direction) & self.empty;
        if land == 0 {
            return None;
        }
        Some(self.after(land, over, direction))
    }

    /// The jump when it has landed on `at`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // As `further`.
    const fn after(self, at: Set, over: Set, direction: u32) -> Self {
        Self { at, rival: self.rival ^ over, path: self.path.and(direction), ..self }
    }

    /// Hands every way to go on to its end to `take`, or the jump itself if it is over. (A man that is crowned has nothing
    /// in front of him.)
    fn each(self, take: &mut impl FnMut(Self)) {
        if !self.each_further(take) {
            take(self);
        }
    }

    /// Hands every way to go on to its end to `take`, and says whether there is one.
    fn each_further(self, take: &mut impl FnMut(Self)) -> bool {
        let directions: &[u32] = if self.is_king { &[0, 1, 2, 3] } else { &S::FORWARD };
        let mut has_more = false;
        for &direction in directions {
            if let Some(next) = self.further(direction) {
                has_more = true;
                next.each(take);
            }
        }
        has_more
    }
}

impl Checkers {
    /// The pieces of the side to move that can jump; if there are any, all legal moves are jumps.
    #[inline]
    #[must_use]
    pub const fn jumpers(&self) -> Set {
        match self.side {
            Side::First => View::<Black>::new(self).jumpers(),
            Side::Second => View::<White>::new(self).jumpers(),
        }
    }

    /// Whether the side to move has a legal move.
    #[inline]
    #[must_use]
    pub const fn has_moves(&self) -> bool {
        match self.side {
            Side::First => View::<Black>::new(self).has_moves(),
            Side::Second => View::<White>::new(self).has_moves(),
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    #[allow(clippy::inline_always)] // With the side known and the result only counted, half of it falls away.
    #[must_use]
    pub(super) fn after<S: Seat>(&self, mv: Move) -> Self {
        let own = S::SIDE.index();
        let mut next = *self;
        let (from, to) = (1 << mv.from(), 1 << mv.to());
        let captured = mv.captured();
        next.pieces[own] = (next.pieces[own] & !from) | to;
        next.pieces[1 - own] &= !captured;
        // A king takes its crown along; a man gets one in the last row.
        let crowned = if mv.is_king() { to } else { to & S::CROWN };
        next.kings = (next.kings & !(from | captured)) | crowned;
        next.side = S::Other::SIDE;
        next.clock = if mv.is_king() && captured == 0 { next.clock.saturating_add(1) } else { 0 };
        next
    }
}
