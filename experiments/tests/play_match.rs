//! `fort match` from outside: killed for real, with openings of every kind, with bad input, with a closed pipe.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use engine::games::backgammon::mat::Record;
use engine::games::checkers::Checkers;
use engine::games::chess::{Chess, Options, polyglot};
use engine::games::portable::{self, Game, Portable};
use engine::{Game as _, History, Outcome, Position, Side};
use tempfile::TempDir;

/// A match of random players.
fn random_match(game: &str, games: u32) -> Vec<String> {
    let line = format!("match {game} --player random --player random --games {games} --openings random:2");
    line.split(' ').map(str::to_owned).collect()
}

fn fort(arguments: &[impl AsRef<std::ffi::OsStr>]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn out(command: &mut Command, directory: &TempDir) {
    command.arg("--out").arg(directory.path());
}

/// A final file, without the columns named `seconds…` if it is the table.
fn final_file(directory: &TempDir, name: &str) -> String {
    let text = std::fs::read_to_string(directory.path().join(name)).expect(name);
    if name != "games.csv" {
        return text;
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let differs = |column: usize| rows[0][column].starts_with("seconds");
    let cells = rows.iter().flat_map(|row| {
        row.iter().enumerate().filter(|&(column, _)| !differs(column)).map(|(_, cell)| format!("{cell}\n"))
    });
    cells.collect()
}

fn lines(journal: &Path) -> usize {
    std::fs::read(journal).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
}

/// Kills a match again and again, lets it end, and compares these files with those of an undisturbed one.
fn kill_and_compare(game: &str, games: u32, files: &[&str]) {
    let directories = [TempDir::new().expect("a directory"), TempDir::new().expect("a directory")];
    let [undisturbed, killed] = &directories;
    let line = random_match(game, games);
    let mut command = fort(&line);
    out(&mut command, undisturbed);
    assert!(command.args(["--threads", "1"]).status().expect("it runs").success());
    let journal = killed.path().join("journal");
    for round in 0..20 {
        let before = lines(&journal);
        let mut command = fort(&line);
        out(&mut command, killed);
        let mut child = command.args(["--threads", if round % 2 == 0 { "4" } else { "1" }]).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(5 + 7 * round % 20));
        child.kill().expect("killed");
        child.wait().expect("it is gone");
        assert!(lines(&journal) >= before, "round {round}: nothing finished is lost");
    }
    let mut command = fort(&line);
    out(&mut command, killed);
    assert!(command.status().expect("it runs").success());
    assert_eq!(lines(&journal), games as usize + 1, "a header and each game once");
    for name in files {
        assert!(final_file(killed, name) == final_file(undisturbed, name), "{name} differs");
    }
}

#[test]
fn killed_twenty_times_it_ends_like_an_undisturbed_match() {
    kill_and_compare("force3", 40_000, &["games.csv", "summary.json", "summary.txt"]);
}

#[test]
fn the_games_of_a_match_killed_twenty_times_are_those_of_an_undisturbed_one() {
    kill_and_compare("chess", 2_000, &["games.csv", "games.pgn", "summary.txt"]);
    kill_and_compare("checkers", 6_000, &["games.csv", "games.pdn", "summary.txt"]);
    kill_and_compare("backgammon", 4_000, &["games.csv", "games.mat", "summary.txt"]);
    let series = "backgammon --rules match=3 --tournament";
    kill_and_compare(
        series,
        600,
        &["games.csv", "summary.txt", "matches/1.1.mat", "matches/150.2.mat", "matches/300.2.mat"],
    );
}

/// Plays a match of random players into a new directory and gives what it printed.
fn played(line: &str) -> (TempDir, String) {
    let directory = TempDir::new().expect("a directory");
    let line = format!("match {line} --player random --player random");
    let mut command = fort(&line.split(' ').collect::<Vec<_>>());
    out(&mut command, &directory);
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("it runs");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    (directory, String::from_utf8(output.stdout).expect("text"))
}

/// The games of a match's file in the game's own form, each read without error.
fn games<G: Portable>(directory: &TempDir) -> Vec<Game<G>> {
    let text = final_file(directory, if G::SEATS[0] == "White" { "games.pgn" } else { "games.pdn" });
    portable::games(&text).map(|game| game.expect("a game")).collect()
}

/// Compares the games of a match, each with so many plies of opening, with `games.csv`; in these games the first side
/// starts. Gives them for more.
fn compared_with_the_table<G: Portable>(line: &str, opening_plies: usize) -> Vec<Game<G>> {
    let (directory, _) = played(line);
    let games = games::<G>(&directory);
    let mut table = csv::Reader::from_path(directory.path().join("games.csv")).expect("a table");
    let headers = table.headers().expect("a header").clone();
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(games.len(), rows.len());
    for (index, (game, row)) in games.iter().zip(rows).enumerate() {
        let cell = |name: &str| &row[headers.iter().position(|header| header == name).expect(name)];
        let moves: Vec<String> = game.plies.iter().skip(opening_plies).map(|ply| ply.mv.to_string()).collect();
        assert_eq!(moves.join(" "), cell("moves"));
        let opening = game.plies[..opening_plies].iter().fold(game.start.clone(), |pos, ply| pos.play(ply.mv));
        assert_eq!(opening.to_string(), cell("opening"));
        let result = ["1-0", "0-1"].map(|mark| mark == cell("result"));
        assert_eq!([Side::First, Side::Second].map(|side| game.result == Some(Outcome::win(side))), result);
        // What ends a game by its path counts from behind the opening.
        let rules: G::Rules = cell("rules").parse().expect("rules");
        let mut history = History::new(opening, G::path_rules(&rules));
        for ply in &game.plies[opening_plies..] {
            assert!(history.ending().is_none());
            let pos = history.current().play(ply.mv);
            history.push(pos);
        }
        let ending = history.ending().expect("the game is over");
        assert_eq!((Some(ending.outcome.winner()), ending.reason), (game.result.map(Outcome::winner), cell("ended")));
        assert_eq!(game.tag("Termination"), Some(cell("ended")));
        assert_eq!(game.tag("Rules"), Some(cell("rules")));
        assert_eq!(game.tag("Round"), Some(format!("{}.{}", index / 2 + 1, index % 2 + 1).as_str()));
        assert_eq!(game.tag("OpeningPlies"), Some(opening_plies.to_string().as_str()));
    }
    games
}

#[test]
fn games_in_pgn_are_those_of_the_table() {
    for (variant, rules) in [("standard", ""), ("chess960", " --rules variant=chess960,start=17")] {
        let games = compared_with_the_table::<Chess>(&format!("chess --games 30 --openings random:5{rules}"), 5);
        assert!(games.iter().all(|game| game.start.variant().word() == variant));
    }
}

#[test]
fn games_in_pdn_are_those_of_the_table() {
    let games = compared_with_the_table::<Checkers>("checkers --games 400 --openings ballots --rules limit=8", 3);
    let (first, second): (Vec<_>, Vec<_>) =
        (games.iter().step_by(2).collect(), games.iter().skip(1).step_by(2).collect());
    let opening = |game: &Game<Checkers>| game.plies[..3].iter().map(|ply| ply.mv.to_string()).collect::<Vec<_>>();
    assert!(first.iter().zip(&second).all(|(one, two)| opening(one) == opening(two)), "both sides of each ballot");
    let ballots: HashSet<_> = first.iter().map(|game| opening(game)).collect();
    assert_eq!(ballots.len(), 144);
    let ends: HashSet<_> = games.iter().filter_map(|game| game.tag("Termination")).collect();
    assert!(["no_pieces", "blocked", "move_limit"].iter().all(|end| ends.contains(end)), "{ends:?}");
}

#[test]
fn ballots_lead_to_the_positions_of_their_table() {
    let table = format!("{}/../testdata/checkers/three_move.csv", env!("CARGO_MANIFEST_DIR"));
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_path(table).expect("a table").records().map(|row| row.expect("a row")).collect();
    for (name, classes, count) in [
        ("ballots", &["crossboard144"][..], 144),
        ("ballots:156", &["crossboard144", "added12"], 156),
        ("ballots:174", &["crossboard144", "added12", "barred18"], 174),
    ] {
        let (directory, summary) = played(&format!("checkers --games {} --openings {name} --rules limit=1", 2 * count));
        assert!(summary.contains(&format!("Openings      {count} different")), "{summary}");
        let place = |game: &Game<Checkers>| game.plies[..3].iter().fold(game.start, |pos, ply| pos.play(ply.mv));
        let found: HashSet<Checkers> = games(&directory).iter().map(place).collect();
        let rows = rows.iter().filter(|row| classes.contains(&&row[3]));
        let expected: HashSet<Checkers> = rows.map(|row| engine::checkers!(&row[2])).collect();
        assert_eq!((found.len(), found), (count, expected), "{name}");
    }
}

#[test]
fn a_game_names_who_had_which_side() {
    let directory = TempDir::new().expect("a directory");
    let mut command =
        fort(&["match", "chess", "--player", "random", "--player", "greedy", "--games", "2", "--openings", "none"]);
    out(&mut command, &directory);
    assert!(command.status().expect("it runs").success());
    let games = games::<Chess>(&directory);
    let seats: Vec<_> = games.iter().map(|game| [game.tag("White"), game.tag("Black")]).collect();
    assert_eq!(seats, [[Some("random"), Some("greedy")], [Some("greedy"), Some("random")]]);
    assert!(!final_file(&directory, "games.pgn").contains("FEN"), "they begin where games do");
}

#[test]
fn a_game_without_a_form_of_its_own_has_none() {
    let (directory, _) = played("force3 --games 2");
    let mut names: Vec<_> =
        directory.path().read_dir().expect("a directory").map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["games.csv", "journal", "summary.json", "summary.txt"]);
}

