//! Games in the form that people and other programs keep them in.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{Deterministic, Game, Node, Registered};

use super::into;
use crate::archive::Archive;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::notation::{GamesFile, Notated, Place, Written};
use crate::output::Output;
use crate::record::UnitRecord;
use crate::registry::{Visitor, visit};
use crate::tally::Heading;

/// The games of a match.
#[derive(Clone, Copy)]
pub(super) struct Games<'a> {
    pub(super) archive: &'a Archive,
    pub(super) heading: &'a Heading,
    pub(super) units: &'a BTreeMap<u64, UnitRecord>,
}

impl Games<'_> {
    /// Writes them in the form of this name, if it is their game's.
    pub(super) fn write(self, form: &str, to: Option<&Path>, output: &mut Output) -> Result<(), Failure> {
        let own = visit(self.archive.game, self)?;
        let name = own.map(|file| file.place.form());
        let Some(own) = own.filter(|_| name == Some(form)) else {
            let has = name.map_or_else(String::new, |name| format!("{name}, "));
            let game = self.archive.game.name();
            return Err(Failure::input(format_args!(
                "--form {form}: games of {game} are written as {has}csv, jsonl, parquet"
            )));
        };
        let mut written = Written::new(self.heading, own);
        let mut texts = self.units.iter().map(|(&index, unit)| {
            let text = written.unit(index, unit);
            let text = text.bad_input(format_args!("{}: unit {index}", self.archive.place()))?;
            Ok::<_, Failure>((unit.fixture.name(self.heading.players.len()), text))
        });
        match own.place {
            Place::File(_) => into(to, output, |out| texts.try_for_each(|text| Ok(out.write_all(text?.1.as_bytes())?))),
            Place::Directory { extension, .. } => {
                let what = "each match has a file of its own; give a directory, --to DIR";
                let directory = to.ok_or_else(|| Failure::input(format_args!("--form {form}: {what}")))?;
                std::fs::create_dir_all(directory).bad_input(directory.display())?;
                texts.try_for_each(|text| {
                    let (name, text) = text?;
                    FinalFile::write(&directory.join(format!("{name}{extension}")), &text)
                })
            }
        }
    }

    fn form<G: Notated>(self) -> Result<Option<GamesFile>, Failure> {
        let rules: <G as Node>::Rules = self.heading.rules.parse().bad_input(self.archive.place())?;
        Ok(G::games_file(&rules, self.heading.players.len()))
    }
}

impl Visitor for Games<'_> {
    type Output = Result<Option<GamesFile>, Failure>;

    fn deterministic<G: Deterministic + Registered + Notated>(self) -> Self::Output {
        self.form::<G>()
    }

    fn chance<G: Game + Registered + Notated>(self) -> Self::Output {
        self.form::<G>()
    }

    fn puzzle<P: Registered>(self) -> Self::Output {
        Err(Failure::input(format_args!("{}: {} is a solitaire, without matches", self.archive.place(), P::ID)))
    }
}
