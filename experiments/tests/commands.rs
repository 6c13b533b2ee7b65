//! The commands that need only rules, on the five fort games and checkers: what they print, what they refuse, and that a closed
//! pipe ends them quietly. The numbers are those of the games' own tests (`testdata/`).

mod program;

use std::io::pipe;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use program::{fort_reading, text};

const TWO_PLAYERS: [&str; 4] = ["forte", "force3", "fortac", "checkers"];
const SOLITAIRES: [&str; 2] = ["fortress", "chessboard"];

fn games() -> impl Iterator<Item = &'static str> {
    TWO_PLAYERS.into_iter().chain(SOLITAIRES)
}

fn fort(arguments: &[&str]) -> Output {
    fort_reading(arguments, b"")
}

/// The JSON document that a command prints, which must succeed.
fn json(arguments: &[&str]) -> Value {
    let output = fort(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

fn string<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is a text in {value}"))
}

fn moves(listing: &Value) -> &Vec<Value> {
    listing["moves"].as_array().expect("a list of moves")
}

#[test]
fn the_list_has_the_games_with_their_kinds() {
    let list = json(&["games"]);
    for (name, kind) in [
        ("forte", "deterministic"),
        ("force3", "deterministic"),
        ("fortac", "chance"),
        ("checkers", "deterministic"),
        ("fortress", "puzzle"),
        ("chessboard", "puzzle"),
    ] {
        let game = list["games"].as_array().and_then(|games| games.iter().find(|game| game["game"] == name));
        let game = game.unwrap_or_else(|| panic!("{name} is listed"));
        assert_eq!((string(game, "kind"), &game["implemented"]), (kind, &Value::Bool(true)), "{name}");
        assert_eq!(game["sides"].as_array().map(Vec::len), Some(if kind == "puzzle" { 0 } else { 2 }), "{name}");
        assert!(!string(game, "position").is_empty(), "{name}");
    }
}

#[test]
fn every_rule_option_takes_its_default() {
    let list = json(&["games"]);
    for game in list["games"].as_array().expect("a list").iter().filter(|game| game["implemented"] == true) {
        let name = string(game, "game");
        let standard = json(&["show", name]);
        for option in game["rules"].as_array().expect("a list") {
            let rules = format!("{}={}", string(option, "key"), string(option, "default"));
            assert_eq!(json(&["show", name, "--rules", &rules]), standard, "{name} {rules}");
            let refused = fort(&["show", name, "--rules", &format!("{}=nonsense", string(option, "key"))]);
            assert_eq!(refused.status.code(), Some(2), "{name} {rules}");
            assert!(text(&refused.stderr).contains(string(option, "values")), "{}", text(&refused.stderr));
        }
    }
}

#[test]
fn perft_gives_the_known_numbers() {
    for (game, rules, counts) in [
        ("force3", "", &[1, 12, 128, 1_840, 25_032, 387_920][..]),
        ("force3", "ban=position", &[1, 12, 132, 1_924, 26_316, 412_404]),
        ("forte", "", &[1, 36, 2_520, 205_088]),
        ("forte", "a=6,b=6", &[1, 30]),
        ("forte", "a=5,b=5", &[1, 24]),
    ] {
        for (depth, &nodes) in counts.iter().enumerate() {
            let depth = depth.to_string();
            let perft = json(&["perft", game, "--rules", rules, "--depth", &depth]);
            assert_eq!(perft["nodes"], nodes, "{game} {rules} {depth}");
            assert_eq!((string(&perft, "game"), perft["depth"].to_string()), (game, depth));
            assert!(perft["seconds"].is_f64());
        }
    }
}

#[test]
fn perft_checks_files_of_counts() {
    let path = tempfile::NamedTempFile::new().expect("a file").into_temp_path();
    let name = path.to_str().expect("a path of text");
    let check = |counts: &str, options: &[&str]| {
        std::fs::write(&path, counts).expect("a file that can be written");
        fort(&[&["perft", "chess", "--file", name], options].concat())
    };
    std::fs::write(&path, "B:W21-32:B1-12 ;D1 7 ;D5 7361\nB:WK10,11,18,19:BK14:H7 ;D1 2 ;D2 0\n").expect("written");
    let output = fort(&["perft", "checkers", "--file", name]);
    assert_eq!(text(&output.stdout).split(';').next(), Some("checkers: 4 of 4 counts right in 2 positions"));
    let right = "# two rooks\n4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 ;D1 26 ;D2 112 ;D3 3189\n";
    for (options, counts, nodes) in
        [(&[][..], 3, 3_327), (&["--depth", "2"], 2, 138), (&["--most", "111", "--threads", "2"], 1, 26)]
    {
        let output = check(right, &[options, &["--json"]].concat());
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (output.status.code(), &report["counts"], &report["nodes"]),
            (Some(0), &counts.into(), &nodes.into())
        );
        assert_eq!(report["left_out"], 3 - counts);
    }
    let wrong = right.replace("112", "113") + "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1 ;D1 1";
    let output = check(&wrong, &[]);
    assert_eq!(output.status.code(), Some(1));
    for line in ["line 2, depth 2:", "113 expected  112 counted", "line 3, depth 1:", "chess: 2 of 4 counts right"] {
        assert!(text(&output.stdout).contains(line), "{line}: {}", text(&output.stdout));
    }
    for (file, reason) in
        [("\n\n7k/8/8 w ;D1 1", "line 3: "), ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "there are no counts")]
    {
        let output = check(file, &[]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(text(&output.stderr).contains(reason) && output.stdout.is_empty(), "{}", text(&output.stderr));
    }
    for (game, refused) in [("fortac", "has chance"), ("fortress", "has chance or one player")] {
        let output = fort(&["perft", game, "--file", name]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(refused), "{}", text(&output.stderr));
    }
}

