//! Which steps a search takes: a set of named features, so that every combination can be tested against minimax.

use std::ops::{BitOr, Sub};

/// A set of search features.
///
/// ```
/// use search::Features;
/// let plain = Features::SOUND - Features::TABLE;
/// assert!(plain.has(Features::KILLERS) && !plain.has(Features::TABLE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u64);

impl Features {
    /// Nothing: alpha-beta over the moves as generated, or plain expectation.
    pub const NONE: Self = Self(0);
    /// The transposition table ends searches of positions seen before.
    pub const TABLE: Self = Self(1 << 0);
    /// The table's move is tried first.
    pub const TABLE_MOVE: Self = Self(1 << 1);
    /// Moves are ordered by what [`Sense::promise`](crate::Sense::promise) says.
    pub const PROMISE: Self = Self(1 << 2);
    /// Moves that cut a sibling off are tried early.
    pub const KILLERS: Self = Self(1 << 3);
    /// Moves that cut often are tried early.
    pub const HISTORY: Self = Self(1 << 4);
    /// Principal variation search: all moves but the first are asked only whether they are better.
    pub const SCOUT: Self = Self(1 << 5);
    /// Aspiration: each iteration starts with a narrow window around the last one's score.
    pub const ASPIRATION: Self = Self(1 << 6);
    /// Table entries serve only searches of exactly their depth (and proven results any deeper one), so that a
    /// search of depth d returns minimax's value of depth d to the unit. Off, deeper entries serve too.
    pub const SAME_DEPTH: Self = Self(1 << 7);
    /// A position that stood before, in the line or in the game, counts as a draw. Depends on the path, so the table
    /// may then hold a value that another path would not give.
    pub const REPETITION: Self = Self(1 << 8);
    /// Quiescence looks at noisy moves below the horizon.
    pub const QUIESCENCE: Self = Self(1 << 9);
    /// Star1: bounds of the score cut chance nodes off.
    pub const STAR1: Self = Self(1 << 10);
    /// Star2: one move of each branch is probed first for a lower bound.
    pub const STAR2: Self = Self(1 << 11);

    /// Expectiminimax ranks the moves above the horizon by the static value of what they leave behind.
    pub const STATIC_ORDER: Self = Self(1 << 30);

    /// Null move: a side that could even pass is too good for the node to matter.
    pub const NULL_MOVE: Self = Self(1 << 12);
    /// Reverse futility: near the horizon a static value far above the window is believed.
    pub const REVERSE_FUTILITY: Self = Self(1 << 13);
    /// Futility: near the horizon quiet moves are left out where the static value is far below the window.
    pub const FUTILITY: Self = Self(1 << 14);
    /// Late moves are searched less deep first.
    pub const REDUCTIONS: Self = Self(1 << 15);
    /// Near the horizon, quiet moves after so many others are left out.
    pub const LATE_PRUNING: Self = Self(1 << 16);
    /// Moves that lose in the exchange they start are left out near the horizon and in quiescence.
    pub const EXCHANGES: Self = Self(1 << 17);
    /// Without a table move, a node is searched a ply less deep: next time there is one.
    pub const INTERNAL_REDUCTION: Self = Self(1 << 18);
    /// Moves that threaten (give check) are searched a ply deeper.
    pub const EXTENSIONS: Self = Self(1 << 19);
    /// The table's move is searched a ply deeper if all others are worse by a margin.
    pub const SINGULAR: Self = Self(1 << 20);
    /// History by the moves before, one and two plies ago.
    pub const CONTINUATION: Self = Self(1 << 21);
    /// History of noisy moves.
    pub const NOISY_HISTORY: Self = Self(1 << 22);
    /// Prunes more where the static value has not risen since the side's last move.
    pub const IMPROVING: Self = Self(1 << 23);
    /// The transposition table serves quiescence too.
    pub const QUIET_TABLE: Self = Self(1 << 24);
    /// Quiescence leaves out captures that cannot bring the value back into the window.
    pub const DELTA: Self = Self(1 << 25);
    /// Static values are corrected by what searches found in positions of the same [kin](crate::Sense::kin).
    pub const CORRECTION: Self = Self(1 << 26);
    /// Quiet moves of which history says much ill are left out near the horizon.
    pub const HISTORY_PRUNING: Self = Self(1 << 27);
    /// Razoring: near the horizon and far below the window, quiescence is asked first.
    pub const RAZORING: Self = Self(1 << 28);
    /// Quiescence looks at quiet moves that threaten (checks) where it begins.
    pub const QUIET_CHECKS: Self = Self(1 << 29);

    /// A [prover](engine::Prover) looks for forced wins beside the search, in games that have one.
    pub const PROVER: Self = Self(1 << 31);

    /// Results that the sense is [sure](crate::Sense::settles) of end the search of a node.
    pub const SETTLED: Self = Self(1 << 32);

    /// The features by which a search leaves out or shortens what looks unimportant, and the prover, with the names by which
    /// they can be turned off. They act in games whose sense is [selective](crate::Sense::SELECTIVE), or that have a prover.
    pub const SELECTIVE: [(&'static str, Self); 20] = [
        ("null_move", Self::NULL_MOVE),
        ("reverse_futility", Self::REVERSE_FUTILITY),
        ("futility", Self::FUTILITY),
        ("reductions", Self::REDUCTIONS),
        ("late_pruning", Self::LATE_PRUNING),
        ("exchanges", Self::EXCHANGES),
        ("internal_reduction", Self::INTERNAL_REDUCTION),
        ("extensions", Self::EXTENSIONS),
        ("singular", Self::SINGULAR),
        ("continuation", Self::CONTINUATION),
        ("noisy_history", Self::NOISY_HISTORY),
        ("improving", Self::IMPROVING),
        ("quiet_table", Self::QUIET_TABLE),
        ("delta", Self::DELTA),
        ("correction", Self::CORRECTION),
        ("history_pruning", Self::HISTORY_PRUNING),
        ("razoring", Self::RAZORING),
        ("quiet_checks", Self::QUIET_CHECKS),
        ("prover", Self::PROVER),
        ("settled", Self::SETTLED),
    ];

    /// The features that never change the value of a search, one by one.
    pub const EACH_SOUND: [Self; 10] = [
        Self::TABLE,
        Self::TABLE_MOVE,
        Self::PROMISE,
        Self::KILLERS,
        Self::HISTORY,
        Self::SCOUT,
        Self::ASPIRATION,
        Self::STAR1,
        Self::STAR2,
        Self::STATIC_ORDER,
    ];

    /// All features that never change the value of a search: its value is minimax's.
    pub const SOUND: Self = Self(0b1100_1111_1111 | Self::STATIC_ORDER.0);

    /// What players use.
    pub const PLAY: Self = Self(0b1_1111_1111_1111_1111_1111_1111_0111_1111);

    /// Whether all of `features` are in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, features: Self) -> bool {
        self.0 & features.0 == features.0
    }
}

impl BitOr for Features {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Features {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_sets_hold_what_they_say() {
        let all = Features::EACH_SOUND.into_iter().fold(Features::SAME_DEPTH, BitOr::bitor);
        assert_eq!(all, Features::SOUND);
        let play = (Features::SOUND - Features::SAME_DEPTH) | Features::REPETITION | Features::QUIESCENCE;
        assert_eq!(Features::SELECTIVE.into_iter().fold(play, |set, (_, feature)| set | feature), Features::PLAY);
    }
}
