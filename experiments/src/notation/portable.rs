//! The games of a match as files of their game have them, PGN or PDN; and the games of such files as openings.
//!
//! Everything that is written follows from the record of a game: players and result, the moves of the opening if they
//! are known (else its position as `FEN`), the moves played. `Termination` has the word for the end that `games.csv` has,
//! `Rules` all rule options, and `OpeningPlies` says how many of the moves are the opening's: repetitions count from
//! behind them.

use engine::games::portable::{Game, Portable, games};
use engine::{Outcome, Side};

use super::Played;
use crate::openings::{Opening, OpeningsFile, is_over};
use crate::record::{BadRecord, GameRecord, bad};

/// The text of a game.
pub(super) fn write<G: Portable>(played: &Played<'_>) -> Result<String, BadRecord> {
    let &Played { heading, record, .. } = played;
    let mut game = moves::<G>(record)?;
    game.result = Some(result(record));
    game.set_tag("Event", &format!("fort match {}, seed {}", heading.game, heading.seed));
    game.set_tag("Round", &played.round());
    for side in Side::BOTH {
        game.set_tag(G::SEATS[side.index()], played.name(record.seats.of(side)));
    }
    game.set_tag("Termination", &record.ended);
    game.set_tag("Rules", &record.rules);
    if !record.lead.is_empty() {
        game.set_tag("OpeningPlies", &words(&record.lead).count().to_string());
    }
    Ok(game.to_string())
}

/// A game with its opening and its moves, nothing else.
fn moves<G: Portable>(record: &GameRecord) -> Result<Game<G>, BadRecord> {
    let rules: G::Rules = record.rules.parse().map_err(|error| bad("rules", error))?;
    let start = if record.lead.is_empty() {
        G::parse(&record.opening, &rules).map_err(|error| bad("opening", error))?
    } else {
        G::start(&rules)
    };
    let mut pos = start.clone();
    let mut game = Game::new(start);
    for (index, text) in words(&record.lead).chain(words(&record.moves)).enumerate() {
        let mv = pos.find_move(text).map_err(|error| bad(format_args!("ply {}", index + 1), error))?;
        game.push(mv, "");
        pos = pos.play(mv);
    }
    Ok(game)
}

fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split_ascii_whitespace()
}

fn result(record: &GameRecord) -> Outcome {
    match record.winner {
        None => Outcome::Draw,
        Some(winner) if winner == record.seats.of(Side::First) => Outcome::win(Side::First),
        Some(_) => Outcome::win(Side::Second),
    }
}

/// The openings of a file's games: all their moves, or the first plies if so many were asked for. `fits` says why a game
/// is none of this match; `example` is such a game, short.
pub(super) fn openings<G: Portable>(
    file: &OpeningsFile,
    rules: &G::Rules,
    example: &str,
    fits: impl Fn(&G) -> Result<(), String>,
) -> Result<Vec<Opening<G>>, String> {
    // Old files are in other encodings, which differ in names and comments only.
    let text = String::from_utf8_lossy(&file.bytes);
    let mut openings = Vec::new();
    for (number, game) in (1_u64..).zip(games::<G>(&text)) {
        let game = game.map_err(|error| format!("game {number}, {error}"))?;
        let opening = fits(&game.start).and_then(|()| opening(&game, file.plies, rules));
        openings.push(opening.map_err(|what| format!("game {number}: {what}"))?);
    }
    if openings.is_empty() {
        return Err(format!("no games; a file of games as openings has them with their results, such as {example:?}"));
    }
    Ok(openings)
}

/// The opening of one game, of all its moves or of the first `plies`.
pub(super) fn opening<G: Portable>(game: &Game<G>, plies: Option<u32>, rules: &G::Rules) -> Result<Opening<G>, String> {
    let limit = plies.map_or(usize::MAX, |plies| plies as usize);
    let mut lead: Vec<_> = game.plies.iter().take(limit).map(|ply| ply.mv).collect();
    let pos = lead.iter().fold(game.start.clone(), |pos, &mv| pos.play(mv));
    if is_over(&pos, rules) {
        return Err(format!("over after {} plies; FILE:plies=N leaves games earlier", lead.len()));
    }
    if game.start != G::start(rules) {
        lead.clear();
    }
    Ok(Opening { lead, ..Opening::at(pos, rules) })
}
