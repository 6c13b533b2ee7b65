//! The tableau of a position spelled out, as the bound needs it: what each card rests on, lies above and lies below.
//!
//! The search keeps positions as keys of 128 bits, in the shape that [`super::super::state`] describes, relative to an
//! [`Origin`]; a key becomes a [`Tableau`] when its position is expanded. Positions here always have a base: a game
//! whose base is open is thirteen games, one for each rank that may go home first.

use engine::cards::Card;
use engine::games::patience::{Build, Circular, Empty, Kind, Laws, Move, PILES, Patience, Place, Target};

use super::super::state::{ACES, ALL, Step, Way, each};

/// The Kings.
const KINGS: u64 = ACES << 12;
/// Where a card can rest beside other cards: on the table.
const TABLE: u8 = 52;
/// In [`HomeOrder::after`]: none, the card is the last of its suit.
pub(super) const NONE: u8 = 52;

/// A position's exact key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The lower plane; above it the heights of clubs and diamonds, and the base.
    pub(super) low: u64,
    /// The upper plane; above it the heights of hearts and spades.
    pub(super) high: u64,
}

/// In which order the cards of a suit go home, for one base.
#[derive(Clone, Debug)]
pub(super) struct HomeOrder {
    /// The cards of its suit that go home before a card.
    pub(super) before: [u64; 52],
    /// The card that goes home next after a card, or [`NONE`].
    pub(super) after: [u8; 52],
    /// The last card of each suit.
    pub(super) last: u64,
    /// The base cards on which the last of their suit may be built: those that are not safe to send home.
    pub(super) held: u64,
}

impl HomeOrder {
    fn new(base: u8, laws: Laws) -> Self {
        let mut order = Self { before: [0; 52], after: [NONE; 52], last: ACES << ((base + 12) % 13), held: 0 };
        for suit in 0..4 {
            let cards: [Card; 13] = std::array::from_fn(|step| Card::new(suit, (base + step as u8) % 13));
            for (&card, &after) in cards.iter().zip(&cards[1..]) {
                order.after[card.index()] = after.0;
                order.before[after.index()] = order.before[card.index()] | 1 << card.0;
            }
            order.held |= u64::from(!laws.is_safe(cards[0], base)) << cards[0].0;
        }
        order
    }
}

/// What keys are relative to: a position that a search began from, and its rules.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// What each card rested on; [`TABLE`] for those at home, too.
    under: [u8; 52],
    /// By base.
    orders: [HomeOrder; 13],
    /// The cards that may go to an empty pile.
    fillers: u64,
    laws: Laws,
}

impl Origin {
    /// A position as an origin; its moves must be of single cards.
    pub(super) fn new<K: Kind>(pos: &Patience<K>) -> Self {
        let laws = pos.laws();
        let under = std::array::from_fn(|card| match pos.place(Card(card as u8)) {
            Place::On(other) => other.0,
            Place::Table | Place::Home => TABLE,
        });
        let fillers = match laws.empty {
            Empty::Any => ALL,
            Empty::Kings => KINGS,
            Empty::None => 0,
        };
        Self { under, orders: std::array::from_fn(|base| HomeOrder::new(base as u8, laws)), fillers, laws }
    }

    /// The origin itself, over foundations of its heights that begin at `base` (0..13).
    pub(super) fn tableau(&self, heights: [u8; 4], base: u8) -> Tableau {
        let [clubs, diamonds, hearts, spades] = heights.map(u64::from);
        let low = clubs << 52 | diamonds << 56 | u64::from(base) << 60;
        self.decode(Key { low, high: hearts << 52 | spades << 56 })
    }

    /// The order of going home in a tableau.
    #[inline]
    pub(super) fn order(&self, tableau: &Tableau) -> &HomeOrder {
        &self.orders[usize::from(tableau.base)]
    }

