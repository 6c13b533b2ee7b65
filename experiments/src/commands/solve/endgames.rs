//! Endgames of checkers: all with few pieces in figures, tables kept in a directory, tables checked, or positions.
//!
//! Figures are of the side to move, colours exchanged where that is White; distances are plies to the end if the
//! winner hurries and the loser delays. With five and six pieces the files have values alone; distances there are
//! known where the tables were just solved (`--pieces 5 --position …`).

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use engine::Registered;
use engine::games::checkers::Checkers;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use solvers::checkers::{self, Figures, Progress, Slice, Store, Tables};

use super::ending_arguments::{EndingArguments, EndingTask};
use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::Directory;
use crate::output::{Align, Answer, Output, Table, thousands};

/// The pieces that are solved unless something else is said.
const PIECES: usize = checkers::MOST_WITH_PLIES;

/// A slice in figures.
#[derive(Debug, Serialize)]
struct SolvedSlice {
    game: &'static str,
    pieces: usize,
    /// Men and kings of the side to move, then of the other.
    slice: String,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// Positions in which the side to move must jump.
    captures: u64,
    /// The plies of the longest win, if there is one.
    longest_win: Option<u8>,
    /// How many positions have it.
    longest_wins: u64,
    /// The plies of the longest loss, if there is one.
    longest_loss: Option<u8>,
}

impl SolvedSlice {
    fn of((slice, figures): (Slice, Figures)) -> Self {
        let Figures { positions, win, draw, loss, captures, longest_win, longest_wins, longest_loss } = figures;
        Self {
            game: Checkers::ID.name(),
            pieces: slice.pieces(),
            slice: slice.to_string(),
            positions,
            win,
            draw,
            loss,
            captures,
            longest_win: (win > 0).then_some(longest_win),
            longest_wins,
            longest_loss: (loss > 0).then_some(longest_loss),
        }
    }

    /// All slices with as many pieces as one.
    fn total(slices: &[Self]) -> Self {
        let sum = |count: fn(&Self) -> u64| slices.iter().map(count).sum();
        let longest_win = slices.iter().filter_map(|slice| slice.longest_win).max();
        let has_longest = |slice: &&Self| slice.longest_win == longest_win;
        Self {
            game: Checkers::ID.name(),
            pieces: slices[0].pieces,
            slice: format!("all with {}", slices[0].pieces),
            positions: sum(|slice| slice.positions),
            win: sum(|slice| slice.win),
            draw: sum(|slice| slice.draw),
            loss: sum(|slice| slice.loss),
            captures: sum(|slice| slice.captures),
            longest_win,
            longest_wins: slices.iter().filter(has_longest).map(|slice| slice.longest_wins).sum(),
            longest_loss: slices.iter().filter_map(|slice| slice.longest_loss).max(),
        }
    }

    fn row(&self) -> [String; 9] {
        let plies = |plies: Option<u8>| plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let [positions, win, draw, loss, captures, longest_wins] =
            [self.positions, self.win, self.draw, self.loss, self.captures, self.longest_wins].map(thousands);
        let [longest_win, longest_loss] = [self.longest_win, self.longest_loss].map(plies);
        [self.slice.clone(), positions, win, draw, loss, captures, longest_win, longest_wins, longest_loss]
    }
}

/// Slices in figures, for people.
struct Endgames {
    slices: Vec<SolvedSlice>,
    /// What else there is to say.
    note: String,
}

impl Endgames {
    fn new(figures: &[(Slice, Figures)], pieces: usize, note: String) -> Self {
        let there = figures.iter().filter(|(slice, _)| slice.pieces() <= pieces);
        Self { slices: there.copied().map(SolvedSlice::of).collect(), note }
    }

    fn show(&self, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return self.slices.iter().try_for_each(|slice| output.answer(slice));
        }
        Ok(self.write(output)?)
    }

    /// A row a slice, and one for all with as many pieces.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        use Align::{Left, Right};
        let mut table = Table::new(&[Left, Right, Right, Right, Right, Right, Right, Right, Right]);
        let titles =
            ["to move-other", "positions", "won", "drawn", "lost", "captures", "longest win", "in", "longest loss"];
        table.row(titles.map(str::to_owned));
        for slices in self.slices.chunk_by(|one, other| one.pieces == other.pieces) {
            for slice in slices {
                table.row(slice.row());
            }
            table.row(SolvedSlice::total(slices).row());
        }
        table.write(out, 0)?;
        writeln!(out, "\nm men, k kings; longest in plies, and in how many positions; {}", self.note)
    }
}

impl Answer for SolvedSlice {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.row().join("  "))
    }
}

