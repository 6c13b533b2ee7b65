//! Checkers in files: test suites of positions as PDN's FEN, operations behind them.

use engine::games::checkers::Checkers;
use engine::record::Record;

use super::{Notated, Suites};

impl Notated for Checkers {
    const SUITES: Option<Suites<Self>> = Some(Suites { read: Record::parse_word, write: |pos, mv| pos.pdn(mv) });
}
