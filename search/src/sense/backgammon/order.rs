//! What a move of backgammon promises before it is evaluated: points made, blots left, hits; no board is made for it.
//!
//! It orders moves where trying one costs an evaluation (see [`crate::expectiminimax`]). The sum is linear in
//! thousandths of a point: a worth for each own point by the number of checkers on it, with the sides in contact or past
//! each other; one for each hit by where it is made; and a price for each blot by how the other side can hit it and by
//! the way it would lose. The weights are a least-squares fit to the differences between the moves of a position by a small
//! network after TD(0), 20,000 positions of its own games, good moves weighing more; rounded. The first move by promise
//! is the best or within 0.02 points in about two positions of three (by the number of hits alone, in one of four).

use engine::Game;
use engine::games::backgammon::board::{self, BAR, Counts, POINTS, seen_by};
use engine::games::backgammon::{Backgammon, Move};

/// What is worked out once a position: all as the mover counts.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    counts: Counts,
    worth: &'static [[i16; 3]; 25],
    /// Points with one checker of the mover.
    blots: u32,
    /// Points that a checker of the other side can reach by one die, that two or more can, and by both dice only.
    direct: u32,
    twice: u32,
    indirect: u32,
}

/// The worth of a checker alone, of two, and of each that is there besides, on each of the mover's points; index 0 is off.
const CONTACT: [[i16; 3]; 25] = [
    [-25, -50, -25],
    [-80, -30, -75],
    [-45, 10, -60],
    [-20, 45, -50],
    [-5, 70, -35],
    [5, 95, -20],
    [-10, 95, -5],
    [-15, 30, -20],
    [0, 30, 0],
    [-5, 20, 0],
    [-10, -20, -15],
    [5, 0, -10],
    [-5, -40, -15],
    [5, 40, -5],
    [-15, -10, 15],
    [-10, -10, -10],
    [-10, 10, 0],
    [-10, -25, 10],
    [-30, 15, 5],
    [-5, -5, 0],
    [-15, 45, 10],
    [-20, 35, 5],
    [-25, 35, 15],
    [-35, -5, 15],
    [-15, -35, 0],
];
/// The same once the sides have passed each other.
const RACE: [[i16; 3]; 25] = [
    [0, 0, 0],
    [-15, 5, -25],
    [0, 35, -10],
    [15, 45, 5],
    [30, 60, 10],
    [30, 60, 10],
    [45, 95, 30],
    [-15, 10, -50],
    [-5, 25, 5],
    [-5, -10, 0],
    [5, -40, -30],
    [0, -55, -15],
    [5, -90, 30],
    [0, 50, 10],
    [-5, -50, 10],
    [15, -80, 40],
    [0, -65, -20],
    [10, -115, -25],
    [-5, -40, -25],
    [-15, -5, 5],
    [-10, -20, -20],
    [0, 20, 20],
    [15, 40, 30],
    [40, 80, 0],
    [0, 0, 0],
];
/// A hit in the mover's home board, in its outer board, farther away.
const HITS: [(u32, i32); 3] = [(board::HOME, 120), (0x3F80, 155), (0x1FF_C000, 225)];
/// What a blot costs a pip that it would lose, by a direct shot, by a second one, and by an indirect one.
const SHOTS: [f64; 3] = [4.4, 2.3, 0.9];
/// A direct shot also costs less by so much: who is hit near its start loses nothing.
const DIRECT: i32 = 20;

impl Outlook {
    /// Looks at a position.
    #[must_use]
    pub fn new(pos: &Backgammon) -> Self {
        let (board, side) = (pos.board(), pos.side());
        let counts = board.counts(side);
        let theirs = seen_by(side, board.owned(!side));
        let blots = seen_by(side, board.owned(side) & !board.made()) & POINTS;
        let worth = if board.is_contact() { &CONTACT } else { &RACE };
        let (mut direct, mut twice, mut indirect) = (0, 0, 0);
        for die in 1..=6 {
            twice |= direct & theirs << die;
            direct |= theirs << die;
        }
        for both in 7..=12 {
            indirect |= theirs << both;
        }
        Self { counts, worth, blots, direct, twice, indirect: indirect & !direct }
    }

