//! Men by pattern: nine overlapping windows of eight squares, each looked up as a whole.
//!
//! A window is four rows by two of the four squares in a row; it starts at row 0, 2 or 4 and square 0, 1 or 2. How men
//! stand in it is a number of eight digits to base 3 (0 nothing or a king, 1 black, 2 white). Turning the board round and
//! exchanging the colours turns every window into another, or itself, and the value into its opposite; so there are
//! weights for five windows only, and [`place`] says where those of each pattern are.

use super::terms::{PATTERN, PATTERNS};

/// The windows.
pub(super) const WINDOWS: usize = 9;

/// The value of eight bits as digits to base 3: each bit a digit 0 or 1.
static DIGITS: [u16; 256] = {
    let mut digits = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        // The lowest digit, and all others one place further down.
        digits[bits] = (bits & 1) as u16 + 3 * digits[bits >> 1];
        bits += 1;
    }
    digits
};

/// The two squares from `file` on of every row, as two bits a row.
#[inline]
const fn files(men: u32, file: u32) -> u32 {
    let pairs = (men >> file) & 0x3333_3333;
    let nibbles = (pairs | pairs >> 2) & 0x0F0F_0F0F;
    let bytes = (nibbles | nibbles >> 4) & 0x00FF_00FF;
    (bytes | bytes >> 8) & 0xFFFF
}

/// The pattern of every window, from the men of both sides as bits of the squares 1 to 32.
#[inline]
pub(super) fn patterns(black: u32, white: u32) -> [usize; WINDOWS] {
    let mut patterns = [0; WINDOWS];
    for file in 0..3 {
        let (black, white) = (files(black, file), files(white, file));
        for row in 0..3 {
            let digits = |men: u32| DIGITS[(men >> (4 * row) & 0xFF) as usize];
            patterns[(3 * row + file) as usize] = usize::from(digits(black) + 2 * digits(white));
        }
    }
    patterns
}

/// The same pattern on the turned board with the colours exchanged.
const fn turned(pattern: usize) -> usize {
    let (mut rest, mut turned, mut square) = (pattern, 0, 0);
    while square < 8 {
        let digit = rest % 3;
        turned = 3 * turned + [0, 2, 1][digit];
        rest /= 3;
        square += 1;
    }
    turned
}

/// The place of a window's pattern in the list of weights, and the sign with which it counts for Black; `None` if it can
/// be worth nothing.
pub(super) const fn place(window: usize, pattern: usize) -> Option<(usize, i32)> {
    let other = WINDOWS - 1 - window;
    let twin = turned(pattern);
    if window < other || (window == other && pattern < twin) {
        Some((PATTERN + window * PATTERNS + pattern, 1))
    } else if window == other && pattern == twin {
        None
    } else {
        Some((PATTERN + other * PATTERNS + twin, -1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_cover_the_board_and_turn_into_each_other() {
        let windows_with = |square: u32| {
            let found = patterns(1 << square, 0);
            (0..WINDOWS).filter(|&window| found[window] != 0).collect::<Vec<_>>()
        };
        assert_eq!(windows_with(0), [0]);
        assert_eq!(windows_with(13), [0, 1, 3, 4], "row 3, square 1");
        assert_eq!(windows_with(31), [8]);
        for square in 0..32 {
            let black = patterns(1 << square, 0);
            let white = patterns(0, 1 << (31 - square));
            for window in 0..WINDOWS {
                assert_eq!(turned(black[window]), white[WINDOWS - 1 - window], "square {square}");
            }
        }
    }

    #[test]
    fn twins_share_a_place_with_opposite_signs() {
        for window in 0..WINDOWS {
            for pattern in 0..PATTERNS {
                assert_eq!(turned(turned(pattern)), pattern);
                let twin = place(WINDOWS - 1 - window, turned(pattern));
                assert_eq!(place(window, pattern).map(|(place, sign)| (place, -sign)), twin);
            }
        }
    }
}
