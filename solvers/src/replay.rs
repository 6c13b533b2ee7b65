//! Plays a solution again, from a deal as text and moves as text, by code that shares nothing with the solvers.
//!
//! Neither the solvers nor the engine's rules for these games are used: cards are pairs of letters, piles are vectors
//! of them, and every rule is written down once more, the rule options included. A line is accepted only if each of
//! its moves is legal and all fifty-two cards are home after the last.

use std::fmt;

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
    /// The rules are not rules.
    Rules,
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
            Self::Rules => f.write_str("the rules"),
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

/// Plays `line`, moves separated by blanks, from `deal` under `rules`; gives the number of moves.
///
/// `rules` names all five questions: `empty=any,units=one,build=both,circular=off,base=ace` is FORTRESS.
///
/// # Errors
/// The first move that is not legal, or that the game is not won at the end.
pub fn replay(rules: &str, deal: &str, line: &str) -> Result<usize, BadLine> {
    let rules = Rules::read(rules).map_err(|why| BadLine { place: Place::Rules, why })?;
    let mut table = Table::read(rules, deal).map_err(|why| BadLine { place: Place::Deal, why })?;
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

/// What the rules allow, word by word.
#[derive(Clone, Debug)]
struct Rules {
    /// The ranks that may go to an empty pile.
    fillers: &'static str,
    moves_builds: bool,
    /// The ranks in circular or plain order: neighbours in it are neighbours in building.
    order: &'static str,
    builds_down: bool,
    builds_up: bool,
    /// The ranks that may begin the first foundation; the others follow it.
    starters: &'static str,
}

impl Rules {
    fn read(text: &str) -> Result<Self, String> {
        let mut answers: Vec<&str> = text.split(',').collect();
        let mut answer = |key: &str| {
            let place = answers.iter().position(|word| word.split('=').next() == Some(key));
            let word = place.map(|place| answers.remove(place)).ok_or_else(|| format!("{key} is not answered"))?;
            Ok::<_, String>(word.split('=').nth(1).unwrap_or_default())
        };
        let no_answer = |word: &str| Err(format!("{word:?} is no answer"));
        let rules = Self {
            fillers: match answer("empty")? {
                "any" => RANKS,
                "kings" => "K",
                "none" => "",
                other => return no_answer(other),
            },
            moves_builds: match answer("units")? {
                "one" => false,
                "build" => true,
                other => return no_answer(other),
            },
            order: match answer("circular")? {
                "on" => "A23456789TJQKA",
                "off" => RANKS,
                other => return no_answer(other),
            },
            builds_down: true,
            builds_up: true,
            starters: match answer("base")? {
                "free" => RANKS,
                "ace" => "A",
                other => return no_answer(other),
            },
        };
        match answer("build")? {
            _ if !answers.is_empty() => Err(format!("{answers:?} is not asked")),
            "both" => Ok(rules),
            "down" => Ok(Self { builds_up: false, ..rules }),
            "up" => Ok(Self { builds_down: false, ..rules }),
            other => no_answer(other),
        }
    }

    /// Whether a card may be put on another.
    fn may_build(&self, card: Card, onto: Card) -> bool {
        let follows = |low: Card, high: Card| self.order.contains(&format!("{}{}", low.0, high.0));
        card.1 == onto.1 && (self.builds_down && follows(card, onto) || self.builds_up && follows(onto, card))
    }
}

/// The cards on the table.
struct Table {
    rules: Rules,
    piles: Vec<Vec<Card>>,
    /// The foundations in the order of `SUITS`, first card first.
    home: Vec<Vec<Card>>,
}

impl Table {
    fn read(rules: Rules, text: &str) -> Result<Self, String> {
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
            Ok(Self { rules, piles, home })
        } else {
            Err(format!("{} piles with {places} cards, {} of them different", piles.len(), all.len()))
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let (card, target) = text.split_once('>').ok_or("a move is written card>target")?;
        let card = read_card(card)?;
        if target == "F" {
            let from =
                self.pile_ending(card).ok_or_else(|| format!("{} is not the last card of a pile", name(card)))?;
            self.check_home(card)?;
            let suit = SUITS.find(card.1).ok_or("no such suit")?;
            self.piles[from].pop();
            self.home[suit].push(card);
            return Ok(());
        }
        let (from, place) = self.find(card).ok_or_else(|| format!("{} is in no pile", name(card)))?;
        self.check_unit(from, place)?;
        let to = if target == "E" { self.empty_for(card, place)? } else { self.target_for(card, target)? };
        if to == from {
            return Err(format!("{target} lies on {} itself", name(card)));
        }
        let moved = self.piles[from].split_off(place);
        self.piles[to].extend(moved);
        Ok(())
    }

    /// The pile and the place in it of a card.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        let place = |pile: &Vec<Card>| pile.iter().position(|&other| other == card);
        self.piles.iter().enumerate().find_map(|(number, pile)| Some((number, place(pile)?)))
    }

    /// The pile whose last card is `card`.
    fn pile_ending(&self, card: Card) -> Option<usize> {
        self.piles.iter().position(|pile| pile.last() == Some(&card))
    }

    /// Whether the cards of a pile from a place on move as one.
    fn check_unit(&self, pile: usize, place: usize) -> Result<(), String> {
        let unit = &self.piles[pile][place..];
        if unit.len() > 1 && !self.rules.moves_builds {
            return Err(format!("{} is not the last card of a pile", name(unit[0])));
        }
        match unit.windows(2).find(|pair| !self.rules.may_build(pair[1], pair[0])) {
            Some(pair) => Err(format!("{} lies on {} but is not built on it", name(pair[1]), name(pair[0]))),
            None => Ok(()),
        }
    }

    /// An empty pile for a card that stands at a place of its own pile.
    fn empty_for(&self, card: Card, place: usize) -> Result<usize, String> {
        let empty = self.piles.iter().position(Vec::is_empty).ok_or("no pile is empty")?;
        if place == 0 {
            return Err(format!("{} is the first of its pile already", name(card)));
        }
        if self.rules.fillers.contains(card.0) {
            Ok(empty)
        } else {
            Err(format!("an empty pile does not take {}", name(card)))
        }
    }

    /// The pile that ends with the card named `target`, if `card` may be put on it.
    fn target_for(&self, card: Card, target: &str) -> Result<usize, String> {
        let onto = read_card(target)?;
        let to = self.pile_ending(onto).ok_or_else(|| format!("{target} is not the last card of a pile"))?;
        if self.rules.may_build(card, onto) {
            Ok(to)
        } else {
            Err(format!("{} may not be built on {target}", name(card)))
        }
    }

    /// Whether the foundations wait for `card`.
    fn check_home(&self, card: Card) -> Result<(), String> {
        let foundation = &self.home[SUITS.find(card.1).unwrap_or_default()];
        let started = self.home.iter().find_map(|foundation| foundation.first());
        let fits = match (foundation.last(), started) {
            (Some(last), _) => foundation.len() < 13 && "A23456789TJQKA".contains(&format!("{}{}", last.0, card.0)),
            (None, Some(base)) => base.0 == card.0,
            (None, None) => self.rules.starters.contains(card.0),
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

    const FORTRESS: &str = "empty=any,units=one,build=both,circular=off,base=ace";
    const CHESSBOARD: &str = "empty=any,units=one,build=both,circular=on,base=free";

    /// Kings on top of everything but the three suits that are home: clubs lie from King (bottom) to Ace.
    const CLUBS: &str = "KC QC JC|TC 9C 8C|7C 6C 5C|4C 3C 2C AC|||||| ; C0 D13 H13 S13";

    fn fails(rules: &str, deal: &str, line: &str, wanted: &str) {
        let error = replay(rules, deal, line).expect_err(line).to_string();
        assert!(error.contains(wanted), "{line:?}: {error}");
    }

    #[test]
    fn a_win_is_accepted() {
        let line = "AC>F 2C>F 3C>F 4C>F 5C>F 6C>F 7C>F 8C>F 9C>F TC>F JC>F QC>F KC>F";
        assert_eq!(replay(FORTRESS, CLUBS, line), Ok(13));
        let deal = format!("{CLUBS} base=A");
        assert_eq!(replay(CHESSBOARD, &deal, &format!("JC>E QC>E AC>KC {line}")), Ok(16));
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
            ("AC>JC", "AC may not be built on JC"),
            ("JC>AC", "JC may not be built on AC"),
            ("JC>E QC>E KC>AC", "move 3, \"KC>AC\": KC may not be built"),
            ("AC>E AC>E", "AC is the first of its pile already"),
            ("AC>E 2C>E 3C>E 5C>E 6C>E 8C>E 9C>E", "no pile is empty"),
            ("AC>AC", "AC may not be built on AC"),
            ("KD>F", "KD is not the last"),
        ];
        for (line, wanted) in table {
            fails(FORTRESS, CLUBS, line, wanted);
        }
    }

    #[test]
    fn chessboard_goes_round() {
        let deal = format!("{CLUBS} base=A");
        // Circular building: the King onto the Ace.
        fails(CHESSBOARD, &deal, "JC>E QC>E KC>AC 2C>F", "move 4, \"2C>F\": 2C is not the last");
        let open = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC|AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\
            |AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH|AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS|||||| ; C0 D0 H0 S0 base=-";
        fails(CHESSBOARD, open, "KC>F QD>F", "QD is not the last");
        fails(CHESSBOARD, open, "KC>F KD>E QD>F", "move 3, \"QD>F\": the foundation does not wait for QD");
        fails(CHESSBOARD, open, "KC>F KD>F", "after the last move: 50 cards");
        fails(FORTRESS, open, "KC>F", "the foundation does not wait for KC");
    }

    #[test]
    fn every_variant_is_held_to_its_rules() {
        let with = |answer: &str| {
            let key = answer.split('=').next().expect("a key");
            let answers: Vec<&str> =
                FORTRESS.split(',').map(|word| if word.starts_with(key) { answer } else { word }).collect();
            answers.join(",")
        };
        let deal = "5C KC|6C 7C 8C|9C TC JC|QC 4C|3C|2C AC|||| ; C0 D13 H13 S13";
        for (answer, line, wanted) in [
            ("empty=kings", "KC>E 4C>5C 8C>E", "move 3, \"8C>E\": an empty pile does not take 8C"),
            ("empty=none", "KC>E", "an empty pile does not take KC"),
            ("build=down", "AC>F 4C>3C", "4C may not be built on 3C"),
            ("build=up", "AC>F 2C>3C", "2C may not be built on 3C"),
            ("units=one", "6C>E", "6C is not the last card"),
            ("units=build", "6C>E", "6C is the first of its pile"),
            ("units=build", "5C>E", "KC lies on 5C but is not built on it"),
            ("units=build", "AC>E KC>E 6C>5C 5C>E", "5C is the first of its pile"),
            ("units=build", "AC>E KC>E 6C>5C 7C>6C", "6C is not the last card"),
            ("units=build", "7C>8C", "8C lies on 7C itself"),
            ("units=two", "AC>F", "the rules: \"two\" is no answer"),
        ] {
            fails(&with(answer), deal, line, wanted);
        }
        let won = "AC>F 2C>F 3C>F 4C>F KC>QC 5C>F 8C>E 7C>E 6C>F 7C>F 8C>F JC>E TC>E 9C>F TC>F JC>F KC>E QC>F KC>F";
        assert_eq!(replay(&with("units=build"), deal, won), Ok(19));
        assert_eq!(replay(&with("build=up"), deal, won), Ok(19));
        fails(&with("build=down"), deal, won, "move 5, \"KC>QC\": KC may not be built on QC");
        assert_eq!(replay(&with("base=free"), deal, won), Ok(19));
    }

    #[test]
    fn a_deal_that_lacks_cards_is_refused() {
        fails(FORTRESS, "AC|||||||||", "", "the deal: 10 piles with 1 cards");
        fails(FORTRESS, "", "", "the deal");
        fails(FORTRESS, "AX", "", "\"AX\" is not a card");
        fails(FORTRESS, "||||||||| ; \u{e9}5", "", "is no foundation");
        fails(FORTRESS, "||||||||| ; C99999999999", "", "no height");
        fails(CHESSBOARD, "||||||||| ; C1 base=-", "", "\"-\" is no base");
        fails(CHESSBOARD, "||||||||| ; C13 D13 H13 S12 base=7", "", "10 piles with 51 cards");
    }
}
