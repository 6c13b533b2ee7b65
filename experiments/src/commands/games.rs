//! `fort games`: every game, its kind, rule options and position text.

use std::io::{self, Write};

use engine::{Deterministic, Game, GameId, Kind, Position, Registered, RuleOption, Rules};
use search::Sensed;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table};
use crate::registry::{Solved, Visitor, visit};
use solvers::Solvable;

const EXAMPLES: &str = "\
Examples:
  fort games
  fort games --json

A rule option is given to other commands as --rules key=value,key=value; what is
not named keeps its default, shown in brackets.";

/// List the games: kind, rule options with their defaults, how a position is written
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {}

#[derive(Debug, Serialize)]
struct List {
    games: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    game: &'static str,
    title: &'static str,
    /// `deterministic`, `chance` or `puzzle`.
    kind: &'static str,
    implemented: bool,
    /// What the sides are called, the first to move first; none in a solitaire.
    sides: &'static [&'static str],
    rules: Vec<OptionEntry>,
    /// How a position is written.
    position: &'static str,
    #[serde(skip)]
    kind_for_people: Kind,
}

#[derive(Debug, Serialize)]
struct OptionEntry {
    key: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
}

impl From<&RuleOption> for OptionEntry {
    fn from(option: &RuleOption) -> Self {
        Self { key: option.key, values: option.values, default: option.default, about: option.about }
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Deterministic => "deterministic",
        Kind::Chance => "chance",
        Kind::Puzzle => "puzzle",
    }
}

impl Entry {
    fn new<P: Position + Registered>(sides: &'static [&'static str]) -> Self {
        Self {
            game: P::ID.name(),
            title: P::TITLE,
            kind: kind_word(P::ID.kind()),
            implemented: true,
            sides,
            rules: P::Rules::OPTIONS.iter().map(OptionEntry::from).collect(),
            position: P::TEXT_FORM,
            kind_for_people: P::ID.kind(),
        }
    }
}

impl Answer for List {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (index, entry) in self.games.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            entry.write(out)?;
        }
        Ok(())
    }
}

impl Answer for Entry {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {} ({})", self.game, self.title, self.kind_for_people)?;
        if let [first, second] = self.sides {
            writeln!(out, "  sides     {first}, {second}")?;
        }
        if !self.rules.is_empty() {
            writeln!(out, "  rules")?;
            let mut table = Table::new(&[Align::Left; 3]);
            for option in &self.rules {
                let values = format!("{}={}", option.key, option.values);
                table.row([values, format!("[{}]", option.default), option.about.to_owned()]);
            }
            table.write(out, 4)?;
        }
        for (index, line) in self.position.lines().enumerate() {
            writeln!(out, "  {:<8}  {}", if index == 0 { "position" } else { "" }, line.trim())?;
        }
        Ok(())
    }
}

struct Describe;

impl Visitor for Describe {
    type Output = Entry;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved>(self) -> Entry {
        Entry::new::<G>(&G::SIDE_NAMES)
    }

    fn chance<G: Game + Registered + Sensed>(self) -> Entry {
        Entry::new::<G>(&G::SIDE_NAMES)
    }

    fn puzzle<P: Registered + Solvable>(self) -> Entry {
        Entry::new::<P>(&[])
    }
}

/// Prints the list.
pub(crate) fn run(_: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let there = GameId::ALL.iter().map(|&id| visit(id, Describe));
    output.answer(&List { games: there.collect() })
}