/// Every opening is asked again, by the whole solver.
#[test]
fn fair_openings_leave_neither_side_a_short_win() {
    let (directory, printed) = played("forte --games 40 --openings fair:3");
    assert!(printed.contains("Openings      20 different"), "{printed}");
    for [opening, ..] in table(&directory, ["opening", "game", "plies", "ended"]).into_iter().step_by(2) {
        let arguments = ["solve", "forte", "--plies", "7", "--nodes", "20000", "--json", "--position", &opening];
        let output = fort(&arguments).stdout(Stdio::piped()).output().expect("it runs");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["value"], "unknown", "{opening}");
    }
}

/// A table's cells, row by row, by column.
fn table(directory: &TempDir, columns: [&str; 4]) -> Vec<[String; 4]> {
    let mut table = csv::Reader::from_path(directory.path().join("games.csv")).expect("a table");
    let headers = table.headers().expect("a header").clone();
    let cell = |row: &csv::StringRecord, name: &str| {
        row[headers.iter().position(|header| header == name).expect(name)].to_owned()
    };
    table.records().map(|row| row.expect("a row")).map(|row| columns.map(|name| cell(&row, name))).collect()
}

#[test]
fn games_of_backgammon_are_a_session() {
    for rules in ["", "score=wins", "cube=money,jacoby=on,beavers=on"] {
        let (directory, _) = played(&format!("backgammon --games 7 --rules {rules}"));
        let record = Record::read(&final_file(&directory, "games.mat")).expect("a session");
        assert_eq!(record.rules.to_string().parse(), Ok(record.rules));
        let mut score = [0; 2];
        let rows = table(&directory, ["starter", "result", "points", "ended"]);
        assert_eq!(record.games.len(), rows.len());
        for (game, [starter, result, points, ended]) in record.games.iter().zip(rows) {
            // The first player has the left column, which is Black.
            let side = |first: bool| if first { Side::Second } else { Side::First };
            assert_eq!(game.positions()[0].side(), side(starter == "1"));
            let winner = side((starter == "1") == (result == "1-0"));
            assert_eq!(game.score, score);
            score[winner.index()] += points.parse::<u64>().expect("points");
            assert_eq!(game.score_after(), score);
            assert_eq!(game.positions().last().expect("an end").ending(), ended);
        }
    }
}

