//! Who can be compared with whom.
//!
//! A player *reaches* those against whom it scored, and whom they reach in turn. Players who reach each other make a group,
//! within which the ratings that fit the results are finite (Ford 1957). If only one of two groups reaches the other, it
//! won every game that links them, and fits the better the farther it is above.

use super::Meeting;

/// All players in groups; in each group they have places.
pub(super) struct Groups {
    /// For each two players, whether the first reaches the second; everybody reaches itself.
    reaches: Vec<Vec<bool>>,
    members: Vec<Vec<usize>>,
    /// For each player the group and the place in it.
    places: Vec<(usize, usize)>,
}

impl Groups {
    pub(super) fn of(count: usize, meetings: &[Meeting]) -> Self {
        let mut scored = vec![Vec::new(); count];
        for meeting in meetings {
            let [one, other] = meeting.players;
            let [first, second] = meeting.points();
            if first > 0.0 {
                scored[one].push(other);
            }
            if second > 0.0 {
                scored[other].push(one);
            }
        }
        let reaches: Vec<Vec<bool>> = (0..count).map(|player| reached_from(player, &scored)).collect();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut places = Vec::with_capacity(count);
        for (player, reached) in reaches.iter().enumerate() {
            let is_mine = |members: &Vec<usize>| reached[members[0]] && reaches[members[0]][player];
            let group = members.iter().position(is_mine).unwrap_or(members.len());
            if group == members.len() {
                members.push(Vec::new());
            }
            places.push((group, members[group].len()));
            members[group].push(player);
        }
        Self { reaches, members, places }
    }

    /// The players of each group.
    pub(super) fn members(&self) -> &[Vec<usize>] {
        &self.members
    }

    /// A player's group.
    pub(super) fn of_player(&self, player: usize) -> usize {
        self.places[player].0
    }

    /// A player's place in its group.
    pub(super) fn place(&self, player: usize) -> usize {
        self.places[player].1
    }

    /// Whether `one` scored against `other`, by way of others if need be.
    pub(super) fn reaches(&self, one: usize, other: usize) -> bool {
        self.reaches[one][other]
    }

    /// The group with the most players, the first of several.
    pub(super) fn largest(&self) -> Option<usize> {
        (0..self.members.len()).rev().max_by_key(|&group| self.members[group].len())
    }
}

fn reached_from(player: usize, scored: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; scored.len()];
    reached[player] = true;
    let mut open = vec![player];
    while let Some(next) = open.pop() {
        for &other in &scored[next] {
            if !reached[other] {
                reached[other] = true;
                open.push(other);
            }
        }
    }
    reached
}
