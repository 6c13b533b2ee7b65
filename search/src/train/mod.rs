//! How networks learn a game by playing it: for every game that says what a network sees and foretells ([`Learned`]).
//!
//! A [`Brain`] is the networks of a game, one a class of positions; it judges what moves leave behind and chooses moves by that.
//! It learns in two ways: by [temporal differences](mod@td) from games that it plays against itself, which begins from nothing,
//! and by [fitting](mod@fit) to [labels](mod@labels), its own judgement one ply deeper, which refines. A [contest](mod@gate)
//! says whether a candidate is better than what there was.
//!
//! All of it follows from seeds: games are played on many threads by a brain that does not change meanwhile, and learnt from in
//! order; gradients are summed in fixed pieces. So the number of threads changes nothing, to the bit. No files here: a caller
//! keeps brains as [`Nets`](crate::net::Nets).

pub mod backgammon;
mod brain;
pub mod chances;
pub mod fit;
mod force3;
pub(crate) mod fortac;
pub mod gate;
pub mod labels;
mod learned;
mod play;
mod samples;
pub mod td;
#[cfg(test)]
pub(crate) mod walk;

pub use brain::{Best, Brain, Desk};
pub use fit::{Epoch, FitPlan, Fitted, fit};
pub use gate::{Contest, contest};
pub use labels::{LabelPlan, Labelled, labelled};
pub use learned::{Learned, Line};
pub use play::{Style, Trail, play};
pub use samples::Samples;
pub use td::{TdPlan, TdReport, td};
