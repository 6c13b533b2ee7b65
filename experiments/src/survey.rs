//! The driver of every long run: units of work in parallel, a journal as they finish, results in order.
//!
//! A [`Work`] turns the index of a unit into a result that depends on nothing else, so that threads, kills and
//! restarts change no result. [`run`] computes the units that the journal lacks, each worker taking the next one,
//! writes each down as it finishes, and hands every result to `absorb` in the order of the indices, whether it was
//! computed or read back. Only results that wait for a slower unit are in memory, and a run without a journal is the
//! same run. A run may have [stages](Run), where what comes next depends on the results so far.
//!
//! Where items are many and cheap (deals), a unit is a [block](Blocks) of them whose result is a summary. Matches are
//! in [`crate::arena`].

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Context, Failure};
use crate::journal::{Description, Journal};

/// Work in numbered units.
pub(crate) trait Work: Sync {
    /// What a worker keeps from unit to unit: players, solvers, their memory. It must not carry anything from one
    /// result to the next.
    type Tools;
    /// The result of a unit.
    type Result: Serialize + DeserializeOwned + Send;

    /// What a worker starts with; called once in each worker's thread.
    fn tools(&self) -> Result<Self::Tools, Failure>;

    /// Does one unit.
    fn unit(&self, tools: &mut Self::Tools, unit: u64) -> Result<Self::Result, Failure>;

    /// Says what is wrong with a result read back from a journal, if anything.
    fn check(&self, _unit: u64, _result: &Self::Result) -> Result<(), String> {
        Ok(())
    }
}

/// How a run is carried out, apart from its results.
#[derive(Clone, Debug)]
pub(crate) struct Course<'a> {
    /// The units to do.
    pub(crate) units: Range<u64>,
    /// The number of workers; `None` for one a core.
    pub(crate) threads: Option<NonZeroUsize>,
    /// Where the journal is kept and which run it must be of, if one is kept.
    pub(crate) journal: Option<(&'a Path, &'a Description)>,
    /// What a progress bar counts, such as `games`, and how many of them are in a unit; `None` for no bar.
    pub(crate) progress: Option<(&'static str, u64)>,
}

/// Does all units of `course` and hands each result to `absorb`, in order.
pub(crate) fn run<W: Work>(
    work: &W,
    course: &Course<'_>,
    mut absorb: impl FnMut(u64, W::Result) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut run = Run::open(course, |unit, result: &W::Result| work.check(unit, result))?;
    let all = |unit, result, _: &Progress| absorb(unit, result).map(ControlFlow::<Infallible>::Continue);
    let ControlFlow::Continue(()) = run.stage(work, course.units.clone(), all)?;
    run.finish();
    Ok(())
}

/// A run that is done in stages: what the next units are may depend on the results before.
pub(crate) struct Run {
    journal: Option<Journal>,
    workers: rayon::ThreadPool,
    progress: Progress,
}

impl Run {
    /// Opens the journal, all of whose results are handed to `check`, and starts the workers.
    pub(crate) fn open<T: DeserializeOwned>(
        course: &Course<'_>,
        check: impl Fn(u64, &T) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let journal = match course.journal {
            None => None,
            Some((path, run)) => Some(Journal::open(path, run, &course.units, check)?),
        };
        Self::over(journal, course)
    }

    /// Starts the workers over an open journal, whatever `course` says of one.
    pub(crate) fn over(journal: Option<Journal>, course: &Course<'_>) -> Result<Self, Failure> {
        let workers = rayon::ThreadPoolBuilder::new().num_threads(course.threads.map_or(0, NonZeroUsize::get)).build();
        let progress = Progress::start(course, journal.as_ref().map_or(0, Journal::len));
        Ok(Self { journal, workers: workers.while_running("cannot start threads")?, progress })
    }

