//! FORCE 3 for networks: pawns by square, pawns in hand, the hole, where it was.

use engine::Game;
use engine::games::force3::Force3;
use engine::games::force3::board::Square;

use super::Learned;
use crate::net::Inputs;

/// Inputs of one side: 9 squares, 3 for so many pawns in hand or more.
const OF_A_SIDE: usize = 9 + 3;

/// The output: the probability that the side wins, half a draw's added.
impl Learned for Force3 {
    const NAME: &'static str = "force3";
    const ENCODING: &'static str = "force3/1";
    const OUTPUTS: usize = 1;

    /// Both sides', the one that acts next first, 9 for the hole and 9 for where it was before a slide.
    fn input_count(_: usize) -> usize {
        2 * OF_A_SIDE + 18
    }

    fn inputs(after: &Self, inputs: &mut Inputs) {
        let next = after.side();
        for (number, side) in [next, !next].into_iter().enumerate() {
            let (begin, pawns) = (number * OF_A_SIDE, after.pawns(side));
            for square in Square::all() {
                inputs.push_if(begin + square.index(), pawns & square.bit() != 0);
            }
            for count in 1..=3 {
                inputs.push_if(begin + 8 + count as usize, after.hand(side) >= count);
            }
        }
        inputs.push(2 * OF_A_SIDE + after.hole().index(), 1.0);
        if let Some(before) = after.before() {
            inputs.push(2 * OF_A_SIDE + 9 + before.index(), 1.0);
        }
    }
}
