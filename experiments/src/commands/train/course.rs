//! A training from its start, or from where it was broken off, to its end.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::Forecast;
use engine::zobrist::mix;
use indicatif::{ProgressBar, ProgressStyle};
use search::net::{Nets, Precision};
use search::train::{Brain, Epoch, FitPlan, LabelPlan, Labelled, Learned, Style, TdPlan, contest, fit, labelled, td};
use solvers::checkers::Store;

use super::Trained;
use super::options::{Fit, Method, Options};
use super::state::{BEST, CHECKPOINT, CURVE, Head, Row, State, millionths, number};
use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::Directory;
use crate::output::Output;

/// What a generation's random numbers are for.
#[derive(Clone, Copy)]
enum Purpose {
    Positions = 1,
    Order = 2,
    Contest = 3,
}

/// Games between two changes of the networks that play them; cuts between generations are at multiples of it.
const BATCH: u64 = 32;

/// Trains, and says what came of it.
pub(super) fn run<G: Learned>(
    options: &Options,
    out: &Path,
    global: Global,
    odds: Option<&Arc<dyn Forecast<G>>>,
    output: &mut Output,
) -> Result<Trained, Failure> {
    options.check()?;
    let (start, name) = beginning::<G>(options)?;
    let recipe = options.recipe(G::NAME, &name);
    let directory = Directory::locked(out)?;
    let mut state = if let Some(bytes) = directory.read(CHECKPOINT).bad_input(out.display())? {
        resumed(&bytes, &recipe, out)?
    } else {
        let head = Head { recipe, generation: 0, best: 0, rows: Vec::new() };
        State { head, current: start.clone(), best: start }
    };
    for brain in [&mut state.current, &mut state.best] {
        *brain = brain.clone().with_forecast(odds.cloned());
    }
    let pool = global.pool()?;
    let mut course = Course { options, output, shown: state.head.rows.len() };
    course.line(Row::COLUMNS)?;
    while state.head.generation < options.generations() {
        pool.install(|| course.generation(&mut state));
        course.show(&state.head.rows)?;
        keep(&state, options, &directory).while_running(out.display())?;
    }
    // Once more at the end: who was killed between the checkpoint and the rest finds all of it.
    write_out(&state, options, &directory).while_running(out.display())?;
    directory.finish().while_running(out.display())?;
    Ok(answer(&state, options, out))
}

/// The networks to begin with, and what to call them in the recipe.
fn beginning<G: Learned>(options: &Options) -> Result<(Brain<G>, String), Failure> {
    let Some(path) = &options.net else {
        let brain = Brain::random(&options.hidden, options.activation, options.seed).bad_input("--hidden")?;
        let hidden: Vec<String> = options.hidden.iter().map(ToString::to_string).collect();
        return Ok((brain, format!("--hidden {} --activation {}", hidden.join(","), options.activation.name())));
    };
    let bytes = std::fs::read(path).bad_input(path.display())?;
    let brain = Nets::from_bytes(&bytes).and_then(Brain::from_nets).bad_input(path.display())?;
    // The name of the file may change, its content not.
    Ok((brain, format!("--net {:08x}", crc32fast::hash(&bytes))))
}

/// The training that lies in the directory, if it is of this recipe.
fn resumed<G: Learned>(bytes: &[u8], recipe: &str, out: &Path) -> Result<State<G>, Failure> {
    let state = State::<G>::from_bytes(bytes).bad_input(out.join(CHECKPOINT).display())?;
    if state.head.recipe == recipe {
        return Ok(state);
    }
    Err(Failure::input(format_args!(
        "{}: another training lies there:\n  {}\nasked for is\n  {recipe}\ngive another --out, or the same options",
        out.display(),
        state.head.recipe
    )))
}

/// Writes down what there is after a generation; the checkpoint first.
fn keep<G: Learned>(state: &State<G>, options: &Options, directory: &Directory) -> io::Result<()> {
    let bytes = state.to_bytes().map_err(|_| io::Error::other("the checkpoint is too large"))?;
    directory.write(CHECKPOINT, &bytes)?;
    write_out(state, options, directory)
}

fn write_out<G: Learned>(state: &State<G>, options: &Options, directory: &Directory) -> io::Result<()> {
    let precision = if options.half { Precision::Half } else { Precision::Single };
    let Head { recipe, best, .. } = &state.head;
    let nets = state.best.to_nets(&format!("{recipe}\ngeneration {best}"));
    directory.write(BEST, &nets.to_bytes(precision))?;
    directory.write(CURVE, state.curve().as_bytes())
}

fn answer<G: Learned>(state: &State<G>, options: &Options, out: &Path) -> Trained {
    let rows = &state.head.rows;
    let held_out = |row: &Row| row.held_out.map(number);
    let (games, positions) = match options.method {
        Method::Td => (options.differences.values().0, 0),
        Method::Supervised => {
            (0, options.fit.filled().positions.unwrap_or_default() * u64::from(state.head.generation))
        }
    };
    Trained {
        game: G::NAME,
        method: options.method.name(),
        generations: state.head.generation,
        best: state.head.best,
        weights: state.best.networks().iter().map(|network| network.weights().len()).sum(),
        games,
        positions,
        held_out_before: rows.iter().find_map(held_out),
        held_out_after: rows.iter().rev().find_map(held_out),
        out: out.join(BEST).display().to_string(),
    }
}

