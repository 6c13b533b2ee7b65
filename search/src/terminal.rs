//! What a finished game is worth to a search, and how a score changes hands.

use engine::{Afterstate, Game, Known, Outcome, Score, Side, Value};

use crate::Sense;

/// The score of a finished game for `side`, `ply` plies below the root, where points are what is played for.
///
/// Without chance, nearer wins count more: a unit a ply. With chance a win counts its points and nothing else, so that
/// expectations stay expectations.
#[inline]
#[must_use]
pub fn terminal_score<G: Game>(outcome: Outcome, side: Side, ply: u32) -> Score {
    sooner_is_better::<G>(Score(outcome.points_for(side) * Score::POINT), ply)
}

/// The same by what a sense says that the result is [worth](Sense::worth); `pos` is some position of the game.
#[inline]
#[must_use]
pub fn worth<G: Game, S: Sense<G>>(sense: &S, pos: &G, outcome: Outcome, side: Side, ply: u32) -> Score {
    sooner_is_better::<G>(sense.worth(pos, outcome, side), ply)
}

#[inline]
fn sooner_is_better<G: Game>(score: Score, ply: u32) -> Score {
    if G::After::IS_CHANCE || score.0 == 0 { score } else { Score(score.0 - score.0.signum() * ply as i32) }
}

/// The score of a finished position for its side to move, `ply` plies below the root, where points are what is played for.
///
/// # Panics
/// If the position has no moves and no outcome, which breaks the contract of [`Game`].
#[inline]
#[must_use]
pub fn finished<G: Game>(pos: &G, ply: u32) -> Score {
    terminal_score::<G>(result(pos), pos.side(), ply)
}

/// The same by what a sense says that the result is [worth](Sense::worth).
///
/// # Panics
/// If the position has no moves and no outcome.
#[inline]
#[must_use]
pub fn finished_worth<G: Game, S: Sense<G>>(sense: &S, pos: &G, ply: u32) -> Score {
    worth(sense, pos, result(pos), pos.side(), ply)
}

#[inline]
fn result<G: Game>(pos: &G) -> Outcome {
    pos.outcome().expect("a position without moves has an outcome")
}

/// Whether the score of the next node must change sign when it is brought up to a node of `side`: always in games
/// whose sides take turns, which the compiler knows.
#[inline]
#[must_use]
pub fn changes_hands<G: Game>(side: Side, next: Side) -> bool {
    G::ALTERNATES || side != next
}

/// A window (alpha, beta) as the next node sees it.
#[inline]
#[must_use]
pub fn window(changes_hands: bool, alpha: Score, beta: Score) -> (Score, Score) {
    if changes_hands { (-beta, -alpha) } else { (alpha, beta) }
}

/// A score of the next node as this one sees it.
#[inline]
#[must_use]
pub fn seen_back(changes_hands: bool, score: Score) -> Score {
    if changes_hands { -score } else { score }
}

/// What a table of results knows of a position, as a score for its side to move, `ply` plies below the root. Without
/// distances a win counts as far away as can be, so that a search that finds one prefers it.
#[inline]
#[must_use]
pub fn known_score(known: Known, ply: u32) -> Score {
    let plies = ply + known.plies.map_or(Score::MAX_PLIES as u32 / 2, u32::from);
    match known.value {
        Value::Win => Score::win_in(plies),
        Value::Draw => Score::DRAW,
        Value::Loss => Score::loss_in(plies),
    }
}

/// A static value `ply` plies below the root: the score of a forced result where the sense is [sure](Sense::settles) of one.
#[inline]
#[must_use]
pub fn static_score<G: Game, S: Sense<G>>(sense: &S, value: Score, ply: u32) -> Score {
    sense.settles(value).map_or(value, |known| known_score(known, ply))
}
