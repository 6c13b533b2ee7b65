//! The protocol's words, and our side of it.

use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::{Afterstate, Game, MoveList, Position, rng};

use super::serve::within;
use super::*;
use crate::players;
use crate::spec::{Limits, Spec};

fn shown(left: u64, increment: u64) -> Shown {
    Shown { left: Duration::from_millis(left), increment: Duration::from_millis(increment) }
}

#[test]
fn limits_are_read_as_they_are_written() {
    let all = Go {
        depth: Some(3),
        nodes: Some(500),
        time: Some(Duration::from_millis(50)),
        clock: Some(shown(1000, 20)),
        other: Some(shown(900, 0)),
    };
    let text = "go depth 3 nodes 500 time 50 clock 1000 increment 20 other_clock 900 other_increment 0";
    assert_eq!((all.to_string().as_str(), Go::default().to_string().as_str()), (text, "go"));
    assert_eq!(Go::read(&text[2..]), Ok(all));
    assert_eq!(Go::read("mystery 5 depth 2"), Ok(Go { depth: Some(2), ..Go::default() }));
    for (text, reason) in [("depth", "depth is followed by a whole number"), ("depth -1", "not by \"-1\"")] {
        assert!(Go::read(text).expect_err(text).contains(reason), "{text}");
    }
}

#[test]
fn facts_are_read_as_they_are_written() {
    let all = Facts { score: Some(Score(-1_234_567)), nodes: Some(9), depth: Some(4) };
    assert_eq!(all.to_string(), "info score -0.1234567 depth 4 nodes 9");
    let mut read = Facts::default();
    read.add("score -0.1234567 depth 4 nodes 9");
    assert_eq!(read, all);
    for text in ["", "thinking hard score 1", "score NaN", "score 1e9", "depth x"] {
        let mut facts = Facts::default();
        facts.add(text);
        assert_eq!(facts, Facts::default(), "{text}");
    }
}

#[test]
fn replies_are_words_and_what_follows() {
    for (text, reply) in [
        ("ready", Reply::Ready),
        ("ready Mock 1.0", Reply::Ready),
        ("move  8/5 6/5 ", Reply::Move("8/5 6/5".to_owned())),
        ("info", Reply::Info(String::new())),
        ("error no\tidea", Reply::Error("no\tidea".to_owned())),
        ("moved e4", Reply::Unknown("moved e4".to_owned())),
    ] {
        assert_eq!(Reply::read(text), reply);
    }
}

/// What stands between moves must stand in none.
#[test]
fn moves_can_be_told_apart() {
    fn check<G: Game>() {
        let mut rng = rng::stream(5, 0);
        let mut pos = G::start(&G::Rules::default()).sample(&mut rng);
        for _ in 0..200 {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
            assert!(texts.iter().all(|text| !text.contains('|') && text.trim() == text), "{texts:?}");
            let Some(&mv) = list.first() else { return };
            pos = pos.play(mv).sample(&mut rng);
        }
    }
    check::<engine::games::forte::Forte>();
    check::<Force3>();
    check::<engine::games::chess::Chess>();
    check::<engine::games::checkers::Checkers>();
    check::<Fortac>();
    check::<engine::games::backgammon::Backgammon>();
}

/// What our engine for FORCE 3 answers.
fn served(player: &str, lines: &str) -> String {
    let build = |spec: &Spec, rules: &_| players::deterministic::<Force3>(spec, rules, 1);
    let usual = Limits { depth: Some(2), ..Limits::default() };
    let server = Server::new(player.parse().expect(player), usual, &build, 1).expect("a player");
    let mut output = Vec::new();
    server.run(lines.as_bytes(), &mut output).expect("memory takes everything");
    String::from_utf8(output).expect("text")
}

const GREETED: &str = "fort 1 force3\nnewgame\n";

#[test]
fn a_game_is_played_line_by_line() {
    let lines = format!(
        "{GREETED}position .../._./... x -\nmoves @a1 | @b1\ngo depth 3\nplayed @a1\nposition .../._./x.. o -\ngo nodes 50\nquit\ngo"
    );
    let answers = served("alphabeta:depth=4", &lines);
    let lines: Vec<&str> = answers.lines().collect();
    assert!(lines[0].starts_with("ready Fortissimo") && lines[0].ends_with("alphabeta:depth=4"), "{answers}");
    assert_eq!((lines[1], lines.len()), ("ready", 6), "{answers}");
    assert!(lines[2].starts_with("info score ") && lines[2].contains(" depth 4 "), "its own limit counts: {answers}");
    assert!(lines[3].starts_with("move ") && lines[5].starts_with("move "), "{answers}");
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    for (line, answer) in [
        ("fort 1 chess", "error this engine plays force3, not \"chess\""),
        ("fort 2 force3", "error this engine speaks \"fort 1\""),
        ("newgame ban=never", "error newgame: "),
        ("position x", "error position: at character"),
        ("go", "error go: there is no position yet"),
        ("go depth", "error go: depth is followed by a whole number"),
        ("position xxx/._./.oo o -\ngo", "error go: the game is over"),
        ("hello there", "info skipped \"hello\""),
        ("", ""),
    ] {
        let answers = served("alphabeta:depth=2", &format!("{GREETED}{line}\nposition .../._./... x -\ngo\n"));
        let lines: Vec<&str> = answers.lines().collect();
        assert!(answer.is_empty() || lines[2].starts_with(answer), "{line}: {answers}");
        assert!(lines.last().is_some_and(|last| last.starts_with("move ")), "{line}: {answers}");
    }
}

#[test]
fn games_with_chance_are_served_too() {
    let build = |spec: &Spec, rules: &_| players::chance::<Fortac>(spec, rules, 1);
    let server = Server::<Fortac>::new("random".parse().expect("a player"), Limits::default(), &build, 3);
    let pos = Fortac::start(&"".parse().expect("rules")).sample(&mut rng::stream(1, 0));
    let lines = format!("fort 1 fortac\nnewgame ply_cap=9\nposition {pos}\ngo\n");
    let mut output = Vec::new();
    server.expect("a player").run(lines.as_bytes(), &mut output).expect("memory takes everything");
    let answers = String::from_utf8(output).expect("text");
    let text = answers.lines().last().and_then(|line| line.strip_prefix("move ")).expect("a move");
    assert!(pos.find_move(text).is_ok(), "{answers}");
}

#[test]
fn limits_that_are_left_open_are_those_of_go() {
    let usual = Limits { nodes: Some(7), ..Limits::default() };
    let open: Spec = match "alphabeta:depth=9".parse().expect("a player") {
        Spec::AlphaBeta(mut player) => {
            player.limits = Limits::default();
            Spec::AlphaBeta(player)
        }
        other => panic!("{other}"),
    };
    let timed: Spec = "alphabeta:time=5ms".parse().expect("a player");
    let random: Spec = "random".parse().expect("a player");
    for (asked, go, expected) in [
        (&open, "", "alphabeta:nodes=7"),
        (&open, "depth 3 nodes 0", "alphabeta:depth=3,nodes=1"),
        (&open, "depth 1000 time 50", "alphabeta:depth=127,time=50ms"),
        (&open, "clock 9000 increment 20 other_clock 7", "alphabeta:clock=1s+20ms"),
        (&timed, "time 50 nodes 9", "alphabeta:nodes=9,time=5ms"),
        (&random, "depth 3", "random"),
    ] {
        assert_eq!(within(asked, &Go::read(go).expect(go), &usual).to_string(), expected, "{go}");
    }
}
