//! Bear-offs from the rules as they are written, one checker at a time, every order of the dice, nothing left out as a
//! repetition: slow, and without a line in common with the tables.

use std::collections::HashMap;

use solvers::backgammon::Cube;

/// Checkers on the points 1 to 6.
pub(crate) type Counts = [u8; 6];

/// What one die can make of a home, once for each checker's point.
fn one_die(home: Counts, die: usize) -> Vec<Counts> {
    let mut homes = Vec::new();
    for point in 1..=6 {
        let is_highest = home[point..].iter().all(|&count| count == 0);
        let is_legal = home[point - 1] > 0 && (point >= die || is_highest);
        if is_legal {
            let mut next = home;
            next[point - 1] -= 1;
            if point > die {
                next[point - die - 1] += 1;
            }
            homes.push(next);
        }
    }
    homes
}

/// Appends what can be made of a home with these dice, when no more can be played, with the dice that were.
fn all_orders(home: Counts, dice: &[usize], played: &[usize], ends: &mut Vec<(Counts, Vec<usize>)>) {
    let mut is_end = true;
    for at in 0..dice.len() {
        let mut left = dice.to_vec();
        let die = left.remove(at);
        for next in one_die(home, die) {
            is_end = false;
            all_orders(next, &left, &[played, &[die]].concat(), ends);
        }
        // Equal dice have one order.
        if dice.iter().all(|&other| other == die) {
            break;
        }
    }
    if is_end {
        ends.push((home, played.to_vec()));
    }
}

/// Where a roll may lead: as many dice as can be played, and the larger if only one can.
pub(crate) fn ends(home: Counts, a: usize, b: usize) -> Vec<Counts> {
    let dice = if a == b { vec![a; 4] } else { vec![a, b] };
    let mut ends = Vec::new();
    all_orders(home, &dice, &[], &mut ends);
    let most = ends.iter().map(|(_, played)| played.len()).max().expect("an end");
    ends.retain(|(_, played)| played.len() == most);
    if most == 1 && ends.iter().any(|(_, played)| played[0] == a.max(b)) {
        ends.retain(|(_, played)| played[0] == a.max(b));
    }
    ends.into_iter().map(|(home, _)| home).collect()
}

/// The mean over all rolls of the best value, which is the largest, of where they may lead.
pub(crate) fn best_of_rolls(home: Counts, mut value: impl FnMut(Counts) -> f64) -> f64 {
    let mut sum = 0.0;
    for a in 1..=6 {
        for b in 1..=6 {
            sum += ends(home, a, b).into_iter().map(&mut value).fold(f64::NEG_INFINITY, f64::max);
        }
    }
    sum / 36.0
}

/// What was computed once.
#[derive(Default)]
pub(crate) struct Slow {
    rolls: HashMap<Counts, f64>,
    chances: HashMap<(Counts, Counts), f64>,
    points: HashMap<(Counts, Counts, u32, u8), f64>,
}

impl Slow {
    /// The least mean number of rolls to bear all off.
    pub(crate) fn rolls(&mut self, home: Counts) -> f64 {
        if home == [0; 6] {
            return 0.0;
        }
        if let Some(&rolls) = self.rolls.get(&home) {
            return rolls;
        }
        let rolls = 1.0 - best_of_rolls(home, |next| -self.rolls(next));
        self.rolls.insert(home, rolls);
        rolls
    }

    /// The chance that the side on roll wins.
    pub(crate) fn chance(&mut self, mine: Counts, theirs: Counts) -> f64 {
        if mine == [0; 6] || theirs == [0; 6] {
            return if mine == [0; 6] { 1.0 } else { 0.0 };
        }
        if let Some(&chance) = self.chances.get(&(mine, theirs)) {
            return chance;
        }
        let chance = best_of_rolls(mine, |next| 1.0 - self.chance(theirs, next));
        self.chances.insert((mine, theirs), chance);
        chance
    }

    /// The points that the side on roll wins, with the cube at a number: doubles are played out, not scaled.
    pub(crate) fn points(&mut self, mine: Counts, theirs: Counts, number: u32, cube: Cube) -> f64 {
        let stake = f64::from(number);
        if mine == [0; 6] || theirs == [0; 6] {
            return if mine == [0; 6] { stake } else { -stake };
        }
        let key = (mine, theirs, number, cube as u8);
        if let Some(&points) = self.points.get(&key) {
            return points;
        }
        let turned = match cube {
            Cube::Mine => Cube::Theirs,
            Cube::Centred => Cube::Centred,
            Cube::Theirs => Cube::Mine,
        };
        let rolled = best_of_rolls(mine, |next| -self.points(theirs, next, number, turned));
        let points = if cube == Cube::Theirs {
            rolled
        } else {
            let (passed, taken) = (stake, self.points(mine, theirs, 2 * number, Cube::Theirs));
            rolled.max(passed.min(taken))
        };
        self.points.insert(key, points);
        points
    }
}
