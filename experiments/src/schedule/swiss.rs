//! A Swiss tournament: in each round those meet who have about as many points, and nobody meets anybody twice.
//!
//! Entrants are ranked by points, then by Buchholz (the points of those they have met), then by the order in which they were given; the
//! first of the ranking meets the next whom he has not met, so that everybody else can still be paired, and so on (Monrad's system). If the number is
//! odd, the last in the ranking who has not had it sits out and is given the points of a meeting won. Points are those of games.
//!
//! With half as many rounds as there are entrants a pairing without a second meeting always exists: each still has at least half of the others to
//! meet, and by Dirac's theorem such a graph has a Hamiltonian cycle, every other edge of which is a pairing.

use super::{Placing, Schedule, Stage};

/// A Swiss tournament under way.
pub(super) struct Swiss {
    rounds: u32,
    games: u64,
    entrants: Vec<Entrant>,
    /// The stage before, if there was one.
    last: Option<Stage>,
}

/// What has become of an entrant so far.
#[derive(Clone, Debug, Default)]
struct Entrant {
    half_points: u64,
    met: Vec<usize>,
    has_sat_out: bool,
}

/// The most rounds in which nobody has to meet twice; somebody may sit out.
pub(super) fn most_rounds(entrants: usize) -> usize {
    entrants.div_ceil(2)
}

impl Swiss {
    /// A tournament of `entrants` players over `rounds` rounds, at most [`most_rounds`], with `games` units in each meeting.
    pub(super) fn new(entrants: usize, rounds: u32, games: u64) -> Self {
        Self { rounds, games, entrants: vec![Entrant::default(); entrants], last: None }
    }

    fn count(&mut self, scores: &[[u64; 2]]) {
        let Some(last) = &self.last else { return };
        for (&[one, two], &[of_one, of_two]) in last.meetings.iter().zip(scores) {
            for (entrant, other, half_points) in [(one, two, of_one), (two, one, of_two)] {
                self.entrants[entrant].half_points += half_points;
                self.entrants[entrant].met.push(other);
            }
        }
    }

    /// The half points of all whom `entrant` has met.
    fn buchholz(&self, entrant: usize) -> u64 {
        self.entrants[entrant].met.iter().map(|&other| self.entrants[other].half_points).sum()
    }

    /// The entrants, the first first.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.entrants.len()).collect();
        ranking.sort_by_key(|&entrant| std::cmp::Reverse((self.entrants[entrant].half_points, self.buchholz(entrant))));
        ranking
    }

    /// The meetings of the next round, and who sits out.
    fn pairing(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let ranking = self.ranking();
        if ranking.len().is_multiple_of(2) {
            return (self.meetings(&ranking), None);
        }
        // From the bottom: whoever has not sat out, and lets the others be paired anew.
        let mut candidates = ranking.iter().rev().copied().filter(|&entrant| !self.entrants[entrant].has_sat_out);
        let others = |out: usize| ranking.iter().copied().filter(|&entrant| entrant != out).collect::<Vec<_>>();
        let found = candidates.clone().find_map(|out| {
            let mut meetings = Vec::new();
            self.pair(&others(out), &mut meetings, &mut MOST_TRIES.clone()).then_some((meetings, Some(out)))
        });
        found.unwrap_or_else(|| {
            let out = candidates.next().expect("there are no more rounds than entrants");
            (self.meetings(&others(out)), Some(out))
        })
    }

    /// Meetings of an even number of entrants; if there are none without a second meeting, neighbours meet again.
    fn meetings(&self, ranking: &[usize]) -> Vec<[usize; 2]> {
        let mut meetings = Vec::new();
        if !self.pair(ranking, &mut meetings, &mut MOST_TRIES.clone()) {
            meetings = ranking.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        }
        meetings
    }

    /// Pairs all of `left`, the first with the next possible; whether it could be done within so many `tries`.
    fn pair(&self, left: &[usize], meetings: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (index, &other) in others.iter().enumerate() {
            if *tries == 0 {
                return false;
            }
            if self.entrants[first].met.contains(&other) {
                continue;
            }
            *tries -= 1;
            let rest: Vec<usize> = [&others[..index], &others[index + 1..]].concat();
            meetings.push([first, other]);
            if self.pair(&rest, meetings, tries) {
                return true;
            }
            meetings.pop();
        }
        false
    }
}

