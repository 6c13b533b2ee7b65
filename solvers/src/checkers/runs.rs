//! Values of many cells in few bytes: runs of equal values, found again without unpacking anything.
//!
//! Cells that nobody asks for (no position, or one with a capture) belong to whatever run they are in, so runs are
//! long. A block of [`BLOCK`] cells has its first value in the index, and of each run but the last a length in half
//! bytes: a walk along some dozens of them, 0.02 to 0.6 µs, answers a probe. Nothing is cached and nothing is locked.
//!
//! A half byte below 10 is a length from 1 to 10. 10 to 12 take the next half byte along (11 to 58), 13 the next two
//! (59 to 314), 14 the next three (315 and more). After a run comes the value before it, which is what mostly
//! happens; 15 in front of a length says that the third of the three values does.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use engine::Value;

/// The cells of a block.
pub(super) const BLOCK: usize = 2048;

/// A half byte that says: then the third value. As the last of all it says nothing.
const THIRD: u8 = 15;
/// The shortest lengths with 1, 2, 3 and 4 half bytes.
const SHORTEST: [usize; 4] = [1, 11, 59, 315];

/// The values of a slice's cells, in some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Runs {
    /// Where each block's lengths begin, in bytes, times four, with its first value; at last where all end.
    index: Vec<u32>,
    lengths: Vec<u8>,
}

const fn symbol(value: Value) -> u8 {
    match value {
        Value::Loss => 0,
        Value::Draw => 1,
        Value::Win => 2,
    }
}

/// The value before the first of a block, as if there were one.
const fn neighbour(symbol: u8) -> u8 {
    if symbol == 1 { 2 } else { 1 }
}

/// Half bytes on their way into bytes, the low half first.
#[derive(Default)]
struct HalfBytes {
    bytes: Vec<u8>,
    is_odd: bool,
}

impl HalfBytes {
    fn push(&mut self, half: u8) {
        match self.bytes.last_mut() {
            Some(last) if self.is_odd => *last = *last & 15 | half << 4,
            _ => self.bytes.push(half | THIRD << 4),
        }
        self.is_odd = !self.is_odd;
    }

    fn push_length(&mut self, length: usize) {
        let halves = SHORTEST.iter().rposition(|&shortest| length >= shortest).unwrap_or(0);
        let above = length - SHORTEST[halves];
        self.push(match halves {
            0 => above as u8,
            1 => 10 + (above >> 4) as u8,
            _ => 11 + halves as u8,
        });
        for half in (0..halves).rev() {
            self.push((above >> (4 * half)) as u8 & 15);
        }
    }
}

/// The first value of a block and the lengths of its runs.
fn block(cells: impl Iterator<Item = Option<Value>>) -> (u8, Vec<u8>) {
    let mut out = HalfBytes::default();
    let (mut first, mut now, mut before, mut length) = (None, 0, 0, 0);
    for value in cells {
        if let Some(next) = value.map(symbol) {
            if first.is_none() {
                (first, now, before) = (Some(next), next, neighbour(next));
            } else if next != now {
                if next != before {
                    out.push(THIRD);
                }
                out.push_length(length);
                (before, now, length) = (now, next, 0);
            }
        }
        length += 1;
    }
    (first.unwrap_or(0), out.bytes)
}

impl Runs {
    /// Of `count` cells; `value` gives what each is worth, or nothing if nobody will ask.
    pub(super) fn of(count: usize, value: impl Fn(usize) -> Option<Value> + Sync) -> Self {
        let blocks: Vec<(u8, Vec<u8>)> = (0..count.div_ceil(BLOCK))
            .into_par_iter()
            .with_min_len(16)
            .map(|number| block((number * BLOCK..((number + 1) * BLOCK).min(count)).map(&value)))
            .collect();
        let mut lengths = Vec::with_capacity(blocks.iter().map(|(_, lengths)| lengths.len()).sum());
        let mut index = Vec::with_capacity(blocks.len() + 1);
        for (first, block) in blocks {
            index.push((lengths.len() as u32) << 2 | u32::from(first));
            lengths.extend(block);
        }
        index.push((lengths.len() as u32) << 2);
        Self { index, lengths }
    }

