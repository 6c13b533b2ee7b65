//! Positions as FEN, and as pictures.
//!
//! Six fields separated by blanks: the rows 8 down to 1, `KQRBNP` white and `kqrbnp` black men, digits for empty squares;
//! the side to move, `w` or `b`; castling rights; the square behind a pawn that has just made a double step; the plies
//! since the last capture or pawn's move; the number of the move pair. The last two may be left out (`0 1`). Castling
//! rights are read as `KQkq`, meaning the outermost rook (X-FEN), or as the letters of the rooks' files (Shredder-FEN);
//! Chess960 writes the letters. The en-passant square is written only when a capture there is legal.
//!
//! What could not stand on a board is refused with the field, the place and the reason.

use std::fmt::{self, Write};

use super::attacks::{RANK_1, RANK_8};
use super::board::NO_EN_PASSANT;
use super::moves::{square_name, square_of};
use super::{Chess, Kind, Variant};
use crate::{BadPosition, Side};

pub(super) const TEXT_FORM: &str = "FEN, the last two fields optional: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; castling rights also by files, HAha";

/// Men of a side, at most.
const MEN: u32 = 16;
/// Pawns of a side, at most.
const PAWNS: u32 = 8;

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let Some((side, kind)) = self.at(row * 8 + file) else {
                    empty += 1;
                    continue;
                };
                write_empty(f, std::mem::take(&mut empty))?;
                f.write_char(letter(side, kind))?;
            }
            write_empty(f, empty)?;
            f.write_char(if row == 0 { ' ' } else { '/' })?;
        }
        f.write_str(if self.side() == Side::First { "w " } else { "b " })?;
        write_castling(self, f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {} ", square_name(square))?,
            None => f.write_str(" - ")?,
        }
        write!(f, "{} {}", self.clock(), self.number())
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, count: u32) -> fmt::Result {
    if count == 0 { Ok(()) } else { write!(f, "{count}") }
}

/// The letter of a man: large for White.
pub(super) fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::First => kind.letter().to_ascii_uppercase(),
        Side::Second => kind.letter(),
    }
}

fn write_castling(pos: &Chess, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut is_empty = true;
    for side in Side::BOTH {
        for file in (0..8_u8).rev() {
            let rook = usize::from(file) + if side == Side::First { 0 } else { 56 };
            if pos.castling(side) >> rook & 1 == 0 {
                continue;
            }
            is_empty = false;
            let name = match pos.variant() {
                Variant::Chess960 => char::from(b'a' + file),
                _ if rook > pos.king(side) => 'k',
                _ => 'q',
            };
            f.write_char(if side == Side::First { name.to_ascii_uppercase() } else { name })?;
        }
    }
    if is_empty { f.write_char('-') } else { Ok(()) }
}

/// The board with coordinates, White below, and the FEN's other fields in words.
pub(super) fn picture(pos: &Chess) -> String {
    let mut text = String::new();
    for row in (0..8).rev() {
        // A string takes everything that is written to it.
        let _ = write!(text, "{} ", row + 1);
        for file in 0..8 {
            let man = pos.at(row * 8 + file).map_or('.', |(side, kind)| letter(side, kind));
            text.push(' ');
            text.push(man);
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    text.push_str(if pos.side() == Side::First { "white to move" } else { "black to move" });
    if pos.is_check() {
        text.push_str(", in check");
    }
    text
}

/// A field of the text with its place, for messages.
#[derive(Clone, Copy)]
struct Field<'a> {
    /// The whole text.
    all: &'a str,
    /// Where the field begins in it, in bytes.
    offset: usize,
    text: &'a str,
}

impl Field<'_> {
    fn error(&self, within: usize, what: impl Into<String>) -> BadPosition {
        BadPosition::at(self.all, self.offset + within, what)
    }
}

/// The fields of a text.
fn fields(all: &str) -> Vec<Field<'_>> {
    let offset = |text: &str| text.as_ptr() as usize - all.as_ptr() as usize;
    all.split_whitespace().map(|text| Field { all, offset: offset(text), text }).collect()
}

