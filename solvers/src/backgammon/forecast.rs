//! The link from the game's positions to the tables.

use engine::games::backgammon::board::{BAR, Board};
use engine::games::backgammon::{Backgammon, Cup, Turn};
use engine::{Forecast, Game, Odds, Side};

use super::{BearOff, Cube, FEW, Home, POINTS};

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

    /// Money games without beavers, neither side with more than six checkers, before the decision to double. The table's cube has
    /// no end; one that shows 8 or less is as good.
    fn points(&self, after: &Cup) -> Option<f64> {
        const MOST_DOUBLINGS: u8 = 3;
        let pos = after.pending();
        let (board, side, stakes, cube) = (pos.board(), pos.side(), pos.stakes(), pos.cube());
        let is_for_money = stakes.has_cube() && stakes.length == 0 && !stakes.has_beavers();
        let is_undecided = pos.turn() == Turn::Choice || pos.turn() == Turn::Roll && !pos.may_double();
        if !is_for_money || !is_undecided || cube.doublings > MOST_DOUBLINGS || board.is_contact() {
            return None;
        }
        let access = match cube.owner {
            None => Cube::Centred,
            Some(owner) if owner == side => Cube::Mine,
            Some(_) => Cube::Theirs,
        };
        let (mine, theirs) = (home(board, side)?, home(board, !side)?);
        // Races with more checkers are not asked of the table, so that it is not solved for them.
        if [mine, theirs].into_iter().any(|home| home.checkers() > FEW) {
            return None;
        }
        Some(f64::from(cube.value()) * self.cubeful().equity(mine, theirs, access)?)
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::{Move, Options, Word, board::PLACES};
    use engine::{Node, Position};

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
    fn points_with_a_cube_are_the_table_s_before_the_decision() {
        // Five and two against an ace: 19 of 36, doubled and taken (see `cubeful`).
        let board = |white: &[(usize, u8)]| {
            let mut counts = [[0; PLACES]; 2];
            for &(point, count) in white {
                counts[0][point] = count;
            }
            counts[1][1] = 1;
            Board::new(counts)
        };
        let at = |rules: &str, white: &[(usize, u8)]| {
            let options: Options = rules.parse().expect("rules");
            Backgammon::before_roll(board(white), Side::First, &options)
        };
        let cup = at("cube=money", &[(5, 1), (2, 1)]);
        let points = shared().points(&cup).expect("known");
        assert!((points - 4.0 / 36.0).abs() < 1e-7, "{points}");
        // Doubled and taken; rolled without a double.
        let play = |cup: &Cup, word| *cup.pending().play(Move::word(word)).pending();
        let taken = play(&cup, Word::Double).play(Move::word(Word::Take));
        let points = shared().points(&taken).expect("known");
        assert!((points - 4.0 / 36.0).abs() < 1e-7, "the cube shows 2: {points}");
        for unknown in [
            cup.pending().play(Move::word(Word::Roll)),
            cup.pending().play(Move::word(Word::Double)),
            at("cube=money,beavers=on", &[(5, 1), (2, 1)]),
            at("cube=off", &[(5, 1), (2, 1)]),
            at("cube=money", &[(5, 7)]),
            at("cube=money", &[(7, 1)]),
        ] {
            assert_eq!(shared().points(&unknown), None, "{unknown}");
        }
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
