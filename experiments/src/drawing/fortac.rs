//! FORTAC: four by four squares, and beside them both hands, the combos made and the deck.

use engine::games::fortac::board::{CENTRE, CORNERS};
use engine::games::fortac::{Card, Cards, Combo, Fortac, FortacRules, Square};
use engine::{Position, Side};

use super::elements::{
    CREAM, DARK, INK, LIGHT, MIST, PALE, RED, SAND, STONE, centred, circle, filled, line, outlined, rect, symbol, words,
};
use super::squares::Squares;
use super::{Board, Drawn, Piece};

const SQUARES: Squares = Squares { files: 4, ranks: 4, side: 100, margin: 30 };
/// The middle of the first card of a hand; the others follow to the right.
const FIRST_CARD: u32 = SQUARES.size()[0] + 80;
const CARD: [i32; 2] = [104, 72];
const PITCH: u32 = 114;
/// The middle of the second card.
const MIDDLE: u32 = FIRST_CARD + PITCH;
/// How many cards are left.
const DECK: [u32; 2] = [MIDDLE, 208];

impl Drawn for Fortac {
    fn board(_: &FortacRules) -> Board {
        let [wide, high] = SQUARES.size();
        let cards = Card::ALL.map(card).concat();
        let combos = Side::BOTH.into_iter().flat_map(|side| Combo::ALL.map(|combo| made(side, combo)));
        let shapes = Side::BOTH.map(man).concat() + &cards + &combos.collect::<String>();
        Board { size: [wide + 3 * PITCH + 50, high], ground: ground(), shapes }
    }

    /// A card keeps its place in the hand until it is played; the one that is drawn takes the place left.
    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        let mut hands = [Hand::default(); 2];
        let scene = |pos| {
            for side in Side::BOTH {
                hands[side.index()] = hands[side.index()].as_of(Fortac::hand(pos, side));
            }
            scene(pos, hands)
        };
        positions.iter().map(scene).collect()
    }

    fn pending(after: &<Self as Position>::After) -> Self {
        *after.pending()
    }
}

/// The cards of a hand in their places.
#[derive(Clone, Copy, Default)]
struct Hand([Option<Card>; 3]);

impl Hand {
    /// With these cards, those that are kept where they are.
    fn as_of(self, mut cards: Cards) -> Self {
        let mut hand = self.0.map(|card| {
            let kept = card.filter(|&card| cards.copies(card) > 0);
            if let Some(card) = kept {
                cards = cards.without(card);
            }
            kept
        });
        for place in hand.iter_mut().filter(|place| place.is_none()) {
            *place = cards.kinds().next();
            if let Some(card) = *place {
                cards = cards.without(card);
            }
        }
        Self(hand)
    }
}

fn scene(pos: &Fortac, hands: [Hand; 2]) -> Vec<Piece> {
    let mut pieces = vec![Piece::text(counts(pos), DECK)];
    for side in Side::BOTH {
        pieces.extend(Square::of(pos.men(side)).map(|square| {
            let square = square.index() as u32;
            Piece::shape(MEN[side.index()], SQUARES.centre(square % 4, square / 4))
        }));
        let cards = (0..).zip(hands[side.index()].0);
        let cards = cards.filter_map(|(place, card)| Some((place, card?)));
        pieces.extend(cards.map(|(place, card)| Piece::shape(card_id(card), card_at(side, place))));
        pieces.extend(pos.made(side).iter().map(|combo| Piece::shape(combo_id(side, combo), combo_at(side, combo))));
    }
    pieces
}

fn counts(pos: &Fortac) -> String {
    format!("deck {} · discarded {}", pos.deck().len(), pos.discards().len())
}

/// Red has the upper half, where its men start.
const fn card_at(side: Side, place: u32) -> [u32; 2] {
    let y = match side {
        Side::First => 72,
        Side::Second => 344,
    };
    [FIRST_CARD + PITCH * place, y]
}

const fn combo_at(side: Side, combo: Combo) -> [u32; 2] {
    let y = match side {
        Side::First => 145,
        Side::Second => 271,
    };
    [FIRST_CARD - 15 + 86 * combo as u32, y]
}

const MEN: [&str; 2] = ["fortac-red", "fortac-black"];
const COLOURS: [&str; 2] = [RED, DARK];

/// Red's men have a ring, so that they can be told without their colour.
fn man(side: Side) -> String {
    let mut elements = vec![circle([0, 0], 36, &outlined(COLOURS[side.index()], INK, 2))];
    if side == Side::First {
        elements.push(circle([0, 0], 20, &line(LIGHT, 6)));
    }
    symbol(MEN[side.index()], &elements)
}

fn card_id(card: Card) -> String {
    format!("fortac-{card}")
}

fn card(card: Card) -> String {
    let name = card.name();
    let title = name[..1].to_uppercase() + &name[1..];
    symbol(&card_id(card), &[centred([0, 0], CARD, 8, &outlined(LIGHT, INK, 2)), words([0, 0], 24, INK, &title)])
}

fn combo_id(side: Side, combo: Combo) -> String {
    format!("{}-{combo}", MEN[side.index()])
}

/// The squares of a combo, or of one of its kind.
const fn pattern(combo: Combo) -> u16 {
    match combo {
        Combo::Corners => CORNERS,
        Combo::Centre => CENTRE,
        Combo::Orthogonal => 0x00F0,
        Combo::Diagonal => 0x8421,
    }
}

/// A small board with the men of a combo on it.
fn small([x, y]: [i32; 2], combo: Combo, empty: &str, full: &str) -> String {
    let cell = |square: i32| {
        let colour = if pattern(combo) >> square & 1 == 1 { full } else { empty };
        rect([x - 24 + 12 * (square % 4), y + 12 - 12 * (square / 4)], [11, 11], 2, &filled(colour))
    };
    (0..16).map(cell).collect()
}

fn made(side: Side, combo: Combo) -> String {
    let frame = centred([0, 0], [54, 54], 6, &outlined(LIGHT, COLOURS[side.index()], 3));
    symbol(&combo_id(side, combo), &[frame, small([0, 0], combo, CREAM, COLOURS[side.index()])])
}

fn ground() -> String {
    let squares = (0..16).map(|square| {
        let (file, rank) = (square % 4, square / 4);
        SQUARES.fill(file, rank, if (file + rank) % 2 == 0 { SAND } else { CREAM })
    });
    let hints = Side::BOTH.into_iter().flat_map(|side| {
        let hint = move |combo: Combo| {
            let [x, y] = combo_at(side, combo).map(|middle| middle as i32);
            // The name is on the side of the deck.
            let below = if side == Side::First { 37 } else { -37 };
            small([x, y], combo, PALE, MIST) + &words([x, y + below], 13, STONE, combo.name())
        };
        Combo::ALL.map(hint)
    });
    let places = Side::BOTH.into_iter().flat_map(|side| {
        (0..3).map(move |place| {
            centred(card_at(side, place).map(|middle| middle as i32), CARD, 8, &outlined("none", MIST, 1))
        })
    });
    let names = words([MIDDLE, 18], 20, INK, "Red") + &words([MIDDLE, 400], 20, INK, "Black");
    [SQUARES.frame(), squares.collect(), SQUARES.names(), hints.collect(), places.collect(), names].concat()
}