pub(super) fn parse(all: &str, variant: Variant) -> Result<Chess, BadPosition> {
    let fields = fields(all);
    let (men, side, castling, en_passant, counters) = match fields[..] {
        [men, side, castling, en_passant] => (men, side, castling, en_passant, None),
        [men, side, castling, en_passant, clock, number] => (men, side, castling, en_passant, Some((clock, number))),
        _ => {
            let what = format!(
                "a FEN has four or six fields (men, side to move, castling rights, en-passant square, and the two \
                 counters), not {}",
                fields.len()
            );
            return Err(BadPosition::at(all, fields.get(6).map_or(all.len(), |field| field.offset), what));
        }
    };
    let mut pos = read_men(men, variant)?;
    check_men(&pos, men)?;
    let to_move = match side.text {
        "w" => Side::First,
        "b" => Side::Second,
        _ => return Err(side.error(0, format!("the side to move is \"w\" or \"b\", not {:?}", side.text))),
    };
    let rights = read_castling(&pos, castling)?;
    let behind = read_en_passant(&pos, en_passant, to_move)?;
    let (clock, number) = match counters {
        None => (0, 1),
        Some((clock, number)) => (read_clock(clock)?, read_number(number)?),
    };
    pos.set(to_move, rights, behind, clock, number);
    if pos.attackers(pos.king(!to_move), to_move, pos.occupied()) != 0 {
        return Err(side.error(0, "the side not to move is in check, and its king could be captured"));
    }
    if pos.checkers().count_ones() > 2 {
        return Err(men.error(0, "more than two men give check, which no move can bring about"));
    }
    Ok(pos)
}

fn read_men(field: Field<'_>, variant: Variant) -> Result<Chess, BadPosition> {
    let mut pos = Chess::empty(variant);
    let (mut row, mut file) = (7_usize, 0_usize);
    for (at, character) in field.text.char_indices() {
        if character == '/' {
            if file != 8 {
                return Err(field.error(at, format!("row {} has {file} squares instead of 8", row + 1)));
            }
            row = row.checked_sub(1).ok_or_else(|| field.error(at, "more than 8 rows"))?;
            file = 0;
            continue;
        }
        let width = match character {
            '1'..='8' => character as usize - '0' as usize,
            _ if Kind::of_letter(character).is_some() => 1,
            _ => {
                return Err(field
                    .error(at, format!("{character:?} is no man; men are KQRBNP and kqrbnp, empty squares 1 to 8")));
            }
        };
        if file + width > 8 {
            return Err(field.error(at, format!("row {} has more than 8 squares", row + 1)));
        }
        if let Some(kind) = Kind::of_letter(character) {
            let side = if character.is_ascii_uppercase() { Side::First } else { Side::Second };
            if kind == Kind::Pawn && (row == 0 || row == 7) {
                return Err(field.error(at, format!("a pawn on row {}, where none can be", row + 1)));
            }
            pos.put(side, kind, row * 8 + file);
        }
        file += width;
    }
    if file != 8 {
        return Err(field.error(field.text.len(), format!("row {} has {file} squares instead of 8", row + 1)));
    }
    if row != 0 {
        return Err(field.error(field.text.len(), format!("{} rows instead of 8", 8 - row)));
    }
    Ok(pos)
}

fn check_men(pos: &Chess, field: Field<'_>) -> Result<(), BadPosition> {
    for side in Side::BOTH {
        let name = ["White", "Black"][side.index()];
        match pos.of(side, Kind::King).count_ones() {
            0 => return Err(field.error(0, format!("{name} has no king"))),
            1 => {}
            kings => return Err(field.error(0, format!("{name} has {kings} kings"))),
        }
        let pawns = pos.of(side, Kind::Pawn).count_ones();
        if pawns > PAWNS {
            return Err(field.error(0, format!("{name} has {pawns} pawns, more than {PAWNS}")));
        }
        let men = pos.men(side).count_ones();
        if men > MEN {
            return Err(field.error(0, format!("{name} has {men} men, more than {MEN}")));
        }
    }
    Ok(())
}

