//! FORTE's tournaments: how the handicap pulls back who leads.
//!
//! Who wins a joust plays on with a knight less. With equal players a tournament is then a walk through standings, at each of which
//! the joust has its own chances. What the handicap does is seen by setting beside what happened two walks that
//! are computed: by the chances that each standing's jousts have shown, which should agree with what happened, and by the
//! chances of the first standing everywhere, which is the tournament without a handicap.
//!
//! The half turn of the board swaps the sides, so standings are counted as the side that starts the joust sees them.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::forte::{Forte, Options, Tournament};
use engine::{Node, Side};

use super::scores::Scores;
use super::section::{Cell, Section};
use super::{Aspect, Unit};
use crate::stats::Trinomial;

/// Jousts won: by the side that starts the next one, and by the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    starter: u8,
    other: u8,
}

impl Standing {
    pub(super) const fn new(starter: u8, other: u8) -> Self {
        Self { starter, other }
    }

    /// What a joust by these rules is played at.
    fn of(rules: &Options) -> Self {
        let wins = |side: Side| Options::ALL_KNIGHTS - rules.knights[side.index()];
        Self::new(wins(rules.first), wins(!rules.first))
    }

    /// Whether the side whose score is told, which is the leader or else the starter, starts.
    fn is_told_of_starter(self) -> bool {
        self.starter >= self.other
    }

    /// Jousts played so far, without draws.
    fn decided(self) -> u8 {
        self.starter + self.other
    }

    /// The standing as the other side sees it.
    fn turned(self) -> Self {
        Self::new(self.other, self.starter)
    }

    /// Cells for the standing, the knights left, and who starts.
    fn cells(self) -> [Cell; 3] {
        let (most, least) = (self.starter.max(self.other), self.starter.min(self.other));
        let starts = match self.starter.cmp(&self.other) {
            std::cmp::Ordering::Greater => "leader",
            std::cmp::Ordering::Equal => "either",
            std::cmp::Ordering::Less => "other",
        };
        let knights = format!("{}-{}", Options::ALL_KNIGHTS - most, Options::ALL_KNIGHTS - least);
        [format!("{most}-{least}"), knights, starts.to_owned()].map(Cell::Text)
    }
}

/// How the starter of a joust does: chances of a win, a draw, a loss.
type Chances = [f64; 3];

/// The results of jousts as chances.
fn chances(results: Trinomial) -> Chances {
    let games = results.games() as f64;
    [results.wins, results.draws, results.losses].map(|count| count as f64 / games)
}

/// A tournament as a walk: the chances of each standing's joust, those that were met or are assumed.
pub(super) struct Walk<'a> {
    pub(super) chances: &'a dyn Fn(Standing) -> Option<Chances>,
}

/// Where a walk ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ends {
    /// By the jousts that the loser has won: chances of the tournament.
    results: BTreeMap<u8, f64>,
    /// The chance of no winner.
    drawn: f64,
    /// The mean number of jousts.
    jousts: f64,
}

