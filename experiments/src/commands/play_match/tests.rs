//! Matches of Nim, with files, journals and threads.

use std::path::Path;

use clap::Parser;
use engine::{Node, Position, Side};
use rand::RngExt;
use search::Random;

use super::*;
use crate::record::COLUMNS;
use crate::trial::{DiceNim, Master, Nim};

/// A command line without the game: the tests bring theirs.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    setup: Setup,
    #[arg(long, default_value = "")]
    rules: String,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

impl Line {
    fn order(&self) -> Order<'_> {
        Order { setup: &self.setup, rules: &self.rules, threads: self.threads, portion: None }
    }
}

fn setup(line: &str) -> Line {
    Line::try_parse_from(format!("match {line}").split(' ')).expect(line)
}

fn nim(spec: &Spec, _: &<Nim as Node>::Rules) -> Result<Boxed<Nim>, Failure> {
    match spec {
        Spec::Perfect | Spec::AlphaBeta(_) => Ok(Box::new(Master)),
        Spec::Random => Ok(Box::new(Random)),
        _ => Err(Failure::input("no such player of Nim")),
    }
}

fn dice(spec: &Spec, _: &<DiceNim as Node>::Rules) -> Result<Boxed<DiceNim>, Failure> {
    match spec {
        Spec::Random => Ok(Box::new(Random)),
        _ => Err(Failure::input("no such player of dice Nim")),
    }
}

fn play_nim(line: &str) -> Result<Summary, Failure> {
    play(&setup(line).order(), "nim", Extras::NONE, nim).map(Done::whole)
}

fn refused(line: &str) -> String {
    input_failure(line, play_nim(line))
}

fn refused_dice(line: &str) -> String {
    let setup = setup(line);
    let luck = setup.setup.luck.as_ref().map(luck_in_nim);
    input_failure(line, play(&setup.order(), "dice", Extras { luck, ..Extras::NONE }, dice).map(Done::whole))
}

fn input_failure(line: &str, played: Result<Summary, Failure>) -> String {
    match played.expect_err(line) {
        Failure::Input(message) => message,
        other => panic!("{line}: {other:?}"),
    }
}

/// A high number is luck for whoever has thrown it.
fn luck_in_nim(_: &Evaluation) -> Luck<DiceNim> {
    Box::new(|_, came| {
        let luck = (came.count() as i64 - 2) * 1_000_000;
        if came.side() == Side::First { luck } else { -luck }
    })
}

/// The final files of a directory by name, without the columns named `seconds…`.
fn files(directory: &Path) -> Vec<(String, String)> {
    let names = ["games.csv", "summary.json", "summary.txt"];
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).expect(name);
    names.into_iter().map(|name| (name.to_owned(), without_seconds(name, read(name)))).collect()
}

