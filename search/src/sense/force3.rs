//! What the search knows of FORCE 3: who can finish a line, and whose lines are still open.
//!
//! A side finishes a line with a put or a relocation in one ply if two of its pawns stand on it, the third square is a
//! free tile, and a third pawn can get there. The side to move then wins; the other side's finishing squares are
//! threats, of which one can be parried and two hardly. Beyond that count lines with two pawns and the hole, and lines
//! with one pawn and none of the other side's.
//!
//! The weights are rounded from a least-squares fit to the solved tables, over the positions in which nobody can
//! finish at once. There the sign of the value is right in 89 to 94 % of the decided positions if pawns go anywhere,
//! and in 74 to 94 % if they walk. The tables themselves, and with them perfect play, are in the crate `solvers`.

use std::sync::Arc;

use engine::games::force3::board::{ALL, KING, LINES, ORTHOGONAL, Square, Squares, has_line};
use engine::games::force3::{Force3, Move, Relocate};
use engine::{Forecast, Game, Position, Score, Side};

use super::{ByNets, NetSense, Sense, Sensed, judging};
use crate::net::{BadNet, Nets};

/// The hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Force3Sense;

/// A line can be finished at once: nearly a win, below every proven one.
const FINISHES: i32 = 8_000_000;
/// The right to move.
const TEMPO: i32 = 940_000;
/// The other side has one finishing square, which must be dealt with.
const ONE_THREAT: i32 = -1_000_000;
/// It has more than one.
const TWO_THREATS: i32 = -2_200_000;
/// Two pawns and the hole on a line: a slide may finish it, or a tile comes for the third pawn.
const TWO_AND_HOLE: i32 = 780_000;
/// One pawn on a line that the other side has no pawn on.
const OPEN_LINE: i32 = 370_000;
/// A pawn in the centre, if pawns may go anywhere.
const CENTRE: i32 = 300_000;
/// A pawn in the centre, if pawns walk: the more lines are near, the more it matters.
const CENTRE_OF_WALKERS: i32 = 1_130_000;

/// What can be said of one side's pawns alone.
#[derive(Clone, Copy)]
struct Shape {
    /// Squares that finish a line of which two pawns stand.
    finishing: Squares,
    /// The lines, by their number, with exactly one pawn.
    single: u8,
    /// The lines, by their number, with any pawn.
    touched: u8,
}

/// By set of pawns: their shape.
static SHAPES: [Shape; 1 << Square::COUNT] = {
    let mut table = [Shape { finishing: 0, single: 0, touched: 0 }; 1 << Square::COUNT];
    let mut index = 0;
    while index < table.len() * LINES.len() {
        let (pawns, number) = (index / LINES.len(), index % LINES.len());
        let line = LINES[number];
        let on_line = pawns as Squares & line;
        match on_line.count_ones() {
            1 => table[pawns].single |= 1 << number,
            2 => table[pawns].finishing |= line & !on_line,
            _ => {}
        }
        if on_line != 0 {
            table[pawns].touched |= 1 << number;
        }
        index += 1;
    }
    table
};

#[inline]
fn shape(pawns: Squares) -> Shape {
    SHAPES[usize::from(pawns & ALL)]
}

/// The free tiles on which `side` would finish a line with a put or a relocation, were it to move.
#[inline]
fn finishing(pos: &Force3, side: Side) -> Squares {
    let (pawns, free) = (pos.pawns(side), pos.free());
    let near = match pos.options().relocate {
        Relocate::King if pos.hand(side) == 0 => &KING,
        Relocate::Orthogonal if pos.hand(side) == 0 => &ORTHOGONAL,
        // The third pawn comes from the hand, or from anywhere.
        _ => return shape(pawns).finishing & free,
    };
    let by_pawn = |from: Square| match pawns & from.bit() {
        0 => 0,
        pawn => shape(pawns ^ pawn).finishing & near[from.index()],
    };
    Square::all().fold(0, |squares, from| squares | by_pawn(from)) & free
}

/// The static value for the side to move.
fn value(pos: &Force3) -> i32 {
    let side = pos.side();
    let (own, rival) = (pos.pawns(side), pos.pawns(!side));
    // A line of the side to move is pending (`slide=mover_only`): it wins unless it must be broken.
    let is_pending = has_line(own) && !has_line(rival);
    if is_pending || finishing(pos, side) != 0 {
        return FINISHES;
    }
    let threats = match finishing(pos, !side).count_ones() {
        0 => 0,
        1 => ONE_THREAT,
        _ => TWO_THREATS,
    };
    let (mine, theirs) = (shape(own), shape(rival));
    let at_hole = |shape: Shape| (shape.finishing & pos.hole().bit()).count_ones() as i32;
    let centre = |pawns: Squares| i32::from(pawns & Square::CENTRE.bit() != 0);
    let centre_weight = if pos.options().relocate == Relocate::Any { CENTRE } else { CENTRE_OF_WALKERS };
    let open = |shape: Shape, other: Shape| (shape.single & !other.touched).count_ones() as i32;
    TEMPO
        + threats
        + TWO_AND_HOLE * (at_hole(mine) - at_hole(theirs))
        + OPEN_LINE * (open(mine, theirs) - open(theirs, mine))
        + centre_weight * (centre(own) - centre(rival))
}

