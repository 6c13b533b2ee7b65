//! The sequential probability ratio test: whether a match has shown enough to stop.
//!
//! Two hypotheses name a strength, H0 the lower and H1 the higher. After every unit (a game, or better a pair) the
//! log-likelihood ratio of the results so far is compared with two bounds that follow from the error rates `alpha` and
//! `beta` (Wald 1945): below the lower bound H0 is accepted, above the upper one H1, between them the match goes on.
//!
//! How often draws or even pairs happen is no part of the hypotheses, so the likelihoods are those of the most likely
//! distributions of results of which the one or the other would be true (the generalized test, GSPRT): see
//! [`constrained`]. Strength is logistic or normalized Elo ([`Model`]); the answers are those of fastchess and fishtest
//! (`testdata/statistics/stats_reference.csv`).
//!
//! A match that stops by its own results stops rather when they are extreme, so that the plain Elo of a stopped match is
//! too far from the middle. [`Sprt::unbiased`] says what the results mean in the light of the stopping rule ([`stopped`]).
//! How long matches take, and how often they err, is seen by playing them by chance: [`simulated`].

mod brownian;
mod constrained;
pub(crate) mod simulated;
mod stopped;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{NORMALIZED_ELO, Results, Unit};
use constrained::Observed;

/// In which unit the hypotheses are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Model {
    /// Elo of the mean score.
    Logistic,
    /// Normalized Elo: by standard deviations a game, so that a match takes as long whatever the draws.
    #[default]
    Normalized,
}

impl Model {
    /// The greatest strength, up or down, that a hypothesis may name: beyond it the fixed point of the normalized model
    /// need not exist, and no match asks for it.
    pub(crate) fn most(self) -> f64 {
        match self {
            Self::Logistic => 1_000.0,
            Self::Normalized => 200.0,
        }
    }

    /// The unit as people write it.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Logistic => "Elo",
            Self::Normalized => "nElo",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

/// What is to be found out, and how surely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Design {
    /// The strength by H0, in the model's unit.
    pub(crate) elo0: f64,
    /// The strength by H1, above `elo0`.
    pub(crate) elo1: f64,
    /// How often H1 may be accepted although H0 is true.
    pub(crate) alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    pub(crate) beta: f64,
    /// The unit of both strengths.
    pub(crate) model: Model,
}

/// Why there is no test of a design.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub(crate) enum BadDesign {
    /// A strength that is none.
    #[error("{name} {value}: from {} to {most} {unit} is accepted with the {model} model", -.most, unit = .model.unit())]
    Strength { name: &'static str, value: f64, most: f64, model: Model },
    /// Hypotheses in the wrong order.
    #[error("elo0 {elo0} and elo1 {elo1}: elo0 must be the lower")]
    Order { elo0: f64, elo1: f64 },
    /// A rate of errors that is none.
    #[error("{name} {value}: more than 0 and less than 1 is accepted, such as 0.05")]
    Rate { name: &'static str, value: f64 },
    /// Bounds in the wrong order.
    #[error("alpha {alpha} and beta {beta}: together they must be less than 1")]
    Rates { alpha: f64, beta: f64 },
}

/// Where a test ends, as log-likelihood ratios.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Bounds {
    /// At or below this H0 is accepted; negative.
    pub(crate) lower: f64,
    /// At or above this H1 is accepted; positive.
    pub(crate) upper: f64,
}

/// What the results say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// H0 is accepted: the strength is rather `elo0` or less.
    H0,
    /// H1 is accepted: the strength is rather `elo1` or more.
    H1,
    /// Neither yet.
    #[serde(rename = "continue")]
    Continue,
}

/// A test of a design that makes sense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    design: Design,
    bounds: Bounds,
}

impl Sprt {
    /// The test, unless the design is none.
    pub(crate) fn new(design: Design) -> Result<Self, BadDesign> {
        let Design { elo0, elo1, alpha, beta, model } = design;
        let most = model.most();
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > most {
                return Err(BadDesign::Strength { name, value, most, model });
            }
        }
        if elo0 >= elo1 {
            return Err(BadDesign::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if value.is_nan() || value <= 0.0 || value >= 1.0 {
                return Err(BadDesign::Rate { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(BadDesign::Rates { alpha, beta });
        }
        let bounds = Bounds { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() };
        Ok(Self { design, bounds })
    }

    /// What is tested.
    pub(crate) fn design(&self) -> Design {
        self.design
    }

    /// Where it ends.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The log-likelihood ratio of H1 to H0; 0 without results, and always a number.
    ///
    /// Scores that did not occur count as a thousandth of a result, so that no likelihood is 0.
    pub(crate) fn llr<R: Results>(&self, results: R) -> f64 {
        let Some(observed) = Observed::of(results) else { return 0.0 };
        let Design { elo0, elo1, model, .. } = self.design;
        let [lower, higher] = [elo0, elo1].map(|elo| observed.most_likely::<R>(model, elo));
        observed.log_likelihood_ratio(&lower, &higher)
    }

    /// What a log-likelihood ratio means.
    pub(crate) fn verdict(&self, llr: f64) -> Verdict {
        if llr <= self.bounds.lower {
            Verdict::H0
        } else if llr >= self.bounds.upper {
            Verdict::H1
        } else {
            Verdict::Continue
        }
    }

    /// The mean scores of both hypotheses, if a unit has this standard deviation.
    fn scores(&self, deviation: f64, unit: Unit) -> [f64; 2] {
        [self.design.elo0, self.design.elo1].map(|elo| match self.design.model {
            Model::Logistic => 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0)),
            Model::Normalized => 0.5 + elo / NORMALIZED_ELO * unit.games().sqrt() * deviation,
        })
    }
}
