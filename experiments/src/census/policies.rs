//! What simple policies win, deal by deal and added up: see [`search::policy`].

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use search::Policy;
use serde::{Deserialize, Serialize};

use super::Row;
use crate::stats::distribution::Distribution;

/// Some of the policies, written `random,greedy`; in the order of [`Policy::ALL`], however they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Policies(u8);

/// The bit of a policy.
fn bit(policy: Policy) -> u8 {
    1 << policy as u8
}

impl Policies {
    /// The policies in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Policy> {
        Policy::ALL.into_iter().filter(move |&policy| self.has(policy))
    }

    /// Whether there are none.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `policy` is one of them.
    pub(crate) fn has(self, policy: Policy) -> bool {
        self.0 & bit(policy) != 0
    }

    /// Adds a policy.
    pub(crate) fn insert(&mut self, policy: Policy) {
        self.0 |= bit(policy);
    }
}

impl FromStr for Policies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::default();
        for name in text.split(',') {
            let policy = name.trim().parse().map_err(|error: search::policy::UnknownPolicy| error.to_string())?;
            if all.has(policy) {
                return Err(format!("{policy} is given twice"));
            }
            all.insert(policy);
        }
        Ok(all)
    }
}

impl TryFrom<String> for Policies {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() { Ok(Self::default()) } else { text.parse() }
    }
}

impl From<Policies> for String {
    fn from(policies: Policies) -> Self {
        policies.to_string()
    }
}

impl fmt::Display for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Policy::name).collect::<Vec<_>>().join(","))
    }
}

/// How policies did with a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The policies that played it.
    pub(crate) by: Policies,
    /// Those that won it.
    pub(crate) won: Policies,
}

/// The deals that a policy has won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wins {
    /// By playable cards.
    pub(crate) playable: Distribution,
    /// By buildable cards.
    pub(crate) buildable: Distribution,
}

impl Wins {
    /// The number of deals won.
    pub(crate) fn deals(&self) -> u64 {
        self.playable.count()
    }
}

/// The wins of each policy that played, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PolicyCensus(BTreeMap<String, Wins>);

impl PolicyCensus {
    /// The wins of a policy, if it played.
    pub(crate) fn of(&self, policy: Policy) -> Option<&Wins> {
        self.0.get(policy.name())
    }

    /// Counts a deal.
    pub(crate) fn add(&mut self, played: Played, row: &Row) {
        for policy in played.by.iter() {
            if !self.0.contains_key(policy.name()) {
                self.0.insert(policy.name().to_owned(), Wins::default());
            }
            let wins = self.0.get_mut(policy.name()).filter(|_| played.won.has(policy));
            if let Some(wins) = wins {
                wins.playable.add(row.playable);
                wins.buildable.add(row.buildable);
            }
        }
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (name, wins) in &other.0 {
            let own = self.0.entry(name.clone()).or_default();
            own.playable.merge(&wins.playable);
            own.buildable.merge(&wins.buildable);
        }
    }

    /// Says what does not fit together, if anything: `asked` are to have played, and could win `winnable` deals.
    pub(super) fn check(&self, asked: Policies, winnable: u64) -> Result<(), String> {
        let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        if names.len() != asked.iter().count() || asked.iter().any(|policy| self.of(policy).is_none()) {
            return Err(format!("wins of {:?} where those of {:?} are expected", names.join(","), asked.to_string()));
        }
        for (name, wins) in &self.0 {
            let (playable, buildable) = (wins.playable.count(), wins.buildable.count());
            if playable != buildable || playable > winnable {
                return Err(format!("{name} won {playable} or {buildable} deals of {winnable}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_put_in_order_and_mistakes_named() {
        for (text, written) in [
            ("random", "random"),
            ("lookahead, random", "random,lookahead"),
            ("greedy,lookahead,random", "random,greedy,lookahead"),
        ] {
            assert_eq!(text.parse::<Policies>().map(|all| all.to_string()), Ok(written.to_owned()));
        }
        for (text, reason) in [
            ("", "there is no policy \"\"; the policies are random, greedy, lookahead"),
            ("random,", "there is no policy \"\""),
            ("greedy,clever", "there is no policy \"clever\""),
            ("greedy,random,greedy", "greedy is given twice"),
        ] {
            assert!(text.parse::<Policies>().expect_err(text).contains(reason), "{text}");
        }
        let none = serde_json::to_string(&Policies::default()).expect("JSON");
        assert_eq!(serde_json::from_str::<Policies>(&none).expect("read back"), Policies::default());
    }
}
