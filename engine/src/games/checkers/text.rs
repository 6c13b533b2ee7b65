//! Positions as PDN's FEN, and as pictures.
//!
//! `B:W18,24,K31:B1,K20` is the side to move, then the pieces of each by their squares, `K` before a king. The plies since
//! the last capture or man's move follow if there are any, as some programs write them: `:H7`. The reader takes the
//! colours in either order, blanks, small letters, ranges (`1-12`, `K29-32`), a point at the end, and a move number
//! (`:F12`), which it forgets.

use std::fmt::{self, Write};

use super::Checkers;
use super::board::{SQUARES, number_of, square};
use crate::bitboard::Bits;
use crate::{BadPosition, Side};

/// The text form in a line, for `fort games`.
pub(super) const TEXT_FORM: &str = "PDN FEN, side to move and squares, K for kings: B:W18,24,K31:B1,K20; \
     ranges 21-32; :H7 at the end for plies without a capture or a man's move";

/// A position in a test or an example.
///
/// ```
/// use engine::{Position, checkers};
///
/// let pos = checkers!("W:W10:B7,8");
/// assert_eq!(pos.find_move("10x3").unwrap().to_string(), "10x3");
/// ```
///
/// # Panics
/// If the text is not a position.
#[macro_export]
macro_rules! checkers {
    ($position:expr) => {
        <$crate::games::checkers::Checkers as $crate::Node>::parse($position, &Default::default())
            .expect("a position of checkers")
    };
}

const LETTERS: [char; 2] = ['B', 'W'];

impl fmt::Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(LETTERS[self.side.index()])?;
        for side in [Side::Second, Side::First] {
            write!(f, ":{}", LETTERS[side.index()])?;
            for (index, bit) in Bits(self.of(side)).enumerate() {
                let comma = if index > 0 { "," } else { "" };
                let crown = if self.kings >> bit & 1 == 1 { "K" } else { "" };
                write!(f, "{comma}{crown}{}", number_of(bit))?;
            }
        }
        if self.clock > 0 { write!(f, ":H{}", self.clock) } else { Ok(()) }
    }
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The board with Black above, as players' diagrams are numbered; the numbers of each row beside it.
pub(super) fn picture(pos: &Checkers) -> String {
    let mut text = String::new();
    for row in 0..8 {
        let first = row * 4 + 1;
        text.push_str(if row % 2 == 0 { "   " } else { " " });
        for number in first..first + 4 {
            text.push(letter(pos, number));
            text.push_str("   ");
        }
        text.push_str(if row % 2 == 0 { "" } else { "  " });
        // A string takes everything that is written to it.
        let _ = writeln!(text, " {first:2}-{}", first + 3);
    }
    text.push_str("b w men, B W kings; ");
    text.push_str(if pos.side == Side::First { "black to move" } else { "white to move" });
    if pos.clock > 0 {
        let plies = if pos.clock == 1 { "ply" } else { "plies" };
        let _ = write!(text, ", {} {plies} without a capture or a man's move", pos.clock);
    }
    text
}

fn letter(pos: &Checkers, number: u32) -> char {
    let bit = square(number);
    let Some(side) = Side::BOTH.into_iter().find(|&side| pos.of(side) & bit != 0) else { return '.' };
    let letter = LETTERS[side.index()];
    if pos.kings & bit != 0 { letter } else { letter.to_ascii_lowercase() }
}

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Checkers, BadPosition> {
    let mut reader = Reader { text, at: 0 };
    let mut pos = Checkers { pieces: [0; 2], kings: 0, side: reader.side()?, clock: 0 };
    let mut seen = Vec::new();
    while !reader.is_at_end() {
        reader.take(':', "\":\" before the next part, or the end")?;
        let start = reader.at;
        let part = reader.letter("W or B with its pieces, H or F with a number")?;
        if seen.contains(&part) {
            return reader.wrong(start, format!("{part} is there twice"));
        }
        match part {
            'W' => reader.pieces(&mut pos, Side::Second)?,
            'B' => reader.pieces(&mut pos, Side::First)?,
            'H' => pos.clock = reader.number("plies without progress", u16::MAX.into())? as u16,
            'F' => drop(reader.number("the number of the move", u32::MAX)?),
            _ => return reader.wrong(start, format!("expected W or B with its pieces, H or F, found {part:?}")),
        }
        seen.push(part);
    }
    for part in LETTERS {
        if !seen.contains(&part) {
            return reader.wrong(text.len(), format!("the pieces of {part} are missing, as in \"B:W21-32:B1-12\""));
        }
    }
    pos.check().map_err(|what| BadPosition::at(text, 0, what))?;
    Ok(pos)
}

