use engine::games::chess::{Chess, Options};
use engine::{Game, MoveList, Position, rng};
use rand::RngExt;

use super::*;
use crate::sense::chess::terms::{self, PLACES};
use crate::sense::chess::{CENTIPAWN, WEIGHTS};
use crate::sense::{ChessSense, Sense};
use crate::tune::fit::{gradient, mean_cost};
use crate::tune::samples::logistic;
use crate::tune::{Epoch, Label, Plan, Samples, fit, scale};

/// Positions of random games, all of them different enough.
fn positions(games: u64, seed: u64) -> Vec<Chess> {
    let random_game = |game| {
        let mut rng = rng::stream(seed, game);
        let mut pos = Chess::start(&Options::default());
        let mut found = Vec::new();
        for ply in 0..100 {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            if list.is_empty() || pos.is_dead() {
                break;
            }
            if ply > 6 && ply % 3 == 0 {
                found.push(pos);
            }
            pos = pos.play(list[rng.random_range(0..list.len())]);
        }
        found
    };
    (0..games).flat_map(random_game).collect()
}

fn plan(scale: f32) -> Plan {
    Plan { scale, result: 0.5, epochs: 12, patience: 12, batch: 500, rate: 4.0, pull: 0.01, seed: 1 }
}

fn value(pos: &Chess, model: &Model) -> f32 {
    let mut counts = ChessCounts::default();
    Counts::count(&mut counts, pos);
    counts.value(pos, model).0
}

#[test]
fn a_models_value_is_what_is_played_but_for_rounding() {
    let (sense, model) = (ChessSense::default(), model_of(&WEIGHTS));
    let mut checked = 0;
    for pos in positions(60, 1) {
        let sign = if pos.side() == engine::Side::First { 1 } else { -1 };
        let played = sense.evaluate(&pos, &sense.begin(&pos)).0 / CENTIPAWN * sign;
        // Up to four divisions round towards zero, two of them by less than one in the blend.
        assert!((value(&pos, &model) - played as f32).abs() < 4.0, "{pos}: {} and {played}", value(&pos, &model));
        checked += 1;
    }
    assert!(checked > 1_000);
}

#[test]
fn weights_come_back_from_a_model() {
    assert_eq!(weights_of(&model_of(&WEIGHTS)), WEIGHTS);
    let mut model = Model::zero(SIZE);
    (model.0[0], model.0[3], model.0[SIZE - 1]) = (1.6, -1e9, -2.4);
    let weights = weights_of(&model);
    let pair = |place: usize| (weights.terms[place].middle(), weights.terms[place].end());
    assert_eq!((pair(0), pair(1)), ((2, 0), (0, -32_768)));
    assert_eq!(weights.dangers.last(), Some(&-2));
}

#[test]
fn gradients_are_finite_differences() {
    let mut samples = Samples::<Chess>::default();
    let mut rng = rng::stream(3, 3);
    for pos in positions(12, 2) {
        let label = Label { score: rng.random_range(-600..600), result: rng.random_range(-1..=1) };
        samples.push(pos, label);
    }
    let plan = plan(250.0);
    let batch: Vec<u32> = (0..samples.len() as u32).collect();
    let mut model = model_of(&WEIGHTS);
    // Larger dangers than usual, so that their squares are felt.
    model.0[2 * PLACES..].iter_mut().for_each(|danger| *danger *= 1.5);
    let (total, slopes) = gradient(&model, &samples, &batch, &plan);
    let mean = |model: &Model| mean_cost(model, &samples, &plan).0;
    assert!((total / samples.len() as f64 - mean(&model)).abs() < 1e-6);
    let largest = slopes.0.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    let mut checked = 0;
    for index in (0..SIZE).filter(|&index| slopes.0[index].abs() > 0.02 * largest) {
        let at = |step: f32| {
            let mut moved = model.clone();
            moved.0[index] += step;
            mean(&moved)
        };
        let difference = (at(1.0) - at(-1.0)) / 2.0;
        let slope = f64::from(slopes.0[index]);
        let bound = 0.03 * slope.abs() + 0.002 * f64::from(largest);
        assert!((difference - slope).abs() < bound, "{index}: {difference} and {slope}");
        checked += 1;
    }
    let dangers = slopes.0[2 * PLACES..].iter().filter(|slope| slope.abs() > 0.02 * largest).count();
    assert!(checked > 100 && dangers >= 3, "{checked} {dangers}");
}

#[test]
fn the_scale_that_made_the_results_is_found() {
    let mut rng = rng::stream(5, 5);
    for truth in [120.0_f32, 300.0] {
        let labels: Vec<Label> = (0..40_000)
            .map(|_| {
                let score: i16 = rng.random_range(-800..800);
                let result = if rng.random::<f32>() < logistic(f32::from(score) / truth) { 1 } else { -1 };
                Label { score, result }
            })
            .collect();
        let found = scale(&labels);
        assert!((found / truth - 1.0).abs() < 0.04, "{found} for {truth}");
    }
}

/// Positions whose scores are what `truth` says of them.
fn samples_of(truth: &Model, games: u64, seed: u64, scale: f32) -> Samples<Chess> {
    let mut samples = Samples::<Chess>::default();
    for pos in positions(games, seed) {
        let score = value(&pos, truth);
        if score.abs() < 4.0 * scale {
            samples.push(pos, Label { score: score.round() as i16, result: 0 });
        }
    }
    samples
}

#[test]
fn known_weights_are_recovered() {
    let mut truth = model_of(&WEIGHTS);
    // Knights are worth a pawn more, queens half as much again, and whose move it is matters more than a pawn.
    truth.0[2 * (terms::SQUARE + 64)..2 * (terms::SQUARE + 128)].iter_mut().for_each(|weight| *weight += 100.0);
    truth.0[2 * terms::TEMPO] += 150.0;
    truth.0[2 * terms::TEMPO + 1] += 150.0;
    let plan = Plan { result: 0.0, ..plan(400.0) };
    let (training, held_out) = (samples_of(&truth, 400, 7, 400.0), samples_of(&truth, 60, 8, 400.0));
    let mut epochs = Vec::new();
    let fitted = fit(model_of(&WEIGHTS), &training, &held_out, &plan, &mut |epoch| epochs.push(*epoch));
    let least = mean_cost(&truth, &held_out, &plan).0;
    let excess = |epoch: &Epoch| epoch.held_out - least;
    assert!(excess(&fitted.best) < 0.05 * excess(&epochs[0]), "{:?} of {:?}", fitted.best, epochs[0]);
    let tempo = fitted.model.0[2 * terms::TEMPO] - model_of(&WEIGHTS).0[2 * terms::TEMPO];
    assert!((tempo - 150.0).abs() < 30.0, "{tempo}");
    let best = epochs.iter().map(|epoch| epoch.held_out).fold(f64::INFINITY, f64::min);
    assert!((best - fitted.best.held_out).abs() < 1e-12, "the best pass counts");
    assert!((mean_cost(&fitted.model, &held_out, &plan).0 - best).abs() < 1e-9, "and these are its weights");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let samples = samples_of(&model_of(&WEIGHTS), 60, 9, 400.0);
    let plan = Plan { epochs: 2, ..plan(400.0) };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| fit(Model::zero(SIZE), &samples, &samples, &plan, &mut |_| {}).model)
    };
    assert_eq!(with(1), with(3));
}