/// Meetings that are tried for a round before somebody meets again: the search for a pairing may be long, and is not worth it.
const MOST_TRIES: u32 = 200_000;

impl Schedule for Swiss {
    fn next(&mut self, scores: &[[u64; 2]]) -> Option<Stage> {
        self.count(scores);
        let round = self.last.as_ref().map_or(0, |last| last.round) + 1;
        if round > self.rounds {
            self.last = None;
            return None;
        }
        let (meetings, out) = self.pairing();
        if let Some(out) = out {
            self.entrants[out].has_sat_out = true;
            self.entrants[out].half_points += 2 * self.games;
        }
        let (first, first_pair) = self.last.as_ref().map_or((0, 0), |last| (last.end(), last.end_pair()));
        let stage = Stage { first, round, meetings, games: self.games, first_pair };
        self.last = Some(stage.clone());
        Some(stage)
    }

    fn placings(&self) -> Vec<Placing> {
        let mut placings: Vec<Placing> = Vec::new();
        let mut before = None;
        for (index, entrant) in self.ranking().into_iter().enumerate() {
            let standing = (self.entrants[entrant].half_points, self.buchholz(entrant));
            let place = match placings.last() {
                Some(last) if before == Some(standing) => last.place,
                _ => index + 1,
            };
            before = Some(standing);
            let [points, buchholz] = [standing.0, standing.1].map(|half_points| half_points as f64 / 2.0);
            let why = format!("{points:.1} points, Buchholz {buchholz:.1}");
            placings.push(Placing { entrant, place, why });
        }
        placings
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::tests::played;
    use super::*;

    /// The lower number wins all.
    fn lower_wins(stage: &Stage, [one, two]: [usize; 2]) -> [u64; 2] {
        if one < two { [2 * stage.games, 0] } else { [0, 2 * stage.games] }
    }

    #[test]
    fn nobody_meets_twice_or_sits_out_twice() {
        for entrants in 2..30 {
            let rounds = most_rounds(entrants);
            let (stages, _) = played(Box::new(Swiss::new(entrants, rounds as u32, 2)), lower_wins);
            assert_eq!(stages.len(), rounds);
            let mut met = HashSet::new();
            let mut played = vec![0; entrants];
            for stage in &stages {
                assert_eq!(stage.meetings.len(), entrants / 2);
                for &[one, two] in &stage.meetings {
                    assert!(met.insert([one.min(two), one.max(two)]), "{entrants}: {one} and {two} meet again");
                    played[one] += 1;
                    played[two] += 1;
                }
            }
            assert!(played.iter().all(|&count| count + 1 >= rounds), "{entrants}: {played:?}");
        }
    }

    #[test]
    fn equals_meet_and_the_best_comes_first() {
        let (stages, placings) = played(Box::new(Swiss::new(8, 3, 2)), lower_wins);
        assert_eq!(stages[0].meetings, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        // The winners of the first round meet each other.
        let winners: HashSet<usize> = [0, 2, 4, 6].into();
        assert!(stages[1].meetings.iter().all(|[one, two]| winners.contains(one) == winners.contains(two)));
        assert_eq!((placings[0].entrant, placings[0].place), (0, 1));
        // 0 has met 1 (who then beat 3 and 2), 2 (who beat 3) and 4 (who beat 5 and 6).
        assert_eq!(placings[0].why, "6.0 points, Buchholz 10.0");
        assert_eq!(placings.last().map(|last| (last.entrant, last.place)), Some((7, 8)));
    }

    #[test]
    fn who_sits_out_has_a_meeting_won() {
        let (stages, placings) = played(Box::new(Swiss::new(3, 1, 4)), |_, _| [4, 4]);
        assert_eq!(stages[0].meetings, [[0, 1]]);
        assert_eq!((placings[0].entrant, placings[0].why.as_str()), (2, "4.0 points, Buchholz 0.0"));
        assert_eq!((placings[1].place, placings[2].place), (2, 2));
    }
}
