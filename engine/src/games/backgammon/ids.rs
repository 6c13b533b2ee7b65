//! The identifiers by which backgammon programs exchange positions: gnubg's Position ID and Match ID, and XG's XGID.
//!
//! A **Position ID** is 80 bits in 14 characters of base 64: for the side that is *not* on roll, then for the side on roll, a
//! one for each checker and a zero after each of 25 points (1 to 24, then the bar, as the side counts); bits fill
//! each byte from the lowest. A **Match ID** is 66 bits in 12 characters: cube, whose turn, dice, score. An **XGID** is the
//! board as White sees it in 26 letters, and nine numbers. (Layouts: the manuals of GNU Backgammon and of
//! eXtreme Gammon; here White is gnubg's player 1 and XG's X, Black is player 0 and O.)

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::board::{BAR, Board, CHECKERS, Counts, PLACES};
use super::cube::{Cube, Stakes};
use super::{Backgammon, Turn};
use crate::Side;

/// The characters of a Position ID.
pub const POSITION_LENGTH: usize = 14;
/// The characters of a Match ID.
pub const MATCH_LENGTH: usize = 12;

/// What is wrong with an identifier, and at which byte of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {}: {what}", at + 1)]
pub struct BadId {
    /// What is wrong, and what would be accepted.
    pub what: String,
    /// The byte, from 0.
    pub at: usize,
}

impl BadId {
    fn new(at: usize, what: impl Into<String>) -> Self {
        Self { what: what.into(), at }
    }
}

/// The Position ID of a board with `side` on roll.
#[must_use]
pub fn position_id(board: &Board, side: Side) -> String {
    let mut bits = Bits::default();
    for owner in [!side, side] {
        for point in 1..=BAR {
            bits.push(u32::from(board.count(owner, point)), |count| (1 << count) - 1, board.count(owner, point) + 1);
        }
    }
    STANDARD_NO_PAD.encode(&bits.bytes[..10])
}

/// The board with `side` on roll that a Position ID says.
///
/// # Errors
/// If it is not 14 characters of base 64, or no board of backgammon.
pub fn read_position_id(text: &str, side: Side) -> Result<Board, BadId> {
    let bytes: [u8; 10] = decode(text, POSITION_LENGTH, "a Position ID, such as 4HPwATDgc/ABMA,")?;
    let mut counts = [[0; PLACES]; 2];
    let mut bits = Reader { bytes: &bytes, next: 0 };
    for owner in [!side, side] {
        for point in 1..=BAR {
            while bits.take(1) == 1 {
                counts[owner.index()][point as usize] += 1;
            }
            if bits.next > 80 {
                return Err(BadId::new(0, "this Position ID has more checkers than fit its 80 bits"));
            }
        }
    }
    if bits.next < 80 && (bits.next..80).any(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1) {
        return Err(BadId::new(bits.next / 6, "this Position ID goes on after the last point of the side on roll"));
    }
    check_counts(counts).map_err(|what| BadId::new(0, what))?;
    Ok(Board::new(counts))
}

/// Whether there can be such a board; else the reason why not.
///
/// # Errors
/// More than fifteen checkers of a side, both sides on a point, no checkers at all, or both sides on the bar before closed
/// home boards, where nobody could have been hit last.
pub fn check_counts(counts: [Counts; 2]) -> Result<(), String> {
    let totals = counts.map(|side| side[1..].iter().map(|&count| u32::from(count)).sum::<u32>());
    for (total, name) in totals.into_iter().zip(["White", "Black"]) {
        if total > CHECKERS {
            return Err(format!("{name} has {total} checkers; a side has at most {CHECKERS}"));
        }
    }
    if totals == [0, 0] {
        return Err("there is no checker on the board; a side that has borne all off has won already".to_owned());
    }
    if let Some(point) = (1..25).find(|&point| counts[0][point] > 0 && counts[1][25 - point] > 0) {
        return Err(format!("both sides have checkers on White's point {point}, Black's {}", 25 - point));
    }
    let is_closed = |side: usize| (1..7).all(|point| counts[side][point] >= 2);
    if counts.iter().all(|side| side[BAR as usize] > 0) && is_closed(0) && is_closed(1) {
        return Err("both sides are on the bar before closed home boards: nobody can have been hit last".to_owned());
    }
    Ok(())
}

