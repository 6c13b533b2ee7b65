//! What a match of two players adds up to.
//!
//! Where every game has its pair, errors are estimated from the pairs; a match of an odd number of games is estimated
//! from single games.

use std::fmt;

use serde::Serialize;

use super::games::{Games, Overview};
use super::meeting::Meeting;
use super::{Figure, Heading, NOT_REPRODUCIBLE, POINT, Signed, write_figures};
use crate::output::thousands;
use crate::stats::proportion::{Interval, wilson};
use crate::stats::sprt::{Bounds, Design, Sprt, Verdict};
use crate::stats::{Estimate, Pentanomial, Trinomial, elo};

/// A match in figures. Results are the first player's.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Duel {
    /// What was played.
    #[serde(flatten)]
    pub(crate) heading: Heading,
    /// Units played: games, or series in a tournament.
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The mean score, 0 to 1.
    pub(crate) score: f64,
    /// Elo, and half its 95 % interval; `null` where not finite.
    pub(crate) elo: f64,
    pub(crate) elo_error: f64,
    nelo: f64,
    nelo_error: f64,
    /// The likelihood of superiority, 0 to 1.
    los: f64,
    /// Points a game, and half the 95 % interval of the mean, where a win may count several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<f64>,
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
    pub(crate) pairs: Pentanomial,
    /// What the test says that could stop the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested>,
    #[serde(flatten)]
    pub(crate) overview: Overview,
}

impl Duel {
    /// The figures of a match whose units have all been counted.
    pub(super) fn new(heading: &Heading, meeting: &Meeting, games: &Games) -> Self {
        let Trinomial { wins, draws, losses } = meeting.results;
        let Estimate { score, elo, elo_error, normalized_elo, normalized_elo_error, superiority, .. } =
            meeting.estimate();
        let points = (heading.most_points > 1).then(|| meeting.points.estimate(POINT));
        let adjusted = if heading.tournament { &meeting.adjusted_units } else { &meeting.adjusted };
        let adjusted = heading.luck.as_ref().map(|_| adjusted.estimate(POINT));
        Self {
            heading: heading.clone(),
            games: meeting.results.games(),
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
            estimated_from: if meeting.is_paired() { "pairs" } else { "games" },
            pairs: meeting.pairs,
            sprt: heading.sprt.map(|sprt| Tested::new(sprt, meeting.pairs)),
            overview: games.overview(2),
        }
    }
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Heading { players, reproducible, twins, .. } = &self.heading;
        writeln!(f, "{}\n", self.heading.title(self.games))?;
        let width = self.heading.name_width();
        writeln!(
            f,
            "   {:width$} {:>9} {:>9} {:>9} {:>8} {:>14}",
            "player", "wins", "draws", "losses", "score", "nodes"
        )?;
        let rows = [(self.wins, self.losses, self.score), (self.losses, self.wins, 1.0 - self.score)];
        for (index, (player, (wins, losses, score))) in players.iter().zip(rows).enumerate() {
            let (number, draws, nodes) = (index + 1, self.draws, self.overview.nodes[index]);
            writeln!(
                f,
                "{number}  {player:width$} {wins:>9} {draws:>9} {losses:>9} {score:>8.4} {:>14}",
                thousands(nodes)
            )?;
        }
        writeln!(f)?;
        write_figures(&self.figures(), f)?;
        write_figures(&self.overview.figures(), f)?;
        if *twins {
            writeln!(f, "One player against itself: both games of a pair are the same game; intervals take that in.")?;
        }
        if *reproducible { Ok(()) } else { writeln!(f, "{NOT_REPRODUCIBLE}") }
    }
}

/// What a sequential test says of a match that it could stop.
#[derive(Clone, Copy, Debug, Serialize)]
struct Tested {
    #[serde(flatten)]
    design: Design,
    llr: f64,
    lower_bound: f64,
    upper_bound: f64,
    verdict: Verdict,
    /// The median-unbiased Elo with its 95 % interval, where the test has stopped the match: the plain one is biased by that.
    unbiased_elo: Option<f64>,
    unbiased_elo_low: Option<f64>,
    unbiased_elo_high: Option<f64>,
}

impl Tested {
    fn new(sprt: Sprt, pairs: Pentanomial) -> Self {
        let (llr, Bounds { lower, upper }, unbiased) = (sprt.llr(pairs), sprt.bounds(), sprt.unbiased(pairs));
        Self {
            design: sprt.design(),
            llr,
            lower_bound: lower,
            upper_bound: upper,
            verdict: sprt.verdict(llr),
            unbiased_elo: unbiased.map(|unbiased| unbiased.elo),
            unbiased_elo_low: unbiased.map(|unbiased| unbiased.low),
            unbiased_elo_high: unbiased.map(|unbiased| unbiased.high),
        }
    }
}

impl Tested {
    fn figures(&self) -> Vec<Figure> {
        let Self { design: Design { elo0, elo1, model, .. }, llr, lower_bound, upper_bound, verdict, .. } = self;
        let unit = model.unit();
        let words = match verdict {
            Verdict::H0 => format!("H0 accepted, rather {elo0} {unit} than {elo1}"),
            Verdict::H1 => format!("H1 accepted, rather {elo1} {unit} than {elo0}"),
            Verdict::Continue => "undecided".to_owned(),
        };
        let bounds = format!("{lower_bound:.2} to {upper_bound:.2}, {elo0} against {elo1} {unit}");
        let mut figures = vec![("SPRT", format!("LLR {llr:.2} ({bounds}): {words}"))];
        if let (Some(elo), Some(low), Some(high)) = (self.unbiased_elo, self.unbiased_elo_low, self.unbiased_elo_high) {
            let [elo, low, high] = [elo, low, high].map(Signed);
            let why = "the one above is biased, as the results ended the match";
            figures.push(("Unbiased Elo", format!("{elo} ({low} to {high}, 95 %); {why}")));
        }
        figures
    }
}

