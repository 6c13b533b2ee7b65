//! How a search looks endings up: it waits for a table that is not solved yet, or goes on without.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use engine::games::chess::Chess;
use engine::{Known, Probe};

use super::ending::Ending;
use super::exits::Lookup;
use super::worth::Worth;
use super::{Endings, Question};

/// What a search does when a table is not solved yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// It waits, so that the answer depends on the position alone.
    Waits,
    /// It goes on without, so that no time is lost on the clock; the table is solved meanwhile, beside the search.
    GoesOn,
}

/// Tables of endings as a search uses them.
#[derive(Clone, Debug)]
pub struct Look {
    endings: Arc<Endings>,
    patience: Patience,
    wanted: Arc<Wanted>,
}

/// Which endings were asked for without being there, a bit each, and the right to solve one.
#[derive(Debug, Default)]
struct Wanted {
    endings: AtomicU64,
    solving: Mutex<()>,
}

impl Look {
    /// A look into `endings`.
    #[must_use]
    pub fn new(endings: Arc<Endings>, patience: Patience) -> Self {
        Self { endings, patience, wanted: Arc::default() }
    }

    /// Has an ending solved beside the search, one at a time, unless that was asked for before.
    #[cold]
    fn want(&self, ending: Ending) {
        let bit = 1 << ending.number();
        if self.wanted.endings.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            let (endings, wanted) = (Arc::clone(&self.endings), Arc::clone(&self.wanted));
            thread::spawn(move || {
                let _turn = wanted.solving.lock().unwrap_or_else(PoisonError::into_inner);
                endings.table(ending);
            });
        }
    }
}

impl Probe<Chess> for Look {
    #[inline]
    fn probe(&self, pos: &Chess) -> Option<Known> {
        // Nearly all positions of a search have more men.
        if pos.occupied().count_ones() as usize > super::MOST_MEN {
            return None;
        }
        let Question::Worth(placement) = self.endings.question(pos)? else { return Some(Worth::DRAW.known()) };
        let ending = placement.ending;
        if self.patience == Patience::GoesOn && self.endings.tables[ending.number()].get().is_none() {
            self.want(ending);
            return None;
        }
        Some(self.endings.worth(placement).known())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use engine::games::chess::Options;
    use engine::{Node, Value};

    use super::*;

    fn known(look: &Look, text: &str) -> Option<Known> {
        look.probe(&Chess::parse(text, &Options::default()).expect("a position"))
    }

    const ROOK: &str = "8/8/8/8/8/2k5/1R6/K7 w - -";

    #[test]
    fn who_waits_is_answered_at_once() {
        let look = Look::new(Arc::default(), Patience::Waits);
        assert_eq!(known(&look, ROOK), Some(Known { value: Value::Win, plies: Some(31) }));
    }

    #[test]
    fn who_goes_on_is_answered_later() {
        let look = Look::new(Arc::default(), Patience::GoesOn);
        assert_eq!(known(&look, ROOK), None);
        let begun = Instant::now();
        let answer = loop {
            match known(&look, ROOK) {
                None if begun.elapsed() < Duration::from_secs(60) => thread::sleep(Duration::from_millis(1)),
                answer => break answer,
            }
        };
        assert_eq!(answer.and_then(|known| known.plies), Some(31));
        assert_eq!(known(&look, "8/8/8/8/8/2k5/8/K7 w - -"), Some(Known { value: Value::Draw, plies: None }));
        assert_eq!(known(&look, "8/2k5/8/8/8/8/1PPP4/K7 w - -"), None);
    }
}
