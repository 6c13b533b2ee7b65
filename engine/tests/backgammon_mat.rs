//! `.mat` files: gnubg's own, those of other programs by example, our own there and back, and files with something spoiled.

#[path = "texts/spoiled.rs"]
mod spoiled;

use engine::games::backgammon::mat::{Game, Record};
use engine::games::backgammon::series::Match;
use engine::games::backgammon::{Backgammon, Options, Word};
use engine::{Afterstate, Game as _, MoveList, Node, Outcome, Position, Rng, Series, Side, rng};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::RngExt;
use spoiled::spoiled;

fn read(text: &str) -> Record {
    Record::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn words(game: &Game) -> String {
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Black's points and White's after each game, the order of the columns.
fn scores(record: &Record) -> Vec<[u64; 2]> {
    record.games.iter().map(Game::score_after).map(|[white, black]| [black, white]).collect()
}

macro_rules! data {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/backgammon/", $name))
    };
}

/// Two matches, each with drops and the Crawford game, and a session without Jacoby's rule: gnubg 1.07 against itself, and
/// the scores that it told after each game.
const GNUBG: [(&str, &[[u64; 2]]); 3] = [
    (data!("gnubg_match5.mat"), MATCH_5),
    (data!("gnubg_match7.mat"), MATCH_7),
    (
        data!("gnubg_session.mat"),
        &[[1, 0], [1, 2], [2, 2], [2, 3], [2, 7], [2, 8], [3, 8], [5, 8], [5, 10], [5, 12], [5, 16], [5, 18]],
    ),
];
const MATCH_5: &[[u64; 2]] = &[[2, 0], [4, 0], [4, 1], [4, 2], [4, 4], [5, 4]];
const MATCH_7: &[[u64; 2]] = &[[0, 2], [4, 2], [6, 2], [6, 3], [6, 5], [6, 6], [7, 6]];

#[test]
fn gnubg_is_read_with_its_scores() {
    for (text, expected) in GNUBG {
        let record = read(text);
        assert_eq!(record.players, ["Wanda", "Bela"]);
        assert_eq!(scores(&record), expected);
        assert_eq!(record.tag("EventDate"), Some("2026.11.29"));
        assert_eq!(read(&record.to_string()), record);
    }
}

/// Plays on at random: doubles now and then, mostly takes, now and then gives up before a roll or leaves the game as it is.
fn play(game: &mut Game, rng: &mut Rng) {
    while game.outcome().is_none() {
        let Some(pos) = game.waiting().copied() else {
            game.roll([rng.random_range(1..=6), rng.random_range(1..=6)]);
            continue;
        };
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let is_decision = list[0].as_word().is_some_and(|word| word != Word::Pass);
        if is_decision && rng.random_ratio(1, 500) {
            let points = pos.cube().value() * rng.random_range(1..=3);
            return game.resign(!pos.side(), points);
        }
        let first = is_decision && rng.random_ratio(9, 10);
        game.push(if first { list[0] } else { list[rng.random_range(0..list.len())] });
    }
}

/// A match, or three games of a session.
fn random_record(rules: Options, rng: &mut Rng) -> Record {
    let mut record =
        Record::new(["White: one".to_owned(), "a name of which gnubg takes the first half".to_owned()], rules);
    record.set_tag("Event", "random [play] ; with 1 point match");
    let mut series = Match::new(rules);
    loop {
        let game_rules = match &series {
            Some(series) => series.next(),
            None if record.games.len() == 3 => Err(Outcome::Draw),
            None => Ok(rules),
        };
        let Ok(game_rules) = game_rules else { return record };
        let mut game = Game::new(Backgammon::start(&game_rules).sample(rng), record.score());
        play(&mut game, rng);
        if let (Some(series), Some(outcome)) = (&mut series, game.outcome()) {
            series.add(outcome);
        }
        record.games.push(game);
    }
}

const RULES: [&str; 10] = [
    "match=5",
    "match=1",
    "match=3",
    "match=7,crawford=off",
    "match=5,standing=4-4",
    "match=5,standing=2-4,crawford=past",
    "cube=money,jacoby=on,beavers=on",
    "cube=money",
    "",
    "score=wins",
];

#[test]
fn what_is_written_is_read_back_equal() {
    let (mut games, mut resigned, mut doubled) = (0, 0, 0);
    for number in 0..1_000 {
        let mut rng = rng::stream(7, number);
        let rules = RULES[number as usize % RULES.len()].parse().expect("rules");
        let record = random_record(rules, &mut rng);
        assert_eq!(read(&record.to_string()), record);
        games += record.games.len();
        for game in &record.games {
            assert_eq!(game.mirrored().mirrored(), *game);
            resigned += u32::from(game.waiting().is_none_or(|pos| pos.outcome().is_none()));
            doubled += u32::from(game.positions().iter().any(|pos| pos.cube().doublings > 1));
        }
        let mut mirrored = record;
        mirrored.games = mirrored.games.iter().map(Game::mirrored).collect();
        if rules.standing == [0, 0] {
            assert_eq!(read(&mirrored.to_string()).games, mirrored.games, "sides exchanged");
        }
    }
    assert!(games > 1_900 && resigned > 20 && doubled > 100, "{games} games, {resigned}, {doubled}");
}

#[test]
fn names_with_strange_letters_stay_what_they_are() {
    for (name, kept) in [("\u{7f}   b", "b"), ("the \"Dice\"", "the  Dice"), ("\"\"", "")] {
        let rules: Options = "cube=money".parse().expect("rules");
        let mut record = Record::new([name.to_owned(), "a".to_owned()], rules);
        record.games.push(Game::new(Backgammon::start(&rules).sample(&mut rng::stream(3, 0)), [0, 0]));
        let again = read(&record.to_string());
        assert_eq!(again.players[0], kept);
        assert_eq!(read(&again.to_string()), again);
        // Without tags the columns alone have the names.
        let row = format!(" 0 point match\n Game 1\n a : 0    {name} : 0\n  1) 31: 8/5 6/5\n");
        let bare = read(&row);
        assert_eq!(read(&bare.to_string()), bare);
    }
}

#[test]
fn a_game_may_begin_anywhere() {
    let rules: Options = "cube=money".parse().expect("rules");
    for (number, text) in [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "XGID=aB-B-BC-A-a--B---b-cbbbb--:2:1:1:52:0:0:0:0:10",
        "XGID=aB-B-BC-A-a--B---b-cbbbb--:2:-1:-1:55:0:0:0:0:10",
    ]
    .into_iter()
    .enumerate()
    {
        let opening = Backgammon::parse(text, &rules).expect(text);
        let mut game = Game::new(opening, [0, 0]);
        play(&mut game, &mut rng::stream(1, number as u64));
        let mut record = Record::new(["X", "O"].map(str::to_owned), rules);
        record.games.push(game);
        assert_eq!(record.to_string().contains("; Set Pos="), number > 0);
        assert_eq!(read(&record.to_string()), record);
    }
    // A double that is offered, or beavered, stands before the first move.
    for (text, cells) in [
        ("XGID=-b----E-C---eE---c-e--AA--:0:0:1:D:0:0:0:0:10", "Doubles => 2"),
        ("XGID=-b----E-C---eE---c-e--AA--:1:-1:1:B:0:0:0:0:10", "Doubles => 2\n  2)  Beavers => 4"),
    ] {
        let rules = "cube=money,beavers=on".parse().expect("rules");
        let mut game = Game::new(Backgammon::parse(text, &rules).expect(text), [0, 0]);
        play(&mut game, &mut rng::stream(2, 1));
        let mut record = Record::new(["X", "O"].map(str::to_owned), rules);
        record.games.push(game);
        let text = record.to_string();
        assert!(text.contains(cells), "{text}");
        let positions = read(&text).games[0].positions().len();
        assert!(positions > record.games[0].positions().len(), "the words before the first position count too");
    }
}

/// What the servers and XG write: tags, CR LF, a mark of the encoding, moves of several checkers or steps in one, `????`, the
/// winner's points with more behind them.
const DIALECT: &str = "\u{FEFF}; [Site \"XG\"]\r\n; [Player 1 \"Xaver\"]\r\n; [Player 2 \"Otto II\"]\r\n\
; [EventDate \"2010.01.31\"]\r\n; [Variation \"Backgammon\"]\r\n; [Crawford \"On\"]\r\n\r\n3 Point Match\r\n\r\n Game 1\r\n\
 Otto II : 0                              Xaver : 0\r\n\
  1)                                      31: 8/5(1), 6/5\r\n\
  2) 66: 13/7(2) 24/18(2)                 64: 24/14\r\n\
  3)  Doubles => 2                         Takes\r\n\
  4) 11: 8/7(2) 6/5 6/5                   ????????\r\n";

#[test]
fn dialects_are_read() {
    let text =
        DIALECT.replace("????????", "65: ????\r\n                                          Wins 2 points and so on");
    let record = read(&text);
    assert_eq!(record.players, ["Xaver", "Otto II"], "XG has its second player in the left column");
    assert_eq!((record.rules.length, record.tag("Site")), (3, Some("XG")));
    assert_eq!(
        words(&record.games[0]),
        "8/5 6/5, roll, 24/18(2) 13/7(2), roll, 24/14, double, take, 8/7(2) 6/5(2), roll"
    );
    assert_eq!(record.games[0].outcome(), Some(Outcome::Win { side: Side::First, points: 2 }));
    assert_eq!(record.games[0].waiting().map(Backgammon::dice), Some([6, 5]), "rolled, not played");
    assert_eq!(read(&record.to_string()), record);
}

/// A short game in rows; the closing of the session follows.
fn session(rows: &str) -> String {
    format!("; [Jacoby \"Off\"]\n 0 point match\n\n Game 1\n a : 0                          b : 0\n{rows}\n")
}

#[test]
fn what_goes_without_saying_is_played() {
    let dance = "; Set Pos=aBBBBBB---------------dde-/0\n\t\t\t  1) 61: bar/24\n";
    for (rows, moves) in [
        (
            "  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) Doubles => 2    Beavers => 4\n  3) 21: 6/4 24/23",
            "8/5 6/5, roll, 8/4 6/4, double, beaver, take, 24/23 6/4",
        ),
        (
            "  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) Doubles => 2    Beavers => 4\n  3) Takes\n  4) 21: 6/4 24/23",
            "8/5 6/5, roll, 8/4 6/4, double, beaver, take, 24/23 6/4",
        ),
        ("; Set Pos=bBBBBBB---------------dde-/0\n  1) 61: Cannot Move", "pass"),
        ("; Set Pos=bBBBBBB---------------dde-/0\n  1) 61:", "pass"),
        ("; Set Pos=-B---------------------c--/0\n  1)                   31:", "1/off(2)"),
    ] {
        let game = &read(&session(rows)).games[0];
        assert_eq!(words(game), moves, "{rows}");
    }
    assert!(Record::read(&session(dance)).is_err());
}

/// gnubg loses the roll behind `Beavers` where that is not the beaver's own.
#[test]
fn beavers_are_written_where_a_roll_follows() {
    let begun = "; [Beaver \"On\"]\n; [Jacoby \"Off\"]\n 0 point match\n\n Game 1\n a : 0      b : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n";
    for (rows, written, moves) in [
        ("Doubles => 2    Beavers => 4\n  3) 21: 6/4 24/23", " Beavers => 4", "double, beaver, take, 24/23 6/4"),
        ("Doubles => 2    Doubles => 4\n  3) 21: 6/4 24/23", " Beavers => 4", "double, beaver, take, 24/23 6/4"),
        ("Doubles => 2    Beavers => 4\n  3) 21: ????\n    Wins 4 points", " Beavers => 4", "double, beaver, take"),
        ("Doubles => 2    Beavers => 4\n  3) Drops        Wins 2 points", " Doubles => 4", "double, beaver, drop"),
        ("Doubles => 2    Beavers => 4\n  3) Takes        Wins 4 points", " Doubles => 4", "double, beaver, take"),
        ("Doubles => 2    Beavers => 4\n                   Wins 4 points", " Doubles => 4", "double, beaver"),
    ] {
        let record = read(&format!("{begun}  2)  {rows}\n"));
        assert_eq!(words(&record.games[0]), format!("8/5 6/5, roll, 8/4 6/4, {moves}"), "{rows}");
        let text = record.to_string();
        assert!(text.contains(written), "{text}");
        assert_eq!(text.contains("Takes"), rows.contains("Takes"), "{text}");
        assert_eq!(read(&text), record);
    }
    let refused = begun.replace("\"On\"", "\"Off\"") + "  2)  Doubles => 2    Doubles => 4\n";
    let error = Record::read(&refused).expect_err("no beavers");
    assert!(error.line == 8 && error.what.contains("take or drop a double"), "{error}");
}

#[test]
fn jacoby_is_read_from_the_points() {
    // Black bears its last checkers off, and White has all of its own: two points, or one by Jacoby's rule.
    let game = |tag: &str, points: &str| {
        format!(
            "{tag} 0 point match\n Game 1\n a : 0     b : 0\n; Set Pos=------------O----------a--/0\n 1) 21: 2/off\n  Wins {points}\n"
        )
    };
    let jacoby = |text: &str| Record::read(text).map(|record| record.rules.has_jacoby);
    assert_eq!(jacoby(&game("", "1 point")), Ok(true));
    assert_eq!(jacoby(&game("", "2 points")), Ok(false));
    assert_eq!(jacoby(&game("; [Jacoby \"On\"]\n", "1 point")), Ok(true));
    // gnubg says what the board says, and goes on with one point in the score.
    let next = "2 points\n Game 2\n a : 1    b : 0\n 1) 31: 8/5 6/5";
    assert_eq!(jacoby(&game("", next)), Ok(true));
    assert_eq!(jacoby(&game("", &next.replace("a : 1", "a : 2"))), Ok(false));
    assert!(jacoby(&game("; [Jacoby \"Off\"]\n", next)).is_err());
    assert!(jacoby(&game("; [Jacoby \"Off\"]\n", "1 point")).is_err());
    assert!(jacoby(&game("", "3 points")).is_err());
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let begun = "  1) 31: 8/5 6/5   42: 8/4 6/4\n";
    for (text, line, reason) in [
        (String::new(), 1, "no line says the length"),
        (" 65 point match".to_owned(), 1, "the longest match is one to 64"),
        (" 5 point match\n".to_owned(), 1, "no games"),
        (" 5 point match\n\n  1) 31: 8/5 6/5".to_owned(), 3, "before the first game"),
        (" 5 point match\n Game 1\n a  b".to_owned(), 3, "names and score are expected"),
        (" 5 point match\n Game 1\n a : 5  b : 0".to_owned(), 3, "the match is over"),
        ("; [Variation \"NackGammon\"]\n 5 point match".to_owned(), 1, "another game"),
        ("; [Rules \"match=7\"]\n 5 point match".to_owned(), 1, "the match is one to 5"),
        (session(""), 6, "no games"),
        (session("  1) 33: 8/5(2) 6/3(2)"), 6, "two different numbers"),
        (session("  1) Doubles => 2"), 6, "begins with a roll"),
        (session("; Set Pos=x/0"), 6, "26 letters"),
        (session("  1) 31: 8/5 6/4"), 6, "the left column's 31: \"8/5 6/4\" is not a legal move"),
        (session("  1) 31: Cannot Move"), 6, "can move"),
        (session("  1) moved"), 6, "neither a roll"),
        (session("  1) 31: 8/5 6/5   42: 8/4 6/4   65: 24/13"), 6, "a third one"),
        (session(&format!("{begun}  2)                     31: 8/5")), 7, "the left column may double or roll"),
        (session(&format!("{begun}  2) Takes")), 7, "says \"take\", and the left column may double or roll"),
        (session(&format!("{begun}  2) Doubles => 2    31: 8/5")), 7, "the right column is to take or drop a double"),
        (session(&format!("{begun}  2) Doubles => 2    Drops\n  Wins 2 points")), 8, "has won 1, not 2"),
        (session(&format!("{begun}  2) Doubles => 2    Drops\n  Wins 1 point\n  3) 31: 8/5")), 9, "the game is over"),
        (session(&format!("{begun}  Wins 4 points")), 7, "given up for 1, 2 or 3"),
        (session(&format!("{begun}  Wins some")), 7, "how many points"),
        (session(&format!("{begun}  Wins 1 point\n Game 2\n a : 0   b : 1")), 9, "the score is 1-0"),
        (session(&format!("{begun}; Set Pos=-b----E-C---eE---c-e----B-/0")), 7, "before the first roll"),
        (session(&format!("{begun} 3 point match")), 7, "a second match"),
        (
            " 3 point match\n Game 1\n a : 2    b : 0\n  1) 31: 8/5 6/5   Doubles => 2".to_owned(),
            4,
            "it is the Crawford game",
        ),
        (
            " 3 point match\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5   Doubles => 2\n  2) Takes   31: 8/5 6/5\n  3) 31: 6/2  Doubles => 4".to_owned(),
            6,
            "is to roll, and may not double",
        ),
    ] {
        let error = Record::read(&text).expect_err(&text);
        assert!(error.what.contains(reason) && error.line == line, "{text}\n{error} should say {reason} in line {line}");
    }
}

const FILES: &[&str] = &[
    GNUBG[0].0,
    GNUBG[2].0,
    DIALECT,
    "; [Rules \"cube=money,beavers=on\"]\n 0 point match\n Game 1\n a : 0    b : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n\
      2)  Doubles => 2    Beavers => 4\n 3) 21: 6/4 24/23   62: ????\n     Wins 8 points\n",
    "0 point match\nGame 1\na : 0   b : 0\n; Set Pos=-B---------------------a--/-2\n 1) 21: 2/off\n      Wins 4 points\n",
];

/// What is read is written so that the same is read.
fn check(text: &str) {
    if let Ok(record) = Record::read(text) {
        let written = record.to_string();
        let again = read(&written);
        assert_eq!(again.to_string(), written, "{text}");
        assert_eq!(again.games, record.games, "{text}");
        assert_eq!(again.score(), record.score());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn spoiled_files_are_read_or_refused(text in spoiled(FILES, "[0-9/*() bfor:;\n]{0,4}|Wins 2|Takes|Drops|.{0,2}")) {
        check(&text);
    }

    #[test]
    fn noise_is_read_or_refused(rows in "([ 0-9)]{0,5}([1-6]{2}: [0-9/ *]{0,9}|Doubles|Takes|.{0,4}) {0,9}\n?){0,8}") {
        check(&session(&rows));
        check(&rows);
    }
}
