//! Distributions of numbers of rolls, many in one list, and which of two sides is there first.

/// The chance from which on the rest of a distribution is not worth a place: it is added to the last number of rolls.
const NEGLIGIBLE: f64 = 1e-10;

/// Distributions, one after the other: the chances of 0, 1, 2, … rolls.
#[derive(Clone, Debug, Default)]
pub(super) struct Distributions {
    /// Where each ends.
    ends: Vec<u32>,
    chances: Vec<f32>,
}

impl Distributions {
    /// Appends a distribution, without what is negligible at its end.
    fn push(&mut self, chances: &[f64]) {
        let (mut last, mut rest) = (chances.len() - 1, 0.0);
        while last > 0 && rest + chances[last] < NEGLIGIBLE {
            rest += chances[last];
            last -= 1;
        }
        self.chances.extend(chances[..last].iter().map(|&chance| chance as f32));
        self.chances.push((chances[last] + rest) as f32);
        self.ends.push(self.chances.len() as u32);
    }

    /// The distribution that was the `at`th to come, from 0.
    #[inline]
    pub(super) fn get(&self, at: usize) -> &[f32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.chances[start as usize..self.ends[at] as usize]
    }

    /// The bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.chances)
    }
}

impl<'a> FromIterator<&'a [f64]> for Distributions {
    fn from_iter<I: IntoIterator<Item = &'a [f64]>>(all: I) -> Self {
        let mut list = Self::default();
        for chances in all {
            list.push(chances);
        }
        list
    }
}

/// The chance that `these` independent rolls are no more than `those`: of who rolls first to be there first. Both are
/// chances of 0, 1, 2, … rolls.
#[must_use]
pub fn no_more(these: &[f32], those: &[f32]) -> f64 {
    against(these, those.iter().copied())
}

/// The chance that `these` independent rolls are fewer than `those`: of who rolls second to be there first.
#[must_use]
pub fn fewer(these: &[f32], those: &[f32]) -> f64 {
    against(these, those.iter().copied().skip(1))
}

/// The sum over n of the chance of n and of `those` from their nth on.
fn against(these: &[f32], those: impl ExactSizeIterator<Item = f32> + DoubleEndedIterator) -> f64 {
    let count = those.len();
    let (mut later, mut sum) = (0.0, 0.0);
    for (at, chance) in (0..count).rev().zip(those.rev()) {
        later += f64::from(chance);
        sum += f64::from(these.get(at).copied().unwrap_or(0.0)) * later;
    }
    // Rounded chances may add up to a little more than one.
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_there_first() {
        let (one, two) = ([0.0, 0.25, 0.75], [0.0, 0.5, 0.5]);
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-7, "{found} is not {wanted}");
        near(no_more(&one, &two), 0.25 + 0.75 * 0.5);
        near(fewer(&one, &two), 0.25 * 0.5);
        near(no_more(&one, &two) + fewer(&two, &one), 1.0);
        near(no_more(&[0.0, 0.0, 1.0], &[1.0]), 0.0);
        near(no_more(&[1.0], &[0.0, 0.0, 1.0]), 1.0);
        near(fewer(&[1.0], &[1.0]), 0.0);
    }

    #[test]
    fn the_end_is_cut_but_not_lost() {
        let list: Distributions = [&[0.0, 0.5, 0.5, 4e-11, 4e-11, 0.0][..], &[1.0, 0.0]].into_iter().collect();
        assert_eq!(list.get(0), [0.0, 0.5, 0.5]);
        assert_eq!(list.get(1), [1.0]);
    }
}