#[test]
fn series_of_backgammon_have_a_file_each() {
    let (directory, _) = played("backgammon --games 3 --tournament --rules match=3");
    let rows = table(&directory, ["index", "game", "points", "rules"]);
    for (index, name) in ["1.1", "1.2", "2.1"].into_iter().enumerate() {
        let record = Record::read(&final_file(&directory, &format!("matches/{name}.mat"))).expect("a match");
        let own: Vec<_> = rows.iter().filter(|row| row[0] == index.to_string()).collect();
        assert_eq!(record.games.len(), own.len());
        for (game, [_, _, points, rules]) in record.games.iter().zip(own) {
            let [white, black] = game.score;
            assert!(rules.contains(&format!("standing={white}-{black},")), "{rules}");
            assert!(matches!(game.outcome(), Some(Outcome::Win { points: won, .. }) if won.to_string() == *points));
        }
        assert_eq!(record.score().into_iter().filter(|&points| points >= 3).count(), 1);
        assert_eq!(record.tag("Round"), Some(name));
    }
    assert!(!directory.path().join("games.mat").exists());
}

#[test]
fn openings_of_backgammon_come_from_games() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("a.mat");
    let game = |score: &str| {
        format!(
            "\n Game 1\n a : {score}       b : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Doubles => 2     Takes\n  3) 65: 24/13   63:\n"
        )
    };
    for (text, rules, limit, first) in [
        (format!("0 point match\n{}", game("0")), "cube=money", ":plies=0", "4HPwATDgc/ABMA:MIEFAAAAAAAA"),
        (format!("0 point match\n{}", game("0")), "cube=money", ":plies=1", "sGfwATDgc/ABMA:cAkAAAAAAAAA"),
        (format!("0 point match\n{}", game("0")), "", ":plies=1", "sGfwATDgc/ABMA:42"),
        (format!("0 point match\n{}", game("0")), "cube=money", "", "sGfwAyCYZ/ABMA:UQkPAAAAAAAA"),
        (format!("5 point match\n{}", game("2")), "match=5", ":plies=3", "sGfwATCYZ/ABMA:MBmgACAAAAAA"),
    ] {
        std::fs::write(&path, text).expect("written");
        let (played, summary) =
            played(&format!("backgammon --games 2 --rules {rules} --openings {}{limit}", path.display()));
        assert!(summary.contains("Openings      1 different"), "{summary}");
        let rows = table(&played, ["opening", "starter", "game", "rules"]);
        assert_eq!(rows[0][0], first);
        assert_eq!(rows[0][1], "1");
    }
}

