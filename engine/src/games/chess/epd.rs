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
//! `hmvc` and `fmvn` are the position's counters and no operations; a FEN's two counters in their place are read too. An
//! operand is a word or stands in quotes, in which `\"` and `\\` mean `"` and `\`. The form is that of the PGN standard
//! (Edwards 1994), part 16.2; [`counts`] reads the other form, `FEN ;D1 20 ;D2 400`.

use std::fmt::{self, Write};

use super::{Chess, Move, Options, san};
use crate::{BadPosition, IllegalMove, Node};

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, with the counters that `hmvc` and `fmvn` give.
    pub pos: Chess,
    /// The other operations, in their order.
    pub operations: Vec<Operation>,
}

/// What a record says of its position: `bm Nd5 a4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The first word: a letter, then anything but blanks, `;` and `"`.
    pub opcode: String,
    /// What follows, quotes taken off.
    pub operands: Vec<String>,
}

/// A line of a text that is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, {error}")]
pub struct BadLine {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong in it.
    pub error: BadPosition,
}

impl Epd {
    /// A record without operations.
    #[must_use]
    pub const fn new(pos: Chess) -> Self {
        Self { pos, operations: Vec::new() }
    }

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
        let mut reader = Reader { all: text, at: start };
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

    /// Adds an operation.
    #[must_use]
    pub fn with(mut self, opcode: &str, operands: &[&str]) -> Self {
        let operands = operands.iter().map(|&operand| operand.to_owned()).collect();
        self.operations.push(Operation { opcode: opcode.to_owned(), operands });
        self
    }

    /// The operands of the first operation with this opcode; none if there is no such operation.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> &[String] {
        self.operations.iter().find(|operation| operation.opcode == opcode).map_or(&[], |found| &found.operands)
    }

    /// The first operand of an operation such as `id`, `c0`, `ce`.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode).first().map(String::as_str)
    }

    /// The first operand as a number: `dm`, `ce`, `acd`, `acn`.
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// Moves of the position: those of `bm` (best), `am` (to avoid), `pm` (predicted), `sm` (supplied). Empty if there is
    /// no such operation.
    ///
    /// # Errors
    /// If one is no legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, IllegalMove> {
        self.operands(opcode).iter().map(|text| san::find_move(&self.pos, text)).collect()
    }

    /// Moves played one after another: those of `pv`.
    ///
    /// # Errors
    /// If one is no legal move where its turn comes.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, IllegalMove> {
        let mut pos = self.pos;
        let mut play = |text: &String| {
            let mv = san::find_move(&pos, text)?;
            pos = pos.play(mv);
            Ok(mv)
        };
        self.operands(opcode).iter().map(&mut play).collect()
    }
}

/// Reads a text of records: one a line, empty lines and lines that begin with `#` left out.
pub fn records<'a>(text: &'a str, rules: &Options) -> impl Iterator<Item = Result<Epd, BadLine>> + use<'a> {
    let rules = *rules;
    lines(text).map(move |(line, text)| Epd::parse(text, &rules).map_err(|error| BadLine { line, error }))
}

/// The lines that have something in them, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let says_something = |&(_, line): &(usize, &str)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    };
    (1..).zip(text.lines()).filter(says_something)
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

/// What is left of a line of operations.
struct Reader<'a> {
    all: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.all[self.at..]
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, BadPosition> {
        Err(BadPosition::at(self.all, self.at, what))
    }

    /// Passes over characters and returns them.
    fn pass(&mut self, is_passed: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !is_passed(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The next operation and where it begins. A missing `;` at the end of the line is forgiven.
    fn operation(&mut self) -> Result<Option<(usize, Operation)>, BadPosition> {
        self.pass(|character| character.is_whitespace() || character == ';');
        let at = self.at;
        if self.rest().is_empty() {
            return Ok(None);
        }
        if !self.rest().starts_with(|first: char| first.is_ascii_alphabetic()) {
            return self.error("an operation begins with its opcode, a word such as bm or id, and ends with \";\"");
        }
        let opcode = self.pass(is_of_word).to_owned();
        let mut operands = Vec::new();
        loop {
            self.pass(char::is_whitespace);
            match self.rest().chars().next() {
                None => break,
                Some(';') => {
                    self.at += 1;
                    break;
                }
                Some('"') => operands.push(self.quoted()?),
                Some(_) => operands.push(self.pass(is_of_word).to_owned()),
            }
        }
        Ok(Some((at, Operation { opcode, operands })))
    }

    /// The text between two quotes.
    fn quoted(&mut self) -> Result<String, BadPosition> {
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.at += at + 1;
                    return Ok(text);
                }
                '\\' => {
                    let escaped = characters.next_if(|&(_, next)| matches!(next, '"' | '\\'));
                    text.push(escaped.map_or('\\', |(_, next)| next));
                }
                _ => text.push(character),
            }
        }
        self.error("the quote that opens here is not closed")
    }
}

/// Whether a character can stand in an opcode or an operand without quotes.
fn is_of_word(character: char) -> bool {
    !character.is_whitespace() && !matches!(character, ';' | '"')
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

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            f.write_char(' ')?;
            if self.is_free_text() || operand.is_empty() || !operand.chars().all(is_of_word) {
                write_quoted(f, operand)?;
            } else {
                f.write_str(operand)?;
            }
        }
        f.write_char(';')
    }
}

impl Operation {
    /// Whether the operand is a sentence, which stands in quotes even if it is one word: `id` and the comments.
    fn is_free_text(&self) -> bool {
        self.opcode == "id" || matches!(*self.opcode.as_bytes(), [b'c' | b'v', b'0'..=b'9'])
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            // A record is one line.
            '\n' => f.write_char(' ')?,
            _ => f.write_char(character)?,
        }
    }
    f.write_char('"')
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
    lines(text).map(move |(line, text)| Counts::parse(text, &rules).map_err(|error| BadLine { line, error }))
}
