//! Endings of chess: all with few men in figures, tables kept in a file, or positions.
//!
//! Figures are counted on a whole board for each side to move; distances are plies to the end if the winner hurries and
//! the loser delays.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use engine::games::chess::Chess;
use engine::{Game, Registered};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use solvers::chess::{self, Count, Endings};

use super::ending_arguments::EndingTask;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Align, Answer, Table, thousands};

/// The men of the largest endings.
const MOST_MEN: usize = chess::MOST_MEN;

/// An ending in figures.
#[derive(Clone, Debug, Serialize)]
struct EndingFigures {
    /// The material.
    ending: String,
    /// With the stronger side to move.
    stronger: SideFigures,
    /// With the weaker side to move.
    weaker: SideFigures,
    /// The bytes of its table in memory.
    bytes: u64,
}

/// An ending in figures, for one side to move.
#[derive(Clone, Copy, Debug, Serialize)]
struct SideFigures {
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// The plies of the longest win, if there is one.
    longest_win: Option<u16>,
    /// The plies of the longest loss, if there is one.
    longest_loss: Option<u16>,
}

impl From<Count> for SideFigures {
    fn from(count: Count) -> Self {
        let Count { positions, win, draw, loss, longest_win, longest_loss } = count;
        Self {
            positions,
            win,
            draw,
            loss,
            longest_win: (win > 0).then_some(longest_win),
            longest_loss: (loss > 0).then_some(longest_loss),
        }
    }
}

impl EndingFigures {
    fn of(table: &chess::Table) -> Self {
        let [stronger, weaker] = table.counts().map(SideFigures::from);
        Self { ending: table.ending().to_string(), stronger, weaker, bytes: table.bytes() as u64 }
    }
}

/// An ending in figures.
#[derive(Debug, Serialize)]
struct SolvedEnding {
    game: &'static str,
    #[serde(flatten)]
    figures: EndingFigures,
}

/// Endings in figures, for people.
struct Endgames<'a>(&'a [EndingFigures], [&'static str; 2]);

/// The tables, from their file if one is given.
fn tables(kept: Option<&Path>) -> Result<Arc<Endings>, Failure> {
    kept.map_or_else(|| Ok(chess::shared()), self::kept)
}

/// Reads the tables of a file.
pub(crate) fn kept(path: &Path) -> Result<Arc<Endings>, Failure> {
    let bytes = std::fs::read(path).bad_input(path.display())?;
    Ok(Arc::new(Endings::from_bytes(&bytes).bad_input(path.display())?))
}

/// Does what was asked for with the endings.
pub(crate) fn solve(task: EndingTask<'_, Chess>) -> Result<(), Failure> {
    let EndingTask { asked, positions, rules, extent, global, output } = task;
    asked.refuse(Chess::ID, &["--pieces", "--verify"])?;
    let endings = tables(asked.tables.as_deref())?;
    if let Some(positions) = positions {
        return positions.answer(&rules, endings.as_ref(), extent, output);
    }
    let men = asked.men.map_or(MOST_MEN, usize::from);
    if let Some(path) = &asked.out {
        let mut file = FinalFile::create(path)?;
        let bytes = global.pool()?.install(|| endings.to_bytes(men));
        file.write_all(&bytes).while_running(path.display())?;
        file.finish()?;
    }
    let figures: Vec<EndingFigures> =
        global.pool()?.install(|| endings.solve(men).into_par_iter().map(EndingFigures::of).collect());
    if output.is_json() {
        let mut figures = figures.into_iter();
        return figures.try_for_each(|figures| output.answer(&SolvedEnding { game: Chess::ID.name(), figures }));
    }
    Ok(Endgames(&figures, Chess::SIDE_NAMES).write(output)?)
}

impl Answer for SolvedEnding {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Endgames(std::slice::from_ref(&self.figures), ["first", "second"]).write(out)
    }
}

impl Endgames<'_> {
    /// A row an ending and side to move.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        use Align::{Left, Right};
        let mut table = Table::new(&[Left, Left, Right, Right, Right, Right, Right, Right, Right]);
        let titles = ["ending", "to move", "positions", "won", "drawn", "lost", "longest win", "longest loss", "bytes"];
        table.row(titles.map(str::to_owned));
        for figures in self.0 {
            let name = |number: usize| if number == 0 { figures.ending.clone() } else { String::new() };
            let bytes = |number: usize| if number == 0 { thousands(figures.bytes) } else { String::new() };
            for (number, (side, seat)) in [figures.stronger, figures.weaker].iter().zip(self.1).enumerate() {
                let SideFigures { positions, win, draw, loss, longest_win, longest_loss } = *side;
                let [positions, win, draw, loss] = [positions, win, draw, loss].map(thousands);
                let [longest_win, longest_loss] =
                    [longest_win, longest_loss].map(|plies| plies.map_or_else(|| "-".to_owned(), |n| n.to_string()));
                let seat = seat.to_owned();
                let row = [name(number), seat, positions, win, draw, loss, longest_win, longest_loss, bytes(number)];
                table.row(row);
            }
        }
        table.write(out, 0)?;
        let bytes = self.0.iter().map(|figures| figures.bytes).sum();
        writeln!(
            out,
            "\n{} has the men named first; {} endings take {} bytes",
            self.1[0],
            self.0.len(),
            thousands(bytes)
        )
    }
}
