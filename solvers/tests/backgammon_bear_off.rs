//! The tables of backgammon's bear-offs: against values from elsewhere, and against the rules written down slowly.

mod backgammon_slow;

use std::sync::LazyLock;

use backgammon_slow::{Slow, best_of_rolls, ends};
use engine::rng;
use rand::RngExt;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use solvers::backgammon::{
    BearOff, CHECKERS, Cube, Cubeful, HOMES, Home, OneSided, Roll, TwoSided, homes_up_to, plays,
};

const TWO_SIDED: &str = include_str!("../../testdata/backgammon/bearoff_two_sided.csv");
const ONE_SIDED: &str = include_str!("../../testdata/backgammon/bearoff_one_sided.csv");

static TABLES: LazyLock<BearOff> = LazyLock::new(|| {
    let tables = BearOff::new();
    tables.solve();
    tables
});

fn rows(text: &str) -> Vec<csv::StringRecord> {
    let reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.into_records().map(|row| row.expect("a row")).collect()
}

/// Counts of the points 1 to 6.
fn read(text: &str) -> Home {
    let counts: Vec<u8> = text.split(' ').map(|count| count.parse().expect("a count")).collect();
    Home::new(counts.try_into().expect("six points")).expect("few checkers")
}

/// Asserts that a value is that of a column within 1e-6.
fn check(row: &csv::StringRecord, column: usize, found: f64) {
    let wanted: f64 = row[column].parse().expect("a number");
    assert!((found - wanted).abs() < 1e-6, "{row:?}: {found}");
}

#[test]
fn means_and_deviations_of_one_side() {
    let rows = rows(ONE_SIDED);
    assert_eq!(rows.len(), 114);
    for row in &rows {
        check(row, 2, TABLES.mean_rolls(read(&row[1])));
        check(row, 3, TABLES.sd_rolls(read(&row[1])));
    }
}

#[test]
fn chances_of_both_sides() {
    let rows = rows(TWO_SIDED);
    assert_eq!(rows.len(), 120);
    for row in &rows {
        check(row, 3, TABLES.win_probability(read(&row[1]), read(&row[2])));
    }
}

const CUBES: [Cube; 3] = [Cube::Mine, Cube::Centred, Cube::Theirs];

fn home(number: usize) -> Home {
    Home::from_number(number).expect("a low number")
}

fn homes(counts: [u8; 6]) -> Home {
    Home::new(counts).expect("few checkers")
}

/// Some homes with numbers from one on and below another.
fn some(count: usize, from: usize, below: usize) -> Vec<Home> {
    let mut rng = rng::stream(15, 0);
    (0..count).map(|_| home(rng.random_range(from..below))).collect()
}

/// The mean of a distribution.
fn mean(chances: &[f32]) -> f64 {
    chances.iter().zip(0..).map(|(&chance, rolls)| f64::from(chance) * f64::from(rolls)).sum()
}

fn near(found: f64, wanted: f64, within: f64, what: impl FnOnce() -> String) {
    assert!((found - wanted).abs() < within, "{}: {found} is not {wanted}", what());
}

#[test]
fn plays_are_those_of_the_rules() {
    for home in (1..homes_up_to(4)).map(home).chain(some(40, 1, HOMES)) {
        for roll in Roll::ALL {
            let slow = ends(home.counts(), roll.high().into(), roll.low().into());
            let mut slow: Vec<usize> = slow.into_iter().map(|end| homes(end).number()).collect();
            slow.sort_unstable();
            slow.dedup();
            let quick: Vec<usize> = plays(home, roll).into_iter().map(Home::number).collect();
            assert_eq!(quick, slow, "{home}, {roll:?}");
        }
    }
}

#[test]
fn small_homes_computed_slowly() {
    let mut slow = Slow::default();
    for home in (0..homes_up_to(4)).map(home) {
        near(TABLES.mean_rolls(home), slow.rolls(home.counts()), 1e-12, || home.to_string());
    }
    for mine in (0..homes_up_to(3)).map(home) {
        for theirs in (0..homes_up_to(3)).map(home) {
            let wanted = slow.chance(mine.counts(), theirs.counts());
            near(TABLES.win_probability(mine, theirs), wanted, 1e-7, || format!("{mine}, {theirs}"));
        }
    }
}

#[test]
fn small_cubes_computed_slowly() {
    let mut slow = Slow::default();
    let mut check = |mine: Home, theirs: Home| {
        for cube in CUBES {
            let wanted = slow.points(mine.counts(), theirs.counts(), 1, cube);
            let found = TABLES.cubeful().equity(mine, theirs, cube).expect("few checkers");
            near(found, wanted, 1e-7, || format!("{mine}, {theirs}, {cube:?}"));
        }
    };
    for mine in (0..homes_up_to(2)).map(home) {
        for theirs in (0..homes_up_to(2)).map(home) {
            check(mine, theirs);
        }
    }
    let three = some(40, homes_up_to(2), homes_up_to(3));
    for pair in three.chunks(2) {
        check(pair[0], pair[1]);
    }
}

