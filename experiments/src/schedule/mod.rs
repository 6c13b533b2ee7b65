//! Who meets whom, when, and from which opening: the formats of an event.
//!
//! An event is a sequence of [`Stage`]s. The games of a stage can be played side by side, and only its results say what the
//! next one is: a match, a round robin and a gauntlet have one stage, a Swiss tournament one a round, a knockout one a round
//! and more where ties are level. Units (games or series) are numbered through, so that the journal of an event is like that of a match,
//! and everything about a unit follows from its number and the results before its stage: its [`Fixture`].
//!
//! Two units with one pair number have the same opening and the same dice or cards, sides swapped. All meetings of a stage go through the
//! same pair numbers, so that nobody has easier openings; different stages have different ones.

mod knockout;
mod round_robin;
mod swiss;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::knockout::Knockout;
pub(crate) use self::knockout::MOST_EXTRA_PAIRS;
use self::swiss::Swiss;
use crate::pairing::Contestant;

/// What is known of a unit before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fixture {
    /// The round, counted from 1.
    pub(crate) round: u32,
    /// The entrants that meet, counted from 0 in the order of `--player`; the first is the record's [`Contestant::One`].
    pub(crate) players: [usize; 2],
    /// The pair number: units that share it share their opening and their dice or cards.
    pub(crate) pair: u64,
    /// Who starts.
    pub(crate) starter: Contestant,
}

impl Fixture {
    /// What the unit is called in files: `17.2`, the pair and the unit in it, counted from 1; where more than two play with the entrants
    /// before it, `1-3.17.2`.
    pub(crate) fn name(&self, entrants: usize) -> String {
        let unit = format!("{}.{}", self.pair + 1, self.starter.number());
        let [one, two] = self.players.map(|player| player + 1);
        if entrants == 2 { unit } else { format!("{one}-{two}.{unit}") }
    }
}

/// Units that can be played side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The number of its first unit.
    pub(crate) first: u64,
    /// The round, counted from 1.
    pub(crate) round: u32,
    /// Who meets.
    pub(crate) meetings: Vec<[usize; 2]>,
    /// Units of each meeting.
    pub(crate) games: u64,
    /// The number of its first pair.
    pub(crate) first_pair: u64,
}

impl Stage {
    /// The numbers of its units.
    pub(crate) fn units(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.games.saturating_mul(self.meetings.len() as u64))
    }

    /// Unit `number`, which must be one of its units, and the index of its meeting. All meetings play a pair before any plays the
    /// next, so that standings are comparable at any time; odd games come last.
    pub(crate) fn fixture(&self, number: u64) -> (usize, Fixture) {
        let (offset, meetings) = (number - self.first, self.meetings.len() as u64);
        let in_pairs = self.games / 2 * 2 * meetings;
        let (pair, meeting, leg) = if offset < in_pairs {
            (offset / (2 * meetings), offset % (2 * meetings) / 2, offset % 2)
        } else {
            (self.games / 2, offset - in_pairs, 0)
        };
        let fixture = Fixture {
            round: self.round,
            players: self.meetings[meeting as usize],
            pair: self.first_pair + pair,
            starter: if leg == 0 { Contestant::One } else { Contestant::Two },
        };
        (meeting as usize, fixture)
    }

    /// The number of the unit after it.
    fn end(&self) -> u64 {
        self.units().end
    }

    /// The number of the pair after it.
    fn end_pair(&self) -> u64 {
        self.first_pair + self.games.div_ceil(2)
    }
}

/// How an event goes on.
pub(crate) trait Schedule {
    /// The next stage, or `None` at the end. `scores` are the half points of each meeting of the stage before, in its order.
    fn next(&mut self, scores: &[[u64; 2]]) -> Option<Stage>;

    /// Entrants by what the format itself says of them, the best first, each with words such as `5.5 points`; empty if points alone
    /// say it.
    fn placings(&self) -> Vec<Placing> {
        Vec::new()
    }
}

/// Where a format puts an entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Placing {
    /// The entrant, counted from 0.
    #[serde(skip)]
    pub(crate) entrant: usize,
    /// The place, counted from 1; equals share one.
    pub(crate) place: usize,
    /// Why, in words.
    pub(crate) why: String,
}

/// What kind of event is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Everybody meets everybody. Of two players, a match.
    RoundRobin,
    /// The first so many entrants meet all others.
    Gauntlet {
        /// How many, at least 1.
        seeds: usize,
    },
    /// In each round those meet who have about as many points.
    Swiss {
        /// How many, at least 1.
        rounds: u32,
    },
    /// Who loses a meeting is out.
    Knockout,
}

