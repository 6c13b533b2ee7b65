//! What the program asks of a game of each kind, and the way from a name to a type.

use std::sync::Arc;

use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::force3::{Force3, Options};
use engine::games::forte::Forte;
use engine::{Deterministic, Game, NoProbe, Node, Probe, Registered};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use search::Sensed;
use serde::Serialize;
use solvers::chess::{self, BadTables, Count};
use solvers::{Numbered, Solvable, Summary, Table};

use crate::commands::solve::Told;
use crate::notation::Notated;

engine::visitor! {
    /// A command's work on a game, generic over its type.
    pub(crate) trait Visitor {
        deterministic: Deterministic + Registered + Sensed + Solved + Notated;
        chance: Game + Registered + Sensed + Notated;
        puzzle: Registered + Solvable + Told;
    }
}

/// A complete table of results.
pub(crate) trait Complete<G: Deterministic>: Probe<G> {
    /// The game in figures.
    fn summary(&self) -> Summary;
}

impl<G: Numbered> Complete<G> for Table<G> {
    fn summary(&self) -> Summary {
        self.summary()
    }
}

/// The tables of a game's endings, solved as they are asked for.
pub(crate) trait Endings<G: Deterministic>: Probe<G> {
    /// The endings of up to `men` men in figures, solved if need be.
    fn figures(&self, men: usize) -> Vec<EndingFigures>;

    /// The tables of endings of up to `men` men as bytes for a file, solved if need be.
    fn to_bytes(&self, men: usize) -> Vec<u8>;
}

/// An ending in figures.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EndingFigures {
    /// The material.
    pub(crate) ending: String,
    /// With the stronger side to move.
    pub(crate) stronger: SideFigures,
    /// With the weaker side to move.
    pub(crate) weaker: SideFigures,
    /// The bytes of its table in memory.
    pub(crate) bytes: u64,
}

/// An ending in figures, for one side to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SideFigures {
    pub(crate) positions: u64,
    pub(crate) win: u64,
    pub(crate) draw: u64,
    pub(crate) loss: u64,
    /// The plies of the longest win, if there is one.
    pub(crate) longest_win: Option<u16>,
    /// The plies of the longest loss, if there is one.
    pub(crate) longest_loss: Option<u16>,
}

impl From<Count> for SideFigures {
    fn from(count: Count) -> Self {
        let Count { positions, win, draw, loss, longest_win, longest_loss } = count;
        Self {
            positions,
            win,
            draw,
            loss,
            longest_win: (win > 0).then_some(longest_win),
            longest_loss: (loss > 0).then_some(longest_loss),
        }
    }
}

impl Endings<Chess> for chess::Endings {
    fn figures(&self, men: usize) -> Vec<EndingFigures> {
        let figures = |table: &chess::Table| {
            let [stronger, weaker] = table.counts().map(SideFigures::from);
            EndingFigures { ending: table.ending().to_string(), stronger, weaker, bytes: table.bytes() as u64 }
        };
        self.solve(men).into_par_iter().map(figures).collect()
    }

    fn to_bytes(&self, men: usize) -> Vec<u8> {
        self.to_bytes(men)
    }
}

/// Where the solvers' tables meet the games: a game without chance that may have tables of results.
pub(crate) trait Solved: Deterministic {
    /// Which positions are solved, where those of few men are; `None` if the game has no tables of endings.
    const ENDINGS: Option<&'static str> = None;

    /// All sets of rules that can be solved, the standard rules first; none if the game cannot be.
    fn variants() -> Vec<Self::Rules> {
        Vec::new()
    }

    /// Solves the game under these rules, anew; `None` if it cannot be.
    fn solve(_rules: &Self::Rules) -> Option<Box<dyn Complete<Self>>> {
        None
    }

    /// The table for these rules, solved at the first call and kept, complete or of endings only; `None` if the game has
    /// no table.
    fn table(_rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        None
    }

    /// What a search looks up of the game while it plays: endings, or nothing.
    type Look: Probe<Self> + 'static;

    /// That, for a search that must answer in time or that may wait for a table to be solved.
    fn look(is_timed: bool) -> Self::Look;

    /// The game's tables of endings: those of the file with these bytes, if they are given; `None` if it has none.
    fn endings(_kept: Option<&[u8]>) -> Result<Option<Arc<dyn Endings<Self>>>, BadTables> {
        Ok(None)
    }
}

impl Solved for Chess {
    const ENDINGS: Option<&'static str> = Some("positions of up to four men without castling rights");

    type Look = chess::Look;

    fn table(_: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(chess::shared())
    }

    fn look(is_timed: bool) -> chess::Look {
        chess::Look::new(chess::shared(), if is_timed { chess::Patience::GoesOn } else { chess::Patience::Waits })
    }

    fn endings(kept: Option<&[u8]>) -> Result<Option<Arc<dyn Endings<Self>>>, BadTables> {
        Ok(Some(match kept {
            None => chess::shared(),
            Some(bytes) => Arc::new(chess::Endings::from_bytes(bytes)?),
        }))
    }
}

impl Solved for Checkers {
    type Look = NoProbe;

    fn look(_: bool) -> NoProbe {
        NoProbe
    }
}

impl Solved for Forte {
    type Look = NoProbe;

    fn look(_: bool) -> NoProbe {
        NoProbe
    }
}

/// A search plays FORCE 3 by itself; who wants its table is `perfect`.
impl Solved for Force3 {
    type Look = NoProbe;

    fn look(_: bool) -> NoProbe {
        NoProbe
    }

    fn variants() -> Vec<Options> {
        Options::all().collect()
    }

    fn solve(rules: &Options) -> Option<Box<dyn Complete<Self>>> {
        Some(Box::new(Table::<Self>::solve(rules)))
    }

    fn table(rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(solvers::force3::shared(rules))
    }
}
