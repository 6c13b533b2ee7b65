//! Files that are there whole or not at all: written under a temporary name and renamed when complete.
//!
//! A reader never meets half a table, and a killed run leaves at most a `.partial` file, which the next run
//! overwrites.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use solvers::checkers::Store;

use crate::failure::{Context, Failure};

/// A file being written; it gets its name in [`finish`](Self::finish).
#[derive(Debug)]
pub(crate) struct FinalFile {
    path: PathBuf,
    partial: PathBuf,
    writer: BufWriter<File>,
}

impl FinalFile {
    /// Starts the file that will be `path`.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut name = path.as_os_str().to_owned();
        name.push(".partial");
        let partial = PathBuf::from(name);
        let file = File::create(&partial).bad_input(partial.display())?;
        Ok(Self { path: path.to_owned(), partial, writer: BufWriter::new(file) })
    }

    /// Writes a whole file.
    pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
        let mut file = Self::create(path)?;
        file.write_all(text.as_bytes()).while_running(path.display())?;
        file.finish()
    }

    /// Gives the file its name, once everything is on the disk.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { path, partial, writer } = self;
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(|file| file.sync_all())
            .and_then(|()| std::fs::rename(&partial, &path))
            .while_running(path.display())
    }
}

impl Write for FinalFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A directory of whole files, as a solver keeps its tables.
#[derive(Debug)]
pub(crate) struct Directory {
    path: PathBuf,
    /// Held by the process that writes.
    lock: Option<File>,
}

/// The file that is locked by who writes into a [`Directory`].
const LOCK: &str = "lock";

impl Directory {
    /// A directory that is there, to read.
    pub(crate) fn existing(path: &Path) -> Result<Self, Failure> {
        std::fs::read_dir(path).bad_input(path.display())?;
        Ok(Self { path: path.to_owned(), lock: None })
    }

    /// A directory to write into, made if it is not there, for this process alone.
    pub(crate) fn locked(path: &Path) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).bad_input(path.display())?;
        let lock = File::create(path.join(LOCK)).bad_input(path.display())?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::input(format_args!("{}: another process writes there", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(Failure::input(format_args!("{}: {error}", path.display()))),
        }
    }

    /// Gives the directory free, and the bytes of all files in it.
    pub(crate) fn finish(self) -> io::Result<u64> {
        if self.lock.is_some() {
            std::fs::remove_file(self.path.join(LOCK))?;
        }
        std::fs::read_dir(&self.path)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
    }
}

impl Store for Directory {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match std::fs::read(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    fn has(&self, name: &str) -> io::Result<bool> {
        self.path.join(name).try_exists()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let partial = self.path.join(format!("{name}.partial"));
        let mut file = File::create(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&partial, self.path.join(name))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        std::fs::remove_file(self.path.join(name))
    }
}

/// A CSV file being written.
pub(crate) struct FinalTable {
    path: PathBuf,
    writer: csv::Writer<FinalFile>,
}

impl FinalTable {
    /// Starts the table that will be `path`, with its header.
    pub(crate) fn create(path: PathBuf, columns: &[&str]) -> Result<Self, Failure> {
        let mut writer = csv::Writer::from_writer(FinalFile::create(&path)?);
        writer.write_record(columns).while_running(path.display())?;
        Ok(Self { path, writer })
    }

    /// Adds a row: a cell a column.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<(), Failure> {
        self.writer.write_record(cells).while_running(self.path.display())
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let file = self.writer.into_inner().map_err(csv::IntoInnerError::into_error);
        file.while_running(self.path.display())?.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_comes_last() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("table.csv");
        let mut file = FinalFile::create(&path).expect("writable");
        file.write_all(b"a,b\n").expect("writable");
        assert!(!path.exists());
        file.finish().expect("renamed");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "a,b\n");
        assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn a_table_is_a_header_and_rows() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("table.csv");
        let mut table = FinalTable::create(path.clone(), &["a", "b"]).expect("writable");
        table.row(["1", "x,y"]).expect("writable");
        table.finish().expect("renamed");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "a,b\n1,\"x,y\"\n");
    }

    #[test]
    fn no_such_directory_is_bad_input() {
        let refused = FinalFile::create(Path::new("/no/such/directory/table.csv")).expect_err("refused");
        assert!(matches!(refused, Failure::Input(message) if message.contains("/no/such/directory")));
    }
}
