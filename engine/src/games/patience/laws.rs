//! The rule questions of the family as data: five options, seventy-two sets of rules, the same for every game.
//!
//! [`Laws`] travel in the position and answer the questions of the generator; [`Options`] are laws as a game's
//! command line knows them, with the game's own defaults. FORTRESS and CHESSBOARD differ in nothing but these:
//! `circular=off,base=ace` against `circular=on,base=free`.
//!
//! A *build* is a run of cards at the end of a pile, each resting on one that it could have been built on.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use super::Kind;
use crate::cards::Card;
use crate::rules::{BadRules, RuleOption, Rules, read_options, write_options};
use crate::word_option;

word_option! {
    /// What may go to an empty pile.
    pub enum Empty {
        /// Any available card.
        Any = "any",
        /// Kings only, whatever the base.
        Kings = "kings",
        /// Nothing: an empty pile stays empty.
        None = "none",
    }
}

word_option! {
    /// What moves within the tableau at a time.
    pub enum Units {
        /// One card.
        One = "one",
        /// A build, whole or in part: the last cards of a pile as far as they are one ("Lasker").
        Build = "build",
    }
}

word_option! {
    /// On which neighbour in suit a card may be put.
    pub enum Build {
        /// On either.
        Both = "both",
        /// On the one a rank higher: piles are built down.
        Down = "down",
        /// On the one a rank lower: piles are built up.
        Up = "up",
    }
}

word_option! {
    /// Whether Ace and King of a suit are neighbours in building.
    pub enum Circular {
        /// They are not.
        Off = "off",
        /// They are.
        On = "on",
    }
}

word_option! {
    /// The rank that begins the foundations, which go on from King to Ace where they must.
    pub enum Base {
        /// The Ace.
        Ace = "ace",
        /// Whatever card is the first to go home.
        Free = "free",
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laws {
    /// What may go to an empty pile.
    pub empty: Empty,
    /// What moves at a time.
    pub units: Units,
    /// On which neighbour a card may be put.
    pub build: Build,
    /// Whether Ace and King are neighbours.
    pub circular: Circular,
    /// What begins the foundations.
    pub base: Base,
}

impl Laws {
    /// All seventy-two sets of rules.
    pub fn all() -> impl Iterator<Item = Self> {
        let empty = [Empty::Any, Empty::Kings, Empty::None].into_iter();
        let with_units = empty.flat_map(|empty| [Units::One, Units::Build].map(|units| (empty, units)));
        let with_build = with_units.flat_map(|(empty, units)| {
            [Build::Both, Build::Down, Build::Up]
                .into_iter()
                .flat_map(move |build| [Circular::Off, Circular::On].map(|circular| (empty, units, build, circular)))
        });
        with_build.flat_map(|(empty, units, build, circular)| {
            [Base::Ace, Base::Free].map(|base| Self { empty, units, build, circular, base })
        })
    }

    /// The neighbour one rank lower in building, if there is one.
    #[inline]
    #[must_use]
    pub fn lower(self, card: Card) -> Option<Card> {
        match card.rank() {
            0 => (self.circular == Circular::On).then(|| Card::new(card.suit(), 12)),
            rank => Some(Card::new(card.suit(), rank - 1)),
        }
    }

    /// The neighbour one rank higher in building, if there is one.
    #[inline]
    #[must_use]
    pub fn upper(self, card: Card) -> Option<Card> {
        match card.rank() {
            12 => (self.circular == Circular::On).then(|| Card::new(card.suit(), 0)),
            rank => Some(Card::new(card.suit(), rank + 1)),
        }
    }

    /// The cards on which `card` may be put: the lower one before the upper.
    #[inline]
    pub fn targets(self, card: Card) -> impl Iterator<Item = Card> {
        let lower = if self.build == Build::Down { None } else { self.lower(card) };
        let upper = if self.build == Build::Up { None } else { self.upper(card) };
        lower.into_iter().chain(upper)
    }

    /// Whether `card` may go to an empty pile.
    #[inline]
    #[must_use]
    pub fn may_fill(self, card: Card) -> bool {
        match self.empty {
            Empty::Any => true,
            Empty::Kings => card.rank() == 12,
            Empty::None => false,
        }
    }

    /// Whether a card that can go home may do so at once without losing a win, where the foundations begin at rank
    /// `base`: [`safe_move`](crate::Puzzle::safe_move) has the proof.
    ///
    /// That is so if nothing could be put on it that may not follow it home at once: cards below it in its suit's
    /// order are home, so this leaves the one after it (its upper neighbour), where that moves alone; and on a base
    /// card the last card of the suit (its lower neighbour).
    #[inline]
    #[must_use]
    pub fn is_safe(self, card: Card, base: u8) -> bool {
        let is_base = card.rank() == base;
        let is_last = (card.rank() + 1) % 13 == base;
        let carries_last = is_base && self.build != Build::Up && self.lower(card).is_some();
        let carries_run =
            self.units == Units::Build && self.build != Build::Down && !is_last && self.upper(card).is_some();
        !carries_last && !carries_run
    }
}

/// Laws as options, by default those of the game's rule sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<K> {
    /// The laws.
    pub laws: Laws,
    kind: PhantomData<K>,
}

impl<K> From<Laws> for Options<K> {
    fn from(laws: Laws) -> Self {
        Self { laws, kind: PhantomData }
    }
}

impl<K: Kind> Default for Options<K> {
    fn default() -> Self {
        K::STANDARD.into()
    }
}

impl<K: Kind> Rules for Options<K> {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "empty",
            values: "any|kings|none",
            default: K::STANDARD.empty.word(),
            about: "what may go to an empty pile",
        },
        RuleOption {
            key: "units",
            values: "one|build",
            default: K::STANDARD.units.word(),
            about: "what moves at a time: one card, or a build, whole or in part",
        },
        RuleOption {
            key: "build",
            values: "both|down|up",
            default: K::STANDARD.build.word(),
            about: "piles are built in suit, down (on the next higher rank) or up",
        },
        RuleOption {
            key: "circular",
            values: "on|off",
            default: K::STANDARD.circular.word(),
            about: "whether Ace and King are neighbours in building",
        },
        RuleOption {
            key: "base",
            values: "free|ace",
            default: K::STANDARD.base.word(),
            about: "what begins the foundations: the first card home, or the Aces",
        },
    ];
}

impl<K: Kind> fmt::Display for Options<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Laws { empty, units, build, circular, base } = &self.laws;
        write_options(
            f,
            &[("empty", empty), ("units", units), ("build", build), ("circular", circular), ("base", base)],
        )
    }
}

impl<K: Kind> FromStr for Options<K> {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut laws = K::STANDARD;
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "empty" => laws.empty = Empty::read(value)?,
                "units" => laws.units = Units::read(value)?,
                "build" => laws.build = Build::read(value)?,
                "circular" => laws.circular = Circular::read(value)?,
                _ => laws.base = Base::read(value)?,
            }
            Some(())
        })?;
        Ok(laws.into())
    }
}
