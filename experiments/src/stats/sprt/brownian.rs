//! A Brownian motion with drift that starts at 0 and stops at the first of two bounds: when it reaches which.
//!
//! Two series are known for the chance to have reached the upper bound by a time, both by solving the heat equation between
//! absorbing walls. By images (Feller, volume 2, chapter X.5) it is an alternating sum over one-sided passages to the bound
//! itself and its mirror images, which converges at once for short times; by eigenfunctions it is what is reached ever, less
//! a sum that decays with time. Each is used where it is the better one.

use std::f64::consts::PI;

use super::Bounds;
use crate::stats::normal_below;

/// The motion: a sum of so much a unit of time, and its variance a unit of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brownian {
    pub(super) drift: f64,
    pub(super) variance: f64,
    pub(super) bounds: Bounds,
}

impl Brownian {
    /// The same seen upside down.
    pub(super) fn mirrored(self) -> Self {
        let Bounds { lower, upper } = self.bounds;
        Self { drift: -self.drift, bounds: Bounds { lower: -upper, upper: -lower }, ..self }
    }

    /// The chance that the upper bound is reached by `time`, and the lower one not before.
    pub(super) fn reaches_upper(self, time: f64) -> f64 {
        let width = self.bounds.upper - self.bounds.lower;
        let spread = self.variance * time / (width * width);
        let chance = if spread <= 1.0 { self.by_images(time) } else { self.ever_upper() - self.later_upper(time) };
        chance.clamp(0.0, 1.0)
    }

    /// The sum over images: passages to the bound, less those that would have touched the other one first.
    fn by_images(self, time: f64) -> f64 {
        // At the longest time that comes here terms shrink like exp(-2 k^2).
        const IMAGES: i32 = 6;
        let Bounds { lower, upper } = self.bounds;
        let image = |k: i32| {
            let place = upper + 2.0 * f64::from(k) * (upper - lower);
            place.signum() * self.passage(place.abs(), time)
        };
        (-IMAGES..=IMAGES).map(image).sum()
    }

    /// The weight of a passage to `place` by `time`: the chance of it, times the factor by which an image differs from the
    /// bound itself, `exp((upper - place) drift / variance)`.
    fn passage(self, place: f64, time: f64) -> f64 {
        let Self { drift, variance, bounds } = self;
        let deviation = (variance * time).sqrt();
        let direct = (drift * time - place) / deviation;
        let reflected = (-drift * time - place) / deviation;
        scaled_below((bounds.upper - place) * drift / variance, direct)
            + scaled_below((bounds.upper + place) * drift / variance, reflected)
    }

    /// The chance that the upper bound is ever reached, and the lower one not before.
    fn ever_upper(self) -> f64 {
        let Bounds { lower, upper } = self.bounds;
        // Powers that are written so that they never overflow.
        let rate = 2.0 * self.drift.abs() / self.variance;
        if rate * (upper - lower) < 1e-9 {
            -lower / (upper - lower)
        } else if self.drift > 0.0 {
            (rate * lower).exp_m1() / (rate * (lower - upper)).exp_m1()
        } else {
            (-rate * upper).exp() * (rate * lower).exp_m1() / (rate * (lower - upper)).exp_m1()
        }
    }

    /// The chance that the upper bound is reached after `time`, and neither before.
    fn later_upper(self, time: f64) -> f64 {
        // At the shortest time that comes here terms shrink like exp(-5 n^2).
        const TERMS: i32 = 6;
        let Self { drift, variance, bounds: Bounds { lower, upper } } = self;
        let width = upper - lower;
        let term = |n: i32| {
            let n = f64::from(n);
            let decay = f64::midpoint(drift * drift / variance, variance * (n * PI / width).powi(2));
            // The flux through the bound: the sine's slope there is n pi / width with the sign of -cos(n pi).
            let flux = -(n * PI).cos() * n * PI * variance / (width * width) * (n * PI * -lower / width).sin();
            flux / decay * (drift * upper / variance - decay * time).exp()
        };
        (1..=TERMS).map(term).sum()
    }
}

/// `exp(power)` times the normal probability below `x`, where the one may be huge and the other tiny.
fn scaled_below(power: f64, x: f64) -> f64 {
    if x > -10.0 {
        return power.exp() * normal_below(x);
    }
    // The tail's asymptotic series, good to six digits from here on.
    let squared = x * x;
    let series = 1.0 - 1.0 / squared + 3.0 / (squared * squared);
    (power - squared / 2.0).exp() * series / (-x * (2.0 * PI).sqrt())
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::streams::{Purpose, stream};

    const BOUNDS: Bounds = Bounds { lower: -2.0, upper: 3.0 };

    #[test]
    fn both_series_agree() {
        for drift in [-4.0, -1.0, -0.1, 0.0, 0.3, 2.0, 8.0] {
            let motion = Brownian { drift, variance: 2.0, bounds: BOUNDS };
            for time in [10.0, 12.5] {
                let (one, other) = (motion.by_images(time), motion.ever_upper() - motion.later_upper(time));
                assert!((one - other).abs() < 1e-9, "{drift} {time}: {one} and {other}");
            }
        }
    }

    #[test]
    fn in_the_end_one_of_the_bounds_is_reached() {
        for drift in [-30.0, -1.0, -1e-12, 0.0, 0.2, 30.0] {
            let motion = Brownian { drift, variance: 2.0, bounds: BOUNDS };
            let sum = motion.reaches_upper(1e4) + motion.mirrored().reaches_upper(1e4);
            assert!((sum - 1.0).abs() < 1e-9, "{drift}: {sum}");
        }
        // Without drift by the distances: 2 of 5.
        let motion = Brownian { drift: 0.0, variance: 2.0, bounds: BOUNDS };
        assert!((motion.reaches_upper(1e4) - 0.4).abs() < 1e-9);
    }

    #[test]
    fn a_walk_in_small_steps_agrees() {
        const WALKS: u32 = 4_000;
        const STEP: f64 = 0.02;
        let motion = Brownian { drift: 0.4, variance: 1.0, bounds: BOUNDS };
        let mut rng = stream(1, Purpose::Sprt, 0);
        let is_up = 0.5 * (1.0 + motion.drift * STEP);
        let reached = (0..WALKS).filter(|_| {
            let mut place = 0;
            // A step takes the time of its square; places are counted in steps.
            let steps = (4.0 / (STEP * STEP)) as u32;
            let (lower, upper) = (-100, 150);
            (0..steps).any(|_| {
                place += if rng.random::<f64>() < is_up { 1 } else { -1 };
                place <= lower || place >= upper
            }) && place >= upper
        });
        let (found, expected) = (f64::from(reached.count() as u32) / f64::from(WALKS), motion.reaches_upper(4.0));
        assert!((found - expected).abs() < 0.02, "{found} and {expected}");
    }
}
