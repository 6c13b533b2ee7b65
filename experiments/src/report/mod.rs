//! Reports: what a directory holds, as one HTML page for people.
//!
//! [`event`] tells of matches and tournaments, [`survey`] of surveys: each makes a [`page::Page`] of tables and plots ([`plot`]),
//! with lines of play to step through ([`reel`]) on a board that [`crate::drawing`] draws. The page needs nothing but itself: style
//! sheet and replayer (`page.css`, `replayer.js`) are in it. A journal gives the same page, byte for byte, whenever it is made.
//! `experiments/browser/check_report.py` looks at pages in a browser.

pub(crate) mod event;
pub(crate) mod page;
pub(crate) mod plot;
pub(crate) mod reel;
pub(crate) mod survey;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::failure::Failure;
use crate::output::thousands;

/// Refuses a range of lines to replay that has none of those that are there.
fn some_of(replays: &Range<u64>, there: u64) -> Result<(), Failure> {
    let Range { start, end } = *replays;
    if start == 0 || start < there {
        return Ok(());
    }
    Err(Failure::input(format_args!("--replays {start}..{end}: there are {}, counted from 0", thousands(there))))
}
