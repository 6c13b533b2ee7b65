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
