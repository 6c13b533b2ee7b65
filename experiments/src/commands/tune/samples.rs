//! From games to positions to learn from: which are kept, and which are held back.
//!
//! A position is kept if its value could be told without a search: no threat is to be answered and its side made a quiet move,
//! the score is no win yet, and the opening's accidents are over. Of those one in so many, by lot, since neighbours say much
//! the same. Whole games are held back, so that no position held back has a neighbour that was learnt from.

use std::path::Path;

use engine::zobrist::mix;
use engine::{MoveList, Side};
use rayon::prelude::*;
use search::tune::{Label, Samples};

use super::games::{Played, SelfPlayed};
use crate::failure::Failure;
use crate::journal::{BadJournal, Description, read_finished};

/// Scores from here on are wins, in hundredths of a unit.
const WON: i32 = 2_000;
/// One game in so many is held back.
const HELD_BACK: u64 = 12;

/// Positions to learn from, and positions held back.
pub(super) struct Sorted<G> {
    pub(super) games: u64,
    pub(super) training: Samples<G>,
    pub(super) held_out: Samples<G>,
}

impl<G> Default for Sorted<G> {
    fn default() -> Self {
        Self { games: 0, training: Samples::default(), held_out: Samples::default() }
    }
}

/// Reads the games of a file, keeping one in `every` fit positions; `description` is what every such file's journal must
/// be of.
pub(super) fn read<G: SelfPlayed>(
    path: &Path,
    description: &Description,
    every: u64,
    sorted: &mut Sorted<G>,
) -> Result<(), Failure> {
    let mut games = Vec::new();
    read_finished::<Played>(path, description, |line, unit, game| games.push((line, unit, game)))?;
    sorted.games += games.len() as u64;
    let samples = games.par_iter().map(|(line, unit, game)| {
        positions(*unit, game, every).map_err(|what| BadJournal::BadLine { path: path.to_owned(), line: *line, what })
    });
    for (samples, (_, unit, _)) in samples.collect::<Result<Vec<_>, _>>()?.into_iter().zip(&games) {
        let is_held_back = mix(*unit).is_multiple_of(HELD_BACK);
        if is_held_back { sorted.held_out.append(samples) } else { sorted.training.append(samples) }
    }
    Ok(())
}

/// The positions of a game that are kept.
fn positions<G: SelfPlayed>(unit: u64, game: &Played, every: u64) -> Result<Samples<G>, String> {
    let mut samples = Samples::default();
    let mut pos = G::parse(&game.start, &G::Rules::default()).map_err(|error| error.to_string())?;
    if !(-1..=1).contains(&game.first) {
        return Err(format!("the first side's result is {}; accepted are 1, 0 and -1", game.first));
    }
    let mut list = MoveList::new();
    let mut scores = game.scores.iter();
    for (ply, word) in game.moves.split_ascii_whitespace().enumerate() {
        list.clear();
        pos.moves(&mut list);
        let mv = pos.find(&list, word).ok_or_else(|| format!("move {}: {word} is not legal in {pos}", ply + 1))?;
        let score = *scores.next().ok_or_else(|| format!("move {}: no score", ply + 1))?;
        let is_drawn_lot = mix(mix(unit) ^ ply as u64).is_multiple_of(every);
        if let Some(score) = score
            && is_drawn_lot
            && ply >= G::LEARNT_FROM
            && score.abs() < WON
            && pos.is_quiet(mv)
        {
            let score = if pos.side() == Side::First { score } else { -score };
            samples.push(pos.clone(), Label { score: score as i16, result: game.first });
        }
        pos = pos.play(mv);
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use engine::games::chess::Chess;
    use search::Sensed;

    use super::super::games::SelfPlay;
    use super::*;
    use crate::survey::Work;

    fn game() -> Played {
        let work = SelfPlay::<Chess> { nodes: 60, seed: 3, sense: Chess::sense() };
        work.unit(&mut work.tools().expect("players"), 2).expect("a game")
    }

    #[test]
    fn kept_positions_are_quiet_and_labelled_for_white() {
        let game = game();
        let samples = positions::<Chess>(2, &game, 2).expect("a game by the rules");
        assert!(!samples.is_empty() && samples.len() < game.scores.len() / 2 + 20);
        for index in 0..samples.len() {
            let (pos, label) = samples.get(index);
            assert!(!pos.is_check() && label.score.abs() < 2_000 && label.result == game.first, "{pos} {label:?}");
        }
    }

    #[test]
    fn malformed_games_are_refused_with_the_move() {
        let good = game();
        let words = |text: &str| good.moves.replacen(' ', text, 1);
        for (game, reason) in [
            (Played { start: "nonsense".to_owned(), ..good.clone() }, "at character"),
            (Played { first: 2, ..good.clone() }, "the first side's result is 2"),
            (Played { moves: words(" e9e4 "), ..good.clone() }, "move 2: e9e4 is not legal"),
            (Played { moves: words(" é "), ..good.clone() }, "move 2: é is not legal"),
            (Played { scores: vec![Some(0)], ..good.clone() }, "move 2: no score"),
        ] {
            let message = positions::<Chess>(0, &game, 1).map(|samples| samples.len()).expect_err(reason);
            assert!(message.contains(reason), "{message}");
        }
    }
}
