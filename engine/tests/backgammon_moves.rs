//! Backgammon's legal plays against gnubg's, roll by roll: `testdata/backgammon/moves.csv` and `tricky.csv`.

use std::collections::BTreeSet;

use engine::games::backgammon::{Backgammon, Word, ids};
use engine::{Game, MoveList, Node, Position};

type Move = <Backgammon as Position>::Move;

const MOVES: &str = include_str!("../../testdata/backgammon/moves.csv");
const TRICKY: &str = include_str!("../../testdata/backgammon/tricky.csv");

fn rows(text: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("a row")).collect()
}

fn moves(pos: &Backgammon) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// The board after a move, as if the mover were still on roll.
fn result(pos: &Backgammon, mv: Move) -> String {
    ids::position_id(pos.play(mv).pending().board(), pos.side())
}

/// The distinct boards that the plays of a roll lead to; none where nothing can be played.
fn results(pos: &Backgammon) -> BTreeSet<String> {
    match &*moves(pos) {
        [only] if only.as_word() == Some(Word::Pass) => BTreeSet::new(),
        list => list.iter().map(|&mv| result(pos, mv)).collect(),
    }
}

/// FNV-1a, 64 bits.
fn fnv1a64(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// The position of a row for White and for Black.
fn positions(id: &str, dice: &str) -> [Backgammon; 2] {
    ["", ":black"].map(|black| {
        let text = format!("{id}:{dice}{black}");
        Backgammon::parse(&text, &<Backgammon as Node>::Rules::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

/// The most dice that a play uses: all that can be must be.
fn dice_used(pos: &Backgammon) -> usize {
    moves(pos).iter().map(|mv| mv.steps().count()).max().unwrap_or(0)
}

#[test]
fn every_roll_has_gnubgs_results() {
    let rows = rows(MOVES);
    assert_eq!(rows.len(), 1_760);
    for row in rows {
        for pos in positions(&row[0], &row[1]) {
            let results = results(&pos);
            let joined = results.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            let found = (results.len().to_string(), format!("{:016x}", fnv1a64(&joined)));
            assert_eq!(found, (row[2].to_owned(), row[4].to_owned()), "{pos}: {joined}");
            assert_eq!(pos.count(), results.len().max(1) as u64, "{pos}");
            assert_eq!(dice_used(&pos).to_string(), row[3], "{pos}");
        }
    }
}

#[test]
fn tricky_rolls_have_the_results_listed() {
    let rows = rows(TRICKY);
    assert_eq!(rows.len(), 26);
    for row in rows {
        for pos in positions(&row[0], &row[1]) {
            let texts = row[3].split(';').map(str::trim).filter(|text| !text.is_empty());
            let read = |text| pos.find_move(text).unwrap_or_else(|error| panic!("{pos} ({}): {error}", &row[4]));
            let listed: BTreeSet<String> = texts.clone().map(|text| result(&pos, read(text))).collect();
            assert_eq!(listed.len(), texts.count(), "{pos}: two texts with one result");
            assert_eq!(results(&pos), listed, "{pos}: {}", &row[4]);
            assert_eq!(dice_used(&pos).to_string(), row[2], "{pos}: {}", &row[4]);
            assert_eq!(pos.outcome(), None);
        }
    }
}
