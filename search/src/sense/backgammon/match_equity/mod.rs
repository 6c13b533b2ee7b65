//! The chance to win a match from its score: the match equity table.
//!
//! The figures are N. Kazaross's table XG2, for sides that need up to 25 points. Beyond, where few matches go, the table is
//! continued by what holds well within it: how far ahead a side is counts in units of the root of all points that
//! are still to be played, so that a score far away is worth what the score at the table's edge is that is as far ahead in these
//! units.

use std::sync::LazyLock;

use engine::Side;
use engine::games::backgammon::Stakes;

/// The table's lines: one for each number of points that a side needs, and the last for what comes after the Crawford game.
static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("kazaross_xg2.csv")));

/// The most points that a side needs in the table.
const EDGE: u8 = 25;

/// The chance of a side that needs `own` points to win a match against one that needs `other`; where one needs a single
/// point, in the Crawford game or after it.
#[must_use]
pub fn chance(own: u8, other: u8, is_past_crawford: bool) -> f64 {
    match (own, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        (1, 1) => 0.5,
        (own, 1) if is_past_crawford => TABLE.past_crawford(own),
        (1, other) if is_past_crawford => 1.0 - TABLE.past_crawford(other),
        (own, other) if own <= other => TABLE.ahead(own, other),
        (own, other) => 1.0 - TABLE.ahead(other, own),
    }
}

/// The chance of `side` to win the match after a game that gains it so many points, or costs it as many if they are negative.
#[must_use]
pub fn after_game(stakes: Stakes, side: Side, points: i32) -> f64 {
    let [own, other] = [stakes.away(side), stakes.away(!side)];
    // Whoever needs one point now either plays the Crawford game or has done so.
    let is_past = own == 1 || other == 1 || !stakes.has_crawford_rule();
    let left = |away: u8, gained: i32| i32::from(away).saturating_sub(gained.max(0)).max(0) as u8;
    chance(left(own, points), left(other, -points), is_past)
}

struct Table {
    lines: Vec<Vec<f64>>,
}

impl Table {
    /// # Panics
    /// If a field is no number.
    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers = |line: &str| line.split(',').map(|field| field.parse().expect("a chance")).collect();
        Self { lines: lines.map(numbers).collect() }
    }

    fn at(&self, own: u8, other: u8) -> f64 {
        self.lines[usize::from(own) - 1][usize::from(other) - 1]
    }

    /// The chance of the side that needs fewer points, or as many.
    fn ahead(&self, own: u8, other: u8) -> f64 {
        if other <= EDGE {
            return self.at(own, other);
        }
        let lead = |own: f64, other: f64| (other - own) / (own + other).sqrt();
        let edge = f64::from(EDGE);
        let wanted = lead(f64::from(own), f64::from(other));
        // The place on the table's edge with the same lead: (edge - x) / √(edge + x) = wanted, solved for x.
        let square = wanted * wanted;
        let place = edge + square / 2.0 - wanted * (2.0 * edge + square / 4.0).sqrt();
        if place < 1.0 {
            // Off the table: chances to lose fall like those of a normal distribution.
            let ratio = wanted / lead(1.0, edge);
            return 1.0 - (1.0 - self.at(1, EDGE)).powf(ratio * ratio);
        }
        let below = place.floor().min(edge - 1.0);
        let [low, high] = [below, below + 1.0].map(|own| self.at(own as u8, EDGE));
        low + (high - low) * (place - below)
    }

    /// The chance of a side that needs `own` points after the Crawford game, against one that needs one: two more points
    /// cost the same part of it.
    fn past_crawford(&self, own: u8) -> f64 {
        let line = &self.lines[usize::from(EDGE)];
        let mut place = usize::from(own) - 1;
        let mut part = 1.0;
        while place >= line.len() {
            place -= 2;
            part *= line[line.len() - 1] / line[line.len() - 3];
        }
        part * line[place]
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::Options;

    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} for {expected}");
    }

    #[test]
    fn the_corner_is_as_published() {
        for (own, other, expected) in
            [(1, 2, 0.67736), (1, 3, 0.75076), (2, 3, 0.59947), (3, 4, 0.5715), (2, 1, 0.32264), (9, 9, 0.5)]
        {
            near(chance(own, other, false), expected);
        }
        // After the Crawford game: two points behind is one win, as one is, but for the free drop.
        near(chance(2, 1, true), 0.48803);
        near(chance(1, 3, true), 1.0 - 0.32264);
    }

    #[test]
    fn chances_add_up_and_fewer_points_to_go_are_better_on_the_table_and_beyond() {
        for own in 1..=64 {
            near(chance(own, own, false), 0.5);
            for other in 1..=64 {
                let here = chance(own, other, false);
                near(here + chance(other, own, false), 1.0);
                assert!((0.0..=1.0).contains(&here));
                assert!(chance(own, other + 1, false) > here, "{own} {other}");
            }
        }
        for own in 2..=64_u8 {
            let here = chance(own, 1, true);
            near(here + chance(1, own, true), 1.0);
            assert!(chance(own + 1, 1, true) < here, "{own}");
        }
        // No step at the edge.
        for own in 1..=25 {
            let [before, edge, beyond] = [24, 25, 26].map(|other| chance(own, other, false));
            assert!((beyond - edge) < 1.8 * (edge - before) + 1e-4, "{own}: {before} {edge} {beyond}");
        }
    }

    #[test]
    fn games_lead_to_the_scores_that_they_lead_to() {
        let stakes = |text: &str| Stakes::new(&text.parse::<Options>().expect("rules"));
        let white = |rules: &str, points| after_game(stakes(rules), Side::First, points);
        // 4-away against 2-away: two points make it 2-2; lost, the Crawford game comes, or the end.
        near(white("match=5,standing=1-3", 2), 0.5);
        near(white("match=5,standing=1-3", -1), 1.0 - chance(1, 4, false));
        near(white("match=5,standing=1-3", -2), 0.0);
        // The Crawford game, and one after it.
        near(white("match=5,standing=4-2", -1), 1.0 - chance(2, 1, true));
        near(white("match=5,standing=4-2,crawford=past", -1), 1.0 - chance(2, 1, true));
        near(white("match=5,standing=2-4", 1), 0.48803);
        near(white("match=5,standing=3-1,crawford=off", 1), 1.0 - chance(4, 1, true));
        near(white("match=5,standing=3-1", 1), chance(1, 4, false));
        near(after_game(stakes("match=5,standing=1-3"), Side::Second, 4), 1.0);
    }
}
