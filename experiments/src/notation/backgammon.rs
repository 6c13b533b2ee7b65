//! Backgammon in files: `.mat` for the games of a match; `.mat` and lists of positions for openings.
//!
//! gnubg and XG take one match or one session from a file. So games for money or without a cube are one session,
//! `games.mat`: the first player has the left column, whichever side he had, and points add up. (gnubg counts gammons by
//! Jacoby's rule while that is on, as it is unless `set jacoby off` was said before the import.) Games of a match, a series
//! or a single game at some score, have a file each, `matches/17.2.mat` for the second of pair 17; there the left column is
//! Black's, as [`engine::games::backgammon::mat`] has it.
//!
//! A game as an opening is its position after so many moves, words about the cube included. The roll that comes next is
//! the file's where the side to move cannot double. That a file of openings is a `.mat` file, its name or its line
//! `5 point match` says.

use engine::games::backgammon::mat::{Game, Record};
use engine::games::backgammon::{Backgammon, Move, Options, Stakes, Turn, Word};
use engine::{Game as _, Node, Side};

use super::{GamesFile, Notated, Place, Played, Source};
use crate::openings::{Opening, OpeningsFile, is_over};
use crate::pairing::Contestant;
use crate::record::{BadRecord, GameRecord, bad, read_move};

impl Notated for Backgammon {
    fn games_file(rules: &Options, entrants: usize) -> Option<GamesFile> {
        // A session is one of two players.
        Some(if rules.length > 0 || entrants > 2 {
            GamesFile { place: Place::Directory { name: "matches", extension: ".mat" }, write: match_game }
        } else {
            GamesFile { place: Place::File("games.mat"), write: session_game }
        })
    }

    fn read_openings(file: &OpeningsFile, rules: &Options) -> Option<Result<Source<Self>, String>> {
        let text = String::from_utf8_lossy(&file.bytes);
        let is_record = file.has_extension("mat") || Record::has_heading(&text);
        is_record.then(|| openings(&text, file.plies, *rules).map(Source::List))
    }
}

/// The text of a game of a match, what stands before the first one with it.
fn match_game(played: &Played<'_>) -> Result<String, BadRecord> {
    let record = played.record;
    let rules: Options = record.rules.parse().map_err(|error| bad("rules", error))?;
    let names = Side::BOTH.map(|side| played.name(record.seats.of(side)).to_owned());
    let game = game(record, rules.standing.map(u64::from))?;
    let mut text = String::new();
    if played.number == 0 {
        let mut heading = heading(played, names.clone(), rules);
        heading.set_tag("Round", &played.fixture.name(played.heading.players.len()));
        text = heading.heading();
    }
    Ok(text + &game.text(played.number as u64 + 1, &names, rules.length))
}

/// The text of a game of a session, what stands before the first one with it.
fn session_game(played: &Played<'_>) -> Result<String, BadRecord> {
    let record = played.record;
    let rules: Options = record.rules.parse().map_err(|error| bad("rules", error))?;
    let names = [Contestant::Two, Contestant::One].map(|contestant| played.name(contestant).to_owned());
    let has_black = record.seats.of(Side::Second) == Contestant::One;
    let game = game(record, [0, 0])?;
    let mut game = if has_black { game } else { game.mirrored() };
    game.score = [played.points[1], played.points[0]];
    let heading = if played.index == 0 { heading(played, names.clone(), rules).heading() } else { String::new() };
    Ok(heading + &game.text(played.index + 1, &names, 0))
}

/// A record without its games.
fn heading(played: &Played<'_>, names: [String; 2], rules: Options) -> Record {
    let mut record = Record::new(names, rules);
    record.set_tag("Event", &format!("fort match {}, seed {}", played.heading.game, played.heading.seed));
    record
}

/// The game that was played, with its dice.
fn game(record: &GameRecord, score: [u64; 2]) -> Result<Game, BadRecord> {
    let rules: Options = record.rules.parse().map_err(|error| bad("rules", error))?;
    let mut pos = Backgammon::parse(&record.opening, &rules).map_err(|error| bad("opening", error))?;
    let mut game = Game::new(pos, score);
    for (index, word) in record.moves.split_ascii_whitespace().enumerate() {
        let (mv, next) = read_move(&pos, word).map_err(|what| bad(format_args!("ply {}", index + 1), what))?;
        game.push(mv);
        game.roll(next.dice());
        pos = next;
    }
    // Whoever failed has not finished it; the form knows that as a resignation.
    if let (None, Some(winner)) = (game.outcome(), record.winner) {
        let side = if winner == record.seats.of(Side::First) { Side::First } else { Side::Second };
        game.resign(side, record.points);
    }
    Ok(game)
}

/// The openings of a file's games.
fn openings(text: &str, plies: Option<u32>, rules: Options) -> Result<Vec<Opening<Backgammon>>, String> {
    let record = Record::read(text).map_err(|error| error.to_string())?;
    if record.rules.length != rules.length {
        let name = |length: u8| if length == 0 { "off".to_owned() } else { length.to_string() };
        let [of_file, of_match] = [record.rules.length, rules.length].map(name);
        return Err(format!("games of match={of_file}, and the match has match={of_match}"));
    }
    let opening = |(number, game)| opening(game, plies, rules).map_err(|what| format!("game {number}: {what}"));
    (1_u64..).zip(&record.games).map(opening).collect()
}

/// The opening of one game.
fn opening(game: &Game, plies: Option<u32>, rules: Options) -> Result<Opening<Backgammon>, String> {
    let roll = Move::word(Word::Roll);
    // That a side rolls is not written, and no move of a file.
    let mut index = 0;
    let mut left = plies.unwrap_or(u32::MAX);
    while left > 0 && index < game.moves().len() {
        left -= u32::from(game.moves()[index] != roll);
        index += 1;
    }
    let has_cube = Stakes::new(&rules).has_cube();
    let at = |index: usize| game.positions().get(index);
    let pos = match at(index) {
        Some(pos) if pos.turn() == Turn::Choice && !has_cube => at(index + 1),
        pos => pos,
    };
    let pos = pos.ok_or("the file ends before the roll that comes next; FILE:plies=N leaves games earlier")?;
    // As lists of positions are read: the rules of the match say whether there are beavers and Jacoby's rule.
    let pos = Backgammon::parse(&pos.to_string(), &rules).map_err(|error| error.what)?;
    if is_over(&pos, &rules) {
        return Err(format!(
            "over after {} moves; FILE:plies=N leaves games earlier",
            plies.unwrap_or(u32::MAX) - left
        ));
    }
    Ok(Opening { starter: game.positions()[0].side(), ..Opening::at(pos, &rules) })
}
