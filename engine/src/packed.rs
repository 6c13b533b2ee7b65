//! Moves in 32 bits: small enough for a table entry, and numbered for the history heuristics.

use std::fmt::{Debug, Display};
use std::hash::Hash;

/// One whole turn in at most 32 bits, printable without its position.
pub trait PackedMove: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The number of [slots](Self::slot).
    const SLOTS: usize;

    /// The bits; different moves have different bits.
    fn to_bits(self) -> u32;

    /// The inverse of [`to_bits`](Self::to_bits) for bits that came from it. Other bits give some move, never a
    /// panic: a torn table entry must not bring a search down (the search only plays what the generator made too).
    fn from_bits(bits: u32) -> Self;

    /// A small number below [`SLOTS`](Self::SLOTS) by which moves of the same kind (same man, same target) share
    /// their history.
    fn slot(self) -> usize;

    /// The number of [kinds](Self::kind): few hundred, since histories by the moves before have a place for each pair of them.
    const KINDS: usize = Self::SLOTS;

    /// A small number below [`KINDS`](Self::KINDS) by which moves are told apart where pairs of them are: the slot, unless
    /// there are too many.
    #[inline]
    fn kind(self) -> usize {
        self.slot()
    }
}