/// Wins come first, then what leaves the other side worst off, gifts last. No move is noisy: the evaluation already
/// looks one ply ahead, and an exchange, which quiescence would follow to its end, does not exist.
impl Sense<Force3> for Force3Sense {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = 400_000;

    fn begin(&self, _: &Force3) {}

    fn aims(&self, _: &Force3) {}

    fn glance(&self, _: &Force3) {}

    fn follow(&self, (): &(), _: &Force3, _: Move, _: &Force3) {}

    #[inline]
    fn evaluate(&self, after: &Force3, (): &()) -> Score {
        Score::from_static(value(after))
    }

    #[inline]
    fn promise(&self, pos: &Force3, (): &(), mv: Move) -> i32 {
        let next = pos.play(mv);
        match next.outcome() {
            Some(outcome) => Score::POINT * outcome.points_for(pos.side()),
            None => -value(&next),
        }
    }
}

impl Sensed for Force3 {
    type Sense = Force3Sense;

    const BENCH_DEPTH: u32 = 15;

    fn sense() -> Force3Sense {
        Force3Sense
    }

    fn by_nets(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Box<dyn ByNets<Self>>, BadNet> {
        judging(nets, odds, NetSense::new)
    }
}

#[cfg(test)]
mod tests {
    use engine::games::force3::{Action, Options};
    use engine::{MoveList, Outcome, force3};

    use super::*;

    /// Every placement in which no line stands, `First` to move.
    fn placements(options: Options) -> impl Iterator<Item = Force3> {
        let pairs = (0..=ALL).flat_map(|own| (0..=ALL).map(move |rival| [own, rival]));
        pairs.filter(|pair| pair.iter().all(|&pawns| pawns.count_ones() <= 3 && !has_line(pawns))).flat_map(
            move |pair| Square::all().filter_map(move |hole| Force3::new(pair, hole, None, Side::First, options)),
        )
    }

    fn all_relocations() -> [Options; 3] {
        ["", "relocate=king", "relocate=orth"].map(|text| text.parse().unwrap())
    }

    #[test]
    fn finishing_squares_are_exactly_the_winning_puts_and_relocations() {
        for options in all_relocations() {
            for pos in placements(options) {
                let mut list = MoveList::new();
                pos.moves(&mut list);
                let target = |mv: Move| match mv.action() {
                    Action::Put { to } | Action::Relocate { to, .. } => to.bit(),
                    Action::Slide { .. } => 0,
                };
                let wins = |mv: &&Move| pos.play(**mv).outcome() == Some(Outcome::win(Side::First));
                let winning = list.iter().filter(wins).fold(0, |squares, &mv| squares | target(mv));
                assert_eq!(finishing(&pos, Side::First), winning, "{pos} {options}");
            }
        }
    }

    #[test]
    fn values_stay_inside_and_do_not_depend_on_the_colour() {
        for options in all_relocations() {
            for pos in placements(options) {
                let swapped = Force3::new(
                    [pos.pawns(Side::Second), pos.pawns(Side::First)],
                    pos.hole(),
                    None,
                    Side::Second,
                    options,
                )
                .unwrap();
                let score = Force3Sense.evaluate(&pos, &());
                assert_eq!(score, Force3Sense.evaluate(&swapped, &()), "{pos}");
                assert!(!score.is_decided() && score.0.abs() <= FINISHES, "{pos}: {score}");
            }
        }
    }

    #[test]
    fn wins_are_promised_first_then_blocks_and_gifts_last() {
        let order = |pos: &Force3| -> Vec<String> {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            list.sort_by_key(|&mv| -Force3Sense.promise(pos, &(), mv));
            list.iter().map(ToString::to_string).collect()
        };
        assert_eq!(order(&force3!("x . o / . _ . / x . o  x -"))[0], "@a2");
        // o threatens c2; x has one pawn and cannot win.
        let block = order(&force3!("x . o / . _ . / . . o  x -"));
        assert!(block.iter().position(|text| text == "@c2") < block.iter().position(|text| text == "@b1"), "{block:?}");
        // The tile on c2 carries o's third pawn up to the other two.
        let gift = order(&force3!("o o _ / x . o / x . .  x -"));
        assert_eq!(gift.last().map(String::as_str), Some("c2-c3"), "{gift:?}");
    }

    #[test]
    fn a_pending_line_is_nearly_a_win() {
        let pending = force3!("o o o / x . _ / x . .  o c3", "slide=mover_only");
        assert_eq!(pending.outcome(), None);
        assert_eq!(Force3Sense.evaluate(&pending, &()), Score(FINISHES));
    }
}
