//! FORTE positions as text and as pictures.
//!
//! Four fields separated by blanks: the rows 6 (B's end) down to 1, columns a to f as A sees them, of `.`, `A` and `B`; the
//! holes of A; the holes of B, each `o` a knight and `.` empty, hole 0 to 6 left to right as A sees them; the side to move.
//! The start is `....../....../....../....../....../...... ooooooo ooooooo A`.
//!
//! Before a joust with `setup=free`, the holes of a side that has still to choose are `???????`; how many knights it has
//! is in the rule options. Otherwise a text may have fewer knights than the options say: they shape the start only.
//! What could not stand on a board is refused with the place and the reason.

use std::fmt::{self, Write};

use super::board::{self, FIRST_HOLE, FORTS, HOLE_COUNT, HOLES, OPENING_HOLES, SIZE};
use super::moves::write_holes;
use super::{Forte, IN_HAND, Options};
use crate::{BadPosition, Game, Side};

/// Knights of a side, at most.
const KNIGHTS: u32 = Options::ALL_KNIGHTS as u32;

impl fmt::Display for Forte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..SIZE).rev() {
            (0..SIZE).try_for_each(|column| f.write_char(self.letter(row, column)))?;
            f.write_char(if row == 0 { ' ' } else { '/' })?;
        }
        for side in Side::BOTH {
            if self.in_hand(side) > 0 {
                f.write_str("???????")?;
            } else {
                write_holes(f, self.holes(side))?;
            }
            f.write_char(' ')?;
        }
        f.write_str(Forte::SIDE_NAMES[self.side.index()])
    }
}

impl Forte {
    /// What stands on a fort: `A`, `B`, or `.`.
    fn letter(&self, row: u32, column: u32) -> char {
        let bit = board::fort(row, column);
        match self.words.map(|word| word >> bit & 1) {
            [1, _] => 'A',
            [_, 1] => 'B',
            _ => '.',
        }
    }

    /// The full holes of a side, hole 0 lowest.
    fn holes(&self, side: Side) -> u32 {
        (self.knights(side) >> FIRST_HOLE) as u32
    }
}

/// The board with its pathways, holes at both ends, and whose turn it is.
pub(super) fn picture(pos: &Forte) -> String {
    let mut lines = vec![hole_numbers("B"), holes_line(pos, Side::Second)];
    for row in (0..SIZE).rev() {
        let forts: Vec<String> = (0..SIZE).map(|column| pos.letter(row, column).to_string()).collect();
        lines.push(format!(" {}  | {} |", row + 1, forts.join(" | ")));
        if row > 0 {
            lines.push(format!("    |{}|", ["---"; SIZE as usize].join("+")));
        }
    }
    lines.push(holes_line(pos, Side::First));
    lines.push(hole_numbers("A"));
    lines.push("      a   b   c   d   e   f".to_owned());
    lines.push(match pos.outcome() {
        Some(_) => format!("{} has four in a line", Forte::SIDE_NAMES[(!pos.side).index()]),
        None => format!("{} to move", Forte::SIDE_NAMES[pos.side.index()]),
    });
    lines.join("\n") + "\n"
}

fn hole_numbers(owner: &str) -> String {
    let numbers: Vec<String> = (0..HOLE_COUNT).map(|hole| format!("h{hole}")).collect();
    format!("    {}   holes of {owner}", numbers.join("  "))
}

fn holes_line(pos: &Forte, side: Side) -> String {
    let letter = |hole: u32| match (pos.in_hand(side), pos.holes(side) >> hole & 1) {
        (0, 1) => Forte::SIDE_NAMES[side.index()],
        (0, _) => ".",
        _ => "?",
    };
    let holes: Vec<&str> = (0..HOLE_COUNT).map(letter).collect();
    format!("    {}", holes.join("   "))
}

/// A part of the text and the byte it starts at.
#[derive(Clone, Copy)]
struct Field<'a> {
    part: &'a str,
    at: usize,
}

/// Reads a position; see the module for what is accepted.
pub(super) fn parse(text: &str, rules: &Options) -> Result<Forte, BadPosition> {
    let [rows, holes_a, holes_b, side] = split(text)?;
    let mut words = read_rows(text, rows)?;
    for (side, field) in Side::BOTH.into_iter().zip([holes_a, holes_b]) {
        words[side.index()] |= read_holes(text, field, side, rules)?;
    }
    let pos = Forte { words, side: read_side(text, side)? };
    for (side, holes) in Side::BOTH.into_iter().zip([holes_a, holes_b]) {
        check_knights(text, &pos, side, holes)?;
    }
    check_lines(text, &pos, rows)?;
    if pos.free() == FORTS {
        check_start(text, &pos, [holes_a, holes_b], side)?;
    }
    Ok(pos)
}

/// The four fields, however many blanks stand between and around them.
fn split(text: &str) -> Result<[Field<'_>; 4], BadPosition> {
    let mut fields =
        text.split_whitespace().map(|part| Field { part, at: part.as_ptr().addr() - text.as_ptr().addr() });
    let names = ["six rows of forts", "the holes of A", "the holes of B", "the side to move"];
    let mut found = [Field { part: "", at: 0 }; 4];
    for (slot, name) in found.iter_mut().zip(names) {
        *slot = fields.next().ok_or_else(|| {
            BadPosition::at(text, text.len(), format!("{name} missing; a position is \"ROWS HOLES HOLES SIDE\""))
        })?;
    }
    match fields.next() {
        Some(extra) => Err(BadPosition::at(text, extra.at, "nothing follows the side to move")),
        None => Ok(found),
    }
}

