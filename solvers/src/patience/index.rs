//! Which numbered position has a key: open addressing over numbers, made to be cleared for the next deal at once.
//!
//! An entry holds a number with eight bits of the key's hash. Whoever keeps the positions compares whole keys, so that
//! a collision costs time and never truth. Only the part of the table in use is cleared.

use super::state::State;

/// The most positions that can be numbered: their numbers have 24 bits, of which one pattern means a free entry.
pub(super) const MOST: u32 = (1 << 24) - 1;

/// A table that begins with `SMALLEST` entries and grows by the factor `GROWTH`; both are powers of two.
#[derive(Debug, Default)]
pub(super) struct Index<const SMALLEST: usize, const GROWTH: usize> {
    /// A number plus one, times 256, plus eight bits of its hash; 0 is free.
    table: Vec<u32>,
    /// The part of the table in use: a power of two, at least twice the number of positions.
    size: usize,
}

/// Where a position that has no number yet belongs, until another one is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vacancy {
    slot: usize,
    tag: u32,
}

/// Mixes a key into 64 bits of which the upper ones are good.
#[inline]
fn hash(state: &State) -> u64 {
    let low = state.low.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let high = (state.high ^ low.rotate_right(29)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (high ^ high >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<const SMALLEST: usize, const GROWTH: usize> Index<SMALLEST, GROWTH> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.resize(SMALLEST);
    }

    /// Makes the table `size` entries, all free.
    fn resize(&mut self, size: usize) {
        self.size = size;
        if self.table.len() < size {
            self.table.resize(size, 0);
        }
        self.table[..size].fill(0);
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.size - 1)
    }

    /// The number of a position, or where it belongs. `is` tells whether a number is that of a position with its key.
    #[inline]
    pub(super) fn find(&self, state: &State, is: impl Fn(u32) -> bool) -> Result<u32, Vacancy> {
        let hash = hash(state);
        let tag = hash as u32 & 255;
        let mut slot = self.slot(hash);
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Err(Vacancy { slot, tag });
            }
            if entry & 255 == tag && is((entry >> 8) - 1) {
                return Ok((entry >> 8) - 1);
            }
            slot = (slot + 1) & (self.size - 1);
        }
    }

    /// Enters the next number, up to [`MOST`], where [`find`](Self::find) has just said. `true` if the table is half
    /// full by that, and must [`grow`](Self::grow).
    #[inline]
    #[must_use]
    pub(super) fn enter(&mut self, vacancy: Vacancy, number: u32) -> bool {
        self.table[vacancy.slot] = (number + 1) << 8 | vacancy.tag;
        (number as usize + 1) * 2 > self.size
    }

    /// Makes the table larger and enters all positions, in the order of their numbers, anew.
    #[cold]
    pub(super) fn grow(&mut self, states: impl Iterator<Item = State>) {
        self.resize(self.size * GROWTH);
        for (number, state) in (1..).zip(states) {
            let hash = hash(&state);
            let mut slot = self.slot(hash);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.size - 1);
            }
            self.table[slot] = number << 8 | hash as u32 & 255;
        }
    }
}
