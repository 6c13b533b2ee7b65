//! Chess: eight by eight squares, White below, and men of our own design.

use engine::Side;
use engine::games::chess::{Chess, Kind, Options};

use super::elements::{CHALK, CREAM, DARK, INK, LIGHT, SAND, circle, filled, line, outlined, path, symbol};
use super::squares::Squares;
use super::{Board, Drawn, Piece};

const SQUARES: Squares = Squares { files: 8, ranks: 8, side: 80, margin: 30 };

impl Drawn for Chess {
    fn board(_: &Options) -> Board {
        let squares = (0..64).map(|square| {
            let (file, rank) = (square % 8, square / 8);
            SQUARES.fill(file, rank, if (file + rank) % 2 == 0 { SAND } else { CREAM })
        });
        let ground = SQUARES.frame() + &squares.collect::<String>() + &SQUARES.names();
        let shapes = Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| shape(side, kind)));
        Board { size: SQUARES.size(), ground, shapes: shapes.collect() }
    }

    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        positions.iter().map(men).collect()
    }

    fn pending(after: &Self) -> Self {
        *after
    }
}

fn men(pos: &Chess) -> Vec<Piece> {
    let man = |square: u32| {
        let (side, kind) = pos.at(square as usize)?;
        Some(Piece::shape(id(side, kind), SQUARES.centre(square % 8, square / 8)))
    };
    (0..64).filter_map(man).collect()
}

/// `chess-K`, the white king; `chess-k`, the black one: the letters of FEN.
fn id(side: Side, kind: Kind) -> String {
    let letter = match side {
        Side::First => kind.letter().to_ascii_uppercase(),
        Side::Second => kind.letter(),
    };
    format!("chess-{letter}")
}

fn shape(side: Side, kind: Kind) -> String {
    let (body, outline, detail) = match side {
        Side::First => (LIGHT, INK, INK),
        Side::Second => (DARK, INK, CHALK),
    };
    let man = man(kind);
    let paint = outlined(body, outline, 2);
    let mut elements = vec![path(man.outline, &paint)];
    elements.extend(man.balls.iter().map(|&at| circle(at, 4, &paint)));
    elements.push(path(man.lines, &line(detail, 2)));
    elements.extend(man.dots.iter().map(|&at| circle(at, 2, &filled(detail))));
    symbol(&id(side, kind), &[format!(r#"<g transform="scale(1.12)">{}</g>"#, elements.concat())])
}

/// A man within a square of 64 units around the origin.
struct Man {
    outline: &'static str,
    lines: &'static str,
    /// Small balls with an outline.
    balls: &'static [[i32; 2]],
    dots: &'static [[i32; 2]],
}

const fn man(kind: Kind) -> Man {
    let (outline, lines): (_, &str) = match kind {
        Kind::Pawn => (PAWN, "M-12 18H12"),
        Kind::Knight => (KNIGHT, "M5 -21C14 -12 15 4 12 18M-16 19H17"),
        Kind::Bishop => (BISHOP, "M2 -8L9 -16M-7 8H7M-8 14H8"),
        Kind::Rook => (ROOK, "M-14 -8H14M-16 19H16"),
        Kind::Queen => (QUEEN, "M-17 12C-8 9 8 9 17 12M-16 19C-8 17 8 17 16 19"),
        Kind::King => (KING, "M-18 3C-8 0 8 0 18 3M-16 19C-8 16 8 16 16 19"),
    };
    let balls: &[[i32; 2]] = match kind {
        Kind::Queen => &[[-27, -18], [-13, -25], [0, -28], [13, -25], [27, -18]],
        _ => &[],
    };
    let dots: &[[i32; 2]] = if matches!(kind, Kind::Knight) { &[[-9, -13], [-22, 4]] } else { &[] };
    Man { outline, lines, balls, dots }
}

const PAWN: &str = "M-19 30H19V25C19 21 16 19 12 18C11 10 7 5 6 -2H10V-7H5A11 11 0 1 0 -5 -7H-10V-2H-6C-7 5 -11 10 -12 18\
    C-16 19 -19 21 -19 25Z";
const KNIGHT: &str = "M-20 30H22V25C22 21 20 19 17 19C22 2 19 -17 6 -25C3 -27 0 -28 -3 -28L-6 -35L-11 -26C-15 -23 -17 -19 -18 -14\
    L-27 1C-28 3 -28 6 -26 8L-22 12C-20 13 -17 12 -15 10L-11 6C-7 6 -4 4 -1 1C-2 9 -13 12 -16 19C-18 20 -20 22 -20 25Z";
const BISHOP: &str = "M-22 30H22V25C22 21 19 20 15 20C10 20 8 18 8 14H10V8H7C14 2 17 -4 15 -10C13 -17 7 -22 3 -26A5 5 0 1 0 -3 -26\
    C-7 -22 -13 -17 -15 -10C-17 -4 -14 2 -7 8H-10V14H-8C-8 18 -10 20 -15 20C-19 20 -22 21 -22 25Z";
const ROOK: &str = "M-23 30H23V25C23 21 20 19 16 19L14 -8L20 -14V-29H11V-22H5V-29H-5V-22H-11V-29H-20V-14L-14 -8L-16 19\
    C-20 19 -23 21 -23 25Z";
const QUEEN: &str = "M-22 30H22V25C22 21 19 20 16 19C16 14 19 8 20 4L27 -18L16 -3L13 -25L6 -5L0 -28L-6 -5L-13 -25L-16 -3L-27 -18\
    L-20 4C-19 8 -16 14 -16 19C-19 20 -22 21 -22 25Z";
const KING: &str = "M-22 30H22V25C22 21 19 20 16 19L21 -9C14 -14 8 -16 3 -16V-22H9V-28H3V-34H-3V-28H-9V-22H-3V-16\
    C-8 -16 -14 -14 -21 -9L-16 19C-19 20 -22 21 -22 25Z";
