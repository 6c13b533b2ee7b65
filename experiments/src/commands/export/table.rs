//! A row a game, with the columns of `games.csv`.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::{Map, Number, Value};

use crate::failure::{Context, Failure};
use crate::record::{COLUMNS, LUCK_COLUMN, UnitRecord, points_of_luck};
use crate::tally::Heading;

/// What a column has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number, not negative.
    Whole,
    /// A number with a fraction.
    Real,
    /// Anything.
    Text,
}

/// The columns of a match, and what they have in them.
pub(super) fn columns(heading: &Heading) -> Vec<(&'static str, Kind)> {
    let luck = heading.luck.is_some().then_some(LUCK_COLUMN);
    let kind = |name: &str| match name {
        "opening" | "players" | "result" | "ended" | "rules" | "moves" => Kind::Text,
        _ if name.starts_with("seconds") || name == LUCK_COLUMN => Kind::Real,
        _ => Kind::Whole,
    };
    COLUMNS.into_iter().chain(luck).map(|name| (name, kind(name))).collect()
}

/// The rows of a unit.
pub(super) fn rows<'a>(
    heading: &'a Heading,
    index: u64,
    unit: &'a UnitRecord,
) -> impl Iterator<Item = Vec<String>> + 'a {
    unit.games.iter().enumerate().map(move |(number, game)| {
        let luck = heading.luck.as_ref().and(game.luck).map(points_of_luck);
        game.columns((index, &unit.fixture), number, &heading.players).into_iter().chain(luck).collect()
    })
}

/// Writes a table with a heading.
pub(super) fn csv(heading: &Heading, units: &BTreeMap<u64, UnitRecord>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = csv::Writer::from_writer(out);
    let write = |table: &mut csv::Writer<&mut dyn Write>, row: &mut dyn Iterator<Item = String>| {
        table.write_record(row).while_running("the table")
    };
    write(&mut table, &mut columns(heading).into_iter().map(|(name, _)| name.to_owned()))?;
    for (&index, unit) in units {
        for row in rows(heading, index, unit) {
            write(&mut table, &mut row.into_iter())?;
        }
    }
    table.flush().while_running("the table")
}

/// Writes an object a line. Besides the columns it has the names of the two who met, in the order of their numbers.
pub(super) fn json_lines(
    heading: &Heading,
    units: &BTreeMap<u64, UnitRecord>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let columns = columns(heading);
    for (&index, unit) in units {
        let names = unit.fixture.players.map(|entrant| Value::from(heading.players[entrant].clone()));
        for row in rows(heading, index, unit) {
            let mut object: Map<String, Value> =
                columns.iter().zip(row).map(|(&(name, kind), cell)| (name.to_owned(), value(kind, cell))).collect();
            object.insert("players".to_owned(), Value::from(names.to_vec()));
            writeln!(out, "{}", Value::from(object))?;
        }
    }
    Ok(())
}

/// A cell as JSON.
fn value(kind: Kind, cell: String) -> Value {
    let number = match kind {
        Kind::Whole => cell.parse::<u64>().ok().map(Number::from),
        Kind::Real => cell.parse().ok().and_then(Number::from_f64),
        Kind::Text => None,
    };
    number.map_or(Value::String(cell), Value::Number)
}
