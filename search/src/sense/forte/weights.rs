//! The weights: what each place of each term is worth to the side to move and to the other.

use std::sync::LazyLock;

use super::terms::PLACES;
use crate::sense::taper::Taper;
use crate::tune::forte as text;

/// What each place of each term is worth, in hundredths.
#[derive(Clone, Debug)]
pub struct Weights {
    /// To the side to move.
    pub(super) moving: [i32; PLACES],
    /// To the other.
    pub(super) waiting: [i32; PLACES],
}

impl Weights {
    /// Weights by place, the side to move's and the other's.
    ///
    /// # Panics
    /// If there are not [`PLACES`].
    #[must_use]
    pub fn of(places: &[Taper]) -> Self {
        assert_eq!(places.len(), PLACES, "a weight a place");
        Self {
            moving: std::array::from_fn(|place| places[place].middle()),
            waiting: std::array::from_fn(|place| places[place].end()),
        }
    }
}

/// The weights that are played with, tuned by `fort tune forte`.
pub(crate) static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::of(&text::read(TUNED).expect("the weights that are built in are well formed")));

/// As the tuner writes them.
pub(crate) static TUNED: &str = include_str!("weights.txt");