/// A Polyglot book with these moves at the start.
fn book(moves: &[(&str, u16)]) -> Vec<u8> {
    let start = Chess::start(&Options::default());
    let entry = |&(text, weight): &(&str, u16)| {
        let mv = start.find_move(text).expect(text);
        let squares = (mv.from() << 6 | mv.to()) as u16;
        let key = polyglot::key(&start).to_be_bytes();
        [&key[..], &squares.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    };
    moves.iter().flat_map(entry).collect()
}

#[test]
fn openings_come_from_files_of_every_kind() {
    let directory = TempDir::new().expect("a directory");
    let path = |name: &str| directory.path().join(name).display().to_string();
    let file = |name: &str, bytes: &[u8]| std::fs::write(path(name), bytes).expect("written");
    file("list.epd", b"# two\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n4k3/8/8/8/8/8/3R4/4K3 w - - 0 1\n");
    file("games.pgn", b"1. e4 e5 *\n\n[Event \"x\"]\n\n1. d4 *\n\n[Event \"again\"]\n\n1. d4 *\n");
    file("book.bin", &book(&[("d2d4", 5), ("e2e4", 5), ("a2a3", 0), ("g1f3", 1)]));
    for (openings, different, leads) in [
        ("list.epd", 2, [None, None]),
        ("games.pgn", 2, [Some("2"), Some("1")]),
        ("games.pgn:plies=1", 2, [Some("1"), Some("1")]),
        ("book.bin:plies=4", 3, [Some("1"), Some("1")]),
    ] {
        let (played, summary) = played(&format!("chess --games 20 --openings {}", path(openings)));
        assert!(summary.contains(&format!("Openings      {different} different")), "{openings}: {summary}");
        let games = games::<Chess>(&played);
        assert_eq!([&games[0], &games[2]].map(|game| game.tag("OpeningPlies")), leads, "{openings}");
        let begins_at_start = games[0].start == Chess::start(&Options::default());
        assert_eq!(begins_at_start, leads[0].is_some(), "{openings}");
    }
}

#[test]
fn openings_of_checkers_come_from_games_lines_and_positions() {
    let directory = TempDir::new().expect("a directory");
    for (name, text, limit, different, leads) in [
        ("a.pdn", "1. 9-13 22-18 *\n\n[Event \"x\"]\n1. 9-14 1-0\n", "", 2, [Some("2"), Some("1")]),
        ("b.pdn", "1. 9-13 22-18 *\n1. 9-14 1-0\n", ":plies=1", 2, [Some("1"), Some("1")]),
        ("a.txt", "# two\n9-13 21-17 5-9\n1. 9-14 22-18? {no}\n", "", 2, [Some("3"), Some("2")]),
        ("b.txt", "W:W18,K31:B1,K20\nB:W18,K31:B1,K20.\n", "", 2, [None, None]),
        ("c.txt", "[Event \"x\"]\n1. 9-13 22-18 *\n[Event \"y\"]\n1. 9-14 *", "", 2, [Some("2"), Some("1")]),
    ] {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        let (played, summary) = played(&format!("checkers --games 4 --openings {}{limit}", path.display()));
        assert!(summary.contains(&format!("Openings      {different} different")), "{name}: {summary}");
        let games = games::<Checkers>(&played);
        assert_eq!([&games[0], &games[2]].map(|game| game.tag("OpeningPlies")), leads, "{name}");
    }
}

#[test]
fn a_file_of_openings_that_is_none_is_exit_code_2() {
    let directory = TempDir::new().expect("a directory");
    let run = |game: &str, name: &str, bytes: &[u8], limit: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let mut command = fort(&["match", game, "--player", "random", "--player", "random", "--games", "2"]);
        let openings = format!("{}{limit}", path.display());
        let output = command.args(["--openings", &openings]).stderr(Stdio::piped()).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    for (name, bytes, limit, reason) in [
        ("a.pgn", &b"[Event \"a\"]\n\n1. e5 *"[..], "", "a.pgn: game 1, line 3: "),
        ("a.bin", b"0123456789", ":plies=3", "a.bin: a Polyglot book has entries of 16 bytes; 10 bytes"),
        ("b.bin", &book(&[("e2e4", 1)]), "", "b.bin: a Polyglot book needs a number of plies"),
        ("a.epd", b"\n4k3/8/8/8/8/8/8/4K4 w - -", "", "a.epd: line 2: at character "),
        ("b.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - -", ":plies=3", "b.epd: plies=3 is for files with moves"),
        ("c.pgn", b"1. e4 *", ":plies=no", "is not FILE:plies=N with 0 to 1000 plies"),
    ] {
        let (code, message) = run("chess", name, bytes, limit);
        assert_eq!(code, Some(2), "{name}: {message}");
        assert!(message.contains(reason), "{name}: {message}");
    }
    for (name, bytes, limit, reason) in [
        (
            "a.pdn",
            &b"1. 9-13 *\n[Event \"b\"]\n\n1. 9-13 22-12 *"[..],
            "",
            "a.pdn: game 2, line 4: \"22-12\" is not a legal",
        ),
        ("b.pdn", b"[GameType \"20\"]\n1. 32-28 *", "", "b.pdn: game 1, line 1: GameType \"20\"; accepted is 21"),
        ("c.pdn", b"# nothing", "", "c.pdn: game 1, line 1: "),
        ("d.pdn", b"", "", "d.pdn: no games; "),
        ("e.pdn", b"[FEN \"B:W1:BK8\"]\n*", "", "e.pdn: game 1, line 1: the FEN is wrong at character "),
        ("f.pdn", b"[FEN \"B:WK1:BK6\"]\n1. 6-9 1-10 *", "", "f.pdn: game 1, line 2: \"1-10\" is not a legal"),
        ("g.pdn", b"[FEN \"B:W6:BK1\"]\n1. 1x10 *", "", "g.pdn: game 1: over after 1 plies; FILE:plies=N"),
        ("a.txt", b"# no\n9-13 9-14", "", "a.txt: line 2: \"9-14\" is not a legal move here; legal are: "),
        ("b.txt", b"9-13 *  9-14", "", "b.txt: line 1: more than one game; a line has the moves of one opening"),
        ("c.txt", b"B:W9:B33", "", "c.txt: line 1: at character 7: a square from 1 to 32: 33 is more than 32"),
        ("d.txt", b"B:W9:B1", ":plies=2", "d.txt: plies=2 is for files with moves"),
        ("e.txt", b"9-13\n\xFC", "", "e.txt: line 2: "),
    ] {
        let (code, message) = run("checkers", name, bytes, limit);
        assert_eq!(code, Some(2), "{name}: {message}");
        assert!(message.contains(reason), "{name}: {message}");
    }
    for (name, rows, limit, reason) in [
        ("a.mat", "5 point match", "", "a.mat: line 1: no games; "),
        (
            "b.txt",
            "5 point match\nGame 1\na : 0  b : 0\n 1) 31: 8/5 6/5",
            "",
            "b.txt: games of match=5, and the match has match=off",
        ),
        (
            "c.mat",
            "0 point match\nGame 1\na : 0  b : 0\n 1) 31: 8/5 6/4",
            "",
            "c.mat: line 4: the left column's 31: \"8/5 6/4\" is not a legal",
        ),
        (
            "d.mat",
            "0 point match\nGame 1\na : 0  b : 0\n 1) 31: 8/5 6/5",
            "",
            "d.mat: game 1: the file ends before the roll",
        ),
        (
            "e.mat",
            "0 point match\nGame 1\na : 0  b : 0\n 1) 31: 8/5 6/5    42: 8/4 6/4\n 2) Doubles => 2     Takes\n 3) 65: 24/13 63:",
            ":plies=4",
            "e.mat: game 1: the cube was turned, and these rules have none",
        ),
        (
            "f.mat",
            "0 point match\nGame 1\na : 0  b : 0\n; Set Pos=------------O----------a--/0\n 1) 21: 2/off\n  Wins 2 points",
            "",
            "f.mat: game 1: over after 1 moves; FILE:plies=N",
        ),
    ] {
        let (code, message) = run("backgammon", name, rows.as_bytes(), limit);
        assert_eq!(code, Some(2), "{name}: {message}");
        assert!(message.contains(reason), "{name}: {message}");
    }
}

#[test]
fn games_end_by_what_players_and_tables_say() {
    let endings = |line: &str| {
        let output = fort(&line.split(' ').collect::<Vec<_>>()).stdout(Stdio::piped()).output().expect("it runs");
        assert!(output.status.success(), "{line}");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["endings"].clone()
    };
    let count = |endings: &serde_json::Value, reason: &str| endings[reason].as_u64().unwrap_or(0);
    let chess =
        "match chess --player alphabeta:nodes=500 --player alphabeta:nodes=500 --games 20 --json --openings fair:4";
    let resigned = endings(&format!("{chess} --resign moves=2,score=4,sides=both --draw moves=4,score=0.05,after=20"));
    assert!(count(&resigned, "resignation") >= 10, "{resigned}");
    let solved = endings(
        "match checkers --player alphabeta:depth=3 --player alphabeta:depth=3 --games 20 --json --adjudicate-tables",
    );
    assert!(count(&solved, "table") >= 10, "{solved}");
    let whole = endings("match force3 --player random --player random --games 20 --json --adjudicate-tables");
    assert_eq!(count(&whole, "table"), 20, "the first position is solved: {whole}");
}

#[test]
fn bad_input_is_exit_code_2_and_a_message() {
    let random = "match force3 --player random --player random";
    for (line, reason) in [
        ("match nosuch --player random --player random --games 2".to_owned(), "[possible values: forte"),
        ("match force3 --player random --games 2".to_owned(), "two players"),
        ("match force3 --player random --player chess --games 2".to_owned(), "the players are random"),
        ("match force3 --player random --player alphabeta:depth=0 --games 2".to_owned(), "1 to 127"),
        ("match force3 --player random --player alphabeta:depth=128 --games 2".to_owned(), "1 to 127"),
        (format!("{random} --games 0"), "1..="),
        (format!("{random} --games -1"), "invalid value '-1' for '--games <N>'"),
        (format!("{random} --games 2 --rules ban=nothing"), "--rules: rule option ban"),
        (format!("{random} --games 2 --openings /no/such/file"), "/no/such/file"),
        (
            "match checkers --player random --player random --games 2 --openings balots".to_owned(),
            "openings with a name are ballots ballots:156 ballots:174",
        ),
        (
            "match fortac --player random --player random --games 2 --openings fair:2".to_owned(),
            "fair positions are told in games without chance alone",
        ),
        (
            "match forte --player random --player random --games 2 --adjudicate-tables".to_owned(),
            "there are no tables of results for forte",
        ),
        (
            "match backgammon --player random --player random --games 2 --resign moves=1,score=1".to_owned(),
            "--draw and --resign are not for backgammon",
        ),
        (format!("{random} --games 2 --anchor 3=0"), "--anchor 3: a number from 1 to that of the players"),
        (format!("{random} --games 2 --draw moves=0,score=1"), "moves does not take 0"),
        (format!("{random} --games 2 --out /dev/null/x"), "/dev/null/x"),
        (format!("{random} --games 2 --out /dev/null"), "--out /dev/null: not a directory"),
        (format!("{random} --games 2 --threads 0"), "1..=1024"),
    ] {
        let output = fort(&line.split(' ').collect::<Vec<_>>()).stderr(Stdio::piped()).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {message}");
        assert!(message.contains(reason), "{line}: {message}");
    }
}

#[test]
fn the_journal_of_another_run_is_exit_code_2() {
    let directory = TempDir::new().expect("a directory");
    let run = |seed: &str| {
        let mut command = fort(&["match", "force3", "--player", "random", "--player", "random", "--games", "2"]);
        out(&mut command, &directory);
        command.args(["--seed", seed]).stderr(Stdio::piped()).output().expect("it runs")
    };
    assert!(run("1").status.success());
    let refused = run("2");
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("seed is \"1\" there and \"2\" here"), "{message}");
}

