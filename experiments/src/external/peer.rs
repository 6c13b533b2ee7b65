//! A program that listens at a socket, and is talked to line by line.
//!
//! The program is given the path of a socket in a directory of its own, listens there, and serves one client: us. Starting
//! and each answer have a limit in time. Dropping a [`Peer`] ends the program, as [`process`](super::process) has it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::process::{Directory, Process, Trouble};

/// The longest answer.
const LONGEST: usize = 4096;

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

/// A running program.
pub(super) struct Peer {
    command: String,
    patience: Duration,
    stream: UnixStream,
    process: Process,
}

impl Peer {
    /// Starts a program and connects to it.
    pub(super) fn start(launch: &Launch<'_>) -> Result<Self, Trouble> {
        let command = launch.command.display().to_string();
        let broken = |error| Trouble::Broken { command: command.clone(), error };
        let directory = Directory::new().map_err(broken)?;
        let socket = directory.0.join("socket");
        let arguments = (launch.arguments)(&socket, &directory.0).map_err(broken)?;
        let log = File::create(directory.log()).map_err(broken)?;
        let mut start = Command::new(launch.command);
        start.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().map_err(broken)?).stderr(log);
        let mut process = Process::start(&mut start, Some(directory)).map_err(|error| Trouble::Start {
            command: command.clone(),
            error,
            install: launch.install,
        })?;
        let stream = connect(&mut process, &socket, &command, launch.patience)?;
        stream.set_write_timeout(Some(launch.patience)).map_err(broken)?;
        Ok(Self { command, patience: launch.patience, stream, process })
    }

    /// Says a line, and gives the line that is answered, without its end.
    pub(super) fn ask(&mut self, request: &str) -> Result<String, Trouble> {
        let line = format!("{request}\n");
        match self.stream.write_all(line.as_bytes()) {
            Ok(()) => self.answer(),
            Err(error) => Err(self.fault(error)),
        }
    }

    fn answer(&mut self) -> Result<String, Trouble> {
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

    fn verbose(&self, answer: &[u8]) -> Trouble {
        const SHOWN: usize = 80;
        let start = String::from_utf8_lossy(&answer[..answer.len().min(SHOWN)]).into_owned();
        Trouble::Verbose { command: self.command.clone(), start }
    }

    fn silent(&self) -> Trouble {
        let said = last_words(&self.process);
        Trouble::Silent { command: self.command.clone(), after: self.patience, said }
    }

    fn ended(&mut self) -> Trouble {
        let how = self.process.end_of_itself();
        Trouble::Ended { command: self.command.clone(), how, said: last_words(&self.process) }
    }

    fn fault(&mut self, error: io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.silent(),
            io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => self.ended(),
            _ => Trouble::Broken { command: self.command.clone(), error },
        }
    }
}

/// Waits until the program listens.
fn connect(process: &mut Process, socket: &Path, command: &str, patience: Duration) -> Result<UnixStream, Trouble> {
    let begun = Instant::now();
    let command = || command.to_owned();
    loop {
        match UnixStream::connect(socket) {
            Ok(stream) => return Ok(stream),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {}
            Err(error) => return Err(Trouble::Broken { command: command(), error }),
        }
        match process.status() {
            Ok(Some(how)) => {
                return Err(Trouble::Ended { command: command(), how: Some(how), said: last_words(process) });
            }
            Ok(None) if begun.elapsed() > patience => {
                return Err(Trouble::Deaf { command: command(), after: patience, said: last_words(process) });
            }
            Ok(None) => Process::look_again(),
            Err(error) => return Err(Trouble::Broken { command: command(), error }),
        }
    }
}

fn last_words(process: &Process) -> String {
    process.directory().map(Directory::last_words).unwrap_or_default()
}
