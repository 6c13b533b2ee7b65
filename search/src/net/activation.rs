//! What units do with their sums, in arithmetic that gives the same bits everywhere.

/// What a hidden unit does with its sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// The sum, or 0 if it is negative.
    #[default]
    Relu,
    /// The sum, or a sixty-fourth of it if it is negative.
    Leaky,
    /// From 0 to 1, as [`sigmoid`].
    Sigmoid,
}

impl Activation {
    /// All of them, in the order of their numbers in files.
    pub const ALL: [Self; 3] = [Self::Relu, Self::Leaky, Self::Sigmoid];

    const LEAK: f32 = 1.0 / 64.0;

    /// The name on the command line and in recipes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["relu", "leaky", "sigmoid"][self as usize]
    }

    /// Turns sums into what the units give.
    #[inline]
    pub(crate) fn apply(self, sums: &[f32], units: &mut [f32]) {
        let both = sums.iter().zip(units);
        match self {
            Self::Relu => both.for_each(|(&sum, unit)| *unit = if sum > 0.0 { sum } else { 0.0 }),
            Self::Leaky => both.for_each(|(&sum, unit)| *unit = if sum > 0.0 { sum } else { Self::LEAK * sum }),
            Self::Sigmoid => both.for_each(|(&sum, unit)| *unit = sigmoid(sum)),
        }
    }

    /// Multiplies `slopes` by how fast units rise with their sums, told from what the units give.
    pub(crate) fn slope(self, units: &[f32], slopes: &mut [f32]) {
        let both = units.iter().zip(slopes);
        match self {
            Self::Relu => both.for_each(|(&unit, slope)| *slope = if unit > 0.0 { *slope } else { 0.0 }),
            Self::Leaky => both.for_each(|(&unit, slope)| *slope *= if unit > 0.0 { 1.0 } else { Self::LEAK }),
            Self::Sigmoid => both.for_each(|(&unit, slope)| *slope *= unit * (1.0 - unit)),
        }
    }
}

/// The logistic function 1 / (1 + e^-x), right to a few units of the last place, from 1e-13 to 1.
///
/// Additions, multiplications and one division without a branch: loops over it are vectorised, and no library's
/// exponential, which differs from system to system, is asked.
#[inline]
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// e^x for x cut to -30..=30: a power of two by its exponent, times a polynomial on a half either side of 0.
#[inline]
fn exp(x: f32) -> f32 {
    /// Added to a small number, leaves its nearest whole number in the low bits.
    const WHOLE: f32 = 12_582_912.0;
    /// Powers of ln 2 over factorials.
    const SERIES: [f32; 6] =
        [std::f32::consts::LN_2, 0.240_226_5, 0.055_504_11, 0.009_618_13, 0.001_333_36, 0.000_154_04];
    let x = if x > 30.0 { 30.0 } else { x };
    let x = if x < -30.0 { -30.0 } else { x };
    let twos = x * std::f32::consts::LOG2_E;
    let whole = twos + WHOLE;
    let part = twos - (whole - WHOLE);
    let [a, b, c, d, e, f] = SERIES;
    let series = 1.0 + part * (a + part * (b + part * (c + part * (d + part * (e + part * f)))));
    let exponent = whole.to_bits().wrapping_sub(WHOLE.to_bits()) << 23;
    f32::from_bits(series.to_bits().wrapping_add(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sigmoid_is_right() {
        for step in -2_900..=2_900 {
            let x = step as f32 / 100.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            let error = (f64::from(sigmoid(x)) - exact).abs() / exact;
            assert!(error < 2e-6, "{x}: {error}");
        }
        assert!(sigmoid(-1e30) > 0.0 && sigmoid(1e30) <= 1.0);
    }

    #[test]
    fn slopes_are_those_of_the_function() {
        for activation in Activation::ALL {
            for x in [-2.0, -0.5, 0.25, 3.0_f32] {
                let value = |x| {
                    let mut unit = [0.0];
                    activation.apply(&[x], &mut unit);
                    unit[0]
                };
                let mut slope = [2.0];
                activation.slope(&[value(x)], &mut slope);
                let measured = (value(x + 0.01) - value(x - 0.01)) / 0.01;
                assert!((slope[0] - measured).abs() < 1e-3, "{activation:?} at {x}: {} {measured}", slope[0]);
            }
        }
    }
}
