//! What odds are worth in a match: the chance to win it, cube and score considered.
//!
//! As for money ([`cube`](super::cube)) the truth lies between a dead cube and a live one, and Janowski's line is drawn between
//! the same corners: at the cash point the other side may as well drop, at the take point this one may. What a corner is
//! worth is the match's chance after the points that the drop costs; where it lies follows from the cube one step higher, which then
//! belongs to the other side, and so on to a cube that is dead: nobody doubles who needs no more than the cube shows.

use engine::Side;
use engine::games::backgammon::{Cube, Stakes};

use super::cube::{EFFICIENCY, along};
use super::match_equity::after_game;
use crate::net::Outputs;
use crate::train::backgammon::{LOSE_BACKGAMMON, LOSE_GAMMON, WIN, WIN_BACKGAMMON, WIN_GAMMON};

/// A side's view of a game of a match.
#[derive(Clone, Copy, Debug)]
struct View {
    stakes: Stakes,
    side: Side,
    /// What part of its wins are single ones, gammons and backgammons.
    wins: [f64; 3],
    /// The same of its losses.
    losses: [f64; 3],
}

/// The chance of `side`, whose odds these are, to win the match with this cube.
#[must_use]
pub fn chance(odds: &Outputs, stakes: Stakes, side: Side, cube: Cube) -> f64 {
    let win = f64::from(odds[WIN]);
    let wins = kinds(win, odds[WIN_GAMMON], odds[WIN_BACKGAMMON]);
    let losses = kinds(1.0 - win, odds[LOSE_GAMMON], odds[LOSE_BACKGAMMON]);
    let view = View { stakes, side, wins, losses };
    let ends = [(0.0, view.lost(cube)), (1.0, view.won(cube))];
    let dead = along(win, &ends);
    let mut corners = [ends[0], ends[0], ends[1], ends[1]];
    if stakes.may_double(!side, cube)
        && let Some(point) = view.turned().cash_point(cube)
    {
        corners[1] = (1.0 - point, view.after(-points(cube)));
    }
    if stakes.may_double(side, cube)
        && let Some(point) = view.cash_point(cube)
    {
        // Where even the other side's cash point lies higher, both would cash at once: one of them does.
        corners[2] = (point.max(corners[1].0), view.after(points(cube)));
    }
    EFFICIENCY * along(win, &corners) + (1.0 - EFFICIENCY) * dead
}

/// What part of results that come with this chance are single, gammons and backgammons.
fn kinds(chance: f64, gammon: f32, backgammon: f32) -> [f64; 3] {
    if chance <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let [gammon, backgammon] = [gammon, backgammon].map(|more| (f64::from(more) / chance).clamp(0.0, 1.0));
    [1.0 - gammon, gammon - backgammon.min(gammon), backgammon.min(gammon)]
}

/// What a drop costs.
fn points(cube: Cube) -> i32 {
    i32::from(cube.value())
}

impl View {
    fn turned(self) -> Self {
        Self { side: !self.side, wins: self.losses, losses: self.wins, ..self }
    }

    /// The chance to win the match after so many points.
    fn after(self, points: i32) -> f64 {
        after_game(self.stakes, self.side, points)
    }

    /// That after a win of the game, at this cube.
    fn won(self, cube: Cube) -> f64 {
        (1..).zip(self.wins).map(|(kind, part)| part * self.after(kind * points(cube))).sum()
    }

    /// That after a loss.
    fn lost(self, cube: Cube) -> f64 {
        (1..).zip(self.losses).map(|(kind, part)| part * self.after(-kind * points(cube))).sum()
    }

