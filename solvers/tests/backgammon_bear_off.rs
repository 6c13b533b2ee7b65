//! The tables of backgammon's bear-offs: against values from elsewhere, and against the rules written down slowly.

use std::sync::LazyLock;

use solvers::backgammon::{BearOff, Home};

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
