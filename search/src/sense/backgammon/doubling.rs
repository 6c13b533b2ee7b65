//! Decisions about the cube, from the odds of the side on roll and Janowski's formula, for money ([`cube`]) and in matches
//! ([`match_cube`]).
//!
//! Points are counted with the cube: a drop of a cube that shows 4 costs 4. In a match they are the match's, as if it were played for
//! a single point: a chance of 0.5 to win it is 0, certainty 1.

use engine::games::backgammon::{Backgammon, Cube, Cup, Move, Stakes, Turn, Word};
use engine::{Game, MoveList, Position, Side};

use super::cube::{self, Access};
use super::{match_cube, match_equity};
use crate::net::Outputs;
use crate::train::Line;

/// What a side that may double can come to, in points for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubling {
    /// If it rolls without a double.
    pub roll: f64,
    /// If its double is taken.
    pub take: f64,
    /// If its double is dropped.
    pub drop: f64,
    /// If its double is doubled back, where the rules allow that.
    pub beaver: Option<f64>,
}

impl Doubling {
    /// The choices of the side to move, which is to double or to roll, by its odds before the roll.
    #[must_use]
    pub fn new(pos: &Backgammon, odds: &Outputs) -> Self {
        let (cube, taker) = (pos.cube(), !pos.side());
        let doubled = cube.doubled(taker);
        let has_beaver = pos.stakes().has_beavers() && doubled.doublings < Cube::MOST_DOUBLINGS;
        // Who is doubled back may drop, and loses what the first double was about.
        let stakes = pos.stakes();
        let beaver = || with(pos, doubled.doubled(taker), odds).max(-dropped(stakes, taker, doubled));
        Self {
            roll: with(pos, cube, odds),
            take: with(pos, doubled, odds),
            drop: dropped(stakes, pos.side(), cube),
            beaver: has_beaver.then(beaver),
        }
    }

    /// What a double brings: the answer that costs the other side least, of equal ones the take.
    #[must_use]
    pub fn answer(&self) -> (Word, f64) {
        let mut least = (Word::Take, self.take);
        for (word, points) in [(Word::Drop, Some(self.drop)), (Word::Beaver, self.beaver)] {
            if let Some(points) = points.filter(|&points| points < least.1) {
                least = (word, points);
            }
        }
        least
    }

    /// Whether a double is better than rolling.
    #[must_use]
    pub fn is_double(&self) -> bool {
        self.answer().1 > self.roll
    }

    /// What the better choice is worth.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.roll.max(self.answer().1)
    }
}

/// What the odds of the side on roll in `pos` are worth to it with this cube.
fn with(pos: &Backgammon, cube: Cube, odds: &Outputs) -> f64 {
    let roller = if pos.turn() == Turn::Take { !pos.side() } else { pos.side() };
    let stakes = pos.stakes();
    if stakes.is_match() {
        return in_match(match_cube::chance(odds, stakes, roller, cube));
    }
    f64::from(cube.value()) * cube::worth(odds, Access::of(cube, stakes, roller), stakes.has_jacoby())
}

/// What `winner` gets if the other side gives up with this cube.
fn dropped(stakes: Stakes, winner: Side, cube: Cube) -> f64 {
    result(stakes, winner, i32::from(cube.value()))
}

/// What a game is worth to `side` that gains it so many points, or costs it as many if they are negative.
#[must_use]
pub fn result(stakes: Stakes, side: Side, points: i32) -> f64 {
    if stakes.is_match() { in_match(match_equity::after_game(stakes, side, points)) } else { f64::from(points) }
}

/// What a chance to win a match is worth that is played for a point: from -1 to 1.
fn in_match(chance: f64) -> f64 {
    2.0 * chance - 1.0
}

/// What the odds of the side that rolls next are worth, in points for the side that acts next; doubles and answers that come
/// before the roll are taken to be the best by the same odds.
#[must_use]
pub fn points(after: &Cup, odds: &Outputs) -> f64 {
    let pos = after.pending();
    let (cube, side, stakes) = (pos.cube(), pos.side(), pos.stakes());
    match pos.turn() {
        Turn::Choice => Doubling::new(pos, odds).points(),
        // The other side offers: what it rolls for is lost here, and to drop costs what the cube shows.
        Turn::Take => (-with(pos, cube.doubled(side), odds)).max(-dropped(stakes, !side, cube)),
        // The side rolls itself; the cube stays with the other, who has beavered.
        Turn::Answer => {
            with(pos, Cube { doublings: cube.doublings + 1, ..cube }, odds).max(-dropped(stakes, !side, cube))
        }
        _ => with(pos, cube, odds),
    }
}

