//! A program that we start, talk to line by line, and end.
//!
//! The program is given the path of a socket in a directory of its own, listens there, and serves one client: us. Starting
//! and each answer have a limit in time. Dropping a [`Peer`] ends the program. Where we are killed before we can
//! do that, a watchdog does it: a shell that waits at a pipe from us, which closes with us, however we end.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The longest answer.
const LONGEST: usize = 4096;
/// Between two looks at whether a program listens, or has ended.
const LOOK: Duration = Duration::from_millis(5);
/// How long a program that hangs up may take to end of itself, and to say why.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Ends the program `$1` and removes its directory `$2` when we are gone. Signals from a terminal are for us.
const WATCHDOG: &str = "trap '' HUP INT TERM; read -r _; kill -9 \"$1\"; rm -rf \"$2\"";

/// How a program is started.
pub(super) struct Launch<'a> {
    pub(super) command: &'a Path,
    /// Its arguments, from the socket it is to listen at and the directory in which it may have files.
    pub(super) arguments: &'a dyn Fn(&Path, &Path) -> io::Result<Vec<String>>,
    /// How long it may take to listen, and for each answer.
    pub(super) patience: Duration,
    /// What to do if it is not there.
    pub(super) install: &'static str,
}

/// Why a program does not play along.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// It is not there, or may not be run.
    #[error("{command} cannot be started: {error}; {install}")]
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
    /// More than one line, or a line without end.
    #[error("{command} answers with more than a line: {start:?}")]
    Verbose { command: String, start: String },
    /// The connection failed in some other way, or a file of ours did.
    #[error("{command}: {error}")]
    Broken { command: String, error: io::Error },
}

fn status(how: Option<ExitStatus>) -> String {
    how.map_or_else(|| " the connection".to_owned(), |how| format!(" ({how})"))
}

fn words(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("; it said: {said}") }
}

/// A running program.
pub(super) struct Peer {
    command: String,
    patience: Duration,
    stream: UnixStream,
    process: Process,
}

impl Peer {
    /// Starts a program and connects to it.
    pub(super) fn start(launch: &Launch<'_>) -> Result<Self, Fault> {
        let command = launch.command.display().to_string();
        let broken = |error| Fault::Broken { command: command.clone(), error };
        let directory = Directory::new().map_err(broken)?;
        let socket = directory.0.join("socket");
        let arguments = (launch.arguments)(&socket, &directory.0).map_err(broken)?;
        let log = File::create(directory.log()).map_err(broken)?;
        let child = Command::new(launch.command)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(log.try_clone().map_err(broken)?)
            .stderr(log)
            .spawn()
            .map_err(|error| Fault::Start { command: command.clone(), error, install: launch.install })?;
        let mut process = Process { child, watchdog: None, directory };
        process.watch().map_err(broken)?;
        let stream = process.connect(&socket, &command, launch.patience)?;
        stream.set_write_timeout(Some(launch.patience)).map_err(broken)?;
        Ok(Self { command, patience: launch.patience, stream, process })
    }

    /// Says a line, and gives the line that is answered, without its end.
    pub(super) fn ask(&mut self, request: &str) -> Result<String, Fault> {
        let line = format!("{request}\n");
        match self.stream.write_all(line.as_bytes()) {
            Ok(()) => self.answer(),
            Err(error) => Err(self.fault(error)),
        }
    }

    fn answer(&mut self) -> Result<String, Fault> {
        let deadline = Instant::now() + self.patience;
        let (mut answer, mut buffer) = (Vec::new(), [0; 512]);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.silent());
            }
            let read = self.stream.set_read_timeout(Some(left)).and_then(|()| self.stream.read(&mut buffer));
            match read {
                Ok(0) => return Err(self.ended()),
                Ok(count) => answer.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.fault(error)),
            }
            match answer.iter().position(|&byte| byte == b'\n') {
                Some(end) if end + 1 == answer.len() => {
                    return Ok(String::from_utf8_lossy(&answer[..end]).trim_end_matches('\r').to_owned());
                }
                None if answer.len() <= LONGEST => {}
                _ => return Err(self.verbose(&answer)),
            }
        }
    }

    fn verbose(&self, answer: &[u8]) -> Fault {
        const SHOWN: usize = 80;
        let start = String::from_utf8_lossy(&answer[..answer.len().min(SHOWN)]).into_owned();
        Fault::Verbose { command: self.command.clone(), start }
    }

    fn silent(&self) -> Fault {
        let said = self.process.directory.last_words();
        Fault::Silent { command: self.command.clone(), after: self.patience, said }
    }

    fn ended(&mut self) -> Fault {
        let how = self.process.end_of_itself();
        Fault::Ended { command: self.command.clone(), how, said: self.process.directory.last_words() }
    }

    fn fault(&mut self, error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.silent(),
            io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => self.ended(),
            _ => Fault::Broken { command: self.command.clone(), error },
        }
    }
}

/// The program's process, its watchdog and its directory, all of which end with this.
struct Process {
    child: Child,
    watchdog: Option<Child>,
    directory: Directory,
}

impl Process {
    fn watch(&mut self) -> io::Result<()> {
        let watchdog = Command::new("sh")
            .args(["-c", WATCHDOG, "sh", &self.child.id().to_string()])
            .arg(&self.directory.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        self.watchdog = Some(watchdog);
        Ok(())
    }

    /// Waits until the program listens.
    fn connect(&mut self, socket: &Path, command: &str, patience: Duration) -> Result<UnixStream, Fault> {
        let begun = Instant::now();
        let command = || command.to_owned();
        loop {
            match UnixStream::connect(socket) {
                Ok(stream) => return Ok(stream),
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {}
                Err(error) => return Err(Fault::Broken { command: command(), error }),
            }
            let said = || self.directory.last_words();
            match self.child.try_wait() {
                Ok(Some(how)) => return Err(Fault::Ended { command: command(), how: Some(how), said: said() }),
                Ok(None) if begun.elapsed() > patience => {
                    return Err(Fault::Deaf { command: command(), after: patience, said: said() });
                }
                Ok(None) => thread::sleep(LOOK),
                Err(error) => return Err(Fault::Broken { command: command(), error }),
            }
        }
    }

    /// How the program ended, if it does so soon.
    fn end_of_itself(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < LAST_WORDS {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(LOOK),
                Ok(how) => return how,
                Err(_) => return None,
            }
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The watchdog first: it must not end a process that has the program's number after it. What cannot be ended
        // or waited for is gone already.
        for child in self.watchdog.iter_mut().chain([&mut self.child]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A directory for a program's socket and files, which nobody else may enter; removed with this.
struct Directory(PathBuf);

impl Directory {
    fn new() -> io::Result<Self> {
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
    fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// The last line of it that is not empty.
    fn last_words(&self) -> String {
        let log = fs::read(self.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
