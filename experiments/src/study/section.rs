//! A table of a study: for people, as JSON and as CSV, all from the same cells.

use std::io::{self, Write};
use std::path::Path;

use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::final_file::FinalTable;
use crate::output::{Align, Table, thousands};
use crate::stats::proportion::Interval;

/// One thing that a row tells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// A score, or a difference of scores: four digits.
    Score(f64),
    /// A probability, which may be tiny.
    Probability(f64),
    /// A part of a whole, 0 to 1: percent for people.
    Share(f64),
    /// A mean: two digits.
    Mean(f64),
    /// Whether something stands out: a star for people.
    Mark(bool),
    /// Not known, or not asked.
    Nothing,
}

impl Cell {
    /// A part of a whole, or nothing of an empty one.
    pub(crate) fn part(part: u64, whole: u64) -> Self {
        if whole == 0 { Self::Nothing } else { Self::Share(part as f64 / whole as f64) }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            &Self::Count(count) => thousands(count),
            Self::Score(score) => format!("{score:.4}"),
            &Self::Probability(probability) if probability < 5e-5 => "<0.0001".to_owned(),
            Self::Probability(probability) => format!("{probability:.4}"),
            Self::Share(share) => format!("{:.1} %", 100.0 * share),
            Self::Mean(mean) => format!("{mean:.2}"),
            Self::Mark(is_marked) => if *is_marked { "*" } else { "" }.to_owned(),
            Self::Nothing => "-".to_owned(),
        }
    }

    /// For programs that read CSV.
    fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Score(number) | Self::Share(number) | Self::Mean(number) => format!("{number:.6}"),
            Self::Probability(number) => format!("{number:.3e}"),
            Self::Mark(is_marked) => is_marked.to_string(),
            Self::Nothing => String::new(),
        }
    }

    pub(crate) fn align(&self) -> Align {
        match self {
            Self::Text(_) | Self::Mark(_) => Align::Left,
            _ => Align::Right,
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Score(number) | Self::Probability(number) | Self::Share(number) | Self::Mean(number) => {
                serializer.serialize_f64(*number)
            }
            Self::Mark(is_marked) => serializer.serialize_bool(*is_marked),
            Self::Nothing => serializer.serialize_none(),
        }
    }
}

/// The ends of a 95 % interval as two cells.
pub(crate) fn ends(interval: Interval) -> [Cell; 2] {
    [Cell::Score(interval.low), Cell::Score(interval.high)]
}

/// A table with a name.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// Its key in JSON, and the name of its CSV file.
    pub(crate) name: &'static str,
    /// What it tells, for people: a line or a few.
    pub(crate) title: String,
    columns: &'static [&'static str],
    rows: Vec<Vec<Cell>>,
}

impl Section {
    /// A table without rows.
    pub(crate) fn new(name: &'static str, title: impl Into<String>, columns: &'static [&'static str]) -> Self {
        Self { name, title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row: a cell a column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell a column");
        self.rows.push(cells);
    }

    /// Whether it has no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The names of its columns, for people.
    pub(crate) fn head(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.replace('_', " ")).collect()
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Writes it for people.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}\n", self.title)?;
        // A column stands as its cells do; those that are not known say nothing of it.
        let align = |column: usize| {
            let mut cells = self.rows.iter().map(|row| &row[column]).filter(|cell| **cell != Cell::Nothing);
            cells.next().map_or(Align::Right, Cell::align)
        };
        let aligns: Vec<Align> = (0..self.columns.len()).map(align).collect();
        let mut table = Table::new(&aligns);
        table.row(self.head());
        for row in &self.rows {
            table.row(row.iter().map(Cell::text).collect::<Vec<_>>());
        }
        table.write(out, 2)
    }

    /// Writes it as `NAME.csv` into a directory.
    pub(crate) fn write_csv(&self, directory: &Path) -> Result<(), Failure> {
        let mut table = FinalTable::create(directory.join(format!("{}.csv", self.name)), self.columns)?;
        self.rows.iter().try_for_each(|row| table.row(row.iter().map(Cell::plain)))?;
        table.finish()
    }
}

/// A row as a JSON object by columns.
struct Row<'a>(&'a [&'static str], &'a [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(self.1))
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|row| Row(self.columns, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section() -> Section {
        let mut section = Section::new("cards", "What each card is worth", &["card", "hands", "high", "marked"]);
        section.row([Cell::Text("hop".into()), Cell::Count(1234), Cell::Score(0.5), Cell::Mark(true)]);
        section.row([Cell::Text("zip, zap".into()), Cell::Count(0), Cell::Nothing, Cell::Mark(false)]);
        section
    }

    #[test]
    fn people_scripts_and_tables_get_the_same_cells() {
        let mut text = Vec::new();
        section().write(&mut text).expect("memory takes everything");
        let expected = "\nWhat each card is worth\n\n  card      hands    high  marked\n  \
                        hop       1,234  0.5000  *\n  zip, zap      0       -\n";
        assert_eq!(String::from_utf8(text).expect("text"), expected);
        let json = serde_json::to_value(section()).expect("JSON");
        let expected = serde_json::json!([
            {"card": "hop", "hands": 1234, "high": 0.5, "marked": true},
            {"card": "zip, zap", "hands": 0, "high": null, "marked": false}
        ]);
        assert_eq!(json, expected);
        let directory = tempfile::tempdir().expect("a directory");
        section().write_csv(directory.path()).expect("written");
        let csv = std::fs::read_to_string(directory.path().join("cards.csv")).expect("there");
        assert_eq!(csv, "card,hands,high,marked\nhop,1234,0.500000,true\n\"zip, zap\",0,,false\n");
    }
}