/// What a check found.
#[derive(Debug, Serialize)]
struct Checked {
    game: &'static str,
    pieces: usize,
    slices: usize,
    /// The positions that were checked, each with either side to move.
    positions: u64,
}

impl Answer for Checked {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{} positions of {} slices with up to {} pieces follow from the next ply",
            thousands(self.positions),
            self.slices,
            self.pieces
        )
    }
}

/// Does what was asked for with the endgames.
pub(crate) fn solve(task: EndingTask<'_, Checkers>) -> Result<(), Failure> {
    let EndingTask { asked, positions, rules, extent, global, output } = task;
    asked.refuse(Checkers::ID, &["--men"])?;
    if asked.out.is_some() && asked.tables.is_some() {
        return Err(Failure::input("--tables: with --out tables are made, in that directory"));
    }
    if let Some(positions) = positions {
        return positions.answer(&rules, tables(asked, global)?.as_ref(), extent, output);
    }
    if asked.tables.is_none() && (asked.out.is_some() || asked.verify.is_none()) {
        make(asked, global, output)?;
    } else if asked.verify.is_none() {
        let tables = tables(asked, global)?;
        let pieces = asked.pieces.map_or(tables.pieces(), usize::from);
        let note = format!("{} bytes in memory", thousands(tables.bytes() as u64));
        Endgames::new(tables.figures(), pieces, note).show(output)?;
    }
    match asked.verify {
        None => Ok(()),
        Some(samples) => verify(tables(asked, global)?.as_ref(), asked, samples, global, output),
    }
}

/// The tables: from their directory if there is one, else solved.
fn tables(asked: &EndingArguments, global: Global) -> Result<Arc<Tables>, Failure> {
    if let Some(path) = asked.tables.as_ref().or(asked.out.as_ref()) {
        let tables = kept(path)?;
        return match asked.pieces.map(usize::from) {
            Some(pieces) if pieces > tables.pieces() => {
                let there = tables.pieces();
                let path = path.display();
                Err(Failure::input(format_args!("--pieces {pieces}: {path} has tables of up to {there} pieces")))
            }
            _ => Ok(tables),
        };
    }
    match asked.pieces.map(usize::from) {
        None => Ok(checkers::shared()),
        Some(pieces) => Ok(Arc::new(global.pool()?.install(|| Tables::up_to(pieces)))),
    }
}

/// Reads the tables of a directory.
pub(crate) fn kept(path: &Path) -> Result<Arc<Tables>, Failure> {
    Ok(Arc::new(Tables::open(&Directory::existing(path)?).bad_input(path.display())?))
}

/// Solves everything, into a directory if one is given, and shows it in figures.
fn make(asked: &EndingArguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let pieces = asked.pieces.map_or(PIECES, usize::from);
    let directory = asked.out.as_deref().map(Directory::locked).transpose()?;
    let bar = bar();
    let progress = |Progress { pair, done, all }| {
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(pair.to_string());
    };
    let store = directory.as_ref().map(|directory| directory as &dyn Store);
    let built = global.pool()?.install(|| checkers::build(pieces, store, progress));
    bar.finish_and_clear();
    let place = asked.out.as_deref().unwrap_or("".as_ref()).display();
    let built = built.map_err(|error| match error {
        checkers::BadTables::Store { .. } => Failure::running(format_args!("{place}/{error}")),
        _ => Failure::input(format_args!("{place}/{error}; delete it to have it made again")),
    })?;
    let peak = match built.peak {
        0 => "all tables were there".to_owned(),
        peak => format!("at most {} bytes of tables in memory", thousands(peak as u64)),
    };
    let note = match directory {
        None => peak,
        Some(directory) => {
            let bytes = directory.finish().while_running(&place)?;
            format!("{peak}; {} bytes in {place}", thousands(bytes))
        }
    };
    Endgames::new(&built.figures, pieces, note).show(output)
}

/// A progress bar on stderr if that is a terminal.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {msg}, {percent} %, ETA {eta}");
    ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Checks cells of each slice.
fn verify(
    tables: &Tables,
    asked: &EndingArguments,
    samples: u64,
    global: Global,
    output: &mut Output,
) -> Result<(), Failure> {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
    let pieces = asked.pieces.map_or(tables.pieces(), usize::from);
    let slices: Vec<Slice> =
        tables.figures().iter().map(|(slice, _)| *slice).filter(|slice| slice.pieces() <= pieces).collect();
    let checked: Result<Vec<u64>, Failure> = global.pool()?.install(|| {
        let check = |slice: &Slice| tables.verify(*slice, samples).while_running(slice);
        slices.par_iter().map(check).collect()
    });
    let positions = checked?.iter().sum();
    output.answer(&Checked { game: Checkers::ID.name(), pieces, slices: slices.len(), positions })
}
