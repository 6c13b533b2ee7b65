//! All tables, each solved at the first ask, for everybody in the program.

use std::sync::OnceLock;
use std::thread;

use super::cubeful::Cubeful;
use super::home::Home;
use super::one_sided::{Gammons, OneSided};
use super::two_sided::TwoSided;

static SHARED: BearOff = BearOff::new();

/// The tables that the whole program shares, none of them solved before it is asked for.
#[must_use]
pub fn shared() -> &'static BearOff {
    &SHARED
}

/// The tables of bear-offs, each solved when it is first asked for. Threads that ask meanwhile wait.
#[derive(Debug, Default)]
pub struct BearOff {
    one_sided: OnceLock<OneSided>,
    two_sided: OnceLock<TwoSided>,
    cubeful: OnceLock<Cubeful>,
}

impl BearOff {
    /// Tables of which none is solved.
    #[must_use]
    pub const fn new() -> Self {
        Self { one_sided: OnceLock::new(), two_sided: OnceLock::new(), cubeful: OnceLock::new() }
    }

    /// Solves what is not solved yet, so that nobody need wait later; equities with the cube are left to who asks for
    /// them.
    pub fn solve(&self) {
        self.two_sided();
        self.one_sided();
    }

    /// One side alone.
    #[inline]
    pub fn one_sided(&self) -> &OneSided {
        self.one_sided.get_or_init(|| apart(OneSided::build))
    }

    /// Both sides, with few checkers.
    #[inline]
    pub fn two_sided(&self) -> &TwoSided {
        self.two_sided.get_or_init(|| apart(TwoSided::build))
    }

    /// Both sides, with few checkers and a doubling cube.
    #[inline]
    pub fn cubeful(&self) -> &Cubeful {
        self.cubeful.get_or_init(|| apart(Cubeful::build))
    }

    /// The mean number of rolls to bear all off.
    #[inline]
    #[must_use]
    pub fn mean_rolls(&self, home: Home) -> f64 {
        self.one_sided().mean_rolls(home)
    }

    /// The standard deviation of the number of rolls to bear all off.
    #[inline]
    #[must_use]
    pub fn sd_rolls(&self, home: Home) -> f64 {
        self.one_sided().sd_rolls(home)
    }

    /// The chances that all are off after 0, 1, 2, … rolls, as [`OneSided::distribution`] has them.
    #[inline]
    #[must_use]
    pub fn distribution(&self, home: Home) -> &[f32] {
        self.one_sided().distribution(home)
    }

    /// The chance that the side on roll wins: exact if no side has more than [`super::FEW`] checkers, otherwise as
    /// [`OneSided::win_probability`] has it.
    #[inline]
    #[must_use]
    pub fn win_probability(&self, mine: Home, theirs: Home) -> f64 {
        let exact = self.two_sided().win_probability(mine, theirs);
        exact.unwrap_or_else(|| self.one_sided().win_probability(mine, theirs))
    }

    /// The chances of gammons, as [`OneSided::gammons`] has them; none if both sides have checkers off.
    #[must_use]
    pub fn gammons(&self, mine: Home, theirs: Home) -> Gammons {
        self.one_sided().gammons(mine, theirs)
    }
}

/// Solves in threads of its own. Threads of the caller's pool may all be waiting for the answer, and one that waited
/// for its pool could be given another task that asks.
fn apart<T: Send>(build: impl FnOnce() -> T + Send) -> T {
    let in_own_pool = || {
        let pool = rayon::ThreadPoolBuilder::new().build().expect("the system starts threads");
        pool.install(build)
    };
    let solved = thread::scope(|scope| scope.spawn(in_own_pool).join());
    solved.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
