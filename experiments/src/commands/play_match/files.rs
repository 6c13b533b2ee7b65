//! What the directory of a match holds besides the journal, written from it game by game, in order.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::{Context, Failure};
use crate::final_file::{FinalFile, FinalTable};
use crate::notation::{GamesFile, Place, Written};
use crate::record::{COLUMNS, LUCK_COLUMN, UnitRecord, points_of_luck};
use crate::tally::{Heading, Summary};

/// The files of a match in the making; none has its name before [`finish`](Self::finish).
pub(super) struct Files<'a> {
    directory: PathBuf,
    heading: &'a Heading,
    table: FinalTable,
    /// The games in the game's own form, if it has one.
    games: Option<(Written<'a>, Games)>,
}

/// Where the games go.
enum Games {
    /// Into one file.
    File { path: PathBuf, file: FinalFile },
    /// Into a file for each unit, in this directory.
    Directory { path: PathBuf, extension: &'static str },
}

impl Games {
    fn create(directory: &Path, place: Place) -> Result<Self, Failure> {
        match place {
            Place::File(name) => {
                let path = directory.join(name);
                Ok(Self::File { file: FinalFile::create(&path)?, path })
            }
            Place::Directory { name, extension } => {
                let path = directory.join(name);
                std::fs::create_dir_all(&path).bad_input(path.display())?;
                Ok(Self::Directory { path, extension })
            }
        }
    }

    /// Adds the text of the games of the unit of this name.
    fn add(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        match self {
            Self::File { path, file } => file.write_all(text.as_bytes()).while_running(path.display()),
            Self::Directory { path, extension } => FinalFile::write(&path.join(format!("{name}{extension}")), text),
        }
    }
}

impl<'a> Files<'a> {
    /// Starts the files in a directory that is there.
    pub(super) fn create(directory: &Path, heading: &'a Heading, games: Option<GamesFile>) -> Result<Self, Failure> {
        let luck = heading.luck.is_some().then_some(LUCK_COLUMN);
        let columns: Vec<&str> = COLUMNS.into_iter().chain(luck).collect();
        let table = FinalTable::create(directory.join("games.csv"), &columns)?;
        let start =
            |form: GamesFile| Games::create(directory, form.place).map(|games| (Written::new(heading, form), games));
        let games = games.map(start).transpose()?;
        Ok(Self { directory: directory.to_owned(), heading, table, games })
    }

    /// Adds the games of unit `index`; units come in order.
    pub(super) fn add(&mut self, index: u64, unit: &UnitRecord) -> Result<(), Failure> {
        for (number, record) in unit.games.iter().enumerate() {
            let luck = record.luck.map(points_of_luck);
            self.table
                .row(record.columns((index, &unit.fixture), number, &self.heading.players).into_iter().chain(luck))?;
        }
        if let Some((form, games)) = &mut self.games {
            let text = form.unit(index, unit);
            let text = text.bad_input(format_args!("{}: unit {index}", self.directory.join("journal").display()))?;
            games.add(&unit.fixture.name(self.heading.players.len()), &text)?;
        }
        Ok(())
    }

    /// Writes the summary and gives all files their names.
    pub(super) fn finish(self, summary: &Summary) -> Result<(), Failure> {
        self.table.finish()?;
        if let Some((_, Games::File { file, .. })) = self.games {
            file.finish()?;
        }
        FinalFile::write(&self.directory.join("summary.json"), &format!("{}\n", json(summary)))?;
        FinalFile::write(&self.directory.join("summary.txt"), &summary.to_string())
    }
}

fn json(summary: &Summary) -> String {
    serde_json::to_string_pretty(summary).expect("a summary has text keys and no failing parts")
}
