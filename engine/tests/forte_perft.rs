//! FORTE's perft table against two generators that share nothing: the engine's, and a plain one of arrays, below.
//!
//! `testdata/forte/perft.csv` has one row a count: rule options, position (empty: the start), depth in plies, nodes, and
//! where the number comes from. The engine counts every row; the plain generator, obvious and slow, every row of at most
//! [`PLAIN_LIMIT`] nodes (the larger ones were counted with it once).

use engine::games::forte::{Forte, Options};
use engine::perft::perft;
use engine::{Game, Node};

/// The most nodes the plain generator is asked to count in a test.
const PLAIN_LIMIT: u64 = 1_000_000;

/// A row of the table.
struct Row {
    rules: String,
    position: String,
    depth: u32,
    nodes: u64,
    source: String,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/forte/perft.csv");
    let mut reader = csv::Reader::from_path(path).expect("the table opens");
    assert_eq!(reader.headers().expect("a header"), &["rules", "position", "depth", "nodes", "source"][..]);
    let row = |record: csv::StringRecord| Row {
        rules: record[0].to_owned(),
        position: record[1].to_owned(),
        depth: record[2].parse().expect("a depth"),
        nodes: record[3].parse().expect("a number of nodes"),
        source: record[4].to_owned(),
    };
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

#[test]
fn engine_counts_every_row() {
    let rows = rows();
    assert!(rows.len() >= 40);
    for row in rows {
        let rules: Options = row.rules.parse().expect("rule options");
        let pos = match row.position.as_str() {
            "" => Forte::start(&rules),
            text => Forte::parse(text, &rules).expect("a position"),
        };
        assert_eq!(perft(&pos, row.depth), row.nodes, "{:?} {pos} depth {} ({})", row.rules, row.depth, row.source);
    }
}

#[test]
fn plain_generator_counts_the_same() {
    let mut counted = 0;
    for row in rows().iter().filter(|row| row.nodes <= PLAIN_LIMIT) {
        let rules: Options = row.rules.parse().expect("rule options");
        let text = match row.position.as_str() {
            "" => Forte::start(&rules).to_string(),
            text => text.to_owned(),
        };
        let board = plain::Board::read(&text, rules.knights);
        assert_eq!(board.perft(row.depth), row.nodes, "{:?} {text} depth {} ({})", row.rules, row.depth, row.source);
        counted += 1;
    }
    assert!(counted >= 30);
}

/// FORTE once more, the slow way: arrays of letters, rules followed word by word.
mod plain {
    /// Letters of forts (row 0 is row 1 of the board), full holes of A and B, knights still to be put into holes.
    #[derive(Clone)]
    pub(super) struct Board {
        forts: [[char; 6]; 6],
        holes: [[bool; 7]; 2],
        in_hand: [u8; 2],
        mover: usize,
    }

    const LETTERS: [char; 2] = ['A', 'B'];

    impl Board {
        pub(super) fn read(text: &str, knights: [u8; 2]) -> Self {
            let fields: Vec<&str> = text.split_whitespace().collect();
            let mut forts = [['.'; 6]; 6];
            for (down, row) in fields[0].split('/').enumerate() {
                for (column, letter) in row.chars().enumerate() {
                    forts[5 - down][column] = letter;
                }
            }
            let mut holes = [[false; 7]; 2];
            let mut in_hand = [0; 2];
            for side in 0..2 {
                for (hole, letter) in fields[1 + side].chars().enumerate() {
                    holes[side][hole] = letter == 'o';
                    if letter == '?' {
                        in_hand[side] = knights[side];
                    }
                }
            }
            Self { forts, holes, in_hand, mover: usize::from(fields[3] == "B") }
        }

        pub(super) fn perft(&self, depth: u32) -> u64 {
            if depth == 0 { 1 } else { self.children().iter().map(|child| child.perft(depth - 1)).sum() }
        }

        fn children(&self) -> Vec<Self> {
            if self.has_four(LETTERS[0]) || self.has_four(LETTERS[1]) {
                Vec::new()
            } else if self.in_hand[self.mover] > 0 {
                self.set_ups()
            } else {
                [self.leaving_holes(), self.leaving_forts()].concat()
            }
        }

        fn set_ups(&self) -> Vec<Self> {
            let mut found = Vec::new();
            for choice in 0..128_u8 {
                let full: Vec<bool> = (0..7).map(|hole| choice >> hole & 1 == 1).collect();
                if full.iter().filter(|&&is_full| is_full).count() == usize::from(self.in_hand[self.mover]) {
                    let mut child = self.clone();
                    child.holes[self.mover].copy_from_slice(&full);
                    child.in_hand[self.mover] = 0;
                    child.mover = 1 - self.mover;
                    found.push(child);
                }
            }
            found
        }

        fn leaving_holes(&self) -> Vec<Self> {
            let is_first_move = self.forts.iter().flatten().all(|&letter| letter == '.');
            let mut found = Vec::new();
            for hole in 0..7 {
                if !self.holes[self.mover][hole] || is_first_move && [2, 3, 4].contains(&hole) {
                    continue;
                }
                // The pathway of hole i runs between columns i - 1 and i.
                for column in 0..6 {
                    if column + 1 != hole && column != hole {
                        continue;
                    }
                    for row in 0..6 {
                        let mut child = self.clone();
                        child.holes[self.mover][hole] = false;
                        found.extend(child.arrive(row, column));
                    }
                }
            }
            found
        }

        fn leaving_forts(&self) -> Vec<Self> {
            let mut found = Vec::new();
            for (row, column) in all_forts() {
                if self.forts[row][column] != LETTERS[self.mover] {
                    continue;
                }
                for (to_row, to_column) in all_forts() {
                    let is_other = (to_row, to_column) != (row, column);
                    if is_other && (row.abs_diff(to_row) <= 1 || column.abs_diff(to_column) <= 1) {
                        let mut child = self.clone();
                        child.forts[row][column] = '.';
                        found.extend(child.arrive(to_row, to_column));
                    }
                }
            }
            found
        }

        /// Puts the mover's knight on a fort and hands the move over, if the fort is empty.
        fn arrive(mut self, row: usize, column: usize) -> Option<Self> {
            if self.forts[row][column] != '.' {
                return None;
            }
            self.forts[row][column] = LETTERS[self.mover];
            self.mover = 1 - self.mover;
            Some(self)
        }

        fn has_four(&self, letter: char) -> bool {
            let is_own = |row: i32, column: i32| {
                (0..6).contains(&row)
                    && (0..6).contains(&column)
                    && self.forts[row.unsigned_abs() as usize][column.unsigned_abs() as usize] == letter
            };
            all_forts().any(|(row, column)| {
                let (row, column) = (row as i32, column as i32);
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|(up, right)| (0..4).all(|step| is_own(row + step * up, column + step * right)))
            })
        }
    }

    fn all_forts() -> impl Iterator<Item = (usize, usize)> {
        (0..6).flat_map(|row| (0..6).map(move |column| (row, column)))
    }
}
