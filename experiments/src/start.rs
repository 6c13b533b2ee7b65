//! From the command line to a position: `GAME`, `--rules`, `--position`, `--seed` and, for solitaires, `--deal`.
//!
//! Without `--position` a two-player game stands at its start, drawn by `--seed` where the start is a chance node, and
//! a solitaire at deal `--deal` of master seed `--seed`, which is that row of a survey. A game's name is resolved by
//! the argument parser, so that shells complete it; everything else is read once the game's type is known. Every
//! error names the option, and for a position the character.

use std::io::{self, Read};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::{Afterstate, BadPosition, Game, GameId, Node, Position, Puzzle, rng};

use crate::failure::{Context, Failure};

/// Reads a game's name.
pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    let there = GameId::ALL.iter().map(|id| PossibleValue::new(id.name()));
    PossibleValuesParser::new(there).try_map(|name| name.parse::<GameId>())
}

/// The game.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GameArguments {
    /// The game; `fort games` tells about each
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub(crate) game: GameId,
    /// Rule options that differ from the standard rules; `fort games` lists them
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
}

impl GameArguments {
    /// The rules that `--rules` gives a game of this type.
    pub(crate) fn rules<N: Node>(&self) -> Result<N::Rules, Failure> {
        self.rules.parse().bad_input("--rules")
    }
}

/// The game and the position in it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct StartArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The position, in the game's text form; `-` reads it from standard input [default: the start of the game]
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// What chance gives: the cards dealt at the start, dice and draws
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Solitaires: deal I of the seed, counted from 0, which is row I of its survey [default: 0]
    #[arg(long, value_name = "I", value_parser = crate::ranges::whole, conflicts_with = "position")]
    pub(crate) deal: Option<u64>,
}

/// The node that a text names: the game's move, or chance's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start<P: Position> {
    /// Somebody has to move, or the game is over.
    Position(P),
    /// The dice are to be rolled or the card to be drawn. Only in games with chance, only if asked for by text.
    Chance(P::After),
}

impl StartArguments {
    /// The game that was asked for.
    pub(crate) fn id(&self) -> GameId {
        self.game.game
    }

    /// The node of a two-player game. A start that is a chance node is drawn; a chance node given as text is not.
    pub(crate) fn node<G: Game>(&self, rules: &G::Rules) -> Result<Start<G>, Failure> {
        if self.deal.is_some() {
            return Err(Failure::input(format_args!(
                "--deal: {} is a two-player game; --deal is for solitaires, and --seed draws what chance gives",
                self.id()
            )));
        }
        match self.text()? {
            Some((place, text)) => read_node(&text, rules).bad_input(place),
            None => Ok(Start::Position(G::start(rules).sample(&mut rng::stream(self.seed, 0)))),
        }
    }

    /// The position of a two-player game; chance, if it has the move, is drawn by the seed.
    pub(crate) fn position<G: Game>(&self, rules: &G::Rules) -> Result<G, Failure> {
        Ok(match self.node::<G>(rules)? {
            Start::Position(pos) => pos,
            Start::Chance(after) => after.sample(&mut rng::stream(self.seed, 0)),
        })
    }

    /// The position of a solitaire: the text, or the deal.
    pub(crate) fn puzzle<P: Puzzle>(&self, rules: &P::Rules) -> Result<P, Failure> {
        match self.text()? {
            Some((place, text)) => P::parse(&text, rules).bad_input(place),
            None => Ok(P::deal(rules, &mut rng::stream(self.seed, self.deal.unwrap_or(0)))),
        }
    }

    /// The text of the position, if one is given, and where it comes from.
    fn text(&self) -> Result<Option<(&'static str, String)>, Failure> {
        match self.position.as_deref() {
            None => Ok(None),
            Some("-") => Ok(Some((
                "--position - (standard input)",
                read_text("--position - (standard input)", io::stdin().lock())?,
            ))),
            Some(text) => Ok(Some(("--position", text.to_owned()))),
        }
    }
}

/// Reads a position or, in a game with chance, a chance node. Of two errors the one that got further is given.
fn read_node<G: Game>(text: &str, rules: &G::Rules) -> Result<Start<G>, BadPosition> {
    let error = match G::parse(text, rules) {
        Ok(pos) => return Ok(Start::Position(pos)),
        Err(error) => error,
    };
    if !G::After::IS_CHANCE {
        return Err(error);
    }
    match G::After::parse(text, rules) {
        Ok(after) => Ok(Start::Chance(after)),
        Err(other) if other.at > error.at => Err(other),
        Err(_) => Err(error),
    }
}

/// Reads one position from `input`, called `place` in errors, without the blanks and line ends behind it.
pub(crate) fn read_text(place: &str, input: impl Read) -> Result<String, Failure> {
    /// Longer than any position; an endless stream must not fill the memory.
    const LIMIT: u64 = 65_536;
    let mut bytes = Vec::new();
    input.take(LIMIT + 1).read_to_end(&mut bytes).while_running(place)?;
    if bytes.len() as u64 > LIMIT {
        return Err(Failure::input(format_args!("{place}: more than {LIMIT} bytes; expected one position")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        Failure::input(format_args!("{place}: byte {byte} is not UTF-8 text; expected one position"))
    })?;
    if text.trim().is_empty() {
        return Err(Failure::input(format_args!("{place}: empty; expected one position in the game's text form")));
    }
    Ok(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use engine::NoOptions;
    use engine::toy::{Gamble, Tree};

    use super::*;

    fn message<T: std::fmt::Debug>(result: Result<T, Failure>) -> String {
        match result {
            Err(Failure::Input(message)) => message,
            other => panic!("expected bad input, got {other:?}"),
        }
    }

    #[test]
    fn text_from_standard_input_loses_its_line_end_only() {
        assert_eq!(read_text("-", &b" (1 2) \r\n"[..]).expect("a text"), " (1 2)");
    }

    #[test]
    fn standard_input_that_is_no_text_is_refused() {
        assert!(message(read_text("-", &b""[..])).contains("empty"));
        assert!(message(read_text("-", &b" \n\n"[..])).contains("empty"));
        assert!(message(read_text("-", &b"ab\xff"[..])).contains("byte 3 is not UTF-8"));
        assert!(message(read_text("-", io::repeat(b'x'))).contains("more than 65536 bytes"));
    }

    #[test]
    fn an_error_names_the_character() {
        let error = read_node::<Tree>("(1 x)", &NoOptions).expect_err("no tree");
        assert_eq!(error.at, 4);
    }

    #[test]
    fn a_chance_node_may_be_given_as_text() {
        // A gamble reads its chance nodes as positions too, so only that the text is accepted can be asked here.
        assert!(read_node::<Gamble>("[1 2:(3 4)]", &NoOptions).is_ok());
        assert_eq!(read_node::<Gamble>("[1 2:", &NoOptions).expect_err("unfinished").at, 6);
    }
}
