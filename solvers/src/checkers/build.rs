//! Tables made pair by pair into a store of files, so that a run that is killed goes on where it was.
//!
//! A finished pair is a file, `0m2k-1m2k.checkers`, and never touched again. The work on later pairs needs the plies
//! that the files of five and six pieces leave out, so those are kept beside them, `0m2k-1m2k.distances`, as long as
//! they are needed. A run that begins looks what is there, solves what is not, and solves again what it needs and
//! cannot read (with up to four pieces that is all, in half a second). Nothing depends on when a run was killed: the
//! files are the same to the byte.

use std::io;

use super::BadTables;
use super::figures::Figures;
use super::file::{self, Holds, Writer};
use super::material::{Pair, Slice};
use super::placement::Placements;
use super::shelf::Shelf;
use super::waves::{self, Solved};

/// Where files are kept, by name. The program has a directory, tests have a map.
pub trait Store: Sync {
    /// A whole file, `None` if it is not there.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Whether a file is there.
    ///
    /// # Errors
    /// If that cannot be said.
    fn has(&self, name: &str) -> io::Result<bool>;

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Removes a file that is there.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, name: &str) -> io::Result<()>;
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The pair that is begun.
    pub pair: Pair,
    /// The cells of the pairs before it that were to be solved.
    pub done: u64,
    /// The cells of all pairs that are to be solved.
    pub all: u64,
}

/// What a run has made or found.
#[derive(Clone, Debug)]
pub struct Built {
    /// The figures of every slice.
    pub figures: Vec<(Slice, Figures)>,
    /// The most bytes that the tables took in memory at a time; 0 if nothing was to be solved.
    pub peak: usize,
}

/// The name of a finished pair's file.
pub(super) fn table_name(pair: Pair) -> String {
    format!("{pair}.checkers")
}

fn distances_name(pair: Pair) -> String {
    format!("{pair}.distances")
}

/// A store's trouble with a file.
fn trouble<T>(name: &str, result: io::Result<T>) -> Result<T, BadTables> {
    result.map_err(|error| BadTables::Store { name: name.to_owned(), error })
}

/// A file, if it is there.
pub(super) fn read_file(store: &dyn Store, name: &str) -> Result<Option<Vec<u8>>, BadTables> {
    trouble(name, store.read(name))
}

/// Whether positions of `pair` lead to positions of `other`.
fn leads_to(pair: Pair, other: Pair) -> bool {
    other.pieces() < pair.pieces() || pair.crowned().iter().any(|slice| other.slices().any(|there| there == *slice))
}

/// Pairs on the bench: finished tables with plies, and the most room they took.
#[derive(Debug, Default)]
pub(super) struct Bench {
    pub(super) shelf: Shelf,
    peak: usize,
}

impl Bench {
    /// Solves a pair whose positions lead to what is on the shelf, and hands it to `take` together with its writer.
    pub(super) fn solve<T>(&mut self, pair: Pair, take: impl FnOnce(&Solved, Writer<'_>) -> T) -> T {
        let [rows, columns] = [pair.rows, pair.columns].map(Placements::of);
        let room = waves::bytes(pair) + rows.bytes() + columns.bytes();
        self.peak = self.peak.max(self.shelf.bytes() + room);
        let solved = waves::solve(pair, &self.shelf, &rows, &columns);
        let taken = take(&solved, Writer { pair, rows: &rows, columns: &columns });
        self.shelf.put(pair, solved.planes);
        taken
    }
}

/// What a run has to do.
struct Plan {
    pairs: Vec<Pair>,
    /// The figures of the pairs whose files are there.
    figures: Vec<Option<Vec<Figures>>>,
    /// Whether the distances of a pair are there.
    has_distances: Vec<bool>,
    to_solve: Vec<bool>,
}

impl Plan {
    fn new(pieces: usize, store: Option<&dyn Store>) -> Result<Self, BadTables> {
        let pairs = Pair::up_to(pieces);
        let (mut figures, mut has_distances) = (vec![None; pairs.len()], vec![false; pairs.len()]);
        for (number, &pair) in pairs.iter().enumerate() {
            let Some(store) = store else { continue };
            let name = table_name(pair);
            if let Some(bytes) = read_file(store, &name)? {
                figures[number] = Some(file::figures(&name, &bytes, pair, Holds::finally(pair.pieces()))?);
            }
            let name = distances_name(pair);
            has_distances[number] = trouble(&name, store.has(&name))?;
        }
        let mut plan = Self { pairs, figures, has_distances, to_solve: Vec::new() };
        plan.to_solve = vec![false; plan.pairs.len()];
        // The last first: what is to be solved decides what is needed before it.
        for number in (0..plan.pairs.len()).rev() {
            let is_lost = !plan.has_distances[number] && plan.is_needed_after(number, number);
            plan.to_solve[number] = plan.figures[number].is_none() || is_lost;
        }
        Ok(plan)
    }

