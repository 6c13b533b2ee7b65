//! What a deal shows at a glance, and what it tells: the share of deals won among those with k cards to move, and among
//! those with at least k, which is what a player can hope for who looks deals over and skips the worse ones.

use std::collections::BTreeMap;
use std::io::{self, Write};

use search::Policy;
use serde::Serialize;

use super::summary::percent;
use crate::census::{Census, Group};
use crate::output::{Align, Table, thousands};
use crate::stats::distribution::Distribution;

/// Which cards are counted.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Count {
    /// Available cards that can be moved.
    Playable(u32),
    /// Available cards that can be built onto another.
    Buildable(u32),
}

impl Count {
    /// How many cards.
    pub(crate) fn of(self) -> u32 {
        match self {
            Self::Playable(count) | Self::Buildable(count) => count,
        }
    }

    /// The distribution of this kind of count.
    fn pick<'a>(self, playable: &'a Distribution, buildable: &'a Distribution) -> &'a Distribution {
        match self {
            Self::Playable(_) => playable,
            Self::Buildable(_) => buildable,
        }
    }
}

/// Some deals, and how many of them can be won.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Share {
    pub(crate) deals: u64,
    pub(crate) winnable: u64,
    pub(crate) rate: f64,
    /// How many each policy wins, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) wins: BTreeMap<&'static str, u64>,
}

impl Share {
    fn add(&mut self, other: &Self) {
        self.deals += other.deals;
        self.winnable += other.winnable;
        self.rate = self.winnable as f64 / self.deals as f64;
        for (&policy, wins) in &other.wins {
            *self.wins.entry(policy).or_default() += wins;
        }
    }

    fn cells(&self) -> Vec<String> {
        let of_deals = |count: u64| percent(count as f64 / self.deals as f64, 3);
        let mut cells = vec![thousands(self.deals), percent(self.rate, 2)];
        cells.extend(policies(self).map(|policy| of_deals(self.wins[policy])));
        cells
    }
}

/// The policies that played, in order.
fn policies(share: &Share) -> impl Iterator<Item = &'static str> {
    Policy::ALL.into_iter().map(Policy::name).filter(|name| share.wins.contains_key(name))
}

/// The deals with so many cards to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Level {
    #[serde(flatten)]
    pub(crate) count: Count,
    #[serde(flatten)]
    pub(crate) share: Share,
    /// The deals with as many or more.
    pub(crate) at_least: Share,
}

/// The levels of a count, in ascending order.
pub(super) fn levels(census: &Census, all: &Group, kind: fn(u32) -> Count) -> Vec<Level> {
    let of = |group: &Group, count| kind(count).pick(&group.playable, &group.buildable).of(count);
    let mut levels = Vec::new();
    let mut at_least = Share::default();
    let counts: Vec<u32> = kind(0).pick(&all.playable, &all.buildable).iter().map(|(count, _)| count).collect();
    for count in counts.into_iter().rev() {
        let wins_of = |policy: Policy| {
            let wins = census.policies.as_ref()?.of(policy)?;
            Some((policy.name(), kind(count).pick(&wins.playable, &wins.buildable).of(count)))
        };
        let (deals, winnable) = (of(all, count), of(&census.winnable, count));
        let wins = Policy::ALL.into_iter().filter_map(wins_of).collect();
        let share = Share { deals, winnable, rate: winnable as f64 / deals as f64, wins };
        at_least.add(&share);
        levels.push(Level { count: kind(count), share, at_least: at_least.clone() });
    }
    levels.reverse();
    levels
}

/// A row a level, under a head.
pub(super) fn write_levels(levels: &[Level], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = levels.first() else { return Ok(()) };
    let half = |deals: &'static str| -> Vec<String> {
        [deals, "winnable"].into_iter().chain(policies(&first.share)).map(str::to_owned).collect()
    };
    let head = [vec!["cards".to_owned()], half("deals"), half("as many or more")].concat();
    let mut table = Table::new(&vec![Align::Right; head.len()]);
    table.row(head);
    for Level { count, share, at_least } in levels {
        table.row([vec![count.of().to_string()], share.cells(), at_least.cells()].concat());
    }
    table.write(out, 2)
}
