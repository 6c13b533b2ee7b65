//! Nonsense, and good texts with something spoiled: nothing panics or hangs, and what is accepted round-trips.

use engine::games::chess::epd::{self, Counts, Epd};
use engine::games::chess::pgn::{self, Game};
use engine::games::chess::polyglot::Book;
use engine::games::chess::{Chess, Options, Variant, square_name};
use engine::{Game as _, MoveList, Node, Position, rng};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::texts::{check_games, check_written, spoiled};

const VARIANTS: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::Boxed];

/// Good texts of all forms, to be spoiled.
const TEXTS: [&str; 7] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w HAha f6 0 3",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; dm -3; hmvc 12; fmvn 40; id \"One; two\"; c0 \"a \\\"word\\\"\";",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197 ;D4 7059",
    "[Event \"a \\\"b\\\"\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n{x} 1. e4 $1 {y} (1. e3 (1. Kd1)) Kd7 1-0\n\n1. d4 *",
    "[Variant \"Chess960\"]\n[White \"w\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O! ; z\n% escaped\n1/2-1/2",
    "Ng1-f3 exd6 e.p. e8=Q+ axb8(N)# O-O-O 0-0 Qh4xe1 N1d2!? e2e4 e7e8q",
];

/// A spoiled text, or letters that mean something in one of the forms, or anything.
fn nonsense() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => spoiled(&TEXTS, "[ -~\\n]{0,3}|[Kkw0/;\"{}()\\[\\]\\\\]|\\PC"),
        2 => "[KQRBNPkqrbnp1-8/a-hwxO0=+#!?.;:(){}\\[\\]\"$*% \\n-]{0,120}",
        1 => "\\PC{0,60}",
    ]
}

fn check_fen(text: &str, rules: Options) {
    if let Ok(pos) = Chess::parse(text, &rules) {
        assert_eq!(Chess::parse(&pos.to_string(), &rules), Ok(pos), "{text:?}");
        let mut list = MoveList::new();
        pos.moves(&mut list);
        assert_eq!(pos.count(), list.len() as u64, "{text:?}");
        for &mv in list.iter() {
            assert_eq!(pos.find_move(&pos.san(mv)), Ok(mv), "{text:?}");
            assert_eq!(pos.play(mv).key(), Chess::parse(&pos.play(mv).to_string(), &rules).map_or(0, |pos| pos.key()));
        }
    }
}

fn check_records(text: &str, rules: Options) {
    for record in epd::records(text, &rules).flatten() {
        assert_eq!(Epd::parse(&record.to_string(), &rules).as_ref(), Ok(&record), "{text:?}");
        for opcode in ["bm", "am", "pv", "id"] {
            // Read as moves, whatever they are.
            let _ = (record.moves(opcode), record.line(opcode), record.number(opcode));
        }
    }
    for counts in epd::counts(text, &rules).flatten() {
        assert_eq!(Counts::parse(&counts.to_string(), &rules).as_ref(), Ok(&counts), "{text:?}");
    }
}

