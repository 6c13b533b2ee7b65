//! Backgammon: points numbered as White counts, White's home at the lower right, its checkers on the bar above.

use engine::games::backgammon::board::{BAR, CHECKERS};
use engine::games::backgammon::{Backgammon, Cube, Options, Turn};
use engine::{Game, Position, Side};

use super::elements::{
    CHALK, CREAM, DARK, INK, LIGHT, SAND, SHADE, WOOD, bold, centred, circle, filled, line, outlined, path, rect,
    symbol, words,
};
use super::{Board, Drawn, Piece};

/// The width of a point, of the bar and of a checker with the air around it.
const WIDE: u32 = 60;
const CHECKER: u32 = 54;
/// The middles of points 12 and 13, of the bar, of points 6 and 19, and of the tray.
const OUTER: u32 = CUBE + 44 + WIDE / 2;
const MIDDLE: u32 = OUTER + 6 * WIDE;
const INNER: u32 = MIDDLE + WIDE;
const TRAY: u32 = INNER + 6 * WIDE + 14;
const TRAY_HIGH: u32 = 316;
/// The cube's column.
const CUBE: u32 = 48;
/// The upper and lower edge of the points.
const TOP: u32 = 76;
const BOTTOM: u32 = TOP + 10 * CHECKER + 190;
const HALF: u32 = u32::midpoint(TOP, BOTTOM);
const SIZE: [u32; 2] = [TRAY + CUBE, BOTTOM + TOP];
/// So many checkers are drawn on a point; of more than that, how many there are is written.
const DRAWN: u8 = 5;

impl Drawn for Backgammon {
    fn board(_: &Options) -> Board {
        let checkers = Side::BOTH.map(|side| checker(side) + &borne_off(side)).concat();
        let dice = Side::BOTH.into_iter().flat_map(|side| (1..=6).map(move |pips| die(side, pips)));
        let cubes = (0..=Cube::MOST_DOUBLINGS).map(|doublings| cube(1 << doublings));
        let shapes = checkers + &dice.collect::<String>() + &cubes.collect::<String>();
        Board { size: SIZE, ground: ground(), shapes }
    }

    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        positions.iter().map(scene).collect()
    }

    fn pending(after: &<Self as Position>::After) -> Self {
        *after.pending()
    }
}

fn scene(pos: &Backgammon) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        let counts = pos.board().counts(side);
        for point in 1..=BAR {
            push_stack(side, point, counts[usize::from(point)], &mut pieces);
        }
        pieces.extend((0..u32::from(counts[0])).map(|index| Piece::shape(OFF[side.index()], off_at(side, index))));
        pieces.push(Piece::text(standing(pos, side), [MIDDLE, edge(side, 18)]));
    }
    push_dice(pos, &mut pieces);
    pieces
}

/// The distance from a side's edge of the drawing: White's is the lower one.
const fn edge(side: Side, distance: u32) -> u32 {
    match side {
        Side::First => SIZE[1] - distance,
        Side::Second => distance,
    }
}

/// What is written of a side.
fn standing(pos: &Backgammon, side: Side) -> String {
    let (name, pips) = (Backgammon::SIDE_NAMES[side.index()], pos.board().pips(side));
    let stakes = pos.stakes();
    if stakes.is_match() {
        let crawford = if stakes.is_crawford_game() { ", Crawford game" } else { "" };
        format!("{name}: {pips} pips, {} of {} points{crawford}", stakes.scores[side.index()], stakes.length)
    } else {
        format!("{name}: {pips} pips")
    }
}

fn push_dice(pos: &Backgammon, pieces: &mut Vec<Piece>) {
    let (side, name) = (pos.side(), Backgammon::SIDE_NAMES[pos.side().index()]);
    let x = match side {
        Side::First => INNER + 5 * WIDE / 2,
        Side::Second => OUTER + 5 * WIDE / 2,
    };
    let cube = pos.cube();
    if pos.turn() == Turn::Play {
        for (die, x) in pos.dice().into_iter().zip([x - 36, x + 36]) {
            pieces.push(Piece::shape(die_id(side, die), [x, HALF]));
        }
    }
    let said = match pos.turn() {
        Turn::Choice => format!("{name} may double"),
        Turn::Take => format!("{name}: take at {}?", 2 * cube.value()),
        Turn::Answer => format!("{name}: beaver to {}?", 2 * cube.value()),
        Turn::Dropped => format!("{name} drops"),
        Turn::Roll => format!("{name} to roll"),
        Turn::Opening => "the opening roll".to_owned(),
        Turn::Play | Turn::Over => String::new(),
    };
    if !said.is_empty() {
        pieces.push(Piece::text(said, [x, HALF]));
    }
    if pos.stakes().has_cube() {
        let y = cube.owner.map_or(HALF, |owner| edge(owner, TOP + 36));
        pieces.push(Piece::shape(cube_id(cube.value()), [CUBE, y]));
    }
}

