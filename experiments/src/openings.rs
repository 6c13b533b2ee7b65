//! Where games begin: from the start, after a few random moves, or from a file of positions.
//!
//! Both games of a pair have the same opening. Random openings are walks of uniformly random legal moves from the
//! start, drawn one after the other from the run's seed; a walk into a finished game is drawn again, and so is one
//! that leads to a position drawn before. A file has one position text a line; blank lines and lines that start with
//! `#` are skipped. Pairs take the openings in turn, and round again when each was used.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;

use engine::{Afterstate, Game, MoveList, Rng, Side};
use rand::RngExt;

use crate::failure::{Context, Failure};
use crate::streams::{Purpose, stream};

/// The longest random walk.
pub(crate) const MOST_PLIES: u32 = 1000;

/// The most random openings drawn for one match.
const MOST_WALKS: u64 = 1 << 20;

/// Walks that may fail in a row: to reach an unfinished position, or to reach a new one.
const TRIES: u32 = 1000;

/// What `--openings` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// Every game begins at the start.
    Start,
    /// After so many random plies.
    Random(u32),
    /// At the positions of a file; `-` is standard input.
    File(PathBuf),
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::Start);
        }
        match text.strip_prefix("random:") {
            Some(plies) => match plies.parse() {
                Ok(plies) if plies <= MOST_PLIES => Ok(Self::Random(plies)),
                _ => Err(format!("random:{plies} is not random:PLIES with 0 to {MOST_PLIES} plies")),
            },
            None if text.is_empty() => Err("accepted: none, random:PLIES or FILE".to_owned()),
            None => Ok(Self::File(PathBuf::from(text))),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("none"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening<G> {
    /// The position.
    pub(crate) pos: G,
    /// The side that started the game, the opening's own moves included; a set-up before it does not count.
    pub(crate) starter: Side,
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub(crate) enum Book<G> {
    /// The start, each time with the pair's own chance if it has any.
    Start,
    /// These, in turn.
    List(Vec<Opening<G>>),
}

impl<G: Game> Book<G> {
    /// The openings that `openings` gives a match of `pairs` pairs; also the words that describe them in a journal.
    pub(crate) fn new(openings: &Openings, rules: &G::Rules, seed: u64, pairs: u64) -> Result<(Self, String), Failure> {
        match openings {
            Openings::Start => Ok((Self::Start, openings.to_string())),
            Openings::Random(plies) => {
                Ok((Self::List(walks(rules, *plies, seed, pairs.min(MOST_WALKS))?), openings.to_string()))
            }
            Openings::File(path) => {
                let mut text = String::new();
                let read = if path.as_os_str() == "-" {
                    std::io::stdin().read_to_string(&mut text)
                } else {
                    std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text))
                };
                read.bad_input(path.display())?;
                let list = read_list(&text, rules).bad_input(path.display())?;
                let words = format!("{} positions with checksum {:08x}", list.len(), crc32fast::hash(text.as_bytes()));
                Ok((Self::List(list), words))
            }
        }
    }

    /// The opening of `pair`; if its start is chance, `rng` decides.
    pub(crate) fn opening(&self, pair: u64, rules: &G::Rules, rng: &mut Rng) -> Opening<G> {
        match self {
            Self::Start => {
                let pos = G::start(rules).sample(rng);
                Opening { starter: pos.starter(rules), pos }
            }
            Self::List(list) => list[(pair % list.len() as u64) as usize].clone(),
        }
    }
}

/// `count` different random openings, or fewer if there are not so many.
fn walks<G: Game>(rules: &G::Rules, plies: u32, seed: u64, count: u64) -> Result<Vec<Opening<G>>, Failure> {
    let mut rng = stream(seed, Purpose::Opening, 0);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut repeats = 0;
    while (openings.len() as u64) < count && repeats < TRIES {
        let opening: Opening<G> = walk(rules, plies, &mut rng)?;
        if seen.insert(opening.pos.key()) {
            openings.push(opening);
            repeats = 0;
        } else {
            repeats += 1;
        }
    }
    Ok(openings)
}

/// One random walk of `plies` plies to a position that is not finished.
pub(crate) fn walk<G: Game>(rules: &G::Rules, plies: u32, rng: &mut Rng) -> Result<Opening<G>, Failure> {
    let mut list = MoveList::new();
    'again: for _ in 0..TRIES {
        let mut pos = G::start(rules).sample(rng);
        let starter = pos.starter(rules);
        for _ in 0..plies {
            list.clear();
            pos.moves(&mut list);
            if list.is_empty() {
                continue 'again;
            }
            pos = pos.play(list[rng.random_range(0..list.len())]).sample(rng);
        }
        if pos.outcome().is_none() {
            return Ok(Opening { pos, starter });
        }
    }
    Err(Failure::input(format!("--openings random:{plies}: games are over before that; give fewer plies")))
}

