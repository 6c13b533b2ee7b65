//! What Star1 and Star2 save in FORTAC, counted in nodes three plies deep: the same values, and far fewer nodes.

use engine::games::fortac::Fortac;
use engine::{Position, Score};
use search::parallel::{Plan, expectiminimax};
use search::signature::positions;
use search::{Features, Limits, Sensed, Table};

/// Plies, counted in moves.
const DEPTH: u32 = 3;

/// The values of the positions, and the nodes that it takes to find them.
fn search(positions: &[Fortac], features: Features) -> (Vec<Score>, u64) {
    let mut nodes = 0;
    let value = |pos: &Fortac| {
        let plan = Plan { features, ..Plan::new(Limits::depth(DEPTH)) };
        let report = expectiminimax(pos, (&Fortac::sense(), &Table::with_bytes(1 << 24)), &plan, &mut |_| {});
        nodes += report.nodes;
        report.score
    };
    (positions.iter().map(value).collect(), nodes)
}

#[test]
fn star2_finds_the_same_values_in_a_fraction_of_the_nodes() {
    let positions: Vec<Fortac> = positions().into_iter().filter(|pos: &Fortac| pos.count() > 8).take(6).collect();
    let without = Features::SOUND - Features::STAR1 - Features::STAR2;
    let (values, plain) = search(&positions, Features::SAME_DEPTH);
    let (of_both, both) = search(&positions, Features::SOUND);
    let (of_star1, star1) = search(&positions, Features::SOUND - Features::STAR2);
    let (of_neither, neither) = search(&positions, without);
    println!("nodes: plain {plain}, neither {neither}, Star1 {star1}, both {both}");
    assert!(values == of_both && values == of_star1 && values == of_neither);
    assert!(3 * both <= neither, "{both} nodes with Star1 and Star2, {neither} without");
    assert!(both < star1, "{both} nodes with Star2, {star1} without");
}
