//! `fort study` from outside: small matches of each game, counted again here from `games.csv` alone, by the texts.

#[path = "program/answers.rs"]
mod answers;
mod program;

use std::collections::BTreeMap;
use std::path::Path;

use engine::games::force3::{Force3, Options};
use engine::games::fortac::board::PATTERNS;
use engine::games::fortac::{Combo, Fortac};
use engine::{Afterstate, Node, Position, Probe, Side, Value as Worth};
use serde_json::Value;
use tempfile::TempDir;

use answers::{lines, printed};
use program::{fort_reading, text};

/// A match in a directory of its own.
fn played(line: &str) -> TempDir {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().to_str().expect("text").to_owned();
    let words: Vec<&str> = line.split(' ').chain(["--out", &path]).collect();
    printed(&words, "");
    directory
}

fn path(directory: &TempDir) -> &str {
    directory.path().to_str().expect("text")
}

fn study(directory: &TempDir, more: &[&str]) -> Value {
    lines(&[&["study", path(directory)], more].concat(), "").remove(0)
}

/// A row of `games.csv` by columns.
type Row = BTreeMap<String, String>;

fn rows(directory: &TempDir) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(directory.path().join("games.csv")).expect("a table");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

/// What the starter scored.
fn score(row: &Row) -> f64 {
    match row["result"].as_str() {
        "1-0" => 1.0,
        "0-1" => 0.0,
        _ => 0.5,
    }
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((found - expected).abs() < 1e-9, "{found} should be {expected}");
}

/// The row of a table that has this text in its first column.
fn row_of<'a>(table: &'a Value, column: &str, name: &str) -> &'a Value {
    let rows = table.as_array().unwrap_or_else(|| panic!("{table} is a table"));
    rows.iter().find(|row| row[column] == name).unwrap_or_else(|| panic!("{name} is in {table}"))
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// What is asked of every game.
fn check_overview(found: &Value, rows: &[Row]) {
    let first = &found["first_player"];
    assert_eq!((&first["games"], first["games"].as_u64()), (&found["plies"]["count"], Some(rows.len() as u64)));
    close(&first["score"], mean(rows.iter().map(score)));
    assert!(first["low"].as_f64() < first["score"].as_f64() && first["score"].as_f64() < first["high"].as_f64());
    let mut plies: Vec<u64> = rows.iter().map(|row| row["plies"].parse().expect("a number")).collect();
    plies.sort_unstable();
    let digest = &found["plies"];
    assert_eq!((&digest["min"], &digest["max"]), (&plies[0].into(), &plies[plies.len() - 1].into()));
    assert_eq!(digest["median"], plies[plies.len().div_ceil(2) - 1]);
    close(&digest["mean"], mean(plies.iter().map(|&plies| plies as f64)));
    let mut endings = BTreeMap::<&str, Vec<&Row>>::new();
    for row in rows {
        endings.entry(&row["ended"]).or_default().push(row);
    }
    assert_eq!(found["endings"].as_array().map(Vec::len), Some(endings.len()));
    for (name, rows) in endings {
        let ending = row_of(&found["endings"], "ending", name);
        let count = |result: f64| rows.iter().filter(|row| (score(row) - result).abs() < 0.1).count();
        for (key, expected) in
            [("games", rows.len()), ("starter_won", count(1.0)), ("drawn", count(0.5)), ("starter_lost", count(0.0))]
        {
            assert_eq!(ending[key], expected, "{key} of {name}");
        }
    }
}

#[test]
fn force3_is_counted_by_first_moves_and_exact_values() {
    let directory = played("match force3 --player random --player greedy --games 300 --openings none");
    let (found, rows) = (study(&directory, &[]), rows(&directory));
    check_overview(&found, &rows);
    let of = |names: &[&str]| {
        let first = |row: &&Row| names.contains(&row["moves"].split(' ').next().expect("a move"));
        rows.iter().filter(first).map(score).collect::<Vec<_>>()
    };
    let classes = [
        ("@a1", &["@a1", "@a3", "@c1", "@c3"]),
        ("@a2", &["@a2", "@b1", "@b3", "@c2"]),
        ("a2-b2", &["a2-b2", "b1-b2", "b3-b2", "c2-b2"]),
    ];
    for (name, members) in classes {
        let (class, scores) = (row_of(&found["openings"], "first_moves", name), of(members));
        assert_eq!(class["games"], scores.len(), "{name}");
        let others = rows.iter().map(score).sum::<f64>() - scores.iter().sum::<f64>();
        close(&class["others"], others / (rows.len() - scores.len()) as f64);
        close(&class["score"], mean(scores));
    }
    let least = study(&directory, &["--least", "250"]);
    let rare = row_of(&least["openings"], "first_moves", "(3 rarer)");
    assert_eq!((&rare["games"], &rare["probability"], &rare["marked"]), (&300.into(), &Value::Null, &false.into()));
    let exact = &found["exact"];
    assert_eq!([0, 1, 2].map(|row| exact[row]["games"].as_u64()), [Some(300), Some(0), Some(0)], "the start is won");
    close(&exact[0]["plies_exact"], 15.0);
}