impl Walk<'_> {
    /// What the side that starts the joust scores in the tournament from here, a win 1 and a draw one half; with so many
    /// jousts left to play. `None` if the chances of a joust on the way are not known.
    pub(super) fn score(&self, standing: Standing, left: u8) -> Option<f64> {
        if left == 0 {
            return Some(0.5);
        }
        let [win, draw, loss] = (self.chances)(standing)?;
        let Standing { starter, other } = standing;
        // The other side starts the next joust.
        let next =
            |starter: u8, other: u8| self.score(Standing::new(other, starter), left - 1).map(|score| 1.0 - score);
        let won = if starter + 1 == Tournament::GOAL { Some(1.0) } else { next(starter + 1, other) };
        let lost = if other + 1 == Tournament::GOAL { Some(0.0) } else { next(starter, other + 1) };
        // What does not happen need not be known.
        let part =
            |chance: f64, score: Option<f64>| if chance > 0.0 { score.map(|score| chance * score) } else { Some(0.0) };
        let drawn = if draw > 0.0 { next(starter, other) } else { None };
        Some(part(win, won)? + part(draw, drawn)? + part(loss, lost)?)
    }

    /// What the winner of the first joust scores in the tournament.
    pub(super) fn score_of_first_winner(&self, start: Standing, left: u8) -> Option<f64> {
        let [win, _, loss] = (self.chances)(start)?;
        let Standing { starter, other } = start;
        let of_starter = match starter + 1 {
            Tournament::GOAL => 1.0,
            starter => 1.0 - self.score(Standing::new(other, starter), left - 1)?,
        };
        let of_other = match other + 1 {
            Tournament::GOAL => 1.0,
            other => self.score(Standing::new(other, starter), left - 1)?,
        };
        (win + loss > 0.0).then(|| (win * of_starter + loss * of_other) / (win + loss))
    }

    /// Where the tournament from here ends.
    pub(super) fn ends(&self, standing: Standing, left: u8) -> Option<Ends> {
        if left == 0 {
            return Some(Ends { drawn: 1.0, ..Ends::default() });
        }
        let [win, draw, loss] = (self.chances)(standing)?;
        let Standing { starter, other } = standing;
        let mut ends = Ends { jousts: 1.0, ..Ends::default() };
        let steps = [
            (win, starter + 1 == Tournament::GOAL, other, Standing::new(other, starter + 1)),
            (draw, false, 0, standing.turned()),
            (loss, other + 1 == Tournament::GOAL, starter, Standing::new(other + 1, starter)),
        ];
        for (chance, is_over, losers, next) in steps.into_iter().filter(|&(chance, ..)| chance > 0.0) {
            if is_over {
                *ends.results.entry(losers).or_default() += chance;
                continue;
            }
            let after = self.ends(next, left - 1)?;
            after
                .results
                .iter()
                .for_each(|(&losers, share)| *ends.results.entry(losers).or_default() += chance * share);
            ends.drawn += chance * after.drawn;
            ends.jousts += chance * after.jousts;
        }
        Some(ends)
    }
}

/// Tournaments and their jousts by standing.
pub(crate) struct Standings {
    start: Standing,
    jousts: BTreeMap<Standing, OfStanding>,
    /// Tournaments that ended with so many jousts won by the loser; and drawn.
    results: BTreeMap<u8, u64>,
    drawn: u64,
    tournaments: u64,
    played: u64,
    /// How the winner of the first joust did in the tournament.
    first_winner: Scores,
}

#[derive(Debug, Default)]
struct OfStanding {
    /// How the starter did in the joust.
    joust: Scores,
    /// The same of the leader, or at an even standing the starter.
    leader: Scores,
    /// How he did in the tournament, counted once a tournament.
    leader_of_tournament: Scores,
}

impl Standings {
    /// Nothing yet; tournaments begin by these rules.
    pub(crate) fn new(rules: &Options) -> Self {
        Self {
            start: Standing::of(rules),
            jousts: BTreeMap::new(),
            results: BTreeMap::new(),
            drawn: 0,
            tournaments: 0,
            played: 0,
            first_winner: Scores::default(),
        }
    }

    /// The chances that the jousts at a standing have shown.
    fn shown(&self, standing: Standing) -> Option<Chances> {
        self.jousts.get(&standing).map(|of_standing| chances(of_standing.joust.results()))
    }

    /// Those of the first standing, wherever the tournament stands.
    fn without_handicap(&self, _: Standing) -> Option<Chances> {
        self.shown(self.start)
    }
}

/// The rules of a joust, and who starts it.
fn rules(text: &str) -> Option<Options> {
    text.parse::<<Forte as Node>::Rules>().ok()
}

impl Aspect<Forte> for Standings {
    fn add(&mut self, unit: &Unit<Forte>) {
        let mut met = BTreeSet::new();
        let mut wins = [0_u8; 2];
        for game in &unit.games {
            let record = &game.record;
            let Some(rules) = rules(&record.rules) else { continue };
            let standing = Standing::of(&rules);
            let (starter, of_standing) = (record.starter, self.jousts.entry(standing).or_default());
            let leader = if standing.is_told_of_starter() { starter } else { !starter };
            of_standing.joust.add(unit.group, record.winner, starter);
            of_standing.leader.add(unit.group, record.winner, leader);
            if met.insert(standing) {
                of_standing.leader_of_tournament.add(unit.group, unit.winner, leader);
            }
            for side in Side::BOTH {
                let contestant = record.seats.of(side);
                let won_before = Options::ALL_KNIGHTS - rules.knights[side.index()];
                wins[contestant.index()] = won_before + u8::from(record.winner == Some(contestant));
            }
        }
        if let Some(winner) = unit.games.first().and_then(|joust| joust.record.winner) {
            self.first_winner.add(unit.group, unit.winner, winner);
        }
        self.tournaments += 1;
        self.played += unit.games.len() as u64;
        match unit.winner {
            Some(winner) => *self.results.entry(wins[(!winner).index()]).or_default() += 1,
            None => self.drawn += 1,
        }
    }

