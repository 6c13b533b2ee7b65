//! table
use engine::cards::Card;
use engine::games::patience::{Kind, PILES, Patience, Place};

pub(super) const ALL: u64 = (1 << 52) - 1;
pub(super) const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
const KINGS: u64 = ACES << 12;
pub(super) const TABLE: u8 = 52;
pub(super) const NONE: u8 = 52;

pub(super) fn each(mut cards: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = cards.trailing_zeros();
        cards &= cards.wrapping_sub(1);
        (card < 64).then_some(card as u8)
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way { Home = 0, Lower = 1, Upper = 2, Table = 3 }

#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) before: [u64; 52],
    pub(super) after: [u8; 52],
    pub(super) last: u64,
    pub(super) first: u64,
}

impl Order {
    pub(super) fn new(base: u8) -> Self {
        let mut order = Self { before: [0; 52], after: [NONE; 52], last: 0, first: ACES << base };
        for suit in 0..4 {
            let mut before = 0;
            for step in 0..13 {
                let card = suit * 13 + (base + step) % 13;
                order.before[usize::from(card)] = before;
                before |= 1 << card;
                if step < 12 {
                    order.after[usize::from(card)] = suit * 13 + (base + step + 1) % 13;
                } else {
                    order.last |= 1 << card;
                }
            }
        }
        order
    }
}

#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) under: [u8; 52],
    pub(super) orders: Vec<Order>,
    pub(super) circular: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) low: u64,
    pub(super) high: u64,
    pub(super) under: [u8; 52],
    pub(super) above: [u64; 52],
    pub(super) below: [u64; 52],
    pub(super) available: u64,
    pub(super) home: u64,
    pub(super) next: u64,
    pub(super) blockers: u64,
    pub(super) base: u8,
}

impl Start {
    pub(super) fn new<K: Kind>(pos: &Patience<K>) -> Self {
        let mut under = [TABLE; 52];
        for card in Card::all() {
            if let Place::On(other) = pos.place(card) { under[card.index()] = other.0; }
        }
        Self { under, orders: (0..13).map(Order::new).collect(), circular: K::CIRCULAR }
    }

    pub(super) fn lowers(&self, cards: u64) -> u64 {
        (cards & !ACES) >> 1 | if self.circular { (cards & ACES) << 12 } else { 0 }
    }
    pub(super) fn uppers(&self, cards: u64) -> u64 {
        (cards & !KINGS) << 1 | if self.circular { (cards & KINGS) >> 12 } else { 0 }
    }
    fn lower(card: u8) -> u8 { if card % 13 == 0 { card + 12 } else { card - 1 } }
    fn upper(card: u8) -> u8 { if card % 13 == 12 { card - 12 } else { card + 1 } }

    pub(super) fn unsafe_cards(&self, base: u8) -> u64 {
        if self.circular { self.orders[usize::from(base)].first } else { 0 }
    }

    pub(super) fn root(&self, heights: [u8; 4], base: u8) -> Table {
        let low = u64::from(heights[0]) << 52 | u64::from(heights[1]) << 56 | u64::from(base) << 60;
        let high = u64::from(heights[2]) << 52 | u64::from(heights[3]) << 56;
        self.decode(low, high)
    }

