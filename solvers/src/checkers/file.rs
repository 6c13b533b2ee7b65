//! A pair of slices as a file: what it is of, its figures, its cells, and a checksum.
//!
//! A file begins with [`MAGIC`], the version in two bytes, what it holds of a cell ([`Holds`]) in one, and men and
//! kings of the rows and the columns in four. For each slice follow the [`Figures`] in 50 bytes, the order of the
//! cells in one, and the length of its cells in four; then the cells of each, and at last the CRC-32 of all before it
//! in four. Numbers are little-endian. Cells are [`Runs`] of values, or codes deflated.

use std::io::{Read, Write};

use engine::Value;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::BadTables;
use super::code;
use super::figures::Figures;
use super::material::{Material, Pair, Slice};
use super::placement::Placements;
use super::runs::Runs;
use super::view::View;
use super::waves::Solved;

/// How a file begins.
const MAGIC: &[u8; 8] = b"fort-chk";
/// The version of the format that is written and read.
const VERSION: u16 = 1;
/// Magic, version, what is held, material.
const HEAD: usize = MAGIC.len() + 2 + 1 + 4;
/// Figures, order, length.
const SLICE_HEAD: usize = Figures::BYTES + 1 + 4;
const CHECKSUM: usize = 4;

/// What a file holds of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Value and plies; something or other of positions with a capture.
    Plies,
    /// The value; something or other of positions with a capture.
    Values,
    /// Value and plies of all positions, for the work on others.
    Everything,
}

impl Holds {
    const ALL: [Self; 3] = [Self::Plies, Self::Values, Self::Everything];

    /// What is kept of so many pieces.
    pub(super) const fn finally(pieces: usize) -> Self {
        if pieces <= super::MOST_WITH_PLIES { Self::Plies } else { Self::Values }
    }
}

/// In which order runs go through the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
}

/// The cells of a slice.
#[derive(Debug)]
pub(super) enum Cells {
    /// Codes, row by row.
    Codes(Vec<u8>),
    /// Values.
    Runs(Order, Runs),
}

/// A file's content.
#[derive(Debug)]
pub(super) struct Content {
    /// The figures of each slice.
    pub(super) figures: Vec<Figures>,
    /// The cells of each.
    pub(super) cells: Vec<Cells>,
}

/// A pair with all its placements, as a writer needs it.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) pair: Pair,
    pub(super) rows: &'a Placements,
    pub(super) columns: &'a Placements,
}

impl Writer<'_> {
    /// The file of a solved pair.
    pub(super) fn file(self, solved: &Solved, holds: Holds) -> Vec<u8> {
        let Pair { rows, columns } = self.pair;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(Holds::ALL.iter().position(|&other| other == holds).unwrap_or(0) as u8);
        bytes.extend([rows.men, rows.kings, columns.men, columns.kings].map(|count| count as u8));
        let slices: Vec<(Slice, &Vec<u8>)> = self.pair.slices().zip(&solved.planes).collect();
        let cells: Vec<(Order, Vec<u8>)> =
            slices.into_par_iter().map(|(slice, plane)| self.cells(slice, plane, holds)).collect();
        for (figures, (order, cells)) in solved.figures.iter().zip(&cells) {
            bytes.extend(figures.to_bytes());
            bytes.push(u8::from(*order == Order::Columns));
            bytes.extend((cells.len() as u32).to_le_bytes());
        }
        bytes.extend(cells.into_iter().flat_map(|(_, cells)| cells));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    fn cells(self, slice: Slice, plane: &[u8], holds: Holds) -> (Order, Vec<u8>) {
        match holds {
            Holds::Everything => (Order::Rows, deflated(plane, Compression::fast())),
            Holds::Plies => {
                let mut last = code::DRAWN;
                let cells: Vec<u8> = (0..plane.len())
                    .map(|cell| {
                        last = if self.is_asked(slice, plane, cell) { plane[cell] } else { last };
                        last
                    })
                    .collect();
                (Order::Rows, deflated(&cells, Compression::best()))
            }
            Holds::Values => self.shorter(slice, plane),
        }
    }

    /// Whether a cell has a position without a capture.
    fn is_asked(self, slice: Slice, plane: &[u8], cell: usize) -> bool {
        let width = self.columns.list().len();
        let (row, column) = (self.rows.list()[cell / width], self.columns.list()[cell % width]);
        plane[cell] != code::NOWHERE && {
            let [mover, rival] = if slice == self.pair.first() { [row, column] } else { [column, row] };
            View::new(mover, rival).jumpers() == 0
        }
    }

    /// The runs in the order that takes less room.
    fn shorter(self, slice: Slice, plane: &[u8]) -> (Order, Vec<u8>) {
        let value = |cell: usize| -> Option<Value> {
            self.is_asked(slice, plane, cell).then(|| code::known(plane[cell]).value)
        };
        let (height, width) = (self.rows.list().len(), self.columns.list().len());
        let rows = Runs::of(plane.len(), value).to_bytes();
        let columns = Runs::of(plane.len(), |cell| value(cell % height * width + cell / height)).to_bytes();
        if columns.len() < rows.len() { (Order::Columns, columns) } else { (Order::Rows, rows) }
    }
}

