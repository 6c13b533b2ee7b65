//! Chess's texts: FEN, SAN, EPD, PGN and Polyglot books against golden cases, the test suites in `testdata/chess/`, and
//! whatever a generator of nonsense comes up with.

mod draws;
mod epd;
mod fen;
mod pgn;
mod polyglot;
mod properties;
mod san;
#[path = "../texts/mod.rs"]
mod texts;

use engine::games::chess::{Chess, Move, Options, Variant};
use engine::{Node, Position};

fn read_as(variant: Variant, fen: &str) -> Chess {
    Chess::parse(fen, &Options::of(variant)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn read(fen: &str) -> Chess {
    read_as(Variant::Standard, fen)
}

fn find(pos: &Chess, text: &str) -> Move {
    pos.find_move(text).unwrap_or_else(|error| panic!("{pos}: {error}"))
}

/// The position after moves from the usual start.
fn after(moves: &str) -> Chess {
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    moves.split_whitespace().fold(start, |pos, text| pos.play(find(&pos, text)))
}
