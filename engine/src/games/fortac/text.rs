//! FORTAC in text: one line for programs, a picture for people.
//!
//! A position is seven words, always in this order:
//!
//! ```text
//! RREE/RREE/EEBB/EEBB red red=2hop+zip black=rook+king+push deck=2hop+… discards=- combos=-/corners
//! ```
//!
//! The board from rank 4 down to rank 1, `R` and `B` for the men, `E` for an empty space; the side to move; the hands,
//! the deck and the discards as [`Cards`]; the combos that Red and Black have made. All forty cards must be there.
//! What a move leaves behind has `red-moved` or `black-moved` as its second word: that side has moved, and has a card
//! less than it will have unless nothing is drawn. The node before the deal is the one word `deal`.
//!
//! Texts under `deck=no_redraw` and after a win have smaller hands; [`check_hands`] says which can be.

use std::fmt;

use super::board::{Combo, Combos, Square, Squares};
use super::{CardDraw, Cards, EmptyDeck, Fortac, FortacRules, Options};
use crate::{BadPosition, Game, Side};

/// The text form in a few lines, for `fort games`.
pub(super) const FORM: &str = "RREE/RREE/EEBB/EEBB red red=2hop+zip black=rook+king+push deck=CARDS discards=CARDS \
     combos=-/corners: rank 4 first, side to move, hands, deck and discards (forty cards in all, \"-\" for none), \
     combos made by red/black; \"red-moved\" in place of the side: the draw is still to come; \
     \"deal\": before the deal";

/// The whole text of the node before the deal.
pub(super) const DEAL: &str = "deal";

/// What the second word of a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// The side named is to move.
    ToMove,
    /// The side named has moved, and the draw is still to come.
    Moved,
}

/// Writes the line for a position, or for what a move leaves behind.
pub(super) fn write(f: &mut fmt::Formatter<'_>, pos: &Fortac, when: When) -> fmt::Result {
    for rank in (0..4).rev() {
        for file in 0..4 {
            f.write_str(letter(pos, Square::new(4 * rank + file), "E"))?;
        }
        f.write_str(if rank > 0 { "/" } else { " " })?;
    }
    match when {
        When::ToMove => f.write_str(name(pos.side))?,
        When::Moved => write!(f, "{}-moved", name(!pos.side))?,
    }
    let [red, black] = pos.hands;
    let [made_by_red, made_by_black] = pos.made;
    let (deck, discards) = (pos.deck, pos.discards());
    write!(f, " red={red} black={black} deck={deck} discards={discards} combos={made_by_red}/{made_by_black}")
}

fn name(side: Side) -> &'static str {
    Fortac::SIDE_NAMES[side.index()]
}

fn letter(pos: &Fortac, square: Square, empty: &'static str) -> &'static str {
    match pos.men.map(|men| men & square.bit() != 0) {
        [true, _] => "R",
        [_, true] => "B",
        _ => empty,
    }
}

impl fmt::Display for Fortac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self, When::ToMove)
    }
}

/// The board with hands and combos beside it, and a last line that says what comes next.
pub(super) fn picture(pos: &Fortac, next: &str) -> String {
    let hand = |side| match pos.hand(side) {
        Cards::NONE => "no cards".to_owned(),
        cards => {
            cards.kinds().flat_map(|card| vec![card.name(); cards.copies(card) as usize]).collect::<Vec<_>>().join(" ")
        }
    };
    let made = |side| match pos.made(side) {
        Combos::NONE => "no combo yet".to_owned(),
        combos => combos.iter().map(Combo::name).collect::<Vec<_>>().join(", "),
    };
    let beside = |side: Side| format!("   {:<5}  {:<22} {}", name(side), hand(side), made(side));
    let piles = format!("   {} cards in the deck, {} discarded", pos.deck.len(), pos.discards().len());
    let notes = [beside(Side::First), beside(Side::Second), piles, format!("   {next}")];

    let mut picture = String::new();
    for (rank, note) in (0..4).rev().zip(notes) {
        let row: Vec<&str> = (0..4).map(|file| letter(pos, Square::new(4 * rank + file), ".")).collect();
        picture.extend([&(rank + 1).to_string(), "  ", &row.join(" "), note.trim_end(), "\n"]);
    }
    picture + "   a b c d\n"
}

