//! FORTAC: four men each on a 4x4 board, moved by cards. By Lloyd Krassner (Warpspawn Games).
//!
//! The rules, from the author's page (*FORTAC, abstract board & card strategy game for 2 players*); what the page
//! leaves open is a rule option, see [`FortacRules`]:
//! 1. Red's men start on the 2x2 corner a3-b4, Black's on c1-d2. Red moves first.
//! 2. Hands of three are dealt face up from a deck of forty: Hop, Skip, Jump, Trade, Switch, Horse, Bishop and Push
//!    four times, Rook, King, Zip and Zap twice. The order of the deck is hidden, its content is not.
//! 3. A turn: discard a card and move one own man as it says ([`Card`]), then draw a card. There are no captures.
//! 4. Trade swaps with an adjacent man of either colour, Switch with one that is not adjacent.
//! 5. Push moves into a neighbouring man and pushes one or two men on in line, the last to an empty space.
//! 6. A combo: all four men on the corners, in the centre, on a rank or file (orthogonal), or on a long diagonal.
//! 7. It counts if it stands after its owner's move, did not stand before, and is of a type not made yet.
//! 8. The second combo, of another type than the first, wins at once; nothing is drawn.
//! 9. Who has no move loses.
//! 10. An empty deck is made of the discards again, the card just played among them.
//!
//! A [`Fortac`] is a position with its hands full, a [`CardDraw`] what a move leaves behind: the card still to draw, or
//! the deal. The discards are what is missing from forty. [`board`] has the squares and the combos, [`cards`] the
//! multisets, [`moves`] the cards' moves, [`draw`] the chance, `text` the forms for people.

pub mod board;
pub mod cards;
pub mod draw;
pub mod moves;
mod text;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub use board::{Combo, Combos, Square, Squares};
pub use cards::{Card, Cards};
pub use draw::CardDraw;
pub use moves::Play;

use crate::games::{GameId, Registered};
use crate::history::PathRules;
use crate::rules::{BadRules, RuleOption, Rules, read_options, write_options};
use crate::zobrist::mix_all;
use crate::{Game, MoveList, Node, Outcome, Position, Side};

crate::word_option! {
    /// Which squares are adjacent for Jump, Trade, Switch and Push.
    pub enum Adjacency {
        /// The eight neighbours.
        Eight = "8",
        /// The four along ranks and files.
        Four = "4",
    }
}

crate::word_option! {
    /// Whether Trade and Switch may swap two own men, which changes nothing: in effect a pass.
    pub enum NullSwap {
        /// They may: one such move a card.
        On = "on",
        /// They may not.
        Off = "off",
    }
}

crate::word_option! {
    /// Which moves can make a combo.
    pub enum ComboTiming {
        /// The moves of its owner.
        OwnerMove = "owner_move",
        /// All moves: the other side's push or swap too. If both sides gain by one move, the mover's counts first.
        AnyTime = "any_time",
    }
}

crate::word_option! {
    /// What happens when a card is to be drawn from an empty deck.
    pub enum EmptyDeck {
        /// The discards, the card just played included, are shuffled and become the deck.
        Redraw = "redraw",
        /// Nothing is drawn: play goes on with smaller hands, and who has no card to play loses.
        NoRedraw = "no_redraw",
        /// The game is drawn.
        DrawGame = "draw_game",
    }
}

/// The rule options of FORTAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FortacRules {
    /// Which squares are adjacent.
    pub adjacency: Adjacency,
    /// Whether own men may be swapped.
    pub null_swap: NullSwap,
    /// Which moves can make a combo.
    pub combo: ComboTiming,
    /// What happens when the deck is empty.
    pub deck: EmptyDeck,
    /// The game is drawn after this number of plies, 1 to 1,000,000.
    pub ply_cap: u32,
}

impl Default for FortacRules {
    fn default() -> Self {
        Self {
            adjacency: Adjacency::default(),
            null_swap: NullSwap::default(),
            combo: ComboTiming::default(),
            deck: EmptyDeck::default(),
            ply_cap: 1000,
        }
    }
}

