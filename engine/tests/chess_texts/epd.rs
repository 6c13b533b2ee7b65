//! EPD: every line of the test suites, the forms a record may take, and lines of perft counts.

use engine::games::chess::epd::{self, Counts, Epd};
use engine::games::chess::{Options, Variant};

fn read(text: &str) -> Epd {
    Epd::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The suites, their numbers of records, and of those that name moves.
const SUITES: [(&str, &str, usize, usize); 9] = [
    ("bratko_kopec", include_str!("../../../testdata/chess/bratko_kopec.epd"), 24, 24),
    ("wac", include_str!("../../../testdata/chess/wac.epd"), 300, 300),
    ("eret", include_str!("../../../testdata/chess/eret.epd"), 111, 111),
    ("sts", include_str!("../../../testdata/chess/sts.epd"), 594, 594),
    ("mates", include_str!("../../../testdata/chess/mates.epd"), 500, 0),
    ("draw_rules", include_str!("../../../testdata/chess/draw_rules.epd"), 20, 12),
    ("eet", include_str!("../../../testdata/chess/eet.epd"), 100, 100),
    ("zugzwang", include_str!("../../../testdata/chess/zugzwang.epd"), 30, 30),
    ("openings", include_str!("../../../testdata/chess/openings_8moves_1000.epd"), 1000, 0),
];

#[test]
fn all_suites_are_read_and_written() {
    for (name, text, count, with_moves) in SUITES {
        let (mut read, mut named) = (0, 0);
        for record in epd::records(text, &Options::default()) {
            let epd = record.unwrap_or_else(|error| panic!("{name}: {error}"));
            let moves = ["bm", "am"].map(|opcode| epd.moves(opcode).unwrap_or_else(|error| panic!("{epd}: {error}")));
            named += usize::from(!moves.concat().is_empty());
            assert_eq!(self::read(&epd.to_string()), epd);
            read += 1;
        }
        assert_eq!((read, named), (count, with_moves), "{name}");
    }
}

#[test]
fn what_is_written_as_the_standard_asks_is_written_back() {
    for (_, text, _, _) in SUITES.into_iter().filter(|&(name, ..)| ["bratko_kopec", "zugzwang"].contains(&name)) {
        for line in text.lines() {
            assert_eq!(read(line).to_string(), line);
        }
    }
}

#[test]
fn operations_have_types() {
    let epd = read(
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; am Kd1; dm -3; acd 12; acn 123456; ce -17; pv e4 Kd7 e5; pm e4; sm e4; \
         hmvc 12; fmvn 40; id \"One; two\"; c0 \"a \\\"word\\\" and \\\\\"; c9 \"\"; noop; D1 bare",
    );
    assert_eq!((epd.pos.clock(), epd.pos.number()), (12, 40));
    assert_eq!(epd.moves("bm").map(|moves| moves.len()), Ok(2));
    assert_eq!(epd.line("pv").map(|moves| moves.len()), Ok(3));
    assert_eq!(
        ["dm", "acd", "acn", "ce", "id"].map(|opcode| epd.number(opcode)),
        [Some(-3), Some(12), Some(123456), Some(-17), None]
    );
    assert_eq!(epd.text("id"), Some("One; two"));
    assert_eq!(epd.text("c0"), Some("a \"word\" and \\"));
    assert_eq!(epd.text("c9"), Some(""));
    assert_eq!(epd.text("noop"), None);
    assert_eq!(epd.text("D1"), Some("bare"));
    assert_eq!(
        epd.to_string(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 40; bm e4 e3; am Kd1; dm -3; acd 12; acn 123456; ce -17; pv e4 Kd7 \
         e5; pm e4; sm e4; id \"One; two\"; c0 \"a \\\"word\\\" and \\\\\"; c9 \"\"; noop; D1 bare;"
    );
    assert_eq!(read(&epd.to_string()), epd);
}

#[test]
fn a_fen_is_a_record_too() {
    let epd = read("4k3/8/8/8/8/8/4P3/4K3 w - - 5 33 bm e4;");
    assert_eq!((epd.pos.clock(), epd.pos.number()), (5, 33));
    assert_eq!(epd.moves("bm").map(|moves| moves.len()), Ok(1));
    assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - -"), Epd::new(epd.pos.with_counters(0, 1)));
}

#[test]
fn records_are_made() {
    let epd = Epd::new(read("4k3/8/8/8/8/8/4P3/4K3 w - -").pos).with("bm", &["e4"]).with("c0", &["two\nlines"]);
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"two lines\";");
}

#[test]
fn malformed_records_are_refused() {
    for (operations, reason) in [
        ("bm e4; id \"open", "at character 37: the quote that opens here is not closed"),
        ("bm e4; 5 a;", "at character 34: an operation begins with its opcode"),
        ("\"x\" y;", "an operation begins with its opcode"),
        ("hmvc x;", "\"x\" is no number for hmvc, 0 to 255"),
        ("hmvc 256;", "0 to 255"),
        ("hmvc 1 2;", "hmvc has one operand"),
        ("fmvn;", "fmvn has one operand"),
        ("fmvn -1;", "\"-1\" is no number for fmvn, 0 to 65535"),
        ("hmvc 1; hmvc 2;", "hmvc is given twice"),
        ("bm e4;\nbm e3;", "an EPD record is one line"),
    ] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        let error = Epd::parse(&text, &Options::default()).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let text = "# a comment\n4k3/8/8/8/8/8/8/4K3 w - -\n\n4k3/8/8/8/8/8/8/4K3 x - -\n";
    let read: Vec<_> = epd::records(text, &Options::default()).collect();
    assert!(read[0].is_ok() && read.len() == 2);
    let error = read[1].as_ref().expect_err("no side").to_string();
    assert_eq!(error, "line 4, at character 21: the side to move is \"w\" or \"b\", not \"x\"");
    assert!(self::read("4k3/8/8/8/8/8/8/4K3 w - - bm Ke9;").moves("bm").is_err());
}

#[test]
fn perft_lines_are_read() {
    let files = [
        (include_str!("../../../testdata/chess/perft.epd"), Variant::Standard, 369),
        (include_str!("../../../testdata/chess/perft960.epd"), Variant::Chess960, 480),
        (include_str!("../../../testdata/chess/perft_boxed.epd"), Variant::Boxed, 9),
    ];
    for (text, variant, count) in files {
        let rules = Options::of(variant);
        let lines: Result<Vec<Counts>, _> = epd::counts(text, &rules).collect();
        let lines = lines.expect("counts");
        assert_eq!(lines.len(), count);
        for line in lines {
            assert_eq!(Counts::parse(&line.to_string(), &rules), Ok(line));
        }
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let line = Counts::parse(&format!("{start};D1 20 ;D3   8902;"), &Options::default()).expect("counts");
    assert_eq!(line.counts, [(1, 20), (3, 8902)]);
    for (counts, reason) in [
        ("", "no count follows the position"),
        (" ;E1 20", "at character 59: \"E1 20\" is no count; counts are written \";D3 8902\""),
        (" ;D1 20 ;D2 x", "\"D2 x\" is no count"),
        (" ;D1", "\"D1\" is no count"),
        (" ;D1 +20", "no count"),
        (" ;D1 99999999999999999999", "no count"),
    ] {
        let text = format!("{start}{counts}");
        let error = Counts::parse(&text, &Options::default()).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
