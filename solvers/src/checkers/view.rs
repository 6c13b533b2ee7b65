//! A position as the side to move sees it: it plays up the board. What a solver asks of the rules, written apart from
//! the engine's generator, by which the tests check it.

use engine::Game;
use engine::bitboard::Bits;
use engine::games::checkers::Checkers;
use engine::games::checkers::board::{ALL, LAST, Set, packed, unpacked};

use super::placement::Placement;

/// Sets of squares as [`engine::games::checkers::board`] has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    men: Set,
    kings: Set,
    rival_men: Set,
    rival_kings: Set,
}

/// What stands after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// The side that has moved, in its own view.
    pub(super) mover: Placement,
    /// The side that is to move now, in its own view; it may have no pieces.
    pub(super) rival: Placement,
}

/// A set one step on, up or down the board.
#[inline]
const fn steps(set: Set) -> [Set; 4] {
    [set << 4, set << 5, set >> 4, set >> 5]
}

impl View {
    /// Of two placements, each in the view of its side. They must not overlap.
    #[inline]
    pub(super) const fn new(mover: Placement, rival: Placement) -> Self {
        let rival = rival.turned();
        Self {
            men: unpacked(mover.men),
            kings: unpacked(mover.kings),
            rival_men: unpacked(rival.men),
            rival_kings: unpacked(rival.kings),
        }
    }

    const fn rival(&self) -> Set {
        self.rival_men | self.rival_kings
    }

    const fn empty(&self) -> Set {
        ALL & !(self.men | self.kings | self.rival())
    }

    /// The pieces that can jump; if there are any, one must.
    #[inline]
    pub(super) const fn jumpers(&self) -> Set {
        let (empty, rival) = (self.empty(), self.rival());
        let own = self.men | self.kings;
        // From the empty squares backwards.
        let up = ((empty >> 4 & rival) >> 4 | (empty >> 5 & rival) >> 5) & own;
        let down = ((empty << 4 & rival) << 4 | (empty << 5 & rival) << 5) & self.kings;
        up | down
    }

    /// The number of quiet moves that crown no man.
    #[inline]
    pub(super) const fn count_quiet(&self) -> u32 {
        let empty = self.empty();
        let [left, right, ..] = steps(self.men);
        let room = empty & !LAST;
        let [one, two, three, four] = steps(self.kings);
        (left & room).count_ones()
            + (right & room).count_ones()
            + (one & empty).count_ones()
            + (two & empty).count_ones()
            + (three & empty).count_ones()
            + (four & empty).count_ones()
    }

    /// Hands over what stands after each quiet move that crowns a man.
    #[inline]
    pub(super) fn each_crowning(&self, mut take: impl FnMut(After)) {
        let room = self.empty() & LAST;
        for shift in [4, 5] {
            for to in Bits(self.men << shift & room) {
                take(self.after(1 << (to - shift), 1 << to, true, 0));
            }
        }
    }

    /// Hands over what stands after each jump; the same position may come more than once.
    pub(super) fn each_jump(&self, jumpers: Set, mut take: impl FnMut(After)) {
        for from in Bits(jumpers) {
            let from = 1 << from;
            let is_king = from & self.kings != 0;
            let jump = Jump { at: from, taken: 0, empty: self.empty() | from, is_king };
            jump.each(self.rival(), &mut |end| {
                let is_crowned = is_king || end.at & LAST != 0;
                take(self.after(from, end.at, is_crowned, end.taken));
            });
        }
    }

    #[inline]
    const fn after(&self, from: Set, to: Set, is_king: bool, taken: Set) -> After {
        let [men, kings] = if is_king { [0, to] } else { [to, 0] };
        let rival =
            Placement { men: packed(self.rival_men & !taken), kings: packed(self.rival_kings & !taken) }.turned();
        let mover = Placement { men: packed(self.men & !from | men), kings: packed(self.kings & !from | kings) };
        After { mover, rival }
    }
}

/// The placements of a position: of the side to move and the other, each in the view of its side.
#[inline]
pub(super) fn placements(pos: &Checkers) -> [Placement; 2] {
    let (mover, rival) = (pos.side(), !pos.side());
    let own = |side| Placement { men: packed(pos.men(side)), kings: packed(pos.kings(side)) };
    match mover {
        engine::Side::First => [own(mover), own(rival).turned()],
        engine::Side::Second => [own(mover).turned(), own(rival)],
    }
}

/// A jump under way: nothing leaves the board before it ends.
#[derive(Clone, Copy)]
struct Jump {
    at: Set,
    taken: Set,
    empty: Set,
    is_king: bool,
}

impl Jump {
    /// Hands over every end of the jump.
    fn each(self, rival: Set, take: &mut impl FnMut(Self)) {
        let is_crowned = !self.is_king && self.at & LAST != 0;
        let left = if is_crowned { 0 } else { rival & !self.taken };
        let [a, b, c, d] = steps(self.at).map(|over| over & left);
        let down = if self.is_king { [c >> 4, d >> 5] } else { [0; 2] };
        let mut is_over = true;
        for (over, land) in [(a, a << 4), (b, b << 5), (c, down[0]), (d, down[1])] {
            if land & self.empty != 0 {
                is_over = false;
                Self { at: land, taken: self.taken | over, ..self }.each(rival, take);
            }
        }
        if is_over {
            take(self);
        }
    }
}
