//! `fort train` from outside: networks by both methods, killed and resumed, on one thread and two, and with bad input.

#[path = "program/answers.rs"]
mod answers;
mod program;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use answers::{lines, printed};
use program::{fort_reading, text};
use tempfile::TempDir;

/// A short training by temporal differences.
const BY_GAMES: [&str; 11] =
    ["train", "fortac", "--games", "640", "--generations", "10", "--hidden", "16", "--gate", "20", "--out"];
/// A short one by labels.
const BY_LABELS: [&str; 13] = [
    "train",
    "fortac",
    "--method",
    "supervised",
    "--positions",
    "600",
    "--generations",
    "6",
    "--epochs",
    "3",
    "--gate",
    "20",
    "--out",
];

fn train(line: &[&str], out: &Path, more: &[&str]) -> serde_json::Value {
    let mut answers = lines(&[line, &[out.to_str().expect("UTF-8")], more].concat(), "");
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// All that a training leaves.
fn files(out: &Path) -> Vec<Vec<u8>> {
    ["best.net", "curve.csv", "checkpoint"].map(|name| std::fs::read(out.join(name)).expect("a file")).to_vec()
}

#[test]
fn killed_ten_times_a_training_gives_the_same_bytes() {
    for line in [&BY_GAMES[..], &BY_LABELS] {
        let directory = TempDir::new().expect("a directory");
        let [undisturbed, killed] = ["undisturbed", "killed"].map(|name| directory.path().join(name));
        let answer = train(line, &undisturbed, &["--threads", "1"]);
        for round in 0..10 {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
            let mut child = command.args(line).arg(&killed).stdout(Stdio::null()).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(10 + 17 * round));
            child.kill().expect("killed");
            child.wait().expect("it is gone");
        }
        let mut resumed = train(line, &killed, &["--threads", "2"]);
        resumed["out"] = answer["out"].clone();
        assert_eq!(resumed, answer);
        assert!(files(&killed) == files(&undisturbed));
        assert!(!killed.join("lock").exists());
    }
}

#[test]
fn networks_learn_and_are_learnt_on_from() {
    let directory = TempDir::new().expect("a directory");
    let [first, second] = ["first", "second"].map(|name| directory.path().join(name));
    let answer = train(&BY_GAMES, &first, &[]);
    assert_eq!((&answer["games"], &answer["generations"]), (&640.into(), &10.into()));
    assert!(answer["best"].as_u64() > Some(0), "random networks are beaten: {answer}");
    let curve = std::fs::read_to_string(first.join("curve.csv")).expect("a curve");
    assert_eq!(curve.lines().count(), 1 + 10 * 2, "{curve}");
    assert!(curve.contains("\n10,games,640,,0."), "{curve}");
    let net = first.join("best.net");
    let answer = train(&BY_LABELS, &second, &["--net", net.to_str().expect("UTF-8"), "--half"]);
    assert_eq!(answer["positions"], 3_600);
    let [single, half] = [&first, &second].map(|out| std::fs::metadata(out.join("best.net")).expect("a file").len());
    assert!(half * 3 < single * 2, "{half} {single}");
    let file = net.to_str().expect("UTF-8");
    for (how, key) in [("--depth", "move"), ("--rollout", "candidates")] {
        let answer = lines(&["analyse", "fortac", how, "2", "--net", file], "").remove(0);
        assert!(!answer[key].is_null(), "{how}: {answer}");
    }
    let again = printed(&[&BY_GAMES[..], &[first.to_str().expect("UTF-8")]].concat(), "");
    assert!(again.contains("Learnt from   640 games"), "{again}");
}

#[test]
fn bad_input_is_exit_code_2_and_a_message() {
    let directory = TempDir::new().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("UTF-8").to_owned();
    let out = path("out");
    train(&BY_GAMES, out.as_ref(), &[]);
    let good = std::fs::read(directory.path().join("out/best.net")).expect("a network");
    let (torn, text_file, damaged) = (path("torn.net"), path("text.net"), path("damaged"));
    std::fs::write(&torn, &good[..good.len() - 9]).expect("written");
    std::fs::write(&text_file, "no network").expect("written");
    std::fs::create_dir(&damaged).expect("made");
    let mut checkpoint = std::fs::read(directory.path().join("out/checkpoint")).expect("a checkpoint");
    checkpoint[100] ^= 4;
    std::fs::write(Path::new(&damaged).join("checkpoint"), checkpoint).expect("written");
    for (line, reason) in [
        ("train chess --out x".to_owned(), "chess has no networks to train"),
        ("train fortac".to_owned(), "--out"),
        ("train fortac --out x --hidden 12".to_owned(), "multiples of 8 up to 1024"),
        ("train fortac --out x --hidden 8,8,8".to_owned(), "one or two layers"),
        ("train fortac --out x --alpha 0.1..0.2".to_owned(), "falling steps such as 0.1..0.004"),
        ("train fortac --out x --lambda 2".to_owned(), "accepted are 0 to 1"),
        ("train fortac --out x --epochs 2".to_owned(), "--epochs: accepted with --method supervised only"),
        ("train fortac --out x --method supervised --games 9".to_owned(), "--games: accepted with --method td only"),
        ("train fortac --out x --method guess".to_owned(), "supervised"),
        (format!("train fortac --out x --net {torn}"), "the file was cut short"),
        (format!("train fortac --out x --net {text_file}"), "not a network"),
        (format!("train fortac --out x --net {torn} --hidden 8"), "cannot be used with"),
        ("train fortac --out x --net /no/such/file".to_owned(), "/no/such/file"),
        (format!("train fortac --out {out} --games 640 --seed 2"), "another training lies there"),
        (format!("train fortac --out {damaged}"), "the checksum is wrong"),
    ] {
        let (code, message) = refused(&line);
        assert_eq!(code, Some(2), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
    }
}

fn refused(line: &str) -> (Option<i32>, String) {
    let line: Vec<&str> = line.split(' ').collect();
    let output = fort_reading(&line, b"");
    (output.status.code(), text(&output.stderr).to_owned())
}
