//! Searches, written once for every game that fits.
pub mod alpha_beta;
pub mod deepen;
pub mod expectiminimax;
pub mod features;
pub mod limits;
pub mod minimax;
pub mod order;
pub mod parallel;
pub mod player;
pub mod sense;
pub mod signature;
pub mod table;
pub mod terminal;

pub use alpha_beta::AlphaBeta;
pub use deepen::{Iterate, Report};
pub use expectiminimax::Expectiminimax;
pub use features::Features;
pub use limits::Limits;
pub use player::{Choice, Player, Random};
pub use sense::{Sense, Sensed};
pub use table::Table;
