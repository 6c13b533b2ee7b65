//! When a search stops: by depth, by nodes, by time, or because somebody says so.
//!
//! Depth and node limits give the same search every time on one thread; time limits do not, and are marked so by
//! [`Limits::is_reproducible`]. A [`Meter`] counts the nodes of one thread; a [`Stop`] is what the threads of one
//! search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The deepest search that can be asked for, in plies.
pub const MAX_DEPTH: u32 = 127;

/// How far a search may go. What is `None` does not limit; with nothing set it goes to [`MAX_DEPTH`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies, 1 to [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes, at least 1; exact on one thread.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// A search of exactly this many plies.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None, time: None }
    }

    /// A search of this many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes), time: None }
    }

    /// A search of this long.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { depth: None, nodes: None, time: Some(time) }
    }

    /// Whether the same search on one thread gives the same answer every time.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        self.time.is_none()
    }

    /// The last depth to search.
    #[must_use]
    pub fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }
}

/// What the threads of one search share: the word to stop, the nodes counted so far, the deadline.
#[derive(Debug)]
pub struct Stop {
    stopped: AtomicBool,
    nodes: AtomicU64,
    node_limit: u64,
    deadline: Option<Instant>,
}

impl Stop {
    /// The shared state of a search that starts now.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// Tells every thread to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The nodes of all threads, up to the last report of each.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// The search was told to stop, and its half-done answer is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts the nodes of one thread and notices when to stop.
#[derive(Debug)]
pub struct Meter<'a> {
    stop: &'a Stop,
    nodes: u64,
    /// The count at which to look up from the tree.
    next_look: u64,
    reported: u64,
    /// Alone, a thread looks exactly at the node limit; with others it cannot know and looks every so often.
    is_alone: bool,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at the clock and at the other threads.
    const STRIDE: u64 = 512;

    /// A meter for one of the threads of a search; `is_alone` if there is no other.
    #[must_use]
    pub fn new(stop: &'a Stop, is_alone: bool) -> Self {
        let mut meter = Self { stop, nodes: 0, next_look: 0, reported: 0, is_alone };
        meter.plan_next_look();
        meter
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] once a limit is reached or the search was stopped.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let total = self.report();
        let is_late = self.stop.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || total >= self.stop.node_limit || self.stop.stopped.load(Ordering::Relaxed) {
            self.stop.stop();
            return Err(Stopped);
        }
        self.plan_next_look();
        Ok(())
    }

    fn plan_next_look(&mut self) {
        self.next_look = self.nodes + Self::STRIDE;
        if self.is_alone {
            self.next_look = self.next_look.min(self.stop.node_limit);
        }
    }

    /// Adds what was counted since the last report to the shared count, and returns that.
    pub fn report(&mut self) -> u64 {
        let fresh = self.nodes - self.reported;
        self.reported = self.nodes;
        self.stop.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh
    }

    /// The nodes of this thread.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_alone_stops_exactly_at_its_node_limit() {
        for limit in [1, 2, 511, 512, 513, 5_000] {
            let stop = Stop::new(&Limits::nodes(limit));
            let mut meter = Meter::new(&stop, true);
            let counted = (0..10_000).take_while(|_| meter.count().is_ok()).count() as u64;
            assert_eq!((counted, meter.nodes()), (limit, limit));
        }
    }

    #[test]
    fn a_deadline_in_the_past_stops_at_once() {
        let stop = Stop::new(&Limits::time(Duration::ZERO));
        let mut meter = Meter::new(&stop, false);
        assert!((0..=Meter::STRIDE).any(|_| meter.count().is_err()));
    }
}
