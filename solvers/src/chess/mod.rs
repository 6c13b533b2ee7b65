//! Endings of chess with up to four men, solved: win, draw or loss and the plies to mate of every position.
//!
//! [`Endings`] knows the 35 materials besides bare kings (five with three men, thirty with four). Each is solved when a
//! position of it is first asked for, in a few milliseconds with three men and up to a second with four (together with
//! what it leads to), and kept in 1 to 7 bits a position. So nothing need be stored or shipped; all tables take 101 MB,
//! those that the end of a game meets a few. [`Endings::to_bytes`] and [`Endings::from_bytes`] keep them all the same.
//!
//! What the values mean: the laws of chess without the rule of 50 moves and without repetition; stalemate is a draw. A
//! distance is the number of plies to mate if the winner hurries and the loser delays. There are no positions with
//! castling rights, and none in which a pawn may be captured en passant: a search plays such moves and then asks again.
//!
//! The method is retrograde analysis (Ströhlein 1970, Thompson 1986) on sets: for each place of the kings and one man a
//! word has a bit for every square of the other. `waves` has the analysis, `ground` the sets and the moves between
//! them, `sweep` the moves of 64 positions at once, `exits` captures and promotions, `passing` captures en
//! passant, `ending` what material there is, `symmetry` which positions stand for others, `table` what is kept of
//! an ending and `store` how it is written.
//!
//! ```
//! use engine::games::chess::{Chess, Options};
//! use engine::{Known, Node, Probe, Value};
//!
//! let endings = solvers::chess::Endings::up_to(3);
//! let pos = Chess::parse("8/8/8/8/8/2k5/1R6/K7 w - -", &Options::default())?;
//! assert_eq!(endings.probe(&pos), Some(Known { value: Value::Win, plies: Some(31) }));
//! # Ok::<(), engine::BadPosition>(())
//! ```

mod ending;
mod exits;
mod ground;
mod look;
mod passing;
mod store;
mod sweep;
mod symmetry;
mod table;
mod waves;
mod worth;

pub use ending::{Ending, UnknownEnding};
pub use look::{Look, Patience};
pub use store::BadTables;
pub use table::{Count, Table};

use std::sync::{Arc, LazyLock, OnceLock};

use engine::bitboard::Bits;
use engine::games::chess::{Chess, Kind, Variant};
use engine::{Known, Probe, Side};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use ending::{Man, Placed, Placement};
use exits::Lookup;
use worth::Worth;

/// The most men of a position with a table, kings included.
pub const MOST_MEN: usize = 4;

/// Tables of endings, each solved when it is first asked for.
#[derive(Debug)]
pub struct Endings {
    men: usize,
    tables: [OnceLock<Table>; Ending::NUMBERS],
}

impl Default for Endings {
    fn default() -> Self {
        Self::up_to(MOST_MEN)
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
    /// Endings with up to `men` men, none solved yet; above [`MOST_MEN`] is the same as that.
    #[must_use]
    pub fn up_to(men: usize) -> Self {
        Self { men: men.min(MOST_MEN), tables: [const { OnceLock::new() }; Ending::NUMBERS] }
    }

    /// The table of an ending, solved now if it has not been.
    #[inline]
    pub fn table(&self, ending: Ending) -> &Table {
        self.tables[ending.number()].get_or_init(|| waves::solve(ending, self))
    }

    /// The tables of all endings with up to `men` men, those that are not there yet solved on all threads of the current
    /// pool; each stands after those that it leads to.
    #[must_use]
    pub fn solve(&self, men: usize) -> Vec<&Table> {
        Ending::all(men.min(self.men)).into_par_iter().map(|ending| self.table(ending)).collect()
    }

    /// The same tables as bytes: some 30 MB with four men.
    #[must_use]
    pub fn to_bytes(&self, men: usize) -> Vec<u8> {
        let entries: Vec<Vec<u8>> = self.solve(men).into_par_iter().map(store::entry).collect();
        let mut bytes = store::header(entries.len());
        bytes.extend(entries.concat());
        bytes
    }

    /// Endings with up to [`MOST_MEN`] men of which some tables were kept as bytes; others are solved when asked for.
    ///
    /// # Errors
    /// If the bytes are not what [`to_bytes`](Self::to_bytes) gave.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadTables> {
        let entries = store::entries(bytes)?;
        let tables: Vec<Table> = entries.par_iter().map(store::Entry::table).collect::<Result<_, _>>()?;
        let mut endings = Self::default();
        for table in tables {
            let number = table.ending.number();
            endings.tables[number] = OnceLock::from(table);
        }
        Ok(endings)
    }
}

