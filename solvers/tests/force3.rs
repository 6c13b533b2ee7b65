//! FORCE 3's tables against the published figures, against themselves, and against a plain value iteration.

use engine::games::force3::board::TOWARDS;
use engine::games::force3::{Force3, Options};
use engine::{Game, Known, MoveList, Node, Outcome, Position, Probe, Side, Value, force3, rng};
use fxhash::{FxHashMap, FxHashSet};
use rand::RngExt;
use solvers::backward::{Numbered, Summary};
use solvers::force3::Table;

fn options(text: &str) -> Options {
    text.parse().unwrap()
}

fn successors(pos: &Force3) -> Vec<Force3> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list.iter().map(|&mv| pos.play(mv)).collect()
}

fn win(plies: u16) -> Known {
    Known { value: Value::Win, plies: Some(plies) }
}

#[test]
fn the_published_figures_are_reproduced() {
    let published = [
        ("ban=tile", 15, [128_529, 91_365, 32_096, 5_068]),
        ("ban=position", 9, [128_561, 90_001, 30_080, 8_480]),
        ("ban=none", 9, [26_673, 16_901, 4_680, 5_092]),
    ];
    for (rules, plies, [positions, win_count, loss, draw]) in published {
        let expected = Summary { positions, win: win_count, loss, draw, start: win(plies) };
        assert_eq!(Table::solve(&options(rules)).summary(), expected, "{rules}");
    }
}

