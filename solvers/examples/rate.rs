use engine::games::{chessboard::Chessboard, fortress::Fortress};
use engine::{Puzzle, rng};
use solvers::*;
fn run<P: Solvable>(name: &str, n: u64, seed: u64) {
    let mut s = P::Solver::default();
    let rules = P::Rules::default();
    let t = std::time::Instant::now();
    let (mut w, mut l, mut u, mut max, mut sw, mut sl, mut len) = (0u64, 0u64, 0u64, 0u32, 0u64, 0u64, 0u64);
    for i in 0..n {
        let d = P::deal(&rules, &mut rng::stream(seed, i));
        let r = P::solve(&mut s, &d, Limit { positions: 4_000_000 });
        max = max.max(r.stored);
        match r.verdict {
            Verdict::Winnable(m) => { w += 1; sw += u64::from(r.stored); len += m.len() as u64 }
            Verdict::Unwinnable => { l += 1; sl += u64::from(r.stored) }
            Verdict::Undecided(_) => u += 1,
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!("{name}: {n} deals {e:.2}s {:.0}/s win {:.3}% undecided {u} max {max} stored won {:.0} lost {:.0} len {:.0} ns/pos {:.0}",
        n as f64 / e, 100.0 * w as f64 / n as f64, sw as f64 / w as f64, sl as f64 / l as f64, len as f64 / w as f64, e*1e9/(sw+sl) as f64);
}
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    run::<Fortress>("fortress", a[0], 1);
    run::<Chessboard>("chessboard", a[1], 1);
}
