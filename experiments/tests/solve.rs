//! `fort solve` from outside: the reference deals, the figures of FORCE 3, and what is refused.

#[path = "program/answers.rs"]
mod answers;
mod program;

use std::collections::BTreeMap;
use std::fs::DirEntry;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use answers::{lines, printed};
use program::{fort_reading, text};

const REFERENCE: &str = include_str!("../../testdata/patience/reference.csv");

/// The reference rows of a game: deal, verdict, and the raw states if there are any.
fn reference(game: &str) -> Vec<(String, String, Option<u64>)> {
    let mut reader = csv::Reader::from_reader(REFERENCE.as_bytes());
    let rows = reader.records().map(|row| row.expect("a row")).filter(|row| &row[0] == game);
    let raw = |note: &str| note.split(';').find_map(|word| word.strip_prefix("raw_states=")?.parse().ok());
    rows.map(|row| (row[1].to_owned(), row[2].to_owned(), raw(&row[4]))).collect()
}

#[test]
fn the_reference_deals_in_one_file_have_their_verdicts_in_order() {
    for game in ["fortress", "chessboard"] {
        let rows = reference(game);
        assert!(rows.len() > 100);
        let file = rows.iter().map(|(deal, ..)| ["# a deal\n\n", deal, "\n"].concat()).collect::<String>();
        let solved = lines(&["solve", game, "--file", "-", "--threads", "2"], &file);
        assert_eq!(solved.len(), rows.len());
        for (number, (solved, (deal, verdict, _))) in solved.iter().zip(&rows).enumerate() {
            assert_eq!((&solved["deal"], &solved["verdict"]), (&deal.as_str().into(), &verdict.as_str().into()));
            assert_eq!(solved["line"], 3 * (number + 1));
            assert_eq!(solved["moves"] == "", verdict == "unwinnable", "{solved}");
            assert!(solved["stored"].as_u64() > Some(0));
        }
        assert_eq!(lines(&["solve", game, "--file", "-", "--threads", "1"], &file), solved);
    }
}

#[test]
fn the_plain_search_counts_the_raw_states() {
    for game in ["fortress", "chessboard"] {
        let rows: Vec<_> = reference(game).into_iter().filter(|(.., raw)| raw.is_some_and(|raw| raw < 1_000)).collect();
        assert!(rows.len() > 10, "{game}: {}", rows.len());
        let file = rows.iter().map(|(deal, ..)| [deal, "\n"].concat()).collect::<String>();
        let solved = lines(&["solve", game, "--file", "-", "--raw"], &file);
        assert_eq!(solved.len(), rows.len());
        for (solved, (.., raw)) in solved.iter().zip(&rows) {
            assert_eq!((&solved["verdict"], solved["raw_states"].as_u64()), (&"unwinnable".into(), *raw));
        }
    }
}

#[test]
fn a_deal_is_the_same_from_its_seed_its_text_and_a_pipe() {
    let range = lines(&["solve", "chessboard", "--deal", "4..7", "--seed", "9"], "");
    assert_eq!(range.len(), 3);
    for (index, in_range) in (4_u64..).zip(&range) {
        let alone = lines(&["solve", "chessboard", "--deal", &index.to_string(), "--seed", "9"], "");
        assert_eq!(alone, std::slice::from_ref(in_range));
        assert_eq!((in_range["index"].as_u64(), in_range["seed"].as_u64()), (Some(index), Some(9)));
        let deal = in_range["deal"].as_str().expect("a text");
        let as_text = lines(&["solve", "chessboard", "--text", deal], "");
        let piped = lines(&["solve", "chessboard", "--position", "-"], &format!("{deal}\n"));
        assert_eq!(as_text, piped);
        for key in ["deal", "verdict", "stored", "moves"] {
            assert_eq!(as_text[0][key], in_range[key]);
        }
    }
    assert_eq!(lines(&["solve", "fortress"], ""), lines(&["solve", "fortress", "--deal", "0", "--seed", "1"], ""));
}

