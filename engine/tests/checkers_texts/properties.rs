//! Nonsense, and good texts with something spoiled: nothing panics or hangs, and what is accepted round-trips.

use engine::games::checkers::pdn::{self, Game};
use engine::games::checkers::{Checkers, Options};
use engine::{Game as _, MoveList, Node, Position, checkers, rng};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::RngExt;

use super::texts::{check_games, check_written, spoiled};

/// Good texts of all forms, to be spoiled.
const TEXTS: [&str; 7] = [
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W18,24,K31:B1,K20:H7:F12.",
    " w : b K29 - K32, 1-4 : W k5-8 , 9 .",
    "[Event \"a \\\"b\\\"\"]\n[FEN \"W:W21-32:B1-12\"]\n\n{x} 1... 24-20 $1 {y} (1... 23-18 (1... 22-17)) 11-15 1-0\n\n1. 9-13 *",
    "[GameType \"21,B,8,8\"]\n[Result \"1-1\"]\n[White \"w\"]\n\n1. 9-13 22-17 2. 13x22! 25:18* ; z\n% escaped\n3. 11-15",
    "09-13 9x14 7x16x23x32 10x26 14x14 23-32* 13-22!? 1-1 2-0 0-1 1/2-1/2 * 1...",
    "[FEN \"B:WK10,11,18,19,27:BK23\"]\n\n1. 23x14x7x16x23x32 2-0",
];

/// A spoiled text, or letters that mean something in one of the forms, or anything.
fn nonsense() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => spoiled(&TEXTS, "[ -~\\n]{0,3}|[KBWH:0-9x,.*;\"{}()\\[\\]\\\\-]|\\PC"),
        2 => "[KBWHFkbw0-9x:,.*!?;/$(){}\\[\\]\"% \\n-]{0,120}",
        1 => "\\PC{0,60}",
    ]
}

/// The legal moves; each has two texts, both of which mean it, or what leads to the same position.
fn check_moves(pos: &Checkers) -> MoveList<engine::games::checkers::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    for &mv in list.iter() {
        assert_eq!(pos.find_move(&mv.to_string()), Ok(mv), "{pos}");
        assert_eq!(pos.find_move(&pos.pdn(mv)), Ok(mv), "{pos}");
    }
    list
}

fn check_fen(text: &str) {
    if let Ok(pos) = Checkers::parse(text, &Options::default()) {
        assert_eq!(Checkers::parse(&pos.to_string(), &Options::default()), Ok(pos), "{text:?}");
        assert_eq!(pos.count(), check_moves(&pos).len() as u64, "{text:?}");
        assert_eq!(pos.picture().lines().count(), 9, "{text:?}");
    }
}

/// Random moves onwards from `pos`, at most so many.
fn walk(
    mut pos: Checkers,
    plies: usize,
    rng: &mut rng::Rng,
    mut each: impl FnMut(&Checkers, engine::games::checkers::Move),
) -> Checkers {
    for _ in 0..plies {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[rng.random_range(0..list.len())];
        each(&pos, mv);
        pos = pos.play(mv);
    }
    pos
}

