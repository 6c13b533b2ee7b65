//! Small games for the tests of this crate: Nim, with and without dice, and players who know how it ends.
//!
//! A pile of stones; who takes the last one wins. In [`Nim`] a move takes 1 to 3, so that the side to move wins exactly
//! if the pile is no multiple of 4. In [`DiceNim`] a roll of 1, 2, 2 or 3 says how many may be taken at most.

use std::fmt;
use std::str::FromStr;

use engine::rules::{read_options, write_options};
use engine::zobrist::mix_all;
use engine::{
    Afterstate, BadPosition, BadRules, Deterministic, Game, History, MoveList, Node, Outcome, PackedMove, PathRules,
    Position, Rng, RuleOption, Rules, Series, Side,
};
use search::{Answer, Choice, Player};

use crate::notation::Notated;

/// How many stones, who begins, and after how many plies it is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NimRules {
    pub(crate) stones: u32,
    pub(crate) first: Side,
    pub(crate) ply_cap: Option<u32>,
}

impl Default for NimRules {
    fn default() -> Self {
        Self { stones: 21, first: Side::First, ply_cap: None }
    }
}

impl Rules for NimRules {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption { key: "stones", values: "0..", default: "21", about: "the pile" },
        RuleOption { key: "first", values: "first|second", default: "first", about: "who begins" },
        RuleOption { key: "ply_cap", values: "none|0..", default: "none", about: "when it is a draw" },
    ];
}

impl fmt::Display for NimRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cap = self.ply_cap.map_or("none".to_owned(), |cap| cap.to_string());
        write_options(f, &[("stones", &self.stones), ("first", &word(self.first)), ("ply_cap", &cap)])
    }
}

impl FromStr for NimRules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut rules = Self::default();
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "stones" => rules.stones = value.parse().ok()?,
                "first" => rules.first = side(value)?,
                _ if value == "none" => rules.ply_cap = None,
                _ => rules.ply_cap = Some(value.parse().ok()?),
            }
            Some(())
        })?;
        Ok(rules)
    }
}

fn word(side: Side) -> &'static str {
    Nim::SIDE_NAMES[side.index()]
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| Nim::SIDE_NAMES[side.index()] == word)
}

/// A number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take(u32);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take{}", self.0)
    }
}

impl PackedMove for Take {
    const SLOTS: usize = 4;

    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    fn slot(self) -> usize {
        (self.0 % 4) as usize
    }
}

macro_rules! pile {
    ($(#[$meta:meta])* $Name:ident { $($field:ident: $Type:ty)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $Name {
            stones: u32,
            side: Side,
            $($field: $Type,)?
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} {}", self.stones, word(self.side))?;
                $(write!(f, " {}", self.$field)?;)?
                Ok(())
            }
        }

        impl Node for $Name {
            type Rules = NimRules;

            fn key(&self) -> u64 {
                mix_all([u64::from(self.stones), self.side as u64 $(, u64::from(self.$field))?])
            }

            fn parse(text: &str, _: &NimRules) -> Result<Self, BadPosition> {
                let bad = || BadPosition::at(text, 0, "expected stones and a side, such as \"21 first\"");
                let mut words = text.split(' ');
                let stones = words.next().and_then(|word| word.parse().ok()).ok_or_else(bad)?;
                let side = words.next().and_then(side).ok_or_else(bad)?;
                $(let $field = words.next().and_then(|word| word.parse().ok()).ok_or_else(bad)?;)?
                if words.next().is_some() {
                    return Err(bad());
                }
                Ok(Self { stones, side, $($field)? })
            }

            fn picture(&self) -> String {
                self.to_string()
            }
        }
    };
}

pile! {
    /// A pile from which 1 to 3 may be taken.
    Nim {}
}
pile! {
    /// A pile with a roll: so many may be taken at most.
    DiceNim { roll: u32 }
}
pile! {
    /// A pile before the roll.
    Cup {}
}

