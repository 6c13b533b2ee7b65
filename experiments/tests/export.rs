//! `fort export` from outside: every form says what the match itself has written.

#[path = "program/answers.rs"]
mod answers;
#[path = "program/directories.rs"]
mod directories;
mod program;

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;
use tempfile::TempDir;

use answers::{lines, printed};
use directories::{done, path};
use program::{fort_reading, text};

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).expect(name)
}

const LEAGUE: &str = "match force3 --player alphabeta:depth=1 --player greedy --player random --games 4";

#[test]
fn a_table_is_that_of_the_match() {
    let directory = done(LEAGUE);
    assert_eq!(printed(&["export", path(directory.path()), "--form", "csv"], ""), read(&directory, "games.csv"));
}

#[test]
fn json_lines_have_the_same_cells_typed() {
    let directory = done(LEAGUE);
    let objects = lines(&["export", path(directory.path()), "--form", "jsonl"], "");
    let table = read(&directory, "games.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!((rows.len(), objects.len()), (12, 12));
    for (row, object) in rows.iter().zip(&objects) {
        for (name, cell) in header.iter().zip(row).filter(|&(name, _)| name != "players") {
            match &object[name] {
                Value::String(text) => assert_eq!(text, cell, "{name}"),
                Value::Number(number) => {
                    let close = (number.as_f64().expect("a number") - cell.parse::<f64>().expect("a number")).abs();
                    assert!(close < 1e-9, "{name}: {number} is {cell}");
                }
                other => panic!("{name}: {other}"),
            }
        }
        let names = object["players"].as_array().expect("two names");
        assert_eq!(names.len(), 2);
        assert!(row[5].contains(names[0].as_str().expect("a name")), "{row:?}");
    }
    assert!(objects[0]["nodes"].is_u64() && objects[0]["seconds_1"].is_f64() && objects[0]["moves"].is_string());
}

#[test]
fn parquet_has_the_same_rows() {
    let directory = done(LEAGUE);
    let file = directory.path().join("games.parquet");
    printed(&["export", path(directory.path()), "--form", "parquet", "--to", path(&file)], "");
    let reader = SerializedFileReader::new(File::open(file).expect("a file")).expect("Parquet");
    let names: Vec<String> =
        reader.metadata().file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned()).collect();
    let table = read(&directory, "games.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(rows.headers().expect("a header").iter().collect::<Vec<_>>(), names);
    let column = |name: &str| names.iter().position(|other| other == name).expect(name);
    let (index, plies, seconds, moves) = (column("index"), column("plies"), column("seconds"), column("moves"));
    let mut count = 0;
    for (row, written) in rows.records().zip(reader.get_row_iter(None).expect("rows")) {
        let (row, written) = (row.expect("a row"), written.expect("a row"));
        for whole in [index, plies] {
            assert_eq!(written.get_long(whole).expect("a number").to_string(), row[whole]);
        }
        assert_eq!(format!("{:.6}", written.get_double(seconds).expect("a number")), row[seconds]);
        assert_eq!(written.get_string(moves).expect("a text"), &row[moves]);
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn forms_of_a_games_own_are_those_of_the_match() {
    for (game, player, form) in
        [("chess", "greedy", "pgn"), ("checkers", "greedy", "pdn"), ("backgammon", "random", "mat")]
    {
        let directory = done(&format!("match {game} --player {player} --player random --games 4 --max-plies 30"));
        let exported = printed(&["export", path(directory.path()), "--form", form], "");
        assert!(exported == read(&directory, &format!("games.{form}")), "{game}: {form} differs");
    }
    let directory = done("match backgammon --rules match=3 --player random --player random --games 2");
    let to = directory.path().join("again");
    printed(&["export", path(directory.path()), "--form", "mat", "--to", path(&to)], "");
    for name in ["1.1.mat", "1.2.mat"] {
        assert!(read(&directory, &format!("matches/{name}")) == read(&directory, &format!("again/{name}")), "{name}");
    }
}

#[test]
fn half_a_match_is_exported_only_on_request() {
    // On one thread, so that the first lines are the first games'.
    let directory = done("match force3 --player random --player random --games 10 --threads 1");
    let journal = read(&directory, "journal");
    let half: Vec<&str> = journal.lines().take(6).collect();
    fs::write(directory.path().join("journal"), format!("{}\n", half.join("\n"))).expect("written");
    let refused = fort_reading(&["export", path(directory.path()), "--form", "csv"], b"");
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(2), ""));
    assert!(text(&refused.stderr).contains("the command of the match carries on"), "{}", text(&refused.stderr));
    let partial = printed(&["export", path(directory.path()), "--form", "csv", "--partial"], "");
    let whole = read(&directory, "games.csv");
    assert!(partial.lines().count() > 1 && whole.starts_with(&partial), "{partial}");
}

#[test]
fn bad_input_is_refused() {
    let directory = done("match force3 --player random --player random --games 2");
    for (arguments, reason) in [
        (vec![path(directory.path()), "--form", "pgn"], "games of force3 are written as csv, jsonl, parquet"),
        (vec![path(directory.path()), "--form", "parquet"], "it is no text; give a file, --to FILE"),
        (vec![path(directory.path()), "--form", "xml"], "invalid value 'xml'"),
        (vec!["/no/such/place", "--form", "csv"], "/no/such/place/journal: No such file"),
    ] {
        let output = fort_reading(&[&["export"], arguments.as_slice()].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(reason), "{arguments:?}: {}", text(&output.stderr));
    }
}
