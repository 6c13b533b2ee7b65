//! The tournament: jousts until one side has won three.
//!
//! The better you do, the tougher it gets: the winner of a joust parks one of his knights for the rest of the tournament, so
//! a side has seven knights less the jousts it has won. The starting side alternates joust by joust, after a draw too. The
//! rule sheet knows no draw; here a drawn joust parks nobody, and a tournament in which nobody has won three jousts
//! after fifteen is drawn.

use super::{Forte, Options};
use crate::{Outcome, Series, Side};

/// A tournament and how it stands.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The first joust's options; the later ones differ in knights and starter.
    options: Options,
    /// Jousts won by A and by B.
    wins: [u8; 2],
    /// Jousts played here, draws included.
    jousts: u8,
}

impl Tournament {
    /// Jousts that win the tournament.
    pub const GOAL: u8 = 3;
    /// Jousts after which a tournament without a winner is drawn.
    pub const MAX_JOUSTS: u8 = 15;

    /// A tournament whose first joust has these options. A side with fewer than seven knights there counts as having won
    /// the jousts for which it parked the others.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, wins: options.knights.map(|knights| Options::ALL_KNIGHTS.saturating_sub(knights)), jousts: 0 }
    }
}

impl Series<Forte> for Tournament {
    fn next(&self) -> Result<Options, Outcome> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.wins[side.index()] >= Self::GOAL) {
            return Err(Outcome::win(side));
        }
        if self.jousts >= Self::MAX_JOUSTS {
            return Err(Outcome::Draw);
        }
        let first = if self.jousts.is_multiple_of(2) { self.options.first } else { !self.options.first };
        Ok(Options { knights: self.wins.map(|wins| Options::ALL_KNIGHTS - wins), first, ..self.options })
    }

    fn add(&mut self, outcome: Outcome) {
        self.jousts = self.jousts.saturating_add(1);
        if let Some(side) = outcome.winner() {
            let wins = &mut self.wins[side.index()];
            *wins = wins.saturating_add(1);
        }
    }

    /// Jousts won by A and by B.
    fn standing(&self) -> String {
        format!("{}-{}", self.wins[0], self.wins[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    const A: Outcome = Outcome::win(Side::First);
    const B: Outcome = Outcome::win(Side::Second);
    const DRAW: Outcome = Outcome::Draw;

    /// The options of each joust, written short, until the results run out or the tournament ends.
    fn course(start: &str, results: &[Outcome]) -> (Vec<String>, Option<Outcome>, String) {
        let options: Options = start.parse().expect("options");
        let mut series = Forte::series(&options).expect("FORTE has a tournament");
        let mut jousts = Vec::new();
        for &result in results {
            match series.next() {
                Ok(options) => jousts.push(options.to_string().replace(",setup=fixed,ply_cap=off", "")),
                Err(outcome) => return (jousts, Some(outcome), series.standing()),
            }
            series.add(result);
        }
        (jousts, series.next().err(), series.standing())
    }

    #[test]
    fn winners_park_knights_and_starters_alternate() {
        let (jousts, outcome, standing) = course("", &[A, A, B, A]);
        assert_eq!(jousts, ["a=7,b=7,first=A", "a=6,b=7,first=B", "a=5,b=7,first=A", "a=5,b=6,first=B"]);
        assert_eq!((outcome, standing.as_str()), (Some(A), "3-1"));
    }

    #[test]
    fn three_nil_ends_it() {
        let (jousts, outcome, standing) = course("first=B", &[B, B, B, A]);
        assert_eq!(jousts, ["a=7,b=7,first=B", "a=7,b=6,first=A", "a=7,b=5,first=B"]);
        assert_eq!((outcome, standing.as_str()), (Some(B), "0-3"));
    }

    #[test]
    fn a_draw_parks_nobody_and_the_other_starts() {
        let (jousts, outcome, standing) = course("", &[A, DRAW, DRAW]);
        assert_eq!(jousts, ["a=7,b=7,first=A", "a=6,b=7,first=B", "a=6,b=7,first=A"]);
        assert_eq!((outcome, standing.as_str()), (None, "1-0"));
    }

    #[test]
    fn fifteen_jousts_without_a_winner_are_a_draw() {
        let mut results = [DRAW; 15];
        results[3] = A;
        results[7] = B;
        let (jousts, outcome, standing) = course("", &results);
        assert_eq!((jousts.len(), outcome, standing.as_str()), (15, Some(DRAW), "1-1"));
        results[13] = A;
        results[14] = A;
        assert_eq!(course("", &results).1, Some(A), "the fifteenth joust may still win it");
    }

    #[test]
    fn fewer_knights_at_the_start_are_jousts_won() {
        let (jousts, outcome, standing) = course("a=5,b=6", &[B, A]);
        assert_eq!(jousts, ["a=5,b=6,first=A", "a=5,b=5,first=B"]);
        assert_eq!((outcome, standing.as_str()), (Some(A), "3-2"));
    }

    #[test]
    fn other_options_hold_for_every_joust() {
        let options: Options = "setup=free,ply_cap=99".parse().expect("options");
        let mut series = Tournament::new(options);
        series.add(A);
        assert_eq!(series.next().map(|next| next.to_string()), Ok("a=6,b=7,first=B,setup=free,ply_cap=99".to_owned()));
    }
}