macro_rules! nim {
    ($Name:ty, $After:ty, |$pos:ident| $most:expr) => {
        impl Position for $Name {
            type Move = Take;
            type After = $After;

            fn moves(&self, list: &mut MoveList<Take>) {
                let $pos = self;
                (1..=self.stones.min($most)).for_each(|stones| list.push(Take(stones)));
            }

            fn play(&self, mv: Take) -> $After {
                <$After>::new(self.stones - mv.0, !self.side)
            }
        }

        impl Game for $Name {
            const SIDE_NAMES: [&'static str; 2] = ["first", "second"];

            fn start(rules: &NimRules) -> $After {
                <$After>::new(rules.stones, rules.first)
            }

            fn side(&self) -> Side {
                self.side
            }

            fn next_side(after: &$After) -> Side {
                after.side
            }

            fn outcome(&self) -> Option<Outcome> {
                (self.stones == 0).then(|| Outcome::win(!self.side))
            }

            fn outcome_after(after: &$After) -> Option<Outcome> {
                (after.stones == 0).then(|| Outcome::win(!after.side))
            }

            fn ending(&self) -> &'static str {
                "empty"
            }

            fn path_rules(rules: &NimRules) -> PathRules {
                PathRules { ply_cap: rules.ply_cap, ..PathRules::default() }
            }

            fn series(rules: &NimRules) -> Option<Box<dyn Series<Self>>> {
                Some(Box::new(FirstToTwo { rules: rules.clone(), wins: [0, 0], games: 0 }))
            }
        }
    };
}

nim!(Nim, Nim, |_pos| 3);
nim!(DiceNim, Cup, |pos| pos.roll);

impl Deterministic for Nim {}

impl Notated for Nim {}
impl Notated for DiceNim {}

impl Nim {
    fn new(stones: u32, side: Side) -> Self {
        Self { stones, side }
    }
}

impl Cup {
    fn new(stones: u32, side: Side) -> Self {
        Self { stones, side }
    }
}

impl Afterstate<DiceNim> for Cup {
    const IS_CHANCE: bool = true;

    fn branches(self) -> impl Iterator<Item = (DiceNim, u32)> {
        let rolls: &[(u32, u32)] = if self.stones == 0 { &[(0, 1)] } else { &[(1, 1), (2, 2), (3, 1)] };
        let Self { stones, side } = self;
        rolls.iter().map(move |&(roll, weight)| (DiceNim { stones, side, roll }, weight))
    }
}

/// A series to two wins, at most five games; the beginner alternates.
#[derive(Debug)]
struct FirstToTwo {
    rules: NimRules,
    wins: [u32; 2],
    games: u32,
}

impl<G: Game<Rules = NimRules>> Series<G> for FirstToTwo {
    fn next(&self) -> Result<NimRules, Outcome> {
        match self.wins {
            [2, _] => Err(Outcome::win(Side::First)),
            [_, 2] => Err(Outcome::win(Side::Second)),
            _ if self.games == 5 => Err(Outcome::Draw),
            _ => Ok(self.rules.clone()),
        }
    }

    fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        self.rules.first = !self.rules.first;
        if let Some(side) = outcome.winner() {
            self.wins[side.index()] += 1;
        }
    }

    fn standing(&self) -> String {
        format!("{}-{}", self.wins[0], self.wins[1])
    }
}

/// Wins every game of [`Nim`] that can be won, and takes one stone in the others.
#[derive(Debug)]
pub(crate) struct Master;

impl Player<Nim> for Master {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<Nim>, _: &mut Rng) -> Answer<Take> {
        let take = (game.current().stones % 4).max(1);
        Ok(Choice { mv: Take(take), score: None, nodes: 1, depth: 0 })
    }
}

#[test]
fn they_are_games() {
    let rules = NimRules::default();
    engine::contract::check_game::<Nim>(&rules, engine::contract::Extent::default());
    engine::contract::check_game::<DiceNim>(&rules, engine::contract::Extent::default());
}
