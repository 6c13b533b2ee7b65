//! What the search knows of backgammon: who is ahead in the race.

use engine::games::backgammon::{Backgammon, Cup, Move, Turn};
use engine::{Score, Side};

use super::backgammon_order::Outlook;
use crate::{Sense, Sensed};

/// The evaluation of backgammon. It keeps nothing along the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct BackgammonSense;

impl Sense<Backgammon> for BackgammonSense {
    type Trace = ();
    type Glance = Outlook;
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;

    fn begin(&self, _: &Backgammon) {}

    fn aims(&self, _: &Backgammon) {}

    fn glance(&self, pos: &Backgammon) -> Outlook {
        Outlook::new(pos)
    }

    fn follow(&self, (): &(), _: &Backgammon, _: Move, _: &Cup) {}

    fn evaluate(&self, after: &Cup, (): &()) -> Score {
        let pos = after.pending();
        let board = pos.board();
        let side = engine::Game::side(pos);
        let pips = |side: Side| f64::from(board.pips(side));
        let lead = pips(!side) - pips(side) + 4.0;
        Score((f64::from(Score::POINT) * 0.9 * lead / (30.0 + lead.abs())) as i32)
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

    fn sense() -> BackgammonSense {
        BackgammonSense
    }
}
