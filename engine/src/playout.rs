//! Random games: the plainest use of a move generator, and the measure of its speed.
//!
//! A [`playout`] follows the moves alone. What ends a game by its path (repetition, a cap on plies) is
//! [`crate::history`]'s, so that a playout brings a cap of its own.
//!
//! ```
//! use engine::games::forte::Forte;
//! use engine::{Game, MoveList, playout::playout, rng};
//!
//! let start = Forte::start(&Default::default());
//! let (end, plies) = playout(start, 1_000, &mut MoveList::new(), &mut rng::stream(1, 0));
//! assert!(end.outcome().is_some() && plies >= 7, "four in a row takes seven plies");
//! ```

use rand::RngExt;

use crate::{Afterstate, MoveList, Position, Rng, rng};

/// Plays legal moves, each with equal probability, until the game is over or `most` plies are played; the last
/// position and the number of plies. `list` lends its memory.
#[inline]
pub fn playout<P: Position>(start: P, most: u32, list: &mut MoveList<P::Move>, rng: &mut Rng) -> (P, u32) {
    let mut pos = start;
    for plies in 0..most {
        list.clear();
        pos.moves(list);
        if list.is_empty() {
            return (pos, plies);
        }
        pos = pos.play(list[rng.random_range(0..list.len())]).sample(rng);
    }
    (pos, most)
}

/// How much was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// The moves in them.
    pub moves: u64,
}

/// Playouts one after the other until at least `moves` moves are made in all, each from what `start` draws and to at
/// most `most` plies. Game i draws from [stream](rng::stream) i of `seed`.
pub fn playouts<P: Position>(moves: u64, most: u32, seed: u64, start: impl Fn(&mut Rng) -> P) -> Played {
    let mut list = MoveList::new();
    let mut played = Played::default();
    while played.moves < moves {
        let mut rng = rng::stream(seed, played.games);
        played.moves += u64::from(playout(start(&mut rng), most, &mut list, &mut rng).1);
        played.games += 1;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Tree;
    use crate::{NoOptions, Node};

    fn tree(text: &str) -> Tree {
        Tree::parse(text, &NoOptions).unwrap()
    }

    #[test]
    fn a_playout_goes_to_the_end_or_to_its_cap() {
        let mut rng = rng::stream(1, 0);
        let mut list = MoveList::new();
        let deep = tree("((((5))))");
        assert_eq!(playout(deep.clone(), 9, &mut list, &mut rng), (tree("5"), 4));
        assert_eq!(playout(deep, 3, &mut list, &mut rng).1, 3);
        assert_eq!(playout(tree("5"), 9, &mut list, &mut rng).1, 0);
    }

    #[test]
    fn every_move_is_played_about_as_often() {
        let start = tree("(1 2 3 4)");
        let mut counts = [0; 4];
        let mut list = MoveList::new();
        let ends = ["0", "1", "2", "3"].map(|mv| start.play(start.find_move(mv).unwrap()));
        for index in 0..4_000 {
            let (end, _) = playout(start.clone(), 9, &mut list, &mut rng::stream(1, index));
            counts[ends.iter().position(|other| *other == end).unwrap()] += 1;
        }
        // Four standard deviations around 1,000.
        assert!(counts.iter().all(|count| (890..=1_110).contains(count)), "{counts:?}");
    }

    #[test]
    fn playouts_end_with_the_game_that_fills_the_measure() {
        let start = tree("((1) (2))");
        assert_eq!(playouts(5, 9, 1, |_| start.clone()), Played { games: 3, moves: 6 });
        assert_eq!(playouts(6, 9, 1, |_| start.clone()), Played { games: 3, moves: 6 });
        assert_eq!(playouts(0, 9, 1, |_| start.clone()), Played::default());
    }
}
