//! PDN: what other programs and people write, what is written for them, and what is wrong with a text.

use engine::games::checkers::pdn::{Game, games};
use engine::{Outcome, Position, Side, checkers};

use super::texts::{self, moves};

fn only(text: &str) -> Game {
    texts::only(text)
}

const BLACK: Option<Outcome> = Some(Outcome::win(Side::First));
const WHITE: Option<Outcome> = Some(Outcome::win(Side::Second));

const WRITTEN: &str = "[Event \"A \\\"friendly\\\"\"]
[Site \"?\"]
[Date \"2026.11.28\"]
[Round \"?\"]
[Black \"First\"]
[White \"Second\"]
[Result \"1-0\"]
[Opening \"none\"]
[GameType \"21\"]

1. 9-13 22-17 2. 13x22 25x18 $1 {a comment that is long enough for the end of
the line} 3. 11-15 18x11 4. 8x15 21-17 5. 4-8 1-0

";

#[test]
fn a_game_is_written_back_as_it_was() {
    let game = only(WRITTEN);
    assert_eq!((game.tag("Black"), game.tag("White"), game.tag("Site")), (Some("First"), Some("Second"), None));
    assert_eq!((game.plies.len(), game.result), (9, BLACK));
    assert_eq!(game.to_string(), WRITTEN);
}

#[test]
fn who_won_is_told_by_who_moves_first() {
    for (text, result) in [
        ("1. 9-13 1-0", BLACK),
        ("1. 9-13 2-0", BLACK),
        ("1. 9-13 0-1", WHITE),
        ("1. 9-13 0-2", WHITE),
        ("1. 9-13 1/2-1/2", Some(Outcome::Draw)),
        ("1. 9-13 1/2", Some(Outcome::Draw)),
        ("1. 9-13 1-1", Some(Outcome::Draw)),
        ("1. 9-13 *", None),
        ("1. 9-13 1.*", None),
        // The end of the moves comes before the tag, the tag before nothing.
        ("[Result \"1-0\"]\n\n1. 9-13 0-1", WHITE),
        ("[Result \"1-0\"]\n\n1. 9-13 *", BLACK),
        ("[Result \"0-1\"]\n\n1. 9-13", WHITE),
        ("[Result \"1-1\"]\n\n1. 9-13", Some(Outcome::Draw)),
        ("[Result \"*\"]\n\n1. 9-13", None),
        ("[Result \"won\"]\n\n1. 9-13 1-0", BLACK),
    ] {
        assert_eq!(only(text).result, result, "{text}");
    }
}

#[test]
fn everything_a_movetext_may_have_is_read() {
    let text = "\u{FEFF}% an escaped line\n[Event \"x\"] [ White\t\"a\" ]\n; an intro\n{goes\n  on}\n1.09-13! $14 ( 1. 9-14 \
                {in ) here} (1. 10-14 (1. 10-15)) 1... 22-17 1-0 * ) 1...22:17?? ; wrong } to the end\n\
                % 2. 1-1\n2. 13-22* {one} {two}25x18 3.11x15!? (*) 18-11* 4. 8x15 ?! $3 ... 21-17{[%clk 1:00]}0-1\n{after}";
    // A cross where nothing is taken is the one liberty that is not taken.
    assert!(games(text).next().expect("a game").is_err());
    let game = only(&text.replace("22:17", "22-17").replace("11x15", "11-15"));
    assert_eq!(moves(&game), "9-13 22-17 13x22 25x18 11-15 18x11 8x15 21-17");
    assert_eq!((game.intro.as_str(), game.tag("White"), game.result), ("an intro goes on", Some("a"), WHITE));
    let glyphs: Vec<&[u8]> = game.plies.iter().map(|ply| ply.glyphs.as_slice()).collect();
    assert_eq!(glyphs, [&[1, 14][..], &[4], &[7], &[], &[5], &[7], &[6, 3], &[]]);
    assert_eq!(game.plies[2].comment, "one two");
}

#[test]
fn a_game_may_begin_anywhere() {
    let text = "[SetUp \"1\"]\n[FEN \"W:W18,24,K31:B1,K20.\"]\n\n1... 24-19 2. 20-16 1/2-1/2\n";
    let game = only(text);
    assert_eq!(game.start, checkers!("W:W18,24,K31:B1,K20"));
    let written = game.to_string();
    assert!(written.ends_with(
        "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W18,24,K31:B1,K20\"]\n\n1... 24-19 2. 20-16 1/2-1/2\n\n"
    ));
    assert_eq!(only(&written), game);
}

#[test]
fn what_is_ambiguous_is_written_with_its_path() {
    let pos = checkers!("B:W14,15,22,K23:B10");
    for path in ["10x17x26", "10x19x26"] {
        let mut game = Game::new(pos);
        game.push(pos.find_move(path).expect("a move"), "");
        assert!(game.to_string().contains(&format!("1. {path} *")), "{game}");
        assert_eq!(only(&game.to_string()), game);
    }
    let error = games("[FEN \"B:W14,15,22,K23:B10\"]\n\n1. 10x26 *").next().expect("a game").expect_err("ambiguous");
    assert_eq!(error.to_string(), "line 3: \"10x26\" is not a legal move here; it may mean 10x17x26 or 10x19x26");
}

#[test]
fn kinds_of_game_are_told_apart() {
    for value in ["21", " 21 ", "21,B,8,8,N1,0", "", "?"] {
        assert_eq!(only(&format!("[GameType \"{value}\"]\n\n1. 9-13 *")).plies.len(), 1, "{value:?}");
    }
    let mut all = games("[GameType \"20\"]\n\n1. 32-28 *\n[Black \"next\"]\n1. 9-13 *");
    assert_eq!(
        all.next().expect("a game").expect_err("draughts on a hundred squares").to_string(),
        "line 1: GameType \"20\"; accepted is 21, English draughts, alone or as in \"21,B,8,8\""
    );
    assert_eq!(all.next().expect("the next game").expect("is good").tag("Black"), Some("next"));
    assert!(all.next().is_none());
}

#[test]
fn games_need_no_line_between_them() {
    let text = "[Event \"1\"]\n1. 9-13 1-0\n[Event \"2\"]\n1. 9-14\n0-1\n[Event \"3\"]\n[Result \"1-0\"]\n1. 10-14\n\
                [Event \"4\"]\n1. 10-15 * 1. 12-16 1-1";
    let all: Vec<Game> = games(text).map(|game| game.expect("a game")).collect();
    let found: Vec<_> = all.iter().map(|game| (game.tag("Event"), moves(game), game.result)).collect();
    let expected = [
        (Some("1"), "9-13", BLACK),
        (Some("2"), "9-14", WHITE),
        (Some("3"), "10-14", BLACK),
        (Some("4"), "10-15", None),
        (None, "12-16", Some(Outcome::Draw)),
    ];
    assert_eq!(found, expected.map(|(event, moves, result)| (event, moves.to_owned(), result)));
}

#[test]
fn malformed_games_are_refused_with_their_line() {
    for (text, reason) in [
        ("1. 9-13", "line 1: the moves that begin on line 1 have no result at their end; it is 1-0, 0-1, 1/2-1/2 or *"),
        ("\n\n1. 9-13\n9-14 *", "line 4: \"9-14\" is not a legal move here; legal are: "),
        ("1. 9 - 13 *", "line 1: \"9\" is not a legal move here"),
        ("1. 9-13 22 18 *", "line 1: \"22\" is not a legal move here"),
        ("1. 9-13 0-0", "line 1: \"0-0\" is not a legal move here"),
        ("1. 9-13 (22-18 *", "line 1: a variation is not closed"),
        ("1. 9-13 ) *", "line 1: \")\" without a variation"),
        ("1. 9-13 {22-18 *", "line 1: the comment that opens here is not closed"),
        ("1. 9-13 $300 *", "line 1: glyphs are written $0 to $255"),
        ("[Black \"x]\n\n1. 9-13 *", "line 1: the value of tag Black is not closed"),
        ("[Black x]\n\n1. 9-13 *", "line 1: this is no tag; tags are written [Name \"value\"]"),
        ("[FEN \"B:W33:B1\"]\n\n*", "line 1: the FEN is wrong at character 4: a square from 1 to 32"),
        ("[Event \"\"]\n[GameType \"25\"]\n\n*", "line 2: GameType \"25\"; accepted is 21"),
    ] {
        let error = games(text).next().expect(text).expect_err(text).to_string();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
    assert!(games(" \n; nothing\n").next().is_none());
}

#[test]
fn three_move_ballots_lead_where_the_list_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/checkers/three_move.csv");
    let file = std::fs::read_to_string(path).expect("the file of ballots");
    let mut count = 0;
    for line in file.lines().skip(1) {
        let mut fields = line.splitn(3, ',').skip(1);
        let moves = fields.next().expect("moves");
        let fen = fields.next().expect("a position").split('"').nth(1).expect("in quotes");
        assert_eq!(only(&format!("{moves} *")).position(), checkers!(fen), "{line}");
        count += 1;
    }
    assert_eq!(count, 174);
}
