//! The throws of a rollout's games: spread evenly first, then at random.
//!
//! Game `i` begins with throw `i` of all there are, in an order drawn by the seed, and goes on with throw `i / n + i`
//! of an order of its own, `n` being the number of first throws: 36 games see each first throw once and each
//! second throw once, 1,296 games each pair of them once. As the orders are random, every single game's throws are fair, so
//! that no number of games is unfair either.

use engine::rng::{self, Rng};
use engine::zobrist::mix;
use rand::RngExt;
use rand::seq::SliceRandom;

/// More throws than this are not put in order: chance decides.
const MOST_ORDERED: u32 = 4_096;

/// The throws of one game.
pub(super) struct Dice {
    seed: u64,
    game: u64,
    /// The number of first throws there are, once the first was made.
    first: Option<u32>,
    count: u32,
    rng: Rng,
}

impl Dice {
    pub(super) fn new(seed: u64, game: u64) -> Self {
        Self { seed, game, first: None, count: 0, rng: rng::stream(seed, game) }
    }

    /// The number of throws made.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The next throw, one of `0..total`.
    pub(super) fn throw(&mut self, total: u32) -> u32 {
        let turn = self.count;
        self.count += 1;
        // Drawn in any case, so that later throws are the same ones whatever there was to throw.
        let drawn = self.rng.random_range(0..total);
        let first = *self.first.get_or_insert(total);
        let place = match turn {
            0 => self.game,
            1 => self.game / u64::from(first) + self.game,
            _ => return drawn,
        };
        if total > MOST_ORDERED {
            return drawn;
        }
        let mut order: Vec<u32> = (0..total).collect();
        order.shuffle(&mut rng::stream(mix(self.seed), u64::from(turn)));
        order[(place % u64::from(total)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(games: u64, seed: u64) -> Vec<(u32, u32)> {
        let throws = |game| {
            let mut dice = Dice::new(seed, game);
            (dice.throw(36), dice.throw(36))
        };
        (0..games).map(throws).collect()
    }

    #[test]
    fn the_first_two_throws_run_through_all_there_are() {
        for begin in [0, 36, 360] {
            let block = &pairs(396, 7)[begin..begin + 36];
            let mut of: [Vec<u32>; 2] = [block.iter().map(|p| p.0).collect(), block.iter().map(|p| p.1).collect()];
            for throws in &mut of {
                throws.sort_unstable();
                assert!(throws.iter().copied().eq(0..36));
            }
        }
        let mut all = pairs(1_296, 7);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1_296);
    }

    #[test]
    fn seeds_have_orders_of_their_own_and_later_throws_are_drawn() {
        assert_ne!(pairs(36, 1), pairs(36, 2));
        let third = |game| {
            let mut dice = Dice::new(1, game);
            [dice.throw(36), dice.throw(36), dice.throw(36)][2]
        };
        let mean = (0..3_600).map(|game| f64::from(third(game))).sum::<f64>() / 3_600.0;
        assert!((mean - 17.5).abs() < 0.7, "{mean}: four standard errors of 0.17");
    }
}
