//! Directories that commands fill.

use std::path::Path;

use tempfile::TempDir;

use crate::answers::printed;

/// What a command leaves in a directory of its own, by `--out`.
pub(crate) fn done(line: &str) -> TempDir {
    let directory = TempDir::new().expect("a directory");
    let words: Vec<&str> = line.split(' ').chain(["--out", path(directory.path())]).collect();
    printed(&words, "");
    directory
}

/// A path as a word of a command line.
pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("text")
}