    /// Does all of `units` and hands each result to `absorb`, in order, until it has seen enough: what it breaks off with is given back.
    /// Units that were finished out of turn by then stay in the journal.
    pub(crate) fn stage<W: Work, B>(
        &mut self,
        work: &W,
        units: Range<u64>,
        mut absorb: impl FnMut(u64, W::Result, &Progress) -> Result<ControlFlow<B>, Failure>,
    ) -> Result<ControlFlow<B>, Failure> {
        let Self { journal, workers, progress } = self;
        let mut absorb = |unit, result| absorb(unit, result, progress);
        let mut order = Order { next: units.start, end: units.end, waiting: BTreeMap::new() };
        // What stands in the journal may be enough.
        if let ControlFlow::Break(enough) = order.release(journal.as_mut(), &mut absorb)? {
            return Ok(ControlFlow::Break(enough));
        }
        let missing: Vec<Range<u64>> = match &journal {
            None => vec![units],
            Some(journal) => gaps(&units, |unit| journal.has(unit)),
        };
        compute(work, missing, workers, &mut |unit, result| {
            if let Some(journal) = journal.as_mut() {
                journal.append(unit, &result)?;
            }
            progress.advance();
            order.waiting.insert(unit, result);
            order.release(journal.as_mut(), &mut absorb)
        })
    }

    /// Says how many units there will be, as far as that is known.
    pub(crate) fn expect(&self, units: u64) {
        self.progress.bar.set_length(units.saturating_mul(self.progress.step));
    }

    /// Takes the progress bar away.
    pub(crate) fn finish(self) {
        self.progress.finish();
    }
}

/// The ranges of `units` that are not finished.
fn gaps(units: &Range<u64>, is_finished: impl Fn(u64) -> bool) -> Vec<Range<u64>> {
    let mut gaps: Vec<Range<u64>> = Vec::new();
    for unit in units.clone().filter(|&unit| !is_finished(unit)) {
        match gaps.last_mut() {
            Some(last) if last.end == unit => last.end += 1,
            _ => gaps.push(unit..unit + 1),
        }
    }
    gaps
}

