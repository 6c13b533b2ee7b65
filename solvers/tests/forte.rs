//! FORTE's attacks against known lengths of forced wins, and jousts with strategies that are walked.

use engine::games::forte::{Forte, Move, Options};
use engine::{Game, MoveList, Node, Position, Value};
use solvers::forte::{Aim, Flaw, Limits, Planned, solve, solve_moves, verify};

/// To look for wins of so many plies, and no longer ones.
fn within(plies: u8) -> Limits {
    Limits { plies, tree: 0, ..Limits::default() }
}

/// Positions with the least plies of a forced win, none within seven where `None`, and the number of moves that keep it.
fn known() -> Vec<(Forte, Option<u8>, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/forte/forced_wins.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("the file");
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| {
        let text = [&row[0], &row[1], &row[2], &row[3]].join(" ");
        (Forte::parse(&text, &Options::default()).expect("a position"), row[4].parse().ok(), row[6].to_owned())
    })
    .collect()
}

#[test]
fn forced_wins_have_their_exact_length_and_strategies_that_work() {
    let rows = known();
    assert_eq!(rows.len(), 205);
    for (pos, plies, _) in rows {
        let answer = solve(&pos, within(7));
        match plies {
            Some(plies) => {
                assert_eq!((answer.value, answer.plies), (Some(Value::Win), Some(plies)), "{pos}");
                assert!(answer.is_least(), "{pos}");
                let walk = verify(&pos, &answer.strategy.expect("a win has one"), Aim::Win).expect("it works");
                assert_eq!(walk.plies, Some(plies.into()), "{pos}");
            }
            None => assert_ne!(answer.value, Some(Value::Win), "{pos}"),
        }
    }
}

/// Trees alone, without attacks of a length set beforehand, against the same positions.
#[test]
fn proof_numbers_find_the_forced_wins_and_write_strategies_that_work() {
    let limits = Limits { plies: 1, tree: 1 << 14, least_nodes: 1, nodes: 300_000 };
    let (mut wins, mut losses) = (0, 0);
    for (pos, plies, _) in known() {
        let answer = solve(&pos, limits);
        assert!(plies.is_none() || answer.value == Some(Value::Win), "{pos}");
        let (Some(strategy), Some(within)) = (&answer.strategy, answer.plies) else { continue };
        let walk = verify(&pos, strategy, Aim::Win).expect("it works");
        assert!(walk.plies <= Some(within.into()), "{pos}: {walk:?}, within {within}");
        match answer.value {
            Some(Value::Win) => assert!(walk.plies >= Some(plies.unwrap_or(9).into()), "{pos}"),
            _ => losses += 1,
        }
        wins += usize::from(answer.value == Some(Value::Win));
    }
    assert!(wins > 160 && losses > 0, "{wins} won, {losses} lost");
}

/// After h1>b3 h2>c4 of the first joust attacks of a set length need seconds; the tree, for either side to move, does not.
#[test]
fn long_wins_and_losses_are_proved_by_trees() {
    let limits = Limits { plies: 1, least_nodes: 1, tree: 1 << 20, nodes: 20_000_000 };
    let mut pos = Forte::start(&Options::default());
    for (text, value) in [("h1>b3", None), ("h2>c4", Some(Value::Win)), ("h4>d3", Some(Value::Loss))] {
        pos = pos.play(pos.find_move(text).expect("a legal move"));
        let Some(value) = value else { continue };
        let answer = solve(&pos, limits);
        assert_eq!(answer.value, Some(value), "{pos}");
        let walk = verify(&pos, &answer.strategy.expect("it has one"), Aim::Win).expect("it works");
        assert!(walk.plies > Some(7) && walk.plies <= answer.plies.map(u32::from), "{walk:?}");
    }
}