/// The bytes of `length` characters of base 64.
fn decode<const N: usize>(text: &str, length: usize, what: &str) -> Result<[u8; N], BadId> {
    let is_digit = |letter: char| letter.is_ascii_alphanumeric() || letter == '+' || letter == '/';
    if let Some((at, letter)) = text.char_indices().find(|&(_, letter)| !is_digit(letter)) {
        return Err(BadId::new(at, format!("{what} has letters, digits, + and /, not {letter:?}")));
    }
    if text.len() != length {
        return Err(BadId::new(text.len().min(length), format!("{what} has {length} characters, not {}", text.len())));
    }
    let mut bytes = [0; N];
    match STANDARD_NO_PAD.decode_slice(text, &mut bytes) {
        Ok(_) => Ok(bytes),
        Err(_) => Err(BadId::new(length - 1, format!("{what} has no bits left over: this last character has"))),
    }
}

/// Bits that fill bytes from the lowest.
#[derive(Default)]
struct Bits {
    bytes: [u8; 16],
    next: usize,
}

impl Bits {
    fn push(&mut self, value: u32, coded: impl Fn(u32) -> u32, width: u8) {
        self.put(coded(value), width);
    }

    fn put(&mut self, value: u32, width: u8) {
        for bit in 0..width {
            if value >> bit & 1 == 1 {
                self.bytes[self.next / 8] |= 1 << (self.next % 8);
            }
            self.next += 1;
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl Reader<'_> {
    /// The next `width` bits, the lowest first; zeros after the end.
    fn take(&mut self, width: u8) -> u32 {
        let mut value = 0;
        for bit in 0..width {
            let byte = self.bytes.get(self.next / 8).copied().unwrap_or(0);
            value |= u32::from(byte >> (self.next % 8) & 1) << bit;
            self.next += 1;
        }
        value
    }
}

/// gnubg's number of a side.
const fn player(side: Side) -> u32 {
    match side {
        Side::First => 1,
        Side::Second => 0,
    }
}

const fn side_of(player: u32) -> Side {
    if player == 1 { Side::First } else { Side::Second }
}

/// The state of a game in a Match ID.
const PLAYING: u32 = 1;
const OVER: u32 = 2;
const DROPPED: u32 = 4;
/// The owner of a cube that nobody owns.
const CENTRED: u32 = 3;

/// The Match ID of a position.
#[must_use]
pub fn match_id(pos: &Backgammon) -> String {
    let (turn, side) = (pos.turn, pos.side);
    let roller = if turn == Turn::Take { !side } else { side };
    let state = match turn {
        Turn::Dropped => DROPPED,
        Turn::Over => OVER,
        _ => PLAYING,
    };
    let mut bits = Bits::default();
    bits.put(u32::from(pos.cube.doublings), 4);
    bits.put(pos.cube.owner.map_or(CENTRED, player), 2);
    bits.put(player(roller), 1);
    bits.put(u32::from(pos.stakes.is_crawford_game()), 1);
    bits.put(state, 3);
    bits.put(player(side), 1);
    bits.put(u32::from(matches!(turn, Turn::Take | Turn::Answer)), 1);
    bits.put(0, 2);
    bits.put(u32::from(pos.dice[0]), 3);
    bits.put(u32::from(pos.dice[1]), 3);
    bits.put(u32::from(pos.stakes.length), 15);
    for owner in [Side::Second, Side::First] {
        bits.put(u32::from(pos.stakes.scores[owner.index()]), 15);
    }
    STANDARD_NO_PAD.encode(&bits.bytes[..9])
}

/// What a Match ID says, or an XGID besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) cube: Cube,
    pub(super) side: Side,
    pub(super) turn: Turn,
    pub(super) dice: [u8; 2],
    pub(super) length: u8,
    pub(super) scores: [u8; 2],
    pub(super) is_crawford: bool,
}

impl Table {
    /// Refuses what cannot be.
    fn checked(self) -> Result<Self, String> {
        if self.cube.doublings > Cube::MOST_DOUBLINGS {
            return Err(format!("the cube is turned {} times; 64, six times, is the most", self.cube.doublings));
        }
        if self.cube.doublings > 0 && self.cube.owner.is_none() {
            return Err(format!("the cube shows {} and nobody owns it", self.cube.value()));
        }
        if self.length > super::Options::MAX_LENGTH {
            return Err(format!("a match to {}; the longest is to {}", self.length, super::Options::MAX_LENGTH));
        }
        let [white, black] = self.scores;
        if self.length > 0 && white.max(black) >= self.length {
            return Err(format!("a score of {white}-{black} in a match to {}, which is over", self.length));
        }
        if self.length == 0 && (self.scores != [0, 0] || self.is_crawford) {
            return Err("a score or the Crawford game without a match; its length is 0".to_owned());
        }
        if self.is_crawford && white.max(black) + 1 != self.length {
            return Err(format!("the Crawford game at {white}-{black} in a match to {}", self.length));
        }
        if self.is_crawford && (self.cube != Cube::CENTRED || matches!(self.turn, Turn::Take | Turn::Answer)) {
            return Err("a double in the Crawford game".to_owned());
        }
        Ok(self)
    }
}

/// Reads a Match ID.
pub(super) fn read_match_id(text: &str) -> Result<Table, BadId> {
    let bytes: [u8; 9] = decode(text, MATCH_LENGTH, "a Match ID, such as cAkAAAAAAAAA,")?;
    let bad = |what: &str| BadId::new(0, format!("this Match ID has {what}"));
    let mut bits = Reader { bytes: &bytes, next: 0 };
    let doublings = bits.take(4) as u8;
    let owner = match bits.take(2) {
        CENTRED => None,
        player @ (0 | 1) => Some(side_of(player)),
        other => return Err(bad(&format!("owner {other} of the cube; 0, 1 and 3 (nobody) are known"))),
    };
    let roller = side_of(bits.take(1));
    let is_crawford = bits.take(1) == 1;
    let state = bits.take(3);
    let side = side_of(bits.take(1));
    let is_doubled = bits.take(1) == 1;
    if bits.take(2) != 0 {
        return Err(bad("a resignation under way, which is not played here"));
    }
    let dice = [bits.take(3) as u8, bits.take(3) as u8];
    let length = bits.take(15);
    let [black, white] = [bits.take(15), bits.take(15)];
    let turn = match (state, is_doubled, dice) {
        (DROPPED, _, _) => Turn::Dropped,
        (OVER, _, _) => Turn::Over,
        (PLAYING, true, _) if side == roller => Turn::Answer,
        (PLAYING, true, _) => Turn::Take,
        (PLAYING, false, [0, 0]) => Turn::Choice,
        (PLAYING, false, _) => Turn::Play,
        _ => return Err(bad(&format!("game state {state}; 1 (playing), 2 (over) and 4 (dropped) are known"))),
    };
    let dice = if turn == Turn::Play { dice } else { [0, 0] };
    if turn == Turn::Play && dice.iter().any(|die| !(1..=6).contains(die)) {
        return Err(bad(&format!("dice {} and {}; they go from 1 to 6", dice[0], dice[1])));
    }
    let small = |number: u32| u8::try_from(number).map_err(|_| bad(&format!("a score or length of {number}")));
    let (length, scores) = (small(length)?, [small(white)?, small(black)?]);
    let table = Table { cube: Cube { doublings, owner }, side, turn, dice, length, scores, is_crawford };
    table.checked().map_err(|what| bad(&what))
}

/// Reads an XGID, with or without `XGID=` before it: the board and what is said besides.
pub(super) fn read_xgid(text: &str) -> Result<(Board, Table), BadId> {
    let body = text.strip_prefix("XGID=").unwrap_or(text);
    let offset = text.len() - body.len();
    let fields: Vec<&str> = body.split(':').collect();
    let starts: Vec<usize> = fields
        .iter()
        .scan(offset, |next, field| {
            let at = *next;
            *next += field.len() + 1;
            Some(at)
        })
        .collect();
    if fields.len() < 9 {
        let what = format!("an XGID has a board and nine numbers behind colons, not {} parts", fields.len());
        return Err(BadId::new(text.len(), what));
    }
    let counts = read_letters(fields[0]).map_err(|bad| BadId::new(bad.at + offset, bad.what))?;
    check_counts(counts).map_err(|what| BadId::new(offset, what))?;
    let number = |index: usize, least: i32, most: i32| {
        let value = fields[index].trim().parse::<i32>().ok().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| {
            BadId::new(starts[index], format!("{:?} is not a number from {least} to {most}", fields[index]))
        })
    };
    let doublings = number(1, 0, i32::from(Cube::MOST_DOUBLINGS))? as u8;
    let owner = match number(2, -1, 1)? {
        0 => None,
        player => Some(side_of(u32::from(player == 1))),
    };
    let mover = side_of(u32::from(number(3, -1, 1)? == 1));
    let (side, turn, dice) = read_xg_dice(fields[4].trim(), mover).ok_or_else(|| {
        let what =
            format!("{:?} are no dice: two digits from 1 to 6, 00 before the roll, D for a double offered", fields[4]);
        BadId::new(starts[4], what)
    })?;
    let length = number(8, 0, i32::from(super::Options::MAX_LENGTH))? as u8;
    let scores = [number(5, 0, 255)? as u8, number(6, 0, 255)? as u8];
    let flag = number(7, 0, 3)?;
    let scores = if length == 0 { [0, 0] } else { scores };
    let table = Table {
        cube: Cube { doublings, owner },
        side,
        turn,
        dice,
        length,
        scores,
        is_crawford: length > 0 && flag == 1,
    };
    let table = table.checked().map_err(|what| BadId::new(offset, format!("this XGID has {what}")))?;
    Ok((Board::new(counts), table))
}