/// Results that wait for their turn.
struct Order<T> {
    next: u64,
    end: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T: DeserializeOwned> Order<T> {
    /// Hands on every result whose turn has come, from memory or from the journal.
    fn release<B>(
        &mut self,
        mut journal: Option<&mut Journal>,
        absorb: &mut impl FnMut(u64, T) -> Result<ControlFlow<B>, Failure>,
    ) -> Result<ControlFlow<B>, Failure> {
        while self.next < self.end {
            let result = match (self.waiting.remove(&self.next), &mut journal) {
                (Some(result), _) => result,
                (None, None) => break,
                (None, Some(journal)) => match journal.read(self.next)? {
                    Some(result) => result,
                    None => break,
                },
            };
            let flow = absorb(self.next, result)?;
            if flow.is_break() {
                return Ok(flow);
            }
            self.next += 1;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Computes the units of `missing` on `workers` and hands each result to `collect`, on this thread, as it comes. The
/// first failure on either side stops all, and so does `collect` when it has seen enough.
fn compute<W: Work, B>(
    work: &W,
    missing: Vec<Range<u64>>,
    workers: &rayon::ThreadPool,
    collect: &mut impl FnMut(u64, W::Result) -> Result<ControlFlow<B>, Failure>,
) -> Result<ControlFlow<B>, Failure> {
    if missing.is_empty() {
        return Ok(ControlFlow::Continue(()));
    }
    let left = Mutex::new(missing.into_iter().flatten());
    let next = || left.lock().expect("nobody panics while taking a unit").next();
    let stop = AtomicBool::new(false);
    // Workers may run ahead of a busy journal by a few results, not by all of them.
    let (sender, results) = mpsc::sync_channel(4 * workers.current_num_threads());
    let labour = |sender: mpsc::SyncSender<Result<(u64, W::Result), Failure>>| {
        let mut tools = match work.tools() {
            Ok(tools) => tools,
            Err(failure) => {
                // Nobody listens any more if another worker failed before.
                let _ = sender.send(Err(failure));
                return;
            }
        };
        while !stop.load(Ordering::Relaxed) {
            let Some(unit) = next() else { return };
            let result = work.unit(&mut tools, unit).map(|result| (unit, result));
            if sender.send(result).is_err() {
                return;
            }
        }
    };
    workers.in_place_scope(|scope| {
        for _ in 0..workers.current_num_threads() {
            let (sender, labour) = (sender.clone(), &labour);
            scope.spawn(move |_| labour(sender));
        }
        drop(sender);
        let mut outcome = Ok(ControlFlow::Continue(()));
        for result in &results {
            outcome = result.and_then(|(unit, result)| collect(unit, result));
            if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        drop(results);
        outcome
    })
}

/// A range of items cut into blocks: unit `k` is the `k`-th block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blocks {
    /// The items, never empty.
    items: Range<u64>,
    /// Items in a block; the last may have fewer.
    size: u64,
}

impl Blocks {
    /// Cuts `items` into blocks of `size` (at least 1).
    pub(crate) fn new(items: Range<u64>, size: u64) -> Self {
        Self { items, size: size.max(1) }
    }

    /// The units.
    pub(crate) fn units(&self) -> Range<u64> {
        0..(self.items.end.saturating_sub(self.items.start)).div_ceil(self.size)
    }

    /// The items of a unit.
    pub(crate) fn items(&self, unit: u64) -> Range<u64> {
        let start = self.items.start + unit * self.size;
        start..start.saturating_add(self.size).min(self.items.end)
    }
}

/// A progress bar on stderr if that is a terminal, else nothing.
pub(crate) struct Progress {
    bar: ProgressBar,
    step: u64,
}

impl Progress {
    fn start(course: &Course<'_>, finished: u64) -> Self {
        let (name, step) = match course.progress {
            Some(items) if std::io::stderr().is_terminal() => items,
            _ => return Self { bar: ProgressBar::hidden(), step: 0 },
        };
        let units = course.units.end.saturating_sub(course.units.start);
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}, {rate}, ETA {eta}");
        let bar = ProgressBar::new(units.saturating_mul(step))
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", write_rate))
            .with_message(name)
            .with_position(finished.saturating_mul(step));
        bar.reset_eta();
        Self { bar, step }
    }

    fn advance(&self) {
        self.bar.inc(self.step);
    }

    /// Adds to the bar how things stand, if anybody sees it.
    pub(crate) fn tell(&self, standing: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(standing());
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Items a second, with a decimal where there are few.
fn write_rate(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    let rate = state.per_sec();
    // A bar that cannot be written is not worth a failure.
    let _ = if rate < 10.0 { write!(text, "{rate:.1}/s") } else { write!(text, "{rate:.0}/s") };
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    /// Squares, uneven in their length; fails at one unit on request; counts what it does.
    #[derive(Default)]
    struct Squares {
        fails_at: Option<u64>,
        done: AtomicU64,
    }

    impl Work for Squares {
        type Tools = ();
        type Result = u64;

        fn tools(&self) -> Result<(), Failure> {
            Ok(())
        }

        fn unit(&self, (): &mut (), unit: u64) -> Result<u64, Failure> {
            if self.fails_at == Some(unit) {
                return Err(Failure::running("no square"));
            }
            if unit.is_multiple_of(7) {
                std::thread::sleep(std::time::Duration::from_micros(300));
            }
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok(unit * unit)
        }

        fn check(&self, unit: u64, result: &u64) -> Result<(), String> {
            if *result == unit * unit { Ok(()) } else { Err(format!("{result} is not its square")) }
        }
    }

    fn squares(work: &Squares, threads: usize, journal: Option<&Path>) -> Result<Vec<(u64, u64)>, Failure> {
        let description = Description::of("squares");
        let journal = journal.map(|path| (path, &description));
        let course =
            Course { units: 5..205, threads: NonZeroUsize::new(threads), journal, progress: Some(("squares", 1)) };
        let mut all = Vec::new();
        run(work, &course, |unit, square| {
            all.push((unit, square));
            Ok(())
        })?;
        Ok(all)
    }

    fn expected() -> Vec<(u64, u64)> {
        (5..205).map(|unit| (unit, unit * unit)).collect()
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 4, 9] {
            assert_eq!(squares(&Squares::default(), threads, None).expect("done"), expected(), "{threads} threads");
        }
    }

    #[test]
    fn a_cut_journal_is_carried_on() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("journal");
        squares(&Squares::default(), 4, Some(&path)).expect("done");
        let whole = std::fs::read(&path).expect("readable");
        for length in (0..whole.len()).step_by(whole.len() / 20) {
            std::fs::write(&path, &whole[..length]).expect("writable");
            let work = Squares::default();
            assert_eq!(squares(&work, 3, Some(&path)).expect("done"), expected());
            let kept = whole[..length].split(|&byte| byte == b'\n').count().saturating_sub(2);
            assert_eq!(work.done.into_inner(), 200 - kept as u64, "cut to {length}");
        }
        let work = Squares::default();
        assert_eq!(squares(&work, 1, Some(&path)).expect("done"), expected());
        assert_eq!(work.done.into_inner(), 0, "a complete run computes nothing");
    }

    #[test]
    fn a_failure_stops_the_run_and_the_rest_is_kept() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("journal");
        let work = Squares { fails_at: Some(100), ..Squares::default() };
        let failure = squares(&work, 2, Some(&path)).expect_err("it fails");
        assert!(matches!(failure, Failure::Running(message) if message == "no square"));
        let (kept, work) = (work.done.into_inner(), Squares::default());
        assert!((80..200).contains(&kept), "{kept}");
        assert_eq!(squares(&work, 2, Some(&path)).expect("done"), expected());
        assert!(work.done.into_inner() >= 200 - kept);
    }

    #[test]
    fn a_wrong_result_in_the_journal_is_refused() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("journal");
        let mut journal =
            Journal::open::<u64>(&path, &Description::of("squares"), &(5..205), |_, _| Ok(())).expect("new");
        journal.append(9, &80_u64).expect("written");
        drop(journal);
        let failure = squares(&Squares::default(), 1, Some(&path)).expect_err("refused");
        assert!(matches!(failure, Failure::Input(message) if message.contains("line 2: unit 9: 80 is not its square")));
    }

    /// How many numbers of a block are prime: many cheap items, one result a block.
    struct Primes(Blocks);

    impl Work for Primes {
        type Tools = ();
        type Result = u64;

        fn tools(&self) -> Result<(), Failure> {
            Ok(())
        }

        fn unit(&self, (): &mut (), unit: u64) -> Result<u64, Failure> {
            let is_prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
            Ok(self.0.items(unit).filter(|&n| is_prime(n)).count() as u64)
        }
    }

    #[test]
    fn disjoint_ranges_add_up_to_the_whole_in_blocks_of_any_size() {
        let primes = |items: Range<u64>, size| {
            let work = Primes(Blocks::new(items, size));
            let course = Course { units: work.0.units(), threads: None, journal: None, progress: None };
            let mut sum = 0;
            run(&work, &course, |_, count| {
                sum += count;
                Ok(())
            })
            .expect("done");
            sum
        };
        assert_eq!(primes(0..10_000, 1000), 1229);
        assert_eq!(primes(0..3_456, 100) + primes(3_456..10_000, 77), 1229);
    }

    #[test]
    fn blocks_cover_every_item_once() {
        for (items, size) in [(0..1000, 100), (3..1004, 100), (7..8, 100), (0..3, 1)] {
            let blocks = Blocks::new(items.clone(), size);
            let all: Vec<u64> = blocks.units().flat_map(|unit| blocks.items(unit)).collect();
            assert_eq!(all, items.collect::<Vec<_>>());
        }
    }
}
