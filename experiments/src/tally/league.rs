//! What an event of more than two players adds up to: a standing for each, and every meeting.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::games::{Games, Overview};
use super::meeting::Meeting;
use super::{Heading, NOT_REPRODUCIBLE, POINT, Signed, write_figures};
use crate::output::thousands;
use crate::schedule::Placing;
use crate::stats::ratings::{self, Anchor, Rating, Ratings};
use crate::stats::{Estimate, Pentanomial, Trinomial};

/// An event of many players in figures.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct League {
    /// What was played.
    #[serde(flatten)]
    pub(crate) heading: Heading,
    /// Units played: games, or series in a tournament.
    pub(crate) games: u64,
    /// The entrants, the first first.
    pub(crate) standings: Vec<Standing>,
    /// Everybody who met.
    pub(crate) meetings: Vec<Meet>,
    /// For each two entrants, in the order of `--player`, how likely the first is the stronger one.
    pub(crate) los: Vec<Vec<f64>>,
    #[serde(flatten)]
    pub(crate) overview: Overview,
}

/// What an entrant has done.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Standing {
    /// The place, counted from 1; equals share one.
    pub(crate) place: usize,
    /// The number in the order of `--player`, counted from 1.
    pub(crate) number: usize,
    pub(crate) player: String,
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The mean score, 0 to 1; `null` without games.
    pub(crate) score: f64,
    /// The Elo rating and half its 95 % interval, where there is one: who has won or lost everything has none.
    pub(crate) rating: Option<f64>,
    pub(crate) rating_error: Option<f64>,
    /// What the rating is at least or at most, of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rating_at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rating_at_most: Option<f64>,
    /// Points a game where a win may count several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<f64>,
    pub(crate) nodes: u64,
    /// What the format says of it, where it says anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
}

/// A meeting of two, as the first of them counts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Meet {
    /// The numbers of the two in the order of `--player`, counted from 1.
    pub(crate) players: [usize; 2],
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) score: f64,
    pub(crate) elo: f64,
    pub(crate) elo_error: f64,
    pub(crate) los: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points_error: Option<f64>,
    pub(crate) pairs: Pentanomial,
}

impl League {
    /// The figures of an event whose units have all been counted; `placings` if its format has a word in it.
    pub(super) fn new(
        heading: &Heading,
        meetings: &BTreeMap<[usize; 2], Meeting>,
        games: &Games,
        placings: Vec<Placing>,
    ) -> Self {
        let overview = games.overview(heading.players.len());
        let ratings = rated(heading, meetings);
        let mut standings: Vec<Standing> = (0..heading.players.len())
            .map(|entrant| {
                let rating = ratings.players[entrant].rating;
                Standing { nodes: overview.nodes[entrant], ..standing(heading, entrant, meetings, rating) }
            })
            .collect();
        if placings.is_empty() {
            rank(&mut standings);
        } else {
            let by_number = std::mem::take(&mut standings);
            standings = placings
                .into_iter()
                .map(|Placing { entrant, place, why }| Standing { place, why: Some(why), ..by_number[entrant].clone() })
                .collect();
        }
        let has_points = heading.most_points > 1;
        Self {
            heading: heading.clone(),
            games: meetings.values().map(|meeting| meeting.results.games()).sum(),
            standings,
            los: ratings.superiority,
            meetings: meetings.iter().map(|(&players, meeting)| meet(players, meeting, has_points)).collect(),
            overview,
        }
    }

    /// The meeting of two entrants by number, as the first of them counts; wins, draws, losses.
    pub(crate) fn results(&self, one: usize, two: usize) -> Option<Trinomial> {
        self.meetings.iter().find_map(|&Meet { players, wins, draws, losses, .. }| {
            if players == [one, two] {
                Some(Trinomial { wins, draws, losses })
            } else {
                (players == [two, one]).then_some(Trinomial { wins: losses, draws, losses: wins })
            }
        })
    }
}

/// Ratings from all meetings.
fn rated(heading: &Heading, meetings: &BTreeMap<[usize; 2], Meeting>) -> Ratings {
    let meetings: Vec<ratings::Meeting> = meetings
        .iter()
        .map(|(&players, meeting)| ratings::Meeting { players, results: meeting.results, pairs: meeting.pairs })
        .collect();
    let anchor = heading.anchor.map_or(Anchor::Mean(0.0), |(player, elo)| Anchor::Player { player, elo });
    Ratings::of(heading.players.len(), &meetings, anchor)
}

/// What `entrant` has done in all meetings, but for its nodes.
fn standing(heading: &Heading, entrant: usize, meetings: &BTreeMap<[usize; 2], Meeting>, rating: Rating) -> Standing {
    let (mut all, mut points) = (Trinomial::default(), 0.0);
    for (&[one, two], meeting) in meetings {
        let Trinomial { wins, draws, losses } = meeting.results;
        let (wins, losses, sign) = if entrant == one { (wins, losses, 1.0) } else { (losses, wins, -1.0) };
        if entrant == one || entrant == two {
            all = Trinomial { wins: all.wins + wins, draws: all.draws + draws, losses: all.losses + losses };
            points += sign * meeting.points.estimate(POINT).mean * meeting.results.games() as f64;
        }
    }
    let games = all.games();
    let (known, at_least, at_most) = match rating {
        Rating::Known { elo, error95 } => (Some((elo, error95)), None, None),
        Rating::Above { at_least } => (None, at_least, None),
        Rating::Below { at_most } => (None, None, at_most),
        Rating::Apart => (None, None, None),
    };
    Standing {
        rating: known.map(|(elo, _)| elo),
        rating_error: known.map(|(_, error)| error),
        rating_at_least: at_least,
        rating_at_most: at_most,
        place: 1,
        number: entrant + 1,
        player: heading.players[entrant].clone(),
        games,
        wins: all.wins,
        draws: all.draws,
        losses: all.losses,
        score: all.estimate().score,
        points: (heading.most_points > 1).then_some(points / games as f64),
        nodes: 0,
        why: None,
    }
}

