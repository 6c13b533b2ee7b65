use engine::games::chess::Options;
use engine::{Node, Position, rng};
use rand::RngExt;

use super::*;

/// Positions of random games.
fn positions() -> impl Iterator<Item = (Chess, Vec<Move>)> {
    (0..40).flat_map(|seed| {
        let mut rng = rng::stream(seed, 7);
        let mut pos = Chess::start(&Options::default());
        let mut found = Vec::new();
        for _ in 0..120 {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            if list.is_empty() {
                break;
            }
            found.push((pos, list.to_vec()));
            pos = pos.play(list[rng.random_range(0..list.len())]);
        }
        found
    })
}

#[test]
fn a_followed_trace_equals_a_fresh_one() {
    let sense = ChessSense::default();
    let mut checked = 0;
    for (pos, moves) in positions() {
        let trace = sense.begin(&pos);
        for mv in moves {
            let next = pos.play(mv);
            assert_eq!(sense.follow(&trace, &pos, mv, &next), sense.begin(&next), "{pos} {mv}");
            checked += 1;
        }
    }
    assert!(checked > 10_000);
}

/// The same position with colours exchanged.
fn turned(pos: &Chess) -> Chess {
    let text = pos.to_string();
    let mut fields = text.split(' ');
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let men: Vec<String> = fields.next().expect("men").split('/').rev().map(swap).collect();
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    Chess::parse(&format!("{} {side} - - 0 1", men.join("/")), &Options::default()).expect("a position")
}

#[test]
fn values_do_not_depend_on_the_colour() {
    let sense = ChessSense::default();
    for (pos, _) in positions() {
        let other = turned(&pos);
        let value = |pos: &Chess| sense.evaluate(pos, &sense.begin(pos));
        assert_eq!(value(&pos), value(&other), "{pos} and {other}");
    }
}

#[test]
fn what_the_tuner_counts_is_what_is_played() {
    struct Counts(Vec<i32>, [Vec<i32>; 2]);
    impl Ledger for Counts {
        fn count(&mut self, place: usize, times: i32) {
            self.0[place] += times;
        }
        fn endanger(&mut self, king: usize, place: usize, times: i32) {
            self.1[king][place] += times;
        }
    }
    let sense = ChessSense::default();
    for (pos, _) in positions().step_by(7) {
        let mut counts = Counts(vec![0; terms::PLACES], [vec![0; terms::DANGER_PLACES], vec![0; terms::DANGER_PLACES]]);
        count_all(&pos, &mut counts);
        let half = |of: fn(Taper) -> i32| -> i32 { counts.0.iter().zip(&WEIGHTS.terms).map(|(n, &w)| n * of(w)).sum() };
        let danger =
            counts.1.map(|side| side.iter().zip(&WEIGHTS.dangers).map(|(n, &w)| n * i32::from(w)).sum::<i32>().max(0));
        let middle = half(Taper::middle) + (danger[1] * danger[1] - danger[0] * danger[0]) / DANGER_SQUARE;
        let end = half(Taper::end) + (danger[1] - danger[0]) / DANGER_LINEAR;
        let end = end * share(&pos, end > 0) / 64;
        let value = (middle * phase(&pos) + end * (FULL - phase(&pos))) / FULL;
        assert_eq!(sense.value(&pos, &sense.begin(&pos)), value, "{pos}");
    }
}
