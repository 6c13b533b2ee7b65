//! What a match adds up to: results by player, pairs, first-player score, endings, lengths.
//!
//! A [`Tally`] takes finished units in the order of their indices and becomes a [`Summary`], which is `summary.json`
//! as it is and `summary.txt` as it prints. Both depend on the games alone, not on time, threads or interruptions.
//!
//! Where every game has its pair, errors are estimated from the pairs; a match of an odd number of games is estimated
//! from single games.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault};

use engine::Score;
use fxhash::FxHasher;
use serde::Serialize;

use crate::output::thousands;
use crate::pairing::{self, Contestant};
use crate::record::{GameRecord, UnitRecord};
use crate::stats::clusters::Clusters;
use crate::stats::means::Means;
use crate::stats::proportion::{Interval, wilson};
use crate::stats::{Estimate, Pentanomial, Trinomial, elo};

/// What is said of a match before it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Heading {
    /// The game.
    pub(crate) game: String,
    /// Its rules.
    pub(crate) rules: String,
    /// The players, as they write themselves.
    pub(crate) players: [String; 2],
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
    /// The most points of a win, where units are games; else 0.
    #[serde(skip)]
    pub(crate) most_points: u16,
    /// Whether the two players always choose alike, so that both games of a pair are the same game.
    #[serde(skip)]
    pub(crate) twins: bool,
}

/// A running count of a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    results: Trinomial,
    pairs: Pentanomial,
    /// The half points of the first unit of a pair, while the second has not come.
    half_pair: Option<u32>,
    starters: Trinomial,
    /// The starters' score, by pairs.
    starters_by_pair: Clusters,
    /// The starters' half points and the games of the pair that is being counted.
    open_pair: (u64, u64),
    endings: BTreeMap<String, u64>,
    plies: Plies,
    nodes: [u64; 2],
    openings: HashSet<u64, BuildHasherDefault<FxHasher>>,
    /// The first player's points, and without the luck in them, in units of 1e-7.
    points: Means,
    adjusted: Means,
    /// Whole units without luck, a win counting a point.
    adjusted_units: Means,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, Default)]
struct Plies {
    total: u64,
    shortest: Option<u32>,
    longest: u32,
}