    fn sections(&self) -> Vec<Section> {
        vec![self.by_joust(), self.by_tournament(), self.by_result()]
    }
}

impl Standings {
    fn by_joust(&self) -> Section {
        let mut section = Section::new(
            "jousts",
            "Jousts by standing, with the knights left and who starts: how the leader scores, at an even standing the starter:",
            &["standing", "knights", "starts", "jousts", "wins", "draws", "losses", "score", "low", "high"],
        );
        for (standing, OfStanding { leader, .. }) in self.in_order() {
            section.row(standing.cells().into_iter().chain(leader.counts()).chain(leader.cells()));
        }
        section
    }

    fn by_tournament(&self) -> Section {
        let mut section = Section::new(
            "tournaments",
            "Tournaments that came to a standing: how its leader (or starter) scores in the tournament; what follows from the\n\
             jousts' own chances; what would follow without a handicap, if every joust had the first one's chances;\n\
             and by how much the handicap changes it (what happened less what would have):",
            &[
                "standing",
                "knights",
                "starts",
                "tournaments",
                "score",
                "low",
                "high",
                "by_jousts",
                "without_handicap",
                "change",
            ],
        );
        for (standing, OfStanding { leader_of_tournament: scores, .. }) in self.in_order() {
            let left = Tournament::MAX_JOUSTS
                .saturating_sub(standing.decided() - self.start.decided().min(standing.decided()));
            let of_leader = |score: f64| if standing.is_told_of_starter() { score } else { 1.0 - score };
            let walk =
                |chances: &dyn Fn(Standing) -> Option<Chances>| Walk { chances }.score(standing, left).map(of_leader);
            let (by_jousts, without) =
                (walk(&|standing| self.shown(standing)), walk(&|standing| self.without_handicap(standing)));
            let known = |score: Option<f64>| score.map_or(Cell::Nothing, Cell::Score);
            let change = without.filter(|_| scores.games() > 0).map(|without| scores.clusters().score() - without);
            let cells = standing.cells().into_iter().chain([Cell::Count(scores.games())]).chain(scores.cells());
            section.row(cells.chain([known(by_jousts), known(without), known(change)]));
        }
        section
    }

