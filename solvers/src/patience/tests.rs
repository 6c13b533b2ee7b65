//! The solver against the reference data, the plain search and the independent replay.

use engine::games::chessboard::Chessboard;
use engine::games::fortress::Fortress;
use engine::rules::NoOptions;
use engine::{Puzzle, Position, Node, rng};
use std::hash::Hash;

use super::*;
use crate::exhaust::exhaust;

/// A row of `testdata/patience/reference.csv`.
struct Row<'a> {
    game: &'a str,
    deal: &'a str,
    verdict: &'a str,
    note: &'a str,
}

fn reference() -> impl Iterator<Item = Row<'static>> {
    include_str!("../../../testdata/patience/reference.csv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        Row { game: fields[0], deal: fields[1], verdict: fields[2], note: fields[4] }
    })
}

/// The number behind `raw_states=` of a note.
fn raw_states(note: &str) -> Option<u32> {
    note.split(';').find_map(|part| part.strip_prefix("raw_states="))?.parse().ok()
}

fn check_row<P: Solvable + Hash>(solver: &mut P::Solver, row: &Row<'_>) {
    let deal = P::parse(row.deal, &NoOptions.to_string().parse().expect("no options")).expect(row.deal);
    let solution = P::solve(solver, &deal, Limit::default());
    assert_eq!(solution.verdict.word(), row.verdict, "{}", row.deal);
    assert_eq!(u64::from(solution.playable), deal.count(), "{}", row.deal);
    match solution.verdict.moves() {
        Some(moves) => assert_eq!(P::replay(row.deal, &solution.line()), Ok(moves.len()), "{}", row.deal),
        None => {
            let raw = exhaust(&deal, Limit { positions: 100_000 });
            assert_eq!(raw.verdict, Verdict::Unwinnable, "{}", row.deal);
            assert_eq!(Some(raw.stored), raw_states(row.note), "{}", row.deal);
            assert!(solution.stored <= raw.stored, "automatic moves add no positions: {}", row.deal);
        }
    }
}

#[test]
fn every_row_of_the_reference() {
    let (mut fortress, mut chessboard) = (Solver::default(), Solver::default());
    let mut rows = 0;
    for row in reference() {
        match row.game {
            "fortress" => check_row::<Fortress>(&mut fortress, &row),
            _ => check_row::<Chessboard>(&mut chessboard, &row),
        }
        rows += 1;
    }
    assert_eq!(rows, 320);
}
