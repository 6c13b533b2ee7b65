//! `fort plan`, `run`, `status` and `merge --plan` from outside: the files of one run from any number of shards, after
//! kills of every kind, and everything that is refused.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Commands whose runs can be cut, one of each kind of file.
const COMMANDS: [&str; 7] = [
    "survey fortress --deals 5..305 --seed 3 --rows",
    "survey chessboard --deals 200 --limit 500 --bases --policies greedy --interval exact",
    "match fortac --player random --player random --games 31",
    "match chess --player random --player random --games 14 --openings random:4 --seed 9",
    "match backgammon --rules match=3 --tournament --player random --player random --games 8",
    "match force3 --player random --player greedy --player random --games 8 --anchor 2=100",
    "tune forte --games 9 --nodes 30",
];

/// A directory in which commands run.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
        command.args(line.split_whitespace()).current_dir(self.0.path()).env_remove("SLURM_ARRAY_TASK_ID");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn output(&self, line: &str) -> Output {
        self.command(line).output().expect("it runs")
    }

    /// Runs `line` and expects it to succeed; gives what it printed.
    fn done(&self, line: &str) -> String {
        let output = self.output(line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", message(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs `line` and expects it to be refused as bad input.
    fn refused(&self, line: &str, reason: &str) {
        let output = self.output(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", message(&output));
        assert!(message(&output).contains(reason), "{line}: {} should say {reason}", message(&output));
    }

    fn spawn(&self, line: &str) -> Child {
        self.command(line).spawn().expect("it runs")
    }

    /// Plans `command` as `NAME.json` and runs all of its shards.
    fn planned(&self, name: &str, shards: u64, command: &str) {
        self.done(&format!("plan --shards {shards} -o {name}.json {command}"));
        // Backwards, because the order is the engine's business.
        for shard in (0..shards).rev() {
            self.done(&format!("run --plan {name}.json --shard {shard}"));
        }
    }

    /// Runs `command` in one piece, into a directory.
    fn serial(&self, command: &str, directory: &str) {
        let place = if command.starts_with("tune") { "--data" } else { "--out" };
        let file = if command.starts_with("tune") { "/games" } else { "" };
        std::fs::create_dir_all(self.path(directory)).expect("a directory");
        self.done(&format!("{command} {place} {directory}{file}"));
    }

    /// What is in the directory of the shards of a plan.
    fn shards(&self, name: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(name)).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files under a directory by their names, without what depends on time: columns named `seconds…`, and the same in
/// a journal, whose lines are compared as a set.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
            continue;
        }
        let bytes = std::fs::read(&path).expect("readable");
        let bytes = match name.as_str() {
            "games.csv" => without_seconds(&bytes),
            "journal" | "games" => timeless_lines(&bytes),
            _ => bytes,
        };
        files.insert(name, bytes);
    }
    files
}

fn without_seconds(table: &[u8]) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let differs = |column: usize| rows[0][column].starts_with("seconds");
    let cells = rows.iter().flat_map(|row| row.iter().enumerate().filter(|&(column, _)| !differs(column)));
    cells.flat_map(|(_, cell)| format!("{cell}\n").into_bytes()).collect()
}

fn timeless_lines(journal: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(journal).expect("text");
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut json: Value = serde_json::from_str(&line[9..]).expect("JSON");
            let games = json.pointer_mut("/result/games").and_then(Value::as_array_mut);
            games.into_iter().flatten().for_each(|game| {
                (game["micros"], game["thought"]) = (0.into(), 0.into());
            });
            json.to_string()
        })
        .collect();
    lines.sort();
    lines.join("\n").into_bytes()
}

#[test]
fn any_number_of_shards_gives_the_files_of_one_run() {
    for command in COMMANDS {
        let place = Place::new();
        place.serial(command, "serial");
        let serial = files(&place.path("serial"));
        for shards in [1, 3, 7] {
            let name = format!("in{shards}");
            place.planned(&name, shards, command);
            place.done(&format!("merge --plan {name}.json"));
            let merged = files(&place.path(&format!("{name}.merged")));
            assert_eq!(merged.keys().collect::<Vec<_>>(), serial.keys().collect::<Vec<_>>(), "{command}");
            for (file, bytes) in &merged {
                assert!(*bytes == serial[file], "{command}, {shards} shards: {file} differs");
            }
            assert_eq!(place.shards(&format!("{name}.shards")).len() as u64, shards, "nothing else is left");
        }
    }
}