/// A match in figures. Results are the first player's.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    /// What was played.
    #[serde(flatten)]
    heading: Heading,
    /// Units played: games, or series in a tournament.
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The mean score, 0 to 1.
    score: f64,
    /// Elo, and half its 95 % interval; `null` where not finite.
    elo: f64,
    elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    /// The likelihood of superiority, 0 to 1.
    los: f64,
    /// Points a game, and half the 95 % interval of the mean, where a win may count several.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_error: Option<f64>,
    /// The same without the luck in them, where luck is told; in a tournament of series, of which a win counts 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    adjusted_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjusted_points_error: Option<f64>,
    /// What errors are estimated from: `pairs` or `games`.
    estimated_from: &'static str,
    /// Complete pairs, by results.
    pairs: Pentanomial,
    /// How whoever began did, over all single games.
    first_player: FirstPlayer,
    /// Single games by the way they ended.
    endings: BTreeMap<String, u64>,
    plies: Lengths,
    /// Nodes searched by each player.
    nodes: [u64; 2],
    /// Different positions in which games began.
    distinct_openings: u64,
    /// Whether all units were played: summaries are only written when they were.
    complete: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct FirstPlayer {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    /// Its 95 % interval, estimated between pairs.
    #[serde(flatten)]
    interval: Interval,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Lengths {
    mean: f64,
    shortest: u32,
    longest: u32,
}

impl Tally {
    /// Counts unit `index`; units come in order.
    pub(crate) fn add(&mut self, index: u64, unit: &UnitRecord) {
        let half_points = self.results.add(unit.winner, Contestant::One);
        match self.half_pair.take() {
            Some(other) if pairing::starter(index) == Contestant::Two => self.pairs.add(half_points + other),
            _ => self.half_pair = Some(half_points),
        }
        for game in &unit.games {
            self.open_pair.0 += u64::from(self.starters.add(game.winner, game.starter));
            self.open_pair.1 += 1;
            *self.endings.entry(game.ended.clone()).or_default() += 1;
            self.plies.total += u64::from(game.plies);
            self.plies.shortest = Some(self.plies.shortest.map_or(game.plies, |plies| plies.min(game.plies)));
            self.plies.longest = self.plies.longest.max(game.plies);
            for (sum, nodes) in self.nodes.iter_mut().zip(game.nodes) {
                *sum += nodes;
            }
            let points = points_of(game);
            self.points.add(points);
            self.adjusted.add(points - game.luck.unwrap_or(0));
            self.openings.insert(self.openings.hasher().hash_one(&game.opening));
        }
        let won = match unit.winner {
            Some(Contestant::One) => 1,
            Some(Contestant::Two) => -1,
            None => 0,
        };
        let luck: i64 = unit.games.iter().filter_map(|game| game.luck).sum();
        self.adjusted_units.add(won * i64::from(Score::POINT) - luck);
        if pairing::starter(index) == Contestant::Two {
            let (half_points, games) = std::mem::take(&mut self.open_pair);
            self.starters_by_pair.add(half_points, games);
        }
    }

    /// The figures of a match whose units have all been counted.
    pub(crate) fn summary(&self, heading: &Heading) -> Summary {
        let Trinomial { wins, draws, losses } = self.results;
        let only_pairs = 2 * self.pairs.pairs() == self.results.games();
        let estimate = if only_pairs { self.pairs.estimate() } else { self.results.estimate() };
        let Estimate { score, elo, elo_error, normalized_elo, normalized_elo_error, superiority, .. } = estimate;
        let (first, first_games) = (self.starters, self.starters.games());
        let mut by_pair = self.starters_by_pair;
        if self.open_pair.1 > 0 {
            by_pair.add(self.open_pair.0, self.open_pair.1);
        }
        let points = (heading.most_points > 1).then(|| self.points.estimate(POINT));
        let adjusted = if heading.tournament { &self.adjusted_units } else { &self.adjusted };
        let adjusted = heading.luck.as_ref().map(|_| adjusted.estimate(POINT));
        Summary {
            heading: heading.clone(),
            games: self.results.games(),
            wins,
            draws,
            losses,
            score,
            elo,
            elo_error,
            nelo: normalized_elo,
            nelo_error: normalized_elo_error,
            los: superiority,
            points: points.map(|points| points.mean),
            points_error: points.map(|points| points.error),
            adjusted_points: adjusted.map(|points| points.mean),
            adjusted_points_error: adjusted.map(|points| points.error),
            estimated_from: if only_pairs { "pairs" } else { "games" },
            pairs: self.pairs,
            first_player: FirstPlayer {
                games: first_games,
                wins: first.wins,
                draws: first.draws,
                losses: first.losses,
                score: by_pair.score(),
                interval: by_pair.interval(),
            },
            endings: self.endings.clone(),
            plies: Lengths {
                mean: self.plies.total as f64 / first_games as f64,
                shortest: self.plies.shortest.unwrap_or(0),
                longest: self.plies.longest,
            },
            nodes: self.nodes,
            distinct_openings: self.openings.len() as u64,
            complete: true,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Heading { game, rules, players, tournament, openings, seed, .. } = &self.heading;
        let unit = if *tournament { "series" } else { "games" };
        let rules = if rules.is_empty() { String::new() } else { format!(" ({rules})") };
        writeln!(f, "{game}{rules}: {} {unit}, openings {openings}, seed {seed}\n", self.games)?;
        let width = players.iter().map(|player| player.chars().count()).max().unwrap_or(0).max("player".len());
        writeln!(
            f,
            "   {:width$} {:>9} {:>9} {:>9} {:>8} {:>14}",
            "player", "wins", "draws", "losses", "score", "nodes"
        )?;
        let rows = [(self.wins, self.losses, self.score), (self.losses, self.wins, 1.0 - self.score)];
        for (index, (player, (wins, losses, score))) in players.iter().zip(rows).enumerate() {
            let (number, draws, nodes) = (index + 1, self.draws, self.nodes[index]);
            writeln!(
                f,
                "{number}  {player:width$} {wins:>9} {draws:>9} {losses:>9} {score:>8.4} {:>14}",
                thousands(nodes)
            )?;
        }
        writeln!(f, "\n{}", Strength(self))?;
        write!(f, "{}", Points(self))?;
        writeln!(f, "LOS           {:.2} %", 100.0 * self.los)?;
        let Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins } = self.pairs;
        writeln!(
            f,
            "Pairs         LL {two_losses}, LD {loss_and_draw}, even {even}, WD {win_and_draw}, WW {two_wins}"
        )?;
        let FirstPlayer { wins, draws, losses, score, interval: Interval { low, high }, .. } = self.first_player;
        writeln!(f, "First player  {score:.4} ({low:.4} to {high:.4}, 95 %): +{wins} ={draws} -{losses}")?;
        let endings: Vec<String> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "Endings       {}", endings.join(", "))?;
        let Lengths { mean, shortest, longest } = self.plies;
        writeln!(f, "Plies         {mean:.1} ({shortest} to {longest})")?;
        writeln!(f, "Openings      {} different", self.distinct_openings)?;
        if self.heading.twins {
            writeln!(f, "One player against itself: both games of a pair are the same game; intervals take that in.")?;
        }
        if self.heading.reproducible { Ok(()) } else { writeln!(f, "Limits in time: another run plays other games.") }
    }
}

/// A point in the units of a tally.
const POINT: f64 = Score::POINT as f64;

/// The first player's points.
fn points_of(game: &GameRecord) -> i64 {
    let points = i64::from(game.points) * i64::from(Score::POINT);
    if game.winner == Some(Contestant::One) { points } else { -points }
}