impl Rules for FortacRules {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "adjacency",
            values: "8|4",
            default: "8",
            about: "how many neighbours are adjacent for Jump, Trade, Switch and Push",
        },
        RuleOption {
            key: "null_swap",
            values: "on|off",
            default: "on",
            about: "whether Trade and Switch may swap two own men, in effect a pass",
        },
        RuleOption {
            key: "combo",
            values: "owner_move|any_time",
            default: "owner_move",
            about: "whether a combo counts only when its owner's move makes it, or whoever's",
        },
        RuleOption {
            key: "deck",
            values: "redraw|no_redraw|draw_game",
            default: "redraw",
            about: "an empty deck: the discards are shuffled, or hands shrink, or the game is drawn",
        },
        RuleOption {
            key: "ply_cap",
            values: "1..=1000000",
            default: "1000",
            about: "the game is drawn after this number of plies",
        },
    ];
}

impl fmt::Display for FortacRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_options(
            f,
            &[
                ("adjacency", &self.adjacency),
                ("null_swap", &self.null_swap),
                ("combo", &self.combo),
                ("deck", &self.deck),
                ("ply_cap", &self.ply_cap),
            ],
        )
    }
}

impl FromStr for FortacRules {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut rules = Self::default();
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "adjacency" => rules.adjacency = Adjacency::read(value)?,
                "null_swap" => rules.null_swap = NullSwap::read(value)?,
                "combo" => rules.combo = ComboTiming::read(value)?,
                "deck" => rules.deck = EmptyDeck::read(value)?,
                _ => rules.ply_cap = value.parse().ok().filter(|cap| (1..=1_000_000).contains(cap))?,
            }
            Some(())
        })?;
        Ok(rules)
    }
}

/// The rule options that moves and draws need, in five bits, as they travel in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Options(u8);

impl Options {
    const fn new(rules: FortacRules) -> Self {
        let FortacRules { adjacency, null_swap, combo, deck, .. } = rules;
        Self(adjacency as u8 | (null_swap as u8) << 1 | (combo as u8) << 2 | (deck as u8) << 3)
    }

    #[inline]
    const fn adjacency(self) -> Adjacency {
        if self.0 & 1 == 0 { Adjacency::Eight } else { Adjacency::Four }
    }

    #[inline]
    const fn null_swap(self) -> NullSwap {
        if self.0 & 2 == 0 { NullSwap::On } else { NullSwap::Off }
    }

    #[inline]
    const fn combo(self) -> ComboTiming {
        if self.0 & 4 == 0 { ComboTiming::OwnerMove } else { ComboTiming::AnyTime }
    }

    #[inline]
    const fn deck(self) -> EmptyDeck {
        match self.0 >> 3 {
            0 => EmptyDeck::Redraw,
            1 => EmptyDeck::NoRedraw,
            _ => EmptyDeck::DrawGame,
        }
    }
}

/// A position of FORTAC: men, hands, deck and combos made; 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fortac {
    men: [Squares; 2],
    hands: [Cards; 2],
    deck: Cards,
    made: [Combos; 2],
    side: Side,
    options: Options,
}

impl Fortac {
    /// The squares of the men of `side`, four of them.
    #[inline]
    #[must_use]
    pub const fn men(&self, side: Side) -> Squares {
        self.men[side.index()]
    }

    /// The hand of `side`, at most three cards.
    #[inline]
    #[must_use]
    pub const fn hand(&self, side: Side) -> Cards {
        self.hands[side.index()]
    }

    /// The types of combo that `side` has made.
    #[inline]
    #[must_use]
    pub const fn made(&self, side: Side) -> Combos {
        self.made[side.index()]
    }

    /// The cards that are still to be drawn.
    #[inline]
    #[must_use]
    pub const fn deck(&self) -> Cards {
        self.deck
    }

    /// The cards played: all that are neither in the deck nor in a hand.
    #[inline]
    #[must_use]
    pub const fn discards(&self) -> Cards {
        Cards::DECK.minus(self.deck).minus(self.hands[0]).minus(self.hands[1])
    }

    /// Which squares are adjacent here.
    #[inline]
    #[must_use]
    pub const fn adjacency(&self) -> Adjacency {
        self.options.adjacency()
    }

