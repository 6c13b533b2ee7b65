//! Moves as people write them: standard algebraic notation (SAN) out, and a tolerant reader in.
//!
//! [`Chess::san`] writes what the PGN standard asks for: the man's letter, as much of where it comes from as tells it
//! from other *legal* moves, `x`, the target, what a pawn becomes, `+` or `#`. The reader behind [`Position::find_move`]
//! takes UCI's texts, castling as the king's way or as the king onto its rook, and everything like SAN that means one
//! legal move only: `0-0`, a missing or needless `x`, `+` or `#`, `e8Q`, `e8=Q`, `e8(Q)`, `e.p.`, `!?`, `Ng1-f3`, `Ngf3`
//! where `Nf3` would do. A text that means more than one is refused with a list of what it may mean.
//!
//! [`Position::find_move`]: crate::Position::find_move

use super::moves::{Move, Special, square_name, square_of};
use super::{Chess, Kind};
use crate::{IllegalMove, MoveList, Position};

impl Chess {
    /// A legal move in standard algebraic notation, such as `Nbd2`, `exd8=Q#`, `O-O-O+`.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = match mv.special() {
            Special::Castling => wing_of(mv).text().to_owned(),
            _ if mv.piece() == Kind::Pawn => pawn_text(mv),
            _ => self.man_text(mv),
        };
        let next = self.play(mv);
        if next.is_check() {
            text.push(if next.has_moves() { '+' } else { '#' });
        }
        text
    }

    /// The move of a man that is no pawn.
    fn man_text(&self, mv: Move) -> String {
        let letter = mv.piece().letter().to_ascii_uppercase();
        let takes = if mv.captured().is_some() { "x" } else { "" };
        format!("{letter}{}{takes}{}", self.origin(mv), square_name(mv.to()))
    }

    /// As much of the square a man comes from as no other man of its kind shares that could go to the same square.
    fn origin(&self, mv: Move) -> String {
        // Castling is no rival: a king has none.
        let is_rival =
            |other: &&Move| other.piece() == mv.piece() && other.to() == mv.to() && other.from() != mv.from();
        let list = legal(self);
        let rivals: Vec<usize> = list.iter().filter(is_rival).map(|other| other.from()).collect();
        let name = square_name(mv.from());
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|from| from % 8 != mv.from() % 8) {
            name[..1].to_owned()
        } else if rivals.iter().all(|from| from / 8 != mv.from() / 8) {
            name[1..].to_owned()
        } else {
            name
        }
    }
}

fn pawn_text(mv: Move) -> String {
    let mut text = square_name(mv.from());
    text.truncate(1);
    if mv.captured().is_some() {
        text.push('x');
    } else {
        text.clear();
    }
    text.push_str(&square_name(mv.to()));
    if let Some(kind) = mv.promoted() {
        text.push('=');
        text.push(kind.letter().to_ascii_uppercase());
    }
    text
}

fn legal(pos: &Chess) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// The side of the king on which the rook stands that it castles with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

impl Wing {
    const fn text(self) -> &'static str {
        match self {
            Self::King => "O-O",
            Self::Queen => "O-O-O",
        }
    }

    /// The wing of a castling written with letters or with digits.
    fn read(text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" | "o-o" | "OO" => Some(Self::King),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" => Some(Self::Queen),
            _ => None,
        }
    }
}

/// The wing on which a move castles.
const fn wing_of(mv: Move) -> Wing {
    if mv.to() > mv.from() { Wing::King } else { Wing::Queen }
}

/// What a text in algebraic notation says of a move; what it leaves out is `None`.
enum Written {
    Castling(Wing),
    Man {
        /// Which man; `None` where a text gives two squares and no letter.
        kind: Option<Kind>,
        file: Option<usize>,
        row: Option<usize>,
        to: usize,
        promoted: Option<Kind>,
    },
}