#[test]
fn people_see_the_layout_the_verdict_and_the_moves() {
    let won = "2C AC|4C 3C|5C|6C|7C|8C|9C|TC|JC|KC QC ; C0 D13 H13 S13";
    let shown = printed(&["solve", "fortress", "--text", won], "");
    assert!(shown.contains(" 1  2C AC ") && shown.contains("winnable in 13 moves;"), "{shown}");
    assert!(shown.contains("AC>F 2C>F"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let over = printed(&["solve", "fortress", "--text", "||||||||| ; C13 D13 H13 S13"], "");
    assert!(over.ends_with("winnable in 0 moves; 1 position stored\n"), "{over}");
    let given_up = printed(&["solve", "chessboard", "--deal", "1", "--limit", "20"], "");
    assert!(given_up.ends_with("undecided: given up after 20 stored positions (--limit)\n"), "{given_up}");
    let list = printed(&["solve", "chessboard", "--deal", "0..3"], "");
    assert!(list.starts_with("deal 0 ") && list.contains("\n3 deals: "), "{list}");
}

#[test]
fn force3_is_solved_with_the_known_figures() {
    for (ban, distance, counts) in [
        ("tile", 15, [128_529, 91_365, 32_096, 5_068]),
        ("position", 9, [128_561, 90_001, 30_080, 8_480]),
        ("none", 9, [26_673, 16_901, 4_680, 5_092]),
    ] {
        let solved = &lines(&["solve", "force3", "--rules", &format!("ban={ban}")], "")[0];
        assert_eq!((&solved["value"], &solved["distance"]), (&"win".into(), &distance.into()), "{ban}");
        let keys = ["positions", "win", "loss", "draw"];
        assert_eq!(keys.map(|key| solved[key].as_u64().expect("a count")), counts, "{ban}");
        assert!(solved["rules"].as_str().is_some_and(|rules| rules.contains(&format!("ban={ban},"))));
    }
    let shown = printed(&["solve", "force3"], "");
    assert!(shown.contains("x wins in 15 plies") && shown.contains("128,529"), "{shown}");
}

#[test]
fn best_moves_lead_to_the_end_in_as_many_plies_as_told() {
    let start = &lines(&["show", "force3"], "")[0];
    let mut position = start["position"].as_str().expect("a text").to_owned();
    for left in (0..=15).rev() {
        let solved = &lines(&["solve", "force3", "--position", &position], "")[0];
        let value = if left % 2 == 1 { "win" } else { "loss" };
        assert_eq!((&solved["value"], &solved["distance"]), (&value.into(), &left.into()), "{position}");
        let best = solved["best"].as_array().expect("a list");
        let Some(mv) = best.first() else {
            assert_eq!(left, 0, "{position}");
            assert!(printed(&["solve", "force3", "--position", &position], "").contains("the game is over: a loss"));
            return;
        };
        assert_eq!((&solved["moves"][0]["move"], &solved["moves"][0]["distance"]), (mv, &left.into()));
        let moves = &lines(&["moves", "force3", "--position", &position], "")[0]["moves"];
        let mut moves = moves.as_array().expect("a list").iter();
        let next = moves.find(|listed| listed["move"] == *mv).expect("a best move is legal");
        position = next["to"].as_str().expect("a text").to_owned();
    }
    panic!("the game goes on");
}

#[test]
fn an_analysis_of_a_solved_game_tells_what_the_table_knows() {
    let positions = [".../._./... x -", "x../._./... o -", "x.o/_../.ox x -", "x.o/x.o/._. x b2"];
    for (rules, positions) in [("ban=tile", &positions[..]), ("relocate=orth,ban=none", &positions[..1])] {
        for position in positions {
            let at = ["--rules", rules, "--position", position];
            let solved = &lines(&[&["solve", "force3"], &at[..]].concat(), "")[0];
            for (limit, is_searched) in [(&[][..], false), (&["--nodes", "200", "--threads", "1"][..], true)] {
                let told = &lines(&[&["analyse", "force3"], &at[..], limit].concat(), "")[0];
                for key in ["value", "distance", "best", "moves"] {
                    assert_eq!(told["exact"][key], solved[key], "{key} in {told}");
                }
                assert_eq!(told["nodes"].as_u64() > Some(0), is_searched, "{told}");
                if !is_searched {
                    let phrase = solved["distance"].as_u64().map(|plies| format!("{} in {plies}", solved["value"]));
                    let phrase = phrase.unwrap_or_else(|| "draw".to_owned()).replace('"', "");
                    assert_eq!((&told["move"], &told["value"]), (&solved["best"][0], &phrase.into()), "{told}");
                    let plies = told["pv"].as_array().map(|line| line.len() as u64);
                    assert_eq!(plies, solved["distance"].as_u64().or(Some(1)), "the line goes to the end: {told}");
                }
            }
        }
    }
    let words = printed(&["analyse", "force3"], "");
    assert!(words.contains("score win in 15   by the table") && words.contains("\nloss in 10\n  b1-b2"), "{words}");
    let hint = printed(&["play", "force3", "--player", "perfect"], "@a1 hint\n");
    let exact = &lines(&["analyse", "force3"], "")[0]["exact"];
    let best = exact["best"].as_array().expect("moves");
    let start = printed(&["play", "force3", "--player", "perfect"], "hint\n");
    assert!(best.iter().any(|mv| start.contains(&format!("would play {} (win in 15)", mv.as_str().expect("text")))));
    assert!(hint.contains("(win in 13)"), "after the first move and the reply: {hint}");
    for game in ["chess", "fortac", "forte"] {
        let refused = fort_reading(&["analyse", game], b"");
        assert_eq!(refused.status.code(), Some(2), "{game}");
        assert!(text(&refused.stderr).contains("needs a limit: --depth N"), "{}", text(&refused.stderr));
    }
}

#[test]
fn bad_input_is_exit_code_2_with_its_place() {
    let deal = "AS 2S 3S 4S 5S 6S|7S 8S 9S TS JS|QS KS AH 2H 3H|4H 5H 6H 7H 8H|9H TH JH QH KH|AD 2D 3D 4D 5D 6D|\
        7D 8D 9D TD JD|QD KD AC 2C 3C|4C 5C 6C 7C 8C|9C TC JC QC KC";
    let twice = deal.replace("KC", "AS");
    let unknown = deal.replace("KC", "1C");
    let missing = deal.replace(" KC", "");
    let few_piles = deal.replacen('|', " ", 1);
    let file = format!("# good, then bad\n{deal}\n{unknown}\n");
    let table: Vec<(Vec<&str>, &str, &str)> = vec![
        (
            vec!["fortress", "--text", &twice],
            "",
            "--position: at character 154: AS a second time; it stands at character 1",
        ),
        (vec!["fortress", "--text", &unknown], "", "at character 154: \"1C\" has an unknown rank"),
        (vec!["fortress", "--text", &missing], "", "KC is missing"),
        (vec!["fortress", "--text", &few_piles], "", "ends after 9 of ten piles"),
        (vec!["fortress", "--text", ""], "", "--position: at character 1"),
        (vec!["fortress", "--text", "-"], "", "--position - (standard input): empty"),
        (vec!["fortress", "--file", "-"], &file, "(standard input): line 3: at character 154: \"1C\""),
        (vec!["fortress", "--file", "-"], "\n# nothing\n", "no deals; expected one a line"),
        (vec!["fortress", "--file", "/no/such/file"], "", "/no/such/file: "),
        (vec!["fortress", "--deal", "7..3"], "", "7..3 is reversed"),
        (vec!["fortress", "--deal", "7..7"], "", "7..7 is empty"),
        (vec!["fortress", "--deal", "x"], "", "\"x\" is not a whole number"),
        (vec!["fortress", "--deal", "1", "--text", deal], "", "cannot be used with"),
        (vec!["fortress", "--file", "-", "--seed", "2"], "", "cannot be used with"),
        (vec!["fortress", "--limit", "0"], "", "0 is not in 1..=16000000"),
        (vec!["fortress", "--all"], "", "is a solitaire"),
        (vec!["fortress", "--rules", "x=1"], "", "--rules: there is no rule option"),
        (vec!["force3", "--deal", "1"], "", "--deal: force3 is a two-player game"),
        (vec!["force3", "--raw"], "", "--raw: force3 is a two-player game"),
        (vec!["force3", "--position", "?!"], "", "--position: at character "),
        (vec!["force3", "--all", "--rules", "ban=none"], "", "cannot be used with"),
        (
            vec!["fortac"],
            "",
            "fortac cannot be solved: it has chance; what can be: forte force3 chess checkers fortress",
        ),
        (vec!["chess", "--all"], "", "--all: of chess only endings are solved: positions of up to four men"),
        (vec!["chess", "--men", "5"], "", "5 is not in 3..=4"),
        (vec!["chess", "--men", "3", "--file", "-"], "", "cannot be used with"),
        (vec!["chess", "--position", "8/8/8/8/8/2k5/1R6/K7 w - x"], "", "--position: at character "),
        (vec!["chess", "--position", "8/8/8/8/8/k7/8/K2QRR2 w - -"], "", "--position: not in the tables, which have"),
        (vec!["chess", "--file", "-"], "\n8/8/8/8/8/k7/8/K2QRR2 w - -", "--file: line 2: not in the tables"),
        (vec!["chess", "--tables", "/no/such/file"], "", "/no/such/file: "),
        (vec!["chess", "--tables", "Cargo.toml"], "", "Cargo.toml: no tables of endings"),
        (vec!["chess", "--shortest"], "", "--shortest: chess is a two-player game"),
        (vec!["force3", "--men", "3"], "", "--men: force3 is solved whole"),
        (vec!["fortress", "--tables", "x"], "", "--tables: fortress is a solitaire"),
        (vec!["chess", "--pieces", "3"], "", "--pieces: chess is not asked that; its options are --men,"),
        (vec!["checkers", "--all"], "", "--all: of checkers only endings are solved: positions of few pieces"),
        (vec!["checkers", "--men", "3"], "", "--men: checkers is not asked that; its options are --pieces,"),
        (vec!["checkers", "--pieces", "7"], "", "7 is not in 2..=6"),
        (vec!["checkers", "--verify", "0"], "", "0 is not in 1.."),
        (
            vec!["checkers", "--tables", "x", "--out", "y"],
            "",
            "--tables: with --out tables are made, in that directory",
        ),
        (vec!["checkers", "--tables", "/no/such/directory"], "", "/no/such/directory: "),
        (vec!["checkers", "--tables", "src"], "", "src: 0m1k-0m1k.checkers is missing"),
        (vec!["checkers", "--out", "Cargo.toml"], "", "Cargo.toml: "),
        (vec!["checkers", "--position", "B:W32:B33"], "", "--position: at character "),
        (
            vec!["checkers", "--position", "B:W30,31,32:B1,2"],
            "",
            "--position: not in the tables, which have positions of",
        ),
    ];
    for (arguments, input, reason) in table {
        let output = fort_reading(&[&["solve"], arguments.as_slice()].concat(), input.as_bytes());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}: nothing is solved before all is read");
    }
}

#[test]
fn a_reader_that_has_gone_ends_it_quietly() {
    for arguments in [&["fortress", "--deal", "0..5000"][..], &["fortress"], &["force3"], &["chessboard", "--json"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
        command.arg("solve").args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let output = command.spawn().expect("it runs").wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(1), "fort: standard output was closed before the end; not everything was written\n"),
            "{arguments:?}"
        );
    }
}

