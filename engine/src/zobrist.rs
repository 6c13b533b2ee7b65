//! Keys: fixed random numbers made at compile time, and a mixer for states that are a few words long.
//!
//! Keys are the same in every build and on every machine, so that recorded runs and signatures stay comparable.

/// The step of the `SplitMix64` sequence (Steele, Lea, Flood 2014).
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// `SplitMix64`'s output function: a bijection on 64 bits whose results look random.
#[inline]
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The key of a state of several words, each of them fully mixed in.
#[inline]
#[must_use]
pub const fn mix_all<const N: usize>(words: [u64; N]) -> u64 {
    let mut key = 0;
    let mut i = 0;
    while i < N {
        key = mix(key ^ words[i]);
        i += 1;
    }
    key
}

/// `N` fixed random numbers; another `seed` gives others.
#[must_use]
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = mix(mix(seed).wrapping_add((i as u64).wrapping_mul(STEP)));
        i += 1;
    }
    numbers
}