/// How a training goes on.
struct Course<'a> {
    options: &'a Options,
    output: &'a mut Output,
    /// Rows of the curve that were shown, or were there before.
    shown: usize,
}

impl Course<'_> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        if self.output.is_json() {
            return Ok(());
        }
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn show(&mut self, rows: &[Row]) -> io::Result<()> {
        for row in &rows[self.shown..] {
            self.line(&row.text())?;
        }
        self.shown = rows.len();
        Ok(())
    }

    fn style(&self) -> Style {
        Style { explore: self.options.explore(), most_plies: self.options.plies }
    }

    /// One generation: a candidate, and the contest with the best.
    fn generation<G: Learned>(&self, state: &mut State<G>) {
        state.head.generation += 1;
        let generation = state.head.generation;
        match self.options.method {
            Method::Td => self.differences(state, generation),
            Method::Supervised => self.fitted(state, generation),
        }
        if self.contest(state, generation) {
            state.best = state.current.clone();
            state.head.best = generation;
        } else if self.options.method == Method::Supervised {
            state.current = state.best.clone();
        }
    }

    /// Learns from a block of games.
    fn differences<G: Learned>(&self, state: &mut State<G>, generation: u32) {
        let (games, lambda, alpha) = self.options.differences.values();
        let plan = TdPlan {
            games,
            batch: BATCH,
            lambda,
            alpha,
            cost: self.options.cost,
            style: self.style(),
            seed: self.options.seed,
        };
        let end = |generation: u32| {
            let end = u128::from(games) * u128::from(generation) / u128::from(self.options.generations());
            let is_last = generation == self.options.generations();
            if is_last { games } else { end as u64 / BATCH * BATCH }
        };
        let block = end(generation - 1)..end(generation);
        let bar = bar(generation, "games", block.end - block.start);
        let report = td(&mut state.current, &plan, block.clone(), &|done| bar.set_position(done));
        bar.finish_and_clear();
        state.head.rows.push(Row {
            generation,
            of: "games".into(),
            number: block.end,
            held_out: Some(millionths(report.mean())),
            ..Row::default()
        });
    }

    /// Labels positions and fits each class's network to its own.
    fn fitted<G: Learned>(&self, state: &mut State<G>, generation: u32) {
        let Fit { positions, epochs, batch, rate, decay } = self.options.fit.filled();
        let positions = positions.unwrap_or_default();
        let plan = LabelPlan {
            positions,
            of_a_game: 8,
            held_out: 10,
            style: self.style(),
            seed: self.seed(generation, Purpose::Positions),
        };
        let labels = bar(generation, "positions", positions);
        let classes: Vec<Labelled> = labelled(&state.current, &plan, &|done| labels.set_position(done));
        labels.finish_and_clear();
        let plan = FitPlan {
            epochs: epochs.unwrap_or_default(),
            batch: batch.unwrap_or(1) as usize,
            rate: rate.unwrap_or_default(),
            decay: decay.unwrap_or_default(),
            cost: self.options.cost,
            seed: self.seed(generation, Purpose::Order),
        };
        for (class, labelled) in classes.iter().enumerate() {
            if labelled.training.is_empty() {
                continue;
            }
            let passes = bar(generation, "passes", u64::from(plan.epochs));
            let network = &state.current.networks()[class];
            let fitted = fit(network, &labelled.training, &labelled.held_out, &plan, &mut |epoch: &Epoch| {
                passes.set_position(u64::from(epoch.number));
            });
            passes.finish_and_clear();
            state.current.set_network(class, fitted.network);
            state.head.rows.extend(fitted.epochs.iter().map(|epoch| Row {
                generation,
                of: G::CLASSES[class].into(),
                number: u64::from(epoch.number),
                training: Some(millionths(epoch.training)),
                held_out: Some(millionths(epoch.held_out)),
                ..Row::default()
            }));
        }
    }

    /// Whether the candidate wins against the best, or takes its place anyway.
    fn contest<G: Learned>(&self, state: &mut State<G>, generation: u32) -> bool {
        let pairs = self.options.gate;
        if pairs == 0 {
            return true;
        }
        let (bar, done) = (bar(generation, "pairs of the contest", pairs), AtomicU64::new(0));
        let seed = self.seed(generation, Purpose::Contest);
        let contest = contest(&state.current, &state.best, 0..pairs, (seed, self.options.plies), &|| {
            bar.set_position(done.fetch_add(1, Ordering::Relaxed) + 1);
        });
        bar.finish_and_clear();
        let is_won = contest.is_won(f64::from(self.options.gate_errors));
        state.head.rows.push(Row {
            generation,
            of: "gate".into(),
            number: pairs,
            points: Some((millionths(contest.mean), millionths(contest.error))),
            is_better: Some(is_won),
            ..Row::default()
        });
        is_won
    }

    fn seed(&self, generation: u32, purpose: Purpose) -> u64 {
        mix(mix(self.options.seed ^ mix(purpose as u64)) ^ u64::from(generation))
    }
}

/// A progress bar on stderr if that is a terminal, else nothing.
fn bar(generation: u32, what: &str, length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len}, ETA {eta}");
    ProgressBar::new(length)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(format!("generation {generation}, {what}"))
}