/// Reads a position.
pub(super) fn read_position(text: &str, rules: FortacRules) -> Result<Fortac, BadPosition> {
    let (pos, when, second) = read(text, rules)?;
    if when == When::Moved {
        return Err(
            second.error("a position is wanted, with \"red\" or \"black\" to move; here the draw is still to come")
        );
    }
    Ok(pos)
}

/// Reads what a move leaves behind, or the node before the deal.
pub(super) fn read_draw(text: &str, rules: FortacRules) -> Result<CardDraw, BadPosition> {
    if text.trim() == DEAL {
        return Ok(Fortac::start(&rules));
    }
    let (pos, when, second) = read(text, rules)?;
    if when == When::ToMove {
        return Err(
            second.error("\"red-moved\", \"black-moved\" or the one word \"deal\" is wanted; here a side is to move")
        );
    }
    Ok(CardDraw::new(pos))
}

/// One word of a text, or a part of it, with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
    part: &'a str,
}

impl Word<'_> {
    fn error(self, what: impl Into<String>) -> BadPosition {
        self.error_at(0, what)
    }

    /// An error at a byte of the word.
    fn error_at(self, offset: usize, what: impl Into<String>) -> BadPosition {
        BadPosition::at(self.text, self.at + offset, what)
    }

    /// The part after `key=`.
    fn value(self, key: &str) -> Result<Self, BadPosition> {
        match self.part.strip_prefix(key).and_then(|rest| rest.strip_prefix('=')) {
            Some(part) => Ok(Self { at: self.at + key.len() + 1, part, ..self }),
            None => Err(self.error(format!("\"{key}=…\" is expected here"))),
        }
    }
}

/// The seven words of a text, and no more.
fn words(text: &str) -> Result<[Word<'_>; 7], BadPosition> {
    const NAMES: [&str; 7] = ["the board", "the side", "red=…", "black=…", "deck=…", "discards=…", "combos=…"];
    let mut rest = text;
    let mut found = [Word { text, at: text.len(), part: "" }; 7];
    for (slot, name) in found.iter_mut().zip(NAMES) {
        rest = rest.trim_start();
        let part = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        *slot = Word { text, at: text.len() - rest.len(), part };
        if part.is_empty() {
            return Err(slot.error(format!("the text ends where {name} should follow")));
        }
        rest = &rest[part.len()..];
    }
    rest = rest.trim_start();
    if rest.is_empty() {
        Ok(found)
    } else {
        Err(BadPosition::at(text, text.len() - rest.len(), "the text should end before this"))
    }
}

/// Reads a line of either kind, with its second word for errors about the kind.
fn read(text: &str, rules: FortacRules) -> Result<(Fortac, When, Word<'_>), BadPosition> {
    let [board, second, red, black, deck, discards, combos] = words(text)?;
    let men = read_board(board)?;
    let (named, when) = read_side(second)?;
    let side = if when == When::ToMove { named } else { !named };
    let hands = [read_cards(red.value("red")?)?, read_cards(black.value("black")?)?];
    let (deck, piles) = (read_cards(deck.value("deck")?)?, deck);
    let (discards, discards_word) = (read_cards(discards.value("discards")?)?, discards);
    check_deck([hands[0], hands[1], deck, discards], piles)?;
    let made = read_combos(combos.value("combos")?)?;
    let pos = Fortac { men, hands, deck, made, side, options: Options::new(rules) };
    check_hands(&pos, when).map_err(|what| red.error(what))?;
    if when == When::Moved && discards.is_empty() {
        return Err(discards_word.error("the card just played is missing from the discards"));
    }
    Ok((pos, when, second))
}

fn read_board(board: Word<'_>) -> Result<[Squares; 2], BadPosition> {
    const FORM: &str = "a board is four rows of four with \"/\" between them, R, B or E (empty) for each space";
    let mut men = [0; 2];
    // Places on the board as they are written, and the separators after each fourth.
    let mut places = (0..4_u32).rev().flat_map(|rank| (0..5).map(move |file| (rank, file)));
    places.next_back();
    for (offset, character) in board.part.char_indices() {
        let Some((rank, file)) = places.next() else { return Err(board.error_at(offset, FORM)) };
        match (character, file) {
            ('R', 0..4) => men[0] |= Square::new(4 * rank + file).bit(),
            ('B', 0..4) => men[1] |= Square::new(4 * rank + file).bit(),
            ('E', 0..4) | ('/', 4) => {}
            _ => return Err(board.error_at(offset, FORM)),
        }
    }
    if places.next().is_some() {
        return Err(board.error_at(board.part.len(), FORM));
    }
    for side in Side::BOTH {
        let number = men[side.index()].count_ones();
        if number != 4 {
            return Err(board.error(format!("{} has {number} men, not four", name(side))));
        }
    }
    Ok(men)
}

