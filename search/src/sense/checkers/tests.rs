use engine::games::checkers::Options;
use engine::{Deterministic, Game, checkers, rng};
use rand::RngExt;

use super::*;

/// Positions of random games.
fn positions(games: u64) -> Vec<Checkers> {
    let random_game = |game| {
        let mut rng = rng::stream(7, game);
        let mut pos = Checkers::start(&Options::default());
        let mut found = Vec::new();
        for _ in 0..80 {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            if list.is_empty() {
                break;
            }
            found.push(pos);
            pos = pos.play(list[rng.random_range(0..list.len())]);
        }
        found
    };
    (0..games).flat_map(random_game).collect()
}

fn is_deterministic<G: Deterministic>() {}

#[test]
fn values_do_not_depend_on_the_colour() {
    is_deterministic::<Checkers>();
    let sense = CheckersSense::default();
    let mut with_kings = 0;
    for pos in positions(200) {
        let value = sense.evaluate(&pos, &());
        assert_eq!(value, sense.evaluate(&pos.turned(), &()), "{pos}");
        assert!(!value.is_decided());
        with_kings += usize::from(pos.kings(Side::First) | pos.kings(Side::Second) != 0);
    }
    assert!(with_kings > 500);
}

#[test]
fn a_man_more_is_better() {
    let even = CheckersSense::default().evaluate(&checkers!("B:W21-32:B1-12"), &());
    let ahead = CheckersSense::default().evaluate(&checkers!("B:W22-32:B1-12"), &());
    assert!(ahead > even + 50 * CENTIMAN, "{ahead} {even}");
}

#[test]
fn who_must_jump_is_threatened_and_all_his_moves_are_noisy() {
    let sense = CheckersSense::default();
    for (pos, moves) in [(checkers!("B:W18:B12,15"), 1), (checkers!("B:W32:B12,15"), 0)] {
        let mut list = MoveList::new();
        let glance = sense.glance(&pos);
        sense.noisy_moves(&pos, &glance, &mut list);
        assert_eq!((list.len(), sense.is_threatened(&pos), sense.may_be_noisy(&glance)), (moves, moves > 0, moves > 0));
    }
}

#[test]
fn the_opposition_changes_hands_with_the_turn() {
    struct Opposition(i32);
    impl Ledger for Opposition {
        fn count(&mut self, place: usize, times: i32) {
            if place == terms::OPPOSITION {
                self.0 += times;
            }
        }
    }
    let of = |pos: &Checkers| {
        let mut counted = Opposition(0);
        count_all(pos, &mut counted);
        counted.0
    };
    // Two men face each other with one row between: who is to move must give way.
    assert_eq!(of(&checkers!("B:W22:B15")), -1);
    assert_eq!(of(&checkers!("W:W22:B15")), 1);
}
