//! FORTAC for networks: men by square, how full the patterns of combos are, hands, mobility by card, threats, the deck.
//!
//! A win by the next move is certain whatever is drawn, since the side that acts next holds its cards already: it is looked
//! for before a network is asked, so that networks need not learn it, and the horizon of a search lies a move deeper where
//! that matters most.
//!
//! The functions `of_…` say what is where; whoever adds rows of a first layer up beforehand goes by them too.

pub(crate) mod mobility;
pub(crate) mod reach;

use engine::games::fortac::board::PATTERNS;
use engine::games::fortac::{Card, CardDraw, Combo, Combos, Fortac, Square, Squares};
use engine::{Game, Outcome, Side};

use self::reach::Threats;
use super::Learned;
use crate::net::{Inputs, Outputs};

/// Where each group of a side's inputs begins: 16 squares; 12 patterns, of types not made, with none, one or two men missing; 4
/// combos made; 12 kinds of card held once and held twice or more; for each kind held the moves that it allows, and of
/// all; threats.
const PATTERN: usize = 16;
const MADE: usize = PATTERN + 36;
const HELD: usize = MADE + 4;
const MOVES: usize = HELD + 24;
const ALL_MOVES: usize = MOVES + 12;
/// Four by whether a combo was made: a kind of card held completes a combo, two kinds do, or two combos can be completed; the
/// share of the deck that would complete one.
const THREATS: usize = ALL_MOVES + 1;
const OF_A_SIDE: usize = THREATS + 8;
/// After both sides' inputs the deck's.
const DECK: usize = 2 * OF_A_SIDE;

/// The inputs that men and combos made set, for the side that acts next (`role` 0) or the other (1).
pub(crate) fn of_placement(role: usize, men: Squares, made: Combos, inputs: &mut Inputs) {
    let begin = role * OF_A_SIDE;
    Square::of(men).for_each(|square| inputs.push(begin + square.index(), 1.0));
    for (index, (pattern, combo)) in PATTERNS.into_iter().enumerate() {
        let missing = (pattern & !men).count_ones() as usize;
        if missing < 3 && !made.contains(combo) {
            inputs.push(begin + PATTERN + 3 * index + missing, 1.0);
        }
    }
    for combo in Combo::ALL {
        inputs.push_if(begin + MADE + combo as usize, made.contains(combo));
    }
}

/// The inputs that a kind of card held sets, and how much: held, held twice, the moves that it allows, and their part of all.
pub(crate) fn of_card(role: usize, card: Card, copies: u32, moves: u32) -> [(usize, f32); 4] {
    let (begin, number) = (role * OF_A_SIDE, card as usize);
    [
        (begin + HELD + 2 * number, 1.0),
        (begin + HELD + 2 * number + 1, f32::from(u8::from(copies >= 2))),
        (begin + MOVES + number, moves as f32 / 8.0),
        (begin + ALL_MOVES, moves as f32 / 16.0),
    ]
}

/// The inputs that threats set, with their values.
#[inline]
pub(crate) fn of_threats(role: usize, pos: &Fortac, side: Side, threats: Threats) -> [(usize, f32); 4] {
    let begin = role * OF_A_SIDE + THREATS + if pos.made(side).is_empty() { 0 } else { 4 };
    let held = (reach::kinds(pos.hand(side)) & threats.cards).count_ones();
    let is = |is: bool| f32::from(u8::from(is));
    let share = reach::copies(pos.deck(), threats.cards) as f32 / pos.deck().len().max(1) as f32;
    [(begin, is(held >= 1)), (begin + 1, is(held >= 2)), (begin + 2, is(threats.patterns >= 2)), (begin + 3, share)]
}

/// The input that copies of a card in the deck set.
pub(crate) fn of_deck(card: Card, copies: u32) -> (usize, f32) {
    (DECK + card as usize, copies as f32 / 4.0)
}

/// Whether the side that acts next wins at once by a man's last step into its second combo, which these threats tell.
#[inline]
pub(crate) fn wins(pos: &Fortac, threats: Threats) -> bool {
    threats.patterns > 0 && !pos.made(pos.side()).is_empty()
}

/// The outputs: the probability that the side wins, half a draw's added.
impl Learned for Fortac {
    const NAME: &'static str = "fortac";
    const ENCODING: &'static str = "fortac/2";
    const OUTPUTS: usize = 1;

    /// Both sides', the one that acts next first, and 12 shares of cards that are still in the deck.
    fn input_count(_: usize) -> usize {
        DECK + 12
    }

    fn inputs(after: &CardDraw, inputs: &mut Inputs) {
        let pos = after.pending();
        for (role, side) in [pos.side(), !pos.side()].into_iter().enumerate() {
            let (own, other, hand) = (pos.men(side), pos.men(!side), pos.hand(side));
            of_placement(role, own, pos.made(side), inputs);
            let of = |card| of_card(role, card, hand.copies(card), mobility::count(card, own, other, pos.adjacency()));
            let held: [Option<[(usize, f32); 4]>; 3] = {
                let mut kinds = hand.kinds();
                [(); 3].map(|()| kinds.next().map(of))
            };
            for [once, twice, ..] in held.into_iter().flatten() {
                inputs.push(once.0, once.1);
                inputs.push(twice.0, twice.1);
            }
            let mut all = 0.0;
            for [.., moves, part] in held.into_iter().flatten() {
                inputs.push(moves.0, moves.1);
                all += part.1;
            }
            inputs.push(role * OF_A_SIDE + ALL_MOVES, all);
            for (index, value) in of_threats(role, pos, side, reach::threats(pos, side)) {
                inputs.push(index, value);
            }
        }
        for card in Card::ALL {
            let (index, value) = of_deck(card, pos.deck().copies(card));
            inputs.push(index, value);
        }
    }

    /// A win by the next move, and a loss for lack of one.
    fn certain(after: &CardDraw) -> Option<Outputs> {
        let (pos, side) = (after.pending(), after.pending().side());
        let is_dealt = !pos.hand(side).is_empty();
        if is_dealt && !pos.made(side).is_empty() && wins(pos, reach::threats(pos, side)) {
            return Some(Self::targets(Outcome::win(side), side));
        }
        is_dealt.then(|| pos.outcome()).flatten().map(|outcome| Self::targets(outcome, side))
    }
}

/// Four men of each side on random squares.
#[cfg(test)]
fn random_men(rng: &mut engine::Rng) -> [Squares; 2] {
    use rand::RngExt;

    let (mut own, mut other): (Squares, Squares) = (0, 0);
    while own.count_ones() < 4 {
        own |= 1 << rng.random_range(0..16);
    }
    while other.count_ones() < 4 {
        other |= 1 << rng.random_range(0..16) & !own;
    }
    [own, other]
}