fn read_side(word: Word<'_>) -> Result<(Side, When), BadPosition> {
    match word.part {
        "red" => Ok((Side::First, When::ToMove)),
        "black" => Ok((Side::Second, When::ToMove)),
        "red-moved" => Ok((Side::First, When::Moved)),
        "black-moved" => Ok((Side::Second, When::Moved)),
        _ => Err(word.error("\"red\" or \"black\" to move is expected here, or \"red-moved\", \"black-moved\"")),
    }
}

fn read_cards(word: Word<'_>) -> Result<Cards, BadPosition> {
    Cards::read(word.part).map_err(|(offset, what)| word.error_at(offset, what))
}

fn read_combos(word: Word<'_>) -> Result<[Combos; 2], BadPosition> {
    let Some((red, black)) = word.part.split_once('/') else {
        return Err(word.error("the combos are written red's/black's, \"-\" for none, such as -/corners+diagonal"));
    };
    let black = Word { at: word.at + red.len() + 1, part: black, ..word };
    let made = [read_combos_of_side(Word { part: red, ..word })?, read_combos_of_side(black)?];
    if made.iter().all(|made| made.len() == 2) {
        return Err(word.error("both sides have two combos, but the first to have them wins"));
    }
    Ok(made)
}

fn read_combos_of_side(word: Word<'_>) -> Result<Combos, BadPosition> {
    let mut made = Combos::NONE;
    if word.part == "-" {
        return Ok(made);
    }
    let mut offset = 0;
    for part in word.part.split('+') {
        let Some(combo) = Combo::ALL.into_iter().find(|combo| combo.name() == part) else {
            let names = Combo::ALL.map(Combo::name).join(" ");
            return Err(word.error_at(offset, format!("{part:?} is no combo; \"-\" is none, the types are {names}")));
        };
        if made.contains(combo) {
            return Err(word.error_at(offset, format!("{combo} is given twice")));
        }
        made = made.with(combo);
        offset += part.len() + 1;
    }
    if made.len() > 2 {
        return Err(word.error("the second combo wins: no side has more than two"));
    }
    Ok(made)
}

/// Checks that hands, deck and discards are the forty cards.
fn check_deck(parts: [Cards; 4], place: Word<'_>) -> Result<(), BadPosition> {
    for card in super::Card::ALL {
        let (found, right) = (parts.iter().map(|part| part.copies(card)).sum::<u32>(), Cards::DECK.copies(card));
        if found != right {
            return Err(
                place.error(format!("hands, deck and discards have {found} cards {card} together, not {right}"))
            );
        }
    }
    Ok(())
}

/// Checks the sizes of the hands: three cards each; where nothing was drawn or the draw is still to come, the side
/// that has moved has one card less. Under `deck=no_redraw` the sides play off their last cards in turn, so that the
/// side to move has as many as the other or one more.
fn check_hands(pos: &Fortac, when: When) -> Result<(), String> {
    let mover = !pos.side;
    let (next, moved) = (pos.hand(pos.side).len(), pos.hand(mover).len());
    let plays_off = pos.deck.is_empty() && pos.options.deck() == EmptyDeck::NoRedraw;
    let (wanted, is_right) = if plays_off {
        let most = if when == When::Moved { 2 } else { 3 };
        let is_right = next <= 3 && moved <= most && (next == moved || next == moved + 1);
        ("as many cards as the other side, or one more, and at most three", is_right)
    } else if when == When::Moved || pos.combo_winner().is_some() {
        ("three cards, and the side that has just moved two", (next, moved) == (3, 2))
    } else if pos.deck.is_empty() && pos.options.deck() == EmptyDeck::DrawGame {
        ("three cards, and the other side three, or two in a drawn game", next == 3 && [2, 3].contains(&moved))
    } else {
        ("three cards, and the other side three", (next, moved) == (3, 3))
    };
    if is_right {
        Ok(())
    } else {
        Err(format!("{} should have {wanted}; it has {next}, {} has {moved}", name(pos.side), name(mover)))
    }
}
