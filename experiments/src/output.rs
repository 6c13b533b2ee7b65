//! What the program prints: one answer a command, as text for people or as JSON for scripts.
//!
//! All output goes through [`Output`], which turns a failed write into a [`Failure`]: a reader that has gone away ends
//! the program quietly. An [`Answer`] is a document for JSON that also knows how people want to see it. Tables are
//! aligned by [`Table`]; numbers for people have thousands separators, numbers in JSON never.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Stdout, Write};

use serde::Serialize;

use crate::failure::Failure;

/// What a command found out: a JSON document by `Serialize`, and a text for people.
pub(crate) trait Answer: Serialize {
    /// Writes the text.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Standard output, buffered, in the form that was asked for.
pub(crate) struct Output {
    is_json: bool,
    sink: BufWriter<Stdout>,
}

impl Output {
    /// Standard output, with JSON if `--json` was given.
    pub(crate) fn new(is_json: bool) -> Self {
        Self { is_json, sink: BufWriter::new(io::stdout()) }
    }

    /// Whether `--json` was given.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Gives the answer: one JSON document on one line, or the text.
    pub(crate) fn answer(&mut self, answer: &impl Answer) -> Result<(), Failure> {
        if self.is_json {
            serde_json::to_writer(&mut *self, answer).map_err(io::Error::from)?;
            writeln!(self)?;
        } else {
            answer.write(self)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes).map_err(|error| name_place(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush().map_err(|error| name_place(&error))
    }
}

/// Says that an error happened on standard output; its kind stays, since a closed pipe is told by it.
pub(crate) fn name_place(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of text in columns that line up, two blanks apart.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows yet.
    pub(crate) fn new(columns: &[Align]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row of as many cells as there are columns.
    pub(crate) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell a column");
        self.rows.push(cells);
    }

    /// Writes the rows, each behind `indent` blanks and without blanks at its end.
    pub(crate) fn write(&self, out: &mut dyn Write, indent: usize) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| self.rows.iter().map(|row| width(&row[column])).max().unwrap_or(0))
            .collect();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for ((cell, &align), &wide) in row.iter().zip(&self.columns).zip(&widths) {
                let blanks = " ".repeat(wide - width(cell));
                let _ = match align {
                    Align::Left => write!(line, "{cell}{blanks}  "),
                    Align::Right => write!(line, "{blanks}{cell}  "),
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes words in as many equal columns as fit into 80 characters, in reading order.
pub(crate) fn write_words(words: &[String], out: &mut dyn Write) -> io::Result<()> {
    const LINE: usize = 80;
    let wide = words.iter().map(|word| width(word)).max().unwrap_or(0) + 2;
    for line in words.chunks((LINE / wide).max(1)) {
        let padded: Vec<String> = line.iter().map(|word| word.clone() + &" ".repeat(wide - width(word))).collect();
        writeln!(out, "{}", padded.concat().trim_end())?;
    }
    Ok(())
}

/// Writes words separated by blanks into lines of up to 80 characters, each behind `indent` blanks.
pub(crate) fn write_line<W: AsRef<str>>(
    words: impl Iterator<Item = W>,
    indent: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    const LINE: usize = 80;
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && indent + width(&line) + 1 + width(word.as_ref()) > LINE {
            writeln!(out, "{:indent$}{line}", "")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word.as_ref());
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "{:indent$}{line}", "") }
}

/// Writes a text into lines of up to 80 characters, `mark` before the first and as many blanks before the others.
pub(crate) fn write_behind(mark: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let indent = width(mark);
    let mut lines = Vec::new();
    write_line(text.split(' '), indent, &mut lines)?;
    write!(out, "{mark}")?;
    out.write_all(lines.get(indent..).unwrap_or(b"\n"))
}

/// A count for people: `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 move`, `2,520 moves`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory takes everything");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn thousands_are_separated() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (205_088, "205,088"), (u64::MAX, "18,446,744,073,709,551,615")]
        {
            assert_eq!(thousands(number), expected);
        }
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(2520, "move"), "2,520 moves");
    }

    #[test]
    fn columns_line_up_by_characters() {
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Left]);
        table.row(["é>x".into(), "7".into(), "long text".into()]);
        table.row(["a".into(), "1,000".into(), "b".into()]);
        assert_eq!(text(|out| table.write(out, 1)), " é>x      7  long text\n a    1,000  b\n");
    }

    #[test]
    fn words_fill_lines_of_eighty() {
        let words: Vec<String> = (0..30).map(|index| format!("h{index:02}>b3")).collect();
        let written = text(|out| write_words(&words, out));
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
        assert_eq!(written.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(text(|out| write_words(&[], out)), "");
        assert_eq!(text(|out| write_words(&["w".repeat(100)], out)).trim_end().len(), 100);
    }
}