#[test]
fn a_closed_pipe_is_not_a_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = fort(&["match", "force3", "--player", "random", "--player", "random", "--games", "2"]);
    let output = command.stdout(writer).stderr(Stdio::piped()).spawn().expect("it runs").wait_with_output();
    let output = output.expect("it ends");
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(1), "fort: standard output was closed before the end; not everything was written\n")
    );
}

/// The summary of a match as JSON.
fn summary(line: &str) -> serde_json::Value {
    let line = format!("match {line} --json");
    let output = fort(&line.split(' ').collect::<Vec<_>>()).stdout(Stdio::piped()).output().expect("it runs");
    assert!(output.status.success(), "{line}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn points_count_where_a_win_may_count_several() {
    let players = "--player greedy --player random --games 20";
    let backgammon = summary(&format!("backgammon {players}"));
    let points = backgammon["points"].as_f64().expect("a number");
    assert!((0.5..=3.0).contains(&points) && backgammon["points_error"].as_f64().is_some(), "{backgammon}");
    for other in ["force3", "fortac"] {
        assert!(summary(&format!("{other} {players}"))["points"].is_null());
    }
}

#[test]
fn luck_cancels_out_between_equals() {
    let twins = "--player expectiminimax:plies=0 --player expectiminimax:plies=0 --games 40 --luck static";
    let summary = summary(&format!("backgammon {twins}"));
    for key in ["points", "points_error", "adjusted_points", "adjusted_points_error"] {
        assert_eq!(summary[key], 0.0, "{key} in {summary}");
    }
}

#[test]
fn luck_without_chance_or_by_nothing_is_refused() {
    for (game, luck, reason) in [
        ("force3", "static", "--luck: there is no chance in force3"),
        ("backgammon --rules match=3", "static", "play whole matches: --tournament"),
        ("backgammon", "net=/no/such/file", "/no/such/file: No such file"),
        ("backgammon", "net=/dev/null", "/dev/null: "),
        ("backgammon", "good", "luck is told by static or net=FILE"),
    ] {
        let line = format!("match {game} --player random --player random --games 2 --luck {luck}");
        let output = fort(&line.split(' ').collect::<Vec<_>>()).stderr(Stdio::piped()).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason), "{message}");
    }
}
