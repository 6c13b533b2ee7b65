//! The tables of checkers endgames: against published counts and positions, against the rules one ply on by the
//! engine's own generator, and against everything that can happen to files.
//!
//! Five and six pieces are in tests that are ignored: `cargo test --release -p solvers --test checkers_tables --
//! --ignored five` takes some minutes, `six` seven minutes and 3.4 GB.

use std::collections::BTreeMap;
use std::io;
use std::sync::{LazyLock, Mutex};

use engine::{Known, Position, Probe, Value, checkers};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use solvers::checkers::{BadTables, Figures, Slice, Store, Tables, build};

const COUNTS: &str = include_str!("../../testdata/checkers/endgame_counts.csv");
const POSITIONS: &str = include_str!("../../testdata/checkers/endgame_tests.csv");

/// Totals, by pieces: won, drawn and lost for the side to move, and the plies of the longest win.
const TOTALS: [(usize, [u64; 4]); 4] = [
    (2, [716, 2_370, 402, 13]),
    (3, [100_250, 8_477, 87_305, 61]),
    (4, [2_574_304, 1_717_922, 1_917_090, 109]),
    (5, [71_334_772, 11_122_892, 56_993_144, 161]),
];
/// Three pieces against three.
const EVEN_SIX: [u64; 4] = [327_808_875, 395_040_019, 60_957_234, 167];

static FOUR: LazyLock<Tables> = LazyLock::new(|| Tables::up_to(4));

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

fn total<'a>(figures: impl Iterator<Item = &'a Figures>) -> [u64; 4] {
    figures.fold([0, 0, 0, 0], |[win, draw, loss, longest], figures| {
        let longest = longest.max(figures.longest_win.into());
        [win + figures.win, draw + figures.draw, loss + figures.loss, longest]
    })
}

/// Compares the figures of all slices with so many pieces with those of the file, which has `rows` of them.
fn check_figures(figures: &[(Slice, Figures)], pieces: usize, expected: usize) {
    let there: Vec<_> = rows(COUNTS).into_iter().filter(|row| row[0] == *pieces.to_string()).collect();
    assert_eq!(there.len(), expected);
    for row in there {
        let wanted: Vec<u64> = (0..13).map(|at| row[at].parse().expect("a number")).collect();
        let is_meant = |slice: &Slice| {
            let sides = [slice.mover.men, slice.mover.kings, slice.rival.men, slice.rival.kings];
            sides.map(|count| count as u64) == wanted[1..5]
        };
        let (slice, found) = figures.iter().find(|(slice, _)| is_meant(slice)).expect("every slice is there");
        let Figures { positions, win, draw, loss, captures, longest_win, longest_wins, longest_loss } = *found;
        let found = [positions, win, draw, loss, captures, longest_win.into(), longest_wins, longest_loss.into()];
        assert_eq!(found, wanted[5..], "{slice}");
    }
}

/// `W37`, `L24`, `D`.
fn read(text: &str) -> Known {
    let plies = text[1..].parse().ok();
    match &text[..1] {
        "W" => Known { value: Value::Win, plies },
        "L" => Known { value: Value::Loss, plies },
        _ => Known { value: Value::Draw, plies: None },
    }
}

/// A move's result for the side that makes it, from what is known of the position it leads to.
fn before(next: Known) -> Known {
    let value = [Value::Win, Value::Draw, Value::Loss][next.value as usize];
    Known { value, plies: next.plies.map(|plies| plies + 1) }
}

/// Looks up the positions of the file with so many pieces, of which there are `expected`, and all their moves.
fn check_positions(tables: &Tables, pieces: usize, expected: usize) {
    let there: Vec<_> = rows(POSITIONS).into_iter().filter(|row| row[2] == *pieces.to_string()).collect();
    assert_eq!(there.len(), expected);
    for row in there {
        let pos = checkers!(&row[1]);
        let known = tables.probe(&pos).expect("few pieces");
        let wanted = format!("{}{}", row[3][..1].to_uppercase(), &row[4]);
        assert_eq!(known, read(&wanted), "{}", &row[1]);
        for (text, result) in row[6].split(' ').map(|word| word.split_once(':').expect("a move and its result")) {
            let mv = pos.find_move(text).expect("a legal move");
            let known = before(tables.probe(&pos.play(mv)).expect("few pieces"));
            assert_eq!(known, read(result), "{} {text}", &row[1]);
        }
    }
}