/// The rooks that may castle: a bit a file, White's in the low byte.
fn read_castling(pos: &Chess, field: Field<'_>) -> Result<u16, BadPosition> {
    if field.text == "-" {
        return Ok(0);
    }
    if pos.variant() == Variant::Boxed {
        return Err(field.error(0, "variant=boxed has no castling; its field is \"-\""));
    }
    let mut rights = 0;
    for (at, letter) in field.text.char_indices() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let rook = rook_of(pos, side, letter).map_err(|what| field.error(at, what))?;
        let bit = 1_u16 << (rook % 8 + 8 * side.index());
        let same_wing = |other: usize| (other > pos.king(side)) == (rook > pos.king(side));
        let earlier = (0..8)
            .map(|file| file + 56 * side.index())
            .filter(|other| rights >> (other % 8 + 8 * side.index()) & 1 == 1 && same_wing(*other));
        if earlier.count() > 0 {
            return Err(field.error(at, format!("castling on this wing is given twice in {:?}", field.text)));
        }
        rights |= bit;
    }
    Ok(rights)
}

/// The square of the rook that a letter of the castling field means.
fn rook_of(pos: &Chess, side: Side, letter: char) -> Result<usize, String> {
    let row = 56 * side.index();
    let king = pos.king(side);
    let name = ["White", "Black"][side.index()];
    if king / 8 * 8 != row {
        return Err(format!("{name} cannot castle: the king is on {}", square_name(king)));
    }
    let rooks = pos.of(side, Kind::Rook) & if side == Side::First { RANK_1 } else { RANK_8 };
    let beyond_king = |square: &usize| rooks >> square & 1 == 1;
    let rook = match letter.to_ascii_lowercase() {
        'k' => (king + 1..row + 8).rev().find(beyond_king),
        'q' => (row..king).find(beyond_king),
        file @ 'a'..='h' => Some(row + (file as usize - 'a' as usize)).filter(beyond_king),
        _ => return Err(format!("{letter:?} is no castling right; they are KQkq, files such as HAha, or \"-\"")),
    };
    let rook = rook.ok_or_else(|| format!("{name} cannot castle {letter:?}: no rook of its own stands there"))?;
    if pos.variant() == Variant::Standard && (king % 8 != 4 || ![0, 7].contains(&(rook % 8))) {
        return Err(format!(
            "{name} cannot castle with a king on {} and a rook on {}; variant=chess960 can",
            square_name(king),
            square_name(rook)
        ));
    }
    Ok(rook)
}

/// The square behind a pawn that has just made a double step.
fn read_en_passant(pos: &Chess, field: Field<'_>, to_move: Side) -> Result<u8, BadPosition> {
    if field.text == "-" {
        return Ok(NO_EN_PASSANT);
    }
    if pos.variant() == Variant::Boxed {
        return Err(field.error(0, "variant=boxed has no captures en passant; its field is \"-\""));
    }
    let wrong = |what: &str| field.error(0, format!("no capture en passant on {}: {what}", field.text));
    let square = square_of(field.text).ok_or_else(|| {
        field.error(0, format!("{:?} is no en-passant square; it is one such as e3, or \"-\"", field.text))
    })?;
    let (row, ahead, behind) = match to_move {
        Side::First => (5, square.wrapping_sub(8), square + 8),
        Side::Second => (2, square + 8, square.wrapping_sub(8)),
    };
    if square / 8 != row {
        return Err(wrong(&format!("with this side to move it is on row {}", row + 1)));
    }
    if pos.at(ahead) != Some((!to_move, Kind::Pawn)) {
        return Err(wrong(&format!("no pawn has passed it to {}", square_name(ahead))));
    }
    if pos.at(square).is_some() || pos.at(behind).is_some() {
        return Err(wrong("the pawn's way was not free"));
    }
    Ok(square as u8)
}

fn read_clock(field: Field<'_>) -> Result<u8, BadPosition> {
    let what = || {
        field.error(0, format!("{:?} is no count of plies since the last capture or pawn's move, 0 to 255", field.text))
    };
    let is_number = field.text.bytes().all(|byte| byte.is_ascii_digit());
    field.text.parse().ok().filter(|_| is_number).ok_or_else(what)
}

fn read_number(field: Field<'_>) -> Result<u16, BadPosition> {
    let what = || field.error(0, format!("{:?} is no number of a move pair, 1 to 65535", field.text));
    let is_number = field.text.bytes().all(|byte| byte.is_ascii_digit());
    // Some programs write 0 for an unknown number.
    field.text.parse().ok().filter(|_| is_number).map(|number: u16| number.max(1)).ok_or_else(what)
}
