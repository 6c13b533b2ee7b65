//! The text of a record: rows of two columns, the left one Black's.

use std::fmt::{self, Write as _};

use super::super::board::{BAR, PLACES};
use super::{Backgammon, Game, Options, Record, Turn, column_name, plain};
use crate::games::backgammon::options::{Crawford, CubeUse};
use crate::games::backgammon::{Board, Cube, Move, Word};
use crate::{Outcome, Side};

/// Where the right column begins, from 0.
const RIGHT: usize = 33;
/// Where the left column begins, behind the row's number.
const LEFT: usize = 5;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heading())?;
        for (number, game) in (1..).zip(&self.games) {
            f.write_str(&game.text(number, &self.players, self.rules.length))?;
        }
        Ok(())
    }
}

impl Record {
    /// What stands before the first game.
    #[must_use]
    pub fn heading(&self) -> String {
        let mut tags: Vec<(&str, String)> =
            self.tags.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let [white, black] = &self.players;
        tags.extend([("Player 1", plain(black)), ("Player 2", plain(white)), ("Variation", "Backgammon".to_owned())]);
        tags.extend(rule_tags(&self.rules).map(|(name, value)| (name, value.to_owned())));
        if self.rules != Options::default() {
            tags.push(("Rules", self.rules.to_string()));
        }
        let lines: Vec<String> = tags.iter().map(|(name, value)| format!("; [{name} \"{value}\"]\n")).collect();
        format!("{}\n {} point match\n", lines.concat(), self.rules.length)
    }
}

/// XG's words for the rules.
fn rule_tags(rules: &Options) -> impl Iterator<Item = (&'static str, &'static str)> {
    let switch = |is_on| if is_on { "On" } else { "Off" };
    let is_match = rules.length > 0;
    let has_cube = is_match || rules.cube == CubeUse::Money;
    let tags = [
        ("Crawford", switch(rules.crawford != Crawford::Off), is_match),
        ("Jacoby", switch(rules.has_jacoby), !is_match),
        ("Beaver", switch(rules.has_beavers), !is_match),
        ("CubeLimit", if has_cube { "64" } else { "1" }, true),
    ];
    tags.into_iter().filter(|&(_, _, is_said)| is_said).map(|(name, value, _)| (name, value))
}

impl Game {
    /// The game's text: number, names and score, the moves, the result. `players` are White and Black, `length` the points
    /// that win the match, 0 in a session.
    #[must_use]
    pub fn text(&self, number: u64, players: &[String; 2], length: u8) -> String {
        let [white, black] = players.each_ref().map(|name| column_name(name));
        let [white_points, black_points] = self.score;
        let left = format!("{black} : {black_points}");
        let mut text = format!("\n Game {number}\n {left:<width$} {white} : {white_points}\n", width = RIGHT - 4);
        if !self.is_from_start() {
            writeln!(text, "{SET_POSITION}{}", set_position(&self.positions[0]))
                .expect("a string takes all that is written");
        }
        let mut rows = Rows { text, number: 0, is_open: false };
        for (side, cell) in self.cells() {
            rows.add(side, &cell);
        }
        if let Some(Outcome::Win { side, points }) = self.outcome {
            let word = if points == 1 { "point" } else { "points" };
            let is_last = length > 0 && self.score_after()[side.index()] >= u64::from(length);
            let last = if is_last { " and the match" } else { "" };
            rows.end(side, &format!(" Wins {points} {word}{last}"));
        }
        rows.closed()
    }

    /// All that is written in the columns, with the side it belongs to.
    fn cells(&self) -> Vec<(Side, String)> {
        let mut cells = Vec::new();
        let opening = &self.positions[0];
        match opening.turn {
            Turn::Take => cells.push((!opening.side, double(opening.cube))),
            Turn::Answer => {
                let before = before_beaver(opening);
                cells.extend([(opening.side, double(before)), (!opening.side, self.beaver(before, 0))]);
            }
            _ => {}
        }
        for (index, pos) in self.positions.iter().enumerate() {
            let cell = match self.moves.get(index) {
                Some(&mv) => self.cell(index, pos, mv),
                None if pos.turn == Turn::Play => Some(format!("{} ????", dice(pos))),
                None => None,
            };
            cells.extend(cell.map(|cell| (pos.side, cell)));
        }
        cells
    }

    /// What is written of move `index`; nothing of what goes without saying.
    fn cell(&self, index: usize, pos: &Backgammon, mv: Move) -> Option<String> {
        Some(match mv.as_word() {
            Some(Word::Roll) => return None,
            // gnubg itself adds the take of a beaver when the roll comes, and trips over a second one.
            Some(Word::Take) if self.is_understood(index) => return None,
            Some(Word::Pass) => dice(pos),
            Some(Word::Double) => double(pos.cube),
            Some(Word::Take) => " Takes".to_owned(),
            Some(Word::Drop) => " Drops".to_owned(),
            Some(Word::Beaver) => self.beaver(pos.cube, index + 1),
            None => format!("{} {}", dice(pos), steps(mv)),
        })
    }

