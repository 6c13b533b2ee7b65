//! By how much static values were wrong, kept by what positions have in common: the search's own correction of its sense.

use engine::Side;

/// Entries a side; a power of two.
const SIZE: usize = 1 << 14;
/// What one search counts against all before it, at most.
const MOST_WEIGHT: i32 = 16;
/// The weights of all sum to this.
const WEIGHTS: i32 = 256;

/// Running means of errors by side to move and [kin](crate::Sense::kin), in the units of the evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors([Vec<i32>; 2]);

impl Errors {
    /// Makes room, if there is none yet.
    pub(crate) fn prepare(&mut self) {
        self.0.iter_mut().filter(|means| means.is_empty()).for_each(|means| *means = vec![0; SIZE]);
    }

    /// What to add to a static value.
    #[inline]
    pub(crate) fn expected(&self, side: Side, kin: u64) -> i32 {
        self.0[side.index()].get(kin as usize % SIZE).copied().unwrap_or(0)
    }

    /// Takes an `error` into account that a search of `depth` has found, the more the deeper it was. A mean is never more
    /// than a third of `unit`: it corrects a value, it does not replace it.
    #[inline]
    pub(crate) fn learn(&mut self, side: Side, kin: u64, (error, depth): (i32, u32), unit: i32) {
        let Some(mean) = self.0[side.index()].get_mut(kin as usize % SIZE) else { return };
        let weight = (depth as i32 + 1).min(MOST_WEIGHT);
        let error = error.clamp(-unit * 4, unit * 4);
        *mean = ((*mean * (WEIGHTS - weight) + error * weight) / WEIGHTS).clamp(-unit / 3, unit / 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_come_again_are_expected() {
        let mut errors = Errors::default();
        assert_eq!(errors.expected(Side::First, 7), 0);
        errors.learn(Side::First, 7, (10_000, 9), 100_000);
        assert_eq!(errors.expected(Side::First, 7), 0, "there is no room yet");
        errors.prepare();
        (0..1_000).for_each(|_| errors.learn(Side::First, 7, (10_000, 9), 100_000));
        assert!((9_900..=10_000).contains(&errors.expected(Side::First, 7)));
        (0..1_000).for_each(|_| errors.learn(Side::Second, 7, (-500_000, 20), 100_000));
        assert_eq!(errors.expected(Side::Second, 7), -33_333);
        assert_eq!(errors.expected(Side::First, 8), 0);
    }
}