fn deflated(bytes: &[u8], level: Compression) -> Vec<u8> {
    const MEMORY: &str = "memory takes everything";
    let mut encoder = DeflateEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).expect(MEMORY);
    encoder.finish().expect(MEMORY)
}

/// Reads the file of a pair; `name` is what the errors call it.
pub(super) fn read(name: &str, bytes: &[u8], pair: Pair, holds: Holds) -> Result<Content, BadTables> {
    let altered = |reason: &str| BadTables::Altered { name: name.to_owned(), reason: reason.to_owned() };
    let heads = check(name, bytes, pair, holds)?;
    let mut rest = &bytes[HEAD + SLICE_HEAD * heads.len()..bytes.len() - CHECKSUM];
    let (mut figures, mut cells) = (Vec::new(), Vec::new());
    for head in heads {
        let (mine, behind) = rest.split_at(head.length);
        rest = behind;
        figures.push(head.figures);
        cells.push(match holds {
            Holds::Values => {
                let runs =
                    Runs::from_bytes(pair.cells(), mine).ok_or_else(|| altered("its blocks have another length"))?;
                Cells::Runs(head.order, runs)
            }
            Holds::Plies | Holds::Everything => {
                let mut codes = vec![0; pair.cells()];
                DeflateDecoder::new(mine).read_exact(&mut codes).map_err(|error| altered(&error.to_string()))?;
                Cells::Codes(codes)
            }
        });
    }
    Ok(Content { figures, cells })
}

/// The figures of a file, which is checked but for the cells it holds.
pub(super) fn figures(name: &str, bytes: &[u8], pair: Pair, holds: Holds) -> Result<Vec<Figures>, BadTables> {
    Ok(check(name, bytes, pair, holds)?.into_iter().map(|head| head.figures).collect())
}

/// What a file says of a slice before the cells.
struct SliceHead {
    figures: Figures,
    order: Order,
    length: usize,
}

/// The heads of the slices of a file that is whole and unaltered and holds what it should.
fn check(name: &str, bytes: &[u8], pair: Pair, holds: Holds) -> Result<Vec<SliceHead>, BadTables> {
    let name = || name.to_owned();
    let altered = |reason: &str| BadTables::Altered { name: name(), reason: reason.to_owned() };
    if bytes.is_empty() || !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(BadTables::Foreign { name: name() });
    }
    let start = HEAD + SLICE_HEAD * pair.slices().count();
    let truncated = |needed: usize| BadTables::Truncated { name: name(), missing: needed - bytes.len() };
    if bytes.len() < start + CHECKSUM {
        return Err(truncated(start + CHECKSUM));
    }
    let version = u16::from_le_bytes([bytes[8], bytes[9]]);
    if version != VERSION {
        return Err(BadTables::Version { name: name(), found: version });
    }
    let side = |at: usize| Material { men: bytes[at].into(), kings: bytes[at + 1].into() };
    if (Pair { rows: side(11), columns: side(13) }) != pair {
        return Err(altered("it is of other pieces than its name says"));
    }
    if Holds::ALL.get(usize::from(bytes[10])) != Some(&holds) {
        return Err(altered("it holds something else"));
    }
    let heads: Vec<SliceHead> = bytes[HEAD..start].chunks_exact(SLICE_HEAD).map(SliceHead::of).collect();
    let end = heads.iter().fold(start, |end, head| end.saturating_add(head.length));
    let whole = end.saturating_add(CHECKSUM);
    if bytes.len() < whole {
        return Err(truncated(whole));
    }
    if bytes.len() > whole {
        return Err(altered("there are bytes behind its end"));
    }
    if crc32fast::hash(&bytes[..end]).to_le_bytes() != bytes[end..] {
        return Err(altered("its checksum is another"));
    }
    Ok(heads)
}

impl SliceHead {
    fn of(bytes: &[u8]) -> Self {
        let (figures, rest) = bytes.split_at(Figures::BYTES);
        Self {
            figures: Figures::from_bytes(figures),
            order: if rest[0] == 1 { Order::Columns } else { Order::Rows },
            length: u32::from_le_bytes([rest[1], rest[2], rest[3], rest[4]]) as usize,
        }
    }
}