/// After h1>b1 h4>d3 h4>d1 h2>c1 of the first joust both sides have but one move at a time that does not lose, until they go to and
/// fro; this is near the end of it.
#[test]
fn a_joust_that_neither_side_can_leave_is_a_draw_that_both_hold() {
    let text = "....../....../A...../.A.BA./..BB../.ABA.. ...o..o o....oo A";
    let pos = Forte::parse(text, &Options::default()).expect("a position");
    let limits = Limits { tree: 1 << 18, nodes: 200_000_000, ..Limits::default() };
    let answer = solve(&pos, limits);
    assert_eq!((answer.value, answer.plies), (Some(Value::Draw), None));
    assert_eq!((answer.strategy.is_none(), answer.best), (true, pos.find_move("a4>b2").ok()));
    let draw = answer.draw.expect("it tells how");
    assert!(draw.open > 1 && draw.line.len() > 2, "{draw:?}");
    let after = |moves: &[Move]| moves.iter().fold(pos, |pos, &mv| pos.play(mv));
    assert!((0..draw.line.len()).any(|plies| after(&draw.line[..plies]) == after(&draw.line)));
    for strategy in &draw.holding {
        assert!(verify(&pos, strategy, Aim::Hold).is_ok());
        // To hold is not to win.
        assert!(verify(&pos, strategy, Aim::Win).is_err());
        let mut doctored = strategy.clone();
        for planned in doctored.moves.values_mut().filter(|planned| planned.within.is_none()) {
            planned.mv = Move::knight(0, 0);
        }
        assert!(matches!(verify(&pos, &doctored, Aim::Hold), Err(Flaw::Illegal(..))));
    }
    // A move that leaves it loses, one that stays draws.
    let (mut lost, mut drawn) = (0, 0);
    let told = solve_moves(&pos, limits, |found| {
        lost += u32::from(found.answer.value == Some(Value::Win));
        drawn += u32::from(found.answer.value == Some(Value::Draw));
        Ok::<(), ()>(())
    });
    let mut list = MoveList::new();
    pos.moves(&mut list);
    assert_eq!((told, lost as usize, drawn), (Ok(()), list.len() - 1, 1));
}

/// Where a position is its own mirror image, replies are tried up to symmetry, but all are answered.
#[test]
fn strategies_answer_the_mirror_images_of_replies_too() {
    let text = "....../....../....../..AA../....../...... oo.o.oo ooooooo B";
    let pos = Forte::parse(text, &Options::default()).expect("a position");
    let by_trees = Limits { plies: 1, tree: 1 << 17, least_nodes: 1, ..Limits::default() };
    for limits in [by_trees, Limits { plies: 10, tree: 0, least_nodes: 1, ..Limits::default() }] {
        let answer = solve(&pos, limits);
        assert_eq!(answer.value, Some(Value::Loss));
        let walk = verify(&pos, &answer.strategy.expect("it has one"), Aim::Win).expect("it works");
        assert!(walk.plies <= answer.plies.map(u32::from), "{walk:?}");
    }
}

/// Who sets the plies and no tree is not told of longer wins.
#[test]
fn no_longer_wins_are_told_than_asked_for() {
    let (pos, _, _) = known().into_iter().find(|&(_, plies, _)| plies == Some(7)).expect("a long one");
    assert_eq!(solve(&pos, within(6)).value, None);
    // Nor is what was given up, within a tree too.
    let start = Forte::start(&Options::default());
    let answer = solve(&start, Limits { nodes: 10_000, ..Limits::default() });
    assert_eq!((answer.value, answer.is_given_up), (None, true));
    assert!(!solve(&pos, within(6)).is_given_up);
}

#[test]
fn as_many_moves_keep_the_win_as_they_should() {
    let of_short_ones = known().into_iter().filter_map(|(pos, plies, count)| Some((pos, plies?, count)));
    for (pos, plies, count) in of_short_ones.filter(|&(_, plies, _)| plies <= 5) {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let keeps =
            |next: Forte| next.outcome().is_some() || solve(&next, within(plies - 1)).value == Some(Value::Loss);
        let found = list.iter().filter(|&&mv| keeps(pos.play(mv))).count();
        assert_eq!(found.to_string(), count, "{pos}");
    }
}

