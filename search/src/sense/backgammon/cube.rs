//! What odds are worth with a doubling cube: Janowski's formula (Rick Janowski, *Take-Points in Money Games*, 1993).
//!
//! Between two extremes lies the truth. A *dead* cube is never turned again: a position is worth the points that it promises. A
//! *live* cube is turned at the best moment, where the other side may as well drop: then the worth is piecewise linear in
//! the chance to win, with corners where a double can just be taken (the take point) and just be dropped (the cash
//! point). A real cube is worth the live value to the [efficiency](EFFICIENCY), the dead one to the rest.

use engine::Side;
use engine::games::backgammon::{Cube, Stakes};

use crate::net::Outputs;
use crate::train::backgammon::{LOSE_BACKGAMMON, LOSE_GAMMON, WIN, WIN_BACKGAMMON, WIN_GAMMON};

/// The share of a live cube's value that a real one has in money games; Janowski's own estimate is 0.6 to 0.7.
pub const EFFICIENCY: f64 = 0.68;

/// Who may turn the cube next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The side whose odds they are.
    Mine,
    /// The other.
    Theirs,
    /// Either.
    Both,
    /// Nobody any more.
    Nobody,
}

impl Access {
    /// Who may turn this cube next, as the side on roll sees it.
    #[must_use]
    pub fn of(cube: Cube, stakes: Stakes, roller: Side) -> Self {
        match cube.owner {
            _ if cube.doublings >= Cube::MOST_DOUBLINGS || stakes.is_crawford_game() => Self::Nobody,
            None => Self::Both,
            Some(owner) if owner == roller => Self::Mine,
            Some(_) => Self::Theirs,
        }
    }
}

/// What odds are worth in units of the cube, from -3 to 3. With `has_jacoby` gammons do not count while the cube is anybody's.
#[must_use]
pub fn worth(odds: &Outputs, access: Access, has_jacoby: bool) -> f64 {
    let chance = f64::from(odds[WIN]);
    let (won, lost) = (mean_points(chance, odds, WIN_GAMMON..=WIN_BACKGAMMON), {
        mean_points(1.0 - chance, odds, LOSE_GAMMON..=LOSE_BACKGAMMON)
    });
    let counts = |points: f64| if has_jacoby && access == Access::Both { 1.0 } else { points };
    let (best, worst) = (counts(won), -counts(lost));
    let dead = chance * (best - worst) + worst;
    // As it would be after a double: gammons count then.
    let (take, cash) = ((lost - 0.5) / (won + lost + 0.5), (lost + 1.0) / (won + lost + 0.5));
    let live = match access {
        Access::Nobody => return dead,
        Access::Mine => along(chance, &[(0.0, worst), (cash, 1.0), (1.0, best)]),
        Access::Theirs => along(chance, &[(0.0, worst), (take, -1.0), (1.0, best)]),
        Access::Both => along(chance, &[(0.0, worst), (take, -1.0), (cash, 1.0), (1.0, best)]),
    };
    EFFICIENCY * live + (1.0 - EFFICIENCY) * dead
}

/// The points of a win (or loss) in the mean, from 1 to 3, by its chance and those of gammons and backgammons.
fn mean_points(chance: f64, odds: &Outputs, more: std::ops::RangeInclusive<usize>) -> f64 {
    let more: f64 = odds[more].iter().map(|&part| f64::from(part)).sum();
    if more > 0.0 { 1.0 + (more / chance).min(2.0) } else { 1.0 }
}

/// The value at `at` of the line through these corners, whose places rise from 0 to 1.
pub(super) fn along(at: f64, corners: &[(f64, f64)]) -> f64 {
    let pair = corners.windows(2).find(|pair| at <= pair[1].0).unwrap_or(&corners[corners.len() - 2..]);
    let ((from, low), (to, high)) = (pair[0], pair[1]);
    if to > from { low + (high - low) * (at - from) / (to - from) } else { high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Learned;

    fn odds(win: f32, win_gammon: f32, lose_gammon: f32) -> Outputs {
        let mut odds = Outputs::default();
        (odds[WIN], odds[WIN_GAMMON], odds[LOSE_GAMMON]) = (win, win_gammon, lose_gammon);
        odds
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} for {expected}");
    }

    #[test]
    fn corners_are_where_doubles_can_just_be_taken_and_dropped() {
        // Without gammons a live cube is taken from 20 % and cashed from 80 %; dead values are 2p - 1.
        near(worth(&odds(0.5, 0.0, 0.0), Access::Both, false), 0.0);
        near(worth(&odds(0.8, 0.0, 0.0), Access::Both, false), EFFICIENCY + (1.0 - EFFICIENCY) * 0.6);
        near(worth(&odds(0.2, 0.0, 0.0), Access::Theirs, false), -EFFICIENCY - (1.0 - EFFICIENCY) * 0.6);
        near(worth(&odds(0.5, 0.0, 0.0), Access::Mine, false), EFFICIENCY * 0.25);
        near(worth(&odds(0.7, 0.2, 0.1), Access::Nobody, false), 0.4 + 0.2 - 0.1);
    }

    #[test]
    fn what_is_mine_is_the_others_theirs() {
        let mirrored = [(Access::Mine, Access::Theirs), (Access::Both, Access::Both), (Access::Nobody, Access::Nobody)];
        for (win, gammon, lost) in
            [(0.3, 0.1, 0.2), (0.9, 0.6, 0.0), (0.05, 0.0, 0.4), (1.0, 1.0, 0.0), (0.0, 0.0, 0.0)]
        {
            let odds = odds(win, gammon, lost);
            let turned = engine::games::backgammon::Backgammon::turned(&odds);
            for (mine, theirs) in mirrored {
                for has_jacoby in [false, true] {
                    near(worth(&odds, mine, has_jacoby), -worth(&turned, theirs, has_jacoby));
                }
            }
            assert!(worth(&odds, Access::Mine, false) >= worth(&odds, Access::Theirs, false) - 1e-9);
        }
    }

    #[test]
    fn gammons_do_not_count_before_the_cube_was_turned_under_jacoby() {
        let odds = odds(0.6, 0.5, 0.0);
        assert!(worth(&odds, Access::Both, true) < worth(&odds, Access::Both, false));
        near(worth(&odds, Access::Mine, true), worth(&odds, Access::Mine, false));
    }
}
