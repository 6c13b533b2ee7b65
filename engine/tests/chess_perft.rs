//! Chess's legal moves against published counts: some 850 positions, standard, Chess960 and boxed.
//!
//! `testdata/chess/*.epd` have a position a line and its counts by depth as `;D3 8902`. The test counts all of at most
//! [`MOST_NODES`]; `fort perft chess --file` counts the others too.

use engine::games::chess::{Chess, Options, Variant};
use engine::perft::perft;
use engine::{Node, contract};

/// Counts above this take longer than a test should.
const MOST_NODES: u64 = 20_000_000;

/// Checks the counts of a file that are small enough, and how many those are.
fn check(text: &str, variant: Variant, positions: usize) {
    let rules = Options::of(variant);
    let mut read = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().expect("a position");
        let pos = Chess::parse(fen, &rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(Chess::parse(&pos.to_string(), &rules).as_ref(), Ok(&pos), "{fen}");
        let mut counts = 0;
        for field in fields {
            let (depth, nodes) = field.split_once(' ').expect("a depth and a count");
            let depth: u32 = depth.trim_start_matches('D').parse().expect("a depth");
            let nodes: u64 = nodes.parse().expect("a count");
            if nodes <= MOST_NODES {
                assert_eq!(perft(&pos, depth), nodes, "{fen} depth {depth}");
            }
            counts += 1;
        }
        assert!(counts > 0, "{fen} has no counts");
        read += 1;
    }
    assert_eq!(read, positions);
}

#[test]
fn standard_counts_hold() {
    check(include_str!("../../testdata/chess/perft.epd"), Variant::Standard, 369);
}

#[test]
fn chess960_counts_hold() {
    check(include_str!("../../testdata/chess/perft960.epd"), Variant::Chess960, 480);
}

#[test]
fn boxed_counts_hold() {
    check(include_str!("../../testdata/chess/perft_boxed.epd"), Variant::Boxed, 9);
}

#[test]
fn chess_keeps_its_promises() {
    for rules in ["", "variant=boxed", "variant=chess960,start=0", "variant=chess960,start=959,draws=automatic"] {
        contract::check_game::<Chess>(&rules.parse().expect("rules"), contract::Extent { games: 30, plies: 200 });
    }
}