#[test]
fn the_shortest_line_is_proved_or_bounded() {
    let deals = ["solve", "chessboard", "--deal", "0..12", "--threads", "2"];
    let (plain, shortest) = (lines(&deals, ""), lines(&[&deals[..], &["--shortest"]].concat(), ""));
    let bounded = lines(&[&deals[..], &["--shortest", "--limit", "700"]].concat(), "");
    let mut unproved = 0;
    for ((plain, shortest), bounded) in plain.iter().zip(&shortest).zip(&bounded) {
        assert_eq!((&plain["deal"], &plain["verdict"]), (&shortest["deal"], &shortest["verdict"]));
        assert_eq!(shortest["found"], plain["length"]);
        if plain["verdict"] != "winnable" {
            assert_eq!(["shortest", "lower", "upper"].map(|key| &shortest[key]), [&Value::Null; 3]);
            continue;
        }
        let [least, length, found] = [&shortest["shortest"], &shortest["length"], &plain["length"]].map(Value::as_u64);
        assert!(least == length && least <= found && least > Some(52), "{shortest}");
        assert_eq!(shortest["moves"].as_str().map(|moves| moves.split(' ').count() as u64), least);
        if bounded["verdict"] == "winnable" {
            let [lower, upper] = [&bounded["lower"], &bounded["upper"]].map(Value::as_u64);
            assert!(lower <= least && least <= upper && upper == bounded["length"].as_u64(), "{bounded}");
            assert_eq!(bounded["shortest"].is_null(), lower < upper);
            unproved += u32::from(lower < upper);
        }
    }
    assert!(unproved > 0);
    let text = printed(&["solve", "chessboard", "--deal", "1", "--shortest"], "");
    assert!(text.contains("winnable in 79 moves, which is the minimum; "), "{text}");
    assert!(text.contains(" by the first line found; "), "{text}");
    let text = printed(&["solve", "chessboard", "--deal", "1", "--shortest", "--limit", "700"], "");
    assert!(text.contains("winnable; the minimum is between ") && text.contains(" and "), "{text}");
    let text = printed(&["solve", "chessboard", "--deal", "0..3", "--shortest"], "");
    assert!(text.contains("79 moves, the minimum") && text.contains("2 lines proved shortest"), "{text}");
}

