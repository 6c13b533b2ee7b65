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
    /// The time after which no further iteration is begun; a search whose choice stands firm stops earlier, one whose
    /// choice wavers later.
    pub soft_time: Option<Duration>,
    /// The nodes after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
}

impl Limits {
    /// No limit but [`MAX_DEPTH`].
    pub const NONE: Self = Self { depth: None, nodes: None, time: None, soft_time: None, soft_nodes: None };

    /// A search of exactly this many plies.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// A search of this many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// A search of this long.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// What to spend on a move of a clock with so much `left`, an `increment` a move, and so many moves to the next time
    /// control (`None`: the rest of the game). Never so much that a slow moment would lose on time.
    #[must_use]
    pub fn of_clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        let moves = moves_to_go.map_or(30, |moves| moves.clamp(1, 40) + 1);
        let most = if moves_to_go == Some(1) { left * 8 / 10 } else { left / 2 };
        let soft = (left / moves + increment * 3 / 4).min(most);
        let hard = (soft * 4).min(most).min(left / 5 + soft);
        Self { time: Some(hard), soft_time: Some(soft), ..Self::NONE }
    }

    /// Whether the same search on one thread gives the same answer every time.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        self.time.is_none() && self.soft_time.is_none()
    }

    /// The last depth to search.
    #[must_use]
    pub fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }
}

/// What the threads of one search share, and whoever may end it: the word to stop, the nodes counted so far, the times.
#[derive(Debug)]
pub struct Stop {
    stopped: AtomicBool,
    nodes: AtomicU64,
    node_limit: u64,
    soft_nodes: u64,
    begun: Instant,
    /// Microseconds from the beginning, [`NEVER`] if there is no such limit.
    deadline: AtomicU64,
    soft_deadline: AtomicU64,
}

const NEVER: u64 = u64::MAX;

fn micros(time: Option<Duration>) -> u64 {
    time.map_or(NEVER, |time| u64::try_from(time.as_micros()).unwrap_or(NEVER))
}

impl Stop {
    /// The shared state of a search that starts now.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            soft_nodes: limits.soft_nodes.unwrap_or(u64::MAX),
            begun: Instant::now(),
            deadline: AtomicU64::new(micros(limits.time)),
            soft_deadline: AtomicU64::new(micros(limits.soft_time)),
        }
    }

    /// Gives the search other limits in time, counted from now: what a search on the opponent's time gets when its guess
    /// was right.
    pub fn set_times(&self, limits: &Limits) {
        let from_now = |time: Option<Duration>| micros(time.map(|time| time + self.begun.elapsed()));
        self.deadline.store(from_now(limits.time), Ordering::Relaxed);
        self.soft_deadline.store(from_now(limits.soft_time), Ordering::Relaxed);
    }

    /// Whether the soft limits say that no further iteration should begin. `patience` stretches the soft time: 1 for a
    /// search of which nothing special is known.
    pub(crate) fn is_enough(&self, nodes: u64, patience: f64) -> bool {
        let soft = self.soft_deadline.load(Ordering::Relaxed);
        nodes >= self.soft_nodes || (soft != NEVER && self.begun.elapsed().as_micros() as f64 >= soft as f64 * patience)
    }

    fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.begun.elapsed().as_micros() as u64 >= deadline
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether the search was told to stop, or stopped at a limit.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
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
        if self.stop.is_late() || total >= self.stop.node_limit || self.stop.stopped.load(Ordering::Relaxed) {
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
