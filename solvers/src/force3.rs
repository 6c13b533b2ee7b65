//! FORCE 3 numbered for [`backward`] induction, which solves all of it.
//!
//! A number joins three things: where the hole stood before the last ply (not at all if that was no slide, or one of
//! the four squares of the hole's rank and file), the hole, and the pair of pawn sets on the eight tiles, the mover's
//! first. There are 3,237 pairs of disjoint sets of up to three pawns, so 29,133 placements and five times as many
//! positions; under `ban=none`, where nothing is remembered, a position is its placement. Every text that can be read
//! as a position has a number, whether or not a game can reach it.
//!
//! ```
//! use engine::games::force3::{Force3, Options};
//! use engine::{Game, Known, Probe, Value};
//!
//! let table = solvers::force3::Table::solve(&Options::default());
//! let start = Force3::start(&Options::default());
//! assert_eq!(table.probe(&start), Some(Known { value: Value::Win, plies: Some(15) }));
//! ```

use std::sync::{Arc, Mutex};

use engine::Side;
use engine::games::force3::board::{REACH, Square, Squares};
use engine::games::force3::{Ban, Force3, Options, PAWNS};

use crate::backward::{self, Numbered};

/// FORCE 3 solved under one set of rules.
pub type Table = backward::Table<Force3>;

/// The table for `rules`, solved at the first call and kept as long as the program runs: a few hundred kilobytes each.
///
/// # Panics
/// Never: no thread panics while it holds the list.
#[must_use]
pub fn shared(rules: &Options) -> Arc<Table> {
    static SOLVED: Mutex<Vec<Arc<Table>>> = Mutex::new(Vec::new());
    let mut solved = SOLVED.lock().expect("no thread panics while it holds the list");
    if let Some(table) = solved.iter().find(|table| table.rules() == rules) {
        return Arc::clone(table);
    }
    let table = Arc::new(Table::solve(rules));
    solved.push(Arc::clone(&table));
    table
}

const TILES: usize = 8;
/// Sets of up to three of the eight tiles: 1 + 8 + 28 + 56.
const SETS: usize = 93;
/// Pairs of disjoint sets.
const PAIRS: usize = 3_237;
/// Placements of the hole and the pawns.
const PLACEMENTS: usize = Square::COUNT * PAIRS;
/// Marks what has no number.
const NONE: u16 = u16::MAX;

struct Pairs {
    /// By set of tiles: the number of the set.
    set: [u16; 1 << TILES],
    /// By numbers of two sets: the number of the pair.
    pair: [[u16; SETS]; SETS],
    /// By number of a pair: the two sets of tiles.
    tiles: [[u8; 2]; PAIRS],
}

static NUMBERED: Pairs = {
    let mut all = Pairs { set: [NONE; 1 << TILES], pair: [[NONE; SETS]; SETS], tiles: [[0; 2]; PAIRS] };
    let (mut sets, mut pairs) = (0, 0);
    let mut own = 0;
    while own < 1 << TILES {
        if (own as u8).count_ones() <= PAWNS {
            all.set[own] = sets;
            sets += 1;
        }
        own += 1;
    }
    let mut both = 0;
    while both < 1 << (2 * TILES) {
        let (own, rival) = (both >> TILES, both % (1 << TILES));
        let (own_set, rival_set) = (all.set[own], all.set[rival]);
        if own & rival == 0 && own_set != NONE && rival_set != NONE {
            all.pair[own_set as usize][rival_set as usize] = pairs;
            all.tiles[pairs as usize] = [own as u8, rival as u8];
            pairs += 1;
        }
        both += 1;
    }
    assert!(sets as usize == SETS && pairs as usize == PAIRS);
    all
};

/// The set of tiles that carry `pawns`: the hole's bit is closed up.
fn tiles(pawns: Squares, hole: Square) -> usize {
    let below = hole.bit() - 1;
    usize::from((pawns & below) | (pawns >> 1 & !below))
}

/// The inverse of [`tiles`].
fn squares(tiles: u8, hole: Square) -> Squares {
    let (tiles, below) = (Squares::from(tiles), hole.bit() - 1);
    (tiles & below) | ((tiles & !below) << 1)
}

/// 0 for `None`, 1 to 4 for the squares that the hole can have come from.
fn origin_number(before: Option<Square>, hole: Square) -> usize {
    before.map_or(0, |from| 1 + (REACH[hole.index()] & (from.bit() - 1)).count_ones() as usize)
}

/// The inverse of [`origin_number`].
fn origin(number: usize, hole: Square) -> Option<Square> {
    let mut reached = Square::all().filter(|from| REACH[hole.index()] & from.bit() != 0);
    number.checked_sub(1).and_then(|index| reached.nth(index))
}

impl Numbered for Force3 {
    fn numbers(rules: &Options) -> usize {
        const ORIGINS: usize = 5;
        if rules.ban == Ban::None { PLACEMENTS } else { ORIGINS * PLACEMENTS }
    }

    fn number(&self, rules: &Options) -> Option<usize> {
        let hole = self.hole();
        let side = engine::Game::side(self);
        let [own, rival] =
            [side, !side].map(|side| usize::from(NUMBERED.set[tiles(self.pawns(side), hole) % (1 << TILES)]));
        let pair = *NUMBERED.pair.get(own)?.get(rival)?;
        let placement = hole.index() * PAIRS + usize::from(pair);
        (self.options() == *rules).then_some(origin_number(self.before(), hole) * PLACEMENTS + placement)
    }

    fn numbered(number: usize, rules: &Options) -> Option<Self> {
        let (placement, origin_number) = (number % PLACEMENTS, number / PLACEMENTS);
        let hole = Square::new((placement / PAIRS) as u8)?;
        let pawns = NUMBERED.tiles[placement % PAIRS].map(|set| squares(set, hole));
        Self::new(pawns, hole, origin(origin_number, hole), Side::First, *rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_each_others_inverse() {
        for options in [Options::default(), "ban=none".parse().unwrap()] {
            for number in 0..Force3::numbers(&options) {
                let pos = Force3::numbered(number, &options).unwrap();
                assert_eq!(pos.number(&options), Some(number), "{pos}");
            }
        }
        assert_eq!(Force3::numbers(&Options::default()), 145_665);
    }

    #[test]
    fn swapped_sides_share_a_number_and_other_rules_have_none() {
        let options = Options::default();
        let [x, o] = ["x . o / . _ . / o . x  x b3", "o . x / . _ . / x . o  o b3"].map(|text| engine::force3!(text));
        assert_eq!(x.number(&options), o.number(&options));
        assert_eq!(x.number(&"ban=position".parse().unwrap()), None);
    }
}
