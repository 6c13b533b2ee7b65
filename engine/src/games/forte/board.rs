//! The board: forts, holes and lines as bits of a word, and where a knight can go.
//!
//! One word holds all knights of a side. Fort (row, column), both from 0 and row 0 at A's end, is bit
//! `7 * row + column`: a seventh column that is never set keeps shifts from wrapping round, so that a line in any of the
//! four [directions](DIRECTIONS) is found by shifting. Hole i of the side, from 0 on the left as A sees it, is bit
//! `48 + i`. The bits from 56 up are the position's own affair, not knights on the board.
//!
//! Geometry: rule sheet of 1980, diagrams 1 to 5.
//! Next: [`super::Move`] for what a move is, [`super`] for the game.

use crate::bitboard::Bits;

/// Rows and columns of forts.
pub const SIZE: u32 = 6;
/// From a fort to the one above it: six columns and the guard.
pub const WIDTH: u32 = 7;
/// Holes of a side.
pub const HOLE_COUNT: u32 = 7;
/// The bit of hole 0.
pub const FIRST_HOLE: u32 = 48;
/// Steps along a row, the falling and the rising diagonals, and a column.
pub const DIRECTIONS: [u32; 4] = [1, WIDTH - 1, WIDTH, WIDTH + 1];

/// The forts of row 1.
const ROW: u64 = (1 << SIZE) - 1;
/// The forts of column a.
const COLUMN: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;
/// All 36 forts.
pub const FORTS: u64 = COLUMN * ROW;
/// All 7 holes.
pub const HOLES: u64 = 0x7F << FIRST_HOLE;
/// The holes marked A on the board, 0, 1, 5 and 6: the joust's first move comes from one of them.
pub const OPENING_HOLES: u64 = 0b110_0011 << FIRST_HOLE;

/// The forts that a knight at a bit, fort or hole, could go to on an empty board; none for other bits.
pub const TARGETS: [u64; 64] = targets();

const fn targets() -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let bit = from as u32;
        if FORTS >> bit & 1 == 1 {
            let (row, column) = (bit / WIDTH, bit % WIDTH);
            let columns =
                COLUMN << column | COLUMN << (column + 1) | if column > 0 { COLUMN << (column - 1) } else { 0 };
            let rows = ROW << (WIDTH * row)
                | ROW << (WIDTH * (row + 1))
                | if row > 0 { ROW << (WIDTH * (row - 1)) } else { 0 };
            table[from] = (columns | rows) & FORTS & !(1 << bit);
        } else if HOLES >> bit & 1 == 1 {
            let hole = bit - FIRST_HOLE;
            table[from] = (COLUMN << hole | if hole > 0 { COLUMN << (hole - 1) } else { 0 }) & FORTS;
        }
        from += 1;
    }
    table
}

