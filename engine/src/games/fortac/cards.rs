//! The twelve cards, and multisets of them: hands, the deck, the discards.
//!
//! [`Cards`] packs a count for each card into four bits of a word, in the order of the deck list, so that equal
//! multisets are equal words. No card has more than four copies, which leaves every fourth bit free: sums, comparisons
//! and the search for the n-th card work on all twelve counts at once and never carry from one into the next.
//!
//! Next: [`super::moves`] for what a card lets a man do, [`super::draw`] for the chance of drawing it.

use std::fmt;

/// A kind of card, in the order of the deck list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Card {
    /// One step along a row or column.
    Hop,
    /// One step along a diagonal.
    Skip,
    /// Over one man to the empty space right behind it.
    Jump,
    /// Swap places with an adjacent man.
    Trade,
    /// Swap places with a man that is not adjacent.
    Switch,
    /// As the rook in chess, over empty spaces.
    Rook,
    /// One step in any direction.
    King,
    /// As the knight in chess.
    Horse,
    /// As the bishop in chess, over empty spaces.
    Bishop,
    /// To any empty corner.
    Zip,
    /// To any empty space that is no corner.
    Zap,
    /// Into a neighbouring man, pushing on one or two men in line.
    Push,
}

impl Card {
    /// All twelve, in order.
    pub const ALL: [Self; 12] = [
        Self::Hop,
        Self::Skip,
        Self::Jump,
        Self::Trade,
        Self::Switch,
        Self::Rook,
        Self::King,
        Self::Horse,
        Self::Bishop,
        Self::Zip,
        Self::Zap,
        Self::Push,
    ];

    /// The names as they are written in texts, in order.
    pub const NAMES: [&'static str; 12] =
        ["hop", "skip", "jump", "trade", "switch", "rook", "king", "horse", "bishop", "zip", "zap", "push"];

    /// The card's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The card with this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|&other| other == name).map(|index| Self::ALL[index])
    }

    /// Whether the card swaps two men, and may so swap two of one's own, which changes nothing.
    #[must_use]
    pub const fn is_swap(self) -> bool {
        matches!(self, Self::Trade | Self::Switch)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A multiset of cards, at most four of a kind: bits `4k..4k+3` count the card number `k`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards(u64);

/// The lowest bit of each of the twelve counts.
const ONES: u64 = 0x1111_1111_1111;
/// The lowest bit of each of six bytes, two counts a byte.
const BYTES: u64 = 0x0101_0101_0101;

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);
    /// The whole deck of forty.
    pub const DECK: Self = Self(0x4224_4224_4444);

    /// The bits, 48 of them; different multisets have different bits.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The number of copies of `card`.
    #[inline]
    #[must_use]
    pub const fn copies(self, card: Card) -> u32 {
        (self.0 >> (4 * card as u32)) as u32 & 0xF
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        (self.running() >> 40) as u32 & 0xFF
    }

