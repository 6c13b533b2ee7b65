//! What `--shortest` adds to a deal that is won: the fewest moves, or the bounds on them, and the line that shows it.

use std::fmt;

use serde::{Deserialize, Serialize};
use solvers::{Limit, Solution, Solvable};

use crate::output::counted;

/// What is known of the fewest moves; nothing of a deal that is not won.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Lengths {
    /// The fewest moves, if that is proved.
    pub(super) shortest: Option<u32>,
    /// No line has fewer moves.
    pub(super) lower: Option<u32>,
    /// The length of the best line known.
    upper: Option<u32>,
    /// The length of the line that was found first.
    found: Option<usize>,
}

impl Lengths {
    /// Puts the shortest line that is found in the place of the line of a solution, if it has one.
    pub(super) fn shorten<P: Solvable>(
        shortener: &mut P::Shortener,
        deal: &P,
        solution: &mut Solution<P::Move>,
        limit: Limit,
    ) -> Self {
        let Some(line) = solution.verdict.moves() else { return Self::default() };
        let found = Some(line.len());
        let shortest = P::shorten(shortener, deal, Some(line), limit);
        let (proved, upper) = (shortest.proved(), shortest.upper());
        *solution = Solution { verdict: shortest.verdict, stored: shortest.stored };
        Self { shortest: proved, lower: Some(shortest.lower), upper, found }
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shortest, lower: Some(lower), upper: Some(upper), found: Some(found) } = *self else {
            return f.write_str("not won");
        };
        match shortest {
            Some(shortest) => write!(f, "winnable in {}, which is the minimum", counted(shortest.into(), "move"))?,
            None => write!(f, "winnable; the minimum is between {lower} and {upper} moves")?,
        }
        write!(f, "; {found} by the first line found")
    }
}
