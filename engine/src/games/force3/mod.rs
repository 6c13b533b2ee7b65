//! FORCE 3 (Ravensburger / Otto Maier 1982, also "Clou" and "Make-Shift"), from its rule sheet:
//!
//! 1. The board has 3x3 squares with eight tiles and a hole, at the start in the centre. Each side has three pawns, off
//!    the board at the start. The sides take turns; there is always a move.
//! 2. A turn is one of three things. Put: a pawn from the hand comes on any free tile.
//! 3. Relocate: an own pawn on the board goes to any other free tile (`relocate=king|orth`: a neighbouring one).
//! 4. Slide: a tile beside the hole moves into it, or two tiles in a row do, with whatever stands on them.
//! 5. In the ply after a slide no tile may go back to where it just was (`ban=position`: only the whole slide may not
//!    be undone; `ban=none`: all is allowed).
//! 6. After each ply lines of three pawns are judged. Only the mover has one: the mover wins.
//! 7. Only the opponent has one: the opponent wins (`slide=mover_only`: play goes on with the line standing; its owner
//!    is now the mover and wins by rule 6 if one of its lines stands after its ply, and nobody if the ply breaks it).
//! 8. Both have one: a draw (`both=mover_wins|mover_loses`; `both=continue`: play goes on, and the next ply is judged
//!    by rules 6 to 8 whatever its kind, so that relocating a pawn out of one's own line falls under rule 7).
//! 9. A position that stands for the third time is a draw ([`Game::path_rules`]).
//!
//! The options are independent: rules 6 to 8 see nothing but the lines that stand after a ply and who made it, so that
//! each of the 72 combinations is defined, and a pending line needs no memory beyond the board. [`Force3`] is twelve
//! bytes, kept as the side to move sees it. [`board`] has the geometry, [`moves`] the moves, [`text`] how positions
//! are written: `x.o/._./o.. x b1`. The solution by backward induction is in the crate `solvers`.

pub mod board;
pub mod moves;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;
pub mod text;

use std::fmt;
use std::str::FromStr;

use crate::rules::{BadRules, RuleOption, Rules, read_options, write_options};
use crate::score::{Outcome, Side};
use crate::zobrist::mix;
use crate::{BadPosition, Deterministic, Game, GameId, MoveList, Node, PathRules, Position, Registered};

use board::{ALL, REACH, Square, Squares, has_line};
pub use moves::{Action, Move};

/// Pawns a side has.
pub const PAWNS: u32 = 3;

crate::word_option! {
    /// What may not be played in the ply after a slide.
    pub enum Ban {
        /// No tile that has just moved goes back to where it was, alone or as part of a double.
        Tile = "tile",
        /// The slide may not be undone as a whole; one tile of a double may return.
        Position = "position",
        /// Nothing; then a position is its placement alone.
        None = "none",
    }
}

crate::word_option! {
    /// What happens when only the opponent of the mover has a line after a ply.
    pub enum Slide {
        /// The opponent wins.
        OpponentWins = "opponent_wins",
        /// The opponent wins only if a line of theirs still stands after their next ply.
        MoverOnly = "mover_only",
    }
}

crate::word_option! {
    /// What happens when both sides have a line after a ply.
    pub enum Both {
        /// A draw.
        Draw = "draw",
        /// The side that made the ply wins.
        MoverWins = "mover_wins",
        /// The side that made the ply loses.
        MoverLoses = "mover_loses",
        /// Play goes on, and lines are judged anew after the next ply.
        Continue = "continue",
    }
}

crate::word_option! {
    /// How far a pawn on the board may be moved.
    pub enum Relocate {
        /// To any free tile.
        Any = "any",
        /// To a free tile next to its own, also diagonally.
        King = "king",
        /// To a free tile next to its own along rank or file.
        Orthogonal = "orth",
    }
}