impl Written {
    fn read(text: &str) -> Option<Self> {
        let text = without_remarks(text);
        if let Some(wing) = Wing::read(text) {
            return Some(Self::Castling(wing));
        }
        let (text, promoted) = split_promotion(text);
        let (letter, squares) = match text.chars().next()? {
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => (Kind::of_letter(letter), &text[1..]),
            _ => (None, text),
        };
        let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
        let to = square_of(to)?;
        let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
        let (file, row) = match *from.as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [row @ b'1'..=b'8'] => (None, Some(row - b'1')),
            [file @ b'a'..=b'h', row @ b'1'..=b'8'] => (Some(file - b'a'), Some(row - b'1')),
            _ => return None,
        };
        let (mut file, row) = (file.map(usize::from), row.map(usize::from));
        // Without a letter a pawn is meant, unless the text names both squares.
        let kind = letter.or(if from.len() == 2 { None } else { Some(Kind::Pawn) });
        if kind == Some(Kind::Pawn) && file.is_none() {
            // A pawn's move without a file is straight ahead: `e4` is never `dxe4`.
            file = Some(to % 8);
        }
        Some(Self::Man { kind, file, row, to, promoted })
    }

    /// Whether a legal move may be meant.
    fn may_be(&self, mv: Move) -> bool {
        match *self {
            Self::Castling(wing) => mv.special() == Special::Castling && wing_of(mv) == wing,
            Self::Man { kind, file, row, to, promoted } => {
                mv.special() != Special::Castling
                    && mv.to() == to
                    && kind.is_none_or(|kind| mv.piece() == kind)
                    && file.is_none_or(|file| mv.from() % 8 == file)
                    && row.is_none_or(|row| mv.from() / 8 == row)
                    && (promoted.is_none() || mv.promoted() == promoted)
            }
        }
    }
}

/// The text without what follows a move and says nothing about which it is: `+`, `#`, `!`, `?`, `e.p.`.
fn without_remarks(text: &str) -> &str {
    let mut rest = text;
    loop {
        let bare = rest.trim_end_matches(['+', '#', '!', '?', ' ']);
        let bare = bare.strip_suffix("e.p.").or_else(|| bare.strip_suffix("ep")).unwrap_or(bare);
        if bare.len() == rest.len() {
            return rest;
        }
        rest = bare;
    }
}

/// Splits off what a pawn becomes: `=Q`, `(Q)`, `/Q` or `Q`, large or small.
fn split_promotion(text: &str) -> (&str, Option<Kind>) {
    let (inner, is_closed) = match text.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let Some(letter) = inner.chars().next_back() else { return (text, None) };
    let Some(kind) = Kind::PROMOTIONS.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase()) else {
        return (text, None);
    };
    let before = &inner[..inner.len() - 1];
    let before = if is_closed { before.strip_suffix('(') } else { before.strip_suffix(['=', '/']).or(Some(before)) };
    before.map_or((text, None), |before| (before, Some(kind)))
}

/// The legal move that a text names, in UCI's form or in algebraic notation.
pub(super) fn find_move(pos: &Chess, text: &str) -> Result<Move, IllegalMove> {
    let wanted = text.trim();
    let list = legal(pos);
    if let Some(mv) = find_uci(&list, wanted) {
        return Ok(mv);
    }
    let Some(written) = Written::read(wanted) else { return Err(IllegalMove::new(wanted, &list)) };
    let mut meant = list.iter().copied().filter(|&mv| written.may_be(mv));
    match (meant.next(), meant.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(IllegalMove::new(wanted, &list)),
        (Some(first), Some(second)) => {
            let texts: Vec<String> = [first, second].into_iter().chain(meant).map(|mv| pos.san(mv)).collect();
            let legal = format!("it is ambiguous and may mean {}", texts.join(" "));
            Err(IllegalMove { text: wanted.to_owned(), legal })
        }
    }
}

/// The move of a text such as `e2e4` or `e7e8q`.
fn find_uci(list: &[Move], text: &str) -> Option<Move> {
    let (from, to) = (square_of(text.get(..2)?)?, square_of(text.get(2..4)?)?);
    let promoted = match text.get(4..)? {
        "" => None,
        letter => Some(Kind::PROMOTIONS.into_iter().find(|kind| letter.chars().eq([kind.letter()]))?),
    };
    find_squares(list, from, to, promoted)
}

/// The move between two squares. Castling is found by the king's target and by its rook's square; a plain move of the
/// king that is written alike comes first, as in Chess960 it does in what [`Move`] prints.
pub(super) fn find_squares(list: &[Move], from: usize, to: usize, promoted: Option<Kind>) -> Option<Move> {
    let is_castling = |mv: &Move| mv.special() == Special::Castling;
    let find = |is_meant: &dyn Fn(&Move) -> bool| {
        list.iter().copied().find(|mv| mv.from() == from && mv.promoted() == promoted && is_meant(mv))
    };
    find(&|mv| !is_castling(mv) && mv.to() == to)
        .or_else(|| find(&|mv| is_castling(mv) && mv.to() == to))
        .or_else(|| find(&|mv| is_castling(mv) && mv.lands() == to && from != to))
}
