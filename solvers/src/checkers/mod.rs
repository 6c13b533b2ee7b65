//! Endgames of checkers with up to six pieces, solved: win, draw or loss of every position, with up to four pieces the
//! plies to the end as well.
//!
//! [`Tables::up_to`] solves in memory, [`build()`] pair by pair into files that [`Tables::open`] reads. On one core
//! four pieces take half a second, five 20 s (and 0.1 GB of memory), six 8 minutes (1.1 GB); the files are 1.5, 3 and
//! 57 MB, and 7, 9 and 66 MB when they are open. [`Look`] is what a search asks.
//!
//! What the values mean: the rules without the limit of moves and without repetition; who cannot move has lost. A
//! distance is the number of plies to the end if the winner hurries and the loser delays. A position whose side to
//! move must jump is not kept in files: its jumps lead to fewer pieces, and probing follows them.
//!
//! The method is retrograde analysis (Ströhlein 1970, for checkers Lake, Schaeffer and Lu 1994). `material` has the
//! slices and their order, `placement` the numbers of positions and the moves taken back, `view` the moves forward,
//! `waves` the analysis, `code` what it writes, `shelf` what is finished; `runs` has the values in few bytes, `file`
//! a pair as a file, `build` the whole, `tables` and `look` the answers, `verify` the check by the engine's rules.
//!
//! ```
//! use engine::{Known, Probe, Value, checkers};
//!
//! let tables = solvers::checkers::Tables::up_to(3);
//! let known = tables.probe(&checkers!("B:WK10:B2,3"));
//! assert_eq!(known, Some(Known { value: Value::Win, plies: Some(61) }));
//! ```

mod build;
mod code;
mod figures;
mod file;
mod look;
mod material;
mod placement;
mod runs;
mod shelf;
mod tables;
mod verify;
mod view;
mod waves;

pub use build::{Built, Progress, Store, build};
pub use figures::Figures;
pub use look::{Look, shared};
pub use material::{MOST_PIECES, Material, Pair, Slice};
pub use tables::Tables;
pub use verify::Mistake;

pub use crate::chess::Patience;

/// The most pieces of a position whose distance is kept in files.
pub const MOST_WITH_PLIES: usize = 4;

/// Why files are no tables of endgames.
#[derive(Debug, thiserror::Error)]
pub enum BadTables {
    /// A file does not begin like a table.
    #[error("{name}: no table of checkers endgames: it begins with \"fort-chk\"")]
    Foreign {
        /// The file.
        name: String,
    },
    /// A file is of another version.
    #[error("{name}: of version {found}; this program reads version 1")]
    Version {
        /// The file.
        name: String,
        /// The version.
        found: u16,
    },
    /// A file ends too early.
    #[error("{name}: truncated: {missing} bytes are missing")]
    Truncated {
        /// The file.
        name: String,
        /// How many bytes are missing at least.
        missing: usize,
    },
    /// What is there is not what was written.
    #[error("{name}: altered: {reason}")]
    Altered {
        /// The file.
        name: String,
        /// What shows it.
        reason: String,
    },
    /// A file that belongs to the others is not there.
    #[error("{name} is missing")]
    Missing {
        /// The file.
        name: String,
    },
    /// A file can be neither read nor written.
    #[error("{name}: {error}")]
    Store {
        /// The file.
        name: String,
        /// Why.
        error: std::io::Error,
    },
}
