//! Games solved outright: one set of rules in figures, every variant, or positions.
//!
//! Values are those of the side to move, distances the plies to the end if the winner hurries and the loser delays;
//! play without end is a draw. Positions are counted as [`solvers::Summary`] says.

use std::io::{self, Write};

use engine::{Deterministic, Known, Probe, Registered};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use solvers::Summary;

use super::Arguments;
use super::deals::{read_argument, read_file};
use super::exact::{Exact, phrase, word};
use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table, thousands};
use crate::registry::{Complete, Solved};

/// A game in figures.
#[derive(Debug, Serialize)]
struct SolvedGame {
    game: &'static str,
    rules: String,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    /// The value of the start for the side that begins.
    value: &'static str,
    /// Plies to the end; none in a draw.
    distance: Option<u16>,
    /// The side that begins.
    #[serde(skip)]
    side: &'static str,
}

/// A position with its value.
#[derive(Debug, Serialize)]
struct SolvedPosition {
    game: &'static str,
    /// The position's line in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    rules: String,
    position: String,
    #[serde(skip)]
    picture: String,
    side: &'static str,
    #[serde(flatten)]
    exact: Exact,
}

/// A value in a sentence about a side: `x wins in 15 plies`.
fn sentence(side: &str, value: &str, distance: Option<u16>) -> String {
    match (value, distance) {
        ("win", Some(plies)) => format!("{side} wins in {plies} plies"),
        ("loss", Some(plies)) => format!("{side} loses in {plies} plies"),
        ("win", None) => format!("{side} wins"),
        ("loss", None) => format!("{side} loses"),
        _ => "a draw, with best play".to_owned(),
    }
}

fn solve<G: Solved>(rules: &G::Rules) -> Box<dyn Complete<G>> {
    G::solve(rules).expect("a game with variants to solve has a table for each")
}

/// Solves the game under one set of rules.
pub(super) fn game<G: Solved + Registered>(rules: &G::Rules, output: &mut Output) -> Result<(), Failure> {
    output.answer(&SolvedGame::new::<G>(rules))
}

/// Solves the game under every set of rules: a JSON line each, or a table.
pub(super) fn every_variant<G: Solved + Registered>(global: Global, output: &mut Output) -> Result<(), Failure> {
    let variants = G::variants();
    let games: Vec<SolvedGame> = global.pool()?.install(|| variants.par_iter().map(SolvedGame::new::<G>).collect());
    if output.is_json() {
        return games.iter().try_for_each(|game| output.answer(game));
    }
    Ok(write_table(&games, output)?)
}

/// Positions to look up, with their lines if they come from a file.
pub(super) struct Asked<G>(Vec<(Option<u64>, G)>);

impl<G: Deterministic + Registered> Asked<G> {
    /// The positions that the command line asks for, if any.
    pub(super) fn read(arguments: &Arguments, rules: &G::Rules) -> Result<Option<Self>, Failure> {
        if let Some(text) = &arguments.position {
            return Ok(Some(Self(vec![(None, read_argument(text, rules)?)])));
        }
        let Some(path) = &arguments.file else { return Ok(None) };
        let positions = read_file(path, rules, "position")?;
        Ok(Some(Self(positions.into_iter().map(|(line, pos)| (Some(line), pos)).collect())))
    }

    /// The positions, each with its line.
    pub(super) fn into_list(self) -> Vec<(Option<u64>, G)> {
        self.0
    }

    /// Looks them up and prints what is known. `extent` says which positions the table has.
    pub(super) fn answer(
        &self,
        rules: &G::Rules,
        table: &dyn Probe<G>,
        extent: &str,
        output: &mut Output,
    ) -> Result<(), Failure> {
        for (number, (line, pos)) in self.0.iter().enumerate() {
            let place = line.map_or_else(|| "--position".to_owned(), |line| format!("--file: line {line}"));
            let solved = SolvedPosition::new(rules, pos, table)
                .ok_or_else(|| Failure::input(format_args!("{place}: not in the tables, which have {extent}")))?;
            if number > 0 && !output.is_json() {
                writeln!(output)?;
            }
            output.answer(&SolvedPosition { line: *line, ..solved })?;
        }
        Ok(())
    }
}

/// Solves the game and looks positions up.
pub(super) fn positions<G: Solved + Registered>(
    rules: &G::Rules,
    asked: &Asked<G>,
    output: &mut Output,
) -> Result<(), Failure> {
    let table = solve::<G>(rules);
    asked.answer(rules, table.as_ref(), "what can be played under these rules", output)
}

impl SolvedGame {
    fn new<G: Solved + Registered>(rules: &G::Rules) -> Self {
        let Summary { positions, win, loss, draw, start: Known { value, plies } } = solve::<G>(rules).summary();
        Self {
            game: G::ID.name(),
            rules: rules.to_string(),
            positions,
            win,
            loss,
            draw,
            value: word(value),
            distance: plies,
            side: G::SIDE_NAMES[G::start(rules).side().index()],
        }
    }
}

impl SolvedPosition {
    /// `None` if the position is not in the table.
    fn new<G: Deterministic + Registered>(rules: &G::Rules, pos: &G, table: &dyn Probe<G>) -> Option<Self> {
        Some(Self {
            game: G::ID.name(),
            line: None,
            rules: rules.to_string(),
            position: pos.to_string(),
            picture: pos.picture(),
            side: G::SIDE_NAMES[pos.side().index()],
            exact: Exact::new(pos, table)?,
        })
    }
}

impl Answer for SolvedGame {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} ({})\n", self.game, self.rules)?;
        writeln!(out, "{}, who begins: {}\n", self.side, sentence(self.side, self.value, self.distance))?;
        writeln!(out, "positions that can be reached, for the side to move:")?;
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]);
        for (name, count) in [("won", self.win), ("lost", self.loss), ("drawn", self.draw)] {
            let share = format!("{:.1} %", 100.0 * count as f64 / self.positions as f64);
            table.row([name.to_owned(), thousands(count), share]);
        }
        table.row(["all".to_owned(), thousands(self.positions), String::new()]);
        table.write(out, 2)
    }
}

impl Answer for SolvedPosition {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Exact { value, distance, moves, .. } = &self.exact;
        writeln!(out, "{}\n\n{}", self.picture.trim_end_matches('\n'), self.position)?;
        if moves.is_empty() {
            return writeln!(out, "the game is over: a {value} for {}", self.side);
        }
        writeln!(out, "{} to move: {}\n", self.side, sentence(self.side, value, *distance))?;
        self.exact.write_moves(out)
    }
}

/// A row a variant, named by the options in which it differs from the first.
fn write_table(games: &[SolvedGame], out: &mut dyn Write) -> io::Result<()> {
    let standard: Vec<&str> = games.first().map(|game| game.rules.split(',').collect()).unwrap_or_default();
    if let Some(game) = games.first() {
        writeln!(out, "{}; standard rules: {}; other variants by what differs\n", game.game, game.rules)?;
    }
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right]);
    table.row(["rules", "who begins", "positions", "won", "lost", "drawn"].map(str::to_owned));
    for game in games {
        let differing: Vec<&str> = game.rules.split(',').filter(|option| !standard.contains(option)).collect();
        let name = if differing.is_empty() { "standard".to_owned() } else { differing.join(" ") };
        let [positions, win, loss, draw] = [game.positions, game.win, game.loss, game.draw].map(thousands);
        table.row([name, phrase(game.value, game.distance), positions, win, loss, draw]);
    }
    table.write(out, 0)
}
