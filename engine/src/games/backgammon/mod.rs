//! Backgammon, without a cube, for money, or in a match.
//!
//! The rules in ten lines (the leaflet of the boxed set, FORTRESS CHESS, CHECKERS & BACKGAMMON; gammons, backgammons and the
//! cube as everywhere):
//! 1. Fifteen checkers each run over 24 points in opposite directions: two start on the own 24 point, five on 13, three
//!    on 8, five on 6.
//! 2. Each side rolls a die; the larger begins and plays both numbers. From then on two dice are rolled a turn.
//! 3. Each die moves a checker down that many points, a double four times; not onto two or more of the other side.
//! 4. A single checker that is met is hit and goes to the bar; it must enter before its side moves anything else.
//! 5. With all fifteen in the home board (points 1 to 6) checkers are borne off, from the die's point, else from a
//!    higher one, else from the highest.
//! 6. Both dice (of a double as many as possible) must be played; if only one can be, the larger if that can.
//! 7. Who has borne all off wins: 1 point; 2 (gammon) if the other has borne off none; 3 (backgammon) if that one also has
//!    a checker on the bar or in the winner's home.
//! 8. Cube: before rolling, a side that owns it, or either while nobody does, may double; the other drops (and loses what
//!    was played for) or takes and owns it. Jacoby and beavers are options of money games.
//! 9. A match is games until a side has N points. The first game in which a side needs a single one has no cube
//!    (Crawford).
//! 10. A roll that cannot be played has one move, `pass`.
//!
//! A [`Backgammon`] is a position with dice or a decision, a [`Cup`] what a move leaves behind: the dice still to roll.
//! [`board`] has the checkers, [`moves`] the moves, `generate` finds them, [`cube`] what is played for, [`series`] the match,
//! [`ids`] gnubg's identifiers, [`mat`] the files of whole matches, `text` the forms for people.

pub mod board;
pub mod cube;
pub mod dice;
mod generate;
pub mod ids;
pub mod mat;
pub mod moves;
pub mod options;
mod read;
pub mod series;
mod text;

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use cube::{Cube, Stakes};
pub use dice::{Coming, Cup};
pub use moves::{Move, Step, Word};
pub use options::Options;

use board::{BAR, HOME, seen_by};

use crate::games::{GameId, Registered};
use crate::zobrist::mix_all;
use crate::{BadPosition, Game, IllegalMove, MoveList, Node, Outcome, Position, Series, Side};

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Turn {
    /// The opening roll. Only in a [`Cup`].
    Opening,
    /// To roll. Only in a [`Cup`].
    Roll,
    /// To play the dice.
    Play,
    /// To double, or to roll.
    Choice,
    /// To take a double, or to drop it.
    Take,
    /// To take a beaver, or to drop it.
    Answer,
    /// Nothing: a double was dropped by the side to move.
    Dropped,
    /// Nothing: a side has borne all its checkers off.
    Over,
}

/// A position: the board, whose turn it is and for what, the cube and what is played for; 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backgammon {
    board: Board,
    /// The larger first; zeros unless they are to be played.
    dice: [u8; 2],
    side: Side,
    turn: Turn,
    cube: Cube,
    stakes: Stakes,
}

impl Backgammon {
    /// The position of a money game without a cube, before a roll: `side` is to roll.
    #[must_use]
    pub fn before_roll(board: Board, side: Side, options: &Options) -> Cup {
        let stakes = Stakes::new(options);
        Cup::new(Self { board, dice: [0, 0], side, turn: Turn::Roll, cube: Cube::CENTRED, stakes }.settled())
    }

    /// Where the checkers stand.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The dice to be played, the larger first; zeros where there are none.
    #[inline]
    #[must_use]
    pub const fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// What is to be done next.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// The doubling cube.
    #[inline]
    #[must_use]
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// What is played for.
    #[inline]
    #[must_use]
    pub const fn stakes(&self) -> Stakes {
        self.stakes
    }

