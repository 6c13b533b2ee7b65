//! FORTRESS, the solitaire.
//!
//! 1. All 52 cards lie face up in ten piles, two wings of five: the first pile of each wing has six cards, the others
//!    five. Piles are numbered left wing top to bottom, then right wing.
//! 2. Only the last card of a pile is available, and one card moves at a time.
//! 3. It may go onto an available card of the same suit, one rank higher or lower; King and Ace are not neighbours.
//! 4. An empty pile takes any available card. (Moving a card that lies alone to an empty pile changes nothing and is
//!    no move here; all empty piles are one target.)
//! 5. The foundations, one a suit, are built up from the Ace to the King; a card there never comes back.
//! 6. The game is won when all cards are on the foundations.
//!
//! Source: the rule pages of Solitaire Till Dawn. Everything but the answers below is shared: [`super::patience`].

use super::patience::{Base, Build, Circular, Empty, Kind, Laws, Options, Patience, Units};
use crate::GameId;

/// A position of FORTRESS.
pub type Fortress = Patience<FortressRules>;

/// The rule options of FORTRESS, the same as those of the whole family.
pub type FortressOptions = Options<FortressRules>;

/// How FORTRESS answers the questions of its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FortressRules;

impl Kind for FortressRules {
    const ID: GameId = GameId::Fortress;
    const TITLE: &'static str = "Fortress (solitaire; rules of Solitaire Till Dawn)";
    const TEXT_FORM: &'static str = "ten piles separated by |, last card available, as \"AS 7H … KD|…|…\"; \
        once play has begun with the foundations' heights behind, as \"…|… ; C5 D0 H2 S0\", \
        and with base=free their base too, as \"base=7\" or \"base=-\"";
    const STANDARD: Laws =
        Laws { empty: Empty::Any, units: Units::One, build: Build::Both, circular: Circular::Off, base: Base::Ace };
}
