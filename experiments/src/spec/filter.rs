//! A move filter as it is written, `8:0.16`: so many moves at most, within so many points of the best.

use engine::Score;
use search::expectiminimax::Filter;

use super::{whole, within};

/// The most moves and points that can be asked for.
const MOST: u32 = 1_000;
const POINTS: u64 = 100;
/// Digits behind the point: a unit is 1e-7 points.
const DIGITS: usize = 7;

/// What is accepted, in words.
pub(super) fn accepted() -> String {
    format!("moves:points, 1 to {MOST} moves within 0 to {POINTS} points of the best one, such as 8:0.16")
}

pub(super) fn read(text: &str) -> Option<Filter> {
    let (most, margin) = text.split_once(':')?;
    let most = within(most.trim(), &(1..=MOST))? as usize;
    Some(Filter { most, margin: points(margin.trim())? })
}

/// A decimal number of points, exactly.
fn points(text: &str) -> Option<Score> {
    let (points, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if points.is_empty() || !(1..=DIGITS).contains(&decimals.len()) {
        return None;
    }
    let units = whole(&format!("{decimals:0<DIGITS$}"))?;
    let points = whole(points).filter(|&points| points < POINTS || points == POINTS && units == 0)?;
    i32::try_from(points * u64::from(Score::POINT.unsigned_abs()) + units).ok().map(Score)
}

/// The one way in which a filter is written.
pub(super) fn text_of(filter: Filter) -> String {
    let (points, units) = (filter.margin.0 / Score::POINT, filter.margin.0 % Score::POINT);
    let decimals = format!("{units:0DIGITS$}");
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{}:{points}{point}{decimals}", filter.most)
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;

    #[test]
    fn filters_are_written_in_one_way() {
        for (text, canonical) in [
            ("plies=1,filter=8:0.16", "plies=1,filter=8:0.16"),
            ("filter= 8 : 0.1600,plies=2,nodes=9", "plies=2,nodes=9,filter=8:0.16"),
            ("plies=1,filter=1000:100", "plies=1,filter=1000:100"),
            ("plies=1,filter=1:0.0", "plies=1,filter=1:0"),
            ("plies=1,filter=3:0.0000001", "plies=1,filter=3:0.0000001"),
        ] {
            let spec: Spec = format!("expectiminimax:{text}").parse().expect(text);
            assert_eq!(spec.to_string(), format!("expectiminimax:{canonical}"));
        }
    }

    #[test]
    fn what_is_no_filter_is_refused() {
        for value in
            ["", "8", "8:", ":0.1", "0:0.1", "1001:0.1", "8:-0.1", "8:.1", "8:1.", "8:100.1", "8:0.12345678", "x:1"]
        {
            let message =
                format!("expectiminimax:plies=1,filter={value}").parse::<Spec>().expect_err(value).to_string();
            assert!(message.contains("accepted: moves:points, 1 to 1000 moves"), "{value:?}: {message}");
        }
        for (text, reason) in [
            ("expectiminimax:filter=8:0.1", "needs a limit: one of plies, depth, nodes, time, clock, such as"),
            ("expectiminimax:plies=1,filter=8:0.1,filter=8:0.1", "given filter where it has filter already"),
            ("alphabeta:depth=1,filter=8:0.1", "has no option \"filter\""),
        ] {
            let message = text.parse::<Spec>().expect_err(text).to_string();
            assert!(message.contains(reason), "{text:?}: {message}");
        }
    }
}
