//! The tableau of a position spelled out, as the bound needs it: what each card rests on, lies above and lies below.
//!
//! The search keeps positions as the keys of [`super::super::state`], relative to an [`Origin`]; a key becomes a
//! [`Tableau`] when its position is expanded. Positions here always have a base: a game whose base is open is thirteen
//! games, one for each rank that may go home first.

use engine::cards::Card;
use engine::games::patience::{Kind, Patience, Place};

use super::super::hope::is_hopeless;
use super::super::start::{Start, TABLE};
use super::super::state::{ACES, ALL, Foundations, State, Step, Way, each, lower, upper};

/// In [`HomeOrder::after`]: none, the card is the last of its suit.
pub(super) const NONE: u8 = 52;

/// A position's exact key: the two words of its [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Key {
    /// The key of a state.
    #[inline]
    pub(super) fn of(state: &State) -> Self {
        Self { low: state.low, high: state.high }
    }

    /// Its state, without the available cards.
    #[inline]
    pub(super) fn state(self) -> State {
        State { low: self.low, high: self.high, available: 0 }
    }
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
}

impl HomeOrder {
    fn new(base: u8) -> Self {
        let mut order = Self { before: [0; 52], after: [NONE; 52], last: ACES << ((base + 12) % 13) };
        for suit in 0..4 {
            let cards: [Card; 13] = std::array::from_fn(|step| Card::new(suit, (base + step as u8) % 13));
            for (&card, &after) in cards.iter().zip(&cards[1..]) {
                order.after[card.index()] = after.0;
                order.before[after.index()] = order.before[card.index()] | 1 << card.0;
            }
        }
        order
    }
}

/// What keys are relative to: a position that a search began from, and its rules.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    start: Start,
    /// What each card rested on; [`TABLE`] for those at home, too.
    under: [u8; 52],
    /// By base.
    orders: [HomeOrder; 13],
    /// The position itself.
    state: State,
}

impl Origin {
    /// A position as an origin; its moves must be of single cards.
    pub(super) fn new<K: Kind>(pos: &Patience<K>) -> Self {
        let mut start = Start::default();
        let state = start.take(pos);
        let under = std::array::from_fn(|card| match pos.place(Card(card as u8)) {
            Place::On(other) => other.0,
            Place::Table | Place::Home => TABLE,
        });
        Self { start, under, orders: std::array::from_fn(|base| HomeOrder::new(base as u8)), state }
    }

    /// The origin itself, over foundations that begin at `base` (0..13).
    pub(super) fn tableau(&self, base: u8) -> Tableau {
        let mut state = self.state;
        state.set_base(base);
        self.decode(Key::of(&state))
    }

    /// The order of going home in a tableau.
    #[inline]
    pub(super) fn order(&self, tableau: &Tableau) -> &HomeOrder {
        &self.orders[usize::from(tableau.state.base())]
    }

    /// The tableau of a key.
    pub(super) fn decode(&self, key: Key) -> Tableau {
        let mut state = key.state();
        let foundations = Foundations::of(&state, &self.start.masks);
        let mut under = self.under;
        for card in each(state.moved()) {
            under[usize::from(card)] = match (state.high >> card & 1) << 1 | state.low >> card & 1 {
                1 => lower(card),
                2 => upper(card),
                _ => TABLE,
            };
        }
        let left = ALL & !foundations.home;
        state.available = left & !each(left).fold(0, |under_some, card| under_some | 1_u64 << under[usize::from(card)]);
        let mut tableau = Tableau { state, foundations, under, above: [0; 52], below: [0; 52], blockers: 0 };
        each(state.available).for_each(|top| self.spell_out(&mut tableau, top));
        tableau
    }

    /// Fills in what follows from `under` for the pile that ends with `top`.
    fn spell_out(&self, tableau: &mut Tableau, top: u8) {
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
        let (masks, available) = (&self.start.masks, tableau.state.available);
        let filling = if tableau.state.empty_piles() > 0 { available & masks.filling } else { 0 };
        let table = each(filling).filter(|&card| tableau.under[usize::from(card)] != TABLE);
        [
            (Way::Upper, available & masks.lowers(available) & masks.onto_upper),
            (Way::Lower, available & masks.uppers(available) & masks.onto_lower),
            (Way::Table, table.fold(0, |cards, card| cards | 1 << card)),
        ]
    }

    /// Whether a tableau is seen to be lost; `false` tells nothing.
    #[inline]
    pub(super) fn is_hopeless(&self, tableau: &Tableau) -> bool {
        is_hopeless(&self.start, &tableau.state, &tableau.foundations)
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
            tableau.state.available &= !(1 << target);
            tableau.below[index] = tableau.below[usize::from(target)] | 1 << target;
        }
        for under in each(tableau.below[index]) {
            tableau.above[usize::from(under)] |= bit;
        }
        if target != self.under[index] {
            tableau.state.low |= (way as u64 & 1) << card;
            tableau.state.high |= (way as u64 >> 1) << card;
        }
        self.judge(tableau, card);
    }
}

/// A position. What is said of cards holds for those that are not home.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tableau {
    pub(super) state: State,
    pub(super) foundations: Foundations,
    /// What each card rests on, a card or [`TABLE`].
    under: [u8; 52],
    /// The cards above each card in its pile.
    pub(super) above: [u64; 52],
    /// The cards below each card in its pile.
    below: [u64; 52],
    /// The cards above one that goes home before them in their suit.
    pub(super) blockers: u64,
}

impl Tableau {
    /// Its key.
    #[inline]
    pub(super) fn key(&self) -> Key {
        Key::of(&self.state)
    }

    /// The base cards that could go home but are not safe: in a settled tableau, those that are held back.
    #[inline]
    pub(super) fn held(&self) -> u64 {
        self.state.available & self.foundations.next & !self.foundations.safe
    }

    /// Takes an available card from what it rests on.
    #[inline]
    fn lift(&mut self, card: u8) {
        let (bit, index) = (1_u64 << card, usize::from(card));
        for under in each(self.below[index]) {
            self.above[usize::from(under)] &= !bit;
        }
        if self.under[index] != TABLE {
            self.state.available |= 1 << self.under[index];
        }
        self.state.low &= !bit;
        self.state.high &= !bit;
    }

    /// Sends an available card home.
    #[inline]
    pub(super) fn send_home(&mut self, card: u8) {
        self.lift(card);
        self.state.available &= !(1 << card);
        self.state.raise(card / 13);
        self.foundations.take(card);
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
    pub(super) fn settle(mut self, held: u64, visit: &mut impl FnMut(&Tableau)) {
        loop {
            let ready = self.state.available & self.foundations.next & self.foundations.safe;
            if ready == 0 {
                break;
            }
            each(ready).for_each(|card| self.send_home(card));
        }
        let Some(card) = each(self.held() & !held).next() else { return visit(&self) };
        let mut without = self;
        without.send_home(card);
        without.settle(held, visit);
        self.settle(held | 1 << card, visit);
    }
}
