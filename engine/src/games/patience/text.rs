//! Deals and positions as text, and the picture of a layout.
//!
//! Ten piles separated by `|`, first-dealt card first, the last card of a pile being the available one. Behind them,
//! after a `;`, the heights of the foundations (`C5 D0 H2 S0`) and, where the rules leave the base open, its rank
//! (`base=7`, or `base=-` while nothing is home). What has the shape of a deal is written without foundations; any
//! text without them is read as ten piles of any lengths, some perhaps empty, that hold all fifty-two cards.
//!
//! What people and other programs write is read too, and printed in the form above: small letters, `10` for `T`,
//! suits as `♠ ♥ ♦ ♣`, a byte order mark in front, any blanks and line ends between cards, and instead of the `|`
//! a pile a line, ten lines.

use std::fmt::{self, Write};

use super::layout::DEALT;
use super::{Base, Kind, Laws, PILES, Patience};
use crate::BadPosition;
use crate::cards::Card;

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The words of a part of the text with the byte each begins at.
fn words(part: &str, offset: usize) -> impl Iterator<Item = (usize, &str)> {
    part.split(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK)
        .filter(|word| !word.is_empty())
        .map(move |word| (offset + word.as_ptr() as usize - part.as_ptr() as usize, word))
}

/// The piles with the byte each begins at: what is between the `|`; in lines without any, the lines that hold something.
fn parts(piles: &str) -> Vec<(usize, &str)> {
    let is_lines = !piles.contains('|') && piles.trim().contains('\n');
    let parts = piles.split(if is_lines { '\n' } else { '|' });
    parts
        .map(|part| (part.as_ptr() as usize - piles.as_ptr() as usize, part))
        .filter(|(_, part)| !is_lines || words(part, 0).next().is_some())
        .collect()
}

/// Reads a position; the error says what is wrong and at which character.
pub(super) fn parse<K: Kind>(text: &str, laws: Laws) -> Result<Patience<K>, BadPosition> {
    let (piles, foundations) = match text.split_once(';') {
        Some((piles, foundations)) => (piles, Some(foundations)),
        None => (text, None),
    };
    let mut pos = Patience::<K>::bare(laws);
    let seen = read_piles(text, piles, &mut pos)?;
    if let Some(foundations) = foundations {
        read_foundations(text, piles.len() + 1, foundations, &mut pos)?;
    }
    check_cards(text, piles.len(), &seen, &pos)?;
    Ok(pos)
}

/// Reads the ten piles into `pos`; gives the byte at which each card stands.
fn read_piles<K: Kind>(text: &str, piles: &str, pos: &mut Patience<K>) -> Result<[Option<usize>; 52], BadPosition> {
    let mut seen = [None; 52];
    let parts = parts(piles);
    for (pile, &(start, part)) in parts.iter().enumerate() {
        if pile == PILES {
            return Err(BadPosition::at(text, start - 1, "an eleventh pile; a layout has ten, separated by |"));
        }
        for (at, word) in words(part, start) {
            let card = Card::read(word).ok_or_else(|| BadPosition::at(text, at, not_a_card(word)))?;
            if let Some(first) = seen[card.index()] {
                let first = BadPosition::at(text, first, "").at;
                let what = format!("{card} a second time; it stands at character {first} already");
                return Err(BadPosition::at(text, at, what));
            }
            seen[card.index()] = Some(at);
            pos.put(card, pile);
        }
    }
    if parts.len() < PILES {
        let count = parts.len();
        let what = format!("the layout ends after {count} of ten piles; they are separated by |");
        return Err(BadPosition::at(text, piles.len(), what));
    }
    Ok(seen)
}

fn not_a_card(word: &str) -> String {
    let mut letters = word.chars();
    let (rank, suit) = (letters.next(), letters.next());
    if letters.next().is_some() || suit.is_none() {
        format!("{word:?} is not a card; a card is a rank of A23456789TJQK and a suit of CDHS, such as TD")
    } else if rank.and_then(Card::read_rank).is_some() {
        format!("{word:?} has an unknown suit; suits are C D H S")
    } else {
        format!("{word:?} has an unknown rank; ranks are A23456789TJQK")
    }
}

/// What stands behind the `;`, with the byte at which the base stands.
#[derive(Default)]
struct Foundations {
    heights: [Option<u8>; 4],
    base: Option<(usize, Option<u8>)>,
}

/// Reads what stands behind the `;` into `pos`.
fn read_foundations<K: Kind>(text: &str, offset: usize, part: &str, pos: &mut Patience<K>) -> Result<(), BadPosition> {
    let mut found = Foundations::default();
    for (at, word) in words(part, offset) {
        read_foundation(at, word, pos.laws(), &mut found).map_err(|what| BadPosition::at(text, at, what))?;
    }
    if let Some(suit) = found.heights.iter().position(Option::is_none) {
        let what = format!("the foundation {} is missing; four are written as C5 D0 H2 S0", letter(suit));
        return Err(BadPosition::at(text, text.len(), what));
    }
    let heights = found.heights.map(Option::unwrap_or_default);
    let base = settle_base(pos.laws(), heights == [0; 4], found.base)
        .map_err(|what| BadPosition::at(text, found.base.map_or(text.len(), |(at, _)| at), what))?;
    pos.set_foundations(heights, base);
    Ok(())
}

