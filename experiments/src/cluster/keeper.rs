//! Keeps what a task has finished: on the disk every few seconds, and at once when the task is told to stop.
//!
//! Finished units are in the file as soon as they are written, which a kill does not undo; only a machine that goes
//! down takes with it what was not on the disk yet. SIGTERM is how Slurm tells a task of preemption, a time limit or
//! cancellation, with some seconds to spare, and SIGINT comes from a terminal. Both then do what they always do, end
//! the process by the signal, so that whoever started it sees that it is not done.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::emulate_default_handler;

use crate::failure::{Context, Failure};

/// How soon a signal is seen.
const LOOK: Duration = Duration::from_millis(50);
/// How long what is finished may not be on the disk yet.
const SYNC: Duration = Duration::from_secs(5);

/// A thread that watches over a file, until it is dropped.
pub(super) struct Keeper {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Watches over the file at `path`; `name` is the task's, for a last word.
    pub(super) fn start(path: &Path, name: String) -> Result<Self, Failure> {
        let file = File::open(path).while_running(path.display())?;
        let caught = Arc::new(AtomicUsize::new(0));
        for signal in [SIGTERM, SIGINT] {
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal as usize)
                .while_running("cannot wait for signals")?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let watch = move || {
            let mut synced = Instant::now();
            while !stopped.load(Ordering::Relaxed) {
                std::thread::park_timeout(LOOK);
                match caught.load(Ordering::Relaxed) as i32 {
                    0 if synced.elapsed() < SYNC => {}
                    0 => {
                        // Who writes the file is told of a disk that fails.
                        let _ = file.sync_data();
                        synced = Instant::now();
                    }
                    signal => end(&file, &name, signal),
                }
            }
        };
        Ok(Self { stop, thread: Some(std::thread::spawn(watch)) })
    }
}

/// Puts everything on the disk and ends the process by the signal.
fn end(file: &File, name: &str, signal: i32) {
    let _ = file.sync_data();
    let signal_name = if signal == SIGTERM { "SIGTERM" } else { "SIGINT" };
    let last_word =
        format_args!("fort: {name}: stopped by {signal_name}; what is finished is kept, and the next run carries on");
    // Nobody may be there to read it.
    let _ = writeln!(std::io::stderr(), "{last_word}");
    let _ = emulate_default_handler(signal);
    // Where the signal does not end the process, its exit code says the same.
    std::process::exit(128 + signal);
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A watcher that panicked has nothing left to stop.
            let _ = thread.join();
        }
    }
}