#[test]
fn a_plan_depends_on_the_command_and_the_cut_alone() {
    let place = Place::new();
    let plan = |line: &str, name: &str| {
        place.done(&format!("plan -o {name} {line}"));
        std::fs::read_to_string(place.path(name)).expect("a plan")
    };
    let one = plan("--shards 5 survey fortress --deals 1000", "a.json");
    assert_eq!(plan("--shards 5 survey fortress --deals 1000", "b.json"), one);
    assert_eq!(plan("--shards 5 survey fortress --deals 1000", "a.json"), one, "the same plan may be made again");
    let hash = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["hash"].to_string();
    for other in ["--shards 6 survey fortress --deals 1000", "--shards 5 survey fortress --deals 1000 --seed 2"] {
        assert_ne!(hash(&plan(other, &format!("{}.json", other.len()))), hash(&one));
    }
    let json: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!((&json["seed"], &json["units"], &json["shards"]), (&1.into(), &63.into(), &5.into()));
}

#[test]
fn what_a_dead_run_has_left_is_adopted_wherever_it_was_cut() {
    let command = "match force3 --player random --player random --games 12";
    let place = Place::new();
    place.planned("plan", 2, command);
    let shard = place.path("plan.shards/shard-0001");
    let whole = std::fs::read(&shard).expect("readable");
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    // Without its footer a shard is what a run leaves that was killed at the very end.
    let left = lines[..lines.len() - 1].concat();
    for length in (0..left.len()).step_by(53).chain([left.len()]) {
        std::fs::remove_file(&shard).expect("removed");
        std::fs::write(place.path("plan.shards/shard-0001.elsewhere.17.partial"), &left[..length]).expect("writable");
        place.done("run --plan plan.json --shard 1");
        let again = std::fs::read(&shard).expect("done");
        // The time of a game tells whether it was played again.
        let kept = left[..length].split(|&byte| byte == b'\n').count() - 1;
        let same = again.split_inclusive(|&byte| byte == b'\n').zip(&lines).take_while(|(one, other)| one == *other);
        assert!(same.count() >= kept, "cut to {length}: what was finished is played again");
        assert_eq!(place.shards("plan.shards"), ["shard-0000", "shard-0001"]);
    }
    place.serial(command, "serial");
    place.done("merge --plan plan.json");
    assert!(files(&place.path("plan.merged")) == files(&place.path("serial")));
}

#[test]
fn damage_in_what_a_dead_run_has_left_is_told_and_done_again() {
    let place = Place::new();
    place.planned("plan", 1, "survey fortress --deals 100");
    let shard = place.path("plan.shards/shard-0000");
    let whole = std::fs::read_to_string(&shard).expect("readable");
    let (left, _) = whole.trim_end().rsplit_once('\n').expect("lines");
    let left = format!("{left}\n").replace("\"unit\":3", "\"unit\":4");
    std::fs::remove_file(&shard).expect("removed");
    std::fs::write(place.path("plan.shards/shard-0000.gone.1.partial"), left).expect("writable");
    let output = place.output("run --plan plan.json --shard 0");
    assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    assert!(message(&output).contains("shard-0000.gone.1.partial: line 5: the checksum"), "{}", message(&output));
    assert!(std::fs::read_to_string(&shard).expect("readable") == whole);
}

/// The lines in that partial file of a plan which has the most.
fn lines_in_partials(directory: &Path) -> usize {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let partials = entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(".partial"));
    let lines = |path: PathBuf| std::fs::read(path).map_or(1, |bytes| bytes.split(|&byte| byte == b'\n').count()) - 1;
    partials.map(|entry| lines(entry.path())).max().unwrap_or(0)
}