    /// What a move promises, in sixteenths of thousandths of a point.
    #[must_use]
    pub fn promise(&self, mv: Move) -> i32 {
        let mut counts = self.counts;
        let (mut sum, mut touched) = (0, 0);
        for step in mv.steps() {
            let (from, to) = (step.from, step.to());
            sum += self.worth(to, counts[to as usize] + 1) - self.worth(to, counts[to as usize]);
            sum += self.worth(from, counts[from as usize].saturating_sub(1)) - self.worth(from, counts[from as usize]);
            counts[to as usize] += 1;
            counts[from as usize] = counts[from as usize].saturating_sub(1);
            touched |= 1_u32 << from | 1 << to;
        }
        let mut blots = self.blots & !touched;
        each(touched & POINTS, |point| blots |= u32::from(counts[point as usize] == 1) << point);
        let hits = mv.hits();
        sum += HITS.iter().map(|&(points, worth)| (hits & points).count_ones() as i32 * worth).sum::<i32>();
        16 * sum - self.price(blots, hits != 0)
    }

    #[inline]
    fn worth(&self, point: u8, count: u8) -> i32 {
        if count == 0 || point == BAR {
            return 0;
        }
        let [alone, two, besides] = self.worth[point as usize];
        i32::from(if count == 1 { alone } else { two + besides * (i16::from(count) - 2) })
    }

    /// What blots cost, in sixteenths; with a checker on the bar if there was a hit.
    fn price(&self, blots: u32, is_hit: bool) -> i32 {
        const SIXTEENTHS: [i32; 3] = [(SHOTS[0] * 16.0) as i32, (SHOTS[1] * 16.0) as i32, (SHOTS[2] * 16.0) as i32];
        let entering = if is_hit { board::HOME } else { 0 };
        let twice = self.twice | self.direct & entering;
        let direct = self.direct | entering;
        let mut price = 0;
        each(blots & (direct | self.indirect), |point| {
            let lost = i32::from(BAR - point);
            let is = |mask: u32| (mask >> point & 1) as i32;
            let shots = [is(direct), is(twice), is(self.indirect & !direct)];
            price += shots.iter().zip(SIXTEENTHS).map(|(shot, cost)| shot * cost * lost).sum::<i32>();
            price -= 16 * DIRECT * shots[0];
        });
        price
    }
}

/// Calls with the number of each bit of a mask.
#[inline]
fn each(mut mask: u32, mut take: impl FnMut(u8)) {
    while mask != 0 {
        take(mask.trailing_zeros() as u8);
        mask &= mask - 1;
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::{Board, Options};
    use engine::{MoveList, Node, Position, Side};

    use super::*;

    /// The move that promises most.
    fn first(position: &str) -> String {
        let pos = Backgammon::parse(position, &Options::default()).expect("a position");
        let mut moves = MoveList::new();
        pos.moves(&mut moves);
        let outlook = Outlook::new(&pos);
        moves.iter().max_by_key(|&&mv| outlook.promise(mv)).expect("a move").to_string()
    }

    #[test]
    fn opening_rolls_that_make_points_are_found() {
        for (dice, best) in [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3")] {
            for side in ["", ":black"] {
                assert_eq!(first(&format!("4HPwATDgc/ABMA:{dice}{side}")), best);
            }
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        for side in Side::BOTH {
            let pos = Backgammon::before_roll(Board::start(), side, &Options::default());
            let outlook = Outlook::new(&pos.roll([6, 1]));
            assert_eq!(outlook.blots, 0);
            assert_eq!(outlook.counts[6], 5);
            assert_eq!(outlook.direct & 0b1111_1110, 0b1111_1100, "their last two checkers look at our home");
        }
    }
}
