//! A contest of two brains at 0 plies: pairs of games with the same dice and swapped sides.

use std::ops::Range;

use engine::zobrist::mix;
use engine::{Side, rng};
use rayon::prelude::*;

use super::{Brain, Desk, Learned, Style, play};

/// How a contest went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contest {
    /// Pairs of games.
    pub pairs: u64,
    /// The challenger's points a game.
    pub mean: f64,
    /// The standard error of that, by pairs.
    pub error: f64,
}

impl Contest {
    /// Whether the challenger is ahead by more than so many standard errors. Who changes nothing (a mean and an error of
    /// 0) is not.
    #[must_use]
    pub fn is_won(&self, errors: f64) -> bool {
        self.mean > errors * self.error && self.mean > 0.0
    }
}

/// Plays the pairs with these numbers; games differ by them and the seed.
#[must_use]
pub fn contest<G: Learned>(
    challenger: &Brain<G>,
    holder: &Brain<G>,
    pairs: Range<u64>,
    (seed, most_plies): (u64, u32),
    progress: &(dyn Fn() + Sync),
) -> Contest {
    let style = Style { explore: 0.0, most_plies };
    let points: Vec<f64> = pairs
        .into_par_iter()
        .map_init(Desk::default, |desk, pair| {
            let mut points = |side: Side| {
                let (mut chance, mut whim) = (rng::stream(seed, pair), rng::stream(mix(seed), pair));
                let mut brains = [holder; 2];
                brains[side.index()] = challenger;
                let trail = play(brains, style, (&mut chance, &mut whim), desk);
                f64::from(trail.outcome.points_for(side))
            };
            let both = points(Side::First) + points(Side::Second);
            progress();
            both / 2.0
        })
        .collect();
    let count = points.len() as f64;
    let mean = points.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = points.iter().map(|points| (points - mean) * (points - mean)).sum();
    Contest { pairs: points.len() as u64, mean, error: (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt() }
}

#[cfg(test)]
mod tests {
    use engine::games::force3::Force3;
    use engine::games::fortac::Fortac;

    use super::*;
    use crate::net::Activation;

    #[test]
    fn equals_are_even_and_a_mirror_is_the_negative() {
        let [one, other] = [1, 2].map(|seed| Brain::<Fortac>::random(&[8], Activation::Relu, seed).expect("a shape"));
        let of = |one, other| contest::<Fortac>(one, other, 0..20, (7, 200), &|| ());
        let same = of(&one, &one);
        assert!(same.mean.abs() < 1e-12 && same.error < 1e-12 && !same.is_won(0.0), "{same:?}");
        let (there, back) = (of(&one, &other), of(&other, &one));
        assert!((there.mean + back.mean).abs() < 1e-12 && there.error > 0.0, "{there:?} {back:?}");
        assert_eq!(there.pairs, 20);
    }

    #[test]
    fn without_chance_the_openings_differ() {
        let [one, other] = [1, 2].map(|seed| Brain::<Force3>::random(&[8], Activation::Relu, seed).expect("a shape"));
        let contest = contest::<Force3>(&one, &other, 0..40, (7, 60), &|| ());
        assert!(contest.error > 0.0, "{contest:?}");
    }
}
