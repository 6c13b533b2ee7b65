//! The journal of a run: an append-only file of finished units, from which a killed run carries on.
//!
//! A line is a checksum (CRC-32, eight hex digits), a blank, and one JSON value. The first line is the header: the
//! format, the program's version and the [`Description`] of the run. Every other line is a finished unit, in any
//! order, written whole in one call, so that a process killed at any moment loses nothing it had finished.
//!
//! Reading back, a last line without its line feed is torn and dropped. Anything else that is not as it was written
//! is an error that names the line; so is a unit that stands twice, and a journal of another run. A lock keeps a
//! second process out. Results are not kept in memory: the journal remembers where each line stands and
//! [reads](Journal::read) it again when asked.
//!
//! Next: [`crate::survey`] drives runs over a journal; [`sealed`] has the final file of a shard.

pub(crate) mod sealed;

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::{Context, Failure};

/// The version of the file format.
const FORMAT: u32 = 1;

/// What a run is: everything on which its results depend, in words, by name. Two runs are the same run exactly if
/// their descriptions are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description(Vec<(String, String)>);

impl Description {
    /// The description of a run of `command`.
    pub(crate) fn of(command: &str) -> Self {
        Self::default().with("command", command)
    }

    /// Adds a part, such as `seed` and `1`.
    pub(crate) fn with(mut self, name: &str, value: &(impl Display + ?Sized)) -> Self {
        self.0.push((name.to_owned(), value.to_string()));
        self
    }

    /// The part of this name.
    pub(crate) fn part(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// How `other` differs, in words: `seed is "2" there and "1" here`.
    pub(crate) fn differences(&self, other: &Self) -> String {
        let value = |parts: &Self, name: &str| {
            let part = parts.0.iter().find(|(other, _)| other == name);
            part.map_or_else(|| "not given".to_owned(), |(_, value)| format!("{value:?}"))
        };
        let new_names = other.0.iter().filter(|(name, _)| !self.0.iter().any(|(own, _)| own == name));
        let differing = self.0.iter().chain(new_names).filter_map(|(name, _)| {
            let (here, there) = (value(self, name), value(other, name));
            (here != there).then(|| format!("{name} is {there} there and {here} here"))
        });
        differing.collect::<Vec<_>>().join("; ")
    }
}

/// The first line of a journal.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    program: String,
    run: Description,
}

impl Header {
    fn of(run: &Description) -> Self {
        let program = concat!("fort ", env!("CARGO_PKG_VERSION")).to_owned();
        Self { format: FORMAT, program, run: run.clone() }
    }

    /// Format and program are parts of the description like any other when two headers are compared.
    fn description(&self) -> Description {
        let mut all = Description::default().with("format", &self.format).with("program", &self.program);
        all.0.extend(self.run.0.iter().cloned());
        all
    }
}

/// Any other line of a journal.
#[derive(Debug, Serialize, Deserialize)]
struct Finished<T> {
    unit: u64,
    result: T,
}

/// Takes the lock of a file that nobody else writes. A program that is just being started by this process has a copy of what is open
/// until it runs, and with it the lock, for a moment after the file was closed here: that is waited for.
fn lock(file: &File) -> Result<(), TryLockError> {
    const TRIES: u32 = 50;
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            other => return other,
        }
    }
    file.try_lock()
}

/// What can be wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadJournal {
    /// The file cannot be opened, read or locked.
    #[error("{path}: {error}", path = path.display())]
    Unusable { path: PathBuf, error: io::Error },
    /// A result could not be written down: the run cannot go on.
    #[error("{path}: cannot write: {error}", path = path.display())]
    CannotWrite { path: PathBuf, error: io::Error },
    /// Another process writes this journal.
    #[error("{path}: in use by another process; wait for it, or give another --out", path = path.display())]
    InUse { path: PathBuf },
    /// The journal of another run.
    #[error("{path}: the journal of another run: {differences}; give another --out, or delete it", path = path.display())]
    AnotherRun { path: PathBuf, differences: String },
    /// A line that is not as it was written.
    #[error("{path}: line {line}: {what}; the journal is damaged, delete it to start again", path = path.display())]
    BadLine { path: PathBuf, line: u64, what: String },
}

impl From<BadJournal> for Failure {
    fn from(error: BadJournal) -> Self {
        match error {
            BadJournal::CannotWrite { .. } => Self::running(error),
            _ => Self::input(error),
        }
    }
}

