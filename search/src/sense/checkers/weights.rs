//! The weights: what each place of each term is worth, and the tables that the evaluation looks patterns up in.

use std::sync::LazyLock;

use super::terms::{PATTERN, PATTERNS, PLACES};
use super::windows::{self, WINDOWS};
use crate::sense::taper::Taper;
use crate::tune::checkers as text;

/// What each place of each term is worth.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By place but for the patterns, in hundredths of a man for many pieces and for few.
    pub(super) terms: [Taper; PATTERN],
    /// By window and pattern, for Black.
    pub(super) patterns: [Box<[Taper; PATTERNS]>; WINDOWS],
}

impl Weights {
    /// Weights by place.
    ///
    /// # Panics
    /// If there are not [`PLACES`].
    #[must_use]
    pub fn of(places: &[Taper]) -> Self {
        assert_eq!(places.len(), PLACES, "a weight a place");
        let mut terms = [Taper::ZERO; PATTERN];
        terms.copy_from_slice(&places[..PATTERN]);
        let worth = |window: usize, pattern: usize| {
            windows::place(window, pattern).map_or(Taper::ZERO, |(place, sign)| places[place] * sign)
        };
        let table = |window| (0..PATTERNS).map(|pattern| worth(window, pattern)).collect::<Box<[Taper]>>();
        let patterns = std::array::from_fn(|window| {
            table(window).try_into().unwrap_or_else(|_| unreachable!("as many weights as patterns"))
        });
        Self { terms, patterns }
    }
}

/// The weights that are played with, tuned by `fort tune checkers`.
pub static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::of(&text::read(TUNED).expect("the weights that are built in are well formed")));

/// As the tuner writes them.
pub(crate) static TUNED: &str = include_str!("weights.txt");
