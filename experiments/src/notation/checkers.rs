//! Checkers in files: PDN for the games of a match; PDN, lines of moves and positions for openings; the ballots; test
//! suites of positions as PDN's FEN, operations behind them.
//!
//! What a file of openings is, its name says (`.pdn`); if it does not, its first letter does: a tag is PDN, a digit begins
//! a line of moves, such as the three moves of a ballot, and everything else is a list of positions. Lines of moves may
//! have numbers and comments, as games have.
//!
//! Games of championships begin with three moves drawn from a deck. `ballots` are the 144 that crossboard play has long
//! had; `ballots:156` has the twelve that the American federation's deck has beside them, and `ballots:174` all that
//! lead to different positions without losing a piece at once, the barred ones among them.

use engine::games::checkers::{Checkers, Options, pdn};
use engine::record::Record;

use super::{GamesFile, Notated, OpeningSet, Place, Source, Suites, portable};
use crate::openings::{Opening, OpeningsFile};

/// The moves of ballots by their class.
macro_rules! ballots {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/checkers/ballots_", $name, ".txt"))
    };
}
const CROSSBOARD: &str = ballots!("144");
const ADDED: &str = ballots!("added");
const BARRED: &str = ballots!("barred");

impl Notated for Checkers {
    const SUITES: Option<Suites<Self>> = Some(Suites { read: Record::parse_word, write: |pos, mv| pos.pdn(mv) });

    const OPENING_SETS: &'static [OpeningSet] = &[
        OpeningSet { name: "ballots", parts: &[CROSSBOARD] },
        OpeningSet { name: "ballots:156", parts: &[CROSSBOARD, ADDED] },
        OpeningSet { name: "ballots:174", parts: &[CROSSBOARD, ADDED, BARRED] },
    ];

    fn games_file(_: &Options, _: usize) -> Option<GamesFile> {
        Some(GamesFile { place: Place::File("games.pdn"), write: portable::write::<Self> })
    }

    fn read_openings(file: &OpeningsFile, rules: &Options) -> Option<Result<Source<Self>, String>> {
        let text = String::from_utf8_lossy(&file.bytes);
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let first = lines(text).find_map(|(_, line)| line.chars().next());
        let list = match first {
            Some('[') => games(file, *rules),
            _ if file.has_extension("pdn") => games(file, *rules),
            Some(digit) if digit.is_ascii_digit() => read_lines(text, file.plies, *rules),
            _ => return None,
        };
        Some(list.map(Source::List))
    }
}

fn games(file: &OpeningsFile, rules: Options) -> Result<Vec<Opening<Checkers>>, String> {
    portable::openings(file, &rules, "1. 9-13 21-17 2. 5-9 *", |_| Ok(()))
}

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Openings as lines of moves from the start.
fn read_lines(text: &str, plies: Option<u32>, rules: Options) -> Result<Vec<Opening<Checkers>>, String> {
    let read = |line: &str| {
        // A line of moves is the beginning of a game.
        let text = format!("{line}\n*");
        let mut games = pdn::games(&text);
        let game = games.next().ok_or_else(|| "no moves".to_owned())?.map_err(|error| error.what)?;
        // The line may have its own result, and then only the star is left.
        if games.next().is_none_or(|next| next.is_ok_and(|rest| rest.plies.is_empty())) {
            portable::opening(&game, plies, &rules)
        } else {
            Err("more than one game; a line has the moves of one opening".to_owned())
        }
    };
    lines(text).map(|(number, line)| read(line).map_err(|what| format!("line {number}: {what}"))).collect()
}
