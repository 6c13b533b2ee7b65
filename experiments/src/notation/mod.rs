//! Where a game's own file formats meet the program: games of a match written down, openings read.
//!
//! Positions and moves have texts in every game, and with them come the journal, `games.csv` and lists of openings. A
//! game that people and other programs keep in files of another form says so here, once; commands ask no game for its
//! name. [`chess`] has PGN, EPD and Polyglot's books, [`checkers`] PDN, ballots and test suites; the other games have nothing
//! of the kind.

mod checkers;
mod chess;
mod portable;

use engine::games::backgammon::Backgammon;
use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::record::Record;
use engine::{BadPosition, Game};

use crate::openings::{Opening, OpeningsFile, Step};
use crate::pairing;
use crate::record::{BadRecord, GameRecord};
use crate::tally::Heading;

/// A game that may have file formats of its own. By default it has none.
pub(crate) trait Notated: Game {
    /// The file with all games of a match.
    const GAMES_FILE: Option<GamesFile> = None;

    /// How its test suites are written.
    const SUITES: Option<Suites<Self>> = None;

    /// Openings that have a name, to be given in place of a file's.
    const OPENING_SETS: &'static [OpeningSet] = &[];

    /// Reads the position on a line of a list of openings.
    fn read_opening(text: &str, rules: &Self::Rules) -> Result<Self, BadPosition> {
        Self::parse(text, rules)
    }

    /// Reads openings in a form of the game's own; `None` if the file is a list of positions. Errors say where in the
    /// file something is wrong.
    fn read_openings(_file: &OpeningsFile, _rules: &Self::Rules) -> Option<Result<Source<Self>, String>> {
        None
    }
}

impl Notated for Forte {}
impl Notated for Force3 {}
impl Notated for Fortac {}
impl Notated for Backgammon {}

/// Openings that come with the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpeningSet {
    /// What they are called. A file of that name is `./NAME`.
    pub(crate) name: &'static str,
    /// What a file with them would have in it, one after the other.
    pub(crate) parts: &'static [&'static str],
}

/// A file with all games of a match, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesFile {
    /// Its name in the match's directory.
    pub(crate) name: &'static str,
    /// The text of a game.
    pub(crate) write: fn(&Played<'_>) -> Result<String, BadRecord>,
}

/// Test suites of a game: files with a record a line.
pub(crate) struct Suites<G: Game> {
    /// Reads a record.
    pub(crate) read: fn(&str, &G::Rules) -> Result<Record<G>, BadPosition>,
    /// Writes a move as people do.
    pub(crate) write: fn(&G, G::Move) -> String,
}

/// A game of a match, and what is to be said of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played<'a> {
    /// What the match is.
    pub(crate) heading: &'a Heading,
    /// The unit's index in the match.
    pub(crate) index: u64,
    /// The game's number in a series, from 0.
    pub(crate) number: usize,
    /// The game.
    pub(crate) record: &'a GameRecord,
}

impl Played<'_> {
    /// The pair and the game in it, counted from 1, as in `17.2`; in a tournament the game's number in the series
    /// follows.
    fn round(&self) -> String {
        let (pair, game) = (pairing::pair(self.index) + 1, pairing::starter(self.index).number());
        if self.heading.tournament { format!("{pair}.{game}.{}", self.number + 1) } else { format!("{pair}.{game}") }
    }
}

/// Openings as a file has them.
pub(crate) enum Source<G: Game> {
    /// All of them, in its order.
    List(Vec<Opening<G>>),
    /// Ways of this length through a book.
    Walks {
        /// The plies; fewer where the book ends.
        plies: u32,
        /// What the book plays.
        step: Step<G>,
    },
}
