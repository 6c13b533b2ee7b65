//! `fort merge` from outside: the bytes of one survey from its shards, and shards that do not fit together.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

fn fort(arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.args(arguments).stdin(Stdio::null()).output().expect("it runs")
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs `line` and expects it to succeed.
fn done(line: &str) -> String {
    let output = fort(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{line}: {}", message(&output));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs `line` and expects it to be refused as bad input.
fn refused(line: &str, reason: &str) {
    let output = fort(&line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(2), "{line}: {}", message(&output));
    assert!(message(&output).contains(reason), "{line}: {}", message(&output));
}

/// The final files of a directory that are there.
fn files(directory: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let read = |name| Some((name, std::fs::read(directory.join(name)).ok()?));
    ["summary.json", "summary.txt", "census.json", "deals.csv"].into_iter().filter_map(read).collect()
}

/// A directory for surveys.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Surveys a range into a directory of the same name; gives its path as text.
    fn survey(&self, range: &str, options: &str) -> String {
        self.survey_into(range, range, options)
    }

    fn survey_into(&self, name: &str, range: &str, options: &str) -> String {
        let directory = self.text(name);
        done(&format!("survey {options} --deals {range} --out {directory}"));
        directory
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

#[test]
fn shards_in_any_order_give_the_bytes_of_one_survey() {
    for (options, files_written) in [
        ("fortress --seed 3", 3),
        ("chessboard --limit 2000 --bases --policies greedy,lookahead --rows", 4),
        ("fortress --policies random --rows --rules circular=on", 4),
    ] {
        let place = Place::new();
        place.survey("10..290", options);
        let expected = files(&place.path("10..290"));
        assert_eq!(expected.len(), files_written, "{options}");
        let ranges = ["50..60", "10..50", "60..61", "200..290", "61..150", "150..180", "180..200"];
        let mut shards: Vec<String> = ranges.iter().map(|range| place.survey(range, options)).collect();
        let rows = if files_written == 4 { "--rows" } else { "" };
        for (name, parts) in [("one", vec![place.text("10..290")]), ("seven", shards.clone())] {
            done(&format!("merge {} --out {} {rows}", parts.join(" "), place.text(name)));
            assert!(files(&place.path(name)) == expected, "{options}: {name}");
        }
        // Other order, and a merger of mergers of ranges with gaps.
        shards.reverse();
        let (odd, even): (Vec<_>, Vec<_>) = shards.iter().enumerate().partition(|(number, _)| number % 2 == 1);
        for (name, part) in [("odd", odd), ("even", even)] {
            let part: Vec<&str> = part.into_iter().map(|(_, shard)| shard.as_str()).collect();
            done(&format!("merge {} --allow-partial --out {} {rows}", part.join(" "), place.text(name)));
        }
        done(&format!("merge {} {} --out {} {rows}", place.text("odd"), place.text("even"), place.text("again")));
        assert!(files(&place.path("again")) == expected, "{options}");
    }
}

#[test]
fn the_answer_is_the_summary() {
    let place = Place::new();
    let [a, b] = ["0..100", "100..150"].map(|range| place.survey(range, "fortress"));
    let merged: Value = serde_json::from_str(&done(&format!("merge {b} {a} --json"))).expect("JSON");
    let whole: Value = serde_json::from_str(&done("survey fortress --deals 150 --json")).expect("JSON");
    for key in ["deals", "winnable", "rate", "low", "high", "playable", "stored"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
    assert_eq!((&merged["shards"], merged.get("missing")), (&2.into(), None));
    let exact: Value = serde_json::from_str(&done(&format!("merge {b} {a} --json --interval exact"))).expect("JSON");
    assert!(exact["low"].as_f64() < whole["low"].as_f64());
    assert!(done(&format!("merge {a} {b}")).contains("2 surveys merged"));
}

#[test]
fn gaps_are_refused_or_told() {
    let place = Place::new();
    let [a, b, c] = ["0..20", "30..40", "45..46"].map(|range| place.survey(range, "fortress"));
    refused(
        &format!("merge {c} {a} {b}"),
        &format!("deals are missing: 20..30 between {a} and {b}, 40..45 between {b} and {c}"),
    );
    let out = place.text("partial");
    let text = done(&format!("merge {c} {a} {b} --allow-partial --out {out}"));
    assert!(text.contains("NOT COMPLETE: 15 of these deals are missing:\n  20..30 40..45\n"), "{text}");
    let summary = String::from_utf8(files(&place.path("partial"))[1].1.clone()).expect("text");
    assert!(summary.contains("NOT COMPLETE") && summary.contains("deals 0..46"), "{summary}");
    let json: Value = serde_json::from_slice(&files(&place.path("partial"))[0].1).expect("JSON");
    assert_eq!((&json["deals"], json["missing"].to_string().as_str()), (&31.into(), "[[20,30],[40,45]]"));
}

#[test]
fn what_is_there_twice_is_refused_even_so() {
    let place = Place::new();
    let [a, b, inside] = ["0..20", "15..40", "3..5"].map(|range| place.survey(range, "fortress"));
    for partial in ["", "--allow-partial"] {
        refused(&format!("merge {a} {b} {partial}"), &format!("{b}: deals 15..20 are in {a} too"));
        refused(&format!("merge {inside} {a} {partial}"), &format!("{a}: deals 3..5 are in {inside} too"));
        refused(&format!("merge {a} {a} {partial}"), "deals 0..20 are in");
    }
}

#[test]
fn surveys_of_different_things_are_not_added_up() {
    let place = Place::new();
    let first = place.survey("0..20", "chessboard");
    for (number, (options, reason)) in [
        ("fortress", "game is \"fortress\" there and \"chessboard\" here"),
        ("chessboard --seed 2", "seed is \"2\" there and \"1\" here"),
        ("chessboard --limit 7", "limit is \"7\" there and \"400000\" here"),
        ("chessboard --bases", "bases is \"true\" there and \"false\" here"),
        ("chessboard --policies greedy", "policies is \"greedy\" there and \"\" here"),
        ("chessboard --rules circular=off", "rules is"),
    ]
    .into_iter()
    .enumerate()
    {
        let other = place.survey_into(&number.to_string(), "20..40", options);
        refused(&format!("merge {first} {other}"), reason);
        refused(&format!("merge {first} {other} --allow-partial"), &format!("another survey than {first}"));
    }
}

#[test]
fn unfinished_and_damaged_surveys_are_refused() {
    let place = Place::new();
    let [a, b] = ["0..20", "20..40"].map(|range| place.survey(range, "fortress --rows"));
    let census = place.path("20..40").join("census.json");
    let text = std::fs::read_to_string(&census).expect("text");
    for (changed, reason) in [
        (text.replacen("\"seed\":1", "\"seed\":2", 1), "the checksum does not fit"),
        (text.replacen(env!("CARGO_PKG_VERSION"), "0.0.9", 1), "program is \"fort 0.0.9\" there"),
        (text[..text.len() / 2].to_owned(), "census.json: EOF"),
        ("[]".to_owned(), "census.json: invalid"),
    ] {
        assert_ne!(changed, text);
        std::fs::write(&census, changed).expect("writable");
        refused(&format!("merge {a} {b} --allow-partial"), reason);
    }
    std::fs::remove_file(&census).expect("removed");
    refused(&format!("merge {a} {b}"), &format!("{b}: the survey is not finished"));
    refused(&format!("merge {b} --allow-partial"), "the survey is not finished");
    let text = done(&format!("merge {a} {b} --allow-partial"));
    assert!(text.contains(&format!("left out, because it is not finished: {b}")), "{text}");
    refused(&format!("merge {a} {}", place.text("nowhere")), "nowhere/census.json: No such file");
    refused("merge", "<DIR>...");
}

#[test]
fn tables_must_be_there_and_whole() {
    let place = Place::new();
    let [a, b] = ["0..20", "20..40"].map(|range| place.survey(range, "fortress --rows"));
    let without = place.survey("40..60", "fortress");
    let (out, table) = (place.text("out"), place.path("20..40").join("deals.csv"));
    refused(&format!("merge {a} {b} {without} --rows --out {out}"), "it was surveyed without --rows?");
    refused(&format!("merge {a} {b} --rows"), "--out <DIR>");
    let text = std::fs::read_to_string(&table).expect("text");
    for (changed, reason) in [
        (text.replace("\n30,", "\n29,"), "the row of deal 30 is not where it should be"),
        (text[..text.len() - 20].rsplit_once('\n').expect("lines").0.to_owned(), "the row of deal 39 is not"),
        (text.replace(",playable", ",cards"), "the columns are not index,verdict"),
        (format!("{text}40,unwinnable,1,,1,1\n"), "more rows than deals"),
    ] {
        std::fs::write(&table, changed).expect("writable");
        refused(&format!("merge {a} {b} --rows --out {out}"), reason);
        assert!(files(&place.path("out")).is_empty(), "nothing half done");
    }
    std::fs::write(&table, text).expect("writable");
    done(&format!("merge {a} {b} --rows --out {out}"));
    refused(&format!("merge {a} --out {out}"), "holds a deals.csv");
}

#[test]
fn a_survey_is_not_overwritten() {
    let place = Place::new();
    let [a, b] = ["0..20", "20..40"].map(|range| place.survey(range, "fortress"));
    let before = files(&place.path("0..20"));
    refused(&format!("merge {a} {b} --out {a}"), "holds the journal of a run");
    assert!(files(&place.path("0..20")) == before);
    refused(&format!("merge {a} {b} --out /dev/null/x"), "/dev/null/x");
}

/// A directory says by its census that it is finished: a survey that begins in one takes the old census away, here
/// before it fails for want of a place for its last file.
#[test]
fn a_survey_that_begins_where_another_ended_is_not_finished() {
    let place = Place::new();
    let a = place.survey("0..20", "fortress");
    let out = place.text("out");
    done(&format!("merge {a} --out {out}"));
    std::fs::remove_file(place.path("out").join("summary.json")).expect("removed");
    std::fs::create_dir(place.path("out").join("summary.json")).expect("a directory in its place");
    let line = format!("survey fortress --deals 20..40 --out {out}");
    let output = fort(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1), "{}", message(&output));
    refused(&format!("merge {out}"), "the survey is not finished");
}
