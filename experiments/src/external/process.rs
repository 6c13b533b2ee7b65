//! A program that we start and end, whatever it is that we talk over.
//!
//! Dropping a [`Process`] ends the program and all that it has started. Where we are killed before we can do that, a
//! watchdog does it: a shell that waits at a pipe from us, which closes with us, however we end.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use search::Fault;

/// Between two looks at whether a program listens, or has ended.
const LOOK: Duration = Duration::from_millis(5);
/// Ends the programs of group `$1` and removes directory `$2`, if there is one, when we are gone. Signals from a terminal
/// are for us.
const WATCHDOG: &str = "trap '' HUP INT TERM; read -r _; kill -9 \"-$1\"; [ -z \"$2\" ] || rm -rf \"$2\"";

/// Why a program does not play along.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// It is not there, or may not be run.
    #[error("{command} cannot be started: {error}{}", hint(install))]
    Start { command: String, error: io::Error, install: &'static str },
    /// It ended, or closed the connection.
    #[error("{command} ended{}{}", status(*.how), words(.said))]
    Ended { command: String, how: Option<ExitStatus>, said: String },
    /// It listens at its socket too late, or never.
    #[error("{command} does not listen after {} s{}", .after.as_secs_f64(), words(.said))]
    Deaf { command: String, after: Duration, said: String },
    /// No answer came in time.
    #[error("{command} has not answered after {} s{}", .after.as_secs_f64(), words(.said))]
    Silent { command: String, after: Duration, said: String },
    /// No move came in the time that there was for it.
    #[error("{command} has not moved after {} s, its time and margin{}", .after.as_secs_f64(), words(.said))]
    Late { command: String, after: Duration, said: String },
    /// More than one line, or a line without end.
    #[error("{command} answers with more than a line: {start:?}")]
    Verbose { command: String, start: String },
    /// What it says is no answer.
    #[error("{command} {what}{}", words(.said))]
    Nonsense { command: String, what: String, said: String },
    /// What it answers is no legal move.
    #[error("it answers {answer:?}: {why}")]
    Illegal { answer: String, why: String },
    /// It lacks what was asked of it.
    #[error("{command} {what}")]
    Unfit { command: String, what: String },
    /// It says itself that it cannot go on.
    #[error("{command} gives up: {what}")]
    GivesUp { command: String, what: String },
    /// The connection failed in some other way, or a file of ours did.
    #[error("{command}: {error}")]
    Broken { command: String, error: io::Error },
}

impl Trouble {
    /// What it is in the eyes of a referee.
    pub(super) const fn fault(&self) -> Fault {
        match self {
            Self::Start { .. }
            | Self::Ended { .. }
            | Self::Unfit { .. }
            | Self::GivesUp { .. }
            | Self::Broken { .. } => Fault::Crash,
            Self::Deaf { .. } | Self::Silent { .. } => Fault::Stall,
            Self::Late { .. } => Fault::Time,
            Self::Illegal { .. } => Fault::IllegalMove,
            Self::Verbose { .. } | Self::Nonsense { .. } => Fault::Nonsense,
        }
    }
}

fn hint(install: &str) -> String {
    if install.is_empty() { String::new() } else { format!("; {install}") }
}

fn status(how: Option<ExitStatus>) -> String {
    how.map_or_else(|| " the connection".to_owned(), |how| format!(" ({how})"))
}

fn words(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("; it said: {said}") }
}

/// A running program, its watchdog and, if it has one, its directory, all of which end with this.
pub(super) struct Process {
    child: Child,
    watchdog: Option<Child>,
    directory: Option<Directory>,
    /// Whether its end was noticed: then its number may be another's.
    is_gone: bool,
}

impl Process {
    /// How long a program that hangs up, or is told to end, may take to do so, and to say why.
    pub(super) const LAST_WORDS: Duration = Duration::from_millis(500);

    /// Starts a program, in a group of its own: a signal from a terminal is for us, and what it starts ends with it.
    pub(super) fn start(command: &mut Command, directory: Option<Directory>) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let mut process = Self { child, watchdog: None, directory, is_gone: false };
        let watchdog = Command::new("sh")
            .args(["-c", WATCHDOG, "sh", &process.child.id().to_string()])
            .arg(process.directory.as_ref().map_or(Path::new(""), |directory| &directory.0))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        process.watchdog = Some(watchdog);
        Ok(process)
    }

    /// The program's end of the pipes.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub(super) fn directory(&self) -> Option<&Directory> {
        self.directory.as_ref()
    }

    /// How it ended, if it has.
    pub(super) fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        self.is_gone |= status.is_some();
        Ok(status)
    }

    /// Waits for a moment between two looks.
    pub(super) fn look_again() {
        thread::sleep(LOOK);
    }

    /// How the program ended, if it does so soon.
    pub(super) fn end_of_itself(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < Self::LAST_WORDS {
            match self.status() {
                Ok(None) => Self::look_again(),
                Ok(how) => return how,
                Err(_) => return None,
            }
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // What cannot be ended or waited for is gone already.
        if let Some(mut watchdog) = self.watchdog.take() {
            if self.is_gone {
                // It must not end a process that has the program's number after it.
                let _ = watchdog.kill();
            } else {
                // At the end of its input it does what it is there for, while the number is still the program's.
                drop(watchdog.stdin.take());
            }
            let _ = watchdog.wait();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A directory for a program's socket and files, which nobody else may enter; removed with this.
pub(super) struct Directory(pub(super) PathBuf);

impl Directory {
    pub(super) fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("fort-{}-{number}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                // What a process of our number left behind.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// What the program writes to its standard output and its standard error.
    pub(super) fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// The last line of it that is not empty.
    pub(super) fn last_words(&self) -> String {
        last_line(&fs::read(self.log()).unwrap_or_default())
    }
}

/// The last line that is not empty.
pub(super) fn last_line(log: &[u8]) -> String {
    let text = String::from_utf8_lossy(log);
    text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
