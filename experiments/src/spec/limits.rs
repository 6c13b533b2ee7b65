//! How far a player may go: depth, nodes, time.

use std::fmt;
use std::time::Duration;

use super::{BadSpec, DEPTHS, some, whole};

/// The longest time for a move.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How far a search goes: whichever limit it meets first. At least one is given, but to programs that know one themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The depth in plies, from [`DEPTHS`].
    pub(crate) depth: Option<u32>,
    /// Nodes a move, at least 1.
    pub(crate) nodes: Option<u64>,
    /// Nodes after which no further iteration begins, at least 1; alpha-beta only.
    pub(crate) soft_nodes: Option<u64>,
    /// What a move may take.
    pub(crate) time: Option<Time>,
    /// How much later than that its answer may come before a game is lost, if not [`Terms::MARGIN`](search::Terms::MARGIN).
    pub(crate) margin: Option<Duration>,
}

/// A limit in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Time {
    /// So much for each move.
    Move(Duration),
    /// A clock for the game.
    Clock {
        /// What stands on it at the start.
        start: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// Whether two options say the same, so that only one of them can be given.
pub(super) fn exclude(option: &str, other: &str) -> bool {
    matches!((option, other), ("plies", "depth") | ("depth", "plies") | ("time", "clock") | ("clock", "time"))
}

/// Two ways to count how deep a search goes.
#[derive(Clone, Copy)]
pub(super) enum Counting {
    /// Depth 1 looks at what each move leads to.
    Depth,
    /// That is 0 plies, as gnubg counts.
    Plies,
}

impl Limits {
    /// Sets one by the name of its option; `None` if it does not take the value, or is none of these.
    pub(super) fn set(&mut self, option: &str, value: &str) -> Option<()> {
        match option {
            "plies" => self.depth = Some(depth_of_plies(whole(value)?)?),
            "depth" => self.depth = Some(depth(whole(value)?)?),
            "nodes" => self.nodes = Some(some(value)?),
            "soft_nodes" => self.soft_nodes = Some(some(value)?),
            "time" => self.time = Some(Time::Move(duration(value)?)),
            "clock" => self.time = Some(clock(value)?),
            "margin" => self.margin = Some(margin(value)?),
            _ => return None,
        }
        Some(())
    }

    /// A margin needs something that it belongs to.
    pub(super) fn check(&self, kind: &'static str) -> Result<(), BadSpec> {
        if self.margin.is_some() && self.time.is_none() { Err(BadSpec::NoTime { kind }) } else { Ok(()) }
    }

    /// As options of a player.
    pub(super) fn options(&self, counting: Counting) -> Vec<String> {
        let depth = self.depth.map(|depth| match counting {
            Counting::Depth => format!("depth={depth}"),
            Counting::Plies => format!("plies={}", depth - 1),
        });
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let soft_nodes = self.soft_nodes.map(|nodes| format!("soft_nodes={nodes}"));
        let time = self.time.map(|time| time.to_string());
        let margin = self.margin.map(|margin| format!("margin={}", text_of(margin)));
        [depth, nodes, soft_nodes, time, margin].into_iter().flatten().collect()
    }
}

fn depth(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|depth| DEPTHS.contains(depth))
}

/// `plies=0` looks at what each move leads to: that is depth 1.
fn depth_of_plies(plies: u64) -> Option<u32> {
    depth(plies.checked_add(1)?)
}

/// A duration such as `50ms` or `2s`, from 1 ms to a day.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    margin(text).filter(|duration| !duration.is_zero())
}

/// The same, or nothing at all.
fn margin(text: &str) -> Option<Duration> {
    let duration = match text.strip_suffix("ms") {
        Some(number) => Duration::from_millis(whole(number)?),
        None => Duration::from_secs(whole(text.strip_suffix('s')?)?),
    };
    (duration <= LONGEST).then_some(duration)
}

fn clock(text: &str) -> Option<Time> {
    let (start, increment) = match text.split_once('+') {
        Some((start, increment)) => (duration(start)?, duration(increment)?),
        None => (duration(text)?, Duration::ZERO),
    };
    Some(Time::Clock { start, increment })
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Move(time) => write!(f, "time={}", text_of(time)),
            Self::Clock { start, increment } if increment.is_zero() => write!(f, "clock={}", text_of(start)),
            Self::Clock { start, increment } => write!(f, "clock={}+{}", text_of(start), text_of(increment)),
        }
    }
}

pub(super) fn text_of(duration: Duration) -> String {
    if duration.is_zero() {
        "0ms".to_owned()
    } else if duration.subsec_millis() == 0 {
        format!("{}s", duration.as_secs())
    } else {
        format!("{}ms", duration.as_millis())
    }
}
