//! A board as one side sees it: masks of its own points 1 to 24 and the bar (25), and of the other side's checkers on the same
//! points, whose bar is 0.

use engine::Side;
use engine::games::backgammon::Board;
use engine::games::backgammon::board::{BAR, POINTS, seen_by};

/// Masks by point, as the side counts.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// Own checkers.
    pub(super) mine: u32,
    /// Two or more of them.
    pub(super) made: u32,
    /// Three or more of them.
    pub(super) spares: u32,
    /// The digits of their number.
    pub(super) planes: [u32; 4],
    /// The other side's checkers.
    pub(super) theirs: u32,
    /// Two or more of them.
    pub(super) their_made: u32,
    /// The digits of their number.
    pub(super) their_planes: [u32; 4],
}

impl Seen {
    pub(super) fn new(board: &Board, side: Side) -> Self {
        let (own, other) = (board.owned(side), board.owned(!side));
        let seen = |mask| seen_by(side, mask);
        Self {
            mine: seen(own),
            made: seen(own & board.made()),
            spares: seen(own & board.spares()),
            planes: board.planes().map(|plane| seen(plane & own)),
            theirs: seen(other),
            their_made: seen(other & board.made()),
            their_planes: board.planes().map(|plane| seen(plane & other)),
        }
    }

    /// Own checkers on the points of `mask`.
    #[inline]
    pub(super) fn count(&self, mask: u32) -> u32 {
        count(&self.planes, mask)
    }

    /// The other side's checkers on the points of `mask`.
    #[inline]
    pub(super) fn their_count(&self, mask: u32) -> u32 {
        count(&self.their_planes, mask)
    }

    /// Own checkers on the bar.
    #[inline]
    pub(super) fn bar(&self) -> u32 {
        self.count(1 << BAR)
    }

    /// Own blots on the points.
    #[inline]
    pub(super) fn blots(&self) -> u32 {
        self.mine & !self.made & POINTS
    }

    /// The other side's blots on the points.
    #[inline]
    pub(super) fn their_blots(&self) -> u32 {
        self.theirs & !self.their_made & POINTS
    }

    /// Points on which an own checker may land.
    #[inline]
    pub(super) fn open(&self) -> u32 {
        !self.their_made & POINTS
    }

    /// The sum of own checkers' distances above `base` points, for those beyond it.
    pub(super) fn pips_above(&self, base: u32) -> u32 {
        let mut sum = 0;
        for (digit, plane) in self.planes.into_iter().enumerate() {
            let mut left = plane >> base >> 1;
            while left != 0 {
                sum += (left.trailing_zeros() + 1) << digit;
                left &= left - 1;
            }
        }
        sum
    }

    /// The point of the own checker farthest back, 0 if there is none.
    #[inline]
    pub(super) const fn rear(&self) -> u32 {
        (self.mine | 1).ilog2()
    }

    /// The point of the other side's checker farthest back, as this side counts: the lowest; 25 if there is none.
    #[inline]
    pub(super) const fn their_rear(&self) -> u32 {
        (self.theirs | 1 << BAR).trailing_zeros()
    }
}

#[inline]
fn count(planes: &[u32; 4], mask: u32) -> u32 {
    let [a, b, c, d] = planes.map(|plane| (plane & mask).count_ones());
    a + 2 * b + 4 * c + 8 * d
}
