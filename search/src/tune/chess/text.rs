//! Chess's weights as text: what the build includes as `weights.in`, what the tuner writes, what a player can be given.
//!
//! A pair of two arrays: first the pairs for middlegame and endgame by place, `[77, 102],`, then the dangers, all whole
//! numbers of 16 bits. Blanks and line ends do not count; commas stand between numbers and may stand before a closing
//! bracket. [`write()`] puts a pair on a line.

use std::fmt::Write as _;

use crate::sense::chess::Weights;
use crate::sense::chess::terms::{DANGER_PLACES, PLACES};
use crate::sense::taper::Taper;
use crate::tune::text::{BadWeights, Words};

/// Writes weights as text.
#[must_use]
pub fn write(weights: &Weights) -> String {
    let mut text = String::from("(\n    [\n");
    for pair in &weights.terms {
        // A string takes everything.
        let _ = writeln!(text, "        [{}, {}],", pair.middle(), pair.end());
    }
    text.push_str("    ],\n    [\n");
    for danger in &weights.dangers {
        let _ = writeln!(text, "        {danger},");
    }
    text.push_str("    ],\n)\n");
    text
}

/// Reads what [`write()`] writes.
///
/// # Errors
/// Where the text is not like that, or has another number of weights.
pub fn read(text: &str) -> Result<Weights, BadWeights> {
    let mut words = Words::new(text);
    let mut weights = Weights { terms: [Taper::ZERO; PLACES], dangers: [0; DANGER_PLACES] };
    words.expect("(")?;
    words.expect("[")?;
    for (place, pair) in weights.terms.iter_mut().enumerate() {
        words.expect_of("[", || format!("the pair of place {place} of {PLACES}"))?;
        let middle = words.number()?;
        words.expect(",")?;
        let end = words.number()?;
        words.close("]")?;
        words.accept(",");
        *pair = Taper::new(i32::from(middle), i32::from(end));
    }
    words.expect_of("]", || format!("the end of the {PLACES} pairs"))?;
    words.expect(",")?;
    words.expect("[")?;
    for danger in &mut weights.dangers {
        *danger = words.number()?;
        words.accept(",");
    }
    words.expect_of("]", || format!("the end of the {DANGER_PLACES} dangers"))?;
    words.accept(",");
    words.expect(")")?;
    match words.peek() {
        "" => Ok(weights),
        more => Err(words.bad(format!("{more:?} after the end"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sense::chess::WEIGHTS;

    #[test]
    fn what_is_written_is_read() {
        let mut weights = WEIGHTS.clone();
        weights.terms[7] = Taper::new(-32_000, 5);
        weights.dangers[3] = -9;
        assert_eq!(read(&write(&weights)), Ok(weights));
    }

    #[test]
    fn the_weights_played_with_are_as_the_tuner_writes_them() {
        assert_eq!(write(&WEIGHTS), include_str!("../../sense/chess/weights.in"));
    }

    #[test]
    fn malformed_texts_are_refused_with_the_line() {
        let good = write(&WEIGHTS);
        let last = good.lines().count();
        let first = good.lines().nth(2).expect("a pair").trim().trim_end_matches(',');
        for (text, line, reason) in [
            (String::new(), 1, "\"\" where \"(\" belongs"),
            (good.replacen(first, "[77; 102]", 1), 3, "\"77;\" is not a whole number"),
            (good.replacen(first, "[77, 40000]", 1), 3, "\"40000\" is not a whole number of 16 bits"),
            (
                good.replacen(&format!("        {first},\n"), "", 1),
                PLACES + 2,
                &*format!("the pair of place {} of", PLACES - 1),
            ),
            (good.replacen(first, &format!("{first}, {first}"), 1), PLACES + 2, "the end of the"),
            (format!("{good}x"), last + 1, "\"x\" after the end"),
            (good[..good.len() - 2].to_owned(), last, "\"\" where \")\" belongs"),
        ] {
            let error = read(&text).expect_err(reason);
            assert_eq!(error.line, line, "{error}");
            assert!(error.what.contains(reason), "{error}");
        }
    }
}
