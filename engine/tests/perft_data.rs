//! Perft as data: every registered game has counts with their sources in `testdata/<game>/perft.csv`, and they hold.

use engine::perft::{perft, perft_after};
use engine::{Afterstate, BadPosition, Deterministic, Game, GameId, Node, Position, Puzzle, Registered, rng};

engine::visitor! {
    /// Checks a game's file.
    trait Visitor {
        deterministic: Deterministic + Registered;
        chance: Game + Registered;
        puzzle: Puzzle + Registered;
    }
}

/// Counts above this are for the benches.
const MOST_NODES: u64 = 5_000_000;

struct Row {
    rules: String,
    position: String,
    depth: u32,
    nodes: u64,
    source: String,
}

fn rows(game: GameId) -> Vec<Row> {
    let path = format!("{}/../testdata/{game}/perft.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_path(&path)
        .unwrap_or_else(|error| panic!("{game} has no perft data: {path}: {error}"));
    let rows: Vec<Row> = reader
        .records()
        .map(|record| {
            let record = record.unwrap_or_else(|error| panic!("{path}: {error}"));
            Row {
                rules: record[0].to_owned(),
                position: record[1].to_owned(),
                depth: record[2].parse().expect("a depth"),
                nodes: record[3].parse().expect("a count"),
                source: record[4].to_owned(),
            }
        })
        .collect();
    assert!(rows.len() >= 3, "{path} has only {} rows", rows.len());
    rows
}

/// A node to count from: a position, or what comes before a roll or a draw.
enum Root<P: Position> {
    Position(P),
    After(P::After),
}

impl<P: Position> Root<P> {
    /// Reads a position, or else a node of chance.
    fn parse(text: &str, rules: &P::Rules) -> Result<Self, BadPosition> {
        P::parse(text, rules).map(Self::Position).or_else(|_| <P::After as Node>::parse(text, rules).map(Self::After))
    }

    fn count(&self, depth: u32) -> u64 {
        match self {
            Self::Position(pos) => perft(pos, depth),
            Self::After(after) => perft_after::<P>(after.clone(), depth),
        }
    }
}

/// Checks every row, with the start where the position is empty.
fn check<P: Position>(game: GameId, start: impl Fn(&P::Rules) -> Root<P>) {
    let mut checked = 0;
    for row in rows(game) {
        assert!(!row.source.is_empty(), "a count without a source: {game} {} {}", row.position, row.depth);
        if row.nodes > MOST_NODES {
            continue;
        }
        let rules: P::Rules = row.rules.parse().unwrap_or_else(|error| panic!("{game} {}: {error}", row.rules));
        let root = if row.position.is_empty() {
            start(&rules)
        } else {
            Root::parse(&row.position, &rules).unwrap_or_else(|error| panic!("{game} {}: {error}", row.position))
        };
        let Row { rules, position, depth, .. } = &row;
        assert_eq!(root.count(*depth), row.nodes, "{game} [{rules}] {position} depth {depth}");
        checked += 1;
    }
    assert!(checked > 0, "{game} has no row of at most {MOST_NODES} nodes");
}

struct Check;

impl Visitor for Check {
    type Output = ();

    fn deterministic<G: Deterministic + Registered>(self) {
        check::<G>(G::ID, |rules| Root::Position(G::start(rules)));
    }

    fn chance<G: Game + Registered>(self) {
        check::<G>(G::ID, |rules| match G::counted_from(rules) {
            Some(after) => Root::After(after),
            None => Root::Position(G::start(rules).sample(&mut rng::stream(1, 0))),
        });
    }

    fn puzzle<P: Puzzle + Registered>(self) {
        check::<P>(P::ID, |rules| Root::Position(P::deal(rules, &mut rng::stream(1, 0))));
    }
}

#[test]
fn every_game_has_perft_data_and_it_holds() {
    for &game in GameId::ALL {
        visit(game, Check);
    }
}
