//! FORTE: forts between their pathways, holes at both ends, knights as shields. A sits below.

use engine::bitboard::Bits;
use engine::games::forte::board::{FIRST_HOLE, HOLE_COUNT, SIZE, WIDTH};
use engine::games::forte::{Forte, Options};
use engine::{Game, Side};

use super::elements::{
    CREAM, DARK, INK, LIGHT, MIST, SAND, WOOD, bold, centred, circle, filled, outlined, path, rect, symbol, words,
};
use super::{Board, Drawn, Piece};

/// From the middle of a fort to the next.
const PITCH: u32 = 92;
/// The middle of the first pathway up the board, and of hole 0.
const LEFT: u32 = 86;
/// The middles of B's holes, of row 6, of row 1, and of A's holes.
const TOP: u32 = 74;
const ROW_SIX: u32 = TOP + 94;
const ROW_ONE: u32 = ROW_SIX + 5 * PITCH;
const BOTTOM: u32 = ROW_ONE + 94;
/// The right edge of the board, and of a drawing that has knights in hand beside it.
const RIGHT: u32 = LEFT + 6 * PITCH + 52;
const RIGHT_OF_HAND: u32 = HAND + 64;
const HEIGHT: u32 = BOTTOM + TOP;
/// Knights in hand stand beside the board, in this column.
const HAND: u32 = RIGHT + 56;

impl Drawn for Forte {
    fn board(rules: &Options) -> Board {
        let shapes = Side::BOTH.map(knight).concat();
        let width = if rules.has_set_up_moves() { RIGHT_OF_HAND } else { RIGHT };
        Board { size: [width, HEIGHT], ground: ground(), shapes }
    }

    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        positions.iter().map(knights).collect()
    }

    fn pending(after: &Self) -> Self {
        *after
    }
}

/// The middle of a fort.
const fn fort(row: u32, column: u32) -> [u32; 2] {
    [LEFT + PITCH / 2 + PITCH * column, ROW_ONE - PITCH * row]
}

/// The middle of a side's hole.
const fn hole(side: Side, number: u32) -> [u32; 2] {
    let y = match side {
        Side::First => BOTTOM,
        Side::Second => TOP,
    };
    [LEFT + PITCH * number, y]
}

/// Where the knights of a side stand that are still to be put into holes: two a row.
const fn in_hand(side: Side, index: u32) -> [u32; 2] {
    let (x, row) = (HAND - 28 + 56 * (index % 2), index / 2);
    match side {
        Side::First => [x, BOTTOM - 64 * row],
        Side::Second => [x, TOP + 64 * row],
    }
}

fn knights(pos: &Forte) -> Vec<Piece> {
    let of = |side: Side| {
        let standing = Bits(pos.knights(side)).map(move |bit| match bit.checked_sub(FIRST_HOLE) {
            Some(number) => hole(side, number),
            None => fort(bit / WIDTH, bit % WIDTH),
        });
        let places = standing.chain((0..pos.in_hand(side)).map(move |index| in_hand(side, index)));
        places.map(move |at| Piece::shape(KNIGHTS[side.index()], at))
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

const KNIGHTS: [&str; 2] = ["forte-A", "forte-B"];

/// A shield with the letter of its side.
fn knight(side: Side) -> String {
    let [body, letter] = match side {
        Side::First => [LIGHT, INK],
        Side::Second => [DARK, LIGHT],
    };
    let shield = path("M-22 -26H22V-2C22 14 12 24 0 29C-12 24 -22 14 -22 -2Z", &outlined(body, INK, 2));
    symbol(KNIGHTS[side.index()], &[shield, bold([0, -3], 26, letter, Forte::SIDE_NAMES[side.index()])])
}

fn ground() -> String {
    let [x, y] = [LEFT, TOP].map(|middle| middle as i32);
    let [wide, high] = [6 * PITCH, BOTTOM - TOP].map(|length| length as i32);
    let board = rect([x - 46, y - 46], [wide + 92, high + 92], 10, &filled(SAND));
    [board, pathways(), forts(), holes(), names()].concat()
}

/// Seven up the board, five across.
fn pathways() -> String {
    let up = (0..=SIZE).map(|number| {
        let [x, y] = hole(Side::Second, number).map(|middle| middle as i32);
        rect([x - 8, y], [16, (BOTTOM - TOP) as i32], 0, &filled(CREAM))
    });
    let across = (1..SIZE).map(|row| {
        let y = (fort(row, 0)[1] + PITCH / 2) as i32;
        rect([LEFT as i32, y - 8], [(6 * PITCH) as i32, 16], 0, &filled(CREAM))
    });
    up.chain(across).collect()
}

fn forts() -> String {
    let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| fort(row, column)));
    all.map(|at| centred(at.map(|middle| middle as i32), [66, 66], 8, &outlined("#dccfb6", WOOD, 2))).collect()
}

/// Those that a joust begins from have a second ring.
fn holes() -> String {
    let ring = |side, number| {
        let at = hole(side, number).map(|middle| middle as i32);
        let marked = matches!(number, 0 | 1 | 5 | 6);
        let outer = if marked { circle(at, 40, &outlined(CREAM, WOOD, 2)) } else { String::new() };
        outer + &circle(at, 36, &outlined(MIST, WOOD, 2))
    };
    Side::BOTH.into_iter().flat_map(|side| (0..HOLE_COUNT).map(move |number| ring(side, number))).collect()
}

fn names() -> String {
    let columns = (0..SIZE).map(|column| {
        let letter = char::from(b'a' + column as u8).to_string();
        words([fort(0, column)[0], BOTTOM + 60], 18, INK, &letter)
    });
    let rows = (0..SIZE).map(|row| words([20, fort(row, 0)[1]], 18, INK, &(row + 1).to_string()));
    let holes = (0..HOLE_COUNT).flat_map(|number| {
        let name = format!("h{number}");
        let x = hole(Side::First, number)[0];
        [(TOP - 60, &name), (BOTTOM + 60, &name)].map(|(y, name)| words([x, y], 16, WOOD, name))
    });
    columns.chain(rows).chain(holes).collect()
}