fn read_xg_dice(text: &str, mover: Side) -> Option<(Side, Turn, [u8; 2])> {
    match text {
        "00" => Some((mover, Turn::Choice, [0, 0])),
        // A double is offered to the other side.
        "D" => Some((!mover, Turn::Take, [0, 0])),
        "B" => Some((mover, Turn::Answer, [0, 0])),
        _ => {
            let [a, b] = <[u8; 2]>::try_from(text.as_bytes()).ok()?.map(|digit| digit.wrapping_sub(b'0'));
            let fits = [a, b].iter().all(|die| (1..=6).contains(die));
            fits.then_some((mover, Turn::Play, [a, b]))
        }
    }
}

/// The 26 letters of an XGID's board: Black's bar, White's points 1 to 24, White's bar; capitals are White's.
fn read_letters(text: &str) -> Result<[Counts; 2], BadId> {
    if text.chars().count() != PLACES {
        let what = format!("the board of an XGID has {PLACES} letters, not {}", text.chars().count());
        return Err(BadId::new(text.len().min(PLACES), what));
    }
    let mut counts = [[0; PLACES]; 2];
    for (place, (at, letter)) in text.char_indices().enumerate() {
        match letter {
            '-' => {}
            'A'..='O' => counts[0][place] = letter as u8 - b'A' + 1,
            'a'..='o' => counts[1][PLACES - 1 - place] = letter as u8 - b'a' + 1,
            _ => {
                return Err(BadId::new(at, format!("{letter:?} is no number of checkers: A to O, a to o, - for none")));
            }
        }
    }
    if counts[0][0] > 0 || counts[1][0] > 0 {
        return Err(BadId::new(0, "White's checkers on Black's bar, or Black's on White's"));
    }
    Ok(counts)
}

impl Stakes {
    /// What a table says, under the rules that these stakes come from.
    pub(super) fn of(self, table: &Table) -> Self {
        if table.length > 0 { self.in_match(table.length, table.scores, table.is_crawford) } else { self }
    }
}
