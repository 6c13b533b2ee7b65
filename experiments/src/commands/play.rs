//! `fort play`: a person against a player, or alone against a deal, in the terminal.
//!
//! The dialogue is [`conversation`]'s, the same for every game; [`boards`] has the two kinds of board it can be about.
//! Moves are read line by line, from a person or a pipe. With `--json` the dialogue goes to standard error and the
//! record of the game is the one document on standard output.

mod boards;
mod conversation;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, IsTerminal, Write};

use engine::{Deterministic, Game, Registered, Rules, Side};
use search::{Player, Sensed};
use serde::Serialize;

use crate::cli::Global;
use crate::external::Hosts;
use crate::failure::{Context, Failure};
use crate::output::{Answer, Output};
use crate::players;
use crate::registry::{Foreseen, Solved, Visitor, visit};
use crate::spec::Spec;
use crate::start::StartArguments;
use crate::value;
use solvers::{Limit, Solvable};

use self::boards::{Alone, Opposed, Other, Prospects, Watch};
use self::conversation::{Board, Prompt, converse};

const EXAMPLES: &str = "\
Examples:
  fort play force3
  fort play forte --side B --player random
  fort play chessboard --deal 5
  printf 'moves\\nquit\\n' | fort play fortac --seed 3

In the game, type a move as `moves` lists it, several separated by blanks, or one
of: moves, hint, undo, show, help, quit; in a solitaire also home, which plays
all safe cards home.";

/// Play a game in the terminal, against a player or, in a solitaire, against the deal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: StartArguments,
    /// Your side, by the name the game gives it, or `first` or `second` [default: first]
    #[arg(long, value_name = "S")]
    side: Option<String>,
    /// Who plays the other side, as in `fort match` [default: alphabeta:nodes=200000, or expectiminimax:plies=1 in
    /// games with chance]
    #[arg(long, value_name = "SPEC")]
    player: Option<Spec>,
    /// Solitaires: do not tell when the deal is lost, at the start or by a move; hints stay
    #[arg(long)]
    no_watch: bool,
}

/// The game as it went.
#[derive(Debug, Serialize)]
struct Record {
    game: &'static str,
    rules: String,
    seed: u64,
    /// The position at the start.
    position: String,
    /// The person's side; none in a solitaire.
    side: Option<&'static str>,
    /// The other side's player; none in a solitaire.
    player: Option<String>,
    moves: Vec<String>,
    /// The position at the end.
    end: String,
    #[serde(flatten)]
    standing: boards::Result,
    /// Whether it could be won; in a solitaire only.
    #[serde(flatten)]
    prospects: Option<Prospects>,
}

impl Answer for Record {
    /// The dialogue has said it all.
    fn write(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

struct Play<'a> {
    arguments: &'a Arguments,
    threads: usize,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    prompt: Prompt,
}

impl Play<'_> {
    /// A two-player game against the player that `seat` makes of `--player`, or of the usual one.
    fn game<G: Registered + Sensed>(
        self,
        usual: &str,
        seat: impl FnOnce(&Spec, &G::Rules) -> Result<Box<dyn Player<G>>, Failure>,
    ) -> Result<Record, Failure> {
        let Self { arguments, input, out, prompt, .. } = self;
        let start = &arguments.start;
        if arguments.no_watch {
            return Err(Failure::input(format_args!("--no-watch: {} is a two-player game; no deal is watched", G::ID)));
        }
        let rules = start.game.rules::<G>()?;
        let pos: G = start.position(&rules)?;
        let person = side::<G>(arguments.side.as_deref())?;
        let spec = match &arguments.player {
            Some(spec) => spec.clone(),
            None => usual.parse().bad_input("--player")?,
        };
        let name = spec.to_string();
        let position = pos.to_string();
        let other = Other { player: seat(&spec, &rules)?, name: name.clone(), words: value::text::<G> };
        let mut board = Opposed::new(pos, G::path_rules(&rules), person, other, start.seed);
        converse(&mut board, input, out, prompt)?;
        Ok(Record {
            game: G::ID.name(),
            rules: rules.to_string(),
            seed: start.seed,
            position,
            side: Some(G::SIDE_NAMES[person.index()]),
            player: Some(name),
            moves: board.moves(),
            end: board.position().to_string(),
            standing: board.result(),
            prospects: None,
        })
    }
}

