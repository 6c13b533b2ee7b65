//! The tables of chess endings against the rules of chess: every value follows from those one ply on, by the engine's
//! move generator, with which the solver shares no code but the tables of attacks.

use std::sync::LazyLock;

use engine::games::chess::{Chess, Options, Variant};
use engine::{Known, MoveList, Node, Position, Probe, Value, rng};
use rand::RngExt;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use solvers::chess::{Ending, Endings};

/// One set of tables for all tests here.
static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::default);

/// The men of an ending as letters of a FEN, kings first, the stronger side's large.
fn letters(ending: Ending) -> Vec<u8> {
    let name = ending.to_string();
    let (strong, weak) = name.rsplit_once('K').expect("two kings");
    let mut letters = vec![b'K', b'k'];
    letters.extend(strong[1..].bytes());
    letters.extend(weak.to_ascii_lowercase().bytes());
    letters
}

/// A position with these men on these squares; `None` if it is not legal.
fn place(letters: &[u8], squares: &[usize], side: char) -> Option<Chess> {
    let mut board = [b'1'; 64];
    for (&letter, &square) in letters.iter().zip(squares) {
        if board[square] != b'1' {
            return None;
        }
        board[square] = letter;
    }
    let rows: Vec<_> = board.chunks(8).rev().map(|row| String::from_utf8_lossy(row)).collect();
    Chess::parse(&format!("{} {side} - -", rows.join("/")), &Options::default()).ok()
}

fn moves(pos: &Chess) -> MoveList<engine::games::chess::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// On a scale of more and less: late losses, draws, early wins.
fn scale(known: Known) -> i32 {
    let plies = i32::from(known.plies.unwrap_or(0));
    match known.value {
        Value::Win => 1_000 - plies,
        Value::Draw => 0,
        Value::Loss => plies - 1_000,
    }
}

/// What follows for a position from what is known of those one ply on. Where the table says nothing, since a pawn may
/// be captured en passant, from those two plies on.
fn deduced(endings: &Endings, pos: &Chess) -> i32 {
    let list = moves(pos);
    if list.is_empty() {
        return if pos.is_check() { -1_000 } else { 0 };
    }
    let worth = |next: &Chess| {
        let next = endings.probe(next).map_or_else(|| deduced(endings, next), scale);
        -(next - next.signum())
    };
    list.iter().map(|&mv| worth(&pos.play(mv))).max().expect("there are moves")
}

fn check(endings: &Endings, pos: &Chess) {
    let known = endings.probe(pos).expect("four men without rights have a table");
    assert_eq!(scale(known), deduced(endings, pos), "{pos}: {known:?}");
}

#[test]
fn samples_of_every_ending_follow_from_the_next_ply() {
    const SAMPLE: usize = 2_000;
    Ending::all(4).into_par_iter().for_each(|ending| {
        let (letters, mut rng) = (letters(ending), rng::stream(7, 0));
        let mut checked = 0;
        while checked < SAMPLE {
            let squares: Vec<usize> = letters.iter().map(|_| rng.random_range(0..64)).collect();
            let side = if rng.random() { 'w' } else { 'b' };
            if let Some(pos) = place(&letters, &squares, side) {
                check(&ENDINGS, &pos);
                checked += 1;
            }
        }
    });
}

/// The longest wins of the stronger side and, where there is one, of the weaker, in moves.
///
/// Sources: three men, the discussion board of kirill-kryukov.com (t=920); KRKP, the longest with four men, oeis.org/A274458
/// and H. Conrady's list of Nalimov's tables (85 plies; stmintz.com/ccc, 113253); KQKR, macechess.blogspot.com (October
/// 2010); KBNK, P. Karrer's list, quoted on the same board.
const PUBLISHED: [(&str, Option<u16>, Option<u16>); 6] = [
    ("KQK", Some(10), None),
    ("KRK", Some(16), None),
    ("KPK", Some(28), None),
    ("KQKR", Some(35), None),
    ("KBNK", Some(33), None),
    ("KRKP", None, Some(43)),
];

#[test]
fn longest_wins_are_those_published() {
    for (name, stronger, weaker) in PUBLISHED {
        let counts = ENDINGS.table(name.parse().expect("an ending")).counts();
        for (count, moves) in counts.iter().zip([stronger, weaker]) {
            assert!(moves.is_none_or(|moves| count.longest_win == 2 * moves - 1), "{name}: {count:?}");
        }
    }
}

#[test]
fn what_has_no_table_is_not_known() {
    let (endings, three) = (&*ENDINGS, Endings::up_to(3));
    let read = |text: &str, variant| Chess::parse(text, &Options::of(variant)).expect("a position");
    let known = |text: &str| endings.probe(&read(text, Variant::Standard)).is_some();
    assert!(known("8/8/8/8/8/2k5/8/K7 w - -") && known("8/8/8/8/8/k7/8/4K2R w - -"));
    assert!(!known("8/8/8/8/8/k7/8/4K2R w K -"), "castling");
    assert!(!known("8/8/8/8/Pp6/8/8/K1k5 b - a3"), "en passant");
    assert!(!known("8/8/8/8/8/k7/8/K2QRR2 w - -"), "five men");
    let rook_each = read("8/8/8/8/8/1rk5/1R6/K7 w - -", Variant::Standard);
    assert!(three.probe(&rook_each).is_none() && endings.probe(&rook_each).is_some());
    for (text, is_known) in [("8/8/8/8/Pp6/8/8/K1k5 b - -", false), ("8/8/8/8/PP6/8/8/K1k5 b - -", true)] {
        assert_eq!(endings.probe(&read(text, Variant::Boxed)).is_some(), is_known, "{text}");
    }
}

/// All places of the kings with a pawn that may pass another; a sample would hardly meet what matters here.
#[test]
fn double_steps_past_a_pawn_follow_from_the_next_ply() {
    let letters = letters("KPKP".parse().expect("an ending"));
    for (passing, passed) in
        (0..8).flat_map(|file| [(file, file + 1), (file + 1, file)]).filter(|pair| pair.0.max(pair.1) < 8)
    {
        let pairs = (0..64 * 64).map(|kings| [kings / 64, kings % 64, 8 + passing, 24 + passed]);
        for pos in pairs.flat_map(|squares| ['w', 'b'].map(|side| place(&letters, &squares, side))).flatten() {
            check(&ENDINGS, &pos);
        }
    }
}

/// All positions but for most symmetric ones: 157,980,826, in 24 minutes on one busy core.
#[test]
#[ignore = "takes minutes; run after a change of the solver"]
fn every_position_follows_from_the_next_ply() {
    for ending in Ending::all(4) {
        let letters = letters(ending);
        let has_pawn = letters.iter().any(|letter| letter.eq_ignore_ascii_case(&b'p'));
        let kings: Vec<usize> = (0..64).filter(|king| king % 8 < 4 && (has_pawn || king / 8 <= king % 8)).collect();
        let others = 64_usize.pow(letters.len() as u32 - 2);
        let checked: usize = (0..64 * kings.len())
            .into_par_iter()
            .map(|pair| {
                let mut checked = 0;
                for rest in 0..others {
                    let squares = [kings[pair / 64], pair % 64, rest % 64, rest / 64];
                    for side in ['w', 'b'] {
                        if let Some(pos) = place(&letters, &squares[..letters.len()], side) {
                            check(&ENDINGS, &pos);
                            checked += 1;
                        }
                    }
                }
                checked
            })
            .sum();
        println!("{ending} {checked}");
    }
}
