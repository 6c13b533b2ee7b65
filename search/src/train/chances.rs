//! One output for games of one point: the probability of a win, a draw counted as half of one.

use engine::{Odds, Outcome, Side};

use crate::net::Outputs;

/// What should have been foretold: 1 of a win of `side`, 0 of a loss, one half of a draw.
#[must_use]
pub fn targets(outcome: Outcome, side: Side) -> Outputs {
    let mut outputs = Outputs::default();
    outputs[0] = (1 + outcome.points_for(side).signum()) as f32 / 2.0;
    outputs
}

/// What these odds come to.
#[must_use]
pub fn outputs(odds: &Odds) -> Outputs {
    let mut outputs = Outputs::default();
    outputs[0] = f32::midpoint(1.0, odds.win[0] - odds.loss[0]);
    outputs
}

/// The other side's chances.
#[must_use]
pub fn turned(outputs: &Outputs) -> Outputs {
    let mut turned = Outputs::default();
    turned[0] = 1.0 - outputs[0];
    turned
}

/// From -1 to 1 points.
#[must_use]
pub fn equity(outputs: &Outputs) -> f32 {
    2.0 * outputs[0] - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one() {
        for (outcome, points) in
            [(Outcome::Draw, 0.0), (Outcome::win(Side::First), 1.0), (Outcome::win(Side::Second), -1.0)]
        {
            let [first, second] = Side::BOTH.map(|side| targets(outcome, side));
            assert!((equity(&first) - points).abs() < 1e-6 && (equity(&second) + points).abs() < 1e-6);
            assert_eq!(turned(&first).map(f32::to_bits), second.map(f32::to_bits));
        }
    }
}
