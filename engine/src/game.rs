//! Two players: a position with sides and an end.

use std::fmt::Debug;

use crate::history::PathRules;
use crate::score::{Outcome, Side};
use crate::{Afterstate, Position};

/// A two-player game, with or without chance.
pub trait Game: Position {
    /// Whether the sides strictly take turns. Where a side may act twice running (a cube decision, then the roll), a
    /// game says `false` and searches compare sides instead of just negating; the comparison is compiled away else.
    const ALTERNATES: bool = true;

    /// The most points that a win can be worth.
    const MAX_POINTS: u16 = 1;

    /// The most points that `winner` can still win from `after`: what bounds a search where chance decides. Games override it
    /// where less is at stake than [`MAX_POINTS`](Self::MAX_POINTS).
    #[inline]
    fn most_points(_after: &Self::After, _winner: Side) -> u16 {
        Self::MAX_POINTS
    }

    /// The node from which trees are counted, where published counts begin elsewhere than games do: before a full roll in
    /// backgammon, and not before the opening roll.
    #[must_use]
    fn counted_from(_: &Self::Rules) -> Option<Self::After> {
        None
    }

    /// How a player's seat is called, `First` first.
    const SIDE_NAMES: [&'static str; 2];

    /// The opening position, or the chance node (opening roll, deal) that leads to it.
    fn start(rules: &Self::Rules) -> Self::After;

    /// The side to move.
    fn side(&self) -> Side;

    /// The side that starts a game whose first position, after the deal or the opening roll, this is: the side to move,
    /// unless moves before the game proper (a set-up) are the other's.
    fn starter(&self, _: &Self::Rules) -> Side {
        self.side()
    }

    /// The side that acts after chance has spoken: whose view an evaluation of `after` takes.
    fn next_side(after: &Self::After) -> Side;

    /// How the game ended: `None` exactly while there are legal moves.
    fn outcome(&self) -> Option<Outcome>;

    /// How the move that left `after` ended the game at once, if it did. (A game may also end after chance has spoken:
    /// a drawn card that leaves no move.)
    fn outcome_after(after: &Self::After) -> Option<Outcome>;

    /// What a win is worth that is given to the other side because the side to move cannot go on: a plain one, times what
    /// multiplies it.
    fn forfeit_points(&self) -> u16 {
        1
    }

    /// In a word, why a finished game is finished (`line`, `combos`, `mate`), for the record of a match.
    fn ending(&self) -> &'static str;

    /// Whether no moves can decide the game any more, though there are some: then it is drawn at once. What it depends
    /// on is the position alone (bare kings in chess).
    #[inline]
    fn is_dead(&self) -> bool {
        false
    }

    /// The plies since something last happened that cannot be undone, as far as a rule counts them (captures and pawns'
    /// moves in chess): what [`PathRules::clock`] limits.
    #[inline]
    fn clock(&self) -> u32 {
        0
    }

    /// Whether this position is a repetition of `earlier`: equal but for counters that the rule of repetition ignores.
    fn repeats(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// What ends a game by the path that led to a position: see [`crate::history`].
    #[must_use]
    fn path_rules(_: &Self::Rules) -> PathRules {
        PathRules::default()
    }

    /// The series of games (tournament, match to N) played under these rules, where the game knows one.
    #[must_use]
    fn series(_: &Self::Rules) -> Option<Box<dyn Series<Self>>> {
        None
    }
}

/// A game without chance: what alpha-beta asks for. Dice do not compile.
pub trait Deterministic: Game<After = Self> {}

/// Several games of which each result sets up the next: FORTE's tournament, a backgammon match to N.
pub trait Series<G: Game>: Debug + Send {
    /// The rules of the next game, or how the series ended.
    ///
    /// # Errors
    /// Not an error: `Err` carries the outcome of a finished series.
    fn next(&self) -> Result<G::Rules, Outcome>;

    /// Takes the result of a game played under the rules that [`next`](Self::next) gave.
    fn add(&mut self, outcome: Outcome);

    /// The standing, such as `2-1`.
    fn standing(&self) -> String;
}

/// What a table of results knows of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result under best play.
    pub value: Value,
    /// The number of plies to the end under best play (shortest win, longest loss); `None` if the table has no
    /// distances, and for draws.
    pub plies: Option<u16>,
}

/// A result under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

/// A perfect or partial table of results: made by `solvers`, used by `search`, joined in `experiments`.
pub trait Probe<G: Game>: Send + Sync {
    /// What is known of `pos`; `None` outside the table.
    fn probe(&self, pos: &G) -> Option<Known>;
}

/// No table.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl<G: Game> Probe<G> for NoProbe {
    #[inline]
    fn probe(&self, _: &G) -> Option<Known> {
        None
    }
}

impl<G: Game, T: Probe<G> + ?Sized> Probe<G> for &T {
    fn probe(&self, pos: &G) -> Option<Known> {
        (**self).probe(pos)
    }
}

impl<G: Game, T: Probe<G> + ?Sized> Probe<G> for std::sync::Arc<T> {
    fn probe(&self, pos: &G) -> Option<Known> {
        (**self).probe(pos)
    }
}

/// Proves wins by other means than a search of all moves: made by `solvers`, used in `search`, joined in `experiments`. It keeps
/// what it has found out, so that who asks again goes on from there.
pub trait Prover<G: Position>: Send {
    /// Forgets everything.
    fn forget(&mut self);

    /// Looks for a win of the side to move within `plies`, for about `nodes` nodes.
    fn prove(&mut self, pos: &G, plies: u32, nodes: u64) -> Attempt<G::Move>;
}

/// What came of looking for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// The win, if there is one, or why not.
    pub found: Found<M>,
    /// The nodes that it took.
    pub nodes: u64,
}

/// A win, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<M> {
    /// The move wins within so many plies, whatever the other side does.
    Win(M, u32),
    /// None is to be found by these means. There may be one.
    Nothing,
    /// There were not enough nodes to tell.
    Stopped,
}

/// The positions that can follow `after`, in the order of [`Afterstate::branches`], without their weights.
pub fn successors<G: Game>(after: G::After) -> impl Iterator<Item = G> {
    after.branches().map(|(pos, _)| pos)
}

/// How a game may end, as probabilities: of winning at least one, two and three points, and of losing them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// Of a win worth at least 1, 2 and 3 points, cubes left aside.
    pub win: [f32; 3],
    /// Of a loss of at least 1, 2 and 3 points.
    pub loss: [f32; 3],
}

/// A table of odds for games with chance (backgammon's bear-offs): made by `solvers`, used by evaluations in `search`, joined in
/// `experiments`.
pub trait Forecast<G: Game>: Debug + Send + Sync {
    /// The odds of the side that acts next after `after`; `None` outside the table.
    fn forecast(&self, after: &G::After) -> Option<Odds>;

    /// The points that the side that acts next gets on average where a doubling cube may still be turned, all of it played as well
    /// as can be; `None` outside the table.
    fn points(&self, _after: &G::After) -> Option<f64> {
        None
    }
}

impl<G: Game, T: Forecast<G> + ?Sized> Forecast<G> for &T {
    fn forecast(&self, after: &G::After) -> Option<Odds> {
        (**self).forecast(after)
    }

    fn points(&self, after: &G::After) -> Option<f64> {
        (**self).points(after)
    }
}
