//! PDN: games of draughts with tags, comments and results, read from one text and written to one.
//!
//! ```
//! use engine::games::checkers::pdn;
//! use engine::{Outcome, Side};
//!
//! let text = "[Black \"Chinook\"]\n[White \"Tinsley\"]\n\n1. 9-13 22-17 {taken at once} 2. 13x22 1-0\n";
//! let game = pdn::games(text).next().expect("one game")?;
//! assert_eq!((game.plies.len(), game.result), (3, Some(Outcome::win(Side::First))));
//! assert!(game.to_string().contains("1. 9-13 22-17 {taken at once} 2. 13x22 1-0"));
//! # Ok::<(), engine::games::portable::BadGame>(())
//! ```
//!
//! **`1-0` means that Black has won**, who moves first in English draughts; `0-1` is White's win. `2-0`, `0-2` and `1-1`
//! are read too. A result behind the moves counts; where it is `*` or missing, the tag `Result` does. `GameType` must be
//! 21, which is English draughts, if it is there. Moves are written short, `7x32`, and with their whole path where that
//! could be another; they are read in both forms, without blanks in them. A star behind a move praises it. What else a
//! [`Game`] keeps and how games are read is said in [`portable`].

use super::{Checkers, Move};
use crate::games::portable::{self, BadGame, Mark, Portable, Tag};
use crate::{Outcome, Position, Side};

/// A game of checkers as a file has it.
pub type Game = portable::Game<Checkers>;
/// The games of a text.
pub type Games<'a> = portable::Games<'a, Checkers>;

/// English draughts among PDN's kinds of game.
const GAME_TYPE: &str = "21";

/// Reads the games of a text, one after another: see [`portable::games`].
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    portable::games(text)
}

impl Portable for Checkers {
    const SEATS: [&'static str; 2] = ["Black", "White"];
    const DERIVED: &'static [&'static str] = &["Result", "SetUp", "FEN", "GameType"];
    const RESULT_IN_TAG: bool = true;
    const STAR_PRAISES: bool = true;
    const BARE_NUMBERS: bool = false;

    fn set_up(tags: &[Tag]) -> Result<Self, BadGame> {
        if let Some(tag) = tags.iter().find(|tag| tag.name == "GameType" && !is_english(&tag.value)) {
            let value = &tag.value;
            return Err(tag.refused(format!(
                "GameType {value:?}; accepted is {GAME_TYPE}, English draughts, alone or as in \"21,B,8,8\""
            )));
        }
        match Tag::last("FEN", tags) {
            None => Ok(Self::START),
            Some(fen) => {
                super::text::parse(&fen.value).map_err(|error| fen.refused(format!("the FEN is wrong {error}")))
            }
        }
    }

    fn is_usual_start(&self) -> bool {
        *self == Self::START
    }

    fn kind_tag(&self) -> Option<[&'static str; 2]> {
        Some(["GameType", GAME_TYPE])
    }

    fn read_result(word: &str) -> Option<Mark> {
        match word {
            "2-0" => Some(Mark::Over(Outcome::win(Side::First))),
            "0-2" => Some(Mark::Over(Outcome::win(Side::Second))),
            "1-1" => Some(Mark::Over(Outcome::Draw)),
            _ => Mark::read(word),
        }
    }

    fn read_move(&self, word: &str) -> Result<Option<Move>, String> {
        if word.is_empty() {
            return Ok(None);
        }
        self.find_move(word).map(Some).map_err(|error| error.to_string())
    }

    fn write_move(&self, mv: Move) -> String {
        self.pdn(mv)
    }
}

/// Whether a `GameType` is English draughts, or not known. What follows the number says how its boards are numbered.
fn is_english(value: &str) -> bool {
    let number = value.split(',').next().unwrap_or_default().trim();
    number.is_empty() || number == "?" || number == GAME_TYPE
}