/// Where the journal of a run into `directory` stands; makes the directory if it is not there.
pub(crate) fn path_in(directory: &Path) -> Result<PathBuf, Failure> {
    if directory.exists() && !directory.is_dir() {
        return Err(Failure::input(format_args!("--out {}: not a directory", directory.display())));
    }
    std::fs::create_dir_all(directory).bad_input(format_args!("--out {}", directory.display()))?;
    Ok(directory.join("journal"))
}

/// Where a line's JSON stands in the file, and which line it is.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    length: usize,
    line: u64,
}

/// An open journal, locked for this process.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    finished: HashMap<u64, Place>,
    lines: u64,
    length: u64,
}

impl Journal {
    /// Opens the journal of `run` at `path`, or starts it. Every unit that stands there must be in `units` and is
    /// handed to `check`, which says what is wrong with it, if anything.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        run: &Description,
        units: &Range<u64>,
        check: impl Fn(u64, &T) -> Result<(), String>,
    ) -> Result<Self, BadJournal> {
        let unusable = |error| BadJournal::Unusable { path: path.to_owned(), error };
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(unusable)?;
        lock(&file).map_err(|error| match error {
            TryLockError::WouldBlock => BadJournal::InUse { path: path.to_owned() },
            TryLockError::Error(error) => unusable(error),
        })?;
        let mut journal = Self { path: path.to_owned(), file, finished: HashMap::new(), lines: 0, length: 0 };
        journal.read_back(&Header::of(run), units, check)?;
        // What follows the last whole line is torn; a new journal gets its header.
        journal.file.set_len(journal.length).map_err(unusable)?;
        journal.file.seek(SeekFrom::End(0)).map_err(unusable)?;
        if journal.lines == 0 {
            journal.write_line(&Header::of(run))?;
        }
        Ok(journal)
    }

    /// Whether `unit` is finished.
    pub(crate) fn has(&self, unit: u64) -> bool {
        self.finished.contains_key(&unit)
    }

    /// The number of finished units.
    pub(crate) fn len(&self) -> u64 {
        self.finished.len() as u64
    }

    /// Puts everything on the disk, so that not even the machine's end loses it.
    pub(crate) fn sync(&self) -> Result<(), BadJournal> {
        self.file.sync_data().map_err(|error| BadJournal::CannotWrite { path: self.path.clone(), error })
    }

    /// Writes down that `unit` is finished.
    pub(crate) fn append<T: Serialize>(&mut self, unit: u64, result: &T) -> Result<(), BadJournal> {
        if self.has(unit) {
            return Err(self.bad_line(self.lines + 1, format!("unit {unit} was finished before")));
        }
        let place = self.write_line(&Finished { unit, result })?;
        self.finished.insert(unit, place);
        Ok(())
    }

    /// Reads the result of `unit` back, if it is finished.
    pub(crate) fn read<T: DeserializeOwned>(&mut self, unit: u64) -> Result<Option<T>, BadJournal> {
        let Some(place) = self.finished.get(&unit).copied() else { return Ok(None) };
        let mut json = vec![0; place.length];
        let read = self.file.seek(SeekFrom::Start(place.offset)).and_then(|_| self.file.read_exact(&mut json));
        // Appending is at the end, wherever reading was.
        let back = self.file.seek(SeekFrom::End(0));
        read.and(back).map_err(|error| BadJournal::Unusable { path: self.path.clone(), error })?;
        let finished: Finished<T> =
            serde_json::from_slice(&json).map_err(|error| self.bad_line(place.line, error.to_string()))?;
        Ok(Some(finished.result))
    }

    fn bad_line(&self, line: u64, what: String) -> BadJournal {
        BadJournal::BadLine { path: self.path.clone(), line, what }
    }

    /// Reads all whole lines; leaves `lines` and `length` at the end of the last of them.
    fn read_back<T: DeserializeOwned>(
        &mut self,
        header: &Header,
        units: &Range<u64>,
        check: impl Fn(u64, &T) -> Result<(), String>,
    ) -> Result<(), BadJournal> {
        let unusable = |error| BadJournal::Unusable { path: self.path.clone(), error };
        let mut reader = BufReader::new(self.file.try_clone().map_err(unusable)?);
        let mut line = Vec::new();
        loop {
            line.clear();
            reader
                .read_until(b'\n', &mut line)
                .map_err(|error| BadJournal::Unusable { path: self.path.clone(), error })?;
            let Some(whole) = line.strip_suffix(b"\n") else { break };
            let number = self.lines + 1;
            let json = checked(whole).map_err(|what| self.bad_line(number, what))?;
            if number == 1 {
                self.check_header(json, header)?;
            } else {
                let place = Place { offset: self.length + CHECKSUM as u64, length: json.len(), line: number };
                let finished = self.read_unit(json, units, &check).map_err(|what| self.bad_line(number, what))?;
                self.finished.insert(finished, place);
            }
            self.lines = number;
            self.length += line.len() as u64;
        }
        // Only a header of this run may be torn: anything else is somebody's file, not ours to cut.
        if self.lines == 0 && !encode(header).starts_with(&line) {
            return Err(self.bad_line(1, "not the header of a journal".to_owned()));
        }
        Ok(())
    }

    fn check_header(&self, json: &[u8], ours: &Header) -> Result<(), BadJournal> {
        let header: Header = serde_json::from_slice(json).map_err(|error| self.bad_line(1, error.to_string()))?;
        if header == *ours {
            return Ok(());
        }
        let differences = ours.description().differences(&header.description());
        Err(BadJournal::AnotherRun { path: self.path.clone(), differences })
    }

    fn read_unit<T: DeserializeOwned>(
        &self,
        json: &[u8],
        units: &Range<u64>,
        check: impl Fn(u64, &T) -> Result<(), String>,
    ) -> Result<u64, String> {
        let Finished { unit, result } =
            serde_json::from_slice::<Finished<T>>(json).map_err(|error| error.to_string())?;
        if !units.contains(&unit) {
            return Err(format!("unit {unit} is not in {}..{}", units.start, units.end));
        }
        if self.has(unit) {
            return Err(format!("unit {unit} was finished before"));
        }
        check(unit, &result).map_err(|what| format!("unit {unit}: {what}"))?;
        Ok(unit)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<Place, BadJournal> {
        let line = encode(value);
        let written = self.file.write_all(&line);
        written.map_err(|error| BadJournal::CannotWrite { path: self.path.clone(), error })?;
        self.lines += 1;
        let offset = self.length + CHECKSUM as u64;
        self.length += line.len() as u64;
        Ok(Place { offset, length: line.len() - CHECKSUM - 1, line: self.lines })
    }
}

