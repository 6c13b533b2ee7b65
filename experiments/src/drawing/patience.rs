//! FORTRESS and CHESSBOARD: two wings of five piles with the foundations between them, piles spread to the right.

use engine::cards::Card;
use engine::games::patience::{Base, Kind, Options, PILES, Patience, Place};

use super::elements::{INK, LIGHT, MIST, RED, STONE, centred, outlined, path, symbol, words};
use super::{Board, Drawn, Piece};

const CARD: [u32; 2] = [64, 88];
/// From a row of piles to the next.
const ROW: u32 = 100;
/// How much of a card shows that another lies on, where there is room enough.
const STEP: u32 = 28;
/// The room for a pile: for twelve cards like that, and for the eighteen of the longest that a game can come to (six that were
/// dealt and the rest of a suit) a little closer.
const WING: u32 = CARD[0] + 11 * STEP;
const MARGIN: u32 = 34;
/// The middles of the foundations and of the first cards of both wings.
const LEFT: u32 = MARGIN + CARD[0] / 2;
const MIDDLE: u32 = MARGIN + WING + 70;
const RIGHT: u32 = MIDDLE + 104 + CARD[0] / 2;
const SIZE: [u32; 2] = [RIGHT - CARD[0] / 2 + WING + 8, 5 * ROW];

/// The cards of each pile, first card first.
type Layout = [Vec<Card>; PILES];

impl<K: Kind> Drawn for Patience<K> {
    fn board(_: &Options<K>) -> Board {
        let shapes = (0..4).map(suit::<K>).chain(Card::all().map(card::<K>)).collect();
        Board { size: SIZE, ground: ground::<K>(), shapes }
    }

    /// Every pile keeps its place, and empty places are filled as they would be on a table.
    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>> {
        let mut layouts: Vec<Layout> = Vec::with_capacity(positions.len());
        for pos in positions {
            let piles = piles(pos);
            layouts.push(match layouts.last() {
                Some(before) => placed(piles, before),
                None => piles,
            });
        }
        let longest = layouts.iter().flatten().map(Vec::len).max().unwrap_or(0);
        positions.iter().zip(&layouts).map(|(pos, layout)| scene(pos, layout, step(longest))).collect()
    }

    fn pending(after: &Self) -> Self {
        *after
    }
}

/// How far apart cards lie in a line in which no pile is longer: the same from its first position to the last, so that no card
/// moves because another does.
fn step(longest: usize) -> u32 {
    let gaps = longest.saturating_sub(1).max(1);
    STEP.min((WING - CARD[0]) / gaps as u32)
}

fn piles<K: Kind>(pos: &Patience<K>) -> Layout {
    std::array::from_fn(|pile| {
        let under = |&card: &Card| match pos.place(card) {
            Place::On(under) => Some(under),
            Place::Table | Place::Home => None,
        };
        let mut cards: Vec<Card> = std::iter::successors(pos.top(pile), under).collect();
        cards.reverse();
        cards
    })
}

/// The piles in the places that they had before: a pile is known by its first card. A new one goes where the position has
/// it, if that place is free, else into the first that is.
fn placed(piles: Layout, before: &Layout) -> Layout {
    let mut layout = Layout::default();
    let mut new = Vec::new();
    for (number, pile) in piles.into_iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
        match before.iter().position(|old| old.first() == pile.first()) {
            Some(place) => layout[place] = pile,
            None => new.push((number, pile)),
        }
    }
    for (number, pile) in new {
        let places = std::iter::once(number).chain(0..PILES);
        let place = places.into_iter().find(|&place| layout[place].is_empty());
        layout[place.expect("ten piles have ten places")] = pile;
    }
    layout
}

fn scene<K: Kind>(pos: &Patience<K>, layout: &Layout, step: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (number, pile) in layout.iter().enumerate() {
        let [x, y] = pile_at(number);
        pieces.extend((0..).zip(pile).map(|(depth, &card)| Piece::shape(id::<K>(card), [x + step * depth, y])));
    }
    for suit in 0..4 {
        if let (Some(base), count @ 1..) = (pos.base(), pos.home_count(suit)) {
            let top = Card::new(suit, (base + count - 1) % 13);
            pieces.push(Piece::shape(id::<K>(top), foundation_at(suit)));
        }
    }
    if pos.laws().base == Base::Free {
        let base = pos.base().map_or("base open".to_owned(), |rank| format!("base {}", rank_text(rank)));
        pieces.push(Piece::text(base, [MIDDLE, row(4)]));
    }
    pieces
}