fn signal(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn killed_and_terminated_again_and_again_it_loses_nothing() {
    let command = "match force3 --player random --player random --games 30000 --openings random:2";
    let place = Place::new();
    place.serial(command, "serial");
    place.done(&format!("plan --shards 1 -o plan.json {command}"));
    let shards = place.path("plan.shards");
    let mut caught = 0;
    for round in 0..10 {
        let before = lines_in_partials(&shards);
        let mut child = place.spawn("run --plan plan.json --shard 0");
        // Killed soon after it has a file of its own: what it has not taken over by then must be where it was.
        let begun = Instant::now();
        let own = format!(".{}.partial", child.id());
        while !place.shards("plan.shards").iter().any(|name| name.ends_with(&own))
            && child.try_wait().expect("a child").is_none()
        {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20 * round));
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        let name = if round % 2 == 0 { "-KILL" } else { "-TERM" };
        signal(&child, name);
        let output = child.wait_with_output().expect("it is gone");
        if output.status.success() {
            break;
        }
        caught += 1;
        // A task that is told to stop before it has begun ends without a word.
        assert!([Some(9), Some(15)].contains(&output.status.signal()), "{output:?}");
        assert!(name != "-TERM" || message(&output).is_empty() || message(&output).contains("stopped by SIGTERM"));
        assert!(lines_in_partials(&shards) >= before, "round {round}: nothing finished is lost");
        let status: Value = serde_json::from_str(&place.done("status --plan plan.json --json")).expect("JSON");
        if status["done"] == 1 {
            // The shard had its name already when the signal came.
            break;
        }
        assert_eq!((&status["running"], &status["missing"]), (&0.into(), &1.into()));
    }
    assert!(caught > 2, "{caught} kills: hardly one in the middle of the run");
    place.done("run --plan plan.json --shard 0");
    assert_eq!(place.shards("plan.shards"), ["shard-0000"]);
    place.done("merge --plan plan.json");
    assert!(files(&place.path("plan.merged")) == files(&place.path("serial")));
}

#[test]
fn several_runs_of_one_shard_at_once_are_all_right() {
    let command = "match force3 --player random --player random --games 1500 --openings random:2";
    let place = Place::new();
    place.serial(command, "serial");
    place.done(&format!("plan --shards 1 -o plan.json {command}"));
    let runs: Vec<Child> = (0..4)
        .map(|_| {
            std::thread::sleep(Duration::from_millis(40));
            place.spawn("run --plan plan.json --shard 0")
        })
        .collect();
    for run in runs {
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    }
    assert!(place.done("run --plan plan.json --shard 0").contains("done already"));
    assert_eq!(place.shards("plan.shards"), ["shard-0000"]);
    place.done("merge --plan plan.json");
    assert!(files(&place.path("plan.merged")) == files(&place.path("serial")));
}

#[test]
fn what_is_missing_is_told_and_a_part_never_looks_whole() {
    for (command, items) in [
        ("match force3 --player random --player greedy --games 31", "31 games"),
        ("survey fortress --deals 500", "32 blocks of deals"),
        ("tune forte --games 10 --nodes 30", "10 games"),
    ] {
        let place = Place::new();
        place.done(&format!("plan --shards 10 -o plan.json {command}"));
        place.refused("merge --plan plan.json --allow-partial", "10 of 10 shards are not done: 0-9");
        for shard in [0, 1, 4, 6] {
            place.done(&format!("run --plan plan.json --shard {shard}"));
        }
        assert_eq!(place.done("status --plan plan.json --missing --format slurm"), "2-3,5,7-9\n");
        assert_eq!(place.done("status --plan plan.json --missing"), "2\n3\n5\n7\n8\n9\n");
        place.refused("merge --plan plan.json", "6 of 10 shards are not done: 2-3,5,7-9");
        let text = place.done("merge --plan plan.json --allow-partial");
        assert!(text.contains("NOT COMPLETE: 6 of 10 shards are missing: 2-3,5,7-9"), "{text}");
        assert!(text.contains(&format!("of {items} are not counted")), "{text}");
        assert_eq!(place.shards("plan.merged"), ["partial.json", "partial.txt"]);
        let json = std::fs::read(place.path("plan.merged/partial.json")).expect("figures");
        let json: Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!((&json["complete"], &json["not_complete"]["missing_shards"]), (&false.into(), &"2-3,5,7-9".into()));
        for shard in [2, 3, 5, 7, 8, 9] {
            place.done(&format!("run --plan plan.json --shard {shard}"));
        }
        assert_eq!(place.done("status --plan plan.json --missing --format slurm"), "");
        place.done("merge --plan plan.json");
        place.serial(command, "serial");
        assert!(files(&place.path("plan.merged")) == files(&place.path("serial")), "{command}");
    }
}