/// A reader of positions: the text and the byte it stands at.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, at: usize, what: impl Into<String>) -> Result<T, BadPosition> {
        Err(BadPosition::at(self.text, at, what))
    }

    /// The next character that is no blank, as a capital; nothing is taken but blanks.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next().map(|c| c.to_ascii_uppercase())
    }

    fn skip(&mut self) {
        self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
    }

    fn missing<T>(&mut self, wanted: &str) -> Result<T, BadPosition> {
        let found = self.peek().map_or("the end of the text".to_owned(), |c| format!("{c:?}"));
        self.wrong(self.at, format!("expected {wanted}, found {found}"))
    }

    fn letter(&mut self, wanted: &str) -> Result<char, BadPosition> {
        match self.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.skip();
                Ok(letter)
            }
            _ => self.missing(wanted),
        }
    }

    fn take(&mut self, wanted: char, what: &str) -> Result<(), BadPosition> {
        if !self.takes(wanted) {
            return self.missing(what);
        }
        Ok(())
    }

    /// Takes a character if it comes next.
    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.skip();
        }
        found
    }

    /// Whether nothing follows but a point.
    fn is_at_end(&mut self) -> bool {
        matches!(self.text[self.at..].trim(), "" | ".")
    }

    fn side(&mut self) -> Result<Side, BadPosition> {
        let at = self.at;
        match self.letter("the side to move, B or W")? {
            'B' => Ok(Side::First),
            'W' => Ok(Side::Second),
            other => self.wrong(at, format!("the side to move is B or W, not {other:?}")),
        }
    }

    fn number(&mut self, what: &str, most: u32) -> Result<u32, BadPosition> {
        self.peek();
        let digits: String = self.text[self.at..].chars().take_while(char::is_ascii_digit).collect();
        match digits.parse() {
            Ok(number) if number <= most => {
                self.at += digits.len();
                Ok(number)
            }
            Ok(_) | Err(_) if !digits.is_empty() => {
                self.wrong(self.at, format!("{what}: {digits} is more than {most}"))
            }
            _ => self.missing(what),
        }
    }

    fn square(&mut self) -> Result<u32, BadPosition> {
        self.peek();
        let at = self.at;
        match self.number("a square from 1 to 32", SQUARES)? {
            0 => self.wrong(at, "squares have numbers from 1 to 32, not 0"),
            number => Ok(number),
        }
    }

    /// A list of squares, which may be empty.
    fn pieces(&mut self, pos: &mut Checkers, side: Side) -> Result<(), BadPosition> {
        if matches!(self.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            let is_king = self.takes('K');
            let first = self.square()?;
            let mut last = first;
            let at = self.at;
            if self.takes('-') {
                // `K29-K32` means what `K29-32` does.
                if is_king {
                    self.takes('K');
                }
                last = self.square()?;
                if last < first {
                    return self.wrong(at, format!("the range {first}-{last} runs backwards"));
                }
            }
            for number in first..=last {
                let bit = square(number);
                if (pos.pieces[0] | pos.pieces[1]) & bit != 0 {
                    return self.wrong(at, format!("square {number} is there twice"));
                }
                pos.pieces[side.index()] |= bit;
                pos.kings |= if is_king { bit } else { 0 };
            }
            if !self.takes(',') {
                return Ok(());
            }
        }
    }
}
