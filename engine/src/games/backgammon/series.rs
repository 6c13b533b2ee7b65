//! The match: games until a side has N points, with the Crawford rule.

use super::Backgammon;
use super::options::{Crawford, Options};
use crate::{Outcome, Series, Side};

/// A match and how it stands.
#[derive(Clone, Debug)]
pub struct Match {
    /// The first game's options; the later ones differ in standing and Crawford rule.
    options: Options,
    points: [u16; 2],
    /// Whether the Crawford game has been played.
    is_past_crawford: bool,
}

impl Match {
    /// A match by these rules; `None` if they know no match.
    #[must_use]
    pub fn new(options: Options) -> Option<Self> {
        (options.length > 0).then(|| Self {
            options,
            points: options.standing.map(u16::from),
            is_past_crawford: options.crawford == Crawford::Past,
        })
    }

    /// The options of the game at this standing.
    fn game(&self) -> Options {
        let crawford = match self.options.crawford {
            Crawford::Off => Crawford::Off,
            _ if self.is_past_crawford => Crawford::Past,
            _ => Crawford::Next,
        };
        Options { standing: self.points.map(|points| points as u8), crawford, ..self.options }
    }
}

impl Series<Backgammon> for Match {
    fn next(&self) -> Result<Options, Outcome> {
        match Side::BOTH.into_iter().find(|side| self.points[side.index()] >= u16::from(self.options.length)) {
            Some(winner) => Err(Outcome::win(winner)),
            None => Ok(self.game()),
        }
    }

    fn add(&mut self, outcome: Outcome) {
        self.is_past_crawford |= self.game().is_crawford_game();
        if let Outcome::Win { side, points } = outcome {
            self.points[side.index()] += points;
        }
    }

    /// The points of White and Black.
    fn standing(&self) -> String {
        format!("{}-{}", self.points[0], self.points[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crawford_game_comes_once() {
        let mut series = Match::new("match=3".parse().expect("options")).expect("a match");
        let mut seen = Vec::new();
        let wins = [(Side::First, 2), (Side::Second, 1), (Side::Second, 1), (Side::Second, 4)];
        for (side, points) in wins {
            let options = series.next().expect("not over");
            seen.push((options.standing, options.is_crawford_game()));
            series.add(Outcome::Win { side, points });
        }
        assert_eq!(seen, [([0, 0], false), ([2, 0], true), ([2, 1], false), ([2, 2], false)]);
        assert_eq!((series.next(), series.standing().as_str()), (Err(Outcome::win(Side::Second)), "2-6"));
    }

    #[test]
    fn a_game_of_a_match_says_its_score_in_its_rules() {
        let series = Match::new("match=5,standing=4-4,crawford=past".parse().expect("options")).expect("a match");
        let options = series.next().expect("not over");
        assert_eq!(options.to_string().parse(), Ok(options));
        assert!(Match::new(Options::default()).is_none());
    }
}
