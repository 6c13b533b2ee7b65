//! Malformed positions, each with what is said of it.

use engine::games::chess::{Chess, Options, Variant};
use engine::{Node, contract};

use super::read;

const REFUSED: [(&str, &str); 47] = [
    ("", "a FEN has four or six fields"),
    ("8/8/8/8/8/8/8/8", "not 1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0", "not 5"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "at character 31: a FEN has four or six fields"),
    // Men.
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
    ("kkk5/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 3 kings"),
    ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "at character 1: a pawn on row 8"),
    ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "at character 20: a pawn on row 1"),
    ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, more than 8"),
    ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQ1/QQ2K3 w - - 0 1", "White has 18 men, more than 16"),
    ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "at character 18: 'X' is no man"),
    ("4k3/8/8/8/8/8/8/4é3 w - - 0 1", "'é' is no man"),
    ("4k3/8/8/8/8/8/0/4K3 w - - 0 1", "'0' is no man; men are KQRBNP and kqrbnp, empty squares 1 to 8"),
    ("9/8/8/8/8/8/8/4K3 w - - 0 1", "'9' is no man"),
    // Rows and files.
    ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "at character 3: row 8 has more than 8 squares"),
    ("rnbqkbnrr/8/8/8/8/8/8/4K3 w - - 0 1", "at character 9: row 8 has more than 8 squares"),
    ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "at character 4: row 8 has 7 squares instead of 8"),
    ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "at character 20: row 1 has 7 squares instead of 8"),
    ("4k3/8/8//8/8/8/4K3 w - - 0 1", "at character 9: row 5 has 0 squares instead of 8"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 rows instead of 8"),
    ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 rows"),
    // The side to move, and kings in check.
    ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "at character 21: the side to move is \"w\" or \"b\", not \"W\""),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "the side not to move is in check"),
    ("8/8/8/8/8/8/3kK3/8 w - - 0 1", "the side not to move is in check"),
    ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "the side not to move is in check"),
    ("4r2k/8/8/q7/7b/8/8/4K3 w - - 0 1", "more than two men give check"),
    // Castling rights.
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "White cannot castle 'K': no rook of its own stands there"),
    ("r3k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "at character 26: Black cannot castle 'k'"),
    ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "the king is on e2"),
    (
        "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1",
        "White cannot castle with a king on d1 and a rook on h1; variant=chess960 can",
    ),
    ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "a king on e1 and a rook on b1"),
    ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling on this wing is given twice"),
    ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling on this wing is given twice"),
    ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "'X' is no castling right; they are KQkq, files such as HAha, or \"-\""),
    ("4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "'-' is no castling right"),
    // En passant.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "\"d9\" is no en-passant square"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "with this side to move it is on row 6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - e3 0 1", "with this side to move it is on row 6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "no pawn has passed it to c5"),
    ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "the pawn's way was not free"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "the pawn's way was not free"),
    // Counters.
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "\"-1\" is no count of plies"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 256 1", "0 to 255"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "\"x\" is no number of a move pair"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", "1 to 65535"),
];

#[test]
fn what_cannot_stand_on_a_board_is_refused() {
    contract::check_refused::<Chess>(&Options::default(), &REFUSED);
}

#[test]
fn the_boxed_rules_have_no_rights() {
    let table = [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "variant=boxed has no castling"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "variant=boxed has no captures en passant"),
    ];
    contract::check_refused::<Chess>(&Options::of(Variant::Boxed), &table);
}

#[test]
fn chess960_names_its_rooks() {
    let rules = Options::of(Variant::Chess960);
    let table = [
        ("4k3/8/8/8/8/8/8/1R2K1RR w B - 0 1x", "is no number of a move pair"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w H - 0 1", "White cannot castle 'H': no rook of its own stands there"),
        ("4k3/8/8/8/8/8/8/1R2K1RR w GH - 0 1", "castling on this wing is given twice in \"GH\""),
        ("1r2k3/8/8/8/8/8/8/4K3 w A - 0 1", "White cannot castle 'A'"),
    ];
    contract::check_refused::<Chess>(&rules, &table);
    // `K` is the outermost rook; the text names it by its file, as it does an inner one.
    let pos = Chess::parse("4k3/8/8/8/8/8/8/1R2K1RR w K - 0 1", &rules).expect("a position");
    assert_eq!(pos.to_string(), "4k3/8/8/8/8/8/8/1R2K1RR w H - 0 1");
    let pos = Chess::parse("4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1", &rules).expect("a position");
    assert_eq!(pos.to_string(), "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1");
}

#[test]
fn sloppy_texts_are_read() {
    for (text, fen) in [
        ("  4k3/8/8/8/8/8/8/4K3   w  -  -  ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 007 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("4k3/8/8/8/8/8/8/R3K2R b QK - 3 9", "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9"),
        ("4k3/8/8/8/8/8/8/R3K2R b HA - 3 9", "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 9"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/11p2111/8/8/8/8/8/4K3 b - - 0 1", "4k3/2p5/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(read(text).to_string(), fen, "{text}");
    }
}
