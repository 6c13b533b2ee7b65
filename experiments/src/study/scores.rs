//! How those scored of whom something is so: the starters of an opening, the holders of a card.

use std::collections::BTreeMap;

use crate::pairing::Contestant;
use crate::stats::Trinomial;
use crate::stats::clusters::Clusters;
use crate::stats::proportion::Interval;

use super::section::{Cell, ends};

/// A running score. Games that depend on each other make one group: see [`Groups`](super::Groups).
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    results: Trinomial,
    /// Half points and games by group.
    groups: BTreeMap<u64, (u64, u64)>,
}

impl Scores {
    /// Counts a game of `group` that `winner` won as `own` counts it.
    pub(crate) fn add(&mut self, group: u64, winner: Option<Contestant>, own: Contestant) {
        let (half_points, games) = self.groups.entry(group).or_default();
        *half_points += u64::from(self.results.add(winner, own));
        *games += 1;
    }

    /// The games by result.
    pub(crate) fn results(&self) -> Trinomial {
        self.results
    }

    /// The number of games.
    pub(crate) fn games(&self) -> u64 {
        self.results.games()
    }

    /// The score, by groups.
    pub(crate) fn clusters(&self) -> Clusters {
        let mut all = Clusters::default();
        self.groups.values().for_each(|&(half_points, games)| all.add(half_points, games));
        all
    }

    /// The 95 % interval of the mean score.
    pub(crate) fn interval(&self) -> Interval {
        self.clusters().interval()
    }

    /// Cells for the mean score and both ends of its interval.
    pub(crate) fn cells(&self) -> [Cell; 3] {
        if self.games() == 0 {
            return [Cell::Nothing, Cell::Nothing, Cell::Nothing];
        }
        let [low, high] = ends(self.interval());
        [Cell::Score(self.clusters().score()), low, high]
    }

    /// Cells for the games and how many were won, drawn and lost.
    pub(crate) fn counts(&self) -> [Cell; 4] {
        let Trinomial { wins, draws, losses } = self.results;
        [self.games(), wins, draws, losses].map(Cell::Count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Contestant::{One, Two};

    #[test]
    fn games_of_a_group_count_together_whenever_they_come() {
        let mut scores = Scores::default();
        let mut expected = Clusters::default();
        for (group, winners) in [(0, [Some(One), Some(Two)]), (1, [Some(One), Some(One)]), (0, [None, Some(Two)])] {
            for winner in winners {
                scores.add(group, winner, One);
            }
        }
        scores.add(6, Some(Two), Two);
        for (half_points, games) in [(3, 4), (4, 2), (2, 1)] {
            expected.add(half_points, games);
        }
        assert_eq!(scores.clusters(), expected);
        assert_eq!(scores.results(), Trinomial { wins: 4, draws: 1, losses: 2 });
        assert_eq!(scores.counts(), [7, 4, 1, 2].map(Cell::Count));
    }
}