#[test]
fn force3_openings_are_looked_up_where_they_are() {
    let directory = played("match force3 --player alphabeta:depth=2 --player greedy --games 300 --openings random:5");
    let (found, rows) = (study(&directory, &["--plies", "2"]), rows(&directory));
    check_overview(&found, &rows);
    let rules = Options::default();
    let table = solvers::force3::shared(&rules);
    let mut expected = BTreeMap::<&str, Vec<f64>>::new();
    for row in &rows {
        let pos = Force3::parse(&row["opening"], &rules).expect("a position");
        let name = match table.probe(&pos).expect("solved").value {
            Worth::Win => "won",
            Worth::Draw => "drawn",
            Worth::Loss => "lost",
        };
        // After five plies it is the other's turn.
        expected.entry(name).or_default().push(1.0 - score(row));
    }
    for (name, scores) in expected {
        let found = row_of(&found["exact"], "opening", name);
        assert_eq!(found["games"], scores.len(), "{name}");
        close(&found["score"], mean(scores));
    }
    let classes = found["openings"].as_array().expect("classes");
    assert_eq!(classes.iter().filter_map(|class| class["games"].as_u64()).sum::<u64>(), 300);
    assert!(classes.iter().all(|class| class["first_moves"].as_str().is_some_and(|moves| moves.contains(' '))));
}

#[test]
fn players_without_a_choice_are_one_experiment_however_often() {
    let line = "match force3 --player alphabeta:depth=2 --player alphabeta:depth=2 --openings random:2 --games";
    let [few, many] = [300, 600].map(|games| study(&played(&format!("{line} {games}")), &[]));
    // There are not so many openings of two plies, so the games come again.
    assert_eq!((&few["different"], few["different"].as_u64() < Some(150)), (&many["different"], true), "{few}");
    let width = |found: &Value| {
        found["first_player"]["high"].as_f64().unwrap() - found["first_player"]["low"].as_f64().unwrap()
    };
    assert!((width(&few) / width(&many) - 1.0).abs() < 0.1, "{} and {}", width(&few), width(&many));
}

/// The cards of a hand, by the text `2hop+zip`.
fn holds(hand: &str, card: &str) -> bool {
    hand.split('+').any(|part| part.trim_start_matches(|digit: char| digit.is_ascii_digit()) == card)
}

#[test]
fn fortac_is_counted_by_cards() {
    let directory = played("match fortac --player greedy --player random --games 200");
    let (found, rows) = (study(&directory, &[]), rows(&directory));
    check_overview(&found, &rows);
    for card in "hop skip jump trade switch rook king horse bishop zip zap push".split(' ') {
        let card_of = |word: &str| word.split(':').next() == Some(card);
        let played: usize = rows.iter().map(|row| row["moves"].split(' ').filter(|word| card_of(word)).count()).sum();
        let won = rows.iter().filter(|row| row["ended"] == "combos");
        let winning = won.filter(|row| card_of(row["moves"].rsplit(' ').next().expect("a move"))).count();
        let cards = row_of(&found["cards"], "card", card);
        assert_eq!((&cards["played"], &cards["winning"]), (&played.into(), &winning.into()), "{card}");
        close(&cards["per_game"], played as f64 / 200.0);
        let (mut holders, mut alone) = (Vec::new(), Vec::new());
        for row in &rows {
            let hand = |side: &str| row["opening"].split(' ').find_map(|part| part.strip_prefix(side)).expect("a hand");
            let hands = ["red=", "black="].map(|side| holds(hand(side), card));
            // Red starts.
            for (own, other, score) in [(hands[0], hands[1], score(row)), (hands[1], hands[0], 1.0 - score(row))] {
                holders.extend(own.then_some(score));
                alone.extend((own && !other).then_some(score));
            }
        }
        let hands = row_of(&found["hands"], "card", card);
        assert_eq!((&hands["hands"], &hands["alone"]), (&holders.len().into(), &alone.len().into()), "{card}");
        close(&hands["score"], mean(holders));
        close(&hands["difference"], 2.0 * mean(alone) - 1.0);
    }
}