/// Points a game, as people read them: nothing where every win counts one.
struct Points<'a>(&'a Summary);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { points, points_error, adjusted_points, adjusted_points_error, estimated_from, .. } = self.0;
        if let (Some(mean), Some(error)) = (points, points_error) {
            writeln!(f, "Points        {mean:+.4} ± {error:.4} a game (95 %, from {estimated_from})")?;
        }
        if let (Some(mean), Some(error), Some(evaluation)) =
            (adjusted_points, adjusted_points_error, &self.0.heading.luck)
        {
            let unit = if self.0.heading.tournament { "series, of which a win counts 1" } else { "game" };
            writeln!(f, "Without luck  {mean:+.4} ± {error:.4} a {unit} (luck by {evaluation})")?;
        }
        Ok(())
    }
}

/// How much stronger the first player is, as people read it.
struct Strength<'a>(&'a Summary);

impl fmt::Display for Strength<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Summary { games, score, elo: difference, elo_error, nelo, nelo_error, estimated_from, .. } = self.0;
        if difference.is_finite() && elo_error.is_finite() {
            writeln!(f, "Elo           {} ± {elo_error:.1} (95 %, from {estimated_from})", Signed(difference))?;
        } else {
            // Without a result on the other side, or with an interval up to a score of 0 or 1, the formula has no
            // width; the interval of the score still says how far it must be at least.
            let Interval { low, high } = wilson(score * games as f64, games, 0.95);
            let (low, high) = (Signed(elo(low)), Signed(elo(high)));
            writeln!(f, "Elo           {} ({low} to {high}, 95 %, from the score's interval)", Signed(difference))?;
        }
        if nelo.is_finite() {
            write!(f, "nElo          {} ± {nelo_error:.1}", Signed(nelo))
        } else {
            write!(f, "nElo          {}", Signed(nelo))
        }
    }
}

/// A figure with its sign; zero has none.
struct Signed(f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 { f.write_str("0.0") } else { write!(f, "{:+.1}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Seats;

    fn unit(index: u64, winner: Option<Contestant>) -> UnitRecord {
        let starter = pairing::starter(index);
        let game = GameRecord {
            rules: String::new(),
            opening: format!("pair {}", pairing::pair(index)),
            lead: String::new(),
            seats: Seats::with(starter, engine::Side::First),
            starter,
            winner,
            points: u16::from(winner.is_some()),
            plies: 10 + index as u32,
            nodes: [1, 2],
            micros: index,
            thought: [0, 0],
            ended: if winner.is_some() { "line" } else { "repetition" }.to_owned(),
            moves: String::new(),
            luck: None,
        };
        UnitRecord { winner, games: vec![game] }
    }

    fn summary(winners: &[Option<Contestant>]) -> Summary {
        let mut tally = Tally::default();
        for (index, &winner) in winners.iter().enumerate() {
            tally.add(index as u64, &unit(index as u64, winner));
        }
        tally.summary(&Heading { reproducible: true, ..Heading::default() })
    }

    const ONE: Option<Contestant> = Some(Contestant::One);
    const TWO: Option<Contestant> = Some(Contestant::Two);

    #[test]
    fn results_are_counted_by_player_pair_and_starter() {
        // Pairs: WW, W and D, even; the starter wins games 0, 2 and 4 and 5, loses 1, draws 3.
        let summary = summary(&[ONE, ONE, ONE, None, ONE, TWO]);
        assert_eq!((summary.wins, summary.draws, summary.losses), (4, 1, 1));
        let pairs = Pentanomial { two_wins: 1, win_and_draw: 1, even: 1, ..Pentanomial::default() };
        assert_eq!((summary.pairs, summary.estimated_from), (pairs, "pairs"));
        let first = summary.first_player;
        assert_eq!((first.wins, first.draws, first.losses), (4, 1, 1));
        assert!((first.score - 0.75).abs() < 1e-12 && (summary.score - 0.75).abs() < 1e-12);
        assert_eq!(summary.endings, BTreeMap::from([("line".to_owned(), 5), ("repetition".to_owned(), 1)]));
        assert!((summary.plies.mean - 12.5).abs() < 1e-12);
        assert_eq!((summary.plies.shortest, summary.plies.longest), (10, 15));
        assert_eq!((summary.nodes, summary.distinct_openings), ([6, 12], 3));
    }

    #[test]
    fn an_odd_match_is_estimated_from_games() {
        let summary = summary(&[ONE, TWO, ONE]);
        assert_eq!((summary.estimated_from, summary.pairs.pairs(), summary.games), ("games", 1, 3));
        assert!((summary.score - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_clean_sweep_prints_and_is_null_in_json() {
        let summary = summary(&[ONE, ONE]);
        assert!(summary.to_string().contains("Elo           +inf (-"), "{summary}");
        let json = serde_json::to_value(&summary).expect("JSON");
        for key in ["elo", "elo_error", "nelo", "nelo_error"] {
            assert!(json[key].is_null(), "{key} in {json}");
        }
        assert_eq!((&json["los"], &json["pairs"]["WW"], &json["games"]), (&1.0.into(), &1.into(), &2.into()));
    }
}
