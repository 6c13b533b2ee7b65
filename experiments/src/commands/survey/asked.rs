//! What a survey finds out of a deal beside its verdict, if it is asked to: see [`Asked`].
//!
//! Each of these says more than it was asked, since it must agree with the verdict: a deal is winnable exactly if some
//! base wins it, and what a policy has won can be won. A disagreement is a bug in a solver, and stops the survey.

use engine::Registered;
use search::Policy;
use solvers::{Limit, Solution, Solvable};

use crate::census::bases::{Bases, RANKS};
use crate::census::policies::{Played, Policies};
use crate::census::shortest::Fewest;
use crate::census::{Asked, Extra, Fate};
use crate::commands::solve::replayed;
use crate::failure::Failure;
use crate::streams::{self, Purpose};

/// Refuses what cannot be asked of deals like `deal`.
pub(super) fn check<P: Registered + Solvable>(asked: Asked, rules: &P::Rules, deal: &P) -> Result<(), Failure> {
    if asked.shortest.is_some()
        && let Some(why) = P::shortest_refused(rules)
    {
        return Err(Failure::input(format_args!("--shortest: {why}")));
    }
    if !asked.bases || P::has_open_base(deal) {
        return Ok(());
    }
    let reason = "the rules fix the rank that starts the foundations, so there is one base; chessboard leaves it open";
    Err(Failure::input(format_args!("--bases: {}: {reason}", P::ID)))
}

/// A deal of a survey that has been solved.
#[derive(Debug)]
pub(super) struct Dealt<'a, P> {
    pub(super) deal: &'a P,
    pub(super) seed: u64,
    pub(super) index: u64,
    pub(super) fate: Fate,
}

impl<P: Solvable> Dealt<'_, P> {
    /// Finds out what is asked; plays winning lines again if `replays`.
    ///
    /// # Errors
    /// Says how an answer contradicts the verdict.
    pub(super) fn answer(
        &self,
        asked: Asked,
        solver: &mut P::Solver,
        limit: Limit,
        replays: bool,
    ) -> Result<Extra, String> {
        let mut extra = Extra::default();
        if asked.bases {
            extra.bases = Some(self.bases(solver, limit, replays)?);
        }
        if !asked.policies.is_empty() {
            extra.played = Some(self.played(asked.policies)?);
        }
        Ok(extra)
    }

    /// Solves the deal with each base fixed.
    fn bases(&self, solver: &mut P::Solver, limit: Limit, replays: bool) -> Result<Bases, String> {
        let mut bases = Bases::default();
        for base in 0..RANKS as u8 {
            let solution = P::solve_with_base(solver, self.deal, base, limit);
            if replays {
                replayed::<P>(self.deal, &solution)?;
            }
            bases.add(base, &solution.verdict);
        }
        bases.contradiction(self.fate).map_or(Ok(bases), |what| Err(self.bug(&what)))
    }

    /// Finds the shortest line; `line` is the one that was found first.
    ///
    /// # Errors
    /// What is found is no win, or longer.
    pub(super) fn fewest(
        &self,
        shortener: &mut P::Shortener,
        line: &[P::Move],
        limit: Limit,
        replays: bool,
    ) -> Result<Fewest, String> {
        let found = P::shorten(shortener, self.deal, Some(line), limit);
        let fewest = Fewest::of(&found).filter(|fewest| fewest.upper as usize <= line.len());
        if replays {
            replayed::<P>(self.deal, &Solution { verdict: found.verdict, stored: found.stored })?;
        }
        fewest.ok_or_else(|| self.bug("the shortest line is longer than another"))
    }

    /// Lets policies play the deal.
    fn played(&self, policies: Policies) -> Result<Played, String> {
        let mut played = Played { by: policies, won: Policies::default() };
        for policy in policies.iter() {
            let purpose = match policy {
                Policy::Random => Purpose::RandomPolicy,
                Policy::Greedy => Purpose::GreedyPolicy,
                Policy::Lookahead => Purpose::LookaheadPolicy,
            };
            if !policy.play(self.deal, &mut streams::stream(self.seed, purpose, self.index)).is_solved {
                continue;
            }
            if self.fate == Fate::Unwinnable {
                return Err(self.bug(&format!("called unwinnable by the solver, but {policy} play wins it")));
            }
            played.won.insert(policy);
        }
        Ok(played)
    }

    fn bug(&self, what: &str) -> String {
        format!("{what}, which is a bug in the solver, please report it: {}", self.deal)
    }
}

#[cfg(test)]
mod tests {
    use engine::Puzzle;
    use engine::games::chessboard::Chessboard;
    use engine::games::fortress::Fortress;
    use engine::rng;

    use super::*;

    /// What is answered of deal `index` of seed 1 if the verdict on it was `fate`.
    fn answer<P: Solvable>(index: u64, fate: Fate, asked: Asked) -> Result<Extra, String> {
        let deal = P::deal(&Default::default(), &mut rng::stream(1, index));
        let dealt = Dealt { deal: &deal, seed: 1, index, fate };
        dealt.answer(asked, &mut P::Solver::default(), Limit::default(), true)
    }

    #[test]
    fn a_win_of_a_deal_called_unwinnable_is_told() {
        let asked = Asked { policies: "lookahead".parse().expect("a policy"), ..Asked::default() };
        let won = |index: &u64| {
            let played = answer::<Fortress>(*index, Fate::Undecided, asked).expect("no contradiction").played;
            played.is_some_and(|played| !played.won.is_empty())
        };
        let index = (0..2000).find(won).expect("lookahead wins one deal in two hundred");
        let message = answer::<Fortress>(index, Fate::Unwinnable, asked).expect_err("a contradiction");
        assert!(message.starts_with("called unwinnable by the solver, but lookahead play wins it"), "{message}");
    }

    #[test]
    fn bases_that_contradict_the_open_search_are_told() {
        let asked = Asked { bases: true, ..Asked::default() };
        let bases = |index| answer::<Chessboard>(index, Fate::Undecided, asked).expect("no contradiction").bases;
        let winning = |index| bases(index).map_or(0, Bases::winning);
        let (won, lost) = ((0..50).find(|&index| winning(index) > 0), (0..50).find(|&index| winning(index) == 0));
        for (index, fate, told) in [
            (won, Fate::Unwinnable, "unwinnable with the base open, but winnable with"),
            (lost, Fate::Winnable(60), "none"),
        ] {
            let index = index.expect("three deals in four can be won");
            let message = answer::<Chessboard>(index, fate, asked).expect_err("a contradiction");
            assert!(message.contains(told) && message.contains("bug in the solver"), "{message}");
        }
    }

    #[test]
    fn only_an_open_base_can_be_asked_for() {
        let asked = Asked { bases: true, ..Asked::default() };
        let check = |rules: &str| {
            let rules = rules.parse().expect("rules");
            let deal: Chessboard = Puzzle::deal(&rules, &mut rng::stream(1, 0));
            check(asked, &rules, &deal)
        };
        assert!(check("").is_ok());
        let refused = check("base=ace").expect_err("one base");
        assert!(
            matches!(refused, Failure::Input(message) if message.starts_with("--bases: chessboard: the rules fix"))
        );
    }
}
