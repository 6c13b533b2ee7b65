//! The fifty-two cards, one byte each.

use std::fmt;

/// A playing card: `suit * 13 + rank`, suits in the order C D H S, ranks from Ace (0) to King (12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// The rank letters, Ace first.
    pub const RANKS: &'static [u8; 13] = b"A23456789TJQK";
    /// The suit letters.
    pub const SUITS: &'static [u8; 4] = b"CDHS";

    /// The card of a suit (0..4) and a rank (0..13).
    #[inline]
    #[must_use]
    pub const fn new(suit: u8, rank: u8) -> Self {
        Self(suit * 13 + rank)
    }

    /// 0..4 for clubs, diamonds, hearts, spades.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// 0..13 from Ace to King.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// The number of the card, 0..52, for arrays by card.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card as people write it: `TD`, and also `td`, `10d` or `T♦`; `None` if that is not a rank and a suit.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(suit) = text.strip_prefix("10") {
            return Some(Self::new(Self::read_suit(suit)?, 9));
        }
        let mut letters = text.chars();
        let rank = Self::read_rank(letters.next()?)?;
        Some(Self::new(Self::read_suit(letters.as_str())?, rank))
    }

    /// The rank (0..13) of a letter, small or capital.
    #[must_use]
    pub fn read_rank(letter: char) -> Option<u8> {
        Self::RANKS.iter().position(|&rank| letter.eq_ignore_ascii_case(&(rank as char))).map(|rank| rank as u8)
    }

    /// The suit (0..4) of a letter or a picture, full or hollow, with or without the sign that says how to draw it.
    #[must_use]
    pub fn read_suit(text: &str) -> Option<u8> {
        match text.trim_end_matches(['\u{fe0e}', '\u{fe0f}']) {
            "C" | "c" | "♣" | "♧" => Some(0),
            "D" | "d" | "♦" | "♢" => Some(1),
            "H" | "h" | "♥" | "♡" => Some(2),
            "S" | "s" | "♠" | "♤" => Some(3),
            _ => None,
        }
    }

    /// All fifty-two, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (Self::RANKS[self.rank() as usize], Self::SUITS[self.suit() as usize]);
        write!(f, "{}{}", rank as char, suit as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
