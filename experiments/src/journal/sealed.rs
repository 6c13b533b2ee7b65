//! The final file of a shard: a journal that is whole, in order, and says so.
//!
//! Its lines are those of a journal (see [`super`]): a header, then each unit of the shard once, in the order of their
//! numbers. One more line, the footer, has the number of units and a checksum over all bytes before it, so that a file
//! that was cut or changed anywhere is no shard. The header is the description of the shard, in full: a file of another
//! plan, another version or another shard is known by it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::{Description, Finished, Header, checked, encode};
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;

/// The last line of a shard.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Footer {
    /// The number of units.
    rows: u64,
    /// CRC-32 over all lines before this one, in hex.
    checksum: String,
}

/// What can be wrong with the final file of a shard.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadShard {
    /// The file cannot be opened or read.
    #[error("{path}: {error}", path = path.display())]
    Unusable { path: PathBuf, error: io::Error },
    /// A shard, but not the one that is wanted.
    #[error("{path}: a shard of another plan: {differences}; delete it, or give the plan another name", path = path.display())]
    Another { path: PathBuf, differences: String },
    /// A line that is not as it was written.
    #[error("{path}: line {line}: {what}; the shard is damaged, delete it and run it again", path = path.display())]
    BadLine { path: PathBuf, line: u64, what: String },
}

impl From<BadShard> for Failure {
    fn from(error: BadShard) -> Self {
        Self::input(error)
    }
}

/// A shard being written, under a name that is not its final one.
pub(crate) struct Sealing {
    path: PathBuf,
    writer: BufWriter<File>,
    digest: crc32fast::Hasher,
    rows: u64,
}

impl Sealing {
    /// Starts the file of the shard that `run` describes.
    pub(crate) fn create(path: &Path, run: &Description) -> Result<Self, Failure> {
        let writer = BufWriter::new(File::create(path).while_running(path.display())?);
        let mut sealing = Self { path: path.to_owned(), writer, digest: crc32fast::Hasher::new(), rows: 0 };
        sealing.line(&encode(&Header::of(run)))?;
        Ok(sealing)
    }

    /// Adds the next unit.
    pub(crate) fn add<T: Serialize>(&mut self, unit: u64, result: &T) -> Result<(), Failure> {
        self.rows += 1;
        self.line(&encode(&Finished { unit, result }))
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        self.digest.update(line);
        self.writer.write_all(line).while_running(self.path.display())
    }

    /// Adds the footer and puts everything on the disk.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let checksum = format!("{:08x}", self.digest.clone().finalize());
        self.line(&encode(&Footer { rows: self.rows, checksum }))?;
        let file = self.writer.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(|file| file.sync_all()).while_running(self.path.display())
    }
}

/// Reads a whole shard, which must be the one that `run` describes and have each of `units` once, and hands every result
/// to `each` in order.
pub(crate) fn read<T: DeserializeOwned>(
    path: &Path,
    (run, units): (&Description, &Range<u64>),
    mut each: impl FnMut(u64, T) -> Result<(), String>,
) -> Result<(), BadShard> {
    let lines = |unit, _: &[u8], json: &[u8]| {
        let finished: Finished<T> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        each(unit, finished.result).map_err(|what| format!("unit {unit}: {what}"))
    };
    read_lines(path, (run, units), lines)
}

/// Checks a whole shard, but for what its results say.
pub(crate) fn check(path: &Path, shard: (&Description, &Range<u64>)) -> Result<(), BadShard> {
    read_lines(path, shard, |_, _, _| Ok(()))
}

/// Reads a shard line by line: each unit's number, its line and the JSON in it.
fn read_lines(
    path: &Path,
    (run, units): (&Description, &Range<u64>),
    mut each: impl FnMut(u64, &[u8], &[u8]) -> Result<(), String>,
) -> Result<(), BadShard> {
    let unusable = |error| BadShard::Unusable { path: path.to_owned(), error };
    let mut reader = BufReader::new(File::open(path).map_err(unusable)?);
    let (mut digest, mut line) = (crc32fast::Hasher::new(), Vec::new());
    let mut due = units.clone();
    for number in 1.. {
        let bad = |what: String| BadShard::BadLine { path: path.to_owned(), line: number, what };
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(unusable)?;
        let whole = line.strip_suffix(b"\n").ok_or_else(|| bad("it ends before its footer".to_owned()))?;
        let json = checked(whole).map_err(bad)?;
        if number == 1 {
            check_header(path, json, run)?;
        } else if let Some(unit) = due.next() {
            let Finished::<IgnoredAny> { unit: there, .. } =
                serde_json::from_slice(json).map_err(|error| bad(error.to_string()))?;
            if there != unit {
                return Err(bad(format!("unit {there} where unit {unit} should be")));
            }
            each(unit, &line, json).map_err(bad)?;
        } else {
            let footer: Footer = serde_json::from_slice(json).map_err(|error| bad(error.to_string()))?;
            let checksum = format!("{:08x}", digest.finalize());
            if footer != (Footer { rows: units.end - units.start, checksum }) {
                return Err(bad("the footer does not fit what is before it".to_owned()));
            }
            line.clear();
            return match reader.read_until(b'\n', &mut line).map_err(unusable)? {
                0 => Ok(()),
                _ => Err(BadShard::BadLine { path: path.to_owned(), line: number + 1, what: "not empty".to_owned() }),
            };
        }
        digest.update(&line);
    }
    unreachable!("a file ends before its lines cannot be counted")
}

