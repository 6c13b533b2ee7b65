//! Ranges of items on the command line: `A..B` means A <= i < B, counted from 0.
//!
//! Reversed and empty ranges are refused with what would be accepted. A single number means what the command says:
//! that one item ([`one_or_range`]), or as many from 0 on ([`first_or_range`]).

use std::ops::Range;

/// The most items of one run; more are to be cut into several runs.
const MOST: u64 = 10_000_000_000;

/// Reads `A..B`, or `I` for the one item I.
pub(crate) fn one_or_range(text: &str) -> Result<Range<u64>, String> {
    if let Some(ends) = text.split_once("..") {
        return range(ends);
    }
    let index = number(text)?;
    let end = index.checked_add(1).ok_or_else(|| format!("{index} is too large; the last item is 2^64 - 2"))?;
    Ok(index..end)
}

/// Reads `A..B`, or `N` for the first N items, 0..N.
pub(crate) fn first_or_range(text: &str) -> Result<Range<u64>, String> {
    match text.split_once("..") {
        Some(ends) => range(ends),
        None => match number(text)? {
            0 => Err("no items; at least 1 is expected".to_owned()),
            count => checked(0..count),
        },
    }
}

fn range((start, end): (&str, &str)) -> Result<Range<u64>, String> {
    let (start, end) = (number(start)?, number(end)?);
    if start > end {
        return Err(format!("the range {start}..{end} is reversed; A..B means A <= i < B"));
    }
    if start == end {
        return Err(format!("the range {start}..{end} is empty; A..B means A <= i < B"));
    }
    checked(start..end)
}

fn checked(range: Range<u64>) -> Result<Range<u64>, String> {
    match range.end - range.start {
        ..=MOST => Ok(range),
        count => Err(format!("{count} items are too many for one run; at most {MOST}, so cut the range")),
    }
}

fn number(text: &str) -> Result<u64, String> {
    whole(text).map_err(|error| format!("{error}; a range is written A..B"))
}

/// Reads one number, such as a seed.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| format!("{text:?} is not a whole number below 2^64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_numbers_are_read() {
        for read in [one_or_range, first_or_range] {
            assert_eq!(read("3..8"), Ok(3..8));
            assert_eq!(read("18446744073709551614..18446744073709551615"), Ok(u64::MAX - 1..u64::MAX));
        }
        assert_eq!(one_or_range("7"), Ok(7..8));
        assert_eq!(first_or_range("7"), Ok(0..7));
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        for (text, reason) in [
            ("8..3", "8..3 is reversed"),
            ("3..3", "3..3 is empty"),
            ("0..10000000001", "too many for one run"),
            ("", "\"\" is not a whole number"),
            ("1..", "\"\" is not"),
            ("1..2..3", "\"2..3\" is not"),
            ("..5", "\"\" is not"),
            ("+1..5", "\"+1\" is not"),
            ("-1", "\"-1\" is not"),
            ("18446744073709551616", "is not a whole number below"),
        ] {
            for read in [one_or_range, first_or_range] {
                let message = read(text).expect_err(text);
                assert!(message.contains(reason), "{text}: {message}");
            }
        }
        assert!(one_or_range("18446744073709551615").expect_err("too large").contains("too large"));
        assert!(first_or_range("0").expect_err("none").contains("at least 1"));
    }
}
