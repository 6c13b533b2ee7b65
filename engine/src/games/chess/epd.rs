//! EPD: a position a line with operations, as test suites and opening lists come; and lines of perft counts.
//!
//! A record is the first four fields of a FEN, then operations, each an opcode and operands ended by `;`:
//!
//! ```
//! use engine::games::chess::{Options, epd::Epd};
//!
//! let text = r#"r1b1k2r/pppp1pp1/5q1p/4n3/1bP5/2N2N2/PP2PPPP/2RQKB1R w Kkq - bm Nxe5 a3; id "A.1";"#;
//! let epd = Epd::parse(text, &Options::default())?;
//! assert_eq!(epd.text("id"), Some("A.1"));
//! assert_eq!(epd.moves("bm").unwrap().len(), 2);
//! assert_eq!(epd.to_string(), text);
//! # Ok::<(), engine::BadPosition>(())
//! ```
//!
//! `hmvc` and `fmvn` are the position's counters and no operations; a FEN's two counters in their place are read too.
//! Operations have the same form in every game: see [`record`]. The form is that of the PGN standard (Edwards 1994),
//! part 16.2; [`counts`] reads the other form, `FEN ;D1 20 ;D2 400`.

use std::fmt;

use super::{Chess, Options};
use crate::record::{self, BadLine, Operation, Reader, Record};
use crate::{BadPosition, Node};

/// A chess position, with the counters that `hmvc` and `fmvn` give, and the other operations.
pub type Epd = Record<Chess>;

impl Epd {
    /// Reads a record, one line.
    ///
    /// # Errors
    /// Says what is wrong with the position or an operation and at which character. Moves are not looked at before
    /// somebody asks for them.
    pub fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        if let Some(at) = text.trim_end().find('\n') {
            return Err(BadPosition::at(text, at, "an EPD record is one line"));
        }
        let start = fields_end(text);
        let mut pos = Chess::parse(&text[..start], rules)?;
        let mut reader = Reader::new(text, start);
        let (mut clock, mut number) = (None, None);
        let mut operations = Vec::new();
        while let Some((at, operation)) = reader.operation()? {
            let slot = match operation.opcode.as_str() {
                "hmvc" => &mut clock,
                "fmvn" => &mut number,
                _ => {
                    operations.push(operation);
                    continue;
                }
            };
            if slot.replace(read_counter(&operation).map_err(|what| BadPosition::at(text, at, what))?).is_some() {
                return Err(BadPosition::at(text, at, format!("{} is given twice", operation.opcode)));
            }
        }
        let clock = clock.map_or(pos.clock(), u32::from).min(u32::from(u8::MAX));
        pos = pos.with_counters(clock as u8, number.unwrap_or(pos.number() as u16).max(1));
        Ok(Self { pos, operations })
    }
}

/// Reads a text of records: one a line, empty lines and lines that begin with `#` left out.
pub fn records<'a>(text: &'a str, rules: &Options) -> impl Iterator<Item = Result<Epd, BadLine>> + use<'a> {
    let rules = *rules;
    record::read_lines(text, move |line| Epd::parse(line, &rules))
}

/// Where the position ends: after four fields, or six if two counters follow.
fn fields_end(text: &str) -> usize {
    let fields = || text.split_whitespace();
    let are_counters =
        fields().skip(4).take(2).filter(|field| field.bytes().all(|byte| byte.is_ascii_digit())).count() == 2;
    let last = if are_counters { 5 } else { 3 };
    fields().nth(last).map_or(text.len(), |field| field.as_ptr().addr() - text.as_ptr().addr() + field.len())
}

fn read_counter(operation: &Operation) -> Result<u16, String> {
    let [operand] = operation.operands.as_slice() else {
        return Err(format!("{} has one operand, a number", operation.opcode));
    };
    let is_number = operand.bytes().all(|byte| byte.is_ascii_digit());
    let most = if operation.opcode == "hmvc" { u16::from(u8::MAX) } else { u16::MAX };
    let number = operand.parse().ok().filter(|&number| is_number && number <= most);
    number.ok_or_else(|| format!("{operand:?} is no number for {}, 0 to {most}", operation.opcode))
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.pos.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        if (self.pos.clock(), self.pos.number()) != (0, 1) {
            write!(f, " hmvc {}; fmvn {};", self.pos.clock(), self.pos.number())?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

/// A position and how many sequences of legal moves there are from it, by length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The position.
    pub pos: Chess,
    /// Depths and counts, in the order of the line; at least one.
    pub counts: Vec<(u32, u64)>,
}

impl Counts {
    /// Reads a line such as `FEN ;D1 20 ;D2 400`.
    ///
    /// # Errors
    /// Says what is wrong with the position or a count and at which character.
    pub fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        let end = text.find(';').unwrap_or(text.len());
        let pos = Chess::parse(&text[..end], rules)?;
        let mut counts = Vec::new();
        let mut at = end;
        for field in text[end..].split(';') {
            if !field.trim().is_empty() {
                counts.push(read_count(field).ok_or_else(|| {
                    let what = format!("{:?} is no count; counts are written \";D3 8902\"", field.trim());
                    BadPosition::at(text, at, what)
                })?);
            }
            at += field.len() + 1;
        }
        if counts.is_empty() {
            return Err(BadPosition::at(text, text.len(), "no count follows the position, such as \";D1 20\""));
        }
        Ok(Self { pos, counts })
    }
}

fn read_count(field: &str) -> Option<(u32, u64)> {
    let (depth, count) = field.trim().strip_prefix('D')?.split_once(char::is_whitespace)?;
    let (depth, count) = (depth, count.trim());
    let are_numbers = [depth, count].iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    if are_numbers { Some((depth.parse().ok()?, count.parse().ok()?)) } else { None }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pos)?;
        self.counts.iter().try_for_each(|(depth, count)| write!(f, " ;D{depth} {count}"))
    }
}

/// Reads a text of perft counts: one position a line, empty lines and lines that begin with `#` left out.
pub fn counts<'a>(text: &'a str, rules: &Options) -> impl Iterator<Item = Result<Counts, BadLine>> + use<'a> {
    let rules = *rules;
    record::read_lines(text, move |line| Counts::parse(line, &rules))
}
