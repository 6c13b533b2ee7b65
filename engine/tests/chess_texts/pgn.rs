//! PGN: what other programs and people write, what is written for them, and what is wrong with a text.

use engine::games::chess::pgn::{Game, games};
use engine::games::chess::{Chess, Variant};
use engine::{Outcome, Position, Side};

use super::texts::{self, moves};
use super::{after, find, read, read_as};

fn only(text: &str) -> Game {
    texts::only(text)
}

const IMMORTAL: &str = "[Event \"London \\\"casual\\\"\"]
[Site \"London\"]
[Date \"1851.06.21\"]
[Round \"?\"]
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[Result \"1-0\"]
[ECO \"C33\"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8.
Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15.
Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 $1 Bxg1 {It is from this move that
Black's defeat stems, says one book; and others say no.} 19. e5 Qxa1+ 20. Ke2
Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0

";

#[test]
fn a_game_is_written_back_as_it_was() {
    let game = only(IMMORTAL);
    assert_eq!(game.tag("Event"), Some("London \"casual\""));
    assert_eq!(game.tag("Round"), None);
    assert_eq!(game.plies.len(), 45);
    assert_eq!(game.plies[34].glyphs, [1]);
    assert!(game.position().is_check() && game.position().count() == 0);
    // After a comment Black's move has its number again; here White's follows.
    assert_eq!(game.to_string(), IMMORTAL);
}

#[test]
fn everything_a_movetext_may_have_is_read() {
    let text = "\u{FEFF}% an escaped line\n{nobody's}\n[Event \"x\"] [ White\t\"a\" ]\n[Black \"b\"]\n; an intro\n{goes\n  \
                on}\n1.e4!? $14 ( 1.d4 {in ) here} (1. c4 (1. b4)) 1... d5 e8(Q) * ) 1...e5 ; to the end } of line\n\
                % 2. Ke2\n2 . Nf3 {one} {two}Nc6 3.Bb5?? a6 ?! $3 4. 0-0 ... e.p. {[%clk 1:00:00]} 1/2-1/2\n{after}";
    let game = only(text);
    assert_eq!(moves(&game), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1");
    assert_eq!(game.intro, "an intro goes on");
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("a"), Some("b")));
    assert_eq!(game.result, Some(Outcome::Draw));
    let glyphs: Vec<&[u8]> = game.plies.iter().map(|ply| ply.glyphs.as_slice()).collect();
    assert_eq!(glyphs, [&[5, 14][..], &[], &[], &[], &[4], &[6, 3], &[]]);
    let comments: Vec<&str> = game.plies.iter().map(|ply| ply.comment.as_str()).collect();
    assert_eq!(comments, ["", "to the end ) of line", "one two", "", "", "", "[%clk 1:00:00]"]);
}

#[test]
fn variations_nest_to_any_depth() {
    let deep = 200_000;
    let text = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(deep), ")".repeat(deep));
    assert_eq!(moves(&only(&text)), "e2e4 e7e5");
}

#[test]
fn results_are_read() {
    for (mark, result) in [
        ("1-0", Some(Outcome::win(Side::First))),
        ("0-1", Some(Outcome::win(Side::Second))),
        ("1/2-1/2", Some(Outcome::Draw)),
        ("*", None),
    ] {
        let game = only(&format!("[Result \"?\"]\n\n1. e4 {mark}\n"));
        assert_eq!(game.result, result);
        assert!(game.to_string().contains(&format!("[Result \"{mark}\"]\n\n1. e4 {mark}\n")));
    }
}

#[test]
fn positions_are_set_up() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 17";
    let game = only(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n17... Kd7 18. O-O-O+ *\n"));
    assert_eq!(game.start, read(fen));
    let text = game.to_string();
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n17... Kd7 18. O-O-O+ *\n")), "{text}");
    assert_eq!(only(&text), game);
}

#[test]
fn chess960_has_a_variant() {
    let fen = "nqbrkbrn/pppppppp/8/8/8/8/PPPPPPPP/NQBRKBRN w KQkq - 0 1";
    for variant in ["Chess960", "chess 960", "fischerandom", "Fischerandom", "FischerRandom"] {
        let game = only(&format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n1. g3 g6 2. Bg2 Bg7 3. O-O *\n"));
        assert_eq!(game.plies[4].mv.to_string(), "e1g1");
        let text = game.to_string();
        assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"nqbrkbrn/"), "{text}");
        assert_eq!(only(&text), game);
    }
    let boxed = Game::new(read_as(Variant::Boxed, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"));
    assert!(boxed.to_string().contains("[Variant \"Boxed\"]\n\n*\n"));
    assert_eq!(only(&boxed.to_string()), boxed);
}

/// A game with what a match writes: a termination, and score and depth at each move.
fn of_a_match(start: Chess, line: &str) -> Game {
    let mut game = Game::new(start);
    let mut pos = start;
    for (text, depth) in line.split(' ').zip(7..) {
        let mv = find(&pos, text);
        game.push(mv, &format!("+0.31/{depth} 0.05s"));
        pos = pos.play(mv);
    }
    game.set_tag("Termination", "time forfeit");
    game.set_tag("White", "a \"b\" \\ c\n");
    game.set_tag("Result", "no tag of its own");
    game.set_tag("[odd] name", "taken");
    game.result = Some(Outcome::win(Side::Second));
    game
}

#[test]
fn a_match_writes_its_games() {
    let game = of_a_match(after(""), "e4 e5 Nf3");
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a \\\"b\\\" \\\\ c \"]\n\
                    [Black \"?\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n[oddname \"taken\"]\n\n\
                    1. e4 {+0.31/7 0.05s} 1... e5 {+0.31/8 0.05s} 2. Nf3 {+0.31/9 0.05s} 0-1\n\n";
    assert_eq!(game.to_string(), expected);
    assert_eq!(only(expected), game);
}

#[test]
fn lines_end_below_80_columns() {
    let mut game = Game::new(after(""));
    game.intro = "word ".repeat(100);
    game.push(find(&after(""), "e4"), &format!("{} % [Event }} {{ {}", "x".repeat(77), "yy ".repeat(90)));
    let text = game.to_string();
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 79).collect();
    assert_eq!(long.len(), 1, "one word of 77 letters and what must not begin a line: {text}");
    let read = only(&text);
    assert_eq!(read.plies, game.plies);
    assert_eq!(read.to_string(), text);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, message) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Ke3 *", "line 3: \"Ke3\" is not a legal move here; legal are: "),
        ("1. Nf3 Nf6 2. Nc3 Nc6\n3. Nb1 Ng8 4. Nd4 Nb8 5. Nxx *", "line 2: \"Nxx\" is not a legal move here"),
        ("1. e4 e5", "line 1: the moves that begin on line 1 have no result at their end"),
        ("[Event \"x\"]\n", "have no result at their end; it is 1-0, 0-1, 1/2-1/2 or *"),
        ("1. e4\n{open\n", "line 2: the comment that opens here is not closed"),
        ("1. e4\n(1. d4\n*", "line 3: a variation is not closed"),
        ("1. e4 ) *", "line 1: \")\" without a variation"),
        ("1. e4 } *", "line 1: \"}\" without a comment"),
        ("1. e4 ] *", "line 1: \"]\" without a tag"),
        ("1. e4 $ *", "line 1: glyphs are written $0 to $255"),
        ("1. e4 $256 *", "line 1: glyphs are written $0 to $255"),
        ("[Event x]\n\n*", "line 1: this is no tag; tags are written [Name \"value\"]"),
        ("[\"x\"]\n\n*", "line 1: this is no tag"),
        ("\n[Event \"x]\n\n*", "line 2: the value of tag Event is not closed"),
        ("[Event \"x\"\n\n*", "line 1: tag Event is not closed: \"]\" missing"),
        ("[FEN \"8/8 w\"]\n\n*", "line 1: the FEN is wrong at character "),
        ("[Variant \"Atomic\"]\n\n*", "line 1: variant \"Atomic\"; those known are Standard, Chess960 and Boxed"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "the game is over"),
    ] {
        let error = games(text).next().expect("something").expect_err(text).to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
    let many: Vec<String> = (0..300).map(|tag| format!("[T{tag} \"\"]\n")).collect();
    assert_eq!(
        games(&many.concat()).next().expect("an error").expect_err("many").to_string(),
        "line 257: more than 256 tags"
    );
}

#[test]
fn reading_goes_on_at_the_next_game() {
    let good = |name: &str| format!("[Event \"{name}\"]\n[Site \"s\"]\n\n1. e4 *\n\n");
    for bad in [
        "[Event \"x\"]\n[Site \"y\"]\n\n1. e5 {rest} e4 (\n\n2. d4 1-0\n\n",
        "[Event \"x\"]\n[Site \"y]\n[Date \"?\"]\n\n1. e4\n*\n\n",
        "[Event \"x\"]\n\n1. e4 {not closed\n\n",
        "[Event \"x\"]\n\n1. e4 e5\n\n",
        "[Event \"x\"]\n\n",
        "[Event \"x\"]\n[FEN \"?\"]\n\n1. e4 {\n[%clk 1]} *\n\n",
        "[Event x\n",
        "nonsense\n\n",
        "1. e4 [\n",
    ] {
        let text = format!("{}{bad}{}{}", good("a"), good("b"), good("c"));
        let names: Vec<Option<String>> =
            games(&text).map(|game| game.ok().map(|game| game.tag("Event").unwrap_or("?").to_owned())).collect();
        let names: Vec<&str> = names.iter().map(|name| name.as_deref().unwrap_or("error")).collect();
        assert_eq!(names, ["a", "error", "b", "c"], "{bad:?}");
    }
}

#[test]
fn nothing_is_no_game() {
    for text in ["", "\n\n", "% x", "{x}", "; x"] {
        assert!(games(text).next().is_none(), "{text:?}");
    }
}

#[test]
fn a_wrong_position_costs_one_game() {
    let text = "[FEN \"x\"]\n\n1. e4 *\n\n[White \"next\"]\n\n1. d4 *\n";
    let all: Vec<_> = games(text).collect();
    assert!(all[0].is_err());
    assert_eq!(all[1].as_ref().expect("a game").tag("White"), Some("next"));
    assert_eq!(all.len(), 2);
}
