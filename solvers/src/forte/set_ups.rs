//! Who wins before the holes are chosen: whoever is to choose tries all ways to.

use engine::games::forte::{Forte, Move};
use engine::{Game, Position, Side, Value};

use super::search::Stopped;
use super::solve::{Draw, Found, Solver, Won, moves};
use super::strategy::{Planned, Strategy};

/// What was found out about all ways to choose.
struct Chosen {
    /// Those that lose.
    lost: Won,
    /// The first of those that draw, and what the other side plays against all of them.
    drawn: Option<Draw>,
    /// Whether nothing was found out about some.
    is_open: bool,
    /// Whether that was so because nodes were used up.
    is_stopped: bool,
}

/// The side to move has won if one way to choose holes wins, and lost if all do.
pub(super) fn by_set_ups(solver: &mut Solver, pos: &Forte) -> Result<Option<Found>, Stopped> {
    let lost = Won { value: Value::Loss, plies: 0, best: None, strategy: Strategy::new(!pos.side()) };
    let mut chosen = Chosen { lost, drawn: None, is_open: false, is_stopped: false };
    for mv in moves(pos) {
        let next = pos.play(mv);
        // One that is not decided leaves nodes for the others.
        match solver.with_half(|solver| solver.value(&next)) {
            Ok(None) => chosen.is_open = true,
            Err(Stopped) => chosen.is_stopped = true,
            Ok(Some(Found::Drawn(draw))) => chosen.draws(pos, mv, draw),
            Ok(Some(Found::Won(mut won))) => {
                won.plies = won.plies.saturating_add(1);
                if (won.value == Value::Win) == (next.side() == pos.side()) {
                    (won.value, won.best) = (Value::Win, Some(mv));
                    won.strategy.add(*pos, Planned { mv, threat: None, within: Some(won.plies) });
                    return Ok(Some(Found::Won(won)));
                }
                chosen.loses(mv, won);
            }
        }
    }
    match chosen {
        Chosen { is_stopped: true, .. } => Err(Stopped),
        Chosen { is_open: true, .. } => Ok(None),
        chosen => Ok(Some(chosen.found(pos))),
    }
}

impl Chosen {
    fn loses(&mut self, mv: Move, won: Won) {
        self.lost.strategy.merge(won.strategy);
        if won.plies > self.lost.plies {
            (self.lost.plies, self.lost.best) = (won.plies, Some(mv));
        }
    }

    fn draws(&mut self, pos: &Forte, mv: Move, mut draw: Draw) {
        let [own, other] = [pos.side(), !pos.side()].map(Side::index);
        if let Some(first) = &mut self.drawn {
            let [one, two] = draw.holding;
            first.holding[other].merge(if other == 0 { one } else { two });
            first.open += draw.open;
            return;
        }
        draw.holding[own].add(*pos, Planned { mv, threat: None, within: None });
        draw.line.insert(0, mv);
        self.drawn = Some(draw);
    }

    fn found(self, pos: &Forte) -> Found {
        let Some(mut draw) = self.drawn else { return Found::Won(self.lost) };
        draw.holding[(!pos.side()).index()].merge(self.lost.strategy);
        Found::Drawn(draw)
    }
}
