//! FORCE 3 positions as text and as pictures.
//!
//! `x.o/._./o.. x b1` has three fields. The board: three rows from the top, which is rank 3, with `x` and `o` for
//! pawns, `.` for a free tile and `_` for the hole; what is in hand follows, since each side has three pawns. The side
//! to move: `x` moves first in a game. The square the hole stood on before the last ply if that ply was a slide, else
//! `-` (always so under `ban=none`).
//!
//! Pending lines (`slide=mover_only`, `both=continue`) show on the board. Spaces are free, so that
//! [`force3!`](crate::force3!) can draw. The rules are not part of the text.

use std::fmt;

use super::board::{REACH, Square, Squares};
use super::{Ban, Force3, NO_SLIDE, Options, PAWNS};
use crate::BadPosition;
use crate::score::Side;

/// The text form in a line, for `fort games`.
pub(super) const TEXT_FORM: &str = "x.o/._./o.. x b1: rows from the top (. free tile, _ hole), side to move, \
     square the hole stood on before the last ply if that was a slide, else -";

/// A position drawn in a test or an example, by default under the standard rules.
///
/// ```
/// use engine::{Position, force3};
///
/// let pos = force3!("x . o / . _ . / o . x  x b3", "ban=position");
/// assert_eq!(pos.to_string(), "x.o/._./o.x x b3");
/// assert!(pos.find_move("b3-b2").is_err());
/// ```
///
/// # Panics
/// If the text is not a position, or the options are none.
#[macro_export]
macro_rules! force3 {
    ($position:expr) => {
        $crate::force3!($position, "")
    };
    ($position:expr, $options:expr) => {{
        let options: $crate::games::force3::Options = $options.parse().expect("options of FORCE 3");
        <$crate::games::force3::Force3 as $crate::Node>::parse($position, &options).expect("a position of FORCE 3")
    }};
}

/// The letters of the sides.
const LETTERS: [char; 2] = ['x', 'o'];

impl fmt::Display for Force3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..3).rev() {
            for file in 0..3 {
                write!(f, "{}", letter(self, rank * 3 + file))?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{} ", LETTERS[self.side.index()])?;
        match self.before() {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        }
    }
}

/// What stands on square `index`.
fn letter(pos: &Force3, index: usize) -> char {
    let side = Side::BOTH.into_iter().find(|&side| pos.pawns(side) >> index & 1 == 1);
    match side {
        Some(side) => LETTERS[side.index()],
        None if index == pos.hole.index() => '_',
        None => '.',
    }
}

/// The board with its tiles in brackets, what is in hand, and where the hole came from.
pub(super) fn picture(pos: &Force3) -> String {
    let mut lines = Vec::new();
    for rank in (0..3_usize).rev() {
        let tile = |file: usize| match letter(pos, rank * 3 + file) {
            '_' => "   ".to_owned(),
            '.' => "[ ]".to_owned(),
            pawn => format!("[{pawn}]"),
        };
        lines.push(format!("{} {}{}{}", rank + 1, tile(0), tile(1), tile(2)));
    }
    lines.push("   a  b  c".to_owned());
    let [x, o] = Side::BOTH.map(|side| pos.hand(side));
    lines.push(format!("in hand: x {x}, o {o}; {} to move", LETTERS[pos.side.index()]));
    if let Some(before) = pos.before() {
        lines.push(format!("the hole has just come from {before}"));
    }
    lines.join("\n")
}

/// A reader of positions: the text and the byte it stands at.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// The next character that is no space, with its byte offset; nothing is taken.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// What is wrong with the character that comes next.
    fn error<T>(&mut self, wanted: &str) -> Result<T, BadPosition> {
        let found = self.peek().map_or("the end of the text".to_owned(), |c| format!("{c:?}"));
        Err(BadPosition::at(self.text, self.at, format!("expected {wanted}, found {found}")))
    }

    fn wrong<T>(&self, at: usize, what: impl Into<String>) -> Result<T, BadPosition> {
        Err(BadPosition::at(self.text, at, what))
    }

    fn board(&mut self) -> Result<([Squares; 2], Square), BadPosition> {
        let mut pawns: [Squares; 2] = [0; 2];
        let mut hole = None;
        for index in [6, 7, 8, 3, 4, 5, 0, 1, 2] {
            let next = self.peek();
            let bit = 1 << index;
            match next {
                Some('.') => {}
                Some('_') if hole.is_some() => return self.wrong(self.at, "a second hole; a board has one"),
                Some('_') => hole = Square::new(index),
                Some(letter @ ('x' | 'o')) => {
                    let own = &mut pawns[usize::from(letter == 'o')];
                    *own |= bit;
                    if own.count_ones() > PAWNS {
                        return self.wrong(self.at, format!("a fourth {letter}; each side has three pawns"));
                    }
                }
                _ => return self.error("a square: x, o, . (free tile) or _ (hole)"),
            }
            self.take();
            if [8, 5].contains(&index) {
                if self.peek() != Some('/') {
                    return self.error("\"/\" after three squares");
                }
                self.take();
            }
        }
        match hole {
            Some(hole) => Ok((pawns, hole)),
            None => self.wrong(self.at, "the board has no hole; write it _"),
        }
    }

    fn side(&mut self) -> Result<Side, BadPosition> {
        let side = match self.peek() {
            Some('x') => Side::First,
            Some('o') => Side::Second,
            _ => return self.error("the side to move: x or o"),
        };
        self.take();
        Ok(side)
    }

    fn before(&mut self, hole: Square, ban: Ban) -> Result<u8, BadPosition> {
        const WANTED: &str = "the square the hole stood on before the last ply, such as b1, or - if that was no slide";
        let start = self.peek().map_or(self.text.len(), |_| self.at);
        if self.peek() == Some('-') {
            self.take();
            return Ok(NO_SLIDE);
        }
        let Some(square) = self.text.get(start..start + 2).and_then(Square::read) else {
            return self.error(WANTED);
        };
        self.at += 2;
        if ban == Ban::None {
            return self.wrong(start, "under ban=none no slide is remembered; write -");
        }
        if REACH[hole.index()] & square.bit() == 0 {
            return self.wrong(
                start,
                format!(
                    "no slide took the hole from {square} to {hole}, which must be two squares of one rank or file; \
                     write - if the last ply was no slide"
                ),
            );
        }
        Ok(square.index() as u8)
    }
}

/// Reads what `Display` printed.
pub(super) fn parse(text: &str, options: Options) -> Result<Force3, BadPosition> {
    let mut reader = Reader { text, at: 0 };
    let (pawns, hole) = reader.board()?;
    let side = reader.side()?;
    let before = reader.before(hole, options.ban)?;
    if reader.peek().is_some() {
        return reader.error("nothing more");
    }
    let (own, rival) = (pawns[side.index()], pawns[(!side).index()]);
    Ok(Force3 { own, rival, hole, before, side, options })
}