/// What run the journal at `path` is of.
pub(crate) fn description(path: &Path) -> Result<Description, BadJournal> {
    let unusable = |error| BadJournal::Unusable { path: path.to_owned(), error };
    let mut line = Vec::new();
    BufReader::new(File::open(path).map_err(unusable)?).read_until(b'\n', &mut line).map_err(unusable)?;
    let json = line.strip_suffix(b"\n").ok_or_else(|| "not the header of a journal".to_owned()).and_then(checked);
    let header = json.and_then(|json| serde_json::from_slice::<Header>(json).map_err(|error| error.to_string()));
    match header {
        Ok(header) => Ok(header.run),
        Err(what) => Err(BadJournal::BadLine { path: path.to_owned(), line: 1, what }),
    }
}

/// Reads what is finished in a journal of `run`'s command and hands each unit to `each` with the number of its line. Takes
/// no lock and writes nothing: another process may go on writing it meanwhile.
pub(crate) fn read_finished<T: DeserializeOwned>(
    path: &Path,
    run: &Description,
    mut each: impl FnMut(u64, u64, T),
) -> Result<(), BadJournal> {
    let unusable = |error| BadJournal::Unusable { path: path.to_owned(), error };
    let mut reader = BufReader::new(File::open(path).map_err(unusable)?);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(unusable)?;
        let Some(whole) = line.strip_suffix(b"\n") else { break };
        let bad = |what| BadJournal::BadLine { path: path.to_owned(), line: number, what };
        let json = checked(whole).map_err(bad)?;
        if number == 1 {
            let header: Header = serde_json::from_slice(json).map_err(|error| bad(error.to_string()))?;
            if let Some(part) = run.0.iter().find(|part| !header.run.0.contains(part)) {
                return Err(bad(format!("not a journal with {} {}", part.0, part.1)));
            }
        } else {
            let Finished { unit, result } = serde_json::from_slice(json).map_err(|error| bad(error.to_string()))?;
            each(number, unit, result);
        }
    }
    Ok(())
}

/// The length of a checksum with the blank after it.
const CHECKSUM: usize = 9;

/// A line: checksum, blank, JSON, line feed.
fn encode(value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_string(value).expect("results have text keys and no failing parts");
    format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).into_bytes()
}

