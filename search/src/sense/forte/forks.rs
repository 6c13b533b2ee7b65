//! Open lines by the knights on them, threats, and forks: what of FORTE is told by bits alone.
//!
//! A line is open to a side if no enemy knight stands on it. With three on an open line and another knight that reaches the
//! fourth fort, a side *threatens* to win. A *fork* is a move after which it threatens on two forts: one move of the other side
//! blocks one of them, so that a fork wins, unless the other side is the first to win.

use engine::bitboard::Bits;
use engine::games::forte::board::{self, DIRECTIONS, FORTS, SOURCES, TARGETS};

/// What one side has in its open lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The number of open lines with one, two and three knights.
    pub(super) counts: [u32; 3],
    /// The empty forts that would make three of an open line.
    pub(super) thirds: u64,
    /// Those that would in two lines at once.
    pub(super) crossings: u64,
    /// Enemy knights that stand alone against three.
    pub(super) blockers: u64,
}

impl Lines {
    /// The lines of the knights `own` against `enemy`.
    pub(super) fn of(own: u64, enemy: u64) -> Self {
        let (own, enemy) = (own & FORTS, enemy & FORTS);
        let free = FORTS & !(own | enemy);
        let mut lines = Self::default();
        for direction in DIRECTIONS {
            // Seen from the fort a line starts at: its four forts, added up in parallel for all lines.
            let [a, b, c, d] = [0, 1, 2, 3].map(|step| own >> (step * direction));
            let foes = [0, 1, 2, 3].map(|step| enemy >> (step * direction));
            let starts = board::line_starts(direction);
            let open = starts & !(foes[0] | foes[1] | foes[2] | foes[3]);
            let (first_one, first_two) = (a ^ b, a & b);
            let (last_one, last_two) = (c ^ d, c & d);
            let odd = first_one ^ last_one;
            let two_or_three = first_two ^ last_two | first_one & last_one;
            lines.counts[0] += (open & odd & !two_or_three).count_ones();
            let twos = open & two_or_three & !odd;
            lines.counts[1] += twos.count_ones();
            let threes = starts & two_or_three & odd;
            lines.counts[2] += (open & threes).count_ones();
            for (step, foes) in foes.into_iter().enumerate() {
                let third = twos << (step as u32 * direction) & free;
                lines.crossings |= lines.thirds & third;
                lines.thirds |= third;
                lines.blockers |= (threes & foes) << (step as u32 * direction);
            }
        }
        lines
    }
}

/// The empty forts on which a move of one of `knights` would make a line.
#[inline]
pub(super) fn wins(knights: u64, free: u64) -> u64 {
    let forts = board::completions(knights, free);
    // Nearly always nothing: no three in a line with the fourth fort empty.
    if forts == 0 {
        return 0;
    }
    Bits(forts).filter(|&to| reaches(knights, to, free)).fold(0, |set, to| set | 1 << to)
}

/// Whether one of `knights` would make a line on `to`. The knight that goes there must not be one of the three.
#[inline]
fn reaches(knights: u64, to: u32, free: u64) -> bool {
    let stays_three = |from: u32| board::completions(knights & !(1 << from), free) >> to & 1 == 1;
    Bits(SOURCES[to as usize & 63] & knights).any(stays_three)
}

/// The forts that some knight could go to on an empty board.
#[inline]
pub(super) fn reach(knights: u64) -> u64 {
    Bits(knights).fold(0, |forts, from| forts | TARGETS[from as usize & 63])
}

/// Whether a move of `own`, whose lines are given, forks: where neither side threatens to win as it stands.
pub(super) fn forks(own: u64, enemy: u64, lines: &Lines) -> bool {
    let free = FORTS & !(own | enemy);
    // Three in an open line that no knight can complete may turn into a threat in more ways; there are hardly any.
    let forts = if lines.counts[2] > 0 { free } else { lines.crossings };
    Bits(forts).any(|to| {
        Bits(SOURCES[to as usize & 63] & own).any(|from| {
            let moved = own ^ (1 << from | 1 << to);
            let left = FORTS & !(moved | enemy);
            wins(moved, left).count_ones() > 1 && wins(enemy, left) == 0
        })
    })
}
