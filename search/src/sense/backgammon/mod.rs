//! What the search knows of backgammon: networks that taught themselves, one while the sides can meet, one for that when a side has crashed, one for races.
//!
//! They come with the program (`backgammon.net`; how they were made stands in the file itself and in `results/`) and judge a
//! game without a cube; with one, Janowski's formula makes of their odds what they are worth, for money ([`cube`]) or in a match
//! ([`match_cube`], by the [chances](match_equity) that scores give), and when to double ([`doubling`]). What a table of bear-offs
//! knows is taken from it, where there is one. Moves that are tried before they are evaluated are ordered by [`order`].

pub mod cube;
pub mod doubling;
pub mod match_cube;
pub mod match_equity;
pub mod order;

use std::sync::{Arc, LazyLock};

use engine::games::backgammon::{Backgammon, Cup, Move, Turn};
use engine::{Forecast, Game, Outcome, Score, Side};

use self::order::Outlook;
use super::{ByNets, NetSense, judging};
use crate::net::{BadNet, Nets};
use crate::rollout::{ByNetworks, Rollouts};
use crate::train::Brain;
use crate::{Sense, Sensed};

/// The networks' file.
const NETWORKS: &[u8] = include_bytes!("backgammon.net");

/// The networks that come with the program.
static BRAIN: LazyLock<Brain<Backgammon>> = LazyLock::new(|| {
    Nets::from_bytes(NETWORKS).and_then(Brain::from_nets).expect("the file that comes with the program is whole")
});

/// The evaluation of backgammon by networks. It keeps nothing along the line.
#[derive(Clone, Debug)]
pub struct BackgammonSense(NetSense<Backgammon>);

impl BackgammonSense {
    /// The evaluation by these networks.
    #[must_use]
    pub fn new(brain: Brain<Backgammon>) -> Self {
        Self(NetSense::new(Arc::new(brain)))
    }

    /// The value with a cube, by Janowski's formula, for the side that acts next.
    fn with_cube(&self, after: &Cup) -> Score {
        let points = doubling::points(after, &self.0.outputs(&after.rolling()));
        in_units(points)
    }

    /// The networks.
    #[must_use]
    pub fn brain(&self) -> &Brain<Backgammon> {
        self.0.brain()
    }
}

fn in_units(points: f64) -> Score {
    Score((points * f64::from(Score::POINT)).round() as i32)
}

impl Sense<Backgammon> for BackgammonSense {
    type Trace = ();
    type Glance = Outlook;
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;
    const IS_DEAR: bool = true;

    fn begin(&self, _: &Backgammon) {}

    fn aims(&self, _: &Backgammon) {}

    fn glance(&self, pos: &Backgammon) -> Outlook {
        Outlook::new(pos)
    }

    fn follow(&self, (): &(), _: &Backgammon, _: Move, _: &Cup) {}

    fn evaluate(&self, after: &Cup, (): &()) -> Score {
        if after.pending().stakes().has_cube() { self.with_cube(after) } else { self.0.evaluate(after, &()) }
    }

    /// In a match the chance to win it, as if it were played for a point; otherwise points.
    fn worth(&self, pos: &Backgammon, outcome: Outcome, side: Side) -> Score {
        in_units(doubling::result(pos.stakes(), side, outcome.points_for(side)))
    }

    fn most_worth(&self, after: &Cup, winner: Side) -> Score {
        let points = Backgammon::most_points(after, winner);
        self.worth(after.pending(), Outcome::Win { side: winner, points }, winner)
    }

    fn promise(&self, _: &Backgammon, outlook: &Outlook, mv: Move) -> i32 {
        outlook.promise(mv)
    }

    /// Not doubles and takes, of which a static value without a cube says nothing.
    fn may_filter(&self, pos: &Backgammon) -> bool {
        pos.turn() == Turn::Play
    }
}

impl Sensed for Backgammon {
    type Sense = BackgammonSense;

    const BENCH_DEPTH: u32 = 2;

    fn match_chance(pos: &Self, score: Score) -> Option<f64> {
        pos.stakes().is_match().then(|| f64::midpoint(score.points(), 1.0))
    }

    fn sense() -> BackgammonSense {
        Self::sense_with_odds(None)
    }

    fn sense_with_odds(odds: Option<Arc<dyn Forecast<Self>>>) -> BackgammonSense {
        BackgammonSense::new(BRAIN.clone().with_forecast(odds))
    }

    fn rollouts(odds: Option<Arc<dyn Forecast<Self>>>) -> Option<Box<dyn Rollouts<Self>>> {
        Some(Box::new(ByNetworks(BRAIN.clone().with_forecast(odds))))
    }

    fn by_nets(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Box<dyn ByNets<Self>>, BadNet> {
        judging(nets, odds, |brain| BackgammonSense::new(brain.as_ref().clone()))
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::Options;
    use engine::games::backgammon::board::{Board, PLACES};
    use engine::{Game, Position, Side};

    use super::*;
    use crate::parallel::{Plan, expectiminimax};
    use crate::{Limits, Table};

    /// What the search does in a money game with these checkers of White and Black on their ace points.
    fn decision(white: u8, black: u8, cube: &str) -> String {
        let mut counts = [[0; PLACES]; 2];
        (counts[0][1], counts[1][1]) = (white, black);
        let options: Options = cube.parse().expect("rules");
        let mut pos = *Backgammon::before_roll(Board::new(counts), Side::First, &options).pending();
        let mut said = Vec::new();
        while pos.turn() != Turn::Roll && pos.outcome().is_none() {
            let report = expectiminimax(
                &pos,
                (&Backgammon::sense(), &Table::with_bytes(1 << 16)),
                &Plan::new(Limits::depth(1)),
                &mut |_| {},
            );
            said.push(report.line[0].to_string());
            pos = *pos.play(report.line[0]).pending();
        }
        said.join(" ")
    }

    #[test]
    fn doubles_are_offered_and_taken_where_they_should_be() {
        // Three or four checkers are off in two rolls, or in one by a double: the other side has 2 against 4, then 4 against 4.
        assert_eq!(decision(2, 4, "cube=money"), "double drop");
        assert_eq!(decision(8, 4, "cube=money"), "roll");
    }
}
