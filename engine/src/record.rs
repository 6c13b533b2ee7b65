//! Records: a position a line with operations, in the form that chess has from EPD and that serves any game.
//!
//! An operation is an opcode and its operands, ended by `;`. An operand is a word or stands in quotes, in which `\"` and `\\`
//! mean `"` and `\`:
//!
//! ```
//! use engine::games::checkers::{Checkers, Options};
//! use engine::record::Record;
//!
//! let text = r#"W:W10:B7,8 bm 10x3; id "a king at last";"#;
//! let record = Record::<Checkers>::parse_word(text, &Options::default())?;
//! assert_eq!(record.text("id"), Some("a king at last"));
//! assert_eq!(record.moves("bm").unwrap().len(), 1);
//! # Ok::<(), engine::BadPosition>(())
//! ```
//!
//! Where the position ends is the game's to say: [`Record::parse_word`] is for those whose text has no blanks,
//! [`Record::parse_words`] for those that have as many always; chess has [`Epd`](crate::games::chess::epd::Epd). The form is that of the PGN standard (Edwards 1994), part 16.2.

use std::fmt::{self, Write};

use crate::{BadPosition, Deterministic, IllegalMove, Position};

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// The position.
    pub pos: P,
    /// What is said of it, in its order.
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

impl<P: Position> Record<P> {
    /// A record without operations.
    #[must_use]
    pub const fn new(pos: P) -> Self {
        Self { pos, operations: Vec::new() }
    }

    /// Reads a line whose first word is the position.
    ///
    /// # Errors
    /// Says what is wrong with the position or an operation and at which character. Moves are not looked at before
    /// somebody asks for them.
    pub fn parse_word(text: &str, rules: &P::Rules) -> Result<Self, BadPosition> {
        Self::parse_words(text, 1, rules)
    }

    /// Reads a line that begins with a position of so many words.
    ///
    /// # Errors
    /// As [`parse_word`](Self::parse_word).
    pub fn parse_words(text: &str, count: usize, rules: &P::Rules) -> Result<Self, BadPosition> {
        let mut end = 0;
        for _ in 0..count {
            let start = text.len() - text[end..].trim_start().len();
            end = text[start..].find(char::is_whitespace).map_or(text.len(), |blank| start + blank);
        }
        // Blanks in front are read as well, so that an error counts characters of the line.
        let pos = P::parse(&text[..end], rules)?;
        let mut reader = Reader::new(text, end);
        let mut operations = Vec::new();
        while let Some((_, operation)) = reader.operation()? {
            operations.push(operation);
        }
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
    pub fn moves(&self, opcode: &str) -> Result<Vec<P::Move>, IllegalMove> {
        self.operands(opcode).iter().map(|text| self.pos.find_move(text)).collect()
    }
}

impl<P: Deterministic> Record<P> {
    /// Moves played one after another: those of `pv`.
    ///
    /// # Errors
    /// If one is no legal move where its turn comes.
    pub fn line(&self, opcode: &str) -> Result<Vec<P::Move>, IllegalMove> {
        let mut pos = self.pos.clone();
        let mut play = |text: &String| {
            let mv = pos.find_move(text)?;
            pos = pos.play(mv);
            Ok(mv)
        };
        self.operands(opcode).iter().map(&mut play).collect()
    }
}

/// Reads a text a line at a time; empty lines and lines that begin with `#` are left out.
pub fn read_lines<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, BadPosition>,
) -> impl Iterator<Item = Result<T, BadLine>> {
    lines(text).map(move |(line, text)| read(text).map_err(|error| BadLine { line, error }))
}

/// The lines that have something in them, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let says_something = |&(_, line): &(usize, &str)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    };
    (1..).zip(text.lines()).filter(says_something)
}

/// What is left of a line of operations.
pub(crate) struct Reader<'a> {
    all: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The operations of `all` from the byte `at`.
    pub(crate) const fn new(all: &'a str, at: usize) -> Self {
        Self { all, at }
    }

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
    pub(crate) fn operation(&mut self) -> Result<Option<(usize, Operation)>, BadPosition> {
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