/// All nine with either starter are in `results/forte.md`; these are the quickest, and the first one.
#[test]
fn jousts_are_won_by_who_starts() {
    for (rules, plies) in [("a=7,b=7", 13), ("a=5,b=5,first=B", 13), ("a=7,b=5", 13)] {
        let pos = Forte::start(&rules.parse().expect("rules"));
        let answer = solve(&pos, Limits::default());
        assert_eq!((answer.value, answer.plies), (Some(Value::Win), Some(plies)), "{rules}");
        let strategy = answer.strategy.expect("a win has one");
        let walk = verify(&pos, &strategy, Aim::Win).expect("it works");
        assert_eq!((walk.positions, walk.plies), (strategy.moves.len() as u64, Some(plies.into())), "{rules}");
    }
}

/// Each move of a won position by itself, against the solution of the position that it leads to.
#[test]
fn moves_are_worth_what_the_positions_after_them_are() {
    let (pos, _, count) = known().into_iter().find(|(_, plies, _)| *plies == Some(5)).expect("one of five plies");
    let limits = within(4);
    let (mut winning, mut all, mut held) = (0, 0, 0);
    let told = solve_moves(&pos, limits, |found| {
        let next = pos.play(found.mv);
        let alone = solve(&next, limits);
        assert_eq!((found.answer.value, found.answer.plies), (alone.value, alone.plies), "{}", found.mv);
        if let Some(strategy) = &found.answer.strategy {
            verify(&next, strategy, Aim::Win).expect("it works");
        }
        let is_open = found.answer.value.is_none();
        // What holds is a reply after which the mover does not win in three.
        let holds = |&reply: &Move| solve(&next.play(reply), within(3)).value != Some(Value::Win);
        assert!(found.holding.iter().all(holds) && found.holding.is_empty() != is_open, "{}", found.mv);
        winning += u32::from(found.answer.value == Some(Value::Loss)) * found.same;
        held += u32::from(is_open);
        all += found.same;
        Ok::<(), ()>(())
    });
    let mut list = MoveList::new();
    pos.moves(&mut list);
    assert_eq!((told, winning.to_string(), all as usize), (Ok(()), count, list.len()));
    assert!(held > 0, "some moves are open");
}

#[test]
fn a_doctored_strategy_is_refused() {
    let (pos, _, _) = known().into_iter().find(|&(_, plies, _)| plies == Some(7)).expect("a long one");
    let strategy = solve(&pos, within(7)).strategy.expect("a win has one");
    assert!(verify(&pos, &strategy, Aim::Win).is_ok());
    let missing = strategy.moves.keys().find(|&key| *key != pos).copied().expect("more than one");
    let mut doctored = strategy.clone();
    doctored.moves.remove(&missing);
    assert_eq!(verify(&pos, &doctored, Aim::Win), Err(Flaw::Missing(missing)));
    // Every other first move: it is one of those that keep the win, or leads out of the strategy.
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let mut refused = 0;
    for &mv in list.iter() {
        let mut doctored = strategy.clone();
        doctored.moves.insert(pos, Planned { mv, threat: None, within: Some(7) });
        refused += usize::from(verify(&pos, &doctored, Aim::Win).is_err());
    }
    assert_eq!(refused, list.len() - 1);
    // A threat that is none is not believed, nor is a move that the knight cannot make.
    let (&threatening, &planned) =
        strategy.moves.iter().find(|(_, planned)| planned.threat.is_some()).expect("a threat");
    for wrong in [Planned { threat: None, ..planned }, Planned { mv: Move::knight(0, 0), ..planned }] {
        let mut doctored = strategy.clone();
        doctored.moves.insert(threatening, wrong);
        assert!(matches!(verify(&pos, &doctored, Aim::Win), Err(Flaw::Missing(_) | Flaw::Illegal(..))));
    }
}
