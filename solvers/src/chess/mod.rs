//! Endings of chess with up to four men, solved: win, draw or loss and the plies to mate of every position.

mod ending;
mod exits;
mod ground;
mod passing;
mod sweep;
mod symmetry;
mod table;
mod waves;
mod worth;

pub use ending::{Ending, UnknownEnding};
pub use table::{Count, Table};

use std::sync::{Arc, LazyLock, OnceLock};

use engine::bitboard::Bits;
use engine::games::chess::{Chess, Kind};
use engine::{Known, Probe, Side};

use ending::{Man, Placed, Placement};
use exits::Lookup;
use worth::Worth;

/// The most men of a position with a table, kings included.
pub const MOST_MEN: usize = 4;

/// Tables of endings, each solved when it is first asked for.
#[derive(Debug)]
pub struct Endings {
    tables: [OnceLock<Table>; Ending::NUMBERS],
}

impl Default for Endings {
    fn default() -> Self {
        Self { tables: [const { OnceLock::new() }; Ending::NUMBERS] }
    }
}

impl Lookup for Endings {
    #[inline]
    fn worth(&self, placement: Placement) -> Worth {
        let Placement { ending, kings, men, side } = placement;
        self.table(ending).worth(kings, men, side)
    }
}

impl Endings {
    /// The table of an ending, solved now if it has not been.
    #[inline]
    pub fn table(&self, ending: Ending) -> &Table {
        self.tables[ending.number()].get_or_init(|| waves::solve(ending, self))
    }
}

/// The endings, solved as they are asked for and kept as long as the program runs.
#[must_use]
pub fn shared() -> Arc<Endings> {
    static SHARED: LazyLock<Arc<Endings>> = LazyLock::new(Arc::default);
    Arc::clone(&SHARED)
}

impl Probe<Chess> for Endings {
    fn probe(&self, pos: &Chess) -> Option<Known> {
        let occupied = pos.occupied();
        let has_rights = Side::BOTH.into_iter().any(|side| pos.castling(side) != 0) || pos.en_passant().is_some();
        if occupied.count_ones() as usize > MOST_MEN || has_rights {
            return None;
        }
        let kings = Side::BOTH.map(|side| pos.king(side));
        let mut men = Bits(occupied & !pos.of_kind(Kind::King)).filter_map(|square| {
            let (side, kind) = pos.at(square as usize)?;
            Some(Placed::new(Man { side, kind }, square as usize))
        });
        let worth = match (men.next(), men.next()) {
            (None, _) => Worth::DRAW,
            (Some(man), None) => self.worth(Placement::three(kings, man, pos.side())),
            (Some(one), Some(other)) => self.worth(Placement::four(kings, [one, other], pos.side())),
        };
        Some(worth.known())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn time() {
        let endings = Endings::default();
        let mut bytes = 0;
        let begun = std::time::Instant::now();
        for ending in Ending::all(4) {
            let t = std::time::Instant::now();
            let table = endings.table(ending);
            bytes += table.bytes();
            println!("{ending} {:?} {} {:?}", t.elapsed(), table.bytes(), table.counts());
        }
        println!("{bytes} {:?}", begun.elapsed());
    }
}
