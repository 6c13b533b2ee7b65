//! Chess in files: PGN for the games of a match; EPD, PGN and Polyglot's books for openings.
//!
//! What a file of openings is, its name says (`.pgn`, `.bin`); if it does not, its bytes do: a tag first is PGN, a zero
//! byte anywhere is no text and so a book. Everything else is a list of positions, FEN or EPD; operations are passed over.

use engine::games::chess::epd::Epd;
use engine::games::chess::polyglot::{BadBook, Book};
use engine::games::chess::{Chess, Options};
use engine::{BadPosition, Game as _};

use super::{GamesFile, Notated, Place, Source, Suites, portable};
use crate::openings::{Opening, OpeningsFile};

impl Notated for Chess {
    const SUITES: Option<Suites<Self>> = Some(Suites { read: Epd::parse, write: |pos, mv| pos.san(mv) });

    fn read_opening(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        Epd::parse(text, rules).map(|epd| epd.pos)
    }

    fn games_file(_: &Options, _: usize) -> Option<GamesFile> {
        Some(GamesFile { place: Place::File("games.pgn"), write: portable::write::<Self> })
    }

    fn read_openings(file: &OpeningsFile, rules: &Options) -> Option<Result<Source<Self>, String>> {
        match Form::of(file) {
            Form::Positions => None,
            Form::Games => Some(games(file, *rules).map(Source::List)),
            Form::Book => Some(book(file, *rules)),
        }
    }
}

/// What a file of openings can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A position a line.
    Positions,
    /// PGN.
    Games,
    /// A Polyglot book.
    Book,
}

impl Form {
    fn of(file: &OpeningsFile) -> Self {
        let text = file.bytes.trim_ascii_start();
        if file.has_extension("pgn") {
            Self::Games
        } else if file.has_extension("bin") || file.bytes.contains(&0) {
            Self::Book
        } else if text.starts_with(b"[") || text.starts_with(b"\xEF\xBB\xBF[") {
            Self::Games
        } else {
            Self::Positions
        }
    }
}

/// The openings of PGN games.
fn games(file: &OpeningsFile, rules: Options) -> Result<Vec<Opening<Chess>>, String> {
    portable::openings(file, &rules, "1. e4 e5 *", |start: &Chess| {
        let variant = start.variant();
        if variant != rules.variant {
            return Err(format!("a game of variant={variant}, and the match has variant={}", rules.variant));
        }
        Ok(())
    })
}

/// Walks through a book from the start.
fn book(file: &OpeningsFile, rules: Options) -> Result<Source<Chess>, String> {
    let book = Book::read(&file.bytes).map_err(|error| match error {
        BadBook::Unsorted { entry } => format!("at byte {}: {error}", 16 * (entry - 1)),
        BadBook::Size { .. } => error.to_string(),
    })?;
    let Some(plies) = file.plies else {
        return Err("a Polyglot book needs a number of plies to walk through it: FILE:plies=N".to_owned());
    };
    if book.moves(&Chess::start(&rules)).iter().all(|&(_, weight)| weight == 0) {
        return Err("the book has no move to play at the start of this game".to_owned());
    }
    Ok(Source::Walks { plies, step: Box::new(move |pos, rng| book.pick(pos, rng)) })
}

#[cfg(test)]
mod tests {
    use engine::Position;
    use engine::games::chess::polyglot::key;

    use super::*;
    use crate::openings::{Book as Openings, read};

