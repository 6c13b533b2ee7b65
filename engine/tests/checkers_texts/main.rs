//! Checkers' texts: PDN games, ballots, FEN and moves against golden cases and whatever a generator of nonsense comes up
//! with.

#[path = "../nonsense/mod.rs"]
mod nonsense;
mod pdn;
mod properties;
