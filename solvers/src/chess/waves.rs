//! Retrograde analysis by whole words: a wave for each ply of distance to mate.
//!
//! For each side to move two sets of positions are kept: those not known to be *won* (`open`), and those known to be
//! *lost*. An odd wave asks of every position that is still neither whether a move leads to a lost one; an even wave,
//! whether every move leads to a won one, that is, none to an open one. Since only legal positions are open or lost,
//! moves into check fall out by themselves. Moves out of the ending ([`super::exits`]) have their worths from the
//! start: wins fall due in their wave, and a position with such a move cannot be lost before the wave in which the
//! best of them loses, or ever if it draws. What no wave reaches is drawn.
//!
//! The rule of 50 moves is left out, and so are castling and, outside KPKP, captures en passant, which no position of
//! four men has.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::chess::attacks::Squares;

use super::ending::Ending;
use super::exits::{Exits, Lookup};
use super::ground::{Ground, Spot};
use super::passing::Passing;
use super::table::{Layout, Packed, Table};
use super::worth::Worth;

/// Positions of a place that something happens to in a known wave.
#[derive(Clone, Copy, Debug)]
struct Due {
    spot: u32,
    squares: Squares,
}

/// What is known so far of the positions of one side to move.
#[derive(Debug)]
struct Half {
    /// Legal positions not known to be won, on whole boards.
    open: Vec<Squares>,
    /// Positions known to be lost, on whole boards.
    lost: Vec<Squares>,
    /// By place: positions that no even wave may call lost: a move out of the ending is better, or it is stalemate.
    held: Vec<Squares>,
    /// By wave: wins by moves out of the ending, or losses that are no longer held.
    due: Vec<Vec<Due>>,
    /// By number; empty if the other half has them too.
    worths: Vec<Worth>,
}

/// How positions are laid out in sets, and in the table.
type Grid = (Ground, Layout);

/// An ending being solved.
struct Waves {
    ground: Ground,
    layout: Layout,
    halves: [Half; 2],
    passing: Passing,
}

/// Solves an ending.
pub(super) fn solve(ending: Ending, others: &impl Lookup) -> Table {
    let mut waves = Waves::new(ending, others);
    waves.mates();
    let last_due = waves.halves.iter().map(|half| half.due.len()).max().unwrap_or(0);
    let mut quiet = 0;
    for plies in 1..Worth::MOST_PLIES {
        let mut is_new = false;
        for side in Side::BOTH {
            is_new |= if plies % 2 == 1 { waves.wins(side, plies) } else { waves.losses(side, plies) };
        }
        // Wins and losses come in turns: two waves without any are followed by none.
        quiet = if is_new { 0 } else { quiet + 1 };
        if quiet >= 2 && usize::from(plies) >= last_due {
            break;
        }
    }
    let halves = waves.halves.into_iter().filter(|half| !half.worths.is_empty());
    Table { ending, halves: halves.map(|half| Packed::new(&half.worths)).collect() }
}

impl Waves {
    fn new(ending: Ending, others: &impl Lookup) -> Self {
        let (ground, layout) = (Ground::of(ending), Layout::of(ending));
        let half = |side: Side| {
            let is_kept = side == Side::First || !ending.is_even();
            let mut half = Half {
                open: vec![0; ground.words()],
                lost: vec![0; ground.words()],
                held: vec![0; ground.spots()],
                due: Vec::new(),
                worths: if is_kept { vec![Worth::ILLEGAL; layout.len()] } else { Vec::new() },
            };
            for (number, spot) in ground.all_spots() {
                half.begin((ground, layout), (number, spot), side, others);
            }
            half
        };
        Self { ground, layout, halves: Side::BOTH.map(half), passing: Passing::of(ground, others) }
    }

    /// Wave 0: mates, and stalemates, which are held for ever.
    fn mates(&mut self) {
        let ground = self.ground;
        for side in Side::BOTH {
            let (half, rival) = pair(&mut self.halves, side);
            self.passing.mark_escapes(side, 0, &rival.open);
            for (number, spot) in ground.all_spots() {
                let legal = half.open[ground.word(spot.kings, spot.first)];
                let moves = ground.sources(spot, side, &rival.open) | self.passing.marked(number);
                let stuck = legal & !moves & !half.held[number];
                if stuck == 0 {
                    continue;
                }
                let stalemates = stuck & ground.legal(spot, !side);
                half.held[number] |= stalemates;
                half.lose((ground, self.layout), (number, spot), stuck & !stalemates, 0);
            }
        }
    }

