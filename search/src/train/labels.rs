//! Positions of self-play with labels: what a brain makes of them one ply deeper than it sees by itself.
//!
//! The label of an afterstate is the average, over what chance brings, of the best move's outputs. Everything follows from
//! the seed and the number of a game.

use engine::zobrist::mix;
use engine::{Afterstate, rng};
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::{Brain, Desk, Learned, Samples, Style, play};
use crate::net::{Inputs, Outputs};

/// Which positions, and how many.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelPlan {
    /// Positions in all.
    pub positions: u64,
    /// The most positions of each class taken out of one game: rare classes get their share.
    pub of_a_game: usize,
    /// One game in so many is held back.
    pub held_out: u64,
    /// How games are played.
    pub style: Style,
    /// The master seed.
    pub seed: u64,
}

/// Samples of one class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labelled {
    /// To learn from.
    pub training: Samples,
    /// Held back.
    pub held_out: Samples,
}

/// Games that threads share out at a time.
const BATCH: u64 = 64;
/// Batches in a row without a position after which there will be none.
const MOST_EMPTY: u32 = 100;

/// Plays games and labels positions of them; for each class its samples. Tells `progress` how many there are, now and then.
#[must_use]
pub fn labelled<G: Learned>(brain: &Brain<G>, plan: &LabelPlan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Labelled> {
    let mut classes = vec![Labelled::default(); G::CLASSES.len()];
    let (mut count, mut begin, mut empty) = (0, 0, 0);
    let mut inputs = Inputs::new();
    while count < plan.positions && empty < MOST_EMPTY {
        let games: Vec<Vec<(G::After, Outputs)>> = (begin..begin + BATCH)
            .into_par_iter()
            .map_init(Desk::default, |desk, game| of_game(brain, plan, game, desk))
            .collect();
        let before = count;
        for (game, positions) in (begin..).zip(games) {
            for (after, label) in positions.into_iter().take((plan.positions - count) as usize) {
                let class = &mut classes[G::class(&after)];
                let is_held_out = game % plan.held_out.max(2) == 0;
                let samples = if is_held_out { &mut class.held_out } else { &mut class.training };
                inputs.clear();
                G::inputs(&after, &mut inputs);
                samples.push(&inputs, &label);
                count += 1;
            }
        }
        empty = if count == before { empty + 1 } else { 0 };
        begin += BATCH;
        progress(count);
    }
    classes
}

/// Some positions of one game with their labels.
fn of_game<G: Learned>(brain: &Brain<G>, plan: &LabelPlan, game: u64, desk: &mut Desk<G>) -> Vec<(G::After, Outputs)> {
    let (mut chance, mut whim) = (rng::stream(plan.seed, game), rng::stream(mix(plan.seed), game));
    let trail = play([brain, brain], plan.style, (&mut chance, &mut whim), desk);
    let mut steps: Vec<G::After> = trail.steps.into_iter().map(|(after, _)| after).collect();
    steps.retain(|after| brain.known(after).is_none());
    steps.shuffle(&mut whim);
    let mut taken = vec![0; G::CLASSES.len()];
    steps.retain(|after| {
        let taken = &mut taken[G::class(after)];
        *taken += 1;
        *taken <= plan.of_a_game
    });
    steps.into_iter().map(|after| (after.clone(), deeper(brain, &after, desk))).collect()
}

/// The average over what chance brings of the best move's outputs, as the side that acts next sees it.
///
/// # Panics
/// Never: without moves a game is over.
#[must_use]
pub fn deeper<G: Learned>(brain: &Brain<G>, after: &G::After, desk: &mut Desk<G>) -> Outputs {
    let side = G::next_side(after);
    let mut sums = [0.0_f64; crate::net::MOST_OUTPUTS];
    let mut total = 0.0;
    for (pos, weight) in after.clone().branches() {
        let outputs = match brain.best(&pos, desk) {
            Some(best) if pos.side() == side => best.outputs,
            Some(best) => G::turned(&best.outputs),
            None => G::targets(pos.outcome().expect("no moves means that the game is over"), side),
        };
        total += f64::from(weight);
        sums.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += f64::from(weight) * f64::from(output));
    }
    sums.map(|sum| (sum / total) as f32)
}

#[cfg(test)]
mod tests {
    use super::super::walk::{Walk, place};
    use super::*;
    use crate::net::Activation;

    #[test]
    fn labels_are_averages_one_step_on() {
        let brain: Brain<Walk> = Brain::random(&[8], Activation::Relu, 1).expect("a shape");
        let mut desk = Desk::default();
        let next = brain.judge(&place(4), &mut desk)[0];
        assert!((deeper(&brain, &place(5), &mut desk)[0] - f32::midpoint(next, 1.0)).abs() < 1e-6);
        let next = brain.judge(&place(2), &mut desk)[0];
        assert!((deeper(&brain, &place(1), &mut desk)[0] - next / 2.0).abs() < 1e-6);
    }

    #[test]
    fn there_are_as_many_as_asked_for_on_any_number_of_threads() {
        let brain: Brain<Walk> = Brain::random(&[8], Activation::Relu, 1).expect("a shape");
        let style = Style { explore: 0.1, most_plies: 100 };
        let plan = LabelPlan { positions: 1_000, of_a_game: 4, held_out: 10, style, seed: 3 };
        let labels = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| labelled(&brain, &plan, &|_| ()))
        };
        let labels_of_one = labels(1);
        assert_eq!(labels_of_one, labels(2));
        let count = |class: &Labelled| class.training.len() + class.held_out.len();
        assert_eq!(labels_of_one.iter().map(count).sum::<usize>(), 1_000);
        assert!(labels_of_one.iter().all(|class| class.held_out.len() > 10));
    }
}
