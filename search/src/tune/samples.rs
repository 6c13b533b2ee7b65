//! Positions to learn from, with their labels, and the scale on which scores are probabilities.

/// What is known of a position, from the view of the side that moves first in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// What a search said, in hundredths of a unit.
    pub score: i16,
    /// How the game ended: 1, 0 or -1.
    pub result: i8,
}

impl Label {
    /// The first side's share of the point.
    #[must_use]
    pub fn points(self) -> f32 {
        f32::midpoint(f32::from(self.result), 1.0)
    }
}

/// Positions with their labels. Boards and labels lie apart, since a board fills a line of the cache.
#[derive(Clone, Debug)]
pub struct Samples<G> {
    boards: Vec<G>,
    labels: Vec<Label>,
}

impl<G> Default for Samples<G> {
    fn default() -> Self {
        Self { boards: Vec::new(), labels: Vec::new() }
    }
}

impl<G> Samples<G> {
    /// The bytes that a position takes.
    pub const BYTES: usize = size_of::<G>() + size_of::<Label>();

    /// Adds a position.
    pub fn push(&mut self, pos: G, label: Label) {
        self.boards.push(pos);
        self.labels.push(label);
    }

    /// Adds all of `other`.
    pub fn append(&mut self, mut other: Self) {
        self.boards.append(&mut other.boards);
        self.labels.append(&mut other.labels);
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// A position and its label.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> (&G, Label) {
        (&self.boards[index], self.labels[index])
    }

    /// All labels.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }
}

/// The logistic function: the expected share of the point at a value in units of the [scale](scale()).
#[inline]
#[must_use]
pub fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What it costs to have foretold `value` (in units of the scale) where `target` came, or is expected: the logistic cost,
/// less what foretelling the target itself would cost. At least 0 but for rounding.
#[inline]
#[must_use]
pub fn cost(value: f32, target: f32) -> f32 {
    let part = |part: f32| if part > 0.0 { part * part.ln() } else { 0.0 };
    let least = -part(target) - part(1.0 - target);
    value.max(0.0) - value * target + (-value.abs()).exp().ln_1p() - least
}

/// The scale on which scores foretell results best, in hundredths of a unit: [`logistic`] of a score in units of it is
/// the share of the point to expect. Within 10 to 2,000.
#[must_use]
pub fn scale(labels: &[Label]) -> f32 {
    let error = |scale: f32| -> f64 {
        labels.iter().map(|label| f64::from(cost(f32::from(label.score) / scale, label.points()))).sum()
    };
    // The error has one minimum; golden section closes in on it.
    let golden = 0.618_034_f32;
    let (mut low, mut high) = (10.0_f32, 2_000.0_f32);
    let inner = |low: f32, high: f32| (high - golden * (high - low), low + golden * (high - low));
    let (mut a, mut b) = inner(low, high);
    let (mut error_a, mut error_b) = (error(a), error(b));
    while high - low > 0.5 {
        if error_a <= error_b {
            high = b;
            (a, b, error_b) = (inner(low, high).0, a, error_a);
            error_a = error(a);
        } else {
            low = a;
            (a, b, error_a) = (b, inner(low, high).1, error_b);
            error_b = error(b);
        }
    }
    f32::midpoint(low, high)
}
