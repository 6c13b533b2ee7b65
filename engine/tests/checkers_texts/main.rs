//! Checkers' texts: PDN games, ballots, FEN and moves against golden cases and whatever a generator of nonsense comes up
//! with.

mod pdn;
mod properties;
#[path = "../texts/mod.rs"]
mod texts;