/// Orders by score, equals sharing a place; who has not played comes last.
fn rank(standings: &mut [Standing]) {
    let score = |standing: &Standing| if standing.score.is_nan() { -1.0 } else { standing.score };
    standings.sort_by(|one, two| score(two).total_cmp(&score(one)));
    for index in 1..standings.len() {
        let is_equal = score(&standings[index]).total_cmp(&score(&standings[index - 1])).is_eq();
        standings[index].place = if is_equal { standings[index - 1].place } else { index + 1 };
    }
}

fn meet([one, two]: [usize; 2], meeting: &Meeting, has_points: bool) -> Meet {
    let Trinomial { wins, draws, losses } = meeting.results;
    let Estimate { score, elo, elo_error, superiority, .. } = meeting.estimate();
    let points = has_points.then(|| meeting.points.estimate(POINT));
    Meet {
        players: [one + 1, two + 1],
        games: meeting.results.games(),
        wins,
        draws,
        losses,
        score,
        elo,
        elo_error,
        los: superiority,
        points: points.map(|points| points.mean),
        points_error: points.map(|points| points.error),
        pairs: meeting.pairs,
    }
}

impl fmt::Display for League {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.heading.title(self.games))?;
        self.write_standings(f)?;
        writeln!(f)?;
        self.write_cross_table(f)?;
        writeln!(f)?;
        self.write_superiority(f)?;
        writeln!(f)?;
        write_figures(&self.overview.figures(), f)?;
        if self.heading.reproducible { Ok(()) } else { writeln!(f, "{NOT_REPRODUCIBLE}") }
    }
}

impl League {
    fn write_standings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.heading.name_width();
        let has_points = self.heading.most_points > 1;
        let why = self.standings.iter().any(|standing| standing.why.is_some());
        write!(
            f,
            "place  {:>3} {:width$} {:>16} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "#",
            "player",
            "rating",
            self.heading.unit(),
            "wins",
            "draws",
            "losses",
            "score"
        )?;
        if has_points {
            write!(f, " {:>8}", "points")?;
        }
        write!(f, " {:>14}", "nodes")?;
        writeln!(f, "{}", if why { "  by" } else { "" })?;
        for standing in &self.standings {
            let Standing { place, number, player, games, wins, draws, losses, score, points, nodes, why, .. } =
                standing;
            write!(
                f,
                "{place:>5}  {number:>3} {player:width$} {:>16} {games:>8} {wins:>8} {draws:>8} {losses:>8}",
                Rated(standing)
            )?;
            write!(f, " {:>8}", Share(*score))?;
            if let Some(points) = points {
                write!(f, " {:>8}", if points.is_nan() { "-".to_owned() } else { format!("{points:+.4}") })?;
            }
            write!(f, " {:>14}", thousands(*nodes))?;
            writeln!(f, "{}", why.as_ref().map_or_else(String::new, |why| format!("  {why}")))?;
        }
        Ok(())
    }

    /// Rows against columns, both in the order of the standings: wins, draws and losses.
    fn write_cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Results, rows against columns:")?;
        self.write_matrix(f, |one, two| match self.results(one, two) {
            None => ".".to_owned(),
            Some(Trinomial { wins, draws, losses }) => format!("+{wins} ={draws} -{losses}"),
        })
    }

    /// The same for how likely the row's player is stronger than the column's.
    fn write_superiority(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Likelihood of superiority of rows over columns, in %:")?;
        self.write_matrix(f, |one, two| format!("{:.1}", 100.0 * self.los[one - 1][two - 1]))
    }

    /// A table of all entrants by all, of their numbers.
    fn write_matrix(&self, f: &mut fmt::Formatter<'_>, cell: impl Fn(usize, usize) -> String) -> fmt::Result {
        let numbers: Vec<usize> = self.standings.iter().map(|standing| standing.number).collect();
        let cell = |row: usize, column: usize| if row == column { "x".to_owned() } else { cell(row, column) };
        let cells: Vec<Vec<String>> =
            numbers.iter().map(|&row| numbers.iter().map(|&column| cell(row, column)).collect()).collect();
        let width = |column: usize| cells.iter().map(|row| row[column].len()).max().unwrap_or(0).max(3);
        let widths: Vec<usize> = (0..numbers.len()).map(width).collect();
        write!(f, "{:>3}", "")?;
        for (number, &width) in numbers.iter().zip(&widths) {
            write!(f, "  {number:>width$}")?;
        }
        writeln!(f)?;
        for (number, row) in numbers.iter().zip(&cells) {
            write!(f, "{number:>3}")?;
            for (cell, &width) in row.iter().zip(&widths) {
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A rating with its error, or what is known instead.
pub(crate) struct Rated<'a>(pub(crate) &'a Standing);

impl fmt::Display for Rated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing { rating, rating_error, rating_at_least, rating_at_most, .. } = self.0;
        let text = match (rating, rating_error, rating_at_least, rating_at_most) {
            (Some(elo), Some(error), ..) => format!("{} ± {error:.1}", Signed(*elo)),
            (_, _, Some(elo), _) => format!("over {}", Signed(*elo)),
            (_, _, _, Some(elo)) => format!("under {}", Signed(*elo)),
            _ => "-".to_owned(),
        };
        f.pad(&text)
    }
}

/// A score of 0 to 1, or that there is none.
struct Share(f64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() { f.pad("-") } else { f.pad(&format!("{:.4}", self.0)) }
    }
}
