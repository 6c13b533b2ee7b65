//! A program that is talked to over its standard input and output, line by line.
//!
//! Lines in both directions go through threads of their own: a program that does not read cannot hold us up, and one that
//! writes without end waits until somebody wants to hear it. What it writes to standard error is kept as far as it may be
//! its last words.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::process::{Process, Trouble, last_line};

/// The longest line in bytes; a principal variation has some thousand.
const LONGEST: u64 = 1 << 16;
/// Lines that are kept for us before the program has to wait.
const WAITING: usize = 256;
/// So much of standard error may be last words.
const TAIL: usize = 4096;
/// How much of an endless line is shown.
const SHOWN: usize = 80;

/// A running program with its pipes.
pub(super) struct Pipes {
    pub(super) command: String,
    process: Process,
    /// Where lines for it go; nobody listens any more after the end of it.
    out: Option<Sender<String>>,
    heard: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// What reads them.
    reader: JoinHandle<()>,
    /// The last line that was heard, for who wants to know why there are no more.
    last: String,
    /// Whether it may be asked to end, because nothing has gone wrong so far.
    is_well: bool,
}

/// What comes from the program.
enum Heard {
    Line(String),
    /// A line without end, or the beginning of it.
    Endless(String),
}

impl Pipes {
    pub(super) fn start(program: &str, arguments: &[String]) -> Result<Self, Trouble> {
        let mut command = Command::new(Path::new(program));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let command_name = program.to_owned();
        let mut process = Process::start(&mut command, None).map_err(|error| Trouble::Start {
            command: command_name.clone(),
            error,
            install: "cmd is a path, or a name that stands in PATH",
        })?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let threads = threads(process.child(), &errors);
        let (out, heard, reader) = threads.map_err(|error| Trouble::Broken { command: command_name.clone(), error })?;
        let last = String::new();
        Ok(Self { command: command_name, process, out: Some(out), heard, errors, reader, last, is_well: true })
    }

    /// Says a line, or several.
    pub(super) fn say(&self, lines: &str) {
        if let Some(out) = &self.out {
            // Whether anybody hears it will be seen by the answer.
            let _ = out.send(format!("{lines}\n"));
        }
    }

    /// Passes over what was said without being asked.
    pub(super) fn skip(&self) {
        // A program that never stops does not have to be heard out.
        for _ in 0..WAITING {
            if self.heard.try_recv().is_err() {
                return;
            }
        }
    }

    /// The next line that is not empty, if it comes before the deadline; `silent` says what it means if none does.
    pub(super) fn hear(&mut self, deadline: Instant, silent: impl Fn(&Self) -> Trouble) -> Result<String, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Who talks without end and says nothing is out of time all the same.
            let heard = if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { self.heard.recv_timeout(left) };
            let failed = match heard {
                Ok(Heard::Line(line)) if line.trim().is_empty() => continue,
                Ok(Heard::Line(line)) => {
                    self.last.clone_from(&line);
                    return Ok(line);
                }
                Ok(Heard::Endless(start)) => Trouble::Verbose { command: self.command.clone(), start },
                Err(RecvTimeoutError::Timeout) => silent(self),
                Err(RecvTimeoutError::Disconnected) => self.ended(),
            };
            self.is_well = false;
            return Err(failed);
        }
    }

    /// The program kept silent for so long.
    pub(super) fn silent(&self, after: Duration) -> Trouble {
        Trouble::Silent { command: self.command.clone(), after, said: self.last_words() }
    }

    /// The same where there was a limit in time.
    pub(super) fn late(&self, after: Duration) -> Trouble {
        Trouble::Late { command: self.command.clone(), after, said: self.last_words() }
    }

    /// What the program said is no answer.
    pub(super) fn nonsense(&mut self, what: String) -> Trouble {
        self.is_well = false;
        Trouble::Nonsense { command: self.command.clone(), what, said: self.errors() }
    }

    fn ended(&mut self) -> Trouble {
        let how = self.process.end_of_itself();
        // Its last words may still be on their way.
        let begun = Instant::now();
        while !self.reader.is_finished() && begun.elapsed() < Process::LAST_WORDS {
            Process::look_again();
        }
        Trouble::Ended { command: self.command.clone(), how, said: self.last_words() }
    }

    /// The last line of its standard error or, without any, the last that it said.
    fn last_words(&self) -> String {
        let errors = self.errors();
        if errors.is_empty() { self.last.clone() } else { errors }
    }

    fn errors(&self) -> String {
        last_line(&self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        if self.is_well {
            self.say("quit");
        }
        drop(self.out.take());
        if self.is_well {
            self.process.end_of_itself();
        }
    }
}

/// Where lines go and come from, and what listens to standard error.
type Threads = (Sender<String>, Receiver<Heard>, JoinHandle<()>);

/// Starts what carries lines to and from the program.
fn threads(child: &mut Child, errors: &Arc<Mutex<Vec<u8>>>) -> std::io::Result<Threads> {
    let missing = || std::io::Error::other("the program has no pipes");
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let mut error = child.stderr.take().ok_or_else(missing)?;
    let (out, to_say) = channel::<String>();
    let (hearing, heard) = sync_channel(WAITING);
    let tail = Arc::clone(errors);
    let spawn = |name: &str, body: Box<dyn FnOnce() + Send>| {
        thread::Builder::new().name(name.to_owned()).stack_size(1 << 18).spawn(body)
    };
    spawn(
        "to engine",
        Box::new(move || {
            // Whoever does not take a line takes no other.
            for text in &to_say {
                if input.write_all(text.as_bytes()).is_err() {
                    return;
                }
            }
        }),
    )?;
    spawn("from engine", Box::new(move || listen(BufReader::new(output), &hearing)))?;
    let reader = spawn("errors of engine", Box::new(move || keep_tail(&mut error, &tail)))?;
    Ok((out, heard, reader))
}

/// Passes lines on, whatever bytes they hold, until there are no more or nobody wants them.
fn listen(mut output: impl BufRead, hearing: &SyncSender<Heard>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_endless = bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n');
        let shown = if is_endless { &bytes[..SHOWN] } else { &bytes[..] };
        let text = String::from_utf8_lossy(shown).trim_end_matches(['\n', '\r']).to_owned();
        let heard = if is_endless { Heard::Endless(text) } else { Heard::Line(text) };
        if hearing.send(heard).is_err() || is_endless {
            return;
        }
    }
}

fn keep_tail(error: &mut impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; TAIL];
    while let Ok(count @ 1..) = error.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&buffer[..count]);
        let surplus = tail.len().saturating_sub(TAIL);
        tail.drain(..surplus);
    }
}