const fn row(number: u32) -> u32 {
    ROW / 2 + ROW * number
}

/// The middle of the first card of a pile.
fn pile_at(number: usize) -> [u32; 2] {
    let number = number as u32;
    if number < 5 { [LEFT, row(number)] } else { [RIGHT, row(number - 5)] }
}

fn foundation_at(suit: u8) -> [u32; 2] {
    [MIDDLE, row(u32::from(suit))]
}

fn id<K: Kind>(card: Card) -> String {
    format!("{}-{card}", K::ID)
}

fn suit_id<K: Kind>(suit: u8) -> String {
    format!("{}-suit-{}", K::ID, Card::SUITS[usize::from(suit)] as char)
}

const TEN: u8 = 9;

/// As on cards, which have no T.
fn rank_text(rank: u8) -> String {
    if rank == TEN { "10".to_owned() } else { char::from(Card::RANKS[usize::from(rank)]).to_string() }
}

const fn colour(suit: u8) -> &'static str {
    if suit == 1 || suit == 2 { RED } else { INK }
}

/// A suit's sign, twenty units high, in the colour of what uses it.
fn suit<K: Kind>(suit: u8) -> String {
    let sign = match suit {
        0 => {
            "M0 -10A5 5 0 0 1 3.5 -1.8A5 5 0 1 1 1.5 5C1.6 7.5 2.5 9 4 10H-4C-2.5 9 -1.6 7.5 -1.5 5A5 5 0 1 1 -3.5 -1.800A5 5 0 0 1 0 -10Z"
        }
        1 => "M0 -11L8 0L0 11L-8 0Z",
        2 => "M0 10C-3 5 -9 1 -9 -4A4.7 4.7 0 0 1 0 -6A4.7 4.7 0 0 1 9 -4C9 1 3 5 0 10Z",
        _ => {
            "M0 -10C3 -5 9 -2 9 3A4.5 4.5 0 0 1 1.5 5.500C1.6 7.5 2.5 9 4 10H-4C-2.5 9 -1.6 7.5 -1.5 5.500A4.5 4.5 0 0 1 -9 3C-9 -2 -3 -5 0 -10Z"
        }
    };
    symbol(&suit_id::<K>(suit), &[path(sign, "")])
}

fn sign<K: Kind>(suit: u8, [x, y]: [i32; 2], size: f32, fill: &str) -> String {
    let id = suit_id::<K>(suit);
    format!(r##"<use href="#{id}" transform="translate({x} {y}) scale({size})" fill="{fill}"/>"##)
}

/// Rank and suit in the strip that shows beneath other cards, and the suit again, large.
fn card<K: Kind>(card: Card) -> String {
    let [wide, high] = CARD.map(|length| length as i32);
    let (suit, fill) = (card.suit(), colour(card.suit()));
    // Two figures in the room of a letter.
    let size = if card.rank() == TEN { 16 } else { 19 };
    symbol(
        &id::<K>(card),
        &[
            centred([0, 0], [wide, high], 7, &outlined(LIGHT, INK, 1)),
            words([10 - wide / 2, 17 - high / 2], size, fill, &rank_text(card.rank())),
            sign::<K>(suit, [10 - wide / 2, 40 - high / 2], 0.85, fill),
            sign::<K>(suit, [14, 14], 1.4, fill),
        ],
    )
}

/// A place for each pile and foundation.
fn ground<K: Kind>() -> String {
    let size = CARD.map(|length| length as i32);
    let slot = |at: [u32; 2]| centred(at.map(|middle| middle as i32), size, 7, &outlined("none", MIST, 2));
    let piles = (0..PILES).map(|number| {
        let [x, y] = pile_at(number);
        slot([x, y]) + &words([x - 50, y], 16, STONE, &(number + 1).to_string())
    });
    let foundations = (0..4).map(|suit| {
        let at = foundation_at(suit);
        slot(at) + &sign::<K>(suit, at.map(|middle| middle as i32), 1.7, MIST)
    });
    piles.chain(foundations).collect()
}
