//! Backgammon in text: gnubg's identifiers with the dice behind them, and a picture.

use std::fmt::{self, Write};

use super::board::BAR;
use super::ids::{self, BadId, Table};
use super::{Backgammon, Board, Cube, Cup, Options, Stakes, Turn};
use crate::{BadPosition, Game, Side};

/// The text form in a few lines, for `fort games`.
pub(super) const FORM: &str = "4HPwATDgc/ABMA:31: gnubg's Position ID as the side to move sees it, and the dice; without dice: before the \
     roll; \":black\" behind it where Black is to move; with a cube or in a match gnubg's Match ID instead, \
     4HPwATDgc/ABMA:cAkAAAAAAAAA, and \":roll\" where a double was not offered; an XGID is read too; \
     \"start\": before the opening roll";

/// The node before the opening roll.
pub(super) const OPENING: &str = "start";
/// Behind a text: Black is the side to move.
const BLACK: &str = "black";
/// The same with its colon.
pub(super) const BLACK_SUFFIX: &str = ":black";
/// Behind a text: the side to move did not double, and rolls.
const ROLL: &str = "roll";

/// Writes the text of a position, or of what is still to come.
pub(super) fn write(f: &mut fmt::Formatter<'_>, pos: &Backgammon) -> fmt::Result {
    f.write_str(&ids::position_id(&pos.board, pos.side))?;
    if pos.stakes.has_cube() {
        write!(f, ":{}", ids::match_id(pos))?;
        return if pos.turn == Turn::Roll && pos.may_double() { write!(f, ":{ROLL}") } else { Ok(()) };
    }
    if pos.turn == Turn::Play {
        write!(f, ":{}{}", pos.dice[0], pos.dice[1])?;
    }
    if pos.side == Side::Second { write!(f, ":{BLACK}") } else { Ok(()) }
}

impl fmt::Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self)
    }
}

/// Reads a position: there are dice to play, or a decision to make, or the game is over.
pub(super) fn read_position(text: &str, rules: Options) -> Result<Backgammon, BadPosition> {
    let (pos, end) = read(text, rules)?;
    match pos.turn {
        Turn::Opening | Turn::Roll => {
            Err(BadPosition::at(text, end, "a position is wanted, with the dice behind it, such as 4HPwATDgc/ABMA:31"))
        }
        _ => Ok(pos),
    }
}

/// Reads what a move leaves behind: the dice are still to roll, or there is nothing to come.
pub(super) fn read_cup(text: &str, rules: Options) -> Result<Cup, BadPosition> {
    if text.trim() == OPENING {
        return Ok(Backgammon::start(&rules));
    }
    let (pos, end) = read(text, rules)?;
    if pos.turn == Turn::Play {
        return Err(BadPosition::at(text, end, "a position before the roll is wanted; here are dice"));
    }
    Ok(Cup::new(pos))
}

/// What is behind the Position ID.
#[derive(Default)]
struct Suffix {
    dice: Option<[u8; 2]>,
    table: Option<Table>,
    is_black: bool,
    rolls: bool,
}

/// Reads the text, and says where it ends.
fn read(text: &str, rules: Options) -> Result<(Backgammon, usize), BadPosition> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    let stakes = Stakes::new(&rules);
    let end = start + body.len();
    if body == OPENING {
        return Err(BadPosition::at(text, end, "before the opening roll nobody is to move; --seed draws it"));
    }
    let at = |offset: usize| move |bad: BadId| BadPosition::at(text, offset + bad.at, bad.what);
    let board_of_xg = body.split(':').next().is_some_and(|first| first.chars().count() == 26);
    if body.starts_with("XGID=") || board_of_xg {
        let (board, table) = ids::read_xgid(body).map_err(at(start))?;
        return Ok((seated(board, &table, stakes).map_err(|what| BadPosition::at(text, start, what))?, end));
    }
    let (id, rest) = body.split_once(':').map_or((body, None), |(id, rest)| (id, Some(rest)));
    // The identifier's own mistakes come first, whatever is behind it.
    ids::read_position_id(id, Side::First).map_err(at(start))?;
    let suffix = read_suffix(text, rest, start + id.len() + 1)?;
    let side = match &suffix.table {
        Some(table) => table.side,
        None if suffix.is_black => Side::Second,
        None => Side::First,
    };
    let board = ids::read_position_id(id, side).map_err(at(start))?;
    let pos = match &suffix.table {
        Some(table) => seated(board, table, stakes),
        None if stakes.has_cube() && suffix.dice.is_none() && !suffix.rolls => Ok(before_roll(board, side, stakes)),
        None => with_dice(board, side, suffix.dice, stakes),
    };
    let pos = pos.map_err(|what| BadPosition::at(text, start + id.len(), what))?;
    if suffix.rolls && !matches!(pos.turn, Turn::Choice | Turn::Roll) {
        return Err(BadPosition::at(text, end, format!("{ROLL:?} is for a side that is to roll")));
    }
    Ok((if suffix.rolls { Backgammon { turn: Turn::Roll, ..pos } } else { pos }, end))
}