impl Visitor for Play<'_> {
    type Output = Result<Record, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Hosts>(self) -> Self::Output {
        let threads = self.threads;
        self.game::<G>("alphabeta:nodes=200000", |spec, rules| players::deterministic(spec, rules, threads))
    }

    fn chance<G: Game + Registered + Sensed + Foreseen + Hosts>(self) -> Self::Output {
        let threads = self.threads;
        self.game::<G>("expectiminimax:plies=1", |spec, rules| players::chance(spec, rules, threads))
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        let Self { arguments, input, out, prompt, .. } = self;
        for (option, is_given) in [("--side", arguments.side.is_some()), ("--player", arguments.player.is_some())] {
            if is_given {
                return Err(Failure::input(format_args!("{option}: {} is a solitaire, played alone", P::ID)));
            }
        }
        let start = &arguments.start;
        let rules = start.game.rules::<P>()?;
        let pos: P = start.puzzle(&rules)?;
        let position = pos.to_string();
        let watch = if arguments.no_watch { Watch::Off } else { Watch::On };
        let mut board = Alone::new(pos, Limit::default(), watch);
        writeln!(out, "{}", opening(start, &rules))?;
        converse(&mut board, input, out, prompt)?;
        Ok(Record {
            game: P::ID.name(),
            rules: rules.to_string(),
            seed: start.seed,
            position,
            side: None,
            player: None,
            moves: board.moves(),
            end: board.position().to_string(),
            standing: board.result(),
            prospects: Some(board.prospects()),
        })
    }
}

/// What a solitaire is played from, and what can be asked.
fn opening<R: Rules>(start: &StartArguments, rules: &R) -> String {
    let of = match (start.position.is_some(), start.deal.unwrap_or(0), start.seed) {
        (true, ..) => "the position given".to_owned(),
        (false, index, seed) => format!("deal {index} of seed {seed}"),
    };
    let (all, usual) = (rules.to_string(), R::default().to_string());
    let differing: Vec<&str> = all.split(',').filter(|option| usual.split(',').all(|other| other != *option)).collect();
    let variant = if differing.is_empty() { String::new() } else { format!(" ({})", differing.join(",")) };
    format!("{}{variant}, {of}\ntype a move, or one of: moves hint home undo show help quit", start.id())
}

/// The side that `--side` names.
fn side<G: Game>(name: Option<&str>) -> Result<Side, Failure> {
    let Some(name) = name else { return Ok(Side::First) };
    let standard = ["first", "second"];
    Side::BOTH
        .into_iter()
        .find(|side| {
            [G::SIDE_NAMES[side.index()], standard[side.index()]].iter().any(|known| known.eq_ignore_ascii_case(name))
        })
        .ok_or_else(|| {
            let [first, second] = G::SIDE_NAMES;
            Failure::input(format_args!(
                "--side: there is no side {name:?}; accepted: {first} (first), {second} (second)"
            ))
        })
}

/// Plays the game.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    if arguments.start.position.as_deref() == Some("-") {
        return Err(Failure::input("--position -: standard input has the moves; give the position as an argument"));
    }
    let stdin = io::stdin();
    let prompt = if stdin.is_terminal() { Prompt::SameLine } else { Prompt::OwnLine };
    let mut stderr = io::stderr();
    let out: &mut dyn Write = if output.is_json() { &mut stderr } else { output };
    let record = visit(
        arguments.start.id(),
        Play { arguments, threads: global.threads(), input: &mut stdin.lock(), out, prompt },
    )?;
    output.answer(&record)
}

#[cfg(test)]
mod naming {
    use engine::toy::Tree;

    use super::*;

    #[test]
    fn sides_go_by_the_games_names_or_by_order() {
        for (name, expected) in [("first", Side::First), ("SECOND", Side::Second)] {
            assert_eq!(side::<Tree>(Some(name)).expect("a side"), expected);
        }
        assert_eq!(side::<Tree>(None).expect("a side"), Side::First);
        let Err(Failure::Input(message)) = side::<Tree>(Some("third")) else { panic!("there is no third side") };
        assert!(message.contains("accepted: first (first), second (second)"), "{message}");
    }
}
