//! Rules of games, and nothing else: positions, moves, results, texts. No clock, no threads, no files, no evaluation.
//!
//! Everything hangs on a handful of traits. A [`Node`] is a node of the game tree; a [`Position`] is one in which
//! somebody chooses a [move](PackedMove); a move leads to an [`Afterstate`], which is the next position or, in a game
//! with dice or cards, a chance node. A [`Game`] has two sides and an [`Outcome`]; a [`Puzzle`] has one player.
//! [`Deterministic`] games have no chance, and the type system knows.
//!
//! Should you use it? If you write searches, solvers or experiments for one of these games, or want a ninth game to
//! meet searches that exist already: yes. If you want a playing program, see the crate `experiments`.
//!
//! ```
//! use engine::{toy::Tree, Game, MoveList, Node, Outcome, Position};
//!
//! // First may take a point at once, or let Second choose between losing 3 and winning 2.
//! let start = Tree::parse("(1 (3 -2))", &Default::default())?;
//! let mut moves = MoveList::new();
//! start.moves(&mut moves);
//! assert_eq!(moves.len(), 2);
//! let end = start.play(start.find_move("0").unwrap());
//! assert_eq!(end.outcome(), Some(Outcome::win(start.side())));
//! # Ok::<(), engine::BadPosition>(())
//! ```
//!
//! Where next: [`games`] has the registry and the games; [`contract`] holds every game to its promises; [`perft`]
//! counts trees; [`playout`] plays at random; [`toy`] makes games out of text.

pub mod bitboard;
pub mod cards;
pub mod chance;
pub mod contract;
pub mod game;
pub mod games;
pub mod history;
pub mod packed;
pub mod perft;
pub mod playout;
pub mod position;
pub mod puzzle;
pub mod record;
pub mod rng;
pub mod rules;
pub mod score;
pub mod toy;
pub mod zobrist;

pub use chance::Afterstate;
pub use game::{Attempt, Deterministic, Forecast, Found, Game, Known, NoProbe, Odds, Probe, Prover, Series, Value};
pub use games::{GameId, Kind, Registered};
pub use history::{Clock, Ending, History, PathRules};
pub use packed::PackedMove;
pub use position::{BadPosition, IllegalMove, MoveList, Node, Position};
pub use puzzle::{Mobility, Puzzle};
pub use rng::Rng;
pub use rules::{BadRules, NoOptions, RuleOption, Rules};
pub use score::{Outcome, Score, Side};
