//! The table of one ending: a worth for each position, in as few bits as the different worths need.
//!
//! A position is numbered by the side to move, the place of the kings (one of 462, or 1,806 with pawns) and the squares
//! of the other men: 48 for a pawn, pairs of squares for two like men of a side. Even endings (KRKR) have only positions
//! of the stronger side, which is by definition the one to move. Numbers without a legal position are marked.

use engine::games::chess::Kind;
use engine::{Known, Side};

use super::ending::Ending;
use super::symmetry::Kings;
use super::worth::Worth;

/// How an ending's positions are numbered, for one side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    kings: &'static Kings,
    /// How many squares each man can stand on.
    first: usize,
    last: usize,
    /// How many squares come before those.
    below: [usize; 2],
    has_twins: bool,
}

impl Layout {
    pub(super) fn of(ending: Ending) -> Self {
        let squares = |kind: Kind| if kind == Kind::Pawn { (48, 8) } else { (64, 0) };
        let (first, first_below) = ending.first.map_or((1, 0), |man| squares(man.kind));
        let (last, last_below) = squares(ending.last.kind);
        Self {
            kings: Kings::of(ending.has_pawns()),
            first,
            last,
            below: [first_below, last_below],
            has_twins: ending.has_twins(),
        }
    }

    /// Numbers for one place of the kings.
    fn places(self) -> usize {
        if self.has_twins { self.last * (self.last - 1) / 2 } else { self.first * self.last }
    }

    /// All numbers.
    pub(super) fn len(self) -> usize {
        self.kings.pairs.len() * self.places()
    }

    /// The number of a place of the kings and two squares, which must not be the same for two like men.
    #[inline]
    pub(super) fn number(self, kings: usize, [first, last]: [usize; 2]) -> usize {
        let [first, last] = [first - self.below[0], last - self.below[1]];
        let men = if self.has_twins {
            let (less, more) = (first.min(last), first.max(last));
            more * more.saturating_sub(1) / 2 + less
        } else {
            first * self.last + last
        };
        kings * self.places() + men
    }
}

/// Worths packed: a number each of the list of those that occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    worths: Vec<Worth>,
    width: usize,
    bytes: Vec<u8>,
}

impl Packed {
    /// The most different worths.
    pub(super) const MOST_WORTHS: usize = 128;

    pub(super) fn new(worths: &[Worth]) -> Self {
        let mut number_of = [u8::MAX; 256];
        let place = |worth: Worth| usize::from(worth.0 as u8);
        for &worth in worths {
            number_of[place(worth)] = 0;
        }
        let occurring = (i8::MIN..=i8::MAX).map(Worth).filter(|&worth| number_of[place(worth)] == 0);
        let list: Vec<Worth> = occurring.collect();
        for (number, &worth) in (0..).zip(&list) {
            number_of[place(worth)] = number;
        }
        Self::of_indices(list, worths.len(), worths.iter().map(|&worth| number_of[place(worth)]))
    }

    /// From the list of the worths that occur and a number in it for each position.
    pub(super) fn of_indices(worths: Vec<Worth>, count: usize, indices: impl Iterator<Item = u8>) -> Self {
        let width = (usize::BITS - worths.len().saturating_sub(1).leading_zeros()) as usize;
        // Reading takes two bytes wherever a number begins.
        let mut bytes = vec![0; (count * width).div_ceil(8) + 1];
        for (number, index) in indices.enumerate() {
            let (at, shift) = (number * width / 8, number * width % 8);
            let bits = u16::from(index) << shift;
            bytes[at] |= bits as u8;
            bytes[at + 1] |= (bits >> 8) as u8;
        }
        Self { worths, width, bytes }
    }

    /// The number in the list of worths.
    #[inline]
    pub(super) fn index(&self, number: usize) -> u8 {
        let bit = number * self.width;
        let pair = u16::from_le_bytes([self.bytes[bit / 8], self.bytes[bit / 8 + 1]]);
        (pair >> (bit % 8)) as u8 & ((1_u16 << self.width) - 1) as u8
    }

    #[inline]
    fn get(&self, number: usize) -> Worth {
        self.worths[usize::from(self.index(number))]
    }

    pub(super) fn worths(&self) -> &[Worth] {
        &self.worths
    }
}

/// An ending solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) ending: Ending,
    /// By side to move; one for even endings.
    pub(super) halves: Vec<Packed>,
}

/// An ending in figures, for one side to move. Positions are counted on a whole board, symmetric ones apart; two like
/// men of a side are not told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Legal positions.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// The plies of the longest win, 0 if there is none.
    pub longest_win: u16,
    /// The plies of the longest loss.
    pub longest_loss: u16,
}

impl Table {
    /// The material.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The bytes it takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.halves.iter().map(|half| half.bytes.len()).sum()
    }

    /// The worth of a position, by its stronger side's king and the other, its men, and the side to move.
    #[inline]
    pub(super) fn worth(&self, kings: [usize; 2], men: [usize; 2], side: Side) -> Worth {
        let layout = Layout::of(self.ending);
        let Some(slot) = layout.kings.slot(kings) else { return Worth::ILLEGAL };
        let men = match self.ending.first {
            None => [0, slot.symmetry.square(men[1])],
            Some(_) => men.map(|square| slot.symmetry.square(square)),
        };
        self.halves[side.index()].get(layout.number(usize::from(slot.number), men))
    }

    /// The figures: for the stronger side to move, then the weaker. In even endings they are the same.
    #[must_use]
    pub fn counts(&self) -> [Count; 2] {
        let layout = Layout::of(self.ending);
        let count = |half: &Packed| {
            let mut count = Count::default();
            for number in 0..layout.len() {
                count.add(half.get(number), layout.kings.weight(number / layout.places()));
            }
            count
        };
        let strong = count(&self.halves[0]);
        [strong, self.halves.get(1).map_or(strong, count)]
    }
}

impl Count {
    fn add(&mut self, worth: Worth, weight: u64) {
        if worth == Worth::ILLEGAL {
            return;
        }
        let Known { value, plies } = worth.known();
        let plies = plies.unwrap_or(0);
        self.positions += weight;
        match value {
            engine::Value::Win => {
                self.win += weight;
                self.longest_win = self.longest_win.max(plies);
            }
            engine::Value::Draw => self.draw += weight,
            engine::Value::Loss => {
                self.loss += weight;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }
}
