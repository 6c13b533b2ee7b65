//! What the search knows of backgammon: who is ahead in the race.

use std::sync::Arc;

use engine::games::backgammon::{Backgammon, Cup, Move};
use engine::{Forecast, Position, Score, Side};

use super::{net_luck, net_player};
use crate::luck::Luck;
use crate::net::{BadNet, Nets};
use crate::player::{Budget, Habits, Player};
use crate::{Sense, Sensed};

/// The evaluation of backgammon. It keeps nothing along the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct BackgammonSense;

impl Sense<Backgammon> for BackgammonSense {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;

    fn begin(&self, _: &Backgammon) {}

    fn aims(&self, _: &Backgammon) {}

    fn glance(&self, _: &Backgammon) {}

    fn follow(&self, (): &(), _: &Backgammon, _: Move, _: &Cup) {}

    fn evaluate(&self, after: &Cup, (): &()) -> Score {
        let pos = after.pending();
        let board = pos.board();
        let side = engine::Game::side(pos);
        let pips = |side: Side| f64::from(board.pips(side));
        let lead = pips(!side) - pips(side) + 4.0;
        Score((f64::from(Score::POINT) * 0.9 * lead / (30.0 + lead.abs())) as i32)
    }

    fn promise(&self, pos: &Backgammon, (): &(), mv: Move) -> i32 {
        let _ = pos.play(mv);
        mv.hits().count_ones() as i32
    }
}

impl Sensed for Backgammon {
    type Sense = BackgammonSense;

    const BENCH_DEPTH: u32 = 2;

    fn sense() -> BackgammonSense {
        BackgammonSense
    }

    fn net_player(
        nets: Nets,
        odds: Option<Arc<dyn Forecast<Self>>>,
        budget: Budget,
        habits: Habits,
    ) -> Result<Box<dyn Player<Self>>, BadNet> {
        net_player(nets, odds, budget, habits)
    }

    fn net_luck(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Luck<Self>, BadNet> {
        net_luck(nets, odds)
    }
}