/// The rule options of FORCE 3: 3 x 2 x 4 x 3 = 72 variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// After a slide.
    pub ban: Ban,
    /// A line for the opponent alone.
    pub slide: Slide,
    /// A line for both.
    pub both: Both,
    /// How far a pawn moves.
    pub relocate: Relocate,
}

impl Options {
    /// All 72 variants, the standard rules first.
    pub fn all() -> impl Iterator<Item = Self> {
        let bans = [Ban::Tile, Ban::Position, Ban::None];
        let slides = [Slide::OpponentWins, Slide::MoverOnly];
        let boths = [Both::Draw, Both::MoverWins, Both::MoverLoses, Both::Continue];
        let relocates = [Relocate::Any, Relocate::King, Relocate::Orthogonal];
        (0..72_usize).map(move |index| Self {
            ban: bans[index / 24],
            slide: slides[index / 12 % 2],
            both: boths[index / 3 % 4],
            relocate: relocates[index % 3],
        })
    }
}

impl Rules for Options {
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption {
            key: "ban",
            values: "tile|position|none",
            default: "tile",
            about: "what may not be undone in the ply after a slide",
        },
        RuleOption {
            key: "slide",
            values: "opponent_wins|mover_only",
            default: "opponent_wins",
            about: "a slide gives a line to the opponent alone",
        },
        RuleOption {
            key: "both",
            values: "draw|mover_wins|mover_loses|continue",
            default: "draw",
            about: "a slide gives both a line",
        },
        RuleOption {
            key: "relocate",
            values: "any|king|orth",
            default: "any",
            about: "how far a pawn on the board may be moved",
        },
    ];
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: [(&str, &dyn fmt::Display); 4] =
            [("ban", &self.ban), ("slide", &self.slide), ("both", &self.both), ("relocate", &self.relocate)];
        write_options(f, &values)
    }
}

impl FromStr for Options {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        let mut options = Self::default();
        read_options(text, Self::OPTIONS, |key, value| {
            match key {
                "ban" => options.ban = Ban::read(value)?,
                "slide" => options.slide = Slide::read(value)?,
                "both" => options.both = Both::read(value)?,
                _ => options.relocate = Relocate::read(value)?,
            }
            Some(())
        })?;
        Ok(options)
    }
}

/// A position of FORCE 3, with the rules it is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Force3 {
    /// Pawns of the side to move.
    own: Squares,
    /// Pawns of the side that moved last.
    rival: Squares,
    hole: Square,
    /// The square the hole stood on before the last ply if that ply was a slide and a ban asks for it, else 9.
    before: u8,
    side: Side,
    options: Options,
}

/// The value of [`Force3::before`] when there is nothing to remember.
const NO_SLIDE: u8 = Square::COUNT as u8;

impl Force3 {
    /// A position from its parts: pawns by side, the hole, and where the hole stood before the last ply if that ply
    /// was a slide. `None` if the pawns overlap, stand in the hole or are more than three a side, or if the hole cannot
    /// have come from `before`; under `ban=none` no slide is remembered, and `before` must be `None`.
    #[must_use]
    pub fn new(
        pawns: [Squares; 2],
        hole: Square,
        before: Option<Square>,
        side: Side,
        options: Options,
    ) -> Option<Self> {
        let [first, second] = pawns;
        let placed = (first | second | hole.bit()) & !ALL == 0
            && first & second == 0
            && (first | second) & hole.bit() == 0
            && first.count_ones().max(second.count_ones()) <= PAWNS;
        let slid = before.is_none_or(|from| options.ban != Ban::None && REACH[hole.index()] & from.bit() != 0);
        let (own, rival) = if side == Side::First { (first, second) } else { (second, first) };
        let before = before.map_or(NO_SLIDE, |from| from.index() as u8);
        (placed && slid).then_some(Self { own, rival, hole, before, side, options })
    }

    /// The pawns of `side`.
    #[must_use]
    pub fn pawns(&self, side: Side) -> Squares {
        if side == self.side { self.own } else { self.rival }
    }