    /// From what chance to win the game on the other side should drop a double; `None` if this one has no use for a double.
    fn cash_point(self, cube: Cube) -> Option<f64> {
        if cube.value() >= u16::from(self.stakes.away(self.side)) || cube.doublings >= Cube::MOST_DOUBLINGS {
            return None;
        }
        let doubled = cube.doubled(!self.side);
        let cashed = self.after(points(cube));
        // With the cube the other side may cash in its turn.
        let (low, worth_low) = match self.turned().cash_point(doubled) {
            Some(point) => (1.0 - point, self.after(-points(doubled))),
            None => (0.0, self.lost(doubled)),
        };
        let high = self.won(doubled);
        let part = if high > worth_low { (cashed - worth_low) / (high - worth_low) } else { 0.0 };
        Some((low + (1.0 - low) * part).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::{Cup, Options};
    use engine::{Game, Node};

    use super::*;
    use crate::train::Learned;

    /// What GNU Backgammon says of a cube decision in a match, and its probabilities.
    struct Decision {
        text: String,
        stakes: Stakes,
        side: Side,
        cube: Cube,
        odds: Outputs,
        /// Without a double, with one that is taken, and with one that is dropped.
        chances: [f64; 3],
        verdict: String,
    }

    fn decisions() -> Vec<Decision> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/backgammon/match_cubes.csv");
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("the file");
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| {
            let cup = Cup::parse(&row[0], &Options::default()).expect("a position");
            let pos = cup.pending();
            let number = |field: usize| row[field].parse::<f64>().expect("a number");
            let mut odds = Outputs::default();
            (0..5).for_each(|output| odds[output] = number(7 + output) as f32);
            let chances = [13, 14, 15].map(number);
            let (text, verdict) = (row[0].to_owned(), row[16].to_owned());
            Decision { text, stakes: pos.stakes(), side: pos.side(), cube: pos.cube(), odds, chances, verdict }
        })
        .collect()
    }

    /// From the same odds GNU Backgammon's chances differ little. Where they do it is mostly at 2-away 2-away, where it takes a cube
    /// that has not been turned for dead although either side may kill the other's gammons by turning it, and in bear-offs, where it
    /// has other efficiencies.
    #[test]
    fn chances_are_those_of_gnubg_from_the_same_odds() {
        let (mut differences, mut verdicts, mut far) = (Vec::new(), 0, 0);
        let all = decisions();
        assert!(all.len() > 400);
        for decision in &all {
            let Decision { text, stakes, side, cube, odds, chances: [none, taken, dropped], verdict } = decision;
            let ours = [
                chance(odds, *stakes, *side, *cube),
                chance(odds, *stakes, *side, cube.doubled(!*side)),
                after_game(*stakes, *side, points(*cube)),
            ];
            assert!((ours[2] - dropped).abs() < 1e-5, "{text}: {} after a drop", ours[2]);
            differences.extend([(ours[0] - none).abs(), (ours[1] - taken).abs()]);
            let doubles = ours[1].min(ours[2]) > ours[0];
            let theirs = ["Double", "Redouble", "Optional"].iter().any(|word| verdict.starts_with(word));
            if doubles == theirs && (ours[1] < ours[2]) == (taken < dropped) {
                verdicts += 1;
            } else if (taken.min(*dropped) - none).abs().min((taken - dropped).abs()) > 0.04 {
                far += 1;
            }
        }
        let count = differences.len() as f64;
        let within = |bound: f64| differences.iter().filter(|&&difference| difference < bound).count() as f64 / count;
        assert!(differences.iter().sum::<f64>() / count < 0.0015);
        assert!(within(0.002) > 0.9 && within(0.02) > 0.98 && within(0.06) > 0.9999, "{}", within(0.02));
        assert!(verdicts * 100 >= all.len() * 95 && far == 0, "{verdicts} of {}, {far} far off", all.len());
    }

    fn odds(win: f32, win_gammon: f32, lose_gammon: f32) -> Outputs {
        let mut odds = Outputs::default();
        (odds[WIN], odds[WIN_GAMMON], odds[LOSE_GAMMON]) = (win, win_gammon, lose_gammon);
        odds
    }

