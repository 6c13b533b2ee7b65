//! What the directory of a match holds besides the journal, written from it game by game, in order.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::json;
use crate::failure::{Context, Failure};
use crate::final_file::{FinalFile, FinalTable};
use crate::notation::{GamesFile, Played};
use crate::record::{COLUMNS, LUCK_COLUMN, UnitRecord, points_of_luck};
use crate::tally::{Heading, Summary};

/// The files of a match in the making; none has its name before [`finish`](Self::finish).
pub(super) struct Files<'a> {
    directory: PathBuf,
    heading: &'a Heading,
    table: FinalTable,
    /// The games in the game's own form, if it has one.
    games: Option<(GamesFile, FinalFile)>,
}

impl<'a> Files<'a> {
    /// Starts the files in a directory that is there.
    pub(super) fn create(directory: &Path, heading: &'a Heading, games: Option<GamesFile>) -> Result<Self, Failure> {
        let luck = heading.luck.is_some().then_some(LUCK_COLUMN);
        let columns: Vec<&str> = COLUMNS.into_iter().chain(luck).collect();
        let table = FinalTable::create(directory.join("games.csv"), &columns)?;
        let start = |form: GamesFile| FinalFile::create(&directory.join(form.name)).map(|file| (form, file));
        let games = games.map(start).transpose()?;
        Ok(Self { directory: directory.to_owned(), heading, table, games })
    }

    /// Adds the games of unit `index`; units come in order.
    pub(super) fn add(&mut self, index: u64, unit: &UnitRecord) -> Result<(), Failure> {
        for (number, record) in unit.games.iter().enumerate() {
            let luck = record.luck.map(points_of_luck);
            self.table.row(record.columns(index, number, &self.heading.players).into_iter().chain(luck))?;
            if let Some((form, file)) = &mut self.games {
                let played = Played { heading: self.heading, index, number, record };
                let text = (form.write)(&played)
                    .bad_input(format_args!("{}: unit {index}", self.directory.join("journal").display()))?;
                file.write_all(text.as_bytes()).while_running(self.directory.join(form.name).display())?;
            }
        }
        Ok(())
    }

    /// Writes the summary and gives all files their names.
    pub(super) fn finish(self, summary: &Summary) -> Result<(), Failure> {
        self.table.finish()?;
        if let Some((_, file)) = self.games {
            file.finish()?;
        }
        FinalFile::write(&self.directory.join("summary.json"), &format!("{}\n", json(summary)))?;
        FinalFile::write(&self.directory.join("summary.txt"), &summary.to_string())
    }
}