    /// Whether there is no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One copy of `card` more; there must be less than four.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 + (1 << (4 * card as u32)))
    }

    /// One copy of `card` less; there must be one.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 - (1 << (4 * card as u32)))
    }

    /// All cards but those of `other`, which must be [contained](Self::contains).
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Whether there are as many copies of each card as in `other`, or more.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        const FREE: u64 = ONES << 3;
        ((self.0 | FREE) - other.0) & FREE == FREE
    }

    /// The different cards, in order.
    #[inline]
    #[must_use]
    pub fn kinds(self) -> Kinds {
        Kinds((self.0 | self.0 >> 1 | self.0 >> 2) & ONES)
    }

    /// The number of ways to pick `hand` out of these cards if every single card can be told from the others.
    #[must_use]
    pub fn ways(self, hand: Self) -> u32 {
        hand.kinds().map(|card| choose(self.copies(card), hand.copies(card))).product()
    }

    /// The card number `index` when all copies are laid out in order; `index` must be below the number of cards.
    ///
    /// A draw is this with a random index. No loop: the running sums of six pairs of kinds are compared with the index
    /// at once, and then the two kinds of one pair.
    #[inline]
    #[must_use]
    pub const fn nth(self, index: u32) -> Card {
        const HIGH: u64 = BYTES << 7;
        let running = self.running();
        let above = ((running | HIGH) - (index as u64 + 1) * BYTES) & HIGH;
        let shift = above.trailing_zeros() & !7;
        let before = ((running << 8) >> shift) as u32 & 0xFF;
        let of_first = (self.0 >> shift) as u32 & 0xF;
        let kind = shift / 4 + (index - before >= of_first) as u32;
        Card::ALL[kind as usize]
    }

    /// Byte by byte the number of cards of the first two kinds, of the first four, and so on to all twelve.
    #[inline]
    const fn running(self) -> u64 {
        const LOW: u64 = BYTES * 0xF;
        let pairs = (self.0 & LOW) + (self.0 >> 4 & LOW);
        pairs.wrapping_mul(BYTES) & (BYTES * 0xFF)
    }

    /// Reads what `Display` wrote: names joined by `+`, a digit before a name for several copies, `-` for no cards.
    ///
    /// # Errors
    /// What is wrong, and at which byte of `text`.
    pub fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut cards = Self::NONE;
        if text == "-" {
            return Ok(cards);
        }
        let mut at = 0;
        for part in text.split('+') {
            let (copies, name) = match part.as_bytes().first() {
                Some(&digit @ b'1'..=b'4') => (digit - b'0', &part[1..]),
                _ => (1, part),
            };
            let Some(card) = Card::read(name) else {
                let form = "written are \"-\" for none, or names joined by \"+\", such as 2hop+zip, of";
                return Err((at, format!("{part:?} is no card; {form}: {}", Card::NAMES.join(" "))));
            };
            for _ in 0..copies {
                if cards.copies(card) == Self::DECK.copies(card) {
                    return Err((at, format!("there are only {} cards {card}", Self::DECK.copies(card))));
                }
                cards = cards.with(card);
            }
            at += part.len() + 1;
        }
        Ok(cards)
    }
}

/// `n` over `k`, for the few copies of a card.
const fn choose(n: u32, k: u32) -> u32 {
    match k {
        0 => 1,
        _ if n == 0 => 0,
        _ => choose(n - 1, k - 1) * n / k,
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (index, card) in self.kinds().enumerate() {
            f.write_str(if index == 0 { "" } else { "+" })?;
            match self.copies(card) {
                1 => write!(f, "{card}")?,
                copies => write!(f, "{copies}{card}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The different cards of a multiset, in order.
#[derive(Clone, Debug)]
pub struct Kinds(u64);

impl Iterator for Kinds {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() / 4;
        self.0 &= self.0 - 1;
        Some(Card::ALL[index as usize])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Kinds {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_is_the_list_of_the_rules() {
        assert_eq!(Cards::DECK.len(), 40);
        let copies = Card::ALL.map(|card| Cards::DECK.copies(card));
        assert_eq!(copies, [4, 4, 4, 4, 4, 2, 2, 4, 4, 2, 2, 4]);
    }

    #[test]
    fn nth_lays_the_cards_out_in_order() {
        for cards in [Cards::DECK, Cards::read("2hop+zap+3push").expect("cards"), Cards::NONE.with(Card::Rook)] {
            let laid_out: Vec<Card> =
                cards.kinds().flat_map(|card| std::iter::repeat_n(card, cards.copies(card) as usize)).collect();
            let drawn: Vec<Card> = (0..cards.len()).map(|index| cards.nth(index)).collect();
            assert_eq!(drawn, laid_out);
        }
    }

    #[test]
    fn ways_are_products_of_binomials() {
        let hand = Cards::read("2hop+rook").expect("cards");
        assert_eq!(Cards::DECK.ways(hand), 6 * 2);
        assert_eq!(hand.ways(Cards::read("2rook").expect("cards")), 0);
        assert!(Cards::DECK.contains(hand) && !hand.contains(Cards::DECK));
    }

    #[test]
    fn text_round_trips_and_nonsense_is_refused() {
        for text in
            ["-", "hop", "2hop+zip", "4hop+4skip+4jump+4trade+4switch+2rook+2king+4horse+4bishop+2zip+2zap+4push"]
        {
            assert_eq!(Cards::read(text).expect("cards").to_string(), text);
        }
        for (text, at) in [("", 0), ("hop+", 4), ("5hop", 0), ("zip+queen", 4), ("hop+3rook", 4), ("Hop", 0)] {
            assert_eq!(Cards::read(text).expect_err(text).0, at, "{text}");
        }
    }
}