    /// The number of pawns that `side` has in hand.
    #[must_use]
    pub fn hand(&self, side: Side) -> u32 {
        PAWNS - self.pawns(side).count_ones()
    }

    /// The square of the hole.
    #[must_use]
    pub fn hole(&self) -> Square {
        self.hole
    }

    /// Where the hole stood before the last ply if that ply was a slide; always `None` under `ban=none`.
    #[must_use]
    pub fn before(&self) -> Option<Square> {
        Square::new(self.before)
    }

    /// The rules of this game.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Tiles without a pawn.
    #[inline]
    #[must_use]
    pub fn free(&self) -> Squares {
        ALL & !(self.own | self.rival | self.hole.bit())
    }

    /// How the lines that stand are judged. The mover of the rules is the side that is not to move now.
    #[inline]
    fn judge(&self) -> Option<Outcome> {
        match (has_line(self.own), has_line(self.rival)) {
            (false, false) => None,
            (false, true) => Some(Outcome::win(!self.side)),
            (true, false) => match self.options.slide {
                Slide::OpponentWins => Some(Outcome::win(self.side)),
                Slide::MoverOnly => None,
            },
            (true, true) => match self.options.both {
                Both::Draw => Some(Outcome::Draw),
                Both::MoverWins => Some(Outcome::win(!self.side)),
                Both::MoverLoses => Some(Outcome::win(self.side)),
                Both::Continue => None,
            },
        }
    }
}

impl Node for Force3 {
    type Rules = Options;

    fn key(&self) -> u64 {
        let Options { ban, slide, both, relocate } = self.options;
        let options = ban as u64 | (slide as u64) << 2 | (both as u64) << 3 | (relocate as u64) << 5;
        let squares = u64::from(self.own) | u64::from(self.rival) << 9 | (self.hole.index() as u64) << 18;
        // A position fits one word, and `mix` can be undone: here different positions even have different keys.
        mix(squares | u64::from(self.before) << 22 | (self.side as u64) << 26 | options << 27)
    }

    fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        text::parse(text, *rules)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl Position for Force3 {
    type Move = Move;
    type After = Self;

    #[inline]
    fn moves(&self, list: &mut MoveList<Move>) {
        if self.judge().is_none() {
            self.generate(list);
        }
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let effect = mv.effect();
        let remembers = mv.is_slide() && self.options.ban != Ban::None;
        Self {
            own: effect.on_other(self.rival),
            rival: effect.on_mover(self.own),
            hole: mv.next_hole(self.hole),
            before: if remembers { self.hole.index() as u8 } else { NO_SLIDE },
            side: !self.side,
            options: self.options,
        }
    }

    fn count(&self) -> u64 {
        if self.judge().is_none() { u64::from(self.count_moves()) } else { 0 }
    }
}

impl Game for Force3 {
    const SIDE_NAMES: [&'static str; 2] = ["x", "o"];

    fn start(rules: &Options) -> Self {
        Self { own: 0, rival: 0, hole: Square::CENTRE, before: NO_SLIDE, side: Side::First, options: *rules }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn next_side(after: &Self) -> Side {
        after.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.judge()
    }

    fn outcome_after(after: &Self) -> Option<Outcome> {
        after.judge()
    }

    /// `line`: the winner made it; `gift`: the loser did; `both`: one ply gave both sides a line.
    fn ending(&self) -> &'static str {
        match (has_line(self.own), has_line(self.rival)) {
            (false, false) => "",
            (false, true) => "line",
            (true, false) => "gift",
            (true, true) => "both",
        }
    }

    fn path_rules(_: &Options) -> PathRules {
        PathRules { repetitions: Some(3), ..PathRules::default() }
    }
}

impl Deterministic for Force3 {}

impl Registered for Force3 {
    const ID: GameId = GameId::Force3;
    const TITLE: &'static str = "FORCE 3 (Ravensburger / Otto Maier 1982)";
    const TEXT_FORM: &'static str = text::TEXT_FORM;
}