    /// What a cell is worth; anything if nobody was to ask.
    #[inline]
    pub(super) fn value(&self, cell: usize) -> Value {
        let (number, mut left) = (cell / BLOCK, cell % BLOCK);
        let (entry, end) = (self.index[number], self.index[number + 1] >> 2);
        let lengths = &self.lengths[(entry >> 2) as usize..end as usize];
        let mut now = (entry & 3) as u8;
        let mut before = neighbour(now);
        let mut halves = lengths.iter().flat_map(|&byte| [byte & 15, byte >> 4]);
        while let Some((length, is_third)) = run(&mut halves) {
            if left < length {
                break;
            }
            left -= length;
            let next = if is_third { 3 - now - before } else { before };
            (before, now) = (now, next);
        }
        match now {
            0 => Value::Loss,
            1 => Value::Draw,
            _ => Value::Win,
        }
    }

    /// The bytes it takes in memory.
    pub(super) fn bytes(&self) -> usize {
        4 * self.index.len() + self.lengths.len()
    }

    /// For a file: a block's first value and four times the number of its bytes, in two bytes, for each; then all
    /// lengths.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let heads = self.index.windows(2).map(|pair| ((pair[1] >> 2) - (pair[0] >> 2)) << 2 | pair[0] & 3);
        heads.flat_map(|head| (head as u16).to_le_bytes()).chain(self.lengths.iter().copied()).collect()
    }

    /// Of `count` cells, as they were written; `None` if these are no such bytes.
    pub(super) fn from_bytes(count: usize, bytes: &[u8]) -> Option<Self> {
        let (heads, lengths) = bytes.split_at_checked(2 * count.div_ceil(BLOCK))?;
        let mut index = Vec::with_capacity(heads.len() / 2 + 1);
        let mut start = 0;
        for head in heads.chunks_exact(2) {
            let head = u32::from(u16::from_le_bytes([head[0], head[1]]));
            index.push(start << 2 | head & 3);
            start += head >> 2;
        }
        index.push(start << 2);
        (start as usize == lengths.len()).then(|| Self { index, lengths: lengths.to_vec() })
    }
}

/// The next length, and whether the third value follows; `None` behind the last.
#[inline]
fn run(halves: &mut impl Iterator<Item = u8>) -> Option<(usize, bool)> {
    let mut head = halves.next()?;
    let is_third = head == THIRD;
    if is_third {
        head = halves.next()?;
    }
    let mut more = |count: usize, high: usize| {
        (0..count).try_fold(high, |number, _| Some(number << 4 | usize::from(halves.next()?)))
    };
    let length = match head {
        0..=9 => SHORTEST[0] + usize::from(head),
        10..=12 => SHORTEST[1] + more(1, usize::from(head - 10))?,
        13 => SHORTEST[2] + more(2, 0)?,
        _ => SHORTEST[3] + more(3, 0)?,
    };
    Some((length, is_third))
}

#[cfg(test)]
mod tests {
    use engine::rng;
    use rand::RngExt;

    use super::*;

    const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

    fn check(cells: &[Option<Value>]) {
        let runs = Runs::of(cells.len(), |cell| cells[cell]);
        let read = Runs::from_bytes(cells.len(), &runs.to_bytes()).expect("as written");
        assert_eq!(read, runs);
        for (number, value) in cells.iter().enumerate() {
            assert!(value.is_none_or(|value| runs.value(number) == value), "cell {number}");
        }
    }

    #[test]
    fn runs_of_every_length_are_found_again() {
        for length in (1..=400).chain([2000, 2047, 2048, 2049, 5000]) {
            let cells: Vec<_> = (0..3 * BLOCK).map(|cell| Some(VALUES[cell / length % 3])).collect();
            check(&cells);
        }
    }

    #[test]
    fn noise_of_any_kind_is_found_again() {
        let mut rng = rng::stream(11, 0);
        for rarity in [1, 3, 30, 300] {
            let mut now = None;
            let cells: Vec<_> = (0..5 * BLOCK + 77)
                .map(|_| {
                    if rng.random_range(0..rarity) == 0 {
                        now = VALUES.get(rng.random_range(0..4)).copied();
                    }
                    now
                })
                .collect();
            check(&cells);
        }
    }

    #[test]
    fn what_nobody_asks_for_takes_no_room() {
        let runs = Runs::of(10 * BLOCK, |cell| (cell % 7 == 3).then_some(Value::Win));
        assert_eq!(runs.to_bytes().len(), 20);
        assert_eq!(Runs::from_bytes(10 * BLOCK, &[0; 19]), None);
        assert_eq!(Runs::from_bytes(10 * BLOCK, &[0; 21]), None);
    }
}
