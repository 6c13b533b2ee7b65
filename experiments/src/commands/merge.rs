//! `fort merge`: surveys of disjoint ranges as one.
//!
//! Each directory that `fort survey --out` has finished holds its whole census ([`super::survey::files`]). Censuses
//! of the same game, rules, seed, limit, questions and program add up to that of all deals, and from it follow the
//! files that one survey would have written, byte for byte, however the range was cut and in whatever order the parts
//! are named. Deals that are there twice are refused; deals that are missing too, unless that is allowed, and then
//! the summary says so. A merger can be merged again.
//!
//! The shards of a plan are merged in [`planned`].

mod planned;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::survey::files::{Counted, DEALS};
use super::survey::summary::{Heading, Method, Summary};
use crate::census::columns;
use crate::cli::Global;
use crate::coverage::Coverage;
use crate::failure::{Context, Failure};
use crate::final_file::FinalTable;
use crate::journal::path_in;
use crate::output::{Answer, Output, counted};

const EXAMPLES: &str = "\
Examples:
  fort survey fortress --deals 0..500000 --out results/scratch/a
  fort survey fortress --deals 500000..1000000 --out results/scratch/b
  fort merge results/scratch/a results/scratch/b --out results/scratch/all
  fort merge --plan plan.json --out results/scratch/all     the shards of fort plan

The files are those of one survey of deals 0..1000000, or of the command that was
planned, byte for byte.";

/// Add surveys of disjoint ranges, or the shards of a plan, up into one
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directories of finished surveys, in any order
    #[arg(value_name = "DIR", required_unless_present = "plan", conflicts_with = "plan")]
    shards: Vec<PathBuf>,
    /// Merge the shards of this plan, of fort plan, instead: all files of the command that was planned, and its journal
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "interval"])]
    plan: Option<PathBuf>,
    /// Write summary.json, summary.txt and census.json into this directory [default of a plan: beside it, plan.merged]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write deals.csv too; every part must have been surveyed with --rows
    #[arg(long, requires = "out")]
    rows: bool,
    /// Accept that deals are missing or surveys unfinished; the summary says which. Of a plan the files are partial.json and
    /// partial.txt
    #[arg(long)]
    allow_partial: bool,
    /// How the 95 % interval of the share of winnable deals is computed
    #[arg(long, value_enum, default_value_t = Method::Wilson)]
    interval: Method,
}

/// Part of a survey: where it stands, and which deals it has.
struct Shard<'a> {
    directory: &'a Path,
    deals: Coverage,
}

/// A summary with what it was put together from, for the terminal.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    /// The parts merged.
    shards: usize,
    /// The unfinished parts, which are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

/// Merges and prints the summary.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    if let Some(plan) = &arguments.plan {
        return planned::run(plan, arguments.out.as_deref(), arguments.allow_partial, global, output);
    }
    if let Some(out) = &arguments.out {
        check_out(out, arguments.rows)?;
    }
    let (shards, whole, left_out) = add_up(arguments)?;
    let gaps = whole.deals.gaps();
    if !gaps.is_empty() && !arguments.allow_partial {
        return Err(missing(&gaps, &shards));
    }
    let heading = Heading { subject: whole.subject.clone(), deals: whole.deals.clone() };
    let summary = Summary::new(heading, &whole.census, arguments.interval);
    if let Some(out) = &arguments.out {
        if arguments.rows {
            merge_rows(&shards, &whole, out)?;
        }
        whole.write(&summary, out)?;
    }
    output.answer(&Report { summary, shards: shards.len(), left_out })?;
    if !output.is_json()
        && let Some(directory) = &arguments.out
    {
        writeln!(output, "files in {}", directory.display())?;
    }
    Ok(())
}

/// Makes the directory for the files. A survey's own, which one of the parts may be, is left alone, and so is a table
/// that would stay beside the files of other deals.
fn check_out(out: &Path, rows: bool) -> Result<(), Failure> {
    let what = if path_in(out)?.exists() {
        "holds the journal of a run, whose files would be overwritten; give another directory"
    } else if !rows && out.join(DEALS).exists() {
        "holds a deals.csv, which need not be of these deals; merge with --rows, or give another directory"
    } else {
        return Ok(());
    };
    Err(Failure::input(format_args!("--out {}: {what}", out.display())))
}

/// Reads all parts and adds them up; with the unfinished ones that are left out, if that is allowed.
fn add_up(arguments: &Arguments) -> Result<(Vec<Shard<'_>>, Counted, Vec<String>), Failure> {
    let mut shards: Vec<Shard<'_>> = Vec::new();
    let mut whole: Option<Counted> = None;
    let mut left_out = Vec::new();
    for directory in &arguments.shards {
        let Some(part) = Counted::read(directory)? else {
            left_out.push(directory.display().to_string());
            continue;
        };
        let shard = Shard { directory, deals: part.deals.clone() };
        whole = Some(match whole {
            None => part,
            Some(whole) => together(whole, &part, &shard, &shards)?,
        });
        shards.push(shard);
    }
    match whole {
        Some(whole) if left_out.is_empty() || arguments.allow_partial => Ok((shards, whole, left_out)),
        _ => Err(unfinished(&left_out)),
    }
}

