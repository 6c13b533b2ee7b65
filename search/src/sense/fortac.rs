//! What the search knows of FORTAC: how near the men are to combos, and which cards are good to hold.
//!
//! The value of a side adds up, in hundredths: the fewest men missing from the nearest type of combo and from the
//! second nearest (both are needed to win), or from the nearest alone once a combo is made; whether a card in hand
//! completes one by the next move of that side; and a worth for each card. The difference of the two sides is squashed
//! into expected points by `x / (1 + |x|)`.
//!
//! The weights are rounded from a least-squares fit of that formula to the results of 40,000 games of self-play, greedy
//! with an eighth of the moves at random; weights too near to tell apart were put in order. By that fit a combo that
//! can be completed at once outweighs everything else, and the cards that also move the other side's men (Switch,
//! Trade, Push) are the best to hold.

use std::sync::Arc;

use engine::games::fortac::board::PATTERNS;
use engine::games::fortac::moves::targets;
use engine::games::fortac::{CardDraw, Cards, Combo, Combos, Fortac, Play, Square, Squares};
use engine::{Forecast, Game, Position, Score, Side};

use super::{NetSearch, Sense, Sensed, net_player, net_search, net_sense};
use crate::luck::{self, Luck};
use crate::net::{BadNet, Nets};
use crate::player::{Budget, Habits, Player};
use crate::rollout::{ByNetworks, Rollouts};
use crate::train::Brain;

/// The hand-made evaluation of FORTAC. It keeps nothing along the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct FortacSense;

/// One point of the evaluation's own scale, on which the weights below are hundredths.
const ONE: i32 = 100;
/// To act next is worth a little.
const TEMPO: i32 = 10;
/// By the men missing from the nearest combo, 1 to 4, with no combo made.
const NEAREST: [i32; 4] = [10, 0, -15, -25];
/// The same for the nearest combo of another type.
const SECOND_NEAREST: [i32; 4] = [5, -5, -20, -35];
/// By the men missing from the nearest combo of another type than the one made.
const LAST: [i32; 4] = [110, 90, 60, 40];
/// A combo can be completed: by the side that acts next, by the other; each the first combo or the winning one.
const COMPLETES: [[i32; 2]; 2] = [[55, 475], [20, 40]];
/// The worth of a card in hand, in the order of the cards: Hop, Skip, Jump, Trade, Switch, Rook, King, Horse, Bishop,
/// Zip, Zap, Push.
const WORTH: [i32; 12] = [-5, -8, -12, 10, 22, 0, -3, -3, -10, 0, 8, 12];

/// The number of men missing from each type of combo that is not made yet, in order of the types; made ones are out of
/// reach. Men that stand in a combo which did not count must leave it and come back: two moves.
fn missing(men: Squares, made: Combos) -> [u32; 4] {
    const OUT_OF_REACH: u32 = 9;
    let mut fewest = [OUT_OF_REACH; 4];
    for (pattern, combo) in PATTERNS {
        if !made.contains(combo) {
            let number = match (pattern & !men).count_ones() {
                0 => 2,
                number => number,
            };
            let slot = &mut fewest[combo as usize];
            *slot = number.min(*slot);
        }
    }
    fewest
}

/// What the places of the men are worth, and the combos made.
fn placement(men: Squares, made: Combos) -> i32 {
    let mut fewest = missing(men, made);
    fewest.sort_unstable();
    let by = |table: &[i32; 4], number: u32| table[(number as usize).clamp(1, 4) - 1];
    if made.is_empty() { by(&NEAREST, fewest[0]) + by(&SECOND_NEAREST, fewest[1]) } else { by(&LAST, fewest[0]) }
}

/// Whether a card in the hand of `side` brings its last missing man into a combo not made yet. Pushes by another man
/// are not looked for.
fn can_complete(pos: &Fortac, side: Side) -> bool {
    let (men, other, made) = (pos.men(side), pos.men(!side), pos.made(side));
    let completes = |(pattern, combo): (Squares, Combo)| {
        let (stray, hole) = (men & !pattern, pattern & !men);
        let reaches = |card| targets(card, only_square(stray), men, other, pos.adjacency()) & hole != 0;
        stray.is_power_of_two() && !made.contains(combo) && pos.hand(side).kinds().any(reaches)
    };
    PATTERNS.into_iter().any(completes)
}

fn only_square(set: Squares) -> Square {
    Square::new(set.trailing_zeros())
}

fn worth(hand: Cards) -> i32 {
    hand.kinds().map(|card| WORTH[card as usize] * hand.copies(card) as i32).sum()
}

/// All that `side` has, where `waits` is 0 for the side that acts next and 1 for the other.
fn prospects(pos: &Fortac, side: Side, waits: usize) -> i32 {
    let made = pos.made(side);
    let completes = if can_complete(pos, side) { COMPLETES[waits][usize::from(!made.is_empty())] } else { 0 };
    placement(pos.men(side), made) + worth(pos.hand(side)) + completes
}

impl Sense<Fortac> for FortacSense {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;

    fn begin(&self, _: &Fortac) {}

    fn aims(&self, _: &Fortac) {}

    fn glance(&self, _: &Fortac) {}

    fn follow(&self, (): &(), _: &Fortac, _: Play, _: &CardDraw) {}