/// A position some random moves from a start.
fn reached(variant: Variant, seed: u64, plies: usize) -> Chess {
    use rand::RngExt;
    let mut rng = rng::stream(seed, 0);
    let mut options = Options::of(variant);
    if variant == Variant::Chess960 {
        options.start = rng.random_range(0..960);
    }
    let mut pos = Chess::start(&options);
    for _ in 0..plies {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        if list.is_empty() {
            break;
        }
        pos = pos.play(list[rng.random_range(0..list.len())]);
    }
    pos
}

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(&VARIANTS[..])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn texts_are_read_or_refused(text in nonsense(), variant in variant()) {
        let rules = Options::of(variant);
        check_fen(&text, rules);
        check_records(&text, rules);
        check_games::<Chess>(&text);
    }

    #[test]
    fn moves_are_found_or_refused(text in nonsense(), variant in variant(), seed in 0_u64..1000, plies in 0_usize..80) {
        let pos = reached(variant, seed, plies);
        for word in text.split(' ').chain([text.as_str()]) {
            if let Ok(mv) = pos.find_move(word) {
                prop_assert_eq!(pos.find_move(&pos.san(mv)), Ok(mv));
                prop_assert_eq!(pos.find_move(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn liberties_mean_the_same_move(variant in variant(), seed in any::<u64>(), plies in 0_usize..120) {
        let pos = reached(variant, seed, plies);
        let mut list = MoveList::new();
        pos.moves(&mut list);
        for &mv in list.iter() {
            let san = pos.san(mv);
            let bare = san.trim_end_matches(['+', '#']);
            let mut texts = vec![bare.replace('x', ""), format!("{san}!?"), format!("{bare}#"), bare.replace('=', "")];
            if !san.starts_with('O') {
                let (letter, promotion) = (&san[..usize::from(bare.as_bytes()[0] < b'a')], bare.split_once('='));
                let squares = format!("{letter}{}-{}", square_name(mv.from()), square_name(mv.to()));
                texts.push(squares + &promotion.map_or(String::new(), |(_, kind)| format!("({kind})")));
            }
            for text in texts {
                prop_assert_eq!(pos.find_move(&text), Ok(mv), "{} {}", pos, text);
            }
        }
    }

    #[test]
    fn games_are_written_and_read(
        variant in variant(), seed in any::<u64>(), plies in 0_usize..60, intro in "\\PC{0,90}",
        comments in prop::collection::vec("([ -~]|\\PC){0,40}", 0..40), name in "\\PC{0,12}", value in "\\PC{0,30}",
    ) {
        use rand::RngExt;
        let mut pos = reached(variant, seed, plies);
        let mut game = Game::new(pos);
        game.set_tag(&name, &value);
        game.set_tag("White", &value);
        let mut rng = rng::stream(seed, 1);
        for comment in comments {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            if list.is_empty() {
                break;
            }
            let mv = list[rng.random_range(0..list.len())];
            game.push(mv, &comment);
            pos = pos.play(mv);
        }
        game.result = pos.outcome();
        prop_assert_eq!(game.position(), pos);
        game.intro = intro;
        check_written(&game);
    }

    #[test]
    fn books_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), seed in 0_u64..100) {
        let is_whole = bytes.len() % 16 == 0;
        match Book::read(&bytes) {
            Ok(book) => prop_assert_eq!(book.to_bytes(), bytes.as_slice()),
            Err(_) => prop_assert!(!is_whole || bytes.len() > 16),
        }
        // The bytes as the moves of a position that has them all.
        let pos = reached(Variant::Standard, seed, 20);
        let key = engine::games::chess::polyglot::key(&pos).to_be_bytes();
        let entries: Vec<u8> = bytes.chunks_exact(8).flat_map(|rest| [&key[..], rest].concat()).collect();
        let book = Book::read(&entries).expect("equal keys are sorted");
        let mut list = MoveList::new();
        pos.moves(&mut list);
        prop_assert!(book.moves(&pos).iter().all(|(mv, _)| list.contains(mv)));
        prop_assert!(book.pick(&pos, &mut rng::stream(seed, 2)).is_none_or(|mv| list.contains(&mv)));
    }
}

#[test]
fn long_nonsense_takes_no_time_to_speak_of() {
    for piece in [
        "{",
        "(",
        ")",
        "[",
        "\n[A \"\"]",
        "\n[A \"\"]\n{",
        "\n[Event \"\"]\n{",
        "{\n[Event ",
        "$",
        "1.",
        "x ",
        "\"",
        "%",
        "\n%",
        ";",
        "e4 ",
    ] {
        let mut text = piece.repeat(1_000_000 / piece.len());
        let _ = pgn::games(&text).count();
        text.push('}');
        let _ = pgn::games(&text).count();
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {}", piece.replace('\n', " ").repeat(100_000));
        let _ = Epd::parse(&fen, &Options::default());
        let _ = Counts::parse(&fen, &Options::default());
        let _ = Chess::parse(&text, &Options::default());
        let _ = Chess::start(&Options::default()).find_move(&text);
    }
}
