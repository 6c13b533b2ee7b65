//! What a game is played for: the doubling cube, the score of a match, and what a win is worth.

use super::options::{Crawford, CubeUse, Options, Score};
use crate::Side;

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The number of doublings so far: the cube shows 2 to the power of this.
    pub doublings: u8,
    /// Who may double next; either, if nobody owns it.
    pub owner: Option<Side>,
}

impl Cube {
    /// Not turned yet.
    pub const CENTRED: Self = Self { doublings: 0, owner: None };
    /// The most doublings: the cube ends at 64.
    pub const MOST_DOUBLINGS: u8 = 6;

    /// The number it shows, 1 to 64.
    #[inline]
    #[must_use]
    pub const fn value(self) -> u16 {
        1 << self.doublings
    }

    /// The cube after a double that `taker` takes.
    #[inline]
    #[must_use]
    pub const fn doubled(self, taker: Side) -> Self {
        Self { doublings: self.doublings + 1, owner: Some(taker) }
    }
}

/// What stays the same during a game: the match and the rules that concern points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stakes {
    /// The points that win the match; 0 without a match.
    pub length: u8,
    /// The points that White and Black have in it.
    pub scores: [u8; 2],
    flags: u8,
}

impl Stakes {
    const CUBE: u8 = 1;
    const JACOBY: u8 = 2;
    const BEAVERS: u8 = 4;
    const WINS: u8 = 8;
    const CRAWFORD: u8 = 16;
    const NO_CRAWFORD_RULE: u8 = 32;

    /// What the rules say.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let is_money = options.cube == CubeUse::Money;
        let flags = [
            (Self::CUBE, is_money || options.length > 0),
            (Self::JACOBY, options.has_jacoby),
            (Self::BEAVERS, options.has_beavers),
            (Self::WINS, options.score == Score::Wins),
            (Self::CRAWFORD, options.is_crawford_game()),
            (Self::NO_CRAWFORD_RULE, options.crawford == Crawford::Off),
        ];
        let flags = flags.into_iter().filter(|&(_, is_set)| is_set).map(|(flag, _)| flag).sum();
        Self { length: options.length, scores: options.standing, flags }
    }

    /// The same in another match, at another score, in the Crawford game or not.
    #[must_use]
    pub(super) const fn in_match(self, length: u8, scores: [u8; 2], is_crawford: bool) -> Self {
        let flags = self.flags & (Self::WINS | Self::NO_CRAWFORD_RULE)
            | Self::CUBE
            | if is_crawford { Self::CRAWFORD } else { 0 };
        Self { length, scores, flags }
    }

    /// Whether there is a cube at all.
    #[inline]
    #[must_use]
    pub const fn has_cube(self) -> bool {
        self.flags & Self::CUBE != 0
    }

    /// Whether the game is part of a match.
    #[inline]
    #[must_use]
    pub const fn is_match(self) -> bool {
        self.length > 0
    }

    /// Whether gammons count only once the cube has been turned.
    #[must_use]
    pub const fn has_jacoby(self) -> bool {
        self.flags & Self::JACOBY != 0
    }

    /// Whether a double may be doubled back at once.
    #[must_use]
    pub const fn has_beavers(self) -> bool {
        self.flags & Self::BEAVERS != 0
    }

    /// Whether all wins count alike.
    #[must_use]
    pub const fn counts_wins_only(self) -> bool {
        self.flags & Self::WINS != 0
    }

    /// Whether this is the one game of a match without doubling, when a side first needs a single point.
    #[must_use]
    pub const fn is_crawford_game(self) -> bool {
        self.flags & Self::CRAWFORD != 0
    }

    /// Whether there is, was or will be a Crawford game in this match.
    #[must_use]
    pub const fn has_crawford_rule(self) -> bool {
        self.flags & Self::NO_CRAWFORD_RULE == 0
    }

    /// The points that `side` still needs to win the match.
    #[must_use]
    pub const fn away(self, side: Side) -> u8 {
        self.length.saturating_sub(self.scores[side.index()])
    }

    /// Whether `side` may double with this cube before it rolls.
    #[inline]
    #[must_use]
    pub fn may_double(self, side: Side, cube: Cube) -> bool {
        self.has_cube()
            && !self.is_crawford_game()
            && cube.doublings < Cube::MOST_DOUBLINGS
            && cube.owner.is_none_or(|owner| owner == side)
    }

    /// What a win of 1 (single), 2 (gammon) or 3 (backgammon) is worth with the cube as it is.
    #[inline]
    #[must_use]
    pub const fn points(self, kind: u16, cube: Cube) -> u16 {
        let is_single = self.counts_wins_only() || (self.has_jacoby() && cube.doublings == 0);
        (if is_single { 1 } else { kind }) * cube.value()
    }

    /// The most that a win can be worth, against a side that is or is not safe from a gammon.
    #[inline]
    #[must_use]
    pub const fn most_points(self, is_safe: bool) -> u16 {
        let kind = if is_safe || self.counts_wins_only() { 1 } else { 3 };
        if self.has_cube() { kind << Cube::MOST_DOUBLINGS } else { kind }
    }

    pub(super) fn to_bits(self) -> u32 {
        u32::from_le_bytes([self.length, self.scores[0], self.scores[1], self.flags])
    }
}

impl Options {
    /// Whether the game at this score is the Crawford game.
    #[must_use]
    pub fn is_crawford_game(&self) -> bool {
        let needs_one = self.standing.iter().any(|&points| points + 1 == self.length);
        self.length > 1 && self.crawford == Crawford::Next && needs_one
    }
}
