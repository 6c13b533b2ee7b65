//! Fair openings, drawn as pairs need them.
//!
//! To tell a fair position takes a search, and a match that a test may stop plays a part of the pairs only that it could play. So
//! walks are drawn and judged in batches, on all threads, each batch when the first pair of it is due. More walks from one stream
//! begin with the same ones: nothing depends on where a batch ends.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Game;
use rayon::prelude::*;

use super::{Opening, walk};
use crate::cli::pool_of;
use crate::failure::Failure;
use crate::streams::{Purpose, stream};

/// Tells the positions in which both sides have about the same chances.
pub(crate) type Judge<G> = Arc<dyn Fn(&G) -> bool + Send + Sync>;

/// Openings of the first batch, if so many are needed; each further one doubles them.
const FIRST: u64 = 128;

/// Uniformly random walks to different positions that are fair.
pub(crate) struct Fair<G: Game> {
    rules: G::Rules,
    plies: u32,
    seed: u64,
    judge: Judge<G>,
    threads: usize,
    /// The pairs that could be played.
    pairs: u64,
    known: Mutex<Known<G>>,
}

struct Known<G: Game> {
    openings: Vec<Opening<G>>,
    /// The walks that were judged.
    judged: usize,
    /// Whether there are no more walks.
    is_all: bool,
}

impl<G: Game> Fair<G> {
    /// Those after so many plies, for so many pairs; the first batch is drawn at once.
    ///
    /// # Errors
    /// If there are none.
    pub(super) fn new(
        (rules, judge): (&G::Rules, Judge<G>),
        plies: u32,
        seed: u64,
        (pairs, threads): (u64, usize),
    ) -> Result<Self, Failure> {
        let known = Mutex::new(Known { openings: Vec::new(), judged: 0, is_all: false });
        let fair = Self { rules: rules.clone(), plies, seed, judge, threads, pairs, known };
        fair.draw(&mut fair.known(), FIRST.min(pairs))?;
        if fair.known().openings.is_empty() {
            return Err(Failure::input(format_args!(
                "--openings fair:{plies}: in all positions after so many plies somebody wins soon; give another number"
            )));
        }
        Ok(fair)
    }

    fn known(&self) -> MutexGuard<'_, Known<G>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The opening of a pair, after all have been used the first again.
    pub(super) fn opening(&self, pair: u64) -> Opening<G> {
        let mut known = self.known();
        if pair >= known.openings.len() as u64 && !known.is_all {
            let wanted = (pair + 1).max(self.pairs.min(2 * known.openings.len() as u64));
            self.draw(&mut known, wanted).expect("what has been drawn once can be drawn again");
        }
        known.openings[(pair % known.openings.len() as u64) as usize].clone()
    }

    /// Draws and judges until so many are known, or all that there are.
    fn draw(&self, known: &mut Known<G>, wanted: u64) -> Result<(), Failure> {
        let pool = pool_of(self.threads)?;
        let mut drawn = wanted.saturating_add(wanted / 4 + 16);
        while (known.openings.len() as u64) < wanted && !known.is_all {
            let mut rng = stream(self.seed, Purpose::Opening, 0);
            let walks = walk::random_different(&self.rules, self.plies, drawn, &mut rng)?;
            let fresh = &walks[known.judged..];
            let fair = pool
                .install(|| fresh.par_iter().filter(|opening| (self.judge)(&opening.pos)).cloned().collect::<Vec<_>>());
            known.openings.extend(fair);
            known.is_all = fresh.is_empty();
            known.judged = walks.len();
            drawn *= 2;
        }
        Ok(())
    }
}