    /// The chances of White at a score: as it is, with a double that Black takes, and with one that it drops.
    fn white(rules: &str, odds: &Outputs) -> [f64; 3] {
        let stakes = Stakes::new(&rules.parse::<Options>().expect("rules"));
        let cube = Cube::CENTRED;
        let of = |cube| chance(odds, stakes, Side::First, cube);
        [of(cube), of(cube.doubled(Side::Second)), after_game(stakes, Side::First, 1)]
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} for {expected}");
    }

    #[test]
    fn at_two_away_each_the_first_double_is_for_the_match() {
        // 2-away 2-away: doubled, the game decides the match, whatever gammons there are. To drop leaves the Crawford game at
        // 2-away 1-away, 0.32264: Black takes with that or more.
        for (win, gammons, is_taken) in [(0.6, 0.3, true), (0.67, 0.0, true), (0.68, 0.0, false)] {
            let [_, taken, dropped] = white("match=5,standing=3-3", &odds(win, gammons, 0.1));
            near(taken, f64::from(win));
            near(dropped, 0.67736);
            assert_eq!(taken < dropped, is_taken);
        }
    }

    #[test]
    fn who_trails_after_the_crawford_game_doubles_at_once() {
        // White needs two, Black one. Doubled, the game decides. Undoubled a win leaves 1-away each: half.
        let rules = "match=5,standing=3-4,crawford=past";
        let [none, taken, dropped] = white(rules, &odds(0.5, 0.1, 0.1));
        near(taken, 0.5);
        near(dropped, 0.5);
        assert!(taken > none, "{none}");
        // The leader's free drop: below a half it loses nothing by giving the point up.
        let [_, taken, dropped] = white(rules, &odds(0.51, 0.0, 0.0));
        assert!(taken > dropped);
        // With three points to go it may not: a drop leaves 2-away, worth 0.48803 to White, and the game at 2 is taken with 0.3.
        let [_, taken, dropped] = white("match=5,standing=2-4,crawford=past", &odds(0.7, 0.0, 0.0));
        near(dropped, 0.48803);
        // A win of two leaves 1-away each.
        near(taken, 0.7 * 0.5);
        assert!(taken < dropped);
    }

    #[test]
    fn nobody_doubles_in_the_crawford_game_nor_who_needs_no_more_than_the_cube_shows() {
        let even = odds(0.5, 0.2, 0.0);
        // White needs 1: gammons are nothing to it, and to Black, who needs 3, all.
        let rules: Options = "match=5,standing=4-2".parse().expect("rules");
        let stakes = Stakes::new(&rules);
        assert!(rules.is_crawford_game());
        let lost = 1.0 - 0.48803;
        near(chance(&even, stakes, Side::First, Cube::CENTRED), 0.5 + 0.5 * lost);
        // 2-away with a cube on 2: dead in White's hands.
        let stakes = Stakes::new(&"match=5,standing=3-0".parse().expect("rules"));
        let mine = Cube::CENTRED.doubled(Side::First);
        let plain = odds(0.5, 0.0, 0.0);
        near(chance(&plain, stakes, Side::First, mine), 0.5 + 0.5 * super::super::match_equity::chance(2, 3, false));
        // In Black's hands it is alive: Black will double once more, at once.
        let theirs = Cube::CENTRED.doubled(Side::Second);
        assert!(chance(&plain, stakes, Side::First, theirs) < chance(&plain, stakes, Side::First, mine));
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        for rules in ["match=7", "match=7,standing=3-5", "match=5,standing=4-2", "match=5,standing=4-2,crawford=past"] {
            let stakes = Stakes::new(&rules.parse::<Options>().expect("rules"));
            for (win, gammon, lost) in
                [(0.3, 0.1, 0.2), (0.9, 0.6, 0.0), (0.05, 0.0, 0.4), (1.0, 1.0, 0.0), (0.0, 0.0, 0.0)]
            {
                let odds = odds(win, gammon, lost);
                let turned = engine::games::backgammon::Backgammon::turned(&odds);
                for cube in [Cube::CENTRED, Cube::CENTRED.doubled(Side::First), Cube::CENTRED.doubled(Side::Second)] {
                    near(chance(&odds, stakes, Side::First, cube) + chance(&turned, stakes, Side::Second, cube), 1.0);
                }
            }
        }
    }
}
