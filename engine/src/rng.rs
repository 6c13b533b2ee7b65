//! Random streams by seed and index: each game or deal draws from its own, so neither the number of threads nor an
//! interruption can change a result.

use rand_xoshiro::rand_core::SeedableRng;

use crate::zobrist::mix;

/// The generator everywhere: xoshiro256++ (Blackman and Vigna 2019).
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The stream of item `index` in a run with master seed `seed`.
///
/// The 256-bit state holds `a = mix(seed)` and `b = mix(a ^ index)` whole; both steps can be undone, so no two pairs
/// share a state. `b` comes first, because the generator's first output sees the outer two words only.
///
/// ```
/// use rand::RngExt;
/// let first: u64 = engine::rng::stream(1, 0).random();
/// assert_eq!(first, engine::rng::stream(1, 0).random());
/// assert_ne!(first, engine::rng::stream(1, 1).random::<u64>());
/// ```
#[must_use]
pub fn stream(seed: u64, index: u64) -> Rng {
    let a = mix(seed);
    let b = mix(a ^ index);
    let c = mix(b.rotate_left(32) ^ a);
    let words = [b, c, mix(c ^ b), a];
    let mut bytes = [0; 32];
    for (slot, word) in bytes.chunks_exact_mut(8).zip(words) {
        slot.copy_from_slice(&word.to_le_bytes());
    }
    Rng::from_seed(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::RngExt;

    use super::*;

    #[test]
    fn first_outputs_of_neighbouring_streams_differ() {
        let first = |seed, index| stream(seed, index).random::<u64>();
        let all: HashSet<u64> = (0..100).flat_map(|seed| (0..100).map(move |index| first(seed, index))).collect();
        assert_eq!(all.len(), 10_000);
    }
}
