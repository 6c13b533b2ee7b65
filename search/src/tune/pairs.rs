//! Weights that come in pairs, as text: a line for each place that is worth something, the term's name, the place in it from
//! 0, and the two weights, `KING_SQUARE 13 5 8`. What is not named is worth nothing.

use std::fmt::Write as _;

use super::model::Model;
use super::text::BadWeights;
use crate::sense::taper::Taper;

/// Terms by name, with their first place and their number of places.
pub(crate) type Terms = &'static [(&'static str, usize, usize)];

/// Reads weights by place.
///
/// # Errors
/// Where a line is not like those that [`write()`] writes, or names a place twice.
pub(crate) fn read(text: &str, terms: Terms) -> Result<Vec<Taper>, BadWeights> {
    let mut places = vec![None; terms.iter().map(|term| term.2).sum()];
    for (index, line) in text.lines().enumerate() {
        let bad = |what: String| BadWeights { line: index + 1, what };
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, place, middle, end] = words[..] else {
            if words.is_empty() {
                continue;
            }
            return Err(bad(format!("{line:?} is not a term, a place and two weights")));
        };
        let &(_, first, size) = terms.iter().find(|term| term.0 == name).ok_or_else(|| {
            let names: Vec<&str> = terms.iter().map(|term| term.0).collect();
            bad(format!("there is no term {name:?}; the terms are {}", names.join(" ")))
        })?;
        let place: usize = place
            .parse()
            .ok()
            .filter(|&place| place < size)
            .ok_or_else(|| bad(format!("{place:?} is no place of {name}: 0 to {}", size - 1)))?;
        let number =
            |word: &str| word.parse::<i16>().map_err(|_| bad(format!("{word:?} is not a whole number of 16 bits")));
        let pair = Taper::new(number(middle)?.into(), number(end)?.into());
        if places[first + place].replace(pair).is_some() {
            return Err(bad(format!("{name} {place} is there twice")));
        }
    }
    Ok(places.into_iter().map(Option::unwrap_or_default).collect())
}

/// Writes the weights by place that are worth something.
#[must_use]
pub(crate) fn write(places: &[Taper], terms: Terms) -> String {
    let mut text = String::new();
    for &(name, first, size) in terms {
        for (place, pair) in places[first..first + size].iter().enumerate().filter(|(_, pair)| **pair != Taper::ZERO) {
            // A string takes everything.
            let _ = writeln!(text, "{name} {place} {} {}", pair.middle(), pair.end());
        }
    }
    text
}

/// Weights by place as a model: two for each.
pub(crate) fn model(places: &[Taper]) -> Model {
    Model(places.iter().flat_map(|pair| [pair.middle() as f32, pair.end() as f32]).collect())
}

/// The nearest weights that can be played with.
pub(crate) fn places(model: &Model) -> Vec<Taper> {
    // A float beyond the range becomes its end.
    let whole = |weight: f32| i32::from(weight.round() as i16);
    model.0.chunks_exact(2).map(|pair| Taper::new(whole(pair[0]), whole(pair[1]))).collect()
}
