//! Solves FORCE 3 under all 72 sets of rules and prints a row for each, with the time of the slowest.
//!
//! `cargo run --release -p solvers --example force3_variants`

use std::time::{Duration, Instant};

use engine::games::force3::Options;
use engine::{Known, Value};
use solvers::force3::Table;

fn main() {
    println!("rules,positions,win,loss,draw,value,distance");
    let (mut slowest, mut total) = (Duration::ZERO, Duration::ZERO);
    for options in Options::all() {
        let begin = Instant::now();
        let table = Table::solve(&options);
        let taken = begin.elapsed();
        (slowest, total) = (slowest.max(taken), total + taken);
        let summary = table.summary();
        let Known { value, plies } = summary.start;
        let value = match value {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        };
        let distance = plies.map_or(String::new(), |plies| plies.to_string());
        println!(
            "\"{options}\",{},{},{},{},{value},{distance}",
            summary.positions, summary.win, summary.loss, summary.draw
        );
    }
    eprintln!("solving took {total:.1?} in all, {slowest:.1?} at most");
}