#[test]
fn figures_of_up_to_four_pieces_are_those_published() {
    for (pieces, expected) in [(2, 4), (3, 12), (4, 25)] {
        check_figures(FOUR.figures(), pieces, expected);
    }
    for (pieces, wanted) in &TOTALS[..3] {
        let figures = FOUR.figures().iter().filter(|(slice, _)| slice.pieces() == *pieces);
        assert_eq!(total(figures.map(|(_, figures)| figures)), *wanted, "{pieces} pieces");
    }
}

#[test]
fn positions_of_four_pieces_have_their_values_and_moves() {
    check_positions(&FOUR, 4, 9);
}

#[test]
fn values_follow_from_the_next_ply_by_the_rules() {
    let checked = FOUR.figures().par_iter().map(|(slice, figures)| {
        let samples = if slice.pieces() < 4 { u64::MAX } else { 20_000 };
        let checked = FOUR.verify(*slice, samples).unwrap_or_else(|mistake| panic!("{slice}: {mistake}"));
        assert!(if slice.pieces() < 4 { checked == figures.positions } else { checked > 10_000 }, "{slice}: {checked}");
        checked
    });
    assert!(checked.sum::<u64>() > 400_000);
}

#[test]
fn what_has_no_table_is_not_known() {
    let known = |text: &str| FOUR.probe(&checkers!(text));
    assert_eq!(known("B:WK1,K2,K3:BK31,K32"), None);
    assert_eq!(known("B:W:B1").and_then(|known| known.plies), Some(1));
    assert_eq!(known("W:W:B1"), Some(Known { value: Value::Loss, plies: Some(0) }));
    let wins_at_once = Some(Known { value: Value::Win, plies: Some(1) });
    assert_eq!(known("B:W7,15:B2"), wins_at_once, "one jump takes two");
    let (capture, quiet) = (checkers!("B:W6:B2"), checkers!("B:W10:B2"));
    assert!(FOUR.quiet(&capture).is_none() && FOUR.probe(&capture).is_some());
    assert_eq!(FOUR.quiet(&quiet), FOUR.probe(&quiet));
    assert_eq!(Tables::up_to(2).probe(&checkers!("B:WK10:B2,3")), None);
}

/// A directory in memory that fails after some writes.
#[derive(Default)]
struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    writes_left: Mutex<Option<usize>>,
}

impl Memory {
    fn of(files: BTreeMap<String, Vec<u8>>, writes_left: Option<usize>) -> Self {
        Self { files: Mutex::new(files), writes_left: Mutex::new(writes_left) }
    }

    fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.files.into_inner().expect("nobody panicked")
    }
}

impl Store for Memory {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.files.lock().expect("free").get(name).cloned())
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        Ok(self.files.lock().expect("free").contains_key(name))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if let Some(left) = &mut *self.writes_left.lock().expect("free") {
            *left = left.checked_sub(1).ok_or_else(|| io::Error::other("killed"))?;
        }
        self.files.lock().expect("free").insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.files.lock().expect("free").remove(name);
        Ok(())
    }
}

/// The files of tables with up to so many pieces.
fn files(pieces: usize) -> BTreeMap<String, Vec<u8>> {
    let store = Memory::default();
    build(pieces, Some(&store), |_| ()).expect("memory takes everything");
    store.into_files()
}

#[test]
fn files_hold_what_was_solved() {
    let store = Memory::of(files(4), None);
    let tables = Tables::open(&store).expect("as written");
    assert_eq!((tables.pieces(), tables.figures()), (4, FOUR.figures()));
    let built = build(4, Some(&store), |_| panic!("everything is there")).expect("as written");
    assert_eq!((&*built.figures, built.peak), (FOUR.figures(), 0));
    for row in rows(POSITIONS).iter().filter(|row| &row[2] == "4") {
        let pos = checkers!(&row[1]);
        assert_eq!(tables.probe(&pos), FOUR.probe(&pos), "{pos}");
    }
    for (slice, _) in tables.figures() {
        tables.verify(*slice, 2_000).expect("what is left out follows from the rest");
    }
    // Fewer pieces are as good; a gap is not.
    let mut files = store.into_files();
    files.retain(|name, _| {
        name.matches(char::is_numeric).map(|count| count.parse::<usize>().expect("a digit")).sum::<usize>() < 4
    });
    let store = Memory::of(files.clone(), None);
    assert_eq!(Tables::open(&store).map(|tables| tables.pieces()).expect("as written"), 3);
    files.remove("1m0k-1m1k.checkers").expect("it was there");
    let error = Tables::open(&Memory::of(files, None)).expect_err("a gap");
    assert_eq!(error.to_string(), "1m0k-1m1k.checkers is missing");
    let error = Tables::open(&Memory::default()).expect_err("nothing");
    assert_eq!(error.to_string(), "0m1k-0m1k.checkers is missing");
}

