//! What a row of a `.mat` file has in its two columns.
//!
//! Columns are not where they are in every program. As gnubg does, the first of two cells is taken for the left one, and
//! a cell that stands alone for the right one if it begins behind the sixteenth character.

use crate::Side;

/// Where a cell alone in its row begins if it is the right one, from 0.
const RIGHT: usize = 16;

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    /// Two dice and what was played with them: moves, nothing, or that nothing could be.
    Roll {
        dice: [u8; 2],
        play: &'a str,
    },
    Double,
    Beaver,
    Take,
    Drop,
    /// The column's side has won so many points.
    Wins(u64),
    /// The column's side gives up; the result follows.
    Resigns,
}

/// The words with which cells begin, as they are written or with endings.
const WORDS: [(&str, Cell<'_>); 10] = [
    ("double", Cell::Double),
    ("redouble", Cell::Double),
    ("beaver", Cell::Beaver),
    ("take", Cell::Take),
    ("accept", Cell::Take),
    ("drop", Cell::Drop),
    ("pass", Cell::Drop),
    ("reject", Cell::Drop),
    ("win", Cell::Wins(0)),
    ("resign", Cell::Resigns),
];

/// The cells of a row with their sides, the left one first.
pub(super) fn cells(line: &str) -> Result<Vec<(Side, Cell<'_>)>, String> {
    let start = behind_number(line);
    let starts: Vec<usize> = words(line, start).filter(|&at| begins_cell(&line[at..])).collect();
    let first = starts.first().copied().unwrap_or(line.len());
    let stray = line[start..first].trim();
    if !stray.is_empty() {
        return Err(not_a_cell(stray));
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let texts: Vec<(usize, &str)> =
        starts.iter().copied().zip(ends).map(|(from, to)| (from, line[from..to].trim())).collect();
    match texts.as_slice() {
        [] => Ok(Vec::new()),
        &[(at, text)] => Ok(vec![(if at < RIGHT { Side::Second } else { Side::First }, read(text)?)]),
        &[(_, left), (_, right)] => Ok(vec![(Side::Second, read(left)?), (Side::First, read(right)?)]),
        &[_, _, (_, third), ..] => Err(format!("a row has two columns; {third:?} is a third one")),
    }
}

/// Behind `12)`, or the beginning of a row without a number.
fn behind_number(line: &str) -> usize {
    let blanks = line.len() - line.trim_start().len();
    let digits = line[blanks..].bytes().take_while(u8::is_ascii_digit).count();
    let end = blanks + digits;
    if digits > 0 && line[end..].starts_with(')') { end + 1 } else { 0 }
}

/// Where the words behind `start` begin.
fn words(line: &str, start: usize) -> impl Iterator<Item = usize> {
    let mut was_blank = true;
    line[start..].char_indices().filter_map(move |(at, letter)| {
        let begins = was_blank && !letter.is_whitespace();
        was_blank = letter.is_whitespace();
        begins.then_some(start + at)
    })
}

fn begins_cell(text: &str) -> bool {
    dice(text).is_some() || word(text).is_some()
}

fn dice(text: &str) -> Option<[u8; 2]> {
    let [a, b, b':'] = *text.as_bytes().first_chunk()? else { return None };
    let dice = [a.wrapping_sub(b'0'), b.wrapping_sub(b'0')];
    dice.iter().all(|die| (1..=6).contains(die)).then_some(dice)
}

fn word(text: &str) -> Option<Cell<'static>> {
    let fits = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    WORDS.iter().find(|(word, _)| fits(word)).map(|&(_, cell)| cell)
}

fn read(text: &str) -> Result<Cell<'_>, String> {
    if let Some(dice) = dice(text) {
        return Ok(Cell::Roll { dice, play: text[3..].trim() });
    }
    match word(text) {
        Some(Cell::Wins(_)) => {
            let points = text.split_whitespace().nth(1).and_then(|points| points.parse().ok());
            let points = points.filter(|&points| points > 0);
            points.map(Cell::Wins).ok_or_else(|| format!("{text:?} does not say how many points, as \"Wins 2 points\""))
        }
        Some(cell) => Ok(cell),
        None => Err(not_a_cell(text)),
    }
}

fn not_a_cell(text: &str) -> String {
    format!(
        "{text:?} is neither a roll and its moves, such as \"31: 8/5 6/5\", nor Doubles, Takes, Drops, Beavers, or \
         \"Wins 2 points\""
    )
}