#[test]
fn perft_divides_into_parts_that_add_up_on_any_number_of_threads() {
    for game in games() {
        let whole = json(&["perft", game, "--depth", "2", "--threads", "1"]);
        for options in [&["--threads", "1"][..], &["--threads", "4"]] {
            let divided = json(&[&["perft", game, "--depth", "2", "--divide"], options].concat());
            let parts = divided["divide"].as_array().expect("a list");
            assert_eq!(divided["nodes"], whole["nodes"], "{game}");
            assert_eq!(
                parts.iter().map(|part| part["nodes"].as_u64().expect("a count")).sum::<u64>(),
                divided["nodes"]
            );
            let listed = json(&["moves", game]);
            let names = |list: &[Value]| list.iter().map(|item| item["move"].clone()).collect::<Vec<_>>();
            assert_eq!(names(parts), names(moves(&listed)), "{game}");
        }
        let unique = json(&["perft", game, "--depth", "2", "--unique"]);
        assert!(unique["nodes"].as_u64() <= whole["nodes"].as_u64(), "{game}");
    }
}

#[test]
fn moves_lead_to_positions_that_read_back() {
    for game in games() {
        let listing = json(&["moves", game]);
        assert_eq!(string(&listing, "game"), game);
        assert_eq!(listing["side"].is_string(), TWO_PLAYERS.contains(&game), "{game}");
        let position = string(&listing, "position");
        assert_eq!(json(&["moves", game, "--position", position]), listing, "{game}");
        assert!(!moves(&listing).is_empty(), "{game}");
        for mv in moves(&listing).iter().take(20) {
            let to = string(mv, "to");
            assert_eq!(string(&json(&["show", game, "--position", to]), "position"), to, "{game} {mv}");
        }
        let read = fort_reading(&["moves", game, "--position", "-", "--json"], format!("{position}\n").as_bytes());
        assert_eq!(serde_json::from_slice::<Value>(&read.stdout).expect("JSON"), listing, "{game}");
    }
}

#[test]
fn seeds_and_deals_choose_what_chance_gives() {
    for game in SOLITAIRES {
        let deal = |seed: &str, index: &str| {
            string(&json(&["show", game, "--seed", seed, "--deal", index]), "position").to_owned()
        };
        assert_eq!(deal("1", "0"), string(&json(&["show", game]), "position"), "{game}");
        assert_eq!(deal("7", "12"), deal("7", "12"), "{game}");
        assert_ne!(deal("1", "0"), deal("1", "1"), "{game}");
        assert_ne!(deal("1", "0"), deal("2", "0"), "{game}");
    }
    let starts = |seed: &str| string(&json(&["show", "fortac", "--seed", seed]), "position").to_owned();
    assert_eq!(starts("1"), string(&json(&["show", "fortac"]), "position"));
    assert!((2..20).any(|seed: u32| starts(&seed.to_string()) != starts("1")), "hands differ from seed to seed");
    assert_eq!(json(&["show", "forte", "--seed", "5"]), json(&["show", "forte"]));
}

