//! A plan: which run is to be done, everything its results depend on, and how it is cut into shards.
//!
//! The file is JSON. Shard k of N has the units from kT/N to (k+1)T/N of T, each rounded down, so that the shards are all
//! units once and differ by one unit at most. What a unit gives depends on its number and the master seed and on
//! nothing of the cut. The hash is over all of the file; every shard has it in its header, with the description of
//! the run in full.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Outline;
use crate::cli::VERSION;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::journal::Description;

/// The version of the file format.
const FORMAT: u32 = 1;

/// The most shards of a plan.
pub(crate) const MOST_SHARDS: u64 = 1_000_000;

/// A plan with where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    format: u32,
    /// The program that made the plan, and that must carry it out.
    program: String,
    /// The words of the ordinary command.
    pub(crate) command: Vec<String>,
    /// What results depend on.
    pub(crate) run: Description,
    /// The files that the command names, with the checksums of what is in them.
    files: Vec<(String, String)>,
    /// The master seed.
    seed: u64,
    /// The number of units.
    pub(crate) units: u64,
    /// What they are.
    pub(crate) items: String,
    /// The number of shards.
    pub(crate) shards: u64,
    /// Whether the same plan always gives the same results: no limits in time.
    pub(crate) reproducible: bool,
    /// CRC-32 over the plan as one line of JSON without its hash, in hex.
    pub(crate) hash: String,
    #[serde(skip)]
    path: PathBuf,
}

impl Plan {
    /// Cuts the run of a command.
    pub(crate) fn new(path: &Path, command: Vec<String>, outline: Outline, shards: u64) -> Result<Self, Failure> {
        let Outline { run, units, items, seed, reproducible } = outline;
        if shards > units {
            return Err(Failure::input(format_args!(
                "--shards {shards}: there are {units} {items}, and each shard has one at least"
            )));
        }
        let mut plan = Self {
            format: FORMAT,
            program: VERSION.to_owned(),
            files: files_of(&command),
            command,
            run,
            seed,
            units,
            items: items.to_owned(),
            shards,
            reproducible,
            hash: String::new(),
            path: path.to_owned(),
        };
        plan.hash = plan.checksum();
        Ok(plan)
    }

    /// Reads a plan that this program has made.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let bad = |what: String| Failure::input(format_args!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path).bad_input(path.display())?;
        let read = serde_json::from_str::<Self>(&text);
        let mut plan = read.map_err(|error| bad(format!("not a plan as `fort plan` writes it: {error}")))?;
        path.clone_into(&mut plan.path);
        // Another version may have other parts: that, and not the checksum, is what to tell.
        if plan.program != VERSION {
            return Err(bad(format!("made by fort {}, and this is fort {VERSION}; plan again with it", plan.program)));
        }
        if plan.format != FORMAT || plan.hash != plan.checksum() || !(1..=plan.units).contains(&plan.shards) {
            return Err(bad("the hash does not fit: the plan was changed or damaged; plan again".to_owned()));
        }
        Ok(plan)
    }

    /// Writes the plan. Another one is not overwritten, because its shards may be under way.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(self).expect("a plan has text keys and no failing parts");
        let text = format!("{json}\n");
        match std::fs::read_to_string(&self.path) {
            Ok(there) if there == text => Ok(()),
            Ok(_) => Err(Failure::input(format_args!(
                "{}: there is another file already; give another name, or delete it and {}",
                self.path.display(),
                self.directory().display()
            ))),
            Err(_) => FinalFile::write(&self.path, &text),
        }
    }

    fn checksum(&self) -> String {
        let plan = Self { hash: String::new(), ..self.clone() };
        let json = serde_json::to_string(&plan).expect("a plan has text keys and no failing parts");
        format!("{:08x}", crc32fast::hash(json.as_bytes()))
    }

    /// Checks that the command still is the run that was planned: here and now, with the files as they are.
    pub(crate) fn check(&self, outline: &Outline) -> Result<(), Failure> {
        let files = files_of(&self.command);
        let differences = self.run.differences(&outline.run);
        let what = if !differences.is_empty() {
            differences
        } else if outline.units != self.units {
            format!("{} {} there and {} here", outline.units, self.items, self.units)
        } else if files != self.files {
            let changed = self.files.iter().find(|file| !files.contains(file));
            let name = changed.or(files.first()).map_or("a file", |(name, _)| name);
            format!("{name} is not what it was when the plan was made")
        } else {
            return Ok(());
        };
        Err(Failure::input(format_args!("{}: the plan is of another run: {what}", self.path.display())))
    }

    /// Where the shards are.
    pub(crate) fn directory(&self) -> PathBuf {
        self.path.with_extension("shards")
    }

    /// Where the merged run goes if nothing else is said.
    pub(crate) fn merged(&self) -> PathBuf {
        self.path.with_extension("merged")
    }

    /// The plan's own file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name of a shard.
    pub(crate) fn name_of(shard: u64) -> String {
        format!("shard-{shard:04}")
    }

    /// The final file of a shard.
    pub(crate) fn shard(&self, shard: u64) -> PathBuf {
        self.directory().join(Self::name_of(shard))
    }

    /// The units of a shard.
    pub(crate) fn units_of(&self, shard: u64) -> Range<u64> {
        let bound = |shard: u64| (u128::from(shard) * u128::from(self.units) / u128::from(self.shards)) as u64;
        bound(shard)..bound(shard + 1)
    }

    /// The number of units of a shard.
    pub(crate) fn count_of(&self, shard: u64) -> u64 {
        let units = self.units_of(shard);
        units.end - units.start
    }

    /// What a shard is: the run in full, and which part of it.
    pub(crate) fn describe(&self, shard: u64) -> Description {
        let Range { start, end } = self.units_of(shard);
        self.run
            .clone()
            .with("plan", &self.hash)
            .with("version", &self.program)
            .with("shard", &format_args!("{shard} of {}", self.shards))
            .with("units", &format_args!("{start}..{end}"))
    }
}

