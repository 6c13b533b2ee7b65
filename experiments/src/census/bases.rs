//! With which bases a deal can be won, where the rules leave the rank that starts the foundations open.
//!
//! A deal is searched once with its base open and once with each of the thirteen fixed. It can be won exactly if it
//! can with some base, since the first card home fixes one: two searches that share little must
//! [agree](Bases::contradiction). A base whose search was given up is kept apart, and so is a deal that has one.

use engine::cards::Card;
use serde::{Deserialize, Serialize};
use solvers::Verdict;

use super::Fate;
use crate::stats::distribution::Distribution;

/// The number of ranks.
pub(crate) const RANKS: usize = Card::RANKS.len();

/// What is known of a deal with each base, a bit a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Bases(u16, u16);

impl Bases {
    /// Takes down what was found for `base` (0..13).
    pub(crate) fn add<M>(&mut self, base: u8, verdict: &Verdict<M>) {
        match verdict {
            Verdict::Winnable(_) => self.0 |= 1 << base,
            Verdict::Undecided(_) => self.1 |= 1 << base,
            Verdict::Unwinnable => {}
        }
    }

    /// The number of bases that win.
    pub(crate) fn winning(self) -> u32 {
        self.0.count_ones()
    }

    /// The ranks that win, such as `A7K`.
    pub(crate) fn winning_ranks(self) -> String {
        ranks(self.0)
    }

    /// The ranks given up.
    pub(crate) fn undecided_ranks(self) -> String {
        ranks(self.1)
    }

    /// How these verdicts contradict the one of the search with the base open, if they do.
    pub(crate) fn contradiction(self, joint: Fate) -> Option<String> {
        match joint {
            Fate::Winnable(_) if self.0 | self.1 == 0 => {
                Some("winnable with the base open, but with none of the thirteen".to_owned())
            }
            Fate::Unwinnable if self.0 != 0 => {
                Some(format!("unwinnable with the base open, but winnable with {}", self.winning_ranks()))
            }
            _ => None,
        }
    }

    /// Whether the bits are those of ranks, none both won and given up.
    pub(super) fn is_sound(self) -> bool {
        (self.0 | self.1) >> RANKS == 0 && self.0 & self.1 == 0
    }
}

fn ranks(bits: u16) -> String {
    (0..RANKS).filter(|rank| bits >> rank & 1 == 1).map(|rank| char::from(Card::RANKS[rank])).collect()
}

/// Deals by their winning bases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BaseCensus {
    /// The number of winning bases of the deals that have no undecided one.
    pub(crate) winning: Distribution,
    /// The deals with an undecided base.
    pub(crate) undecided: u64,
    /// For each base the deals that it wins.
    pub(crate) won_by: [u64; RANKS],
    /// For each base the deals for which it is undecided.
    pub(crate) undecided_by: [u64; RANKS],
}

impl BaseCensus {
    /// Counts a deal.
    pub(crate) fn add(&mut self, bases: Bases) {
        if bases.1 == 0 {
            self.winning.add(bases.winning());
        } else {
            self.undecided += 1;
        }
        for rank in 0..RANKS {
            self.won_by[rank] += u64::from(bases.0 >> rank & 1);
            self.undecided_by[rank] += u64::from(bases.1 >> rank & 1);
        }
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.winning.merge(&other.winning);
        self.undecided += other.undecided;
        for rank in 0..RANKS {
            self.won_by[rank] += other.won_by[rank];
            self.undecided_by[rank] += other.undecided_by[rank];
        }
    }

    /// The number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.winning.count() + self.undecided
    }

    /// Says what does not fit together, if anything.
    pub(super) fn check(&self, deals: u64) -> Result<(), String> {
        if self.deals() != deals {
            return Err(format!("{deals} deals, {} with bases", self.deals()));
        }
        let counted: u64 = self.winning.iter().map(|(bases, deals)| u64::from(bases) * deals).sum();
        let won: u64 = self.won_by.iter().sum();
        // A deal with an undecided base is not in the distribution, but the bases that win it are counted.
        if counted > won || self.undecided == 0 && counted != won {
            return Err(format!("{counted} winning bases by deal, {won} by base"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use solvers::Limit;

    use super::*;

    fn bases(won: &[u8], undecided: &[u8]) -> Bases {
        let mut bases = Bases::default();
        for &base in won {
            bases.add(base, &Verdict::<()>::Winnable(Vec::new()));
        }
        for &base in undecided {
            bases.add(base, &Verdict::<()>::Undecided(Limit::default()));
        }
        bases.add(5, &Verdict::<()>::Unwinnable);
        bases
    }

    #[test]
    fn a_contradiction_is_told_and_a_doubt_is_none() {
        let told = |bases: Bases, joint| bases.contradiction(joint).unwrap_or_default();
        let [none, some, doubt] = [bases(&[], &[]), bases(&[0, 6, 12], &[]), bases(&[], &[3])];
        assert!(told(none, Fate::Winnable(60)).contains("none of the thirteen"));
        assert!(told(some, Fate::Unwinnable).contains("winnable with A7K"));
        for (bases, joint) in [
            (none, Fate::Unwinnable),
            (none, Fate::Undecided),
            (some, Fate::Winnable(60)),
            (some, Fate::Undecided),
            (doubt, Fate::Winnable(60)),
            (doubt, Fate::Unwinnable),
        ] {
            assert_eq!(told(bases, joint), "", "{bases:?} {joint:?}");
        }
    }

    #[test]
    fn deals_are_counted_by_bases_and_bases_by_deals() {
        let mut census = BaseCensus::default();
        for deal in [bases(&[], &[]), bases(&[0, 6], &[]), bases(&[6, 12], &[]), bases(&[6], &[1])] {
            census.add(deal);
        }
        assert_eq!(census.winning.iter().collect::<Vec<_>>(), [(0, 1), (2, 2)]);
        assert_eq!((census.undecided, census.undecided_by[1], census.deals()), (1, 1, 4));
        assert_eq!((census.won_by[0], census.won_by[6], census.won_by[12]), (1, 3, 1));
        assert_eq!(census.check(4), Ok(()));
        assert!(census.check(5).expect_err("one deal too few").contains("5 deals, 4 with bases"));
        census.won_by = [0; RANKS];
        assert!(census.check(4).expect_err("none won").contains("4 winning bases by deal, 0 by base"));
    }
}
