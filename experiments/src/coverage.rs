//! Which items of a run there are: disjoint ranges in order, with what overlaps and what is missing between them.
//!
//! Shards of a run cover a range each; together they should cover one range. Neighbouring ranges become one, so that
//! equal sets are equal whatever they were put together from.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A set of items as disjoint ranges, none empty and no two neighbours; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub(crate) struct Coverage(Vec<Range<u64>>);

impl Coverage {
    /// The items of `range`, which is not empty.
    pub(crate) fn of(range: Range<u64>) -> Self {
        Self(vec![range])
    }

    /// The items of both.
    ///
    /// # Errors
    /// The first range that is in both.
    pub(crate) fn with(&self, other: &Self) -> Result<Self, Range<u64>> {
        let mut all = [&self.0[..], &other.0].concat();
        all.sort_by_key(|range| (range.start, range.end));
        Self::join(all)
    }

    /// The items of both, which have none in common.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        self.with(other).expect("what has nothing in common does not overlap")
    }

    /// Joins ranges in order of their start.
    fn join(ranges: Vec<Range<u64>>) -> Result<Self, Range<u64>> {
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start < last.end => return Err(range.start..range.end.min(last.end)),
                Some(last) if range.start == last.end => last.end = range.end,
                _ => joined.push(range),
            }
        }
        Ok(Self(joined))
    }

    /// The ranges in order.
    pub(crate) fn ranges(&self) -> &[Range<u64>] {
        &self.0
    }

    /// The range from the first item to the last.
    pub(crate) fn hull(&self) -> Range<u64> {
        let [first, last] = [self.0.first(), self.0.last()].map(|range| range.expect("there is a range"));
        first.start..last.end
    }

    /// The ranges missing between the first item and the last, in order.
    pub(crate) fn gaps(&self) -> Vec<Range<u64>> {
        self.0.windows(2).map(|pair| pair[0].end..pair[1].start).collect()
    }

    /// The number of items.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }
}

impl TryFrom<Vec<(u64, u64)>> for Coverage {
    type Error = String;

    fn try_from(pairs: Vec<(u64, u64)>) -> Result<Self, String> {
        let ranges: Vec<Range<u64>> = pairs.into_iter().map(|(start, end)| start..end).collect();
        if ranges.is_empty() || ranges.iter().any(Range::is_empty) {
            return Err("an empty range".to_owned());
        }
        Self::join(ranges)
            .map_err(|range| format!("items {}..{} are not in order or there twice", range.start, range.end))
    }
}

impl From<Coverage> for Vec<(u64, u64)> {
    fn from(coverage: Coverage) -> Self {
        coverage.0.into_iter().map(|range| (range.start, range.end)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn together(ranges: &[Range<u64>]) -> Result<Coverage, Range<u64>> {
        let (first, rest) = ranges.split_first().expect("some ranges");
        rest.iter().try_fold(Coverage::of(first.clone()), |all, range| all.with(&Coverage::of(range.clone())))
    }

    #[test]
    fn shards_in_any_order_are_one_range() {
        for ranges in [[3..10, 10..11, 11..40], [11..40, 3..10, 10..11], [10..11, 11..40, 3..10]] {
            assert_eq!(together(&ranges), Ok(Coverage::of(3..40)));
        }
        let whole = together(&[3..10, 20..40, 50..60]).expect("disjoint");
        assert_eq!((whole.hull(), whole.gaps(), whole.count()), (3..60, vec![10..20, 40..50], 37));
        let filled = whole.with(&together(&[40..50, 10..20]).expect("disjoint"));
        assert_eq!(filled, Ok(Coverage::of(3..60)));
    }

    #[test]
    fn what_is_in_two_is_named() {
        for (ranges, twice) in [
            ([0..10, 9..20], 9..10),
            ([0..10, 0..10], 0..10),
            ([5..6, 0..10], 5..6),
            ([0..10, 2..30], 2..10),
            ([0..1, 0..7], 0..1),
        ] {
            assert_eq!(together(&ranges), Err(twice));
        }
    }

    #[test]
    fn it_is_read_back_and_nothing_else_is_read() {
        let coverage = together(&[3..10, 20..40]).expect("disjoint");
        let text = serde_json::to_string(&coverage).expect("JSON");
        assert_eq!(text, "[[3,10],[20,40]]");
        assert_eq!(serde_json::from_str::<Coverage>(&text).expect("read back"), coverage);
        for (text, reason) in [
            ("[]", "an empty range"),
            ("[[5,5]]", "an empty range"),
            ("[[5,4]]", "an empty range"),
            ("[[5,9],[8,10]]", "items 8..9 are"),
            ("[[20,40],[3,10]]", "items 3..10 are"),
        ] {
            assert!(serde_json::from_str::<Coverage>(text).expect_err(text).to_string().contains(reason), "{text}");
        }
    }
}
