//! A random walk as a game, for tests: a token on places 0 to 6 goes a step to and fro by chance; at 6 First has won, at 0
//! Second. From place n First wins with probability n/6 exactly.
//!
//! Moves are there and change nothing, so that what is learnt is what chance does. First makes all of them.

use std::fmt;

use engine::{
    Afterstate, BadPosition, Game, MoveList, NoOptions, Node, Outcome, PackedMove, PathRules, Position, Side,
};

use super::{Learned, chances};
use crate::net::{Inputs, Outputs};

/// The token's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walk(u8);

/// The token before its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pause(u8);

/// One of two moves that do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wait(bool);

pub(crate) fn place(at: u8) -> Pause {
    Pause(at)
}

/// The probability that First wins.
pub(crate) fn exact(at: u8) -> f32 {
    f32::from(at) / 6.0
}

impl PackedMove for Wait {
    const SLOTS: usize = 2;

    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits == 1)
    }

    fn slot(self) -> usize {
        usize::from(self.0)
    }
}

macro_rules! token {
    ($Type:ident) => {
        impl fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Node for $Type {
            type Rules = NoOptions;

            fn key(&self) -> u64 {
                u64::from(self.0)
            }

            fn parse(text: &str, _: &NoOptions) -> Result<Self, BadPosition> {
                text.parse().map(Self).map_err(|_| BadPosition::at(text, 0, "a place"))
            }

            fn picture(&self) -> String {
                self.to_string()
            }
        }
    };
}

token!(Walk);
token!(Pause);

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position for Walk {
    type Move = Wait;
    type After = Pause;

    fn moves(&self, list: &mut MoveList<Wait>) {
        if self.outcome().is_none() {
            list.extend_from_slice(&[Wait(false), Wait(true)]);
        }
    }

    fn play(&self, _: Wait) -> Pause {
        Pause(self.0)
    }
}

impl Afterstate<Walk> for Pause {
    const IS_CHANCE: bool = true;

    fn branches(self) -> impl Iterator<Item = (Walk, u32)> {
        [(Walk(self.0 - 1), 1), (Walk(self.0 + 1), 1)].into_iter()
    }
}

impl Game for Walk {
    const ALTERNATES: bool = false;
    const SIDE_NAMES: [&'static str; 2] = ["first", "second"];

    fn start(_: &NoOptions) -> Pause {
        Pause(3)
    }

    fn side(&self) -> Side {
        Side::First
    }

    fn next_side(_: &Pause) -> Side {
        Side::First
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.0 {
            0 => Some(Outcome::win(Side::Second)),
            6 => Some(Outcome::win(Side::First)),
            _ => None,
        }
    }

    fn outcome_after(_: &Pause) -> Option<Outcome> {
        None
    }

    fn ending(&self) -> &'static str {
        "edge"
    }
}

impl Learned for Walk {
    const NAME: &'static str = "walk";
    const ENCODING: &'static str = "walk/1";
    const CLASSES: &'static [&'static str] = &["low", "high"];
    const OUTPUTS: usize = 1;

    fn input_count(_: usize) -> usize {
        7
    }

    fn class(after: &Pause) -> usize {
        usize::from(after.0 > 3)
    }

    fn inputs(after: &Pause, inputs: &mut Inputs) {
        inputs.push(usize::from(after.0), 1.0);
    }

    fn targets(outcome: Outcome, side: Side) -> Outputs {
        chances::targets(outcome, side)
    }

    fn turned(outputs: &Outputs) -> Outputs {
        chances::turned(outputs)
    }

    fn outputs(odds: &engine::Odds) -> Outputs {
        let mut outputs = Outputs::default();
        outputs[0] = odds.win[0];
        outputs
    }

    fn equity(outputs: &Outputs) -> f32 {
        chances::equity(outputs)
    }

    fn lesson() -> (Pause, PathRules) {
        (Pause(3), PathRules::default())
    }
}
