//! The fingerprint of behaviour: the fixed searches of `fort bench` visit the nodes that `signature.txt` says.

mod program;

use std::process::Output;

use program::{fort_reading, text};

fn bench(arguments: &[&str]) -> Output {
    fort_reading(&[&["bench"], arguments].concat(), b"")
}

const RECORDED: &str = include_str!("../../signature.txt");

#[test]
fn the_signature_is_the_recorded_one() {
    let output = bench(&["--signature"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let computed = text(&output.stdout);
    let lost = RECORDED.lines().filter(|line| !computed.lines().any(|other| other == *line));
    let new = computed.lines().filter(|line| !RECORDED.lines().any(|other| other == *line));
    let changes: Vec<String> =
        lost.map(|line| format!("- {line}")).chain(new.map(|line| format!("+ {line}"))).collect();
    assert!(
        computed == RECORDED,
        "signature.txt (-) is not what the bench gives now (+):\n{}\n\
         A neutral change leaves every line alone. If the change is meant, say which line changed and why in the commit, \
         and write the file anew:\n  cargo run --release -- bench --signature > signature.txt",
        if changes.is_empty() {
            "  the same lines, but in another order or form".to_owned()
        } else {
            changes.join("\n")
        }
    );
}

#[test]
fn one_game_is_measured_with_the_recorded_nodes() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("before.json");
    let file = path.to_str().expect("a path of plain characters");
    let recorded: u64 = RECORDED.lines().find_map(|line| line.strip_prefix("force3 ")?.parse().ok()).expect("a line");

    let output = bench(&["force3", "--json", "--save", file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let measured: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(measured["game"], "force3");
    assert_eq!((measured["nodes"].as_u64(), measured["signature"].as_u64()), (Some(recorded), Some(recorded)));
    for speed in ["nps", "perft_nps", "playout_moves_per_second"] {
        assert!(measured[speed].as_u64().is_some_and(|speed| speed > 0), "{speed}: {measured}");
    }
    let seconds = measured["seconds"].as_f64().expect("seconds");
    let nps = measured["nps"].as_f64().expect("a speed");
    assert!((nps * seconds / recorded as f64 - 1.0).abs() < 1e-3, "{measured}");

    let output = bench(&["force3", "--json", "--compare", file]);
    let compared: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(compared["before"]["nps"], measured["nps"]);
    assert_eq!(compared["same_signature"], true);
    assert!(compared["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{compared}");
}

#[test]
fn bad_files_and_options_are_refused_before_anything_is_measured() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("no.json");
    std::fs::write(&path, "{\"games\":[{}]}").expect("written");
    let no_bench = path.to_str().expect("a path of plain characters");
    let table: &[(&[&str], &str)] = &[
        (&["ludo"], "invalid value 'ludo'"),
        (&["--repeat", "0"], "0 is not in 1..=1000"),
        (&["--signature", "--repeat", "2"], "cannot be used with"),
        (&["--signature", "--save", "x.json"], "cannot be used with"),
        (&["--compare", "/no/such/file.json"], "--compare /no/such/file.json: No such file"),
        (&["--compare", no_bench], "missing field `game` at line 1 column 12"),
        (&["--save", "/no/such/directory/x.json"], "/no/such/directory/x.json"),
    ];
    for (arguments, reason) in table {
        let output = bench(arguments);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty() && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
}
