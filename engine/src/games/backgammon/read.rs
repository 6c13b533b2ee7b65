//! Moves as people write them: in any order, chained or step by step, with or without marks for hits.
//!
//! A text says where checkers start and end, and perhaps where they stop. It names the legal move that changes the board in
//! that way and hits where a `*` stands. Where several do (one checker's two ways, one over a blot), that one is meant
//! that stops where the text does, whose hits are marked, or the one that hits least.

use super::board::BAR;
use super::{Backgammon, Move};
use crate::{IllegalMove, MoveList, Position};

/// The legal move that `text` names.
pub(super) fn find_move(pos: &Backgammon, text: &str) -> Result<Move, IllegalMove> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let wanted = text.trim();
    let illegal = || IllegalMove::new(wanted, &list);
    let lowered = wanted.to_ascii_lowercase();
    if let Some(&mv) = list.iter().find(|mv| mv.as_word().is_some_and(|word| word.text() == lowered)) {
        return Ok(mv);
    }
    let said = Said::read(&lowered).ok_or_else(illegal)?;
    let mut fitting: Vec<Move> = list.iter().filter(|mv| mv.as_word().is_none() && said.fits(**mv)).copied().collect();
    // Stops on the way tell two ways apart; where no way stops there, they make no difference to the result.
    if fitting.iter().any(|mv| said.stops & !mv.landings() == 0) {
        fitting.retain(|mv| said.stops & !mv.landings() == 0);
    }
    if let Some(&mv) = fitting.iter().find(|mv| mv.hits() == said.hits) {
        return Ok(mv);
    }
    let least = fitting.iter().map(|mv| mv.hits().count_ones()).min();
    let mut best = fitting.iter().filter(|mv| Some(mv.hits().count_ones()) == least);
    match (best.next(), best.next()) {
        (Some(&mv), None) => Ok(mv),
        _ => Err(illegal()),
    }
}

/// What a text says of the board.
struct Said {
    /// Checkers more or fewer on each point.
    change: [i8; 26],
    /// Points on which a checker stops, as a mask.
    stops: u32,
    /// Points with a mark for a hit.
    hits: u32,
}

impl Said {
    /// Reads `24/18*/15(2) 6/off`; `None` if it is not of that form.
    fn read(text: &str) -> Option<Self> {
        let mut said = Self { change: [0; 26], stops: 0, hits: 0 };
        let mut words =
            text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
        words.try_for_each(|word| said.add(word))?;
        (said.stops != 0).then_some(said)
    }

    /// Adds one checker's way, or that of several.
    fn add(&mut self, word: &str) -> Option<()> {
        let (way, times) = match word.strip_suffix(')') {
            Some(rest) => {
                let (way, times) = rest.split_once('(')?;
                (way, times.parse::<i8>().ok().filter(|times| (1..=4).contains(times))?)
            }
            None => (word, 1),
        };
        let mut stops = way.split('/');
        let mut last = point(stops.next()?)?;
        let change = |change: &mut i8, by: i8| change.checked_add(by).map(|sum| *change = sum);
        change(&mut self.change[last as usize], -times)?;
        let mut has_moved = false;
        for stop in stops {
            let (name, is_hit) = stop.strip_suffix('*').map_or((stop, false), |name| (name, true));
            let to = point(name)?;
            if to >= last || to == BAR {
                return None;
            }
            self.stops |= 1 << to;
            self.hits |= u32::from(is_hit) << to;
            (last, has_moved) = (to, true);
        }
        change(&mut self.change[last as usize], times)?;
        has_moved.then_some(())
    }

    fn fits(&self, mv: Move) -> bool {
        mv.change() == self.change && self.hits & !mv.hits() == 0
    }
}

/// A point, the bar or off.
fn point(text: &str) -> Option<u8> {
    match text {
        "bar" | "b" => Some(BAR),
        "off" | "o" => Some(0),
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().ok().filter(|&point| point <= BAR)
        }
        _ => None,
    }
}
