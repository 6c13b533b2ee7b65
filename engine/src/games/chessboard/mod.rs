//! CHESSBOARD, the solitaire: FORTRESS with circular building and an open base.
//!
//! 1. All 52 cards lie face up in ten piles, two wings of five: the first pile of each wing has six cards, the others
//!    five. Piles are numbered left wing top to bottom, then right wing.
//! 2. Only the last card of a pile is available, and one card moves at a time.
//! 3. It may go onto an available card of the same suit, one rank higher or lower; Ace and King are neighbours.
//! 4. An empty pile takes any available card. (Moving a card that lies alone to an empty pile changes nothing and is
//!    no move here; all empty piles are one target.)
//! 5. While all foundations are empty any available card may start one; its rank is then the base of all four.
//! 6. The foundations are built up in suit from the base, Ace following King; a card there never comes back.
//! 7. The game is won when all cards are on the foundations.
//!
//! Source: the rule pages of Solitaire Till Dawn. Everything but the answers below is shared: [`super::patience`].

use super::patience::{Base, Build, Circular, Empty, Kind, Laws, Options, Patience, Units};
use crate::GameId;

/// A position of CHESSBOARD.
pub type Chessboard = Patience<ChessboardRules>;

/// The rule options of CHESSBOARD, the same as those of the whole family.
pub type ChessboardOptions = Options<ChessboardRules>;

/// How CHESSBOARD answers the questions of its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessboardRules;

impl Kind for ChessboardRules {
    const ID: GameId = GameId::Chessboard;
    const TITLE: &'static str = "Chessboard (solitaire; rules of Solitaire Till Dawn)";
    const TEXT_FORM: &'static str = "ten piles separated by |, last card available, as \"AS 7H … KD|…|…\"; \
        once play has begun with the foundations' heights and their base behind, as \"…|… ; C1 D0 H0 S0 base=7\" or \
        \"… ; C0 D0 H0 S0 base=-\" (without base under base=ace)";
    const STANDARD: Laws =
        Laws { empty: Empty::Any, units: Units::One, build: Build::Both, circular: Circular::On, base: Base::Free };
}