fn read_suffix(text: &str, rest: Option<&str>, start: usize) -> Result<Suffix, BadPosition> {
    let mut suffix = Suffix::default();
    let mut offset = start;
    for part in rest.into_iter().flat_map(|rest| rest.split(':')) {
        let bad = |what: String| Err(BadPosition::at(text, offset, what));
        if part.len() == ids::MATCH_LENGTH && suffix.table.is_none() {
            let table = ids::read_match_id(part);
            suffix.table = Some(table.map_err(|bad| BadPosition::at(text, offset + bad.at, bad.what))?);
        } else if part == BLACK && !suffix.is_black {
            suffix.is_black = true;
        } else if part == ROLL && !suffix.rolls {
            suffix.rolls = true;
        } else if let Some(dice) = read_dice(part).filter(|_| suffix.dice.is_none()) {
            suffix.dice = Some(dice);
        } else {
            return bad(format!(
                "{part:?} is neither two dice such as 31, nor {BLACK:?}, nor {ROLL:?}, nor a Match ID of twelve \
                 characters, or a second one of them"
            ));
        }
        offset += part.len() + 1;
    }
    if suffix.table.is_some() && (suffix.dice.is_some() || suffix.is_black) {
        return Err(BadPosition::at(text, start, "a Match ID says the dice and the side to move itself"));
    }
    Ok(suffix)
}

fn read_dice(text: &str) -> Option<[u8; 2]> {
    let [a, b] = <[u8; 2]>::try_from(text.as_bytes()).ok()?.map(|digit| digit.wrapping_sub(b'0'));
    [a, b].iter().all(|die| (1..=6).contains(die)).then(|| [a.max(b), a.min(b)])
}

/// The position without a table: with dice to play, or before a roll.
fn with_dice(board: Board, side: Side, dice: Option<[u8; 2]>, stakes: Stakes) -> Result<Backgammon, String> {
    let turn = if dice.is_some() { Turn::Play } else { Turn::Roll };
    fitting(Backgammon { board, dice: dice.unwrap_or([0, 0]), side, turn, cube: Cube::CENTRED, stakes })
}

/// The position without a table under rules with a cube: nobody has doubled.
fn before_roll(board: Board, side: Side, stakes: Stakes) -> Backgammon {
    Backgammon { board, dice: [0, 0], side, turn: Turn::Roll, cube: Cube::CENTRED, stakes }.settled()
}

/// The position that a table's cube, dice and score go with.
fn seated(board: Board, table: &Table, rules: Stakes) -> Result<Backgammon, String> {
    let stakes = rules.of(table);
    let &Table { cube, side, turn, dice, .. } = table;
    let dice = [dice[0].max(dice[1]), dice[0].min(dice[1])];
    if stakes.is_crawford_game() && (cube != Cube::CENTRED || matches!(turn, Turn::Take | Turn::Answer)) {
        return Err("a double, and by the rules it is the Crawford game".to_owned());
    }
    if !stakes.has_cube() && (cube != Cube::CENTRED || matches!(turn, Turn::Take | Turn::Answer | Turn::Dropped)) {
        return Err("the cube was turned, and these rules have none; --rules cube=money has".to_owned());
    }
    let pos = Backgammon { board, dice, side, turn, cube, stakes };
    match turn {
        Turn::Take if !stakes.may_double(!side, cube) => {
            Err("a double by a side that does not own the cube".to_owned())
        }
        Turn::Answer if !stakes.has_beavers() => Err("a beaver; --rules cube=money,beavers=on knows them".to_owned()),
        Turn::Answer if cube.owner != Some(!side) => Err("a beaver by a side that does not own the cube".to_owned()),
        Turn::Choice if !pos.may_double() => fitting(Backgammon { turn: Turn::Roll, ..pos }),
        _ => fitting(pos),
    }
}

