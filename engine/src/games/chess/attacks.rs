//! What each man attacks from each square: tables made at compile time, for men that jump and for lines.
//!
//! Squares are numbered a1 = 0, b1 = 1, … h8 = 63; a set of squares is a word with a bit each. Attacks along lines
//! that may be blocked are in [`super::sliding`].

/// A set of squares, one bit each.
pub type Squares = u64;

/// The a-file; shifted left it is the others.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: Squares = FILE_A << 7;
/// The first row; shifted left by 8 it is the second.
pub const RANK_1: Squares = 0xFF;
/// The eighth row.
pub const RANK_8: Squares = RANK_1 << 56;
/// The dark squares, of which a1 is one.
pub const DARK: Squares = 0xAA55_AA55_AA55_AA55;

/// The steps of a rook, then of a bishop: columns and rows.
pub(super) const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

const KNIGHT_STEPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square a step away, as a set: empty beyond the edge.
pub(super) const fn step(square: usize, (columns, rows): (i32, i32)) -> Squares {
    let (file, rank) = (square as i32 % 8 + columns, square as i32 / 8 + rows);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (rank * 8 + file) }
}

const fn leaper<const N: usize>(steps: [(i32, i32); N]) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 * N {
        table[index / N] |= step(index / N, steps[index % N]);
        index += 1;
    }
    table
}

/// What a knight attacks.
pub static KNIGHT: [Squares; 64] = leaper(KNIGHT_STEPS);
/// What a king attacks.
pub static KING: [Squares; 64] = leaper(STEPS);
/// What a pawn attacks, by side: white pawns upwards.
pub static PAWN: [[Squares; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];

/// The squares that a slider on `square` attacks in one direction, up to and including the first of `occupied`.
pub(super) const fn ray(square: usize, direction: usize, occupied: Squares) -> Squares {
    let (mut squares, mut at) = (0, square);
    loop {
        let next = step(at, STEPS[direction]);
        squares |= next;
        if next == 0 || next & occupied != 0 {
            return squares;
        }
        at = next.trailing_zeros() as usize;
    }
}

const fn lines(first: usize) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 * 4 {
        table[index / 4] |= ray(index / 4, first + index % 4, 0);
        index += 1;
    }
    table
}

/// What a rook attacks on an empty board.
pub static ROOK_LINES: [Squares; 64] = lines(0);
/// What a bishop attacks on an empty board.
pub static BISHOP_LINES: [Squares; 64] = lines(4);

/// The squares strictly between two squares of a line; empty for others.
pub static BETWEEN: [[Squares; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let (from, direction) = (index / 8, index % 8);
        let mut rest = ray(from, direction, 0);
        while rest != 0 {
            let to = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            table[from][to] = ray(from, direction, 1 << to) & !(1 << to);
        }
        index += 1;
    }
    table
};

/// The whole line, from edge to edge, through two squares of it; empty for squares on no common line.
pub static LINE: [[Squares; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let (from, direction) = (index / 8, index % 8);
        // Opposite directions are neighbours in `STEPS` for rooks and mirror images for bishops.
        let opposite = if direction < 4 { direction ^ 1 } else { 11 - direction };
        let line = ray(from, direction, 0) | ray(from, opposite, 0) | 1 << from;
        let mut rest = ray(from, direction, 0);
        while rest != 0 {
            table[from][rest.trailing_zeros() as usize] = line;
            rest &= rest - 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_attack_what_the_board_says() {
        let count = |table: &[Squares; 64]| table.iter().map(|squares| squares.count_ones()).sum::<u32>();
        assert_eq!([count(&KNIGHT), count(&KING), count(&ROOK_LINES), count(&BISHOP_LINES)], [336, 420, 896, 560]);
        assert_eq!(KNIGHT[0], 1 << 10 | 1 << 17);
        assert_eq!((PAWN[0][8], PAWN[1][63]), (1 << 17, 1 << 54));
    }

    #[test]
    fn lines_and_what_is_between() {
        assert_eq!(BETWEEN[0][63], 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54);
        assert_eq!((BETWEEN[0][1], BETWEEN[0][10], BETWEEN[7][7]), (0, 0, 0));
        assert_eq!((LINE[3][11], LINE[0][9]), (FILE_A << 3, 0x8040_2010_0804_0201));
        assert_eq!(LINE[6][13], [6, 13, 20, 27, 34, 41, 48].iter().fold(0, |line, square| line | 1 << square));
        for (from, row) in LINE.iter().enumerate() {
            for (to, &line) in row.iter().enumerate() {
                assert_eq!(line, LINE[to][from]);
                assert_eq!(line != 0, (ROOK_LINES[from] | BISHOP_LINES[from]) >> to & 1 == 1);
                assert!(line == 0 || line & (1 << from) != 0 && line & (1 << to) != 0);
                assert_eq!(BETWEEN[from][to] & !line, 0);
            }
        }
    }
}