#[test]
fn the_shortest_line_of_builds_is_refused() {
    let output = fort_reading(&["solve", "fortress", "--rules", "units=build", "--shortest"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--shortest: with units=build"), "{}", text(&output.stderr));
}

#[test]
fn endings_of_three_men_have_their_figures_and_are_kept_in_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("endings");
    let file = file.to_str().expect("a text");
    let solved = lines(&["solve", "chess", "--men", "3", "--out", file], "");
    let names: Vec<&str> = solved.iter().filter_map(|ending| ending["ending"].as_str()).collect();
    assert_eq!(names, ["KQK", "KRK", "KBK", "KNK", "KPK"]);
    // In plies, as 10, 16 and 28 moves are published: see solvers/tests/chess_endings.rs.
    let longest: Vec<_> = solved.iter().map(|ending| ending["stronger"]["longest_win"].as_u64()).collect();
    assert_eq!(longest, [Some(19), Some(31), None, None, Some(55)]);
    assert_eq!(lines(&["solve", "chess", "--men", "3", "--tables", file], ""), solved);
    let shown = printed(&["solve", "chess", "--men", "3"], "");
    assert!(shown.contains("KPK     white      163,328  124,960") && shown.contains("5 endings take"), "{shown}");
    let whole = std::fs::read(file).expect("written");
    std::fs::write(file, &whole[..whole.len() - 9]).expect("writable");
    let output = fort_reading(&["solve", "chess", "--tables", file, "--men", "3"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("truncated in KPK: 9 bytes are missing"), "{}", text(&output.stderr));
}

#[test]
fn chess_positions_have_values_distances_and_best_moves() {
    let asked = "# a rook, then a capture en passant\n8/8/8/8/8/2k5/1R6/K7 w - -\n\n8/8/8/8/Pp6/8/8/K1k5 b - a3\n";
    let [rook, passing] = &lines(&["solve", "chess", "--file", "-"], asked)[..] else { panic!("two positions") };
    assert_eq!((&rook["line"], &rook["value"], &rook["distance"]), (&2.into(), &"win".into(), &31.into()));
    assert_eq!(rook["best"].as_array().map(Vec::len), Some(8));
    assert_eq!((&passing["line"], &passing["value"], &passing["distance"]), (&4.into(), &"win".into(), &9.into()));
    let moves = passing["moves"].as_array().expect("a list");
    assert!(moves.iter().any(|mv| mv["move"] == "b4a3" && mv["value"] == "draw"), "{passing}");
    let shown = printed(&["solve", "chess", "--position", "8/8/8/8/8/2k5/1R6/K7 w - -"], "");
    assert!(shown.contains("white to move: white wins in 31 plies"), "{shown}");
    let mated = printed(&["solve", "chess", "--position", "k7/1Q6/1K6/8/8/8/8/8 b - -"], "");
    assert!(mated.contains("the game is over: a loss for black"), "{mated}");
}

/// The files of a directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("readable"));
    let file = |entry: DirEntry| {
        let name = entry.file_name().into_string().expect("a name");
        // What is being written may get its name meanwhile.
        (name, std::fs::read(entry.path()).unwrap_or_default())
    };
    entries.map(file).collect()
}

#[test]
fn endgames_of_checkers_have_their_figures_and_are_kept_in_a_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    let tables = directory.path().join("tables");
    let path = tables.to_str().expect("a text");
    let solved = lines(&["solve", "checkers", "--pieces", "3", "--out", path], "");
    assert_eq!(solved.len(), 16);
    // Two men against one, as in testdata/checkers/endgame_counts.csv.
    let slice = solved.iter().find(|slice| slice["slice"] == "2m0k-1m0k").expect("it is there");
    let keys = ["pieces", "positions", "win", "draw", "loss", "captures", "longest_win", "longest_wins"];
    assert_eq!(keys.map(|key| slice[key].as_u64().expect("a count")), [3, 9936, 9928, 8, 0, 888, 61, 8]);
    assert_eq!(slice["longest_loss"], Value::Null);
    for again in [vec!["--pieces", "3"], vec!["--pieces", "3", "--out", path], vec!["--tables", path]] {
        assert_eq!(lines(&[&["solve", "checkers"], &again[..]].concat(), ""), solved, "{again:?}");
    }
    let shown = printed(&["solve", "checkers", "--tables", path, "--pieces", "2"], "");
    assert!(shown.contains("all with 2") && shown.contains("2,370") && !shown.contains("all with 3"), "{shown}");
    let checked = &lines(&["solve", "checkers", "--tables", path, "--verify", "5000"], "")[0];
    assert!(checked["slices"] == 16 && checked["positions"].as_u64() > Some(50_000), "{checked}");
    let refused = |reason: &str| {
        for option in ["--tables", "--out"] {
            let output = fort_reading(&["solve", "checkers", option, path, "--pieces", "3"], b"");
            let message = text(&output.stderr);
            assert!(output.status.code() == Some(2) && message.contains(reason), "{option}: {message}");
        }
    };
    let file = tables.join("1m0k-2m0k.checkers");
    let whole = std::fs::read(&file).expect("written");
    std::fs::write(&file, &whole[..whole.len() - 9]).expect("writable");
    refused("1m0k-2m0k.checkers: truncated: 9 bytes are missing");
    let mut altered = whole;
    altered[300] ^= 4;
    std::fs::write(&file, &altered).expect("writable");
    refused("1m0k-2m0k.checkers: altered: its checksum is another");
}