    /// Whether a pair is needed when those up to `last` are done.
    fn is_needed_after(&self, number: usize, last: usize) -> bool {
        (last + 1..self.pairs.len())
            .any(|later| self.to_solve[later] && leads_to(self.pairs[later], self.pairs[number]))
    }

    /// The cells to be solved in the pairs before this one.
    fn cells_before(&self, number: usize) -> u64 {
        (0..number).filter(|&number| self.to_solve[number]).map(|number| self.pairs[number].cells() as u64).sum()
    }
}

/// Solves everything with up to `pieces` pieces, on all threads of the current pool, and keeps the tables in a store if
/// there is one; what is there already stays.
///
/// # Errors
/// If a file that is there is not what it should be, or the store fails.
pub fn build(pieces: usize, store: Option<&dyn Store>, mut progress: impl FnMut(Progress)) -> Result<Built, BadTables> {
    let mut plan = Plan::new(pieces, store)?;
    let mut bench = Bench::default();
    let all = plan.cells_before(plan.pairs.len());
    for number in 0..plan.pairs.len() {
        let pair = plan.pairs[number];
        if plan.to_solve[number] {
            progress(Progress { pair, done: plan.cells_before(number), all });
            let is_needed = plan.is_needed_after(number, number) && Holds::finally(pair.pieces()) != Holds::Plies;
            let figures = bench.solve(pair, |solved, writer| {
                if let Some(store) = store {
                    write(store, solved, writer, is_needed && !plan.has_distances[number])?;
                }
                Ok(solved.figures.clone())
            })?;
            plan.has_distances[number] |= is_needed && store.is_some();
            plan.figures[number] = Some(figures);
        } else if let Some(store) = store.filter(|_| plan.is_needed_after(number, number)) {
            load(store, pair, &mut bench.shelf)?;
        }
        tidy(&mut plan, number, store, &mut bench.shelf)?;
    }
    let slices = plan.pairs.iter().flat_map(|pair| pair.slices());
    let figures = slices.zip(plan.figures.into_iter().flatten().flatten()).collect();
    Ok(Built { figures, peak: bench.peak })
}

/// Writes the distances if they are needed, and the table unless it is there.
fn write(store: &dyn Store, solved: &Solved, writer: Writer<'_>, is_needed: bool) -> Result<(), BadTables> {
    let pair = writer.pair;
    if is_needed {
        let name = distances_name(pair);
        trouble(&name, store.write(&name, &writer.file(solved, Holds::Everything)))?;
    }
    let name = table_name(pair);
    if !trouble(&name, store.has(&name))? {
        trouble(&name, store.write(&name, &writer.file(solved, Holds::finally(pair.pieces()))))?;
    }
    Ok(())
}

/// Puts the distances of a pair on the shelf.
fn load(store: &dyn Store, pair: Pair, shelf: &mut Shelf) -> Result<(), BadTables> {
    let name = distances_name(pair);
    let bytes = read_file(store, &name)?.ok_or_else(|| BadTables::Missing { name: name.clone() })?;
    let content = file::read(&name, &bytes, pair, Holds::Everything)?;
    let planes = content.cells.into_iter().filter_map(|cells| match cells {
        file::Cells::Codes(codes) => Some(codes),
        file::Cells::Runs(..) => None,
    });
    shelf.put(pair, planes.collect());
    Ok(())
}

/// Forgets what is not needed any more once the pairs up to `last` are done.
fn tidy(plan: &mut Plan, last: usize, store: Option<&dyn Store>, shelf: &mut Shelf) -> Result<(), BadTables> {
    let later: Vec<Pair> =
        (last + 1..plan.pairs.len()).filter(|&later| plan.to_solve[later]).map(|later| plan.pairs[later]).collect();
    shelf.keep(|slice| later.iter().any(|pair| slice.pieces() < pair.pieces() || pair.crowned().contains(&slice)));
    let Some(store) = store else { return Ok(()) };
    for number in 0..=last {
        if plan.has_distances[number] && !plan.is_needed_after(number, last) {
            let name = distances_name(plan.pairs[number]);
            trouble(&name, store.remove(&name))?;
            plan.has_distances[number] = false;
        }
    }
    Ok(())
}