    fn by_result(&self) -> Section {
        let mut section = Section::new(
            "results",
            "How tournaments end, how who wins the first joust scores, and how many jousts are played; the same by the jousts'\n\
             own chances and without a handicap:",
            &["result", "tournaments", "share", "by_jousts", "without_handicap"],
        );
        let (shown, without) = (|standing| self.shown(standing), |standing| self.without_handicap(standing));
        let walks: [Walk<'_>; 2] = [Walk { chances: &shown }, Walk { chances: &without }];
        let ends = walks.each_ref().map(|walk| walk.ends(self.start, Tournament::MAX_JOUSTS));
        let of_ends = |of: &dyn Fn(&Ends) -> Cell| ends.each_ref().map(|ends| ends.as_ref().map_or(Cell::Nothing, of));
        let mut row = |name: &str, cells: [Cell; 2], computed: [Cell; 2]| {
            section.row([Cell::Text(name.to_owned())].into_iter().chain(cells).chain(computed));
        };
        let part = |count: u64| [Cell::Count(count), Cell::part(count, self.tournaments)];
        for losers in 0..Tournament::GOAL {
            let computed = of_ends(&|ends| Cell::Share(ends.results.get(&losers).copied().unwrap_or(0.0)));
            let count = self.results.get(&losers).copied().unwrap_or(0);
            row(&format!("{}-{losers}", Tournament::GOAL), part(count), computed);
        }
        row("drawn", part(self.drawn), of_ends(&|ends| Cell::Share(ends.drawn)));
        let [score, ..] = self.first_winner.cells();
        let computed = walks.each_ref().map(|walk| {
            walk.score_of_first_winner(self.start, Tournament::MAX_JOUSTS).map_or(Cell::Nothing, Cell::Score)
        });
        row("first joust's winner", [Cell::Count(self.first_winner.games()), score], computed);
        let mean = Cell::Mean(self.played as f64 / self.tournaments as f64);
        row("jousts, mean", [Cell::Count(self.played), mean], of_ends(&|ends| Cell::Mean(ends.jousts)));
        section
    }

    /// Standings in the order in which tournaments come to them.
    fn in_order(&self) -> impl Iterator<Item = (Standing, &OfStanding)> {
        let mut all: Vec<_> = self.jousts.iter().map(|(&standing, of_standing)| (standing, of_standing)).collect();
        all.sort_by_key(|(standing, _)| {
            let lead = standing.starter.max(standing.other);
            (standing.decided(), std::cmp::Reverse(lead), !standing.is_told_of_starter())
        });
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Standing = Standing::new(0, 0);

    fn constant(chances: Chances) -> impl Fn(Standing) -> Option<Chances> {
        move |_| Some(chances)
    }

    #[test]
    fn even_chances_are_a_series_of_coin_flips() {
        let even = constant([0.5, 0.0, 0.5]);
        let walk = Walk { chances: &even };
        let close = |found: Option<f64>, expected: f64| found.is_some_and(|found| (found - expected).abs() < 1e-12);
        // One win of three ahead: 1 - P(the other wins three before two) = 1 - 5/16; two ahead: 1 - 1/8; two to one: 3/4.
        for (starter, other, expected) in
            [(0, 0, 0.5), (1, 0, 11.0 / 16.0), (0, 1, 5.0 / 16.0), (2, 0, 7.0 / 8.0), (2, 1, 0.75), (2, 2, 0.5)]
        {
            assert!(close(walk.score(Standing::new(starter, other), 15), expected), "{starter}-{other}");
        }
        assert!(close(walk.score_of_first_winner(START, 15), 11.0 / 16.0));
        let ends = walk.ends(START, 15).expect("all chances are known");
        assert_eq!(ends.results, BTreeMap::from([(0, 0.25), (1, 0.375), (2, 0.375)]));
        assert!((ends.drawn, ends.jousts) == (0.0, 4.125), "{ends:?}");
    }

    #[test]
    fn starters_alternate_and_draws_use_jousts_up() {
        // Whoever starts wins: the first starter wins jousts 1, 3 and 5.
        let starters = constant([1.0, 0.0, 0.0]);
        let walk = Walk { chances: &starters };
        let ends = walk.ends(START, 15).expect("all chances are known");
        assert_eq!((walk.score(START, 15), ends.results, ends.jousts), (Some(1.0), BTreeMap::from([(2, 1.0)]), 5.0));
        let draws = constant([0.0, 1.0, 0.0]);
        let walk = Walk { chances: &draws };
        let ends = walk.ends(START, 15).expect("all chances are known");
        assert_eq!((walk.score(START, 15), ends.drawn, ends.jousts), (Some(0.5), 1.0, 15.0));
    }

    #[test]
    fn what_is_not_known_is_not_made_up() {
        let first_only = |standing: Standing| (standing == START).then_some([0.5, 0.0, 0.5]);
        let walk = Walk { chances: &first_only };
        assert_eq!((walk.score(START, 15), walk.ends(START, 15)), (None, None));
    }

    #[test]
    fn standings_follow_from_the_knights() {
        let standing = |text: &str| Standing::of(&text.parse().expect("rules"));
        assert_eq!(standing("a=6,b=7,first=B"), Standing::new(0, 1));
        assert_eq!(standing("a=5,b=6,first=A"), Standing::new(2, 1));
        let words = ["1-0", "6-7", "other"].map(|word| Cell::Text(word.to_owned()));
        assert_eq!(standing("a=6,b=7,first=B").cells(), words);
    }
}
