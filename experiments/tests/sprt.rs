//! `fort sprt` from outside: what it says of counts, what it foresees, and what it refuses.

mod program;

use serde_json::Value;

use program::{fort_reading, text};

/// What a command prints, which must succeed.
fn printed(line: &str) -> String {
    let output = fort_reading(&line.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn json(line: &str) -> Value {
    let line = format!("{line} --json");
    serde_json::from_str(&printed(&line)).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} is a number in {value}"))
}

#[test]
fn counts_of_pairs_are_told_as_other_programs_tell_them() {
    // Row p07 of testdata/statistics/stats_reference.csv.
    let report = json("sprt --pairs 34,635,1322,712,50 --elo0 0 --elo1 5 --alpha 0.1");
    for (key, expected) in [
        ("llr", 2.2693),
        ("lower_bound", -2.8904),
        ("upper_bound", 2.2513),
        ("elo", 6.8789),
        ("elo_error", 5.0696),
        ("nelo", 12.4566),
        ("nelo_error", 9.1771),
        ("los", 0.996_099),
        ("score", 0.509_9),
        ("games", 5_506.0),
        ("elo0", 0.0),
        ("elo1", 5.0),
        ("alpha", 0.1),
        ("beta", 0.05),
    ] {
        let found = number(&report, key);
        assert!((found - expected).abs() < 1e-3, "{key}: {found}");
    }
    assert_eq!((&report["verdict"], &report["model"]), (&"H1".into(), &"normalized".into()));
    assert!(number(&report, "unbiased_elo") < number(&report, "elo"));
    let text = printed("sprt --pairs 34,635,1322,712,50 --elo0 0 --elo1 5 --alpha 0.1");
    for part in [
        "H0 0 nElo, H1 5 nElo",
        "LLR           2.2693, 100.8 % of the upper bound",
        "H1 is accepted",
        "Elo           +6.88 ± 5.07 (95 %, from pairs)",
        "Unbiased Elo  ",
        "nElo          +12.46 ± 9.18",
        "LOS           99.61 %",
        "762 won, 1,322 even (48.0 %), 669 lost, ratio 1.14",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn negative_strengths_and_games_are_taken() {
    let line = "sprt --wdl 10871,20431,10650 --elo0 -1.75 --elo1 0.25";
    let report = json(line);
    assert!((number(&report, "llr") - 2.2975).abs() < 1e-3, "{report}");
    assert_eq!((&report["verdict"], report.get("unbiased_elo")), (&"continue".into(), None));
    let text = printed(line);
    assert!(text.contains("neither hypothesis is accepted yet; the match goes on"), "{text}");
    assert!(text.contains("10,871 won, 20,431 drawn (48.7 %), 10,650 lost"), "{text}");
    let report = json("sprt --wdl 34,0,356 --elo0 -10 --elo1 0 --model logistic --beta 0.1");
    assert!((number(&report, "llr") + 9.1064).abs() < 1e-3, "{report}");
    assert_eq!((&report["verdict"], report.get("unbiased_elo")), (&"H0".into(), None), "the test ended long before");
}

#[test]
fn counts_that_say_nothing_are_no_failure() {
    let report = json("sprt --pairs 0,0,0,0,0 --elo0 0 --elo1 5");
    assert_eq!((&report["llr"], &report["elo"], &report["games"]), (&0.0.into(), &Value::Null, &0.into()));
    assert!(printed("sprt --pairs 0,0,0,0,0 --elo0 0 --elo1 5").contains("Games         none"));
    for counts in ["--pairs 0,0,0,0,7", "--pairs 7,0,0,0,0", "--pairs 0,0,9,0,0", "--wdl 0,0,1", "--wdl 0,4,0"] {
        let line = format!("sprt {counts} --elo0 0 --elo1 5");
        assert!(!printed(&line).contains("NaN"), "{}", printed(&line));
        assert!(json(&line)["llr"].is_f64());
    }
}

#[test]
fn matches_by_chance_err_as_rarely_as_asked_on_any_number_of_threads() {
    let line = "sprt --simulate 400 --elo0 0 --elo1 20 --draws 0.5 --seed 3";
    let expectation = json(line);
    assert_eq!(json(&format!("{line} --threads 1")), expectation);
    assert_ne!(json(&line.replace("--seed 3", "--seed 4")), expectation);
    let [weak, strong] = [&expectation["strengths"][0], &expectation["strengths"][1]];
    assert_eq!((number(weak, "elo"), number(strong, "elo")), (0.0, 20.0));
    assert!(number(weak, "accepts_h1_low") <= 0.05 && number(strong, "accepts_h0_low") <= 0.05, "{expectation}");
    for strength in [weak, strong] {
        assert!((number(strength, "accepts_h0") + number(strength, "accepts_h1") - 1.0).abs() < 1e-12);
        let pairs = number(strength, "mean_pairs");
        assert!(pairs > 300.0 && pairs < 3_000.0 && number(strength, "median_pairs") < pairs, "{expectation}");
    }
    let text = printed("sprt --simulate 50 --elo0 0 --elo1 30 --elo -10,40 --bias 0");
    assert!(text.contains("true nElo") && text.contains("mean pairs") && text.contains("\n      -10  "), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    for (line, reason) in [
        ("--elo0 0 --elo1 5", "--wdl <W,D,L>|--pairs <LL,LD,EVEN,WD,WW>|--simulate <N>"),
        ("--wdl 1,2,3 --elo0 0", "--elo1 <ELO>"),
        ("--wdl 1,2 --elo0 0 --elo1 5", "2 instead of 3 numbers of wins, draws and losses; accepted: W,D,L"),
        ("--wdl -1,2,3 --elo0 0 --elo1 5", "number 1, \"-1\", is not a whole number"),
        ("--pairs 1,2,3,4,x --elo0 0 --elo1 5", "number 5, \"x\", is not a whole number up to 10^12; accepted: LL,LD"),
        ("--pairs 1,2,3,4,2000000000000 --elo0 0 --elo1 5", "number 5, "),
        ("--wdl 1,2,3 --pairs 1,2,3,4,5 --elo0 0 --elo1 5", "cannot be used with"),
        ("--wdl 1,2,3 --elo0 5 --elo1 0", "--elo0 5 and elo1 0: elo0 must be the lower"),
        ("--wdl 1,2,3 --elo0 0 --elo1 x", "invalid value 'x' for '--elo1"),
        ("--wdl 1,2,3 --elo0 nan --elo1 5", "--elo0 NaN: from -200 to 200 nElo is accepted"),
        ("--wdl 1,2,3 --elo0 0 --elo1 2000 --model logistic", "--elo1 2000: from -1000 to 1000 Elo is accepted"),
        ("--wdl 1,2,3 --elo0 0 --elo1 5 --alpha 0", "--alpha 0: more than 0 and less than 1"),
        ("--wdl 1,2,3 --elo0 0 --elo1 5 --alpha 0.5 --beta 0.5", "--alpha 0.5 and beta 0.5: together"),
        ("--wdl 1,2,3 --elo0 0 --elo1 5 --model bayesian", "[possible values: logistic, normalized]"),
        ("--wdl 1,2,3 --elo0 0 --elo1 5 --seed 3", "cannot be used with"),
        ("--simulate 0 --elo0 0 --elo1 5", "0 is not in 1..=1000000"),
        ("--simulate 9 --elo0 0 --elo1 5 --draws 1", "--draws 1: from 0 to 0.99"),
        ("--simulate 9 --elo0 0 --elo1 5 --bias -1", "--bias -1: from 0 to 1000"),
        ("--simulate 9 --elo0 0 --elo1 5 --elo 1,300", "--elo 300: from -200 to 200 nElo"),
        ("--simulate 1000 --elo0 0 --elo1 0.0001", "fewer matches, or elo0 and elo1 farther apart"),
    ] {
        let output = fort_reading(&["sprt"].into_iter().chain(line.split(' ')).collect::<Vec<_>>(), b"");
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.contains(reason), "{line}: {stderr}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}