#[test]
fn endgames_killed_and_begun_again_are_the_same_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let [whole, killed] = ["whole", "killed"].map(|name| directory.path().join(name));
    let command = |path: &Path| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fort"));
        command.args(["solve", "checkers", "--pieces", "4", "--threads", "1", "--out"]).arg(path);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    };
    assert!(command(&whole).status().expect("it runs").success());
    // Killed when so many files are there, or later: what it comes to does not depend on it.
    for files_there in [2, 8, 13, 19] {
        let mut child = command(&killed).spawn().expect("it runs");
        while child.try_wait().expect("a child").is_none() && (!killed.exists() || files(&killed).len() < files_there) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // One that is done already cannot be killed, which is as good.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert!(command(&killed).status().expect("it runs").success());
    let (whole, killed) = (files(&whole), files(&killed));
    assert_eq!(whole.len(), 23);
    assert!(whole.keys().eq(killed.keys()) && whole.values().eq(killed.values()));
}

#[test]
fn checkers_positions_have_values_distances_and_best_moves() {
    let asked = "W:W10,17:BK18,K27\n# a capture, and nobody to move\nB:W7,15:B2\nW:W:B1\n";
    let solved = &lines(&["solve", "checkers", "--file", "-"], asked)[..];
    let [draw, capture, over] = solved else { panic!("three positions") };
    assert_eq!((&draw["value"], &draw["distance"], &draw["best"][0]), (&"draw".into(), &Value::Null, &"10-6".into()));
    assert_eq!((&draw["moves"][1]["move"], &draw["moves"][1]["distance"]), (&"10-7".into(), &40.into()));
    assert_eq!(
        (&capture["value"], &capture["distance"], &capture["best"][0]),
        (&"win".into(), &1.into(), &"2x11x18".into())
    );
    assert_eq!((&over["value"], &over["distance"], &over["line"]), (&"loss".into(), &0.into(), &4.into()));
}

