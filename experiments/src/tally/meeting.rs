//! What two players have scored against each other.

use engine::Score;

use crate::pairing::Contestant;
use crate::record::{GameRecord, UnitRecord};
use crate::stats::means::Means;
use crate::stats::{Estimate, Pentanomial, Trinomial};

/// The results of two players against each other, as the first of them counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    pub(super) results: Trinomial,
    pub(super) pairs: Pentanomial,
    /// The half points of the first unit of a pair, while the second has not come.
    half_pair: Option<u32>,
    /// The first player's points, and without the luck in them, in units of 1e-7.
    pub(super) points: Means,
    pub(super) adjusted: Means,
    /// Whole units without luck, a win counting a point.
    pub(super) adjusted_units: Means,
}

impl Meeting {
    /// Counts a unit in which `own` is the one whose results these are.
    pub(super) fn add(&mut self, unit: &UnitRecord, own: Contestant) {
        let half_points = self.results.add(unit.winner, own);
        match self.half_pair.take() {
            Some(other) if unit.fixture.starter == Contestant::Two => self.pairs.add(half_points + other),
            _ => self.half_pair = Some(half_points),
        }
        let luck_of = |game: &GameRecord| {
            let luck = game.luck.unwrap_or(0);
            if own == Contestant::One { luck } else { -luck }
        };
        for game in &unit.games {
            let points = points_of(game, own);
            self.points.add(points);
            self.adjusted.add(points - luck_of(game));
        }
        let won = unit.winner.map_or(0, |winner| if winner == own { 1 } else { -1 });
        let luck: i64 = unit.games.iter().map(luck_of).sum();
        self.adjusted_units.add(won * i64::from(Score::POINT) - luck);
    }

    /// Whether every unit has its pair.
    pub(super) fn is_paired(&self) -> bool {
        2 * self.pairs.pairs() == self.results.games()
    }

    /// What the results say, by pairs where every unit has its pair.
    pub(super) fn estimate(&self) -> Estimate {
        if self.is_paired() { self.pairs.estimate() } else { self.results.estimate() }
    }
}

/// The points that `own` has of a game.
fn points_of(game: &GameRecord, own: Contestant) -> i64 {
    let points = i64::from(game.points) * i64::from(Score::POINT);
    if game.winner == Some(own) { points } else { -points }
}