    /// Whether a move takes a beaver, as the roll behind it says by itself.
    fn is_understood(&self, index: usize) -> bool {
        let is_beavered = self.positions.get(index).is_some_and(|pos| pos.turn == Turn::Answer);
        is_beavered && self.moves.get(index) == Some(&TAKE) && self.positions.len() > index + 1
    }

    /// The beaver of a double that is offered with the cube as it is; the move `answer` answers it. Behind `Beavers` gnubg
    /// takes the next roll for a take, in the next game too if none comes in this one, and loses it. Where no roll
    /// comes a double that answers a double means the same to gnubg, without the wait.
    fn beaver(&self, cube: Cube, answer: usize) -> String {
        let word = if self.is_understood(answer) { "Beavers" } else { "Doubles" };
        format!(" {word} => {}", 4 * cube.value())
    }
}

const TAKE: Move = Move::word(Word::Take);

fn dice(pos: &Backgammon) -> String {
    format!("{}{}:", pos.dice[0], pos.dice[1])
}

fn double(cube: Cube) -> String {
    format!(" Doubles => {}", 2 * cube.value())
}

/// The cube before a double that was beavered.
fn before_beaver(pos: &Backgammon) -> Cube {
    let doublings = pos.cube.doublings.saturating_sub(1);
    Cube { doublings, owner: (doublings > 0).then_some(pos.side) }
}

/// A move step by step, as every program reads it: the bar is 25, off is 0.
fn steps(mv: Move) -> String {
    let mut blots = mv.hits();
    let steps = mv.steps().map(|step| {
        let to = step.to();
        let mark = if to > 0 && blots >> to & 1 == 1 { "*" } else { "" };
        if to > 0 {
            blots &= !(1 << to);
        }
        format!("{}/{to}{mark}", step.from)
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// Rows in the making.
struct Rows {
    text: String,
    number: u32,
    /// Whether the left cell of a row is there and the right one is not.
    is_open: bool,
}

impl Rows {
    fn add(&mut self, side: Side, cell: &str) {
        if side == Side::Second || !self.is_open {
            if self.is_open {
                self.text.push('\n');
            }
            self.number += 1;
            write!(self.text, "{:>3}) ", self.number).expect("a string takes all that is written");
        }
        if side == Side::Second {
            self.text.push_str(cell);
            self.is_open = true;
            return;
        }
        self.right(cell);
    }

    /// Adds a right cell to the row; two blanks at least tell the columns apart where a cell has no colon.
    fn right(&mut self, cell: &str) {
        let line = self.text.len() - self.text.rfind('\n').map_or(0, |end| end + 1);
        let blanks = RIGHT.saturating_sub(line).max(2);
        writeln!(self.text, "{:blanks$}{cell}", "").expect("a string takes all that is written");
        self.is_open = false;
    }

    /// Adds the result, without a number. Beside `Drops` on the left it stands in the same row: elsewhere
    /// gnubg takes it for a resignation after the drop.
    fn end(&mut self, side: Side, result: &str) {
        match (side, self.is_open) {
            (Side::First, true) => return self.right(result),
            (Side::Second, true) => self.text.push('\n'),
            (_, false) => {}
        }
        self.is_open = false;
        let indent = if side == Side::Second { LEFT } else { RIGHT };
        writeln!(self.text, "{:indent$}{result}", "").expect("a string takes all that is written");
    }

    fn closed(mut self) -> String {
        if self.is_open {
            self.text.push('\n');
        }
        self.text
    }
}

/// How XG says that a game does not begin at the start.
pub(super) const SET_POSITION: &str = "; Set Pos=";

/// The letters of an XGID's board, and the cube: doublings, negative if Black owns it.
fn set_position(pos: &Backgammon) -> String {
    let cube = if pos.turn == Turn::Answer { before_beaver(pos) } else { pos.cube };
    let sign = if cube.owner == Some(Side::Second) { "-" } else { "" };
    format!("{}/{sign}{}", letters(&pos.board), cube.doublings)
}

fn letters(board: &Board) -> String {
    let letter = |place: u8| {
        let (white, black) = (board.count(Side::First, place), board.count(Side::Second, BAR - place));
        match (white, black) {
            _ if place > 0 && white > 0 => char::from(b'A' + white - 1),
            _ if place < BAR && black > 0 => char::from(b'a' + black - 1),
            _ => '-',
        }
    };
    (0..PLACES as u8).map(letter).collect()
}