/// A position with a known win in three plies (`testdata/forte/forced_wins.csv`), and one without within seven.
const FORTE: [&str; 2] = [
    "...B../....A./.....B/...B../..B.../..A..A o..o.oo o.o..o. B",
    "....../....../....A./.B..../..A..B/...... ooo.o.o oo.oo.o A",
];

#[test]
fn a_joust_is_won_by_a_strategy_that_is_verified() {
    let solved = lines(&["solve", "forte", "--position", FORTE[0]], "");
    let [value, plies, least, verified] = ["value", "plies", "least", "verified"].map(|key| solved[0][key].clone());
    assert_eq!((value, plies, least, verified), ("win".into(), 3.into(), true.into(), true.into()), "{}", solved[0]);
    let file = FORTE.map(|line| format!("{line}\n")).concat();
    let solved = lines(&["solve", "forte", "--file", "-", "--plies", "1"], &file);
    for (number, solved) in solved.iter().enumerate() {
        assert_eq!(
            (&solved["value"], &solved["line"], &solved["verified"]),
            (&"unknown".into(), &(number + 1).into(), &false.into())
        );
        assert!(solved["plies"].is_null() && solved["best"].is_null() && solved["strategy"].is_null());
    }
    let output = fort_reading(&["solve", "forte", "--position", FORTE[0]], b"");
    let said = text(&output.stdout);
    assert!(said.contains("B wins in 3 plies by ") && said.contains(" replies it stood"), "{said}");
}