/// What combos a game of FORTAC has, each as its owner (Red 0), its type and whether it is that side's second.
fn combos(row: &Row) -> Vec<(usize, Combo, bool)> {
    let rules = row["rules"].parse().expect("rules");
    let mut pos = Fortac::parse(&row["opening"], &rules).expect("a position");
    let (mut made, mut found) = ([None, None], Vec::new());
    for word in row["moves"].split(' ') {
        let (mv, branch) = word.split_once('#').unwrap_or((word, "0"));
        let mover = engine::Game::side(&pos);
        let before = pos.men(mover);
        let after = pos.play(pos.find_move(mv).expect("a move"));
        pos = after.branches().nth(branch.parse().expect("a number")).expect("a branch").0;
        let men = pos.men(mover);
        let standing = PATTERNS.iter().find(|(pattern, _)| *pattern == men && men != before).map(|&(_, combo)| combo);
        let made = &mut made[mover.index()];
        match (standing, *made) {
            (Some(combo), None) => {
                *made = Some(combo);
                found.push((mover.index(), combo, false));
            }
            (Some(combo), Some(first)) if combo != first => found.push((mover.index(), combo, true)),
            _ => {}
        }
    }
    found
}

#[test]
fn fortac_is_counted_by_combos() {
    let directory = played("match fortac --player expectiminimax:plies=1 --player greedy --games 60");
    let (found, rows) = (study(&directory, &[]), rows(&directory));
    let (mut first, mut second) = (BTreeMap::<&str, Vec<f64>>::new(), BTreeMap::<&str, usize>::new());
    let mut ahead = Vec::new();
    for row in &rows {
        let score_of = |owner: usize| if owner == Side::First.index() { score(row) } else { 1.0 - score(row) };
        let combos = combos(row);
        ahead.extend(combos.first().map(|&(owner, ..)| score_of(owner)));
        for (owner, combo, is_second) in combos {
            if is_second {
                *second.entry(combo.name()).or_default() += 1;
            } else {
                first.entry(combo.name()).or_default().push(score_of(owner));
            }
        }
    }
    let won = rows.iter().filter(|row| row["ended"] == "combos").count();
    assert_eq!(
        (second.values().sum::<usize>(), first.len() > 2),
        (won, true),
        "a second combo wins, and nothing else does"
    );
    for combo in Combo::ALL {
        let told = row_of(&found["combos"], "combo", combo.name());
        let scores = first.remove(combo.name()).unwrap_or_default();
        assert_eq!(told["first"], scores.len(), "{combo}");
        assert_eq!(told["second"], second.get(combo.name()).copied().unwrap_or(0), "{combo}");
        if !scores.is_empty() {
            close(&told["score"], mean(scores));
        }
    }
    close(&row_of(&found["race"], "side", "first combo")["score"], mean(ahead));
    let stuck = rows.iter().filter(|row| row["ended"].starts_with("no_")).count();
    assert_eq!(row_of(&found["race"], "side", "stuck")["games"], stuck);
}

#[test]
fn tournaments_of_forte_are_counted_by_standing() {
    let directory =
        played("match forte --tournament --player alphabeta:depth=1 --player random --games 40 --openings random:2");
    let (found, rows) = (study(&directory, &[]), rows(&directory));
    check_overview(&found, &rows);
    let mut tournaments = BTreeMap::<u64, Vec<&Row>>::new();
    for row in &rows {
        tournaments.entry(row["index"].parse().expect("a number")).or_default().push(row);
    }
    // By standing, leader first, and who starts: the leader's scores in the joust and in the tournament.
    let mut expected = BTreeMap::<(String, &str), (Vec<f64>, Vec<f64>)>::new();
    let mut results = BTreeMap::<String, usize>::new();
    for jousts in tournaments.values() {
        let winner_of = |row: &Row| {
            if row["result"] == "1-0" {
                row["starter"].clone()
            } else {
                (3 - row["starter"].parse::<i32>().unwrap()).to_string()
            }
        };
        assert!(jousts.iter().all(|row| row["result"] != "1/2-1/2"), "no draws in this match");
        let wins = |upto: usize, player: &str| jousts[..upto].iter().filter(|row| winner_of(row) == player).count();
        let winner = winner_of(jousts[jousts.len() - 1]);
        let loser = if winner == "1" { "2" } else { "1" };
        *results.entry(format!("3-{}", wins(jousts.len(), loser))).or_default() += 1;
        for (number, joust) in jousts.iter().enumerate() {
            let [one, two] = [wins(number, "1"), wins(number, "2")];
            let leader = match one.cmp(&two) {
                std::cmp::Ordering::Greater => "1",
                std::cmp::Ordering::Less => "2",
                std::cmp::Ordering::Equal => &joust["starter"],
            };
            let starts = if one == two {
                "either"
            } else if joust["starter"] == leader {
                "leader"
            } else {
                "other"
            };
            let (in_joust, in_tournament) =
                expected.entry((format!("{}-{}", one.max(two), one.min(two)), starts)).or_default();
            in_joust.push(f64::from(u8::from(winner_of(joust) == leader)));
            in_tournament.push(f64::from(u8::from(winner == leader)));
        }
    }
    assert!(expected.len() >= 5, "{expected:?}");
    assert_eq!(found["jousts"].as_array().map(Vec::len), Some(expected.len()));
    for ((standing, starts), (in_joust, in_tournament)) in expected {
        let row = |table: &str| {
            let rows = found[table].as_array().expect("rows");
            rows.iter().find(|row| row["standing"] == *standing && row["starts"] == starts).expect("a row").clone()
        };
        assert_eq!(
            (&row("jousts")["jousts"], &row("tournaments")["tournaments"]),
            (&in_joust.len().into(), &in_tournament.len().into())
        );
        close(&row("jousts")["score"], mean(in_joust));
        close(&row("tournaments")["score"], mean(in_tournament));
    }
    for (result, count) in results {
        let row = row_of(&found["results"], "result", &result);
        assert_eq!(row["tournaments"], count, "{result}");
        // Every walk by the jousts' own chances through a tree of standings ends as the tournaments did.
        assert!((row["by_jousts"].as_f64().unwrap() - count as f64 / 40.0).abs() < 0.15, "{row}");
    }
}

