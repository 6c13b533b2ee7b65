//! In how few moves deals can be won, as far as that is proved: see [`solvers::Solvable::shorten`].

use serde::{Deserialize, Serialize};
use solvers::Shortest;

use super::Row;
use crate::stats::distribution::Distribution;

/// What is known of the fewest moves that win a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fewest {
    /// No line has fewer moves.
    pub(crate) lower: u32,
    /// The length of the best line found.
    pub(crate) upper: u32,
    /// The positions stored.
    pub(crate) stored: u32,
}

impl Fewest {
    /// What was found; `None` if that is no line.
    pub(crate) fn of<M>(found: &Shortest<M>) -> Option<Self> {
        found.upper().map(|upper| Self { lower: found.lower, upper, stored: found.stored })
    }

    /// The fewest moves, if that is proved.
    pub(crate) fn proved(self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }

    /// Whether the bounds are in order, and no higher than the length of a line found before.
    pub(super) fn is_sound(self, found: u32) -> bool {
        self.lower <= self.upper && self.upper <= found
    }
}

/// Winnable deals by their fewest moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FewestCensus {
    /// The fewest moves of the deals of which that is proved.
    pub(crate) proved: Distribution,
    /// Of the same deals, by how many moves the line found first was longer.
    pub(crate) saved: Distribution,
    /// Of the other deals, how far apart the bounds are.
    pub(crate) gaps: Distribution,
    /// The positions stored for all of them.
    pub(crate) stored: Distribution,
}

impl FewestCensus {
    /// Counts a deal of which a line of so many moves was found first.
    pub(crate) fn add(&mut self, fewest: Fewest, found: u32) {
        self.stored.add(fewest.stored);
        match fewest.proved() {
            Some(least) => {
                self.proved.add(least);
                self.saved.add(found - least);
            }
            None => self.gaps.add(fewest.upper - fewest.lower),
        }
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.proved.merge(&other.proved);
        self.saved.merge(&other.saved);
        self.gaps.merge(&other.gaps);
        self.stored.merge(&other.stored);
    }

    /// Says what does not fit together, if anything.
    pub(super) fn check(&self, winnable: u64) -> Result<(), String> {
        let (proved, gaps) = (self.proved.count(), self.gaps.count());
        let counts = [self.saved.count(), self.stored.count() - gaps.min(self.stored.count())];
        if proved + gaps != winnable || counts != [proved; 2] || self.gaps.of(0) > 0 {
            return Err(format!("{winnable} winnable deals, {proved} with a shortest line and {gaps} without"));
        }
        Ok(())
    }
}

/// The cells of a row, by the columns `shortest`, `lower`, `upper`, `shortest_stored`; empty for deals that are not won.
pub(super) fn cells(row: &Row) -> [String; 4] {
    row.extra.fewest.map_or_else(Default::default, |fewest| {
        let proved = fewest.proved().map_or_else(String::new, |least| least.to_string());
        [proved, fewest.lower.to_string(), fewest.upper.to_string(), fewest.stored.to_string()]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proved_and_unproved_deals_are_counted_apart() {
        let fewest = |lower, upper| Fewest { lower, upper, stored: 9 };
        let mut census = FewestCensus::default();
        census.add(fewest(70, 70), 90);
        let mut other = FewestCensus::default();
        other.add(fewest(75, 80), 81);
        other.add(fewest(80, 80), 80);
        census.merge(&other);
        let pairs = |distribution: &Distribution| distribution.iter().collect::<Vec<_>>();
        assert_eq!((pairs(&census.proved), pairs(&census.saved)), (vec![(70, 1), (80, 1)], vec![(0, 1), (20, 1)]));
        assert_eq!((pairs(&census.gaps), census.stored.of(9)), (vec![(5, 1)], 3));
        assert_eq!(census.check(3), Ok(()));
        assert!(census.check(4).expect_err("one too few").contains("4 winnable deals, 2 with"));
        census.saved.add(1);
        assert!(census.check(3).is_err());
        assert!(fewest(75, 80).is_sound(80) && !fewest(75, 80).is_sound(79) && !fewest(81, 80).is_sound(90));
    }
}
