//! Backgammon's bear-offs, solved: how long a side takes alone, and who wins the race.
//!
//! Both sides have passed each other and stand in their home boards, 15 checkers at most ([`Home`]). [`OneSided`] has
//! for each the mean, the deviation and the chances of the number of rolls; [`TwoSided`] the exact chance to win when
//! no side has more than six checkers, [`Cubeful`] what such a race is worth with a doubling cube. [`BearOff`] is all of
//! it, each solved when it is first asked for: on one core in 1.0, 0.1 and 0.2 s, kept in 4, 3 and 10 MB. A chance of
//! both sides takes 20 ns to look up, a race from one-sided chances 0.1 µs.
//!
//! The rules are those of the game without an opponent in the way: both dice, doubles four times, off from the exact
//! point, else from a higher one, else the highest.
//!
//! `home` numbers positions so that plays lead to lower numbers, `plays` finds them, `distribution` compares numbers of
//! rolls, `pairs` is the induction over both sides.
//!
//! ```
//! use solvers::backgammon::{BadHome, Home, shared};
//!
//! let four_aces = Home::new([4, 0, 0, 0, 0, 0])?;
//! // A double now, or later than the other side's.
//! let chance = shared().win_probability(four_aces, four_aces);
//! assert!((chance - (1.0 - 5.0 / 36.0)).abs() < 1e-6);
//! assert!((shared().mean_rolls(four_aces) - 11.0 / 6.0).abs() < 1e-12);
//! # Ok::<(), BadHome>(())
//! ```

mod bear_off;
mod cubeful;
mod distribution;
mod forecast;
mod home;
mod one_sided;
mod pairs;
mod plays;
mod two_sided;

pub use bear_off::{BearOff, shared};
pub use cubeful::{Cube, Cubeful, Doubling};
pub use distribution::{fewer, no_more};
pub use home::{BadHome, CHECKERS, HOMES, Home, POINTS, homes_up_to};
pub use one_sided::{Gammons, OneSided};
pub use pairs::FEW;
pub use plays::{ROLLS, Roll, plays};
pub use two_sided::TwoSided;