#[test]
fn each_move_of_a_joust_is_told_with_what_it_is_worth() {
    let arguments = ["solve", "forte", "--moves", "--plies", "2", "--position", FORTE[0]];
    let moves = lines(&arguments, "");
    let won: Vec<_> = moves.iter().filter(|mv| mv["value"] == "win").collect();
    assert!(!won.is_empty() && won.len() < moves.len(), "{} of {}", won.len(), moves.len());
    for mv in &moves {
        let is_won = mv["value"] == "win";
        assert_eq!((mv["plies"] == 3, mv["verified"] == true), (is_won, is_won), "{mv}");
        // After a move that does not win, some reply holds.
        let holding = mv["holding"].as_array().expect("a list").len() as u64;
        assert_eq!(holding == 0, mv["value"] != "unknown", "{mv}");
        assert!(Some(holding) <= mv["distinct_replies"].as_u64(), "{mv}");
    }
    let output = fort_reading(&arguments, b"");
    let said = text(&output.stdout);
    assert!(said.contains("replies that hold") && said.lines().count() == moves.len() + 3, "{said}");
}

#[test]
fn what_a_joust_is_not_asked_is_refused() {
    for (arguments, expected) in [
        ("forte --rules ply_cap=9", "without a cap"),
        ("forte --men 3", "its options are --plies, --tree, --nodes, --least-nodes, --moves"),
        ("forte --plies 0", "1..=99"),
        ("forte --deal 3", "not dealt"),
        ("force3 --plies 3", "solved by tables"),
        ("chess --nodes 5", "solved by tables"),
        ("chess --tree 5", "solved by tables"),
        ("forte --tree 9999999999", "0..=268435456"),
        ("fortress --plies 5", "its deals are solved"),
    ] {
        let words: Vec<&str> = ["solve"].into_iter().chain(arguments.split(' ')).collect();
        let output = fort_reading(&words, b"");
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(expected), "{arguments}: {said}");
    }
}