/// What a position is worth follows from what its plays are worth.
#[test]
fn large_homes_one_roll_on() {
    for home in some(60, 1, HOMES) {
        let wanted = 1.0 - best_of_rolls(home.counts(), |next| -TABLES.mean_rolls(homes(next)));
        near(TABLES.mean_rolls(home), wanted, 1e-11, || home.to_string());
    }
    for home in some(60, homes_up_to(14), HOMES) {
        let until = |home| mean(TABLES.one_sided().until_first_off(home));
        let wanted = 1.0 - best_of_rolls(home.counts(), |next| -until(homes(next)));
        near(until(home), wanted, 2e-6, || home.to_string());
    }
    for pair in some(400, 1, homes_up_to(6)).chunks(2) {
        let (mine, theirs) = (pair[0], pair[1]);
        let wanted = best_of_rolls(mine.counts(), |next| 1.0 - TABLES.win_probability(theirs, homes(next)));
        let wanted = if theirs == Home::EMPTY { 0.0 } else { wanted };
        near(TABLES.win_probability(mine, theirs), wanted, 2e-7, || format!("{mine}, {theirs}"));
    }
}

#[test]
fn distributions_are_whole_and_have_the_mean_and_the_deviation() {
    for home in (0..HOMES).map(home) {
        let chances = TABLES.distribution(home);
        let sum: f64 = chances.iter().copied().map(f64::from).sum();
        near(sum, 1.0, 1e-6, || home.to_string());
        near(mean(chances), TABLES.mean_rolls(home), 2e-6, || home.to_string());
        let square = |(&chance, rolls): (&f32, u8)| f64::from(chance) * (f64::from(rolls) - mean(chances)).powi(2);
        let deviation = chances.iter().zip(0..).map(square).sum::<f64>().sqrt();
        near(deviation, TABLES.sd_rolls(home), 2e-5, || home.to_string());
        let first: f64 = TABLES.one_sided().until_first_off(home).iter().copied().map(f64::from).sum();
        near(first, 1.0, 1e-6, || home.to_string());
    }
}

#[test]
fn gammons_are_lost_by_who_has_all_checkers() {
    let (sixes, aces) = (homes([0, 0, 0, 0, 0, 15]), homes([4, 0, 0, 0, 0, 0]));
    // A six, or six pips together, with twos and threes as doubles: 17 of 36.
    near(TABLES.one_sided().until_first_off(sixes)[1].into(), 17.0 / 36.0, 1e-7, || "the first roll".into());
    let gammons = TABLES.gammons(aces, sixes);
    near(gammons.win, 1.0 / 6.0 + 5.0 / 6.0 * 19.0 / 36.0, 1e-7, || "on roll".into());
    assert!(gammons.loss == 0.0);
    let gammons = TABLES.gammons(sixes, aces);
    // One roll each and then a double, or two rolls each.
    let after_two = 1.0 - 17.0 / 36.0 - f64::from(TABLES.one_sided().until_first_off(sixes)[2]);
    near(gammons.loss, 1.0 / 6.0 * 19.0 / 36.0 + 5.0 / 6.0 * after_two, 1e-7, || "not on roll".into());
    assert!(gammons.win == 0.0);
    let gammons = TABLES.gammons(homes([0, 0, 0, 14, 0, 0]), homes([0, 0, 0, 0, 0, 14]));
    assert!(gammons.win == 0.0 && gammons.loss == 0.0);
}

#[test]
fn races_alone_are_near_races_of_two() {
    let mut worst: f64 = 0.0;
    for mine in (1..homes_up_to(6)).map(home) {
        for theirs in (1..homes_up_to(6)).map(home) {
            let exact = TABLES.win_probability(mine, theirs);
            worst = worst.max((TABLES.one_sided().win_probability(mine, theirs) - exact).abs());
        }
    }
    assert!((0.0139..0.0140).contains(&worst), "{worst}");
}

#[test]
fn threads_change_nothing() {
    let build = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| (OneSided::build(), TwoSided::build(), Cubeful::build()))
    };
    let ((one, two, cube), (other_one, other_two, other_cube)) = (build(1), build(3));
    for home in (0..HOMES).map(home) {
        assert!(one.mean_rolls(home).to_bits() == other_one.mean_rolls(home).to_bits());
        assert_eq!(one.distribution(home), other_one.distribution(home));
    }
    for mine in (0..homes_up_to(6)).map(home) {
        for theirs in (0..homes_up_to(6)).map(home) {
            assert_eq!(two.win_probability(mine, theirs), other_two.win_probability(mine, theirs));
            for at in CUBES {
                assert_eq!(cube.equity(mine, theirs, at), other_cube.equity(mine, theirs, at));
            }
        }
    }
}

#[test]
fn a_pool_that_asks_all_at_once_is_answered() {
    let tables = BearOff::new();
    let aces = homes([2, 0, 0, 0, 0, 0]);
    assert!((0..64).into_par_iter().all(|_| tables.win_probability(aces, aces) > 0.999_999));
}

#[test]
fn many_checkers_are_not_in_the_small_tables() {
    let (seven, one) = (homes([7, 0, 0, 0, 0, 0]), homes([1, 0, 0, 0, 0, 0]));
    assert_eq!(TABLES.two_sided().win_probability(seven, one), None);
    assert_eq!(TABLES.cubeful().equity(one, seven, Cube::Centred), None);
    // The race answers instead.
    near(TABLES.win_probability(one, seven), 1.0, 1e-7, || "the last roll".into());
    assert!(TABLES.win_probability(homes([CHECKERS, 0, 0, 0, 0, 0]), one) == 0.0);
}