#[test]
fn show_draws_every_game_in_svg_and_has_no_json_of_that() {
    for game in games().chain(["chess", "backgammon"]) {
        let drawn = fort(&["show", game, "--svg"]);
        assert_eq!(drawn.status.code(), Some(0), "{game}: {}", text(&drawn.stderr));
        let document = text(&drawn.stdout);
        let document = roxmltree::Document::parse(document).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{game}");
        let pieces = document.root_element().children().filter(|node| node.tag_name().name() == "use").count();
        assert!(pieces > 10, "{game}: {pieces} pieces");
    }
    // Before the roll there are no dice, before the deal no cards.
    for (game, node) in [("backgammon", "4HPwATDgc/ABMA"), ("fortac", "deal")] {
        assert_eq!(fort(&["show", game, "--svg", "--position", node]).status.code(), Some(0), "{game}");
    }
    let refused = fort(&["show", "chess", "--svg", "--json"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--svg: the answer is an SVG file, which has no JSON"));
}

#[test]
fn show_draws_the_position_and_says_who_is_to_move() {
    for game in games() {
        let document = json(&["show", game]);
        let shown = fort(&["show", game]);
        let text = text(&shown.stdout);
        assert!(text.starts_with(string(&document, "picture").trim_end()), "{text}");
        assert!(text.contains(string(&document, "position")), "{text}");
        match document["side"].as_str() {
            Some(side) => assert!(text.contains(&format!("{side} to move")), "{text}"),
            None => assert_eq!(document["solved"], false),
        }
    }
}

#[test]
fn a_game_is_played_from_a_pipe() {
    for game in games() {
        let listing = json(&["moves", game]);
        let first = string(&moves(&listing)[0], "move");
        let input = format!("moves\nhelp\nhint\nno-such-move\n{first}\nquit\n");
        // Threads that share a table choose among good moves by chance.
        let play = ["play", game, "--json", "--threads", "1"];
        let output = fort_reading(&play, input.as_bytes());
        let dialogue = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{dialogue}");
        assert!(dialogue.contains("\"no-such-move\" is not a legal move here"), "{dialogue}");
        let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(record["position"], listing["position"], "{game}");
        assert_eq!(record["moves"][0], first, "{game}");
        let replies = usize::from(TWO_PLAYERS.contains(&game));
        assert_eq!(moves(&record).len(), 1 + replies, "{game}");
        assert_eq!(fort_reading(&play, input.as_bytes()).stdout, output.stdout, "{game}");

        let ended = fort_reading(&["play", game], b"");
        assert_eq!(ended.status.code(), Some(0), "{game}");
        assert!(text(&ended.stdout).ends_with("end of input; the game is not finished\n"), "{game}");
    }
    let second = fort_reading(&["play", "force3", "--side", "second"], b"quit\n");
    assert!(text(&second.stdout).starts_with("alphabeta:nodes=200000 plays "), "{}", text(&second.stdout));
}

#[test]
fn malformed_input_is_refused_with_its_place() {
    let mut table: Vec<(Vec<&str>, &[u8], &str)> = Vec::new();
    for game in games() {
        for command in [&["moves", game][..], &["show", game], &["perft", game, "--depth", "1"], &["play", game]] {
            let with = |more: &[&'static str]| [command, more].concat();
            table.push((with(&["--position", "?!"]), b"", "--position: at character "));
            table.push((with(&["--position", ""]), b"", "--position: at character "));
            table.push((with(&["--rules", "nonsense=1"]), b"", "--rules: there is no rule option \"nonsense\""));
            table.push((with(&["--rules", "nonsense"]), b"", "options are written key=value"));
            table.push((with(&["--seed", "-1"]), b"", "-1"));
            table.push((with(&["--seed", "one"]), b"", "invalid value 'one' for '--seed"));
            table.push((with(&["--position", "x", "--deal", "1"]), b"", "cannot be used with"));
        }
        table.push((vec!["moves", game, "--position", "-"], b"", "--position - (standard input): empty"));
        table.push((vec!["moves", game, "--position", "-"], b"?!\n", "(standard input): at character "));
        table.push((vec!["moves", game, "--position", "-"], b"\xff", "byte 1 is not UTF-8"));
        table.push((vec!["play", game, "--position", "-"], b"quit\n", "standard input has the moves"));
        table.push((vec!["perft", game], b"", "--depth <N>"));
        table.push((vec!["perft", game, "--depth", "128"], b"", "128 is not in 0..=127"));
        table.push((vec!["perft", game, "--depth", "-1"], b"", "-1"));
    }
    for game in TWO_PLAYERS {
        table.push((vec!["moves", game, "--deal", "1"], b"", "is a two-player game"));
        table.push((vec!["play", game, "--side", "nobody"], b"", "--side: there is no side \"nobody\"; accepted: "));
        table.push((vec!["play", game, "--player", "nobody"], b"", "there is no player \"nobody\"; the players are "));
    }
    for game in SOLITAIRES {
        table.push((vec!["play", game, "--side", "first"], b"", "is a solitaire"));
        table.push((vec!["play", game, "--player", "random"], b"", "is a solitaire"));
    }
    for (arguments, input, reason) in table {
        let output = fort_reading(&arguments, input);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_gone_ends_every_command_without_a_panic() {
    for game in games() {
        for command in [&["moves", game][..], &["show", game], &["perft", game, "--depth", "1"], &["play", game]] {
            for format in [&[][..], &["--json"]] {
                let (reader, writer) = pipe().expect("a pipe");
                drop(reader);
                let output = Command::new(cargo_bin!("fort"))
                    .args(command)
                    .args(format)
                    .stdin(Stdio::null())
                    .stdout(writer)
                    .stderr(Stdio::piped())
                    .spawn()
                    .and_then(std::process::Child::wait_with_output)
                    .expect("the program starts");
                assert_eq!(output.status.code(), Some(1), "{command:?}");
                assert!(!text(&output.stderr).contains("panicked"), "{command:?}");
                let is_told = text(&output.stderr).ends_with("before the end; not everything was written\n");
                assert!(is_told, "{command:?}: {}", text(&output.stderr));
            }
        }
    }
}