/// The cup after the double, if there is to be one, and the answer to it, by the odds of the side on roll.
#[must_use]
pub fn decided(after: Cup, odds: &Outputs) -> Cup {
    let pos = after.pending();
    if pos.turn() != Turn::Choice {
        return after;
    }
    let doubling = Doubling::new(pos, odds);
    if !doubling.is_double() {
        return pos.play(Move::word(Word::Roll));
    }
    let answered = pos.play(Move::word(Word::Double)).pending().play(Move::word(doubling.answer().0));
    let pos = answered.pending();
    if pos.turn() != Turn::Answer {
        return answered;
    }
    let takes = points(&pos.play(Move::word(Word::Take)), odds) >= -dropped(pos.stakes(), !pos.side(), pos.cube());
    pos.play(Move::word(if takes { Word::Take } else { Word::Drop }))
}

/// All that decisions about the cube in this position may lead to: to a roll or to the end of the game. A beaver is taken: it is
/// a mistake otherwise, or the double was one.
#[must_use]
pub fn lines(pos: &Backgammon) -> Vec<Line<Backgammon>> {
    let is_asked = |pos: &Backgammon| matches!(pos.turn(), Turn::Choice | Turn::Take | Turn::Answer);
    let (mut lines, mut words) = (Vec::new(), MoveList::new());
    if is_asked(pos) {
        pos.moves(&mut words);
    }
    for &word in words.iter() {
        let after = pos.play(word);
        if !is_asked(after.pending()) {
            lines.push((vec![word], after));
            continue;
        }
        for (mut rest, end) in self::lines(after.pending()) {
            if after.pending().turn() != Turn::Answer || rest == [Move::word(Word::Take)] {
                rest.insert(0, word);
                lines.push((rest, end));
            }
        }
    }
    lines
}

/// Of the [lines] of a position that are worth so many points to the side to move, the place of the one that the best
/// decisions of both lead to, and these in words.
///
/// # Panics
/// If there are no lines, or not as many points.
#[must_use]
pub fn advice(pos: &Backgammon, points: &[f64]) -> (usize, String) {
    let lines = lines(pos);
    assert_eq!(lines.len(), points.len(), "points of each line");
    let by_points = |a: &usize, b: &usize| points[*a].total_cmp(&points[*b]);
    let text = |place: usize| lines[place].0[usize::from(pos.turn() == Turn::Choice)].to_string();
    if pos.turn() != Turn::Choice {
        let best = (0..lines.len()).max_by(by_points).expect("there are lines");
        return (best, text(best));
    }
    // The first line is the roll; of the others the answering side chooses.
    let answer = (1..lines.len()).min_by(by_points).expect("a double and its answers");
    let word = if pos.cube().owner.is_some() { "redouble" } else { "double" };
    if points[answer] > points[0] {
        return (answer, format!("{word}, {}", text(answer)));
    }
    let is_drop = lines[answer].0.last() == Some(&Move::word(Word::Drop));
    let why = if is_drop { "too good to" } else { "no" };
    (0, format!("{why} {word}, {}", text(answer)))
}

#[cfg(test)]
mod tests {
    use engine::Node;

    use super::*;
    use crate::train::backgammon::{LOSE_GAMMON, WIN, WIN_GAMMON};

    fn choice(rules: &str) -> Backgammon {
        Backgammon::parse("4HPwATDgc/ABMA", &rules.parse().expect("rules")).expect("a choice")
    }

    fn odds(win: f32, win_gammon: f32, lose_gammon: f32) -> Outputs {
        let mut odds = Outputs::default();
        (odds[WIN], odds[WIN_GAMMON], odds[LOSE_GAMMON]) = (win, win_gammon, lose_gammon);
        odds
    }