    /// The tableau of a key.
    pub(super) fn decode(&self, key: Key) -> Tableau {
        let Key { low, high } = key;
        let base = (low >> 60) as u8;
        let mut tableau = Tableau {
            key,
            base,
            under: self.under,
            above: [0; 52],
            below: [0; 52],
            available: 0,
            home: 0,
            next: 0,
            blockers: 0,
        };
        for (suit, height) in [low >> 52 & 15, low >> 56 & 15, high >> 52 & 15, high >> 56 & 15].into_iter().enumerate()
        {
            let run = (1_u64 << height) - 1;
            tableau.home |= ((run << base | run << base >> 13) & 0x1FFF) << (13 * suit);
            let next = Card::new(suit as u8, ((u64::from(base) + height) % 13) as u8);
            tableau.next |= u64::from(height < 13) << next.0;
        }
        for card in each((low | high) & ALL) {
            tableau.under[usize::from(card)] = match (high >> card & 1) << 1 | low >> card & 1 {
                1 => lower(card),
                2 => upper(card),
                _ => TABLE,
            };
        }
        self.spell_out(&mut tableau);
        tableau
    }

    /// Fills in what follows from `under`.
    fn spell_out(&self, tableau: &mut Tableau) {
        let left = ALL & !tableau.home;
        let occupied = each(left).fold(0, |occupied, card| occupied | 1_u64 << tableau.under[usize::from(card)]);
        tableau.available = left & !occupied;
        for top in each(tableau.available) {
            let (mut pile, mut card) = (0, top);
            while card != TABLE {
                tableau.above[usize::from(card)] = pile;
                pile |= 1 << card;
                card = tableau.under[usize::from(card)];
            }
            for card in each(pile) {
                tableau.below[usize::from(card)] = pile & !tableau.above[usize::from(card)] & !(1 << card);
                self.judge(tableau, card);
            }
        }
    }

    /// Sees whether a card blocks.
    #[inline]
    fn judge(&self, tableau: &mut Tableau, card: u8) {
        let index = usize::from(card);
        let blocks = tableau.below[index] & self.order(tableau).before[index] != 0;
        tableau.blockers = tableau.blockers & !(1 << card) | u64::from(blocks) << card;
    }

    /// The moves within the tableau: for each way the cards that can go it.
    #[inline]
    pub(super) fn moves(&self, tableau: &Tableau) -> [(Way, u64); 3] {
        let available = tableau.available;
        let (aces, kings) = if self.laws.circular == Circular::On { (ACES, KINGS) } else { (0, 0) };
        let with_upper = (available & !ACES) >> 1 | (available & aces) << 12;
        let with_lower = (available & !KINGS) << 1 | (available & kings) >> 12;
        let has_empty = available.count_ones() < PILES as u32;
        let fillers = if has_empty { available & self.fillers } else { 0 };
        let table = each(fillers).filter(|&card| tableau.under[usize::from(card)] != TABLE);
        [
            (Way::Upper, if self.laws.build == Build::Up { 0 } else { available & with_upper }),
            (Way::Lower, if self.laws.build == Build::Down { 0 } else { available & with_lower }),
            (Way::Table, table.fold(0, |cards, card| cards | 1 << card)),
        ]
    }

    /// Makes a move within the tableau.
    #[inline]
    pub(super) fn play(&self, tableau: &mut Tableau, step: Step) {
        let (card, way) = (step.card(), step.way());
        let (bit, index) = (1_u64 << card, usize::from(card));
        tableau.lift(card);
        let target = match way {
            Way::Lower => lower(card),
            Way::Upper => upper(card),
            Way::Table | Way::Home => TABLE,
        };
        tableau.under[index] = target;
        tableau.below[index] = 0;
        if target != TABLE {
            tableau.available &= !(1 << target);
            tableau.below[index] = tableau.below[usize::from(target)] | 1 << target;
        }
        for under in each(tableau.below[index]) {
            tableau.above[usize::from(under)] |= bit;
        }
        if target != self.under[index] {
            tableau.key.low |= (way as u64 & 1) << card;
            tableau.key.high |= (way as u64 >> 1) << card;
        }
        self.judge(tableau, card);
    }

    /// Sends an available card home.
    #[inline]
    pub(super) fn send_home(&self, tableau: &mut Tableau, card: u8) {
        let bit = 1_u64 << card;
        tableau.lift(card);
        tableau.available &= !bit;
        tableau.home |= bit;
        let (suit, after) = (card / 13, self.order(tableau).after[usize::from(card)]);
        let word = if suit < 2 { &mut tableau.key.low } else { &mut tableau.key.high };
        *word += 1 << (52 + 4 * (suit & 1));
        tableau.next &= !bit;
        if after != NONE {
            tableau.next |= 1 << after;
        }
    }