#[test]
fn files_hold_what_is_told() {
    let directory = played("match forte --player greedy --player random --games 40");
    let out = TempDir::new().expect("a directory");
    let told = printed(&["study", path(&directory), "--out", path(&out)], "");
    let read = |name: &str| std::fs::read_to_string(out.path().join(name)).expect(name);
    assert_eq!(read("study.txt"), told);
    let json: Value = serde_json::from_str(&read("study.json")).expect("JSON");
    // Names that come twice would hide one another.
    for name in json.as_object().expect("an object").keys() {
        assert_eq!(read("study.json").matches(&format!("\n  \"{name}\":")).count(), 1, "{name}");
    }
    assert_eq!(json, study(&directory, &[]));
    for table in ["openings", "endings"] {
        let csv = read(&format!("{table}.csv"));
        assert_eq!(csv.lines().count() - 1, json[table].as_array().expect("rows").len(), "{table}");
    }
    assert!(json["openings"].as_array().is_some_and(|classes| classes.len() <= 9) && told.contains("First player"));
}

fn refused(arguments: &[&str]) -> String {
    let output = fort_reading(arguments, b"");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stderr).to_owned()
}

/// Writes a journal with these lines, each with its checksum.
fn journal(directory: &Path, lines: impl IntoIterator<Item = String>) {
    let with = |json: String| format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()));
    std::fs::write(directory.join("journal"), lines.into_iter().map(with).collect::<String>()).expect("writable");
}

#[test]
fn what_is_no_finished_match_is_refused() {
    let empty = TempDir::new().expect("a directory");
    assert!(refused(&["study", path(&empty)]).contains("journal: No such file"));
    journal(empty.path(), ["{\"format\":1}".to_owned()]);
    assert!(refused(&["study", path(&empty)]).contains("line 1: missing field"));
    std::fs::write(empty.path().join("journal"), "no journal\n").expect("writable");
    assert!(refused(&["study", path(&empty)]).contains("line 1: the checksum does not fit"));
    let survey = TempDir::new().expect("a directory");
    printed(&["survey", "fortress", "--deals", "10", "--out", path(&survey)], "");
    assert!(refused(&["study", path(&survey)]).contains("not the journal of a match"));

    let directory = played("match force3 --player random --player random --games 20");
    let read = || std::fs::read_to_string(directory.path().join("journal")).expect("readable");
    let whole: Vec<String> = read().lines().map(|line| line[9..].to_owned()).collect();
    journal(directory.path(), whole[..15].iter().cloned());
    assert!(refused(&["study", path(&directory)]).contains("units are finished in order, and then one is missing"));
    journal(directory.path(), whole[..20].iter().chain([&whole[3]]).cloned());
    assert!(refused(&["study", path(&directory)]).contains("line 21: unit"));
    let doctored = whole.iter().map(|line| line.replace("\"plies\":", "\"plies\":1"));
    journal(directory.path(), doctored);
    assert!(refused(&["study", path(&directory)]).contains("plies: not what the moves lead to"));
    for line in ["--plies 0", "--plies 9", "--least 0"] {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(refused(&[&["study", path(&directory)], &words[..]].concat()).contains("invalid value"));
    }
    assert!(refused(&["study"]).contains("<DIR>"));
}
