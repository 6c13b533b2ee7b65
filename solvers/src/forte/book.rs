//! Moves that are known to win: the first ones of every joust of a tournament, from proofs that took seconds.
//!
//! A line of the book is a position, the move that wins there and within how many plies it does: the starts, and the positions
//! after the first move and any reply, each once up to symmetry. It is what `fort solve forte --all --book FILE` writes, whose
//! strategies have been walked against every reply.

use std::fmt;
use std::sync::LazyLock;

use engine::games::forte::{Forte, Move};
use engine::{BadPosition, Game, MoveList, Node, Position};
use fxhash::{FxHashMap, FxHashSet};

use super::duel::Duel;
use super::strategy::Strategy;

/// A position and the move that wins in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The position.
    pub pos: Forte,
    /// The move.
    pub mv: Move,
    /// Within how many plies it wins.
    pub plies: u8,
}

impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pos, mv, plies } = self;
        write!(f, "{pos} {mv} {plies}")
    }
}

/// The first moves of a strategy that wins `start` within `plies`: there, and after every reply, of those that are the same by
/// symmetry one.
#[must_use]
pub fn first_moves(start: &Forte, strategy: &Strategy, plies: u8) -> Vec<BookMove> {
    let known = |pos: Forte, plies| strategy.moves.get(&pos).map(|planned| BookMove { pos, mv: planned.mv, plies });
    let Some(first) = known(*start, plies) else { return Vec::new() };
    let (after, mut replies, mut seen) = (start.play(first.mv), MoveList::new(), FxHashSet::default());
    after.moves(&mut replies);
    let second = replies.iter().map(|&reply| after.play(reply)).filter_map(|pos| {
        let is_new = seen.insert(Duel::new(&pos, pos.side())?.canonical().0);
        is_new.then(|| known(pos, plies - 2))?
    });
    std::iter::once(first).chain(second).collect()
}

/// The move that the book has for a position, and within how many plies it wins.
pub(super) fn known(duel: Duel) -> Option<(Move, u8)> {
    static BOOK: LazyLock<FxHashMap<Duel, (Move, u8)>> = LazyLock::new(|| {
        let lines = TEXT.lines().map(|line| read(line).expect("the book that is built in is well formed"));
        let entries = lines.filter_map(|BookMove { pos, mv, plies }| {
            let (key, image) = Duel::new(&pos, pos.side())?.canonical();
            Some((key, (image.of_move(mv), plies)))
        });
        entries.collect()
    });
    let (key, image) = duel.canonical();
    BOOK.get(&key).map(|&(mv, plies)| (image.of_move(mv), plies))
}

static TEXT: &str = include_str!("book.txt");

/// Reads a line of a book.
fn read(line: &str) -> Result<BookMove, BadPosition> {
    let bad = |what: &str| BadPosition::at(line, line.len(), what);
    let mut words = line.rsplitn(3, ' ');
    let plies = words.next().and_then(|word| word.parse().ok()).ok_or_else(|| bad("the plies of a win belong here"))?;
    let mv = words.next().ok_or_else(|| bad("a move belongs before the plies"))?;
    let pos = Forte::parse(words.next().unwrap_or_default(), &engine::games::forte::Options::default())?;
    let mv = pos.find_move(mv).map_err(|error| bad(&error.to_string()))?;
    Ok(BookMove { pos, mv, plies })
}

#[cfg(test)]
mod tests {
    use engine::games::forte::Options;
    use engine::{Found, Prover};

    use super::*;
    use crate::forte::Attacker;

    #[test]
    fn every_joust_of_a_tournament_begins_with_a_move_that_wins() {
        for rules in Options::every_joust() {
            let start = Forte::start(&rules);
            let (mv, plies) = known(Duel::new(&start, start.side()).expect("begun")).expect("a move");
            assert!((13..=15).contains(&plies), "{rules}");
            let after = start.play(mv);
            let mut replies = MoveList::new();
            after.moves(&mut replies);
            for &reply in replies.iter() {
                let pos = after.play(reply);
                let (mv, then) = known(Duel::new(&pos, pos.side()).expect("begun")).expect("an answer");
                assert_eq!(then, plies - 2, "{rules}");
                assert!(pos.find_move(&mv.to_string()).is_ok(), "{mv} in {pos}");
            }
        }
    }

    /// A sample of the book, proved anew without it: after the book's move every reply loses.
    #[test]
    fn what_the_book_says_is_so() {
        let lines: Vec<BookMove> =
            TEXT.lines().map(|line| read(line).expect("a line")).filter(|line| line.plies < 13).collect();
        assert!(lines.len() > 500);
        for line in lines.iter().step_by(lines.len() / 4) {
            let after = line.pos.play(line.mv);
            let (mut replies, mut attacker) = (MoveList::new(), Attacker::default());
            after.moves(&mut replies);
            for &reply in replies.iter() {
                let attempt = attacker.prove(&after.play(reply), u32::from(line.plies) - 2, 1 << 26);
                assert!(matches!(attempt.found, Found::Win(..)), "{line}: {reply}");
            }
        }
    }

    #[test]
    fn malformed_lines_are_refused() {
        let start = Forte::start(&Options::default());
        for (text, reason) in [
            (format!("{start} h1>b3 x"), "plies"),
            (format!("{start} h1>f6 13"), "not a legal move"),
            ("nonsense h1>b3 13".to_owned(), "at character"),
        ] {
            assert!(read(&text).expect_err(reason).to_string().contains(reason), "{text}");
        }
    }
}