/// The checkers on what a side calls a point, the bar being [`BAR`].
fn push_stack(side: Side, point: u8, count: u8, pieces: &mut Vec<Piece>) {
    let place = |index: u32| place(side, point, index);
    let checkers = (0..count.min(DRAWN)).map(|index| Piece::shape(CHECKERS_OF[side.index()], place(u32::from(index))));
    pieces.extend(checkers);
    if count > DRAWN {
        let [x, y] = place(u32::from(DRAWN));
        let y = if y < HALF { y - 6 } else { y + 6 };
        pieces.push(Piece::text(count.to_string(), [x, y]));
    }
}

/// The place of a checker in its stack.
fn place(side: Side, point: u8, index: u32) -> [u32; 2] {
    let along = CHECKER / 2 + 2 + CHECKER * index;
    if point == BAR {
        // It enters in the other side's home.
        return [MIDDLE, edge(!side, TOP + along)];
    }
    let number = match side {
        Side::First => u32::from(point),
        Side::Second => 25 - u32::from(point),
    };
    let y = if number <= 12 { BOTTOM - along } else { TOP + along };
    [column(number), y]
}

/// The middle of a point, numbered as White counts.
const fn column(number: u32) -> u32 {
    match number {
        1..=6 => INNER + WIDE * (6 - number),
        7..=12 => OUTER + WIDE * (12 - number),
        13..=18 => OUTER + WIDE * (number - 13),
        _ => INNER + WIDE * (number - 19),
    }
}

/// The place of a checker that is borne off, seen from its edge.
fn off_at(side: Side, index: u32) -> [u32; 2] {
    [TRAY, edge(side, TOP + 14 + 20 * index)]
}

const CHECKERS_OF: [&str; 2] = ["backgammon-white", "backgammon-black"];
const OFF: [&str; 2] = ["backgammon-white-off", "backgammon-black-off"];

const fn colours(side: Side) -> [&'static str; 2] {
    match side {
        Side::First => [LIGHT, INK],
        Side::Second => [DARK, CHALK],
    }
}

fn checker(side: Side) -> String {
    let [body, detail] = colours(side);
    symbol(
        CHECKERS_OF[side.index()],
        &[circle([0, 0], 26, &outlined(body, INK, 2)), circle([0, 0], 16, &line(detail, 1))],
    )
}

fn borne_off(side: Side) -> String {
    let [body, _] = colours(side);
    symbol(OFF[side.index()], &[centred([0, 0], [56, 18], 4, &outlined(body, INK, 2))])
}

fn die_id(side: Side, pips: u8) -> String {
    format!("{}-{pips}", CHECKERS_OF[side.index()])
}

fn die(side: Side, pips: u8) -> String {
    let [body, detail] = colours(side);
    let places: &[[i32; 2]] = match pips {
        1 => &[[0, 0]],
        2 => &[[-1, -1], [1, 1]],
        3 => &[[-1, -1], [0, 0], [1, 1]],
        4 => &[[-1, -1], [1, -1], [-1, 1], [1, 1]],
        5 => &[[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
        _ => &[[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
    };
    let mut elements = vec![centred([0, 0], [56, 56], 10, &outlined(body, INK, 2))];
    elements.extend(places.iter().map(|&[x, y]| circle([15 * x, 15 * y], 5, &filled(detail))));
    symbol(&die_id(side, pips), &elements)
}

fn cube_id(value: u16) -> String {
    format!("backgammon-cube-{value}")
}

fn cube(value: u16) -> String {
    let body = centred([0, 0], [56, 56], 6, &outlined(LIGHT, INK, 3));
    symbol(&cube_id(value), &[body, bold([0, 0], 28, INK, &value.to_string())])
}

fn ground() -> String {
    let [left, right] = [CUBE - 36, TRAY + 36].map(|x| x as i32);
    let [top, high] = [TOP, BOTTOM - TOP].map(|y| y as i32);
    let frame = rect([left - 10, top - 10], [right - left + 20, high + 20], 6, &filled(WOOD));
    let field = |x: u32| rect([(x - WIDE / 2) as i32, top], [6 * WIDE as i32, high], 0, &filled(CREAM));
    let tray = |x: u32, y: u32| rect([x as i32 - 32, y as i32], [64, TRAY_HIGH as i32], 4, &filled(SHADE));
    let trays = [CUBE, TRAY].map(|x| tray(x, TOP) + &tray(x, BOTTOM - TRAY_HIGH)).concat();
    let points = (1..=24).map(point).collect::<String>();
    [frame, field(OUTER), field(INNER), trays, points].concat()
}

/// A point and its number.
fn point(number: u32) -> String {
    let x = column(number);
    let is_upper = number > 12;
    let (base, tip) = if is_upper { (TOP, TOP + 5 * CHECKER) } else { (BOTTOM, BOTTOM - 5 * CHECKER) };
    let colour = if number.is_multiple_of(2) { SAND } else { "#a39277" };
    let half = WIDE / 2;
    let wedge = path(&format!("M{} {base}L{} {base}L{x} {tip}Z", x - half + 1, x + half - 1), &filled(colour));
    let y = if is_upper { TOP - 24 } else { BOTTOM + 24 };
    wedge + &words([x, y], 18, INK, &number.to_string())
}

/// All checkers of a side fit into its tray.
const _: () = assert!(14 + 20 * CHECKERS <= TRAY_HIGH);
