//! The engine's state, and what each command does to it.
//!
//! One thread owns the state and takes events one by one: lines, the end of input, the end of a piece of work. Work
//! (a search, a count, the bench) runs on a thread of its own, takes the table along and brings it back.
//!
//! While something runs, `stop`, `quit`, `isready`, `uci`, `debug` and `register` are obeyed at once. All other commands
//! wait their turn, in order: a `go` never meets a table in use, and a script may send several. `stop` ends what waits
//! too, and `ponderhit` waits behind the `go` it belongs to: a program need not wait for one answer before it goes on.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use engine::games::chess::{Chess, Move};
use engine::{Game, History, Node};
use search::limits::{MAX_DEPTH, Stop};
use search::parallel::Plan;
use search::{Limits, Sense, Sensed};

use super::budget::{Budget, Hold};
use super::command::{self, Command, Go, Setup, quoted};
use super::info;
use super::lines::Lines;
use super::settings::{self, Change, Settings};
use super::setup::{self, legal_moves};
use super::work::{self, Means, Search};
use crate::failure::{Context, Failure};

/// The stack of a search: the deepest line and its quiescence fit many times.
const STACK: usize = 32 << 20;

/// What the engine hears of.
pub(super) enum Event {
    /// A line from the program that uses it.
    Line(String),
    /// No line will come any more.
    End,
    /// A piece of work has ended: with the means it was given, and the answer to `go`.
    Done(Box<Means>, Option<String>),
}

/// A piece of work under way.
struct Running {
    /// What ends it.
    stops: Vec<Arc<Stop>>,
    /// What its answer waits for.
    hold: Hold,
    /// The times that `ponderhit` sets.
    on_hit: Limits,
    /// Whether `ponderhit` ends it at once: there is no choice.
    is_forced: bool,
    /// Whether the work is done.
    is_done: bool,
    /// What it answers, if anything.
    answer: Option<String>,
}

impl Running {
    fn of(stops: Vec<Arc<Stop>>) -> Self {
        Self { stops, hold: Hold::Nothing, on_hit: Limits::NONE, is_forced: false, is_done: false, answer: None }
    }

    fn stop(&mut self) {
        self.hold = Hold::Nothing;
        self.stops.iter().for_each(|stop| stop.stop());
    }
}

/// A command that waits, and whether `stop` came after it.
struct Waiting {
    command: Command,
    is_stopped: bool,
}

/// The engine.
pub(super) struct Engine {
    lines: Arc<Lines>,
    /// Where the end of work is told.
    events: Sender<Event>,
    settings: Settings,
    game: History<Chess>,
    /// What is kept from search to search; with the work while there is any.
    means: Option<Box<Means>>,
    running: Option<Running>,
    /// Commands that wait for the work to end.
    waiting: VecDeque<Waiting>,
    /// Whether the input has ended.
    has_ended: bool,
    is_quitting: bool,
    is_debugged: bool,
}

impl Engine {
    /// An engine at the start position that says what it has to say in `lines`.
    pub(super) fn new(lines: Arc<Lines>, events: Sender<Event>, settings: Settings) -> Self {
        let game = setup::game(&Setup::default(), settings.variant).expect("the start position is a position");
        Self {
            lines,
            events,
            settings,
            game,
            means: Some(Box::new(Means::new(settings.hash))),
            running: None,
            waiting: VecDeque::new(),
            has_ended: false,
            is_quitting: false,
            is_debugged: false,
        }
    }

