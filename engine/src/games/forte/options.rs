//! FORTE's rule options: how many knights a side has, who starts, who chooses the empty holes, and a ply cap.

use std::fmt;
use std::str::FromStr;

use crate::rules::{RuleOption, Rules, read_options, write_options};
use crate::{BadRules, Side};

crate::word_option! {
    /// Who says which holes stay empty when a side has fewer than seven knights.
    pub enum Setup {
        /// The rule sheet, seen from the owner's seat: with six the right-most, with five both ends.
        Fixed = "fixed",
        /// The owner, by a move before the joust.
        Free = "free",
    }
}

/// The rule options of a joust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Knights of A and of B at the start of the joust, `5..=7` each.
    pub knights: [u8; 2],
    /// The side that makes the joust's first move (not a set-up move).
    pub first: Side,
    /// Who chooses the empty holes.
    pub setup: Setup,
    /// Plies, set-up moves included, after which a joust is drawn; `1..=100_000` or none.
    pub ply_cap: Option<u32>,
}

impl Options {
    /// Knights of a side that has won no joust yet.
    pub const ALL_KNIGHTS: u8 = 7;
    /// The largest ply cap.
    const MAX_PLY_CAP: u32 = 100_000;

    /// The jousts that a tournament under the standard rules can come to: as many knights as can be left, either side starting.
    pub fn every_joust() -> impl Iterator<Item = Self> {
        let counts = [7, 6, 5];
        let pairs = counts.into_iter().flat_map(move |a| counts.map(|b| [a, b]));
        pairs.flat_map(|knights| Side::BOTH.map(|first| Self { knights, first, ..Self::default() }))
    }

    /// Whether there is a choice of holes to make before the joust.
    #[must_use]
    pub fn has_set_up_moves(&self) -> bool {
        self.setup == Setup::Free && self.knights != [Self::ALL_KNIGHTS; 2]
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "a" => self.knights[0] = read_knights(value)?,
            "b" => self.knights[1] = read_knights(value)?,
            "first" => self.first = read_side(value)?,
            "setup" => self.setup = Setup::read(value)?,
            _ if value == "off" => self.ply_cap = None,
            _ => self.ply_cap = Some(read_ply_cap(value)?),
        }
        Some(())
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { knights: [Self::ALL_KNIGHTS; 2], first: Side::First, setup: Setup::Fixed, ply_cap: None }
    }
}

fn read_knights(value: &str) -> Option<u8> {
    match value {
        "7" => Some(7),
        "6" => Some(6),
        "5" => Some(5),
        _ => None,
    }
}

fn read_side(value: &str) -> Option<Side> {
    match value {
        "A" => Some(Side::First),
        "B" => Some(Side::Second),
        _ => None,
    }
}

fn read_ply_cap(value: &str) -> Option<u32> {
    // Digits only: `parse` alone would take a sign.
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|cap| is_number && (1..=Options::MAX_PLY_CAP).contains(cap))
}

impl Rules for Options {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption { key: "a", values: "7|6|5", default: "7", about: "knights of A" },
        RuleOption { key: "b", values: "7|6|5", default: "7", about: "knights of B" },
        RuleOption { key: "first", values: "A|B", default: "A", about: "who starts the joust" },
        RuleOption {
            key: "setup",
            values: "fixed|free",
            default: "fixed",
            about: "the empty holes of a side with fewer knights: as on the rule sheet, or chosen by a set-up move",
        },
        RuleOption {
            key: "ply_cap",
            values: "off|1..=100000",
            default: "off",
            about: "plies after which a joust is drawn, set-up moves included",
        },
    ];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = ["A", "B"][self.first.index()];
        let ply_cap = self.ply_cap.map_or_else(|| "off".to_owned(), |cap| cap.to_string());
        write_options(
            f,
            &[
                ("a", &self.knights[0]),
                ("b", &self.knights[1]),
                ("first", &first),
                ("setup", &self.setup),
                ("ply_cap", &ply_cap),
            ],
        )
    }
}

impl FromStr for Options {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut options = Self::default();
        read_options(text, Self::OPTIONS, |key, value| options.set(key, value))?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_and_print() {
        let text = "a=6,b=5,first=B,setup=free,ply_cap=300";
        let options: Options = text.parse().expect("options");
        assert_eq!(options, Options { knights: [6, 5], first: Side::Second, setup: Setup::Free, ply_cap: Some(300) });
        assert_eq!(options.to_string(), text);
        assert_eq!(Options::default().to_string(), "a=7,b=7,first=A,setup=fixed,ply_cap=off");
    }

    #[test]
    fn other_values_are_refused() {
        for text in ["a=4", "b=8", "a=07", "first=a", "setup=Free", "ply_cap=0", "ply_cap=100001", "ply_cap=+5", "c=1"]
        {
            assert!(text.parse::<Options>().is_err(), "{text}");
        }
    }
}