fn reached(seed: u64, plies: usize) -> Checkers {
    walk(Checkers::start(&Options::default()), plies, &mut rng::stream(seed, 0), |_, _| {})
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn texts_are_read_or_refused(text in nonsense()) {
        check_fen(&text);
        check_games::<Checkers>(&text);
    }

    #[test]
    fn moves_are_found_or_refused(text in nonsense(), seed in 0_u64..1000, plies in 0_usize..120) {
        let crowded = checkers!("B:WK10,11,18,19,27:BK23");
        for pos in [reached(seed, plies), crowded] {
            for word in text.split(' ').chain([text.as_str()]) {
                if let Ok(mv) = pos.find_move(word) {
                    prop_assert!(check_moves(&pos).contains(&mv));
                }
            }
        }
    }

    #[test]
    fn positions_and_moves_have_texts(seed in any::<u64>(), plies in 0_usize..150) {
        let pos = reached(seed, plies);
        check_fen(&pos.to_string());
        check_fen(&pos.turned().to_string());
    }

    #[test]
    fn games_are_written_and_read(
        seed in any::<u64>(), plies in 0_usize..100, intro in "\\PC{0,90}",
        comments in prop::collection::vec("([ -~]|\\PC){0,40}", 0..40), name in "\\PC{0,12}", value in "\\PC{0,30}",
    ) {
        let start = reached(seed, plies);
        let mut game = Game::new(start);
        game.set_tag(&name, &value);
        game.set_tag("White", &value);
        let mut comments = comments.iter();
        let pos = walk(start, comments.len(), &mut rng::stream(seed, 1), |_, mv| {
            game.push(mv, comments.next().map_or("", String::as_str));
        });
        game.result = pos.outcome();
        prop_assert_eq!(game.position(), pos);
        game.intro = intro;
        check_written(&game);
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
        "{\n[Event ",
        "$",
        "1.",
        "*",
        "-",
        "9-13 ",
        "9x",
        "B:",
        "K1,",
    ] {
        let mut text = piece.repeat(1_000_000 / piece.len());
        let _ = pdn::games(&text).count();
        text.push('}');
        let _ = pdn::games(&text).count();
        let _ = Checkers::parse(&format!("B:W{text}"), &Options::default());
        let _ = Checkers::start(&Options::default()).find_move(&text);
    }
}

/// The texts above, and random games as files have them.
fn corpus() -> Vec<String> {
    let games = (0..200).map(|seed| {
        let start = reached(seed, [0, 0, 40, 90][seed as usize % 4]);
        let mut game = Game::new(start);
        let end = walk(start, 60, &mut rng::stream(seed, 2), |pos, mv| {
            game.push(mv, if pos.count() > 9 { "many" } else { "" });
        });
        game.result = end.outcome();
        game.to_string()
    });
    TEXTS.into_iter().map(str::to_owned).chain(games).collect()
}

/// A few of a text's bytes cut out, doubled, exchanged or moved.
fn mutated(text: &str, rng: &mut rng::Rng) -> String {
    const SIGNS: &[u8] = b"0123456789-x:.*!?$;,()[]{}\"\\/%KBWHF \n\xFF\xC3";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..6) {
        let from = rng.random_range(0..=bytes.len());
        let to = (from + rng.random_range(0..8)).min(bytes.len());
        match rng.random_range(0..5) {
            0 => drop(bytes.drain(from..to)),
            1 => bytes.insert(from, SIGNS[rng.random_range(0..SIGNS.len())]),
            2 => bytes[from..to].reverse(),
            3 => bytes[from..to].fill(SIGNS[rng.random_range(0..SIGNS.len())]),
            _ => {
                let piece = bytes[from..to].to_vec();
                let at = rng.random_range(0..=bytes.len());
                bytes.splice(at..at, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `cargo test --release -p engine --test checkers_texts -- --ignored` takes a minute.
#[test]
#[ignore = "millions of texts, for after a change of the readers"]
fn millions_of_mutated_texts_are_read_or_refused() {
    let corpus = corpus();
    let mut rng = rng::stream(1, 3);
    let positions: Vec<Checkers> = (0..500).map(|seed| reached(seed, 30 + seed as usize % 100)).collect();
    let (mut good, mut found) = (0, 0);
    for round in 0..3_000_000 {
        // The short texts more often than the games.
        let source = if round % 4 == 0 { rng.random_range(0..corpus.len()) } else { rng.random_range(0..TEXTS.len()) };
        let text = mutated(&corpus[source], &mut rng);
        check_fen(&text);
        check_games::<Checkers>(&text);
        good += pdn::games(&text).flatten().filter(|game| !game.plies.is_empty()).count();
        let pos = &positions[rng.random_range(0..positions.len())];
        found += text.split_whitespace().filter(|word| pos.find_move(word).is_ok()).count();
    }
    println!("{good} games with moves and {found} moves were read");
    assert!(good > 100_000 && found > 100_000, "most was not nonsense: {good} games, {found} moves");
}
