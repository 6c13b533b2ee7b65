//! The chess engine as other programs use it: the UCI protocol (R. Huber and S. Meyer-Kahlen), in full.
//!
//! [`command`] turns lines into commands, [`engine`] obeys them, [`work`] is what runs on a thread of its own; [`budget`]
//! says how long, [`setup`] reads positions and moves, [`settings`] has the options, [`info`] writes scores, [`lines`]
//! is the way out.
//!
//! What is not plain in the protocol, and how it is here:
//! - A `position` with anything wrong in it (a bad FEN, an illegal move) is refused as a whole, with a message; the
//!   position before stays.
//! - A `go` without a limit is infinite. `go infinite` and `go ponder` answer only after `stop` or `ponderhit`, even when
//!   the search has ended. `bestmove 0000` is the answer where there is no legal move.
//! - `go mate N` looks for a mate in N moves or fewer: first by a short search as for a move, which finds most, then by
//!   proof, which leaves nothing out and uses one thread. Where there is none, it says so and answers with the move of
//!   the first search. A limit in nodes is the proof's; the first search takes at most a tenth of it more.
//! - At the end of input a search that has a limit is finished, and so is what waits behind it; one without is stopped.
//! - With `MultiPV` and proven mates the search goes on, so that the other lines deepen.
//! - `UCI_Chess960` takes the position at hand over; where it cannot be one, the start position takes its place.

mod budget;
mod command;
mod engine;
mod info;
mod lines;
mod settings;
mod setup;
#[cfg(test)]
mod tests;
mod work;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use self::engine::{Engine, Event};
pub(crate) use self::info::read as read_score;
pub(crate) use self::setup::find;
use crate::failure::{Context, Failure};
use lines::Lines;
use settings::Settings;

/// Obeys the lines of `input` and answers on `output`, with so many threads unless told otherwise.
pub(crate) fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    threads: Option<usize>,
) -> Result<(), Failure> {
    let (sender, events) = channel();
    let lines = Arc::new(Lines::new(output));
    let mut settings = Settings::default();
    if let Some(threads) = threads {
        settings.threads = threads;
    }
    let engine = Engine::new(lines, sender.clone(), settings);
    thread::Builder::new().spawn(move || listen(input, &sender)).while_running("cannot start a thread")?;
    engine.run(&events)
}

/// Passes lines on, whatever bytes they hold, until there are no more or nobody listens.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // What cannot be read is the end of what was to be read.
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if events.send(Event::Line(String::from_utf8_lossy(&bytes).into_owned())).is_err() {
            return;
        }
    }
    // The engine may have quit.
    let _ = events.send(Event::End);
}