    /// Expected points for the side that acts next, within 0.95.
    fn evaluate(&self, after: &CardDraw, (): &()) -> Score {
        const MOST: i64 = Score::POINT as i64 * 95 / 100;
        let pos = after.pending();
        let side = pos.side();
        let sum = i64::from(TEMPO + prospects(pos, side, 0) - prospects(pos, !side, 1));
        Score((MOST * sum / (i64::from(ONE) + sum.abs())) as i32)
    }

    /// Wins first, then combos, then what brings the own men nearer and drives the other side's apart.
    fn promise(&self, pos: &Fortac, (): &(), mv: Play) -> i32 {
        const WIN: i32 = 10_000;
        let (side, after) = (pos.side(), pos.play(mv));
        let next = after.pending();
        match next.combo_winner() {
            Some(winner) if winner == side => WIN,
            Some(_) => -WIN,
            None => {
                let gain = |side| placement(next.men(side), next.made(side)) - placement(pos.men(side), pos.made(side));
                gain(side) - gain(!side)
            }
        }
    }
}

impl Sensed for Fortac {
    type Sense = FortacSense;

    const BENCH_DEPTH: u32 = 3;

    fn sense() -> FortacSense {
        FortacSense
    }

    fn net_player(
        nets: Nets,
        odds: Option<Arc<dyn Forecast<Self>>>,
        budget: Budget,
        habits: Habits,
    ) -> Result<Box<dyn Player<Self>>, BadNet> {
        Ok(net_player(net_sense(nets, odds)?, budget, habits))
    }

    fn net_search(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<NetSearch<Self>, BadNet> {
        Ok(net_search(net_sense(nets, odds)?))
    }

    fn net_luck(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Luck<Self>, BadNet> {
        Ok(luck::by(net_sense(nets, odds)?))
    }

    fn net_rollouts(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Box<dyn Rollouts<Self>>, BadNet> {
        Ok(Box::new(ByNetworks(Brain::<Self>::from_nets(nets)?.with_forecast(odds))))
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::FortacRules;
    use engine::rng::stream;
    use engine::{Afterstate, MoveList, Node, Outcome, Rng};
    use rand::RngExt;

    use super::*;

    fn moves(pos: &Fortac) -> MoveList<Play> {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        list
    }

    /// The move after which the other side stands worst, by the static value alone.
    fn greedy(pos: &Fortac) -> Play {
        let value = |mv: &Play| {
            let after = pos.play(*mv);
            match after.pending().combo_winner() {
                Some(winner) => Score(Outcome::win(winner).points_for(!pos.side()) * Score::POINT),
                None => FortacSense.evaluate(&after, &()),
            }
        };
        *moves(pos).iter().min_by_key(|mv| value(mv)).expect("the game is not over")
    }

    fn random(pos: &Fortac, rng: &mut Rng) -> Play {
        let list = moves(pos);
        list[rng.random_range(0..list.len())]
    }

    #[test]
    fn greedy_beats_random() {
        let mut points = 0;
        for game in 0..100 {
            let mut rng = stream(game, 0);
            let ours = Side::BOTH[game as usize % 2];
            let mut pos = Fortac::start(&FortacRules::default()).sample(&mut rng);
            let mut plies = 0;
            while pos.outcome().is_none() && plies < 1000 {
                let mv = if pos.side() == ours { greedy(&pos) } else { random(&pos, &mut rng) };
                pos = pos.play(mv).sample(&mut rng);
                plies += 1;
            }
            points += pos.outcome().map_or(0, |outcome| outcome.points_for(ours));
        }
        assert!(points >= 90, "{points} points in 100 games");
    }

    #[test]
    fn values_stay_inside_and_winning_moves_come_first() {
        let mut wins = 0;
        for game in 0..100 {
            let mut rng = stream(game, 1);
            let mut pos = Fortac::start(&FortacRules::default()).sample(&mut rng);
            for _ in 0..200 {
                if pos.outcome().is_some() {
                    break;
                }
                let list = moves(&pos);
                let is_win = |mv: &Play| pos.play(*mv).pending().combo_winner() == Some(pos.side());
                if list.iter().any(is_win) {
                    wins += 1;
                    let first = list.iter().max_by_key(|mv| FortacSense.promise(&pos, &(), **mv)).expect("a move");
                    assert!(is_win(first), "{pos}: {first}");
                }
                let after = pos.play(random(&pos, &mut rng));
                let value = FortacSense.evaluate(&after, &());
                assert!(value.points().abs() < 0.95 && value <= Score::MAX_STATIC, "{after}: {value}");
                pos = after.sample(&mut rng);
            }
        }
        assert!(wins > 20, "{wins}");
    }

    #[test]
    fn a_threat_of_the_side_to_act_outweighs_the_same_threat_of_the_other() {
        let rules = FortacRules::default();
        let value = |text: &str| FortacSense.evaluate(&CardDraw::parse(text, &rules).expect("a node"), &()).points();
        let rest = "deck=3hop+4skip+2jump+4trade+4switch+2rook+2king+4horse+4bishop+zip+zap+3push discards=push";
        let hands = "red=jump+zip black=hop+jump+zap";
        // Both sides lack one man for the row that would win: Red's is on d3 below d4, Black's on a2 above a1.
        let both = format!("RRRE/EEER/BEEE/EBBB red-moved {hands} {rest} combos=corners/corners");
        assert!(value(&both) > 0.5);
        let none = both.replace("corners/corners", "-/-");
        assert!(value(&none) < value(&both));
    }
}
