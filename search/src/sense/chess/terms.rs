//! The terms of the evaluation: what is counted, each with its place in the list of weights.
//!
//! A term is a range of places, one for each value it is counted by (a rank, a number of squares). The evaluation tells
//! a [`Ledger`] how often each place occurs; one ledger adds weights up, another records the counts for the tuner, so
//! that what is tuned is what is played.

use crate::sense::terms::terms;

/// Receives what the evaluation counts.
pub trait Ledger {
    /// Counts a place so many times, from White's point of view: negative for Black's.
    fn count(&mut self, place: usize, times: i32);
    /// Counts something that endangers the king of a side (0 White's, 1 Black's).
    fn endanger(&mut self, king: usize, place: usize, times: i32);
}

terms! { TERMS, PLACES:
    /// A man of a kind on a square, both mirrored so that its king stands on the king's side: kind, square.
    SQUARE: 6 * 64;
    /// A man of a kind as seen from its own king: kind, step (see [`step`]).
    FROM_OWN_KING: 6 * STEPS;
    /// The same from the other king.
    FROM_OTHER_KING: 6 * STEPS;
    /// The right to move.
    TEMPO: 1;
    /// Squares that a knight attacks, of those worth going to.
    KNIGHT_MOBILITY: 9;
    /// The same of a bishop.
    BISHOP_MOBILITY: 14;
    /// The same of a rook.
    ROOK_MOBILITY: 15;
    /// The same of a queen.
    QUEEN_MOBILITY: 28;
    /// Two bishops or more.
    BISHOP_PAIR: 1;
    /// Own pawns on squares of a bishop's colour, by number.
    BISHOP_PAWNS: 9;
    /// A knight, a bishop where no pawn can drive it away and an own one protects it.
    OUTPOST: 2;
    /// A rook on a file without pawns, without own pawns.
    ROOK_FILE: 2;
    /// A rook on the seventh row with pawns or the king there or behind.
    ROOK_SEVENTH: 1;
    /// A minor man behind a pawn.
    BEHIND_PAWN: 1;
    /// A pawn without own pawns on the files beside.
    ISOLATED: 1;
    /// The same with no rival pawn on its own file.
    ISOLATED_OPEN: 1;
    /// A pawn before another of its own on the file.
    DOUBLED: 1;
    /// A pawn that cannot be protected by a pawn and whose next square a rival pawn attacks.
    BACKWARD: 1;
    /// A pawn beside another, by row.
    PHALANX: 8;
    /// A pawn that another protects, by row.
    PROTECTED: 8;
    /// A pawn that none can stop, by row.
    PASSED: 8;
    /// A passed pawn whose next square is free, by row.
    PASSED_FREE: 8;
    /// A passed pawn whose way to the last row is not attacked, by row.
    PASSED_SAFE: 8;
    /// A passed pawn's own king's distance to the square before it, from the fourth row on: distance.
    PASSED_OWN_KING: 8;
    /// The same of the other king.
    PASSED_OTHER_KING: 8;
    /// A rook behind a passed pawn: an own one, the rival's.
    ROOK_BEHIND_PASSED: 2;
    /// A pawn attacks a knight, bishop, rook, queen.
    PAWN_THREAT: 4;
    /// A pawn can step to where it attacks one of the rival's men.
    PAWN_STEP_THREAT: 1;
    /// A knight or bishop attacks a knight, bishop, rook, queen.
    MINOR_THREAT: 4;
    /// A rook attacks a knight, bishop, queen.
    ROOK_THREAT: 3;
    /// A man is attacked and not protected.
    HANGING: 1;
    /// The king attacks a man that is not protected.
    KING_THREAT: 1;
    /// Own pawns before the king: file from the edge, row of the nearest (0 for none).
    SHELTER: 4 * 8;
    /// Rival pawns before the king: file from the edge, row of the nearest (0 for none).
    STORM: 4 * 8;
    /// A rival pawn held up by the own one before the king, by its row.
    BLOCKED_STORM: 8;
    /// Squares in front of one's pawns in the centre that no rival pawn attacks.
    SPACE: 1;
}

terms! { DANGERS, DANGER_PLACES:
    /// Always there.
    DANGER_BASE: 1;
    /// Men attacking the squares around the king: knights, bishops, rooks, queens.
    ATTACKERS: 4;
    /// Squares around the king attacked, each time.
    RING_ATTACKS: 1;
    /// Squares around the king attacked and protected by king or queen at most.
    WEAK_RING: 1;
    /// Squares from which a knight, bishop, rook, queen could check and not be taken.
    SAFE_CHECK: 4;
    /// Squares from which it could check and be taken.
    UNSAFE_CHECK: 1;
    /// The rival has no queen.
    NO_QUEEN: 1;
    /// Squares that a queen on the king's square would attack: a king without cover.
    EXPOSED: 28;
    /// A rival pawn's row before the king, nearest of three files (0 for none).
    NEAR_PAWN: 8;
    /// No own pawn on the king's file, on a file beside.
    OPEN_FILE: 2;
}

/// The number of steps from one square to another, in [`step`]'s numbering.
pub const STEPS: usize = 240;

/// The step from square `from` to square `to`: files and rows apart, as one number.
#[inline]
#[must_use]
pub const fn step(from: usize, to: usize) -> usize {
    // Squares numbered in rows of sixteen: differences then tell files from rows.
    (to + (to & 0x38)) + 119 - (from + (from & 0x38))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn terms_lie_one_after_the_other() {
        for (list, total) in [(TERMS, PLACES), (DANGERS, DANGER_PLACES)] {
            let end = list.iter().fold(0, |at, &(name, first, size)| {
                assert_eq!(first, at, "{name}");
                at + size
            });
            assert_eq!(end, total);
        }
    }

    #[test]
    fn steps_are_told_apart() {
        let mut steps = HashSet::new();
        for from in 0..64_usize {
            for to in 0..64_usize {
                assert!(step(from, to) < STEPS);
                let apart = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
                steps.insert((step(from, to), apart));
            }
        }
        assert_eq!(steps.len(), 15 * 15);
    }
}
