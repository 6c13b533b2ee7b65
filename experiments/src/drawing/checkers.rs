//! Checkers: the dark squares with their numbers, 1 at the top left, so that White sits below as in PDN's diagrams.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::checkers::board::{SQUARES as COUNT, number_of};
use engine::games::checkers::{Checkers, Options};

use super::elements::{CHALK, CREAM, DARK, INK, LIGHT, SAND, circle, line, outlined, path, symbol, words};
use super::squares::Squares;
use super::{Board, Drawn, Piece};

/// Nothing is named but the dark squares, in themselves.
const SQUARES: Squares = Squares { files: 8, ranks: 8, side: 80, margin: 0 };

impl Drawn for Checkers {
    fn board(_: &Options) -> Board {
        let light = (0..64).map(|square| SQUARES.fill(square % 8, square / 8, CREAM));
        let dark = (1..=COUNT).map(|number| {
            let (file, rank) = file_and_rank(number);
            let [x, y] = SQUARES.centre(file, rank).map(|middle| middle as i32 - 31);
            SQUARES.fill(file, rank, SAND) + &words([x, y], 13, INK, &number.to_string())
        });
        let ground = SQUARES.frame() + &light.chain(dark).collect::<String>();
        let shapes = Side::BOTH.into_iter().flat_map(|side| [man(side), king(side)]);
        Board { size: SQUARES.size(), ground, shapes: shapes.collect() }
    }

    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        positions.iter().map(pieces).collect()
    }

    fn pending(after: &Self) -> Self {
        *after
    }
}

/// Of a square's number, from 0: four squares a row from the top, in every other row one file to the right.
const fn file_and_rank(number: u32) -> (u32, u32) {
    let (row, place) = ((number - 1) / 4, (number - 1) % 4);
    (2 * place + 1 - row % 2, 7 - row)
}

fn pieces(pos: &Checkers) -> Vec<Piece> {
    let of = |side: Side, set: u64, ids: [&'static str; 2]| {
        Bits(set).map(move |bit| {
            let (file, rank) = file_and_rank(number_of(bit));
            Piece::shape(ids[side.index()], SQUARES.centre(file, rank))
        })
    };
    let both = Side::BOTH.into_iter();
    both.flat_map(|side| of(side, pos.men(side), MEN).chain(of(side, pos.kings(side), KINGS))).collect()
}

const MEN: [&str; 2] = ["checkers-black-man", "checkers-white-man"];
const KINGS: [&str; 2] = ["checkers-black-king", "checkers-white-king"];

/// The colours of a side's pieces, and of lines on them.
const fn colours(side: Side) -> [&'static str; 2] {
    match side {
        Side::First => [DARK, CHALK],
        Side::Second => [LIGHT, INK],
    }
}

fn man(side: Side) -> String {
    let [body, detail] = colours(side);
    let [outer, inner] = [18, 10].map(|radius| circle([0, 0], radius, &line(detail, 1)));
    symbol(MEN[side.index()], &[circle([0, 0], 28, &outlined(body, INK, 2)), outer, inner])
}

/// Two men on one another, crowned.
fn king(side: Side) -> String {
    let [body, detail] = colours(side);
    let discs = [3, -3].map(|y| circle([0, y], 28, &outlined(body, INK, 2)));
    let crown = path("M-14 5L-17 -13L-7 -5L0 -17L7 -5L17 -13L14 5ZM-14 10H14", &outlined(detail, detail, 2));
    symbol(KINGS[side.index()], &[discs.to_vec(), vec![crown]].concat())
}
