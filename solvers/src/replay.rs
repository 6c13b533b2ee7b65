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
        let mut halves = text.splitn(2, ';');
        let (piles, foundations) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        let piles: Vec<Vec<Card>> = piles
            .split('|')
            .map(|pile| pile.split_whitespace().map(read_card).collect())
            .collect::<Result<_, String>>()?;
        let mut base = 'A';
        let mut home = vec![Vec::new(); 4];
        for word in foundations.split_whitespace() {
            if let Some(rank) = word.strip_prefix("base=").and_then(|rank| rank.chars().next()) {
                base = rank;
            }
        }
        for word in foundations.split_whitespace().filter(|word| !word.starts_with("base=")) {
            let suit = word.chars().next().unwrap_or_default();
            let place = SUITS.find(suit).ok_or_else(|| format!("{word:?} is no foundation"))?;
            let height: usize = word[1..].parse().map_err(|_| format!("{word:?} has no height"))?;
            home[place] = RANKS.chars().cycle().skip_while(|&rank| rank != base).take(height).map(|r| (r, suit)).collect();
        }
        let mut all: Vec<Card> = piles.iter().chain(&home).flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let places: usize = piles.iter().chain(&home).map(Vec::len).sum();
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
