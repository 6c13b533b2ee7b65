use engine::games::forte::{Forte, Move, Options};
use engine::{MoveList, Position, rng};
use rand::RngExt;

use super::*;

/// Calls `check` on the unfinished positions of random jousts.
fn for_random_positions(mut check: impl FnMut(&Forte, &[Move])) {
    for seed in 0..20 {
        let mut rng = rng::stream(seed, 0);
        let mut pos = Forte::start(&Options::default());
        for _ in 0..60 {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            if list.is_empty() {
                break;
            }
            check(&pos, &list);
            pos = pos.play(list[rng.random_range(0..list.len())]);
        }
    }
}

fn moves(pos: &Forte) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// Whether some move of the side to move ends the joust.
fn wins_now(pos: &Forte) -> bool {
    moves(pos).iter().any(|&mv| pos.play(mv).outcome().is_some())
}

/// Whether the side to move has a move after which it wins whatever the other side does.
fn wins_in_three(pos: &Forte) -> bool {
    moves(pos).iter().any(|&mv| {
        let after = pos.play(mv);
        moves(&after).iter().all(|&reply| {
            let next = after.play(reply);
            next.outcome().is_none() && wins_now(&next)
        })
    })
}

#[test]
fn lines_count_as_one_by_one() {
    for_random_positions(|pos, _| {
        let (own, enemy) = (pos.knights(pos.side()), pos.knights(!pos.side()));
        let (mut counts, mut thirds, mut crossings, mut blockers) = ([0; 3], 0, 0, 0);
        for line in board::lines() {
            let (mine, theirs) = (line & own, line & enemy);
            match (mine.count_ones(), theirs.count_ones()) {
                (0 | 4.., _) => {}
                (number, 0) => {
                    counts[number as usize - 1] += 1;
                    if number == 2 {
                        crossings |= thirds & line & !own;
                        thirds |= line & !own;
                    }
                }
                (3, _) => blockers |= theirs,
                _ => {}
            }
        }
        let expected = Lines { counts, thirds, crossings, blockers };
        assert_eq!(Lines::of(own, enemy), expected, "{pos}");
    });
    let through: i32 = LINES_THROUGH.iter().sum();
    assert_eq!(through, 54 * 4);
}

/// What is said to be sure is so, by trying every move; of wins in three plies all by forks are seen, and nearly all others are forks.
#[test]
fn sure_results_are_sure() {
    let sense = ForteSense::default();
    let (mut ones, mut threes, mut losses, mut others, mut missed) = (0, 0, 0, 0, 0);
    for_random_positions(|pos, list| {
        let score = sense.evaluate(pos, &());
        match sense.settles(score) {
            Some(Known { value: Value::Win, plies: Some(1) }) => {
                assert!(wins_now(pos), "{pos}");
                ones += 1;
            }
            Some(Known { value: Value::Win, plies }) => {
                assert_eq!(plies, Some(3));
                assert!(!wins_now(pos) && wins_in_three(pos), "{pos}");
                threes += 1;
            }
            Some(Known { value, plies }) => {
                assert_eq!((value, plies), (Value::Loss, Some(2)), "{pos}");
                assert!(!wins_now(pos) && list.iter().all(|&mv| wins_now(&pos.play(mv))), "{pos}");
                losses += 1;
            }
            None => {
                assert!(!wins_now(pos) && score.0.abs() <= SURE / 2, "{pos} {score}");
                missed += usize::from(wins_in_three(pos));
                others += 1;
            }
        }
    });
    assert!(ones > 20 && threes > 20 && losses > 0 && others > 300, "{ones} {threes} {losses} {others}");
    assert!(missed < threes, "{missed} of {threes}");
}

#[test]
fn sides_and_symmetric_positions_are_treated_alike() {
    for_random_positions(|pos, _| {
        let sense = ForteSense::default();
        for image in [pos.mirrored(), pos.flipped(), pos.turned()] {
            assert_eq!(sense.evaluate(pos, &()), sense.evaluate(&image, &()), "{pos} {image}");
        }
    });
}

/// A move that may not answer a threat loses at once, threats are told as they are, and what a glance leaves out is not there.
#[test]
fn threats_and_their_answers_are_told_exactly() {
    let sense = ForteSense::default();
    let (mut threatened, mut threats) = (0, 0);
    for_random_positions(|pos, list| {
        let glance = sense.glance(pos);
        let is_threatened = !wins_now(pos) && wins_now(&pos.passed());
        assert_eq!(sense.is_threatened(pos), is_threatened, "{pos}");
        assert_eq!(sense.may_be_noisy(&glance), is_threatened, "{pos}");
        threatened += usize::from(is_threatened);
        for &mv in list {
            let next = pos.play(mv);
            let is_win = next.outcome().is_some();
            assert_eq!(sense.promise(pos, &glance, mv) >= 1 << 20, is_win, "{pos} {mv}");
            if is_threatened && !sense.may_answer(pos, &glance, mv) {
                assert!(wins_now(&next), "{pos} {mv}");
            }
            assert!(!sense.is_noisy(pos, &glance, mv) || is_threatened, "{pos} {mv}");
            if !is_win {
                assert_eq!(sense.threatens(pos, &(), mv), sense.is_threatened(&next), "{pos} {mv}");
                threats += usize::from(sense.threatens(pos, &(), mv));
            }
        }
    });
    assert!(threatened > 50 && threats > 500, "{threatened} {threats}");
}
