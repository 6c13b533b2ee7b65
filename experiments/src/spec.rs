//! The grammar of a player: `kind[:option=value,…]`, such as `alphabeta:depth=6`.
//!
//! Programs outside are in [`outside`], limits in [`limits`]. Values, and names of options, may be quoted: `"…"`, with commas inside and `""` for a quote. Durations are whole
//! `50ms` or `2s`. Reading checks everything that needs no game; whether a game has such a player is decided in
//! [`crate::players`]. A [`Spec`] prints itself in one canonical way, so that equal players have equal names in
//! journals and tables.

mod filter;
mod limits;
mod options;
mod outside;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use search::expectiminimax::Filter;
use search::margins::Changes;
use search::{Features, Margins};

use self::limits::Counting;
pub(crate) use self::limits::{Limits, Time, duration};
use self::options::{Given, quoted, split_options};
pub(crate) use self::outside::{Engine, Outside, Program, Tongue};

/// Depths that searches accept, in plies.
pub(crate) const DEPTHS: RangeInclusive<u32> = 1..=127;

/// A player, as asked for on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)] // There are a few in a match, and none is moved often.
pub(crate) enum Spec {
    /// Any legal move.
    Random,
    /// The move with the best static value.
    Greedy,
    /// Alpha-beta, in games without chance.
    AlphaBeta(AlphaBeta),
    /// Expectiminimax, in any game of two.
    Expectiminimax(Expectiminimax),
    /// The player of a solved table.
    Perfect,
    /// A program outside, in games that know some.
    Outside(Outside),
}

/// Expectiminimax with everything that can be said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expectiminimax {
    /// How far it goes.
    pub(crate) limits: Limits,
    /// A file of networks to judge by, in games that can have some; kept as long as the program runs.
    pub(crate) net: Option<&'static str>,
    /// The moves that it looks at above the horizon, if not at all.
    pub(crate) filter: Option<Filter>,
}

/// Alpha-beta with everything that can be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AlphaBeta {
    /// How far it goes.
    pub(crate) limits: Limits,
    /// The features it does without, of [`Features::SELECTIVE`].
    pub(crate) without: Features,
    /// What it prunes and reduces by.
    pub(crate) margins: Changes,
    /// The size of its table in MiB, from [`HASHES`], if it is not to be chosen by the limits.
    pub(crate) hash: Option<u32>,
    /// Threads, from [`THREADS`], if it is not to have as many as the command gives.
    pub(crate) threads: Option<u32>,
    /// A file of weights for the evaluation, in games that have some to exchange; kept as long as the program runs, so that
    /// specifications stay small and plain.
    pub(crate) weights: Option<&'static str>,
    /// Where tables of endgames are kept, in games that have some; kept in the same way.
    pub(crate) tables: Option<&'static str>,
}

/// Sizes of a table, in MiB.
const HASHES: RangeInclusive<u32> = 1..=65_536;

/// Threads of a search.
const THREADS: RangeInclusive<u32> = 1..=256;

/// The options that limit a search.
const LIMITS: [&str; 6] = ["plies", "depth", "nodes", "time", "clock", "soft_nodes"];

/// What each kind of player is called and which options it takes.
const KINDS: [(&str, &[&str]); 9] = [
    ("random", &[]),
    ("greedy", &[]),
    (
        "alphabeta",
        &[
            "depth",
            "nodes",
            "time",
            "clock",
            "margin",
            "soft_nodes",
            "without",
            "margins",
            "hash",
            "threads",
            "weights",
            "tables",
        ],
    ),
    ("expectiminimax", &["plies", "depth", "nodes", "time", "clock", "margin", "net", "filter"]),
    ("perfect", &[]),
    ("gnubg", &["plies", "cmd", "timeout"]),
    ("pubeval", &["cmd", "timeout"]),
    ("uci", &["cmd", "args", "depth", "nodes", "time", "clock", "margin", SET_OPTION, "timeout"]),
    ("line", &["cmd", "args", "depth", "nodes", "time", "clock", "margin", "timeout"]),
];

