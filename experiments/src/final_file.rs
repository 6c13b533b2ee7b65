//! Files that are there whole or not at all: written under a temporary name and renamed when complete.
//!
//! A reader never meets half a table, and a killed run leaves at most a `.partial` file, which the next run
//! overwrites.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
