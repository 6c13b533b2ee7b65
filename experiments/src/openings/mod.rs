//! Where games begin: from the start, after a few random moves, or where a file says.
//!
//! Both games of a pair have the same opening. Random openings are [walks](walk) of uniformly random legal moves from the
//! start, drawn one after the other from the run's seed; a walk into a finished game is drawn again, and so is one
//! that leads to a position drawn before. A [file](mod@file) has one position text a line, or openings in a form of the game's
//! own (see [`crate::notation`]): games, of which the moves are an opening, or a book to walk through; some come with the program under a name. A position that a
//! file has twice counts once. Pairs take the openings in turn, and round again when each was used.

mod fair;
mod file;
mod walk;

use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use engine::{Afterstate, Deterministic, Found, Game, History, MoveList, Prover, Rng, Side};
use rand::seq::SliceRandom;

pub(crate) use self::fair::{Fair, Judge};
pub(crate) use self::file::OpeningsFile;
pub(crate) use self::walk::{Step, random};
use crate::failure::{Context, Failure};
use crate::notation::{Notated, Source};
use crate::streams::{Purpose, stream};

/// The longest walk.
pub(crate) const MOST_PLIES: u32 = 1000;

/// What may stand behind a file's name, each with its value.
const SUFFIXES: [&str; 3] = ["plies", "order", "start"];

/// What `--openings` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// Every game begins at the start.
    Start,
    /// After so many random plies.
    Random(u32),
    /// After so many random plies, where neither side has a short forced win.
    Fair(u32),
    /// Where a file says.
    File {
        /// The file; `-` is standard input, and a name may stand for openings that come with the program.
        path: PathBuf,
        /// Which of its positions are taken.
        choice: Choice,
    },
}

/// Which positions of a file are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The plies after which games and lines of the file are left, if it was said.
    pub(crate) plies: Option<u32>,
    /// In which order.
    order: Order,
    /// The first one, counted from 1 in that order, if it is not the first.
    start: Option<NonZeroU32>,
}

/// An order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    /// The file's own.
    #[default]
    File,
    /// Shuffled by the seed.
    Random,
}

impl Choice {
    /// Reads what follows a file's name; gives the name.
    fn split(text: &str) -> Result<(&str, Self), String> {
        let (mut name, mut choice) = (text, Self::default());
        while let Some((rest, option)) = name.rsplit_once(':') {
            let Some((key, value)) = option.split_once('=').filter(|(key, _)| SUFFIXES.contains(key)) else { break };
            let is_first = match key {
                "plies" => {
                    let plies = read_plies(value).ok_or_else(|| not_plies(text, "FILE:plies=N"))?;
                    choice.plies.replace(plies).is_none()
                }
                "order" => {
                    let order = match value {
                        "random" => Order::Random,
                        "file" => Order::File,
                        _ => return Err(format!("order does not take {value:?}; accepted: file, random")),
                    };
                    std::mem::replace(&mut choice.order, order) == Order::File
                }
                _ => {
                    let start =
                        value.parse().map_err(|_| format!("start does not take {value:?}; accepted: 1 or more"))?;
                    choice.start.replace(start).is_none()
                }
            };
            if !is_first {
                return Err(format!("{key} twice in {text}"));
            }
            name = rest;
        }
        Ok((name, choice))
    }

    /// Puts openings in the order that is asked for.
    fn arrange<T>(self, openings: &mut [T], seed: u64) -> Result<(), String> {
        if self.order == Order::Random {
            openings.shuffle(&mut stream(seed, Purpose::Opening, 1));
        }
        let (first, count) = (self.start.map_or(0, |start| start.get() as usize - 1), openings.len());
        if first >= count {
            return Err(format!("start={}: there are {count} positions", first + 1));
        }
        openings.rotate_left(first);
        Ok(())
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.plies {
            write!(f, ":plies={plies}")?;
        }
        if self.order == Order::Random {
            write!(f, ":order=random")?;
        }
        self.start.map_or(Ok(()), |start| write!(f, ":start={start}"))
    }
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::Start);
        }
        if let Some(plies) = text.strip_prefix("random:") {
            return read_plies(plies).map(Self::Random).ok_or_else(|| not_plies(text, "random:PLIES"));
        }
        if let Some(plies) = text.strip_prefix("fair:") {
            return read_plies(plies).map(Self::Fair).ok_or_else(|| not_plies(text, "fair:PLIES"));
        }
        let (path, choice) = Choice::split(text)?;
        if path.is_empty() {
            return Err(
                "accepted: none, random:PLIES, fair:PLIES, FILE or FILE:plies=N:order=random:start=N".to_owned()
            );
        }
        Ok(Self::File { path: PathBuf::from(path), choice })
    }
}