impl Format {
    /// The event of `entrants` players, two or more, in which each meeting has `games` units.
    ///
    /// # Errors
    /// If the format does not fit the number of players.
    pub(crate) fn schedule(self, entrants: usize, games: u64) -> Result<Box<dyn Schedule>, String> {
        match self {
            Self::RoundRobin => Ok(Once::of(round_robin::meetings(entrants), games)),
            Self::Gauntlet { seeds } if seeds < entrants => {
                let meetings = (seeds..entrants).flat_map(|other| (0..seeds).map(move |seed| [seed, other]));
                Ok(Once::of(meetings.collect(), games))
            }
            Self::Gauntlet { seeds } => {
                Err(format!("gauntlet:{seeds} needs more than {seeds} players; {entrants} given"))
            }
            Self::Swiss { rounds } => {
                let most = swiss::most_rounds(entrants);
                if rounds as usize > most {
                    return Err(format!(
                        "swiss:{rounds}: {entrants} players have at most {most} rounds in which nobody has to meet twice; \
                         in a round-robin everybody meets"
                    ));
                }
                Ok(Box::new(Swiss::new(entrants, rounds, games)))
            }
            Self::Knockout => Ok(Box::new(Knockout::new(entrants, games))),
        }
    }

    /// Whether all games are known before any is played.
    pub(crate) fn is_one_stage(self) -> bool {
        matches!(self, Self::RoundRobin | Self::Gauntlet { .. })
    }

    /// The units that an event has, without those of level meetings that go on.
    pub(crate) fn units(self, entrants: usize, games: u64) -> u64 {
        let meetings = match self {
            Self::RoundRobin => entrants * (entrants - 1) / 2,
            Self::Gauntlet { seeds } => seeds * (entrants - seeds),
            Self::Swiss { rounds } => rounds as usize * (entrants / 2),
            Self::Knockout => entrants - 1,
        };
        games.saturating_mul(meetings as u64)
    }

    /// The most units that an event can have.
    pub(crate) fn most_units(self, entrants: usize, games: u64) -> u64 {
        let extra = if self == Self::Knockout { 2 * MOST_EXTRA_PAIRS * (entrants as u64 - 1) } else { 0 };
        self.units(entrants, games).saturating_add(extra)
    }