    /// Does what it is told until it is told to quit, or the input has ended and everything is done.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(line) => self.hear(&line),
                Event::End => self.has_ended = true,
                Event::Done(means, answer) => {
                    self.means = Some(means);
                    if let Some(running) = &mut self.running {
                        (running.is_done, running.answer) = (true, answer);
                    }
                }
            }
            self.go_on()?;
            if self.lines.is_gone() {
                self.quit();
            }
            if self.running.is_none() && (self.is_quitting || self.has_ended) {
                break;
            }
        }
        self.lines.outcome()
    }

    fn hear(&mut self, line: &str) {
        let reading = command::read(line);
        for complaint in &reading.complaints {
            self.lines.tell(complaint);
        }
        match reading.command {
            None => {}
            Some(Command::Uci) => self.introduce(),
            Some(Command::IsReady) => self.lines.say("readyok"),
            Some(Command::Stop) => self.stop(),
            Some(Command::Quit) => self.quit(),
            Some(Command::Debug(is_on)) => self.is_debugged = is_on,
            Some(Command::Register) => self.lines.tell("there is nothing to register"),
            Some(command) => self.waiting.push_back(Waiting { command, is_stopped: false }),
        }
    }

    /// Gives an answer that is due, and takes up what waits.
    fn go_on(&mut self) -> Result<(), Failure> {
        loop {
            if self.waiting.front().is_some_and(|next| next.command == Command::PonderHit) {
                self.waiting.pop_front();
                self.hit();
            }
            if let Some(running) = &mut self.running {
                // Nobody is left to say stop.
                if self.has_ended && running.hold != Hold::Nothing {
                    running.stop();
                }
                if running.hold != Hold::Nothing {
                    return Ok(());
                }
                if !running.is_done {
                    return Ok(());
                }
                let answer = running.answer.take();
                self.running = None;
                if let Some(answer) = answer {
                    self.lines.say(&answer);
                }
            }
            let Some(Waiting { command, is_stopped }) = self.waiting.pop_front() else { return Ok(()) };
            self.obey(command)?;
            if is_stopped && let Some(running) = &mut self.running {
                running.stop();
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::NewGame => self.means().clear(),
            Command::Position(setup) => self.set_up(&setup),
            Command::SetOption { name, value } => self.set(&name, value.as_deref()),
            Command::Go(go) => return self.search(&go),
            Command::Perft(depth) => return self.perft(depth),
            Command::Bench(depth) => return self.bench(depth),
            Command::Display => self.display(),
            Command::Eval => self.evaluate(),
            Command::PonderHit => self.hit(),
            // The others are obeyed when they are heard.
            _ => {}
        }
        Ok(())
    }

    fn means(&mut self) -> &mut Means {
        self.means.as_mut().expect("nothing else has the means while no work is under way")
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = settings::declarations();
        self.lines.say(&format!("id name Fortissimo {version}\nid author the Fortissimo authors\n{options}\nuciok"));
    }

    fn stop(&mut self) {
        self.waiting.iter_mut().for_each(|waiting| waiting.is_stopped = true);
        match &mut self.running {
            Some(running) => running.stop(),
            None => self.note("stop: nothing runs"),
        }
    }

    fn hit(&mut self) {
        match &mut self.running {
            Some(running) if running.hold == Hold::PonderHit => {
                running.hold = Hold::Nothing;
                running.stops.iter().for_each(|stop| stop.set_times(&running.on_hit));
                if running.is_forced {
                    running.stop();
                }
            }
            _ => self.note("ponderhit: no search ponders"),
        }
    }

    fn quit(&mut self) {
        self.is_quitting = true;
        self.waiting.clear();
        if let Some(running) = &mut self.running {
            running.stop();
        }
    }

    /// Tells what only matters when something is looked for.
    fn note(&self, text: &str) {
        if self.is_debugged {
            self.lines.tell(text);
        }
    }

    fn set_up(&mut self, setup: &Setup) {
        match setup::game(setup, self.settings.variant) {
            Ok(game) => {
                self.game = game;
                self.note(&format!("position {}, ply {}", self.game.current(), self.game.plies()));
            }
            Err(error) => self.lines.tell(&format!("position refused, the one before is kept: {error}")),
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings;
        match self.settings.set(name, value) {
            Ok(Change::Nothing) => {}
            Ok(Change::Clear) => self.means().clear(),
            Ok(Change::Reread) => self.reread(),
            Ok(Change::Resize) => {
                if let Err(error) = self.resize() {
                    self.settings = before;
                    self.lines.tell(&error);
                }
            }
            Err(error) => self.lines.tell(&error),
        }
    }

    /// Takes the position as one of the variant that was set, or the start where it cannot be.
    fn reread(&mut self) {
        let variant = self.settings.variant;
        let same = Setup { fen: Some(self.game.current().to_string()), moves: Vec::new() };
        let game = setup::game(&same, variant).or_else(|_| setup::game(&Setup::default(), variant));
        self.game = game.expect("the start position is a position");
    }

    fn resize(&mut self) -> Result<(), String> {
        let mebibytes = self.settings.hash;
        // The system gives more memory than it has and ends whoever uses it.
        if let Some(free) = available().filter(|&free| free < mebibytes as u64) {
            return Err(format!("Hash: there are {free} MiB of memory to have, not {mebibytes}; left as it was"));
        }
        // The old table goes before the new one comes: there may not be room for both.
        *self.means() = Means::new(1);
        *self.means() = Means::new(mebibytes);
        Ok(())
    }

    fn display(&self) {
        let pos = self.game.current();
        let over = self.game.ending().map_or_else(String::new, |ending| format!("\nOver: {}", ending.reason));
        self.lines.say(&format!("\n{}\n\nFen: {pos}\nKey: {:016X}{over}", pos.picture(), pos.key()));
    }

    fn evaluate(&self) {
        let (sense, pos) = (Chess::sense(), self.game.current());
        let value = sense.evaluate(pos, &sense.begin(pos));
        let side = Chess::SIDE_NAMES[pos.side().index()];
        self.lines.say(&format!("static value: {} (centipawns, for {side}, who is to move)", info::score(value)));
        if pos.is_check() {
            self.lines.tell("the side to move is in check, where static values say little");
        }
    }

    fn search(&mut self, go: &Go) -> Result<(), Failure> {
        let pos = self.game.current();
        let legal = legal_moves(pos);
        let mut budget = Budget::of(go, pos.side(), self.settings.overhead);
        if legal.is_empty() {
            self.lines.tell(&format!("there is no legal move: {}", pos.ending()));
            self.lines.say(&format!("info depth 0 score {}", if pos.is_check() { "mate 0" } else { "cp 0" }));
            let answer = Some("bestmove 0000".to_owned());
            self.running = Some(Running { hold: budget.hold, is_done: true, answer, ..Running::of(Vec::new()) });
            return Ok(());
        }
        let only = self.only(go, &legal);
        let choices = only.as_ref().map_or(legal.len(), Vec::len);
        let is_forced = choices == 1 && budget.is_hurried;
        if is_forced {
            budget = budget.of_forced();
        }
        let lines = self.settings.lines.min(choices);
        let plan = Plan { threads: self.settings.threads, lines, ..Plan::new(budget.limits) };
        let stop = Arc::new(Stop::new(&plan.limits));
        self.note(&format!("{plan:?}"));
        let (game, shows_chances) = (self.game.clone(), self.settings.shows_chances);
        let waits = budget.waits_for_tables();
        let search = Search { game, only, plan, stop: Arc::clone(&stop), mate: go.mate, shows_chances, waits };
        let running = Running { hold: budget.hold, on_hit: budget.on_hit, is_forced, ..Running::of(vec![stop]) };
        self.start(running, move |means, lines| Some(search.run(means, lines)))
    }

    /// The moves that `searchmoves` names; all if none of them is legal.
    fn only(&self, go: &Go, legal: &[Move]) -> Option<Vec<Move>> {
        let mut only = Vec::new();
        for text in go.only.as_ref()? {
            match setup::find(legal, text) {
                Some(mv) if only.contains(&mv) => {}
                Some(mv) => only.push(mv),
                None => self.lines.tell(&format!("searchmoves: {} is not legal here", quoted(text))),
            }
        }
        if only.is_empty() {
            self.lines.tell("searchmoves: no legal move is named; all are searched");
            return None;
        }
        Some(only)
    }

    fn perft(&mut self, depth: u32) -> Result<(), Failure> {
        let depth = depth.min(MAX_DEPTH);
        let (pos, stop) = (*self.game.current(), Arc::new(Stop::new(&Limits::NONE)));
        self.start(Running::of(vec![Arc::clone(&stop)]), move |_, lines| {
            work::perft(&pos, depth, &stop, lines);
            None
        })
    }

    fn bench(&mut self, depth: Option<u32>) -> Result<(), Failure> {
        let depth = depth.unwrap_or(Chess::BENCH_DEPTH).clamp(1, MAX_DEPTH);
        let stops = work::stops_of_bench();
        self.start(Running::of(stops.clone()), move |_, lines| {
            work::bench(depth, &stops, lines);
            None
        })
    }

    /// Starts a piece of work, which takes the means and brings them back with its answer.
    fn start(
        &mut self,
        running: Running,
        work: impl FnOnce(&mut Means, &Lines) -> Option<String> + Send + 'static,
    ) -> Result<(), Failure> {
        let mut means = self.means.take().expect("nothing else has the means while no work is under way");
        let (lines, events) = (Arc::clone(&self.lines), self.events.clone());
        let body = move || {
            let answer = work(&mut means, &lines);
            // Where the engine has gone nobody waits for the answer.
            let _ = events.send(Event::Done(means, answer));
        };
        let builder = thread::Builder::new().name("work".to_owned()).stack_size(STACK);
        builder.spawn(body).while_running("cannot start a thread")?;
        self.running = Some(running);
        Ok(())
    }
}

/// The memory that can still be used, in MiB, where the system tells.
fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    kibibytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes >> 10)
}