/// Positions that can be reached and are not over, both sides.
fn reachable(rules: Options) -> FxHashSet<Force3> {
    let start = Force3::start(&rules);
    let mut found = FxHashSet::from_iter([start]);
    let mut waiting = vec![start];
    while let Some(pos) = waiting.pop() {
        for next in successors(&pos) {
            if next.outcome().is_none() && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

/// Under `ban=tile` the rules see only the direction a slide came from; counted so, there are fewer positions.
#[test]
fn merging_slides_of_one_direction_gives_the_other_published_figures() {
    let rules = Options::default();
    let table = Table::solve(&rules);
    let mut merged = FxHashMap::default();
    for pos in reachable(rules) {
        let side = pos.side();
        let direction = pos.before().map_or(0, |before| TOWARDS[pos.hole().index()][before.index()]);
        let known = table.probe(&pos);
        let other = merged.insert((pos.pawns(side), pos.pawns(!side), pos.hole(), direction), known);
        assert!(other.is_none_or(|other| other == known), "the direction decides: {pos}");
    }
    let count = |value| merged.values().filter(|known| known.is_some_and(|known| known.value == value)).count();
    assert_eq!(merged.len(), 94_965);
    assert_eq!([Value::Win, Value::Loss, Value::Draw].map(count), [67_281, 23_860, 3_824]);
}

/// Every value follows from those of the next positions, in every position of every variant.
#[test]
fn all_72_tables_are_consistent() {
    for rules in Options::all() {
        let table = Table::solve(&rules);
        for number in 0..Force3::numbers(&rules) {
            let pos = Force3::numbered(number, &rules).unwrap();
            let known = table.probe(&pos).unwrap();
            let next: Vec<Known> = successors(&pos).iter().map(|next| table.probe(next).unwrap()).collect();
            check_entry(&pos, known, &next);
        }
    }
}

fn check_entry(pos: &Force3, known: Known, next: &[Known]) {
    if let Some(outcome) = pos.outcome() {
        let value = match outcome {
            Outcome::Draw => Known { value: Value::Draw, plies: None },
            Outcome::Win { side, .. } if side == pos.side() => win(0),
            Outcome::Win { .. } => Known { value: Value::Loss, plies: Some(0) },
        };
        assert_eq!(known, value, "{pos}");
        return;
    }
    let lost = || next.iter().filter(|next| next.value == Value::Loss).map(|next| next.plies.unwrap());
    match known.value {
        Value::Win => assert_eq!(known.plies, lost().min().map(|plies| plies + 1), "{pos}"),
        Value::Loss => {
            assert!(next.iter().all(|next| next.value == Value::Win), "{pos}");
            assert_eq!(known.plies, next.iter().filter_map(|next| next.plies).max().map(|plies| plies + 1), "{pos}");
        }
        Value::Draw => {
            assert_eq!(known.plies, None, "{pos}");
            assert!(lost().next().is_none() && next.iter().any(|next| next.value == Value::Draw), "{pos}");
        }
    }
}

/// The values of all positions that can be reached, by sweeps over all of them until nothing changes: a value found in
/// sweep n uses only values of earlier sweeps, so n is its distance.
fn value_iteration(rules: Options) -> FxHashMap<Force3, Known> {
    let start = Force3::start(&rules);
    let mut index = FxHashMap::from_iter([(start, 0)]);
    let mut positions = vec![start];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < positions.len() {
        let followers = successors(&positions[next.len()]);
        next.push(
            followers
                .into_iter()
                .map(|pos| {
                    *index.entry(pos).or_insert_with(|| {
                        positions.push(pos);
                        positions.len() - 1
                    })
                })
                .collect(),
        );
    }
    let points = |pos: &Force3| pos.outcome().map_or(0, |outcome| outcome.points_for(pos.side()));
    let mut values: Vec<(i32, u16)> = positions.iter().map(|pos| (points(pos), 0)).collect();
    for sweep in 1.. {
        let before = values.clone();
        for (value, next) in values.iter_mut().zip(&next) {
            if value.0 != 0 || next.is_empty() {
                continue;
            }
            let best = next.iter().map(|&next| -before[next].0).max().unwrap();
            if best != 0 {
                *value = (best, sweep);
            }
        }
        if values == before {
            break;
        }
    }
    let known = |(points, plies)| match points {
        0 => Known { value: Value::Draw, plies: None },
        1 => win(plies),
        _ => Known { value: Value::Loss, plies: Some(plies) },
    };
    positions.into_iter().zip(values.into_iter().map(known)).collect()
}

#[test]
fn value_iteration_agrees_on_every_reachable_position() {
    for rules in [
        "",
        "ban=position",
        "ban=none",
        "slide=mover_only",
        "both=continue",
        "slide=mover_only,both=continue",
        "ban=position,slide=mover_only,both=continue,relocate=king",
        "ban=none,slide=mover_only,both=continue,relocate=orth",
        "ban=position,both=mover_wins,relocate=orth",
        "both=mover_loses,relocate=king",
    ] {
        let rules = options(rules);
        let table = Table::solve(&rules);
        let values = value_iteration(rules);
        assert!(values.len() > 50_000, "both sides of all positions: {}", values.len());
        for (pos, known) in values {
            assert_eq!(table.probe(&pos), Some(known), "{pos} {rules}");
        }
    }
}

#[test]
fn best_play_ends_when_the_table_says() {
    for rules in ["", "ban=position", "ban=position,relocate=orth"].map(options) {
        let table = Table::solve(&rules);
        let mut pos = Force3::start(&rules);
        let mut left = table.probe(&pos).unwrap().plies.unwrap();
        while let Some(&mv) = table.best_moves(&pos).first() {
            pos = pos.play(mv);
            left -= 1;
            assert_eq!(table.probe(&pos).unwrap().plies, Some(left), "{pos}");
        }
        assert_eq!((left, pos.outcome()), (0, Some(Outcome::win(Side::First))));
    }
}

#[test]
fn best_moves_are_all_that_keep_the_value() {
    let table = Table::solve(&Options::default());
    let names = |pos: &Force3| -> Vec<String> { table.best_moves(pos).iter().map(ToString::to_string).collect() };
    assert_eq!(names(&force3!("x . o / . _ . / x . o  x -")), ["@a2"]);
    assert_eq!(names(&force3!("x x x / o o . / o . _  o -")), [""; 0], "the game is over");
    assert!(table.best_moves(&force3!("... / ._. / ...  x -", "ban=none")).is_empty(), "another game");
}

/// Who plays from the table as first player wins, in at most 15 plies, whatever the other side does.
#[test]
fn the_first_player_wins_every_game() {
    let rules = Options::default();
    let table = Table::solve(&rules);
    for game in 0..1000 {
        let mut rng = rng::stream(1, game);
        let mut pos = Force3::start(&rules);
        let mut plies = 0;
        while pos.outcome().is_none() {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            let best = table.best_moves(&pos);
            let choices = if pos.side() == Side::First { &best[..] } else { &list[..] };
            pos = pos.play(choices[rng.random_range(0..choices.len())]);
            plies += 1;
        }
        assert_eq!(pos.outcome(), Some(Outcome::win(Side::First)), "game {game}");
        assert!(plies <= 15, "game {game} took {plies}");
    }
}

#[test]
fn positions_no_game_can_reach_are_answered() {
    let rules = options("slide=mover_only,both=continue");
    let table = Table::solve(&rules);
    let reached = reachable(rules);
    let mut answered = 0;
    for number in 0..Force3::numbers(&rules) {
        let pos = Force3::numbered(number, &rules).unwrap();
        let read = Force3::parse(&pos.to_string(), &rules).unwrap();
        assert!(table.probe(&read).is_some());
        answered += usize::from(pos.outcome().is_none() && !reached.contains(&pos));
    }
    assert!(answered > 1000, "{answered}");
}
