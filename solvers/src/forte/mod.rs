//! FORTE's jousts proved won: by attacks that leave the loser every move, written out as strategies, and walked once more.
//!
//! A joust has some 10^14 placements, too many for a table, but threats are forcing. [`solve()`] asks for longer and longer
//! attacks by the side to move and by the other until one wins, and for wins of any length by proof numbers; it writes the win out as a [`Strategy`], and has it
//! [verified](verify()) by code that knows the rules alone. A win that is found is one; that none is found says nothing, and that there
//! is a shorter one is ruled out only where [`Answer::is_least`] says so. Where no attack is found, all positions are looked through that
//! can be left only by losing: they may tell who wins, or that nobody does, since a joust that neither side can leave is drawn by
//! repetition. A [`Draw`] has a strategy for each side.
//!
//! ```
//! use engine::games::forte::Forte;
//! use engine::{Node, Value};
//! use solvers::forte::{Aim, Limits, solve, verify};
//!
//! let text = "...B../....A./.....B/...B../..B.../..A..A o..o.oo o.o..o. B";
//! let pos = Forte::parse(text, &Default::default())?;
//! let answer = solve(&pos, Limits::default());
//! assert_eq!((answer.value, answer.plies), (Some(Value::Win), Some(3)));
//! let walk = verify(&pos, answer.strategy.as_ref().expect("a win has one"), Aim::Win)?;
//! assert_eq!(walk.plies, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacker;
mod book;
mod duel;
mod facts;
mod moves;
mod proof_numbers;
mod replies;
mod search;
mod set_ups;
mod solve;
mod standoff;
mod strategy;
mod verify;

pub use attacker::Attacker;
pub use book::{BookMove, first_moves};
pub use moves::{MoveAnswer, solve_moves};
pub use proof_numbers::MOST_IN_TREE;
pub use search::MOST_PLIES;
pub use solve::{Answer, Draw, Effort, Limits, solve};
pub use strategy::{Planned, Strategy};
pub use verify::{Aim, Flaw, Walk, verify};
