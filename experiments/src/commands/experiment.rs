//! What a plan can be of: the commands whose runs can be cut into shards.
//!
//! A plan has the words of an ordinary command without the place of its files, its form and its threads. Here they become
//! that command again: to check it, to do a part of it, and at the end to let it make its own files of all parts.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::{play_match, survey, tune};
use crate::cli::{Command, Global, parse_words};
use crate::cluster::figures::Figures;
use crate::cluster::{Done, Outline, Plan, Portion};
use crate::failure::Failure;
use crate::output::Output;

/// A command whose run can be cut.
enum Experiment {
    Survey(survey::Arguments),
    Match(play_match::Arguments),
    Tune(tune::Arguments),
}

/// The option of a command that says where its files go, and the name of its journal in a directory.
fn place(command: &str) -> Option<(&'static str, &'static str)> {
    match command {
        "survey" | "match" => Some(("--out", "journal")),
        "tune" => Some(("--data", "games")),
        _ => None,
    }
}

/// The journal that the command of a plan keeps when its files go into `directory`.
pub(super) fn journal(plan: &Plan, directory: &Path) -> PathBuf {
    let (_, name) = plan.command.first().and_then(|command| place(command)).unwrap_or(("--out", "journal"));
    directory.join(name)
}

/// The words of a command whose files go into `directory`.
fn words(command: &[String], directory: &str) -> Result<Vec<String>, Failure> {
    let first = command.first().map_or("", String::as_str);
    let (option, name) = place(first).ok_or_else(|| {
        Failure::input(format_args!("{first:?} cannot be cut into shards; accepted: survey, match, tune"))
    })?;
    let own = |word: &&String| [option, "--json", "--threads"].iter().any(|own| is_option(word, own));
    if let Some(word) = command.iter().find(own) {
        let why = "not in a plan: fort run has --threads, fort merge --out and --json";
        return Err(Failure::input(format_args!("{word}: {why}")));
    }
    if let Some(word) = command.iter().skip(2).find(|word| is_standard_input(word)) {
        return Err(Failure::input(format_args!("{word}: standard input is not there on other machines; give a file")));
    }
    let place = if option == "--out" { directory.to_owned() } else { format!("{directory}/{name}") };
    Ok([command, &[option.to_owned(), place]].concat())
}

fn is_option(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Whether a word is or names `-`, perhaps with more behind it.
fn is_standard_input(word: &str) -> bool {
    // Of `--openings=-:plies=8` what follows the option's name.
    let option = word.split_once('=').filter(|(name, _)| name.starts_with("--"));
    let value = option.map_or(word, |(_, value)| value);
    value == "-" || value.starts_with("-:")
}

impl Experiment {
    fn read(command: &[String]) -> Result<Self, Failure> {
        // No part of a command writes where it says, but the grammar wants a place.
        match parse_words(&words(command, "nowhere")?)?.command {
            Command::Survey(arguments) => Ok(Self::Survey(arguments)),
            Command::Match(arguments) => Ok(Self::Match(arguments)),
            Command::Tune(arguments) => Ok(Self::Tune(arguments)),
            _ => unreachable!("the first word is one of these commands"),
        }
    }

    fn part(&self, threads: NonZeroUsize, portion: Portion<'_>) -> Result<Part, Failure> {
        match self {
            Self::Survey(arguments) => survey::part(arguments, portion).map(Part::of),
            Self::Match(arguments) => play_match::part(arguments, threads.get(), portion).map(Part::of),
            Self::Tune(arguments) => tune::part(arguments, portion).map(Part::of),
        }
    }
}

/// What came of a part.
enum Part {
    Outline(Outline),
    Sum(Figures),
}

impl Part {
    fn of<A>(done: Done<A>) -> Self {
        match done {
            Done::Whole(_) => unreachable!("a portion is never the whole"),
            Done::Part(outline) => Self::Outline(outline),
            Done::Sum(figures) => Self::Sum(figures),
        }
    }
}

/// Checks a command and says what its run is.
pub(super) fn outline(command: &[String], threads: NonZeroUsize) -> Result<Outline, Failure> {
    match Experiment::read(command)?.part(threads, Portion::Outline)? {
        Part::Outline(outline) => Ok(outline),
        Part::Sum(_) => unreachable!("nothing was to be added up"),
    }
}

/// Does a shard.
pub(super) fn perform(task: &crate::cluster::Task<'_>) -> Result<(), Failure> {
    Experiment::read(&task.plan.command)?.part(task.threads, Portion::Shard(task)).map(drop)
}

/// Adds up whole shards of a plan, which are not all of them.
pub(super) fn add_up(plan: &Plan, shards: &[u64]) -> Result<Figures, Failure> {
    match Experiment::read(&plan.command)?.part(NonZeroUsize::MIN, Portion::Sum(plan, shards))? {
        Part::Sum(figures) => Ok(figures),
        Part::Outline(_) => Err(Failure::input("there is nothing to add up")),
    }
}

/// Lets the ordinary command of a plan make its files in `directory`, where its journal is whole.
pub(super) fn finish(plan: &Plan, directory: &str, global: Global, output: &mut Output) -> Result<(), Failure> {
    match parse_words(&words(&plan.command, directory)?)?.command {
        Command::Survey(arguments) => survey::run(&arguments, global, output),
        Command::Match(arguments) => play_match::run(&arguments, global, output),
        Command::Tune(arguments) => tune::run(&arguments, global, output),
        _ => unreachable!("the first word is one of these commands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_is_seen_wherever_it_is_named() {
        for word in ["-", "-:plies=8", "--openings=-", "--openings=-:plies=8"] {
            assert!(is_standard_input(word), "{word}");
        }
        for word in ["--anchor", "1=-100", "alphabeta:depth=3", "-5", "a-b", "--openings=a-"] {
            assert!(!is_standard_input(word), "{word}");
        }
    }
}
