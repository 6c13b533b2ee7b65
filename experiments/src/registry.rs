//! What the program asks of a game of each kind, and the way from a name to a type.

use std::path::Path;
use std::sync::Arc;

use engine::games::backgammon::Backgammon;
use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::force3::{Force3, Options};
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::{Deterministic, Forecast, Game, NoProbe, Node, Probe, Prover, Registered};
use search::Sensed;
use solvers::chess::{self, Patience};
use solvers::{Numbered, Solvable, Summary, Table, backgammon, checkers, forte};

use crate::commands::solve::{EndingTask, ProofTask, Told, endgames, endings, proofs};
use crate::drawing::Drawn;
use crate::external::Hosts;
use crate::failure::Failure;
use crate::kept::Kept;
use crate::notation::Notated;
use crate::study::Studied;

engine::visitor! {
    /// A command's work on a game, generic over its type.
    pub(crate) trait Visitor {
        deterministic: Deterministic + Registered + Sensed + Solved + Notated + Hosts + Studied + Drawn;
        chance: Game + Registered + Sensed + Notated + Foreseen + Hosts + Studied + Drawn;
        puzzle: Registered + Solvable + Told + Drawn;
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

/// What `fort solve` can do with a game of which the endings are solved.
pub(crate) struct Endings<G: Deterministic> {
    /// Which positions those are.
    pub(crate) extent: &'static str,
    /// Does what was asked for.
    pub(crate) solve: fn(EndingTask<'_, G>) -> Result<(), Failure>,
}

/// What `fort solve` does with a game whose wins are searched for.
pub(crate) type Prove<G> = fn(ProofTask<'_, G>) -> Result<(), Failure>;

/// Where the solvers' tables meet the games: a game without chance that may have tables of results.
pub(crate) trait Solved: Deterministic {
    /// Of a game whose positions with few men or pieces are solved; `None` of others.
    const ENDINGS: Option<Endings<Self>> = None;

    /// Proves who wins positions of a game that is too large for tables.
    const PROVE: Option<Prove<Self>> = None;

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

    /// What proves wins beside a search; `None` if nothing does.
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        None
    }

    /// The same of a game that is solved whole: the table has all that can be played. `None` of other games.
    fn whole_table(rules: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Self::ENDINGS.is_none().then(|| Self::table(rules)).flatten()
    }

    /// What a search looks up of the game while it plays: endings, or nothing.
    type Look: Probe<Self> + 'static;

    /// That, for a search that must answer in time or that may wait for a table to be solved.
    fn look(is_timed: bool) -> Self::Look;

    /// The same into tables that are kept under this path, read once for all who ask; `None` if the game keeps none.
    fn look_into(_path: &Path) -> Option<Result<Self::Look, Failure>> {
        None
    }
}

impl Solved for Chess {
    const ENDINGS: Option<Endings<Self>> =
        Some(Endings { extent: "positions of up to four men without castling rights", solve: endings::solve });

    type Look = chess::Look;

    fn table(_: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(chess::shared())
    }

    fn look_into(path: &Path) -> Option<Result<chess::Look, Failure>> {
        static KEPT: Kept<chess::Endings> = Kept::new();
        Some(KEPT.get(path, endings::kept).map(|tables| chess::Look::new(tables, Patience::Waits)))
    }

    fn look(is_timed: bool) -> chess::Look {
        chess::Look::new(chess::shared(), if is_timed { Patience::GoesOn } else { Patience::Waits })
    }
}

impl Solved for Checkers {
    const ENDINGS: Option<Endings<Self>> = Some(Endings {
        extent: "positions of few pieces: four, or as many as --pieces or --tables say",
        solve: endgames::solve,
    });

    type Look = checkers::Look;

    fn table(_: &<Self as Node>::Rules) -> Option<Arc<dyn Probe<Self>>> {
        Some(checkers::shared())
    }

    fn look_into(path: &Path) -> Option<Result<checkers::Look, Failure>> {
        static KEPT: Kept<checkers::Tables> = Kept::new();
        Some(KEPT.get(path, endgames::kept).map(checkers::Look::with))
    }

    fn look(is_timed: bool) -> checkers::Look {
        checkers::Look::new(if is_timed { Patience::GoesOn } else { Patience::Waits })
    }
}

impl Solved for Forte {
    const PROVE: Option<Prove<Self>> = Some(proofs::solve);

    fn prover() -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(forte::Attacker::default()))
    }

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

/// Where tables of odds meet the games that networks learn.
pub(crate) trait Foreseen: Game {
    /// The odds that are known, for a player that must answer in time or that may wait for a table to be solved; none in most
    /// games.
    fn odds(_is_timed: bool) -> Option<Arc<dyn Forecast<Self>>> {
        None
    }
}

impl Foreseen for Fortac {}
impl Foreseen for Force3 {}

impl Foreseen for Backgammon {
    fn odds(is_timed: bool) -> Option<Arc<dyn Forecast<Self>>> {
        let tables = backgammon::shared();
        if is_timed {
            tables.solve();
        }
        Some(Arc::new(tables))
    }
}
