//! What the search knows of FORTAC: a network that taught itself, and in which order moves are tried before they are
//! evaluated.
//!
//! The network comes with the program (`fortac.net`; how it was made stands in the file itself and in `results/`). What it sees
//! is described where it [learns](crate::train); `folded` evaluates it quickly. Before it is asked the rules are: who holds a
//! card that completes the second combo wins with the next move, and who has no move loses.
//!
//! Chance is exact: a draw is averaged over the kinds left in the deck by their copies (of the discards once the deck is empty), and
//! the table's keys take in men, hands, deck and combos made, so that positions that differ in the deck alone are not mixed up. The
//! network was trained under the standard rules; under others its judgement is a guess, though threats and moves are counted by them.
//!
//! Moves are ordered by how near they bring the own men to combos and drive the other side's from them. The weights of that are
//! rounded from a least-squares fit to the results of 40,000 games of self-play, greedy with an eighth of the moves at random.

mod folded;

use std::sync::{Arc, LazyLock};

use engine::games::fortac::board::PATTERNS;
use engine::games::fortac::{CardDraw, Combo, Combos, Fortac, Play, Squares};
use engine::{Forecast, Game, Position, Score};

use super::{ByNets, NetSense, Sense, Sensed, judging};
use crate::net::{BadNet, Nets};
use crate::train::Brain;
use crate::train::fortac::reach::{PLACEMENTS, number};
use folded::Folded;

/// No combo made, or one of a type.
const MADE: usize = 1 + Combo::ALL.len();

/// The place below [`MADE`] of what an unfinished game has of combos.
#[inline]
fn place(made: Combos) -> usize {
    made.iter().next().map_or(0, |combo| 1 + combo as usize)
}

/// What has been made where [`place`] says this.
fn made_at(place: usize) -> Combos {
    place.checked_sub(1).map_or(Combos::NONE, |combo| Combos::NONE.with(Combo::ALL[combo]))
}

/// The network's file.
const NETWORK: &[u8] = include_bytes!("fortac.net");

/// The network that comes with the program.
static FOLDED: LazyLock<Folded> = LazyLock::new(|| {
    let brain = Nets::from_bytes(NETWORK).and_then(Brain::<Fortac>::from_nets);
    let brain = brain.expect("the file that comes with the program is whole");
    Folded::new(&brain.networks()[0]).expect("the network that comes with the program has the shape that is folded")
});

/// The evaluation of FORTAC by the network that comes with the program. It keeps nothing along the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct FortacSense;

/// By the men missing from the nearest combo, 1 to 4, with no combo made.
const NEAREST: [i32; 4] = [10, 0, -15, -25];
/// The same for the nearest combo of another type.
const SECOND_NEAREST: [i32; 4] = [5, -5, -20, -35];
/// By the men missing from the nearest combo of another type than the one made.
const LAST: [i32; 4] = [110, 90, 60, 40];
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

/// What placements are worth, by what is made and the number of the placement.
static WORTH: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let all = (0..=Squares::MAX).filter(|men| men.count_ones() == 4);
    (0..MADE).flat_map(|index| all.clone().map(move |men| worth(men, made_at(index)) as i16)).collect()
});

#[inline]
fn placement(men: Squares, made: Combos) -> i32 {
    i32::from(WORTH[place(made) * PLACEMENTS + number(men)])
}

/// What the places of the men are worth, and the combos made.
fn worth(men: Squares, made: Combos) -> i32 {
    let mut fewest = missing(men, made);
    fewest.sort_unstable();
    let by = |table: &[i32; 4], number: u32| table[(number as usize).clamp(1, 4) - 1];
    if made.is_empty() { by(&NEAREST, fewest[0]) + by(&SECOND_NEAREST, fewest[1]) } else { by(&LAST, fewest[0]) }
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

    fn evaluate(&self, after: &CardDraw, (): &()) -> Score {
        FOLDED.evaluate(after.pending())
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

    fn by_nets(nets: Nets, odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Box<dyn ByNets<Self>>, BadNet> {
        judging(nets, odds, NetSense::new)
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::FortacRules;
    use engine::rng::stream;
    use engine::{Afterstate, MoveList, Node, Outcome, Rng, Side};
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
                assert!(value.points().abs() <= 1.0, "{after}: {value}");
                pos = after.sample(&mut rng);
            }
        }
        assert!(wins > 20, "{wins}");
    }

    #[test]
    fn a_threat_of_the_side_to_act_counts_and_wins_where_it_is_the_second_combo() {
        let rules = FortacRules::default();
        let value = |text: &str| FortacSense.evaluate(&CardDraw::parse(text, &rules).expect("a node"), &()).points();
        let rest = "deck=3hop+4skip+2jump+4trade+4switch+2rook+2king+4horse+4bishop+zip+zap+3push discards=push";
        let hands = "red=jump+zip black=hop+jump+zap";
        // Both sides lack one man for the row that would win: Red's is on d3 below d4, Black's on a2 above a1.
        let both = format!("RRRE/EEER/BEEE/EBBB red-moved {hands} {rest} combos=corners/corners");
        assert!((value(&both) - 1.0).abs() < 1e-9, "Black wins by hop:a2-a1 whatever Red draws");
        let none = both.replace("corners/corners", "-/-");
        let idle = none.replace("black=hop", "black=skip").replace("deck=3hop+4skip", "deck=4hop+3skip");
        assert!(value(&none) < 0.9999 && value(&none) > value(&idle), "{} {}", value(&none), value(&idle));
    }

    #[test]
    fn the_folded_network_says_what_the_plain_one_says() {
        let brain = Nets::from_bytes(NETWORK).and_then(Brain::<Fortac>::from_nets).expect("whole");
        let plain = NetSense::new(Arc::new(brain.clone()));
        let (mut certain, mut desk) = (0, crate::train::Desk::default());
        for game in 0..200 {
            let mut rng = stream(game, 2);
            let rules = if game % 2 == 0 { "" } else { "adjacency=4,deck=no_redraw" };
            let mut after = Fortac::start(&rules.parse().expect("rules"));
            for _ in 0..60 {
                let [quick, slow] = [FortacSense.evaluate(&after, &()), plain.evaluate(&after, &())].map(Score::points);
                let is_certain = brain.known(&after).is_some();
                let wanted = if is_certain { slow } else { 0.999 * slow };
                assert!((quick - wanted).abs() < if is_certain { 1e-9 } else { 5e-6 }, "{after}: {quick} {slow}");
                certain += u32::from(is_certain);
                let pos = after.sample(&mut rng);
                if pos.outcome().is_some() {
                    break;
                }
                let best = brain.best(&pos, &mut desk).expect("a move");
                if best.outcome.is_some() {
                    break;
                }
                after = if rng.random_range(0..4) == 0 { pos.play(random(&pos, &mut rng)) } else { best.after };
                if Fortac::outcome_after(&after).is_some() {
                    break;
                }
            }
        }
        assert!(certain > 50, "{certain}");
    }
}