/// The JSON of a line without its line feed, if its checksum is right.
fn checked(line: &[u8]) -> Result<&[u8], String> {
    let (checksum, json) = line.split_at_checked(CHECKSUM).ok_or("shorter than a checksum")?;
    if checksum == format!("{:08x} ", crc32fast::hash(json)).as_bytes() {
        Ok(json)
    } else {
        Err("the checksum does not fit".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Description {
        Description::of("match").with("game", "force3").with("seed", &1)
    }

    fn open(path: &Path) -> Result<Journal, BadJournal> {
        Journal::open::<String>(path, &run(), &(0..10), |_, _| Ok(()))
    }

    /// A journal with units 4 and 2, and its path.
    fn journal() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("journal");
        let mut journal = open(&path).expect("a new journal");
        journal.append(4, &"four").expect("written");
        journal.append(2, &"two").expect("written");
        (directory, path)
    }

    fn error(path: &Path) -> String {
        open(path).expect_err("refused").to_string()
    }

    #[test]
    fn what_was_written_is_read_back() {
        let (_directory, path) = journal();
        let mut journal = open(&path).expect("the same run");
        assert_eq!((journal.len(), journal.has(2), journal.has(3)), (2, true, false));
        journal.append(3, &"three").expect("written");
        for (unit, text) in [(2, "two"), (3, "three"), (4, "four")] {
            assert_eq!(journal.read::<String>(unit).expect("readable").as_deref(), Some(text));
        }
        assert_eq!(journal.read::<String>(5).expect("readable"), None);
        drop(journal);
        assert_eq!(open(&path).expect("the same run").len(), 3);
    }

    #[test]
    fn cut_anywhere_it_loses_the_torn_line_only() {
        let (_directory, path) = journal();
        let whole = std::fs::read(&path).expect("readable");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("writable");
            let mut journal = open(&path).unwrap_or_else(|error| panic!("cut to {length}: {error}"));
            let lines = whole[..length].split(|&byte| byte == b'\n').count() as u64 - 1;
            assert_eq!(journal.len(), lines.saturating_sub(1), "cut to {length}");
            [4, 2].into_iter().zip(["four", "two"]).for_each(|(unit, text)| {
                if !journal.has(unit) {
                    journal.append(unit, &text).expect("written");
                }
            });
            assert_eq!(std::fs::read(&path).expect("readable"), whole, "cut to {length}");
        }
    }

    #[test]
    fn a_changed_byte_is_found_and_its_line_named() {
        let (_directory, path) = journal();
        let whole = std::fs::read(&path).expect("readable");
        let mut line = 1;
        for at in 0..whole.len() - 1 {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).expect("writable");
            let message = error(&path);
            // A line feed made or broken moves the end of a line; everything else stays in its line.
            if whole[at] != b'\n' && changed[at] != b'\n' {
                assert!(message.contains(&format!("line {line}: ")), "byte {at}: {message}");
            }
            line += usize::from(whole[at] == b'\n');
        }
    }

    #[test]
    fn another_run_is_refused_with_what_differs() {
        let (_directory, path) = journal();
        let other = Description::of("match").with("game", "force3").with("seed", &2).with("openings", "none");
        let refused = Journal::open::<String>(&path, &other, &(0..10), |_, _| Ok(())).expect_err("refused");
        let message = refused.to_string();
        let wanted = "seed is \"1\" there and \"2\" here; openings is not given there and \"none\" here";
        assert!(message.contains(wanted), "{message}");
    }

    #[test]
    fn doctored_units_are_refused() {
        let (_directory, path) = journal();
        let whole = std::fs::read(&path).expect("readable");
        for (unit, result, reason) in
            [(4, "4", "line 4: unit 4 was finished before"), (10, "10", "line 4: unit 10 is not in 0..10")]
        {
            let line = encode(&Finished { unit, result });
            std::fs::write(&path, [whole.clone(), line].concat()).expect("writable");
            assert!(error(&path).contains(reason), "{}", error(&path));
        }
        std::fs::write(&path, [whole.clone(), encode(&Finished { unit: 5, result: 5 })].concat()).expect("writable");
        assert!(error(&path).contains("line 4: invalid type"), "{}", error(&path));
        std::fs::write(&path, &whole).expect("writable");
        let checked = |unit, _: &String| if unit == 2 { Err("wrong".to_owned()) } else { Ok(()) };
        let refused = Journal::open::<String>(&path, &run(), &(0..10), checked).expect_err("refused");
        assert!(refused.to_string().contains("line 3: unit 2: wrong"), "{refused}");
    }

    #[test]
    fn other_files_are_left_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("journal");
        for text in ["my diary", "my diary\n"] {
            std::fs::write(&path, text).expect("writable");
            assert!(error(&path).contains("line 1: "), "{}", error(&path));
            assert_eq!(std::fs::read_to_string(&path).expect("readable"), text);
        }
    }

    #[test]
    fn one_process_at_a_time() {
        let (_directory, path) = journal();
        let first = open(&path).expect("free");
        assert!(matches!(open(&path), Err(BadJournal::InUse { .. })));
        drop(first);
        assert!(open(&path).is_ok());
    }
}
