//! Moves as players write them: the first and the last square where that is enough, and a tolerant reader.
//!
//! [`Checkers::pdn`] writes `9-13` and `7x32`, and the whole path, `10x17x26`, where another move has the same ends. The
//! reader behind [`Position::find_move`] takes both, paths with squares left out in between, `-` and `:` for jumps too,
//! zeros in front (`09-13`) and marks behind (`!`, `?`, `*`). Paths that lead to the same position count as one; a text
//! that still means several moves is refused with their full forms.
//!
//! [`Position::find_move`]: crate::Position::find_move

use super::board::number_of;
use super::{Checkers, Move};
use crate::{IllegalMove, MoveList, Position};

impl Checkers {
    /// A legal move as PDN files have it: short, or in full where that would mean another move too.
    #[must_use]
    pub fn pdn(&self, mv: Move) -> String {
        let list = legal(self);
        let is_alone = list.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count() == 1;
        if is_alone { mv.short() } else { mv.to_string() }
    }
}

fn legal(pos: &Checkers) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// The squares that a text names, and whether it says that something is jumped.
fn read(text: &str) -> Option<(Vec<u32>, bool)> {
    let body = text.trim().trim_end_matches(['!', '?', '*']);
    let mut is_jump = false;
    let mut squares = Vec::new();
    for (index, part) in body.split(['-', 'x', 'X', ':', '×']).enumerate() {
        if part.is_empty() || part.len() > 2 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        is_jump |= index > 0 && body.contains(['x', 'X', ':', '×']);
        squares.push(part.parse().ok()?);
    }
    (squares.len() >= 2).then_some((squares, is_jump))
}

/// Whether a move begins and ends where the text says and passes its other squares in their order.
fn fits(mv: Move, squares: &[u32]) -> bool {
    let ends = [squares[0], squares[squares.len() - 1]];
    if [number_of(mv.from()), number_of(mv.to())] != ends {
        return false;
    }
    let mut wanted = squares.iter().peekable();
    for bit in mv.path() {
        wanted.next_if(|&&number| number == number_of(bit));
    }
    // A short text has used up its last square if the path passes it twice; the ends are right all the same.
    wanted.peek().is_none()
}

pub(super) fn find_move(pos: &Checkers, text: &str) -> Result<Move, IllegalMove> {
    let list = legal(pos);
    let refused = || IllegalMove::new(text.trim(), &list);
    let (squares, is_jump) = read(text).ok_or_else(refused)?;
    let is_meant = |mv: &&Move| fits(**mv, &squares) && (!is_jump || mv.is_jump());
    let meant: Vec<Move> = list.iter().filter(is_meant).copied().collect();
    // Written in full it means itself, whatever else it could be short for.
    let exact = |mv: &&Move| mv.path().map(number_of).eq(squares.iter().copied());
    if let Some(&mv) = meant.iter().find(exact) {
        return Ok(mv);
    }
    let Some(&first) = meant.first() else { return Err(refused()) };
    if meant.iter().all(|&mv| pos.play(mv) == pos.play(first)) {
        return Ok(first);
    }
    let all: Vec<String> = meant.iter().map(ToString::to_string).collect();
    Err(IllegalMove { text: text.trim().to_owned(), legal: format!("it may mean {}", all.join(" or ")) })
}
