//! Checkers' move lists and counts against `testdata/checkers/positions.csv`, in both conventions: every path counts, or
//! paths of one position with the same result count once. The counts come from two programs that share nothing.

use engine::games::checkers::{Checkers, Options};
use engine::perft::{perft, perft_unique};
use engine::{MoveList, Node, Position};

/// Counts above this are for the benches and `fort perft --file`.
const MOST_NODES: u64 = 1_000_000;

#[test]
fn every_row_has_its_moves_and_counts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/checkers/positions.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let headers = reader.headers().unwrap().clone();
    let mut checked = 0;
    for record in reader.records() {
        let record = record.unwrap();
        let field = |name: &str| &record[headers.iter().position(|header| header == name).unwrap()];
        let pos = Checkers::parse(field("fen"), &Options::default()).unwrap();
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let mut found: Vec<String> = list.iter().map(ToString::to_string).collect();
        let mut wanted: Vec<&str> = field("legal_moves").split_whitespace().collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{}", field("id"));
        for depth in 1..=8 {
            for (column, count) in [("d", perft as fn(&Checkers, u32) -> u64), ("u", perft_unique)] {
                let nodes: u64 = field(&format!("{column}{depth}")).parse().unwrap();
                if nodes <= MOST_NODES {
                    assert_eq!(count(&pos, depth), nodes, "{} {column}{depth}", field("id"));
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} counts");
}
