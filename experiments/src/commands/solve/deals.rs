//! The deals to solve: a range of a seed's, one as text, or a file of many; positions of other games as text or file.
//!
//! Everything that is read is read whole and checked before anything is solved: a malformed line refuses the file,
//! and the message names the line and the character in it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;

use engine::{Node, Registered, rng};
use solvers::Solvable;

use super::Arguments;
use crate::failure::{Context, Failure};
use crate::start::read_text;

/// Longer than any deal or position; an endless line must not fill the memory.
const LONGEST_LINE: usize = 65_536;

/// Where the deals come from.
#[derive(Debug)]
pub(super) enum Source<P: Solvable> {
    /// The deals of a range, each from its own stream of the seed.
    Dealt { rules: P::Rules, seed: u64, range: Range<u64> },
    /// A text from the command line or standard input.
    Text(P),
    /// The lines of a file that are deals, with their numbers, counted from 1.
    Lines(Vec<(u64, P)>),
}

impl<P: Solvable + Registered> Source<P> {
    /// The deals that the command line asks for; without a word about it, deal 0 of seed 1.
    pub(super) fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let rules = arguments.game.rules::<P>()?;
        if let Some(text) = &arguments.position {
            return Ok(Self::Text(read_argument(text, &rules)?));
        }
        if let Some(path) = &arguments.file {
            return Ok(Self::Lines(read_file(path, &rules, "deal")?));
        }
        let asked = &arguments.solitaire;
        let range = asked.deal.clone().unwrap_or(0..1);
        Ok(Self::Dealt { rules, seed: asked.seed.unwrap_or(1), range })
    }

    /// What deals are numbered by.
    pub(super) fn items(&self) -> Range<u64> {
        match self {
            Self::Dealt { range, .. } => range.clone(),
            Self::Text(_) => 0..1,
            Self::Lines(deals) => 0..deals.len() as u64,
        }
    }

    /// Whether there is one deal, asked for by itself.
    pub(super) fn is_single(&self) -> bool {
        match self {
            Self::Dealt { range, .. } => range.end - range.start == 1,
            Self::Text(_) => true,
            Self::Lines(_) => false,
        }
    }

    /// A deal by its number.
    pub(super) fn deal(&self, item: u64) -> P {
        match self {
            Self::Dealt { rules, seed, .. } => P::deal(rules, &mut rng::stream(*seed, item)),
            Self::Text(pos) => pos.clone(),
            Self::Lines(deals) => deals[item as usize].1.clone(),
        }
    }

    /// The index of a deal in its seed.
    pub(super) fn index(&self, item: u64) -> Option<u64> {
        matches!(self, Self::Dealt { .. }).then_some(item)
    }

    /// The line of a deal in its file.
    pub(super) fn line(&self, item: u64) -> Option<u64> {
        match self {
            Self::Lines(deals) => Some(deals[item as usize].0),
            _ => None,
        }
    }

    /// The seed, where deals come from one.
    pub(super) fn seed(&self) -> Option<u64> {
        match self {
            Self::Dealt { seed, .. } => Some(*seed),
            _ => None,
        }
    }
}

/// Reads the text of `--position`; `-` stands for standard input.
pub(super) fn read_argument<N: Node>(text: &str, rules: &N::Rules) -> Result<N, Failure> {
    const STDIN: &str = "--position - (standard input)";
    match text {
        "-" => N::parse(&read_text(STDIN, io::stdin().lock())?, rules).bad_input(STDIN),
        text => N::parse(text, rules).bad_input("--position"),
    }
}

/// Reads the file of `--file`, a position a line, with the lines' numbers from 1; `-` stands for standard input. `noun`
/// is what a position is called.
pub(super) fn read_file<N: Registered>(path: &str, rules: &N::Rules, noun: &str) -> Result<Vec<(u64, N)>, Failure> {
    match path {
        "-" => read_lines("--file - (standard input)", io::stdin().lock(), rules, noun),
        path => read_lines(path, BufReader::new(File::open(path).bad_input(path)?), rules, noun),
    }
}

/// Reads a position a line; blank lines and those that begin with `#` are skipped.
fn read_lines<N: Registered>(
    place: &str,
    mut input: impl BufRead,
    rules: &N::Rules,
    noun: &str,
) -> Result<Vec<(u64, N)>, Failure> {
    let mut positions = Vec::new();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let mut limited = io::Read::take(&mut input, LONGEST_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut bytes).bad_input(place)? == 0 {
            break;
        }
        let place = format_args!("{place}: line {number}").to_string();
        if bytes.len() > LONGEST_LINE {
            return Err(Failure::input(format_args!("{place}: more than {LONGEST_LINE} bytes; expected a {noun}")));
        }
        let line = std::str::from_utf8(&bytes).map_err(|error| {
            let byte = error.valid_up_to() + 1;
            Failure::input(format_args!("{place}: byte {byte} is not UTF-8 text; expected a {noun}"))
        })?;
        // Some editors begin a file with a byte order mark.
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if !line.is_empty() && !line.trim_start().starts_with('#') {
            positions.push((number, N::parse(line, rules).bad_input(place)?));
        }
    }
    if positions.is_empty() {
        return Err(Failure::input(format_args!("{place}: no {noun}s; expected one a line: {}", N::TEXT_FORM)));
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use engine::games::fortress::{Fortress, FortressOptions};

    use super::*;

    const DEAL: &str = "KC QC JC|TC 9C 8C|7C 6C 5C|4C 3C 2C AC|||||| ; C0 D13 H13 S13";

    fn read(bytes: &[u8]) -> Result<Source<Fortress>, Failure> {
        Ok(Source::Lines(read_lines("deals.txt", bytes, &FortressOptions::default(), "deal")?))
    }

    fn refused(bytes: &[u8]) -> String {
        match read(bytes).expect_err("refused") {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn comments_and_blank_lines_are_skipped_and_counted() {
        let text = format!("\u{feff}# two deals\n\n{DEAL}\r\n  # between\n{DEAL}");
        let source = read(text.as_bytes()).expect("two deals");
        assert_eq!((source.items(), source.line(0), source.line(1)), (0..2, Some(3), Some(5)));
        assert_eq!((source.deal(1).to_string(), source.index(1)), (DEAL.to_owned(), None));
    }

    #[test]
    fn a_bad_line_is_named_with_its_character() {
        let text = format!("{DEAL}\n{}\n", DEAL.replace("9C", "8C"));
        assert!(refused(text.as_bytes()).starts_with("deals.txt: line 2: at character 16: 8C a second time"));
        assert!(refused(b"\n\xff\n").contains("line 2: byte 1 is not UTF-8"));
        assert!(refused(&b" ".repeat(LONGEST_LINE + 1)).contains("line 1: more than 65536 bytes"));
        assert!(refused(b"").contains("no deals; expected one a line: ten piles"));
        assert!(refused(b"# nothing\n\n").contains("no deals"));
    }
}
