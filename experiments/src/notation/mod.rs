//! Where a game's own file formats meet the program: games of a match written down, openings read.
//!
//! Positions and moves have texts in every game, and with them come the journal, `games.csv` and lists of openings. A
//! game that people and other programs keep in files of another form says so here, once; commands ask no game for its
//! name. [`chess`] has PGN, EPD and Polyglot's books, [`checkers`] PDN, ballots and test suites, [`backgammon`] `.mat` files; FORTE
//! has test suites, the other games nothing of the kind.

mod backgammon;
mod checkers;
mod chess;
mod portable;

use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::record::Record;
use engine::{BadPosition, Game};

use crate::openings::{Opening, OpeningsFile, Step};
use crate::pairing::Contestant;
use crate::record::{BadRecord, GameRecord, UnitRecord};
use crate::schedule::Fixture;
use crate::tally::Heading;

/// A game that may have file formats of its own. By default it has none.
pub(crate) trait Notated: Game {
    /// How its test suites are written.
    const SUITES: Option<Suites<Self>> = None;

    /// Openings that have a name, to be given in place of a file's.
    const OPENING_SETS: &'static [OpeningSet] = &[];

    /// Where all games by these rules go, of an event of so many players.
    fn games_file(_rules: &Self::Rules, _entrants: usize) -> Option<GamesFile> {
        None
    }

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

impl Notated for Forte {
    const SUITES: Option<Suites<Self>> =
        Some(Suites { read: |line, rules| Record::parse_words(line, 4, rules), write: |_, mv| mv.to_string() });
}

impl Notated for Force3 {}
impl Notated for Fortac {}

/// Openings that come with the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpeningSet {
    /// What they are called. A file of that name is `./NAME`.
    pub(crate) name: &'static str,
    /// What a file with them would have in it, one after the other.
    pub(crate) parts: &'static [&'static str],
}

/// Where all games of a match go, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesFile {
    /// Which files of the match's directory they are.
    pub(crate) place: Place,
    /// The text of a game.
    pub(crate) write: fn(&Played<'_>) -> Result<String, BadRecord>,
}

/// One file or many.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// All games are in the file of this name.
    File(&'static str),
    /// Each unit has a file of its own, named by pair and game, in this directory.
    Directory {
        /// The directory's name.
        name: &'static str,
        /// What the names of the files end with, such as `.mat`.
        extension: &'static str,
    },
}

impl Place {
    /// The form, as files of it end: `pgn`.
    pub(crate) fn form(self) -> &'static str {
        let name = match self {
            Self::File(name) => name,
            Self::Directory { extension, .. } => extension,
        };
        name.rsplit_once('.').map_or(name, |(_, form)| form)
    }
}

/// Games written down one after another, in their game's own form.
pub(crate) struct Written<'a> {
    heading: &'a Heading,
    file: GamesFile,
    /// The points that each player has won so far.
    points: [u64; 2],
}

impl<'a> Written<'a> {
    /// Nothing yet.
    pub(crate) fn new(heading: &'a Heading, file: GamesFile) -> Self {
        Self { heading, file, points: [0, 0] }
    }

    /// The text of the games of unit `index`; units come in order.
    pub(crate) fn unit(&mut self, index: u64, unit: &UnitRecord) -> Result<String, BadRecord> {
        let &mut Self { heading, file, points } = self;
        let games = unit.games.iter().enumerate().map(|(number, record)| {
            (file.write)(&Played { heading, index, fixture: unit.fixture, number, points, record })
        });
        let text = games.collect();
        for game in &unit.games {
            if let Some(winner) = game.winner {
                self.points[winner.index()] += u64::from(game.points);
            }
        }
        text
    }
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
    /// Who met in it.
    pub(crate) fixture: Fixture,
    /// The game's number in a series, from 0.
    pub(crate) number: usize,
    /// The points that each player has won in the units before.
    pub(crate) points: [u64; 2],
    /// The game.
    pub(crate) record: &'a GameRecord,
}

impl Played<'_> {
    /// The name of a player.
    fn name(&self, contestant: Contestant) -> &str {
        &self.heading.players[self.fixture.players[contestant.index()]]
    }

    /// The pair and the game in it, counted from 1, as in `17.2`; in a tournament the game's number in the series
    /// follows.
    fn round(&self) -> String {
        let unit = self.fixture.name(self.heading.players.len());
        if self.heading.tournament { format!("{unit}.{}", self.number + 1) } else { unit }
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