fn check_header(path: &Path, json: &[u8], run: &Description) -> Result<(), BadShard> {
    let there: Header = serde_json::from_slice(json).map_err(|error| BadShard::BadLine {
        path: path.to_owned(),
        line: 1,
        what: error.to_string(),
    })?;
    let ours = Header::of(run);
    if there == ours {
        return Ok(());
    }
    let differences = ours.description().differences(&there.description());
    Err(BadShard::Another { path: path.to_owned(), differences })
}

/// Writes the journal of `run` at `path` from whole shards, in order; it is there whole or not at all.
pub(crate) fn join<'a>(
    path: &Path,
    run: &Description,
    shards: impl Iterator<Item = (&'a Path, Description, Range<u64>)>,
) -> Result<(), Failure> {
    let mut file = FinalFile::create(path)?;
    let mut failed = None;
    file.write_all(&encode(&Header::of(run))).while_running(path.display())?;
    for (shard, description, units) in shards {
        let copied = read_lines(shard, (&description, &units), |_, line, _| {
            file.write_all(line).map_err(|error| failed.insert(error).to_string())
        });
        if let Some(error) = failed.take() {
            return Err(error).while_running(path.display());
        }
        copied?;
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Description {
        Description::of("match").with("shard", "1 of 3")
    }

    fn shard() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("shard-1");
        let mut sealing = Sealing::create(&path, &run()).expect("writable");
        (4..7).for_each(|unit| sealing.add(unit, &(unit * unit)).expect("written"));
        sealing.finish().expect("on the disk");
        (directory, path)
    }

    fn squares(path: &Path) -> Result<Vec<u64>, BadShard> {
        let mut all = Vec::new();
        read(path, (&run(), &(4..7)), |_, square| {
            all.push(square);
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn what_was_sealed_is_read_back() {
        let (_directory, path) = shard();
        assert_eq!(squares(&path).expect("whole"), [16, 25, 36]);
        assert!(check(&path, (&run(), &(4..7))).is_ok());
        for (units, reason) in [(3..6, "line 2: unit 4 where unit 3"), (4..6, "line 4: missing"), (4..8, "line 5: ")] {
            let message = check(&path, (&run(), &units)).expect_err("refused").to_string();
            assert!(message.contains(reason), "{message}");
        }
        let message = check(&path, (&Description::of("match"), &(4..7))).expect_err("refused").to_string();
        assert!(message.contains("shard is \"1 of 3\" there and not given here"), "{message}");
    }

    #[test]
    fn cut_or_changed_anywhere_it_is_no_shard() {
        let (_directory, path) = shard();
        let whole = std::fs::read(&path).expect("readable");
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).expect("writable");
            assert!(squares(&path).is_err(), "cut to {length}");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).expect("writable");
            assert!(squares(&path).is_err(), "byte {at}");
        }
        std::fs::write(&path, [&whole[..], b"x"].concat()).expect("writable");
        assert!(squares(&path).expect_err("refused").to_string().contains("line 6: not empty"));
        // A line that is good in itself and has another's place.
        let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
        std::fs::write(&path, [lines[0], lines[1], lines[3], lines[2], lines[4]].concat()).expect("writable");
        assert!(squares(&path).expect_err("refused").to_string().contains("line 3: unit 6 where unit 5 should be"));
        let other = encode(&Finished { unit: 5, result: 26 });
        std::fs::write(&path, [lines[0], lines[1], &other, lines[3], lines[4]].concat()).expect("writable");
        assert!(squares(&path).expect_err("refused").to_string().contains("line 5: the footer does not fit"));
    }

    #[test]
    fn joined_shards_are_the_journal_of_the_run() {
        let (directory, path) = shard();
        let journal = directory.path().join("journal");
        join(&journal, &Description::of("squares"), std::iter::once((path.as_path(), run(), 4..7))).expect("joined");
        let checked = |unit, square: &u64| if unit * unit == *square { Ok(()) } else { Err("no square".to_owned()) };
        let open = super::super::Journal::open::<u64>(&journal, &Description::of("squares"), &(4..7), checked);
        assert_eq!(open.expect("a journal").len(), 3);
    }
}
