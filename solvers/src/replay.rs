//! Plays a solution again, from a deal as text and moves as text, by code that shares nothing with the solvers.
//!
//! Neither the solvers nor the engine's rules for these games are used: cards are pairs of letters, piles are vectors
//! of them, and every rule is written down once more. A line is accepted only if each of its moves is legal and all
//! fifty-two cards are home after the last.

use std::fmt;

/// The game whose rules a line is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solitaire {
    /// Foundations from the Ace, no building between King and Ace.
    Fortress,
    /// The first card home decides the base; building and foundations go round.
    Chessboard,
}

/// Why a line is not a win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct BadLine {
    /// Where it fails.
    pub place: Place,
    /// The rule that is broken.
    pub why: String,
}

/// Where a line fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The deal does not say where all the cards are.
    Deal,
    /// A move, counted from 1, with its text.
    Move(usize, String),
    /// All moves are legal, but the game is not won.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal => f.write_str("the deal"),
            Self::Move(number, text) => write!(f, "move {number}, {text:?}"),
            Self::End => f.write_str("after the last move"),
        }
    }
}

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

/// A card as its rank letter and its suit letter.
type Card = (char, char);

/// Plays `line`, moves separated by blanks, from `deal`; gives the number of moves.
///
/// # Errors
/// The first move that is not legal, or that the game is not won at the end.
pub fn replay(game: Solitaire, deal: &str, line: &str) -> Result<usize, BadLine> {
    let mut table = Table::read(game, deal).map_err(|why| BadLine { place: Place::Deal, why })?;
    let mut count = 0;
    for text in line.split_whitespace() {
        count += 1;
        table.play(text).map_err(|why| BadLine { place: Place::Move(count, text.to_owned()), why })?;
    }
    match table.home.iter().map(Vec::len).sum::<usize>() {
        52 => Ok(count),
        home => Err(BadLine { place: Place::End, why: format!("{} cards are not home", 52 - home) }),
    }
}

/// The cards on the table.
struct Table {
    game: Solitaire,
    piles: Vec<Vec<Card>>,
    /// The foundations in the order of `SUITS`, first card first.
    home: Vec<Vec<Card>>,
}

impl Table {
    fn read(game: Solitaire, text: &str) -> Result<Self, String> {
        let (piles, foundations) = text.split_once(';').unwrap_or((text, ""));
        let piles: Vec<Vec<Card>> = piles
            .split('|')
            .map(|pile| pile.split_whitespace().map(read_card).collect())
            .collect::<Result<_, String>>()?;
        let home = read_foundations(foundations)?;
        let mut all: Vec<Card> = piles.iter().chain(&home).flatten().copied().collect();
        let places = all.len();
        all.sort_unstable();
        all.dedup();
        if piles.len() == 10 && all.len() == 52 && places == 52 {
            Ok(Self { game, piles, home })
        } else {
            Err(format!("{} piles with {places} cards, {} of them different", piles.len(), all.len()))
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let (card, target) = text.split_once('>').ok_or("a move is written card>target")?;
        let card = read_card(card)?;
        let from = self.pile_of(card).ok_or_else(|| format!("{} is not the last card of a pile", name(card)))?;
        match target {
            "F" => {
                self.check_home(card)?;
                let suit = SUITS.find(card.1).ok_or("no such suit")?;
                self.home[suit].push(card);
            }
            "E" => {
                let empty = self.piles.iter().position(Vec::is_empty).ok_or("no pile is empty")?;
                if self.piles[from].len() == 1 {
                    return Err(format!("{} lies alone already", name(card)));
                }
                self.piles[empty].push(card);
            }
            _ => {
                let onto = read_card(target)?;
                let to = self.pile_of(onto).ok_or_else(|| format!("{target} is not the last card of a pile"))?;
                if card.1 != onto.1 || !(self.follows(card.0, onto.0) || self.follows(onto.0, card.0)) {
                    return Err(format!("{target} is no neighbour in suit of {}", name(card)));
                }
                self.piles[to].push(card);
            }
        }
        self.piles[from].pop();
        Ok(())
    }

    /// The pile whose last card is `card`.
    fn pile_of(&self, card: Card) -> Option<usize> {
        self.piles.iter().position(|pile| pile.last() == Some(&card))
    }

    /// Whether `next` is the rank after `rank`.
    fn follows(&self, rank: char, next: char) -> bool {
        RANKS.contains(&format!("{rank}{next}")) || self.game == Solitaire::Chessboard && (rank, next) == ('K', 'A')
    }

    /// Whether the foundations wait for `card`.
    fn check_home(&self, card: Card) -> Result<(), String> {
        let foundation = &self.home[SUITS.find(card.1).unwrap_or_default()];
        let started = self.home.iter().find_map(|foundation| foundation.first());
        let fits = match (foundation.last(), started) {
            (Some(last), _) => foundation.len() < 13 && self.follows(last.0, card.0),
            (None, Some(base)) if self.game == Solitaire::Chessboard => base.0 == card.0,
            (None, _) => self.game == Solitaire::Chessboard || card.0 == 'A',
        };
        if fits { Ok(()) } else { Err(format!("the foundation does not wait for {}", name(card))) }
    }
}

/// Reads `C5 D0 H2 S0 base=7`, in any order; what is not named is empty, and the base an Ace.
fn read_foundations(text: &str) -> Result<Vec<Vec<Card>>, String> {
    let base = text.split_whitespace().find_map(|word| word.strip_prefix("base=")).unwrap_or("A");
    let mut home = vec![Vec::new(); 4];
    for word in text.split_whitespace().filter(|word| !word.starts_with("base=")) {
        let place = SUITS.find(|suit| word.starts_with(suit)).ok_or_else(|| format!("{word:?} is no foundation"))?;
        let suit = &word[..1];
        let height = (0..=13).find(|height| word == format!("{suit}{height}"));
        let height = height.ok_or_else(|| format!("{word:?} has no height from 0 to 13"))?;
        let first = if height == 0 {
            0
        } else {
            RANKS.find(base).filter(|_| base.len() == 1).ok_or_else(|| format!("{base:?} is no base"))?
        };
        let ranks = RANKS.chars().cycle().skip(first).take(height);
        home[place] = ranks.flat_map(|rank| suit.chars().map(move |suit| (rank, suit))).collect();
    }
    Ok(home)
}

fn read_card(text: &str) -> Result<Card, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(rank), Some(suit), None) if RANKS.contains(rank) && SUITS.contains(suit) => Ok((rank, suit)),
        _ => Err(format!("{text:?} is not a card")),
    }
}

