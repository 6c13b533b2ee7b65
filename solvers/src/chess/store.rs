//! Tables as bytes, to be kept in a file: each ending by itself, compressed, with a checksum.
//!
//! A file begins with [`MAGIC`], the version and the number of endings, two bytes each. An ending is its name in eight
//! bytes, padded with zeros, the length of what follows and the CRC-32 of name and what follows, four bytes each; then
//! for each side to move the number of different worths in a byte, the worths, and a number in that list for each
//! position. What follows the checksum is one stream of deflate. Numbers are little-endian.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::ending::{Ending, UnknownEnding};
use super::table::{Layout, Packed, Table};
use super::worth::Worth;

/// How a file begins.
const MAGIC: &[u8; 8] = b"fort-end";
/// The version of the format that is written and read.
const VERSION: u16 = 1;
const HEADER: usize = MAGIC.len() + 4;
const NAME: usize = 8;
/// Name, length and checksum.
const ENTRY: usize = NAME + 8;

/// Why bytes are no tables of endings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTables {
    /// They do not begin like tables.
    #[error("no tables of endings: they begin with \"fort-end\"")]
    Foreign,
    /// They are of another version.
    #[error("tables of version {found}; this program reads version {VERSION}")]
    Version {
        /// The version.
        found: u16,
    },
    /// They end too early.
    #[error("truncated in {part}: {missing} bytes are missing")]
    Truncated {
        /// The name of the ending, or the header.
        part: String,
        /// How many bytes are missing at least.
        missing: usize,
    },
    /// What is there is not what was written.
    #[error("altered in {part}: {reason}")]
    Altered {
        /// The name of the ending, or what follows the last.
        part: String,
        /// What shows it.
        reason: String,
    },
}

fn altered(part: impl Into<String>, reason: impl Into<String>) -> BadTables {
    BadTables::Altered { part: part.into(), reason: reason.into() }
}

/// The header of a file with `count` endings.
pub(super) fn header(count: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((count as u16).to_le_bytes());
    bytes
}

/// An ending as bytes.
pub(super) fn entry(table: &Table) -> Vec<u8> {
    let mut name = table.ending.to_string().into_bytes();
    name.resize(NAME, 0);
    let body = deflated(table);
    let mut bytes = name;
    bytes.extend((body.len() as u32).to_le_bytes());
    let checksum = checksum(&bytes[..NAME], &body);
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(body);
    bytes
}

fn checksum(name: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(name);
    hasher.update(body);
    hasher.finalize()
}

fn deflated(table: &Table) -> Vec<u8> {
    const MEMORY: &str = "memory takes everything";
    let positions = Layout::of(table.ending).len();
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    for half in &table.halves {
        let mut bytes = vec![half.worths().len() as u8];
        bytes.extend(half.worths().iter().map(|worth| worth.0 as u8));
        bytes.extend((0..positions).map(|number| half.index(number)));
        encoder.write_all(&bytes).expect(MEMORY);
    }
    encoder.finish().expect(MEMORY)
}

/// An ending's part of a file, whose checksum holds.
pub(super) struct Entry<'a> {
    ending: Ending,
    body: &'a [u8],
}

/// The parts of a file, in order.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry<'_>>, BadTables> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
        return Err(BadTables::Foreign);
    }
    let (header, mut rest) = split(bytes, HEADER, || "the header".to_owned())?;
    let version = u16::from_le_bytes([header[MAGIC.len()], header[MAGIC.len() + 1]]);
    if version != VERSION {
        return Err(BadTables::Version { found: version });
    }
    let count = u16::from_le_bytes([header[HEADER - 2], header[HEADER - 1]]);
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for number in 1..=count {
        let (head, behind) = split(rest, ENTRY, || format!("the head of ending {number} of {count}"))?;
        let name = String::from_utf8_lossy(&head[..NAME]).trim_end_matches('\0').to_owned();
        let ending: Ending =
            name.parse().map_err(|error: UnknownEnding| altered(format!("ending {number}"), error.to_string()))?;
        let number_at = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (body, behind) = split(behind, number_at(NAME) as usize, || name.clone())?;
        if checksum(&head[..NAME], body) != number_at(NAME + 4) {
            return Err(altered(name, "its checksum is another"));
        }
        if entries.iter().any(|entry| entry.ending == ending) {
            return Err(altered(name, "it is there twice"));
        }
        entries.push(Entry { ending, body });
        rest = behind;
    }
    if rest.is_empty() { Ok(entries) } else { Err(altered("the end", format!("{} bytes too many", rest.len()))) }
}

fn split(bytes: &[u8], at: usize, part: impl Fn() -> String) -> Result<(&[u8], &[u8]), BadTables> {
    bytes.split_at_checked(at).ok_or_else(|| BadTables::Truncated { part: part(), missing: at - bytes.len() })
}

impl Entry<'_> {
    /// The table that the part has.
    pub(super) fn table(&self) -> Result<Table, BadTables> {
        let ending = self.ending;
        let positions = Layout::of(ending).len();
        let mut input = DeflateDecoder::new(self.body);
        let mut take = |count: usize| {
            let mut bytes = vec![0; count];
            input.read_exact(&mut bytes).map(|()| bytes).map_err(|error| altered(ending.to_string(), error.to_string()))
        };
        let mut halves = Vec::new();
        for _ in 0..if ending.is_even() { 1 } else { 2 } {
            let count = usize::from(take(1)?[0]);
            let worths: Vec<Worth> = take(count)?.into_iter().map(|code| Worth(code as i8)).collect();
            let indices = take(positions)?;
            if worths.len() > Packed::MOST_WORTHS || indices.iter().any(|&index| usize::from(index) >= count) {
                return Err(altered(ending.to_string(), "a position has no worth"));
            }
            halves.push(Packed::of_indices(worths, positions, indices.into_iter()));
        }
        Ok(Table { ending, halves })
    }
}