/// The endings, solved as they are asked for and kept as long as the program runs.
#[must_use]
pub fn shared() -> Arc<Endings> {
    static SHARED: LazyLock<Arc<Endings>> = LazyLock::new(Arc::default);
    Arc::clone(&SHARED)
}

/// What the tables are asked of a position.
enum Question {
    /// Nothing: bare kings.
    BareKings,
    /// What this placement is worth.
    Worth(Placement),
}

impl Endings {
    /// What to ask of a position; `None` if no table has it.
    fn question(&self, pos: &Chess) -> Option<Question> {
        let occupied = pos.occupied();
        if occupied.count_ones() as usize > self.men || pos.en_passant().is_some() || has_castling(pos) {
            return None;
        }
        let kings = Side::BOTH.map(|side| pos.king(side));
        let mut men = Bits(occupied & !pos.of_kind(Kind::King)).filter_map(|square| {
            let (side, kind) = pos.at(square as usize)?;
            Some(Placed::new(Man { side, kind }, square as usize))
        });
        match (men.next(), men.next()) {
            (None, _) => Some(Question::BareKings),
            (Some(man), None) => Some(Question::Worth(Placement::three(kings, man, pos.side()))),
            (Some(one), Some(other)) => {
                let placement = Placement::four(kings, [one, other], pos.side());
                // The boxed set's rules know no captures en passant, which make a difference only here.
                let is_boxed = pos.variant() == Variant::Boxed && placement.ending.has_passing();
                (!is_boxed).then_some(Question::Worth(placement))
            }
        }
    }
}

/// Knows positions of few men without castling rights or a possible capture en passant, with distances.
impl Probe<Chess> for Endings {
    fn probe(&self, pos: &Chess) -> Option<Known> {
        let worth = match self.question(pos)? {
            Question::BareKings => Worth::DRAW,
            Question::Worth(placement) => self.worth(placement),
        };
        Some(worth.known())
    }
}

fn has_castling(pos: &Chess) -> bool {
    Side::BOTH.into_iter().any(|side| pos.castling(side) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn altered(bytes: &[u8], at: usize) -> BadTables {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        Endings::from_bytes(&bytes).expect_err("a bit has changed")
    }

    #[test]
    fn tables_are_read_as_they_were_written() {
        let endings = Endings::up_to(3);
        let read = Endings::from_bytes(&endings.to_bytes(3)).expect("as written");
        for ending in Ending::all(3) {
            assert_eq!(read.tables[ending.number()].get(), Some(endings.table(ending)));
        }
    }

    #[test]
    fn truncated_tables_are_refused_by_name() {
        let bytes = Endings::default().to_bytes(3);
        for length in 0..bytes.len() {
            // All short lengths, then some.
            if length < 100 || length % 97 == 0 {
                assert!(Endings::from_bytes(&bytes[..length]).is_err(), "{length}");
            }
        }
        let error = Endings::from_bytes(&bytes[..bytes.len() - 1]).err();
        assert_eq!(error, Some(BadTables::Truncated { part: "KPK".to_owned(), missing: 1 }));
    }

    #[test]
    fn altered_tables_are_refused_by_name() {
        let bytes = Endings::default().to_bytes(3);
        assert_eq!(altered(&bytes, 0), BadTables::Foreign);
        assert_eq!(altered(&bytes, 8), BadTables::Version { found: 0 });
        assert_eq!(altered(&bytes, 40).to_string(), "altered in KQK: its checksum is another");
        assert_eq!(altered(&bytes, bytes.len() - 1).to_string(), "altered in KPK: its checksum is another");
        for at in (0..bytes.len()).step_by(101) {
            let _ = altered(&bytes, at);
        }
        let longer = [&bytes[..], &[0]].concat();
        let error = Endings::from_bytes(&longer).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("altered in the end: 1 bytes too many"));
    }
}
