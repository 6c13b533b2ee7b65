//! What the engine says: whole lines, each written and flushed under a lock, from whichever thread has something to say.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;
use crate::output::name_place;

/// The way out.
pub(super) struct Lines {
    sink: Mutex<Sink>,
    is_gone: AtomicBool,
}

struct Sink {
    out: Box<dyn Write + Send>,
    error: Option<io::Error>,
}

impl Lines {
    /// Lines that go to `out`.
    pub(super) fn new(out: Box<dyn Write + Send>) -> Self {
        Self { sink: Mutex::new(Sink { out, error: None }), is_gone: AtomicBool::new(false) }
    }

    /// Writes a line, or several with line ends between them.
    pub(super) fn say(&self, text: &str) {
        let mut sink = self.sink.lock().expect("no thread panics while it writes");
        // One write a line: a reader never sees half of one.
        let written = sink.out.write_all(format!("{text}\n").as_bytes()).and_then(|()| sink.out.flush());
        if let Err(error) = written {
            sink.error.get_or_insert(error);
            self.is_gone.store(true, Ordering::Relaxed);
        }
    }

    /// Tells a person, in the form that programs show or skip.
    pub(super) fn tell(&self, text: &str) {
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.say(&lines.join("\n"));
    }

    /// Whether nobody reads any more: a search for nobody should end.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }

    /// Whether everything was written.
    pub(super) fn outcome(&self) -> Result<(), Failure> {
        let mut sink = self.sink.lock().expect("no thread panics while it writes");
        sink.error.take().map_or(Ok(()), |error| Err(Failure::from(name_place(&error))))
    }
}