    /// The most pair numbers that an event needs.
    pub(crate) fn pairs(self, entrants: usize, games: u64) -> u64 {
        let pairs = games.div_ceil(2);
        match self {
            Self::RoundRobin | Self::Gauntlet { .. } => pairs,
            Self::Swiss { rounds } => pairs * u64::from(rounds),
            Self::Knockout => (pairs + MOST_EXTRA_PAIRS) * u64::from(knockout::rounds(entrants)),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let whole = |least: u32| {
            let number =
                number.map(str::parse::<u32>).transpose().ok().filter(|number| number.is_none_or(|n| n >= least));
            number.ok_or_else(|| format!("{text}: not {name}:N with a whole number from {least}"))
        };
        match (name, whole(1)?) {
            ("round-robin", None) => Ok(Self::RoundRobin),
            ("gauntlet", seeds) => Ok(Self::Gauntlet { seeds: seeds.unwrap_or(1) as usize }),
            ("swiss", Some(rounds)) => Ok(Self::Swiss { rounds }),
            ("swiss", None) => Err("swiss needs its number of rounds, such as swiss:5".to_owned()),
            ("knockout", None) => Ok(Self::Knockout),
            _ => Err("accepted: round-robin, gauntlet, gauntlet:SEEDS, swiss:ROUNDS or knockout".to_owned()),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round-robin"),
            Self::Gauntlet { seeds: 1 } => f.write_str("gauntlet"),
            Self::Gauntlet { seeds } => write!(f, "gauntlet:{seeds}"),
            Self::Swiss { rounds } => write!(f, "swiss:{rounds}"),
            Self::Knockout => f.write_str("knockout"),
        }
    }
}

/// An event of one stage.
struct Once(Option<Stage>);

impl Once {
    fn of(meetings: Vec<[usize; 2]>, games: u64) -> Box<dyn Schedule> {
        Box::new(Self(Some(Stage { first: 0, round: 1, meetings, games, first_pair: 0 })))
    }
}

impl Schedule for Once {
    fn next(&mut self, _: &[[u64; 2]]) -> Option<Stage> {
        self.0.take()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Plays an event in which `score` gives both half points of a meeting; all its stages.
    pub(super) fn played(
        mut schedule: Box<dyn Schedule>,
        score: impl Fn(&Stage, [usize; 2]) -> [u64; 2],
    ) -> (Vec<Stage>, Vec<Placing>) {
        let (mut stages, mut scores): (Vec<Stage>, Vec<[u64; 2]>) = (Vec::new(), Vec::new());
        while let Some(stage) = schedule.next(&scores) {
            scores = stage.meetings.iter().map(|&meeting| score(&stage, meeting)).collect();
            if let Some(last) = stages.last() {
                assert_eq!((stage.first, stage.first_pair), (last.end(), last.end_pair()), "stages follow each other");
            }
            stages.push(stage);
        }
        (stages, schedule.placings())
    }

    #[test]
    fn a_match_is_pairs_and_an_odd_game_at_the_end() {
        let (stages, _) = played(Format::RoundRobin.schedule(2, 5).expect("a match"), |_, _| [0, 0]);
        let [stage] = stages.as_slice() else { panic!("{stages:?}") };
        assert_eq!(stage.units(), 0..5);
        for unit in stage.units() {
            let starter = if unit.is_multiple_of(2) { Contestant::One } else { Contestant::Two };
            let expected = Fixture { round: 1, players: [0, 1], pair: unit / 2, starter };
            assert_eq!(stage.fixture(unit), (0, expected));
        }
        assert_eq!(stage.fixture(3).1.name(2), "2.2");
    }

    #[test]
    fn all_meetings_play_a_pair_before_any_plays_the_next() {
        for format in [Format::RoundRobin, Format::Gauntlet { seeds: 2 }] {
            let (stages, _) = played(format.schedule(5, 6).expect("an event"), |_, _| [0, 0]);
            let stage = &stages[0];
            let mut seen: HashMap<([usize; 2], u64), Vec<usize>> = HashMap::new();
            let mut last = 0;
            for unit in stage.units() {
                let (meeting, fixture) = stage.fixture(unit);
                assert_eq!(stage.meetings[meeting], fixture.players);
                assert!(fixture.pair >= last);
                last = fixture.pair;
                seen.entry((fixture.players, fixture.pair)).or_default().push(fixture.starter.number());
            }
            assert_eq!(seen.len(), stage.meetings.len() * 3);
            assert!(seen.values().all(|starters| *starters == [1, 2]), "{seen:?}");
        }
        let name = Fixture { round: 1, players: [0, 2], pair: 16, starter: Contestant::Two }.name(3);
        assert_eq!(name, "1-3.17.2");
    }

    #[test]
    fn a_gauntlet_is_the_seeds_against_the_others() {
        let (stages, _) = played(Format::Gauntlet { seeds: 2 }.schedule(4, 2).expect("a gauntlet"), |_, _| [0, 0]);
        assert_eq!(stages[0].meetings, [[0, 2], [1, 2], [0, 3], [1, 3]]);
        assert!(Format::Gauntlet { seeds: 4 }.schedule(4, 2).is_err());
    }

    #[test]
    fn an_event_needs_no_more_pairs_than_it_says() {
        for format in [Format::RoundRobin, Format::Gauntlet { seeds: 1 }, Format::Swiss { rounds: 3 }, Format::Knockout]
        {
            for entrants in 5..9 {
                // All meetings level, so that a knockout has all its extra pairs.
                let (stages, _) = played(format.schedule(entrants, 4).expect("an event"), |stage, _| [stage.games; 2]);
                assert_eq!(
                    stages.last().map(Stage::end),
                    Some(format.most_units(entrants, 4)),
                    "{format} of {entrants}"
                );
                let needed = stages.iter().map(Stage::end_pair).max().expect("a stage");
                assert_eq!(needed, format.pairs(entrants, 4), "{format} of {entrants}");
            }
        }
    }

    #[test]
    fn formats_read_and_print() {
        for text in ["round-robin", "gauntlet", "gauntlet:2", "swiss:5", "knockout"] {
            assert_eq!(text.parse::<Format>().expect(text).to_string(), text);
        }
        for (text, reason) in [
            ("swiss", "swiss:5"),
            ("swiss:0", "a whole number from 1"),
            ("gauntlet:x", "a whole number from 1"),
            ("knockout:2", "accepted"),
            ("league", "accepted"),
            ("", "accepted"),
        ] {
            let message = text.parse::<Format>().expect_err(text);
            assert!(message.contains(reason), "{text}: {message}");
        }
        assert!(Format::Swiss { rounds: 4 }.schedule(6, 2).is_err());
        assert!(Format::Swiss { rounds: 3 }.schedule(5, 2).is_ok());
    }
}
