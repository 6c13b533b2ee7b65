//! Temporal differences (Sutton 1988; Tesauro 1992 for backgammon): a brain plays itself and learns to foretell what it
//! foretells a move later, and at the end the result.
//!
//! After a game each afterstate's target is the lambda-return: `(1 - lambda)` parts the judgement one step on, the rest
//! that step's own return; at the end the result. Where the next move was made at random nothing is learnt from it. Games are
//! played in batches by a brain that does not change meanwhile, on as many threads as there are, and learnt from in
//! their order.

use std::ops::Range;

use engine::rng;
use engine::zobrist::mix;
use rayon::prelude::*;

use super::{Brain, Desk, Learned, Style, Trail, play};
use crate::net::Outputs;
use crate::net::slope::{Cost, Deltas, descend};

/// How a brain learns from its games.
#[derive(Clone, Debug, PartialEq)]
pub struct TdPlan {
    /// All games that will be played.
    pub games: u64,
    /// Games between two changes of the brain that plays them.
    pub batch: u64,
    /// The weight of what comes later than the next step, from 0 to 1.
    pub lambda: f32,
    /// The size of steps in the first game and in the last; it falls by the same part each game.
    pub alpha: (f32, f32),
    /// What is to be small.
    pub cost: Cost,
    /// How games are played.
    pub style: Style,
    /// The master seed.
    pub seed: u64,
}

impl TdPlan {
    fn alpha_of(&self, game: u64) -> f32 {
        let part = game as f32 / self.games.max(1) as f32;
        self.alpha.0 * (self.alpha.1 / self.alpha.0).powf(part)
    }
}

/// How well a brain foretold games before it learnt from them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TdReport {
    /// The games.
    pub games: u64,
    /// Their afterstates.
    pub steps: u64,
    /// The sum of the costs of what was foretold of each against how its game ended.
    pub cost: f64,
}

impl TdReport {
    /// The mean cost.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.cost / self.steps.max(1) as f64
    }
}

/// Plays the games with these numbers and learns from them; tells `progress` how many are done, now and then. The same as
/// in one go if a range is cut in two at a multiple of the batch.
pub fn td<G: Learned>(
    brain: &mut Brain<G>,
    plan: &TdPlan,
    games: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
) -> TdReport {
    let mut report = TdReport::default();
    let (mut desk, mut deltas) = (Desk::default(), Deltas::default());
    let mut begin = games.start;
    while begin < games.end {
        let end = (begin + plan.batch.max(1)).min(games.end);
        let frozen = &*brain;
        let trails: Vec<Trail<G>> = (begin..end)
            .into_par_iter()
            .map_init(Desk::default, |desk, game| {
                let (mut chance, mut whim) = (rng::stream(plan.seed, game), rng::stream(mix(plan.seed), game));
                play([frozen, frozen], plan.style, (&mut chance, &mut whim), desk)
            })
            .collect();
        for (game, trail) in (begin..end).zip(&trails) {
            learn(brain, trail, (plan, plan.alpha_of(game)), (&mut desk, &mut deltas), &mut report);
        }
        begin = end;
        progress(begin - games.start);
    }
    report
}

/// Learns from one game.
fn learn<G: Learned>(
    brain: &mut Brain<G>,
    trail: &Trail<G>,
    (plan, alpha): (&TdPlan, f32),
    (desk, deltas): (&mut Desk<G>, &mut Deltas),
    report: &mut TdReport,
) {
    let values: Vec<Outputs> = trail.steps.iter().map(|(after, _)| brain.judge(after, desk)).collect();
    let targets = returns::<G>(trail, &values, plan.lambda);
    report.games += 1;
    for (((after, is_followed), value), target) in trail.steps.iter().zip(&values).zip(&targets) {
        let end = G::targets(trail.outcome, G::next_side(after));
        report.steps += 1;
        report.cost += plan.cost.of(&value[..G::OUTPUTS], &end[..G::OUTPUTS]);
        if !is_followed || brain.known(after).is_some() {
            continue;
        }
        // Judged anew: the brain has changed since the game began to be learnt from.
        let _ = brain.judge(after, desk);
        let network = &mut brain.networks[G::class(after)];
        deltas.set(network, &desk.pass, target, plan.cost);
        descend(network, (&desk.inputs, &desk.pass), deltas, alpha);
    }
}

