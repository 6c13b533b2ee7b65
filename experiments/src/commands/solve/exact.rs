//! The exact value of a position and of every move in it, as a table tells them.
//!
//! Values are those of the side to move, distances the plies to the end if the winner hurries and the loser delays.

use std::io::{self, Write};

use engine::{Deterministic, Known, MoveList, Probe, Value};
use serde::Serialize;

use crate::output::write_line;

/// A position's value, and what each move in it is worth.
#[derive(Debug, Serialize)]
pub(crate) struct Exact {
    /// `win`, `draw` or `loss`.
    pub(super) value: &'static str,
    /// Plies to the end; none in a draw, and where the table does not tell.
    pub(crate) distance: Option<u16>,
    /// The moves that keep the value and win soonest or lose latest.
    pub(crate) best: Vec<String>,
    /// All moves, best first.
    pub(super) moves: Vec<ExactMove>,
}

/// A move with what it is worth to the side that makes it.
#[derive(Debug, Serialize)]
pub(super) struct ExactMove {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
    /// Plies to the end, this one included.
    distance: Option<u16>,
}

impl Exact {
    /// `None` if the position, or one that a move leads to, is not in the table.
    pub(crate) fn new<G: Deterministic>(pos: &G, table: &dyn Probe<G>) -> Option<Self> {
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
        Some(Self { value: word(value), distance: plies, best, moves })
    }

    /// The value in words: `win in 15`, `draw`.
    pub(crate) fn phrase(&self) -> String {
        phrase(self.value, self.distance)
    }

    /// Writes the moves, those of one worth under a heading.
    pub(crate) fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        for group in self.moves.chunk_by(|one, other| (one.value, one.distance) == (other.value, other.distance)) {
            writeln!(out, "{}", phrase(group[0].value, group[0].distance))?;
            write_line(group.iter().map(|mv| mv.mv.as_str()), 2, out)?;
        }
        Ok(())
    }
}

pub(super) fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

/// `win in 15`, `draw`.
pub(super) fn phrase(value: &str, distance: Option<u16>) -> String {
    distance.map_or_else(|| value.to_owned(), |plies| format!("{value} in {plies}"))
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

    fn of(self, mv: &impl ToString) -> ExactMove {
        let Known { value, plies } = self.known();
        ExactMove { mv: mv.to_string(), value: word(value), distance: plies }
    }
}
