//! A network of FORTAC whose first layer is mostly added up beforehand: for every placement of four men with every type of
//! combo made, for every kind of card held with every number of moves, for every two kinds in the deck.
//!
//! What is left of an evaluation are some twenty rows to add, the last layer, and what no table can know: moves by card and
//! threats. It is twice to three times as fast as the plain network, from which it differs by rounding,
//! and by a thousandth that keeps what is uncertain short of what is certain.

use engine::games::fortac::board::Squares;
use engine::games::fortac::{Card, Fortac};
use engine::{Game, Score};

use super::{MADE, made_at, place};
use crate::net::{Activation, Inputs, Network, Shape, sigmoid};
use crate::train::fortac::{self as inputs, mobility, reach};

/// The units of the hidden layer.
const UNITS: usize = 64;
/// More moves than a card ever allows: Zap has four men and the eight squares that are left.
const MOVES: usize = 49;
/// Two counts of up to four, each in four bits.
const PAIRS: usize = 0x45;

/// What a win is worth that is not certain: short of what the rules promise, so that certain ones come first.
const MOST: f32 = 0.999 * Score::POINT as f32;

/// What one input, or several, add to the units' sums.
type Row = [f32; UNITS];

/// The network, folded.
#[derive(Debug)]
pub(super) struct Folded {
    /// By role, combo made, and number of the placement.
    placements: Vec<Row>,
    /// By role, kind of card, and moves that it allows: of a card held once.
    held: Vec<Row>,
    /// By role and kind: what a second copy adds.
    twice: Vec<Row>,
    /// By pair of kinds and the copies of both: the deck. The biases are in the first pair's.
    deck: Vec<Row>,
    /// The network's own, by input.
    rows: Vec<Row>,
    last: Row,
    bias: f32,
}

impl Folded {
    /// The network, if it has a single hidden layer of so many units that are 0 where their sums are negative.
    pub(super) fn new(network: &Network) -> Option<Self> {
        let Shape { inputs: count, hidden, activation, .. } = network.shape();
        if *hidden != [UNITS] || *activation != Activation::Relu {
            return None;
        }
        let mut parts = network.weights().chunks_exact(UNITS).map(|row| Row::try_from(row).expect("as long as asked"));
        let rows: Vec<Row> = parts.by_ref().take(*count).collect();
        let [first_bias, last] = [parts.next()?, parts.next()?];
        let bias = *network.weights().last()?;
        let sum = |start: Row, list: &[(usize, f32)]| {
            list.iter().fold(start, |sum, &(index, value)| plus(&sum, &rows[index], value))
        };
        let mut placements = Vec::with_capacity(2 * MADE * reach::PLACEMENTS);
        let mut list = Inputs::new();
        for (role, made) in (0..2).flat_map(|role| (0..MADE).map(move |made| (role, made))) {
            let made = made_at(made);
            for men in (0..=Squares::MAX).filter(|men| men.count_ones() == 4) {
                list.clear();
                inputs::of_placement(role, men, made, &mut list);
                let list: Vec<_> = list.list().iter().map(|&(index, value)| (index as usize, value)).collect();
                placements.push(sum([0.0; UNITS], &list));
            }
        }
        let roles_and_cards = || (0..2).flat_map(|role| Card::ALL.map(|card| (role, card)));
        let held = roles_and_cards()
            .flat_map(|(role, card)| (0..MOVES as u32).map(move |moves| inputs::of_card(role, card, 1, moves)))
            .map(|list| sum([0.0; UNITS], &list))
            .collect();
        let twice = roles_and_cards().map(|(role, card)| rows[inputs::of_card(role, card, 2, 0)[1].0]).collect();
        let of_pair = |pair: usize, copies: usize| {
            let [one, other] = [(2 * pair, copies & 15), (2 * pair + 1, copies >> 4)]
                .map(|(kind, copies)| inputs::of_deck(Card::ALL[kind], copies as u32));
            sum(if pair == 0 { first_bias } else { [0.0; UNITS] }, &[one, other])
        };
        let deck = (0..6).flat_map(|pair| (0..PAIRS).map(move |copies| (pair, copies)));
        let deck = deck.map(|(pair, copies)| of_pair(pair, copies)).collect();
        Some(Self { placements, held, twice, deck, rows, last, bias })
    }

    /// The value of a position but for the card that the other side draws, for the side to move, which holds its cards.
    pub(super) fn evaluate(&self, pos: &Fortac) -> Score {
        let side = pos.side();
        let ours = reach::threats(pos, side);
        if inputs::wins(pos, ours) {
            return Score(Score::POINT);
        }
        let mut sums = [0.0; UNITS];
        let mut deck = pos.deck().to_bits();
        for rows in self.deck.chunks_exact(PAIRS) {
            add(&mut sums, &rows[deck as usize & 0xFF]);
            deck >>= 8;
        }
        for (role, side) in [side, !side].into_iter().enumerate() {
            let (own, other, hand) = (pos.men(side), pos.men(!side), pos.hand(side));
            let made = place(pos.made(side));
            add(&mut sums, &self.placements[(role * MADE + made) * reach::PLACEMENTS + reach::number(own)]);
            let mut all = 0;
            for card in hand.kinds() {
                let moves = mobility::count(card, own, other, pos.adjacency());
                let kind = role * 12 + card as usize;
                add(&mut sums, &self.held[kind * MOVES + moves as usize]);
                if hand.copies(card) >= 2 {
                    add(&mut sums, &self.twice[kind]);
                }
                all += moves;
            }
            // Before the deal nobody has cards.
            if role == 0
                && all == 0
                && !hand.is_empty()
                && let Some(outcome) = pos.outcome()
            {
                return Score(outcome.points_for(side) * Score::POINT);
            }
            let threats = if role == 0 { ours } else { reach::threats(pos, side) };
            if threats.cards != 0 {
                for (index, value) in inputs::of_threats(role, pos, side, threats) {
                    sums = plus(&sums, &self.rows[index], value);
                }
            }
        }
        let output = self.bias + sums.iter().zip(&self.last).map(|(sum, last)| sum.max(0.0) * last).sum::<f32>();
        Score(((2.0 * sigmoid(output) - 1.0) * MOST).round() as i32)
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    sums.iter_mut().zip(row).for_each(|(sum, row)| *sum += row);
}

#[inline]
fn plus(sums: &Row, row: &Row, value: f32) -> Row {
    std::array::from_fn(|unit| sums[unit] + value * row[unit])
}