/// The lambda-return of each step of a game, as the side that acts next sees it.
fn returns<G: Learned>(trail: &Trail<G>, values: &[Outputs], lambda: f32) -> Vec<Outputs> {
    let mut targets = values.to_vec();
    let Some(last) = trail.steps.len().checked_sub(1) else { return targets };
    for step in (0..=last).rev() {
        let (after, is_followed) = &trail.steps[step];
        if !is_followed {
            // What came of a random move says nothing of this afterstate: its own value stands for it.
            continue;
        }
        let side = G::next_side(after);
        targets[step] = if step == last {
            G::targets(trail.outcome, side)
        } else {
            let mut mixed = values[step + 1];
            mixed.iter_mut().zip(&targets[step + 1]).for_each(|(value, target)| *value += lambda * (target - *value));
            if G::next_side(&trail.steps[step + 1].0) == side { mixed } else { G::turned(&mixed) }
        };
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::super::walk::{Walk, exact, place};
    use super::*;
    use crate::net::Activation;

    fn plan(lambda: f32, cost: Cost) -> TdPlan {
        let style = Style { explore: 0.0, most_plies: 1_000 };
        TdPlan { games: 6_000, batch: 16, lambda, alpha: (0.2, 0.002), cost, style, seed: 5 }
    }

    fn brain() -> Brain<Walk> {
        Brain::random(&[8], Activation::Sigmoid, 1).expect("a shape")
    }

    #[test]
    fn a_random_walk_is_learnt() {
        for (lambda, cost) in [(0.0, Cost::Entropy), (0.7, Cost::Entropy), (1.0, Cost::Squares), (0.0, Cost::Squares)] {
            let mut brain = brain();
            let plan =
                TdPlan { alpha: if cost == Cost::Squares { (0.8, 0.01) } else { (0.2, 0.002) }, ..plan(lambda, cost) };
            let early = td(&mut brain, &plan, 0..100, &|_| ());
            let late = td(&mut brain, &plan, 100..6_000, &|_| ());
            assert!(late.mean() < early.mean());
            for at in 1..=5 {
                let judged = brain.judge(&place(at), &mut Desk::default())[0];
                assert!((judged - exact(at)).abs() < 0.06, "lambda {lambda} {cost:?}, place {at}: {judged}");
            }
        }
    }

    #[test]
    fn neither_threads_nor_cuts_change_a_bit() {
        let plan = TdPlan { games: 200, style: Style { explore: 0.2, most_plies: 50 }, ..plan(0.5, Cost::Entropy) };
        let learnt = |threads, cuts: &[u64]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut brain = brain();
            pool.install(|| {
                for pair in cuts.windows(2) {
                    td(&mut brain, &plan, pair[0]..pair[1], &|_| ());
                }
            });
            brain.to_nets("").to_bytes(crate::net::Precision::Single)
        };
        let one = learnt(1, &[0, 200]);
        assert!(one == learnt(2, &[0, 200]) && one == learnt(2, &[0, 64, 128, 200]));
        assert!(one != learnt(1, &[0, 199]));
    }

    #[test]
    fn random_moves_are_not_learnt_from() {
        let trail = |followed: [bool; 2]| Trail::<Walk> {
            steps: vec![(place(2), followed[0]), (place(3), followed[1])],
            outcome: engine::Outcome::win(engine::Side::First),
        };
        let value = |value| Outputs::from([value, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let values = [value(0.25), value(0.5)];
        let of = |followed| returns::<Walk>(&trail(followed), &values, 0.5).map_values();
        assert_eq!(of([true, true]), [0.75, 1.0]);
        assert_eq!(of([true, false]), [0.5, 0.5]);
        assert_eq!(of([false, true]), [0.25, 1.0]);
    }

    trait FirstValues {
        fn map_values(self) -> Vec<f32>;
    }

    impl FirstValues for Vec<Outputs> {
        fn map_values(self) -> Vec<f32> {
            self.into_iter().map(|outputs| outputs[0]).collect()
        }
    }
}
