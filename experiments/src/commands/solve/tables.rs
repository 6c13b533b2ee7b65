//! Games solved outright: one set of rules in figures, every variant, or positions.
//!
//! Values are those of the side to move, distances the plies to the end if the winner hurries and the loser delays;
//! play without end is a draw. Positions are counted as [`solvers::Summary`] says.

use std::io::{self, Write};

use engine::{Deterministic, Known, MoveList, Probe, Registered, Value};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use solvers::Summary;

use super::Arguments;
use super::deals::{read_argument, read_file};
use crate::cli::Global;
use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table, thousands, write_line};
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
    value: &'static str,
    distance: Option<u16>,
    /// The moves that keep the value and win soonest or lose latest.
    best: Vec<String>,
    /// All moves, best first.
    moves: Vec<SolvedMove>,
}

/// A move with what it is worth to the side that makes it.
#[derive(Debug, Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
    /// Plies to the end, this one included.
    distance: Option<u16>,
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

/// `win in 15`, `draw`.
fn phrase(value: &str, distance: Option<u16>) -> String {
    distance.map_or_else(|| value.to_owned(), |plies| format!("{value} in {plies}"))
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

/// What is known of a position: what the table has or, where it leaves out a kind of position (chess with a possible
/// capture en passant), what follows from all those one ply on.
fn known<G: Deterministic>(table: &dyn Probe<G>, pos: &G) -> Option<Known> {
    if let Some(known) = table.probe(pos) {
        return Some(known);
    }
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let worths: Option<Vec<Worth>> = list.iter().map(|&mv| table.probe(&pos.play(mv)).map(Worth::before)).collect();
    worths?.into_iter().max().map(Worth::known)
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
        let Known { value, plies } = known(table, pos)?;
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let mut valued: Vec<(Worth, G::Move)> = Vec::with_capacity(list.len());
        for &mv in list.iter() {
            valued.push((Worth::before(known(table, &pos.play(mv))?), mv));
        }
        // The order of generation stays among moves of one worth.
        valued.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        // Where a distance is not known, no move of a value is better than another.
        let is_exact = valued.iter().all(|(worth, _)| worth.is_exact());
        let is_best = |worth: Worth| worth == valued[0].0 || !is_exact && worth.0 == valued[0].0.0;
        let best = valued.iter().filter(|(worth, _)| is_best(*worth)).map(|(_, mv)| mv.to_string()).collect();
        let moves = valued.iter().map(|(worth, mv)| worth.of(mv)).collect();
        Some(Self {
            game: G::ID.name(),
            line: None,
            rules: rules.to_string(),
            position: pos.to_string(),
            picture: pos.picture(),
            side: G::SIDE_NAMES[pos.side().index()],
            value: word(value),
            distance: plies,
            best,
            moves,
        })
    }
}

/// What a move is worth, more being better: a win the sooner, a loss the later. With 0 plies the distance is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(Value, i32);

impl Worth {
    /// Of a move that leads to a position of which this is known.
    fn before(known: Known) -> Self {
        let plies = known.plies.map_or(0, |plies| i32::from(plies) + 1);
        match known.value {
            Value::Loss => Self(Value::Win, -plies),
            Value::Draw => Self(Value::Draw, 0),
            Value::Win => Self(Value::Loss, plies),
        }
    }

    fn known(self) -> Known {
        Known { value: self.0, plies: (self.1 != 0).then_some(self.1.unsigned_abs() as u16) }
    }

    fn is_exact(self) -> bool {
        self.0 == Value::Draw || self.1 != 0
    }

    fn of(self, mv: &impl ToString) -> SolvedMove {
        let Known { value, plies } = self.known();
        SolvedMove { mv: mv.to_string(), value: word(value), distance: plies }
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
        let sentence = sentence(self.side, self.value, self.distance);
        writeln!(out, "{}\n\n{}", self.picture.trim_end_matches('\n'), self.position)?;
        if self.moves.is_empty() {
            return writeln!(out, "the game is over: a {} for {}", self.value, self.side);
        }
        writeln!(out, "{} to move: {sentence}\n", self.side)?;
        for group in self.moves.chunk_by(|one, other| (one.value, one.distance) == (other.value, other.distance)) {
            writeln!(out, "{}", phrase(group[0].value, group[0].distance))?;
            write_line(group.iter().map(|mv| mv.mv.as_str()), 2, out)?;
        }
        Ok(())
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