#[test]
fn the_shard_is_that_of_the_slurm_task() {
    let place = Place::new();
    place.done("plan --shards 3 -o plan.json survey fortress --deals 100");
    let run = |task: &str| {
        let mut command = place.command("run --plan plan.json --json");
        command.env("SLURM_ARRAY_TASK_ID", task).env("SLURMD_NODENAME", "w1").output().expect("it runs")
    };
    let json: Value = serde_json::from_slice(&run("2").stdout).expect("JSON");
    assert_eq!((&json["shard"], &json["already_done"]), (&2.into(), &false.into()));
    assert_eq!(place.shards("plan.shards"), ["shard-0002"]);
    for (task, reason) in [("x", "SLURM_ARRAY_TASK_ID: \"x\" is not a whole number"), ("3", "has the shards 0 to 2")] {
        let output = run(task);
        assert_eq!(output.status.code(), Some(2));
        assert!(message(&output).contains(reason), "{}", message(&output));
    }
    place.refused("run --plan plan.json", "SLURM_ARRAY_TASK_ID is not set");
    let script = place.done("slurm --plan plan.json --time 01:00:00 --mem 500M --cpus 2 --partition toy");
    for line in [
        "#!/bin/bash",
        "#SBATCH --array=0-2",
        "#SBATCH --requeue",
        "#SBATCH --open-mode=append",
        "#SBATCH --cpus-per-task=2",
        "#SBATCH --mem=500M",
        "#SBATCH --time=01:00:00",
        "#SBATCH --partition=toy",
    ] {
        assert!(script.lines().any(|there| there == line), "{line} in {script}");
    }
    assert!(script.contains("plan.json\" --threads 2"), "{script}");
    place.refused("slurm --plan plan.json --mem 1;rm", "letters, digits");
}

#[test]
fn what_cannot_be_cut_is_refused_when_it_is_planned() {
    let place = Place::new();
    std::fs::write(place.path("there.json"), "mine").expect("writable");
    let two = "--player random --player random --games 10";
    for (line, reason) in [
        ("--shards 2 -o p.json perft force3", "\"perft\" cannot be cut into shards; accepted: survey, match, tune"),
        ("--shards 2 -o p.json", "<COMMAND>"),
        ("--shards 0 -o p.json survey fortress --deals 100", "0 is not in 1.."),
        ("--shards 8 -o p.json survey fortress --deals 100", "--shards 8: there are 7 blocks of deals"),
        ("--shards 2 survey fortress --deals 100", "--output"),
        ("--shards 2 -o p.shards survey fortress --deals 100", "the same name"),
        ("--shards 2 -o there.json survey fortress --deals 100", "there is another file already"),
        ("--shards 2 -o no/p.json survey fortress --deals 100", "no/p.json"),
        ("--shards 2 -o p.json survey fortress --deals 100 --out d", "--out: not in a plan"),
        ("--shards 2 -o p.json survey fortress --deals 100 --threads 2", "--threads: not in a plan"),
        ("--shards 2 -o p.json survey fortress --deals 9..3", "reversed"),
        ("--shards 2 -o p.json survey force3 --deals 100", "a game of two players"),
        ("--shards 2 -o p.json survey fortress --deals 100 --rules x=1", "--rules"),
        (&format!("--shards 2 -o p.json match force3 {two} --player alphabeta:x"), "alphabeta"),
        (&format!("--shards 2 -o p.json match force3 {two} --format knockout"), "--format knockout: which games"),
        (&format!("--shards 2 -o p.json match force3 {two} --player random --format swiss:2"), "--format swiss:2"),
        (&format!("--shards 2 -o p.json match forte {two} --sprt elo0=0,elo1=5"), "--sprt: which games"),
        (&format!("--shards 2 -o p.json match chess {two} --openings -"), "-: standard input is not there"),
        ("--shards 2 -o p.json tune chess --nodes 9", "--games N is missing"),
        ("--shards 2 -o p.json tune chess --games 10 --data d", "--data: not in a plan"),
        ("--shards 2 -o p.json tune chess --games 10 --out w", "the fit cannot be cut"),
        ("--shards 2 -o p.json tune fortress --games 10", "no weights to tune"),
    ] {
        place.refused(&format!("plan {line}"), reason);
        assert!(!place.path("p.json").exists(), "{line}");
    }
}

