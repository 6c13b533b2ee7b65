//! PGN: games with tags, comments and results, read from one text and written to one.
//!
//! ```
//! use engine::games::chess::{Chess, pgn};
//! use engine::{Position, Side, Outcome};
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 {the king's pawn} e5 2. f4 $6 (2. Nf3 Nc6) exf4 1-0\n";
//! let game = pgn::games(text).next().expect("one game")?;
//! assert_eq!(game.tag("White"), Some("Anderssen"));
//! assert_eq!(game.plies[0].comment, "the king's pawn");
//! assert_eq!((game.plies.len(), game.result), (4, Some(Outcome::win(Side::First))));
//! assert!(game.to_string().contains("1. e4 {the king's pawn} 1... e5 2. f4 $6 exf4 1-0"));
//! # Ok::<(), engine::games::portable::BadGame>(())
//! ```
//!
//! What a [`Game`] keeps and how games are read is said in [`portable`]; here is what is chess's own: SAN, `e.p.`, and
//! the variant. The form is that of the PGN standard (Edwards 1994); `[Variant "Chess960"]` is what Chess960 files have
//! come to use.

use super::{Chess, Move, Options, Variant, san};
use crate::games::portable::{self, BadGame, Portable, Tag};
use crate::{Game as _, Node};

/// A game of chess as a file has it.
pub type Game = portable::Game<Chess>;
/// The games of a text.
pub type Games<'a> = portable::Games<'a, Chess>;

/// Reads the games of a text, one after another: see [`portable::games`].
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    portable::games(text)
}

impl Portable for Chess {
    const SEATS: [&'static str; 2] = ["White", "Black"];
    const DERIVED: &'static [&'static str] = &["Result", "SetUp", "FEN", "Variant"];

    fn set_up(tags: &[Tag]) -> Result<Self, BadGame> {
        let mut variant = None;
        for tag in tags.iter().filter(|tag| tag.name == "Variant") {
            variant = Some(read_variant(tag)?);
        }
        let options = Options::of(variant.unwrap_or(Variant::Standard));
        match Tag::last("FEN", tags) {
            None => Ok(Self::start(&options)),
            Some(fen) => {
                Self::parse(&fen.value, &options).map_err(|error| fen.refused(format!("the FEN is wrong {error}")))
            }
        }
    }

    fn is_usual_start(&self) -> bool {
        self.variant() != Variant::Chess960 && *self == Self::start(&Options::of(self.variant()))
    }

    fn kind_tag(&self) -> Option<[&'static str; 2]> {
        match self.variant() {
            Variant::Standard => None,
            Variant::Chess960 => Some(["Variant", "Chess960"]),
            Variant::Boxed => Some(["Variant", "Boxed"]),
        }
    }

    fn first_number(&self) -> u32 {
        self.number()
    }

    fn read_move(&self, word: &str) -> Result<Option<Move>, String> {
        if word.is_empty() || word == "e.p." {
            return Ok(None);
        }
        san::find_move(self, word).map(Some).map_err(|error| error.to_string())
    }

    fn write_move(&self, mv: Move) -> String {
        self.san(mv)
    }
}

fn read_variant(tag: &Tag) -> Result<Variant, BadGame> {
    let letters = |character: &char| character.is_ascii_alphanumeric();
    let name: String = tag.value.chars().filter(letters).collect::<String>().to_ascii_lowercase();
    match name.as_str() {
        "" | "standard" | "normal" | "chess" | "fromposition" => Ok(Variant::Standard),
        "boxed" => Ok(Variant::Boxed),
        name if name.ends_with("960") || name.starts_with("fischer") => Ok(Variant::Chess960),
        _ => Err(tag.refused(format!("variant {:?}; those known are Standard, Chess960 and Boxed", tag.value))),
    }
}