/// Refuses turns that do not go with the board: over is over.
fn fitting(pos: Backgammon) -> Result<Backgammon, String> {
    match (pos.turn, pos.winner_on_board()) {
        (Turn::Play, Some(_)) => Err("there are dice to play, and a side has borne all its checkers off".to_owned()),
        (Turn::Take | Turn::Answer | Turn::Dropped, Some(_)) => {
            Err("a double, and a side has borne all its checkers off".to_owned())
        }
        (Turn::Over, None) => Err("the game is said to be over, and both sides have checkers left".to_owned()),
        (Turn::Choice | Turn::Roll | Turn::Over, Some(_)) => Ok(Backgammon { turn: Turn::Over, ..pos }),
        _ => Ok(pos),
    }
}

/// The board with White's point numbers around it, and what is to be done.
pub(super) fn picture(pos: &Backgammon) -> String {
    let mut picture = String::new();
    draw(&mut picture, pos).expect("a string takes all that is written");
    picture
}

const ROWS: u8 = 5;

fn draw(out: &mut String, pos: &Backgammon) -> fmt::Result {
    writeln!(out, " 13 14 15 16 17 18     19 20 21 22 23 24")?;
    for row in 0..ROWS {
        let cell = |place| cell(&pos.board, place, row);
        write!(out, " {} |{}| {}", join(13..=18, cell), bar(&pos.board, Side::Second, row), join(19..=24, cell))?;
        writeln!(out, "{}", if row == 0 { beside(pos, Side::Second)? } else { String::new() })?;
    }
    writeln!(out)?;
    for row in (0..ROWS).rev() {
        let cell = |place| cell(&pos.board, place, row);
        let (left, right) = (join((7..=12).rev(), cell), join((1..=6).rev(), cell));
        write!(out, " {left} |{}| {right}", bar(&pos.board, Side::First, row))?;
        writeln!(out, "{}", if row == 0 { beside(pos, Side::First)? } else { String::new() })?;
    }
    writeln!(out, " 12 11 10  9  8  7      6  5  4  3  2  1")?;
    writeln!(out, "{}", next(pos))
}

fn join(places: impl Iterator<Item = u8>, cell: impl Fn(u8) -> String) -> String {
    places.map(cell).collect::<Vec<_>>().join(" ")
}

/// Two characters of a point: White's checkers are `X`, Black's `O`; the last row shows how many there are if there are
/// more than rows.
fn cell(board: &Board, point: u8, row: u8) -> String {
    let (white, black) = (board.count(Side::First, point), board.count(Side::Second, BAR - point));
    stack(white, 'X', row).or_else(|| stack(black, 'O', row)).unwrap_or_else(|| " .".to_owned())
}

fn bar(board: &Board, side: Side, row: u8) -> String {
    let letter = if side == Side::First { 'X' } else { 'O' };
    stack(board.count(side, BAR), letter, row).unwrap_or_else(|| "  ".to_owned())
}

fn stack(count: u8, letter: char, row: u8) -> Option<String> {
    if row + 1 == ROWS && count > ROWS {
        Some(format!("{count:>2}"))
    } else {
        (row < count).then(|| format!(" {letter}"))
    }
}

/// What is said of a side beside the board.
fn beside(pos: &Backgammon, side: Side) -> Result<String, fmt::Error> {
    let board = &pos.board;
    let letter = if side == Side::First { 'X' } else { 'O' };
    let name = Backgammon::SIDE_NAMES[side.index()];
    let mut text = format!("   {letter} {name}: {} pips", board.pips(side));
    match board.counts(side)[0] {
        0 => {}
        off => write!(text, ", {off} off")?,
    }
    if pos.stakes.length > 0 {
        write!(text, ", {} of {} points", pos.stakes.scores[side.index()], pos.stakes.length)?;
    }
    if pos.stakes.has_cube() && pos.cube.owner == Some(side) {
        write!(text, ", has the cube at {}", pos.cube.value())?;
    }
    Ok(text)
}

/// What is to be done, in words.
fn next(pos: &Backgammon) -> String {
    let name = Backgammon::SIDE_NAMES[pos.side.index()];
    let said = match pos.turn {
        Turn::Opening => "the opening roll is to come".to_owned(),
        Turn::Roll => format!("{name} is to roll"),
        Turn::Play => format!("{name} has rolled {}-{}", pos.dice[0], pos.dice[1]),
        Turn::Choice => format!("{name} may double or roll"),
        Turn::Take => format!("{name} is offered a double to {}", 2 * pos.cube.value()),
        Turn::Answer => format!("{name} is offered a beaver to {}", 2 * pos.cube.value()),
        Turn::Dropped => format!("{name} has dropped the double"),
        Turn::Over => "the game is over".to_owned(),
    };
    let crawford = if pos.stakes.is_crawford_game() { "; the Crawford game" } else { "" };
    format!("{said}{crawford}")
}