#[test]
fn other_plans_damaged_shards_and_changed_files_are_refused() {
    let place = Place::new();
    place.planned("a", 2, "survey fortress --deals 100");
    place.planned("b", 2, "survey fortress --deals 100 --seed 2");
    let shard = place.path("a.shards/shard-0001");
    let whole = std::fs::read(&shard).expect("readable");
    let put = |bytes: &[u8]| std::fs::write(&shard, bytes).expect("writable");
    put(&std::fs::read(place.path("b.shards/shard-0001")).expect("readable"));
    for line in ["run --plan a.json --shard 1", "status --plan a.json", "merge --plan a.json"] {
        place.refused(line, "a.shards/shard-0001: a shard of another plan: seed is \"2\" there and \"1\" here");
    }
    put(&whole[..whole.len() - 10]);
    for line in ["run --plan a.json --shard 1", "status --plan a.json", "merge --plan a.json --allow-partial"] {
        place.refused(line, "the shard is damaged, delete it and run it again");
    }
    put(&whole);
    place.done("merge --plan a.json");
    place.refused("merge --plan b.json --out a.merged", "the journal of another run: seed is \"1\" there");
    place.refused("merge --plan a.json --rows", "--rows");
    place.refused("merge --plan a.json a.merged", "cannot be used with");
    place.refused("run --plan none.json --shard 0", "none.json: No such file");
    place.refused("run --plan a.json --shard 2", "a.json has the shards 0 to 1");
    place.refused("run --plan a.json --shard -1", "invalid value '-1'");
    let text = std::fs::read_to_string(place.path("a.json")).expect("a plan");
    for (changed, reason) in [
        (text.replace("\"0..100\"", "\"0..101\""), "the hash does not fit"),
        (text.replace("(commit ", "(commit x"), "plan again with it"),
        ("[]".to_owned(), "not a plan as `fort plan` writes it"),
    ] {
        std::fs::write(place.path("c.json"), changed).expect("writable");
        for line in
            ["run --plan c.json --shard 0", "status --plan c.json", "merge --plan c.json", "slurm --plan c.json"]
        {
            place.refused(line, reason);
        }
    }
    // A partial file of another plan in the way of this one.
    std::fs::remove_file(&shard).expect("removed");
    let other = std::fs::read(place.path("b.shards/shard-0001")).expect("readable");
    std::fs::write(place.path("a.shards/shard-0001.x.1.partial"), other).expect("writable");
    place.refused("run --plan a.json --shard 1", "a shard of another plan: seed is");
}

#[test]
fn a_file_that_changes_after_the_plan_is_noticed() {
    let place = Place::new();
    std::fs::write(place.path("list"), "1/1\n").expect("writable");
    std::fs::write(place.path("starts"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n")
        .expect("writable");
    let command = "match chess --player random --player random --games 4 --openings starts";
    place.done(&format!("plan --shards 2 -o plan.json {command}"));
    place.done("run --plan plan.json --shard 0");
    std::fs::write(place.path("starts"), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n")
        .expect("writable");
    place.refused("run --plan plan.json --shard 1", "plan.json: the plan is of another run: openings is");
}
