//! Sets of squares as bits of a word, and an iterator over them.

use std::num::NonZeroU64;

/// The indices of the set bits of a word, lowest first.
///
/// ```
/// assert_eq!(engine::bitboard::Bits(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        // Of a word that is not zero the compiler knows that the index is below 64, and leaves out checks of it.
        let word = NonZeroU64::new(self.0)?;
        self.0 &= self.0 - 1;
        Some(word.trailing_zeros())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Bits {}
