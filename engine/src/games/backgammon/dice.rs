//! The cup: what a move leaves behind, with the dice still to roll, or a decision about the cube still to make.

use std::fmt;

use rand::RngExt;

use super::{Backgammon, Options, Turn, text};
use crate::{Afterstate, BadPosition, Node, Rng, Side};

/// All rolls, each with the number of its 36 throws: the larger number first.
pub const ROLLS: [([u8; 2], u32); 21] = rolls();

const fn rolls() -> [([u8; 2], u32); 21] {
    let mut rolls = [([0, 0], 0); 21];
    let mut number = 0;
    let mut larger = 1;
    while larger <= 6 {
        let mut smaller = 1;
        while smaller <= larger {
            rolls[number] = ([larger, smaller], if larger == smaller { 1 } else { 2 });
            number += 1;
            smaller += 1;
        }
        larger += 1;
    }
    rolls
}

/// What a move leaves behind: a position but for what is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cup(Backgammon);

/// What is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coming {
    /// One die each, again if they are alike: who has the larger begins with both.
    OpeningRoll,
    /// Two dice for the side to move.
    Roll,
    /// Nothing: somebody has a decision to make, or the game is over.
    Nothing,
}

impl Cup {
    #[inline]
    pub(super) const fn new(pending: Backgammon) -> Self {
        Self(pending)
    }

    /// The same board before the roll that comes next, whatever decision about the cube is still to be made before it: the side
    /// to move is the one that rolls.
    #[must_use]
    pub fn rolling(&self) -> Self {
        let side = if self.0.turn == Turn::Take { !self.0.side } else { self.0.side };
        Self(Backgammon { turn: Turn::Roll, dice: [0, 0], side, ..self.0 })
    }

    /// The position but for what is still to come: the side to move is the one that acts next.
    #[inline]
    #[must_use]
    pub const fn pending(&self) -> &Backgammon {
        &self.0
    }

    /// What is still to come.
    #[inline]
    #[must_use]
    pub const fn coming(&self) -> Coming {
        match self.0.turn {
            Turn::Opening => Coming::OpeningRoll,
            Turn::Roll => Coming::Roll,
            _ => Coming::Nothing,
        }
    }

    #[inline]
    fn rolled(self, dice: [u8; 2], side: Side) -> Backgammon {
        Backgammon { dice, side, turn: Turn::Play, ..self.0 }
    }

    /// The position after a roll of these dice, in either order.
    ///
    /// # Panics
    /// If a die is not from 1 to 6.
    #[must_use]
    pub fn roll(self, dice: [u8; 2]) -> Backgammon {
        assert!(dice.iter().all(|die| (1..=6).contains(die)), "dice have the numbers 1 to 6");
        self.rolled([dice[0].max(dice[1]), dice[0].min(dice[1])], self.0.side)
    }
}

impl Node for Cup {
    type Rules = Options;

    #[inline]
    fn key(&self) -> u64 {
        crate::zobrist::mix(self.0.key())
    }

    fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        text::read_cup(text, *rules)
    }

    fn picture(&self) -> String {
        text::picture(&self.0)
    }
}

impl Afterstate<Backgammon> for Cup {
    const IS_CHANCE: bool = true;

    #[inline]
    fn branches(self) -> impl Iterator<Item = (Backgammon, u32)> {
        // One list of 30 numbered branches serves all three cases, so that the loop over a roll stays simple.
        let side = self.0.side;
        let count = match self.coming() {
            Coming::Nothing => 1,
            Coming::Roll => ROLLS.len(),
            Coming::OpeningRoll => 36,
        };
        (0..count).filter_map(move |index| match self.coming() {
            Coming::Nothing => Some((self.0, 1)),
            Coming::Roll => Some((self.rolled(ROLLS[index].0, side), ROLLS[index].1)),
            Coming::OpeningRoll => {
                let (white, black) = (index as u8 / 6 + 1, index as u8 % 6 + 1);
                let winner = if white > black { Side::First } else { Side::Second };
                (white != black).then(|| (self.rolled([white.max(black), white.min(black)], winner), 1))
            }
        })
    }

    fn sample(self, rng: &mut Rng) -> Backgammon {
        let mut die = || rng.random_range(1..=6_u8);
        match self.coming() {
            Coming::Nothing => self.0,
            Coming::Roll => self.roll([die(), die()]),
            Coming::OpeningRoll => loop {
                let (white, black) = (die(), die());
                if white != black {
                    let winner = if white > black { Side::First } else { Side::Second };
                    return self.rolled([white.max(black), white.min(black)], winner);
                }
            },
        }
    }
}

impl fmt::Display for Cup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.coming() == Coming::OpeningRoll {
            return f.write_str(text::OPENING);
        }
        text::write(f, &self.0)
    }
}
