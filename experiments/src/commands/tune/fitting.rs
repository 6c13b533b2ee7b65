//! The fit: reads the games, moves the weights, shows how it goes, writes the file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use search::tune::{Epoch, Model, Plan, Samples, fit, scale};
use serde::Serialize;

use super::games::SelfPlayed;
use super::samples::{self, Sorted};
use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::journal::Description;
use crate::output::{Answer, Output, thousands};

/// How to fit.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of the fit")]
pub(super) struct Options {
    /// Fit, and write the weights into this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// What part of the target is the game's result, from 0 to 1; the rest is the search's score
    #[arg(long, value_name = "PART", default_value_t = 0.2, value_parser = part)]
    lambda: f32,
    /// Learn from one quiet position in so many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// The most passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    epochs: u32,
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The first steps' size in hundredths of a unit [default: 0.5, or 8 with --from-zero]
    #[arg(long, value_name = "STEP", value_parser = positive)]
    rate: Option<f32>,
    /// How strongly weights are pulled to where they began and to their neighbours
    #[arg(long, value_name = "FORCE", default_value_t = 2.0, value_parser = positive)]
    pull: f32,
    /// Begin with all weights at 0
    #[arg(long)]
    from_zero: bool,
}

fn part(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|part| (0.0..=1.0).contains(part)).ok_or_else(|| "accepted are 0 to 1, such as 0.7".into())
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "accepted are numbers above 0, such as 0.5".into())
}

/// What came of the fit.
#[derive(Debug, Serialize)]
pub(super) struct Answered {
    games: u64,
    training: usize,
    held_out: usize,
    megabytes: u64,
    #[serde(skip)]
    bytes: usize,
    /// The scale of probabilities, in hundredths of a unit.
    scale: f32,
    before: f64,
    after: f64,
    before_result: f64,
    after_result: f64,
    best_epoch: u32,
    positions_per_second: u64,
    out: String,
    #[serde(skip)]
    built_in: &'static str,
}

impl Answer for Answered {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [training, held_out] = [self.training, self.held_out].map(|number| thousands(number as u64));
        writeln!(
            out,
            "Positions     {training} learnt from, {held_out} held back, of {} games",
            thousands(self.games)
        )?;
        writeln!(out, "Memory        {} MB for them, {} bytes each", self.megabytes, self.bytes)?;
        writeln!(out, "Scale         {:.0} hundredths of a unit", self.scale)?;
        writeln!(out, "Error         {:.6} before, {:.6} after (pass {})", self.before, self.after, self.best_epoch)?;
        writeln!(out, "  of results  {:.6} before, {:.6} after", self.before_result, self.after_result)?;
        writeln!(out, "Speed         {} positions/s", thousands(self.positions_per_second))?;
        writeln!(out, "Weights       {}; the built-in ones are {}", self.out, self.built_in)
    }
}

/// Fits the weights to the games of all files.
pub(super) fn run<G: SelfPlayed>(
    (options, seed): (&Options, u64),
    (data, description): (&[PathBuf], &Description),
    start: Model,
    global: Global,
    output: &mut Output,
) -> Result<Answered, Failure> {
    let out = match (&options.out, data) {
        (Some(out), _) => out.clone(),
        (None, [first, ..]) => first.with_extension("weights.in"),
        (None, []) => return Err(Failure::input("--data: no file of games")),
    };
    let pool = global.pool()?;
    let sorted = pool.install(|| read_all::<G>(data, description, options.every))?;
    let labels = sorted.training.labels();
    let plan = Plan {
        scale: scale(labels),
        result: options.lambda,
        epochs: options.epochs,
        patience: 10,
        batch: options.batch as usize,
        rate: options.rate.unwrap_or(if options.from_zero { 8.0 } else { 0.5 }),
        pull: options.pull,
        seed,
    };
    let start = if options.from_zero { Model::zero(G::SIZE) } else { start };
    // What is wrong with the file is said before the work.
    let mut file = FinalFile::create(&out)?;
    let mut course = Course::new(output)?;
    let fitted =
        pool.install(|| fit(start, &sorted.training, &sorted.held_out, &plan, &mut |epoch| course.note(epoch)));
    let (first, seconds) = course.finish()?;
    write!(file, "{}", G::write(&fitted.model)).while_running(out.display())?;
    file.finish()?;
    let passed = (sorted.training.len() + sorted.held_out.len()) as f64 * f64::from(first.1);
    Ok(Answered {
        games: sorted.games,
        training: sorted.training.len(),
        held_out: sorted.held_out.len(),
        megabytes: ((sorted.training.len() + sorted.held_out.len()) * Samples::<G>::BYTES) as u64 >> 20,
        scale: plan.scale,
        bytes: Samples::<G>::BYTES,
        before: first.0.held_out,
        after: fitted.best.held_out,
        before_result: first.0.held_out_result,
        after_result: fitted.best.held_out_result,
        best_epoch: fitted.best.number,
        positions_per_second: (passed / seconds.max(1e-6)) as u64,
        out: display(&out),
        built_in: G::BUILT_IN,
    })
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

fn read_all<G: SelfPlayed>(data: &[PathBuf], description: &Description, every: u64) -> Result<Sorted<G>, Failure> {
    let mut sorted = Sorted::default();
    for path in data {
        samples::read(path, description, every, &mut sorted)?;
    }
    if sorted.training.is_empty() || sorted.held_out.is_empty() {
        let games = sorted.games;
        return Err(Failure::input(format_args!("--data: {games} games have too few positions to learn from")));
    }
    Ok(sorted)
}

/// The passes, shown as lines of a table as they end.
struct Course<'a> {
    output: &'a mut Output,
    begun: Instant,
    first: Option<Epoch>,
    passes: u32,
    failure: io::Result<()>,
}

impl<'a> Course<'a> {
    fn new(output: &'a mut Output) -> io::Result<Self> {
        let mut course = Self { output, begun: Instant::now(), first: None, passes: 0, failure: Ok(()) };
        course.line("pass,training,held_out,held_out_result,seconds")?;
        Ok(course)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        if self.output.is_json() {
            return Ok(());
        }
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn note(&mut self, epoch: &Epoch) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let Epoch { number, training, held_out, held_out_result } = epoch;
        if self.failure.is_ok() {
            self.failure =
                self.line(&format!("{number},{training:.6},{held_out:.6},{held_out_result:.6},{seconds:.2}"));
        }
        self.passes += u32::from(self.first.is_some());
        if self.first.is_none() {
            self.first = Some(*epoch);
            self.begun = Instant::now();
        }
    }

    /// How it stood at first, the number of passes after that, and their seconds.
    fn finish(self) -> Result<((Epoch, u32), f64), Failure> {
        self.failure?;
        let first = self.first.expect("a fit tells how it stands before the first pass");
        Ok(((first, self.passes), self.begun.elapsed().as_secs_f64()))
    }
}
