//! Chess's rule options: the variant, the start array of Chess960, and when a drawn game ends.

use std::fmt;
use std::str::FromStr;

use crate::BadRules;
use crate::rules::{RuleOption, Rules, read_options, write_options};

crate::word_option! {
    /// Which chess.
    pub enum Variant {
        /// The laws of FIDE.
        Standard = "standard",
        /// Start arrays by number, castling with whatever stands where.
        Chess960 = "chess960",
        /// The leaflet of the boxed set: no castling, no capture en passant.
        Boxed = "boxed",
    }
}

crate::word_option! {
    /// When repetition and long play without progress end a game.
    pub enum Draws {
        /// As if always claimed: threefold repetition and 50 moves.
        Claimed = "claimed",
        /// What ends a game without a claim: fivefold repetition and 75 moves.
        Automatic = "automatic",
    }
}

/// The rule options of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which chess.
    pub variant: Variant,
    /// The number of the Chess960 start array, `0..960`; 518 is the usual one, and the only one of other variants.
    pub start: u16,
    /// When drawn games end.
    pub draws: Draws,
}

/// The number of start arrays of Chess960.
pub const ARRAYS: u16 = 960;

impl Default for Options {
    fn default() -> Self {
        Self { variant: Variant::Standard, start: 518, draws: Draws::Claimed }
    }
}

impl Options {
    /// The standard options with another variant.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        Self { variant, ..Self::default() }
    }
}

impl Rules for Options {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "variant",
            values: "standard|chess960|boxed",
            default: "standard",
            about: "FIDE's laws, Chess960, or the boxed set's leaflet (no castling, no en passant)",
        },
        RuleOption { key: "start", values: "0..=959", default: "518", about: "the start array of variant=chess960" },
        RuleOption {
            key: "draws",
            values: "claimed|automatic",
            default: "claimed",
            about: "games end at threefold repetition and 50 moves, or at fivefold and 75",
        },
    ];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_options(f, &[("variant", &self.variant), ("start", &self.start), ("draws", &self.draws)])
    }
}

impl FromStr for Options {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut options = Self::default();
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "variant" => options.variant = Variant::read(value)?,
                "draws" => options.draws = Draws::read(value)?,
                _ => options.start = read_start(value)?,
            }
            Some(())
        })?;
        if options.variant != Variant::Chess960 && options.start != Self::default().start {
            let what = format!("rule option start={} needs variant=chess960", options.start);
            return Err(BadRules::Conflict { what });
        }
        Ok(options)
    }
}

fn read_start(value: &str) -> Option<u16> {
    // Digits only: `parse` alone would take a sign.
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|&start| is_number && start < ARRAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_and_print() {
        for text in ["variant=chess960,start=0,draws=automatic", "variant=boxed,start=518,draws=claimed"] {
            assert_eq!(text.parse::<Options>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn other_values_are_refused() {
        for text in
            ["variant=Chess960", "start=5", "variant=chess960,start=960", "variant=chess960,start=+5", "draws=no"]
        {
            assert!(text.parse::<Options>().is_err(), "{text}");
        }
    }
}
