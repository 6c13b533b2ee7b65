//! FORCE 3: a tray of nine squares, eight tiles that slide in it, and pawns on the tiles.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::force3::board::Square;
use engine::games::force3::{Force3, Options};

use super::elements::{CHALK, DARK, INK, LIGHT, SHADE, WOOD, centred, circle, line, outlined, path, symbol};
use super::squares::Squares;
use super::{Board, Drawn, Piece};

const SQUARES: Squares = Squares { files: 3, ranks: 3, side: 110, margin: 30 };
/// Pawns in hand stand beside the board, in this column.
const HAND: u32 = SQUARES.size()[0] + 50;

impl Drawn for Force3 {
    fn board(_: &Options) -> Board {
        let [wide, high] = SQUARES.size();
        let tray = (0..9).map(|square| SQUARES.fill(square % 3, square / 3, SHADE));
        let ground = SQUARES.frame() + &tray.collect::<String>() + &SQUARES.names();
        let shapes = tile() + &Side::BOTH.map(pawn).concat();
        Board { size: [wide + 100, high], ground, shapes }
    }

    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        positions.iter().map(scene).collect()
    }

    fn pending(after: &Self) -> Self {
        *after
    }
}

fn centre(square: usize) -> [u32; 2] {
    SQUARES.centre(square as u32 % 3, square as u32 / 3)
}

fn in_hand(side: Side, index: u32) -> [u32; 2] {
    let row = match side {
        Side::First => 5 - index,
        Side::Second => index,
    };
    [HAND, 8 + 27 + 55 * row]
}

fn scene(pos: &Force3) -> Vec<Piece> {
    let tiles = Square::all().filter(|&square| square != pos.hole());
    let tiles = tiles.map(|square| Piece::shape(TILE, centre(square.index())));
    let pawns = Side::BOTH.into_iter().flat_map(|side| {
        // A step below the tile's centre: a pawn is painted after the tile it stands on.
        let standing = Bits(u64::from(pos.pawns(side))).map(|square| {
            let [x, y] = centre(square as usize);
            [x, y + 1]
        });
        let places = standing.chain((0..pos.hand(side)).map(move |index| in_hand(side, index)));
        places.map(move |at| Piece::shape(PAWNS[side.index()], at)).collect::<Vec<_>>()
    });
    tiles.chain(pawns).collect()
}

const TILE: &str = "force3-tile";
const PAWNS: [&str; 2] = ["force3-x", "force3-o"];

fn tile() -> String {
    symbol(
        TILE,
        &[centred([0, 0], [104, 104], 8, &outlined("#b9b4aa", WOOD, 2)), centred([0, 0], [90, 90], 6, &line(CHALK, 1))],
    )
}

fn pawn(side: Side) -> String {
    let (body, mark) = match side {
        Side::First => (LIGHT, path("M-9 -9L9 9M9 -9L-9 9", &line(INK, 5))),
        Side::Second => (DARK, circle([0, 0], 10, &line(LIGHT, 5))),
    };
    symbol(PAWNS[side.index()], &[circle([0, 0], 25, &outlined(body, INK, 2)), mark])
}