    /// Whether the side to move may double before it rolls.
    #[inline]
    #[must_use]
    pub fn may_double(&self) -> bool {
        self.stakes.may_double(self.side, self.cube)
    }

    /// The side that has borne all its checkers off.
    #[inline]
    #[must_use]
    pub const fn winner_on_board(&self) -> Option<Side> {
        if self.board.owned(Side::First) == 0 {
            Some(Side::First)
        } else if self.board.owned(Side::Second) == 0 {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// 1 for a single win, 2 for a gammon, 3 for a backgammon that `winner` has on the board as it is.
    #[inline]
    #[must_use]
    pub const fn kind_of_win(&self, winner: Side) -> u16 {
        let loser = match winner {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
        if self.board.remaining(loser) < board::CHECKERS {
            return 1;
        }
        // The winner's home is the loser's points 19 to 24, and its bar lies behind them.
        let far = seen_by(loser, self.board.owned(loser)) & (seen_by(Side::Second, HOME) | 1 << BAR);
        if far != 0 { 3 } else { 2 }
    }

    /// The position with its turn made to fit the board: over, if a side has no checkers left; a choice, if there may be a
    /// double.
    #[inline]
    fn settled(mut self) -> Self {
        self.turn = if self.winner_on_board().is_some() {
            Turn::Over
        } else if self.may_double() {
            Turn::Choice
        } else {
            Turn::Roll
        };
        self
    }

    /// The position after a word about the cube, or a pass.
    fn say(&self, word: Word) -> Self {
        let mut next = *self;
        match word {
            Word::Pass => {
                (next.side, next.dice) = (!self.side, [0, 0]);
                return next.settled();
            }
            Word::Roll => next.turn = Turn::Roll,
            Word::Double => (next.side, next.turn) = (!self.side, Turn::Take),
            Word::Drop => next.turn = Turn::Dropped,
            Word::Beaver => {
                next.cube = self.cube.doubled(self.side);
                (next.side, next.turn) = (!self.side, Turn::Answer);
            }
            Word::Take if self.turn == Turn::Answer => {
                // The cube stays with who beavered.
                next.cube.doublings = (self.cube.doublings + 1).min(Cube::MOST_DOUBLINGS);
                next.turn = Turn::Roll;
            }
            Word::Take => {
                next.cube = self.cube.doubled(self.side);
                (next.side, next.turn) = (!self.side, Turn::Roll);
            }
        }
        next
    }

    /// Whether a double that is offered may be doubled back.
    fn may_beaver(&self) -> bool {
        self.stakes.has_beavers() && self.cube.doublings + 1 < Cube::MOST_DOUBLINGS
    }

    fn plays(&self, sink: &mut impl generate::Sink) {
        generate::plays(&self.board, self.side, self.dice, sink);
    }
}

impl Node for Backgammon {
    type Rules = Options;

    #[inline]
    fn key(&self) -> u64 {
        let [a, b, c, d, black] = self.board.words().map(u64::from);
        let owner = self.cube.owner.map_or(2, Side::index) as u64;
        let turn = u64::from(self.side as u8) | u64::from(self.turn as u8) << 1 | owner << 4;
        let dice = u64::from(self.dice[0]) | u64::from(self.dice[1]) << 3 | u64::from(self.cube.doublings) << 6;
        mix_all([a | b << 32, c | d << 32, black | turn << 32 | dice << 40, u64::from(self.stakes.to_bits())])
    }

    fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        text::read_position(text, *rules)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl Position for Backgammon {
    type Move = Move;
    type After = Cup;

    fn moves(&self, list: &mut MoveList<Move>) {
        let words: &[Word] = match self.turn {
            Turn::Play => {
                let before = list.len();
                self.plays(list);
                if list.len() == before { &[Word::Pass] } else { &[] }
            }
            Turn::Choice => &[Word::Roll, Word::Double],
            Turn::Take if self.may_beaver() => &[Word::Take, Word::Drop, Word::Beaver],
            Turn::Take | Turn::Answer => &[Word::Take, Word::Drop],
            Turn::Dropped | Turn::Over | Turn::Opening | Turn::Roll => &[],
        };
        for &word in words {
            list.push(Move::word(word));
        }
    }

    #[inline]
    fn play(&self, mv: Move) -> Cup {
        if let Some(word) = mv.as_word() {
            return Cup::new(self.say(word));
        }
        let mut next = *self;
        for step in mv.steps() {
            next.board.step(self.side, step.from, step.to());
        }
        (next.side, next.dice) = (!self.side, [0, 0]);
        Cup::new(next.settled())
    }

    fn count(&self) -> u64 {
        if self.turn != Turn::Play {
            let mut list = MoveList::new();
            self.moves(&mut list);
            return list.len() as u64;
        }
        let mut count = generate::Count(0);
        self.plays(&mut count);
        count.0.max(1)
    }

    /// The generator merges plays with the same result.
    fn may_coincide(&self, _: u32) -> bool {
        false
    }

    fn find_move(&self, text: &str) -> Result<Move, IllegalMove> {
        read::find_move(self, text)
    }
}

impl Game for Backgammon {
    const ALTERNATES: bool = false;
    const MAX_POINTS: u16 = 3 << Cube::MOST_DOUBLINGS;
    const SIDE_NAMES: [&'static str; 2] = ["White", "Black"];

    /// A side that has borne a checker off loses a point at most, times the cube.
    #[inline]
    fn most_points(after: &Cup, winner: Side) -> u16 {
        let pos = after.pending();
        let is_safe = pos.board.remaining(!winner) < board::CHECKERS;
        pos.stakes.most_points(is_safe)
    }

    fn counted_from(rules: &Options) -> Option<Cup> {
        Some(Self::before_roll(Board::start(), Side::First, rules))
    }

    fn start(rules: &Options) -> Cup {
        let stakes = Stakes::new(rules);
        Cup::new(Self {
            board: Board::start(),
            dice: [0, 0],
            side: Side::First,
            turn: Turn::Opening,
            cube: Cube::CENTRED,
            stakes,
        })
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn next_side(after: &Cup) -> Side {
        after.pending().side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.turn {
            Turn::Dropped => Some(Outcome::Win { side: !self.side, points: self.cube.value() }),
            Turn::Over => {
                let side = self.winner_on_board()?;
                Some(Outcome::Win { side, points: self.stakes.points(self.kind_of_win(side), self.cube) })
            }
            _ => None,
        }
    }

    #[inline]
    fn outcome_after(after: &Cup) -> Option<Outcome> {
        after.pending().outcome()
    }

    /// The cube as it stands, as if a double were dropped.
    fn forfeit_points(&self) -> u16 {
        self.cube.value()
    }

    fn ending(&self) -> &'static str {
        match (self.turn, self.winner_on_board().map(|winner| self.kind_of_win(winner))) {
            (Turn::Dropped, _) => "drop",
            (_, Some(3)) => "backgammon",
            (_, Some(2)) => "gammon",
            _ => "single",
        }
    }

    fn series(rules: &Options) -> Option<Box<dyn Series<Self>>> {
        series::Match::new(*rules).map(|series| Box::new(series) as Box<dyn Series<Self>>)
    }
}

impl Registered for Backgammon {
    const ID: GameId = GameId::Backgammon;
    const TITLE: &'static str = "Backgammon";
    const TEXT_FORM: &'static str = text::FORM;

    /// Other programs' identifiers leave out who it is that is on roll; so do lists of moves.
    fn write_result(after: &Cup) -> String {
        let text = after.to_string();
        text.strip_suffix(text::BLACK_SUFFIX).map_or_else(|| text.clone(), str::to_owned)
    }
}