impl Duel {
    /// What the match says of the two players.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let Pentanomial { two_losses, loss_and_draw, even, win_and_draw, two_wins } = self.pairs;
        let mut figures = self.strength();
        figures.extend(self.points());
        figures.push(("LOS", format!("{:.2} %", 100.0 * self.los)));
        let pairs = format!("LL {two_losses}, LD {loss_and_draw}, even {even}, WD {win_and_draw}, WW {two_wins}");
        figures.push(("Pairs", pairs));
        figures.extend(self.sprt.iter().flat_map(Tested::figures));
        figures
    }

    /// Points a game: nothing where every win counts one.
    fn points(&self) -> Vec<Figure> {
        let Self { points, points_error, adjusted_points, adjusted_points_error, estimated_from, heading, .. } = self;
        let mut figures = Vec::new();
        if let (Some(mean), Some(error)) = (points, points_error) {
            figures.push(("Points", format!("{mean:+.4} ± {error:.4} a game (95 %, from {estimated_from})")));
        }
        if let (Some(mean), Some(error), Some(evaluation)) = (adjusted_points, adjusted_points_error, &heading.luck) {
            let unit = if heading.tournament { "series, of which a win counts 1" } else { "game" };
            figures.push(("Without luck", format!("{mean:+.4} ± {error:.4} a {unit} (luck by {evaluation})")));
        }
        figures
    }

    /// How much stronger the first player is.
    fn strength(&self) -> Vec<Figure> {
        let &Self { games, score, elo: difference, elo_error, nelo, nelo_error, estimated_from, .. } = self;
        let by_elo = if difference.is_finite() && elo_error.is_finite() {
            format!("{} ± {elo_error:.1} (95 %, from {estimated_from})", Signed(difference))
        } else {
            // Without a result on the other side, or with an interval up to a score of 0 or 1, the formula has no
            // width; the interval of the score still says how far it must be at least.
            let Interval { low, high } = wilson(score * games as f64, games, 0.95);
            let (low, high) = (Signed(elo(low)), Signed(elo(high)));
            format!("{} ({low} to {high}, 95 %, from the score's interval)", Signed(difference))
        };
        let error = if nelo.is_finite() { format!(" ± {nelo_error:.1}") } else { String::new() };
        vec![("Elo", by_elo), ("nElo", format!("{}{error}", Signed(nelo)))]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::pairing::{Contestant, Seats};
    use crate::record::{GameRecord, UnitRecord};
    use crate::schedule::Fixture;
    use crate::tally::Tally;

    fn unit(index: u64, winner: Option<Contestant>) -> UnitRecord {
        let starter = if index.is_multiple_of(2) { Contestant::One } else { Contestant::Two };
        let fixture = Fixture { round: 1, players: [0, 1], pair: index / 2, starter };
        let game = GameRecord {
            rules: String::new(),
            opening: format!("pair {}", fixture.pair),
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
        UnitRecord { fixture, winner, games: vec![game] }
    }

    fn summary(winners: &[Option<Contestant>]) -> Duel {
        let (mut meeting, mut games) = (Meeting::default(), Games::default());
        for (&winner, index) in winners.iter().zip(0..) {
            let unit = unit(index, winner);
            meeting.add(&unit, Contestant::One);
            games.add(&unit);
        }
        let players = vec!["one".to_owned(), "two".to_owned()];
        Duel::new(&Heading { players, reproducible: true, ..Heading::default() }, &meeting, &games)
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
        let first = summary.overview.first_player;
        assert_eq!((first.wins, first.draws, first.losses), (4, 1, 1));
        assert!((first.score - 0.75).abs() < 1e-12 && (summary.score - 0.75).abs() < 1e-12);
        assert_eq!(summary.overview.endings, BTreeMap::from([("line".to_owned(), 5), ("repetition".to_owned(), 1)]));
        assert!((summary.overview.plies.mean - 12.5).abs() < 1e-12);
        assert_eq!((summary.overview.plies.shortest, summary.overview.plies.longest), (10, 15));
        assert_eq!((summary.overview.nodes, summary.overview.distinct_openings), (vec![6, 12], 3));
    }

    #[test]
    fn who_leads_an_event_of_many_is_told_by_number() {
        let players: Vec<String> = ["one", "two", "three"].map(str::to_owned).to_vec();
        let heading = Heading { players, ..Heading::default() };
        let mut tally = Tally::default();
        assert_eq!(tally.standing(&heading), "games");
        for (index, (players, winner)) in (0..).zip([([0, 1], TWO), ([0, 1], None), ([1, 2], ONE), ([2, 0], TWO)]) {
            let mut unit = unit(index, winner);
            unit.fixture.players = players;
            tally.add(&unit);
        }
        // Two has 2.5 points of 3 games, one 1.5 of 3, three none of 2.
        assert_eq!(tally.standing(&heading), "games, #2 0.833, #1 0.500, #3 0.000");
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
