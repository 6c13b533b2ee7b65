//! Algebraic notation against cases from play, and readers' liberties.

use engine::games::chess::Variant;
use engine::{MoveList, Position, contract};

use super::{after, find, read, read_as};

/// A position, a move in UCI's form, and how people write it.
const WRITTEN: [(&str, &str, &str); 24] = [
    // One man can go there, and another: by file, by row, by both, and three at once.
    ("4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "d2e4", "Nde4"),
    ("4k3/8/8/3N4/8/3N4/8/4K3 w - - 0 1", "d5f4", "N5f4"),
    ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
    ("4k3/8/8/7R/8/8/8/R3K3 w - - 0 1", "h5a5", "Rha5"),
    ("8/k7/8/4Q2Q/8/8/1K6/7Q w - - 0 1", "h5e2", "Qhe2"),
    ("8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1"),
    ("8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h1e1", "Q1e1"),
    ("8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "e4e1", "Qee1"),
    // Files come before rows.
    ("4k3/8/8/3N4/8/8/8/2N1K3 w - - 0 1", "c1e2", "Ne2"),
    ("4k3/8/8/8/3N4/8/8/2N1K3 w - - 0 1", "c1e2", "Nce2"),
    // A pinned man cannot go there and needs not be told from.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ("4r1k1/8/8/8/4R3/8/8/R3K3 w Q - 0 1", "a1a4", "Ra4"),
    // Castling gives check, and mate.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
    ("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O#"),
    // A king beside its rook's row: the king's own step is no castling.
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1", "Kf1"),
    // Capture en passant, and mate by it.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
    // Gunnar Gundersen against Albert H. Faul, Melbourne 1928.
    ("r1bq1r2/pp2n3/4N2k/3pPppP/1b1n2Q1/2N5/PP3PP1/R1B1K2R w KQ g6 0 15", "h5g6", "hxg6#"),
    // Promotions, with captures, checks and mates.
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"),
    ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8r", "axb8=R+"),
    ("1n5k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q#"),
    ("1n1n3k/2P3pp/8/8/8/8/8/K7 w - - 0 1", "c7d8q", "cxd8=Q#"),
    ("8/8/8/8/8/k7/1p6/2N4K b - - 0 1", "b2c1b", "bxc1=B"),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"),
];

#[test]
fn moves_are_written_as_people_do() {
    for (fen, uci, san) in WRITTEN {
        let pos = read(fen);
        let mv = find(&pos, uci);
        assert_eq!(pos.san(mv), san, "{fen} {uci}");
        assert_eq!(find(&pos, san), mv, "{fen} {san}");
    }
}

#[test]
fn chess960_castles_by_wing() {
    let pos = read_as(Variant::Chess960, "8/7k/8/8/8/8/8/1R3KR1 w BG - 0 1");
    for (uci, san) in [("f1g1", "O-O"), ("f1b1", "O-O-O"), ("f1c1", "O-O-O")] {
        let mv = find(&pos, uci);
        assert_eq!(pos.san(mv), san);
        assert_eq!(find(&pos, san), mv);
    }
    // Where a step of the king is written like castling by its target, the step is meant.
    let pos = read_as(Variant::Chess960, "5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(pos.san(find(&pos, "f1g1")), "Kg1");
    assert_eq!(pos.san(find(&pos, "f1h1")), "O-O+");
}

#[test]
fn castling_is_found_in_every_form() {
    let pos = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1h1", "O-O", "0-0", "o-o", "O-O+", "0-0!?"] {
        assert_eq!(find(&pos, text).to_string(), "e1g1", "{text}");
    }
    for text in ["e1c1", "e1a1", "O-O-O", "0-0-0", "o-o-o", "O-O-O#"] {
        assert_eq!(find(&pos, text).to_string(), "e1c1", "{text}");
    }
    let pos = read_as(Variant::Chess960, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1h1", "O-O", "0-0"] {
        assert_eq!(find(&pos, text).to_string(), "e1h1", "{text}");
    }
}

#[test]
fn readers_take_liberties() {
    let pos = after("e4 Nf6 e5 d5");
    for text in ["exd6", "ed6", "exd6 e.p.", "exd6e.p.", "exd6ep", "e5d6", "e5xd6", "e5-d6", "exd6!?", "e:d6", "Pexd6+"]
    {
        assert_eq!(find(&pos, text).to_string(), "e5d6", "{text}");
    }
    for text in ["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nf3+", "Nf3#", "Nf3!!", "Nxf3", " Nf3 ", "g1-f3", "g1f3"] {
        assert_eq!(find(&pos, text).to_string(), "g1f3", "{text}");
    }
    let pos = read("1n6/P6k/8/8/8/8/8/K7 w - - 0 1");
    for text in ["a8Q", "a8=Q", "a8(Q)", "a8/Q", "a8=q", "a7a8q", "a7a8Q", "a7-a8=Q+", "a8=Q#"] {
        assert_eq!(find(&pos, text).to_string(), "a7a8q", "{text}");
    }
}

#[test]
fn what_means_more_than_one_move_is_refused() {
    let refused = |fen: &str, text: &str| read(fen).find_move(text).expect_err(text).to_string();
    let error = refused("4k3/8/8/8/8/8/3N1N2/4K3 w - - 0 1", "Ne4");
    assert_eq!(error, "\"Ne4\" is not a legal move here; it is ambiguous and may mean Nde4 Nfe4");
    let error = refused("1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8");
    assert!(error.ends_with("may mean a8=Q a8=R a8=B a8=N"), "{error}");
    // A pawn's move without a file is straight ahead, so `d3` is no capture and `e4` no ambiguity.
    let pos = read("4k3/8/8/3p4/4p3/3P4/8/4K3 w - - 0 1");
    assert!(pos.find_move("e4").is_err());
    assert_eq!(find(&pos, "de4"), find(&pos, "dxe4"));
}

#[test]
fn what_means_no_move_is_refused() {
    let pos = after("");
    for text in [
        "", "x", "e", "e9", "i4", "e5", "Ke2", "O-O", "O-O-O-O", "e4=Q", "Nf3=Q", "Nf3 Nf6", "e2e4e5", "--", "0000",
        "NNf3", "Nf3(", "Nf3()", "(Q)", "=Q", "nf3", "é4", "Né4", "♘f3", "e.p.", "+", "!?",
    ] {
        assert!(pos.find_move(text).is_err(), "{text:?}");
    }
    let mated = after("f3 e5 g4 Qh4#");
    assert!(mated.find_move("e4").expect_err("mate").to_string().ends_with("the game is over"));
}

#[test]
fn all_legal_moves_have_different_texts() {
    let mut texts = std::collections::HashSet::new();
    let mut list = MoveList::new();
    for line in include_str!("../../../testdata/chess/wac.epd").lines() {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        let pos = read(&fields.join(" "));
        texts.clear();
        list.clear();
        pos.moves(&mut list);
        for &mv in list.iter() {
            let text = pos.san(mv);
            assert_eq!(find(&pos, &text), mv, "{pos} {text}");
            assert!(texts.insert(text), "{pos} {mv}");
        }
    }
}

#[test]
fn find_move_keeps_the_contract() {
    for rules in ["", "variant=boxed", "variant=chess960,start=313"] {
        let extent = contract::Extent { games: 5, plies: 120 };
        contract::check_game::<engine::games::chess::Chess>(&rules.parse().expect("rules"), extent);
    }
}
