//! A knockout: who loses a meeting is out.
//!
//! Entrants are seeded in the order in which they were given: the first meets the last, and the first two can meet in the final only. Where their number
//! is no power of two, the best seeds go into the second round at once. A level meeting goes on by single pairs of units, at most
//! [`MOST_EXTRA_PAIRS`]; if it is level even then, the better seed goes on.

use std::cmp::Ordering;

use super::{Placing, Schedule, Stage};

/// Pairs that a level meeting goes on for before seeds decide.
pub(crate) const MOST_EXTRA_PAIRS: u64 = 10;

/// The rounds of a knockout of so many.
pub(super) fn rounds(entrants: usize) -> u32 {
    entrants.next_power_of_two().ilog2()
}

/// A knockout under way.
pub(super) struct Knockout {
    games: u64,
    /// Who is still in, in the order of the draw: neighbours meet. `None` is an empty place of the first round.
    bracket: Vec<Option<usize>>,
    /// Level meetings of this round.
    level: Vec<[usize; 2]>,
    /// Who lost in which round.
    out: Vec<(usize, u32)>,
    extra_pairs: u64,
    last: Option<Stage>,
}

impl Knockout {
    /// A knockout of `entrants` players, with `games` units in each meeting.
    pub(super) fn new(entrants: usize, games: u64) -> Self {
        let bracket = draw(entrants.next_power_of_two()).into_iter();
        let bracket = bracket.map(|seed| Some(seed).filter(|&seed| seed < entrants)).collect();
        Self { games, bracket, level: Vec::new(), out: Vec::new(), extra_pairs: 0, last: None }
    }

    /// Takes the results of the last stage: losers leave the bracket, level meetings are kept.
    fn count(&mut self, scores: &[[u64; 2]]) {
        let Some(last) = &self.last else { return };
        self.level.clear();
        let mut losers = Vec::new();
        for (&meeting, &[one, two]) in last.meetings.iter().zip(scores) {
            match one.cmp(&two) {
                Ordering::Greater => losers.push(meeting[1]),
                Ordering::Less => losers.push(meeting[0]),
                // The better seed is the lower number.
                Ordering::Equal if self.extra_pairs == MOST_EXTRA_PAIRS => losers.push(meeting[0].max(meeting[1])),
                Ordering::Equal => self.level.push(meeting),
            }
        }
        self.out.extend(losers.iter().map(|&loser| (loser, last.round)));
        for place in &mut self.bracket {
            *place = place.filter(|entrant| !losers.contains(entrant));
        }
    }

    fn stage(&mut self, round: u32, meetings: Vec<[usize; 2]>, games: u64) -> Stage {
        let (first, first_pair) = self.last.as_ref().map_or((0, 0), |last| (last.end(), last.end_pair()));
        let stage = Stage { first, round, meetings, games, first_pair };
        self.last = Some(stage.clone());
        stage
    }
}

/// Seeds in the order of the draw, for a power of two: neighbours meet, winners of neighbours meet next.
fn draw(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

impl Schedule for Knockout {
    fn next(&mut self, scores: &[[u64; 2]]) -> Option<Stage> {
        self.count(scores);
        let round = self.last.as_ref().map_or(0, |last| last.round);
        if !self.level.is_empty() {
            self.extra_pairs += 1;
            let level = self.level.clone();
            return Some(self.stage(round, level, 2));
        }
        self.extra_pairs = 0;
        if round > 0 {
            // One of each two neighbours is left.
            self.bracket = self.bracket.chunks_exact(2).map(|two| two[0].or(two[1])).collect();
        }
        let meetings: Vec<[usize; 2]> =
            self.bracket.chunks_exact(2).filter_map(|two| Some([two[0]?, two[1]?])).collect();
        if meetings.is_empty() {
            return None;
        }
        Some(self.stage(round + 1, meetings, self.games))
    }

    fn placings(&self) -> Vec<Placing> {
        let rounds = self.out.iter().map(|&(_, round)| round).max().unwrap_or(0);
        let mut placings: Vec<Placing> = self
            .bracket
            .iter()
            .flatten()
            .map(|&entrant| Placing { entrant, place: 1, why: "won".to_owned() })
            .collect();
        for round in (1..=rounds).rev() {
            let place = placings.len() + 1;
            let mut out: Vec<usize> =
                self.out.iter().filter(|&&(_, lost)| lost == round).map(|&(entrant, _)| entrant).collect();
            out.sort_unstable();
            let why = match rounds - round {
                0 => "lost the final".to_owned(),
                1 => "lost a semifinal".to_owned(),
                _ => format!("lost in round {round}"),
            };
            placings.extend(out.into_iter().map(|entrant| Placing { entrant, place, why: why.clone() }));
        }
        placings
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::played;
    use super::*;

    #[test]
    fn the_first_seeds_meet_last() {
        assert_eq!(draw(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let (stages, placings) =
            played(Box::new(Knockout::new(8, 2)), |_, [one, two]| if one < two { [3, 1] } else { [1, 3] });
        let meetings: Vec<_> = stages.iter().map(|stage| (stage.round, stage.meetings.clone())).collect();
        assert_eq!(meetings, [(1, vec![[0, 7], [3, 4], [1, 6], [2, 5]]), (2, vec![[0, 3], [1, 2]]), (3, vec![[0, 1]])]);
        let places: Vec<_> = placings.iter().map(|placing| (placing.entrant, placing.place)).collect();
        assert_eq!(places, [(0, 1), (1, 2), (2, 3), (3, 3), (4, 5), (5, 5), (6, 5), (7, 5)]);
        assert_eq!((placings[1].why.as_str(), placings[2].why.as_str()), ("lost the final", "lost a semifinal"));
    }

    #[test]
    fn the_best_seeds_skip_the_first_round() {
        // The worse seed wins.
        let (stages, placings) =
            played(Box::new(Knockout::new(5, 2)), |_, [one, two]| if one > two { [4, 0] } else { [0, 4] });
        let meetings: Vec<_> = stages.iter().map(|stage| stage.meetings.clone()).collect();
        assert_eq!(meetings, [vec![[3, 4]], vec![[0, 4], [1, 2]], vec![[4, 2]]]);
        assert_eq!(placings[0], Placing { entrant: 4, place: 1, why: "won".to_owned() });
        assert_eq!(placings.len(), 5);
    }

    #[test]
    fn a_level_meeting_goes_on_in_pairs() {
        // Level until the third extra pair.
        let score =
            |stage: &Stage, [one, _]: [usize; 2]| if stage.first >= 12 && one == 1 { [1, 3] } else { [stage.games; 2] };
        let (stages, placings) = played(Box::new(Knockout::new(3, 4)), score);
        let sizes: Vec<_> = stages.iter().map(|stage| (stage.round, stage.games, stage.first)).collect();
        assert_eq!(sizes[..6], [(1, 4, 0), (1, 2, 4), (1, 2, 6), (1, 2, 8), (1, 2, 10), (1, 2, 12)]);
        // The final stays level: the better seed has it.
        assert_eq!(sizes.len(), 6 + 1 + MOST_EXTRA_PAIRS as usize);
        let places: Vec<_> = placings.iter().map(|placing| (placing.entrant, placing.place)).collect();
        assert_eq!(places, [(0, 1), (2, 2), (1, 3)]);
    }
}
