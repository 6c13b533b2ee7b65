//! FORTAC for networks: men by square, how full the combos' patterns are, hands, the deck, combos made.

use engine::Game;
use engine::games::fortac::board::PATTERNS;
use engine::games::fortac::{Card, CardDraw, Combo, Fortac, Square};

use super::Learned;
use crate::net::Inputs;

/// Inputs of one side: 16 squares, 12 patterns with three men or more, 12 kinds of card held once and 12 held twice or more,
/// 4 combos made.
const OF_A_SIDE: usize = 16 + 12 + 24 + 4;

/// The outputs: the probability that the side wins, half a draw's added.
impl Learned for Fortac {
    const NAME: &'static str = "fortac";
    const ENCODING: &'static str = "fortac/1";
    const OUTPUTS: usize = 1;

    /// Both sides', the one that acts next first, and 12 shares of cards that are still in the deck.
    fn input_count(_: usize) -> usize {
        2 * OF_A_SIDE + 12
    }

    fn inputs(after: &CardDraw, inputs: &mut Inputs) {
        let pos = after.pending();
        let next = pos.side();
        for (number, side) in [next, !next].into_iter().enumerate() {
            let (begin, men, hand) = (number * OF_A_SIDE, pos.men(side), pos.hand(side));
            Square::of(men).for_each(|square| inputs.push(begin + square.index(), 1.0));
            for (index, (pattern, _)) in PATTERNS.into_iter().enumerate() {
                inputs.push_if(begin + 16 + index, (men & pattern).count_ones() >= 3);
            }
            for card in Card::ALL {
                let copies = hand.copies(card);
                inputs.push_if(begin + 28 + 2 * card as usize, copies >= 1);
                inputs.push_if(begin + 29 + 2 * card as usize, copies >= 2);
            }
            for combo in Combo::ALL {
                inputs.push_if(begin + 52 + combo as usize, pos.made(side).contains(combo));
            }
        }
        let deck = pos.deck();
        for card in Card::ALL {
            inputs.push(2 * OF_A_SIDE + card as usize, deck.copies(card) as f32 / 4.0);
        }
    }
}
