//! What the directory of a finished survey holds: the figures for people and scripts, and the whole census, from which
//! they follow and which `fort merge` adds up.
//!
//! `census.json` is one line of JSON: what the survey is of, which deals, every count, and a checksum over these. It is
//! written whole or not at all, like every final file, so a directory that has it is finished.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::summary::{Heading, Summary};
use crate::census::{Asked, Census};
use crate::coverage::Coverage;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::journal::Description;

/// The name of the census in a survey's directory.
pub(crate) const CENSUS: &str = "census.json";
/// The name of the table of deals.
pub(crate) const DEALS: &str = "deals.csv";

/// The program and its version: counts of different versions are not added up.
const PROGRAM: &str = concat!("fort ", env!("CARGO_PKG_VERSION"));

/// What to do about a census that is not as it was written.
const DAMAGED: &str = "the file is damaged, run its survey again";

/// What a survey is of: everything on which its figures depend, but the deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Subject {
    pub(crate) game: String,
    /// The rule options as text; empty for those of the rule sheet.
    pub(crate) rules: String,
    pub(crate) seed: u64,
    /// The positions that may be stored for a deal.
    pub(crate) limit: u32,
    #[serde(flatten)]
    pub(crate) asked: Asked,
}

impl Subject {
    /// Adds all of it to the description of a run.
    pub(crate) fn describe(&self, run: Description) -> Description {
        run.with("game", &self.game)
            .with("rules", &self.rules)
            .with("seed", &self.seed)
            .with("limit", &self.limit)
            .with("bases", &self.asked.bases)
            .with("policies", &self.asked.policies)
            .with("shortest", &self.asked.shortest.map_or_else(|| "no".to_owned(), |limit| limit.to_string()))
    }
}

/// A census with what it is the census of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counted {
    program: String,
    pub(crate) subject: Subject,
    pub(crate) deals: Coverage,
    pub(crate) census: Census,
}

/// The file `census.json`.
#[derive(Serialize, Deserialize)]
struct File {
    survey: Counted,
    /// CRC-32 over the JSON of the survey, in hex.
    checksum: String,
}

impl Counted {
    /// The census of a survey by this program.
    pub(crate) fn new(heading: &Heading, census: Census) -> Self {
        let Heading { subject, deals } = heading.clone();
        Self { program: PROGRAM.to_owned(), subject, deals, census }
    }

    fn checksum(&self) -> String {
        let json = serde_json::to_string(self).expect("a census has text keys and no failing parts");
        format!("{:08x}", crc32fast::hash(json.as_bytes()))
    }

    /// What two censuses must have in common to be added up.
    pub(crate) fn description(&self) -> Description {
        self.subject.describe(Description::default().with("program", &self.program))
    }

    /// Reads the census of a finished survey; `None` if the survey is not finished.
    pub(crate) fn read(directory: &Path) -> Result<Option<Self>, Failure> {
        let path = directory.join(CENSUS);
        if !path.exists() && directory.join("journal").exists() {
            return Ok(None);
        }
        let expected = "; the directory of a survey is expected, as `fort survey --out` writes it";
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{error}{expected}"));
        let text = text.bad_input(path.display())?;
        let file = serde_json::from_str(&text).map_err(|error| format!("{error}; {DAMAGED}"));
        let File { survey: counted, checksum } = file.bad_input(path.display())?;
        counted.check(&checksum).map_err(|what| Failure::input(format_args!("{}: {what}", path.display())))?;
        Ok(Some(counted))
    }

    /// Takes away the census of another run from a directory in which a survey begins, so that the directory is not
    /// taken for finished.
    pub(super) fn forget(directory: &Path) -> Result<(), Failure> {
        let path = directory.join(CENSUS);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).bad_input(path.display()),
            _ => Ok(()),
        }
    }

    fn check(&self, checksum: &str) -> Result<(), String> {
        // The other version may count other things: that, and not the checksum, is what to tell.
        if self.program != PROGRAM {
            return Err(format!(
                "program is {:?} there and {PROGRAM:?} here; survey again with this one",
                self.program
            ));
        }
        if self.checksum() != checksum {
            return Err(format!("the checksum does not fit; {DAMAGED}"));
        }
        self.census.check(self.subject.asked)?;
        match (self.census.deals(), self.deals.count()) {
            (there, expected) if there == expected => Ok(()),
            (there, expected) => Err(format!("{there} deals where {expected} are expected")),
        }
    }

    /// Writes the census and its summary into a directory.
    pub(crate) fn write(self, summary: &Summary, directory: &Path) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(summary).expect("a summary has text keys and no failing parts");
        FinalFile::write(&directory.join("summary.json"), &format!("{json}\n"))?;
        FinalFile::write(&directory.join("summary.txt"), &summary.to_string())?;
        // Last, because it is what says that the directory is finished.
        let checksum = self.checksum();
        let file = File { survey: self, checksum };
        let json = serde_json::to_string(&file).expect("a census has text keys and no failing parts");
        FinalFile::write(&directory.join(CENSUS), &format!("{json}\n"))
    }
}
