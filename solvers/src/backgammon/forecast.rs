//! The link from the game's positions to the tables.

use engine::games::backgammon::board::{BAR, Board};
use engine::games::backgammon::{Backgammon, Cup};
use engine::{Forecast, Game, Odds, Side};

use super::{BearOff, Home, POINTS};

/// The home board of `side` if all its checkers are there.
fn home(board: &Board, side: Side) -> Option<Home> {
    let mut counts = [0; POINTS];
    let mut left = board.remaining(side) as u8;
    for (count, point) in counts.iter_mut().zip(1..BAR) {
        *count = board.count(side, point);
        left -= *count;
    }
    if left == 0 { Home::new(counts).ok() } else { None }
}

/// Bear-offs of both sides, without a cube: exact where neither has more than six checkers, else from the two sides' own
/// numbers of rolls.
impl Forecast<Backgammon> for BearOff {
    fn forecast(&self, after: &Cup) -> Option<Odds> {
        let pos = after.pending();
        let (board, side) = (pos.board(), pos.side());
        if board.is_contact() || pos.outcome().is_some() {
            return None;
        }
        let (mine, theirs) = (home(board, side)?, home(board, !side)?);
        let win = self.win_probability(mine, theirs) as f32;
        let gammons = self.gammons(mine, theirs);
        let (won, lost) = (gammons.win as f32, gammons.loss as f32);
        Some(Odds { win: [win, won, 0.0], loss: [1.0 - win, lost, 0.0] })
    }
}

#[cfg(test)]
mod tests {
    use engine::Node;
    use engine::games::backgammon::{Options, board::PLACES};

    use super::super::shared;
    use super::*;

    fn forecast(white: &[(usize, u8)], black: &[(usize, u8)]) -> Option<Odds> {
        let counts = |list: &[(usize, u8)]| {
            let mut counts = [0; PLACES];
            for &(point, count) in list {
                counts[point] = count;
            }
            counts
        };
        let board = Board::new([counts(white), counts(black)]);
        shared().forecast(&Backgammon::before_roll(board, Side::First, &Options::default()))
    }

    #[test]
    fn bear_offs_of_both_sides_are_known_and_nothing_else_is() {
        let odds = forecast(&[(1, 2)], &[(1, 2)]).expect("known");
        assert_eq!(odds, Odds { win: [1.0, 0.0, 0.0], loss: [0.0; 3] });
        let odds = forecast(&[(1, 1)], &[(6, 15)]).expect("known");
        assert_eq!(odds, Odds { win: [1.0, 1.0, 0.0], loss: [0.0; 3] }, "the other side has not borne one off");
        assert_eq!(forecast(&[(7, 1)], &[(1, 2)]), None, "a checker outside");
        assert_eq!(forecast(&[(6, 2)], &[(19, 2)]), None, "contact");
        assert!(Cup::parse("4HPwATDgc/ABMA", &Options::default()).is_ok_and(|cup| shared().forecast(&cup).is_none()));
    }
}