    pub(super) fn decode(&self, low: u64, high: u64) -> Table {
        let base = (low >> 60) as u8;
        let order = &self.orders[usize::from(base)];
        let heights = [low >> 52 & 15, low >> 56 & 15, high >> 52 & 15, high >> 56 & 15];
        let mut home = 0;
        let mut next = 0;
        for suit in 0..4 {
            let run = (1_u64 << heights[suit]) - 1;
            home |= ((run << base | run << base >> 13) & 0x1FFF) << (13 * suit);
            if heights[suit] < 13 {
                next |= 1 << (13 * suit as u64 + (u64::from(base) + heights[suit]) % 13);
            }
        }
        let mut table = Table { low, high, under: self.under, above: [0; 52], below: [0; 52], available: 0, home, next, blockers: 0, base };
        for card in each(low & ALL & !high) { table.under[usize::from(card)] = Self::lower(card); }
        for card in each(high & ALL & !low) { table.under[usize::from(card)] = Self::upper(card); }
        for card in each(low & high & ALL) { table.under[usize::from(card)] = TABLE; }
        let mut occupied = 0;
        for card in each(ALL & !home) { occupied |= 1_u64 << table.under[usize::from(card)]; }
        table.available = ALL & !home & !occupied;
        for top in each(table.available) {
            let mut above = 0;
            let mut card = top;
            while card != TABLE {
                table.above[usize::from(card)] = above;
                above |= 1 << card;
                card = table.under[usize::from(card)];
            }
            for card in each(above) {
                let below = above & !table.above[usize::from(card)] & !(1 << card);
                table.below[usize::from(card)] = below;
                if below & order.before[usize::from(card)] != 0 { table.blockers |= 1 << card; }
            }
        }
        table
    }

    pub(super) fn moves(&self, table: &Table) -> [(Way, u64); 3] {
        let available = table.available;
        let mut alone = 0;
        if available.count_ones() < PILES as u32 {
            for card in each(available) { if table.under[usize::from(card)] != TABLE { alone |= 1 << card; } }
        }
        [(Way::Upper, available & self.lowers(available)), (Way::Table, alone), (Way::Lower, available & self.uppers(available))]
    }

    fn lift(table: &mut Table, card: u8) {
        let bit = 1_u64 << card;
        for under in each(table.below[usize::from(card)]) { table.above[usize::from(under)] &= !bit; }
        let under = table.under[usize::from(card)];
        if under != TABLE { table.available |= 1 << under; }
    }

    pub(super) fn play(&self, table: &mut Table, card: u8, way: Way) {
        let bit = 1_u64 << card;
        Self::lift(table, card);
        let index = usize::from(card);
        let target = match way {
            Way::Lower => Self::lower(card),
            Way::Upper => Self::upper(card),
            Way::Table | Way::Home => TABLE,
        };
        table.low &= !bit;
        table.high &= !bit;
        table.under[index] = target;
        if target == TABLE {
            table.below[index] = 0;
        } else {
            table.below[index] = table.below[usize::from(target)] | 1 << target;
            table.available &= !(1 << target);
            for under in each(table.below[index]) { table.above[usize::from(under)] |= bit; }
        }
        if target != self.under[index] {
            table.low |= (way as u64 & 1) << card;
            table.high |= (way as u64 >> 1) << card;
        }
        table.blockers &= !bit;
        if table.below[index] & self.orders[usize::from(table.base)].before[index] != 0 { table.blockers |= bit; }
    }

    pub(super) fn go_home(&self, table: &mut Table, card: u8) {
        let bit = 1_u64 << card;
        Self::lift(table, card);
        table.available &= !bit;
        table.home |= bit;
        table.low &= !bit;
        table.high &= !bit;
        let suit = card / 13;
        let raise = 1_u64 << (52 + 4 * (suit & 1));
        if suit < 2 { table.low += raise } else { table.high += raise }
        table.next &= !bit;
        let after = self.orders[usize::from(table.base)].after[usize::from(card)];
        if after != NONE { table.next |= 1 << after; }
    }

    /// Sends home what is safe; then calls `visit` for each choice of base cards.
    pub(super) fn settle(&self, mut table: Table, kept: u64, visit: &mut dyn FnMut(&Table, u64)) {
        let unsafe_cards = self.unsafe_cards(table.base);
        loop {
            let ready = table.available & table.next & !unsafe_cards;
            if ready == 0 { break; }
            for card in each(ready) { self.go_home(&mut table, card); }
        }
        let fresh = table.available & table.next & unsafe_cards & !kept;
        if fresh == 0 { return visit(&table, kept); }
        let bit = fresh & fresh.wrapping_neg();
        let mut next = table;
        self.go_home(&mut next, bit.trailing_zeros() as u8);
        self.settle(next, kept, visit);
        self.settle(table, kept | bit, visit);
    }
}
