//! Symmetries, classes and groups, on games of random moves.

use std::collections::BTreeSet;

use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::{Afterstate, Game, History, MoveList, Rng, Side, rng};
use rand::RngExt;

use super::first_moves::class;
use super::*;
use crate::pairing::Seats;
use crate::record::{winner, write_move};
use crate::schedule::Fixture;

/// A game of random moves from the start or, where there is no chance, from the end of `lead`.
fn random_game<G: Game>(rules: &str, lead: &str, random: &mut Rng) -> GameRecord {
    let parsed: G::Rules = rules.parse().expect("rules");
    let mut pos = G::start(&parsed).sample(random);
    for word in lead.split_whitespace() {
        let mv = pos.find_move(word).expect("a move");
        pos = pos.play(mv).sample(random);
    }
    let opening = pos.to_string();
    let mut history = History::new(pos, G::path_rules(&parsed));
    let (mut moves, mut list) = (String::new(), MoveList::new());
    let ending = loop {
        if let Some(ending) = history.ending() {
            break ending;
        }
        let pos = history.current().clone();
        list.clear();
        pos.moves(&mut list);
        let mv = list[random.random_range(0..list.len())];
        let after = pos.play(mv);
        let next = after.clone().sample(random);
        write_move(&mut moves, mv, after, &next);
        history.push(next);
    };
    let seats = Seats::with(Contestant::One, Side::First);
    let (winner, points) = winner(ending.outcome, seats);
    GameRecord {
        rules: parsed.to_string(),
        opening,
        lead: lead.to_owned(),
        seats,
        starter: Contestant::One,
        winner,
        points,
        plies: history.plies(),
        nodes: [0, 0],
        micros: 0,
        thought: [0, 0],
        ended: ending.reason.to_owned(),
        moves,
        luck: None,
    }
}

fn replayed<G: Game>(record: GameRecord) -> Replayed<G> {
    Replayed::new(record, Beginning::AtTheStart).expect("a game by the rules")
}

/// Plays random games again as each symmetry shows them: every move must be legal, with as many beside it, and the end the same.
fn check_symmetries<G: Studied>(rules: &str, symmetries: usize) {
    for seed in 0..40 {
        let game = replayed::<G>(random_game::<G>(rules, "", &mut rng::stream(seed, 5)));
        let (start, _) = game.from_start.as_ref().expect("played from the start");
        let mut shown: Vec<G> = vec![start.clone(); symmetries];
        for (number, (pos, mv, next)) in game.steps().enumerate() {
            let images = G::images(start, mv);
            assert_eq!((images[0], images.len()), (mv, symmetries));
            // The same branch of chance comes, whatever the board looks like.
            let branch = pos.play(mv).branches().position(|(branch, _)| branch == *next).expect("what came");
            for (image, pos) in images.into_iter().zip(&mut shown) {
                let legal = pos.find_move(&image.to_string());
                assert_eq!(legal.ok(), Some(image), "seed {seed}, move {number}: {mv} shown as {image} in {pos}");
                *pos = pos.play(image).branches().nth(branch).expect("as many branches").0;
                assert_eq!((pos.count(), pos.outcome(), pos.side()), (next.count(), next.outcome(), next.side()));
            }
        }
    }
}

#[test]
fn symmetries_show_the_same_game() {
    check_symmetries::<Force3>("", 8);
    check_symmetries::<Force3>("ban=position,relocate=king", 8);
    check_symmetries::<Forte>("ply_cap=60", 4);
    check_symmetries::<Forte>("ply_cap=60,a=6", 2);
    check_symmetries::<Forte>("ply_cap=60,a=5,b=5,setup=free", 4);
    check_symmetries::<Fortac>("", 2);
    check_symmetries::<Fortac>("adjacency=4,combo=any_time", 2);
}

/// The classes of all lines of so many moves.
fn classes<G: Studied>(rules: &str, plies: usize) -> BTreeSet<String> {
    let parsed: G::Rules = rules.parse().expect("rules");
    let start = G::start(&parsed).branches().next().expect("a start").0;
    let mut lines = vec![(start, String::new())];
    for _ in 0..plies {
        let further = lines.iter().flat_map(|(pos, line)| {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            let each =
                list.iter().map(|&mv| (pos.play(mv).branches().next().expect("it goes on").0, format!("{line} {mv}")));
            each.collect::<Vec<_>>()
        });
        lines = further.collect();
    }
    let mut random = rng::stream(3, 3);
    lines
        .iter()
        .map(|(_, line)| class(&replayed::<G>(random_game::<G>(rules, line, &mut random)), plies).expect("known"))
        .collect()
}

#[test]
fn first_moves_fall_into_the_known_classes() {
    let forte = classes::<Forte>("", 1);
    assert_eq!(forte.len(), 9, "the issue counts nine classes of the 36: {forte:?}");
    let force3 = classes::<Force3>("", 1);
    assert_eq!(force3.into_iter().collect::<Vec<_>>(), ["@a1", "@a2", "a2-b2"]);
    // Each first move leaves one line of symmetry. Beside a corner pawn one of the seven other tiles is on it and none of the four
    // slides, 1 + 3 + 2; beside an edge pawn one tile and two slides, 1 + 3 + 2 + 1. After a slide two of the eight tiles
    // are, 2 + 3, and of the four slides two are banned and the others each other's image.
    let two = classes::<Force3>("", 2);
    let of = |first: &str| two.iter().filter(|class| class.starts_with(first)).count();
    assert_eq!([of("@a1 "), of("@a2 "), of("a2-b2 ")], [6, 7, 6], "{two:?}");
}

#[test]
fn games_that_are_not_known_from_the_start_have_no_class() {
    let mut game = random_game::<Forte>("", "h0>a1 h3>d5", &mut rng::stream(1, 1));
    assert_eq!(class(&replayed::<Forte>(game.clone()), 2).as_deref(), Some("h0>a1 h3>d5"));
    game.lead.clear();
    assert_eq!(class(&Replayed::<Forte>::new(game, Beginning::Anywhere).expect("a game"), 1), None);
    let dealt = random_game::<Fortac>("", "", &mut rng::stream(1, 2));
    assert!(class(&Replayed::<Fortac>::new(dealt.clone(), Beginning::AtTheStart).expect("a game"), 1).is_some());
    assert_eq!(class(&Replayed::<Fortac>::new(dealt, Beginning::Anywhere).expect("a game"), 1), None);
}

#[test]
fn games_played_before_belong_to_the_group_that_had_them() {
    let mut random = rng::stream(9, 9);
    let mut unit = || {
        let game = random_game::<Force3>("", "", &mut random);
        let fixture = Fixture { round: 1, players: [0, 1], pair: 0, starter: game.starter };
        UnitRecord { fixture, winner: game.winner, games: vec![game] }
    };
    let [a, b, c, d] = [unit(), unit(), unit(), unit()];
    let mut groups = Groups::default();
    // The pairs (a, b), (c, c), (a, d): the third begins as the first did.
    let found: Vec<u64> = [&a, &b, &c, &c, &a, &d]
        .into_iter()
        .zip(0..)
        .map(|(unit, index)| {
            groups.group(&UnitRecord { fixture: Fixture { pair: index / 2, ..unit.fixture }, ..unit.clone() })
        })
        .collect();
    assert_eq!((found, groups.different()), (vec![0, 0, 1, 1, 0, 0], 4));
}
