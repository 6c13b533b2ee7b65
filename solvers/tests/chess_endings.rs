//! The tables of chess endings against the rules of chess: every value follows from those one ply on, by the engine's
//! move generator, with which the solver shares no code but the tables of attacks.

use engine::games::chess::{Chess, Options};
use engine::{Known, MoveList, Node, Position, Probe, Value, rng};
use rand::RngExt;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use solvers::chess::{Ending, Endings};

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
    const SAMPLE: usize = 4_000;
    let endings = Endings::default();
    Ending::all(4).into_par_iter().for_each(|ending| {
        let (letters, mut rng) = (letters(ending), rng::stream(7, 0));
        let mut checked = 0;
        while checked < SAMPLE {
            let squares: Vec<usize> = letters.iter().map(|_| rng.random_range(0..64)).collect();
            let side = if rng.random() { 'w' } else { 'b' };
            if let Some(pos) = place(&letters, &squares, side) {
                check(&endings, &pos);
                checked += 1;
            }
        }
    });
}

/// All positions with the stronger king on the left half: some minutes.
#[test]
#[ignore = "takes minutes; run after a change of the solver"]
fn every_position_follows_from_the_next_ply() {
    let endings = Endings::default();
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
                            check(&endings, &pos);
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