/// Reads a file of openings.
fn read_list<G: Game>(text: &str, rules: &G::Rules) -> Result<Vec<Opening<G>>, String> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut openings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let pos = G::parse(line, rules).map_err(|error| format!("line {number}: {error}"))?;
        if pos.outcome().is_some() {
            return Err(format!("line {number}: this game is over"));
        }
        // A position does not say who began. Where no dice do, it is the side that begins at the start.
        let starter = match G::start(rules).branches().next() {
            Some((start, _)) if !G::After::IS_CHANCE => start.starter(rules),
            _ => pos.side(),
        };
        openings.push(Opening { pos, starter });
    }
    if openings.is_empty() {
        return Err("no positions; a file of openings has one position text a line".to_owned());
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use engine::games::forte::{Forte, Options};

    use super::*;
    use crate::trial::{DiceNim, Nim, NimRules};

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
    fn a_set_up_before_the_game_does_not_start_it() {
        // Only B has holes to choose, so its set-up move comes first; A, who is named by the rules, starts the joust.
        let rules: Options = "b=6,setup=free".parse().expect("rules");
        let start = format!("{}/...... ooooooo ??????? B", ["......"; 5].join("/"));
        let mut rng = stream(1, Purpose::Chance, 0);
        let opening = Book::<Forte>::Start.opening(0, &rules, &mut rng);
        assert_eq!((opening.pos.to_string(), opening.starter), (start.clone(), Side::First));
        assert_eq!(walk::<Forte>(&rules, 2, &mut rng).expect("an opening").starter, Side::First);
        assert_eq!(read_list::<Forte>(&start, &rules).expect("an opening")[0].starter, Side::First);
    }

    #[test]
    fn a_file_has_a_position_a_line() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        writeln!(file, "# two openings\n\n21 first\n  9 second").expect("written");
        let openings = Openings::File(file.path().to_owned());
        let (book, words) = Book::<Nim>::new(&openings, &NimRules::default(), 1, 5).expect("a book");
        let mut rng = stream(1, Purpose::Chance, 0);
        let shown: Vec<String> =
            (0..3).map(|pair| book.opening(pair, &NimRules::default(), &mut rng).pos.to_string()).collect();
        assert_eq!(shown, ["21 first", "9 second", "21 first"]);
        assert!(words.starts_with("2 positions"), "{words}");
    }

    #[test]
    fn malformed_files_are_refused_with_the_line() {
        for (text, reason) in [
            ("21 first\nnonsense", "line 2: at character 1"),
            ("# nothing\n", "no positions"),
            ("", "no positions"),
            ("21 first\n\n0 first", "line 3: this game is over"),
        ] {
            let message = read_list::<Nim>(text, &NimRules::default()).expect_err(text);
            assert!(message.contains(reason), "{text:?}: {message}");
        }
        let missing = Openings::File("/no/such/file".into());
        assert!(matches!(Book::<Nim>::new(&missing, &NimRules::default(), 1, 1), Err(Failure::Input(_))));
    }

    #[test]
    fn the_option_reads_and_prints() {
        for text in ["none", "random:2", "openings.txt"] {
            assert_eq!(text.parse::<Openings>().expect(text).to_string(), text);
        }
        for text in ["", "random:", "random:-1", "random:x", "random:1001"] {
            assert!(text.parse::<Openings>().is_err(), "{text}");
        }
    }
}
