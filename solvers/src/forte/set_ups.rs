//! Who wins before the holes are chosen: whoever is to choose tries all ways to.

use engine::games::forte::{Forte, Move};
use engine::{Game, Position, Value};

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
}

/// The side to move has won if one way to choose holes wins, and lost if all do.
pub(super) fn by_set_ups(solver: &mut Solver, pos: &Forte) -> Result<Option<Found>, Stopped> {
    let lost = Won { value: Value::Loss, plies: 0, best: None, strategy: Strategy::new(!pos.side()) };
    let mut chosen = Chosen { lost, drawn: None, is_open: false };
    for mv in moves(pos) {
        let next = pos.play(mv);
        match solver.value(&next)? {
            None => chosen.is_open = true,
            Some(Found::Drawn(draw)) => chosen.draws(pos, mv, draw),
            Some(Found::Won(mut won)) => {
                won.plies += 1;
                if (won.value == Value::Win) == (next.side() == pos.side()) {
                    (won.value, won.best) = (Value::Win, Some(mv));
                    won.strategy.moves.insert(*pos, Planned { mv, threat: None, within: Some(won.plies) });
                    return Ok(Some(Found::Won(won)));
                }
                chosen.loses(mv, won);
            }
        }
    }
    Ok(chosen.found(pos))
}

impl Chosen {
    fn loses(&mut self, mv: Move, won: Won) {
        self.lost.strategy.moves.extend(won.strategy.moves);
        if won.plies > self.lost.plies {
            (self.lost.plies, self.lost.best) = (won.plies, Some(mv));
        }
    }

    fn draws(&mut self, pos: &Forte, mv: Move, mut draw: Draw) {
        let [own, other] = [pos.side(), !pos.side()].map(|side| side.index());
        match &mut self.drawn {
            Some(first) => {
                let more = std::mem::take(&mut draw.holding[other].moves);
                first.holding[other].moves.extend(more);
                first.open += draw.open;
            }
            None => {
                draw.holding[own].moves.insert(*pos, Planned { mv, threat: None, within: None });
                draw.line.insert(0, mv);
                self.drawn = Some(draw);
            }
        }
    }

    fn found(self, pos: &Forte) -> Option<Found> {
        if self.is_open {
            return None;
        }
        let Some(mut draw) = self.drawn else { return Some(Found::Won(self.lost)) };
        draw.holding[(!pos.side()).index()].moves.extend(self.lost.strategy.moves);
        Some(Found::Drawn(draw))
    }
}