fn unfinished(directories: &[String]) -> Failure {
    let directories = directories.join(", ");
    let what =
        "the survey is not finished: there is a journal, but no census.json; the command that began it carries on";
    Failure::input(format_args!("{directories}: {what}"))
}

/// Adds a part to those before it, which are `shards`.
fn together(whole: Counted, part: &Counted, shard: &Shard<'_>, shards: &[Shard<'_>]) -> Result<Counted, Failure> {
    let directory = shard.directory.display();
    let differences = whole.description().differences(&part.description());
    if !differences.is_empty() {
        let first = shards[0].directory.display();
        return Err(Failure::input(format_args!("{directory}: a part of another survey than {first}: {differences}")));
    }
    for other in shards {
        if let Err(Range { start, end }) = other.deals.with(&shard.deals) {
            let other = other.directory.display();
            return Err(Failure::input(format_args!("{directory}: deals {start}..{end} are in {other} too")));
        }
    }
    let mut sum = whole;
    sum.deals = sum.deals.with(&shard.deals).expect("what overlaps no part does not overlap them all");
    sum.census.merge(&part.census);
    Ok(sum)
}

/// Says which deals are missing, between which parts.
fn missing(gaps: &[Range<u64>], shards: &[Shard<'_>]) -> Failure {
    const SHOWN: usize = 8;
    let named =
        |found: Option<&Shard<'_>>| found.map(|shard| shard.directory.display().to_string()).unwrap_or_default();
    let gap = |gap: &Range<u64>| {
        let before = shards.iter().find(|shard| shard.deals.ranges().iter().any(|range| range.end == gap.start));
        let after = shards.iter().find(|shard| shard.deals.ranges().iter().any(|range| range.start == gap.end));
        format!("{}..{} between {} and {}", gap.start, gap.end, named(before), named(after))
    };
    let mut some: Vec<String> = gaps.iter().take(SHOWN).map(gap).collect();
    if gaps.len() > SHOWN {
        some.push(format!("{} ranges more", gaps.len() - SHOWN));
    }
    Failure::input(format_args!("deals are missing: {}; --allow-partial does without them", some.join(", ")))
}

/// The rows of a part, read in order.
struct Rows {
    path: PathBuf,
    records: csv::ByteRecordsIntoIter<File>,
}

impl Rows {
    /// Opens the table of a part, which must have these columns.
    fn open(directory: &Path, columns: &[&str]) -> Result<Self, Failure> {
        let path = directory.join(DEALS);
        let file = File::open(&path).map_err(|error| format!("{error}; it was surveyed without --rows?"));
        let mut reader = csv::Reader::from_reader(file.bad_input(path.display())?);
        let header = reader.byte_headers().bad_input(path.display())?;
        if !header.iter().eq(columns.iter().map(|column| column.as_bytes())) {
            let columns = columns.join(",");
            return Err(Failure::input(format_args!("{}: the columns are not {columns}", path.display())));
        }
        Ok(Self { path, records: reader.into_byte_records() })
    }

    /// The row of deal `index`, which must be the next.
    fn row(&mut self, index: u64) -> Result<csv::ByteRecord, Failure> {
        let record = self.records.next().transpose().bad_input(self.path.display())?;
        let expected = index.to_string();
        record.filter(|record| record.get(0) == Some(expected.as_bytes())).ok_or_else(|| {
            Failure::input(format_args!("{}: the row of deal {index} is not where it should be", self.path.display()))
        })
    }

    /// Refuses rows behind the last one.
    fn end(mut self) -> Result<(), Failure> {
        match self.records.next() {
            None => Ok(()),
            Some(_) => Err(Failure::input(format_args!("{}: more rows than deals", self.path.display()))),
        }
    }
}

/// Writes the rows of all parts in the order of the deals. Of each part the rows are in order too, so that every table
/// is read once, from the first of its ranges to the last.
fn merge_rows(shards: &[Shard<'_>], whole: &Counted, out: &Path) -> Result<(), Failure> {
    let columns = columns(whole.subject.asked);
    let mut pieces: Vec<(&Range<u64>, usize)> = Vec::new();
    for (number, shard) in shards.iter().enumerate() {
        pieces.extend(shard.deals.ranges().iter().map(|range| (range, number)));
    }
    pieces.sort_by_key(|(range, _)| range.start);
    // What lacks its table is told before anything is written.
    shards.iter().try_for_each(|shard| Rows::open(shard.directory, &columns).map(drop))?;
    let mut open: HashMap<usize, Rows> = HashMap::new();
    let mut table = FinalTable::create(out.join(DEALS), &columns)?;
    for (range, number) in pieces {
        let shard = &shards[number];
        let mut rows = match open.remove(&number) {
            Some(rows) => rows,
            None => Rows::open(shard.directory, &columns)?,
        };
        for index in range.clone() {
            table.row(&rows.row(index)?)?;
        }
        if shard.deals.hull().end == range.end {
            rows.end()?;
        } else {
            open.insert(number, rows);
        }
    }
    table.finish()
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.summary.write(out)?;
        writeln!(out, "\n{} merged", counted(self.shards as u64, "survey"))?;
        for directory in &self.left_out {
            writeln!(out, "left out, because it is not finished: {directory}")?;
        }
        Ok(())
    }
}