/// The files that a command names, such as `net=FILE` or `--openings FILE:plies=8`, with their checksums. Programs
/// (`cmd=`) are left out: they may well be different builds on different machines.
fn files_of(command: &[String]) -> Vec<(String, String)> {
    let values = command.iter().skip(2).flat_map(|word| word.split(',')).filter(|word| !word.starts_with("cmd="));
    let mut files: Vec<(String, String)> = Vec::new();
    for value in
        values.map(|word| word.split_once('=').filter(|(name, _)| !name.contains('/')).map_or(word, |(_, value)| value))
    {
        // A value may have more behind the file's name.
        let ends = value.match_indices(':').map(|(end, _)| end).chain([value.len()]);
        let file = ends.map(|end| &value[..end]).find(|name| Path::new(name).is_file());
        if let Some((name, bytes)) = file.and_then(|name| Some((name, std::fs::read(name).ok()?))) {
            files.push((name.to_owned(), format!("{:08x}", crc32fast::hash(&bytes))));
        }
    }
    files.sort();
    files.dedup();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(units: u64) -> Outline {
        let run = Description::of("match").with("seed", &1);
        Outline { run, units, items: "games", seed: 1, reproducible: true }
    }

    fn plan(units: u64, shards: u64) -> Plan {
        Plan::new(Path::new("plan.json"), vec!["match".to_owned()], outline(units), shards).expect("a plan")
    }

    #[test]
    fn shards_are_all_units_once_and_about_equal() {
        for (units, shards) in [(1, 1), (7, 3), (100, 7), (1000, 1000), (1001, 1000), (u64::MAX, 999_983)] {
            let plan = plan(units, shards);
            let mut end = 0;
            for shard in (0..shards).take(5000) {
                let part = plan.units_of(shard);
                assert_eq!(part.start, end);
                assert!([units / shards, units / shards + 1].contains(&plan.count_of(shard)), "{units} in {shards}");
                end = part.end;
            }
            assert_eq!(plan.units_of(shards - 1).end, units);
        }
        let refused = Plan::new(Path::new("p"), Vec::new(), outline(3), 4).expect_err("refused");
        assert!(matches!(refused, Failure::Input(message) if message.contains("--shards 4: there are 3 games")));
    }

    #[test]
    fn a_plan_is_read_back_and_a_changed_one_is_refused() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("plan.json");
        let plan = Plan { path: path.clone(), ..plan(100, 7) };
        plan.write().expect("written");
        plan.write().expect("the same is no other");
        assert_eq!(Plan::read(&path).expect("a plan"), plan);
        let text = std::fs::read_to_string(&path).expect("readable");
        for (from, to, reason) in [
            ("\"shards\": 7", "\"shards\": 8", "the hash does not fit"),
            ("\"seed\": 1", "\"seed\": 2", "the hash does not fit"),
            (VERSION, "0.0.1", "made by fort 0.0.1"),
            ("\"units\"", "\"unit\"", "not a plan"),
        ] {
            let changed = text.replace(from, to);
            assert_ne!(changed, text, "{from}");
            std::fs::write(&path, changed).expect("writable");
            let refused = Plan::read(&path).expect_err("refused");
            assert!(matches!(&refused, Failure::Input(message) if message.contains(reason)), "{refused:?}");
            assert!(plan.write().is_err(), "another file is left alone");
        }
    }

    #[test]
    fn files_that_a_command_names_are_part_of_the_plan() {
        let directory = tempfile::tempdir().expect("a directory");
        let [net, book] = ["net", "book"].map(|name| directory.path().join(name).display().to_string());
        let command: Vec<String> = ["match", "chess", "--player"]
            .into_iter()
            .map(str::to_owned)
            .chain([
                format!("alphabeta:depth=3,weights={net}"),
                format!("--openings={book}:plies=8"),
                format!("cmd={net}"),
            ])
            .collect();
        std::fs::write(&net, "a").expect("writable");
        assert_eq!(files_of(&command).len(), 1);
        std::fs::write(&book, "b").expect("writable");
        let files = files_of(&command);
        assert_eq!(files.iter().map(|(name, _)| name).collect::<Vec<_>>(), [&book, &net]);
        let plan = Plan::new(Path::new("p"), command, outline(3), 1).expect("a plan");
        assert!(plan.check(&outline(3)).is_ok());
        std::fs::write(&net, "c").expect("writable");
        let refused = plan.check(&outline(3)).expect_err("refused");
        assert!(matches!(refused, Failure::Input(message) if message.contains(&format!("{net} is not what it was"))));
    }
}
