//! How a search looks endgames up: quiet positions only, and without waiting if it has no time.

use std::sync::{Arc, OnceLock};
use std::thread;

use engine::games::checkers::Checkers;
use engine::{Known, Probe};

use super::tables::Tables;
use super::{MOST_WITH_PLIES, Patience};

/// The tables that are solved at the first ask, and whether somebody has begun.
static SHARED: OnceLock<Arc<Tables>> = OnceLock::new();
static BEGUN: OnceLock<()> = OnceLock::new();

/// The endgames with up to [`MOST_WITH_PLIES`] pieces, solved at the first call (half a second on one core) and kept as
/// long as the program runs.
#[must_use]
pub fn shared() -> Arc<Tables> {
    Arc::clone(SHARED.get_or_init(|| Arc::new(Tables::up_to(MOST_WITH_PLIES))))
}

/// Tables of endgames as a search uses them: what it must capture in it plays out by itself.
#[derive(Clone, Debug)]
pub struct Look {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Given(Arc<Tables>),
    Shared(Patience),
}

impl Look {
    /// A look into these tables.
    #[must_use]
    pub fn with(tables: Arc<Tables>) -> Self {
        Self { source: Source::Given(tables) }
    }

    /// A look into the [`shared`] tables, for a search that waits for them at the first ask, or goes on without while
    /// they are solved beside it.
    #[must_use]
    pub fn new(patience: Patience) -> Self {
        Self { source: Source::Shared(patience) }
    }

    /// The tables, if they are there or worth waiting for.
    #[inline]
    fn tables(&self) -> Option<&Tables> {
        match &self.source {
            Source::Given(tables) => Some(tables),
            Source::Shared(Patience::Waits) => Some(SHARED.get_or_init(|| Arc::new(Tables::up_to(MOST_WITH_PLIES)))),
            Source::Shared(Patience::GoesOn) => SHARED.get().map(AsRef::as_ref).or_else(|| {
                BEGUN.get_or_init(|| drop(thread::spawn(shared)));
                None
            }),
        }
    }

    fn most_pieces(&self) -> usize {
        match &self.source {
            Source::Given(tables) => tables.pieces(),
            Source::Shared(_) => MOST_WITH_PLIES,
        }
    }
}

/// Knows positions with few pieces in which the side to move need not jump.
impl Probe<Checkers> for Look {
    #[inline]
    fn probe(&self, pos: &Checkers) -> Option<Known> {
        // Nearly all positions of a search have more pieces.
        if pos.count_pieces() as usize > self.most_pieces() {
            return None;
        }
        self.tables()?.quiet(pos)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use engine::{Value, checkers};

    use super::*;

    #[test]
    fn who_goes_on_is_answered_later_and_who_waits_at_once() {
        let pos = checkers!("B:WK10:B2,3");
        let wanted = Some(Known { value: Value::Win, plies: Some(61) });
        let look = Look::new(Patience::GoesOn);
        assert_eq!(look.probe(&pos), None);
        let begun = Instant::now();
        let answer = loop {
            match look.probe(&pos) {
                None if begun.elapsed() < Duration::from_secs(60) => thread::sleep(Duration::from_millis(1)),
                answer => break answer,
            }
        };
        assert_eq!(answer, wanted);
        assert_eq!(Look::new(Patience::Waits).probe(&pos), wanted);
        // Captures and many pieces are the search's own.
        assert_eq!(look.probe(&checkers!("B:WK6:B2,3")), None);
        assert_eq!(look.probe(&checkers!("B:WK10,K11,K12:B2,3")), None);
    }
}
