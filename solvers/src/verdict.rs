//! What a solver answers: won with the moves, lost, or how it failed.
//!
//! [`Solvable`] is a puzzle that has a solver. Solvers are made once a thread and used for many deals, so that their
//! memory is too. What they promise: a winnable deal comes with a line that [`crate::replay`] accepts, an unwinnable
//! one has been searched to the end with exact keys, and everything else is [`Verdict::Undecided`].

use std::fmt;
use std::hash::Hash;

use engine::Puzzle;

use crate::replay::BadLine;

/// How far a solver may go with one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of positions it may store; asked after each position's moves, so a few more can be stored.
    pub positions: u32,
}

impl Default for Limit {
    /// Enough for every deal met so far, and under 20 MB for the patience solver.
    fn default() -> Self {
        Self { positions: 400_000 }
    }
}

impl Limit {
    /// Enough for the shortest line of nearly every deal, and under 200 MB.
    pub const SHORTEST: Self = Self { positions: 4_000_000 };
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stored positions", self.positions)
    }
}

/// What is known of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// It can be won, by these moves, automatic ones included.
    Winnable(Vec<M>),
    /// It cannot be won: every line has been tried.
    Unwinnable,
    /// The limit was reached first.
    Undecided(Limit),
}

impl<M> Verdict<M> {
    /// `winnable`, `unwinnable` or `undecided`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Winnable(_) => "winnable",
            Self::Unwinnable => "unwinnable",
            Self::Undecided(_) => "undecided",
        }
    }

    /// The winning line, if there is one.
    #[must_use]
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Winnable(moves) => Some(moves),
            _ => None,
        }
    }
}

/// A verdict with what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What is known of the deal.
    pub verdict: Verdict<M>,
    /// The number of distinct positions stored, the start included.
    pub stored: u32,
}

impl<M: fmt::Display> Solution<M> {
    /// The winning moves separated by blanks, as [`crate::replay`] reads them; empty if there is no win.
    #[must_use]
    pub fn line(&self) -> String {
        let moves = self.verdict.moves().unwrap_or_default();
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// What is known of the fewest moves that win a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest<M> {
    /// Whether it can be won, with the shortest line found.
    pub verdict: Verdict<M>,
    /// No line that wins has fewer moves, if there is one.
    pub lower: u32,
    /// The number of distinct positions stored.
    pub stored: u32,
}

impl<M> Shortest<M> {
    /// The length of the shortest line found, automatic moves included; `None` without a line.
    #[must_use]
    pub fn upper(&self) -> Option<u32> {
        self.verdict.moves().map(|moves| moves.len() as u32)
    }

    /// The fewest moves that win, if the line found is proved shortest.
    #[must_use]
    pub fn proved(&self) -> Option<u32> {
        self.upper().filter(|&upper| upper == self.lower)
    }
}

/// A puzzle with a solver of its own.
pub trait Solvable: Puzzle + Hash {
    /// The solver with its memory, to be used for one deal after another.
    type Solver: Default + Send;

    /// Finds shortest lines; with its memory, to be used for one deal after another.
    type Shortener: Default + Send;

    /// The number of deals in the [bench](crate::signature): about a second of solving.
    const BENCH_DEALS: u64;

    /// Decides whether `deal`, or a position in mid-game, can be won. The answer depends on nothing but the
    /// arguments, whatever the solver was used for before.
    fn solve(solver: &mut Self::Solver, deal: &Self, limit: Limit) -> Solution<Self::Move>;

    /// Why shortest lines cannot be found under `rules`; `None` if they can.
    fn shortest_refused(_rules: &Self::Rules) -> Option<&'static str> {
        Some("nothing is known of the shortest lines of this game")
    }

    /// Finds the shortest line that wins `deal`, or bounds its length; `known` is a line that wins, if there is one,
    /// and what is found is no longer. The answer depends on nothing but the arguments. Under rules that are
    /// [refused](Self::shortest_refused) nothing is found that is not known, and the bound is the puzzle's own.
    fn shorten(
        _shortener: &mut Self::Shortener,
        deal: &Self,
        known: Option<&[Self::Move]>,
        limit: Limit,
    ) -> Shortest<Self::Move> {
        let verdict = known.map_or(Verdict::Undecided(limit), |line| Verdict::Winnable(line.to_vec()));
        Shortest { verdict, lower: deal.lower_bound(), stored: 0 }
    }

    /// Whether the rank that starts the foundations of `deal` is still to be chosen, so that
    /// [`solve_with_base`](Self::solve_with_base) asks a question of its own.
    fn has_open_base(_deal: &Self) -> bool {
        false
    }

    /// Decides whether `deal`, whose base [is open](Self::has_open_base), can be won with foundations that start at
    /// rank `base` (0..13); where nothing is open, the same as [`solve`](Self::solve).
    fn solve_with_base(solver: &mut Self::Solver, deal: &Self, _base: u8, limit: Limit) -> Solution<Self::Move> {
        Self::solve(solver, deal, limit)
    }

    /// Plays `line` from `deal` by code of its own, which is given deal, rules and line as text; gives the number of
    /// moves.
    ///
    /// # Errors
    /// At which move the line fails to be a win, and why.
    fn replay(deal: &Self, line: &str) -> Result<usize, BadLine>;
}