/// An option of a program outside by its name there: `option.Skill Level=11`.
const SET_OPTION: &str = "option.NAME";

/// A text that is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadSpec {
    /// No such kind of player.
    #[error("there is no player {kind:?}; the players are {}", kinds())]
    UnknownKind { kind: String },
    /// The kind has no such option.
    #[error("{kind} has no option {option:?}; {}", options_of(kind))]
    UnknownOption { kind: &'static str, option: String },
    /// The option does not take this value.
    #[error("option {option} of {kind} does not take {value:?}; accepted: {}", accepted(kind, option))]
    BadValue { kind: &'static str, option: &'static str, value: String },
    /// An option twice, or two that say the same.
    #[error("{kind} is given {option} where it has {other} already")]
    Twice { kind: &'static str, option: &'static str, other: &'static str },
    /// A margin of a time that is not limited.
    #[error("{kind} is given a margin and no time to which it could be added: time or clock")]
    NoTime { kind: &'static str },
    /// A program outside that is not named.
    #[error("{kind} needs the program: cmd=PATH, such as {kind}:cmd=/usr/games/stockfish,time=50ms")]
    NoCommand { kind: &'static str },
    /// A search without any limit.
    #[error("{kind} needs a limit: one of {}, such as {kind}:{}", limits_named(kind), such_as(kind))]
    NoLimit { kind: &'static str },
    /// Not of the form `option=value`.
    #[error("{text:?} is not an option of a player; options are written kind:option=value,option=value")]
    NotKeyValue { text: String },
    /// A quote that is not closed.
    #[error("the quote at character {at} of {text:?} is not closed")]
    OpenQuote { text: String, at: usize },
}

fn kinds() -> String {
    KINDS.map(|(kind, _)| kind).join(" ")
}

fn options_named(kind: &str) -> String {
    known_options(kind).join(", ")
}

fn limits_named(kind: &str) -> String {
    let limits = known_options(kind).iter().filter(|option| LIMITS.contains(option));
    limits.copied().collect::<Vec<_>>().join(", ")
}

fn known_options(kind: &str) -> &'static [&'static str] {
    KINDS.iter().find(|(name, _)| *name == kind).map_or(&[], |(_, options)| options)
}

fn options_of(kind: &str) -> String {
    match options_named(kind).as_str() {
        "" => "it takes none".to_owned(),
        options => format!("it takes {options}"),
    }
}

fn such_as(kind: &str) -> &'static str {
    match kind {
        "gnubg" => "plies=0",
        "uci" => "cmd=PATH,time=50ms",
        _ => "depth=4",
    }
}

fn accepted(kind: &str, option: &str) -> String {
    match option {
        "plies" if kind == "gnubg" => format!("0 to {}", Outside::MOST_PLIES),
        "cmd" => "the program's name or path".to_owned(),
        "args" => "words with blanks between them; '…' keeps blanks within one".to_owned(),
        SET_OPTION => "a name of at least a letter, and a value".to_owned(),
        "margin" => "0ms to 86400s, such as 100ms".to_owned(),
        "depth" => format!("{} to {}", DEPTHS.start(), DEPTHS.end()),
        "plies" => format!("{} to {}", DEPTHS.start() - 1, DEPTHS.end() - 1),
        "nodes" | "soft_nodes" => "1 or more".to_owned(),
        "hash" => format!("{} to {} MiB", HASHES.start(), HASHES.end()),
        "threads" => format!("{} to {}", THREADS.start(), THREADS.end()),
        "weights" | "net" => "the name of a file".to_owned(),
        "tables" => "the name of a file (chess) or a directory (checkers)".to_owned(),
        "without" => feature_names(),
        "margins" => margin_names(),
        "filter" => filter::accepted(),
        "clock" => "a time, or a time and an increment, each from 1ms to 86400s, such as 2s+20ms".to_owned(),
        _ => "1ms to 86400s, such as 50ms or 2s".to_owned(),
    }
}

/// The selective features by which a player can do without, in words.
pub(crate) fn feature_names() -> String {
    format!("names joined by +, of {}", Features::SELECTIVE.map(|(name, _)| name).join(" "))
}

/// The margins of a search with their ranges, in words.
pub(crate) fn margin_names() -> String {
    let ranges = Margins::NAMED.iter().map(|(name, least, most)| format!("{name}:{least}..{most}"));
    format!("name:number joined by +, of {}", ranges.collect::<Vec<_>>().join(" "))
}

impl Spec {
    /// Whether the player has no choice of its own making: two such players always play the same game. `greedy` and
    /// `perfect` choose at random among equals.
    pub(crate) fn is_deterministic(&self) -> bool {
        matches!(self, Self::AlphaBeta(_) | Self::Expectiminimax(_) | Self::Outside(_))
    }

    /// Whether the player's moves depend on nothing but the game and the seed: not on the machine's speed. A program outside
    /// that is limited in depth or nodes is taken to be the same at the next run.
    pub(crate) fn is_reproducible(&self) -> bool {
        match self {
            // Threads that share a table meet there by chance.
            Self::AlphaBeta(player) => {
                player.limits.time.is_none() && player.threads.is_none_or(|threads| threads == 1)
            }
            Self::Expectiminimax(player) => player.limits.time.is_none(),
            Self::Outside(outside) => outside.is_reproducible(),
            Self::Random | Self::Greedy | Self::Perfect => true,
        }
    }
}

impl FromStr for Spec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<Self, BadSpec> {
        let text = text.trim();
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let &(kind, known) = KINDS
            .iter()
            .find(|(name, _)| *name == word)
            .ok_or_else(|| BadSpec::UnknownKind { kind: word.to_owned() })?;
        let named = |(option, value): (String, String)| {
            let (word, of) = match option.split_once('.') {
                Some(("option", name)) => (SET_OPTION, name.trim()),
                _ => (option.as_str(), ""),
            };
            match known.iter().find(|name| **name == word) {
                Some(&known) => Ok(Given { option: known, of: of.to_owned(), value }),
                None => Err(BadSpec::UnknownOption { kind, option }),
            }
        };
        let options = split_options(rest)?.into_iter().map(named).collect::<Result<Vec<_>, _>>()?;
        if let Some(outside) = Outside::read(kind, &options) {
            return outside.map(Self::Outside);
        }
        let mut reading = Reading::of(kind);
        options.iter().try_for_each(|given| reading.set(given.option, &given.value))?;
        match kind {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "perfect" => Ok(Self::Perfect),
            "alphabeta" => reading.finish().map(Self::AlphaBeta),
            _ => {
                let (net, filter) = (reading.net, reading.filter);
                let with = |limits| Self::Expectiminimax(Expectiminimax { limits, net, filter });
                reading.finish().map(|player| with(player.limits))
            }
        }
    }
}

/// The options of a search, while they are read.
struct Reading {
    kind: &'static str,
    player: AlphaBeta,
    net: Option<&'static str>,
    filter: Option<Filter>,
    given: Vec<&'static str>,
}

impl Reading {
    fn of(kind: &'static str) -> Self {
        let player = AlphaBeta {
            limits: Limits::default(),
            without: Features::NONE,
            margins: Changes::NONE,
            hash: None,
            threads: None,
            weights: None,
            tables: None,
        };
        Self { kind, player, net: None, filter: None, given: Vec::new() }
    }

    fn set(&mut self, option: &'static str, value: &str) -> Result<(), BadSpec> {
        if let Some(&other) = self.given.iter().find(|&&other| other == option || limits::exclude(option, other)) {
            return Err(BadSpec::Twice { kind: self.kind, option, other });
        }
        self.given.push(option);
        let bad = || BadSpec::BadValue { kind: self.kind, option, value: value.to_owned() };
        let AlphaBeta { limits, without, margins: numbers, hash, threads, weights, tables } = &mut self.player;
        match option {
            "hash" => *hash = Some(within(value, &HASHES).ok_or_else(bad)?),
            "threads" => *threads = Some(within(value, &THREADS).ok_or_else(bad)?),
            "margins" => *numbers = margins(value).ok_or_else(bad)?,
            "weights" => *weights = Some(file_name(value).ok_or_else(bad)?),
            "net" => self.net = Some(file_name(value).ok_or_else(bad)?),
            "tables" => *tables = Some(file_name(value).ok_or_else(bad)?),
            "filter" => self.filter = Some(filter::read(value).ok_or_else(bad)?),
            "without" => *without = features(value).ok_or_else(bad)?,
            _ => limits.set(option, value).ok_or_else(bad)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<AlphaBeta, BadSpec> {
        if !self.given.iter().any(|option| LIMITS.contains(option)) {
            return Err(BadSpec::NoLimit { kind: self.kind });
        }
        self.player.limits.check(self.kind)?;
        Ok(self.player)
    }
}

fn file_name(text: &str) -> Option<&'static str> {
    (!text.is_empty()).then(|| &*text.to_owned().leak())
}

/// Digits only: `parse` alone would take a sign too.
fn whole(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// At least one.
fn some(text: &str) -> Option<u64> {
    whole(text).filter(|&number| number > 0)
}

fn within(text: &str, range: &RangeInclusive<u32>) -> Option<u32> {
    whole(text).and_then(|number| u32::try_from(number).ok()).filter(|number| range.contains(number))
}

/// Names of selective features, joined by `+`.
pub(crate) fn features(text: &str) -> Option<Features> {
    let named = |name: &str| Features::SELECTIVE.into_iter().find(|(known, _)| *known == name.trim());
    text.split('+').try_fold(Features::NONE, |set, name| named(name).map(|(_, feature)| set | feature))
}

/// Margins by name, `name:number`, joined by `+`.
pub(crate) fn margins(text: &str) -> Option<Changes> {
    text.split('+').try_fold(Changes::NONE, |margins, part| {
        let (name, number) = part.split_once(':')?;
        margins.with(name.trim(), i32::try_from(whole(number.trim())?).ok()?)
    })
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Perfect => f.write_str("perfect"),
            Self::Outside(outside) => outside.fmt(f),
            Self::AlphaBeta(player) => write!(f, "alphabeta:{}", player.options()),
            Self::Expectiminimax(player) => {
                let mut options = player.limits.options(Counting::Plies);
                options.extend(player.net.map(|file| format!("net={}", quoted(file))));
                options.extend(player.filter.map(|filter| format!("filter={}", filter::text_of(filter))));
                write!(f, "expectiminimax:{}", options.join(","))
            }
        }
    }
}

impl AlphaBeta {
    fn options(&self) -> String {
        let mut options = self.limits.options(Counting::Depth);
        let without = Features::SELECTIVE.into_iter().filter(|&(_, feature)| self.without.has(feature));
        let names: Vec<&str> = without.map(|(name, _)| name).collect();
        if !names.is_empty() {
            options.push(format!("without={}", names.join("+")));
        }
        let numbers: Vec<String> = self.margins.iter().map(|(name, number)| format!("{name}:{number}")).collect();
        if !numbers.is_empty() {
            options.push(format!("margins={}", numbers.join("+")));
        }
        options.extend(self.hash.map(|hash| format!("hash={hash}")));
        options.extend(self.threads.map(|threads| format!("threads={threads}")));
        options.extend(self.weights.map(|file| format!("weights={}", quoted(file))));
        options.extend(self.tables.map(|file| format!("tables={}", quoted(file))));
        options.join(",")
    }
}

#[cfg(test)]
mod tests;
