//! The games of a chess match as PGN.
//!
//! Everything follows from the record of a game: players and result, the moves of the opening if they are known (else its
//! position as `FEN`), the moves played. `Termination` has the word for the end that `games.csv` has, `Rules` all rule
//! options, and `OpeningPlies` says how many of the moves are the opening's: repetitions count from behind them.

use engine::games::chess::pgn::Game;
use engine::games::chess::{Chess, Options};
use engine::{Game as _, Node, Outcome, Position, Side};

use super::Played;
use crate::record::{BadRecord, GameRecord, bad};

/// The text of a game.
pub(super) fn write(played: &Played<'_>) -> Result<String, BadRecord> {
    let &Played { heading, record, .. } = played;
    let mut game = moves(record)?;
    game.result = Some(result(record));
    let player = |side| &heading.players[record.seats.of(side).index()];
    game.set_tag("Event", &format!("fort match {}, seed {}", heading.game, heading.seed));
    game.set_tag("Round", &played.round());
    game.set_tag("White", player(Side::First));
    game.set_tag("Black", player(Side::Second));
    game.set_tag("Termination", &record.ended);
    game.set_tag("Rules", &record.rules);
    if !record.lead.is_empty() {
        game.set_tag("OpeningPlies", &words(&record.lead).count().to_string());
    }
    Ok(game.to_string())
}

/// A game with its opening and its moves, nothing else.
fn moves(record: &GameRecord) -> Result<Game, BadRecord> {
    let rules: Options = record.rules.parse().map_err(|error| bad("rules", error))?;
    let start = if record.lead.is_empty() {
        Chess::parse(&record.opening, &rules).map_err(|error| bad("opening", error))?
    } else {
        Chess::start(&rules)
    };
    let mut game = Game::new(start);
    let mut pos = start;
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
