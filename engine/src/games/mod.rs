//! The registry: the games there are, one line each, and the way from a name to a type.
//!
//! A game's name is turned into its type once a command by [`visitor!`](crate::visitor), and everything below is
//! generic. Each crate says with its visitor what it asks of a game of each kind; a game that lacks it does not
//! compile.

pub mod backgammon;
pub mod checkers;
pub mod chess;
pub mod chessboard;
pub mod force3;
pub mod fortac;
pub mod forte;
pub mod fortress;
pub mod patience;
pub mod portable;

use std::fmt;
use std::str::FromStr;

use crate::Position;

/// What the program tells about a game.
pub trait Registered: Position {
    /// The name on the command line.
    const ID: GameId;
    /// The name in print, with its source.
    const TITLE: &'static str;
    /// How a position is written, in a line or two.
    const TEXT_FORM: &'static str;

    /// How what a move leads to is written in a list of moves, where it goes without saying who moves next.
    #[must_use]
    fn write_result(after: &Self::After) -> String {
        after.to_string()
    }
}

/// Hands the list of games to a macro: `kind Variant "name" path::to::Type;`, one line a game.
///
/// Modules are declared outside, above: rustfmt skips modules that a macro declares.
#[macro_export]
macro_rules! with_games {
    ($callback:path, $($context:tt)*) => {
        $callback! {
            { $($context)* }
            deterministic Forte "forte" $crate::games::forte::Forte;
            deterministic Force3 "force3" $crate::games::force3::Force3;
            deterministic Chess "chess" $crate::games::chess::Chess;
            deterministic Checkers "checkers" $crate::games::checkers::Checkers;
            chance Fortac "fortac" $crate::games::fortac::Fortac;
            chance Backgammon "backgammon" $crate::games::backgammon::Backgammon;
            puzzle Fortress "fortress" $crate::games::fortress::Fortress;
            puzzle Chessboard "chessboard" $crate::games::chessboard::Chessboard;
        }
    };
}

macro_rules! game_ids {
    ({} $($kind:ident $Variant:ident $name:literal $Type:path;)*) => {
        /// The name of a game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameId {
            $(#[doc = $name] $Variant,)*
        }

        impl GameId {
            /// Every game, in the order of the registry.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// The name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name,)* }
            }

            /// What kind of game it is.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$Variant => game_ids!(@kind $kind),)* }
            }
        }
    };
    (@kind deterministic) => { Kind::Deterministic };
    (@kind chance) => { Kind::Chance };
    (@kind puzzle) => { Kind::Puzzle };
}

/// The three kinds of game, by what can search them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two players, no chance: alpha-beta.
    Deterministic,
    /// Two players and chance: expectiminimax.
    Chance,
    /// One player: solvers.
    Puzzle,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deterministic => "two players",
            Self::Chance => "two players, chance",
            Self::Puzzle => "solitaire",
        })
    }
}

with_games!(game_ids,);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no game's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {name:?}; the games are {}", names())]
pub struct UnknownGame {
    /// The name as given.
    pub name: String,
}

fn names() -> String {
    GameId::ALL.iter().map(|id| id.name()).collect::<Vec<_>>().join(" ")
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        Self::ALL.iter().copied().find(|id| id.name() == name).ok_or_else(|| UnknownGame { name: name.to_owned() })
    }
}

/// Declares a visitor trait and the function that takes a [`GameId`] to the game's type.
///
/// The three bounds say what the visitor asks of each kind of game.
///
/// ```
/// use engine::{Deterministic, Game, Puzzle, Registered};
/// engine::visitor! {
///     /// Prints titles.
///     pub trait Visitor { deterministic: Deterministic + Registered; chance: Game + Registered; puzzle: Puzzle + Registered; }
/// }
/// ```
#[macro_export]
macro_rules! visitor {
    ($(#[$meta:meta])* $vis:vis trait $Visitor:ident {
        deterministic: $d1:ident $(+ $d:ident)*; chance: $c1:ident $(+ $c:ident)*; puzzle: $p1:ident $(+ $p:ident)*;
    }) => {
        $(#[$meta])*
        $vis trait $Visitor: Sized {
            /// What a visit gives.
            type Output;
            /// Visits a two-player game without chance.
            fn deterministic<G: $d1 $(+ $d)*>(self) -> Self::Output;
            /// Visits a two-player game with chance.
            fn chance<G: $c1 $(+ $c)*>(self) -> Self::Output;
            /// Visits a one-player game.
            fn puzzle<P: $p1 $(+ $p)*>(self) -> Self::Output;
        }
        $crate::with_games!($crate::visit_function, $vis $Visitor);
    };
}

/// The body of [`visitor!`](crate::visitor)'s `visit`.
#[doc(hidden)]
#[macro_export]
macro_rules! visit_function {
    ({ $vis:vis $Visitor:ident } $($kind:ident $Variant:ident $name:literal $Type:path;)*) => {
        /// Takes the name of a game to its type: calls the visitor's method for its kind.
        $vis fn visit<V: $Visitor>(game: $crate::GameId, visitor: V) -> V::Output {
            let _ = &visitor;
            match game { $($crate::GameId::$Variant => visitor.$kind::<$Type>(),)* }
        }
    };
}
