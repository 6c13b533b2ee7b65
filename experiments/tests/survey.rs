//! `fort survey` from outside: killed for real, on several threads, with bad input, with a closed pipe.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.arg("survey").args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn survey(arguments: &[&str]) -> Output {
    command(arguments).stdout(Stdio::piped()).output().expect("it runs")
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(arguments: &[&str]) -> Value {
    let output = survey(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn directory() -> TempDir {
    TempDir::new().expect("a directory")
}

fn path(directory: &TempDir) -> &str {
    directory.path().to_str().expect("a path in UTF-8")
}

/// The final files of a directory that are there.
fn files(directory: &TempDir) -> Vec<(&'static str, Vec<u8>)> {
    let read = |name| Some((name, std::fs::read(directory.path().join(name)).ok()?));
    ["summary.json", "summary.txt", "census.json", "deals.csv"].into_iter().filter_map(read).collect()
}

/// The lines of a journal as a set.
fn journal(directory: &Path) -> Vec<Vec<u8>> {
    let bytes = std::fs::read(directory.join("journal")).unwrap_or_default();
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines: Vec<Vec<u8>> = bytes[..whole].split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.sort();
    lines
}

#[test]
fn killed_again_and_again_it_ends_like_an_undisturbed_survey() {
    for line in [
        "fortress --deals 100..12100 --seed 5 --rows",
        "fortress --deals 100..12100 --seed 5",
        "chessboard --deals 100..1700 --limit 3000 --bases --policies lookahead,greedy --rows",
        "fortress --deals 100..12100 --policies greedy",
        "chessboard --deals 100..1100 --shortest=3000 --rows",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let [undisturbed, killed] = [directory(), directory()];
        let run = |directory: &TempDir, threads: &str| {
            command(&[&arguments[..], &["--out", path(directory), "--threads", threads]].concat())
        };
        assert!(run(&undisturbed, "1").status().expect("it runs").success());
        let whole = journal(undisturbed.path()).len();
        let mut caught = 0;
        for round in 0..8 {
            let before = journal(killed.path()).len();
            let mut child = run(&killed, if round % 2 == 0 { "2" } else { "1" }).spawn().expect("it runs");
            // Killed as soon as it has got a little further, at a moment that is never the same.
            while journal(killed.path()).len() < before + 5 + round && child.try_wait().expect("a child").is_none() {
                std::thread::sleep(Duration::from_micros(500));
            }
            child.kill().expect("killed");
            child.wait().expect("it is gone");
            let after = journal(killed.path()).len();
            assert!(after >= before, "round {round}: nothing finished is lost");
            caught += u32::from(after > 1 && after < whole);
        }
        assert!(caught > 2, "{caught} kills: hardly one in the middle of the run");
        assert!(run(&killed, "2").status().expect("it runs").success());
        assert!(journal(killed.path()) == journal(undisturbed.path()), "each block once");
        assert_eq!(files(&undisturbed).len(), 3 + usize::from(line.ends_with("--rows")));
        assert!(files(&killed) == files(&undisturbed));
    }
}

#[test]
fn threads_change_no_byte_and_rows_change_no_summary() {
    let run = |options: &[&str]| {
        let directory = directory();
        let arguments = ["chessboard", "--deals", "300", "--limit", "2000", "--out", path(&directory)];
        let output = survey(&[&arguments[..], options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
        files(&directory)
    };
    let one = run(&["--threads", "1", "--rows"]);
    assert!(one == run(&["--threads", "2", "--rows", "--check", "1"]));
    assert!(one[..3] == run(&["--threads", "3"]));
    let summary = String::from_utf8(one[1].1.clone()).expect("text");
    assert!(summary.contains("deals 0..300 of seed 1") && !summary.contains("second"), "{summary}");
}

#[test]
fn a_row_is_what_solve_says_of_the_deal() {
    let directory = directory();
    let counted = json(&["fortress", "--deals", "40..80", "--seed", "3", "--rows", "--out", path(&directory)]);
    let solve = ["solve", "fortress", "--deal", "40..80", "--seed", "3", "--json"];
    let output = Command::new(assert_cmd::cargo::cargo_bin!("fort")).args(solve).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let solved: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut reader = csv::Reader::from_path(directory.path().join("deals.csv")).expect("a table");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!((rows.len(), solved.len()), (40, 40));
    for (row, solved) in rows.iter().zip(&solved) {
        let length = solved["length"].as_u64().map(|length| length.to_string()).unwrap_or_default();
        assert_eq!(row[0], solved["index"].to_string());
        assert_eq!(row[1], *solved["verdict"].as_str().expect("a word"));
        for (column, key) in [(2, "stored"), (4, "playable"), (5, "buildable")] {
            assert_eq!(row[column], solved[key].to_string(), "{key}");
        }
        assert_eq!(row[3], length);
    }
    let winnable = solved.iter().filter(|solved| solved["verdict"] == "winnable").count();
    assert_eq!((&counted["deals"], &counted["winnable"]), (&40.into(), &winnable.into()));
}

/// The rows of `deals.csv`, by their heads.
fn rows(directory: &TempDir) -> (Vec<String>, Vec<csv::StringRecord>) {
    let mut reader = csv::Reader::from_path(directory.path().join("deals.csv")).expect("a table");
    let head = reader.headers().expect("a head").iter().map(str::to_owned).collect();
    (head, reader.records().map(|row| row.expect("a row")).collect())
}

#[test]
fn levels_are_those_of_the_rows_and_cumulated() {
    let directory = directory();
    let line = ["fortress", "--deals", "3000", "--rows", "--policies", "lookahead", "--out", path(&directory)];
    let summary = json(&line);
    let (head, rows) = rows(&directory);
    for name in ["playable", "buildable"] {
        let column = head.iter().position(|head| head == name).expect("a column");
        let level = |row: &csv::StringRecord| row[column].parse::<u64>().expect("a number");
        let count = |of: &dyn Fn(u64) -> bool, column: usize, word: &str| {
            rows.iter().filter(|row| of(level(row)) && (word.is_empty() || row[column] == *word)).count() as u64
        };
        let levels = summary[name].as_array().expect("levels");
        assert!(levels.len() > 6, "{levels:?}");
        for found in levels {
            let cards = found[name].as_u64().expect("a number");
            let at_least = &found["at_least"];
            for (share, of) in
                [(found, &(|level| level == cards) as &dyn Fn(u64) -> bool), (at_least, &|level| level >= cards)]
            {
                let (deals, winnable) = (count(of, 0, ""), count(of, 1, "winnable"));
                assert_eq!((&share["deals"], &share["winnable"]), (&deals.into(), &winnable.into()), "{found}");
                let rate = share["rate"].as_f64().expect("a number");
                assert!((rate - winnable as f64 / deals as f64).abs() < 1e-12, "{found}");
                assert_eq!(share["wins"]["lookahead"], count(of, 6, "won"), "{found}");
            }
        }
        let most = &levels[levels.len() - 1]["at_least"]["rate"];
        assert!(most.as_f64() > summary["rate"].as_f64(), "who skips bad deals wins more");
    }
    let lookahead = &summary["policies"][0];
    let won = rows.iter().filter(|row| row[6] == *"won").count();
    assert!(won > 5 && rows.iter().all(|row| row[6] == *"lost" || row[1] == *"winnable"));
    assert_eq!((&lookahead["policy"], &lookahead["wins"]), (&"lookahead".into(), &won.into()));
}

#[test]
fn a_policy_plays_the_same_whatever_else_is_asked() {
    let run = |options: &str, column: usize| -> Vec<String> {
        let directory = directory();
        let line = format!("chessboard --deals 40..400 --rows --out {} {options}", path(&directory));
        json(&line.split(' ').collect::<Vec<_>>());
        rows(&directory).1.iter().map(|row| format!("{} {}", &row[0], &row[column])).collect()
    };
    let alone = run("--policies lookahead --threads 1", 6);
    assert!(alone.iter().any(|row| row.ends_with("won")) && alone.iter().any(|row| row.ends_with("lost")));
    assert_eq!(run("--policies lookahead,random,greedy --limit 500 --threads 2", 8), alone);
}

#[test]
fn some_base_wins_exactly_the_winnable_deals() {
    let directory = directory();
    let summary =
        json(&["chessboard", "--deals", "150", "--bases", "--check", "1", "--rows", "--out", path(&directory)]);
    let (head, rows) = rows(&directory);
    assert_eq!(head[6..], ["bases", "winning_bases", "undecided_bases"]);
    for row in &rows {
        assert_eq!(row[6], row[7].len().to_string(), "a letter a base");
        assert_eq!(&row[1] == "winnable", &row[6] != "0", "{row:?}");
        assert_eq!(&row[8], "");
    }
    let bases = &summary["bases"];
    assert_eq!((&bases["deals"], &bases["undecided"]), (&150.into(), &0.into()));
    for winning in bases["winning"].as_array().expect("a distribution") {
        let deals = rows.iter().filter(|row| winning["bases"] == row[6].parse::<u64>().expect("a number")).count();
        assert_eq!(winning["deals"], deals);
    }
    assert_eq!(bases["by_base"].as_array().map(Vec::len), Some(13));
    for base in bases["by_base"].as_array().expect("the bases") {
        let won = rows.iter().filter(|row| row[7].contains(base["base"].as_str().expect("a rank"))).count();
        assert_eq!(base["winnable"], won, "{base}");
    }
    let unsure = json(&["chessboard", "--deals", "150", "--bases", "--limit", "300"]);
    let sum = |key: &str| unsure["bases"][key].as_u64().expect("a count");
    assert!(sum("undecided") > 10 && sum("deals") + sum("undecided") == 150, "{unsure}");
}

#[test]
fn shortest_lines_are_counted_as_the_rows_tell() {
    let directory = directory();
    let summary = json(&["chessboard", "--deals", "100", "--shortest", "--rows", "--out", path(&directory)]);
    let (head, rows) = rows(&directory);
    assert_eq!(head[6..], ["shortest", "lower", "upper", "shortest_stored"]);
    let won: Vec<_> = rows.iter().filter(|row| &row[1] == "winnable").collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    assert!(won.iter().all(|row| row[6] == row[7] && row[6] == row[8] && number(&row[6]) <= number(&row[3])));
    assert!(rows.iter().all(|row| row[6].is_empty() == (&row[1] != "winnable")));
    let shortest = &summary["shortest"];
    assert_eq!([&shortest["deals"], &shortest["proved"]], [won.len(); 2]);
    let least = won.iter().map(|row| number(&row[6])).min();
    assert_eq!((shortest["moves"]["min"].as_u64(), shortest["gaps"]["count"].as_u64()), (least, Some(0)));
    let saved: u64 = won.iter().map(|row| number(&row[3]) - number(&row[6])).sum();
    let mean = shortest["saved"]["mean"].as_f64().expect("a mean");
    assert!((mean - saved as f64 / won.len() as f64).abs() < 1e-9, "{shortest}");
    let bounded = &json(&["chessboard", "--deals", "100", "--shortest=2000"])["shortest"];
    let count = |of: &Value| of["count"].as_u64().expect("a count");
    assert!(count(&bounded["moves"]) > 0 && count(&bounded["gaps"]) > 0, "{bounded}");
    assert_eq!(count(&bounded["moves"]) + count(&bounded["gaps"]), won.len() as u64);
}

#[test]
fn undecided_deals_widen_the_interval() {
    let sure = json(&["chessboard", "--deals", "200"]);
    let unsure = json(&["chessboard", "--deals", "200", "--limit", "150"]);
    let number = |summary: &Value, key: &str| summary[key].as_f64().expect("a number");
    assert_eq!(sure["undecided"], 0);
    assert!(unsure["undecided"].as_u64() > Some(20));
    assert!(number(&unsure, "low") < number(&sure, "low") && number(&unsure, "high") > number(&sure, "high"));
    assert!(number(&unsure, "rate") <= number(&sure, "rate") && number(&sure, "rate") <= number(&unsure, "rate_high"));
    let exact = json(&["chessboard", "--deals", "200", "--interval", "exact"]);
    assert!(number(&exact, "low") < number(&sure, "low") && number(&exact, "high") > number(&sure, "high"));
    assert!(number(&exact, "seconds") >= 0.0);
}

#[test]
fn the_share_of_winnable_deals_is_the_known_one() {
    // Four standard deviations of 4,000 deals are 2.5 %.
    let summary = json(&["fortress", "--deals", "4000"]);
    let rate = summary["rate"].as_f64().expect("a number");
    assert!((0.2029 - rate).abs() < 0.025, "{summary}");
}

#[test]
fn bad_input_is_exit_code_2_and_a_message() {
    for (line, reason) in [
        ("fortress", "--deals <A..B>"),
        ("fortress --deals 0", "no items; at least 1"),
        ("fortress --deals 5..5", "5..5 is empty"),
        ("fortress --deals 9..5", "9..5 is reversed"),
        ("fortress --deals -1..5", "a range is written A..B"),
        ("fortress --deals 0..20000000000", "too many for one run"),
        ("fortress --deals 10 --limit 0", "0 is not in 1..=16000000"),
        ("fortress --deals 10 --check 0", "--check"),
        ("fortress --deals 10 --interval none", "[possible values: wilson, exact]"),
        ("fortress --deals 10 --rows", "--out <DIR>"),
        ("fortress --deals 10 --bases", "--bases: fortress: the rules fix the rank that starts the foundations"),
        ("fortress --deals 10 --shortest=0", "0 is not in 1..=16000000"),
        ("fortress --deals 10 --shortest --rules units=build", "--shortest: with units=build a move takes many cards"),
        ("fortress --deals 10 --policies clever", "the policies are random, greedy, lookahead"),
        ("fortress --deals 10 --policies greedy,greedy", "greedy is given twice"),
        ("fortress --deals 10 --rules base=7", "--rules: rule option base does not take \"7\"; accepted: free|ace"),
        ("fortress --deals 10 --out /dev/null/x", "/dev/null/x"),
        ("fortress --deals 10 --threads 0", "1..=1024"),
        ("force3 --deals 10", "force3 is a game of two players"),
        ("fortac --deals 10", "fortac is a game of two players"),
        ("ludo --deals 10", "[possible values: forte"),
    ] {
        let output = survey(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{line}: {}", message(&output));
        assert!(message(&output).contains(reason), "{line}: {}", message(&output));
    }
}

#[test]
fn the_journal_of_another_run_is_refused_and_its_files_left_alone() {
    let directory = directory();
    let run = |options: &str| {
        let line = format!("fortress --out {} {options}", path(&directory));
        survey(&line.split(' ').collect::<Vec<_>>())
    };
    assert!(run("--deals 100").status.success());
    let before = files(&directory);
    for (options, reason) in [
        ("--deals 101", "deals is \"0..100\" there and \"0..101\" here"),
        ("--deals 100 --seed 2", "seed is \"1\" there and \"2\" here"),
        ("--deals 100 --limit 7", "limit is \"400000\" there and \"7\" here"),
        ("--deals 100 --rows", "rows is \"false\" there and \"true\" here"),
        ("--deals 100 --policies greedy", "policies is \"\" there and \"greedy\" here"),
    ] {
        let output = run(options);
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(message(&output).contains(reason), "{options}: {}", message(&output));
    }
    assert!(files(&directory) == before);
    let again = run("--deals 100");
    assert!(String::from_utf8_lossy(&again.stdout).contains("all 100 deals stood in the journal"));
    assert!(files(&directory) == before);
}

#[test]
fn a_closed_pipe_is_not_a_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command(&["fortress", "--deals", "10"]).stdout(writer).spawn().expect("it runs").wait_with_output();
    let output = output.expect("it ends");
    assert_eq!(
        (output.status.code(), message(&output).as_str()),
        (Some(1), "fort: standard output was closed before the end; not everything was written\n")
    );
}