/// Reads one word, a foundation's height or the base, each at most once.
fn read_foundation(at: usize, word: &str, laws: Laws, found: &mut Foundations) -> Result<(), String> {
    if let Some(rank) = word.strip_prefix("base=") {
        if laws.base == Base::Ace {
            return Err("under base=ace the foundations start with the Ace; no base is given".to_owned());
        }
        return match found.base.replace((at, read_base(rank)?)) {
            Some(_) => Err("a second base".to_owned()),
            None => Ok(()),
        };
    }
    let (suit, height) = read_height(word)
        .ok_or_else(|| format!("{word:?} is not a foundation; four are written as C5 D0 H2 S0, heights 0 to 13"))?;
    match found.heights[suit].replace(height) {
        Some(_) => Err(format!("the foundation {} a second time", letter(suit))),
        None => Ok(()),
    }
}

/// The base that the rules and the text give; it is open exactly while nothing is home.
fn settle_base(laws: Laws, none_home: bool, read: Option<(usize, Option<u8>)>) -> Result<Option<u8>, String> {
    let wrong = match (laws.base, read) {
        (Base::Ace, _) => return Ok(Some(0)),
        (Base::Free, None) => "the base is missing: base=7, or base=- while nothing is home",
        (Base::Free, Some((_, Some(_)))) if none_home => "a base while all foundations are empty; base=- is expected",
        (Base::Free, Some((_, None))) if !none_home => "cards are home, so the base is a rank, such as base=7",
        (Base::Free, Some((_, base))) => return Ok(base),
    };
    Err(wrong.to_owned())
}

fn letter(suit: usize) -> char {
    Card::SUITS[suit] as char
}

/// A foundation's suit and its height.
fn read_height(word: &str) -> Option<(usize, u8)> {
    let (suit, digits) = word.split_at(word.find(|c: char| c.is_ascii_digit())?);
    let suit = Card::read_suit(suit)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&height| plain && height <= 13).map(|height| (usize::from(suit), height))
}

/// The rank behind `base=`, `None` for the dash.
fn read_base(text: &str) -> Result<Option<u8>, String> {
    let mut letters = text.chars();
    match (text, letters.next(), letters.next()) {
        ("-", ..) => return Ok(None),
        ("10", ..) => Card::read_rank('T').map(Some),
        (_, Some(letter), None) => Card::read_rank(letter).map(Some),
        _ => None,
    }
    .ok_or_else(|| format!("{text:?} is not a base; it is a rank of A23456789TJQK, or - while nothing is home"))
}

/// Every card once: in a pile or on its foundation.
fn check_cards<K: Kind>(
    text: &str,
    end: usize,
    seen: &[Option<usize>; 52],
    pos: &Patience<K>,
) -> Result<(), BadPosition> {
    for card in Card::all() {
        let (suit, height) = (card.suit(), pos.home_count(card.suit()));
        let is_home = pos.base().is_some_and(|base| (card.rank() + 13 - base) % 13 < height);
        match seen[card.index()] {
            Some(at) if is_home => {
                let what = format!("{card} is in a pile, but {}{height} says it is home", letter(usize::from(suit)));
                return Err(BadPosition::at(text, at, what));
            }
            None if !is_home => {
                let what = format!("{card} is missing: it is in no pile and not on a foundation");
                return Err(BadPosition::at(text, end, what));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The cards of a pile, first-dealt card first, separated by blanks.
fn pile_text<K: Kind>(pos: &Patience<K>, pile: usize) -> String {
    let mut cards: Vec<String> = pos.pile_from_end(pile).map(|card| card.to_string()).collect();
    cards.reverse();
    cards.join(" ")
}

impl<K: Kind> fmt::Display for Patience<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piles: Vec<String> = (0..PILES).map(|pile| pile_text(self, pile)).collect();
        f.write_str(&piles.join("|"))?;
        if (0..PILES).all(|pile| self.pile_from_end(pile).count() == DEALT[pile]) {
            return Ok(());
        }
        f.write_str(" ;")?;
        for suit in 0..4 {
            write!(f, " {}{}", letter(usize::from(suit)), self.home_count(suit))?;
        }
        if self.laws().base == Base::Free {
            let base = self.base().map_or('-', |rank| Card::RANKS[usize::from(rank)] as char);
            write!(f, " base={base}")?;
        }
        Ok(())
    }
}

/// The two wings with the foundations between them; each row has a pile of either wing, numbered as in the text.
pub(super) fn picture<K: Kind>(pos: &Patience<K>) -> String {
    let piles: Vec<String> = (0..PILES).map(|pile| pile_text(pos, pile)).collect();
    let width = piles[..PILES / 2].iter().map(String::len).max().unwrap_or_default();
    let mut picture = String::new();
    for row in 0..PILES / 2 {
        let middle = if row < 4 { foundation_text(pos, row as u8) } else { base_text(pos) };
        let (left, right) = (&piles[row], &piles[row + PILES / 2]);
        let line = format!("{:>2}  {left:width$}   {middle:^8}   {:>2}  {right}", row + 1, row + 1 + PILES / 2);
        writeln!(picture, "{}", line.trim_end()).expect("writing to a string cannot fail");
    }
    picture
}

/// A foundation as its last card in brackets; empty, as its suit.
fn foundation_text<K: Kind>(pos: &Patience<K>, suit: u8) -> String {
    match (pos.base(), pos.home_count(suit)) {
        (Some(base), height @ 1..) => format!("[{}]", Card::new(suit, (base + height - 1) % 13)),
        _ => format!("[ {}]", letter(usize::from(suit))),
    }
}

fn base_text<K: Kind>(pos: &Patience<K>) -> String {
    match (pos.laws().base, pos.base()) {
        (Base::Free, Some(base)) => format!("base {}", Card::RANKS[usize::from(base)] as char),
        (Base::Free, None) => "base -".to_owned(),
        _ => String::new(),
    }
}