#[test]
fn truncated_and_altered_files_are_refused_with_their_name() {
    let name = "0m1k-1m1k.checkers";
    let files = files(3);
    let whole = &files[name];
    let error = |bytes: &[u8]| {
        let mut files = files.clone();
        files.insert(name.to_owned(), bytes.to_vec());
        let store = Memory::of(files, None);
        let opened = Tables::open(&store).expect_err("not as written");
        let built = build(3, Some(&store), |_| ()).expect_err("not as written");
        assert_eq!(opened.to_string(), built.to_string());
        opened
    };
    for length in (0..whole.len()).step_by(7).chain(0..150).chain([whole.len() - 1]) {
        let error = error(&whole[..length]);
        assert!(error.to_string().starts_with(name), "{length}: {error}");
        assert!(matches!(error, BadTables::Truncated { .. }) || length == 0, "{length}: {error}");
    }
    for at in (0..whole.len()).step_by(23).chain(0..150).chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = error(&bytes).to_string();
        assert!(error.starts_with(name), "{at}: {error}");
    }
    let longer = [whole, &[0][..]].concat();
    assert_eq!(error(&longer).to_string(), "0m1k-1m1k.checkers: altered: there are bytes behind its end");
    let other = &files["1m0k-1m1k.checkers"];
    assert_eq!(error(other).to_string(), "0m1k-1m1k.checkers: altered: it is of other pieces than its name says");
}

/// A run that ends after some writes, and goes on, to the same files as one that does not.
fn check_interrupted(pieces: usize, after: impl IntoIterator<Item = usize>) {
    let whole = files(pieces);
    for writes in after {
        let store = Memory::of(BTreeMap::new(), Some(writes));
        let error = build(pieces, Some(&store), |_| ()).expect_err("a store that fails");
        assert!(error.to_string().ends_with(": killed"), "{error}");
        let store = Memory::of(store.into_files(), None);
        build(pieces, Some(&store), |_| ()).expect("memory takes everything");
        assert!(store.into_files() == whole, "after {writes} writes");
    }
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_files() {
    check_interrupted(3, 0..9);
    check_interrupted(4, [1, 12, 22]);
}

#[test]
#[ignore = "two minutes"]
fn five_pieces_interrupted_go_on_to_the_same_files() {
    check_interrupted(5, [30, 37, 44]);
}

#[test]
#[ignore = "half a minute"]
fn five_pieces_are_as_published() {
    let tables = Tables::up_to(5);
    check_figures(tables.figures(), 5, 11);
    let five = tables.figures().iter().filter(|(slice, _)| slice.pieces() == 5);
    assert_eq!(total(five.map(|(_, figures)| figures)), TOTALS[3].1);
    check_positions(&tables, 5, 22);
    for (slice, _) in tables.figures() {
        tables.verify(*slice, 100_000).expect("values follow");
    }
}

#[test]
#[ignore = "ten minutes and 3.4 GB"]
fn six_pieces_are_as_published() {
    let tables = Tables::up_to(6);
    check_figures(tables.figures(), 6, 7);
    let even = |slice: &Slice| slice.mover.pieces() == 3 && slice.rival.pieces() == 3;
    let six = tables.figures().iter().filter(|(slice, _)| even(slice));
    assert_eq!(total(six.map(|(_, figures)| figures)), EVEN_SIX);
    check_positions(&tables, 6, 16);
    for (slice, _) in tables.figures() {
        tables.verify(*slice, 100_000).expect("values follow");
    }
}
