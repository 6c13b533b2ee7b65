//! `fort report` from outside: pages that need nothing else, tell what the match found, and can replay its games.

#[path = "program/answers.rs"]
mod answers;
#[path = "program/directories.rs"]
mod directories;
mod program;

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use answers::{lines, printed};
use directories::{done, path};
use program::{fort_reading, text};

/// Reports, and gives what the command answers, the page and what it replays.
fn reported(directory: &TempDir, more: &[&str]) -> (Value, String, Value) {
    let command = [&["report", path(directory.path())], more].concat();
    let answer = lines(&command, "").remove(0);
    let page = fs::read_to_string(directory.path().join("report.html")).expect("a page");
    let reel = page.split_once(r#"<script type="application/json" id="reel">"#).expect("a reel").1;
    let reel = reel.split_once("</script>").expect("an end").0;
    (answer, page.clone(), serde_json::from_str(reel).expect("JSON"))
}

/// The words that a page has for people, one after the other.
fn words(page: &str) -> String {
    let mut words = String::new();
    let page = page.split_once("<script").map_or(page, |(before, _)| before);
    for part in page.split('<').skip(1) {
        words.push_str(part.split_once('>').map_or("", |(_, text)| text));
        words.push(' ');
    }
    words
}

/// A page loads nothing, and its plots and lines are as many as the command says. Gives the lines.
fn check(directory: &TempDir) -> Vec<Value> {
    let (answer, page, reel) = reported(directory, &[]);
    let figures = page.matches("<figure>").count();
    assert_eq!(answer["plots"], figures, "{answer}");
    assert!(figures >= 3, "{figures} plots");
    assert_eq!(answer["bytes"], page.len());
    for loading in ["src=", "@import", "url(", "<link rel=\"stylesheet\""] {
        assert!(!page.contains(loading), "{loading}");
    }
    let addresses = page.matches("http://").count() + page.matches("https://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "addresses in the page");
    let lines = reel["lines"].as_array().expect("lines").clone();
    assert_eq!(answer["lines"], lines.len());
    let pieces = reel["pieces"].as_array().expect("pieces");
    for line in &lines {
        check_line(line, pieces, &page);
    }
    lines
}

/// Changes are as many as positions, and nothing comes that is there or goes that is not.
fn check_line(line: &Value, pieces: &[Value], page: &str) {
    let (moves, changes) = (line["moves"].as_array().expect("moves"), line["changes"].as_array().expect("changes"));
    assert_eq!(changes.len(), moves.len() + 1, "{line}");
    let mut there = std::collections::BTreeSet::new();
    for change in changes.iter().flat_map(|changes| changes.as_array().expect("numbers")) {
        let change = change.as_i64().expect("a number");
        let is_new = if change > 0 { there.insert(change - 1) } else { there.remove(&(-1 - change)) };
        assert!(is_new, "{change} in {line}");
    }
    for piece in there {
        let piece = &pieces[piece as usize];
        let shape = format!("id=\"{}\"", piece[0].as_str().expect("a name"));
        assert!(piece[1] == false || page.contains(&shape), "{piece} has no drawing");
    }
}

#[test]
fn matches_of_every_game_of_two_players_can_be_replayed() {
    for (line, games) in [
        ("match forte --player alphabeta:depth=1 --player greedy --games 4", 4),
        ("match force3 --player alphabeta:depth=1 --player random --games 6 --openings random:2", 6),
        ("match chess --player alphabeta:depth=1 --player greedy --games 4 --max-plies 40", 4),
        ("match checkers --player alphabeta:depth=2 --player greedy --games 4 --openings ballots", 4),
        ("match backgammon --player random --player random --games 2", 2),
        ("match fortac --player expectiminimax:plies=1 --player greedy --games 4", 4),
    ] {
        let directory = done(line);
        let lines = check(&directory);
        assert_eq!(lines.len(), games, "{line}");
        let rows = fs::read_to_string(directory.path().join("games.csv")).expect("games");
        let mut rows = csv::Reader::from_reader(rows.as_bytes());
        let plies_at = rows.headers().expect("a header").iter().position(|name| name == "plies").expect("plies");
        for (line, row) in lines.iter().zip(rows.records()) {
            let plies =
                line["moves"].as_array().expect("moves").len() as u64 - line["opening"].as_u64().expect("plies");
            assert_eq!(plies.to_string(), row.expect("a row")[plies_at], "{line}");
            let turns = line["turns"].as_array().expect("turns");
            assert_eq!(turns.len(), line["moves"].as_array().expect("moves").len() + 1);
        }
    }
}

#[test]
fn the_page_says_what_the_summary_says() {
    let directory =
        done("match force3 --player alphabeta:depth=1 --player alphabeta:depth=2 --games 40 --openings random:2");
    let summary = fs::read_to_string(directory.path().join("summary.txt")).expect("a summary");
    let (_, page, _) = reported(&directory, &[]);
    let page = words(&page);
    for name in ["Elo", "nElo", "LOS", "Pairs", "First player", "Endings", "Plies", "Openings"] {
        let line = summary.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        assert!(page.contains(&line[14..]), "{line} is not in {page}");
    }
    for title in ["Elo as the match went on", "Pairs by result", "Lengths of games", "How games ended", "Score by"] {
        assert!(page.contains(title), "{title}");
    }
    assert!(!page.contains("LLR"), "no test was asked for");
}

#[test]
fn a_test_shows_its_course() {
    let directory = done(
        "match force3 --player alphabeta:depth=3 --player random --games 200 --openings random:2 --sprt elo0=0,elo1=50",
    );
    let (_, page, _) = reported(&directory, &[]);
    let page = words(&page);
    assert!(page.contains("LLR as the match went on") && page.contains("H1 accepted"), "{page}");
}

#[test]
fn many_players_have_standings_ratings_and_a_cross_table() {
    let directory =
        done("match force3 --player alphabeta:depth=2 --player greedy --player random --games 8 --openings random:2");
    let lines = check(&directory);
    assert_eq!(lines.len(), 24);
    let (_, page, _) = reported(&directory, &[]);
    let page = words(&page);
    for title in ["Standings", "Ratings", "Everybody against everybody", "Likelihood of superiority"] {
        assert!(page.contains(title), "{title}");
    }
}

#[test]
fn series_are_replayed_game_by_game() {
    let directory = done("match forte --tournament --player alphabeta:depth=1 --player random --games 2");
    let lines = check(&directory);
    let games = fs::read_to_string(directory.path().join("games.csv")).expect("games").lines().count() - 1;
    assert_eq!(lines.len(), games);
    assert_eq!(lines[0]["name"], "1.1.1");
}

#[test]
fn surveys_show_their_distributions_and_solutions() {
    for line in [
        "survey fortress --deals 60 --policies random,greedy --shortest=2000",
        "survey chessboard --deals 20 --bases --limit 20000",
    ] {
        let directory = done(line);
        let lines = check(&directory);
        let summary = fs::read_to_string(directory.path().join("summary.json")).expect("a summary");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        assert_eq!(lines.len() as u64, summary["winnable"].as_u64().expect("a number"), "{line}");
        assert!(lines.iter().all(|line| line["end"] == "won"));
        let (_, page, reel) = reported(&directory, &["--replays", "5..12"]);
        let lines = reel["lines"].as_array().expect("lines");
        let deals = lines.iter().map(|line| line["name"].as_str().expect("a name").to_owned());
        let deals: Vec<u64> = deals.map(|name| name.trim_start_matches("deal ").parse().expect("a deal")).collect();
        assert!(deals.iter().all(|deal| (5..12).contains(deal)), "{deals:?}");
        assert!(words(&page).contains("Positions stored for a deal"));
    }
}

#[test]
fn the_same_journal_gives_the_same_page() {
    let directory = done("match force3 --player greedy --player random --games 10");
    let (_, one, _) = reported(&directory, &[]);
    let (_, other, _) = reported(&directory, &[]);
    assert!(one == other);
    let to = directory.path().join("elsewhere.html");
    let said = printed(&["report", path(directory.path()), "--to", path(&to), "--replays", "3"], "");
    assert!(said.contains("elsewhere.html: ") && said.contains("3 lines to step through"), "{said}");
    assert!(fs::read_to_string(to).expect("a page").contains("Those from 0 to 3 of 10"));
    let refused = fort_reading(&["report", path(directory.path()), "--replays", "10..12"], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--replays 10..12: there are 10"), "{}", text(&refused.stderr));
}

#[test]
fn a_match_that_is_not_over_says_so() {
    let directory = done("match force3 --player greedy --player random --games 10 --threads 1");
    let journal = directory.path().join("journal");
    let lines: Vec<String> =
        fs::read_to_string(&journal).expect("a journal").lines().take(7).map(str::to_owned).collect();
    fs::write(&journal, lines.join("\n") + "\n").expect("written");
    let (answer, page, _) = reported(&directory, &[]);
    assert_eq!(answer["lines"], 6);
    assert!(page.contains("The match is not over: these are the first 6 games of 10"), "{}", words(&page));
}

#[test]
fn what_is_neither_match_nor_survey_is_refused() {
    let refused = |directory: &Path, reason: &str| {
        let output = fort_reading(&["report", path(directory)], b"");
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(message.contains(reason) && message.contains(path(directory)), "{message}");
        assert!(!directory.join("report.html").exists());
    };
    let empty = TempDir::new().expect("a directory");
    refused(empty.path(), "fort match --out");
    refused(&empty.path().join("nowhere"), "there is no such directory");
    let survey = done("survey fortress --deals 40");
    fs::remove_file(survey.path().join("census.json")).expect("removed");
    refused(survey.path(), "the survey is not finished");
}