fn read_plies(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&plies| plies <= MOST_PLIES)
}

fn not_plies(text: &str, form: &str) -> String {
    format!("{text} is not {form} with 0 to {MOST_PLIES} plies")
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("none"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::Fair(plies) => write!(f, "fair:{plies}"),
            Self::File { path, choice } => write!(f, "{}{choice}", path.display()),
        }
    }
}

/// Whether neither side has a short forced win, as far as `prover` sees in a few milliseconds: the side to move has none, and it
/// has a move after which the other has none.
pub(crate) fn is_fair<G: Deterministic>(prover: &mut dyn Prover<G>, pos: &G) -> bool {
    const PLIES: u32 = 7;
    const NODES: u64 = 10_000;
    let mut wins = |pos: &G| matches!(prover.prove(pos, PLIES, NODES).found, Found::Win(..));
    let mut moves = MoveList::new();
    pos.moves(&mut moves);
    !wins(pos) && moves.iter().any(|&mv| !wins(&pos.play(mv)))
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening<G: Game> {
    /// The position.
    pub(crate) pos: G,
    /// The side that started the game, the opening's own moves included; a set-up before it does not count.
    pub(crate) starter: Side,
    /// The moves that led to the position from the start of the game. None if it was given as a position, and in games
    /// with chance, where moves alone do not lead to it.
    pub(crate) lead: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// An opening at a position of which nothing else is known.
    ///
    /// A position does not say who began. Where no dice do, it is the side that begins at the start.
    pub(crate) fn at(pos: G, rules: &G::Rules) -> Self {
        let starter = match G::start(rules).branches().next() {
            Some((start, _)) if !G::After::IS_CHANCE => start.starter(rules),
            _ => pos.side(),
        };
        Self { pos, starter, lead: Vec::new() }
    }
}

/// Whether no game can begin at `pos`.
pub(crate) fn is_over<G: Game>(pos: &G, rules: &G::Rules) -> bool {
    History::new(pos.clone(), G::path_rules(rules)).ending().is_some()
}

/// The openings of a match.
pub(crate) enum Book<G: Game> {
    /// The start, each time with the pair's own chance if it has any.
    Start,
    /// These, in turn.
    List(Vec<Opening<G>>),
    /// These, in turn, as far as they are needed.
    Fair(Fair<G>),
}

impl<G: Notated> Book<G> {
    /// The openings that `openings` gives a match of so many pairs on so many threads; also the words that describe them in a
    /// journal. `judge` tells fair positions, in games where somebody can.
    pub(crate) fn new(
        openings: &Openings,
        (rules, judge): (&G::Rules, Option<Judge<G>>),
        seed: u64,
        (pairs, threads): (u64, usize),
    ) -> Result<(Self, String), Failure> {
        match openings {
            Openings::Start => Ok((Self::Start, openings.to_string())),
            Openings::Random(plies) => {
                let mut rng = stream(seed, Purpose::Opening, 0);
                Ok((Self::List(walk::random_different(rules, *plies, pairs, &mut rng)?), openings.to_string()))
            }
            Openings::Fair(plies) => {
                let judge = judge.ok_or_else(|| {
                    Failure::input(format_args!(
                        "--openings {openings}: fair positions are told in games without chance alone"
                    ))
                })?;
                let fair = Fair::new((rules, judge), *plies, seed, (pairs, threads))?;
                Ok((Self::Fair(fair), openings.to_string()))
            }
            Openings::File { path, choice } => {
                let file = OpeningsFile::read::<G>(path, choice.plies)?;
                let mut list = read(&file, rules, seed, pairs).bad_input(path.display())?;
                choice.arrange(&mut list, seed).bad_input(path.display())?;
                let checksum = crc32fast::hash(&file.bytes);
                let words = format!("{} positions with checksum {checksum:08x}{choice}", list.len());
                Ok((Self::List(list), words))
            }
        }
    }
}

impl<G: Game> Book<G> {
    /// The opening of `pair`; if its start is chance, `rng` decides.
    pub(crate) fn opening(&self, pair: u64, rules: &G::Rules, rng: &mut Rng) -> Opening<G> {
        match self {
            Self::Start => {
                let pos = G::start(rules).sample(rng);
                Opening { starter: pos.starter(rules), pos, lead: Vec::new() }
            }
            Self::List(list) => list[(pair % list.len() as u64) as usize].clone(),
            Self::Fair(fair) => fair.opening(pair),
        }
    }
}

/// The openings of a file: all of them, or `count` different walks through it, or fewer if there are not so many.
pub(crate) fn read<G: Notated>(
    file: &OpeningsFile,
    rules: &G::Rules,
    seed: u64,
    count: u64,
) -> Result<Vec<Opening<G>>, String> {
    let mut openings = match G::read_openings(file, rules).transpose()? {
        None => file.positions(rules)?,
        Some(Source::List(list)) => list,
        Some(Source::Walks { plies, mut step }) => {
            walk::different(rules, plies, count, &mut stream(seed, Purpose::Opening, 0), &mut step)
        }
    };
    let mut seen = HashSet::new();
    openings.retain(|opening| seen.insert(opening.pos.key()));
    if openings.is_empty() {
        return Err("every way through it ends a game; give fewer plies".to_owned());
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;

    use engine::Node;
    use engine::games::forte::{Forte, Options};

    use super::*;
    use crate::trial::{DiceNim, Nim, NimRules};

    fn walks<G: Game>(rules: &G::Rules, plies: u32, seed: u64, count: u64) -> Result<Vec<Opening<G>>, Failure> {
        walk::random_different(rules, plies, count, &mut stream(seed, Purpose::Opening, 0))
    }

    fn list<G: Notated>(text: &str, rules: &G::Rules) -> Result<Vec<Opening<G>>, String> {
        read(&OpeningsFile::of("list", text.as_bytes(), None), rules, 1, 1)
    }

    fn texts(rules: &NimRules, plies: u32, seed: u64, count: u64) -> Vec<String> {
        let openings: Vec<Opening<Nim>> = walks(rules, plies, seed, count).expect("openings");
        openings.iter().map(|opening| opening.pos.to_string()).collect()
    }

    #[test]
    fn random_openings_are_all_different() {
        // Two plies take 2 to 6 of 21 stones: five positions.
        let openings = texts(&NimRules::default(), 2, 1, 10);
        assert_eq!(openings.len(), 5, "{openings:?}");
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 5, "{openings:?}");
    }

    #[test]
    fn random_openings_depend_on_the_seed_only_and_not_on_their_number() {
        let rules = NimRules::default();
        let all = texts(&rules, 4, 3, 8);
        assert_eq!(all[..4], texts(&rules, 4, 3, 4));
        assert_ne!(all, texts(&rules, 4, 4, 8));
    }

    #[test]
    fn random_openings_are_not_finished_and_know_who_began() {
        let rules = NimRules { stones: 4, ..NimRules::default() };
        for opening in walks::<Nim>(&rules, 3, 1, 3).expect("openings") {
            assert_eq!(opening.pos.outcome(), None);
            assert_eq!((opening.pos.side(), opening.starter), (Side::Second, Side::First));
        }
        assert!(matches!(walks::<Nim>(&rules, 4, 1, 3), Err(Failure::Input(_))));
        assert!(walks::<DiceNim>(&NimRules::default(), 2, 1, 3).is_ok());
    }

    #[test]
    fn fair_openings_are_the_same_however_they_are_drawn() {
        let rules = NimRules { stones: 200, ..NimRules::default() };
        let openings: Openings = "fair:40".parse().expect("openings");
        let judge: Judge<Nim> = Arc::new(|pos| pos.key() % 3 == 0);
        let opening = |book: &Book<Nim>, pair| book.opening(pair, &rules, &mut stream(1, Purpose::Chance, 0)).pos;
        let book = |pairs| Book::new(&openings, (&rules, Some(Arc::clone(&judge))), 1, (pairs, 2)).expect("a book").0;
        let (one, other) = (book(1000), book(1000));
        let backwards: Vec<Nim> = (0..20).rev().map(|pair| opening(&other, pair)).collect();
        let forwards: Vec<Nim> = (0..20).map(|pair| opening(&one, pair)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        assert!(forwards.iter().all(|pos| judge(pos)));
        let different: HashSet<u64> = (0..1000).map(|pair| opening(&one, pair).key()).collect();
        // Forty plies take 40 to 120 of 200 stones: at most 81 positions, of which a third is fair; then they come again.
        assert!((10..60).contains(&different.len()), "{}", different.len());
        assert_eq!(opening(&one, 0), opening(&one, different.len() as u64));
        let none: Judge<Nim> = Arc::new(|_| false);
        assert!(Book::new(&openings, (&rules, Some(none)), 1, (5, 1)).is_err());
    }

    #[test]
    fn a_set_up_before_the_game_does_not_start_it() {
        // Only B has holes to choose, so its set-up move comes first; A, who is named by the rules, starts the joust.
        let rules: Options = "b=6,setup=free".parse().expect("rules");
        let start = format!("{}/...... ooooooo ??????? B", ["......"; 5].join("/"));
        let mut rng = stream(1, Purpose::Chance, 0);
        let opening = Book::<Forte>::Start.opening(0, &rules, &mut rng);
        assert_eq!((opening.pos.to_string(), opening.starter), (start.clone(), Side::First));
        assert_eq!(random::<Forte>(&rules, 2, &mut rng).expect("an opening").starter, Side::First);
        assert_eq!(list::<Forte>(&start, &rules).expect("an opening")[0].starter, Side::First);
    }

    #[test]
    fn a_file_has_a_position_a_line() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        writeln!(file, "# two openings\n\n21 first\n  9 second\n21 first").expect("written");
        let openings = Openings::File { path: file.path().to_owned(), choice: Choice::default() };
        let (book, words) = Book::<Nim>::new(&openings, (&NimRules::default(), None), 1, (5, 1)).expect("a book");
        let mut rng = stream(1, Purpose::Chance, 0);
        let shown: Vec<String> =
            (0..3).map(|pair| book.opening(pair, &NimRules::default(), &mut rng).pos.to_string()).collect();
        assert_eq!(shown, ["21 first", "9 second", "21 first"]);
        assert!(words.starts_with("2 positions"), "{words}");
    }

    #[test]
    fn a_file_is_taken_in_its_order_or_shuffled_from_any_place() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        (1..=20).for_each(|stones| writeln!(file, "{stones} first").expect("written"));
        let shown = |suffix: &str, seed| {
            let openings = format!("{}{suffix}", file.path().display()).parse::<Openings>().expect(suffix);
            let (book, _) = Book::<Nim>::new(&openings, (&NimRules::default(), None), seed, (20, 1)).expect("a book");
            let Book::List(list) = book else { panic!("a list") };
            list.iter().map(|opening| opening.pos.to_string()).collect::<Vec<_>>()
        };
        let all = shown("", 1);
        assert_eq!((all[0].as_str(), all.len()), ("1 first", 20));
        assert_eq!(shown(":start=5", 1), [&all[4..], &all[..4]].concat());
        let shuffled = shown(":order=random", 1);
        assert!(shuffled != all && shuffled != shown(":order=random", 2));
        assert_eq!(shuffled.iter().collect::<HashSet<_>>(), all.iter().collect());
        let late = format!("{}:start=21", file.path().display()).parse::<Openings>().expect("openings");
        let refused = Book::<Nim>::new(&late, (&NimRules::default(), None), 1, (20, 1)).err().expect("too late");
        assert!(matches!(refused, Failure::Input(message) if message.contains("start=21: there are 20 positions")));
    }

    #[test]
    fn malformed_files_are_refused_with_the_line() {
        for (text, reason) in [
            ("21 first\nnonsense", "line 2: at character 1"),
            ("# nothing\n", "no positions"),
            ("", "no positions"),
            ("21 first\n\n0 first", "line 3: this game is over"),
        ] {
            let message = list::<Nim>(text, &NimRules::default()).expect_err(text);
            assert!(message.contains(reason), "{text:?}: {message}");
        }
        let missing = Openings::File { path: "/no/such/file".into(), choice: Choice::default() };
        assert!(matches!(Book::<Nim>::new(&missing, (&NimRules::default(), None), 1, (1, 1)), Err(Failure::Input(_))));
    }

    #[test]
    fn the_option_reads_and_prints() {
        for text in [
            "none",
            "random:2",
            "fair:3",
            "openings.txt",
            "games.pgn:plies=8",
            "a:b",
            "random",
            "a:plies=2:order=random:start=7",
        ] {
            assert_eq!(text.parse::<Openings>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "random:",
            "random:-1",
            "random:x",
            "random:1001",
            "fair:",
            "fair:x",
            ":plies=2",
            "a:plies=",
            "a:plies=1001",
            "a:order=no",
            "a:start=0",
            "a:start=1:start=2",
        ] {
            assert!(text.parse::<Openings>().is_err(), "{text}");
        }
    }
}
