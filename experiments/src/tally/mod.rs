//! What an event adds up to: results by meeting, pairs, first-player score, endings, lengths.
//!
//! A [`Tally`] takes finished units in the order of their numbers and becomes a [`Summary`], which is `summary.json` as it is and
//! `summary.txt` as it prints: a [`Duel`] of two players, a [`League`] of more. Both depend on the games alone, not on time, threads or
//! interruptions.

mod games;
pub(crate) mod league;
mod meeting;
pub(crate) mod summary;

use std::collections::BTreeMap;
use std::fmt;

use engine::Score;
use serde::Serialize;

use self::games::Games;
use self::league::League;
use self::meeting::Meeting;
use self::summary::Duel;
use crate::pairing::Contestant;
use crate::record::UnitRecord;
use crate::schedule::Placing;
use crate::stats::sprt::Sprt;
use crate::stats::{Estimate, Trinomial};

/// A point in the units of a tally.
const POINT: f64 = Score::POINT as f64;

/// What is said of runs that another run does not repeat.
pub(crate) const NOT_REPRODUCIBLE: &str =
    "Limits in time, or programs outside without limits: another run plays other games.";

/// What is said of an event before it is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Heading {
    /// The game.
    pub(crate) game: String,
    /// Its rules.
    pub(crate) rules: String,
    /// The players, as they write themselves.
    pub(crate) players: Vec<String>,
    /// The format, where more than two play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<String>,
    /// Whether units are series.
    pub(crate) tournament: bool,
    /// Where games begin.
    pub(crate) openings: String,
    /// The master seed.
    pub(crate) seed: u64,
    /// Whether the same command always plays the same games: no limits in time.
    pub(crate) reproducible: bool,
    /// The evaluation by which luck is told, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) luck: Option<String>,
    /// The entrant whose rating is given, by number from 0, and that rating.
    #[serde(skip)]
    pub(crate) anchor: Option<(usize, f64)>,
    /// What may stop the match.
    #[serde(skip)]
    pub(crate) sprt: Option<Sprt>,
    /// The most points of a win, where units are games; else 0.
    #[serde(skip)]
    pub(crate) most_points: u16,
    /// Whether the two players always choose alike, so that both games of a pair are the same game.
    #[serde(skip)]
    pub(crate) twins: bool,
}

impl Heading {
    /// What is counted.
    fn unit(&self) -> &'static str {
        if self.tournament { "series" } else { "games" }
    }

    /// The first line: what was played, `games` units of it.
    pub(crate) fn title(&self, games: u64) -> String {
        let Self { game, rules, openings, seed, players, .. } = self;
        let rules = if rules.is_empty() { String::new() } else { format!(" ({rules})") };
        let format = self.format.as_ref();
        let format = format.map_or_else(String::new, |format| format!("{format} of {} players, ", players.len()));
        format!("{game}{rules}: {format}{games} {}, openings {openings}, seed {seed}", self.unit())
    }

    /// The width of a column with the players' names.
    fn name_width(&self) -> usize {
        self.players.iter().map(|player| player.chars().count()).max().unwrap_or(0).max("player".len())
    }
}

/// A running count of an event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// By the entrants who met, the lower number first.
    meetings: BTreeMap<[usize; 2], Meeting>,
    games: Games,
}

impl Tally {
    /// Counts the next unit; units come in order.
    pub(crate) fn add(&mut self, unit: &UnitRecord) {
        let [one, two] = unit.fixture.players;
        let (key, own) = if one < two { ([one, two], Contestant::One) } else { ([two, one], Contestant::Two) };
        self.meetings.entry(key).or_default().add(unit, own);
        self.games.add(unit);
    }

    /// How things stand, in a few words.
    pub(crate) fn standing(&self, heading: &Heading) -> String {
        let unit = heading.unit();
        if heading.players.len() > 2 {
            return format!("{unit}{}", self.leaders(heading.players.len()));
        }
        let Some(meeting) = self.meetings.get(&[0, 1]) else { return unit.to_owned() };
        let Trinomial { wins, draws, losses } = meeting.results;
        let Estimate { elo, elo_error, .. } = meeting.estimate();
        let llr = heading.sprt.map_or_else(String::new, |sprt| format!(", LLR {:+.2}", sprt.llr(meeting.pairs)));
        format!("{unit}, +{wins} ={draws} -{losses}, Elo {} ± {elo_error:.1}{llr}", Signed(elo))
    }

    /// Who leads an event of so many, by mean score: the numbers of the first few, since names may be long.
    fn leaders(&self, entrants: usize) -> String {
        const SHOWN: usize = 3;
        let mut scores = vec![(0.0, 0); entrants];
        for (&players, meeting) in &self.meetings {
            let Trinomial { wins, draws, losses } = meeting.results;
            for (player, points) in players.into_iter().zip([wins, losses]) {
                scores[player].0 += points as f64 + draws as f64 / 2.0;
                scores[player].1 += meeting.results.games();
            }
        }
        let played = scores.iter().enumerate().filter(|&(_, &(_, games))| games > 0);
        let mut means: Vec<(usize, f64)> =
            played.map(|(player, &(points, games))| (player, points / games as f64)).collect();
        means.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let shown: Vec<String> =
            means.iter().take(SHOWN).map(|(player, mean)| format!(", #{} {mean:.3}", player + 1)).collect();
        shown.concat()
    }

    /// The figures of an event whose units have all been counted, with what its format says of the entrants.
    pub(crate) fn summary(&self, heading: &Heading, placings: Vec<Placing>) -> Summary {
        if heading.players.len() == 2 {
            let meeting = self.meetings.get(&[0, 1]).cloned().unwrap_or_default();
            Summary::Duel(Box::new(Duel::new(heading, &meeting, &self.games)))
        } else {
            Summary::League(Box::new(League::new(heading, &self.meetings, &self.games, placings)))
        }
    }
}

/// An event in figures.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Summary {
    /// Of two players.
    Duel(Box<Duel>),
    /// Of more.
    League(Box<League>),
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duel(duel) => duel.fmt(f),
            Self::League(league) => league.fmt(f),
        }
    }
}

/// A name and its value, in words for people.
pub(crate) type Figure = (&'static str, String);

/// Writes figures one below the other.
fn write_figures(figures: &[Figure], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    figures.iter().try_for_each(|(name, value)| writeln!(f, "{name:14}{value}"))
}

/// A figure with its sign; zero has none.
struct Signed(f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 { f.write_str("0.0") } else { write!(f, "{:+.1}", self.0) }
    }
}