/// The forts and holes from which a knight could come to a bit on an empty board: [`TARGETS`] the other way round.
pub const SOURCES: [u64; 64] = {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if TARGETS[from] >> to & 1 == 1 {
                table[to] |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The bit of the fort in a row and a column, both `0..6`.
#[must_use]
pub const fn fort(row: u32, column: u32) -> u32 {
    WIDTH * row + column
}

/// The forts from which a line of four in `direction` starts; the line goes up the bits.
#[must_use]
pub const fn line_starts(direction: u32) -> u64 {
    FORTS & FORTS >> direction & FORTS >> (2 * direction) & FORTS >> (3 * direction)
}

/// All 54 lines, each as the set of its four forts.
pub fn lines() -> impl Iterator<Item = u64> {
    DIRECTIONS.into_iter().flat_map(|direction| {
        let first = 1 | 1 << direction | 1 << (2 * direction) | 1 << (3 * direction);
        Bits(line_starts(direction)).map(move |start| first << start)
    })
}

/// Whether four of `knights` stand on forts in a line.
#[inline]
#[must_use]
pub const fn has_line(knights: u64) -> bool {
    let forts = knights & FORTS;
    let across = four(forts, DIRECTIONS[0]) | four(forts, DIRECTIONS[2]);
    let aslant = four(forts, DIRECTIONS[1]) | four(forts, DIRECTIONS[3]);
    across | aslant != 0
}

#[inline]
const fn four(forts: u64, direction: u32) -> u64 {
    let pairs = forts & forts >> direction;
    pairs & pairs >> (2 * direction)
}

/// The forts of `free` that would make a line with three others of `knights`, whoever could go there.
#[inline]
#[must_use]
pub const fn completions(knights: u64, free: u64) -> u64 {
    let forts = knights & FORTS;
    let across = fourth(forts, DIRECTIONS[0]) | fourth(forts, DIRECTIONS[2]);
    let aslant = fourth(forts, DIRECTIONS[1]) | fourth(forts, DIRECTIONS[3]);
    (across | aslant) & free
}

/// The ends of three in a row, and the gaps of two and one.
#[inline]
const fn fourth(forts: u64, direction: u32) -> u64 {
    let pairs = forts & forts >> direction;
    let triples = pairs & forts >> (2 * direction);
    let ends = triples >> direction | triples << (3 * direction);
    let gaps = forts << direction & pairs >> direction | pairs << (2 * direction) & forts >> direction;
    ends | gaps
}

/// The left-right mirror image of the forts and holes; other bits are lost.
#[must_use]
pub const fn mirrored(knights: u64) -> u64 {
    flipped(turned(knights))
}

/// The forts with row 1 as row 6 and so on, the holes as they are; other bits are lost.
#[must_use]
pub const fn flipped(knights: u64) -> u64 {
    let mut image = knights & HOLES;
    let mut row = 0;
    while row < SIZE {
        image |= (knights >> (WIDTH * row) & ROW) << (WIDTH * (SIZE - 1 - row));
        row += 1;
    }
    image
}

/// The half turn of the forts and of the holes; other bits are lost.
#[must_use]
pub const fn turned(knights: u64) -> u64 {
    // Reversal takes bit i to 63 - i; the last fort is bit 40, and hole i goes from 48 + i to 54 - i.
    let reversed = knights.reverse_bits();
    reversed >> (63 - 40) & FORTS | reversed << (FIRST_HOLE + 54 - 63) & HOLES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations_are_19_from_a_corner_23_from_an_edge_and_26_inside() {
        let is_edge = |n| n == 0 || n == SIZE - 1;
        for row in 0..SIZE {
            for column in 0..SIZE {
                let expected = match (is_edge(row), is_edge(column)) {
                    (true, true) => 19,
                    (false, false) => 26,
                    _ => 23,
                };
                assert_eq!(TARGETS[fort(row, column) as usize].count_ones(), expected);
            }
        }
        let holes = [0, 1, 2, 3, 4, 5, 6].map(|hole| TARGETS[FIRST_HOLE as usize + hole].count_ones());
        assert_eq!(holes, [6, 12, 12, 12, 12, 12, 6]);
    }

    #[test]
    fn there_are_18_lines_across_18_up_and_18_aslant() {
        let count = |direction| line_starts(direction).count_ones();
        assert_eq!(DIRECTIONS.map(count), [18, 9, 18, 9]);
        let all: Vec<u64> = lines().collect();
        assert_eq!(all.len(), 54);
        for (index, &line) in all.iter().enumerate() {
            assert_eq!(line.count_ones(), 4);
            assert_eq!(line & !FORTS, 0);
            assert!(!all[..index].contains(&line));
            let squares: Vec<(u32, u32)> = Bits(line).map(|bit| (bit / WIDTH, bit % WIDTH)).collect();
            let steps: Vec<(i64, i64)> = squares
                .windows(2)
                .map(|pair| (i64::from(pair[1].0) - i64::from(pair[0].0), i64::from(pair[1].1) - i64::from(pair[0].1)))
                .collect();
            assert!(steps.iter().all(|step| *step == steps[0] && step.0.abs() <= 1 && step.1.abs() <= 1), "{steps:?}");
        }
    }

    #[test]
    fn shifts_find_exactly_the_lines() {
        // All sets of four and five forts among a fixed pseudo-random sample, and all lines with and without a fort.
        for line in lines() {
            assert!(has_line(line | HOLES));
            for bit in Bits(line) {
                assert!(!has_line(line & !(1 << bit) | HOLES));
                assert_ne!(completions(line & !(1 << bit), FORTS) & 1 << bit, 0);
            }
        }
        let mut word = 1;
        for _ in 0..20_000 {
            word = crate::zobrist::mix(word);
            let knights = word & crate::zobrist::mix(word ^ 1) & FORTS;
            assert_eq!(has_line(knights), lines().any(|line| line & !knights == 0));
            let free = FORTS & !knights;
            let slow = Bits(free)
                .filter(|bit| lines().any(|line| line >> bit & 1 == 1 && line & !(knights | 1 << bit) == 0))
                .fold(0, |set, bit| set | 1 << bit);
            assert_eq!(completions(knights, free), slow);
        }
    }

    #[test]
    fn symmetries_keep_the_geometry_and_undo_themselves() {
        for symmetry in [mirrored as fn(u64) -> u64, flipped, turned] {
            for bit in Bits(FORTS | HOLES) {
                let image = symmetry(1 << bit);
                assert_eq!(image.count_ones(), 1);
                assert_eq!(symmetry(image), 1 << bit);
                let targets = TARGETS[image.trailing_zeros() as usize];
                assert_eq!(targets, symmetry(TARGETS[bit as usize]));
            }
            assert!(lines().all(|line| has_line(symmetry(line))));
            assert_eq!(symmetry(OPENING_HOLES), OPENING_HOLES);
        }
        assert_eq!(flipped(1 << fort(0, 2)), 1 << fort(5, 2));
        assert_eq!(mirrored(1 << fort(0, 2)), 1 << fort(0, 3));
        assert_eq!(turned(1 << FIRST_HOLE), 1 << (FIRST_HOLE + 6));
    }
}
