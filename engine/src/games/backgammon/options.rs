//! Backgammon's rule options: how wins count, the cube, the match and its score.

use std::fmt;
use std::str::FromStr;

use crate::BadRules;
use crate::rules::{RuleOption, Rules, read_options, write_options};

crate::word_option! {
    /// What a win is worth.
    pub enum Score {
        /// A gammon counts two points, a backgammon three.
        Gammons = "gammons",
        /// Every win counts one, as the leaflet of the boxed set has it.
        Wins = "wins",
    }
}

crate::word_option! {
    /// Whether there is a doubling cube outside matches, which always have one.
    pub enum CubeUse {
        /// There is none.
        Off = "off",
        /// There is one, and points are what is played for.
        Money = "money",
    }
}

crate::word_option! {
    /// The Crawford rule: the first game in which a side needs a single point is played without the cube.
    pub enum Crawford {
        /// That game is this one, if a side needs a single point, or still to come.
        Next = "next",
        /// That game has been played.
        Past = "past",
        /// There is no such rule.
        Off = "off",
    }
}

/// The rule options of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What a win is worth.
    pub score: Score,
    /// Whether there is a cube outside matches.
    pub cube: CubeUse,
    /// Whether gammons count only once the cube was turned (money games).
    pub has_jacoby: bool,
    /// Whether a double may be doubled back at once (money games).
    pub has_beavers: bool,
    /// The points that win the match, `1..=`[`Options::MAX_LENGTH`]; 0 without a match.
    pub length: u8,
    /// The points that White and Black have in it, each less than [`Options::length`].
    pub standing: [u8; 2],
    /// The Crawford rule.
    pub crawford: Crawford,
}

impl Options {
    /// The longest match.
    pub const MAX_LENGTH: u8 = 64;

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "score" => self.score = Score::read(value)?,
            "cube" => self.cube = CubeUse::read(value)?,
            "jacoby" => self.has_jacoby = read_switch(value)?,
            "beavers" => self.has_beavers = read_switch(value)?,
            "match" if value == "off" => self.length = 0,
            "match" => self.length = read_number(value).filter(|length| (1..=Self::MAX_LENGTH).contains(length))?,
            "standing" => {
                let (white, black) = value.split_once('-')?;
                self.standing = [read_number(white)?, read_number(black)?];
            }
            _ => self.crawford = Crawford::read(value)?,
        }
        Some(())
    }

    /// What excludes what, and why.
    fn conflict(self) -> Option<String> {
        let is_match = self.length > 0;
        let [white, black] = self.standing;
        if is_match && self.cube == CubeUse::Money {
            Some("match=N has a cube of its own; leave cube=money out".to_owned())
        } else if is_match && self.score == Score::Wins {
            Some("score=wins has no meaning in a match; leave one of them out".to_owned())
        } else if (self.has_jacoby || self.has_beavers) && self.cube != CubeUse::Money {
            Some("jacoby=on and beavers=on belong to cube=money".to_owned())
        } else if self.standing != [0, 0] && !is_match {
            Some(format!("standing={white}-{black} needs a match: match=N"))
        } else if is_match && white.max(black) >= self.length {
            Some(format!("standing={white}-{black}: a match to {} is over when a side has that many", self.length))
        } else if self.crawford != Crawford::Next && !is_match {
            Some("crawford=… needs a match: match=N".to_owned())
        } else if self.crawford == Crawford::Past && white.max(black) + 1 != self.length {
            Some(format!("crawford=past needs a side that lacks one point of {}", self.length))
        } else {
            None
        }
    }
}

fn read_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Digits only: `parse` alone would take a sign.
fn read_number(value: &str) -> Option<u8> {
    value.bytes().all(|byte| byte.is_ascii_digit()).then(|| value.parse().ok())?
}

impl Rules for Options {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "score",
            values: "gammons|wins",
            default: "gammons",
            about: "whether gammons count two points and backgammons three, or every win one",
        },
        RuleOption {
            key: "cube",
            values: "off|money",
            default: "off",
            about: "whether there is a doubling cube (a match always has one)",
        },
        RuleOption {
            key: "jacoby",
            values: "off|on",
            default: "off",
            about: "cube=money: whether gammons count only once the cube was turned",
        },
        RuleOption {
            key: "beavers",
            values: "off|on",
            default: "off",
            about: "cube=money: whether a double may at once be doubled back by who takes it",
        },
        RuleOption { key: "match", values: "off|1..=64", default: "off", about: "the points that win the match" },
        RuleOption {
            key: "standing",
            values: "W-B",
            default: "0-0",
            about: "the points that White and Black have in the match",
        },
        RuleOption {
            key: "crawford",
            values: "next|past|off",
            default: "next",
            about: "the game without doubling when a side first needs one point: due then, played, or never",
        },
    ];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switch = |is_on| if is_on { "on" } else { "off" };
        let length = if self.length == 0 { "off".to_owned() } else { self.length.to_string() };
        let standing = format!("{}-{}", self.standing[0], self.standing[1]);
        write_options(
            f,
            &[
                ("score", &self.score),
                ("cube", &self.cube),
                ("jacoby", &switch(self.has_jacoby)),
                ("beavers", &switch(self.has_beavers)),
                ("match", &length),
                ("standing", &standing),
                ("crawford", &self.crawford),
            ],
        )
    }
}

impl FromStr for Options {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut options = Self::default();
        read_options(text, Self::OPTIONS, |key, value| options.set(key, value))?;
        options.conflict().map_or(Ok(options), |what| Err(BadRules::Conflict { what }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_and_print() {
        for text in ["cube=money,jacoby=on,beavers=on", "match=7,standing=6-3,crawford=past", "score=wins", ""] {
            let options: Options = text.parse().expect("options");
            assert_eq!(options.to_string().parse(), Ok(options));
        }
        assert!("match=5,standing=4-4".parse::<Options>().expect("options").is_crawford_game());
        assert!(!"match=1".parse::<Options>().expect("options").is_crawford_game());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, reason) in [
            ("match=0", "accepted"),
            ("match=65", "accepted"),
            ("match=5,standing=5-0", "is over"),
            ("standing=1-0", "needs a match"),
            ("match=5,cube=money", "leave cube=money out"),
            ("match=5,score=wins", "no meaning"),
            ("jacoby=on", "belong to cube=money"),
            ("match=5,crawford=past", "lacks one point"),
            ("crawford=off", "needs a match"),
            ("standing=1", "accepted"),
        ] {
            let message = text.parse::<Options>().expect_err(text).to_string();
            assert!(message.contains(reason), "{text}: {message}");
        }
    }
}
