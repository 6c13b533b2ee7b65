//! A search's score, as scripts and as people read it.

use engine::{Afterstate, Game, Score};
use search::{Sense, Sensed};
use serde::Serialize;

/// A score in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Value {
    /// In games without chance, the evaluation's units; a win in n plies is 10,000,000 - n.
    Units(i32),
    /// In games with chance, expected points.
    Points(f64),
}

impl Value {
    /// The score of a position of `G`.
    pub(crate) fn of<G: Game>(score: Score) -> Self {
        if G::After::IS_CHANCE { Self::Points(score.points()) } else { Self::Units(score.0) }
    }
}

/// For people: expected points, the distance of a forced result, or small advantages ([`Sense::UNIT`]).
pub(crate) fn text<G: Sensed>(score: Score) -> String {
    if G::After::IS_CHANCE {
        format!("{:+.4}", score.points())
    } else if score.is_decided() {
        score.to_string()
    } else {
        format!("{:+.2}", f64::from(score.0) / f64::from(G::Sense::UNIT))
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::Fortac;
    use engine::games::forte::Forte;

    use super::*;

    #[test]
    fn people_read_results_advantages_and_points() {
        assert_eq!(text::<Forte>(Score::loss_in(4)), "loss in 4");
        assert_eq!(text::<Forte>(Score(-130_000)), "-1.30");
        assert_eq!(text::<Fortac>(Score(Score::POINT / 4)), "+0.2500");
        assert_eq!(Value::of::<Fortac>(Score(Score::POINT)), Value::Points(1.0));
    }
}