    /// Who has made two combos.
    #[inline]
    #[must_use]
    pub fn combo_winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.made(side).len() >= 2)
    }

    /// Whether the game was drawn because the deck is empty: the last mover has found no card to draw.
    fn is_drawn_by_deck(&self) -> bool {
        self.options.deck() == EmptyDeck::DrawGame && self.deck.is_empty() && self.hand(!self.side).len() < 3
    }

    /// Whether the game is over by combos or by the deck, whatever moves the cards would allow.
    #[inline]
    fn is_called_off(&self) -> bool {
        self.combo_winner().is_some() || self.is_drawn_by_deck()
    }

    #[inline]
    fn turn(&self) -> moves::Turn {
        moves::Turn {
            hand: self.hand(self.side),
            own: self.men(self.side),
            other: self.men(!self.side),
            options: self.options,
        }
    }

    /// Writes down the combos that a move by `mover` has made, which left the men `before` as they are now.
    #[inline]
    fn declare(&mut self, before: [Squares; 2], mover: Side) {
        self.declare_for(mover, before);
        if self.options.combo() == ComboTiming::AnyTime && self.made(mover).len() < 2 {
            self.declare_for(!mover, before);
        }
    }

    #[inline]
    fn declare_for(&mut self, owner: Side, before: [Squares; 2]) {
        let (men, made) = (self.men(owner), &mut self.made[owner.index()]);
        // A combo that stood before is one with the men where they are.
        if men != before[owner.index()]
            && let Some(combo) = Combo::standing(men)
        {
            *made = made.with(combo);
        }
    }
}

impl Node for Fortac {
    type Rules = FortacRules;

    #[inline]
    fn key(&self) -> u64 {
        let [red, black] = self.hands.map(Cards::to_bits);
        let made = self.made[0].to_bits() | self.made[1].to_bits() << 4;
        let rest = u64::from(self.options.0 << 1 | self.side as u8) << 8 | u64::from(made);
        mix_all([
            red | u64::from(self.men[0]) << 48,
            black | u64::from(self.men[1]) << 48,
            self.deck.to_bits() | rest << 48,
        ])
    }

    fn parse(text: &str, rules: &FortacRules) -> Result<Self, crate::BadPosition> {
        text::read_position(text, *rules)
    }

    fn picture(&self) -> String {
        text::picture(self, &format!("{} to move", Self::SIDE_NAMES[self.side.index()]))
    }
}

impl Position for Fortac {
    type Move = Play;
    type After = CardDraw;

    #[inline]
    fn moves(&self, list: &mut MoveList<Play>) {
        if !self.is_called_off() {
            self.turn().list(list);
        }
    }

    #[inline]
    fn play(&self, mv: Play) -> CardDraw {
        let (mover, other) = (self.side, !self.side);
        let mut next = *self;
        (next.men[mover.index()], next.men[other.index()]) = mv.shift(self.men(mover), self.men(other));
        next.hands[mover.index()] = self.hand(mover).without(mv.card());
        next.side = other;
        next.declare(self.men, mover);
        CardDraw::new(next)
    }

    #[inline]
    fn count(&self) -> u64 {
        if self.is_called_off() { 0 } else { u64::from(self.turn().count()) }
    }
}

impl Game for Fortac {
    const SIDE_NAMES: [&'static str; 2] = ["red", "black"];

    fn start(rules: &FortacRules) -> CardDraw {
        CardDraw::new(Self {
            men: board::START,
            hands: [Cards::NONE; 2],
            deck: Cards::DECK,
            made: [Combos::NONE; 2],
            side: Side::First,
            options: Options::new(*rules),
        })
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn next_side(after: &CardDraw) -> Side {
        after.pending().side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.combo_winner() {
            Some(Outcome::win(winner))
        } else if self.is_drawn_by_deck() {
            Some(Outcome::Draw)
        } else if self.turn().has_move() {
            None
        } else {
            Some(Outcome::win(!self.side))
        }
    }

    #[inline]
    fn outcome_after(after: &CardDraw) -> Option<Outcome> {
        let pos = after.pending();
        match pos.combo_winner() {
            Some(winner) => Some(Outcome::win(winner)),
            None => pos.is_drawn_by_deck().then_some(Outcome::Draw),
        }
    }

    fn ending(&self) -> &'static str {
        if self.combo_winner().is_some() {
            "combos"
        } else if self.is_drawn_by_deck() {
            "deck"
        } else if self.hand(self.side).is_empty() {
            "no_card"
        } else {
            "no_move"
        }
    }

    fn path_rules(rules: &FortacRules) -> PathRules {
        PathRules { ply_cap: Some(rules.ply_cap), ..PathRules::default() }
    }
}

impl Registered for Fortac {
    const ID: GameId = GameId::Fortac;
    const TITLE: &'static str = "FORTAC (Lloyd Krassner, Warpspawn Games)";
    const TEXT_FORM: &'static str = text::FORM;
}
