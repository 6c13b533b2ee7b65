//! FORTE's forced wins, found again by a plain full-width search over the game's public interface.
//!
//! `testdata/forte/forced_wins.csv` gives positions with the exact least length of a forced win, or `>5` for none. The
//! search below knows nothing of lines or threats: the attacker may try every move, the defender every reply; it only
//! remembers what it has proved, and which reply refuted the last attack.

use std::collections::HashMap;

use engine::games::forte::{Forte, Move, Options};
use engine::{MoveList, Node, Position};

/// A row of the table.
struct Row {
    text: String,
    pos: Forte,
    plies: String,
    mv: Option<Move>,
    /// How many moves keep the least length.
    winning_moves: usize,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/forte/forced_wins.csv");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("the table opens");
    assert_eq!(reader.headers().expect("a header"), &["board", "holesA", "holesB", "stm", "plies", "move", "nwin"][..]);
    let row = |record: csv::StringRecord| {
        let text = format!("{} {} {} {}", &record[0], &record[1], &record[2], &record[3]);
        let pos = Forte::parse(&text, &Options::default()).expect("a position");
        let mv = (&record[5] != "-").then(|| pos.find_move(&record[5]).expect("a legal move"));
        Row { text, pos, plies: record[4].to_owned(), mv, winning_moves: record[6].parse().unwrap_or(0) }
    };
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

/// What has been proved of positions, by the plies allowed.
#[derive(Default)]
struct Search {
    wins: HashMap<(Forte, u32), bool>,
    refutations: [Option<Move>; 8],
}

impl Search {
    /// Whether the side to move can force four in a line within `plies`, its last move included; `plies` is odd.
    fn wins(&mut self, pos: &Forte, plies: u32) -> bool {
        if has_winning_move(pos) {
            return true;
        }
        if plies == 1 {
            return false;
        }
        if let Some(&known) = self.wins.get(&(*pos, plies)) {
            return known;
        }
        let won = moves(pos).iter().any(|&mv| self.loses(&pos.play(mv), plies - 1));
        self.wins.insert((*pos, plies), won);
        won
    }

    /// Whether every move of the side to move lets the other force a win within `plies`, which is even.
    fn loses(&mut self, pos: &Forte, plies: u32) -> bool {
        if has_winning_move(pos) {
            return false;
        }
        let mut replies = moves(pos);
        let refutation = self.refutations[plies as usize];
        if let Some(index) = replies.iter().position(|&mv| Some(mv) == refutation) {
            replies.swap(0, index);
        }
        for &mv in replies.iter() {
            if !self.wins(&pos.play(mv), plies - 1) {
                self.refutations[plies as usize] = Some(mv);
                return false;
            }
        }
        true
    }
}

fn moves(pos: &Forte) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// Whether a move ends the joust: only lines do.
fn has_winning_move(pos: &Forte) -> bool {
    moves(pos).iter().any(|&mv| pos.play(mv).count() == 0)
}

fn of_plies(plies: &'static str) -> impl Iterator<Item = Row> {
    rows().into_iter().filter(move |row| row.plies == plies)
}

#[test]
fn every_row_is_a_position_with_its_move() {
    let rows = rows();
    assert_eq!(rows.len(), 205);
    for row in rows {
        assert_eq!(row.pos.to_string(), row.text);
        assert_eq!(row.mv.is_none(), row.plies == ">5", "{}", row.text);
        assert!(["3", "5", "7", ">5"].contains(&row.plies.as_str()));
    }
}

/// Checks that the rows of a length have no shorter win, and that exactly so many moves keep it, the given one included.
fn check_exactly(plies: &'static str, expected_rows: usize) {
    let length: u32 = plies.parse().expect("a number of plies");
    let mut checked = 0;
    for row in of_plies(plies) {
        let mut search = Search::default();
        assert!(!search.wins(&row.pos, length - 2), "{} has a shorter win", row.text);
        let winning: Vec<Move> =
            moves(&row.pos).iter().copied().filter(|&mv| search.loses(&row.pos.play(mv), length - 1)).collect();
        assert_eq!(winning.len(), row.winning_moves, "{} {winning:?}", row.text);
        assert!(row.mv.is_some_and(|mv| winning.contains(&mv)), "{} {winning:?}", row.text);
        checked += 1;
    }
    assert_eq!(checked, expected_rows);
}

#[test]
fn wins_in_three_plies_are_exact() {
    check_exactly("3", 59);
}

#[test]
fn wins_in_five_plies_are_exact() {
    check_exactly("5", 71);
}

#[test]
fn the_others_are_not_won_in_five_plies() {
    let mut checked = 0;
    for row in of_plies("7").chain(of_plies(">5")) {
        assert!(!Search::default().wins(&row.pos, 5), "{}", row.text);
        checked += 1;
    }
    assert_eq!(checked, 75);
}