    /// An odd wave: positions of `side` that win in `plies`. Whether there are any.
    fn wins(&mut self, side: Side, plies: u8) -> bool {
        let ground = self.ground;
        let (half, rival) = pair(&mut self.halves, side);
        let mut is_new = false;
        for due in half.fall_due(plies) {
            is_new |= half.win((ground, self.layout), due.spot as usize, due.squares, plies);
        }
        self.passing.mark_wins(side, &rival.lost);
        for (number, spot) in ground.all_spots() {
            let word = ground.word(spot.kings, spot.first);
            if half.open[word] & !half.lost[word] == 0 {
                continue;
            }
            let squares = ground.sources(spot, side, &rival.lost) | self.passing.marked(number);
            is_new |= squares != 0 && half.win((ground, self.layout), number, squares, plies);
        }
        is_new
    }

    /// An even wave: positions of `side` that lose in `plies`. Whether there are any.
    fn losses(&mut self, side: Side, plies: u8) -> bool {
        let ground = self.ground;
        let (half, rival) = pair(&mut self.halves, side);
        for due in half.fall_due(plies) {
            half.held[due.spot as usize] &= !due.squares;
        }
        self.passing.mark_escapes(side, plies, &rival.open);
        let mut is_new = false;
        for (number, spot) in ground.all_spots() {
            let word = ground.word(spot.kings, spot.first);
            let candidates = half.open[word] & !half.lost[word] & !half.held[number];
            if candidates == 0 {
                continue;
            }
            let squares = candidates & !ground.sources(spot, side, &rival.open) & !self.passing.marked(number);
            if squares != 0 {
                half.lose((ground, self.layout), (number, spot), squares, plies);
                is_new = true;
            }
        }
        is_new
    }
}

/// The half of a side and the other.
fn pair(halves: &mut [Half; 2], side: Side) -> (&mut Half, &Half) {
    let [first, second] = halves;
    match side {
        Side::First => (first, second),
        Side::Second => (second, first),
    }
}

impl Half {
    /// What is known of a place before the first wave: which positions are legal, and their moves out of the ending.
    fn begin(&mut self, grid: Grid, (number, spot): (usize, Spot), side: Side, others: &impl Lookup) {
        let (ground, _) = grid;
        let legal = ground.legal(spot, side);
        ground.spread(spot, legal, |word, squares| self.open[word] |= squares);
        self.record(grid, number, legal, Worth::DRAW);
        let best = Exits::best(ground, spot, side, legal, others);
        let mut rest =
            Bits(legal).filter(|&square| best[square as usize] != Worth::NONE).fold(0, |set, at| set | 1 << at);
        self.held[number] = rest;
        while rest != 0 {
            let worth = best[rest.trailing_zeros() as usize];
            let squares = Bits(rest).filter(|&square| best[square as usize] == worth).fold(0, |set, at| set | 1 << at);
            rest &= !squares;
            if let Some(plies) = worth.plies() {
                let plies = usize::from(plies);
                if self.due.len() <= plies {
                    self.due.resize_with(plies + 1, Vec::new);
                }
                self.due[plies].push(Due { spot: number as u32, squares });
            }
        }
    }

    /// What falls due in a wave.
    fn fall_due(&mut self, plies: u8) -> Vec<Due> {
        self.due.get_mut(usize::from(plies)).map(std::mem::take).unwrap_or_default()
    }

    /// Notes positions as won that are not decided yet. Whether there are any.
    fn win(&mut self, grid: Grid, number: usize, squares: Squares, plies: u8) -> bool {
        let (ground, _) = grid;
        let spot = ground.spot_of(number);
        let word = ground.word(spot.kings, spot.first);
        let new = squares & self.open[word] & !self.lost[word];
        if new == 0 {
            return false;
        }
        ground.spread(spot, new, |word, squares| self.open[word] &= !squares);
        self.record(grid, number, new, Worth::decided(plies));
        true
    }

    /// Notes positions as lost.
    fn lose(&mut self, grid: Grid, (number, spot): (usize, Spot), squares: Squares, plies: u8) {
        grid.0.spread(spot, squares, |word, squares| self.lost[word] |= squares);
        self.record(grid, number, squares, Worth::decided(plies));
    }

    fn record(&mut self, (ground, layout): Grid, number: usize, squares: Squares, worth: Worth) {
        if self.worths.is_empty() {
            return;
        }
        let (kings, first) = (number / ground.firsts, number % ground.firsts);
        for last in Bits(squares) {
            self.worths[layout.number(kings, [first, last as usize])] = worth;
        }
    }
}
