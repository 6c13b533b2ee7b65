//! Checkers' rule options: when a game without an end is drawn.

use std::fmt;
use std::str::FromStr;

use crate::BadRules;
use crate::rules::{RuleOption, Rules, read_options, write_options};

crate::word_option! {
    /// Whether repetition ends a game.
    pub enum Repetition {
        /// The third occurrence of a position draws.
        Threefold = "threefold",
        /// Positions may repeat for ever.
        Never = "never",
    }
}

/// The rule options of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether repetition ends a game.
    pub repetition: Repetition,
    /// The moves of each side without a capture or a man's move after which a game is drawn, `1..=1000`; `None`: it
    /// goes on.
    pub limit: Option<u16>,
}

/// The most moves of each side that the limit can be.
pub const MOST_MOVES: u16 = 1000;

impl Default for Options {
    fn default() -> Self {
        Self { repetition: Repetition::Threefold, limit: Some(40) }
    }
}

impl Rules for Options {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "repetition",
            values: "threefold|never",
            default: "threefold",
            about: "whether the third occurrence of a position draws",
        },
        RuleOption {
            key: "limit",
            values: "none|1..=1000",
            default: "40",
            about: "moves by each side without a capture or a man's move that draw",
        },
    ];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit.map_or("none".to_owned(), |moves| moves.to_string());
        write_options(f, &[("repetition", &self.repetition), ("limit", &limit)])
    }
}

impl FromStr for Options {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut options = Self::default();
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "repetition" => options.repetition = Repetition::read(value)?,
                _ if value == "none" => options.limit = None,
                _ => options.limit = Some(read_moves(value)?),
            }
            Some(())
        })?;
        Ok(options)
    }
}

/// A number of moves that the limit can be.
fn read_moves(value: &str) -> Option<u16> {
    // Digits only: `parse` alone would take a sign.
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|moves| is_number && (1..=MOST_MOVES).contains(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_and_print() {
        for text in ["repetition=threefold,limit=40", "repetition=never,limit=none", "repetition=never,limit=1000"] {
            assert_eq!(text.parse::<Options>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn other_values_are_refused() {
        for text in ["limit=0", "limit=1001", "limit=+5", "limit=", "repetition=yes", "moves=40"] {
            assert!(text.parse::<Options>().is_err(), "{text}");
        }
    }
}