    /// Sends home what goes at once, and visits what comes of each choice there is about the others.
    ///
    /// `held` are the base cards that were held back before. A card that is safe to send home
    /// ([`engine::Puzzle::safe_move`]) goes at once. What is not safe is a base card on which the last card of its suit
    /// may be built. It is decided here, when it becomes available: it goes home, or it is held back, and then for as
    /// long as it stays available.
    ///
    /// No shortest line is lost. Among the shortest lines take one in which the cards go home earliest: the number of
    /// moves within the tableau before a card goes home, added up over all cards, is least. The proof of `safe_move`
    /// changes a line by sending a card home now; each move within the tableau is then kept, left out or made a move
    /// home, so the new line is no longer, no card goes home later, and this one earlier, if a move within the tableau
    /// came before. So in the line taken, no safe card is left waiting. Nor is a base card left waiting unless *the last
    /// card of its suit will yet be put on it*, because that is all that the proof asks of a card: that nothing but the
    /// next of its suit will be put on it. A base card on which the last card will yet be put does not go home
    /// before that; so once it is held back, it need not be asked again until another card has lain on it.
    ///
    /// That the last card will come is what [`super::bound`] may count on.
    pub(super) fn settle(&self, mut tableau: Tableau, held: u64, visit: &mut impl FnMut(&Tableau)) {
        let unsafe_cards = self.order(&tableau).held;
        loop {
            let ready = tableau.available & tableau.next & !unsafe_cards;
            if ready == 0 {
                break;
            }
            each(ready).for_each(|card| self.send_home(&mut tableau, card));
        }
        let Some(card) = each(self.held(&tableau) & !held).next() else { return visit(&tableau) };
        let mut without = tableau;
        self.send_home(&mut without, card);
        self.settle(without, held, visit);
        self.settle(tableau, held | 1 << card, visit);
    }

    /// The base cards that could go home but are not safe: in a settled tableau, those that are held back.
    #[inline]
    pub(super) fn held(&self, tableau: &Tableau) -> u64 {
        tableau.available & tableau.next & self.order(tableau).held
    }

    /// Sends home cards of `wanted` until all of them are; tells the moves. They must be able to go without other moves.
    pub(super) fn send_all_home(&self, tableau: &mut Tableau, wanted: u64, mut tell: impl FnMut(Move)) {
        while let Some(card) = each(tableau.available & tableau.next & wanted).next() {
            self.send_home(tableau, card);
            tell(Move { card: Card(card), to: Target::Foundation });
        }
    }
}

/// A step within the tableau in the game's own type.
pub(super) fn to_move(step: Step) -> Move {
    let card = step.card();
    let to = match step.way() {
        Way::Lower => Target::Onto(Card(lower(card))),
        Way::Upper => Target::Onto(Card(upper(card))),
        Way::Table => Target::Empty,
        Way::Home => Target::Foundation,
    };
    Move { card: Card(card), to }
}

/// The lower neighbour, going round.
#[inline]
fn lower(card: u8) -> u8 {
    if ACES >> card & 1 == 1 { card + 12 } else { card - 1 }
}

/// The upper neighbour, going round.
#[inline]
fn upper(card: u8) -> u8 {
    if KINGS >> card & 1 == 1 { card - 12 } else { card + 1 }
}

/// A position. What is said of cards holds for those that are not home.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tableau {
    pub(super) key: Key,
    base: u8,
    /// What each card rests on, a card or [`TABLE`].
    under: [u8; 52],
    /// The cards above each card in its pile.
    pub(super) above: [u64; 52],
    /// The cards below each card in its pile.
    below: [u64; 52],
    /// The last cards of the piles.
    pub(super) available: u64,
    /// The cards at home.
    pub(super) home: u64,
    /// The cards that the foundations wait for.
    pub(super) next: u64,
    /// The cards above one that goes home before them in their suit.
    pub(super) blockers: u64,
}

impl Tableau {
    /// Whether all cards are home.
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.available == 0
    }

    /// Takes an available card from what it rests on.
    #[inline]
    fn lift(&mut self, card: u8) {
        let (bit, index) = (1_u64 << card, usize::from(card));
        for under in each(self.below[index]) {
            self.above[usize::from(under)] &= !bit;
        }
        if self.under[index] != TABLE {
            self.available |= 1 << self.under[index];
        }
        self.key.low &= !bit;
        self.key.high &= !bit;
    }
}