fn name(card: Card) -> String {
    format!("{}{}", card.0, card.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kings on top of everything but the three suits that are home: clubs lie from King (bottom) to Ace.
    const CLUBS: &str = "KC QC JC|TC 9C 8C|7C 6C 5C|4C 3C 2C AC|||||| ; C0 D13 H13 S13";

    fn fails(game: Solitaire, deal: &str, line: &str, wanted: &str) {
        let error = replay(game, deal, line).expect_err(line).to_string();
        assert!(error.contains(wanted), "{line:?}: {error}");
    }

    #[test]
    fn a_win_is_accepted() {
        let line = "AC>F 2C>F 3C>F 4C>F 5C>F 6C>F 7C>F 8C>F 9C>F TC>F JC>F QC>F KC>F";
        assert_eq!(replay(Solitaire::Fortress, CLUBS, line), Ok(13));
        let deal = format!("{CLUBS} base=A");
        assert_eq!(replay(Solitaire::Chessboard, &deal, &format!("JC>E QC>E AC>KC {line}")), Ok(16));
    }

    #[test]
    fn every_broken_rule_is_told_with_its_move() {
        let table = [
            ("", "after the last move: 13 cards are not home"),
            ("AC>F 2C", "move 2, \"2C\": a move is written"),
            ("1C>F", "move 1, \"1C>F\": \"1C\" is not a card"),
            ("2C>F", "2C is not the last card of a pile"),
            ("AC>F 3C>F", "3C is not the last"),
            ("5C>F", "the foundation does not wait for 5C"),
            ("AC>F AC>F", "AC is not the last"),
            ("AC>6C", "6C is not the last"),
            ("AC>JC", "JC is no neighbour in suit of AC"),
            ("JC>AC", "AC is no neighbour in suit of JC"),
            ("JC>E QC>E KC>AC", "move 3, \"KC>AC\": AC is no neighbour"),
            ("AC>E AC>E", "AC lies alone already"),
            ("AC>E 2C>E 3C>E 5C>E 6C>E 8C>E 9C>E", "no pile is empty"),
            ("AC>AC", "AC is no neighbour"),
            ("KD>F", "KD is not the last"),
        ];
        for (line, wanted) in table {
            fails(Solitaire::Fortress, CLUBS, line, wanted);
        }
    }

    #[test]
    fn chessboard_goes_round() {
        let deal = format!("{CLUBS} base=A");
        // Circular building: the King onto the Ace.
        fails(Solitaire::Chessboard, &deal, "JC>E QC>E KC>AC 2C>F", "move 4, \"2C>F\": 2C is not the last");
        let open = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC|AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\
            |AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH|AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS|||||| ; C0 D0 H0 S0 base=-";
        fails(Solitaire::Chessboard, open, "KC>F QD>F", "QD is not the last");
        fails(Solitaire::Chessboard, open, "KC>F KD>E QD>F", "move 3, \"QD>F\": the foundation does not wait for QD");
        fails(Solitaire::Chessboard, open, "KC>F KD>F", "after the last move: 50 cards");
        fails(Solitaire::Fortress, open, "KC>F", "the foundation does not wait for KC");
    }

    #[test]
    fn a_deal_that_lacks_cards_is_refused() {
        fails(Solitaire::Fortress, "AC|||||||||", "", "the deal: 10 piles with 1 cards");
        fails(Solitaire::Fortress, "", "", "the deal");
        fails(Solitaire::Fortress, "AX", "", "\"AX\" is not a card");
        fails(Solitaire::Fortress, "||||||||| ; \u{e9}5", "", "is no foundation");
        fails(Solitaire::Fortress, "||||||||| ; C99999999999", "", "no height");
        fails(Solitaire::Chessboard, "||||||||| ; C1 base=-", "", "\"-\" is no base");
        fails(Solitaire::Chessboard, "||||||||| ; C13 D13 H13 S12 base=7", "", "10 piles with 51 cards");
    }
}
