//! How fast networks are, with sums that show that the work was done; run with
//! `cargo test --release -p search --test net_speed -- --ignored --nocapture`.

use std::time::Instant;

use rand::RngExt;
use search::net::{Accumulator, Activation, Inputs, Network, Pass, Shape};

/// As many positions as stay in the cache, each of 30 of 250 inputs, and their differences from the first.
fn positions() -> Vec<Inputs> {
    let mut rng = engine::rng::stream(1, 0);
    let random = |_| {
        let mut chosen: Vec<usize> = (0..30).map(|_| rng.random_range(0..250)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let mut inputs = Inputs::new();
        for index in chosen {
            inputs.push(index, 1.0);
        }
        inputs
    };
    (0..64).map(random).collect()
}

fn report(what: &str, count: usize, work: impl FnOnce() -> f64) {
    let begun = Instant::now();
    let sum = work();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{what}: {:.0} a second, sum {sum:.3}", count as f64 / seconds);
}

#[test]
#[ignore = "takes seconds and prints figures"]
fn evaluations_a_second() {
    const ROUNDS: usize = 10_000;
    let positions = positions();
    let count = ROUNDS * positions.len();
    for (hidden, activation) in [
        (vec![128], Activation::Relu),
        (vec![128], Activation::Sigmoid),
        (vec![256], Activation::Relu),
        (vec![128, 32], Activation::Relu),
    ] {
        let name = format!("250-{hidden:?}-5 {}", activation.name());
        let shape = Shape { inputs: 250, hidden, outputs: 5, activation };
        let network = Network::random(shape, 1).expect("a shape");
        let mut pass = Pass::default();
        report(&name, count, || {
            (0..ROUNDS).flat_map(|_| &positions).map(|inputs| f64::from(network.evaluate(inputs, &mut pass)[0])).sum()
        });
        let (mut base, mut sums, mut difference) = (Accumulator::default(), Accumulator::default(), Inputs::new());
        base.set(&network, &positions[0]);
        // Four inputs leave and four come, as when two men move.
        let near: Vec<Inputs> = positions
            .iter()
            .map(|other| {
                let (mine, theirs) = (positions[0].list(), other.list());
                let mut mixed: Vec<u32> = mine[4..].iter().chain(&theirs[..4]).map(|&(index, _)| index).collect();
                mixed.sort_unstable();
                mixed.dedup();
                let mut inputs = Inputs::new();
                for index in mixed {
                    inputs.push(index as usize, 1.0);
                }
                inputs
            })
            .collect();
        report(&format!("{name} by differences"), count, || {
            let mut total = 0.0;
            for inputs in (0..ROUNDS).flat_map(|_| &near) {
                difference.set_difference(&positions[0], inputs);
                sums.set_from(&network, &base, &difference);
                total += f64::from(network.finish(&sums, &mut pass)[0]);
            }
            total
        });
    }
}
