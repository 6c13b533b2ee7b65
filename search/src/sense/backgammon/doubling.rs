//! Decisions about the cube in money games, from the odds of the side on roll and Janowski's formula ([`cube`]).
//!
//! Points are counted with the cube: a drop of a cube that shows 4 costs 4.

use engine::games::backgammon::{Backgammon, Cube, Cup, Move, Turn, Word};
use engine::{Game, MoveList, Position};

use super::cube::{self, Access};
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
        let points = |cube: Cube| f64::from(cube.value()) * unit(pos, cube, odds);
        let doubled = cube.doubled(taker);
        let has_beaver = pos.stakes().has_beavers() && doubled.doublings < Cube::MOST_DOUBLINGS;
        // Who is doubled back may drop, and loses what the first double was about.
        let beaver = || points(doubled.doubled(taker)).max(-f64::from(doubled.value()));
        Self {
            roll: points(cube),
            take: points(doubled),
            drop: f64::from(cube.value()),
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

/// What the odds of the side on roll in `pos` are worth to it with this cube, in units of the cube.
fn unit(pos: &Backgammon, cube: Cube, odds: &Outputs) -> f64 {
    let roller = if pos.turn() == Turn::Take { !pos.side() } else { pos.side() };
    let stakes = pos.stakes();
    cube::worth(odds, Access::of(cube, stakes, roller), stakes.has_jacoby())
}

/// What the odds of the side that rolls next are worth, in points for the side that acts next; doubles and answers that come
/// before the roll are taken to be the best by the same odds.
#[must_use]
pub fn points(after: &Cup, odds: &Outputs) -> f64 {
    let pos = after.pending();
    let (cube, side) = (pos.cube(), pos.side());
    let with = |cube: Cube| f64::from(cube.value()) * unit(pos, cube, odds);
    let refused = -f64::from(cube.value());
    match pos.turn() {
        Turn::Choice => Doubling::new(pos, odds).points(),
        // The other side offers: what it rolls for is lost here, and to drop costs what the cube shows.
        Turn::Take => (-with(cube.doubled(side))).max(refused),
        // The side rolls itself; the cube stays with the other, who has beavered.
        Turn::Answer => with(Cube { doublings: cube.doublings + 1, ..cube }).max(refused),
        _ => with(cube),
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
    let takes = points(&pos.play(Move::word(Word::Take)), odds) >= -f64::from(pos.cube().value());
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

/// Of the [lines](lines) of a position that are worth so many points to the side to move, the place of the one that the best
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
