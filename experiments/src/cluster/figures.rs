//! The figures of a part of a run, which say of themselves that they are no whole.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Plan, numbers};
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Answer, counted};

/// The names of the files, which no whole run has.
const FILES: [&str; 2] = ["partial.json", "partial.txt"];

/// What some shards of a plan add up to.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Figures {
    json: Value,
    #[serde(skip)]
    text: String,
}

impl Figures {
    /// The figures of what is there of a plan, as they would be of a whole run, marked as what they are.
    pub(crate) fn of(plan: &Plan, there: &[u64], summary: &impl Serialize, text: &str) -> Self {
        let missing: Vec<u64> = (0..plan.shards).filter(|shard| !there.contains(shard)).collect();
        let mut json = serde_json::to_value(summary).expect("a summary has text keys and no failing parts");
        json["complete"] = json!(false);
        json["not_complete"] = json!({
            "plan": plan.hash,
            "shards": plan.shards,
            "missing_shards": numbers::write(&missing),
            "missing_units": missing.iter().map(|&shard| plan.count_of(shard)).sum::<u64>(),
        });
        let missing_units = json["not_complete"]["missing_units"].as_u64().unwrap_or(0);
        let head = format!(
            "NOT COMPLETE: {} of {} are missing: {}\n{missing_units} of {} {} are not counted below.\n\n",
            missing.len(),
            counted(plan.shards, "shard"),
            numbers::write(&missing),
            plan.units,
            plan.items,
        );
        Self { json, text: head + text }
    }

    /// Writes the figures into a directory, in files that no whole run has.
    pub(crate) fn write_into(&self, directory: &Path) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(&self.json).expect("it was JSON before");
        FinalFile::write(&directory.join(FILES[0]), &format!("{json}\n"))?;
        FinalFile::write(&directory.join(FILES[1]), &self.text)
    }

    /// Takes the figures of a part away from a directory that has the whole now.
    pub(crate) fn remove_from(directory: &Path) -> Result<(), Failure> {
        FILES.iter().try_for_each(|name| match std::fs::remove_file(directory.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).while_running(directory.display()),
            _ => Ok(()),
        })
    }
}

impl Answer for Figures {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.text)
    }
}