fn without_seconds(name: &str, text: String) -> String {
    if name != "games.csv" {
        return text;
    }
    let differs = |column: usize| COLUMNS.get(column).is_some_and(|name| name.starts_with("seconds"));
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let cells = row.iter().enumerate().filter(|&(column, _)| !differs(column)).map(|(_, cell)| cell);
        cells.collect::<Vec<_>>().join("|")
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Plays `line` into a new directory with these threads; gives the files and the directory.
fn written(line: &str, threads: u32, chance: bool) -> (Vec<(String, String)>, tempfile::TempDir) {
    let directory = tempfile::tempdir().expect("a directory");
    rerun(line, threads, chance, directory.path());
    (files(directory.path()), directory)
}

fn rerun(line: &str, threads: u32, chance: bool, directory: &Path) {
    let setup = setup(&format!("{line} --threads {threads} --out {}", directory.display()));
    let order = setup.order();
    let luck = order.setup.luck.as_ref().map(luck_in_nim);
    let summary = if chance {
        play(&order, "dice", Extras { luck, ..Extras::NONE }, dice)
    } else {
        play(&order, "nim", Extras::NONE, nim)
    };
    summary.expect(line);
}

/// Five players of whom two are the same.
const FIVE: &str =
    "--player random --player perfect --player random --player alphabeta:depth=1 --player alphabeta:depth=2";

const RANDOM: &str = "--player random --player random --seed 7";

#[test]
fn one_and_four_threads_write_the_same_files() {
    for (line, chance) in [
        (format!("{RANDOM} --games 101"), false),
        (format!("{RANDOM} --games 100 --openings random:3 --rules ply_cap=8"), false),
        (format!("{RANDOM} --games 50 --tournament"), false),
        (format!("{RANDOM} --games 100"), true),
        (format!("{RANDOM} --games 100 --luck static"), true),
        (format!("{RANDOM} --games 50 --tournament --openings random:1"), true),
        (format!("{FIVE} --games 4"), false),
        (format!("{FIVE} --games 4 --format gauntlet:2"), false),
        (format!("{FIVE} --games 4 --format swiss:3 --openings none"), false),
        (format!("{FIVE} --games 2 --format knockout --openings random:1"), false),
        (format!("{RANDOM} --games 400 --sprt elo0=0,elo1=40"), false),
        (format!("{RANDOM} --player random --games 10"), true),
    ] {
        let ((one, _), (four, _)) = (written(&line, 1, chance), written(&line, 4, chance));
        assert_eq!(one, four, "{line}");
    }
}

#[test]
fn a_match_killed_at_any_byte_ends_like_an_undisturbed_one() {
    killed_at_any_byte(&format!("{RANDOM} --games 60 --rules ply_cap=9"));
}

/// Cuts the journal of a run somewhere, many times, and runs it again: it must end as it did before.
fn killed_at_any_byte(line: &str) {
    let (undisturbed, directory) = written(line, 2, false);
    let journal = directory.path().join("journal");
    let mut rng = engine::rng::stream(1, 1);
    for _ in 0..20 {
        let whole = std::fs::read(&journal).expect("readable");
        let cut = rng.random_range(0..=whole.len());
        std::fs::write(&journal, &whole[..cut]).expect("writable");
        std::fs::remove_file(directory.path().join("games.csv")).expect("there");
        rerun(line, 2, false, directory.path());
        assert_eq!(files(directory.path()), undisturbed, "{line}: cut to {cut}");
    }
}

#[test]
fn an_event_of_any_format_killed_at_any_byte_ends_like_an_undisturbed_one() {
    for format in ["round-robin", "gauntlet", "swiss:3", "knockout"] {
        killed_at_any_byte(&format!("{FIVE} --games 4 --format {format} --openings random:1"));
    }
    killed_at_any_byte(&format!("{RANDOM} --games 300 --sprt elo0=0,elo1=60,alpha=0.2,beta=0.2"));
}

/// The summary of an event, as JSON and as text.
fn league(line: &str) -> (serde_json::Value, String) {
    let summary = play_nim(line).expect(line);
    (serde_json::to_value(&summary).expect("JSON"), summary.to_string())
}

#[test]
fn everybody_meets_everybody() {
    let (json, text) = league(&format!("{FIVE} --games 20 --openings random:2"));
    assert_eq!((&json["games"], &json["format"]), (&200.into(), &"round-robin".into()));
    let standings = json["standings"].as_array().expect("a list");
    assert_eq!(standings.len(), 5);
    for standing in standings {
        let count = |key: &str| standing[key].as_u64().expect(key);
        assert_eq!((count("games"), count("wins") + count("draws") + count("losses")), (80, 80));
        // Masters beat chance.
        let is_random = standing["player"] == "random";
        assert_eq!(is_random, count("place") >= 4, "{text}");
    }
    assert_eq!(json["meetings"].as_array().expect("a list").len(), 10);
    // All meetings have the same openings: of Nim's few positions after two plies there are at most five.
    assert!(json["distinct_openings"].as_u64().is_some_and(|count| count <= 5), "{json}");
    assert!(text.contains("round-robin of 5 players, 200 games"), "{text}");
}

#[test]
fn a_knockout_has_a_winner_and_a_swiss_tournament_points() {
    let (json, text) = league(&format!("{FIVE} --games 4 --format knockout --openings random:1"));
    let standings = json["standings"].as_array().expect("a list");
    assert_eq!((&standings[0]["place"], &standings[0]["why"]), (&1.into(), &"won".into()), "{text}");
    assert_ne!(standings[0]["player"], "random", "{text}");
    assert!(text.contains("lost the final") && text.contains("lost a semifinal"), "{text}");
    let (json, text) = league(&format!("{FIVE} --games 4 --format swiss:3 --openings random:1"));
    let games: u64 = 3 * 2 * 4;
    assert_eq!(json["games"], games, "{text}");
    assert!(text.contains("points, Buchholz"), "{text}");
}

#[test]
fn games_that_are_too_long_are_drawn_and_read_back_so() {
    let line = format!("{RANDOM} --games 130 --max-plies 6");
    let (json, text) = league(&line);
    let endings = &json["endings"];
    let [long, over] = ["ply_limit", "empty"].map(|reason| endings[reason].as_u64().unwrap_or(0));
    assert!(long > 100 && over + long == 130 && json["draws"] == long, "{text}");
    killed_at_any_byte(&line);
}

#[test]
fn a_test_stops_a_match_and_says_so() {
    let (json, text) = league("--player perfect --player random --games 10000 --sprt elo0=0,elo1=50,model=logistic");
    let games = json["games"].as_u64().expect("a count");
    assert!(games < 200 && games.is_multiple_of(2), "{text}");
    assert_eq!((&json["sprt"]["verdict"], &json["complete"]), (&"H1".into(), &true.into()));
    assert!(json["sprt"]["llr"].as_f64() >= json["sprt"]["upper_bound"].as_f64(), "{json}");
    assert!(text.contains("H1 accepted, rather 50 Elo than 0"), "{text}");
    let (json, text) = league("--player perfect --player perfect --games 20 --openings none --sprt elo0=0,elo1=5");
    assert_eq!((&json["games"], &json["sprt"]["verdict"]), (&20.into(), &"continue".into()), "{text}");
    assert!(text.contains("undecided") && !text.contains("Unbiased"), "{text}");
}

#[test]
fn luck_is_kept_in_the_journal() {
    let line = format!("{RANDOM} --games 60 --luck static");
    let (undisturbed, directory) = written(&line, 2, true);
    let text = |name: &str| undisturbed.iter().find(|(file, _)| file == name).expect(name).1.clone();
    let summary: serde_json::Value = serde_json::from_str(&text("summary.json")).expect("JSON");
    assert!(summary["points"].is_null() && summary["luck"] == "static", "{summary}");
    assert!(summary["adjusted_points"].as_f64().is_some_and(|points| points.abs() > 0.001), "{summary}");
    assert!(text("summary.txt").contains("(luck by static)"));
    assert!(text("games.csv").lines().next().expect("a header").ends_with("|luck_1"));
    let journal = directory.path().join("journal");
    let whole = std::fs::read(&journal).expect("readable");
    std::fs::write(&journal, &whole[..whole.len() / 2]).expect("writable");
    rerun(&line, 1, true, directory.path());
    assert_eq!(files(directory.path()), undisturbed);
    let message = refused_dice(&format!("{RANDOM} --games 60 --out {}", directory.path().display()));
    assert!(message.contains("luck is \"static\" there and \"none\" here"), "{message}");
}

#[test]
fn a_complete_run_writes_its_files_again_from_the_journal() {
    let line = format!("{RANDOM} --games 10");
    let (_, directory) = written(&line, 2, true);
    let read = |name: &str| std::fs::read(directory.path().join(name)).expect(name);
    let (table, journal) = (read("games.csv"), read("journal"));
    std::fs::remove_file(directory.path().join("games.csv")).expect("there");
    rerun(&line, 1, true, directory.path());
    assert!(read("games.csv") == table && read("journal") == journal, "seconds included");
}

#[test]
fn the_journal_of_another_run_is_refused_and_its_files_left_alone() {
    let (before, directory) = written(&format!("{RANDOM} --games 10"), 1, false);
    let out = format!("--out {}", directory.path().display());
    for (line, reason) in [
        (format!("{RANDOM} --games 12 {out}"), "games is \"10\" there and \"12\" here"),
        (format!("{RANDOM}1 --games 10 {out}"), "seed is \"7\" there and \"71\" here"),
        (format!("{RANDOM} --games 10 --openings random:1 {out}"), "openings is \"none\" there"),
        (format!("--player perfect --player random --seed 7 --games 10 {out}"), "player 1 is \"random\" there"),
    ] {
        let message = refused(&line);
        assert!(message.contains(reason), "{message} should say {reason}");
    }
    assert_eq!(files(directory.path()), before);
}

#[test]
fn a_doctored_game_is_refused_although_its_checksum_fits() {
    let line = format!("{RANDOM} --games 4");
    let (_, directory) = written(&line, 1, false);
    let path = directory.path().join("journal");
    let text = std::fs::read_to_string(&path).expect("readable");
    let doctored: Vec<String> = text
        .lines()
        .map(|line| {
            let json = line[9..].replace("\"plies\":", "\"plies\":1");
            format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
        })
        .collect();
    std::fs::write(&path, doctored.concat()).expect("writable");
    let message = refused(&format!("{line} --out {}", directory.path().display()));
    assert!(message.contains("unit 0: plies: not what the moves lead to"), "{message}");
}

#[test]
fn whoever_begins_wins_between_masters() {
    let summary = play_nim("--player perfect --player perfect --games 20 --openings none").expect("played");
    let json = serde_json::to_value(&summary).expect("JSON");
    assert_eq!((&json["wins"], &json["losses"], &json["pairs"]["even"]), (&10.into(), &10.into(), &10.into()));
    assert_eq!((&json["first_player"]["wins"], &json["first_player"]["losses"]), (&20.into(), &0.into()));
    assert_eq!((&json["elo"], &json["elo_error"], &json["los"]), (&0.0.into(), &0.0.into(), &0.5.into()));
    assert_eq!((&json["complete"], &json["endings"]["empty"]), (&true.into(), &20.into()));
}

#[test]
fn a_master_beats_chance() {
    let summary = play_nim("--player random --player perfect --games 200").expect("played");
    let json = serde_json::to_value(&summary).expect("JSON");
    assert!(json["score"].as_f64().expect("a number") < 0.1, "{summary}");
    assert!(json["elo"].as_f64().expect("a number") < -300.0, "{summary}");
    assert_eq!(json["players"], serde_json::json!(["random", "perfect"]));
}

#[test]
fn openings_are_random_where_nothing_else_is() {
    let default = |line: &str| {
        serde_json::to_value(play_nim(line).expect(line)).expect("JSON")["openings"].as_str().map(str::to_owned)
    };
    assert_eq!(default("--player alphabeta:depth=1 --player alphabeta:depth=2 --games 2").as_deref(), Some("random:2"));
    assert_eq!(default("--player alphabeta:depth=1 --player random --games 2").as_deref(), Some("none"));
    assert_eq!(default("--player perfect --player perfect --games 2").as_deref(), Some("none"));
    let order = "--player random --player random --games 2";
    let chance = play(&setup(order).order(), "dice", Extras::NONE, dice).expect("played").whole();
    assert!(chance.to_string().contains("openings none"), "{chance}");
}

#[test]
fn bad_input_is_refused_with_a_message() {
    for (line, reason) in [
        ("--player random --games 2", "two players or more, --player for each; 1 given"),
        ("--player random --player random --player random --games 3", "--games 3: an even number where more than two"),
        ("--player random --player random --games 3 --format knockout", "or the format is knockout"),
        (
            "--player random --player random --games 2 --format gauntlet:2",
            "gauntlet:2 needs more than 2 players; 2 given",
        ),
        (
            "--player random --player random --games 2 --format swiss:2",
            "--format swiss:2: 2 players have at most 1 rounds",
        ),
        (
            "--player random --player random --player random --games 2 --sprt elo0=0,elo1=5",
            "tells two players apart; 3",
        ),
        ("--player random --player greedy --games 2", "no such player"),
        ("--player random --player random --games 2 --rules no=1", "--rules: there is no rule option"),
        ("--player random --player random --games 2 --openings /no/such/file", "/no/such/file: No such file"),
        ("--player random --player random --games 2 --openings random:99", "give fewer plies"),
        ("--player random --player random --games 2 --tournament --openings file", "rules of their own"),
        ("--player random --player random --games 2 --out /proc/nowhere", "/proc/nowhere"),
    ] {
        let message = refused(line);
        assert!(message.contains(reason), "{line}: {message}");
    }
    for line in [
        "--player random --player random --games 2 --luck dynamic",
        "--player random --player random --games 2 --luck net=",
        "--player random --player random --games 0",
        "--player random --player random --games -1",
        "--player random --player random",
        "--player alphabeta:depth=0 --player random --games 2",
        "--player random --player random --games 2 --openings random:x",
        "--player random --player random --games 2 --format league",
        "--player random --player random --games 2 --format swiss",
        "--player random --player random --games 2 --sprt elo0=0",
        "--player random --player random --games 2 --sprt elo0=5,elo1=0",
        "--player random --player random --games 2 --sprt elo0=0,elo1=5,elo1=6",
        "--player random --player random --games 2 --sprt elo0=0,elo1=5,alpha=1",
        "--player random --player random --games 2 --sprt elo0=0,elo1=5,model=linear",
        "--games 2",
    ] {
        let error = Line::try_parse_from(format!("match {line}").split(' ')).err().expect(line);
        assert_eq!(error.exit_code(), 2, "{line}");
    }
}
