//! How often each value occurred: exact counts, from which quantiles and histograms are read.
//!
//! Distributions of disjoint sets [merge](Distribution::merge) into that of the union, whatever the order; nothing is
//! rounded or put into classes before it is printed. A [`Digest`] is what a summary tells of a distribution.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of times each value occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Distribution(BTreeMap<u32, u64>);

/// A distribution in figures; quantile q is the least value that at least the share q of all values does not exceed.
/// `null` where there are no values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Digest {
    pub(crate) count: u64,
    pub(crate) min: Option<u32>,
    pub(crate) median: Option<u32>,
    pub(crate) p90: Option<u32>,
    pub(crate) p99: Option<u32>,
    pub(crate) p99_9: Option<u32>,
    pub(crate) max: Option<u32>,
    pub(crate) mean: Option<f64>,
}

/// A class of a histogram: the values from `from` to `to`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Class {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) count: u64,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, .. } = self;
        if from == to { write!(f, "{from}") } else { write!(f, "{from}–{to}") }
    }
}

impl Distribution {
    /// Counts a value.
    pub(crate) fn add(&mut self, value: u32) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Counts everything that `other` has counted.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&value, count) in &other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// The number of values counted.
    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The values that occurred, in ascending order, with how often they did.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.0.iter().map(|(&value, &count)| (value, count))
    }

    /// How often `value` occurred.
    pub(crate) fn of(&self, value: u32) -> u64 {
        self.0.get(&value).copied().unwrap_or(0)
    }

    /// How many values are in a class.
    pub(crate) fn within(&self, Class { from, to, .. }: Class) -> u64 {
        self.0.range(from..=to).map(|(_, count)| count).sum()
    }

    /// The least value that at least `share` thousandths of all values do not exceed; `None` if there are none.
    fn quantile(&self, share: u64) -> Option<u32> {
        let rank = (u128::from(self.count()) * u128::from(share)).div_ceil(1000);
        let mut below = 0;
        self.iter().find_map(|(value, count)| {
            below += u128::from(count);
            (below >= rank).then_some(value)
        })
    }

    /// The figures of a summary.
    pub(crate) fn digest(&self) -> Digest {
        let count = self.count();
        let sum: u128 = self.iter().map(|(value, count)| u128::from(value) * u128::from(count)).sum();
        Digest {
            count,
            min: self.0.keys().next().copied(),
            median: self.quantile(500),
            p90: self.quantile(900),
            p99: self.quantile(990),
            p99_9: self.quantile(999),
            max: self.0.keys().next_back().copied(),
            mean: (count > 0).then(|| sum as f64 / count as f64),
        }
    }

    /// Classes that double in width: 0, 1, 2 to 3, 4 to 7 and so on, from the first to the last that is not empty.
    pub(crate) fn doubling_classes(&self) -> Vec<Class> {
        self.classes(|value| match value.checked_ilog2() {
            None => (0, 0),
            Some(log) => (1 << log, u32::MAX >> (31 - log)),
        })
    }

    /// Classes of equal width, from the first to the last that is not empty; but of more than forty the fortieth takes
    /// all the rest, to the greatest value: a few outliers shall not fill pages.
    pub(crate) fn even_classes(&self, width: u32) -> Vec<Class> {
        const MOST: u32 = 40;
        let (least, greatest) = (self.0.keys().next(), self.0.keys().next_back());
        let last = least.map_or(0, |least| (least - least % width).saturating_add((MOST - 1) * width));
        let end = greatest.copied().unwrap_or_default();
        self.classes(|value| {
            let from = value - value % width;
            let to = from.saturating_add(width - 1);
            if value >= last && end > to { (last, end) } else { (from, to) }
        })
    }

    fn classes(&self, class_of: impl Fn(u32) -> (u32, u32)) -> Vec<Class> {
        let mut classes: Vec<Class> = Vec::new();
        for (value, count) in self.iter() {
            while classes.last().is_none_or(|class| class.to < value) {
                let (from, to) = class_of(classes.last().map_or(value, |class| class.to + 1));
                classes.push(Class { from, to, count: 0 });
            }
            if let Some(class) = classes.last_mut() {
                class.count += count;
            }
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(values: impl IntoIterator<Item = u32>) -> Distribution {
        let mut all = Distribution::default();
        values.into_iter().for_each(|value| all.add(value));
        all
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let digest = counted(1..=1000).digest();
        assert_eq!((digest.min, digest.median, digest.max), (Some(1), Some(500), Some(1000)));
        assert_eq!((digest.p90, digest.p99, digest.p99_9), (Some(900), Some(990), Some(999)));
        assert_eq!(digest.mean, Some(500.5));
        let skewed = counted([7, 7, 7, 1_000_000]).digest();
        assert_eq!((skewed.median, skewed.p90, skewed.count), (Some(7), Some(1_000_000), 4));
        let none = Distribution::default().digest();
        assert_eq!((none.count, none.min, none.median, none.mean), (0, None, None, None));
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let mut parts = counted((0..100).map(|n| n * n % 17));
        parts.merge(&counted((100..250).map(|n| n * n % 17)));
        assert_eq!(parts, counted((0..250).map(|n| n * n % 17)));
        assert_eq!((parts.count(), parts.of(3)), (250, 0));
        let text = serde_json::to_string(&parts).expect("JSON");
        assert_eq!(serde_json::from_str::<Distribution>(&text).expect("read back"), parts);
    }

    #[test]
    fn classes_have_no_gaps_and_lose_nothing() {
        let class = |from, to, count| Class { from, to, count };
        let all = counted([0, 1, 3, 3, 17]);
        let doubling =
            [class(0, 0, 1), class(1, 1, 1), class(2, 3, 2), class(4, 7, 0), class(8, 15, 0), class(16, 31, 1)];
        assert_eq!(all.doubling_classes(), doubling);
        assert_eq!(all.even_classes(10), [class(0, 9, 4), class(10, 19, 1)]);
        assert_eq!(counted([u32::MAX]).doubling_classes(), [class(1 << 31, u32::MAX, 1)]);
        assert_eq!(counted([u32::MAX]).even_classes(10), [class(u32::MAX - 5, u32::MAX, 1)]);
        assert_eq!(Distribution::default().doubling_classes(), []);
        let forty: Vec<Class> = (0..40).map(|n| class(60 + 20 * n, 79 + 20 * n, 1)).collect();
        let mut values: Vec<u32> = forty.iter().map(|class| class.from + 7).collect();
        assert_eq!(counted(values.clone()).even_classes(20), forty);
        values.extend([859, 860, 25_000]);
        let classes = counted(values).even_classes(20);
        assert_eq!((&classes[..39], &classes[39..]), (&forty[..39], &[class(840, 25_000, 4)][..]));
    }
}
