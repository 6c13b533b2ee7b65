//! Polyglot opening books: entries of 16 bytes, found by a key that many programs share.
//!
//! An entry is four big-endian numbers: the position's key (8 bytes), a move (2), its weight (2), and what a program has
//! learned (4). Entries are sorted by key. The key is the exclusive or of published random numbers, one for each man on
//! its square, castling right, file of an en-passant capture, and for White to move. The format is Fabien Letouzey's, as
//! described at <http://hgm.nubati.net/book_format.html>; `polyglot_keys.txt` has its table Random64, the 781 numbers
//! in their order, checked by the nine keys published with it.
//!
//! One small difference: Polyglot counts a capture en passant as soon as a pawn stands ready for it, [`Chess`] only if it
//! is legal. So a position in which that pawn is pinned, right after the double step, is not found in a book.

use rand::RngExt;

use super::san::find_squares;
use super::{Chess, Kind, Move};
use crate::bitboard::Bits;
use crate::{MoveList, Position, Rng, Side};

/// Bytes of an entry.
const ENTRY: usize = 16;

/// Where the numbers of castling rights, en passant and the side to move begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

static NUMBERS: [u64; 781] = read_numbers(include_bytes!("polyglot_keys.txt"));

/// Reads numbers of 16 hexadecimal digits, each followed by a blank or a line end.
const fn read_numbers(text: &[u8]) -> [u64; 781] {
    let mut numbers = [0; 781];
    assert!(text.len() == 17 * numbers.len(), "the table has 781 numbers");
    let mut at = 0;
    while at < text.len() {
        let number = &mut numbers[at / 17];
        match text[at] {
            digit @ b'0'..=b'9' => *number = *number << 4 | (digit - b'0') as u64,
            digit @ b'a'..=b'f' => *number = *number << 4 | (digit - b'a' + 10) as u64,
            _ => assert!(at % 17 == 16, "numbers have 16 digits"),
        }
        at += 1;
    }
    numbers
}

/// The key of a position in Polyglot's books.
#[must_use]
pub fn key(pos: &Chess) -> u64 {
    let mut key = 0;
    for (order, kind) in Kind::ALL.into_iter().enumerate() {
        for side in Side::BOTH {
            // Black's men come before White's.
            let first = 64 * (2 * order + usize::from(side == Side::First));
            key = Bits(pos.of(side, kind)).fold(key, |key, square| key ^ NUMBERS[first + square as usize]);
        }
    }
    for side in Side::BOTH {
        for rook in Bits(pos.castling(side)) {
            let wing = usize::from((rook as usize) < pos.king(side));
            key ^= NUMBERS[CASTLING + 2 * side.index() + wing];
        }
    }
    if let Some(square) = pos.en_passant() {
        key ^= NUMBERS[EN_PASSANT + square % 8];
    }
    if pos.side() == Side::First {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

/// An entry as the file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position's [`key`].
    pub key: u64,
    /// The move: bits 0-2 the target's file, 3-5 its row, 6-11 the same of the origin, 12-14 what a pawn becomes (1
    /// knight, 2 bishop, 3 rook, 4 queen). Castling is the king onto its rook.
    pub mv: u16,
    /// How good the move is thought to be, beside the others of the position.
    pub weight: u16,
    /// What a program has learned; nothing here uses it.
    pub learn: u32,
}

/// Bytes that are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBook {
    /// Part of an entry at the end.
    #[error("a Polyglot book has entries of 16 bytes; {bytes} bytes are no whole number of them")]
    Size {
        /// The number of bytes.
        bytes: usize,
    },
    /// An entry whose key is below that of the entry before.
    #[error("entry {entry} of the book has a smaller key than the one before; a Polyglot book is sorted by key")]
    Unsorted {
        /// The entry, counted from 1.
        entry: usize,
    },
}

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<Entry>,
}

impl Book {
    /// Reads the bytes of a book.
    ///
    /// # Errors
    /// If they are no whole number of entries, or the entries are not sorted.
    pub fn read(bytes: &[u8]) -> Result<Self, BadBook> {
        let (chunks, []) = bytes.as_chunks::<ENTRY>() else { return Err(BadBook::Size { bytes: bytes.len() }) };
        let entries: Vec<Entry> = chunks.iter().map(Entry::read).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(before) => Err(BadBook::Unsorted { entry: before + 2 }),
            None => Ok(Self { entries }),
        }
    }

    /// The bytes of the book, as [`read`](Self::read) takes them.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// All entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The book's moves in a position with their weights, in the book's order. Entries that are no legal move (another
    /// position may share the key) are left out.
    #[must_use]
    pub fn moves(&self, pos: &Chess) -> Vec<(Move, u16)> {
        let wanted = key(pos);
        let first = self.entries.partition_point(|entry| entry.key < wanted);
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let of_position = self.entries[first..].iter().take_while(|entry| entry.key == wanted);
        of_position.filter_map(|entry| Some((entry.find(&list)?, entry.weight))).collect()
    }

    /// A move drawn by weight; `None` if the book has none, or only moves of weight 0, which are not to be played.
    #[must_use]
    pub fn pick(&self, pos: &Chess, rng: &mut Rng) -> Option<Move> {
        let moves = self.moves(pos);
        let sum: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if sum == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..sum);
        for (mv, weight) in moves {
            match drawn.checked_sub(u64::from(weight)) {
                Some(rest) => drawn = rest,
                None => return Some(mv),
            }
        }
        None
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY]) -> Self {
        let number = u128::from_be_bytes(*bytes);
        Self {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    fn to_bytes(self) -> [u8; ENTRY] {
        let number = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }

    /// The legal move that is meant.
    fn find(&self, list: &[Move]) -> Option<Move> {
        let square = |bits: u16| usize::from(bits & 63);
        let promoted = match self.mv >> 12 {
            0 => None,
            1 => Some(Kind::Knight),
            2 => Some(Kind::Bishop),
            3 => Some(Kind::Rook),
            4 => Some(Kind::Queen),
            _ => return None,
        };
        find_squares(list, square(self.mv >> 6), square(self.mv), promoted)
    }
}