    /// Polyglot's bytes for lines of moves from the start, each move with its weight: `e2e4=3 e7e5=1`.
    fn book_of(lines: &[&str]) -> Vec<u8> {
        let mut entries = std::collections::BTreeMap::new();
        for line in lines {
            let mut pos = Chess::start(&Options::default());
            for word in line.split(' ') {
                let (text, weight) = word.split_once('=').expect("a move and its weight");
                let mv = pos.find_move(text).expect(text);
                let bits = (mv.from() << 6 | mv.to()) as u16;
                entries.insert((key(&pos), bits), weight.parse::<u16>().expect("a weight"));
                pos = pos.play(mv);
            }
        }
        let bytes = |((key, mv), weight): ((u64, u16), u16)| {
            [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
        };
        entries.into_iter().flat_map(bytes).collect()
    }

    /// The openings of a file, each as its lead and its position.
    fn openings(name: &str, bytes: &[u8], plies: Option<u32>, rules: &str) -> Result<Vec<(String, String)>, String> {
        let rules: Options = rules.parse().expect("rules");
        let list = read::<Chess>(&OpeningsFile::of(name, bytes, plies), &rules, 1, 100)?;
        let lead =
            |opening: &Opening<Chess>| opening.lead.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        Ok(list.iter().map(|opening| (lead(opening), opening.pos.to_string())).collect())
    }

    fn leads(name: &str, text: &str, plies: Option<u32>) -> Vec<String> {
        let list = openings(name, text.as_bytes(), plies, "").expect(text);
        list.into_iter().map(|(lead, _)| lead).collect()
    }

    const PGN: &str = "[Event \"one\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"two\"]\n\n1. d4 {queen's pawn} d5 1/2-1/2\n\n\
                       [Event \"the first once more\"]\n\n1. Nf3 e5 2. e4 *\n";

    #[test]
    fn the_opening_of_a_game_is_its_moves() {
        assert_eq!(leads("x.pgn", PGN, None), ["e2e4 e7e5 g1f3", "d2d4 d7d5"]);
        assert_eq!(leads("x.PGN", PGN, Some(1)), ["e2e4", "d2d4", "g1f3"]);
        assert_eq!(leads("x.pgn", PGN, Some(0)), [""]);
        assert_eq!(leads("-", PGN, None).len(), 2, "known without its name");
        assert_eq!(leads("x.pgn", "1. e4 *", None), ["e2e4"], "no tags needed");
        assert_eq!(leads("-", &format!("\u{FEFF}{PGN}"), None).len(), 2);
    }

    #[test]
    fn a_game_from_a_position_has_no_way_from_the_start() {
        let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
        let list = openings("x.pgn", text.as_bytes(), None, "").expect("an opening");
        assert_eq!(list, [(String::new(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1".to_owned())]);
    }

    #[test]
    fn names_in_another_encoding_do_no_harm() {
        let text = b"[White \"M\xFCller\"]\n\n1. e4 {\xFC} *\n";
        assert_eq!(openings("x.pgn", text, None, "").expect("an opening")[0].0, "e2e4");
    }

    #[test]
    fn lists_have_fen_and_epd() {
        let text = "# a comment\n4k3/8/8/8/8/8/4P3/4K3 w - - 7 9\n\n\
                    4k3/8/8/8/8/8/3P4/4K3 w - - bm d4; id \"a; b\";\n4k3/8/8/8/8/8/3P4/4K3 w - - id \"again\";\n";
        let list = openings("x.epd", text.as_bytes(), None, "").expect("openings");
        let positions: Vec<&str> = list.iter().map(|(_, pos)| pos.as_str()).collect();
        assert_eq!(positions, ["4k3/8/8/8/8/8/4P3/4K3 w - - 7 9", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"]);
    }

    #[test]
    fn walks_through_a_book_end_with_it_or_after_so_many_plies() {
        let book = book_of(&["e2e4=2 e7e5=1 g1f3=1", "e2e4=2 c7c5=3", "d2d4=1 d7d5=0 c2c4=9"]);
        let walks = |plies| {
            let mut leads: Vec<String> = openings("book.bin", &book, Some(plies), "")
                .expect("walks")
                .into_iter()
                .map(|(lead, _)| lead)
                .collect();
            leads.sort_unstable();
            leads
        };
        assert_eq!(walks(1), ["d2d4", "e2e4"]);
        assert_eq!(walks(2), ["d2d4", "e2e4 c7c5", "e2e4 e7e5"], "a move without weight is not played");
        assert_eq!(walks(1000), ["d2d4", "e2e4 c7c5", "e2e4 e7e5 g1f3"]);
        assert_eq!(openings("-", &book, Some(1), "").expect("known without its name").len(), 2);
        let chess960 = openings("book.bin", &book, Some(1), "variant=chess960,start=518").expect("the same array");
        assert_eq!(chess960.len(), 2);
    }

    #[test]
    fn walks_follow_the_weights_and_the_seed() {
        let book = book_of(&["e2e4=60000", "d2d4=1"]);
        let first = |seed| {
            let file = OpeningsFile::of("book.bin", &book, Some(1));
            read::<Chess>(&file, &Options::default(), seed, 1).expect("a walk")[0].lead[0].to_string()
        };
        assert!((0..20).filter(|&seed| first(seed) == "e2e4").count() >= 19);
        let even = book_of(&["e2e4=1", "d2d4=1"]);
        let all = |seed| openings_of(&even, seed);
        assert_eq!(all(3), all(3));
        assert!((0..20).any(|seed| all(seed) != all(0)), "the order follows from the seed");
    }

    fn openings_of(book: &[u8], seed: u64) -> Vec<Opening<Chess>> {
        read(&OpeningsFile::of("book.bin", book, Some(1)), &Options::default(), seed, 9).expect("walks")
    }

    fn assert_refused(name: &str, bytes: &[u8], plies: Option<u32>, rules: &str, reason: &str) {
        let message = openings(name, bytes, plies, rules).expect_err(reason);
        assert!(message.contains(reason), "{message} should say {reason}");
    }

    #[test]
    fn games_that_are_none_are_refused_with_their_line() {
        for (text, rules, reason) in [
            ("[Event \"a\"]\n\n1. e4 e5\n2. Ke3 *", "", "game 1, line 4: "),
            ("1. e4 *\n\n[Event \"b\"]\n\n1. e4", "", "game 2, line 5: the moves that begin on"),
            ("", "", "no games; "),
            ("1. f3 e5 2. g4 Qh4# 0-1", "", "game 1: over after 4 plies; FILE:plies=N"),
            ("1. e4 *", "variant=chess960", "game 1: a game of variant=standard, and the match has variant=chess960"),
        ] {
            assert_refused("x.pgn", text.as_bytes(), None, rules, reason);
        }
    }

    #[test]
    fn books_that_are_none_are_refused() {
        let book = book_of(&["e2e4=1", "d2d4=1 d7d5=1"]);
        let swapped = [&book[32..], &book[..32]].concat();
        assert_refused("x.bin", &book, None, "", "needs a number of plies to walk through it: FILE:plies=N");
        for (bytes, rules, reason) in [
            (&book[..17], "", "entries of 16 bytes; 17 bytes"),
            (&swapped, "", "at byte 16: entry 2 of the book has a smaller key"),
            (b"", "", "no move to play at the start"),
            (&book, "variant=chess960,start=0", "no move to play at the start"),
        ] {
            assert_refused("x.bin", bytes, Some(1), rules, reason);
        }
    }

    #[test]
    fn lists_that_are_none_are_refused_with_their_line() {
        for (bytes, plies, reason) in [
            (&b"# no\n4k3/8/8/8/8/8/8/4K3 w - bm"[..], None, "line 2: at character "),
            (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1", None, "line 1: this game is over"),
            (b"4k3/8/8/8/8/8/4P3/4K3 w - - bm \"", None, "the quote that opens here is not closed"),
            (b"4k3/8/8/8/8/8/4P3/4K3 w - -", Some(3), "plies=3 is for files with moves"),
            (b"\xFC", None, "byte 1 is not UTF-8 text"),
        ] {
            assert_refused("x.epd", bytes, plies, "", reason);
        }
    }

    #[test]
    fn a_book_of_openings_takes_files_in_turn() {
        let rules = Options::default();
        let mut rng = crate::streams::stream(1, crate::streams::Purpose::Chance, 0);
        let book =
            Openings::List(read::<Chess>(&OpeningsFile::of("x.pgn", PGN.as_bytes(), None), &rules, 1, 9).expect("two"));
        let leads = [0, 1, 2].map(|pair| book.opening(pair, &rules, &mut rng).lead.len());
        assert_eq!(leads, [3, 2, 3]);
    }
}