    /// What is done with the cube at these odds.
    fn done(rules: &str, odds: &Outputs) -> String {
        let doubling = Doubling::new(&choice(rules), odds);
        let answer = doubling.answer().0;
        let (is_double, decided) = (doubling.is_double(), decided(choice(rules).play(Move::word(Word::Roll)), odds));
        assert_eq!(decided.pending().turn(), Turn::Roll, "a decision that was made stays");
        format!("{is_double} {answer:?}")
    }

    #[test]
    fn doubles_are_right_between_half_and_the_cash_point() {
        // Gammons left aside a cube of Janowski's is taken down to 1/5 + (1 - 0.68) / 20 = 21.6 % and is worth a double from about 70 %.
        for (win, expected) in
            [(0.5, "false Take"), (0.65, "false Take"), (0.75, "true Take"), (0.78, "true Take"), (0.79, "true Drop")]
        {
            assert_eq!(done("cube=money", &odds(win, 0.0, 0.0)), expected, "{win}");
        }
        // Half of all games won are gammons: too good to double, unless these do not count.
        assert_eq!(done("cube=money", &odds(0.95, 0.8, 0.0)), "false Drop");
        assert_eq!(done("cube=money,jacoby=on", &odds(0.95, 0.8, 0.0)), "true Drop");
        // Who doubles an even game is doubled back.
        assert_eq!(done("cube=money,beavers=on", &odds(0.45, 0.0, 0.0)), "false Beaver");
    }

    #[test]
    fn the_cup_goes_on_as_decided() {
        let turn = |win| {
            let cup = Backgammon::before_roll(*choice("cube=money").board(), engine::Side::First, &money());
            let decided = decided(cup, &odds(win, 0.0, 0.0));
            (decided.pending().turn(), decided.pending().cube().value(), decided.pending().side())
        };
        let [white, black] = engine::Side::BOTH;
        assert_eq!(turn(0.5), (Turn::Roll, 1, white));
        assert_eq!(turn(0.75), (Turn::Roll, 2, white));
        assert_eq!(turn(0.9), (Turn::Dropped, 1, black));
    }

    fn money() -> engine::games::backgammon::Options {
        "cube=money".parse().expect("rules")
    }

    #[test]
    fn a_leaf_is_worth_what_is_decided_there() {
        let cup = Backgammon::before_roll(*choice("cube=money").board(), engine::Side::First, &money());
        assert!((points(&cup, &odds(0.9, 0.0, 0.0)) - 1.0).abs() < 1e-6, "doubled and dropped");
        let take = points(&cup, &odds(0.75, 0.0, 0.0));
        assert!((take - Doubling::new(cup.pending(), &odds(0.75, 0.0, 0.0)).take).abs() < 1e-9);
        let offered = cup.pending().play(Move::word(Word::Double));
        assert!((points(&offered, &odds(0.9, 0.0, 0.0)) + 1.0).abs() < 1e-6, "dropped by who is asked");
        assert!((points(&offered, &odds(0.75, 0.0, 0.0)) + take).abs() < 1e-9, "taken");
    }

    #[test]
    fn lines_end_with_a_roll_or_the_game_and_advice_is_both_sides_best() {
        let text = |pos: &Backgammon| {
            let line =
                |(moves, _): Line<Backgammon>| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            lines(pos).into_iter().map(line).collect::<Vec<_>>()
        };
        let pos = choice("cube=money");
        assert_eq!(text(&pos), ["roll", "double take", "double drop"]);
        assert_eq!(
            text(&choice("cube=money,beavers=on")),
            ["roll", "double take", "double drop", "double beaver take"]
        );
        let asked = *pos.play(Move::word(Word::Double)).pending();
        assert_eq!(text(&asked), ["take", "drop"]);
        for (points, place, words) in [
            ([0.1, -0.2, 1.0], 0, "no double, take"),
            ([0.6, 0.7, 1.0], 1, "double, take"),
            ([0.8, 1.2, 1.0], 2, "double, drop"),
            ([1.1, 1.7, 1.0], 0, "too good to double, drop"),
        ] {
            assert_eq!(advice(&pos, &points), (place, words.to_owned()));
        }
        assert_eq!(advice(&asked, &[-0.8, -1.0]), (0, "take".to_owned()));
        let cup = Backgammon::before_roll(*pos.board(), engine::Side::First, &"cube=off".parse().expect("rules"));
        assert!(lines(cup.pending()).is_empty(), "there is no cube in this game");
    }
}
