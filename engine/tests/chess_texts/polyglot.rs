//! Polyglot's keys against those published with the format, and books.

use engine::games::chess::polyglot::{BadBook, Book, Entry, key};
use engine::{Position, rng};

use super::{after, find, read};

/// Moves from the start and the key after them, from the description of the format.
const PUBLISHED: [(&str, u64); 9] = [
    ("", 0x463b96181691fc9c),
    ("e4", 0x823c9b50fd114196),
    ("e4 d5", 0x0756b94461c50fb0),
    ("e4 d5 e5", 0x662fafb965db29d4),
    ("e4 d5 e5 f5", 0x22a48b5a8e47ff78),
    ("e4 d5 e5 f5 Ke2", 0x652a607ca3f242c1),
    ("e4 d5 e5 f5 Ke2 Kf7", 0x00fdd303c946bdd9),
    ("a4 b5 h4 b4 c4", 0x3c8123ea7b067637),
    ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f9b829b279560),
];

#[test]
fn keys_are_the_published_ones() {
    for (moves, published) in PUBLISHED {
        assert_eq!(key(&after(moves)), published, "{moves}");
    }
}

/// A move's 16 bits, from square numbers.
fn packed(from: u16, to: u16, promotion: u16) -> u16 {
    to | from << 6 | promotion << 12
}

fn book(entries: &[(u64, u16, u16)]) -> Vec<u8> {
    let bytes = |&(key, mv, weight): &(u64, u16, u16)| {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0, 0, 0, 7]].concat()
    };
    entries.iter().flat_map(bytes).collect()
}

#[test]
fn a_book_gives_legal_moves_with_weights() {
    let start = after("");
    let at = key(&start);
    let entries = [
        (at - 1, 0, 9),
        (at, packed(12, 28, 0), 3),
        (at, packed(12, 36, 0), 5),
        (at, packed(11, 27, 0), 1),
        (at + 1, 0, 9),
    ];
    let bytes = book(&entries);
    let read = Book::read(&bytes).expect("a book");
    assert_eq!(read.entries()[1], Entry { key: at, mv: packed(12, 28, 0), weight: 3, learn: 7 });
    assert_eq!(read.to_bytes(), bytes);
    // e2e5 is not legal.
    assert_eq!(read.moves(&start), [(find(&start, "e4"), 3), (find(&start, "d4"), 1)]);
    assert_eq!(read.moves(&after("e4")), []);
    let mut rng = rng::stream(1, 0);
    let picks: Vec<_> = (0..4000).filter_map(|_| read.pick(&start, &mut rng)).collect();
    let king_pawns = picks.iter().filter(|&&mv| mv == find(&start, "e4")).count();
    assert_eq!(picks.len(), 4000);
    assert!((2900..3100).contains(&king_pawns), "three quarters of 4000, and not {king_pawns}");
}

#[test]
fn castling_and_promotions_are_read() {
    let pos = read("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let moves = [packed(4, 7, 0), packed(4, 0, 0), packed(49, 57, 1), packed(49, 56, 4), packed(49, 57, 5), 0x8000];
    let entries: Vec<_> = moves.iter().map(|&mv| (key(&pos), mv, 1)).collect();
    let found: Vec<String> =
        Book::read(&book(&entries)).expect("a book").moves(&pos).iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(found, ["e1g1", "e1c1", "b7b8n", "b7a8q"]);
}

#[test]
fn moves_of_weight_nothing_are_listed_and_never_picked() {
    let start = after("");
    let book = Book::read(&book(&[(key(&start), packed(12, 28, 0), 0)])).expect("a book");
    assert_eq!(book.moves(&start).len(), 1);
    assert_eq!(book.pick(&start, &mut rng::stream(1, 0)), None);
}

#[test]
fn what_is_no_book_is_refused() {
    assert_eq!(Book::read(&[0; 17]), Err(BadBook::Size { bytes: 17 }));
    assert_eq!(Book::read(&book(&[(1, 0, 0), (3, 0, 0), (2, 0, 0)])), Err(BadBook::Unsorted { entry: 3 }));
    assert_eq!(Book::read(&[]).map(|book| book.entries().len()), Ok(0));
    assert_eq!(after("").count(), 20);
}