fn read_rows(text: &str, field: Field<'_>) -> Result<[u64; 2], BadPosition> {
    let mut words = [0; 2];
    let (mut row, mut column) = (SIZE - 1, 0);
    for (offset, letter) in field.part.char_indices() {
        let error = |what: String| Err(BadPosition::at(text, field.at + offset, what));
        match letter {
            '/' if column < SIZE => return error(format!("row {} has {column} forts, not {SIZE}", row + 1)),
            '/' if row == 0 => return error("more than six rows".to_owned()),
            '/' => (row, column) = (row - 1, 0),
            '.' | 'A' | 'B' if column == SIZE => return error(format!("row {} has more than {SIZE} forts", row + 1)),
            '.' | 'A' | 'B' => {
                if letter != '.' {
                    words[usize::from(letter == 'B')] |= 1 << board::fort(row, column);
                }
                column += 1;
            }
            _ => {
                return error(format!(
                    "{letter:?} in the rows; a fort is \".\", \"A\" or \"B\", rows are parted by \"/\""
                ));
            }
        }
    }
    let end = field.at + field.part.len();
    if column < SIZE {
        return Err(BadPosition::at(text, end, format!("row {} has {column} forts, not {SIZE}", row + 1)));
    }
    if row > 0 {
        return Err(BadPosition::at(text, end, format!("{} rows, not {SIZE}", SIZE - row)));
    }
    Ok(words)
}

fn read_holes(text: &str, field: Field<'_>, side: Side, rules: &Options) -> Result<u64, BadPosition> {
    let name = Forte::SIDE_NAMES[side.index()];
    if field.part.bytes().all(|letter| letter == b'?') && field.part.len() == HOLE_COUNT as usize {
        if rules.has_set_up_moves() {
            return Ok(u64::from(rules.knights[side.index()]) << IN_HAND);
        }
        let what = "holes still to be chosen need the rule option setup=free and a side with fewer than seven knights";
        return Err(BadPosition::at(text, field.at, what));
    }
    let mut word = 0;
    for (hole, (offset, letter)) in field.part.char_indices().enumerate() {
        let error = |what: String| Err(BadPosition::at(text, field.at + offset, what));
        match letter {
            'o' | '.' if hole == HOLE_COUNT as usize => return error(format!("more than seven holes of {name}")),
            'o' => word |= 1 << (FIRST_HOLE as usize + hole),
            '.' => {}
            _ => {
                return error(format!(
                    "{letter:?} in the holes of {name}; a hole is \"o\" or \".\", or all are \"???????\""
                ));
            }
        }
    }
    match field.part.len() {
        length if length < HOLE_COUNT as usize => {
            Err(BadPosition::at(text, field.at + length, format!("{length} holes of {name}, not {HOLE_COUNT}")))
        }
        _ => Ok(word),
    }
}

fn read_side(text: &str, field: Field<'_>) -> Result<Side, BadPosition> {
    match field.part {
        "A" => Ok(Side::First),
        "B" => Ok(Side::Second),
        _ => Err(BadPosition::at(text, field.at, format!("{:?} is no side to move; it is \"A\" or \"B\"", field.part))),
    }
}

/// A side has one to seven knights, and none on a fort before it has chosen its holes.
fn check_knights(text: &str, pos: &Forte, side: Side, holes: Field<'_>) -> Result<(), BadPosition> {
    let name = Forte::SIDE_NAMES[side.index()];
    let count = pos.knights(side).count_ones();
    let error = |what: String| Err(BadPosition::at(text, holes.at, what));
    match (count, pos.in_hand(side)) {
        (_, 1..) if pos.free() != FORTS => error(format!("{name} chooses holes before any knight stands on a fort")),
        (0, 0) => error(format!("{name} has no knight")),
        (count, _) if count > KNIGHTS => error(format!("{name} has {count} knights; seven is the most")),
        _ => Ok(()),
    }
}

/// A line that stands was made by the last move.
fn check_lines(text: &str, pos: &Forte, rows: Field<'_>) -> Result<(), BadPosition> {
    let [mover, waiting] = [pos.side, !pos.side].map(|side| board::has_line(pos.knights(side)));
    let what = match (mover, waiting) {
        (true, true) => "both sides have four in a line",
        (true, false) => "the side to move has four in a line already",
        _ => return Ok(()),
    };
    Err(BadPosition::at(text, rows.at, what))
}

/// With no knight on a fort, whoever has holes to choose is to move, and the joust can start.
fn check_start(text: &str, pos: &Forte, holes: [Field<'_>; 2], side: Field<'_>) -> Result<(), BadPosition> {
    let (mover, waiting) = (pos.side, !pos.side);
    let [mover_chooses, waiting_chooses] = [mover, waiting].map(|side| pos.in_hand(side) > 0);
    if waiting_chooses && !mover_chooses {
        let what = format!("{} still chooses holes, so it is to move", Forte::SIDE_NAMES[waiting.index()]);
        return Err(BadPosition::at(text, side.at, what));
    }
    let starter = if mover_chooses && !waiting_chooses { waiting } else { mover };
    if pos.in_hand(starter) == 0 && pos.knights(starter) & HOLES & OPENING_HOLES == 0 {
        let what =
            format!("{} cannot start the joust: hole 0, 1, 5 or 6 must be full", Forte::SIDE_NAMES[starter.index()]);
        return Err(BadPosition::at(text, holes[starter.index()].at, what));
    }
    Ok(())
}
