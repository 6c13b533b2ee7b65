//! Searches, written once for every game that fits, and what they know of each game beyond its rules.
//!
//! [`minimax`] is the ten lines of truth that every other search must agree with. [`alpha_beta`] is for games without
//! chance and does not compile for others; [`expectiminimax`] is for all of them. Both are driven by [`deepen`] within
//! [`limits`], on one thread or [many](parallel) that share a [`table`], with whichever [`features`] are asked for.
//! Knowledge of a game is behind [`sense`]. Nothing here reads a file, prints, or knows of matches.
//!
//! With a limit in depth or nodes and one thread, the same search gives the same answer every time; [`signature`]
//! keeps its node counts.
//!
//! [`luck`] says what chance gave in a game beyond what was to be expected; [`rollout`] plays games from a node to their end to
//! say what it is worth.
//!
//! Next: [`player`] turns searches into players; the crate `experiments` lets them play.

pub mod alpha_beta;
pub mod deepen;
mod errors;
pub mod expectiminimax;
pub mod features;
pub mod limits;
pub mod luck;
pub mod margins;
mod memory;
pub mod minimax;
pub mod net;
pub mod order;
pub mod parallel;
pub mod player;
pub mod policy;
pub mod prove;
pub mod proving;
pub mod rollout;
pub mod sense;
pub mod signature;
pub mod table;
pub mod terminal;
pub mod terms;
pub mod train;
pub mod tune;
pub mod worker;

pub use alpha_beta::AlphaBeta;
pub use deepen::{Iterate, Report};
pub use expectiminimax::Expectiminimax;
pub use features::Features;
pub use limits::Limits;
pub use margins::Margins;
pub use player::{Answer, Choice, Player, Random};
pub use policy::Policy;
pub use sense::{Sense, Sensed};
pub use table::Table;
pub use terms::{Clocks, Fault, PlayerFailed, Shown, Terms};
pub use worker::Worker;
