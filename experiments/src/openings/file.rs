//! A file of openings as it was found, and the form that every game has: a position text a line.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Opening, is_over};
use crate::failure::Failure;
use crate::notation::Notated;

/// The contents of a file, and what was asked of it.
#[derive(Clone, Debug)]
pub(crate) struct OpeningsFile {
    path: PathBuf,
    /// All of it.
    pub(crate) bytes: Vec<u8>,
    /// After how many plies its games or lines are left, if it was said.
    pub(crate) plies: Option<u32>,
}

/// Why there are no openings of this name. A word may have been meant for one of the sets.
fn not_read<G: Notated>(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    if error.kind() != io::ErrorKind::NotFound || G::OPENING_SETS.is_empty() {
        return Failure::input(format_args!("{path}: {error}"));
    }
    let names: Vec<&str> = G::OPENING_SETS.iter().map(|set| set.name).collect();
    Failure::input(format_args!("{path}: {error}; openings with a name are {}", names.join(" ")))
}

impl OpeningsFile {
    /// Reads the file; `-` is standard input, and the names of [`Notated::OPENING_SETS`] are those of no files.
    pub(super) fn read<G: Notated>(path: &Path, plies: Option<u32>) -> Result<Self, Failure> {
        if let Some(set) = G::OPENING_SETS.iter().find(|set| path.as_os_str() == set.name) {
            return Ok(Self { path: path.to_owned(), bytes: set.parts.concat().into_bytes(), plies });
        }
        let mut bytes = Vec::new();
        let read = if path.as_os_str() == "-" {
            io::stdin().read_to_end(&mut bytes)
        } else {
            std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
        };
        read.map_err(|error| not_read::<G>(path, &error))?;
        Ok(Self { path: path.to_owned(), bytes, plies })
    }

    /// A file in a test.
    #[cfg(test)]
    pub(crate) fn of(name: &str, bytes: &[u8], plies: Option<u32>) -> Self {
        Self { path: name.into(), bytes: bytes.to_vec(), plies }
    }

    /// Whether the file's name ends like this, in small or capital letters.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
    }

    /// Reads a list of positions: one a line; blank lines and lines that start with `#` are skipped.
    pub(super) fn positions<G: Notated>(&self, rules: &G::Rules) -> Result<Vec<Opening<G>>, String> {
        if let Some(plies) = self.plies {
            return Err(format!("plies={plies} is for files with moves; in a list of positions there are none"));
        }
        let text = str::from_utf8(&self.bytes).map_err(|error| {
            let byte = error.valid_up_to() + 1;
            format!("byte {byte} is not UTF-8 text; a file of openings has one position text a line")
        })?;
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut openings = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let pos = G::read_opening(line, rules).map_err(|error| format!("line {number}: {error}"))?;
            if is_over(&pos, rules) {
                return Err(format!("line {number}: this game is over"));
            }
            openings.push(Opening::at(pos, rules));
        }
        if openings.is_empty() {
            return Err("no positions; a file of openings has one position text a line".to_owned());
        }
        Ok(openings)
    }
}
